"""Whose move it is."""

from kontari.core.fault import Fault
from kontari.games.mus.state import State


def no_such_seat(state: State, seat: int) -> Fault | None:
    if seat < state.house.players:
        return None
    return Fault("MUS-T03", "/seat", {"seat": seat, "players": state.house.players})


def wrong_turn(state: State, seat: int) -> Fault | None:
    if seat == state.turn:
        return None
    return no_such_seat(state, seat) or Fault("MUS-T01", "/seat", {"seat": seat, "turn": state.turn})
