"""What may lie in the hands where the recorder saw nothing.

Every card that no token names is somewhere: in a hand at a place written ``??``, or in the
stock. A *world* keeps the unseen cards of each stock in a pool of its own (the first stock with
the dealt hands; then one for each reshuffle, whose cards all were seen) and, for each seat, the
places ``??`` with the cards that may still lie there. A move is impossible when no world has a
filling. Where a card played could have come from places that differ for the future, worlds part.

Kinds 0–51 are the cards; kind 52 + c is a copy of c that is known to have gone into the stock
(a starter that was replaced), which therefore no dealt hand holds.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kontari.core.assign import fits

KINDS = 104
ANY_KIND = (1 << KINDS) - 1
DEALT_KIND = (1 << 52) - 1
MAX_WORLDS = 64


class Place(NamedTuple):
    """One ``??`` in a hand: the pool it was drawn from, what may lie there, drawn in this turn or not."""

    pool: int
    kinds: int
    fresh: bool


class World(NamedTuple):
    """One way in which everything recorded so far may have come about."""

    pools: tuple[tuple[int, ...], ...]
    hands: tuple[tuple[Place, ...], ...]

    def possible(self) -> bool:
        """Whether some filling gives every place a card."""
        for number, pool in enumerate(self.pools):
            places = [place.kinds for hand in self.hands for place in hand if place.pool == number]
            if places and not fits(places, pool):
                return False
        return all(count >= 0 for count in self.pools[-1])

    def with_hand(self, seat: int, hand: tuple[Place, ...]) -> "World":
        return World(self.pools, (*self.hands[:seat], hand, *self.hands[seat + 1 :]))

    def without(self, number: int, kind: int) -> "World | None":
        """One card of that kind less in a pool; None if it has none."""
        pool = self.pools[number]
        if not pool[kind]:
            return None
        changed = (*pool[:kind], pool[kind] - 1, *pool[kind + 1 :])
        return World((*self.pools[:number], changed, *self.pools[number + 1 :]), self.hands)


def both(cards: int) -> int:
    """The kinds of a set of cards (52 bits): the plain and the returned copies."""
    return cards | cards << 52


class Hidden:
    """All worlds that agree with what was recorded so far. Never changed: each question gives a new one.

    More than ``MAX_WORLDS`` are blurred into one that knows less: all pools in one, and any card at
    any place. It admits every filling that one of them admits, so nothing possible is refused.
    """

    __slots__ = ("blurred", "worlds")

    def __init__(self, worlds: Iterable[World], blurred: bool = False) -> None:
        self.worlds = tuple(worlds)
        self.blurred = blurred
        if len(self.worlds) > MAX_WORLDS:
            self.worlds = (_blur(self.worlds[0]),)
            self.blurred = True

    def _keep(self, worlds: Iterable[World | None]) -> "Hidden | None":
        kept = dict.fromkeys(world for world in worlds if world is not None and world.possible())
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
        return self.unable(seat, 1 << card, fresh_only) is None

    def unable(self, seat: int, cards: int, fresh_only: bool) -> "Hidden | None":
        """The worlds in which none of the seat's hidden cards is in ``cards`` (52 bits)."""
        barred = ~both(cards)

        def narrow(place: Place) -> Place:
            return place._replace(kinds=place.kinds & barred) if place.fresh or not fresh_only else place

        return self._keep(
            world.with_hand(seat, tuple(narrow(place) for place in world.hands[seat])) for world in self.worlds
        )

    def may_be_able(self, seat: int, cards: int, fresh_only: bool) -> bool:
        """Whether in some filling one of the seat's hidden cards is in ``cards`` (52 bits)."""
        return any(self.plays(seat, card, fresh_only) for card in range(52) if cards >> card & 1)

    def draws_known(self, card: int) -> "Hidden | None":
        """The worlds in which that card came off the unseen part of the stock; the returned copy first."""

        def draw(world: World) -> World | None:
            last = len(world.pools) - 1
            return world.without(last, 52 + card) or world.without(last, card)

        return self._keep(map(draw, self.worlds))

    def draws_unseen(self, seat: int, fresh: bool) -> "Hidden":
        """The worlds with one more ``??`` from the present stock in that hand."""

        def draw(world: World) -> World:
            last = len(world.pools) - 1
            kinds = sum(1 << kind for kind in range(KINDS) if world.pools[last][kind])
            return world.with_hand(seat, (*world.hands[seat], Place(last, kinds, fresh)))

        return Hidden(map(draw, self.worlds), self.blurred)

    def renewed(self, counts: list[int]) -> "Hidden":
        """The worlds with a new stock of seen cards (52 counts)."""
        pool = (*counts, *[0] * 52)
        if self.blurred:
            return Hidden(
                (World((tuple(map(int.__add__, world.pools[0], pool)),), world.hands) for world in self.worlds), True
            )
        return Hidden(World((*world.pools, pool), world.hands) for world in self.worlds)

    def turn_ended(self) -> "Hidden":
        """The worlds in which nothing counts as drawn in this turn any more."""

        def stale(world: World) -> World:
            hands = tuple(tuple(place._replace(fresh=False) for place in hand) for hand in world.hands)
            return World(world.pools, hands)

        return Hidden(dict.fromkeys(map(stale, self.worlds)), self.blurred)

    def sums(self, value: Sequence[int], groups: list[list[int]], most: int) -> set[tuple[int, ...]] | None:
        """The sums of card values that groups of seats may hold together, over all fillings.

        ``groups[i]`` are the seats whose hidden cards count into sum ``i``; seats in no group are
        filled but not counted. None where more than ``most`` partial results would have to be kept.
        """
        found: set[tuple[int, ...]] = set()
        for world in self.worlds:
            totals = {(0,) * len(groups)}
            for number, pool in enumerate(world.pools):
                sums = _pool_sums(world, number, pool, value, groups, most)
                if sums is None:
                    return None
                totals = {tuple(map(sum, zip(a, b, strict=True))) for a in totals for b in sums}
                if len(totals) > most:
                    return None
            found |= totals
        return found


def _blur(world: World) -> World:
    counts = [sum(pool[card] + pool[52 + card] for pool in world.pools) for card in range(52)]
    hands = tuple(tuple(sorted(Place(0, DEALT_KIND, place.fresh) for place in hand)) for hand in world.hands)
    return World(((*counts, *[0] * 52),), hands)


def _ways(worlds: Iterable[World], seat: int, card: int, fresh_only: bool) -> Iterator[tuple[World, Place, int]]:
    """Each way in which a hidden card may have been laid, but for those another way makes superfluous.

    Of two places with the same pool it is enough to think of the narrower one: whatever could
    lie in it could also lie in the wider one, so for what remains the wider is the better to keep.
    """
    kinds = 1 << card | 1 << 52 + card
    for world in worlds:
        places = {p for p in world.hands[seat] if p.kinds & kinds and (p.fresh or not fresh_only)}
        for place in places:
            if not any(_narrower(other, place) for other in places):
                for kind in (52 + card, card):
                    if place.kinds >> kind & 1:
                        yield world, place, kind


def _narrower(other: Place, place: Place) -> bool:
    if other.pool != place.pool or other == place:
        return False
    if other.kinds == place.kinds:
        return other < place
    return other.kinds & place.kinds == other.kinds


def _leave(world: World, seat: int, place: Place, kind: int) -> World | None:
    less = world.without(place.pool, kind)
    if less is None:
        return None
    hand = list(world.hands[seat])
    hand.remove(place)
    return less.with_hand(seat, tuple(hand))


def _pool_sums(
    world: World,
    number: int,
    pool: tuple[int, ...],
    value: Sequence[int],
    groups: list[list[int]],
    most: int,
) -> set[tuple[int, ...]] | None:
    """The sums that the places of one pool may add to each group."""
    needs: dict[tuple[int | None, int], int] = {}
    for seat, hand in enumerate(world.hands):
        group = next((index for index, seats in enumerate(groups) if seat in seats), None)
        for place in hand:
            if place.pool == number:
                key = (group, place.kinds)
                needs[key] = needs.get(key, 0) + 1
    keys = list(needs)
    states = {(tuple(needs.values()), (0,) * len(groups))}
    for kind, count in enumerate(pool):
        points = value[kind % 52]
        for _ in range(count):
            grown = set(states)
            for left, sums in states:
                for index, (group, kinds) in enumerate(keys):
                    if left[index] and kinds >> kind & 1:
                        fewer = (*left[:index], left[index] - 1, *left[index + 1 :])
                        if group is None:
                            grown.add((fewer, sums))
                        else:
                            more = (*sums[:group], sums[group] + points, *sums[group + 1 :])
                            grown.add((fewer, more))
            states = grown
            if len(states) > most:
                return None
    return {sums for left, sums in states if not any(left)}
