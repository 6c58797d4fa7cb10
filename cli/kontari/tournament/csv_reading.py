"""CSV as spreadsheets and people write it: any usual separator, a byte-order mark, UTF-8, UTF-16 or CP1252."""

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kontari.tournament.plain_names import folded

SEPARATORS = (",", ";", "\t", "|")
LARGEST = 50_000_000
"""How many bytes are read of one sheet; a tournament on paper is far below."""

_ROWS_BEFORE_HEAD = 30


class CsvError(Exception):
    """The text is no CSV with the headings that are needed: ``problem`` says why, ``row`` where."""

    def __init__(self, problem: str, row: int | None = None, no_head: bool = False) -> None:
        super().__init__(problem)
        self.no_head = no_head
        self.problem = problem
        self.row = row


@dataclass(frozen=True, slots=True)
class Line:
    """A row of cells, with its number in the text: the first row is 1, as in a spreadsheet."""

    row: int
    cells: tuple[str, ...]

    def cell(self, column: int) -> str:
        """A cell without the spaces around it; empty beyond the last."""
        return self.cells[column].strip() if column < len(self.cells) else ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The headings as written, and the rows below that are not empty."""

    head: Line
    lines: tuple[Line, ...]


def decoded(data: bytes, encoding: str | None = None) -> str:
    """The text; encoding: None for UTF-8 or what a byte-order mark says, else CP1252. Raises CsvError."""
    if len(data) > LARGEST:
        raise CsvError(f"it has more than {LARGEST} bytes")
    if encoding is None:
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            encoding = "utf-16"
        else:
            try:
                return data.decode("utf-8-sig")
            except UnicodeDecodeError:
                encoding = "cp1252"
    try:
        return data.decode(encoding).removeprefix("\ufeff")
    except LookupError:
        raise CsvError(f"{encoding} is no encoding; utf-8 and cp1252 are") from None
    except UnicodeError as error:
        at = getattr(error, "start", None)
        raise CsvError(
            f"it is not {encoding}" + (f": byte {at + 1} is none of its signs" if at is not None else "")
        ) from None


def read_csv(data: bytes, is_head: Callable[[Sequence[str]], int], encoding: str | None = None) -> Sheet:
    """The sheet under its headings; titles above them are passed over.

    is_head: how many headings it knows in a row (its cells without case, accents and spaces around them); the first
    row with two or more is that of the headings, and the separator is the one that gives most. Raises CsvError.
    """
    text = decoded(data, encoding)
    if "\0" in text:
        raise CsvError("it has a NUL byte, so it is no text; --encoding says which encoding it has")
    best: tuple[int, list[Line], int] | None = None
    for separator in SEPARATORS:
        lines = _lines(text, separator, _ROWS_BEFORE_HEAD)
        for place, line in enumerate(lines):
            known = is_head([folded(cell) for cell in line.cells])
            if known >= 2:
                if best is None or known > best[0]:
                    best = (known, _lines(text, separator), place)
                break
    if best is None:
        raise CsvError("none of its first rows has the headings", no_head=True)
    _, lines, place = best
    below = tuple(line for line in lines[place + 1 :] if any(cell.strip() for cell in line.cells))
    return Sheet(lines[place], below)


_END = "\0"
"""The row behind the last one; no text has it."""


def _lines(text: str, separator: str, most: int | None = None) -> list[Line]:
    lines = []
    # One row may be on several lines where a cell has line ends; rows are numbered, as a spreadsheet does.
    # Behind a quotation mark that is never closed all rows are one cell, and would be lost: then the end is none.
    reader = csv.reader(io.StringIO(f"{text}\n{_END}", newline=""), delimiter=separator)
    try:
        for row, cells in enumerate(reader, 1):
            if cells == [_END]:
                break
            if cells and cells[-1].endswith(_END):
                raise CsvError("a quotation mark is opened here and never closed", row)
            lines.append(Line(row, tuple(cells)))
            if row == most:
                break
    except csv.Error as error:
        raise CsvError(f"it is no CSV: {error}", len(lines) + 1) from None
    return lines
