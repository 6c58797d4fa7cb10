"""Exact numbers as text and as JSON values, and the ways in which people write them."""

import re
from fractions import Fraction

from kontari.tournament.exact import text_of
from kontari.tournament.model import Exact

_HALVES = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
_WRITTEN = re.compile(r"([+-]?)(?:(\d{1,200})(?:[.,](\d{1,200}))?)?([½¼¾])?", re.ASCII)
_FRACTION = re.compile(r"([+-]?)(\d{1,200})/(\d{1,200})", re.ASCII)


def data(value: Exact) -> int | str:
    """A JSON value: an integer, or a string where the number is not whole."""
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else text_of(exact)


def read(written: str) -> Fraction | None:
    """A number as people write it, ``3``, ``3.5``, ``3,5``, ``3½``, ``1/3`` or ``+2``; None where it is none."""
    plain = written.strip().replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-").removeprefix("'")
    if found := _FRACTION.fullmatch(plain):
        sign, above, below = found.groups()
        return None if int(below) == 0 else _signed(sign, Fraction(int(above), int(below)))
    found = _WRITTEN.fullmatch(plain)
    if found is None:
        return None
    sign, whole, part, half = found.groups()
    if (whole is None and half is None) or (part is not None and half is not None):
        return None
    exact = Fraction(int(whole or "0")) + _HALVES.get(half or "", Fraction(0))
    if part is not None:
        exact += Fraction(int(part), 10 ** len(part))
    return _signed(sign, exact)


def decimals(written: str) -> int:
    """How many digits stand behind the point or comma."""
    return len(re.split(r"[.,]", written.strip())[-1]) if re.search(r"[.,]", written) else 0


def _signed(sign: str, value: Fraction) -> Fraction:
    return -value if sign == "-" else value
