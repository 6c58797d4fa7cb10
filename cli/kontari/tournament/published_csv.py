"""A published table as CSV, of ours or of another program, held against the one computed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from kontari.printable import printable
from kontari.tournament import numerals
from kontari.tournament.csv_reading import CsvError, Line, read_csv
from kontari.tournament.exact import text_of
from kontari.tournament.model import Document, Exact, Finding, Standings
from kontari.tournament.output import evidence
from kontari.tournament.output.csv_ import BEFORE, BEHIND
from kontari.tournament.output.look import Look, deciding, value_codes
from kontari.tournament.output.values import plain
from kontari.tournament.plain_names import folded
from kontari.tournament.published_rows import People, code_of, missing

_RANK = ("rank", "rk", "rang", "rg", "place", "pl", "pos", "puesto", "postua")
_ID = ("participant", "id")
_NAME = (
    "name",
    "nombre",
    "izena",
    "team",
    "player",
    "equipo",
    "pareja",
    "bikotea",
    "jugador",
    "jokalaria",
    "mannschaft",
)
_POINTS = ("points", "pts", "puntos", "ptos", "puntuak", "pkt", "mp")
_ALIASES = {
    **dict.fromkeys(_RANK, "rank"),
    **dict.fromkeys(_ID, "participant"),
    **dict.fromkeys(_NAME, "name"),
    **dict.fromkeys(_POINTS, "points"),
}
_ENOUGH_DIGITS = 2
"""With fewer behind the point a rounded number says too little."""


@dataclass(frozen=True, slots=True)
class _Column:
    at: int
    heading: str
    key: str
    """A column of ours, or ``value N`` for the Nth criterion."""


@dataclass
class CsvCheck:
    """One table that is held against standings; ``findings`` are what was found so far."""

    standings: Standings
    document: Document
    name: str
    look: Look
    findings: list[Finding] = field(default_factory=list)

    def check(self, data: bytes, mapping: Mapping[str, str], encoding: str | None) -> list[Finding]:
        """What is wrong; mapping: by heading the criterion or column of ours that it is."""
        codes = value_codes(self.standings, self.look)
        try:
            wanted = {_plain(heading): self._key(criterion, codes) for heading, criterion in mapping.items()}
            known = {*_ALIASES, *BEFORE, *BEHIND, *wanted, *map(_plain, codes)}
            sheet = read_csv(data, lambda cells: sum(_plain(cell) in known for cell in cells), encoding)
        except CsvError as error:
            place = self.name if error.row is None else f"{self.name} row {error.row}"
            return [Finding("TRN-C08", {"problem": error.problem}, place)]
        columns = self._columns(sheet.head, wanted, codes)
        keys = {column.key for column in columns}
        if not keys & {"participant", "name"} or len(keys - {"participant", "name"}) == 0:
            problem = "its headings name no participants" if keys else "its headings are not known"
            if keys & {"participant", "name"}:
                problem = "none of its columns can be compared"
            self.findings.append(Finding("TRN-C08", {"problem": problem}, f"{self.name} row {sheet.head.row}"))
            return self.findings
        people, seen = People(self.document, self.standings), set[str]()
        rows = {row.participant: self._expected(index, codes) for index, row in enumerate(self.standings.rows)}
        for line in sheet.lines:
            if len(columns) > 2 and sum(bool(cell.strip()) for cell in line.cells) == 1:
                continue  # a remark under the table
            who = self._who(line, columns, people)
            if who is None:
                continue
            if who in seen:
                self._wrong("TRN-C04", line, self._naming(columns), participant=who, problem="stands twice")
                continue
            seen.add(who)
            self._compare(line, columns, who, rows[who])
        self.findings += missing(self.standings, seen, self.name)
        return self.findings

    def _key(self, criterion: str, codes: Sequence[str]) -> str:
        """The column that a criterion or a column of ours is. Raises CsvError for one that is not there."""
        word = criterion.strip()
        if word in (*BEFORE, *BEHIND):
            return word
        by = [one.by for one in self.standings.stage.tie_breaks]
        for words in (codes, by):
            if word in words:
                return f"value {list(words).index(word)}"
        listed = ", ".join(dict.fromkeys([*codes, *by, "points"]))
        raise CsvError(f"{word!r} is no criterion of stage {self.standings.stage.id}; {listed} are")

    def _columns(self, head: Line, wanted: Mapping[str, str], codes: Sequence[str]) -> list[_Column]:
        by_code = {_plain(code): f"value {place}" for place, code in reversed(list(enumerate(codes)))}
        found: list[_Column] = []
        taken: set[str] = set()
        for at, cell in enumerate(head.cells):
            heading, word = cell.strip(), _plain(folded(cell))
            if not heading:
                continue
            key = wanted.get(word) or self._known(heading, word, by_code, codes)
            if key is not None and key in taken and word in by_code:
                # The same code twice: the columns are in the order of the list.
                key = next(
                    (
                        f"value {place}"
                        for place, code in enumerate(codes)
                        if _plain(code) == word and f"value {place}" not in taken
                    ),
                    None,
                )
            if key is None or key in taken:
                place = f"{self.name} row {head.row}, column {at + 1}"
                self.findings.append(Finding("TRN-C07", {"column": printable(heading), "near": ""}, place))
                continue
            taken.add(key)
            found.append(_Column(at, printable(heading), key))
        return found

    @staticmethod
    def _known(heading: str, word: str, by_code: Mapping[str, str], codes: Sequence[str]) -> str | None:
        """The column that a heading is: one written exactly so before one in other letters, as ``WON`` and ``won``."""
        if heading in (*BEFORE, *BEHIND) and heading not in codes:
            return heading
        return by_code.get(word) or (word if word in (*BEFORE, *BEHIND) else _ALIASES.get(word))

    def _expected(self, index: int, codes: tuple[str, ...]) -> dict[str, Exact | tuple[Exact, ...] | str]:
        row = self.standings.rows[index]
        values = {f"value {place}": plain(value) for place, value in enumerate(row.values)}
        return {
            "rank": row.rank,
            "played": row.played,
            "won": row.won,
            "drawn": row.drawn,
            "lost": row.lost,
            "points": row.points,
            "games_for": row.games[0],
            "games_against": row.games[1],
            **values,
            "decided_by": deciding(self.standings, index, codes),
            "evidence": evidence.letters(row.evidence),
        }

    def _who(self, line: Line, columns: Sequence[_Column], people: People) -> str | None:
        by_key = {column.key: column for column in columns}
        ids, names = by_key.get("participant"), by_key.get("name")
        id_ = line.cell(ids.at) if ids else ""
        name = line.cell(names.at) if names else ""
        found = people.by_id(id_) if id_ else None
        by_name = people.by_name(name) if name else None
        if found is not None:
            if names is not None and name and not people.is_name(name, found):
                self._wrong("TRN-C04", line, names, participant=name, problem=f"is not the name of {found}")
            return found
        if ids is not None and id_:
            self._wrong("TRN-C04", line, ids, participant=id_, problem="is the id of nobody in the stage")
            return by_name
        if by_name is None:
            where = names or ids
            assert where is not None
            problem = (
                "is nobody in the stage, or the name of several" if name or id_ else "is missing: the row names nobody"
            )
            self._wrong("TRN-C04", line, where, participant=name or id_ or "a name", problem=problem)
        return by_name

    @staticmethod
    def _naming(columns: Sequence[_Column]) -> _Column:
        return next(column for column in columns if column.key in ("participant", "name"))

    def _compare(
        self, line: Line, columns: Sequence[_Column], who: str, row: Mapping[str, Exact | tuple[Exact, ...] | str]
    ) -> None:
        for column in columns:
            if column.key in ("participant", "name"):
                continue
            right = row.get(column.key, "")
            written = line.cell(column.at)
            if not _same(written, right):
                shown = right if isinstance(right, str) else _text(right)
                code = code_of(column.key)
                facts = {
                    "participant": who,
                    "by": column.heading,
                    "column": column.heading,
                    "claimed": written or "nothing",
                    "right": shown or "nothing",
                }
                self._wrong(code, line, column, **facts)

    def _wrong(self, code: str, line: Line, at: _Column, /, **facts: Any) -> None:
        place = f"{self.name} row {line.row}, column {at.at + 1} ({at.heading})"
        self.findings.append(Finding(code, facts, place))


def _plain(heading: str) -> str:
    return folded(heading).replace(".", "").strip()


def _same(written: str, right: Exact | tuple[Exact, ...] | str) -> bool:
    """Whether a cell says the right value; an endless fraction may be rounded, a number that ends may not."""
    if isinstance(right, str):
        return folded(written.removeprefix("'")) == folded(right)
    if isinstance(right, tuple):
        parts = written.removeprefix("'").split()
        return len(parts) == len(right) and all(map(_same, parts, right))
    published = numerals.read(written)
    if published is None or published == right:
        return published is not None
    digits = numerals.decimals(written)
    if digits < _ENOUGH_DIGITS or "/" not in text_of(right):
        return False
    return abs(published - right) <= Fraction(1, 2 * 10**digits)


def _text(value: Exact | tuple[Exact, ...]) -> str:
    return " ".join(map(text_of, value)) if isinstance(value, tuple) else text_of(value)
