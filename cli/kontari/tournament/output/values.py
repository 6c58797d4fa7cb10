"""The values of criteria as they are shown."""

from fractions import Fraction

from kontari.tournament.exact import text_of
from kontari.tournament.model import Exact, Value

_READABLE = 99
"""The greatest denominator that stands in a table."""


def plain(value: Value) -> Exact | tuple[Exact, ...] | str:
    """The number, or the numbers that are compared one by one; ``12/0`` for a ratio above all others."""
    if value.by == "games-ratio" and isinstance(value.value, tuple):
        endless, amount = value.value
        return f"{text_of(amount)}/0" if endless else amount
    return value.value


def value_text(value: Value) -> str:
    """The value as text; several numbers stand side by side."""
    shown = plain(value)
    if isinstance(shown, tuple):
        return " ".join(map(text_of, shown))
    return shown if isinstance(shown, str) else text_of(shown)


def near_text(value: Value) -> str:
    """The value for people: a fraction that nobody can compare by eye is rounded, and marked as such."""
    shown = plain(value)
    if isinstance(shown, int):
        return text_of(shown)
    if isinstance(shown, Fraction) and shown.denominator > _READABLE and "/" in text_of(shown):
        return f"≈{float(shown):.4f}"
    return value_text(value)
