"""Tables of several players: a round after the standings, or all rounds of a small field planned at once.

A round begins with slices of the standings; then players change places while that makes the declared sum of
penalties smaller, a fixed number of times, so that the outcome repeats. It is the best found, not proven to be the
best unless it says so.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce
from math import lcm
from random import Random

from kontari.tournament.model import Bye, Exact, Finding, Round, Seating, Stage
from kontari.tournament.pairing import annealing, lots, planes
from kontari.tournament.pairing.field import Field, bye_order, has_the_bye, numbered, without_a_partner
from kontari.tournament.pairing.paired import Paired, PairingError
from kontari.tournament.pairing.sizes import sizes

TERMS = ("third_meetings", "repeats", "short_again", "points_difference", "same_group", "first_again")
"""The penalties in their order."""

WINDOW = 12
"""Players change places with those of so many tables above and below."""

SWEEPS = 12
POLISHED = 200
"""Up to so many players, those whose table is in order are moved as well, for the sake of the points."""

RESTARTS = 12
RESTARTED = 64
"""Up to so many players, the search begins anew so often while somebody meets again."""


def pair(field: Field, individual: bool = False) -> Paired:
    """The next round. ``individual``: the four of a table are two and two, partners across; partners change.

    Raises PairingError where a fixed table has a size that is not allowed.
    """
    seating = field.stage.seating
    if individual:
        seating = Seating(size=4, least=4, most=4)
    for table in field.fixed:
        if not min(seating.least, seating.size) <= len(table) <= max(seating.most, seating.size):
            raise PairingError(f"a table has {seating.least} to {seating.most} participants: {', '.join(table)}")
    taken = {one for table in field.fixed for one in table}
    free = [one for one in field.playing if one not in taken]
    made = sizes(len(free), seating)
    if not made.tables and not field.fixed:
        facts = {"left": list(free), "pairs": [], "why": without_a_partner(free)}
        return Paired(None, reasons=made.said, findings=(*field.findings(), Finding("TRN-P01", facts, field.place())))
    findings = field.findings()
    rests = _resting(field, free, made.byes)
    byes = tuple(Bye(one, "paired") for one in rests)
    free = [one for one in free if one not in rests]
    penalties = Penalties(field, seating)
    start = _slices(field, free, made.tables)
    chance = lots.chance(field.draw, field.stage, field.round)
    tables = [*(list(table) for table in field.fixed), *_searched(penalties, start, chance)]
    seated = _seated(field, tables, individual)
    total = penalties.total(seated)
    reasons = [*made.said, *(has_the_bye(field, one) for one in rests), *penalties.repeats(seated)]
    return Paired(
        Round(field.round, numbered(seated), (*field.byes, *byes)),
        total,
        TERMS,
        tuple(reasons),
        tuple(findings),
        {"exhaustive": not any(total[:5]), "window": WINDOW},
    )


def _resting(field: Field, among: Sequence[str], count: int) -> list[str]:
    """Those with the fewest byes rest, of these the last in the table, or by lots."""
    first = {one: i for i, one in enumerate(bye_order(field, among))}
    return sorted(among, key=lambda one: (field.resting[one], first[one]))[:count]


def _slices(field: Field, free: Sequence[str], counts: Iterable[int]) -> list[list[str]]:
    if field.stage.pairing.within == "random":
        free = sorted(free, key=lambda one: (-field.points[one], field.lot(one)))
    left = iter(free)
    return [[next(left) for _ in range(count)] for count in counts]


class Penalties:
    """What the tables of a round cost."""

    def __init__(self, field: Field, seating: Seating) -> None:
        self.field = field
        self.size = seating.size
        self.met = field.met
        self.avoid = field.stage.pairing.avoid_groups
        self.scale = reduce(lcm, (Fraction(field.points[one]).denominator for one in field.playing), 1)
        self.points = {one: int(field.points[one] * self.scale) for one in field.playing}
        short = self._short()
        fewest = min((short[one] for one in field.playing), default=0)
        self.short = {one: short[one] - fewest for one in field.playing}
        n = len(field.playing)
        spread = max(self.points.values(), default=0) - min(self.points.values(), default=0)
        most = max((count for one in field.playing for count in self.met[one].values()), default=0)
        pairs = n * max(seating.most, seating.size)
        self.group = 1
        self.difference = self.group * (pairs + 1)
        self.again = self.difference * (pairs * spread * spread + 1)
        self.repeat = self.again * (n * max(self.short.values(), default=0) + 1)
        self.third = self.repeat * (pairs * (2 * most + 1) + 1)
        self.serious = self.again if any(self.short.values()) else self.repeat

    def _short(self) -> Counter[str]:
        return Counter(
            one
            for one in self.field.playing
            for entry in self.field.entries(one)
            if entry.opponents and len(entry.opponents) + 1 < self.size
        )

    def two(self, a: str, b: str) -> int:
        """What two at one table cost, as one number in which the aims stand one above the other."""
        difference = self.points[a] - self.points[b]
        cost = self.difference * difference * difference
        met = self.met[a].get(b, 0)
        if met:
            cost += self.repeat * (2 * met + 1) + (self.third if met > 1 else 0)
        if self.avoid and self.field.groups(a, b):
            cost += self.group
        return cost

    def seat(self, one: str, size: int) -> int:
        """What it costs that somebody sits at a table of that size."""
        return self.again * self.short[one] if size < self.size else 0

    def table(self, table: Sequence[str]) -> int:
        """What a table costs."""
        two = sum(self.two(a, b) for i, a in enumerate(table) for b in table[:i])
        return two + sum(self.seat(one, len(table)) for one in table)

    def total(self, tables: Iterable[Sequence[str]]) -> tuple[Exact, ...]:
        """The objective of a round, in the order of TERMS."""
        sums: list[Exact] = [0] * len(TERMS)
        seats = self.field.seats()
        for table in tables:
            sums[5] += seats[table[0]][0]
            if len(table) < self.size:
                sums[2] += sum(self.short[one] for one in table)
            for i, a in enumerate(table):
                for b in table[:i]:
                    met = self.met[a].get(b, 0)
                    sums[0] += met > 1
                    sums[1] += 2 * met + 1 if met else 0
                    sums[3] += (self.points[a] - self.points[b]) ** 2
                    sums[4] += self.avoid and self.field.groups(a, b)
        squared = Fraction(sums[3], self.scale * self.scale)
        sums[3] = squared.numerator if squared.denominator == 1 else squared
        return tuple(sums)

    def repeats(self, tables: Iterable[Sequence[str]]) -> list[str]:
        """Sentences about those who meet again."""
        return [
            f"{b} and {a} meet again ({self.met[a][b]} before)"
            for table in tables
            for i, a in enumerate(table)
            for b in table[:i]
            if self.met[a].get(b, 0)
        ]


def _searched(penalties: Penalties, start: list[list[str]], chance: Random) -> list[list[str]]:
    best = start
    _descend(penalties, best, WINDOW)
    cost = sum(map(penalties.table, best))
    players = sum(map(len, best))
    if players <= RESTARTED:
        for _ in range(RESTARTS):
            if cost < penalties.serious:
                break
            other = [list(table) for table in best]
            for _ in range(players):
                s, t = (int(chance.random() * len(other)) for _ in range(2))
                i, j = int(chance.random() * len(other[s])), int(chance.random() * len(other[t]))
                other[s][i], other[t][j] = other[t][j], other[s][i]
            _descend(penalties, other, len(other))
            found = sum(map(penalties.table, other))
            if found < cost:
                best, cost = other, found
    return best


def _descend(penalties: Penalties, tables: list[list[str]], window: int) -> None:
    """Let players change places, each time the best change for one of them, until none makes it better."""
    every = sum(map(len, tables)) <= POLISHED
    for _ in range(SWEEPS):
        changed = False
        for s, table in enumerate(tables):
            if not every and penalties.table(table) < penalties.serious:
                continue
            for i in range(len(table)):
                changed |= _best_change(penalties, tables, s, i, window)
        if not changed:
            return


def _best_change(penalties: Penalties, tables: list[list[str]], s: int, i: int, window: int) -> bool:
    two = penalties.two
    here = tables[s]
    one = here[i]
    mates = [other for other in here if other != one]
    now = sum(two(one, other) for other in mates) + penalties.seat(one, len(here))
    best: tuple[int, int, int] | None = None
    for t in range(max(0, s - window), min(len(tables), s + window + 1)):
        if t == s:
            continue
        there = tables[t]
        costs = [two(one, other) for other in there]
        moved = sum(costs) + penalties.seat(one, len(there)) - now
        for j, other in enumerate(there):
            change = moved - costs[j]
            # Whoever comes here pays at least nothing, and leaves at best all it cost there.
            change += sum(two(other, mate) for mate in mates) + penalties.seat(other, len(here))
            change -= sum(two(other, mate) for mate in there if mate != other) + penalties.seat(other, len(there))
            if change < 0 and (best is None or (change, t, j) < best):
                best = change, t, j
    if best is None:
        return False
    _, t, j = best
    here[i], tables[t][j] = tables[t][j], here[i]
    return True


def _seated(field: Field, tables: Iterable[Sequence[str]], individual: bool) -> list[list[str]]:
    """Tables in the order of the standings; at each, every seat goes to who had it least."""
    position = {one: i for i, one in enumerate(field.order)}
    ordered = sorted(
        (sorted(table, key=position.__getitem__) for table in tables),
        key=lambda table: (Fraction(sum(position[one] for one in table), len(table)), position[table[0]]),
    )
    if individual:
        return [_partners(field, table) for table in ordered]
    sat = field.seats()
    seated = []
    for table in ordered:
        left = list(table)
        seats: list[str] = []
        for seat in range(len(table)):
            seats.append(min(left, key=lambda one: (sat[one][seat], position[one])))
            left.remove(seats[-1])
        seated.append(seats)
    return seated


def _partners(field: Field, table: Sequence[str]) -> list[str]:
    """Of the three ways to make two pairs that with the fewest partners again."""
    together: Counter[frozenset[str]] = Counter()
    for round_ in field.stage.rounds or ():
        if round_.round < field.round:
            for before in round_.tables:
                together.update(
                    frozenset(two) for two in zip(before.participants, before.participants[2:], strict=False)
                )
    a, b, c, d = table
    ways = [[a, c, b, d], [a, b, c, d], [a, b, d, c]]
    return min(ways, key=lambda way: sum(together[frozenset(two)] ** 2 for two in (way[::2], way[1::2])))


def schedule(
    stage: Stage, participants: Sequence[str], rounds: int, draw: str, individual: bool = False
) -> list[Round]:
    """All rounds of a stage at once, with as few second meetings as were found."""
    seating = Seating(size=4, least=4, most=4) if individual else stage.seating
    made = sizes(len(participants), seating)
    if not made.tables:
        raise PairingError(f"stage {stage.id}: {made.said[0]}")
    n = len(participants)
    plan: planes.Plan | None = None
    if not made.byes and not individual and len(set(made.tables)) == 1:
        plan = planes.plan(n, made.tables[0], rounds)
    resting: list[list[int]] = [[(k * made.byes + i) % n for i in range(made.byes)] for k in range(rounds)]
    if plan is None:
        chance = lots.chance(draw, stage, 0)
        plan = [_any([i for i in range(n) if i not in rest], made.tables, chance) for rest in resting]
        annealing.improve(plan, n, chance, partners=individual)
    if not individual:
        plan = _balanced(plan, n)
    return [
        Round(
            number,
            numbered([participants[one] for one in table] for table in tables),
            tuple(Bye(participants[one], "paired") for one in rest),
        )
        for number, (tables, rest) in enumerate(zip(plan, resting, strict=True), 1)
    ]


def _any(players: list[int], counts: Iterable[int], chance: Random) -> list[list[int]]:
    order = [one for _, one in sorted((chance.random(), one) for one in players)]
    left = iter(order)
    return [[next(left) for _ in range(count)] for count in counts]


def _balanced(plan: planes.Plan, players: int) -> planes.Plan:
    """The same tables, with every seat given to who had it least."""
    sat = [Counter[int]() for _ in range(players)]
    made = []
    for tables in plan:
        seated = []
        for table in sorted((sorted(one) for one in tables), key=lambda one: (-len(one), one)):
            left = list(table)
            seats: list[int] = []
            for seat in range(len(table)):
                seats.append(min(left, key=lambda one: (sat[one][seat], sat[one].total(), one)))
                left.remove(seats[-1])
            for seat, one in enumerate(seats):
                sat[one][seat] += 1
            seated.append(seats)
        made.append(seated)
    return made
