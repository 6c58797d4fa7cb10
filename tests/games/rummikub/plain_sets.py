"""What is a set of Rummikub, asked in the plainest way: is there a set without jokers that these tiles spell?

Written from the rules alone, by somebody who had not seen the package, so that the two can be held against each
other. A tile is "r10"; a joker is "J", or "J=r10" when it is bound. A face is a tile without jokers. The numbers in
comments are those of the rules: 5 sets, 6 opening, 9 what a joker stands for.
"""

from collections import Counter
from functools import lru_cache
from itertools import pairwise, permutations

COLOURS = "rbok"


def colour_of(face):
    return face[0]


def number_of(face):
    return int(face[1:])


def is_joker(tile):
    return tile.startswith("J")


def unbound(tile):
    return "J" if is_joker(tile) else tile


def count_jokers(tiles):
    return sum(is_joker(tile) for tile in tiles)


def is_run(faces, one="low"):
    """5: three or more consecutive numbers of one colour, ascending; under low-or-high a 1 may follow a final 13."""
    if not 3 <= len(faces) <= 13 or len({colour_of(face) for face in faces}) != 1:
        return False
    numbers = [number_of(face) for face in faces]
    if one == "low-or-high" and numbers[-1] == 1:
        numbers[-1] = 14
    return all(after == before + 1 for before, after in pairwise(numbers))


def is_group(faces):
    """5: three or four tiles of one number, all colours different."""
    colours = {colour_of(face) for face in faces}
    return 3 <= len(faces) <= 4 and len({number_of(face) for face in faces}) == 1 and len(colours) == len(faces)


@lru_cache(None)
def all_sets(one="low", longest_run=13):
    """Every set without jokers, once each: (kind, faces), the runs ascending."""
    found = []
    for colour in COLOURS:
        for start in range(1, 14):
            for length in range(3, longest_run + 1):
                numbers = list(range(start, start + length))
                if one == "low-or-high" and numbers[-1] == 14:
                    numbers[-1] = 1
                faces = tuple(f"{colour}{number}" for number in numbers)
                if max(numbers) <= 13 and is_run(faces, one):
                    found.append(("run", faces))
    for number in range(1, 14):
        for left_out in ("", *COLOURS):
            faces = tuple(f"{colour}{number}" for colour in COLOURS if colour != left_out)
            found.append(("group", faces))
    return tuple(found)


@lru_cache(None)
def _spellings(length, one):
    """Every set of this length as it may be written: a run in one way, a group in any order."""
    written = []
    for kind, faces in all_sets(one):
        if len(faces) == length:
            orders = permutations(faces) if kind == "group" else [faces]
            written.extend((kind, order) for order in orders)
    return written


def _may_be(tile, face):
    return tile in (face, "J", "J=" + face)


@lru_cache(None)
def _readings(tiles, one):
    if all(is_joker(tile) for tile in tiles):  # 1: every set needs a numbered tile
        return ()
    return tuple(
        (kind, faces)
        for kind, faces in _spellings(len(tiles), one)
        if all(_may_be(tile, face) for tile, face in zip(tiles, faces, strict=True))
    )


def readings(tiles, one="low"):
    """Every way to give each joker a face so that the tiles are a set: (kind, faces), place by place."""
    return _readings(tuple(tiles), one)


def is_set(tiles, one="low"):
    return bool(readings(tiles, one))


def kinds(tiles, one="low"):
    """{"run"}, {"group"}, both (the set is ambiguous, 9) or neither (no set)."""
    return {kind for kind, _ in readings(tiles, one)}


def joker_faces(tiles, one="low"):
    """For each kind that the tiles can be: the faces that each joker may stand for, by its place."""
    faces_by_kind = {}
    for kind, faces in readings(tiles, one):
        places = faces_by_kind.setdefault(kind, {})
        for place, tile in enumerate(tiles):
            if is_joker(tile):
                places.setdefault(place, set()).add(faces[place])
    return faces_by_kind


def lowest_points(tiles, one="low", joker_points="face"):
    """6, 9: a joker counts the face it stands for (or 0); of several readings the lowest."""
    sums = []
    for _, faces in readings(tiles, one):
        total = 0
        for tile, face in zip(tiles, faces, strict=True):
            if joker_points == "face" or not is_joker(tile):
                total += number_of(face)
        sums.append(total)
    return min(sums)


def same_set(first, second, one="low"):
    """9: groups are compared as multisets, runs place by place. Bindings are ignored, right or wrong.

    But they must say of both that they are a run, or a group, if they might be either without them. While neither
    says so, they are compared place by place. ``first`` is a set; of ``second`` the bindings may be wrong.
    """
    plain = [tuple(unbound(tile) for tile in tiles) for tiles in (first, second)]
    what, other = kinds(first, one), kinds(second, one)
    if not other:
        other = kinds(plain[1], one)
        if len(other) == 2:
            return False
    if not what or what != other:
        return False
    return Counter(plain[0]) == Counter(plain[1]) if what == {"group"} else plain[0] == plain[1]
