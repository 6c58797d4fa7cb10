"""Openings after which the table is made anew: a branch and bound over the sets that may be the opening."""

from collections.abc import Sequence
from operator import gt, le
from typing import NamedTuple

from kontari.games.rummikub.arranging import laid_nothing, most_laid
from kontari.games.rummikub.budget import Budget
from kontari.games.rummikub.laying import JOKER, NOTHING, LaidSet, Tiles, counted
from kontari.games.rummikub.openings import Opening, least_points, most_points, opening_in, single_sets
from kontari.games.rummikub.task import Laws, Worth

_STEPS_OF_A_NODE = 200
_STEPS_OF_A_CANDIDATE = 50


class _Candidate(NamedTuple):
    points: int
    tiles: Tiles
    counts: list[int]


def best_rearranging(
    table: Sequence[int], rack: Sequence[int], worth: Worth, laws: Laws, bar: int, budget: Budget
) -> Opening | None:
    """The most weight of a meld that opens and rearranges the table, if that is more than the bar."""
    search = _Search(table, rack, worth, laws, bar, budget)
    search.forcing(NOTHING, 0, 0, 0)
    return search.best


class _Search:
    def __init__(
        self, table: Sequence[int], rack: Sequence[int], worth: Worth, laws: Laws, bar: int, budget: Budget
    ) -> None:
        self.table = table
        self.rack = rack
        self.worth = worth
        self.laws = laws
        self.bar = bar
        self.budget = budget
        self.best: Opening | None = None
        self.candidates: list[_Candidate] | None = None
        # From which place in the list on the same tiles, with the same points, were tried already.
        self.seen: dict[tuple[Tiles, int], int] = {}

    def forcing(self, forced: Sequence[int], base: int, points: int, at: int) -> None:
        """All melds in which these tiles are laid; further sets are forced from a place in the list on."""
        self.budget.spend(_STEPS_OF_A_NODE)
        need = least_points(self.laws)
        rest = [had - kept for had, kept in zip(self.rack, forced, strict=True)]
        if base and points < need and points + most_points(rest, self.laws, self.budget) < need:
            return
        all_there = [lies + kept for lies, kept in zip(self.table, forced, strict=True)]
        found = most_laid(all_there, rest, self.worth, self.laws, self.budget)
        if found is None and base:
            found = laid_nothing(all_there, self.laws, self.budget)
        if found is None or base + found[0] <= self.bar:
            return
        laid = [lies - lay for lies, lay in zip(counted(found[1]), self.table, strict=True)]
        opening = opening_in(laid, self.laws, self.budget)
        if opening:
            self.bar = base + found[0]
            self.best = Opening(self.bar, found[1], opening)
            return
        if self.candidates is None:
            self.candidates = _candidates(self.rack, self.laws, self.budget)
        for place in range(at, len(self.candidates)):
            self.budget.spend(_STEPS_OF_A_CANDIDATE)
            one = self.candidates[place]
            more = [kept + count for kept, count in zip(forced, one.counts, strict=True)]
            name = (tuple(more), points + one.points)
            if self.seen.get(name, len(self.candidates)) <= place or any(map(gt, more, self.rack)):
                continue
            self.seen[name] = place
            self.forcing(more, base + self.worth.of(one.tiles), points + one.points, place)


def _candidates(rack: Sequence[int], laws: Laws, budget: Budget) -> list[_Candidate]:
    """The sets of which an opening can be made: the most points first, or the smallest where one set must do."""
    found = [_candidate(one, laws) for one in single_sets(rack, laws, budget)]
    if laws.opening_single:
        found = [one for one in found if one.points >= least_points(laws)]
        found.sort(key=lambda one: len(one.tiles))
        least: list[_Candidate] = []
        for one in found:
            budget.spend(_STEPS_OF_A_CANDIDATE + _STEPS_OF_A_CANDIDATE * len(least))
            if not any(all(map(le, other.counts, one.counts)) for other in least):
                least.append(one)
        return least
    if rack[JOKER] < 3:
        # Longer runs are two sets.
        found = [one for one in found if len(one.tiles) < 6]
    found.sort(key=lambda one: (-one.points, len(one.tiles)))
    return found


def _candidate(one: LaidSet, laws: Laws) -> _Candidate:
    return _Candidate(one.points(laws.jokers_count), tuple(one.tiles), counted([one]))
