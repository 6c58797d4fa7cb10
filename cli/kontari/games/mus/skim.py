"""A shortcut of the replay loop through hands of which all is known."""

from collections.abc import Callable, Sequence
from typing import Any

from kontari.core.cards import UNSEEN
from kontari.games.mus.cards import HAND
from kontari.games.mus.exchange import all_say_mus, apply_no_mus, next_discard, next_draw
from kontari.games.mus.lance import bet_among_holders
from kontari.games.mus.lances import LANCES
from kontari.games.mus.skim_lances import skim_lances
from kontari.games.mus.state import DECLARE, DISCARD, DRAW, ENDED, OPEN, TALK, VISTO, State


def skim(state: State, moves: Sequence[Any], index: int) -> int:
    """Make the plain moves from ``index`` on; the index of the first that is not plain, or the end.

    A shortcut of the replay loop and nothing else: it makes exactly the moves that ``judge`` would
    admit and ``apply`` would make, but only where the cards of all hands and the score are known, and
    leaves every other, with everything illegal, to them.
    """
    tallies = state.tallies
    if state.hidden is not None or state.corrido is None or state.reached or tallies is None or len(tallies) != 1:
        return index
    end = len(moves)
    while index < end:
        skimming = _SKIM.get(state.phase)
        after = index if skimming is None else skimming(state, moves, index)
        if after == index:
            break
        index = after
    return index


# Each makes the plain moves of one phase, from an index on, and answers with the index of the first it does not make.


def _talk(state: State, moves: Sequence[Any], index: int) -> int:
    seats = (state.turn, *state.queue)
    made = 0
    for seat, move in zip(seats, moves[index : index + len(seats)], strict=False):
        action = move.action
        if (action != "mus" and action != "no-mus") or move.seat != seat:
            break
        made += 1
        if action == "no-mus":
            apply_no_mus(state, move)
            return index + made
    if made == len(seats):
        all_say_mus(state)
    else:
        state.turn, state.queue = seats[made], seats[made + 1 :]
    return index + made


def _discard(state: State, moves: Sequence[Any], index: int) -> int:
    hands, owed, known, exchange = state.hands, state.owed, state.known, state.exchange
    seats = (state.turn, *state.queue)
    made = 0
    for seat, move in zip(seats, moves[index : index + len(seats)], strict=False):
        if move.action != "discard" or move.seat != seat:
            break
        cards = move.cards
        kept = [token for token in hands[seat] if token not in cards]
        # Nor is it so where a card is not held, or named twice.
        if not cards or len(kept) + len(cards) != HAND:
            break
        hands[seat] = kept
        known[seat] = None
        owed[seat] = len(cards)
        state.thrown += [(token, seat, exchange) for token in cards]
        made += 1
    if made:
        state.turn, state.queue = seats[made - 1], seats[made:]
        next_discard(state)
    return index + made


def _draw(state: State, moves: Sequence[Any], index: int) -> int:
    hands, owed, order, pool, count = state.hands, state.owed, state.order, state.pool, state.count
    made = 0
    for seat, move in zip(state.queue, moves[index : index + len(state.queue)], strict=False):
        if move.action != "draw" or move.seat != seat:
            break
        cards = move.cards
        number = len(cards)
        if number != owed[seat] or number > count:
            break
        if order is None:
            if not pool.issuperset(cards) or len(set(cards)) != number:
                break
            pool.difference_update(cards)
        else:
            if UNSEEN in cards or cards != order[: -number - 1 : -1]:
                break
            del order[-number:]
        hands[seat] += cards
        owed[seat] = 0
        count -= number
        made += 1
    if made:
        state.count = count
        state.queue = state.queue[made:]
        next_draw(state)
    return index + made


def _declare(state: State, moves: Sequence[Any], index: int) -> int:
    lance = state.lance
    said = state.declared[lance]
    seats = (state.turn, *state.queue)
    made = 0
    for seat, move in zip(seats, moves[index : index + len(seats)], strict=False):
        if move.action != "declare" or move.seat != seat or move.lance not in (None, LANCES[lance]):
            break
        has = state.has(seat, lance)
        if move.has != has:
            break
        said[seat] = has
        made += 1
    if made == len(seats):
        state.turn, state.queue = seats[-1], ()
        bet_among_holders(state, lance, tuple([seat for seat in state.speaking() if said[seat]]))
    else:
        state.turn, state.queue = seats[made], seats[made + 1 :]
    return index + made


def _show(state: State, moves: Sequence[Any], index: int) -> int:
    hands, shown = state.hands, state.shown
    made = 0
    for move in moves[index : index + len(hands)]:
        if move.action != "show":
            break
        seat = move.seat
        if seat in shown or seat >= len(hands) or sorted(move.cards) != sorted(hands[seat]):
            break
        shown.add(seat)
        made += 1
    if made and state.gate:
        state.gate = state.declares = False
    return index + made


_SKIM: dict[int, Callable[[State, Sequence[Any], int], int]] = {
    TALK: _talk,
    VISTO: _discard,
    DISCARD: _discard,
    DRAW: _draw,
    DECLARE: _declare,
    OPEN: skim_lances,
    ENDED: _show,
}
