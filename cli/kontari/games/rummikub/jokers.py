"""What may be done with a joker on the table, under the rules that restrict it.

Nobody wrote down which joker, and which copy of a tile, went where. A change of the table is allowed if there is one
way in which it can have come about that the rule allows: every joker that lay there is given a place, and of the
tiles only is asked what such a way needs (so many tiles of this set in that one), for which there are enough or not.
A set that may be a run or a group has to be allowed as either.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from kontari.core.cards import Bag
from kontari.games.rummikub.sets import Reading, TileSet
from kontari.games.rummikub.tiles import COLOURS, JOKER, NUMBER

RACK = -1


class _Joker(NamedTuple):
    """A joker that lay on the table: the number of its set, and the faces that it may have stood for."""

    old: int
    faces: frozenset[str]
    bound: bool


class _Placed(NamedTuple):
    """A joker with the face it stood for, the number of its new set, and whether it stayed what it was."""

    joker: _Joker
    face: str
    new: int
    stays: bool


class _Total(NamedTuple):
    """So many tiles of one source must lie in one of these new sets."""

    source: int
    goals: frozenset[int]
    number: int


def allowed(rule: str, both_colours: bool, old: Sequence[TileSet], new: Sequence[TileSet], played: Bag) -> bool:
    """Whether the old sets may become the new ones with the rack's tiles under a joker rule that is not ``free``."""
    if not any(one.jokers for one in old):
        return True
    if rule == "new-set" and not any(extended(one, old) for one in new):
        return True
    change = _Change(rule, both_colours, old, new, played)
    every_reading = product(*[one.readings for one in (*old, *new)])
    return all(change.possible(chosen[: len(old)], chosen[len(old) :]) for chosen in every_reading)


def extended(new: TileSet, old: Sequence[TileSet]) -> TileSet | None:
    """An old set that lies whole in a new one which has more jokers."""
    return next((one for one in old if new.jokers > one.jokers and within(one.bag, new.bag)), None)


def within(bag: Bag, other: Bag) -> bool:
    """Whether a bag holds all tiles of another one."""
    return all(other.get(token, 0) >= count for token, count in bag.items())


class _Change:
    def __init__(
        self, rule: str, both_colours: bool, old: Sequence[TileSet], new: Sequence[TileSet], played: Bag
    ) -> None:
        self.rule = rule
        self.both_colours = both_colours
        self.old = old
        self.new = new
        self.rack = {token: count for token, count in played.items() if token != JOKER}
        self.old_readings: Sequence[Reading] = ()
        self.new_readings: Sequence[Reading] = ()

    def possible(self, old_readings: Sequence[Reading], new_readings: Sequence[Reading]) -> bool:
        """Whether some way is allowed when the sets are read so."""
        self.old_readings, self.new_readings = old_readings, new_readings
        jokers = [
            _Joker(number, faces, token != JOKER)
            for number, one in enumerate(self.old)
            for faces, token in zip(
                old_readings[number].faces, [token for token in one.tokens if token not in NUMBER], strict=True
            )
        ]
        free = [list(reading.faces) for reading in new_readings]
        return self._place(jokers, [], free)

    def _place(self, jokers: Sequence[_Joker], placed: list[_Placed], free: list[list[frozenset[str]]]) -> bool:
        """Give the other jokers a place; ``free``: for each new set the faces of its places that are left."""
        if len(placed) == len(jokers):
            return any(self._enough(needs) for needs in self._needs(placed))
        joker = jokers[len(placed)]
        used = {one.face for one in placed if one.joker.old == joker.old}
        for new, places in enumerate(free):
            for faces in dict.fromkeys(places):
                places.remove(faces)
                for one in self._ways(joker, joker.faces - used, new, faces):
                    rest = free
                    if one.stays and len(faces) > 1:
                        rest = [
                            [left - {one.face} for left in row] if at == new else row for at, row in enumerate(free)
                        ]
                    placed.append(one)
                    if self._place(jokers, placed, rest):
                        return True
                    placed.pop()
                places.append(faces)
        return False

    def _ways(self, joker: _Joker, faces: frozenset[str], new: int, there: frozenset[str]) -> Iterator[_Placed]:
        """What one joker can have done that now lies in a place for these faces; a glance at what cannot be."""
        numbered = self.old[joker.old].numbered
        kept = sum(min(count, self.new[new].numbered.get(face, 0)) for face, count in numbered.items())
        if kept >= min(2, sum(numbered.values())):
            for face in sorted(faces & there):
                yield _Placed(joker, face, new, True)
        for face in sorted(faces) if self.rule != "new-set" else sorted(faces)[:1]:
            yield _Placed(joker, face, new, False)

    def _needs(self, placed: Sequence[_Placed]) -> Iterator[tuple[dict[tuple[int, str, int], int], list[_Total]]]:
        """What must have gone where, in each way that the rule allows; least numbers of one face, and totals."""
        if self.rule == "new-set":
            totals = [self._kept(one) for one in placed if one.stays]
            for one in placed:
                if not one.stays:
                    apart = self._not_whole(one.new, placed, but=one.joker.old, fewer_jokers=True)
                    if apart is None:
                        return
                    totals += apart
            yield {}, totals
        elif self.rule == "exact":
            yield from self._exact(placed)
        else:
            yield from self._locked(placed)

    def _kept(self, one: _Placed) -> _Total:
        """A joker stays with two of the numbered tiles of its set, or with the only one there was."""
        number = min(2, sum(self.old[one.joker.old].numbered.values()))
        return _Total(one.joker.old, frozenset((one.new,)), number)

    def _not_whole(
        self, new: int, placed: Sequence[_Placed], but: int | None, fewer_jokers: bool
    ) -> list[_Total] | None:
        """That no old set lies whole in this new one; None if one does in any case."""
        others = frozenset(range(len(self.new))) - {new}
        needs = []
        for number, old in enumerate(self.old):
            if number == but or not within(old.bag, self.new[new].bag):
                continue
            if fewer_jokers and self.new[new].jokers <= old.jokers:
                continue
            if any(one.joker.old == number and one.new != new for one in placed):
                continue
            if not others:
                return None
            needs.append(_Total(number, others, 1))
        return needs

    def _exact(self, placed: Sequence[_Placed]) -> Iterator[tuple[dict[tuple[int, str, int], int], list[_Total]]]:
        totals = [self._kept(one) for one in placed if one.stays]
        freed = [one for one in placed if not one.stays]
        for new in dict.fromkeys(one.new for one in freed):
            totals.append(_Total(RACK, frozenset((new,)), 2))
            apart = self._not_whole(new, placed, but=None, fewer_jokers=False)
            if apart is None:
                return
            totals += apart
        left = list(dict.fromkeys(one.joker.old for one in freed))
        for homes in product(*[self._homes(old, freed, placed) for old in left]):
            yield self._at_home(dict(zip(left, homes, strict=True)), freed, placed), totals

    def _locked(self, placed: Sequence[_Placed]) -> Iterator[tuple[dict[tuple[int, str, int], int], list[_Total]]]:
        freed = [one for one in placed if not one.stays]
        with_joker = list(dict.fromkeys(one.joker.old for one in placed))
        homes_of = []
        for old in with_joker:
            staying = {one.new for one in placed if one.stays and one.joker.old == old}
            homes_of.append([new for new in self._homes(old, freed, placed) if staying <= {new}])
        for homes in product(*homes_of):
            yield self._at_home(dict(zip(with_joker, homes, strict=True)), freed, placed), []

    def _homes(self, old: int, freed: Sequence[_Placed], placed: Sequence[_Placed]) -> list[int]:
        """The new sets that hold all numbered tiles of an old one and what its freed jokers were replaced by."""
        wanted = dict(self.old[old].numbered)
        for face in self._replacing(old, freed, placed):
            if face not in self.rack:
                return []
            wanted[face] = wanted.get(face, 0) + 1
        return [new for new, one in enumerate(self.new) if within(wanted, one.numbered)]

    def _replacing(self, old: int, freed: Sequence[_Placed], placed: Sequence[_Placed]) -> set[str]:
        """The faces that the rack must lay for the freed jokers of an old set."""
        faces: set[str] = set()
        one = self.old[old]
        for gone in freed:
            if gone.joker.old != old:
                continue
            faces.add(gone.face)
            in_three = not self.old_readings[old].run and len(one.tokens) == len(COLOURS) - 1
            if self.both_colours and in_three and not gone.joker.bound:
                number = NUMBER[gone.face]
                others = {face[0] for face in one.numbered}
                others |= {other.face[0] for other in placed if other.joker.old == old and other is not gone}
                faces |= {f"{colour}{number}" for colour in COLOURS if colour not in others}
        return faces

    def _at_home(
        self, homes: dict[int, int], freed: Sequence[_Placed], placed: Sequence[_Placed]
    ) -> dict[tuple[int, str, int], int]:
        """That all numbered tiles of old sets lie in the new ones that are named, with what replaces their jokers."""
        least: dict[tuple[int, str, int], int] = {}
        for old, new in homes.items():
            for face, count in self.old[old].numbered.items():
                least[old, face, new] = count
            for face in self._replacing(old, freed, placed):
                least[RACK, face, new] = least.get((RACK, face, new), 0) + 1
        return least

    def _enough(self, needs: tuple[dict[tuple[int, str, int], int], list[_Total]]) -> bool:
        """Whether there are tiles for all that is needed at once.

        What is left over always finds a place, since there are as many tiles of each face before as after.
        """
        least, totals = needs
        given: dict[tuple[int, str], int] = {}
        taken: dict[tuple[int, str], int] = {}
        for (source, face, new), number in least.items():
            given[source, face] = given.get((source, face), 0) + number
            taken[new, face] = taken.get((new, face), 0) + number
        for (source, face), number in given.items():
            if number > self._held(source).get(face, 0):
                return False
        for (new, face), number in taken.items():
            if number > self.new[new].numbered.get(face, 0):
                return False
        return self._totals_met(least, given, taken, totals, 0)

    def _held(self, source: int) -> Bag:
        return self.rack if source == RACK else self.old[source].numbered

    def _totals_met(
        self,
        flow: dict[tuple[int, str, int], int],
        given: dict[tuple[int, str], int],
        taken: dict[tuple[int, str], int],
        totals: Sequence[_Total],
        at: int,
    ) -> bool:
        if at == len(totals):
            return True
        source, goals, number = totals[at]
        there = sum(count for (one, _, new), count in flow.items() if one == source and new in goals)
        if there >= number:
            return self._totals_met(flow, given, taken, totals, at + 1)
        for new in sorted(goals):
            for face, count in self._held(source).items():
                there_wanted = self.new[new].numbered.get(face, 0)
                if given.get((source, face), 0) < count and taken.get((new, face), 0) < there_wanted:
                    more = (
                        flow | {(source, face, new): flow.get((source, face, new), 0) + 1},
                        given | {(source, face): given.get((source, face), 0) + 1},
                        taken | {(new, face): taken.get((new, face), 0) + 1},
                    )
                    if self._totals_met(*more, totals, at):
                        return True
        return False
