"""Who sits where in a round, on paper: by table, by person, a slip a table, and the empty sheet for the results."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kontari.tournament.model import Document, Participant, Round, Stage, Table
from kontari.tournament.sheet_columns import Kind, headings, seat_letters

What = Literal["tables", "persons", "slips"]
WHATS: tuple[What, ...] = ("tables", "persons", "slips")


@dataclass(frozen=True, slots=True)
class Listing:
    """The rounds of a stage as they are to hang on the wall: ``what`` says how they are listed."""

    what: What
    stage: Stage
    rounds: tuple[Round, ...]


def by_table(round_: Round) -> Sequence[Table]:
    """The tables of a round: numbered ones by number, behind them those with a name."""
    return sorted(round_.tables, key=lambda one: (isinstance(one.table, str), one.table))


def seats(document: Document, round_: Round) -> Iterator[tuple[Participant, Table, int]]:
    """Every participant that sits down, with its table and its place there from 1."""
    known = {one.id: one for one in document.participants}
    for table in by_table(round_):
        for place, id_ in enumerate(table.participants, 1):
            yield known.get(id_) or Participant(id_, id_, ()), table, place


def sheet_rows(
    document: Document, stage: Stage, rounds: Sequence[Round], kind: Kind | None = None, lines: int = 1
) -> list[list[str | int]]:
    """The empty sheet: its headings, and for each table as many rows as results are to be written.

    kind: what a row is; None: a match where two sides meet, else a round of play. lines: rows for each table.
    """
    kind = kind or ("scores" if stage.system == "tables" else "matches")
    largest = max([2, *(len(table.participants) for round_ in rounds for table in round_.tables)])
    letters, heads = seat_letters(largest), headings(kind, largest)
    rows: list[list[str | int]] = [list(heads)]
    for round_ in rounds:
        for table in by_table(round_):
            for match in range(1, stage.seating.records + 1):
                for line in range(1, (1 if kind == "matches" else lines) + 1):
                    filled: dict[str, str | int] = {
                        "stage": stage.id,
                        "round": round_.round,
                        "table": table.table,
                        "match": match,
                        **dict(zip(letters, table.participants, strict=False)),
                    }
                    if kind == "scores":
                        filled["hand"] = line
                    rows.append([filled.get(head, "") for head in heads])
    return rows
