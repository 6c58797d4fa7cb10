"""How many tables of which size a field makes."""

from dataclasses import dataclass

from kontari.tournament.model import Seating


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of tables, the largest first, and how many are not seated. ``said``: what is out of the usual."""

    tables: tuple[int, ...]
    byes: int = 0
    said: tuple[str, ...] = ()


def sizes(players: int, seating: Seating) -> Sizes:
    """As many tables of the usual size as can be, the rest at smaller ones; else at larger ones; else with byes."""
    for byes in range(players + 1):
        left = players - byes
        rests = (f"{byes} of {players} cannot be seated",) if byes else ()
        if left == 0:
            break
        made = _smaller(left, seating)
        if made is not None:
            return Sizes(made, byes, rests)
        made = _larger(left, seating)
        if made is not None:
            larger = f"{players} make no tables of {seating.least} to {seating.size}: there are tables of {made[0]}"
            return Sizes(made, byes, (larger, *rests))
    return Sizes((), players, (f"{players} are too few for a table of {seating.least}",))


def _smaller(players: int, seating: Seating) -> tuple[int, ...] | None:
    for whole in range(players // seating.size, -1, -1):
        rest = players - whole * seating.size
        if rest == 0:
            return (seating.size,) * whole
        if seating.least < seating.size:
            short = -(-rest // (seating.size - 1))
            if seating.least * short <= rest:
                return (seating.size,) * whole + _even(rest, short)
    return None


def _larger(players: int, seating: Seating) -> tuple[int, ...] | None:
    tables = players // seating.size
    if tables and players <= tables * seating.most:
        return _even(players, tables)
    return None


def _even(players: int, tables: int) -> tuple[int, ...]:
    each, more = divmod(players, tables)
    return (each + 1,) * more + (each,) * (tables - more)
