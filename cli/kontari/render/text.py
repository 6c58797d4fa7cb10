"""Findings for people: place, title, the line with a caret, the facts, the position, what was legal."""

from kontari.core.verdict import Finding
from kontari.render import Judged, Look

_RED, _YELLOW, _BOLD, _DIM, _PLAIN = "\x1b[31m", "\x1b[33m", "\x1b[1m", "\x1b[2m", "\x1b[0m"


class Renderer:
    summary_apart = False

    def __init__(self, look: Look) -> None:
        self._look = look
        self._shown = 0
        self._kept_back = 0

    def begin(self) -> str:
        return ""

    def verdict(self, judged: Judged) -> str:
        verdict = judged.verdict
        blocks = []
        rows = judged.text.decode("utf-8", "replace").split("\n") if verdict.findings else []
        if self._look.verbose:
            blocks.append(f"{verdict.source}: record {verdict.record}: {verdict.verdict}\n")
        for finding in verdict.findings:
            if self._look.max_findings is not None and self._shown >= self._look.max_findings:
                self._kept_back += 1
            else:
                self._shown += 1
                blocks.append(self._finding(judged, finding, rows))
        return "".join(blocks)

    def end(self) -> str:
        return f"{self._kept_back} more findings not shown\n" if self._kept_back else ""

    def _finding(self, judged: Judged, finding: Finding, rows: list[str]) -> str:
        colour = _RED if finding.severity == "error" else _YELLOW
        place = "".join(map(_printable, f"{judged.verdict.source}:{finding.line}:{finding.column}"))
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

        return wrap("".join(map(_printable, text)), self._look.width, initial_indent="  ", subsequent_indent="    ")

    def _source_line(self, judged: Judged, finding: Finding, rows: list[str]) -> list[str]:
        """The line of the finding with a caret under its column; a part of it where it is long."""
        if finding.line is None or finding.column is None:
            return []
        index = finding.line - judged.first_line
        row = rows[index] if index < len(rows) else ""
        caret = finding.column - 1
        number = f"{finding.line:>5} | "
        room = max(20, self._look.width - len(number))
        if len(row) > room:
            begin = max(0, min(caret - room // 2, len(row) - room))
            row, caret = row[begin : begin + room], caret - begin
        row = "".join(map(_printable, row))
        if not row.strip():
            return []
        indent = "".join(" " * _cells(sign) for sign in row[:caret])
        return [
            self._in(_DIM, number) + row.rstrip(),
            self._in(_DIM, "      | ") + indent + self._in(_RED, "^"),
        ]


def _printable(sign: str) -> str:
    """A character that moves no terminal about."""
    import unicodedata

    if sign == "\t":
        return " "
    return "\N{REPLACEMENT CHARACTER}" if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") else sign


def _cells(sign: str) -> int:
    """How many cells of a terminal a character takes."""
    import unicodedata

    if unicodedata.combining(sign):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1
