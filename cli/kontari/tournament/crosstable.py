"""Everybody against everybody: what each met, when, and with what result."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from kontari.tournament.model import Entry, Exact, Kind, Results, Stage, Standings

OF_TABLES = ("tables", "individual")
"""Systems in which more than two sit down, or sides change."""

Counted = Literal["games", "score", "points"]


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A participant with its rounds; ``rounds`` holds those up to the table's ``after``."""

    rank: int
    participant: str
    points: Exact
    rounds: tuple[Entry, ...]

    def against(self, other: str) -> list[Entry]:
        """The rounds in which it was to meet another."""
        return [entry for entry in self.rounds if other in entry.opponents]


@dataclass(frozen=True, slots=True)
class CrossTable:
    """The rows in the order of ranks or seeds.

    ``counted``: what the cells of a stage of two sides show. ``met``: how often each pair played at one table, by the
    pair in the order of rows.
    """

    stage: Stage
    after: int
    final: bool
    order: Literal["rank", "seed"]
    counted: Counted
    rows: tuple[CrossRow, ...]
    evidence: Mapping[str, int] = field(default_factory=dict)
    met: Mapping[tuple[str, str], int] = field(default_factory=dict)

    @property
    def of_tables(self) -> bool:
        """Whether the columns are rounds, and not opponents."""
        return self.stage.system in OF_TABLES


def crosstable(results: Results, standings: Standings, order: Literal["rank", "seed"] = "rank") -> CrossTable:
    """The cross-table of a stage, from what its standings were made of."""
    by_id = {row.participant: row for row in standings.rows}
    ids: Sequence[str] = results.participants if order == "seed" else [row.participant for row in standings.rows]
    rows = tuple(
        CrossRow(
            by_id[id_].rank,
            id_,
            by_id[id_].points,
            tuple(entry for entry in results.entries[id_] if entry.round <= standings.after),
        )
        for id_ in ids
        if id_ in by_id
    )
    place = {row.participant: number for number, row in enumerate(rows)}
    met: Counter[tuple[str, str]] = Counter()
    for row in rows:
        for entry in row.rounds:
            if entry.kind is Kind.PLAYED:
                met.update(
                    (row.participant, other)
                    for other in entry.opponents
                    if place[row.participant] < place.get(other, -1)
                )
    return CrossTable(
        standings.stage, standings.after, standings.final, order, _counted(rows), rows, standings.evidence, dict(met)
    )


def _counted(rows: Sequence[CrossRow]) -> Counted:
    entries = [entry for row in rows for entry in row.rounds if entry.kind is Kind.PLAYED]
    if any(entry.games != (0, 0) for entry in entries):
        return "games"
    return "score" if any(entry.score != (0, 0) for entry in entries) else "points"
