"""A JSON document other than a record: its text and its shape, and what is wrong with either as findings."""

from collections.abc import Sequence
from typing import Any

import msgspec

from kontari.core.fault import Fault
from kontari.core.verdict import Finding
from kontari.record.decode import shape_struct
from kontari.record.reading import has_null, without_own_keys
from kontari.record.text import Parsed, Places


class DocumentError(Exception):
    """A text that is not the document it should be: ``findings`` say what is wrong, with line and column."""

    def __init__(self, findings: list[Finding]) -> None:
        super().__init__("; ".join(f"{one.line}:{one.column}: {one.message}" for one in findings))
        self.findings = findings


def faults_of_document(shape: Any, value: Any, whole: str, *, plain: bool = False) -> list[Fault]:
    """What keeps JSON values from having that shape (a class of ``Shape``); ``whole``: in words what all of it is.

    plain: it is known that neither null nor an ``x-`` key stands anywhere, see ``is_plain``.
    """
    if not isinstance(value, dict):
        facts = {"key": "", "shown": shown(value), "wanted": "an object", "description": whole, "example": "{…}"}
        return [Fault("REC-S03", "", facts, whole=True)]
    try:
        msgspec.convert(value if plain else without_own_keys(value), shape_struct(shape), strict=True)
    except msgspec.ValidationError:
        wrong = True
    else:
        wrong = not plain and has_null(value)
    if not wrong:
        return []
    from kontari.record.explain import faults_of_shape

    return faults_of_shape(shape, value, whole)


def is_plain(text: str) -> bool:
    """Whether neither null nor an ``x-`` key can stand in a JSON text, which saves looking at all of its values."""
    return "\\" not in text and "null" not in text and '"x-' not in text


def shown(value: Any) -> str:
    """A JSON value as a sentence shows it."""
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 48 else text[:47] + "…"


def findings_in(parsed: Parsed, faults: Sequence[Fault]) -> list[Finding]:
    """Faults of text and shape as findings, in the order of the text."""
    from kontari.record.rules import RULES

    rules = {one.code: one for one in RULES}
    unplaced = [fault for fault in faults if fault.offset is None]
    keys = {fault.at for fault in unplaced if fault.code == "REC-S02"}
    where = Places(parsed.text, {fault.at for fault in unplaced} - keys, keys) if unplaced else None
    made = []
    for fault in faults:
        rule = rules[fault.code]
        offset = fault.offset
        if offset is None:
            assert where is not None
            offset = where.key(fault.at) if fault.at in keys else where.value(fault.at)
        lines = where or Places(parsed.text, set(), set())
        line, column = lines.line_and_column(offset)
        facts = dict(fault.facts)
        made.append(
            Finding(
                code=fault.code,
                severity=rule.severity,
                title=rule.title,
                message=rule.message.format_map(facts),
                pointer=fault.at,
                line=line,
                column=column,
                rule=rule.source,
                facts=facts,
            )
        )
    return sorted(made, key=lambda one: (one.line or 0, one.column or 0))
