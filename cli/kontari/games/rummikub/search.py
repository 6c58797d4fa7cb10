"""The best meld and whether there is one: exact searches, by number, over all ways to lay sets.

How tiles and sets are written is said in ``laying``. All searches rest on two programmes. Both go through the
numbers 1, 2, 3 … and keep, for each colour, the runs that are still open. The *quick* one knows of an open run
only whether it has one, two or more tiles, and lays only those jokers that something needs; the others find a
place afterwards, nearly always. Where they do not, where a set may hold only so many jokers, or where the points
of an opening are asked for, the *careful* one keeps the jokers of every open run, too.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from kontari.games.rummikub.arranging import most_laid
from kontari.games.rummikub.budget import WORK, Budget, TooMuchWorkError
from kontari.games.rummikub.laying import COLOURS, JOKER, NOTHING, NUMBERS, LaidSet, Tiles, counted, face_of
from kontari.games.rummikub.openings import best_opening, opening_in
from kontari.games.rummikub.rearranging import best_rearranging
from kontari.games.rummikub.task import CLASSIC, Laws, Worth

__all__ = ["CLASSIC", "JOKER", "WORK", "By", "Laws", "Meld", "Tiles", "TooMuchWorkError", "best", "can"]

By = Literal["tiles", "points"]


class Meld(NamedTuple):
    """What to lay.

    ``sets`` is the whole table at the end, as far as it was given, if ``whole``; otherwise the table
    stays as it is and these sets of rack tiles lie beside it. ``tiles`` are those that leave the rack,
    ascending. ``opening`` names the sets that reach the minimum, for a seat that had not opened; they
    are among ``sets`` unless ``whole``. ``faces`` and ``opening_faces`` are the same sets with every
    joker replaced by the face it stands for: the reading that was counted, where there are several.
    """

    sets: tuple[Tiles, ...]
    faces: tuple[Tiles, ...]
    tiles: Tiles
    opening: tuple[Tiles, ...] = ()
    opening_faces: tuple[Tiles, ...] = ()
    whole: bool = True


def best(
    table: Sequence[int],
    rack: Sequence[int],
    opened: bool,
    laws: Laws = CLASSIC,
    by: By = "tiles",
    *,
    work: int | Budget = WORK,
) -> Meld | None:
    """The best legal meld: the most rack tiles, or the most points of them; what ties, by the other.

    ``table`` counts the tiles that may be rearranged, which can be laid in sets; ``rack`` those of the
    seat. Without a legal meld, or where the table is none, the answer is ``None``.

    Under ``opening_joker="forbid"`` a meld with an opening holds jokers of the rack only if it is
    ``whole``: then it rearranges the table and names its opening.

    Raises ``TooMuchWorkError`` where so much work does not decide it.
    """
    budget = work if isinstance(work, Budget) else Budget(work)
    worth = (
        sum(count * (tile % NUMBERS + 1) for tile, count in enumerate(rack[:JOKER])) + rack[JOKER] * laws.joker_value
    )
    if by == "tiles":
        factor = worth + 1
        weights = Worth([factor + number for number in range(NUMBERS + 1)], factor + laws.joker_value)
    else:
        factor = sum(rack) + 1
        weights = Worth([factor * number + 1 for number in range(NUMBERS + 1)], factor * laws.joker_value + 1)
    if opened:
        found = most_laid(table, rack, weights, laws, budget)
        return found and _told(table, found[1], [], True)
    beside = best_opening(rack, weights, laws, budget)
    if beside is None:
        return None
    if laws.same_turn and any(table):
        more = best_rearranging(table, rack, weights, laws, beside.weight, budget)
        if more:
            return _told(table, more.sets, more.reaching, True)
    return _told(NOTHING, beside.sets, beside.reaching, False)


def _told(table: Sequence[int], sets: Sequence[LaidSet], opening: Sequence[LaidSet], whole: bool) -> Meld:
    laid = counted(sets)
    tiles = [tile for tile in range(JOKER + 1) for _ in range(laid[tile] - table[tile])]
    done = sorted(one.finished() for one in sets)
    named = sorted(one.finished() for one in opening)
    return Meld(
        tuple(one for one, _ in done),
        tuple(faces for _, faces in done),
        tuple(tiles),
        tuple(one for one, _ in named),
        tuple(faces for _, faces in named),
        whole,
    )


def can(
    table: Sequence[int],
    rack: Sequence[int],
    opened: bool,
    laws: Laws = CLASSIC,
    sets: Sequence[Tiles] = (),
    *,
    work: int | Budget = WORK,
) -> bool | None:
    """Whether there is a legal meld; ``None`` where so much work does not decide it.

    ``sets``, the table as it lies, only makes the answer faster.
    """
    budget = work if isinstance(work, Budget) else Budget(work)
    try:
        if not opened:
            return opening_in(rack, laws, budget) is not None
        if any(_lengthens(one, rack, laws) for one in sets) or _has_plain_set(rack):
            return True
        return most_laid(table, rack, Worth(range(NUMBERS + 1), 1), laws, budget) is not None
    except TooMuchWorkError:
        return None


def _has_plain_set(rack: Sequence[int]) -> bool:
    """Whether the rack holds a set without a joker."""
    groups = any(sum(rack[face_of(colour, n)] > 0 for colour in range(COLOURS)) >= 3 for n in range(1, NUMBERS + 1))
    return groups or any(
        rack[face] and rack[face + 1] and rack[face + 2] for face in range(JOKER) if face % NUMBERS < NUMBERS - 2
    )


def _lengthens(one: Tiles, rack: Sequence[int], laws: Laws) -> bool:
    """Whether a rack tile can simply be added to a set."""
    plain = [tile for tile in one if tile != JOKER]
    joker = rack[JOKER] > 0 and not (laws.jokers_per_set and len(one) - len(plain) >= laws.jokers_per_set)
    if len(plain) > 1 and plain[0] % NUMBERS == plain[1] % NUMBERS and plain[0] != plain[1]:
        if len(one) == COLOURS:
            return False
        number = plain[0] % NUMBERS
        return joker or any(rack[number + NUMBERS * c] for c in range(COLOURS) if number + NUMBERS * c not in plain)
    at = next(at for at, tile in enumerate(one) if tile != JOKER)
    start = one[at] % NUMBERS - at
    end = start + len(one)
    base = one[at] // NUMBERS * NUMBERS
    if len(plain) == 1 or start < 0 or end > NUMBERS or len(one) == NUMBERS:
        return False
    return (
        (start > 0 and bool(joker or rack[base + start - 1]))
        or (end < NUMBERS and bool(joker or rack[base + end]))
        or (end == NUMBERS and laws.high_one and bool(joker or rack[base]))
    )
