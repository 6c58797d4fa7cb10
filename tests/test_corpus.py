"""The corpus in ``records/``: every case says what must be said of its record, and is complete.

Each file ``NAME.case.json`` has one twin, the record. The case is checked against its schema, the
verdict against the case, and the whole corpus against the codes and options there are.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from kontari.codes import all_rules
from kontari.core.verdict import WORDS
from kontari.examination import examine, examine_item
from kontari.games import GAMES, part
from kontari.library import read
from kontari.record.nodes import Boolean, Enum, Integer, keys
from kontari.record.reading import MAX_BYTES
from kontari.record.streams import Item, items
from kontari.record.writing import pretty

ROOT = Path(__file__).parent.parent
CASES = sorted((ROOT / "records").rglob("*.case.json"))

EXEMPT = {"REC-J10": "a record over 64 MiB is not committed; test_record_too_long makes one"}
"""Codes without a case, and why."""

AS_THEY_STAND = {
    "all-on-one-line",
    "escaped-keys-and-values",
    "keys-in-another-order",
    "line-ends-of-windows",
    "minus-nought",
    "spaces-and-tabs-everywhere",
}
"""Well-formed records that are not in the canonical form, since their very text is the case."""


def name_of(case: Path) -> str:
    return case.name.removesuffix(".case.json")


def twin(case: Path) -> Path:
    """The record of a case."""
    (record,) = (path for path in case.parent.glob(f"{name_of(case)}.*") if path != case)
    return record


@cache
def said(case: Path) -> dict[str, Any]:
    """What a case says."""
    read: dict[str, Any] = json.loads(case.read_text("utf-8"))
    return read


@cache
def only_item(case: Path) -> Item:
    """The one record of a case's twin."""
    (item,) = items(str(twin(case)))
    return item


@cache
def well_formed(case: Path) -> dict[str, Any] | None:
    """The record of a case as JSON values; None where it is malformed."""
    item = only_item(case)
    return None if said(case)["verdict"] == "malformed" else read(item.data, notation=item.notation).data


@cache
def validator() -> Any:
    schema = json.loads((ROOT / "schemas" / "case.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def judged(item: Item) -> dict[str, Any]:
    """The verdict on an item as JSON values."""
    if item.fault is not None:
        return {"verdict": "malformed", "findings": [{"code": item.fault.code, "pointer": item.fault.at}]}
    return examine_item(item).data()


def show(case: Path) -> str:
    return f"{case.parent.parent.name}/{case.parent.name}/{name_of(case)}"


@pytest.mark.parametrize("case", CASES, ids=show)
def test_case(case: Path) -> None:
    """A case meets its schema, and the verdict on its record is the one it states."""
    expected = said(case)
    validator().validate(expected)
    assert expected["verdict"] == case.parent.name
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name_of(case))
    verdict = judged(only_item(case))
    for key in ("verdict", "proof", "rounds", "result"):
        assert verdict.get(key) == expected.get(key), key
    for key in ("undecided", "sha256", "play_sha256"):
        assert key not in expected or verdict[key] == expected[key], key
    found = [
        {key: finding[key] for key in ("code", "pointer", "line", "column", "round", "move") if key in finding}
        for finding in verdict["findings"]
    ]
    for finding, wanted in zip(found, expected["findings"], strict=False):
        for key in {"line", "column"} - wanted.keys():
            finding.pop(key, None)
    assert found == expected["findings"]


@pytest.mark.parametrize("case", [case for case in CASES if case.parent.name != "malformed"], ids=show)
def test_canonical_form(case: Path) -> None:
    """A well-formed record is written in the one form, but for those whose text is the case."""
    record = twin(case)
    game = case.parent.parent.name
    assert record.name in (f"{name_of(case)}.{game}.json", f"{name_of(case)}.{game}.txt") or record.suffix == ".jsonl"
    if record.suffix == ".json" and name_of(case) not in AS_THEY_STAND:
        assert record.read_bytes().decode() == pretty(case.parent.parent.name, well_formed(case))


def test_no_file_without_a_case() -> None:
    """Every file of the corpus is a case or the twin of one, and no name stands twice."""
    files = {path for game in GAMES for path in (ROOT / "records" / game).rglob("*") if path.is_file()}
    assert files == {path for case in CASES for path in (case, twin(case))}
    assert len({(case.parent.parent, name_of(case)) for case in CASES}) == len(CASES)
    assert {case.parent.name for case in CASES} == set(WORDS)


def test_every_code_has_a_case() -> None:
    """The closed loop: no code without a record that shows it."""
    shown = {found["code"] for case in CASES for found in (*said(case)["findings"], *said(case).get("breaches", ()))}
    # What is found about a tournament is found in no record; tests/tournament/test_codes.py shows each of these.
    assert shown | EXEMPT.keys() == {code for code in all_rules() if not code.startswith("TRN-")}
    assert not shown & EXEMPT.keys()


def test_record_too_long() -> None:
    """The case of REC-J10, which is too long to keep."""
    verdict = examine(b" " * (MAX_BYTES + 1))
    assert (verdict.verdict, [finding.code for finding in verdict.findings]) == ("malformed", ["REC-J10"])
    assert MAX_BYTES == 64 * 2**20


def written(game: str, option: str) -> set[Any]:
    """The values with which an option is written in some well-formed record."""
    records = (record for case in CASES if (record := well_formed(case)) and record["game"] == game)
    return {record.get("rules", {}).get(option) for record in records} - {None}


@pytest.mark.parametrize("game", GAMES)
def test_every_option_value_occurs(game: str) -> None:
    """Every word, true and false, and of each number nought (or the least) and another."""
    for key in keys(part(game, "options").Rules):
        values = written(game, key.name)
        match key.node:
            case Enum(values=choices):
                assert values == set(choices), key.name
            case Boolean():
                assert values == {True, False}, key.name
            case Integer(least=least):
                assert least in values, key.name
                assert len(values) > 1, key.name


@pytest.mark.parametrize("game", GAMES)
def test_enough_matches(game: str) -> None:
    """Sound and unfinished records in number, and whole matches of several rounds."""
    cases = [case for case in CASES if case.parent.parent.name == game]
    assert sum(said(case)["verdict"] in ("sound", "unfinished") for case in cases) >= 25
    matches = [case for case in cases if said(case)["verdict"] == "sound" and len(said(case)["rounds"]) > 1]
    assert len(matches) >= 5
    if game == "crazy-eights":
        rules = [(well_formed(case) or {}).get("rules", {}) for case in matches]
        assert sum(one.get("preset") == "countdown" for one in rules) >= 2
