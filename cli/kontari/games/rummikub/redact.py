"""What one seat saw of a round of Rummikub: everything but the other racks, their draws and the pool."""

from collections.abc import Mapping
from typing import Any

from kontari.core import cards
from kontari.games.rummikub.state import seen_by

__all__ = ["deal_seen_by", "seen_by"]


def deal_seen_by(deal: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """A deal as that seat saw it: other racks and the pool are ``??``; draws for the start and the table stay."""
    return cards.deal_seen_by(deal, seat, "racks", "pool")
