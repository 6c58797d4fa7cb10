"""Annotations as GitHub Actions reads them from a log."""

from kontari.render import NOT_OVER, Frame, Judged, Look, Shown


class Renderer:
    frame = Frame()
    summary_apart = True

    def __init__(self, look: Look) -> None:
        self._look = look

    def verdict(self, judged: Judged, most: int | None) -> Shown:
        findings = []
        for one in judged.verdict.findings[:most]:
            place = f"file={_property(judged.verdict.source)},line={one.line},col={one.column}"
            title = _property(f"{one.code} {one.title}")
            findings.append(f"::{one.severity} {place},title={title}::{_message(one.message)}\n")
        if not judged.unfinished(self._look):
            return Shown("", findings)
        place = f"file={_property(judged.verdict.source)},line={judged.first_line},col=1"
        return Shown("", findings, f"::error {place},title=unfinished::{NOT_OVER}\n")


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
