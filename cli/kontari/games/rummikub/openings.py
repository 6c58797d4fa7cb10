"""Openings of rack tiles alone: whether they reach the minimum, and the best of them."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from kontari.games.rummikub.arranging import most_laid
from kontari.games.rummikub.budget import Budget
from kontari.games.rummikub.careful import careful, careful_below
from kontari.games.rummikub.laying import COLOURS, JOKER, NOTHING, NUMBERS, LaidSet, Tiles, counted, face_of, groups_of
from kontari.games.rummikub.quick import quick
from kontari.games.rummikub.task import Laws, Task, Worth

_STEPS_OF_A_SET = 100

POINTS = Worth(range(NUMBERS + 1), 0)


class Opening(NamedTuple):
    """A meld with an opening: its weight, all its sets, and those that reach the minimum."""

    weight: int
    sets: list[LaidSet]
    reaching: list[LaidSet]


def least_points(laws: Laws) -> int:
    """An opening lays something even where no points are asked for."""
    return max(1, laws.opening_min)


def reaching(sets: Sequence[LaidSet], laws: Laws) -> list[LaidSet] | None:
    """Of these sets as few as reach the minimum, if they do."""
    able = [one for one in sets if laws.opening_joker != "forbid" or not one.jokers()]
    able.sort(key=lambda one: -one.points(laws.jokers_count))
    if laws.opening_single:
        able = able[:1]
    total = 0
    for at, one in enumerate(able, 1):
        total += one.points(laws.jokers_count)
        if total >= least_points(laws):
            return able[:at]
    return None


def opening_in(rack: Sequence[int], laws: Laws, budget: Budget) -> list[LaidSet] | None:
    """Sets of these tiles that make an opening, if there are any."""
    need = least_points(laws)
    if laws.opening_single:
        best = max(single_sets(rack, laws, budget), key=lambda one: one.points(laws.jokers_count), default=None)
        return [best] if best and best.points(laws.jokers_count) >= need else None
    rack = _allowed(rack, laws)
    found = most_laid(NOTHING, rack, POINTS, laws, budget)
    if found is None:
        return None
    reached = reaching(found[1], laws)
    if reached or not rack[JOKER] or not laws.jokers_count or found[0] + NUMBERS * rack[JOKER] < need:
        return reached
    worth = Worth([0] * (NUMBERS + 1), 0)
    found = careful(Task(NOTHING, rack, worth, laws.high_one, laws.jokers_per_set, need, strict=True), budget)
    return reaching(found[1], laws) if found else None


def best_opening(rack: Sequence[int], worth: Worth, laws: Laws, budget: Budget) -> Opening | None:
    """The most weight of an opening that leaves the table alone."""
    rack = _allowed(rack, laws)
    found = most_laid(NOTHING, rack, worth, laws, budget)
    if found is None:
        return None
    reached = reaching(found[1], laws)
    if reached:
        return Opening(*found, reached)
    if not opening_in(rack, laws, budget):
        return None
    if laws.opening_single:
        return _best_with_one(rack, worth, laws, found[0], budget)
    strict = laws.jokers_count and rack[JOKER] > 0
    task = Task(NOTHING, rack, worth, laws.high_one, laws.jokers_per_set, least_points(laws), strict)
    found = careful_below(found[0], task, budget)
    if found is None:
        return None
    reached = reaching(found[1], laws)
    assert reached, "the points were counted"
    return Opening(*found, reached)


def _best_with_one(rack: Sequence[int], worth: Worth, laws: Laws, ceiling: int, budget: Budget) -> Opening | None:
    """The most weight that can be laid with one set that reaches the minimum by itself."""
    best: Opening | None = None
    for one in single_sets(rack, laws, budget):
        if one.points(laws.jokers_count) < least_points(laws):
            continue
        held = counted([one])
        rest = [count - held[tile] for tile, count in enumerate(rack)]
        more, sets = most_laid(NOTHING, rest, worth, laws, budget) or (0, [])
        weight = worth.of(one.tiles) + more
        if best is None or weight > best.weight:
            best = Opening(weight, [one, *sets], [one])
            if weight == ceiling:
                break
    return best


def _allowed(rack: Sequence[int], laws: Laws) -> Sequence[int]:
    """The rack without what no opening may hold."""
    return [*rack[:JOKER], 0] if laws.opening_joker == "forbid" else rack


def single_sets(rack: Sequence[int], laws: Laws, budget: Budget) -> Iterator[LaidSet]:
    """Every set that can be made of rack tiles, in its best reading: once for each choice of tiles."""
    best: dict[Tiles, tuple[int, LaidSet]] = {}
    for made in (_runs(rack, laws), _groups(rack, laws)):
        for one in made:
            budget.spend(_STEPS_OF_A_SET)
            name, points = tuple(sorted(one.tiles)), one.points(laws.jokers_count)
            if name not in best or best[name][0] < points:
                best[name] = (points, one)
    for _, one in best.values():
        yield one


def _most_jokers(rack: Sequence[int], laws: Laws) -> int:
    return min(_allowed(rack, laws)[JOKER], laws.most_jokers)


def _runs(rack: Sequence[int], laws: Laws) -> Iterator[LaidSet]:
    limit = _most_jokers(rack, laws)

    def longer(colour: int, start: int, tiles: list[int], wild: int) -> Iterator[LaidSet]:
        number = start + len(tiles)
        if len(tiles) >= 3 and wild < len(tiles):
            faces = [face_of(colour, start + at) for at in range(len(tiles))]
            yield LaidSet(start, number - 1, faces, list(tiles))
        if len(tiles) == NUMBERS or number > NUMBERS + laws.high_one:
            return
        face = face_of(colour, number)
        if rack[face]:
            yield from longer(colour, start, [*tiles, face], wild)
        if wild < limit:
            yield from longer(colour, start, [*tiles, JOKER], wild + 1)

    for colour in range(COLOURS):
        for start in range(1, NUMBERS + 1):
            yield from longer(colour, start, [], 0)


def _groups(rack: Sequence[int], laws: Laws) -> Iterator[LaidSet]:
    limit = _most_jokers(rack, laws)
    for number in range(1, NUMBERS + 1):
        for vector in product(*[range(min(1, rack[face_of(colour, number)]) + 1) for colour in range(COLOURS)]):
            total = sum(vector)
            for wild in range(limit + 1):
                if total and 3 <= total + wild <= COLOURS:
                    yield groups_of(number, vector, 1, wild, limit)[0]


def most_points(rack: Sequence[int], laws: Laws, budget: Budget) -> int:
    """At least as many points as sets of these tiles can have."""
    rack = _allowed(rack, laws)
    found = quick(NOTHING, rack, POINTS.numbers, laws.high_one, budget)
    return (found[0] if found else 0) + (NUMBERS * rack[JOKER] if laws.jokers_count else 0)
