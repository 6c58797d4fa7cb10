"""The moves of a hand: judge says why not, apply lays an admitted move on the table."""

from collections.abc import Callable

from kontari.core.fault import Fault
from kontari.games.mus.deal import apply_deal, begin, judge_deal, warn_deal
from kontari.games.mus.exchange import (
    apply_discard,
    apply_draw,
    apply_mus,
    apply_no_mus,
    apply_reshuffle,
    apply_stand,
    at_fork,
    judge_discard,
    judge_draw,
    judge_reshuffle,
    judge_stand,
    judge_talk,
    resolve,
)
from kontari.games.mus.lance import (
    apply_accept,
    apply_bet,
    apply_declare,
    apply_ordago,
    apply_pass,
    apply_raise,
    apply_refuse,
    judge_bet,
    judge_declare,
    judge_ordago,
    judge_raise,
    judge_word,
)
from kontari.games.mus.record import AnyMove
from kontari.games.mus.score import round_outcome
from kontari.games.mus.show import apply_show, judge_show
from kontari.games.mus.skim import skim
from kontari.games.mus.state import ADMITTED, DECLARE, DRAW, ENDED, OVER, RENEW, State


def judge(state: State, move: AnyMove) -> Fault | None:
    """Why a move may not be made here, or None. Changes nothing.

    The first faulty thing in this order: the phase, the turn, then what the move itself does.
    """
    if state.fork is not None:
        return _judgeat_fork(state, move)
    action = move.action
    if action not in ADMITTED[state.phase] and not (action == "declare" and state.gate):
        return _out_of_phase(state, action)
    return _JUDGE[action](state, move)


def _judgeat_fork(state: State, move: AnyMove) -> Fault | None:
    """Where the score leaves open whether mus corrido is played: a move is legal if it is so with or without."""
    faults = []
    for corrido in (False, True):
        trial = at_fork(state, corrido)
        fault = judge(trial, move)
        if fault is None:
            return None
        faults.append(fault)
    return faults[0]


def apply(state: State, move: AnyMove) -> None:
    """Make a move that ``judge`` admitted."""
    if state.fork is not None:
        state.undecided += 1
        resolve(state, corrido=judge(at_fork(state, False), move) is not None)
    if state.may_be_won():
        state.reached = frozenset()
    if state.gate and move.action != "declare":
        state.gate = False
        state.declares = False
    _APPLY[move.action](state, move)


def _out_of_phase(state: State, action: str) -> Fault:
    phase = state.phase
    if phase == OVER or (phase == ENDED and action != "declare"):
        return Fault("MUS-T02", "", {"action": action, "ended": state.ended})
    if phase == RENEW:
        return Fault("MUS-P07", "", {"action": action, "owed": sum(state.owed)})
    if action == "reshuffle":
        facts = {"stock": state.count, "owed": sum(state.owed) if phase == DRAW else 0}
        return Fault("MUS-P10", "", facts)
    if phase == DECLARE:
        return Fault("MUS-S02", "", {"action": action, "due_seat": state.turn})
    if action == "declare":
        return Fault("MUS-S03", "")
    return Fault("MUS-T04", "/action", {"action": action, "wanted": sorted(ADMITTED[phase])})


_JUDGE: dict[str, Callable[..., Fault | None]] = {
    "mus": judge_talk,
    "no-mus": judge_talk,
    "discard": judge_discard,
    "stand": judge_stand,
    "draw": judge_draw,
    "reshuffle": judge_reshuffle,
    "declare": judge_declare,
    "pass": judge_word,
    "bet": judge_bet,
    "raise": judge_raise,
    "ordago": judge_ordago,
    "accept": judge_word,
    "refuse": judge_word,
    "show": judge_show,
}
_APPLY: dict[str, Callable[..., None]] = {
    "mus": apply_mus,
    "no-mus": apply_no_mus,
    "discard": apply_discard,
    "stand": apply_stand,
    "draw": apply_draw,
    "reshuffle": apply_reshuffle,
    "declare": apply_declare,
    "pass": apply_pass,
    "bet": apply_bet,
    "raise": apply_raise,
    "ordago": apply_ordago,
    "accept": apply_accept,
    "refuse": apply_refuse,
    "show": apply_show,
}

__all__ = ["apply", "apply_deal", "begin", "judge", "judge_deal", "round_outcome", "skim", "warn_deal"]
