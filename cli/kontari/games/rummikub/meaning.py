"""What deals, moves and starts of Rummikub mean, whatever the way in which they are written."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from kontari.games.rummikub.sets import Sets

ANY_ORDER = frozenset(("deal.racks", "meld.tiles", "penalty.lost"))
"""Keys of deals and of kinds of move whose tiles may stand in any order."""

LEFT_OUT = frozenset(("deal.pool", "deal.start_draws"))
"""Keys that are left out where nobody saw what they hold, or wrote it down."""

SAID = frozenset[str]()
"""Kinds of move that a record may leave out although they were made."""

_OF_SETS = ("table", "put", "take", "opening", "table_after")


@cache
def _sets(high_one: bool) -> Sets:
    return Sets(high_one)


def deal(deal: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """A deal in the one way of writing it: sets in order, each by its key. options: the rules in force."""
    return _sets_in_order(deal, options)


def move(move: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """A move in the one way of writing it: sets in order, each by its key; an empty ``take`` is none."""
    written = _sets_in_order(move, options)
    return {key: value for key, value in written.items() if (key, value) != ("take", [])}


def _sets_in_order(written: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    def in_order(sets: Sequence[Sequence[str]]) -> list[str]:
        key = _sets(options["one"] == "low-or-high").key
        return sorted(key(tokens) or " ".join(tokens) for tokens in sets)

    return {key: in_order(value) if key in _OF_SETS else value for key, value in written.items()}


def start(start: Mapping[str, Any], options: Mapping[str, Any], players: int) -> dict[str, Any]:
    """A start with what is implied where it is left out."""
    return {"scores": [0] * (options["teams"] or players), **start}
