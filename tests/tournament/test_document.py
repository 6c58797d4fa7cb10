"""Tournament documents: their shape, where faults lie, their defaults, and what is wrong beyond the shape."""

import copy
import json
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from conftest import examples
from kontari.record.document import DocumentError
from kontari.record.nodes import node
from kontari.schemas import complaints
from kontari.tournament.attachments import attachment_findings
from kontari.tournament.checks import document_findings
from kontari.tournament.document import (
    SCHEMA,
    document_of,
    in_order,
    is_document,
    places,
    read_document,
    written,
)
from kontari.tournament.model import Document
from kontari.tournament.near import MOST, Near
from tournament_lines import club, league, read, whole

ROOT = Path(__file__).parents[2]
TABLES = {
    "kontari": "1.0",
    "tournament": {"name": "Club night", "game": "rummikub"},
    "participants": [{"id": id_} for id_ in "abcdefgh"],
    "stages": [
        {
            "id": "main",
            "system": "tables",
            "rounds_planned": 3,
            "table": {"size": 4, "least": 3, "most": 4, "records": 1},
            "points": {
                "places": {"4": [4, 2, 1, 0], "3": [4, "1/2", 0]},
                "place_by": ["score"],
                "shared_place": "share",
                "bye": "2.5",
            },
            "tie_breaks": [{"by": "score"}, {"by": "table-opponents", "cut_low": 1}],
        }
    ],
}
RESTING = [{"participant": "oria", "kind": "full"}]
TWICE = ["bidasoa", "bidasoa"]
VALIDATOR = Draft202012Validator(SCHEMA())


def refused(data: Any) -> list[tuple[str, str]]:
    text = data if isinstance(data, bytes) else json.dumps(data).encode()
    with pytest.raises(DocumentError) as caught:
        read_document(text)
    return [(one.code, one.pointer) for one in caught.value.findings]


def changed(data: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy with one value put in, or taken out where it is None."""
    made = copy.deepcopy(data)
    at: Any = made
    *parts, last = path.split("/")
    for part in parts:
        at = at[int(part)] if isinstance(at, list) else at[part]
    key = int(last) if isinstance(at, list) else last
    if value is None:
        del at[key]
    else:
        at[key] = value
    return made


def found(data: dict[str, Any]) -> list[tuple[str, str | None]]:
    findings = document_findings(read(data))
    whole(findings)
    return [(one.code, one.pointer) for one in findings]


def test_the_examples_are_documents_and_meet_the_published_schema() -> None:
    for data in (league(), TABLES, club("abcd")):
        assert complaints("tournament", data) == []
        assert isinstance(read(data), Document)
        assert found(data) == []


def test_the_reference_tournaments_are_documents() -> None:
    paths = sorted((ROOT / "records" / "tournaments").glob("*/document.json"))
    assert paths
    for path in paths:
        assert is_document(path.read_bytes())
        assert read_document(path.read_bytes()).data == json.loads(path.read_text("utf-8"))


def test_exact_numbers() -> None:
    points = read(TABLES).stages[0].points
    assert points.places == {4: (4, 2, 1, 0), 3: (4, Fraction(1, 2), 0)}
    assert points.bye == Fraction(5, 2)
    assert isinstance(points.places[4][0], int)


def test_defaults_by_system() -> None:
    def of(system: str, **stage: Any) -> Any:
        points = stage.pop("points", {"win": 3})
        made = {"id": "s", "system": system, "rounds_planned": 1, "points": points, "tie_breaks": [], **stage}
        return document_of(league() | {"stages": [made]}).stages[0]

    unplayed = {"swiss": "dummy-2026", "lives": "dummy-2026", "tables": "left-out"}
    for system in ("round-robin", "swiss", "knockout", "double-knockout", "lives", "tables", "individual", "fixed"):
        assert of(system).unplayed == unplayed.get(system, "as-scheduled")
    swiss, robin = of("swiss").points, of("round-robin").points
    assert (swiss.win, swiss.draw, swiss.loss, swiss.bye, swiss.half_bye) == (3, Fraction(3, 2), 0, 3, Fraction(3, 2))
    assert (robin.bye, robin.forfeit_win, robin.forfeit_loss, robin.absent) == (0, 3, 0, 0)
    assert of("swiss", points={"win": 1, "loss": -1, "bye": 0}).points.forfeit_loss == -1
    assert (of("swiss").seating.size, of("tables").seating.size) == (2, 4)
    assert of("tables", table={"size": 5, "least": 3}).seating.most == 5
    assert of("swiss").after_ties == "shared"
    assert of("knockout", points={"win": 1}, withdrawal="annul").withdrawal == "annul"


def test_presets_give_criteria_and_points_under_what_is_written() -> None:
    stage = read(changed(TABLES, "stages/0/tie_breaks", "catan")).stages[0]
    assert stage.preset == "catan"
    assert stage.points.places[4] == (4, 2, 1, 0)
    del (made := copy.deepcopy(TABLES))["stages"][0]["points"]["places"]  # type: ignore[index]
    assert read(changed(made, "stages/0/tie_breaks", "catan")).stages[0].points.places[4] == (1, 0, 0, 0)
    assert refused(changed(TABLES, "stages/0/tie_breaks", "katan")) == [("REC-S04", "/stages/0/tie_breaks")]


@pytest.mark.parametrize(
    ("path", "value", "code", "pointer"),
    [
        ("stages/0/system", "suiss", "REC-S04", "/stages/0/system"),
        ("stages/0/system", None, "REC-S01", "/stages/0"),
        ("stages/0/sistem", 1, "REC-S02", "/stages/0/sistem"),
        ("stages/0/points/bye", "1/0", "REC-S07", "/stages/0/points/bye"),
        ("stages/0/points/bye", [1], "REC-S03", "/stages/0/points/bye"),
        ("stages/0/points/places/8", [1], "REC-S02", "/stages/0/points/places/8"),
        ("stages/0/points/places/4/0", True, "REC-S03", "/stages/0/points/places/4/0"),
        ("stages/0/tie_breaks", 5, "REC-S03", "/stages/0/tie_breaks"),
        ("stages/0/tie_breaks/1/by", "buchhols", "REC-S04", "/stages/0/tie_breaks/1/by"),
        ("stages/0/tie_breaks/1/cut_low", -1, "REC-S05", "/stages/0/tie_breaks/1/cut_low"),
        ("stages", [], "REC-S06", "/stages"),
        ("participants", [], "REC-S06", "/participants"),
        ("participants/0/id", "", "REC-S07", "/participants/0/id"),
        ("participants/0/id", "x" * 65, "REC-S07", "/participants/0/id"),
        ("tournament/start", "3 Feb", "REC-S07", "/tournament/start"),
        ("meta", [], "REC-S03", "/meta"),
        ("kontari", "2.0", "REC-V02", "/kontari"),
        ("kontari", None, "REC-V01", ""),
    ],
)
def test_faults_of_shape(path: str, value: Any, code: str, pointer: str) -> None:
    wrong = changed(TABLES, path, value)
    assert refused(wrong) == [(code, pointer)]
    assert complaints("tournament", wrong)


def test_faults_have_line_and_column_and_words() -> None:
    about = b'"tournament": {"name": "x", "game": "chess"}'
    text = b'{"kontari": "1.0",\n ' + about + b',\n "participants": [{"id": "a"}],\n "stages": 3}'
    with pytest.raises(DocumentError) as caught:
        read_document(text)
    assert [(one.line, one.column, one.code) for one in caught.value.findings] == [
        (2, 38, "REC-S04"),
        (4, 12, "REC-S03"),
    ]
    assert "array" in str(caught.value)


def test_faults_of_text() -> None:
    assert refused(b'{"tournament": {') == [("REC-J01", "")]
    assert refused(b'{"kontari": 1.5, "tournament": {}}')[0][0] == "REC-J07"
    assert refused(b"[1]") == [("REC-S03", "")]
    assert refused(b'{"kontari": "1.0", "tournament": 1, "tournament": 2}')[0][0] == "REC-J04"
    assert refused(changed(TABLES, "participants/0/name", "x")["participants"])[0][0] == "REC-S03"


def test_null_is_no_value_but_in_own_keys() -> None:
    data = copy.deepcopy(TABLES)
    data["stages"][0]["x-note"] = {"any": [None, 1]}  # type: ignore[index]
    assert read(data).data == data
    data["stages"][0]["name"] = None  # type: ignore[index]
    assert refused(data) == [("REC-S03", "/stages/0/name")]


def test_own_keys_are_allowed_in_every_object() -> None:
    def own(value: Any) -> Any:
        if isinstance(value, dict):
            return {**{key: own(item) for key, item in value.items()}, "x-own": None}
        return list(map(own, value)) if isinstance(value, list) else value

    for data in (league(), TABLES):
        made = own(data)
        made.get("records", {}).pop("rules", None)
        assert complaints("tournament", made) == []
        assert document_of(made).stages == read(data).stages
        assert read(made).participants == read(data).participants


@examples(150)
@given(st.data())
def test_what_the_schema_takes_is_read_and_nothing_else(data: st.DataObject) -> None:
    """One value somewhere replaced, or one key taken out: the published schema and the reader agree."""
    base = copy.deepcopy(data.draw(st.sampled_from([league(), TABLES])))
    at: Any = base
    while True:
        key = data.draw(st.sampled_from(list(at) if isinstance(at, dict) else range(len(at))))
        if not isinstance(at[key], dict | list) or not at[key] or data.draw(st.integers(0, 3)) == 0:
            break
        at = at[key]
    if data.draw(st.booleans()):
        del at[key]
    else:
        values = [1, 0, -1, "", "1/3", "x", True, [], {}, None, "swiss", ["a"], 2**53, {"x-a": 1}, "mus-liga"]
        at[key] = copy.deepcopy(data.draw(st.sampled_from(values)))
    codes = set()
    try:
        read_document(json.dumps(base).encode())
    except DocumentError as error:
        codes = {one.code for one in error.findings}
    # The names of presets are words that the schema does not list, and large numbers are a matter of text.
    beyond = codes == {"REC-S04"} or "REC-J08" in codes
    assert VALIDATOR.is_valid(base) == (not codes) or beyond


def test_is_document() -> None:
    assert is_document(json.dumps(league()).encode())
    assert is_document(b'{"kontari": "1.0", "tournament"  : {broken')
    assert not is_document(b'{"kontari": "1.0", "game": "mus", "event": {"tournament": 1}}')
    assert not is_document(b'{"a": "tournament", "b": 1}\n{"tournament": 1}')
    for text in (b"", b"\xff\x00", b"[[[[", b'"tournament": 1', b'{"a": "\\"tournament\\": "'):
        assert not is_document(text)


@examples(60)
@given(st.binary(max_size=60))
def test_any_bytes_are_refused_in_words(data: bytes) -> None:
    is_document(data)
    with pytest.raises(DocumentError):
        read_document(data)


def test_written_form() -> None:
    data = league()
    turned = json.loads(json.dumps(data))
    turned["stages"][0] = dict(reversed(turned["stages"][0].items()))
    assert list(in_order(turned)["stages"][0]) == list(in_order(data)["stages"][0])
    assert written(turned) == written(data)
    assert json.loads(written(data)) == data
    assert read_document(written(data).encode()).stages == read(data).stages


def test_places_of_pointers() -> None:
    text = b'{"kontari": "1.0",\n "tournament": {"name": "x"}}'
    assert places(text, ["/tournament/name", ""]) == {"/tournament/name": (2, 25), "": (1, 1)}


# Beyond the shape


@pytest.mark.parametrize(
    ("path", "value", "code", "pointer"),
    [
        ("stages/0/rounds/0/tables/0/participants/1", "orla", "TRN-S01", "/stages/0/rounds/0/tables/0/participants/1"),
        ("standings", [{"rank": 1, "participant": "x"}], "TRN-S01", "/standings/0/participant"),
        ("participants/0/withdrawn", {"after": 3, "stage": "x"}, "TRN-S01", "/participants/0/withdrawn/stage"),
        ("participants/1/members/0/id", "ana-e", "TRN-S02", "/participants/1/members/0"),
        ("stages/0/tie_breaks", [{"by": "tables-won"}], "TRN-S03", "/stages/0/tie_breaks/0"),
        ("stages/0/tie_breaks", "mso-table", "TRN-S03", "/stages/0/tie_breaks"),
        ("stages/0/points", {"draw": 1}, "TRN-S04", "/stages/0/points"),
        ("stages/0/system", "swiss", "TRN-S05", "/stages/0/rounds_planned"),
        ("participants/3/seed", 1, "TRN-S07", "/participants/3/seed"),
        ("stages/0/rounds/1/round", 1, "TRN-S07", "/stages/0/rounds/1"),
        ("stages/0/rounds/0/tables/1/table", "1", "TRN-S07", "/stages/0/rounds/0/tables/1"),
        ("stages/0/rounds/0/byes", RESTING, "TRN-S09", "/stages/0/rounds/0/byes/0/participant"),
        ("stages/0/rounds/1/tables/1/participants/1", "oria", "TRN-S09", "/stages/0/rounds/1/tables/1/participants/1"),
        ("stages/0/rounds/1/tables/1/participants", TWICE, "TRN-S09", "/stages/0/rounds/1/tables/1/participants/1"),
        ("stages/0/rounds/2/tables/1", None, "TRN-S10", "/stages/0/rounds/2"),
        ("participants/3/entered", 2, "TRN-S11", "/stages/0/rounds/0/tables/0/participants/1"),
        ("stages/0/rounds/0/tables/1/ruling/by", ["oria"], "TRN-S12", "/stages/0/rounds/0/tables/1/ruling/by/0"),
        ("stages/0/rounds/0/tables/1/ruling/scores", [1], "TRN-S12", "/stages/0/rounds/0/tables/1/ruling/scores"),
        ("stages/0/rounds/0/tables/1/ruling/by", None, "TRN-S12", "/stages/0/rounds/0/tables/1/ruling"),
        ("stages/0/rounds/0/tables/1/ruling/official", None, "TRN-S13", "/stages/0/rounds/0/tables/1/ruling"),
        ("records/rules", {"preset": "classik"}, "TRN-S15", "/records/rules/preset"),
        ("records/rules", {"games": 3}, "TRN-S15", "/records/rules/games"),
        ("kontari", "1.7", "TRN-S16", "/kontari"),
        ("stages/0/from", [{"stage": "liga"}], "TRN-S17", "/stages/0/from/0/stage"),
        ("stages/0/participants", ["oria"], "TRN-S18", "/stages/0"),
        ("stages/0/points", {"win": 0}, "TRN-S19", "/stages/0/points"),
        ("stages/0/points", {"win": "1/2", "loss": 1}, "TRN-S19", "/stages/0/points"),
        ("stages/0/points", {"win": 3, "loss": 1, "draw": 0}, "TRN-S19", "/stages/0/points"),
        ("stages/0/points", {"win": 3, "loss": 1, "draw": 4}, "TRN-S19", "/stages/0/points"),
    ],
)  # fmt: skip
def test_findings(path: str, value: Any, code: str, pointer: str) -> None:
    assert (code, pointer) in found(changed(league(), path, value))


def test_findings_of_tables() -> None:
    rounds = [{"round": 1, "tables": [{"table": 1, "participants": ["a", "b"]}]}]
    assert ("TRN-S08", "/stages/0/rounds/0/tables/0/participants") in found(club("ab", rounds=rounds))
    assert ("TRN-S06", "/stages/0/points/places") in found(club("ab", rounds=rounds))
    assert ("TRN-S04", "/stages/0/points") in found(club("abcd", points={}))


def test_seated_after_withdrawal() -> None:
    data = changed(league(system="swiss", rounds_planned=2), "participants/3/withdrawn", {"after": 1})
    pointers = [pointer for code, pointer in found(data) if code == "TRN-P04"]
    assert pointers == ["/stages/0/rounds/1/tables/0/participants/0", "/stages/0/rounds/2/tables/0/participants/1"]
    # A round robin is laid out before anybody leaves.
    assert "TRN-P04" not in [code for code, _ in found(changed(league(), "participants/3/withdrawn", {"after": 1}))]


def test_an_unknown_id_is_told_with_the_nearest() -> None:
    data = changed(league(), "stages/0/rounds/0/tables/0/participants/1", "oira")
    finding = next(one for one in document_findings(read(data)) if one.code == "TRN-S01")
    assert finding.facts["near"] == ", perhaps oria"


def test_of_very_many_unknown_ids_the_first_have_a_nearest() -> None:
    near = Near([f"player-{number}" for number in range(100)])
    assert [near.to(f"plaver-{number}") is not None for number in range(MOST + 5)] == [True] * MOST + [False] * 5


def test_attachments_are_there_and_unchanged(tmp_path: Path) -> None:
    (tmp_path / "t2.jpg").write_bytes(b"\xff\xd8 not a picture at all")
    right = sha256((tmp_path / "t2.jpg").read_bytes()).hexdigest()
    attached = [{"file": "t2.jpg", "sha256": right}, {"file": "none.jpg", "sha256": right}]
    data = changed(league(), "stages/0/rounds/0/tables/1/ruling/attachments", attached)
    findings = attachment_findings(read(data), tmp_path)
    whole(findings)
    at = "/stages/0/rounds/0/tables/1/ruling/attachments"
    assert [(one.code, one.pointer) for one in findings] == [("TRN-S14", f"{at}/1")]
    (tmp_path / "t2.jpg").write_bytes(b"another")
    assert [one.pointer for one in attachment_findings(read(data), tmp_path)] == [f"{at}/0", f"{at}/1"]


def test_a_shape_that_cannot_be_described_is_refused() -> None:
    for annotation in (list[int] | list[str], dict[str, int], dict[int, Any], float):
        with pytest.raises(TypeError):
            node(annotation, [])
