"""What a number or a date is compared with, as it is written on the command line."""

import re
from collections.abc import Callable
from operator import eq, ge, gt, le, lt, ne
from typing import NamedTuple

OPERATORS: dict[str, Callable[[int, int], bool]] = {">=": ge, "<=": le, "!=": ne, ">": gt, "<": lt, "=": eq}
"""By their signs, the longer ones first."""

_NUMBER = re.compile(r"(>=|<=|!=|>|<|=)?\s*(-?[0-9]{1,18})")
_RANGE = re.compile(r"(-?[0-9]{1,18})\.\.(-?[0-9]{1,18})")
_DATE = re.compile(r"[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?")


class NotUnderstoodError(ValueError):
    """A comparison that cannot be read; the message says what would be right."""


def number(text: str) -> Callable[[int], bool]:
    """The test that ``5``, ``>=500``, ``!=2`` or ``100..200`` (both ends in it) stands for.

    Raises NotUnderstoodError.
    """
    found = _RANGE.fullmatch(text)
    if found is not None:
        least, most = int(found[1]), int(found[2])
        if least > most:
            raise NotUnderstoodError(f"{text}: the range begins after it ends")
        return lambda value: least <= value <= most
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise NotUnderstoodError(f"{text}: wanted a number, a comparison such as >=500, or a range such as 100..200")
    compare, other = OPERATORS[found[1] or "="], int(found[2])
    return lambda value: compare(value, other)


class DateRange(NamedTuple):
    """A range of ISO 8601 dates, each a year, a month or a day, with both ends in it; an empty end is open."""

    first: str
    last: str

    def holds(self, date: str) -> bool:
        """Whether a date, or date and time, as a record writes it, is in the range."""
        day = date[:10]
        return self.first <= day[: len(self.first)] and day[: len(self.last)] <= self.last


def dates(text: str) -> DateRange:
    """The range that ``2026``, ``2026-05``, ``2026-05-02``, ``A..B``, ``A..`` or ``..B`` stands for.

    Raises NotUnderstoodError.
    """
    first, two, last = text.partition("..")
    ends = (first, last if two else first)
    if not any(ends) or not all(end == "" or _DATE.fullmatch(end) for end in ends):
        raise NotUnderstoodError(f"{text}: wanted a date such as 2026, 2026-05 or 2026-05-02, or a range A..B of them")
    if all(ends):
        length = min(map(len, ends))
        if ends[0][:length] > ends[1][:length]:
            raise NotUnderstoodError(f"{text}: the range begins after it ends")
    return DateRange(*ends)
