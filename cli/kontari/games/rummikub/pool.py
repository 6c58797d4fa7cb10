"""The pool: draws, penalties, and tiles that go back to it."""

from collections.abc import Sequence

from kontari.core.cards import UNSEEN, bag_of
from kontari.core.fault import Fault
from kontari.games.rummikub.able import able, assert_unable
from kontari.games.rummikub.hidden import Hidden
from kontari.games.rummikub.meld import is_table
from kontari.games.rummikub.record import Draw, Pass, Penalty
from kontari.games.rummikub.sets import bag_of_sets
from kontari.games.rummikub.state import State
from kontari.games.rummikub.tiles import ID, counts_of
from kontari.games.rummikub.turns import end_turn, wrong_turn


def judge_draw(state: State, move: Draw) -> Fault | None:
    fault = wrong_turn(state, move.seat)
    if fault is not None:
        return fault
    if len(move.tiles) != 1:
        return Fault("RK-P30", "/tiles", {"tiles": len(move.tiles)})
    if not state.house.draw_when_able and able(state):
        return Fault("RK-P27", "", option="draw_when_able")
    return _judge_next(state, move.tiles[0], "/tiles/0")


def _judge_next(state: State, token: str, at: str) -> Fault | None:
    """Whether this may be the next tile of a pool that is not empty."""
    if state.order is not None:
        following = state.order[-1]
        if following != UNSEEN:
            if token in (following, UNSEEN):
                return None
            return Fault("RK-P31", at, {"tile": token, "next": following})
    if token == UNSEEN:
        return None
    hidden = state.hidden
    possible = token in state.pool if hidden is None else bool(hidden.drawn_known(ID[token]).worlds)
    return None if possible else Fault("RK-P32", at, {"tile": token})


def take(state: State, seat: int, token: str) -> None:
    """The next tile of the pool goes to a rack."""
    state.count -= 1
    if state.order is not None:
        following = state.order.pop()
        if following != UNSEEN:
            token = following
        else:
            _come_to_light(state, token)
    else:
        _come_to_light(state, token)
    if token == UNSEEN:
        if state.hidden is None:
            state.hidden = Hidden.first(counts_of(state.pool), (0,) * state.house.players)
            state.pool = {}
        state.hidden = state.hidden.drawn_unseen(seat)
    else:
        rack = state.racks[seat]
        rack[token] = rack.get(token, 0) + 1


def _come_to_light(state: State, token: str) -> None:
    """A tile whose place in the pool was not known is drawn, and seen unless it is ``??``."""
    if token == UNSEEN:
        return
    if state.hidden is not None:
        state.hidden = state.hidden.drawn_known(ID[token])
    elif state.pool[token] == 1:
        del state.pool[token]
    else:
        state.pool[token] -= 1


def apply_draw(state: State, move: Draw) -> None:
    if not state.house.draw_when_able:
        assert_unable(state)
    state.passes = 0
    state.fresh = ()
    take(state, move.seat, move.tiles[0])
    end_turn(state, emptied=not state.count)


def judge_pass(state: State, move: Pass) -> Fault | None:
    fault = wrong_turn(state, move.seat)
    if fault is not None:
        return fault
    if state.house.must_play and able(state):
        return Fault("RK-P35", "", option="pool_empty")
    return None


def apply_pass(state: State, move: Pass) -> None:
    if state.house.must_play:
        assert_unable(state)
    state.passes += 1
    state.fresh = ()
    end_turn(state)


def judge_penalty(state: State, move: Penalty) -> Fault | None:
    fault = wrong_turn(state, move.seat)
    if fault is not None:
        return fault
    option = "timeout_tiles" if move.reason == "time" else "penalty_tiles"
    wanted = min(state.house.options[option], state.count)
    if len(move.tiles) != wanted:
        return Fault("RK-P33", "/tiles", {"tiles": len(move.tiles), "wanted": wanted}, option=option)
    if len(move.tiles) == 1:
        fault = _judge_next(state, move.tiles[0], "/tiles/0")
    elif move.tiles:
        trial = state.copy()
        for index, token in enumerate(move.tiles):
            fault = _judge_next(trial, token, f"/tiles/{index}")
            if fault is not None:
                return fault
            take(trial, move.seat, token)
    return fault or _judge_table(state, move)


def _judge_table(state: State, move: Penalty) -> Fault | None:
    """What a penalty says of the table: as before, but for tiles that were lost."""
    if not move.lost:
        if move.table_after is None or is_table(state, move.table_after):
            return None
        return Fault("RK-P26", "/table_after", {"sets": len(move.table_after)})
    if move.table_after is None:
        return Fault("RK-P34", "", {"lost": list(move.lost)})
    left = dict(bag_of_sets(state.sets()))
    for index, token in enumerate(move.lost):
        if not left.get(token):
            return Fault("RK-P36", f"/lost/{index}", {"tile": token})
        left[token] -= 1
    for index, tokens in enumerate(move.table_after):
        made = state.house.sets.at(tokens, f"/table_after/{index}")
        if isinstance(made, Fault):
            return made
        for tile, count in made.bag.items():
            left[tile] = left.get(tile, 0) - count
    wrong = [tile for tile, count in left.items() if count]
    return Fault("RK-P37", "/table_after", {"tiles": wrong}) if wrong else None


def apply_penalty(state: State, move: Penalty) -> None:
    had_tiles = state.count > 0
    for token in move.tiles:
        take(state, move.seat, token)
    emptied = had_tiles and not state.count
    state.passes = 0
    state.fresh = ()
    if move.lost:
        _lose(state, move.lost, move.table_after or [])
    end_turn(state, emptied=emptied)


def _lose(state: State, lost: Sequence[str], table_after: Sequence[Sequence[str]]) -> None:
    """Tiles go from the table to the pool, of which then only the content is known."""
    back = bag_of(lost)
    for token in state.order or ():
        if token != UNSEEN:
            back[token] = back.get(token, 0) + 1
    state.order = None
    state.count += len(lost)
    if state.hidden is not None:
        state.hidden = state.hidden.returned(counts_of(back))
    else:
        for token, count in back.items():
            state.pool[token] = state.pool.get(token, 0) + count
    state.lay_out(table_after)
