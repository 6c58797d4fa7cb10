"""A deal of Rummikub as shuffled tiles: which of them came to whom, and in which order the rest lay."""

from typing import Any

from kontari.core.shuffle import Dealt

LEAD = "first"
"""The key of a deal that names the seat by which all others go."""


def dealt(deal: Any) -> Dealt | None:
    """The tiles as they were dealt; None where the pool was not written, or the round begins in the middle.

    deal: the struct of the deal.
    """
    if deal.pool is None or deal.table is not None:
        return None
    return Dealt(deal.racks, deal.pool, ())


def rank(token: str) -> str:
    """The number of a tile; J for a joker."""
    return token[1:] or token
