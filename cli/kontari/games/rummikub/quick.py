"""The quick programme: the most that can be laid, where no more jokers are laid than something needs.

It goes through the numbers 1, 2, 3 … and knows of the open runs of each colour only how many have one tile,
two, or more. So it does not know where jokers are: a set may hold more than the laws allow.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from kontari.games.rummikub.budget import Budget
from kontari.games.rummikub.laying import COLOURS, JOKER, NUMBERS, LaidSet, face_of, groups_of, useful

# A state packs, for each colour, the number of open runs of one tile, of two and of more (four bits each),
# and how many ones are kept for a run that ends high. Above all colours: the jokers that were laid.
_WIDTH = 16
_MASK = (1 << _WIDTH) - 1
_JOKERS = _WIDTH * COLOURS

_FEW = 3000
"""With more states than these a sweep for all there is costs more than several that ask for nearly all."""

_STEPS_OF_A_VECTOR, _STEPS_OF_A_STATE, _STEPS_OF_AN_OPTION = 5, 20, 30

_Found = tuple[int, list[LaidSet], int]

# The new state with the jokers that it cost above, the weight, and the jokers that it costs now and will
# certainly cost at the next two numbers.
_Option = tuple[int, int, int]
_Options = list[list[_Option]]

# By state: the most weight, the state before, and which vector of tiles went to groups.
_Layer = dict[int, tuple[int, int, int]]


def quick(
    table: Sequence[int], rack: Sequence[int], weights: Sequence[int], high: bool, budget: Budget
) -> _Found | None:
    """The most weight of numbered rack tiles that can be laid, the sets, and the jokers left over.

    All numbered tiles of the table are laid; of the jokers, on the table or the rack, no more than needed.
    """
    jokers = table[JOKER] + rack[JOKER]
    rack = useful(table, rack, jokers, high)
    try:
        return _Sweep(table, rack, weights, high, jokers, budget).run(_FEW)
    except _TooManyError:
        return _downwards(table, rack, weights, high, jokers, budget)


def _downwards(
    table: Sequence[int], rack: Sequence[int], weights: Sequence[int], high: bool, jokers: int, budget: Budget
) -> _Found | None:
    """The same where there is much on the table, so that most likely nearly all can be laid.

    Ask for all, then for less and less, and first with as few jokers as will do: what they find is a floor
    for the others.
    """
    total = sum(count * weights[tile % NUMBERS + 1] for tile, count in enumerate(rack[:JOKER]))
    heaviest = max(weights[1:])
    found: _Found | None = None
    if high:
        # To keep ones for the end takes far longer, and most often nothing needs them there.
        found = _downwards(table, rack, weights, False, jokers, budget)
        if found and found[0] == total:
            return found
    for wild in range(jokers if found else 0, jokers + 1):
        lost = 0
        while True:
            floor = total - lost
            enough = found[0] + 1 if found else 0
            found_now = _Sweep(table, rack, weights, high, wild, budget, max(floor, enough)).run()
            if found_now:
                found = found_now
            if found_now or floor <= enough:
                break
            lost = 2 * lost or heaviest
        if found and found[0] == total:
            break
    if found is None:
        return None
    return found[0], found[1], jokers - sum(one.jokers() for one in found[1])


# Several sweeps of one position ask for the same.
@lru_cache(maxsize=64)
def _vectors(counts: tuple[int, ...], jokers: int) -> list[tuple[int, int, int, int, int]]:
    """How many tiles of each colour groups of one number may take, and the jokers that these need.

    So many groups as the most frequent colour has tiles, each with three tiles or four: that is
    possible just when there are three times as many tiles. A group of one tile and jokers is a run, too.
    """
    found = []
    for vector in product(*[range(count + 1) for count in counts]):
        most, total = max(vector), sum(vector)
        need = 3 * most - total
        if need <= jokers and total >= 2 * most:
            a, b, c, d = vector
            found.append((a, b, c, d, max(0, need)))
    return found


class _TooManyError(Exception):
    """A sweep has met more states than it was allowed."""


class _Sweep:
    """Once through the numbers, with so many jokers, for the best whose weight reaches a floor."""

    def __init__(
        self,
        table: Sequence[int],
        rack: Sequence[int],
        weights: Sequence[int],
        high: bool,
        jokers: int,
        budget: Budget,
        floor: int = 0,
    ) -> None:
        self.weights = weights
        self.high = high
        self.jokers = jokers
        self.budget = budget
        self.floor = floor
        self.last = last = NUMBERS + high
        # By number and colour: the tiles that must be laid, and all that there are. Beyond the end are none.
        self.must = [[0] * COLOURS for _ in range(last + 4 + jokers)]
        self.have = [[0] * COLOURS for _ in range(last + 4 + jokers)]
        for number in range(1, NUMBERS + 1):
            for colour in range(COLOURS):
                face = face_of(colour, number)
                self.must[number][colour] = table[face]
                self.have[number][colour] = table[face] + rack[face]
        if high:
            self.have[last] = list(self.have[1])
        # The weight that may still come after a number, and how much may be left on the rack.
        self.rest = [0] * (last + 1)
        for number in range(NUMBERS, 0, -1):
            left = sum(rack[face_of(colour, number)] for colour in range(COLOURS))
            self.rest[number - 1] = self.rest[number] + weights[number] * left
        self.slack = self.rest[0] - floor
        self.layers: list[_Layer] = [{0: (0, 0, 0)}]
        # Of each number that was passed: the options of each colour by its state, and the vectors of groups.
        self.options: list[list[dict[int, _Options]]] = []
        self.vectors: list[list[tuple[int, int, int, int, int]]] = []

    def run(self, many: int | None = None) -> _Found | None:
        """The best, or ``None``. Raises ``_TooManyError`` where that takes more than ``many`` states."""
        met = 0
        for number in range(1, self.last + 1):
            layer = self.step(number)
            if not layer:
                return None
            met += len(layer)
            if many is not None and met > many:
                raise _TooManyError
            self.layers.append(layer)
        end = min(self.layers[-1], key=lambda key: (-self.layers[-1][key][0], key))
        return self.layers[-1][end][0], self.sets_to(end), self.jokers - (end >> _JOKERS)

    def step(self, number: int) -> _Layer:
        """The states after a number, from those before it."""
        jokers = self.jokers
        options: list[dict[int, _Options]] = [{} for _ in range(COLOURS)]
        vectors = _vectors(tuple(self.have[number]) if number <= NUMBERS else (0,) * COLOURS, jokers)
        self.options.append(options)
        self.vectors.append(vectors)
        best: _Layer = {}
        get = best.get
        most = self.budget.left
        steps = _STEPS_OF_A_VECTOR * len(vectors)
        steps_of_a_state = _STEPS_OF_A_STATE + len(vectors)
        # To take three colours' options together, and all of the last colour with them.
        steps_of_three = 2
        nothing = (max(0, self.floor - self.rest[number]) - 1, 0, 0)
        for key, (value, _, _) in self.layers[-1].items():
            row = []
            for colour in range(COLOURS):
                state = key >> _WIDTH * colour & _MASK
                known = options[colour].get(state)
                if known is None:
                    known = options[colour][state] = _Place(self, number, colour, state).options()
                    steps_of_three = max(steps_of_three, 1 + max(map(len, known)) // 2)
                row.append(known)
            red, blue, orange, black = row
            spent = key >> _JOKERS
            left = jokers - spent
            base = spent << _JOKERS
            steps += steps_of_a_state
            if steps > most:
                break
            for index, (a, b, c, d, need) in enumerate(vectors):
                if need > left:
                    continue
                reds, blues, oranges, blacks = red[a], blue[b], orange[c], black[d]
                if not (reds and blues and oranges and blacks):
                    continue
                start = base + (need << _JOKERS)
                room = left - need
                for key_a, gain_a, cost_a in reds:
                    if cost_a > room:
                        continue
                    for key_b, gain_b, cost_b in blues:
                        room_b = room - cost_a - cost_b
                        if room_b < 0:
                            continue
                        key_ab = start + key_a + key_b
                        value_ab = value + gain_a + gain_b
                        for key_c, gain_c, cost_c in oranges:
                            room_c = room_b - cost_c
                            if room_c < 0:
                                continue
                            steps += steps_of_three
                            for key_d, gain_d, cost_d in blacks:
                                if cost_d <= room_c:
                                    new = key_ab + key_c + key_d
                                    total = value_ab + gain_c + gain_d
                                    if total > get(new, nothing)[0]:
                                        best[new] = (total, key, index)
        self.budget.spend(steps)
        return best

    def sets_to(self, end: int) -> list[LaidSet]:
        """The sets on the best way to a last state."""
        keys = [end]
        for layer in self.layers[:0:-1]:
            keys.append(layer[keys[-1]][1])
        keys.reverse()
        sets: list[LaidSet] = []
        runs: list[list[LaidSet]] = [[] for _ in range(COLOURS)]
        for number in range(1, self.last + 1):
            self.lay(number, keys[number - 1], keys[number], sets, runs)
        return [*sets, *[run for open_ in runs for run in open_]]

    def lay(self, number: int, before: int, after: int, sets: list[LaidSet], runs: list[list[LaidSet]]) -> None:
        """Lay what the best way from one state to the next lays: in groups, and at the open runs."""
        value, _, index = self.layers[number][after]
        gained = value - self.layers[number - 1][before][0]
        *vector, need = self.vectors[number - 1][index]
        if any(vector):
            sets += groups_of(number, vector, max(vector), need, NUMBERS)
        states = [before >> _WIDTH * colour & _MASK for colour in range(COLOURS)]
        spent = (after >> _JOKERS) - (before >> _JOKERS) - need
        goal = (after & (1 << _JOKERS) - 1) + (spent << _JOKERS)
        options = self.options[number - 1]
        chosen = next(
            combination
            for combination in product(*[options[at][states[at]][vector[at]] for at in range(COLOURS)])
            if sum(option[0] for option in combination) == goal and sum(option[1] for option in combination) == gained
        )
        for colour, (key, gain, _) in enumerate(chosen):
            wild = key >> _JOKERS
            if number <= NUMBERS:
                count, owed = self.have[number][colour], self.must[number][colour]
            else:
                count = owed = states[colour] >> 12
            kept = (key >> _WIDTH * colour & _MASK) >> 12 if number == 1 else 0
            if wild:
                used = count - vector[colour] - kept + wild
            else:
                used = owed + (gain // self.weights[number] if gain else 0) - vector[colour] - kept
            _lengthen(runs[colour], sets, colour, number, used, wild)


class _Place:
    """A colour at a number, with the runs that are open there: what can become of them."""

    __slots__ = (
        *("sweep", "number", "colour", "ones", "twos", "more", "kept", "owed", "count"),
        *("next_one", "next_two", "bridge", "weight"),
    )

    def __init__(self, sweep: _Sweep, number: int, colour: int, state: int) -> None:
        self.sweep, self.number, self.colour = sweep, number, colour
        have, jokers = sweep.have, sweep.jokers
        self.ones, self.twos, self.more, self.kept = state & 15, state >> 4 & 15, state >> 8 & 15, state >> 12
        self.owed, self.count = sweep.must[number][colour], have[number][colour]
        if number > NUMBERS:
            self.owed = self.count = self.kept
        self.next_one, self.next_two = have[number + 1][colour], have[number + 2][colour]
        if sweep.high and number == NUMBERS:
            self.next_one, self.next_two = self.kept, 0
        elif sweep.high and number == NUMBERS - 1:
            self.next_two = self.kept
        # Long runs that only jokers take on to a later tile.
        self.bridge = 0
        if jokers:
            self.bridge = min(jokers, max(have[number + 1 + gap][colour] for gap in range(1, jokers + 1)))
        self.weight = sweep.weights[number] if number <= NUMBERS else 0

    def options(self) -> _Options:
        """By how many of its tiles go to groups."""
        count, have, jokers = self.count, self.sweep.have, self.sweep.jokers
        keeping = range(1)
        if self.sweep.high and self.number == 1:
            tens = (have[NUMBERS][self.colour], have[NUMBERS - 1][self.colour])
            keeping = range(min(count, min(tens) + jokers) + 1)
        self.sweep.budget.spend(_STEPS_OF_AN_OPTION * (count + 1) * len(keeping))
        table: _Options = []
        for grouped in range(count + 1):
            found: list[_Option] = []
            for keep in keeping:
                if keep <= count - grouped:
                    self.add(found, grouped, keep)
            table.append(found)
        return table

    def add(self, found: list[_Option], grouped: int, keep: int) -> None:
        """The options with so many tiles in groups, and so many ones kept for a run that ends high."""
        sweep, number, ones, twos, more = self.sweep, self.number, self.ones, self.twos, self.more
        jokers, last, next_one, weight = sweep.jokers, sweep.last, self.next_one, self.weight
        held = keep if number == 1 else self.kept
        free = self.count - grouped - keep
        needed = ones + twos
        # A rack tile that lengthens a long run is never better left on the rack.
        least = max(self.owed - grouped - keep, needed, min(free, needed + more))
        # Leading jokers are needed only where a run cannot begin later.
        most = free + jokers if number == last - 2 else max(free, min(needed + more, free + jokers))
        for used in range(least, most + 1):
            wild = max(0, used - free)
            beyond = used - needed
            longer = min(more, beyond)
            new = beyond - longer
            future = max(0, new + ones - next_one) + max(0, new - self.next_two)
            if wild + future > jokers:
                continue
            if (new and number > last - 2) or (sweep.high and number == NUMBERS and held > needed + longer):
                continue
            laid = used - wild + grouped + keep - self.owed
            if weight * (self.count - self.owed - laid) > sweep.slack:
                continue
            open_more = min(twos + longer, max(0, next_one - new - ones) + self.bridge)
            after = new | ones << 4 | open_more << 8 | (held if number < last else 0) << 12
            found.append((after << _WIDTH * self.colour | wild << _JOKERS, weight * laid, wild + future))


def _lengthen(runs: list[LaidSet], sets: list[LaidSet], colour: int, number: int, used: int, wild: int) -> None:
    """Lay so many tiles of a face, some of them jokers, at a colour's open runs: the short ones first."""
    face = face_of(colour, number)
    runs.sort(key=lambda run: min(3, len(run.tiles)))
    go_on, closed = runs[:used], runs[used:]
    sets += closed
    # Where a joker goes is free: to the runs with fewest, never to one without a numbered tile if that can be.
    go_on += [LaidSet(number, number - 1, [], []) for _ in range(used - len(go_on))]
    order = sorted(go_on, key=lambda run: (not run.tiles, run.jokers() == len(run.tiles), run.jokers()))
    for at, run in enumerate(order):
        run.faces.append(face)
        run.tiles.append(JOKER if at < wild else face)
        run.end = number
    runs[:] = go_on
