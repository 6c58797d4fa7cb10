"""The search for melds, held against a plain search of everything on small positions."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations
from math import comb

import pytest

from conftest import TIMES
from kontari.games.rummikub import arranging, quick
from kontari.games.rummikub.budget import Budget
from kontari.games.rummikub.openings import single_sets
from kontari.games.rummikub.search import JOKER, WORK, Laws, Meld, Tiles, TooMuchWorkError, best, can

Counts = tuple[int, ...]


def readings(high: bool) -> Iterator[Tiles]:
    """Every set of faces, without jokers."""
    for colour in range(4):
        for start in range(1, 13):
            for end in range(start + 2, 15 if high else 14):
                if end - start < 13:
                    yield tuple(13 * colour + (number - 1) % 13 for number in range(start, end + 1))
    for number in range(13):
        faces = [13 * colour + number for colour in range(4)]
        yield from combinations(faces, 3)
        yield tuple(faces)


def with_jokers(faces: Tiles, most: int) -> Iterator[Tiles]:
    """The ways to put jokers into a set, each of them with a numbered tile."""
    for many in range(min(most, len(faces) - 1) + 1):
        for places in combinations(range(len(faces)), many):
            yield tuple(JOKER if at in places else face for at, face in enumerate(faces))


def counted(tiles: Tiles) -> Counts:
    counts = Counter(tiles)
    return tuple(counts[tile] for tile in range(53))


def plus(a: Counts, b: Counts) -> Counts:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def minus(a: Counts, b: Counts) -> Counts:
    return tuple(x - y for x, y in zip(a, b, strict=True))


def within(a: Counts, b: Counts) -> bool:
    return all(x <= y for x, y in zip(a, b, strict=True))


def points(faces: Tiles, tiles: Tiles, joker: str) -> int:
    return sum(face % 13 + 1 for face, tile in zip(faces, tiles, strict=True) if tile != JOKER or joker == "face")


class Plain:
    """All that can be laid, by trying every set."""

    def __init__(self, table: Counts, rack: Counts, laws: Laws) -> None:
        self.table, self.rack, self.laws = table, rack, laws
        both = plus(table, rack)
        most = min(both[JOKER], laws.jokers_per_set or both[JOKER])
        self.sets: dict[Counts, int] = {}
        for faces in readings(laws.high_one):
            if sum(not both[face] for face in faces) > most:
                continue
            for tiles in with_jokers(faces, most):
                counts = counted(tiles)
                if within(counts, both):
                    self.sets[counts] = max(self.sets.get(counts, 0), points(faces, tiles, laws.opening_joker))
        self.order = sorted(self.sets)

    def whole(self) -> set[Counts]:
        """What can leave the rack when all tiles may be moved."""
        found: set[Counts] = set()
        seen: set[tuple[Counts, Counts]] = set()

        def go(table: Counts, rack: Counts) -> None:
            if (table, rack) in seen:
                return
            seen.add((table, rack))
            needed = next((tile for tile in range(53) if table[tile]), None)
            if needed is None:
                found.add(minus(self.rack, rack))
            for one in self.order:
                if needed is not None and not one[needed]:
                    continue
                left = minus(table, one)
                from_rack = tuple(max(0, -count) for count in left)
                if within(from_rack, rack):
                    go(tuple(max(0, count) for count in left), minus(rack, from_rack))

        # A joker of the table lies in some set: numbered tiles first, then any set that is left for it.
        go(self.table, self.rack)
        return found

    def beside(self) -> Iterator[tuple[Counts, int, int, bool]]:
        """Each choice of sets within the rack: its tiles, its points, its best set, whether it has a joker."""
        own = [one for one in self.order if within(one, self.rack)]
        seen = set()

        def go(at: int, laid: Counts, total: int, top: int) -> Iterator[tuple[Counts, int, int, bool]]:
            if (at, laid, total, top) in seen:
                return
            seen.add((at, laid, total, top))
            if any(laid):
                yield laid, total, top, laid[JOKER] > 0
            for place in range(at, len(own)):
                more = plus(laid, own[place])
                if within(more, self.rack):
                    worth = self.sets[own[place]]
                    yield from go(place, more, total + worth, max(top, worth))

        yield from go(0, (0,) * 53, 0, 0)

    def legal(self, opened: bool) -> set[Counts]:
        """Every multiset that may leave the rack."""
        laws = self.laws
        if opened:
            return {laid for laid in self.whole() if any(laid)}
        openings = {
            laid
            for laid, total, top, joker in self.beside()
            if (top if laws.opening_single else total) >= laws.opening_min
            and not (joker and laws.opening_joker == "forbid")
        }
        if not laws.same_turn or not any(self.table):
            return openings
        return {laid for laid in self.whole() if any(within(one, laid) for one in openings)} | openings


def value(laid: Counts, laws: Laws, by: str) -> tuple[int, int]:
    tiles = sum(laid)
    worth = sum(count * (tile % 13 + 1) for tile, count in enumerate(laid[:JOKER])) + laid[JOKER] * laws.joker_value
    return (tiles, worth) if by == "tiles" else (worth, tiles)


LEGAL = {high: set(readings(high)) for high in (False, True)}


def check_sets(sets: tuple[Tiles, ...], faces: tuple[Tiles, ...], laws: Laws) -> None:
    assert len(sets) == len(faces)
    for one, reading in zip(sets, faces, strict=True):
        is_set = reading in LEGAL[laws.high_one] or tuple(sorted(reading)) in LEGAL[laws.high_one]
        assert is_set, (one, reading)
        assert all(tile in (face, JOKER) for tile, face in zip(one, reading, strict=True))
        assert one.count(JOKER) < len(one)
        assert not laws.jokers_per_set or one.count(JOKER) <= laws.jokers_per_set


def check(meld: Meld, table: Counts, rack: Counts, opened: bool, laws: Laws) -> None:
    """Whether a meld is legal, from the rules alone."""
    check_sets(meld.sets, meld.faces, laws)
    check_sets(meld.opening, meld.opening_faces, laws)
    tiles = counted(meld.tiles)
    assert meld.tiles
    assert within(tiles, rack)
    assert counted(tuple(chain(*meld.sets))) == (plus(table, tiles) if meld.whole else tiles)
    assert bool(meld.opening) == (not opened)
    if opened:
        assert meld.whole
        return
    assert within(counted(tuple(chain(*meld.opening))), tiles)
    worth = [points(f, s, laws.opening_joker) for s, f in zip(meld.opening, meld.opening_faces, strict=True)]
    assert (max if laws.opening_single else sum)(worth) >= laws.opening_min
    assert laws.opening_joker != "forbid" or not any(
        JOKER in one for one in (meld.opening if meld.whole else meld.sets)
    )
    assert laws.same_turn or not meld.whole
    if not meld.whole:
        assert not Counter(meld.opening) - Counter(meld.sets)


def position(chance: random.Random, laws: Laws, copies: int, jokers: int, opened: bool) -> tuple[list[Tiles], Counts]:
    """A table of some sets and a rack, in a corner of the numbers so that tiles meet."""
    low = chance.choice([1, 4, 9, 11]) - 1
    near = [face for face in range(52) if low <= face % 13 <= low + chance.choice([2, 3, 5]) or chance.random() < 0.05]
    if laws.high_one:
        near += [13 * colour + number for colour in range(4) for number in (0, 11, 12)]
    box = [tile for tile in [*near, JOKER] for _ in range(copies if tile < JOKER else jokers)]
    chance.shuffle(box)
    pool = Counter(box)
    table: list[Tiles] = []
    rack: list[Tiles] = []
    known = [faces for faces in readings(laws.high_one) if len(faces) < 6]
    most = min(jokers, laws.jokers_per_set or jokers)

    def draw_set(into: list[Tiles]) -> None:
        nonlocal pool
        for _ in range(200):
            one = chance.choice(list(with_jokers(chance.choice(known), most if chance.random() < 0.4 else 0)))
            if not Counter(one) - pool:
                pool -= Counter(one)
                into.append(one)
                return

    for _ in range(chance.choice([0, 1, 2, 2, 3] if opened else [0, 1, 1])):
        draw_set(table)
    for _ in range(0 if opened else chance.choice([0, 1, 1, 2])):
        draw_set(rack)
    rest = sorted(pool.elements())
    single = chance.sample(rest, min(len(rest), chance.choice([1, 2, 3, 4, 5, 6])))
    return table, counted((*chain(*rack), *single))


def breaks(plain: Plain, lying: list[Tiles]) -> bool:
    """Whether no set can be laid beside those of the table, and no tile at any of these."""
    singles = [counted((tile,)) for tile in range(53) if plain.rack[tile]]
    return not any(plain.beside()) and not any(
        plus(counted(one), single) in plain.sets for one in lying for single in singles
    )


def agree(lying: list[Tiles], rack: Counts, opened: bool, laws: Laws) -> list[str]:
    """What kind of position it is, of which the search says the same as trying everything."""
    table = counted(tuple(chain(*lying)))
    plain = Plain(table, rack, laws)
    legal = plain.legal(opened)
    assert can(table, rack, opened, laws) is bool(legal), (table, rack)
    assert can(table, rack, opened, laws, lying) is bool(legal)
    for by in ("tiles", "points"):
        meld = best(table, rack, opened, laws, by)
        if not legal:
            assert meld is None
            continue
        assert meld is not None
        check(meld, table, rack, opened, laws)
        tiles = counted(meld.tiles)
        assert tiles in legal
        assert value(tiles, laws, by) == max(value(laid, laws, by) for laid in legal)
    kinds = {
        "able": bool(legal),
        "unable": not legal,
        "unopened": not opened,
        ON_RACK: rack[JOKER] > 0,
        "joker on the table": table[JOKER] > 0,
        BREAKING: opened and bool(legal) and breaks(plain, lying),
    }
    return [kind for kind, holds in kinds.items() if holds]


Case = tuple[list[Tiles], Counts, bool, Laws]
SEED = "" if TIMES == 1 else random.random()
ON_RACK, BREAKING = "joker on the rack", "only by breaking a set"
LEAST = {ON_RACK: 150, "joker on the table": 100, BREAKING: 100, "unopened": 100, "able": 100, "unable": 100}
CASES = [
    (Laws(), 2, 2),
    (Laws(), 2, 0),
    (Laws(same_turn=False, opening_joker="zero"), 2, 2),
    (Laws(opening_joker="forbid", opening_min=20), 2, 2),
    (Laws(opening_single=True, opening_min=21), 2, 2),
    (Laws(opening_single=True, opening_min=12, same_turn=False), 2, 2),
    (Laws(high_one=True), 2, 2),
    (Laws(jokers_per_set=1, opening_min=15), 2, 3),
    (Laws(jokers_per_set=2, opening_min=12), 3, 4),
    (Laws(high_one=True, jokers_per_set=1, opening_min=0), 2, 2),
    (Laws(joker_value=0, opening_min=0), 4, 4),
    (Laws(opening_min=50, opening_joker="zero"), 3, 3),
]


def small_position(chance: random.Random, number: int, opened: bool, most: int = 17) -> Case:
    """One under the laws of a case, by turns, that is small enough for trying everything."""
    laws, copies, jokers = CASES[number % len(CASES)]
    while True:
        lying, rack = position(chance, laws, copies, jokers, opened)
        table = counted(tuple(chain(*lying)))
        if sum(table) + sum(rack) + 2 * (table[JOKER] + rack[JOKER]) <= most:
            return lying, rack, opened, laws


def test_search_says_what_trying_everything_says() -> None:
    met: Counter[str] = Counter()
    chance = random.Random(SEED)
    count = 480 * TIMES
    for number in range(count):
        met.update(agree(*small_position(chance, number, number % 3 > 0)))

    def missing(kind: str) -> bool:
        return met[kind] < LEAST[kind] * TIMES

    while any(map(missing, LEAST)):
        lying, rack, opened, laws = small_position(chance, count, True)
        table = counted(tuple(chain(*lying)))
        if (missing(ON_RACK) and rack[JOKER]) or (
            missing(BREAKING) and can(table, rack, True, laws) and breaks(Plain(table, rack, laws), lying)
        ):
            met.update(agree(lying, rack, opened, laws))
            count += 1
    assert count >= 500 * TIMES
    assert all(met[kind] >= number * TIMES for kind, number in LEAST.items())


@pytest.mark.parametrize("way", ["downwards", "careful"])
def test_the_ways_that_small_positions_do_not_take(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Crowded tables are searched from the top downwards, and jokers without room once more: both forced here."""
    if way == "downwards":
        monkeypatch.setattr(quick, "_FEW", 0)
    else:
        monkeypatch.setattr(arranging, "within", lambda sets, limit: False)
    chance = random.Random(f"{SEED}{way}")
    for number in range(120 * TIMES):
        agree(*small_position(chance, number, chance.random() < 0.5, 16))


def test_extremes_of_dense_tables_are_answered() -> None:
    """Four copies, 8 jokers, 100 tiles on the table, 60 on the rack: legal, and as good as all of them laid."""
    chance = random.Random(1)
    table = [0] * 53
    box = [4] * 52
    known = [faces for faces in readings(False) if len(faces) < 6]
    while sum(table) < 100:
        one = chance.choice(known)
        if all(box[tile] for tile in one):
            for tile in one:
                box[tile] -= 1
                table[tile] += 1
    rest = [tile for tile in range(52) for _ in range(box[tile])]
    rack = list(counted(tuple(chance.sample(rest, 52))))
    rack[JOKER] = 8
    meld = best(table, rack, True)
    assert meld
    check(meld, tuple(table), tuple(rack), True, Laws())
    assert len(meld.tiles) == 60


TILE = {f"{colour}{number}": 13 * at + number - 1 for at, colour in enumerate("rbok") for number in range(1, 14)}
TEXT = (
    "J b8 k8,b6 o6 J,b5 b6 J,J k4 k5,J k9 k10,r12 b12 J,r7 J k7,J k7 k8,b7 o7 k7,r4 o4 k4,b6 b7 b8,k3 k4 k5,"
    "k2 k3 k4,r7 o7 k7,r2 r3 r4,r5 r6 r7,r4 r5 r6,r6 r7 r8"
)
CROWDED = [tuple(TILE.get(token, JOKER) for token in one.split()) for one in TEXT.split(",")]


def sets_by_formula(most: int) -> int:
    """All sets with so many jokers at most, a run by its places and a group by its tiles."""
    runs = sum(
        4 * (14 - length) * sum(comb(length, wild) for wild in range(min(most, length - 1) + 1))
        for length in range(3, 14)
    )
    groups = 13 * sum(comb(4, size - wild) for size in (3, 4) for wild in range(min(most, size - 1) + 1))
    return runs + groups


def test_counts_of_sets() -> None:
    """329 sets without jokers, and those with up to two, as listed and as counted."""
    assert sets_by_formula(0) == len(list(readings(False))) == 329
    assert len([faces for faces in readings(False) if len(faces) < 6]) == 185
    assert len(list(readings(True))) == 329 + 4 * 11
    for most in (0, 1, 2):
        runs = set()
        groups = set()
        for faces in readings(False):
            for one in with_jokers(faces, most):
                if faces[0] // 13 == faces[-1] // 13:
                    runs.add((faces[0], one))
                else:
                    groups.add(tuple(sorted(one)))
        assert len(runs) + len(groups) == sets_by_formula(most)


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_the_search_knows_every_set(jokers: int) -> None:
    """A rack of just one set is laid whole, and the choices of tiles that are sets are all that there are."""
    listed = {counted(one) for faces in readings(False) for one in with_jokers(faces, jokers)}
    for one in sorted(listed)[:: 1 + jokers]:
        meld = best((0,) * 53, one, True)
        assert meld
        assert counted(meld.tiles) == one
    every = [*[1] * 52, jokers]
    assert {counted(tuple(one.tiles)) for one in single_sets(every, Laws(), Budget())} == listed


def test_work_is_bounded() -> None:
    """No set may hold two jokers, and all eight lie on the table: too many ways for the tile that is left."""
    table = counted(tuple(chain(*CROWDED)))
    rack = counted((TILE["o13"],))
    laws = Laws(jokers_per_set=1)
    assert can(table, rack, True, laws, CROWDED) is None
    with pytest.raises(TooMuchWorkError):
        best(table, rack, True, laws)


def test_little_work_decides_little_and_much_work_nothing_else() -> None:
    chance = random.Random(4)
    undecided = 0
    for _ in range(40):
        lying, rack = position(chance, Laws(), 2, 2, True)
        table = counted(tuple(chain(*lying)))
        for work in (0, 1000, 10_000):
            answer = can(table, rack, True, work=work)
            assert answer in (None, can(table, rack, True))
            undecided += answer is None
            try:
                assert best(table, rack, True, work=work) == best(table, rack, True)
            except TooMuchWorkError:
                assert work < WORK
    assert undecided > 10
