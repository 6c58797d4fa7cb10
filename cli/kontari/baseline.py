"""A baseline: the findings of a dirty archive that are known, so that only new ones are reported."""

import json
from collections.abc import Iterable, Iterator
from typing import Annotated

from pydantic import Field

from kontari.core.verdict import Finding, Verdict
from kontari.record.document import DocumentError, faults_of_document, findings_in
from kontari.record.envelope import SHA256_PATTERN
from kontari.record.text import parse
from kontari.shape import Shape

MAX_BYTES = 2**30
_CODE = r"^[A-Z]+-[A-Z][0-9]{2}(?!\n)$"


class Known(Shape):
    """A finding that is known, by what does not change when a file is renamed or sorted."""

    sha256: Annotated[
        Annotated[str, Field(pattern=SHA256_PATTERN)],
        Field(description="the sha256 of the verdict on its record", examples=["0" * 64]),
    ]
    code: Annotated[Annotated[str, Field(pattern=_CODE)], Field(description="its code", examples=["CE-P02"])]
    pointer: Annotated[
        str, Field(description="the JSON Pointer of what is wrong", examples=["/rounds/0/moves/16/card"])
    ]


class Baseline(Shape):
    """The findings that are known."""

    kontari_baseline: Annotated[
        Annotated[str, Field(pattern=r"^1\.0(?!\n)$")],
        Field(description="the version of this form, which says what the file is", examples=["1.0"]),
    ]
    findings: Annotated[
        list[Known], Field(description="the known findings, each once, in ascending order", examples=[[]])
    ]


Mark = tuple[str, str, str]
"""Hash of the record, code and pointer of a finding."""


def marks(verdict: Verdict) -> Iterator[tuple[Finding, Mark]]:
    """The findings of a verdict with their marks; none of what could not be read whole, since it has no hash."""
    if verdict.sha256 is not None:
        yield from ((one, (verdict.sha256, one.code, one.pointer)) for one in verdict.findings)


def read_baseline(data: bytes) -> frozenset[Mark]:
    """The marks of a baseline. Raises DocumentError."""
    parsed = parse(data, MAX_BYTES)
    faults = parsed.faults or faults_of_document(Baseline, parsed.value, "one baseline")
    if faults:
        raise DocumentError(findings_in(parsed, faults))
    return frozenset((one["sha256"], one["code"], one["pointer"]) for one in parsed.value["findings"])


def written(known: Iterable[Mark]) -> str:
    """A baseline as text: a finding a line."""
    lines = [json.dumps(dict(zip(("sha256", "code", "pointer"), one, strict=True))) for one in sorted(set(known))]
    return '{"kontari_baseline": "1.0", "findings": [\n' + ",\n".join(lines) + "\n]}\n"
