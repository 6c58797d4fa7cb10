"""The cells of a sheet of results by their headings, and what is wrong in them."""

from typing import Any

from kontari.tournament import numerals
from kontari.tournament.csv_reading import Line
from kontari.tournament.model import Finding

_GUARDED = ("=", "+", "-", "@", "\N{MINUS SIGN}")
_LARGEST = 10**9


class Cells:
    """Reads cells and keeps the findings; ``columns``: the place of each heading that is known."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.columns: dict[str, int] = {}
        self.findings: list[Finding] = []

    def text(self, line: Line, column: str) -> str:
        """A cell without the spaces around it."""
        written = line.cell(self.columns[column])
        # As written for a spreadsheet program, so that it takes it for no formula.
        return written[1:] if written[:1] == "'" and written[1:2] in _GUARDED else written

    def whole(self, line: Line, column: str, what: str = "a whole number", least: int | None = 0) -> int | None:
        """A whole number; None with a finding where it is none, or below ``least``."""
        written = self.text(line, column)
        number = numerals.read(written)
        if (
            number is not None
            and number.denominator == 1
            and abs(number) < _LARGEST
            and (least is None or number >= least)
        ):
            return number.numerator
        above = "" if least is None or what != "a whole number" else f" from {least} on"
        self.wrong("TRN-H04", line, column, value=written, what=what + above)
        return None

    def missing(self, head: Line, columns: str) -> None:
        """Columns that are not there."""
        self.findings.append(Finding("TRN-H03", {"columns": columns}, f"{self.name} row {head.row}"))

    def wrong(self, code: str, line: Line, where: str | int, /, **facts: Any) -> None:
        """A finding at a cell; with the heading, since columns of a spreadsheet have letters."""
        column = self.columns[where] if isinstance(where, str) else where
        heading = next((word for word, place in self.columns.items() if place == column), "")
        place = f"{self.name} row {line.row}, column {column + 1}" + (f" ({heading})" if heading else "")
        self.findings.append(Finding(code, {"file": self.name, "row": line.row, "column": column + 1, **facts}, place))
