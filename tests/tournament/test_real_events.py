"""Reference tournaments with real records behind them, from the files to the table through the command line."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from real_records import NAMES, Json, records, said, written

import tournament_building as building
from command_line import Done, kontari

CASES = [
    pytest.param(name, case, id=f"{name}: {case['why']}")
    for name in NAMES
    for case in said(name, "expected")["cases"]
    # The stones of a match were not chosen.
    if "stones-difference" not in json.dumps(case)
]


def document(folder: Path, name: str, case: Json | None = None, **changed: Any) -> Path:
    """The document of a reference tournament, changed as the case says."""
    made = said(name, "document")
    for stage in made["stages"]:
        stage.update((case or {}).get("with", {}))
    path = folder / f"{name}.tournament.json"
    path.write_text(json.dumps(made | changed), "utf-8")
    return path


def exact(value: Any) -> Any:
    """A value as the command line has it: of a ratio only the number that is compared among those who lost."""
    if isinstance(value, list) and len(value) == 2 and value[0] == 0:
        return building.number(value[1])
    return [building.number(one) for one in value] if isinstance(value, list) else building.number(value)


def table(done: Done) -> Json:
    made: Json = json.loads(done.out)
    return made["standings"]


def agrees(done: Done, case: Json) -> None:
    """What the command printed is the table of the case."""
    rows = {row["participant"]: row for row in table(done)["rows"]}
    for expected in case["rows"]:
        row = rows[expected["participant"]]
        assert exact(row["points"]) == exact(expected["points"]), row
        assert [exact(one["value"]) for one in row["values"]] == [exact(one) for one in expected["values"]], row
        if "rank" in expected:
            assert (row["rank"], row.get("decided_by")) == (expected["rank"], expected.get("decided_by")), row


def asked(case: Json) -> list[str]:
    return ["--stage", case["stage"], "--format", "json", *(["--after", str(case["after"])] if "after" in case else [])]


@pytest.mark.parametrize(("name", "case"), CASES)
def test_records_give_the_table(tmp_path: Path, name: str, case: Json) -> None:
    folder = written(tmp_path / "records", records(name))
    done = kontari("tournament", "standings", document(tmp_path, name, case), folder, *asked(case))
    assert (done.status, done.err) == (0, "")
    agrees(done, case)
    assert table(done)["evidence"].keys() <= {"verified", "ruling"}


@pytest.mark.parametrize("name", NAMES)
def test_verdicts_give_the_same_bytes(tmp_path: Path, name: str) -> None:
    folder = written(tmp_path / "records", records(name))
    case = said(name, "expected")["cases"][0]
    of_records = kontari("tournament", "standings", document(tmp_path, name), folder, *asked(case))
    verdicts = tmp_path / "verdicts.jsonl"
    validated = kontari("validate", folder, "--format", "jsonl")
    assert validated.status == 0
    verdicts.write_bytes(validated.bytes)
    of_verdicts = kontari("tournament", "standings", document(tmp_path, name), "--verdicts", verdicts, *asked(case))
    assert (of_verdicts.status, of_verdicts.out, of_verdicts.err) == (0, of_records.out, "")


def test_verdicts_come_in_every_wrapping(tmp_path: Path) -> None:
    """As lines or as an array, compressed, from a pipe, with a document or alone; what is cut is told."""
    folder = written(tmp_path / "records", records("mus-league"))
    lines = kontari("validate", folder, "--format", "jsonl").bytes
    array = kontari("validate", folder, "--format", "json").bytes
    assert array.lstrip().startswith(b"[")
    plain, packed, cut = tmp_path / "v.jsonl", tmp_path / "v.jsonl.gz", tmp_path / "cut.jsonl.gz"
    (tmp_path / "v.json").write_bytes(b"\n" + array)
    plain.write_bytes(lines.replace(b"\n", b"\n\n"))
    packed.write_bytes(gzip.compress(lines))
    cut.write_bytes(packed.read_bytes()[:-20])
    wanted = kontari("tournament", "standings", folder).out
    assert wanted
    for given in (plain, packed, tmp_path / "v.json"):
        assert kontari("tournament", "standings", "--verdicts", given).out == wanted
    assert kontari("tournament", "standings", "--verdicts", "-", stdin=lines).out == wanted
    broken = kontari("tournament", "standings", "--verdicts", cut)
    assert (broken.status, broken.out) == (2, "")
    assert f"{cut}: cannot be read" in broken.err
    assert kontari("tournament", "standings").status == 2


def test_a_verdict_is_no_record(tmp_path: Path) -> None:
    """Only what was verified here counts, so verdicts count where they are named as such; said once a file."""
    folder = written(tmp_path / "records", records("mus-league"))
    verdicts = tmp_path / "v.jsonl"
    verdicts.write_bytes(kontari("validate", folder, "--format", "jsonl").bytes)
    without = kontari("tournament", "standings", document(tmp_path, "mus-league"), "--format", "json")
    done = kontari("tournament", "standings", document(tmp_path, "mus-league"), verdicts, "--format", "json")
    assert done.status == 1
    assert table(done)["rows"] == table(without)["rows"]
    assert done.err == f"kontari: {verdicts}:1: this is a verdict, not a record: --verdicts {verdicts}\n"


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_without_a_document_drafts_one(tmp_path: Path, name: str) -> None:
    folder = written(tmp_path / "records", records(name))
    done = kontari("tournament", "standings", folder, "--format", "json")
    assert done.status == 0, done.err
    assert "no document; drafted from" in done.err
    assert said(name, "document")["tournament"]["name"] in done.err
    drafted = tmp_path / "drafted.tournament.json"
    assert kontari("tournament", "draft", folder, "-o", drafted).status == 0
    again = kontari("tournament", "standings", drafted, folder, "--format", "json")
    assert (again.status, again.out) == (0, done.out)


def test_a_drafted_league_counts_what_was_played(tmp_path: Path) -> None:
    folder = written(tmp_path / "records", records("mus-league"))
    done = kontari("tournament", "standings", folder, "--format", "json")
    by_games = sorted(tuple(row["games"]) for row in table(done)["rows"])
    # Without the ruling, Urola has no win over Deba.
    assert by_games == [(3, 9), (4, 5), (6, 3), (8, 4)]


def test_an_illegal_record_counts_as_if_it_were_not_there(tmp_path: Path) -> None:
    made = records("crazy-eights-table")
    without = dict(made)
    del without["main-2-2.crazy-eights.json"]
    made["main-2-2.crazy-eights.json"]["rounds"][0]["moves"][0]["card"] = "4H"  # which nobody holds
    path = document(tmp_path, "crazy-eights-table")
    wrong = kontari("tournament", "standings", path, written(tmp_path / "wrong", made), "--format", "json")
    none = kontari("tournament", "standings", path, written(tmp_path / "none", without), "--format", "json")
    assert (wrong.status, none.status) == (1, 0)
    assert "main-2-2.crazy-eights.json" in wrong.err
    assert "TRN-E01" in wrong.err
    plain = ("rank", "participant", "points", "values", "won", "lost")
    assert [{key: row[key] for key in plain} for row in table(wrong)["rows"]] == [
        {key: row[key] for key in plain} for row in table(none)["rows"]
    ]
    assert table(wrong)["evidence"] == {"verified": 3, "disputed": 1}
    assert "provisional" in kontari("tournament", "standings", path, tmp_path / "wrong").out.lower()


@pytest.mark.parametrize("options", [["--fail-on", "warning"], ["--after", "2"], ["--evidence"], ["--explain"]])
def test_no_option_makes_an_illegal_record_count(tmp_path: Path, options: list[str]) -> None:
    made = records("rummikub-sheet")
    made["main-1-1.rummikub.json"]["rounds"][0]["moves"][0]["put"] = [["r10", "b10", "k10"]]
    for unmatched in ("fault", "warn", "ignore"):
        accepting = {"unmatched": unmatched, "sheets": "any", "proof": "partial", "misscored": "recompute"}
        path = document(tmp_path, "rummikub-sheet", records=accepting)
        folder = written(tmp_path / "records", made)
        done = kontari("tournament", "standings", path, folder, "--format", "json", *options)
        assert done.status == 1
        assert {row["points"] for row in table(done)["rows"]} == {0}


def test_a_misscored_record_counts_by_what_was_played(tmp_path: Path) -> None:
    made = records("rummikub-sheet")
    made["main-1-1.rummikub.json"]["result"] = {"scores": [23, -5, -16, -2], "winners": [0]}
    case = said("rummikub-sheet", "expected")["cases"][0]
    folder = written(tmp_path / "records", made)
    done = kontari("tournament", "standings", document(tmp_path, "rummikub-sheet"), folder, *asked(case))
    assert done.status == 1
    assert "TRN-E02" in done.err
    assert "23" in done.err
    agrees(done, case)
    assert table(done)["evidence"] == {"recomputed": 1}
    refusing = document(tmp_path, "rummikub-sheet", records={"misscored": "refuse"})
    refused = kontari("tournament", "standings", refusing, folder, *asked(case))
    assert refused.status == 1
    assert {row["points"] for row in table(refused)["rows"]} == {0}


def test_a_ruling_gives_an_illegal_record_a_result(tmp_path: Path) -> None:
    made = records("rummikub-sheet")
    made["main-1-1.rummikub.json"]["rounds"][0]["moves"][0]["put"] = [["r10", "b10", "k10"]]
    stages = said("rummikub-sheet", "document")["stages"]
    ruling = {"kind": "adjudicated", "scores": [24, -5, -16, -3], "reason": "one tile misread", "official": "J. Arregi"}
    stages[0]["rounds"][0]["tables"][0]["ruling"] = ruling
    path = document(tmp_path, "rummikub-sheet", stages=stages, records={"rules": {"scoring": "zero-sum"}})
    case = said("rummikub-sheet", "expected")["cases"][0]
    done = kontari("tournament", "standings", path, written(tmp_path / "records", made), *asked(case))
    agrees(done, case)
    assert table(done)["evidence"] == {"ruling": 1}
    shown = kontari("tournament", "standings", path, tmp_path / "records").out
    assert "one tile misread" in shown
    assert "J. Arregi" in shown


def test_a_record_of_another_game_fits_no_table(tmp_path: Path) -> None:
    made = records("rummikub-sheet") | {
        f"strange-{source}": record for source, record in records("crazy-eights-table").items()
    }
    case = said("rummikub-sheet", "expected")["cases"][0]
    path = document(tmp_path, "rummikub-sheet")
    done = kontari("tournament", "standings", path, written(tmp_path / "records", made), *asked(case))
    assert done.status == 1
    assert "strange-main-1-1.crazy-eights.json" in done.err
    agrees(done, case)


def test_the_same_record_twice_counts_once(tmp_path: Path) -> None:
    made = records("crazy-eights-table")
    made["copy.crazy-eights.json"] = made["main-1-1.crazy-eights.json"]
    case = said("crazy-eights-table", "expected")["cases"][0]
    path = document(tmp_path, "crazy-eights-table")
    done = kontari("tournament", "standings", path, written(tmp_path / "records", made), *asked(case))
    assert done.status == 0
    assert "TRN-M03" in done.err
    agrees(done, case)
    strict = kontari("tournament", "standings", path, tmp_path / "records", "--fail-on", "warning")
    assert strict.status == 1


def test_scores_of_a_ruling_are_read_as_those_of_the_records(tmp_path: Path) -> None:
    made = records("rummikub-sheet")
    stages = said("rummikub-sheet", "document")["stages"]
    ruling = {"kind": "declared", "scores": [-24, 24, 0, 0], "reason": "the sheet was lost", "official": "J. Arregi"}
    seats = ["a", "b", "c", "d"]
    stages[0]["rounds"].append({"round": 2, "tables": [{"table": 1, "participants": seats, "ruling": ruling}]})
    path = document(tmp_path, "rummikub-sheet", stages=[stages[0] | {"rounds_planned": 2}])
    done = kontari("tournament", "standings", path, written(tmp_path / "records", made), "--format", "json")
    # Under zero sum the most is best, though the lowest is under the rules that hold where none are named.
    assert {row["participant"]: row["points"] for row in table(done)["rows"]} == {
        "a": 4,
        "b": 5,
        "c": "1.5",
        "d": "3.5",
    }
