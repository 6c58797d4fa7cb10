"""Exact numbers: as few kinds as possible, and as text."""

from fractions import Fraction
from functools import lru_cache

from kontari.tournament.model import Exact


def exact(number: Exact) -> Exact:
    """The same number, an int where it is whole."""
    return int(number) if number.denominator == 1 else number


@lru_cache(4096)
def text_of(number: Exact) -> str:
    """``4``, ``3.5`` where the decimal ends, else ``1/3``."""
    denominator = number.denominator
    if denominator == 1:
        return str(number.numerator)
    rest, digits = denominator, 0
    for prime in (2, 5):
        times = 0
        while rest % prime == 0:
            rest, times = rest // prime, times + 1
        digits = max(digits, times)
    if rest != 1:
        return f"{number.numerator}/{denominator}"
    whole, part = divmod(abs(number.numerator) * 10**digits // denominator, 10**digits)
    return f"{'-' if number < 0 else ''}{whole}.{part:0{digits}}"


def signed(number: Exact) -> str:
    """With its sign, whichever: ``+1``, ``-2``, ``0``."""
    return f"{'+' if number > 0 else ''}{text_of(number)}"


@lru_cache(4096)
def ratio(above: Exact, below: Exact) -> Exact:
    """The exact quotient. Raises ZeroDivisionError."""
    return exact(Fraction(above) / Fraction(below))
