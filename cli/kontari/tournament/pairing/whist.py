"""Individual events with changing partners: everyone is once the partner of everyone, and twice the opponent.

Plans are developed from one round, the *starter*: by adding 1 to every number modulo n - 1 (∞ stays), or, where n is
one more than a multiple of four and the order of a field, by adding every element of the field to a starter of powers
in which 0 rests.
"""

from collections.abc import Sequence

from kontari.tournament.model import Bye, Round
from kontari.tournament.pairing import finite
from kontari.tournament.pairing.field import numbered

INFINITY = -1

Seats = tuple[int, int, int, int]
"""Two partners, then two partners."""

STARTERS: dict[int, tuple[Seats, ...]] = {
    4: ((INFINITY, 0, 1, 2),),
    8: ((INFINITY, 0, 1, 3), (2, 6, 4, 5)),
    12: ((INFINITY, 0, 1, 3), (2, 9, 6, 7), (4, 10, 5, 8)),
    16: ((INFINITY, 0, 6, 8), (1, 13, 14, 4), (2, 11, 3, 7), (5, 12, 9, 10)),
    20: ((INFINITY, 0, 5, 9), (1, 2, 14, 17), (3, 8, 10, 18), (4, 11, 6, 12), (7, 16, 13, 15)),
    24: ((INFINITY, 0, 13, 19), (1, 14, 10, 22), (2, 9, 3, 4), (5, 7, 21, 18), (6, 20, 17, 12), (8, 16, 11, 15)),
    28: (
        (INFINITY, 0, 5, 1),
        (2, 19, 17, 22),
        (3, 18, 20, 9),
        (4, 12, 25, 23),
        (6, 7, 10, 16),
        (8, 11, 24, 15),
        (13, 26, 21, 14),
    ),
}
"""Over ∞ and the numbers modulo n - 1, found by search."""


def known(n: int) -> bool:
    """Whether there is a plan for so many."""
    return n in STARTERS or (n % 4 == 1 and finite.known(n))


def plan(n: int) -> list[list[Seats]]:
    """All rounds of n players, by numbers from 0; in each a list of tables. Raises KeyError where none is known."""
    if n in STARTERS:
        return [[_moved(seats, k, n - 1) for seats in STARTERS[n]] for k in range(n - 1)]
    field = finite.FiniteField(n)
    return [[_through(field, seats, k) for seats in _powers(field)] for k in range(n)]


def _moved(seats: Seats, k: int, modulus: int) -> Seats:
    a, b, c, d = (modulus if one == INFINITY else (one + k) % modulus for one in seats)
    return a, b, c, d


def _through(field: finite.FiniteField, seats: Seats, k: int) -> Seats:
    a, b, c, d = (field.plus(one, k) for one in seats)
    return a, b, c, d


def _powers(field: finite.FiniteField) -> list[Seats]:
    x = field.powers()
    t = len(x) // 4
    return [(x[i], x[i + 2 * t], x[i + t], x[i + 3 * t]) for i in range(t)]


def schedule(participants: Sequence[str], rounds: int) -> list[Round]:
    """So many rounds of a field for which a plan is known; after the last one it begins anew.

    Partners sit across: side 0 has the seats 0 and 2.
    """
    whole = plan(len(participants))
    made = []
    for k in range(rounds):
        tables = [[participants[one] for one in (a, c, b, d)] for a, b, c, d in whole[k % len(whole)]]
        seated = {one for table in tables for one in table}
        byes = tuple(Bye(one, "paired") for one in participants if one not in seated)
        made.append(Round(k + 1, numbered(tables), byes))
    return made
