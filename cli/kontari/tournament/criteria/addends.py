"""Sums that show what they are made of: ``4 (Bidasoa, R2) + [0 cut (Oria, R3)] = 4``."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kontari.tournament.exact import exact, text_of
from kontari.tournament.model import Document, Exact, TieBreak, Value


class Addend(NamedTuple):
    """One summand and where it comes from; ``product`` is its value as it is calculated, as ``4 × 0.5``."""

    value: Exact
    origin: str
    cut: bool = False
    product: str | None = None


def total(tie_break: TieBreak, addends: Iterable[Addend]) -> Value:
    """The sum of all that are not cut, with its text."""
    addends = list(addends)
    value = exact(sum([one.value for one in addends if not one.cut], 0))
    return Value(tie_break.by, value, lambda: sum_of(addends, value))


def sum_of(addends: Sequence[Addend], value: Exact) -> str:
    """The addends, and what they come to."""
    return f"{_sum(addends)} = {text_of(value)}" if addends else "0"


def mean(tie_break: TieBreak, addends: Sequence[Addend], value: Exact) -> Value:
    """A value that is the mean of addends, rounded perhaps."""

    def words() -> str:
        count = sum(not one.cut for one in addends)
        return f"({_sum(addends)}) / {count} = {text_of(value)}" if addends else text_of(value)

    return Value(tie_break.by, value, words)


def _sum(addends: Sequence[Addend]) -> str:
    parts: list[str] = []
    for one in addends:
        amount = one.product or text_of(one.value)
        if one.cut:
            parts += (" + ", f"[{amount} cut ({one.origin})]")
        elif one.product is None and one.value < 0:
            parts += (" - ", f"{amount[1:]} ({one.origin})")
        else:
            parts += (" + ", f"{amount} ({one.origin})")
    parts[0] = "-" if parts[0] == " - " else ""
    return "".join(parts)


def names(document: Document) -> Mapping[str, str]:
    """The names of all participants by id."""
    return {one.id: one.name for one in document.participants}
