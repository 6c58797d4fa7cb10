"""What a set is: runs and groups, what their jokers stand for, and why something is no set.

A set is judged by its content alone, so each content is judged once and remembered.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from kontari.core.cards import Bag, bag_of
from kontari.core.fault import Fault
from kontari.games.rummikub.tiles import BOUND, COLOURS, JOKER, LAST, NUMBER, pile_of

LEAST = 3
"""The fewest tiles of a set."""


class Flaw(NamedTuple):
    """Why something is no set: the code, the place of the tile where one is to blame, and the facts."""

    code: str
    tile: int | None
    facts: Mapping[str, Any]


class Reading(NamedTuple):
    """One way to read a set. ``faces`` are the faces that each of its jokers may stand for, in the order written."""

    run: bool
    points: int
    faces: tuple[frozenset[str], ...]


class TileSet:
    """A set as it lies on the table; never changed.

    ``key`` is the same for sets that are the same: a run by its places, a group whatever its order; bindings count
    only as far as they say which of the two it is. ``meaning`` is the same where their jokers, too, stand for the same.
    ``readings`` are two where nothing says whether it is a run or a group. ``bag`` are its tiles, also as a ``pile``,
    ``numbered`` those with a number; ``points`` are those of the lowest reading, each joker counting its face.
    """

    __slots__ = ("bag", "jokers", "key", "meaning", "numbered", "pile", "points", "readings", "tokens")

    def __init__(self, tokens: tuple[str, ...], readings: tuple[Reading, ...]) -> None:
        plain = tuple([JOKER if token in BOUND else token for token in tokens])
        self.tokens = tokens
        self.readings = readings
        self.bag: Bag = bag_of(plain)
        self.pile = pile_of(self.bag)
        self.jokers = self.bag.get(JOKER, 0)
        self.numbered: Bag = {token: count for token, count in self.bag.items() if token != JOKER}
        self.points = min([reading.points for reading in readings])
        self.meaning = tuple([(one.run, sorted(map(sorted, one.faces))) for one in readings])
        if len(readings) > 1:
            self.key = " ".join(tokens)
        elif readings[0].run:
            self.key = " ".join(["run", *plain])
        else:
            self.key = " ".join(["group", *sorted(plain)])

    @property
    def numbered_points(self) -> int:
        """The points of its numbered tiles alone."""
        return sum(NUMBER[face] * count for face, count in self.numbered.items())


class Sets:
    """The judgement of sets under one value of the option ``one``."""

    MOST = 20_000
    """How many contents are remembered; there are fewer in honest play, and then all are judged anew."""

    def __init__(self, high_one: bool) -> None:
        self.high_one = high_one
        self.sound: dict[tuple[str, ...], TileSet] = {}
        """The sets that were judged already."""
        self._flawed: dict[tuple[str, ...], Flaw] = {}

    def of(self, tokens: Sequence[str]) -> TileSet | Flaw:
        """The set that these tiles make in this order, or why they make none."""
        written = tuple(tokens)
        found = self.sound.get(written) or self._flawed.get(written)
        if found is None:
            if len(self.sound) + len(self._flawed) >= self.MOST:
                self.sound.clear()
                self._flawed.clear()
            found = self._judged(written)
            if isinstance(found, Flaw):
                self._flawed[written] = found
            else:
                self.sound[written] = found
        return found

    def at(self, tokens: Sequence[str], at: str) -> TileSet | Fault:
        """The set, or a fault that points below ``at``."""
        found = self.of(tokens)
        if isinstance(found, TileSet):
            return found
        return Fault(found.code, at if found.tile is None else f"{at}/{found.tile}", found.facts)

    def key(self, tokens: Sequence[str]) -> str | None:
        """The ``key`` of a set that is named by its content; None: no set is named so.

        Bindings that do not fit mean nothing, unless the set could be read in two ways without them.
        """
        found = self.of(tokens)
        if isinstance(found, Flaw) and found.code == "RK-P08":
            found = self.of([JOKER if token in BOUND else token for token in tokens])
            if isinstance(found, TileSet) and len(found.readings) > 1:
                return None
        return None if isinstance(found, Flaw) else found.key

    def _judged(self, tokens: tuple[str, ...]) -> TileSet | Flaw:
        readings = tuple(self._readings(tokens))
        return TileSet(tokens, readings) if readings else self._flaw(tokens)

    def _readings(self, tokens: Sequence[str]) -> Iterator[Reading]:
        if len(tokens) < LEAST or not any(token in NUMBER for token in tokens):
            return
        run = self._as_run(tokens)
        if run is not None:
            yield run
        group = _as_group(tokens)
        if group is not None:
            yield group

    def _faces_of_run(self, tokens: Sequence[str]) -> list[str] | None:
        """The face at each place of a run, by its first numbered tile; None where a place is below 1 or past 13."""
        at, token = next((at, token) for at, token in enumerate(tokens) if token in NUMBER)
        colour, number = token[0], NUMBER[token]
        if self.high_one and number == 1 and at > 0:
            number = LAST + 1
        first, last = number - at, number - at + len(tokens) - 1
        if first < 1 or last > LAST + self.high_one or len(tokens) > LAST:
            return None
        return [f"{colour}{place if place <= LAST else 1}" for place in range(first, last + 1)]

    def _as_run(self, tokens: Sequence[str]) -> Reading | None:
        faces = self._faces_of_run(tokens)
        if faces is None:
            return None
        jokers = []
        for token, face in zip(tokens, faces, strict=True):
            if BOUND.get(token, token) not in (face, JOKER):
                return None
            if token not in NUMBER:
                jokers.append(frozenset((face,)))
        return Reading(True, sum(map(NUMBER.__getitem__, faces)), tuple(jokers))

    def _flaw(self, tokens: tuple[str, ...]) -> Flaw:
        """The first that is wrong with what is no set."""
        if len(tokens) < LEAST:
            return Flaw("RK-P01", None, {"set": list(tokens), "tiles": len(tokens)})
        facts: dict[str, Any] = {"set": list(tokens)}
        numbered = [token for token in tokens if token in NUMBER]
        if not numbered:
            return Flaw("RK-P07", None, facts)
        if any(token in BOUND for token in tokens):
            unbound = [JOKER if token in BOUND else token for token in tokens]
            readings = tuple(self._readings(unbound))
            if readings:
                return _misbound(tokens, readings)
            return self._flaw(tuple(unbound))
        colours = {token[0] for token in numbered}
        numbers = {NUMBER[token] for token in numbered}
        if len(numbers) == 1 and (len(colours) > 1 or len(numbered) > 1):
            return _flaw_of_group(tokens, facts)
        if len(colours) == 1:
            return self._flaw_of_run(tokens, facts)
        return Flaw("RK-P02", None, facts)

    def _flaw_of_run(self, tokens: tuple[str, ...], facts: dict[str, Any]) -> Flaw:
        at, first = next((at, token) for at, token in enumerate(tokens) if token in NUMBER)
        number = NUMBER[first]
        for place in range(at + 1, len(tokens)):
            wanted = number + place - at
            token = tokens[place]
            if wanted > LAST + self.high_one or (wanted > LAST and token not in (JOKER, f"{first[0]}1")):
                return Flaw("RK-P04", place, {**facts, "number": wanted})
            if token != JOKER and wanted <= LAST and NUMBER[token] != wanted:
                return Flaw("RK-P03", place, {**facts, "tile": token, "wanted": f"{first[0]}{wanted}"})
        if number > at:
            return Flaw("RK-P28", None, {**facts, "tiles": len(tokens)})
        return Flaw("RK-P04", 0, {**facts, "number": number - at})


def _as_group(tokens: Sequence[str]) -> Reading | None:
    if len(tokens) > len(COLOURS):
        return None
    named = [face for face in map(_face, tokens) if face is not None]
    numbers = {NUMBER[face] for face in named}
    if len(numbers) != 1 or len(set(named)) != len(named):
        return None
    (number,) = numbers
    missing = frozenset(f"{colour}{number}" for colour in COLOURS) - set(named)
    jokers = tuple(
        [frozenset((BOUND[token],)) if token in BOUND else missing for token in tokens if token not in NUMBER]
    )
    return Reading(False, number * len(tokens), jokers)


def _face(token: str) -> str | None:
    """The face that a tile has or is bound to; None for a free joker."""
    return BOUND.get(token, None if token == JOKER else token)


def _misbound(tokens: tuple[str, ...], readings: Sequence[Reading]) -> Flaw:
    """The first joker that is bound to a face for which it cannot stand there."""
    best = 0
    for reading in readings:
        seen = {token for token in tokens if token in NUMBER}
        jokers = iter(reading.faces)
        for place, token in enumerate(tokens):
            if token in NUMBER:
                continue
            may_be = next(jokers)
            face = BOUND.get(token)
            if face is not None:
                if face not in may_be or (not reading.run and face in seen):
                    best = max(best, place)
                    break
                seen.add(face)
    return Flaw("RK-P08", best, {"set": list(tokens), "tile": tokens[best]})


def _flaw_of_group(tokens: tuple[str, ...], facts: dict[str, Any]) -> Flaw:
    seen: set[str] = set()
    for place, token in enumerate(tokens):
        if token in seen:
            return Flaw("RK-P05", place, {**facts, "tile": token})
        if token != JOKER:
            seen.add(token)
    return Flaw("RK-P06", None, {**facts, "tiles": len(tokens)})


def bag_of_sets(sets: Sequence[TileSet]) -> Bag:
    """All tiles of some sets."""
    if len(sets) == 1:
        return sets[0].bag
    bag: Bag = {}
    for one in sets:
        for token, count in one.bag.items():
            bag[token] = bag.get(token, 0) + count
    return bag
