"""Hands laid open when the last lance is closed."""

from kontari.core.fault import Fault
from kontari.games.mus.cards import HAND
from kontari.games.mus.hidden import Hidden
from kontari.games.mus.lance import bounds
from kontari.games.mus.record import Show
from kontari.games.mus.state import State
from kontari.games.mus.turns import no_such_seat


def judge_show(state: State, move: Show) -> Fault | None:
    seat = move.seat
    fault = no_such_seat(state, seat)
    if fault is not None:
        return fault
    if seat in state.shown:
        return Fault("MUS-S05", "/seat", {"seat": seat})
    if len(move.cards) != HAND:
        return Fault("MUS-S06", "/cards", {"cards": len(move.cards), "wanted": HAND})
    known = set(state.hands[seat])
    hidden = state.hidden
    for index, token in enumerate(move.cards):
        if token in known:
            known.remove(token)
            continue
        hidden = None if hidden is None else hidden.reveals(seat, token)
        if hidden is None:
            return Fault("MUS-S04", f"/cards/{index}", {"card": token})
    if hidden is not None and not _agrees(state, move, hidden):
        return Fault("MUS-S07", "/cards", {"cards": list(move.cards)})
    return None


def _agrees(state: State, move: Show, hidden: Hidden) -> bool:
    """Whether what is shown goes with everything that was declared; the work is that of a question, and not kept."""
    said = bounds(state)
    said[move.seat] = said[move.seat]._replace(ranks="".join(sorted(token[0] for token in move.cards)))
    if not said[move.seat].admits(""):
        return False
    return hidden.possible_for(said, state.work.copy())


def apply_show(state: State, move: Show) -> None:
    seat = move.seat
    for token in move.cards:
        if token not in state.hands[seat]:
            assert state.hidden is not None
            state.hidden = state.hidden.reveals(seat, token)
            state.pool.discard(token)
            state.hands[seat].append(token)
            state.known[seat] = state.worths = None
    state.shown.add(seat)
