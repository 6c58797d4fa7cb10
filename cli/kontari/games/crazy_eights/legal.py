"""What may be done at a place of a hand, as patterns of moves."""

from functools import cache
from typing import Any

from kontari.core.cards import SUITS, TOKENS
from kontari.games.crazy_eights.play import judge
from kontari.games.crazy_eights.record import Draw, Pass, Play, Reshuffle
from kontari.games.crazy_eights.state import OVER, State

Pattern = dict[str, Any]


def legal(state: State) -> list[Pattern]:
    """Everything the player to move may do, and a reshuffle where it may come.

    A pattern is a move in which ``suit`` lists the suits that may be named (the key is absent
    where none is), and ``cards`` gives the number of cards that may be drawn: ``least`` to
    ``most``. Where a hand holds unseen cards it lists what some filling allows. Not listed,
    though ``judge`` admits them: a ``penalty``, which is nobody's choice; a suit named with a card that ends the
    hand, which has no effect; a ``reshuffle`` that only says how an implied one lies. Under
    ``draw_when_able: false`` a drawn card may turn out playable, and then fewer than ``most`` can be drawn.
    """
    if state.phase == OVER:
        return []
    seat = state.turn
    patterns = [_play(state, token) for token in TOKENS if _may_play(state, token)]
    drawing = _draw(state)
    if drawing is not None:
        patterns.append(drawing)
    if judge(state, Pass(action="pass", seat=seat)) is None:
        patterns.append({"action": "pass", "seat": seat})
    if judge(state, Reshuffle(action="reshuffle")) is None:
        patterns.append({"action": "reshuffle"})
    return patterns


@cache
def _attempts(seat: int, token: str) -> list[Play]:
    """The card laid without and with a named suit."""
    return [Play(action="play", seat=seat, card=token, suit=suit) for suit in (None, "C")]


def _may_play(state: State, token: str) -> bool:
    if token not in state.hands[state.turn] and state.hidden is None:
        return False
    return any(judge(state, attempt) is None for attempt in _attempts(state.turn, token))


def _play(state: State, token: str) -> Pattern:
    pattern: Pattern = {"action": "play", "seat": state.turn, "card": token}
    if judge(state, _attempts(state.turn, token)[0]) is not None:
        pattern["suit"] = list(SUITS)
    return pattern


def _draw(state: State) -> Pattern | None:
    """How many cards may be drawn at once: owed ones all together, others as far as stock and limit go."""
    house = state.house
    seat = state.turn
    reach = state.count + (len(state.discards) - 1 if house.eager and state.count else 0)
    if state.owed and state.phase != OVER:
        least = most = min(state.owed, reach)
    else:
        limit = house.max_draws - state.drawn if house.max_draws else reach
        least, most = 1, min(reach, limit)
    if most < 1:
        return None
    attempt = Draw(action="draw", seat=seat, cards=["??"] * least)
    if judge(state, attempt) is not None:
        return None
    return {"action": "draw", "seat": seat, "cards": {"least": least, "most": most}}
