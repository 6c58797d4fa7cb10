"""What may be done at a place of a hand of Mus, as patterns of moves."""

from typing import Any

from kontari.core.cards import UNSEEN
from kontari.games.mus.cards import ID
from kontari.games.mus.exchange import at_fork
from kontari.games.mus.lance import may_declare
from kontari.games.mus.lances import PARES
from kontari.games.mus.state import (
    DECLARE,
    DISCARD,
    DRAW,
    ENDED,
    OPEN,
    OVER,
    RENEW,
    REPLY,
    TALK,
    VISTO,
    State,
    answering,
    in_order,
)

Pattern = dict[str, Any]


def legal(state: State) -> list[Pattern]:
    """Everything that may be done, in the words of moves.

    A pattern is a move in which ``cards`` of a discard gives how many may be thrown, ``of`` the known
    cards they are taken from (``??`` where some are not known) and ``cards`` of a draw how many must be
    drawn; ``stones`` gives the least that may be bet or raised, or lists the raises there are. Where a
    hand holds unseen cards it lists what some filling allows. The cards of a ``show`` are those of the hand.
    """
    if state.fork is not None:
        either = [pattern for corrido in (False, True) for pattern in legal(at_fork(state, corrido))]
        return [pattern for index, pattern in enumerate(either) if pattern not in either[:index]]
    patterns = _IN_PHASE[state.phase](state)
    if state.gate:
        patterns += [{"action": "declare", "seat": state.mano, "has": state.has(state.mano or 0, PARES)}]
    return patterns


def _nothing(state: State) -> list[Pattern]:
    return []


def _talk(state: State) -> list[Pattern]:
    return [{"action": "mus", "seat": state.turn}, {"action": "no-mus", "seat": state.turn}]


def _discard(state: State) -> list[Pattern]:
    seat = state.turn
    held = in_order(state.hands[seat]) + [UNSEEN] * (state.unseen(seat) > 0)
    found: list[Pattern] = [{"action": "discard", "seat": seat, "cards": {"least": 1, "most": 4}, "of": held}]
    if state.phase == VISTO:
        found.append({"action": "stand", "seat": seat})
    return found


def _draw(state: State) -> list[Pattern]:
    number = min(state.owed[state.turn], state.count)
    return [{"action": "draw", "seat": state.turn, "cards": {"least": number, "most": number}}]


def _renew(state: State) -> list[Pattern]:
    return [{"action": "reshuffle"}]


def _declare(state: State) -> list[Pattern]:
    seat = state.turn
    return [
        {"action": "declare", "seat": seat, "has": has}
        for has in (True, False)
        if may_declare(state, seat, state.lance, has, state.work.copy())
    ]


def _open(state: State) -> list[Pattern]:
    seat = state.turn
    found: list[Pattern] = [
        {"action": "pass", "seat": seat},
        {"action": "bet", "seat": seat, "stones": {"least": state.house.min_bet}},
    ]
    if state.house.ordago_allowed:
        found.append({"action": "ordago", "seat": seat})
    return found


def _reply(state: State) -> list[Pattern]:
    seats = [state.turn] if state.house.each_replies else answering(state)
    return [pattern for seat in seats for pattern in _answers(state, seat)]


def _answers(state: State, seat: int) -> list[Pattern]:
    found: list[Pattern] = [{"action": "accept", "seat": seat}, {"action": "refuse", "seat": seat}]
    if state.all_in:
        return found
    house = state.house
    if house.raises == "any":
        stones: Any = {"least": house.min_raise}
    else:
        stones = [2] if house.raises == "plus-two" else sorted({2, state.stake})
    found.append({"action": "raise", "seat": seat, "stones": stones})
    if house.ordago_allowed:
        found.append({"action": "ordago", "seat": seat})
    return found


def _show(state: State) -> list[Pattern]:
    found: list[Pattern] = []
    for seat in range(state.house.players):
        if seat not in state.shown:
            pattern: Pattern = {"action": "show", "seat": seat}
            if not state.unseen(seat):
                pattern["cards"] = sorted(state.hands[seat], key=ID.__getitem__)
            found.append(pattern)
    return found


_IN_PHASE = {
    TALK: _talk,
    VISTO: _discard,
    DISCARD: _discard,
    DRAW: _draw,
    RENEW: _renew,
    DECLARE: _declare,
    OPEN: _open,
    REPLY: _reply,
    ENDED: _show,
    OVER: _nothing,
}
