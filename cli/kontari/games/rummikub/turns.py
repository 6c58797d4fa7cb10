"""Whose turn it is: how one turn ends and the next begins, and the end of a round."""

from kontari.core.fault import Fault
from kontari.core.totals import settle
from kontari.games.rummikub import score
from kontari.games.rummikub.state import EMPTY, OVER, STOCKED, State


def wrong_turn(state: State, seat: int) -> Fault | None:
    if seat == state.turn:
        return None
    if seat >= state.house.players:
        return Fault("RK-T03", "/seat", {"seat": seat, "players": state.house.players})
    return Fault("RK-T01", "/seat", {"seat": seat, "turn": state.turn})


def end_turn(state: State, *, emptied: bool = False) -> None:
    """A turn is over; ``emptied``: it took the last tile of the pool."""
    house = state.house
    if state.last_turns is not None:
        state.last_turns -= 1
    elif emptied and house.one_more_turn:
        state.last_turns = house.players
    if (emptied and house.at_once) or state.last_turns == 0 or state.passes == house.players:
        end_round(state, "pool")
        return
    state.turn = house.next_seat[state.turn]
    state.phase = STOCKED if state.count else EMPTY


def end_round(state: State, how: str) -> None:
    """The round has ended: count it and see whether that decides the match."""
    state.phase = OVER
    state.ended = how
    state.last_turns = None
    settle(state, score)
