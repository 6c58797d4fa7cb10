"""A deal of Crazy Eights as a shuffled pack: which cards came to whom, and in which order the rest lay."""

from typing import Any

from kontari.core.shuffle import Dealt

LEAD = "dealer"
"""The key of a deal that names the seat by which all others go."""


def dealt(deal: Any) -> Dealt | None:
    """The pack as it was dealt; None where its stock was not written, or a starter went back into it.

    deal: the struct of the deal. Where a starter is put back and replaced, it lies where the players put it.
    """
    if deal.stock is None or len(deal.starter) != 1:
        return None
    return Dealt(deal.hands, deal.stock, deal.starter)


def rank(token: str) -> str:
    """The rank of a card."""
    return token[0]
