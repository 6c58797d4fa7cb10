"""Annotations as GitHub Actions reads them from a log."""

from kontari.render import NOT_OVER, Judged, Look


class Renderer:
    summary_apart = True

    def __init__(self, look: Look) -> None:
        self._look = look
        self._left = look.max_findings

    def begin(self) -> str:
        return ""

    def verdict(self, judged: Judged) -> str:
        found = judged.verdict.findings
        if self._left is not None:
            found = found[: self._left]
            self._left -= len(found)
        lines = []
        for one in found:
            place = f"file={_property(judged.verdict.source)},line={one.line},col={one.column}"
            title = _property(f"{one.code} {one.title}")
            lines.append(f"::{one.severity} {place},title={title}::{_message(one.message)}\n")
        if judged.unfinished(self._look):
            place = f"file={_property(judged.verdict.source)},line={judged.first_line},col=1"
            lines.append(f"::error {place},title=unfinished::{NOT_OVER}\n")
        return "".join(lines)

    def end(self) -> str:
        return ""


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
