"""A whole plan of rounds at once, by a fixed number of exchanges of seats: the same plan each time, whatever the clock.

What is made small is the sum of the squares of how often two meet; for events with changing partners that of
partners counts more.
"""

from collections.abc import Sequence
from math import exp
from random import Random

from kontari.tournament.pairing.planes import Plan

MOVES = 400_000
"""Exchanges that are tried at most; none is, once no better plan can exist."""

MOVES_OF_A_PAIR = 400
"""As many for each player and round, where these are fewer."""

PARTNERS = 8
"""How much more two partners count than two at a table."""

HOT, COLD = 2.0, 0.15
"""Temperatures at the beginning and at the end."""


def improve(plan: Plan, players: int, chance: Random, partners: bool = False) -> int:
    """Exchange seats within rounds of the plan, in place; how far it stays above the least sum that could be."""
    search = _Search(plan, players, partners)
    moves = min(MOVES, MOVES_OF_A_PAIR * players * len(plan))
    cooling = (COLD / HOT) ** (1 / max(moves, 1))
    heat = HOT * search.heaviest
    rounds = [k for k, tables in enumerate(plan) if len(tables) > 1 or partners]
    best = search.cost
    kept = [[list(table) for table in tables] for tables in plan]
    for _ in range(moves if rounds else 0):
        if best <= search.least:
            break
        heat *= cooling
        k = rounds[int(chance.random() * len(rounds))]
        tables = plan[k]
        one, other = (_seat(tables, chance) for _ in range(2))
        if one == other or (one[0] == other[0] and not partners):
            continue
        change = search.exchange(k, one, other)
        if change > 0 and chance.random() >= exp(-change / heat):
            search.exchange(k, one, other)
        elif search.cost < best:
            best = search.cost
            kept = [[list(table) for table in each] for each in plan]
    plan[:] = kept
    return best - search.least


def _seat(tables: Sequence[Sequence[int]], chance: Random) -> tuple[int, int]:
    table = int(chance.random() * len(tables))
    return table, int(chance.random() * len(tables[table]))


class _Search:
    """How often any two sat together (or, with partners, across and beside), kept up to date."""

    def __init__(self, plan: Plan, players: int, partners: bool) -> None:
        self.plan = plan
        self.partners = partners
        self.weights = (PARTNERS, 1) if partners else (1, 1)
        self.heaviest = max(self.weights)
        self.counts = [[[0] * players for _ in range(players)] for _ in range(2 if partners else 1)]
        self.cost = 0
        meetings = [0, 0]
        for tables in plan:
            for table in tables:
                for i in range(len(table)):
                    for j in range(i):
                        kind = self._kind(i, j)
                        meetings[kind] += 1
                        self.cost += self._add(kind, table[i], table[j], 1)
        pairs = players * (players - 1) // 2
        self.least = 0
        for kind, weight in enumerate(self.weights):
            each, more = divmod(meetings[kind], pairs)
            self.least += weight * (pairs * each * each + more * (2 * each + 1))

    def _kind(self, i: int, j: int) -> int:
        return (i - j) % 2 if self.partners else 0

    def _add(self, kind: int, a: int, b: int, step: int) -> int:
        counts = self.counts[kind]
        before = counts[a][b]
        counts[a][b] = counts[b][a] = before + step
        return self.weights[kind] * (2 * before * step + 1)

    def exchange(self, k: int, one: tuple[int, int], other: tuple[int, int]) -> int:
        """Let two of a round change seats; by how much the sum grows."""
        (s, i), (t, j) = one, other
        first, second = self.plan[k][s], self.plan[k][t]
        change = self._around(first, i, j if s == t else -1, -1) + self._around(second, j, i if s == t else -1, -1)
        first[i], second[j] = second[j], first[i]
        change += self._around(first, i, j if s == t else -1, 1) + self._around(second, j, i if s == t else -1, 1)
        self.cost += change
        return change

    def _around(self, table: Sequence[int], seat: int, but: int, step: int) -> int:
        me = table[seat]
        return sum(
            self._add(self._kind(seat, other), me, one, step)
            for other, one in enumerate(table)
            if other not in (seat, but)
        )
