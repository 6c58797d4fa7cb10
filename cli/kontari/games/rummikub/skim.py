"""A shortcut of the replay loop through the commonest turns."""

from collections.abc import Sequence
from typing import Any

from kontari.core.cards import UNSEEN, bag_of
from kontari.games.rummikub.meld import MOST_SETS, Change, change_of, is_table, lay, move_tiles
from kontari.games.rummikub.sets import TileSet
from kontari.games.rummikub.state import OVER, State
from kontari.games.rummikub.tiles import SPARE, of_pile


def skim(state: State, moves: Sequence[Any], index: int) -> int:
    """Make melds and plain draws from ``index`` on; the index of the first other move or illegal meld, or the end.

    A shortcut of the replay loop and nothing else: it makes exactly the moves that ``judge`` would admit and
    ``apply`` would make. Melds that need no closer look are laid at once; of others what ``judge`` finds out serves
    to lay them, too. Draws are plain where nothing hangs on them but the next tile.
    """
    if state.phase == OVER:
        return index
    house = state.house
    next_seat, order, racks = house.next_seat, state.order, state.racks
    plain = state.hidden is None and state.last_turns is None
    plain_draw, plain_meld = plain and house.draw_when_able, plain and house.skims
    turn = state.turn
    for move in moves[index:]:
        action = move.action
        if action == "draw":
            if move.seat != turn or not plain_draw or state.count < 2 or len(move.tiles) != 1:
                break
            token = move.tiles[0]
            if order is None:
                if not _known_in_pool(state, token):
                    break
            elif token == order[-1] and token != UNSEEN:
                order.pop()
            else:
                break
            state.count -= 1
            rack = racks[turn]
            rack[token] = rack.get(token, 0) + 1
            state.fresh = ()
        elif action == "meld":
            if move.seat != turn:
                break
            if not plain_meld or not _laid(state, move):
                change = change_of(state, move)
                if not isinstance(change, Change):
                    break
                lay(state, turn, change)
                index += 1
                if state.phase == OVER:
                    break
                turn = state.turn
                continue
        else:
            break
        state.passes = 0
        state.turn = turn = next_seat[turn]
        index += 1
    return index


def _known_in_pool(state: State, token: str) -> bool:
    """Take a tile out of a pool of which the content is known; False where it is not there."""
    copies = state.pool.pop(token, 0)
    if copies > 1:
        state.pool[token] = copies - 1
    return copies > 0


def _laid(state: State, move: Any) -> bool:
    """Lay a meld that needs no closer look; False, and nothing is changed, where one is needed."""
    if move.opening is not None:
        return False
    opens = not state.opened[move.seat]
    if opens and (move.take or not state.house.plain_opening):
        return False
    sound = state.house.sets.sound.get
    put, made = [], 0
    for tokens in move.put:
        one = sound(tuple(tokens))
        if one is None:
            return False
        put.append(one)
        made += one.pile
    if opens and sum([one.points for one in put]) < state.house.options["opening_min"]:
        return False
    table = state.table
    taken: list[TileSet] = []
    broken = 0
    if move.take:
        restricted = state.house.joker_rule != "free"
        for tokens in move.take:
            one = sound(tuple(tokens))
            if one is None or len(table.get(one.key, ())) != 1 or (restricted and one.jokers):
                return False
            taken.append(one)
            broken += one.pile
        if len(taken) > 1 and len({one.key for one in taken}) != len(taken):
            return False
    if len(put) > MOST_SETS or len(taken) > MOST_SETS:
        return False
    left = (made | SPARE) - broken
    if left & SPARE != SPARE:
        return False
    played = of_pile(left ^ SPARE)
    if not played or (move.tiles is not None and bag_of(move.tiles) != played):
        return False
    rack = state.racks[state.turn]
    for token, count in played.items():
        if rack.get(token, 0) < count:
            return False
    if played == rack:
        return False
    if move.table_after is not None and not is_table(state, move.table_after, put, taken):
        return False
    # Of its name each taken set is the only one there, however it is written.
    move_tiles(state, move.seat, put, taken, played)
    return True
