"""The bets and answers of hands of which all is known, from one lance to the next."""

from collections.abc import Sequence
from itertools import compress, takewhile
from operator import attrgetter
from typing import Any

from kontari.games.mus.betting import ACCEPT, ALL_IN, ALL_PASS, BET, RAISE, Turn, Word
from kontari.games.mus.lance import begin_declarations, end_hand
from kontari.games.mus.lances import CHICA, GRANDE, JUEGO, PARES, PUNTO
from kontari.games.mus.state import EN_PASO, OPEN, REFUSED_BY, REPLY, WITH_ALL, State, accepted_at

_word = attrgetter("action", "seat", "lance")


def skim_lances(state: State, moves: Sequence[Any], index: int) -> int:
    """Make the plain bets and answers from ``index`` on, where a lance is open; see ``skim``.

    A refusal that wins the juego is not plain.
    """
    house = state.house
    assert state.tallies is not None
    (tally,) = state.tallies
    totals = list(tally.stones)
    dejes = len(state.dejes)
    turn = _turn(state)
    stake = accepted = 0
    begun = index
    closed = None
    for word in _words(moves[index:]):
        following = turn.leads.get(word) or turn.after(word)
        if following is None:
            break
        event = following.event
        if event:
            if event == BET:
                stones = moves[index].stones
                if stones < house.min_bet:
                    break
                stake = stones
            elif event == RAISE:
                stones, claimed = moves[index].stones, moves[index].stake
                if not house.admits_raise(stones, stake) or claimed not in (None, stake + stones):
                    break
                accepted = stake
                stake += stones
            elif event == ALL_IN:
                accepted = stake
            else:
                place, lance = following.place, following.lance.number
                if event == ALL_PASS:
                    how = EN_PASO
                elif event == ACCEPT:
                    how = WITH_ALL if place.all_in else accepted_at(stake)
                else:
                    assert place.bettor is not None
                    side, deje = place.bettor % 2, house.deje(lance, accepted)
                    if totals[side] + deje >= house.target:
                        break
                    totals[side] += deje
                    state.dejes.append((lance, side, deje))
                    how = REFUSED_BY[side]
                state.closed[lance] = how
                if lance == CHICA and how is not WITH_ALL:
                    state.gate, begun = True, index + 1
                last = how is WITH_ALL or (lance == PARES and state.declares)
                opening = None if last else _next_opening(state, lance)
                if opening is None:
                    closed = how
                    turn = following
                    index += 1
                    break
                following = opening
                stake = accepted = 0
        turn = following
        index += 1
    if state.gate and index > begun:
        state.gate = state.declares = False
    _lay(state, turn, stake, accepted)
    if len(state.dejes) > dejes:
        state.tallies = frozenset((tally.at((totals[0], totals[1])),))
    if closed is WITH_ALL:
        end_hand(state, "ordago")
    elif closed is not None:
        if state.lance == PARES and state.declares:
            begin_declarations(state, JUEGO)
        else:
            end_hand(state, "count")
    return index


def _turn(state: State) -> Turn:
    """Whose turn it is where nothing has been bet in the lance."""
    turn = state.house.openings[state.lance].of(state.eligible)
    assert turn is not None
    while turn.place.turn != state.turn:
        passed = turn.after(("pass", turn.place.turn, None))
        assert passed is not None
        turn = passed
    return turn


def _words(moves: Sequence[Any]) -> list[Word]:
    try:
        return list(map(_word, moves))
    except AttributeError:
        # What names no lance, such as a showing, ends them.
        return list(map(_word, takewhile(lambda move: hasattr(move, "lance"), moves)))


def _next_opening(state: State, lance: int) -> Turn | None:
    """How the next lance with betting is opened; None where the hand ends. Notes the lances that have no betting."""
    assert state.mano is not None
    house = state.house
    order = house.orders[state.mano]
    if lance == GRANDE:
        return house.openings[CHICA].of(order)
    if lance > PARES:
        return None
    worths = state.all_worths()
    if lance == CHICA:
        opening = house.openings[PARES].of(tuple(compress(order, worths[PARES])))
        if opening is not None:
            return opening
        state.closed[PARES] = None
    holders = tuple(compress(order, worths[JUEGO]))
    if not holders:
        return house.openings[PUNTO].of(order)
    opening = house.openings[JUEGO].of(holders)
    if opening is None:
        state.closed[JUEGO] = None
    return opening


def _lay(state: State, turn: Turn, stake: int, accepted: int) -> None:
    """Let the state stand at a turn."""
    state.lance = turn.lance.number
    state.eligible = turn.lance.eligible
    state.turn, state.queue, state.bettor, state.all_in, state.out = turn.place
    state.phase = OPEN if state.bettor is None else REPLY
    state.stake, state.accepted = stake, accepted
