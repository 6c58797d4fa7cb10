"""What the lances give at the count, in order, and where the count stops."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from kontari.games.mus.lances import JUEGO, PARES, PUNTO, Value
from kontari.games.mus.state import ACCEPTED, EN_PASO, PASSED, REFUSED, Closed, State, Worths
from kontari.games.mus.tally import Tally

Gain = tuple[int, int, int, str]
"""Stones that a lance gives at the count: the lance, the side, how many, and why (en-paso, stake, bonus)."""

Closings = Iterable[tuple[int, Closed | None]]
"""Lances and how they were closed, in order."""

_BONUS = {PARES: Value._fields.index("pares_stones"), JUEGO: Value._fields.index("juego_stones")}
"""Where a value says what the hand is paid in a lance; nothing where it has no pares, or no juego."""


class Addition(NamedTuple):
    """A gain, and whose hands earned it."""

    lance: int
    side: int
    stones: int
    reason: str
    seats: tuple[int, ...]
    """The seat that won the lance, or the holders who are paid; nobody for the stone of a refusal in punto."""


def gains(state: State, closings: Closings, worths: Worths) -> list[Gain]:
    """What lances give at the count, in order, if the hands are worth so much."""
    order = state.speaking()
    found: list[Gain] = []
    for lance, closed in closings:
        worth = worths[lance]
        best = max(worth)
        if not best:
            continue
        how, side, stake = closed or EN_PASO
        if how != REFUSED:
            # The first of equal hands wins.
            side = order[worth.index(best)] % 2
            if how == ACCEPTED:
                found.append((lance, side, stake, "stake"))
        if lance in _BONUS:
            found.append((lance, side, sum(worths[_BONUS[lance]][(side - order[0]) % 2 :: 2]), "bonus"))
        elif how == PASSED:
            found.append((lance, side, 1, "en-paso"))
        elif lance == PUNTO and (how == REFUSED or state.house.punto_bonus_on_bet):
            found.append((lance, side, 1, "bonus"))
    return found


def additions(state: State, closings: Mapping[int, Closed | None], hands: Sequence[Value]) -> tuple[Addition, ...]:
    """The same with the seats that earn it."""
    order = state.speaking()
    found = []
    for lance, side, stones, reason in gains(state, closings.items(), state.in_columns(hands)):
        seats: tuple[int, ...] = (best_of(lance, order, hands),)
        if reason == "bonus":
            closed = closings[lance]
            if lance in _BONUS:
                seats = tuple([seat for seat in order if seat % 2 == side and hands[seat].has(lance)])
            elif closed is not None and closed.how == REFUSED:
                seats = ()  # the stone of a refusal is no hand's
        found.append(Addition(lance, side, stones, reason, seats))
    return tuple(found)


def best_of(lance: int, seats: Iterable[int], hands: Sequence[Value]) -> int:
    """The seat that wins a lance; seats are in speaking order, so that the first of equal hands wins."""
    return max(seats, key=lambda seat: hands[seat][lance])


def counted(before: Tally, parts: Sequence[Gain | Addition], options: Mapping[str, Any]) -> tuple[Tally, int]:
    """A tally after additions, and how many were made: the count stops when the juego is won."""
    target = options["target"]
    stones = list(before.stones)
    made = 0
    for part in parts:
        made += 1
        side = part[1]
        stones[side] += part[2]
        if stones[side] >= target:
            return before.at((stones[0], stones[1])).won(side, options), made
    return before.at((stones[0], stones[1])), made
