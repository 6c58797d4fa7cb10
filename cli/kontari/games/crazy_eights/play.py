"""The moves of a hand: judge says why not, apply lays an admitted move on the table."""

from collections.abc import Callable

from kontari.core.cards import ID, remove
from kontari.core.fault import Fault
from kontari.core.replay import RoundOutcome
from kontari.games.crazy_eights.able import assert_unable, known_playable, unseen_barred
from kontari.games.crazy_eights.deal import apply_deal, begin, judge_deal, warn_deal
from kontari.games.crazy_eights.record import AnyMove, Pass, Play
from kontari.games.crazy_eights.skim import skim
from kontari.games.crazy_eights.state import ADMITTED, FREE, OVER, OWING, State
from kontari.games.crazy_eights.stock import (
    apply_draw,
    apply_penalty,
    apply_reshuffle,
    judge_draw,
    judge_penalty,
    judge_reshuffle,
    pin_order,
)
from kontari.games.crazy_eights.turns import end_hand, lay_effect, pass_turn, renew_if_eager, wrong_turn


def judge(state: State, move: AnyMove) -> Fault | None:
    """Why a move may not be made here, or None. Changes nothing.

    The first faulty thing in this order: the phase, the turn, then what the move itself does.
    """
    if move.action not in ADMITTED[state.phase]:
        return _out_of_phase(state, move)
    return _JUDGE[move.action](state, move)


def apply(state: State, move: AnyMove) -> None:
    """Make a move that ``judge`` admitted."""
    if state.renewed:
        state.renewed = False
        if move.action == "reshuffle":
            pin_order(state, move.stock)
            return
    _APPLY[move.action](state, move)


def round_outcome(state: State) -> RoundOutcome:
    """What the present round has come to."""
    if state.outcome is None:
        return RoundOutcome({}, None)
    shown: dict[str, object] = {}
    certain = state.outcome.certain
    if certain is not None:
        shown["scores"] = list(certain)
    shown["ended"] = state.ended
    return RoundOutcome(shown, state.outcome.admits)


def _out_of_phase(state: State, move: AnyMove) -> Fault:
    if state.phase == OVER:
        return Fault("CE-T02", "", {"action": move.action, "ended": state.ended})
    return Fault("CE-T04", "/action", {"action": move.action, "wanted": min(ADMITTED[state.phase])})


def _judge_play(state: State, move: Play) -> Fault | None:
    fault = wrong_turn(state, move.seat)
    if fault is not None:
        return fault
    fault = _judge_holding(state, move)
    if fault is not None:
        return fault
    wild = move.card in state.wild
    if wild and move.suit is None and not _ends_hand(state, move.seat):
        return Fault("CE-P06", "", {"card": move.card})
    if not wild and move.suit is not None:
        return Fault("CE-P07", "/suit", {"card": move.card, "suit": move.suit})
    return None


def _ends_hand(state: State, seat: int) -> bool:
    return state.size(seat) == 1 or state.plays + 1 == state.house.max_plays


def _judge_holding(state: State, move: Play) -> Fault | None:
    """Whether the card is held, and may be laid now."""
    house = state.house
    token, seat = move.card, move.seat
    facts = {"card": token}
    if token not in state.hands[seat] and not _may_be_hidden(state, seat, token, False):
        return Fault("CE-P01", "/card", facts)
    if state.phase == OWING:
        if token in state.admit:
            return None
        option = "draw_rank" if house.draw_stack else "draw_stack"
        return Fault("CE-P04", "/card", {**facts, "owed": state.owed}, option=option)
    if token not in state.following(seat):
        top = {**facts, "top": state.discards[-1]}
        if state.named is None:
            return Fault("CE-P02", "/card", top)
        return Fault("CE-P03", "/card", {**top, "suit": state.named})
    if not house.drawn_only or not state.drawn or token in state.drawn_cards:
        return None
    if _may_be_hidden(state, seat, token, True):
        return None
    return Fault("CE-P05", "/card", facts, option="after_draw")


def _may_be_hidden(state: State, seat: int, token: str, only_drawn: bool) -> bool:
    """Whether a card may be among those of a hand that nobody saw."""
    return state.hidden is not None and state.hidden.may_be_able(seat, 1 << ID[token], only_drawn)


def _apply_play(state: State, move: Play) -> None:
    token = move.card
    seat = move.seat
    wild = token in state.wild
    _leave_hand(state, seat, token)
    state.discards.append(token)
    state.passes = 0
    state.plays += 1
    if not state.size(seat):
        state.out = seat
        state.named = None
        end_hand(state, "out")
        return
    if state.plays == state.house.max_plays:
        state.named = None
        end_hand(state, "max-plays")
        return
    renew_if_eager(state)
    state.named = move.suit if wild else None
    lay_effect(state, token)


def _leave_hand(state: State, seat: int, token: str) -> None:
    """Take a card out of a hand; where it must have been an unseen one, note what was not decided."""
    only_drawn = bool(state.house.drawn_only and state.drawn and state.phase == FREE)
    known = token in state.hands[seat] and (not only_drawn or token in state.drawn_cards)
    if known or state.hidden is None:
        remove(state.hands[seat], token)
        return
    card = ID[token]
    if not state.hidden.must_hold(seat, card, only_drawn):
        state.undecided += 1
    state.hidden = state.hidden.plays(seat, card, only_drawn)


def _judge_pass(state: State, move: Pass) -> Fault | None:
    fault = wrong_turn(state, move.seat)
    if fault is not None:
        return fault
    house = state.house
    at_limit = state.phase == FREE and 0 < house.max_draws <= state.drawn
    if (state.count or state.renewable()) and not at_limit:
        return Fault("CE-P20", "", {"stock": state.count, "discards": len(state.discards)})
    if state.phase == OWING or house.pass_free:
        return None
    able = known_playable(state)
    if able or unseen_barred(state) is None:
        return Fault("CE-P21", "", {"playable": able}, option="pass_rule")
    return None


def _apply_pass(state: State, move: Pass) -> None:
    house = state.house
    if state.phase == FREE and not house.pass_free:
        assert_unable(state)
    state.owed = 0
    state.passes = 0 if state.count else state.passes + 1
    if state.passes >= house.most_passes:
        end_hand(state, "blocked")
    else:
        pass_turn(state)


_JUDGE: dict[str, Callable[..., Fault | None]] = {
    "play": _judge_play,
    "draw": judge_draw,
    "pass": _judge_pass,
    "reshuffle": judge_reshuffle,
    "penalty": judge_penalty,
}
_APPLY: dict[str, Callable[..., None]] = {
    "play": _apply_play,
    "draw": apply_draw,
    "pass": _apply_pass,
    "reshuffle": apply_reshuffle,
    "penalty": apply_penalty,
}

__all__ = ["apply", "apply_deal", "begin", "judge", "judge_deal", "round_outcome", "skim", "warn_deal"]
