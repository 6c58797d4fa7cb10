"""What an operator promised, held against records: each requirement broken and kept, with its place."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import EXAMPLE, GAME, changed
from kontari.core.verdict import Finding
from kontari.examination import examine_item
from kontari.library import read
from kontari.promises.checks import Watch
from kontari.promises.reading import Promises, read_promises
from kontari.promises.shapes import EXAMPLE as PROMISES
from kontari.record.document import DocumentError
from kontari.record.streams import Item
from kontari.record.writing import pretty
from kontari.schemas import complaints

MAX = 2**20
PROMISED = sorted(
    path for path in (Path(__file__).parents[1] / "records").rglob("*.case.json") if b'"promised"' in path.read_bytes()
)


def found(watch: Watch, data: dict[str, Any], number: int = 1) -> list[Finding]:
    item = Item("a.jsonl", number, 1, pretty(data["game"], data).encode())
    return watch.findings(item, examine_item(item), MAX)


def required(word: str) -> Watch:
    return Watch(Promises(required=frozenset((word,))))


def said(findings: list[Finding]) -> list[tuple[str, str]]:
    return [(one.code, one.pointer) for one in findings]


def moved(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    data = changed()
    change(data)
    return data


TIMES = ["2026-05-02T10:00:00Z", "2026-05-02T12:00:01+02:00", "2026-05-02t10:00:60z"]


def timed(*times: str) -> dict[str, Any]:
    data = changed()
    for move, at in zip(data["rounds"][0]["moves"], times, strict=False):
        move["at"] = at
    return data


@pytest.mark.parametrize(
    ("word", "data", "breaches"),
    [
        ("ids", changed(players=[{"name": "Ana", "id": "a"}, {"name": "Bea", "id": "b"}]), []),
        ("ids", changed(players=[{"name": "Ana"}, {"name": "Bea", "id": "b"}]), [("EXP-P01", "/players/0")]),
        ("ids", changed(players=[{"name": "A", "id": "a"}, {"name": "B", "id": "a"}]), [("EXP-P02", "/players/1/id")]),
        ("complete", changed(), []),
        (
            "complete",
            moved(lambda one: one["rounds"][0]["deal"]["hands"][1].__setitem__(0, "??")),
            [("EXP-C01", "/rounds/0/deal/hands/1/0")],
        ),
        ("stock", changed(), [("EXP-C02", "/rounds/0/deal")]),
        ("claims", changed(), []),
        ("claims", moved(lambda one: one["rounds"][0].pop("scores")), [("EXP-C03", "/rounds/0")]),
        ("claims", moved(lambda one: one.pop("result")), [("EXP-C04", "")]),
        ("claims", moved(lambda one: one["result"].pop("winners")), [("EXP-C04", "/result")]),
        ("at", timed(*TIMES), []),
        ("at", timed(TIMES[0]), [("EXP-T01", "/rounds/0/moves/1")]),
        ("at", timed(TIMES[1], TIMES[0], TIMES[2]), [("EXP-T02", "/rounds/0/moves/1/at")]),
        ("at", timed(TIMES[0], "2026-02-30T10:00:00Z", TIMES[2]), [("EXP-T03", "/rounds/0/moves/1/at")]),
        ("ended", changed(), []),
        ("proof", changed(), []),
    ],
)
def test_a_requirement(word: str, data: dict[str, Any], breaches: list[tuple[str, str]]) -> None:
    findings = found(required(word), data)
    assert said(findings) == breaches
    for one in findings:
        assert one.line is not None
        assert "{" not in one.message


def test_ended_once_and_proof() -> None:
    going_on = moved(lambda one: (one.pop("result"), one["rounds"][0].pop("scores"), one["rounds"][0]["moves"].pop()))
    assert said(found(required("ended"), going_on)) == [("EXP-M01", "")]
    once = required("once")
    assert found(once, changed()) == []
    (twice,) = found(once, changed(players=[{"name": "Eva"}, {"name": "Bea"}]), 2)
    assert twice.code == "EXP-M02"
    assert twice.message == "the same play stands in a.jsonl, record 1"
    hidden = moved(lambda one: one["rounds"][0]["deal"]["hands"][0].__setitem__(0, "??"))
    assert said(found(required("proof"), hidden)) == [("EXP-M03", "")]


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ({"hand_size": 2, "max_rounds": 1}, []),
        ({"hand_size": [2, 5], "max_rounds": [1]}, []),
        ({"preset": "classic", "hand_size": [2, 5]}, ["max_rounds"]),
        ({"preset": "classic-specials", "hand_size": 2, "max_rounds": 1}, ["skip_rank", "reverse_rank", "draw_rank"]),
        ({"hand_size": [5, 7]}, ["hand_size"]),
        ({"draw_when_able": False}, ["draw_when_able"]),
    ],
)
def test_rules_in_force_are_equal_or_among_those_allowed(rules: dict[str, Any], options: list[str]) -> None:
    promises = read_promises(json.dumps({"kontari_expect": "1.0", "rules": {GAME: rules}}).encode())
    findings = found(Watch(promises), changed())
    assert {one.code for one in findings} <= {"EXP-G02"}
    assert sorted(one.facts["option"] for one in findings) == sorted(options)


def test_another_game_and_what_binds_it_not() -> None:
    only_mus = {"kontari_expect": "1.0", "games": ["mus"], "rules": {"mus": {"target": 40}}}
    promises = read_promises(json.dumps(only_mus).encode())
    assert said(found(Watch(promises), changed())) == [("EXP-G01", "/game")]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("{", "1:2 REC-J01"),
        ("[]", "1:1 REC-S03"),
        ("{}", "1:1 REC-S01"),
        ('{"kontari_expect": "2.0"}', "1:20 REC-S04"),
        ('{"kontari_expect": "1.0", "requires": []}', "1:27 REC-S02"),
        ('{"kontari_expect": "1.0", "require": ["all"]}', "1:39 REC-S04"),
        ('{"kontari_expect": "1.0",\n "rules": {"chess": {}}}', "2:12 REC-S02"),
        ('{"kontari_expect": "1.0",\n "rules": {"mus": 1}}', "2:19 REC-S03"),
        ('{"kontari_expect": "1.0",\n "rules": {"mus": {"targte": 40}}}', "2:20 REC-S02"),
        ('{"kontari_expect": "1.0",\n "rules": {"mus": {"target": [40, "40"]}}}', "2:35 REC-S03"),
        ('{"kontari_expect": "1.0",\n "rules": {"mus": {"preset": ["x"]}}}', "2:30 REC-S03"),
    ],
)
def test_a_file_that_cannot_be_used_is_told_with_its_place(text: str, place: str) -> None:
    with pytest.raises(DocumentError) as refused:
        read_promises(text.encode())
    one = refused.value.findings[0]
    assert f"{one.line}:{one.column} {one.code}" == place


def test_the_example_of_the_schema_is_a_file_of_promises() -> None:
    assert complaints("expect", PROMISES) == []
    assert read_promises(json.dumps(PROMISES).encode()).required == {"complete", "ids", "once"}


KEYS = st.sampled_from(["kontari_expect", "games", "rules", "require", "mus", "preset", "target", "x-a"])
VALUES = st.none() | st.booleans() | st.integers() | st.sampled_from(["1.0", "mus", "ids", "classic", ""])


@given(st.recursive(VALUES, lambda one: st.lists(one) | st.dictionaries(KEYS, one)))
def test_published_schema_and_reader_agree_but_for_names_of_options(value: Any) -> None:
    try:
        read_promises(json.dumps(value).encode())
        accepted = True
    except DocumentError:
        accepted = False
    assert not accepted or complaints("expect", value) == []


def test_the_corpus_breaks_promises_with_places_that_exist() -> None:
    watch = Watch(Promises(required=frozenset(("complete", "stock", "claims", "at", "ids", "ended", "proof"))))
    for one in found(watch, EXAMPLE):
        value: Any = read(pretty(GAME, EXAMPLE)).data
        for step in one.pointer.split("/")[1:]:
            value = value[int(step) if isinstance(value, list) else step]


@pytest.mark.parametrize("case", PROMISED, ids=lambda case: case.name.partition(".")[0])
def test_cases_of_the_corpus(case: Path) -> None:
    expected = json.loads(case.read_bytes())
    watch = Watch(read_promises(json.dumps(expected["promised"]).encode()))
    names = [expected["after"]] if "after" in expected else []
    for number, name in enumerate([*names, case.name.removesuffix(".case.json")], 1):
        (path,) = (one for one in case.parent.glob(f"{name}.*") if not one.name.endswith(".case.json"))
        item = Item(path.name, number, 1, path.read_bytes())
        findings = watch.findings(item, examine_item(item), MAX)
    assert [{"code": one.code, "pointer": one.pointer} for one in findings] == expected["breaches"]


def test_the_example_on_the_page_is_one() -> None:
    page = (Path(__file__).parents[1] / "schemas" / "README.md").read_text("utf-8")
    (shown,) = re.findall(r"```promises\n(.*?)```", page, re.DOTALL)
    assert read_promises(shown.encode()).rules["mus"] == ("classic", {"target": [30, 40]})
