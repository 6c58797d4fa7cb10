"""A new document out of a list of entries, as people keep one in a spreadsheet."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from kontari.tournament import numerals
from kontari.tournament.crosstable import OF_TABLES
from kontari.tournament.csv_reading import CsvError, Line, read_csv
from kontari.tournament.model import Finding
from kontari.tournament.plain_names import folded, slug

_MEMBER = re.compile(r"member([1-9])(_id)?")
_COLUMNS = ("name", "id", "group", "seed", "rating")
_LONGEST_ID = 64

TWO_SIDES = {"win": 2, "draw": 1, "loss": 0}
PLACES: Mapping[str, Sequence[int]] = {"2": (2, 0), "3": (4, 2, 0), "4": (4, 2, 1, 0), "5": (5, 4, 2, 1, 0)}

LIVES = 3
"""How many lost matches put a participant out, as at most events that count them."""


class EntriesError(Exception):
    """The list cannot be made a document: ``findings`` name each faulty cell."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__(f"{len(findings)} faults in the entries")
        self.findings = tuple(findings)


@dataclass(frozen=True, slots=True)
class New:
    """What the document says beside its entries.

    ``points``: how they are given, over the usual way. ``preset_points``: the keys of points that the preset sets;
    they are left to it. ``rounds``: None for as many as the system needs. ``size``: of a table.
    """

    name: str
    game: str
    preset: str
    system: str = "round-robin"
    rounds: int | None = None
    points: Mapping[str, Any] | None = None
    stage: str = "main"
    size: int = 4
    site: str | None = None
    start: str | None = None
    sheets: str = "none"
    preset_points: Collection[str] = ()


def new_document(data: bytes, file: str, new: New, encoding: str | None = None) -> dict[str, Any]:
    """The JSON values of a document with these entries and one stage without rounds.

    The columns: ``name``; ``member1``, ``member2`` … for who plays for it; ``group``, ``seed``, ``rating``. Ids come
    from names; the columns ``id``, ``member1_id`` … give them where records use others. Raises EntriesError.
    """
    participants = read_entries(data, file, encoding)
    about: dict[str, Any] = {"name": new.name, "game": new.game}
    about |= {key: value for key, value in (("site", new.site), ("start", new.start)) if value is not None}
    stage: dict[str, Any] = {
        "id": new.stage,
        "system": new.system,
        "rounds_planned": new.rounds or rounds_needed(new.system, len(participants)),
    }
    if new.system == "tables":
        stage["table"] = {"size": new.size, "least": max(2, new.size - 1), "most": new.size}
    if new.system == "lives":
        stage["lives"] = LIVES
    stage["points"] = _points(new)
    stage["tie_breaks"] = new.preset
    records = {} if new.sheets == "none" else {"records": {"sheets": new.sheets}}
    return {"kontari": "1.0", "tournament": about, **records, "participants": participants, "stages": [stage]}


def ids(document: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The name and id of every participant and member of a document, so that records can be given the same."""
    found = []
    for one in document["participants"]:
        found.append((one.get("name", one["id"]), one["id"]))
        found += [(member.get("name", member["id"]), member["id"]) for member in one.get("members", ())]
    return found


def rounds_needed(system: str, entries: int) -> int:
    """How many rounds a system takes, unless somebody says otherwise."""
    if system == "round-robin":
        return entries - 1 + entries % 2
    if system in ("swiss", "knockout"):
        return max(1, (entries - 1).bit_length())
    if system == "double-knockout":
        return max(1, 2 * (entries - 1).bit_length())
    return 3


def _points(new: New) -> dict[str, Any]:
    made: dict[str, Any]
    if new.system in OF_TABLES and new.system != "individual":
        sizes = range(max(2, new.size - 1), new.size + 1)
        made = {"places": {str(size): list(PLACES.get(str(size)) or range(size - 1, -1, -1)) for size in sizes}}
    else:
        made = dict(TWO_SIDES)
        if new.system in ("knockout", "double-knockout", "lives"):
            made = {"win": 1, "loss": 0}
    made = {key: value for key, value in made.items() if key not in new.preset_points}
    return {**made, **(new.points or {})}


def read_entries(data: bytes, file: str, encoding: str | None = None) -> list[dict[str, Any]]:
    """The participants of a list, in its order. Raises EntriesError."""
    return _Reader(file).read(data, encoding)


class _Reader:
    def __init__(self, file: str) -> None:
        self._file = file
        self._findings: list[Finding] = []
        self._columns: dict[str, int] = {}
        self._names: dict[str, int] = {}
        self._seeds: dict[int, int] = {}
        self._taken: dict[str, int] = {}
        self._people: dict[str, tuple[str, int]] = {}

    def read(self, data: bytes, encoding: str | None) -> list[dict[str, Any]]:
        try:
            sheet = read_csv(data, _known, encoding)
        except CsvError as error:
            place = self._file if error.row is None else f"{self._file} row {error.row}"
            raise EntriesError([Finding("TRN-N01", {"problem": error.problem}, place)]) from None
        self._heads(sheet.head)
        if self._findings:
            raise EntriesError(self._findings)
        self._reserve(sheet.lines)
        participants = [one for line in sheet.lines if (one := self._participant(line)) is not None]
        if not self._findings and len(participants) < 2:
            problem = f"it has {len(participants)} entries, a tournament needs two"
            self._findings.append(Finding("TRN-N01", {"problem": problem}, self._file))
        if self._findings:
            raise EntriesError(self._findings)
        return participants

    def _heads(self, head: Line) -> None:
        for place, cell in enumerate(head.cells):
            word = folded(cell).replace(" ", "")
            if not word or word.startswith("x-"):
                continue
            if word not in _COLUMNS and not _MEMBER.fullmatch(word):
                near = get_close_matches(word, [*_COLUMNS, "member1", "member2"], 1)
                problem = f"{cell.strip()!r} is no column of entries" + (f", {near[0]} is one" if near else "")
                self._wrong("TRN-N02", head, place, problem)
            elif word in self._columns:
                self._wrong("TRN-N02", head, place, f"the column {word} stands twice")
            else:
                self._columns[word] = place
        if "name" not in self._columns:
            self._wrong("TRN-N02", head, 0, "there is no column name")

    def _reserve(self, lines: Sequence[Line]) -> None:
        """Ids that are written are taken before any is made of a name."""
        for line in lines:
            for word in self._columns:
                if word == "id" or word.endswith("_id"):
                    self._taken.setdefault(self._text(line, word), line.row)

    def _participant(self, line: Line) -> dict[str, Any] | None:
        name = self._text(line, "name")
        if not name:
            self._wrong("TRN-N03", line, self._columns["name"], "the name is missing")
            return None
        first = self._names.setdefault(folded(name), line.row)
        if first != line.row:
            self._wrong("TRN-N03", line, self._columns["name"], f"{name!r} has entered in row {first} already")
            return None
        made: dict[str, Any] = {"id": self._id(line, "id", name), "name": name}
        seed = self._number(line, "seed", 1)
        if seed is not None:
            there = self._seeds.setdefault(seed, line.row)
            if there != line.row:
                self._wrong("TRN-N04", line, self._columns["seed"], f"the seed {seed} is that of row {there} already")
            made["seed"] = seed
        rating = self._number(line, "rating", 0)
        if rating is not None:
            made["rating"] = rating
        group = self._text(line, "group")
        if group:
            made["groups"] = [group]
        members = self._members(line)
        if members:
            made["members"] = members
        return made

    def _members(self, line: Line) -> list[dict[str, Any]]:
        members = []
        for word in sorted(column for column in self._columns if re.fullmatch(r"member[1-9]", column)):
            name = self._text(line, word)
            if not name:
                continue
            own = self._text(line, f"{word}_id") if f"{word}_id" in self._columns else ""
            person = own or folded(name)
            there = self._people.setdefault(person, (word, line.row))
            if there != (word, line.row):
                problem = f"{name!r} plays already for row {there[1]}; tell two people of one name apart"
                self._wrong("TRN-N03", line, self._columns[word], problem)
                continue
            members.append({"id": self._id(line, f"{word}_id", name), "name": name})
        return members

    def _id(self, line: Line, column: str, name: str) -> str:
        """The id that is written, else one of the name; -2 and so on behind it where it is taken."""
        written = self._text(line, column) if column in self._columns else ""
        if written:
            first = self._taken[written]
            if len(written) > _LONGEST_ID:
                self._wrong("TRN-N04", line, self._columns[column], f"an id has at most {_LONGEST_ID} signs")
            elif first != line.row or any(word == written for word in self._own(line, column)):
                self._wrong("TRN-N04", line, self._columns[column], f"the id {written!r} stands in row {first} already")
            return written
        start = slug(name) or "entry"
        made, number = start, 1
        while made in self._taken:
            number += 1
            made = f"{start}-{number}"
        self._taken[made] = line.row
        return made

    def _own(self, line: Line, column: str) -> list[str]:
        """The ids written in a row in the columns before one."""
        before = [word for word in self._columns if word == "id" or word.endswith("_id")]
        return [self._text(line, word) for word in before[: before.index(column)]]

    def _number(self, line: Line, column: str, least: int) -> int | None:
        written = self._text(line, column) if column in self._columns else ""
        if not written:
            return None
        number = numerals.read(written)
        if number is not None and number.denominator == 1 and least <= number < 10**6:
            return number.numerator
        self._wrong("TRN-N04", line, self._columns[column], f"{written!r} is no whole number from {least} on")
        return None

    def _text(self, line: Line, column: str) -> str:
        return line.cell(self._columns[column]) if column in self._columns else ""

    def _wrong(self, code: str, line: Line, column: int, problem: str) -> None:
        heading = next((word for word, place in self._columns.items() if place == column), "")
        place = f"{self._file} row {line.row}, column {column + 1}" + (f" ({heading})" if heading else "")
        facts = {"file": self._file, "row": line.row, "column": column + 1, "problem": problem}
        self._findings.append(Finding(code, facts, place))


def _known(cells: Sequence[str]) -> int:
    """Headings known in a row; the name alone is enough where nothing else is listed."""
    words = [cell.replace(" ", "") for cell in cells]
    known = sum(word in _COLUMNS or bool(_MEMBER.fullmatch(word)) for word in words)
    return 2 if words == ["name"] else known
