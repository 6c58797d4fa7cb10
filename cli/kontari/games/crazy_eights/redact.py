"""What one seat saw of a hand of Crazy Eights: all but other hands, their draws and the order of the stock."""

from collections.abc import Mapping
from typing import Any

from kontari.core import cards
from kontari.games.crazy_eights.state import seen_by

__all__ = ["deal_seen_by", "seen_by"]


def deal_seen_by(deal: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """A deal as that seat saw it: other hands and the stock are ``??``; every card turned up stays."""
    return cards.deal_seen_by(deal, seat, "hands", "stock")
