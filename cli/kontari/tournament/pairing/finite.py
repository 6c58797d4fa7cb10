"""Finite fields, for plans in which no two meet twice: addition and multiplication of the numbers below the order."""

from collections.abc import Callable

_MODULI = {4: (2, 0b111), 8: (2, 0b1011), 16: (2, 0b10011), 32: (2, 0b100101), 64: (2, 0b1000011)}
"""Orders that are powers of two, with the bits of a polynomial that cannot be divided."""

_SQUARES = {9: (3, 2), 25: (5, 2), 49: (7, 3), 121: (11, 2)}
"""Orders that are squares of an odd prime, with a number that has no square root there."""


class FiniteField:
    """The field of so many elements, the numbers from 0. Raises KeyError for an order that is not known."""

    def __init__(self, order: int) -> None:
        self.order = order
        self.plus: Callable[[int, int], int]
        self.times: Callable[[int, int], int]
        if _prime(order):
            self.plus = lambda a, b: (a + b) % order
            self.times = lambda a, b: a * b % order
        elif order in _MODULI:
            self.plus = lambda a, b: a ^ b
            self.times = self._binary
        else:
            self._p, self._root = _SQUARES[order]
            self.plus = self._plus_of_two
            self.times = self._times_of_two

    def _binary(self, a: int, b: int) -> int:
        modulus = _MODULI[self.order][1]
        product = 0
        while b:
            if b & 1:
                product ^= a
            a <<= 1
            if a >= self.order:
                a ^= modulus
            b >>= 1
        return product

    def _plus_of_two(self, a: int, b: int) -> int:
        p = self._p
        return (a // p + b // p) % p * p + (a + b) % p

    def _times_of_two(self, a: int, b: int) -> int:
        p = self._p
        (x, u), (y, v) = divmod(a, p), divmod(b, p)
        return (x * v + y * u) % p * p + (u * v + x * y * self._root) % p

    def powers(self) -> list[int]:
        """Everything but 0, as powers of the least number whose powers are all of them."""
        for generator in range(2, self.order):
            found = [1]
            while (following := self.times(found[-1], generator)) != 1:
                found.append(following)
            if len(found) == self.order - 1:
                return found
        return [1]


def known(order: int) -> bool:
    """Whether there is a field of that order here."""
    return _prime(order) or order in _MODULI or order in _SQUARES


def least_prime_factor(number: int) -> int:
    """The smallest prime that divides a number above 1."""
    factor = 2
    while factor * factor <= number:
        if number % factor == 0:
            return factor
        factor += 1
    return number


def _prime(number: int) -> bool:
    return number > 1 and least_prime_factor(number) == number
