"""The deal of a hand of Mus, found from how masmus says that the cards lie now.

After one exchange at most it is found by unrolling it (the cards drawn are the last ones of a hand, those thrown
the discards in order); after more by running the generator back to the deck, and, where the discards became a
new stock once, by undoing that shuffle. What is so found is played forward, and is taken where it leads to what the
file says; else what no place of the file names is unseen.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product
from math import prod
from typing import NamedTuple

from kontari.convert.masmus_log import HAND, SEATS, Exchange
from kontari.convert.mulberry32 import STEP, UINT32, shuffled, unshuffled
from kontari.core.cards import UNSEEN

Cards = list[str]

BASE_DECK = tuple(rank + suit for suit in "oceb" for rank in "A234567SCR")
STOCK = len(BASE_DECK) - SEATS * HAND


@dataclass
class Now:
    """How the cards lie now, and what follows from the log alone."""

    hands: list[Cards]
    stock: Cards
    discards: Cards
    state: int
    mano: int
    whole: list[Exchange] = field(default_factory=list)
    stocks: list[int] = field(default_factory=list)
    """The cards in the stock before each exchange."""
    pools: dict[int, int] = field(default_factory=dict)
    """The cards that became a new stock, by the exchange; one is enough in an exchange."""


class Found(NamedTuple):
    """The deal, and by exchange the cards thrown and drawn by seat; the new stock of a reshuffle, if known."""

    hands: list[Cards]
    stock: Cards | None
    thrown: list[dict[int, Cards]]
    drawn: list[dict[int, Cards]]
    renewed: Cards | None = None


def dealt(now: Now) -> Found:
    """The deal and the exchanges, as far as they can be told."""
    return _unrolled(now) if len(now.whole) <= 1 else _rebuilt(now) or _unseen(now)


def _cut(cards: Sequence[str], exchanges: Sequence[Exchange]) -> list[dict[int, Cards]]:
    """A pile in the order of throwing (or serving), by exchange and seat."""
    parts: list[dict[int, Cards]] = []
    at = 0
    for exchange in exchanges:
        parts.append({})
        for seat, count in exchange.seats():
            parts[-1][seat] = list(cards[at : at + count])
            at += count
    return parts


def _last_drawn(now: Now) -> dict[int, Cards]:
    """What each seat drew in the last exchange: the last cards of its hand."""
    return {seat: now.hands[seat][HAND - count :] for seat, count in now.whole[-1].seats()}


def _unrolled(now: Now) -> Found:
    """The deal before one exchange, or none."""
    if not now.whole:
        return Found(now.hands, now.stock, [], [])
    thrown, drawn = _cut(now.discards, now.whole), _last_drawn(now)
    hands = [hand[: HAND - len(drawn[seat])] + thrown[0][seat] for seat, hand in enumerate(now.hands)]
    served = [card for seat, _ in now.whole[0].seats() for card in drawn[seat]]
    return Found(hands, served + now.stock, thrown, [drawn])


def _unseen(now: Now) -> Found:
    """What can be said without the generator: the discards since the last reshuffle, and what was drawn last."""
    last = max(now.pools) + 1 if now.pools else 0
    unseen = [{seat: [UNSEEN] * count for seat, count in exchange.seats()} for exchange in now.whole]
    thrown = unseen[:last] + _cut(now.discards, now.whole[last:])
    hands = [cards + [UNSEEN] * (HAND - len(cards)) for cards in (thrown[0][seat] for seat in range(SEATS))]
    return Found(hands, None, thrown, [*unseen[:-1], _last_drawn(now)])


def _rebuilt(now: Now) -> Found | None:
    """The deal out of the generator, if playing it forward leads to how the cards lie, and in one way only."""
    if len(now.pools) > 1:
        return None
    used = len(BASE_DECK) - 1 + sum(size - 1 for size in now.pools.values())
    deck = shuffled(BASE_DECK, (now.state - used * STEP) % UINT32)
    hands: list[Cards] = [[] for _ in range(SEATS)]
    for number in range(SEATS):
        hands[(now.mano + number) % SEATS] = deck[HAND * number : HAND * (number + 1)]
    stock = deck[SEATS * HAND :]
    if now.pools:
        found = _Renewal(now, hands, stock).found()
    else:
        found = Found(hands, stock, _cut(now.discards, now.whole), _cut(stock, now.whole))
    return found if found is not None and _leads_to(found, now) else None


class _Renewal:
    """How the cards went where the discards became a new stock once.

    Undoing that shuffle gives every card of the new stock the place that it had in the discards, and so the
    seat that threw it, which is the seat that was first served it. What was drawn since is found backwards
    from the hands as they lie now: a seat may have thrown its cards from any places of its hand, and those
    are kept which put every card with the seat that threw it.
    """

    MOST_TRIALS = 5000
    MOST_WAYS = 64

    def __init__(self, now: Now, hands: list[Cards], stock: Cards) -> None:
        self._now = now
        self._hands, self._stock = hands, stock
        ((self._at, size),) = now.pools.items()
        self._trials = 0
        self._state = (now.state - (size - 1) * STEP) % UINT32
        self._before = _cut(stock, now.whole[: self._at + 1])  # served before the new stock
        nothing: list[dict[int, Cards]] = [{}]
        self._since = nothing * (self._at + 1) + _cut(now.discards, now.whole[self._at + 1 :])
        self._served_first = {card: seat for seat, hand in enumerate(hands) for card in hand}
        for drawn in self._before:
            self._served_first |= {card: seat for seat, cards in drawn.items() for card in cards}
        threw = [
            seat for exchange in now.whole[: self._at + 1] for seat, count in exchange.seats() for _ in range(count)
        ]
        places = unshuffled([str(place) for place in range(size)], self._state)
        self._threw = {int(place): seat for place, seat in zip(places, threw, strict=True)}
        self._places: list[dict[int, range]] = []
        self._next = 0
        for index, exchange in enumerate(now.whole):
            self._places.append({})
            if index >= self._at:
                self._place(index, exchange)

    def _place(self, index: int, exchange: Exchange) -> None:
        """The places of the new stock from which each seat was served in an exchange."""
        for seat, count in exchange.seats():
            old = len(self._before[index][seat]) if index == self._at else 0
            self._places[index][seat] = range(self._next, self._next + count - old)
            self._next += count - old

    def found(self) -> Found | None:
        """The one way in which all agrees, or None."""
        last = len(self._now.whole) - 1
        ways = [list(self._ways(seat, last, hand)) for seat, hand in enumerate(self._now.hands)]
        if self._trials > self.MOST_TRIALS or prod(map(len, ways)) > self.MOST_WAYS:
            return None
        good = [found for drawn in product(*ways) if _leads_to(found := self._with(drawn), self._now)]
        return good[0] if len(good) == 1 else None

    def _ways(self, seat: int, index: int, hand: Cards) -> Iterator[dict[int, Cards]]:
        """What a seat may have drawn, by exchange from that of the new stock on; its hand is that behind ``index``."""
        self._trials += 1
        count = len(self._since[index].get(seat, ())) if index > self._at else self._count(seat)
        kept, drawn = hand[: HAND - count], hand[HAND - count :]
        if self._trials > self.MOST_TRIALS or not self._agrees(seat, index, drawn):
            return
        if index == self._at:
            yield {index: drawn}
            return
        seen = []
        for before in permutations([*kept, *self._since[index][seat]]):
            if [card for card in before if card in kept] == kept:
                for way in self._ways(seat, index - 1, list(before)):
                    if way not in seen:
                        seen.append(way)
                        yield way | {index: drawn}

    def _count(self, seat: int) -> int:
        return dict(self._now.whole[self._at].seats())[seat]

    def _agrees(self, seat: int, index: int, drawn: Cards) -> bool:
        old = self._before[index][seat] if index == self._at else []
        new = drawn[len(old) :]
        places = self._places[index][seat]
        return drawn[: len(old)] == old and all(
            self._served_first.get(card) == self._threw.get(place) for card, place in zip(new, places, strict=True)
        )

    def _with(self, ways: Sequence[dict[int, Cards]]) -> Found:
        """What follows from what each seat drew."""
        drawn = [*self._before[:-1]]
        renewed: Cards = []
        for index in range(self._at, len(self._now.whole)):
            drawn.append({seat: way[index] for seat, way in enumerate(ways)})
            for seat, _ in self._now.whole[index].seats():
                old = len(self._before[index][seat]) if index == self._at else 0
                renewed += drawn[index][seat][old:]
        renewed += self._now.stock
        thrown = _cut(unshuffled(renewed, self._state), self._now.whole[: self._at + 1])
        return Found(self._hands, self._stock, [*thrown, *self._since[self._at + 1 :]], drawn, renewed)


def _leads_to(found: Found, now: Now) -> bool:
    """Whether playing it forward leads to how hands and stock lie now."""
    hands = [list(hand) for hand in found.hands]
    for thrown, drawn in zip(found.thrown, found.drawn, strict=True):
        for seat in range(SEATS):
            kept = [card for card in hands[seat] if card not in thrown[seat]]
            if len(kept) + len(thrown[seat]) != HAND:
                return False
            hands[seat] = kept + drawn[seat]
    served = sum(sum(exchange.counts) for exchange in now.whole)
    return hands == now.hands and [*(found.stock or ()), *(found.renewed or ())][served:] == now.stock
