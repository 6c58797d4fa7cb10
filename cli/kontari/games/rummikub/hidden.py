"""Racks with unseen tiles: how many each seat holds, and out of what they can have come.

Unseen tiles come from what nobody saw; tiles that went back to the pool later were seen, so they can only have been
drawn after that. Every such return begins a new *epoch*: the *supply* of an epoch are the tiles that may still be
anywhere unseen and were added then, and an unseen place on a rack that was filled in some epoch holds a tile of that
or an earlier one. What cannot be told apart by counting is kept as several *worlds*; a move is refused only where no
world admits it.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kontari.core.assign import pool_of
from kontari.core.cards import Bag
from kontari.core.sums import Slot, all_sums
from kontari.core.work import Work
from kontari.games.rummikub.tiles import ID, KINDS, TOKENS

Counts = tuple[int, ...]


class World(NamedTuple):
    """supply: for each epoch how often each tile (by ``ID``) is left; places: for each seat those of each epoch."""

    supply: tuple[Counts, ...]
    places: tuple[Counts, ...]

    def possible(self) -> bool:
        """Whether all places can be filled: those of the first epochs out of the first supplies."""
        tiles = filled = 0
        for epoch, supply in enumerate(self.supply):
            tiles += sum(supply)
            filled += sum(seat[epoch] for seat in self.places)
            if filled > tiles:
                return False
        return True

    def blurred(self) -> "World":
        """This world, in which any unseen place may hold any unseen tile: alike for all worlds of a moment."""
        supply = tuple([sum(column) for column in zip(*self.supply, strict=True)])
        return World((supply,), tuple([(sum(seat),) for seat in self.places]))

    def elsewhere(self, seat: int) -> int:
        """How many unseen tiles a seat does not hold."""
        return sum(map(sum, self.supply)) - sum(self.places[seat])

    def without(self, tile: int, epoch: int, seat: int | None, place: int) -> "World":
        """This world when a tile of an epoch has come to light, from a seat's place or (None) from the pool."""
        supply = _less(self.supply, epoch, _one_less(self.supply[epoch], tile))
        if seat is None:
            return World(supply, self.places)
        return World(supply, _less(self.places, seat, _one_less(self.places[seat], place)))


def _one_less(counts: Counts, index: int) -> Counts:
    return (*counts[:index], counts[index] - 1, *counts[index + 1 :])


def _less(rows: tuple[Counts, ...], index: int, row: Counts) -> tuple[Counts, ...]:
    return (*rows[:index], row, *rows[index + 1 :])


MOST_WORLDS = 64
"""How many worlds are kept apart; beyond that it is forgotten what was added when, and nothing is refused for it."""


class Hidden:
    """What may lie in unseen places; never changed. ``worlds`` is empty where nothing is possible."""

    __slots__ = ("worlds",)

    def __init__(self, worlds: Iterable[World]) -> None:
        self.worlds = frozenset(world for world in worlds if world.possible())
        if len(self.worlds) > MOST_WORLDS:
            self.worlds = frozenset((next(iter(self.worlds)).blurred(),))

    @classmethod
    def first(cls, unseen: Sequence[int], places: Sequence[int]) -> "Hidden":
        """So many places on each rack, to be filled out of what nobody saw (counts by ``ID``)."""
        return cls([World((tuple(unseen),), tuple((number,) for number in places))])

    def number(self, seat: int) -> int:
        """How many unseen tiles a seat holds."""
        return next((sum(world.places[seat]) for world in self.worlds), 0)

    def drawn_known(self, tile: int) -> "Hidden":
        """After a tile was drawn from an unseen place of the pool.

        It was one of the newest: an older one that is left in its stead fits wherever that would.
        """
        worlds = []
        for world in self.worlds:
            epochs = [epoch for epoch, supply in enumerate(world.supply) if supply[tile]]
            if epochs:
                worlds.append(world.without(tile, epochs[-1], None, 0))
        return Hidden(worlds)

    def drawn_unseen(self, seat: int) -> "Hidden":
        """After a seat drew an unseen tile."""
        return Hidden(
            World(world.supply, _less(world.places, seat, (*world.places[seat][:-1], world.places[seat][-1] + 1)))
            for world in self.worlds
        )

    def laid(self, seat: int, tiles: Bag) -> "Hidden":
        """After a seat laid tiles out of its unseen places."""
        after = self
        for token, number in tiles.items():
            for _ in range(number):
                after = Hidden(after._one_laid(seat, ID[token]))
        return after

    def _one_laid(self, seat: int, tile: int) -> Iterator[World]:
        """The worlds after one tile was laid: of each epoch, out of the oldest place where it can have lain."""
        for world in self.worlds:
            for epoch, supply in enumerate(world.supply):
                if supply[tile]:
                    place = next((at for at in range(epoch, len(world.supply)) if world.places[seat][at]), None)
                    if place is not None:
                        yield world.without(tile, epoch, seat, place)

    def certain(self, seat: int) -> Bag:
        """The unseen tiles that a seat holds in every filling, since there is no room for them elsewhere."""
        held: Bag = {}
        for tile, token in enumerate(TOKENS):
            least = min(
                (sum(supply[tile] for supply in world.supply) - world.elsewhere(seat) for world in self.worlds),
                default=0,
            )
            if least > 0:
                held[token] = least
        return held

    def returned(self, tiles: Sequence[int]) -> "Hidden":
        """After tiles that were seen (counts by ``ID``) went into the pool."""
        return Hidden(
            World((*world.supply, tuple(tiles)), tuple((*seat, 0) for seat in world.places)) for world in self.worlds
        )

    def sums(self, values: Sequence[int], work: Work) -> set[tuple[int, ...]] | None:
        """What the unseen tiles of all seats may count, one number a seat; None where it is too much to tell."""
        value = list(values)
        worlds = []
        seats = 0
        for world in self.worlds:
            seats = len(world.places)
            pool = pool_of([count for supply in world.supply for count in supply])
            needs = [
                (Slot(seat, (1 << KINDS * (epoch + 1)) - 1), number)
                for seat, row in enumerate(world.places)
                for epoch, number in enumerate(row)
                if number
            ]
            worlds.append(((pool, tuple(needs)),))
            value = list(values) * len(world.supply)
        dense = max(range(seats), key=self.number, default=0)
        return all_sums(worlds, value, seats, dense, work)

    def bounds(self, seats: Sequence[int], values: Sequence[int]) -> tuple[int, int]:
        """The least and the most that the unseen tiles of some seats may count together."""
        least, most = [], []
        for world in self.worlds:
            counts = [sum(column) for column in zip(*world.supply, strict=True)]
            held = sorted(value for value, number in zip(values, counts, strict=True) for _ in range(number))
            number = sum(sum(world.places[seat]) for seat in seats)
            least.append(sum(held[:number]))
            most.append(sum(held[len(held) - number :]))
        return min(least), max(most)
