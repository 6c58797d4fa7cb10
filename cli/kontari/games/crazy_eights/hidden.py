"""What may lie in the hands where the recorder saw nothing.

Every card that no token names is somewhere: in a hand at a place written ``??``, or in the
stock. A *world* keeps the unseen cards of each stock in a pool of its own (the first stock with
the dealt hands; then one for each reshuffle, whose cards all were seen) and, for each seat, the
places ``??`` with the cards that may still lie there. A move is impossible when no world has a
filling. Where a card played could have come from places that differ for the future, worlds part.

Kinds 0–51 are the cards; kind 52 + c is a copy of c that is known to have gone into the stock
(a starter that was replaced), which therefore no dealt hand holds.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from kontari.core.assign import Pool, fits, held, pool_of
from kontari.core.sums import Drawn, Slot, Vector, all_sums
from kontari.core.work import Work

KINDS = 104
DEALT_KIND = (1 << 52) - 1
MAX_WORLDS = 64


class Place(NamedTuple):
    """One ``??`` in a hand: the pool it was drawn from, what may lie there, drawn in this turn or not."""

    pool: int
    kinds: int
    fresh: bool


class World(NamedTuple):
    """One way in which everything recorded so far may have come about."""

    pools: tuple[Pool, ...]
    hands: tuple[tuple[Place, ...], ...]

    def possible(self, number: int) -> bool:
        """Whether some filling gives every place of that pool a card."""
        return fits([place.kinds for hand in self.hands for place in hand if place.pool == number], self.pools[number])

    def with_hand(self, seat: int, hand: tuple[Place, ...]) -> "World":
        return World(self.pools, (*self.hands[:seat], hand, *self.hands[seat + 1 :]))

    def without(self, number: int, kind: int) -> "World | None":
        """One card of that kind less in a pool; None if it has none."""
        pool = self.pools[number]
        copies = held(pool, 1 << kind)
        if not copies:
            return None
        last = copies - 1
        changed = (*pool[:last], pool[last] ^ 1 << kind, *pool[copies:])
        return World((*self.pools[:number], changed, *self.pools[number + 1 :]), self.hands)


def both(cards: int) -> int:
    """The kinds of a set of cards (52 bits): the plain and the returned copies."""
    return cards | cards << 52


class Hidden:
    """All worlds that agree with what was recorded so far. Never changed: each question gives a new one.

    More than ``MAX_WORLDS`` are blurred into one that knows less: all pools in one, and any card at
    any place. It admits every filling that one of them admits, so nothing possible is refused.
    """

    __slots__ = ("_unable", "blurred", "worlds")

    def __init__(self, worlds: Iterable[World], blurred: bool = False) -> None:
        self.worlds = tuple(worlds)
        self.blurred = blurred
        self._unable: dict[tuple[int, int, bool], Hidden | None] = {}
        if len(self.worlds) > MAX_WORLDS:
            self.worlds = (_blur(self.worlds[0]),)
            self.blurred = True

    def _keep(self, worlds: Iterable[World | None]) -> "Hidden | None":
        kept = dict.fromkeys(world for world in worlds if world is not None)
        return Hidden(kept, self.blurred) if kept else None

    def places(self, seat: int) -> int:
        """How many ``??`` a seat holds."""
        return len(self.worlds[0].hands[seat])

    def plays(self, seat: int, card: int, fresh_only: bool) -> "Hidden | None":
        """The worlds in which that seat lays a hidden ``card``, without it; None if it cannot hold it."""
        ways = _ways(self.worlds, seat, card, fresh_only)
        return self._keep(_leave(world, seat, place, kind) for world, place, kind in ways)

    def must_hold(self, seat: int, card: int, fresh_only: bool) -> bool:
        """Whether the seat has ``card`` among its hidden cards in every filling."""
        return all(_unable(world, seat, both(1 << card), fresh_only) is None for world in self.worlds)

    def unable(self, seat: int, cards: int, fresh_only: bool) -> "Hidden | None":
        """The worlds in which none of the seat's hidden cards is in ``cards`` (52 bits)."""
        asked = (seat, cards, fresh_only)
        if asked not in self._unable:  # asked when the move is judged, and again when it is made
            self._unable[asked] = self._keep(_unable(world, seat, both(cards), fresh_only) for world in self.worlds)
        return self._unable[asked]

    def may_be_able(self, seat: int, cards: int, fresh_only: bool) -> bool:
        """Whether in some filling one of the seat's hidden cards is in ``cards`` (52 bits)."""
        return any(_able(world, seat, both(cards), fresh_only) for world in self.worlds)

    def draws_known(self, card: int) -> "Hidden | None":
        """The worlds in which that card came off the unseen part of the stock; the returned copy first."""

        def draw(world: World) -> World | None:
            last = len(world.pools) - 1
            less = world.without(last, 52 + card) or world.without(last, card)
            return less if less is not None and less.possible(last) else None

        return self._keep(map(draw, self.worlds))

    def draws_unseen(self, seat: int, fresh: bool) -> "Hidden":
        """The worlds with one more ``??`` from the present stock in that hand."""

        def draw(world: World) -> World:
            last = len(world.pools) - 1
            return world.with_hand(seat, (*world.hands[seat], Place(last, world.pools[last][0], fresh)))

        return Hidden(map(draw, self.worlds), self.blurred)

    def renewed(self, counts: list[int]) -> "Hidden":
        """The worlds with a new stock of seen cards (52 counts)."""
        pool = pool_of(counts)

        def renew(world: World) -> World:
            pools = (_together((*world.pools, pool)),) if self.blurred else (*world.pools, pool)
            return World(pools, world.hands)

        return Hidden(map(renew, self.worlds), self.blurred)

    def turn_ended(self) -> "Hidden":
        """The worlds in which nothing counts as drawn in this turn any more."""
        if not any(place.fresh for world in self.worlds for hand in world.hands for place in hand):
            return self

        def stale(world: World) -> World:
            hands = tuple(tuple(Place(place.pool, place.kinds, False) for place in hand) for hand in world.hands)
            return World(world.pools, hands)

        return Hidden(dict.fromkeys(map(stale, self.worlds)), self.blurred)

    def sums(self, value: Sequence[int], groups: Sequence[int], work: Work) -> set[Vector] | None:
        """The sums of card values that groups of seats may hold together, over all fillings.

        ``groups[seat]`` is the sum into which the hidden cards of a seat count. None where they are too many.
        """
        places = [0] * (max(groups) + 1)
        for seat, group in enumerate(groups):
            places[group] += self.places(seat)
        worlds = dict.fromkeys(_drawn(world, groups) for world in self.worlds)
        return all_sums(worlds, (*value, *value), len(places), places.index(max(places)), work)


def _blur(world: World) -> World:
    hands = tuple(tuple(sorted(Place(0, DEALT_KIND, place.fresh) for place in hand)) for hand in world.hands)
    return World((_together(world.pools),), hands)


def _together(pools: Iterable[Pool]) -> Pool:
    """All cards of some pools in one, no copy told from another."""
    return pool_of([sum(held(pool, both(1 << card)) for pool in pools) for card in range(52)])


def _able(world: World, seat: int, kinds: int, fresh_only: bool) -> bool:
    """Whether in some filling of a world one of the seat's hidden cards is of these kinds."""
    hand = world.hands[seat]
    for place in set(hand):
        if place.kinds & kinds and (place.fresh or not fresh_only):
            some = list(hand)
            some[hand.index(place)] = place._replace(kinds=place.kinds & kinds)
            if world.with_hand(seat, tuple(some)).possible(place.pool):
                return True
    return False


def _unable(world: World, seat: int, kinds: int, fresh_only: bool) -> World | None:
    """The world in which none of the seat's hidden cards is of these kinds; None if one must be."""
    hand = world.hands[seat]
    barred = [place.kinds & kinds and (place.fresh or not fresh_only) for place in hand]
    if not any(barred):
        return world
    narrowed = world.with_hand(
        seat,
        tuple(
            Place(place.pool, place.kinds & ~kinds, place.fresh) if bar else place
            for place, bar in zip(hand, barred, strict=True)
        ),
    )
    pools = {place.pool for place, bar in zip(hand, barred, strict=True) if bar}
    return narrowed if all(map(narrowed.possible, pools)) else None


def _ways(worlds: Iterable[World], seat: int, card: int, fresh_only: bool) -> Iterator[tuple[World, Place, int]]:
    """Each way in which a hidden card may have been laid, but for those another way makes superfluous.

    Of two places with the same pool where it may have lain it is enough to think of the narrower one: whatever
    could lie in that could also lie in the wider one, so for what remains the wider is the better to keep.
    """
    for world in worlds:
        for kind in (52 + card, card):
            places = {p for p in world.hands[seat] if p.kinds >> kind & 1 and (p.fresh or not fresh_only)}
            for place in places:
                if not any(_narrower(other, place, world.pools[place.pool][0]) for other in places):
                    yield world, place, kind


def _narrower(other: Place, place: Place, kinds: int) -> bool:
    """Whether another place takes less of these kinds; of two that take the same, one counts as narrower."""
    if other.pool != place.pool or other == place:
        return False
    less, more = other.kinds & kinds, place.kinds & kinds
    return other < place if less == more else less & more == less


def _leave(world: World, seat: int, place: Place, kind: int) -> World | None:
    less = world.without(place.pool, kind)
    if less is None:
        return None
    hand = list(world.hands[seat])
    hand.remove(place)
    left = less.with_hand(seat, tuple(hand))
    return left if left.possible(place.pool) else None


def _drawn(world: World, groups: Sequence[int]) -> tuple[Drawn, ...]:
    """What is drawn from each pool for the sums; of the pool only what may be drawn."""
    drawn = []
    for number, pool in enumerate(world.pools):
        slots = Counter(
            Slot(group, place.kinds & pool[0])
            for group, hand in zip(groups, world.hands, strict=True)
            for place in hand
            if place.pool == number
        )
        if slots:
            reach = reduce(or_, (slot.kinds for slot in slots))
            drawn.append((tuple(copies & reach for copies in pool), tuple(sorted(slots.items()))))
    return tuple(sorted(drawn))
