"""A shortcut of the replay loop through the commonest moves."""

from collections.abc import Sequence
from operator import length_hint
from typing import Any

from kontari.core.cards import UNSEEN, Bag, add, bag_of, remove
from kontari.games.crazy_eights.state import FREE, State
from kontari.games.crazy_eights.stock import same_cards
from kontari.games.crazy_eights.turns import end_hand

FAR = 2**53
"""Where there is no limit."""


def skim(state: State, moves: Sequence[Any], index: int) -> int:
    """Make the plain moves from ``index`` on; the index of the first that is not plain, or the end.

    A shortcut of the replay loop and nothing else: it makes exactly the moves that ``judge`` would
    admit and ``apply`` would make, but only while nothing is owed or unseen and nothing follows from
    a move but the next turn or the end, and leaves every other, with everything illegal, to them.
    """
    house = state.house
    count = state.count
    if state.phase != FREE or not house.skims or state.hidden is not None or (house.eager and not count):
        return index
    hands, discards, order, pool = state.hands, state.discards, state.order, state.pool
    turn, named, following = state.turn, state.named, house.next_seat[state.direction]
    passes, drawn, limit = state.passes, state.drawn, house.max_draws or FAR
    by_suit, one_pack = house.steps.by_suit, house.one_pack
    steps, hand = house.steps[state.admit], hands[turn]
    # What happens by itself when the stock runs out is left to ``apply``, and so are unseen cards.
    kept = 1 if house.eager or house.counts_at_once else 0
    if pool and order is not None:
        kept = max([kept, *(place for place, token in enumerate(order, 1) if token == UNSEEN)])
    gone = state.plays - len(discards)  # plays that lie there no more
    end = len(moves)
    if house.max_plays:
        # Not so many moves that the last play could be among them.
        end = min(end, index + house.max_plays - state.plays - 1)
    rest = iter(moves[index:end])
    refused = 1  # moves that were taken from ``rest`` and not made
    ended = None
    try:
        # A card that is not where it must come from raises KeyError, before anything is changed.
        for move in rest:
            action = move.action
            if action == "play":
                then = steps[token := move.card]
                suit = move.suit
                if suit is not None:
                    then = then[suit]
                elif then is by_suit:
                    break
                if not then or move.seat != turn:
                    break
                if one_pack:
                    del hand[token]
                else:
                    remove(hand, token)
                discards.append(token)
                passes = 0
                if not hand:
                    refused = 0
                    state.out = turn
                    named = None
                    ended = "out"
                    break
                steps = then
                named = suit
                drawn = 0
                turn = following[turn]
                hand = hands[turn]
            elif action == "draw":
                taken = move.cards
                number = len(taken)
                if number > count - kept or number > limit - drawn or move.seat != turn:
                    break
                if number != 1 or not one_pack:
                    if not _take(hand, taken, order, count, pool):
                        break
                else:
                    (token,) = taken
                    if order is None:
                        del pool[token]
                    elif order[count - 1] != token:
                        break
                    hand[token] = 1
                count -= number
                drawn += number
                passes = 0
            elif action == "pass":
                if move.seat != turn or not (house.pass_free or steps.keys().isdisjoint(hand)):
                    break
                if count:
                    if drawn < limit:
                        break
                    passes = 0
                elif house.renews and len(discards) > 1:
                    break
                else:
                    passes += 1
                    if passes == house.most_passes:
                        refused = 0
                        ended = "blocked"
                        break
                drawn = 0
                turn = following[turn]
                hand = hands[turn]
            elif action == "penalty":
                taken = move.cards
                if len(taken) > count - kept or move.seat >= house.players:
                    break
                if not _take(hands[move.seat], taken, order, count, pool):
                    break
                count -= len(taken)
            else:
                if count or not house.renews or len(discards) < 2:
                    break
                stock = move.stock
                *under, top = discards
                if stock is None:
                    order = None
                    pool = dict.fromkeys(under, 1) if one_pack else bag_of(under)
                elif same_cards(house, stock, under):
                    order = stock[::-1]
                    pool = {}
                else:
                    break
                discards = [top]
                count = len(under)
                gone += count
                passes = 0
        else:
            refused = 0
    except KeyError:
        pass
    reached = end - length_hint(rest) - refused
    if reached > index:
        if order is not None:
            del order[count:]
        state.discards, state.order, state.pool, state.count = discards, order, pool, count
        state.turn, state.named, state.plays = turn, named, gone + len(discards)
        state.drawn, state.passes, state.renewed = drawn, passes, False
        if ended is not None:
            end_hand(state, ended)
        else:
            state.refresh()
            if reached == end < len(moves):
                return skim(state, moves, reached)
    return reached


def _take(hand: Bag, taken: list[str], order: list[str] | None, count: int, pool: Bag) -> bool:
    """Whether these cards may come off a stock of ``count`` known cards; then a hand has them, else nothing is changed.

    A stock that lies in order is left as it is: its count says how much of it is there.
    """
    left = count
    for token in taken:
        if order is None:
            if token not in pool:
                break
            if pool.pop(token) == 2:
                pool[token] = 1
        elif order[left - 1] != token:
            break
        left -= 1
        hand[token] = hand[token] + 1 if token in hand else 1
    else:
        return bool(taken)
    for token in taken[: count - left]:
        remove(hand, token)
        if order is None:
            add(pool, token)
    return False
