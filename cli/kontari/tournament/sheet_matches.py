"""Which match of the tournament each row of a sheet is of."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kontari.tournament.csv_reading import Line, Sheet
from kontari.tournament.model import MOST_ROUNDS, Document, Stage, Table, TableName
from kontari.tournament.near import Near
from kontari.tournament.plain_names import folded
from kontari.tournament.sheet_cells import Cells
from kontari.tournament.sheet_columns import LETTERS, PLACE, Kind

_TABLE_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass
class Match:
    """The rows of one match, with those who sat there in the order of the sheet."""

    stage: Stage
    round: int
    table: Table
    match: int
    participants: tuple[str, ...]
    lines: list[Line] = field(default_factory=list)
    sound: bool = True

    @property
    def where(self) -> dict[str, Any]:
        """Which match it is."""
        return {
            "stage": self.stage.id,
            "round": self.round,
            "table": self.table.table,
            "match": self.match,
        }


class Matches:
    """Finds the matches of a document that rows are of."""

    def __init__(self, cells: Cells, document: Document) -> None:
        self._cells = cells
        self._document = document
        self._tables: dict[tuple[str, int], dict[str, Table]] = {
            (stage.id, round_.round): {folded(str(one.table)): one for one in round_.tables}
            for stage in document.stages
            for round_ in stage.rounds or ()
        }
        self._ids = _unique({one.id: folded(one.name) for one in document.participants})
        self._ids |= _unique({one.id: folded(one.id) for one in document.participants})
        self._near = Near([word for word, one in self._ids.items() if one])
        self._exact = {one.id for one in document.participants}

    def of(self, sheet: Sheet, kind: Kind) -> Iterable[Match]:
        """The matches with their rows, in the order of the sheet."""
        found: dict[tuple[str, int, TableName, int], Match] = {}
        last: Match | None = None
        for line in sheet.lines:
            if not any(line.cell(place) for word, place in self._cells.columns.items() if word not in PLACE):
                continue
            read = self._match(line)
            if read is None:
                if last is not None and kind != "matches" and self._may_be_of(line, last):
                    last.sound = False  # without that row it would be another result
                continue
            key = (read.stage.id, read.round, read.table.table, read.match)
            there = found.get(key)
            if not self._has_result(line, kind):
                continue
            if there is None:
                found[key] = last = read
            elif kind == "matches" or last is not there:
                self._cells.wrong("TRN-H09", line, "table", **read.where, first=there.lines[0].row)
                there.sound = False
                continue
            elif there.participants != read.participants:
                self._cells.wrong(
                    "TRN-H05",
                    line,
                    "a",
                    value=", ".join(read.participants),
                    what="who sat in the rows above",
                )
                there.sound = False
            found[key].lines.append(line)
        return found.values()

    def _may_be_of(self, line: Line, match: Match) -> bool:
        """Whether a faulty row may be one of a match; a row of another differs in its table and in both sides."""
        words = [word for word in (*PLACE, *LETTERS) if word in self._cells.columns]
        return sum(self._cells.text(line, word) != self._cells.text(match.lines[0], word) for word in words) < 3

    def _has_result(self, line: Line, kind: Kind) -> bool:
        stems = {"matches": ("games_",), "hands": ("stones_",), "scores": ("score_", "rack_")}[kind]
        return any(line.cell(place) for word, place in self._cells.columns.items() if word.startswith(stems))

    def _match(self, line: Line) -> Match | None:
        """Which match a row is of; None with a finding where it is of none."""
        stage = self._stage(line)
        if stage is None:
            return None
        number = self._cells.whole(line, "round", least=1)
        match = (
            1
            if "match" not in self._cells.columns or not self._cells.text(line, "match")
            else self._cells.whole(line, "match", least=1)
        )
        if number is None or match is None:
            return None
        ids = self._participants(line)
        if ids is None:
            return None
        if match > stage.seating.records:
            what = f"a match of a table, which has {stage.seating.records}"
            self._cells.wrong("TRN-H05", line, "match", value=str(match), what=what)
            return None
        if stage.rounds is None and number <= MOST_ROUNDS:
            name = self._cells.text(line, "table")
            table = Table(int(name) if _TABLE_NUMBER.fullmatch(name) else name, ids)
            return Match(stage, number, table, match, ids)
        tables = self._tables.get((stage.id, number))
        if tables is None:
            what = f"a round of stage {stage.id}"
            self._cells.wrong("TRN-H05", line, "round", value=str(number), what=what)
            return None
        name = self._cells.text(line, "table")
        there = tables.get(folded(name))
        if there is None:
            what = f"a table of round {number}"
            self._cells.wrong("TRN-H05", line, "table", value=name, what=what)
            return None
        if sorted(ids) != sorted(there.participants):
            facts = {"found": ", ".join(ids), "wanted": ", ".join(there.participants)}
            self._cells.wrong("TRN-H06", line, "a", **facts)
            return None
        return Match(stage, number, there, match, ids)

    def _stage(self, line: Line) -> Stage | None:
        stages = self._document.stages
        written = self._cells.text(line, "stage") if "stage" in self._cells.columns else ""
        if not written and len(stages) == 1:
            return stages[0]
        found = [one for one in stages if folded(written) in (folded(one.id), folded(one.name or one.id))]
        if len(found) == 1:
            return found[0]
        self._cells.wrong(
            "TRN-H05",
            line,
            "stage",
            value=written,
            what=f"one of {', '.join(s.id for s in stages)}",
        )
        return None

    def _participants(self, line: Line) -> tuple[str, ...] | None:
        ids: list[str] = []
        for letter in LETTERS:
            written = self._cells.text(line, letter) if letter in self._cells.columns else ""
            if not written:
                continue
            id_ = written if written in self._exact else self._ids.get(folded(written))
            if id_ is None:
                near = self._near.to(folded(written))
                what = "a participant, by id or name" + (f"; {self._ids[near]} is one" if near else "")
                self._cells.wrong("TRN-H05", line, letter, value=written, what=what)
                return None
            if id_ in ids:
                self._cells.wrong(
                    "TRN-H05",
                    line,
                    letter,
                    value=written,
                    what="somebody else: it sits there already",
                )
                return None
            ids.append(id_)
        if len(ids) < 2:
            self._cells.wrong("TRN-H05", line, "b", value="", what="a participant, by id or name")
            return None
        return tuple(ids)


def _unique(words: Mapping[str, str]) -> dict[str, str | None]:
    """Whose word it is; None where several have it."""
    found: dict[str, str | None] = {}
    for id_, word in words.items():
        found[word] = None if word in found else id_
    return found
