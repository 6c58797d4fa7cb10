"""Where unseen cards may lie, by itself: on few cards, against every way in which they may lie."""

from itertools import combinations, permutations

from hypothesis import given

from conftest import examples
from games.mus.mus_tables import SEEDS
from kontari.core.rng import Stream
from kontari.games.mus.cards import ID, TOKENS
from kontari.games.mus.hidden import Hidden

CARDS = TOKENS[:6]
MOST = 4000


def bits(cards):
    return sum(1 << ID[card] for card in cards)


class Ways:
    """Every way to lay the cards: the hands as sets, the discards in order, the stock as a set.

    Exactly so many of the six cards are unseen as there are places, and each of them has a place;
    what is left over at first is in the stock, whose places ``Hidden`` does not name as yet.
    """

    def __init__(self, places):
        self.all = set()
        for cards in permutations(CARDS, sum(map(len, places))):
            left = iter(cards)
            hands = [[next(left) for _ in hand] for hand in places]
            if all(
                card in place
                for hand, want in zip(hands, places, strict=True)
                for card, place in zip(hand, want, strict=True)
            ):
                stock = frozenset(CARDS) - set(cards)
                self.all.add((tuple(map(frozenset, hands)), (), stock))

    def reveal(self, seat, card):
        return {
            (with_hand(hands, seat, hands[seat] - {card}), buried, stock)
            for hands, buried, stock in self.all
            if card in hands[seat]
        }

    def bury(self, seat, number):
        return {
            (with_hand(hands, seat, hands[seat].difference(chosen)), (*buried, *order), stock)
            for hands, buried, stock in self.all
            for chosen in combinations(sorted(hands[seat]), number)
            for order in permutations(chosen)
        }

    def draw_seen(self, card):
        return {(hands, buried, stock - {card}) for hands, buried, stock in self.all if card in stock}

    def draw_unseen(self, seat):
        return {
            (with_hand(hands, seat, hands[seat] | {card}), buried, stock - {card})
            for hands, buried, stock in self.all
            for card in stock
        }

    def renew(self, goes, known):
        return {
            (
                hands,
                tuple(card for card, does in zip(buried, goes, strict=True) if not does),
                frozenset(known) | {card for card, does in zip(buried, goes, strict=True) if does},
            )
            for hands, buried, stock in self.all
            if not stock
        }


def with_hand(hands, seat, hand):
    return (*hands[:seat], hand, *hands[seat + 1 :])


@examples(800)
@given(SEEDS)
def test_what_may_be_is_never_excluded(seed):
    stream = Stream("places", seed, 0, "mus", {}, 2)
    whole = [card for card in CARDS if stream.chance(80)]
    places = [[CARDS if stream.chance(60) else whole for _ in range(1 + stream.below(2))] for _ in range(2)]
    ways = Ways(places)
    hidden = Hidden(tuple(tuple(sorted(map(bits, hand))) for hand in places))
    assert hidden.possible() == bool(ways.all)
    pool = set(CARDS)
    groups = 0
    open_ = set()  # cards that were named, and then thrown openly
    thrown = []  # which discards were thrown together: they go into a new stock together, or stay
    for _ in range(30):
        if not ways.all or len(ways.all) > MOST:
            return
        seat = stream.below(2)
        held = len(hidden.hands[seat])
        count = len(next(iter(ways.all))[2])
        card = stream.choice(CARDS)
        how = stream.choice(["reveal", "bury", "bury", "seen", "unseen", "unseen", "unseen", "renew", "renew"])
        if how == "reveal" and held:
            then = ways.reveal(seat, card)
            after = hidden.reveals(seat, card)
        elif how == "bury" and held:
            number = 1 + stream.below(held)
            then, after = ways.bury(seat, number), hidden.buries(seat, number)
        elif how == "seen" and count:
            then, after = ways.draw_seen(card), hidden.off_stock(card)
            if card not in pool or not after.possible():
                after = None
        elif how == "unseen" and count:
            then, after = ways.draw_unseen(seat), hidden.takes(seat, bits(pool))
        elif how == "renew" and not count and (hidden.buried or open_):
            going = {one for one in thrown if stream.chance(60)}
            goes = [one in going for one in thrown]
            known = {one for one in open_ if stream.chance(70)}
            then = ways.renew(goes, known)
            after = hidden.renewed(goes, bits(known), len(known) + sum(goes))
        else:
            continue
        assert after is not None or not then, (how, seat, card)
        if not then:
            continue  # what cannot be is not done; more may be left open than need be
        assert after.possible()
        ways.all, hidden = then, after
        if how == "bury":
            groups += 1
            thrown += [groups] * number
        elif how == "renew":
            thrown = [one for one in thrown if one not in going]
        if how in ("reveal", "seen"):
            pool.discard(card)
            open_.add(card)
        if how == "renew":
            open_ -= known
            pool = {card for card in CARDS if hidden.stock[0] >> ID[card] & 1} if hidden.stock else known
