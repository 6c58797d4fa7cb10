"""Plans of equal tables at which no two meet twice: affine planes, and what is left of one where the tables are more.

Players are pairs (row, place): as many rows as seats, as many places as tables. In round r the table t takes of row
x the place t + r·x; two of different rows meet once at most. Where there are as many rows as places, one more
round has the rows themselves for tables.
"""

from kontari.tournament.pairing import finite

Plan = list[list[list[int]]]
"""Rounds of tables of players, by number from 0."""


def plan(players: int, size: int, rounds: int) -> Plan | None:
    """So many rounds without a second meeting, or None where no such plan is known."""
    if players % size:
        return None
    places = players // size
    if places == 1:
        return [[list(range(size))]] if rounds == 1 else None
    if places >= size and finite.known(places):
        field = finite.FiniteField(places)
        plus, times = field.plus, field.times
    elif finite.least_prime_factor(places) >= size:
        plus, times = lambda a, b: (a + b) % places, lambda a, b: a * b % places
    else:
        return None
    if rounds > places + (places == size):
        return None
    made = [
        [[x * places + plus(t, times(r, x)) for x in range(size)] for t in range(places)]
        for r in range(min(rounds, places))
    ]
    if rounds > places:
        made.append([[x * places + y for y in range(places)] for x in range(size)])
    return made
