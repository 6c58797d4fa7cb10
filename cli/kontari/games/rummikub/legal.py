"""What may be done at a place of a round, as patterns of moves."""

from typing import Any, get_args

from kontari.games.rummikub.able import able, best
from kontari.games.rummikub.search import By, TooMuchWorkError
from kontari.games.rummikub.state import OVER, State

Pattern = dict[str, Any]


def legal(state: State) -> list[Pattern]:
    """The kinds of turn that are legal, with up to two melds as examples: the most tiles, and the most points.

    A meld is a whole move, found by an exact search: without one nothing that is known can be laid. Where the rack
    holds unseen tiles, a ``meld`` without ``put`` says that some of them might be; so it does where the search takes
    too much work to decide. ``tiles`` of a draw gives their number. A ``penalty`` is nobody's choice and is not listed.
    """
    if state.phase == OVER:
        return []
    house, seat = state.house, state.turn
    patterns: list[Pattern] = []
    decided = True
    try:
        for by in get_args(By):
            meld = best(state, by)
            if meld is not None and meld not in patterns:
                patterns.append(meld)
    except TooMuchWorkError:
        decided = False
    must = bool(patterns) or (not decided and bool(able(state)))
    if state.unseen(seat) or not decided:
        patterns.append({"action": "meld", "seat": seat})
    if state.count:
        if house.draw_when_able or not must:
            patterns.append({"action": "draw", "seat": seat, "tiles": {"least": 1, "most": 1}})
    elif not (house.must_play and must):
        patterns.append({"action": "pass", "seat": seat})
    return patterns
