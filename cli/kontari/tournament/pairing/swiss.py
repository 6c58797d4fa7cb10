"""Swiss: nobody meets twice, and of all such rounds the best one in a declared order of aims.

The round is a perfect matching of least cost, with one exact integer a pair in which all aims stand, the first in
the highest digits. No colours: this is not the Dutch system of chess.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce
from itertools import combinations, pairwise
from math import lcm
from typing import Any

from kontari.tournament.model import Bye, Exact, Finding, Round
from kontari.tournament.pairing.field import (
    TO_MEET,
    Field,
    bye_order,
    has_the_bye,
    numbered,
    pending,
    without_a_partner,
)
from kontari.tournament.pairing.matching import Pair, barrier, cheapest, largest, pairable
from kontari.tournament.pairing.paired import Paired, PairingError

TERMS = ("repeats", "bye_points", "bye_place", "points_difference", "same_group", "floats", "within")
"""The aims in their order; the last one, the canonical round among equals, is no number."""

EXHAUSTIVE = 300
"""Up to so many participants every pair is looked at."""

CANONICAL = 64
"""Up to so many participants the canonical round among the best is taken: it makes every weight long and different,
and the search ten times as long. Above it is a best round that no exchange of two pairs makes more canonical."""

WIDTH = 8
"""Above, so many partners for each at first; twice as many until the outcome stays the same."""


def pair(field: Field, forced: bool | None = None) -> Paired:
    """The next round. ``forced``: whether some may meet again where there is no other way (else as the stage says).

    Raises PairingError where a fixed table is none of two, NeedsPackageError.
    """
    if forced is None:
        forced = field.stage.pairing.rematch == "if-forced"
    for table in field.fixed:
        if len(table) != 2:
            raise PairingError(f"a table of two has two participants: {', '.join(table)}")
    at_fixed = {one for table in field.fixed for one in table}
    seated = [one for one in field.playing if one not in at_fixed]
    if not seated and not field.fixed:
        return Paired(None, findings=(Finding("TRN-P01", {"left": [], "pairs": []}, field.place()),))
    findings = [*field.findings(), *_fixed_repeats(field)]
    reasons = [
        f"{a} and {b} meet in round {r}, which is pending: they are not paired again" for r, a, b in pending(field)
    ]
    allowed = _Allowed(field, seated)
    taker = None
    if len(seated) % 2:
        taker, repeats, why = _bye(field, seated, allowed, forced)
        reasons += why
    else:
        repeats = not allowed.pairable(seated)
    if repeats and (not forced or (len(seated) % 2 and taker is None)):
        return Paired(None, reasons=tuple(reasons), findings=(*findings, _unpairable(field, seated, allowed)))
    byes = field.byes
    if taker is not None:
        byes = (*byes, Bye(taker, "paired"))
    aims = Aims(field, taker)
    free = [one for one in seated if one != taker]
    pairs, search = _solve(aims, free, allowed, repeats)
    pairs += [(table[0], table[1]) for table in field.fixed]
    reasons += _told(field, pairs)
    findings += [
        Finding("TRN-P02", {"participants": [a, b], "before": _met_in(field, a, b)}, field.place())
        for a, b in pairs
        if field.met[a][b] and (a, b) not in field.fixed and not forced
    ]
    return Paired(
        Round(field.round, numbered(_tables(field, pairs)), byes),
        aims.total(pairs),
        TERMS,
        tuple(reasons),
        tuple(findings),
        search,
    )


class _Allowed:
    """Who may meet whom."""

    def __init__(self, field: Field, seated: Sequence[str]) -> None:
        self.number = {one: i for i, one in enumerate(seated)}
        self._met = [{self.number[other] for other in field.met[one] if other in self.number} for one in seated]

    def pairs(self) -> list[Pair]:
        """All who may meet, by number; of many participants these are very many."""
        return [(a, b) for a, b in combinations(range(len(self._met)), 2) if b not in self._met[a]]

    def pairable(self, among: Iterable[str]) -> bool:
        """Whether all of them can be paired with each other."""
        return pairable(self._met, [self.number[one] for one in among])


def _bye(field: Field, seated: list[str], allowed: _Allowed, forced: bool) -> tuple[str | None, bool, list[str]]:
    """Who has the bye, whether the rest has to meet again, and why it is so."""
    able = [one for one in seated if not field.resting[one]]
    if not able and forced:
        fewest = min(field.resting[one] for one in seated)
        able = [one for one in seated if field.resting[one] == fewest]
    why = []
    candidates = bye_order(field, able)
    for one in bye_order(field, seated):
        if one not in able:
            why.append(f"{one} gets no bye: it had one, or a win without playing")
        elif allowed.pairable(other for other in seated if other != one):
            return one, False, [*why, has_the_bye(field, one)]
        else:
            why.append(f"{one} gets no bye: the others could not be paired without a second meeting")
    if not (forced and candidates):
        return None, True, why
    # The dummy's partner rests; second meetings weigh more than who that is.
    n = len(seated)
    cost = [(i, n, candidates.index(one)) for i, one in enumerate(seated) if one in candidates]
    cost += [(a, b, field.met[seated[a]][seated[b]] * (n + 1)) for a in range(n) for b in range(a + 1, n)]
    (taker,) = [seated[a] for a, b in cheapest(n + 1, cost) if b == n]
    return taker, True, [*why, f"{has_the_bye(field, taker)}: so the fewest meet again"]


class Aims:
    """What is wanted of a round whose bye, if any, is known."""

    def __init__(self, field: Field, taker: str | None = None) -> None:
        self.field = field
        self.taker = taker
        self.seated = [one for one in field.playing if one != taker]
        self.scale = reduce(lcm, (Fraction(field.points[one]).denominator for one in self.seated), 1)
        self.points = {one: int(field.points[one] * self.scale) for one in self.seated}
        self.floated = self._floated() if field.round > 1 else {}
        self.groups: list[list[str]] = []
        for one in self.seated:
            if not self.groups or self.points[self.groups[-1][0]] != self.points[one]:
                self.groups.append([])
            self.groups[-1].append(one)
        self.within = field.stage.pairing.within
        if self.within == "random":
            self.groups = [sorted(group, key=field.lot) for group in self.groups]
        self.seat = {one: (g, i, len(group)) for g, group in enumerate(self.groups) for i, one in enumerate(group, 1)}
        self.avoid = field.stage.pairing.avoid_groups

    def of(self, a: str, b: str) -> tuple[int, int, int, int, int]:
        """What a pair adds: repeats, squared difference of points, same group, floats again, distance within."""
        difference = self.points[a] - self.points[b]
        return (
            self.field.met[a][b],
            difference * difference,
            int(self.avoid and self.field.groups(a, b)),
            (self.floated.get(a) == _sign(-difference)) + (self.floated.get(b) == _sign(difference))
            if difference
            else 0,
            0 if difference else self.distance(a, b),
        )

    def distance(self, a: str, b: str) -> int:
        """How far two of a score group are from being each other's ideal opponent."""
        (_, i, size), (_, j, _) = sorted((self.seat[a], self.seat[b]))
        if self.within == "halves":
            return abs(j - i - size // 2)
        if self.within == "ends":
            return abs(i + j - size - 1)
        return abs(j - i - 1)

    def total(self, pairs: Iterable[tuple[str, str]]) -> tuple[Exact, ...]:
        """The objective of a round, in the order of TERMS."""
        added = [self.of(a, b) for a, b in pairs]
        repeats, difference, groups, floats, within = (sum(column) for column in zip((0,) * 5, *added, strict=True))
        squared = Fraction(difference, self.scale * self.scale)
        whole = squared.numerator if squared.denominator == 1 else squared
        return (repeats, *self._bye(), whole, groups, floats, within)

    def _bye(self) -> tuple[Exact, Exact]:
        if self.taker is None:
            return 0, 0
        place = bye_order(self.field, self.field.playing).index(self.taker) + 1
        return (0 if self.field.stage.pairing.bye == "lots" else self.field.points[self.taker]), place

    def _floated(self) -> dict[str, int]:
        """In which direction each floated in the last round: -1 down, to an opponent with fewer points, or 1 up."""
        last = self.field.round - 1
        before: dict[str, Exact] = {}
        now = {}
        for one in self.field.order:
            entries = self.field.entries(one)
            before[one] = sum((e.points for e in entries if e.round < last), self.field.results.carried.get(one, 0))
            now[one] = next((e for e in entries if e.round == last), None)
        floated = {}
        for one, entry in now.items():
            if entry is not None and entry.kind in TO_MEET and len(entry.opponents) == 1:
                direction = _sign(before.get(entry.opponents[0], before[one]) - before[one])
                if direction:
                    floated[one] = direction
        return floated


def _sign(number: Exact) -> int:
    return (number > 0) - (number < 0)


def _solve(
    aims: Aims, free: list[str], allowed: _Allowed, repeats: bool
) -> tuple[list[tuple[str, str]], dict[str, Any]]:
    """The best pairs of those who are free, and how they were found."""
    width = WIDTH
    narrow: tuple[tuple[Exact, ...], list[tuple[str, str]]] | None = None
    while len(free) > EXHAUSTIVE and not repeats and 2 * width < len(free):
        pairs = _cheapest(aims, free, _near(aims, free, width))
        if 2 * len(pairs) == len(free):
            total = aims.total(pairs)
            if narrow is not None and narrow[0] == total:
                return narrow[1], {"width": width // 2, "exhaustive": False}
            narrow = total, pairs
        width *= 2
    if repeats:
        edges = list(combinations(range(len(free)), 2))
    else:
        number = {allowed.number[one]: i for i, one in enumerate(free)}
        edges = [(number[a], number[b]) for a, b in allowed.pairs() if a in number and b in number]
    pairs = _cheapest(aims, free, edges)
    if len(free) > CANONICAL:
        pairs = _exchanged(aims, pairs)
    return pairs, {"exhaustive": True}


def _cheapest(aims: Aims, free: list[str], edges: Iterable[Pair]) -> list[tuple[str, str]]:
    """The pairs with the least objective; of few participants the canonical ones among equals."""
    n = len(free)
    table = sorted(edges)
    costs = [aims.of(free[a], free[b]) for a, b in table]
    bounds = [n // 2 * max(column) + 1 for column in zip(*costs, strict=True)]
    weighted = []
    number = _canonical_numbers(aims, free)
    bits = n.bit_length() if n <= CANONICAL else 0
    for (a, b), cost in zip(table, costs, strict=True):
        whole = 0
        for term, bound in zip(cost, bounds, strict=True):
            whole = whole * bound + term
        if bits:
            low, high = sorted((number[free[a]], number[free[b]]))
            whole = (whole << bits * n) + (high << bits * (n - 1 - low))
        weighted.append((a, b, whole))
    return [(free[a], free[b]) for a, b in cheapest(n, weighted)]


def _canonical_numbers(aims: Aims, free: Iterable[str]) -> dict[str, int]:
    there = set(free)
    return {one: i for i, one in enumerate(one for one in aims.field.results.participants if one in there)}


def _exchanged(aims: Aims, pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """A round as good, in which no two pairs can exchange partners to come nearer to the canonical round."""
    made = [*pairs]
    number = _canonical_numbers(aims, (one for two in made for one in two))
    left = sorted(((a, b) if number[a] < number[b] else (b, a) for a, b in made), key=lambda two: number[two[0]])
    done: list[tuple[str, str]] = []
    while left:
        (a, b), *left = left
        cost = aims.of(a, b)
        partners = [(c, d, i) for i, two in enumerate(left) for c, d in (two, two[::-1]) if number[c] < number[b]]
        for c, d, i in sorted(partners, key=lambda one: number[one[0]]):
            if _sum(aims.of(a, c), aims.of(b, d)) == _sum(cost, aims.of(c, d)):
                left[i] = (b, d) if number[b] < number[d] else (d, b)
                left.sort(key=lambda two: number[two[0]])
                b = c
                break
        done.append((a, b))
    return done


def _sum(one: Iterable[int], other: Iterable[int]) -> list[int]:
    return [x + y for x, y in zip(one, other, strict=True)]


def _near(aims: Aims, free: list[str], width: int) -> set[Pair]:
    """For each the partners nearest to the ideal one in the group, and those between a group and the next."""
    number = {one: i for i, one in enumerate(free)}
    groups = [left for group in aims.groups if (left := [one for one in group if one in number])]
    edges: set[Pair] = set()

    def add(a: str, b: str) -> bool:
        if aims.field.met[a][b]:
            return False
        i, j = number[a], number[b]
        edges.add((min(i, j), max(i, j)))
        return True

    for group in groups:
        size = len(group)
        for i, one in enumerate(group):
            ideals = {"halves": (i + size // 2, i - size // 2), "ends": (size - 1 - i,)}.get(
                aims.within, (i + 1, i - 1)
            )
            found: set[int] = set()
            for away in range(size):
                if len(found) >= width:
                    break
                for j in {ideal + step for ideal in ideals for step in (away, -away)}:
                    if 0 <= j < size and j != i and j not in found and add(one, group[j]):
                        found.add(j)
    for upper, lower in pairwise(groups):
        for one in _floating(upper, width):
            for other in _floating(lower, width):
                add(one, other)
    return edges


def _ideals(within: str, i: int, size: int) -> tuple[int, ...]:
    if within == "halves":
        return i + size // 2, i - size // 2
    return (size - 1 - i,) if within == "ends" else (i + 1, i - 1)


def _floating(group: list[str], width: int) -> list[str]:
    """Those whom a group can spare best: at its ends and in its middle, where ideal opponents of each other are."""
    half = width // 2
    middle = max(0, len(group) // 2 - half)
    return list(dict.fromkeys([*group[:half], *group[middle : middle + width], *group[-half:]]))


def _fixed_repeats(field: Field) -> list[Finding]:
    return [
        Finding("TRN-P02", {"participants": [a, b], "before": _met_in(field, a, b)}, field.place())
        for a, b in field.fixed
        if field.met[a][b]
    ]


def _met_in(field: Field, a: str, b: str) -> int:
    return next(entry.round for entry in field.entries(a) if entry.kind in TO_MEET and b in entry.opponents)


def _told(field: Field, pairs: Iterable[tuple[str, str]]) -> list[str]:
    position = {one: i for i, one in enumerate(field.order)}
    said = []
    for a, b in sorted(tuple(sorted(one, key=position.__getitem__)) for one in pairs):
        if field.met[a][b]:
            said.append(f"{a} and {b} meet again (round {_met_in(field, a, b)})")
        if field.points[a] != field.points[b]:
            said.append(f"{a} ({field.points[a]}) floats to {b} ({field.points[b]})")
    return said


def _tables(field: Field, pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The first of the table at table 1; first named is who was so less often, then the better placed one."""
    position = {one: i for i, one in enumerate(field.order)}
    seats = field.seats()
    sided = [tuple(sorted(one, key=lambda p: (seats[p][0], position[p]))) for one in pairs]

    def rank(one: tuple[str, ...]) -> tuple[Exact, Exact, int]:
        best, other = sorted(one, key=position.__getitem__)
        return (-field.points[best], -field.points[other], position[best])

    return [(one[0], one[1]) for one in sorted(sided, key=rank)]


def _unpairable(field: Field, seated: list[str], allowed: _Allowed) -> Finding:
    """The proof: a largest set of pairs with who is left over, and what stands in the way."""
    edges = allowed.pairs()
    names = [*seated]
    if len(seated) % 2:
        edges += [(i, len(seated)) for i, one in enumerate(seated) if not field.resting[one]]
        names.append("(bye)")
    pairs = largest(len(names), edges)
    matched = {one for two in pairs for one in two}
    facts: dict[str, Any] = {
        "pairs": [[names[a], names[b]] for a, b in pairs],
        "left": [one for i, one in enumerate(names) if i not in matched],
    }
    facts["why"] = without_a_partner(facts["left"])
    proof = barrier(len(names), edges)
    if proof is not None:
        wall, parts = proof
        facts |= {"without": [names[i] for i in wall], "parts": [[names[i] for i in part] for part in parts]}
    return Finding("TRN-P01", facts, field.place())
