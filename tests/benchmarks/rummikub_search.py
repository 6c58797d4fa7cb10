"""The search for the best meld beside rummikub-solver, as ratios of one run in which they take turns.

``python tests/benchmarks/rummikub_search.py``; ``--quick`` for a fraction of the positions. That solver is
an integer program over a list of sets; it knows fewer of them with jokers. Its one-time set-up is not timed.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from statistics import median

from kontari.games.rummikub.search import JOKER, Laws, best

Position = tuple[list[int], list[int]]

SETS = [
    *[
        tuple(13 * c + n for n in range(start, end))
        for c in range(4)
        for start in range(11)
        for end in range(start + 3, min(13, start + 5) + 1)
    ],
    *[
        tuple(13 * c + n for c in colours)
        for n in range(13)
        for many in (3, 4)
        for colours in combinations(range(4), many)
    ],
]


def position(chance: random.Random, size: int, rack_size: int, on_table: int = 0, on_rack: int = 0) -> Position:
    """A table of random sets of the 104 numbered tiles, so many tiles or one or two more, and a rack."""
    box = Counter(dict.fromkeys(range(JOKER), 2))
    table: Counter[int] = Counter()
    left = on_table
    while table.total() < size or left:
        one = list(chance.choice(SETS))
        if left:
            one[chance.randrange(len(one))] = JOKER
        if all(box[tile] for tile in one if tile != JOKER):
            left -= left > 0
            box -= Counter(tile for tile in one if tile != JOKER)
            table += Counter(one)
    rack = Counter(chance.sample(sorted(box.elements()), rack_size - on_rack))
    rack[JOKER] = on_rack
    return [table[tile] for tile in range(53)], [rack[tile] for tile in range(53)]


def theirs() -> Callable[[Position, bool], int]:
    """The foreign solver, set up: how many tiles it lays."""
    import rummikub_solver

    rules = rummikub_solver.RuleSet()

    def solve(place: Position, opened: bool) -> int:
        state = rules.new_game()
        state.initial = not opened
        table, rack = ([tile + 1 for tile in range(53) for _ in range(counts[tile])] for counts in place)
        state.add_table(*table)
        state.add_rack(*rack)
        found = rules.solve(state)
        return len(found.tiles) if found else 0

    return solve


def ours(place: Position, opened: bool) -> int:
    found = best(*place, opened, Laws())
    return len(found.tiles) if found else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a fifth of the positions")
    count = 20 if parser.parse_args().quick else 100
    contestants = {"kontari": ours, "rummikub-solver": theirs()}
    print(f"Python {sys.version.split()[0]}, {count} positions a line")
    kinds = {
        "40 on the table, 14 on the rack, no joker": (True, (40, 14, 0, 0)),
        "  two jokers on the table": (True, (40, 14, 2, 0)),
        "  two jokers on the rack": (True, (40, 14, 0, 2)),
        "70 on the table, 14 on the rack, two jokers there": (True, (70, 14, 2, 0)),
        "opening from 14, no joker": (False, (40, 14, 0, 0)),
        "opening from 14, two jokers": (False, (40, 14, 0, 2)),
        "opening from 30, two jokers": (False, (40, 30, 0, 2)),
    }
    for name, (opened, shape) in kinds.items():
        chance = random.Random(name)
        times: dict[str, list[float]] = {who: [] for who in contestants}
        laid = dict.fromkeys(contestants, 0)
        for index in range(count + 1):
            place = position(chance, *shape)
            for who, solve in contestants.items():
                begun = time.perf_counter()
                tiles = solve(place, opened)
                if index:
                    # The first one only warms up.
                    times[who].append(time.perf_counter() - begun)
                    laid[who] += tiles
        mine, other = times.values()
        print(name)
        for who, taken in times.items():
            print(
                f"  {who}: median {1000 * median(taken):.1f} ms, worst {1000 * max(taken):.1f} ms,"
                f" {laid[who] / count:.2f} tiles laid"
            )
        print(
            f"  {median(other) / median(mine):.1f} x faster at the median, {max(other) / max(mine):.1f} x at the worst"
        )


if __name__ == "__main__":
    main()
