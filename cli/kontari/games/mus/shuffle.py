"""A deal of Mus as a shuffled pack: which cards came to whom, and in which order the rest lay."""

from typing import Any

from kontari.core.shuffle import Dealt

LEAD = "mano"
"""The key of a deal that names the seat by which all others go."""


def dealt(deal: Any) -> Dealt | None:
    """The pack as it was dealt; None where its stock was not written. deal: the struct of the deal."""
    return None if deal.stock is None else Dealt(deal.hands, deal.stock, ())


def rank(token: str) -> str:
    """The rank of a card."""
    return token[0]
