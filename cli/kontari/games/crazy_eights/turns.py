"""Whose turn it is: how one turn ends and the next begins, and the end of a hand."""

from collections.abc import Sequence

from kontari.core.cards import ID, RANK, bag_of
from kontari.core.fault import Fault
from kontari.core.totals import settle
from kontari.games.crazy_eights import score
from kontari.games.crazy_eights.state import FREE, NOTHING, OVER, OWING, State


def begin_turn(state: State) -> None:
    """Set what counts by the turn to its beginning; ``state.turn`` is who moves."""
    state.drawn = 0
    state.drawn_cards = NOTHING
    state.phase = OWING if state.owed else FREE
    if state.hidden is not None:
        state.hidden = state.hidden.turn_ended()
    state.refresh()


def wrong_turn(state: State, seat: int) -> Fault | None:
    if seat == state.turn:
        return None
    if seat >= state.house.players:
        return Fault("CE-T03", "/seat", {"seat": seat, "players": state.house.players})
    return Fault("CE-T01", "/seat", {"seat": seat, "turn": state.turn})


def pass_turn(state: State, steps: int = 1) -> None:
    """The turn goes on by one seat, or by two where one is skipped."""
    state.turn = (state.turn + steps * state.direction) % state.house.players
    begin_turn(state)


def lay_effect(state: State, token: str) -> None:
    """What a card just laid by the seat in ``state.turn`` does to the turn."""
    house = state.house
    rank = RANK[token]
    steps = 1
    if rank == house.skip:
        steps = 2
    elif rank == house.turn_back:
        if house.turn_back_skips:
            steps = 2
        state.direction = -state.direction
    elif rank == house.owe and not (house.void_on_empty and not state.count):
        state.owed += house.draw_count
    pass_turn(state, steps)


def end_hand(state: State, how: str) -> None:
    """The hand has ended: count it and see whether that decides the match."""
    state.phase = OVER
    state.ended = how
    state.admit = NOTHING
    settle(state, score)


def renew(state: State, order: Sequence[str] | None = None) -> None:
    """The discards without the top one become the stock; ``order``: from the bottom, where it is known of each card."""
    *under, top = state.discards
    state.discards = [top]
    state.count = len(under)
    state.order = None if order is None else list(order)
    if state.hidden is not None:
        counts = [0] * 52
        for token in under:
            counts[ID[token]] += 1
        state.hidden = state.hidden.renewed(counts)
    elif order is not None:
        state.pool = {}
    else:
        state.pool = dict.fromkeys(under, 1) if state.house.one_pack else bag_of(under)


def renew_if_eager(state: State) -> None:
    """The reshuffle that happens by itself, as soon as it can."""
    if state.house.eager and not state.count and len(state.discards) > 1:
        renew(state)
        state.renewed = True
