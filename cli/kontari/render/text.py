"""Findings for people: place, title, the line with a caret, the facts, the position, what was legal."""

from kontari.core.verdict import Finding
from kontari.printable import printable, width
from kontari.render import NOT_OVER, Frame, Judged, Look, Shown

_RED, _YELLOW, _BOLD, _DIM, _PLAIN = "\x1b[31m", "\x1b[33m", "\x1b[1m", "\x1b[2m", "\x1b[0m"


class Renderer:
    frame = Frame(kept_back="{} more findings not shown\n")
    summary_apart = False

    def __init__(self, look: Look) -> None:
        self._look = look

    def verdict(self, judged: Judged, most: int | None) -> Shown:
        verdict = judged.verdict
        before = ""
        if self._look.verbose:
            before = f"{printable(verdict.source)}: record {verdict.record}: {verdict.verdict}\n"
        if judged.unfinished(self._look):
            place = printable(f"{verdict.source}:{judged.first_line}:1")
            before += f"{self._in(_BOLD, place)} {NOT_OVER}\n\n"
        rows = judged.text.decode("utf-8", "replace").split("\n") if verdict.findings and most != 0 else []
        return Shown(before, [self._finding(judged, finding, rows) for finding in verdict.findings[:most]])

    def _finding(self, judged: Judged, finding: Finding, rows: list[str]) -> str:
        colour = _RED if finding.severity == "error" else _YELLOW
        place = printable(f"{judged.verdict.source}:{finding.line}:{finding.column}")
        warning = "" if finding.severity == "error" else "warning: "
        head = f"{self._in(_BOLD, place)} {self._in(colour, finding.code)} {warning}{finding.title}"
        lines = [head, *self._source_line(judged, finding, rows)]
        lines += self._wrapped(finding.message[:1].upper() + finding.message[1:] + ".")
        told = judged.told(finding)
        if told.position:
            lines += self._wrapped(f"Round {finding.round}, before move {finding.move}: {told.position[0]}")
            for line in told.position[1:]:
                lines += self._wrapped(line)
        if told.legal is not None:
            lines += self._wrapped(f"Legal: {told.legal}")
        lines += self._wrapped(f"By {finding.rule}; kontari explain {finding.code}")
        return "\n".join(lines) + "\n\n"

    def _in(self, style: str, text: str) -> str:
        return f"{style}{text}{_PLAIN}" if self._look.colour else text

    def _wrapped(self, text: str) -> list[str]:
        from textwrap import wrap

        return wrap(printable(text), self._look.width, initial_indent="  ", subsequent_indent="    ")

    def _source_line(self, judged: Judged, finding: Finding, rows: list[str]) -> list[str]:
        """The line of the finding with a caret under its column; a part of it where it is long."""
        if finding.line is None or finding.column is None:
            return []
        index = finding.line - judged.first_line
        row = rows[index].rstrip("\r") if index < len(rows) else ""
        number = f"{finding.line:>5} | "
        row, caret = _part(row, finding.column - 1, max(20, self._look.width - len(number)))
        row = printable(row)
        if not row.strip():
            return []
        indent = " " * width(row[:caret])
        return [
            self._in(_DIM, number) + row.rstrip(),
            self._in(_DIM, "      | ") + indent + self._in(_RED, "^"),
        ]


def _part(row: str, caret: int, room: int) -> tuple[str, int]:
    """The part of a row around the caret that takes no more than ``room`` cells, and the caret in it."""
    if len(row) <= room and width(row) <= room:
        return row, caret
    # Wide characters take two cells; half of the room is enough for as many of them.
    room //= 1 if row.isascii() else 2
    begin = max(0, min(caret - room // 2, len(row) - room))
    return row[begin : begin + room], caret - begin
