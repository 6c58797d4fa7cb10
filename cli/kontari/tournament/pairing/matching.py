"""Matchings of a graph: the cheapest perfect one, whether there is one, and the proof where there is none.

Vertices are the numbers from 0. networkx is imported here only, and late: it takes a tenth of a second.
"""

from collections.abc import Collection, Iterable, Sequence, Set
from itertools import combinations
from typing import Any

from kontari.tournament.needs import NeedsPackageError

Pair = tuple[int, int]


def _networkx() -> Any:
    try:
        import networkx
    except ImportError:
        raise NeedsPackageError("networkx") from None
    return networkx


def cheapest(n: int, edges: Iterable[tuple[int, int, int]]) -> list[Pair]:
    """Of the matchings with as many pairs as can be the cheapest one, in order; costs are exact integers.

    Raises NeedsPackageError.
    """
    networkx = _networkx()
    graph = networkx.Graph()
    graph.add_nodes_from(range(n))
    graph.add_weighted_edges_from((a, b, -cost) for a, b, cost in edges)
    return _in_order(networkx.max_weight_matching(graph, maxcardinality=True))


def largest(n: int, edges: Iterable[Pair]) -> list[Pair]:
    """A matching with as many pairs as can be. Raises NeedsPackageError."""
    return cheapest(n, ((a, b, 0) for a, b in edges))


def _in_order(pairs: Iterable[Pair]) -> list[Pair]:
    return sorted((min(pair), max(pair)) for pair in pairs)


def pairable(barred: Sequence[Set[int]], among: Sequence[int]) -> bool:
    """Whether all of ``among`` can be paired with each other. Raises NeedsPackageError.

    barred: for each vertex those with which it is not; of many vertices they are few.
    """
    if len(among) % 2:
        return False
    there = set(among)
    if all(2 * (len(there) - len(barred[one] & there | {one})) >= len(there) for one in there):
        return True  # Dirac: a graph of such degrees has a Hamiltonian circle
    edges = [(a, b) for a, b in combinations(range(len(among)), 2) if among[b] not in barred[among[a]]]
    return 2 * len(largest(len(among), edges)) == len(among)


MOST_FOR_A_BARRIER = 64
"""Above so many vertices no barrier is looked for: it takes a matching for each of them."""


def barrier(n: int, edges: Sequence[Pair]) -> tuple[list[int], list[list[int]]] | None:
    """Why there is no perfect matching: vertices without which more parts of odd size are left than they are.

    Each odd part needs one of them, so not all can be paired (Tutte). None: there is a perfect matching, or the
    graph is too large to look. It is the set of Gallai and Edmonds: the neighbours of all who are left over in
    some largest matching.
    """
    if n > MOST_FOR_A_BARRIER:
        return None
    size = len(largest(n, edges))
    if 2 * size == n:
        return None
    spare = {vertex for vertex in range(n) if len(largest(n, [edge for edge in edges if vertex not in edge])) == size}
    wall = {b for a, b in (*edges, *((b, a) for a, b in edges)) if a in spare and b not in spare}
    parts = [part for part in _parts(n, edges, wall) if len(part) % 2]
    return sorted(wall), parts


def _parts(n: int, edges: Iterable[Pair], without: Collection[int]) -> list[list[int]]:
    neighbours: list[list[int]] = [[] for _ in range(n)]
    for a, b in edges:
        neighbours[a].append(b)
        neighbours[b].append(a)
    parts = []
    seen = set(without)
    for start in range(n):
        if start not in seen:
            part = [start]
            seen.add(start)
            for vertex in part:
                fresh = [one for one in neighbours[vertex] if one not in seen]
                seen.update(fresh)
                part += fresh
            parts.append(sorted(part))
    return parts
