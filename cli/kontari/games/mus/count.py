"""What the lances give at the count, in order, and where the count stops."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from kontari.games.mus.lances import CHICA, GRANDE, PARES, PUNTO, Value
from kontari.games.mus.state import ACCEPTED, PASSED, REFUSED, Closed, State
from kontari.games.mus.tally import Tally

OPEN_TO_ALL = (GRANDE, CHICA, PUNTO)
EN_PASO = Closed(PASSED)


class Addition(NamedTuple):
    """Stones that a lance gives at the count, and why: ``en-paso``, ``stake``, ``bonus``."""

    lance: int
    side: int
    stones: int
    reason: str
    seats: tuple[int, ...]
    """The seat that won the lance, or the holders who are paid; nobody for the stone of a refusal in punto."""


def additions(state: State, hands: Sequence[Value]) -> Iterator[Addition]:
    """What each lance gives at the count, in order, if the hands (by seat) are these."""
    for lance, closed in sorted(state.closed.items()):
        yield from of_lance(state, lance, closed, hands)


def of_lance(state: State, lance: int, closed: Closed | None, hands: Sequence[Value]) -> Iterator[Addition]:
    holders = state.speaking() if lance in OPEN_TO_ALL else [one for one in state.speaking() if hands[one][lance]]
    if not holders:
        return
    best = best_of(lance, holders, hands)
    side = best % 2
    how, refused, stake = closed or EN_PASO
    if how == REFUSED:
        side = refused
    elif how == ACCEPTED:
        yield Addition(lance, side, stake, "stake", (best,))
    if lance == PUNTO:
        if how != ACCEPTED or state.house.options["punto_bonus_on_bet"]:
            won = () if how == REFUSED else (best,)  # the stone of a refusal is no hand's
            yield Addition(lance, side, 1, "en-paso" if how == PASSED else "bonus", won)
    elif lance in OPEN_TO_ALL:
        if how == PASSED:
            yield Addition(lance, side, 1, "en-paso", (best,))
    else:
        paid = tuple([seat for seat in holders if seat % 2 == side])
        stones = sum([hands[seat].pares_stones if lance == PARES else hands[seat].juego_stones for seat in paid])
        yield Addition(lance, side, stones, "bonus", paid)


def best_of(lance: int, seats: Iterable[int], hands: Sequence[Value]) -> int:
    """The seat that wins a lance; seats are in speaking order, so that the first of equal hands wins."""
    best = most = -1
    for seat in seats:
        worth = hands[seat][lance]
        if worth > most:
            best, most = seat, worth
    return best


def counted(before: Tally, parts: Sequence[Addition], options: Mapping[str, Any]) -> tuple[Tally, int]:
    """A tally after additions, and how many were made: the count stops when the juego is won."""
    target = options["target"]
    stones = list(before.stones)
    made = 0
    winner = None
    for part in parts:
        side = part.side
        stones[side] += part.stones
        made += 1
        if stones[side] >= target:
            winner = side
            break
    after = Tally((stones[0], stones[1]), before.games, before.vacas, before.finished)
    return (after if winner is None else after.won(winner, options)), made
