"""Sets while they are made, for the searches.

A tile is an int: face = 13 * colour + number - 1 for the colours r b o k = 0..3, and 52 for a joker.
A multiset of tiles is a sequence of 53 counts. A set is a tuple of tiles: a run in ascending order,
with 52 at the place that the joker stands for, or a group with its jokers last.
"""

from collections.abc import Sequence

JOKER = 52
NUMBERS = 13
COLOURS = 4

Tiles = tuple[int, ...]
NOTHING = (0,) * (JOKER + 1)


class LaidSet:
    """A set while it is made: its tiles and, beside each, the face it stands for."""

    __slots__ = ("end", "faces", "start", "tiles")

    def __init__(self, start: int, end: int, faces: list[int], tiles: list[int]) -> None:
        # Of a run the first and the last number (14 for a high one); of a group start is 0 and end its number.
        self.start = start
        self.end = end
        self.faces = faces
        self.tiles = tiles

    def jokers(self) -> int:
        return self.tiles.count(JOKER)

    def points(self, with_jokers: bool) -> int:
        return sum(
            face % NUMBERS + 1
            for face, tile in zip(self.faces, self.tiles, strict=True)
            if with_jokers or tile != JOKER
        )

    def finished(self) -> tuple[Tiles, Tiles]:
        if self.start:
            return tuple(self.tiles), tuple(self.faces)
        order = sorted(range(len(self.tiles)), key=lambda at: (self.tiles[at], self.faces[at]))
        return tuple(self.tiles[at] for at in order), tuple(self.faces[at] for at in order)

    def next_number(self) -> int:
        """The highest number that a joker can be added for, or 0."""
        if not self.start:
            return self.end if len(self.tiles) < COLOURS else 0
        if len(self.tiles) >= NUMBERS:
            return 0
        return self.end + 1 if self.end < NUMBERS else self.start - 1

    def add_joker(self, number: int) -> None:
        """Lay a joker for the number that ``next_number`` said."""
        if not self.start:
            face = next(face for colour in range(COLOURS) if (face := face_of(colour, number)) not in self.faces)
        else:
            face = self.faces[0] // NUMBERS * NUMBERS + number - 1
        if self.start > number:
            self.start = number
            self.faces.insert(0, face)
            self.tiles.insert(0, JOKER)
            return
        self.faces.append(face)
        self.tiles.append(JOKER)
        if self.start:
            self.end = number

    def split(self) -> "LaidSet | None":
        """Cut a long run in two, both of them sets; the second is returned."""
        if self.start:
            for cut in range(3, len(self.tiles) - 2):
                head, tail = self.tiles[:cut], self.tiles[cut:]
                if head.count(JOKER) < len(head) and tail.count(JOKER) < len(tail):
                    return self.cut(cut)
        return None

    def cut(self, at: int) -> "LaidSet":
        """Keep so many tiles of a run; the others are returned as a run."""
        rest = LaidSet(self.start + at, self.end, self.faces[at:], self.tiles[at:])
        self.end = self.start + at - 1
        self.faces, self.tiles = self.faces[:at], self.tiles[:at]
        return rest


def face_of(colour: int, number: int) -> int:
    return NUMBERS * colour + (number - 1) % NUMBERS


def counted(sets: Sequence[LaidSet]) -> list[int]:
    counts = [0] * (JOKER + 1)
    for one in sets:
        for tile in one.tiles:
            counts[tile] += 1
    return counts


def groups_of(number: int, vector: Sequence[int], how_many: int, jokers: int, limit: int) -> list[LaidSet]:
    """Groups of one number, so many, out of so many tiles of each colour and so many jokers."""
    made: list[list[int]] = [[] for _ in range(how_many)]
    for colour in range(COLOURS):
        # Always into the smallest ones, so that no two differ by more than one.
        for group in sorted(made, key=len)[: vector[colour]]:
            group.append(colour)
    held = [0] * how_many
    for least in (3, 4):
        for at, group in enumerate(made):
            while jokers and len(group) + held[at] < least and held[at] < limit:
                held[at] += 1
                jokers -= 1
    sets = []
    for group, wild in zip(made, held, strict=True):
        free = [colour for colour in range(COLOURS) if colour not in group][:wild]
        faces = [face_of(colour, number) for colour in [*group, *free]]
        sets.append(LaidSet(0, number, faces, faces[: len(group)] + [JOKER] * wild))
    return sets


def within(sets: list[LaidSet], limit: int) -> bool:
    """Cut runs that hold too many jokers; whether every set holds few enough then."""
    for one in sets:
        if one.jokers() > limit:
            # Each piece as short as it can be, with as many jokers as it may hold.
            for cut in range(3, len(one.tiles) - 2) if one.start else ():
                head, tail = one.tiles[:cut], one.tiles[cut:]
                if head.count(JOKER) <= min(limit, cut - 1) and tail.count(JOKER) < len(tail):
                    sets.append(one.cut(cut))
                    # The rest is looked at later in the same loop.
                    break
            else:
                return False
    return True


def parked(sets: list[LaidSet], jokers: int, limit: int) -> bool:
    """Lay jokers where nothing needs them, always at the highest face; whether there was room for all."""
    for one in list(sets):
        if len(one.tiles) > NUMBERS:
            rest = one.split()
            assert rest
            sets.append(rest)
    while jokers:
        place = _highest_place(sets, limit)
        if place is not None:
            place[0].add_joker(place[1])
            jokers -= 1
            continue
        rest = next((rest for one in sets if (rest := one.split())), None)
        if not rest:
            return False
        sets.append(rest)
    return True


def _highest_place(sets: list[LaidSet], limit: int) -> tuple[LaidSet, int] | None:
    """Where one joker more stands for the highest number, and that number."""
    best: tuple[LaidSet, int] | None = None
    for one in sets:
        number = one.next_number() if one.jokers() < limit else 0
        if number > (best[1] if best else 0):
            best = one, number
    return best


def useful(table: Sequence[int], rack: Sequence[int], jokers: int, high: bool) -> Sequence[int]:
    """The rack without the tiles that no set can hold."""
    if jokers > 1:
        return rack
    have = [bool(table[tile] or rack[tile]) for tile in range(JOKER)]
    need = 3 - jokers
    kept = list(rack)
    for colour in range(COLOURS):
        row = [have[face_of(colour, number)] for number in range(1, NUMBERS + high + 1)]
        near = [sum(row[at : at + 3]) >= need for at in range(len(row) - 2)]
        for number in range(1, NUMBERS + 1):
            face = face_of(colour, number)
            if (
                rack[face]
                and sum(have[face_of(other, number)] for other in range(COLOURS)) < need
                and not any(near[max(0, number - 3) : number])
                and not (high and number == 1 and near[-1])
            ):
                kept[face] = 0
    return kept
