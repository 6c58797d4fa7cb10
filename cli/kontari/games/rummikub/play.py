"""The turns of a round: judge says why not, apply makes an admitted one."""

from collections.abc import Callable

from kontari.core.fault import Fault
from kontari.games.rummikub.deal import apply_deal, begin, judge_deal, warn_deal
from kontari.games.rummikub.meld import apply_meld, judge_meld
from kontari.games.rummikub.pool import apply_draw, apply_pass, apply_penalty, judge_draw, judge_pass, judge_penalty
from kontari.games.rummikub.record import AnyMove
from kontari.games.rummikub.score import round_outcome
from kontari.games.rummikub.skim import skim
from kontari.games.rummikub.state import ADMITTED, OVER, STOCKED, State


def judge(state: State, move: AnyMove) -> Fault | None:
    """Why a move may not be made here, or None. Changes nothing.

    The first faulty thing in this order: the phase, the turn, then what the move itself does.
    """
    if move.action not in ADMITTED[state.phase]:
        if state.phase == OVER:
            return Fault("RK-T02", "", {"action": move.action, "ended": state.ended})
        return Fault("RK-T04" if state.phase == STOCKED else "RK-T05", "", {"pool": state.count})
    return _JUDGE[move.action](state, move)


def apply(state: State, move: AnyMove) -> None:
    """Make a move that ``judge`` admitted."""
    _APPLY[move.action](state, move)


_JUDGE: dict[str, Callable[..., Fault | None]] = {
    "meld": judge_meld,
    "draw": judge_draw,
    "pass": judge_pass,
    "penalty": judge_penalty,
}
_APPLY: dict[str, Callable[..., None]] = {
    "meld": apply_meld,
    "draw": apply_draw,
    "pass": apply_pass,
    "penalty": apply_penalty,
}

__all__ = ["apply", "apply_deal", "begin", "judge", "judge_deal", "round_outcome", "skim", "warn_deal"]
