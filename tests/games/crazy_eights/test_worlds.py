"""What is known of hidden hands, against every filling: some cards, two seats, and whatever may happen to them.

A filling is what each seat holds (each card with whether it was drawn in this turn) and what lies in the stock.
"""

from itertools import combinations
from unittest.mock import patch

from hypothesis import assume, given
from hypothesis import strategies as st

from conftest import examples
from kontari.core.assign import pool_of
from kontari.core.rng import Stream
from kontari.core.work import Work
from kontari.games.crazy_eights import hidden as worlds
from kontari.games.crazy_eights.hidden import DEALT_KIND, Hidden, Place, World

CARDS = 4
POINTS = [1, 1, 5, 7, *[0] * 48]
SEATS = range(2)
SEEDS = st.integers(0, 2**32)
MOST_FILLINGS = 1000


def dealt(stream):
    """Worlds and fillings after a deal in which some cards were put back into the stock."""
    unseen = [stream.below(3) for _ in range(CARDS)]
    returned = [stream.below(2) for _ in range(CARDS)]
    sizes = [stream.below(3) for _ in SEATS]
    pool = [*unseen, *[0] * (52 - CARDS), *returned, *[0] * (52 - CARDS)]
    places = tuple((Place(0, DEALT_KIND, False),) * size for size in sizes)
    cards = tuple(card for card in range(CARDS) for _ in range(unseen[card]))
    back = tuple(card for card in range(CARDS) if returned[card])
    fillings = {
        ((held(one), held(two)), tuple(sorted(rest + back)))
        for one, left in choices(cards, sizes[0])
        for two, rest in choices(left, sizes[1])
    }
    return Hidden([World((pool_of(pool),), places)]), fillings


def choices(cards, number):
    """The ways to take so many of some cards, and what is left."""
    for chosen in combinations(range(len(cards)), number):
        yield tuple(cards[at] for at in chosen), tuple(card for at, card in enumerate(cards) if at not in chosen)


def held(cards):
    return tuple((card, False) for card in sorted(cards))


def without(items, item):
    at = items.index(item)
    return items[:at] + items[at + 1 :]


def with_hand(filling, seat, hand):
    hands, stock = filling
    return (*hands[:seat], tuple(sorted(hand)), *hands[seat + 1 :]), stock


def after_play(fillings, seat, card, fresh_only):
    return {
        with_hand(filling, seat, without(filling[0][seat], (card, fresh)))
        for filling in fillings
        for fresh in (False, True)
        if (card, fresh) in filling[0][seat] and (fresh or not fresh_only)
    }


def after_inability(fillings, seat, cards, fresh_only):
    return {
        filling
        for filling in fillings
        if not any(cards >> card & 1 and (fresh or not fresh_only) for card, fresh in filling[0][seat])
    }


def after_known_draw(fillings, card):
    return {(hands, without(stock, card)) for hands, stock in fillings if card in stock}


def after_unseen_draw(fillings, seat, fresh):
    return {
        with_hand((hands, without(stock, card)), seat, (*hands[seat], (card, fresh)))
        for hands, stock in fillings
        for card in stock
    }


def after_turn(fillings):
    return {(tuple(held(card for card, _ in hand) for hand in hands), stock) for hands, stock in fillings}


def possible(hidden, fillings):
    """Each question, whether the worlds say that it may be, and whether some filling does."""
    for card in range(CARDS):
        yield hidden.draws_known(card) is not None, after_known_draw(fillings, card)
    for seat in SEATS:
        for fresh_only in (False, True):
            for card in range(CARDS):
                yield hidden.plays(seat, card, fresh_only) is not None, after_play(fillings, seat, card, fresh_only)
                unable = after_inability(fillings, seat, 1 << card, fresh_only)
                yield not hidden.must_hold(seat, card, fresh_only), unable
            for cards in range(1, 1 << CARDS):
                unable = after_inability(fillings, seat, cards, fresh_only)
                yield hidden.unable(seat, cards, fresh_only) is not None, unable
                yield hidden.may_be_able(seat, cards, fresh_only), set(fillings) - unable


def counts(hidden, fillings):
    """The sums that the worlds find, and those of the fillings: of each hand, and of both together."""
    each = {tuple(sum(POINTS[card] for card, _ in hand) for hand in hands) for hands, _ in fillings}
    yield hidden.sums(POINTS, [0, 1], Work()), each
    yield hidden.sums(POINTS, [0, 0], Work()), {(sum(count),) for count in each}


def go_on(hidden, fillings, stream):
    """Something that may happen next."""
    seat, card, fresh_only = stream.below(2), stream.below(CARDS), stream.chance(25)
    cards = 1 + stream.below((1 << CARDS) - 1)
    stock = len(next(iter(fillings))[1])
    what = stream.choice(["play", "play", "unable", "draw", "draw", "draw", "known draw", "turn"])
    if not stock and what.endswith("draw"):
        counts = [stream.below(2) for _ in range(CARDS)]
        counts[card] += 1
        pile = tuple(card for card in range(CARDS) for _ in range(counts[card]))
        return hidden.renewed([*counts, *[0] * (52 - CARDS)]), {(hands, pile) for hands, _ in fillings}
    if what == "play":  # which ends the turn
        then = hidden.plays(seat, card, fresh_only)
        return then and then.turn_ended(), after_turn(after_play(fillings, seat, card, fresh_only))
    if what == "unable":
        return hidden.unable(seat, cards, fresh_only), after_inability(fillings, seat, cards, fresh_only)
    if what == "known draw":
        return hidden.draws_known(card), after_known_draw(fillings, card)
    if what == "draw":
        return hidden.draws_unseen(seat, not fresh_only), after_unseen_draw(fillings, seat, not fresh_only)
    return hidden.turn_ended(), after_turn(fillings)


def some_hands(seed):
    """Worlds and all fillings, after one thing and after another."""
    stream = Stream("worlds", seed, 0, "crazy-eights", {}, 2)
    hidden, fillings = dealt(stream)
    assume(fillings)
    for _ in range(12):
        yield hidden, fillings
        then, fillings_then = go_on(hidden, fillings, stream)
        if fillings_then:
            hidden, fillings = then, fillings_then
        if len(fillings) > MOST_FILLINGS:
            return


@examples(150)
@given(SEEDS)
def test_worlds_know_what_all_fillings_say(seed):
    for hidden, fillings in some_hands(seed):
        assert not hidden.blurred
        for answer, ways in possible(hidden, fillings):
            assert answer == bool(ways)
        for found, right in counts(hidden, fillings):
            assert found == right


@examples(150)
@given(SEEDS)
def test_blurred_worlds_refuse_nothing(seed):
    with patch.object(worlds, "MAX_WORLDS", 1):
        for hidden, fillings in some_hands(seed):
            for answer, ways in possible(hidden, fillings):
                assert answer or not ways
            for found, right in counts(hidden, fillings):
                assert found >= right
