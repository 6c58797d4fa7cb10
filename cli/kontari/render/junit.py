"""JUnit XML, as build servers read it: a suite of one case a record, which fails by its errors."""

import re
from xml.sax.saxutils import escape, quoteattr

from kontari.core.verdict import Finding
from kontari.render import NOT_OVER, Frame, Judged, Look, Shown

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Renderer:
    frame = Frame('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="kontari">\n', end="</testsuites>\n")
    summary_apart = True

    def __init__(self, look: Look) -> None:
        self._look = look

    def verdict(self, judged: Judged, most: int | None) -> Shown:
        verdict = judged.verdict
        errors = [_failure(one, verdict.source) for one in verdict.errors()]
        if judged.unfinished(self._look):
            errors.append(f'<failure type="unfinished" message={_attribute(NOT_OVER)}/>')
        warnings = [_line(one, verdict.source) for one in verdict.findings if one.severity == "warning"]
        parts = [*errors, *(["<system-out>" + _text("\n".join(warnings)) + "</system-out>"] if warnings else [])]
        name = _attribute(f"record {verdict.record}: {verdict.verdict}")
        case = f"<testcase classname={_attribute(verdict.source)} name={name}>" + "".join(parts) + "</testcase>"
        counts = f'tests="1" failures="{int(bool(errors))}" errors="0"'
        return Shown(f"<testsuite name={_attribute(verdict.source)} {counts}>{case}</testsuite>\n")


def _failure(finding: Finding, source: str) -> str:
    message = _attribute(f"{finding.code} {finding.title}")
    return f"<failure type={_attribute(finding.code)} message={message}>{_text(_line(finding, source))}</failure>"


def _line(finding: Finding, source: str) -> str:
    return f"{source}:{finding.line}:{finding.column} {finding.code} {finding.message}"


def _text(text: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", text))


def _attribute(text: str) -> str:
    return quoteattr(_NOT_XML.sub("\ufffd", text))
