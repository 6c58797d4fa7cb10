"""Tables as CSV: RFC 4180, the same headings in every language; what a spreadsheet wants where it is asked for."""

import csv
import io
from collections.abc import Iterable, Sequence

from kontari.tournament.crosstable import CrossTable
from kontari.tournament.exact import text_of
from kontari.tournament.model import Document, Exact, Standings, Value
from kontari.tournament.output import cells, evidence
from kontari.tournament.output.look import Look, Names, deciding, value_codes
from kontari.tournament.output.values import plain, value_text

BEFORE = ("rank", "participant", "name", "played", "won", "drawn", "lost", "points", "games_for", "games_against")
BEHIND = ("decided_by", "evidence")
_FORMULA = ("=", "+", "-", "@", "\N{MINUS SIGN}", "\t", "\r")
_BOM = "\ufeff"

Written = str | int | Exact
"""A cell: a text, or a number."""


def standings_csv(standings: Standings, document: Document, look: Look) -> str:
    """A row a participant; between ``BEFORE`` and ``BEHIND`` a column a criterion, headed by its code."""
    names, codes = Names(document, look.names), value_codes(standings, look)
    rows: list[Sequence[Written]] = [(*BEFORE, *codes, *BEHIND)]
    for index, row in enumerate(standings.rows):
        values = [_value(one) for one in row.values]
        rows.append(
            (
                row.rank,
                row.participant,
                names.of(row.participant),
                row.played,
                row.won,
                row.drawn,
                row.lost,
                row.points,
                *row.games,
                *values,
                *[""] * (len(codes) - len(values)),
                deciding(standings, index, codes),
                evidence.letters(row.evidence),
            )
        )
    return written(rows, look.excel)


def crosstable_csv(table: CrossTable, document: Document, look: Look) -> str:
    """A row a participant, a column an opponent (headed by its id) or a round (``R1``)."""
    names = Names(document, look.names)
    before, behind = ("rank", "participant", "name"), ("points",)
    ids = [row.participant for row in table.rows]
    rounds = range(1, table.after + 1)
    middle = [f"R{number}" for number in rounds] if table.of_tables else ids
    rows: list[Sequence[Written]] = [(*before, *middle, *behind)]
    for row in table.rows:
        shown: list[str]
        if table.of_tables:
            by_round = {entry.round: entry for entry in row.rounds}
            shown = [
                cells.at_table(by_round[number], table, str(by_round[number].kind)) if number in by_round else ""
                for number in rounds
            ]
        else:
            shown = [
                cells.ONESELF
                if other == row.participant
                else ", ".join(cells.meeting(entry, table.counted) for entry in row.against(other)) or cells.UNPLAYED
                for other in ids
            ]
        rows.append((row.rank, row.participant, names.of(row.participant), *shown, row.points))
    return written(rows, look.excel)


def written(rows: Iterable[Sequence[Written]], excel: bool = False) -> str:
    """Rows as CSV.

    excel: with a byte-order mark, ``;`` between cells, a decimal comma, and an apostrophe before a text that a
    spreadsheet program would take for a formula, or a fraction that it would take for a date.
    """
    made = io.StringIO(newline="")
    writer = csv.writer(made, delimiter=";" if excel else ",")
    for row in rows:
        writer.writerow([_cell(cell, excel) for cell in row])
    return (_BOM if excel else "") + made.getvalue()


def _value(value: Value) -> Written:
    shown = plain(value)
    return value_text(value) if isinstance(shown, tuple) else shown


def _cell(cell: Written, excel: bool) -> str:
    if isinstance(cell, str):
        return f"'{cell}" if excel and cell.lstrip(" ").startswith(_FORMULA) else cell
    shown = text_of(cell)
    if not excel:
        return shown
    return f"'{shown}" if "/" in shown else shown.replace(".", ",")
