"""What one seat saw and heard of a hand of Mus: not other hands, their exchange and the stock, but what they said."""

from collections.abc import Mapping
from typing import Any

from kontari.core import cards
from kontari.games.mus import play
from kontari.games.mus.lances import PARES
from kontari.games.mus.record import AnyMove, Declare
from kontari.games.mus.state import DECLARE, ENDED, State, seen_by

__all__ = ["deal_seen_by", "seen_by", "unsaid"]


def deal_seen_by(deal: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """A deal as that seat saw it: other hands and the stock are ``??``."""
    return cards.deal_seen_by(deal, seat, "hands", "stock")


def unsaid(state: State, following: AnyMove | None, begun: bool) -> list[Declare]:
    """The declarations that were made aloud at this place of a hand, where the record leaves them out.

    A record may leave them out where it knows every hand; who sees only his own needs them. following: the move that
    the record has next, None where the round has no more. begun: whether earlier ones of this round were
    left out as well. Nothing is put before what is illegal all the same, nor at the end of a round that goes on.
    """
    if not (state.gate or (begun and state.phase == DECLARE)):
        return []
    if following is not None and following.action == "declare":
        return []
    trial = state.copy()
    said = []
    while trial.gate or trial.phase == DECLARE:
        seat, lance = (trial.mano, PARES) if trial.gate else (trial.turn, trial.lance)
        assert seat is not None
        said.append(Declare(action="declare", seat=seat, has=trial.has(seat, lance), lance=None))
        play.apply(trial, said[-1])
    stands = trial.phase == ENDED if following is None else play.judge(trial, following) is None
    return said if stands else []
