"""What stands in the cells of a cross-table."""

from kontari.tournament.crosstable import Counted, CrossTable
from kontari.tournament.exact import text_of
from kontari.tournament.model import Entry, Kind

UNPLAYED = "·"
ONESELF = "×"
MINUS = "\N{MINUS SIGN}"


def number(value: int, signed: bool = False) -> str:
    """A number with a true minus sign."""
    return f"{MINUS}{-value}" if value < 0 else f"+{value}" if signed and value > 0 else str(value)


def meeting(entry: Entry, counted: Counted) -> str:
    """One meeting of two sides: ``3–1 R2``, ``+ R2`` or ``− R2`` for forfeits, ``·`` where nothing was played."""
    match entry.kind:
        case Kind.PLAYED:
            said = _own_and_other(entry, counted)
        case Kind.FORFEIT_WIN:
            said = "+"
        case Kind.FORFEIT_LOSS | Kind.DOUBLE_FORFEIT:
            said = MINUS
        case _:
            said = UNPLAYED
    return f"{said} R{entry.round}"


def _own_and_other(entry: Entry, counted: Counted) -> str:
    if counted == "points":
        return text_of(entry.points)
    own, other = entry.games if counted == "games" else entry.score
    if counted == "score" and own == -other:
        return number(own, signed=True)  # of a sum of zero the one says the other
    return f"{number(own)}–{number(other)}"


def at_table(entry: Entry, table: CrossTable, bye: str) -> str:
    """One round at a table of several: ``1/4 +24``, a shared place ``1=/4``; bye: the word for what was no table."""
    match entry.kind:
        case Kind.PLAYED if entry.place is not None:
            level = "=" if entry.level > 1 else ""
            tail = "" if table.counted != "score" else f" {number(entry.score[0], signed=True)}"
            games = f" {entry.games[0]}–{entry.games[1]}" if table.counted == "games" else ""
            return f"{entry.place}{level}/{entry.size}{tail}{games}"
        case Kind.PLAYED:
            return _own_and_other(entry, table.counted)
        case Kind.FORFEIT_WIN:
            return "+"
        case Kind.FORFEIT_LOSS | Kind.DOUBLE_FORFEIT:
            return MINUS
        case Kind.PENDING:
            return UNPLAYED
        case _:
            return bye
