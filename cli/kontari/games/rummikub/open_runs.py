"""What the careful programme knows of a colour: its open runs, and what can become of them at a number."""

from typing import NamedTuple

from kontari.games.rummikub.budget import Budget, TooMuchWorkError
from kontari.games.rummikub.laying import NUMBERS, face_of
from kontari.games.rummikub.task import Task

# The length, up to 3; the jokers, if these are limited; whether a tile of it has a number.
_Run = tuple[int, int, bool]
_Runs = tuple[_Run, ...]

# How many ones are kept for a run that ends high, and the open runs.
_State = tuple[int, _Runs]

# States are named by numbers, of which those of the four colours are packed, 16 bits each.
_MOST_STATES = (1 << 16) - 1

_STEPS = 20

# What is laid at each open run: the place that it had before, or -1 for a new one; and whether that is a joker.
_Moves = tuple[tuple[int, bool], ...]


class Choice(NamedTuple):
    """What a colour does at a number: its state after, jokers now and at the next two numbers, and so on."""

    state: int
    wild: int
    cost: int
    gain: int
    room: int
    points: int
    moves: _Moves


class OpenRuns:
    """The states that colours come to, and what they can do from there."""

    def __init__(self, task: Task, have: list[list[int]], allowed: int, slack: int, budget: Budget) -> None:
        self.task = task
        self.have = have
        self.allowed = allowed
        self.slack = slack  # how much weight may be left on the rack
        self.budget = budget
        self.last = task.last
        self.jokers = task.jokers
        self.tracked = 0 < task.limit < self.jokers
        self.limit = task.limit if self.tracked else max(self.jokers, 1)
        self.states: list[_State] = [(0, ())]
        self.ids: dict[_State, int] = {self.states[0]: 0}

    def choices(self, number: int, colour: int, state: int, grouped: int) -> list[Choice]:
        """What a colour can do from a state, with so many of its tiles in groups."""
        kept, runs = self.states[state]
        task, have = self.task, self.have
        tile = face_of(colour, number)
        owed, count, points = task.table[tile], have[number][colour], tile % NUMBERS + 1
        if number > NUMBERS:
            owed = count = kept
        twos = sum(run[0] == 2 for run in runs)
        short = twos + sum(run[0] == 1 for run in runs)
        chosen: dict[tuple[int, int, int, int, int], Choice] = {}
        for keep in range(count - grouped + 1) if task.high and number == 1 else range(1):
            free = count - grouped - keep
            # A rack tile that lengthens a long run is never better left on the rack.
            for real in range(max(0, owed - grouped - keep, 0 if task.strict else min(free, len(runs))), free + 1):
                laid = real + grouped + keep - owed
                weight = task.worth.numbers[number] if number <= NUMBERS else 0
                if weight * (count - owed - laid) > self.slack:
                    continue
                for wild in range((self.allowed if task.strict or real == free else 0) + 1):
                    if real + wild < short:
                        continue
                    worth = points * (real + grouped + (wild if task.strict else 0)) if task.need else 0
                    outcomes = self.outcomes(number, runs, real, wild)
                    self.budget.spend(_STEPS * (1 + len(outcomes)))
                    for after, moves in outcomes.items():
                        going_on = self.going_on(number, colour, wild, after, moves)
                        if going_on is None:
                            continue
                        future, open_, order = going_on
                        held = (keep if number == 1 else kept) if number < self.last else 0
                        new = self.id_of((held, open_))
                        room = 0 if task.strict else twos * self.limit
                        cost = wild + future
                        choice = Choice(new << 16 * colour, wild, cost, weight * laid, room, worth, order)
                        chosen.setdefault((new, wild, weight * laid, room, worth), choice)
        return list(chosen.values())

    def id_of(self, state: _State) -> int:
        known = self.ids.setdefault(state, len(self.states))
        if known == len(self.states):
            if known > _MOST_STATES:
                raise TooMuchWorkError
            self.states.append(state)
        return known

    def outcomes(self, number: int, runs: _Runs, real: int, wild: int) -> dict[_Runs, _Moves]:
        """The open runs after so many tiles and jokers were laid at them, each with a way to do it."""
        found: dict[_Runs, _Moves] = {}
        strict, tracked, limit = self.task.strict, self.tracked, self.limit
        start = number <= self.last - 2
        # A run that begins with a joker and could begin later is worth no more and needs no less. Where it
        # cannot, since it goes up to 13, a long one is as good as two sets of which the first ends lower.
        start_wild = start and number >= (min(9, 11 - self.jokers) if strict else self.last - 2)

        def go(at: int, real: int, wild: int, made: list[tuple[_Run, int, bool]]) -> None:
            self.budget.spend(_STEPS)
            if at == len(runs):
                if (real and not start) or (wild and not start_wild):
                    return
                one: _Run = (1, int(tracked), False)
                every = [*made, *[((1, 0, True), -1, False)] * real, *[(one, -1, True)] * wild]
                every.sort()
                found.setdefault(tuple(run for run, _, _ in every), tuple((a, b) for _, a, b in every))
                return
            length, held, numbered = runs[at]
            longer = min(3, length + 1)
            if real:
                go(at + 1, real - 1, wild, [*made, ((longer, held, True), at, False)])
            if wild and not (tracked and held >= limit) and (numbered or length < 2 or strict):
                go(at + 1, real, wild - 1, [*made, ((longer, held + tracked, numbered), at, True)])
            if length == 3 and numbered:
                go(at + 1, real, wild, made)

        go(0, real, wild, [])
        return found

    def going_on(
        self, number: int, colour: int, wild: int, after: _Runs, moves: _Moves
    ) -> tuple[int, _Runs, _Moves] | None:
        """The jokers that open runs will cost at the next two numbers, the runs that stay open, and the moves.

        The moves of those that stay come first. ``None`` if there are not enough jokers, or it is the end.
        """
        have, last, allowed = self.have, self.last, self.allowed
        next_one, next_two = have[number + 1][colour], have[number + 2][colour]
        short = [run[0] for run in after if run[0] < 3]
        future = max(0, len(short) - next_one) + max(0, short.count(1) - next_two)
        if future + wild > allowed:
            return None
        # Of long runs only so many stay open as there can be tiles for, those with few jokers.
        direct = max(0, next_one - len(short)) if number < last else 0
        bridged = allowed - wild if number < last else 0
        if not self.task.strict:
            ahead = range(number + 2, number + 2 + min(self.limit, bridged))
            bridged = min(bridged, sum(have[later][colour] for later in ahead))
        stay: list[_Run] = []
        moved: list[tuple[int, bool]] = []
        close: list[tuple[int, bool]] = []
        long = full = 0
        for run, move in zip(after, moves, strict=True):
            if run[0] == 3 and run[2]:
                at_limit = self.tracked and run[1] >= self.limit
                if long >= direct + bridged or (at_limit and full >= direct):
                    close.append(move)
                    continue
                long += 1
                full += at_limit
            stay.append(run)
            moved.append(move)
        if number == last and stay:
            return None
        return future, tuple(stay), (*moved, *close)
