"""SARIF 2.1.0, as code-scanning services read it: one run, a result a finding."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

from kontari import __version__
from kontari.codes import all_rules
from kontari.core.rule import Rule
from kontari.core.verdict import Finding, Verdict
from kontari.render import NOT_OVER, Frame, Judged, Look, Shown

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_UNFINISHED = "unfinished"


class Renderer:
    summary_apart = True

    def __init__(self, look: Look) -> None:
        self._look = look
        driver = {"name": "kontari", "version": __version__, "rules": [*map(_rule, all_rules().values()), _NOT_OVER]}
        run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints"}
        head = json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False)
        self.frame = Frame(head.removesuffix("}]}") + ', "results": [', "\n", ",\n", "\n", "]}]}\n")

    def verdict(self, judged: Judged, most: int | None) -> Shown:
        results = [_result(judged.verdict, one) for one in judged.verdict.findings]
        if judged.unfinished(self._look):
            results.append(_unfinished(judged))
        return Shown(",\n".join(json.dumps(one, ensure_ascii=False) for one in results))


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.why},
        "help": {"text": f"{rule.hint} Source: {rule.source}. kontari explain {rule.code}"},
        "defaultConfiguration": {"level": rule.severity},
    }


_NOT_OVER = {"id": _UNFINISHED, "shortDescription": {"text": NOT_OVER}, "defaultConfiguration": {"level": "error"}}


def _result(verdict: Verdict, finding: Finding) -> dict[str, Any]:
    about = {"record": verdict.record, "pointer": finding.pointer, "facts": finding.facts}
    about |= {key: value for key in ("round", "move", "seat") if (value := getattr(finding, key)) is not None}
    mark = sha256(f"{verdict.sha256}\n{finding.code}\n{finding.pointer}".encode()).hexdigest()
    return {
        "ruleId": finding.code,
        "level": finding.severity,
        "message": {"text": finding.message},
        "locations": [_location(verdict.source, finding.line, finding.column)],
        "partialFingerprints": {"kontari/v1": mark},
        "properties": about,
    }


def _unfinished(judged: Judged) -> dict[str, Any]:
    return {
        "ruleId": _UNFINISHED,
        "level": "error",
        "message": {"text": NOT_OVER},
        "locations": [_location(judged.verdict.source, judged.first_line, 1)],
        "properties": {"record": judged.verdict.record},
    }


def _location(source: str, line: int | None, column: int | None) -> dict[str, Any]:
    path = Path(source)
    uri = path.as_uri() if path.is_absolute() else quote(path.as_posix())
    place: dict[str, Any] = {"artifactLocation": {"uri": uri}}
    if line is not None:
        place["region"] = {"startLine": line, "startColumn": column or 1}
    return {"physicalLocation": place}
