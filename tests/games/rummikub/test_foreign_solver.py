"""The search beside rummikub-solver, an integer program: they agree, or differ for a reason that can be checked.

That program is a cross-check and no oracle. It knows runs of three to five tiles, a joker at the end of a run
only where the run has three tiles, and none in a group of four. Its search by value maximises the number of tiles
(it sums an outer product, which is that number times a constant). Before it looks for an opening it sums the
*distinct* numbers of the rack, and gives up below the minimum; then it maximises the numbered tiles of the
opening alone and lays more beside those.
"""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from kontari.games.rummikub.search import JOKER, Laws, Tiles, best, can

foreign = pytest.importorskip("rummikub_solver", reason="a foreign solver, only to compare with")

LAWS = Laws(joker_value=0)


@cache
def rules() -> Any:
    return foreign.RuleSet()


@cache
def their_sets() -> frozenset[tuple[int, ...]]:
    return frozenset(tuple(int(tile) - 1 for tile in one) for one in rules().sets)


def plain_sets() -> Iterator[Tiles]:
    for colour in range(4):
        for start in range(11):
            for end in range(start + 3, min(13, start + 5) + 1):
                yield tuple(13 * colour + number for number in range(start, end))
    for number in range(13):
        faces = [13 * colour + number for colour in range(4)]
        yield from combinations(faces, 3)
        yield tuple(faces)


SETS = list(plain_sets())


def position(chance: random.Random, least: int) -> tuple[list[int], list[int]]:
    """A table as play leaves it, of random sets of the 106 tiles, and a rack of what is left."""
    box = Counter(dict.fromkeys(range(53), 2))
    table: Counter[int] = Counter()
    size = chance.randrange(least, least + 45)
    for _ in range(400):
        if table.total() >= size:
            break
        one = list(chance.choice(SETS))
        if box[JOKER] and chance.random() < 0.1:
            one[chance.randrange(len(one))] = JOKER
        if not Counter(one) - box:
            box -= Counter(one)
            table += Counter(one)
    rest = sorted(box.elements())
    rack = Counter(chance.sample(rest, min(len(rest), chance.randrange(5, 17))))
    return [table[tile] for tile in range(53)], [rack[tile] for tile in range(53)]


def asked(table: list[int], rack: list[int], opened: bool, mode: str) -> Any:
    """What the foreign solver says: its tiles, ours to number, or None."""
    state = rules().new_game()
    state.initial = not opened
    state.add_table(*[tile + 1 for tile in range(53) for _ in range(table[tile])])
    state.add_rack(*[tile + 1 for tile in range(53) for _ in range(rack[tile])])
    found = rules().solve(state, foreign.SolverMode(mode))
    return None if found is None else [int(tile) - 1 for tile in found.tiles]


def value(tiles: Any) -> int:
    return sum(tile % 13 + 1 for tile in tiles if tile != JOKER)


def unknown_to_it(one: Tiles) -> bool:
    """Whether a set, cut to five tiles at most, is none of the sets that the foreign solver has."""
    if one in their_sets():
        return False
    plain = [tile for tile in one if tile != JOKER]
    if len(plain) > 1 and plain[0] // 13 != plain[1] // 13:
        return len(one) == 4 and JOKER in one
    if len(plain) == 1 or len(one) < 6:
        # A run of three with a joker, in its own order of tiles: jokers last.
        last = (*plain, *[JOKER] * (len(one) - len(plain)))
        if len(one) == 3:
            return last not in their_sets()
        return JOKER in (one[0], one[-1]) and not any(
            (*one[:1], *middle, *one[-1:]) in their_sets() for middle in [tuple(sorted(one[1:-1]))]
        )
    return all(unknown_to_it(one[:cut]) or unknown_to_it(one[cut:]) for cut in range(3, len(one) - 2))


def lacks_a_set(sets: tuple[Tiles, ...]) -> bool:
    return any(unknown_to_it(one) for one in sets)


@pytest.mark.parametrize(("mode", "many"), [("tiles", 240), ("value", 60)])
def test_after_the_opening(mode: str, many: int) -> None:
    chance = random.Random(f"opened {mode}")
    same = fewer = laid = 0
    for _ in range(many):
        table, rack = position(chance, 0)
        theirs = asked(table, rack, True, mode) or []
        ours = best(table, rack, True, LAWS)
        assert can(table, rack, True, LAWS) == (ours is not None)
        count = len(ours.tiles) if ours else 0
        laid += count > 0
        if mode == "value":
            dearest = best(table, rack, True, LAWS, "points")
            assert value(theirs) <= (value(dearest.tiles) if dearest else 0)
        if len(theirs) == count:
            same += 1
            continue
        assert len(theirs) < count, (table, rack, theirs, ours)
        assert ours
        assert lacks_a_set(ours.sets), (table, rack, theirs, ours)
        fewer += 1
    assert same + fewer == many
    assert same > 0.9 * many
    assert laid > 0.5 * many


def distinct(rack: list[int]) -> int:
    """What the foreign solver sums before it looks for an opening: each number once, jokers as high as can be."""
    have = list(rack[:JOKER])
    for _ in range(rack[JOKER]):
        number = max(face % 13 for face in range(JOKER) if have[face] < 2)
        have[next(face for face in range(number, JOKER, 13) if have[face] < 2)] += 1
    return sum(number + 1 for number in range(13) if any(have[number + 13 * colour] for colour in range(4)))


OPENINGS = 200


def test_openings() -> None:
    chance = random.Random("openings")
    same = refused = better = fixed = none = 0
    for count in range(OPENINGS):
        table, rack = position(chance, 0 if count % 2 else 20)
        if count % 2:
            table = [0] * 53
        extra = chance.choice(SETS)
        for tile in extra if count % 3 else ():
            rack[tile] += rack[tile] + table[tile] < 2
        if count % 5 == 0:
            # Few tiles of few numbers.
            rack = [min(1, has) * (tile % 13 in (8, 9, 10)) for tile, has in enumerate(rack)]
        theirs = asked(table, rack, False, "initial")
        ours = best(table, rack, False, LAWS)
        assert can(table, rack, False, LAWS) == (ours is not None)
        if theirs is None or ours is None:
            if ours is None:
                assert theirs is None
                none += 1
                same += 1
            elif distinct(rack) < 30:
                refused += 1
            else:
                assert lacks_a_set(ours.opening), (table, rack, ours)
                fixed += 1
            continue
        if len(theirs) == len(ours.tiles):
            same += 1
            continue
        assert len(theirs) < len(ours.tiles)
        # It counts no jokers in an opening, and keeps the opening that it found first.
        alone = asked([0] * 53, rack, False, "initial")
        forced = Counter(alone)
        then = best(
            [lies + forced[tile] for tile, lies in enumerate(table)],
            [has - forced[tile] for tile, has in enumerate(rack)],
            True,
            LAWS,
        )
        after = len(alone) + (len(then.tiles) if then and any(table) else 0)
        assert after == len(theirs) or lacks_a_set(then.sets if then else ours.sets)
        better += 1
    assert same > 150
    assert 20 < none < 180
    assert refused
    assert same + refused + better + fixed == OPENINGS


def test_it_refuses_an_opening_of_one_number() -> None:
    """The case that shows why it is no oracle: k10 b10 r10 is an opening of 30 points."""
    rack = [0] * 53
    for face in (9, 22, 48):
        rack[face] = 1
    assert asked([0] * 53, rack, False, "initial") is None
    assert distinct(rack) == 10
    found = best([0] * 53, rack, False, LAWS)
    assert found
    assert found.opening == ((9, 22, 48),)
