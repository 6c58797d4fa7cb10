"""What deals, moves and starts of Crazy Eights mean, whatever the way in which they are written."""

from collections.abc import Mapping
from typing import Any

ANY_ORDER = frozenset(("deal.hands",))
"""Keys of deals and of kinds of move whose cards may stand in any order."""

LEFT_OUT = frozenset(("deal.stock", "reshuffle.stock"))
"""Keys that are left out where nobody saw what they hold."""

SAID = frozenset[str]()
"""Kinds of move that a record may leave out although they were made."""


def deal(deal: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """A deal in the one way of writing it. options: the rules in force."""
    return dict(deal)


def move(move: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """A move in the one way of writing it."""
    return dict(move)


def start(start: Mapping[str, Any], options: Mapping[str, Any], players: int) -> dict[str, Any]:
    """A start with what is implied where it is left out."""
    return {"scores": [8 if options["countdown"] else 0] * players, **start}
