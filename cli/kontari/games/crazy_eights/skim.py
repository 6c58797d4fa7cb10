"""A shortcut of the replay loop through the commonest moves."""

from collections.abc import Sequence
from typing import Any

from kontari.core.cards import UNSEEN
from kontari.games.crazy_eights.state import FOLLOWING_NAMED, FREE, State

FAR = 2**53
"""Where there is no limit."""


def skim(state: State, moves: Sequence[Any], index: int) -> int:
    """Make the plain moves from ``index`` on; the index of the first that is not plain, or the end.

    A shortcut of the replay loop and nothing else: it makes exactly the moves that ``judge`` would
    admit and ``apply`` would make, but only the commonest (a card laid, cards drawn, a pass), and
    leaves every other, with everything illegal, to them.
    """
    house = state.house
    count = state.count
    if state.phase != FREE or not house.skims or state.hidden is not None or (house.eager and not count):
        return index
    hands, discards, order, pool = state.hands, state.discards, state.order, state.pool
    turn, admit, named, following = state.turn, state.admit, state.named, house.next_seat[state.direction]
    passes, drawn, limit = state.passes, state.drawn, house.max_draws or FAR
    plain, wild = house.plain, house.wild
    # What happens by itself when the stock runs out is left to ``apply``.
    kept = 1 if house.eager or house.counts_at_once else 0
    end = len(moves)
    if house.max_plays:
        end = min(end, index + house.max_plays - state.plays - 1)
    first, laid = index, len(discards)
    for move in moves[index:end]:
        action = move.action
        if action == "play":
            token = move.card
            if token not in admit or move.seat != turn:
                break
            suit = move.suit
            if token in plain:
                if suit is not None:
                    break
                follow = plain[token]
            elif suit is not None and token in wild:
                follow = FOLLOWING_NAMED[suit]
            else:
                break
            hand = hands[turn]
            copies = hand.pop(token, 0)
            if copies != 1:
                if not copies:
                    break
                hand[token] = 1
            elif not hand:
                # The last card ends the hand, which is left to ``apply``.
                hand[token] = 1
                break
            discards.append(token)
            admit = follow
            named = suit
            passes = drawn = 0
            turn = following[turn]
        elif action == "draw":
            taken = move.cards
            number = len(taken)
            if not 0 < number <= count - kept or drawn + number > limit or move.seat != turn:
                break
            token = taken[0]
            if order is not None:
                if order[-1] != token or token == UNSEEN:
                    break
                if number == 1:
                    order.pop()
                elif _lies_there(order, taken):
                    del order[-number:]
                else:
                    break
            elif number == 1 or (len(wanted := set(taken)) == number and pool.keys() >= wanted):
                if token not in pool:
                    break
                for token in taken:
                    if pool.pop(token) == 2:
                        pool[token] = 1
            else:
                break
            hand = hands[turn]
            for token in taken:
                hand[token] = hand[token] + 1 if token in hand else 1
            count -= number
            drawn += number
            passes = 0
        elif action == "pass":
            if move.seat != turn or not (house.pass_free or admit.isdisjoint(hands[turn])):
                break
            if count:
                if drawn < limit:
                    break
                passes = 0
            elif passes + 1 == house.most_passes or (house.renews and len(discards) > 1):
                break
            else:
                passes += 1
            drawn = 0
            turn = following[turn]
        else:
            break
        index += 1
    if index > first:
        state.turn, state.admit, state.named = turn, admit, named
        state.count, state.drawn, state.passes, state.renewed = count, drawn, passes, False
        state.plays += len(discards) - laid
    return index


def _lies_there(order: list[str], taken: Sequence[str]) -> bool:
    """Whether known cards are the top ones of a stock that lies in order."""
    return UNSEEN not in taken and order[-len(taken) :] == taken[::-1]
