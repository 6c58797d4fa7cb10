"""The reference tournaments of ``records/tournaments``: points, values, ranks, and what decided."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tournament_building as building
from kontari.tournament.criteria import CRITERIA
from kontari.tournament.model import Document, Exact, Standings
from kontari.tournament.presets import PRESETS
from kontari.tournament.rank import standings

ROOT = Path(__file__).parents[2] / "records" / "tournaments"
NAMES = sorted(path.name for path in ROOT.iterdir() if path.is_dir())
ROW = {"rank", "participant", "points", "values", "decided_by"}


@cache
def said(name: str, part: str) -> Any:
    return json.loads((ROOT / name / f"{part}.json").read_text("utf-8"))


def cases() -> list[Any]:
    return [
        pytest.param(name, case, id=f"{name}: {case['why']}")
        for name in NAMES
        for case in said(name, "expected")["cases"]
    ]


def document_of(name: str, case: dict[str, Any]) -> Document:
    """The document of a tournament, changed as the case says."""
    data = said(name, "document")
    stages = [one | case.get("with", {}) if one["id"] == case["stage"] else one for one in data["stages"]]
    return building.document(data | {"stages": stages})


def table(name: str, case: dict[str, Any]) -> Standings:
    document = document_of(name, case)
    lines = said(name, "results")
    others = [
        standings(document, building.results(document, one.stage, lines))
        for one in document.stage(case["stage"]).tie_breaks
        if one.stage is not None
    ]
    return standings(document, building.results(document, case["stage"], lines, case.get("after")), others)


def exact(value: Any) -> Exact | tuple[Exact, ...]:
    return tuple(map(building.number, value)) if isinstance(value, list) else building.number(value)


@pytest.mark.parametrize(("name", "case"), cases())
def test_the_table_is_as_expected(name: str, case: dict[str, Any]) -> None:
    found = {row.participant: row for row in table(name, case).rows}
    for expected in case["rows"]:
        row = found[expected["participant"]]
        assert expected.keys() <= ROW
        assert row.points == building.number(expected["points"]), row.participant
        assert [one.value for one in row.values] == [exact(one) for one in expected["values"]], row.participant
        if "rank" in expected:
            assert row.rank == expected["rank"], row.participant
            assert row.decided_by == expected.get("decided_by"), row.participant


def test_every_criterion_and_preset_is_in_a_case() -> None:
    used = set()
    presets = set()
    for name in NAMES:
        for case in said(name, "expected")["cases"]:
            stage = document_of(name, case).stage(case["stage"])
            used |= {one.by for one in stage.tie_breaks}
            presets |= {stage.preset}
    assert used == set(CRITERIA)
    assert presets >= set(PRESETS)


def test_each_tournament_is_complete() -> None:
    for name in NAMES:
        files = {path.name for path in (ROOT / name).iterdir()}
        assert files == {"document.json", "results.json", "expected.json"}
        assert said(name, "expected")["origin"]


def test_the_text_of_the_direct_encounter_shows_what_decided() -> None:
    rows = table("mus-league", said("mus-league", "expected")["cases"][0]).rows
    assert [row.values[0].text for row in rows] == [
        "2 of 4, +1; then 2 of 2",
        "2 of 4, +1; then 0 of 2",
        "2 of 4, -2",
        "",
    ]


def test_the_text_of_a_sum_shows_its_addends() -> None:
    case = {"stage": "liga", "with": {"tie_breaks": [{"by": "buchholz", "cut_low": 1}, {"by": "sonneborn-berger"}]}}
    row = next(row for row in table("mus-league", case).rows if row.participant == "urola")
    assert row.values[0].text == "4 (Bidasoa, R2) + 4 (Deba, R1) + [0 cut (Oria, R3)] = 8"
    assert row.values[1].text == "4 × 0 (Bidasoa, R2) + 4 × 1 (Deba, R1) + 0 × 1 (Oria, R3) = 4"


def test_the_text_of_a_dummy_shows_its_limit() -> None:
    case = {"stage": "main", "with": {"tie_breaks": [{"by": "buchholz"}]}}
    row = next(row for row in table("odd-field", case).rows if row.participant == "p5")
    assert row.values[0].text == "2 (p2, R3) + 1.5 (own 2.5, at most 1.5; paired-bye, R1) + 1 (p3, R2) = 4.5"


def test_rows_say_what_they_rest_on() -> None:
    found = table("mus-league", {"stage": "liga"})
    assert found.evidence == {"verified": 5, "ruling": 1}
    row = next(row for row in found.rows if row.participant == "urola")
    assert (row.played, row.won, row.drawn, row.lost, row.games) == (2, 2, 0, 1, (7, 5))
    assert row.evidence == {"verified": 2, "ruling": 1}
    assert found.final
    assert found.after == 3
