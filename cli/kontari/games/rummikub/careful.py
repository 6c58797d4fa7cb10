"""The careful programme: the most that can be laid, where it matters which set holds which jokers.

It goes through the numbers 1, 2, 3 … and keeps every open run apart, with its jokers. That takes longer than
the quick programme, and is asked only where a set may hold only so many jokers or has little room for them, or
where points are to be reached.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from kontari.games.rummikub.budget import Budget
from kontari.games.rummikub.laying import COLOURS, JOKER, NUMBERS, LaidSet, Tiles, face_of, groups_of, parked
from kontari.games.rummikub.open_runs import Choice, OpenRuns
from kontari.games.rummikub.task import Task

# Tiles of each colour, how many groups, the jokers in them, and the room that they have for jokers in all.
_Groups = tuple[Tiles, int, int, int]


_STEPS_OF_A_GROUP = 30
_STEPS_OF_A_CHOICE = 10
_STEPS_OF_A_LABEL = 10


class _Label(NamedTuple):
    """A way to come to a state: the weight of what was laid, its points, jokers, and the last step."""

    value: int
    points: int
    spent: int
    room: int
    before: "_Label | None"
    group: tuple[int, ...]
    choices: tuple[Choice, ...]


_Layer = dict[tuple[int, int], list[_Label]]


def careful_below(ceiling: int, task: Task, budget: Budget, least: int = 0) -> tuple[int, list[LaidSet]] | None:
    """The most weight, where it is known what cannot be surpassed, and how many jokers that needs at ``least``.

    Ask for just that, then for less and less.
    """
    lost = 0
    heaviest = max(task.worth.joker, *task.worth.numbers)
    while True:
        floor = max(0, ceiling - lost)
        for allowed in range(task.jokers if task.strict else min(least, task.jokers), task.jokers + 1):
            found = careful(task, budget, floor, allowed)
            if found and (found[0] == ceiling or allowed == task.jokers):
                return found
        if not floor:
            return None
        lost = 2 * lost or heaviest


def careful(task: Task, budget: Budget, floor: int = 0, allowed: int | None = None) -> tuple[int, list[LaidSet]] | None:
    """The most weight of rack tiles, if it reaches ``floor``, and the sets.

    Unless the task is ``strict``, no more than ``allowed`` jokers are laid where they are needed.
    """
    return _Programme(task, budget, floor, task.jokers if allowed is None else allowed).run()


def _groups(counts: Sequence[int], jokers: int, limit: int, strict: bool) -> list[_Groups]:
    """The groups of one number that can be made of so many tiles of each colour."""
    found = []
    for vector in product(*[range(count + 1) for count in counts]):
        total = sum(vector)
        if not total:
            found.append((vector, 0, 0, 0))
            continue
        seen = set()
        for number in range(max(vector), total + 1):
            least, more = divmod(total, number)
            # A group of one tile and jokers is a run as well, but may be worth more as a group.
            if least < (max(1, 3 - limit) if strict else 2):
                break
            parts = [least + 1] * more + [least] * (number - more)
            need = sum(max(0, 3 - part) for part in parts)
            room = sum(min(limit, COLOURS - part) for part in parts)
            for wild in range(need, min(jokers, room if strict else need) + 1):
                if not strict or wild not in seen:
                    seen.add(wild)
                    found.append((vector, number, wild, room))
    return found


class _Programme:
    """One run of the programme, from the number 1 to the last."""

    def __init__(self, task: Task, budget: Budget, floor: int, allowed: int) -> None:
        self.task = task
        self.budget = budget
        self.floor = floor
        self.allowed = allowed
        self.last = task.last
        self.have = task.there()
        # The weight and the points that may still come after a number.
        self.rest, self.coming = [0] * (self.last + 1), [0] * (self.last + 1)
        for number in range(self.last, 0, -1):
            points = (number - 1) % NUMBERS + 1
            self.rest[number - 1] = self.rest[number] + task.rack_weight(number)
            self.coming[number - 1] = self.coming[number] + sum(self.have[number]) * points
        self.extra = task.worth.joker * task.rack[JOKER]
        self.slack = self.rest[0] + self.extra - floor
        self.runs = OpenRuns(task, self.have, allowed, self.slack, budget)

    def run(self) -> tuple[int, list[LaidSet]] | None:
        if self.slack < 0:
            return None
        layer: _Layer = {(0, 0): [_Label(0, 0, 0, 0, None, (), ())]}
        for number in range(1, self.last + 1):
            layer = self.step(number, layer)
        best = self.best_of(label for labels in layer.values() for label in labels)
        if best is None:
            return None
        value, laid, label = best
        sets = _replayed(label, self.runs.limit)
        room = parked(sets, laid - label.spent, self.runs.limit)
        assert room, "the room was counted"
        return value, sets

    def best_of(self, labels: Iterator[_Label]) -> tuple[int, int, _Label] | None:
        """The best way to the end, with its weight and its jokers: those laid where needed and those with room."""
        best: tuple[int, int, _Label] | None = None
        given = self.task.table[JOKER]
        for label in labels:
            laid = label.spent if self.task.strict else min(self.task.jokers, label.room)
            value = label.value + self.task.worth.joker * (laid - given)
            if laid < given or label.points < self.task.need or value < self.floor:
                continue
            if best is None or (value, -label.spent) > (best[0], -best[2].spent):
                best = value, laid, label
        return best

    def step(self, number: int, layer: _Layer) -> _Layer:
        """The states after a number, with the ways to them that nothing surpasses."""
        allowed = self.allowed
        counts = self.have[number] if number <= NUMBERS else [0] * COLOURS
        groups = _groups(counts, allowed, self.runs.limit, self.task.strict)
        tables: dict[tuple[int, int, int], list[Choice]] = {}
        after: _Layer = {}
        worst = self.floor - self.extra - self.rest[number]
        for (key, _), labels in layer.items():
            parts = [key >> 16 * colour & 65535 for colour in range(COLOURS)]
            least = min(label.spent for label in labels)
            dearest = max(label.value for label in labels)
            for group in groups:
                vector, _, wild, _ = group
                left = allowed - least - wild
                if left < 0:
                    continue
                lists = []
                for colour in range(COLOURS):
                    name = (colour, parts[colour], vector[colour])
                    if name not in tables:
                        tables[name] = self.runs.choices(number, colour, parts[colour], vector[colour])
                    lists.append([choice for choice in tables[name] if choice.cost <= left])
                self.budget.spend(_STEPS_OF_A_GROUP + _STEPS_OF_A_CHOICE * prod(map(len, lists)))
                for choices in product(*lists):
                    a, b, c, d = choices
                    cost = a.cost + b.cost + c.cost + d.cost
                    gain = a.gain + b.gain + c.gain + d.gain
                    if cost <= left and dearest + gain >= worst:
                        self.follow(number, labels, group, choices, wild + cost, gain, after)
        return after

    def follow(
        self,
        number: int,
        labels: list[_Label],
        group: _Groups,
        choices: tuple[Choice, ...],
        cost: int,
        gain: int,
        after: _Layer,
    ) -> None:
        """Take one step from each of these labels."""
        vector, many, wild, room_there = group
        a, b, c, d = choices
        task, jokers, allowed, strict = self.task, self.task.jokers, self.allowed, self.task.strict
        worst = self.floor - self.extra - self.rest[number]
        new = a.state + b.state + c.state + d.state
        jokers_now = wild + a.wild + b.wild + c.wild + d.wild
        worth = a.points + b.points + c.points + d.points
        if task.need and strict:
            worth += ((number - 1) % NUMBERS + 1) * wild
        more_room = room_there + a.room + b.room + c.room + d.room
        laid = (*vector, many, wild)
        steps = 0
        for label in labels:
            value, spent = label.value + gain, label.spent + jokers_now
            total = label.points + worth
            if value < worst or label.spent + cost > allowed:
                continue
            if total + self.coming[number] + (NUMBERS * (allowed - spent) if strict else 0) < task.need:
                continue
            total = min(task.need, total)
            room = 0 if strict else min(jokers, label.room + more_room)
            place = after.setdefault((new, spent if strict else 0), [])
            steps += _STEPS_OF_A_LABEL + len(place)
            for other in place:
                if other.value >= value and other.points >= total and other.spent <= spent and other.room >= room:
                    break
            else:
                place[:] = [
                    other
                    for other in place
                    if other.value > value or other.points > total or other.spent < spent or other.room > room
                ]
                place.append(_Label(value, total, spent, room, label, laid, choices))
        self.budget.spend(steps)


def _replayed(label: _Label, limit: int) -> list[LaidSet]:
    """The sets that a label's steps lay."""
    steps = []
    while label.before:
        steps.append(label)
        label = label.before
    sets: list[LaidSet] = []
    open_: list[list[LaidSet]] = [[] for _ in range(COLOURS)]
    for number, step in enumerate(reversed(steps), 1):
        *vector, many, wild = step.group
        if many:
            sets += groups_of(number, vector, many, wild, limit)
        for colour, choice in enumerate(step.choices):
            face = face_of(colour, number)
            runs = open_[colour]
            going = []
            for at, joker in choice.moves:
                run = runs[at] if at >= 0 else LaidSet(number, number, [], [])
                run.faces.append(face)
                run.tiles.append(JOKER if joker else face)
                run.end = number
                going.append(run)
            sets += [run for at, run in enumerate(runs) if all(at != moved for moved, _ in choice.moves)]
            open_[colour] = going
    # Runs that were closed early stayed in the list, behind the open ones, and are complete.
    return [*sets, *[run for runs in open_ for run in runs]]
