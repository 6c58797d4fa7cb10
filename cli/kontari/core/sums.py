"""What hidden cards may count together: all ways to fill places out of pools, by the sums they give.

Cards that count the same and fit the same places are one *class*: which of them lies where makes no
difference. Class after class is laid; a *state* is what the places still lack and what the groups
of seats hold so far. The sums of one group, the *dense* one, are kept as the bits of an int: what
differs in nothing else is one state.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from kontari.core.assign import Pool, held
from kontari.core.work import MOST, Work

Vector = tuple[int, ...]
Sums = Mapping[Vector, int]
"""The sums of the dense group, as bits, by those of the others (in which the dense one stands as 0)."""


class Slot(NamedTuple):
    """Places that are alike: the group for which they count, and what may lie there."""

    group: int
    kinds: int


Drawn = tuple[Pool, tuple[tuple[Slot, int], ...]]
"""A pool, and how many places of each slot are filled out of it."""

Needs = tuple[int, ...]
"""How many cards each slot still lacks."""

States = dict[tuple[Needs, Vector], int]

_Key = TypeVar("_Key")


class _Class(NamedTuple):
    points: int
    kinds: int
    number: int


class _TooManyError(Exception):
    """More would have to be looked at than may be."""


def all_sums(
    worlds: Iterable[tuple[Drawn, ...]], value: Sequence[int], groups: int, dense: int, work: Work
) -> set[Vector] | None:
    """The vectors of sums, one number a group, that some filling of some world gives; None if they are too many.

    value: the points of each kind.
    """
    counting = _Counting(value, groups, dense, work)
    found: dict[Vector, int] = {}
    try:
        for pools in worlds:
            for others, totals in counting.world(pools).items():
                _admit(found, others, totals)
        counting.check(sum(map(int.bit_count, found.values())))
    except _TooManyError:
        return None
    return {
        (*others[:dense], total, *others[dense + 1 :]) for others, totals in found.items() for total in _ones(totals)
    }


class _Counting:
    """One call of ``all_sums``; a pool that several worlds draw from alike is counted once."""

    def __init__(self, value: Sequence[int], groups: int, dense: int, work: Work) -> None:
        self.value = value
        self.nothing = (0,) * groups
        self.dense = dense
        self.work = work
        self.counted: dict[Drawn, Sums] = {}

    def check(self, made: int) -> None:
        """Account for so many states that are kept at once."""
        if made > MOST or not self.work.spend(made):
            raise _TooManyError

    def world(self, pools: Iterable[Drawn]) -> Sums:
        """The sums over all pools of a world."""
        sums: Sums = {self.nothing: 1}
        for drawn in pools:
            if drawn not in self.counted:
                self.counted[drawn] = self._pool(*drawn)
            sums = self._added(sums, self.counted[drawn])
        return sums

    def _added(self, one: Sums, two: Sums) -> Sums:
        """The sums of a vector of one and a vector of two."""
        both: dict[Vector, int] = {}
        for left, some in one.items():
            for right, more in two.items():
                few, many = sorted((some, more), key=int.bit_count)
                self.check(few.bit_count())
                others = tuple(map(int.__add__, left, right))
                for points in _ones(few):
                    _admit(both, others, many << points)
        return both

    def _pool(self, pool: Pool, needs: Sequence[tuple[Slot, int]]) -> Sums:
        """The sums that the places filled out of one pool may add."""
        to_come = pool[0]
        wanted = tuple([number for _, number in needs])
        slots, states = _merged({(wanted, self.nothing): 1}, [slot for slot, _ in needs], pool, to_come)
        for cards in _classes(pool, slots, self.value):
            to_come &= ~cards.kinds
            states = self._laid(states, cards, slots, to_come)
            slots, states = _merged(states, slots, pool, to_come)
        return {sums: totals for (_, sums), totals in states.items()}

    def _laid(self, states: States, cards: _Class, slots: Sequence[Slot], to_come: int) -> States:
        """The states after any number of the cards of a class went to any places."""
        partly = {(lacking, sums, cards.number): totals for (lacking, sums), totals in states.items()}
        for index, sooner in _fitting(slots, cards.kinds, to_come):
            group = slots[index].group
            room = min(MOST, self.work.left)
            for (lacking, sums, spare), totals in list(partly.items()):
                most = min(lacking[index], spare)
                if not most or any(map(lacking.__getitem__, sooner)):
                    continue
                for used in range(1, most + 1):
                    less = (*lacking[:index], lacking[index] - used, *lacking[index + 1 :])
                    points = used * cards.points
                    if group == self.dense:
                        _admit(partly, (less, sums, spare - used), totals << points)
                    else:
                        more = (*sums[:group], sums[group] + points, *sums[group + 1 :])
                        _admit(partly, (less, more, spare - used), totals)
                if len(partly) > room:
                    raise _TooManyError
            self.check(len(partly))
        laid: States = {}
        for (lacking, sums, _), totals in partly.items():
            _admit(laid, (lacking, sums), totals)
        return laid


def _classes(pool: Pool, slots: Sequence[Slot], value: Sequence[int]) -> list[_Class]:
    """The classes of a pool, those of the narrowest slots first: these are full soon, and there are fewer states."""
    narrowest = sorted(slots, key=lambda slot: held(pool, slot.kinds))
    alike: dict[tuple[tuple[bool, ...], int], int] = {}
    for kind in _ones(pool[0]):
        unfit = tuple([not slot.kinds >> kind & 1 for slot in narrowest])
        _admit(alike, (unfit, value[kind]), 1 << kind)
    return [_Class(points, kinds, held(pool, kinds)) for (_, points), kinds in sorted(alike.items())]


def _fitting(slots: Sequence[Slot], kinds: int, to_come: int) -> Iterator[tuple[int, list[int]]]:
    """The slots in which such cards may lie, and for each the slots that are filled sooner.

    Of two slots of a group the one that takes nothing else that the other does not take, too, is filled
    sooner: any other filling becomes such a one, with the same sums, when cards change places.
    """
    open_ = [index for index, slot in enumerate(slots) if slot.kinds & kinds]
    open_.sort(key=lambda index: (slots[index].kinds & to_come).bit_count())
    for place, index in enumerate(open_):
        group, takes = slots[index]
        yield (
            index,
            [
                other
                for other in open_[:place]
                if slots[other].group == group and not slots[other].kinds & to_come & ~takes
            ],
        )


def _merged(states: States, slots: Sequence[Slot], pool: Pool, to_come: int) -> tuple[list[Slot], States]:
    """The slots that what is still to come does not tell apart as one, and the states that can still be filled."""
    narrowed = [Slot(slot.group, slot.kinds & to_come) for slot in slots]
    kept = sorted(set(narrowed))
    room = [held(pool, slot.kinds) for slot in kept]
    merged: States = {}
    for (lacking, sums), totals in states.items():
        wanted = dict.fromkeys(kept, 0)
        for slot, number in zip(narrowed, lacking, strict=True):
            wanted[slot] += number
        needs = tuple(wanted.values())
        if all(map(int.__le__, needs, room)):
            _admit(merged, (needs, sums), totals)
    return kept, merged


def _admit(sets: dict[_Key, int], key: _Key, members: int) -> None:
    """Add members, as bits, to the set that stands at a key."""
    sets[key] = sets.get(key, 0) | members


def _ones(bits: int) -> Iterator[int]:
    """The places of the bits that are on."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
