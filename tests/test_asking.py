"""What ``validate`` asks beside the verdicts: promises, budgets, a baseline, a quarantine."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from command_line import kontari
from conftest import GAME, changed, illegal
from kontari.allowance import budget, overspent, to_report
from kontari.baseline import read_baseline, written
from kontari.examination import examine
from kontari.record.document import DocumentError
from kontari.record.writing import one_line, pretty
from kontari.schemas import complaints
from kontari.tally import Tally

SOUND, ILLEGAL = one_line(GAME, changed()), one_line(GAME, illegal())


def other(name: str) -> str:
    record = illegal()
    record["players"][0]["name"] = name
    return one_line(GAME, record)


@pytest.fixture
def dirty(tmp_path: Path) -> Path:
    """Three illegal records, two sound ones that are the same play, and one that is no JSON."""
    path = tmp_path / "dirty.jsonl"
    path.write_text("".join([SOUND, ILLEGAL, other("Eva"), other("Ida"), SOUND, "{nonsense\n"]))
    return path


def verdicts(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def codes(out: str) -> list[list[str]]:
    return [[one["code"] for one in verdict["findings"]] for verdict in verdicts(out)]


def test_promises_are_findings_of_their_own_and_change_no_verdict(dirty: Path, tmp_path: Path) -> None:
    plain = kontari("validate", dirty, "--format", "jsonl")
    promises = tmp_path / "terms.json"
    promises.write_text(json.dumps({"kontari_expect": "1.0", "rules": {GAME: {"hand_size": 7}}, "require": ["ids"]}))
    done = kontari("validate", dirty, "--format", "jsonl", "--expect", promises, "--require", "once,claims")
    assert done.status == 1
    assert [one["verdict"] for one in verdicts(done.out)] == [one["verdict"] for one in verdicts(plain.out)]
    broken = ["EXP-G02", "EXP-P01", "EXP-P01"]
    assert [sorted(one) for one in codes(done.out)] == [
        broken,
        sorted(["CE-P02", *broken]),
        sorted(["CE-P02", *broken, "EXP-M02"]),
        sorted(["CE-P02", *broken, "EXP-M02"]),
        sorted([*broken, "EXP-M02"]),
        ["REC-J01"],
    ]
    for one in verdicts(done.out):
        assert complaints("verdict", one) == []
    # A record that is sound can break a promise, and that alone is a finding.
    clean = tmp_path / "clean.jsonl"
    clean.write_text(SOUND)
    assert kontari("validate", clean).status == 0
    assert kontari("validate", clean, "--require", "stock").status == 1
    assert kontari("validate", clean, "--require", "stock", "--allow", "EXP-C02").status == 0


@pytest.mark.parametrize(
    ("allow", "status"),
    [
        ((), 1),
        (("CE-P02",), 1),
        (("CE-P02", "REC-J01"), 0),
        (("CE-P02=3", "REC-J01=1"), 0),
        (("ce-p02=2", "REC-J01"), 1),
        (("CE-P02=50%", "REC-J01=17%"), 0),
        (("CE-P02=49.9%", "REC-J01"), 1),
        (("CE-P02=0", "REC-J01"), 1),
    ],
)
def test_a_budget_keeps_findings_out_of_the_exit_status_until_it_is_spent(
    dirty: Path, allow: tuple[str, ...], status: int
) -> None:
    words = [word for one in allow for word in ("--allow", one)]
    done = kontari("validate", dirty, "--format", "jsonl", *words)
    assert done.status == status
    assert done.out == kontari("validate", dirty, "--format", "jsonl").out
    if "CE-P02=0" in allow:
        assert "CE-P02: 3 findings, 0 allowed" in done.err


@given(st.integers(0, 2000), st.integers(0, 2000), st.integers(0, 1000))
def test_a_share_is_exact(records: int, count: int, per_mille: int) -> None:
    tally = Tally(verdicts={"illegal": records}, findings={"CE-P02": count})
    budgets = {"CE-P02": budget(f"{per_mille / 10}%")}
    assert bool(overspent(tally, budgets)) == (count * 1000 > per_mille * records)
    assert to_report(tally, "error", False, budgets) == (count * 1000 > per_mille * records and count > 0)


def test_a_baseline_lets_only_new_findings_through(dirty: Path, tmp_path: Path) -> None:
    known = tmp_path / "known.json"
    assert kontari("validate", dirty, "--write-baseline", known).status == 1
    assert complaints("baseline", json.loads(known.read_bytes())) == []
    done = kontari("validate", dirty, "--baseline", known)
    assert done.status == 0
    assert done.out == "6 records: 2 sound, 3 illegal, 1 malformed; 4 known findings\n"
    # It goes by what the records say, not by where they stand.
    moved = tmp_path / "moved.jsonl"
    moved.write_text("".join(reversed(dirty.read_text().splitlines(keepends=True))) + other("Zoe"))
    done = kontari("validate", moved, "--baseline", known, "--format", "jsonl")
    assert done.status == 1
    assert [len(one["findings"]) for one in verdicts(done.out)] == [0] * 6 + [1]
    grown = tmp_path / "grown.json"
    assert kontari("validate", moved, "--baseline", known, "--write-baseline", grown).status == 1
    assert read_baseline(grown.read_bytes()) > read_baseline(known.read_bytes())


@given(st.sets(st.tuples(st.from_regex("[0-9a-f]{64}", fullmatch=True), st.sampled_from(["CE-P02"]), st.text())))
def test_a_baseline_is_read_as_it_was_written(marks: set[tuple[str, str, str]]) -> None:
    clean = {one for one in marks if one[2].isprintable()}
    assert read_baseline(written(clean).encode()) == clean


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"kontari_baseline": "2.0", "findings": []}', '{"findings": [1]}'])
def test_what_is_no_baseline_is_refused(text: str) -> None:
    with pytest.raises(DocumentError):
        read_baseline(text.encode())


def test_offending_records_are_put_aside_byte_for_byte(dirty: Path, tmp_path: Path) -> None:
    folder = tmp_path / "aside"
    for _ in range(2):  # a second time changes nothing
        assert kontari("validate", dirty, "--quarantine", folder).status == 1
        copies = sorted(folder.iterdir())
        lines = dirty.read_bytes().splitlines()
        assert sorted(path.read_bytes() for path in copies) == sorted([lines[1], lines[2], lines[3], lines[5]])
    assert [path.name.split(".")[:2] for path in copies] == [["dirty", n] for n in ("2", "3", "4", "6")]
    assert [path.name.split(".", 3)[3] for path in copies] == [f"{GAME}.json"] * 3 + ["json"]
    for path in copies:
        assert examine(path.read_bytes()).verdict in ("illegal", "malformed")
    known = tmp_path / "known.json"
    kontari("validate", dirty, "--write-baseline", known)
    nothing = tmp_path / "nothing"
    kontari("validate", dirty, "--baseline", known, "--quarantine", nothing)
    assert not nothing.exists()


def test_what_cannot_be_put_aside_is_told_and_the_run_goes_on(dirty: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert kontari("validate", dirty, "--quarantine", tmp_path / "file").status == 2
    done = kontari("validate", dirty, "--quarantine", tmp_path / "aside", "--max-bytes", "200")
    assert done.status == 2
    assert done.err.count("not put aside") == 5


def test_all_of_it_is_the_same_with_several_processes(dirty: Path, tmp_path: Path) -> None:
    long = tmp_path / "long.jsonl"
    long.write_text(dirty.read_text() * 300)
    known, folder = tmp_path / "known.json", tmp_path / "aside"
    kontari("validate", dirty, "--write-baseline", known)
    words = ("--require", "ids,stock,claims", "--quarantine", folder, "--format", "jsonl")
    one = kontari("validate", long, *words, "--write-baseline", tmp_path / "1.json")
    two = kontari("validate", long, *words, "--write-baseline", tmp_path / "2.json", "--jobs", 2)
    assert (one.status, one.out) == (two.status, two.out)
    assert (tmp_path / "1.json").read_bytes() == (tmp_path / "2.json").read_bytes()
    assert len(list(folder.iterdir())) == 300 * 6
    once = kontari("validate", long, "--require", "once", "--jobs", 2, "--format", "jsonl")
    assert sum("EXP-M02" in line for line in codes(once.out)) == 300 * 5 - 2


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--require", "ids,onec"), "no requirement onec, perhaps once"),
        (("--expect", "none.json"), "none.json: cannot be opened"),
        (("--expect", "bad.json"), "bad.json:1:20: REC-S04"),
        (("--baseline", "none.json"), "none.json: cannot be opened"),
        (("--baseline", "bad.json"), "bad.json:1:1: REC-S01"),
        (("--allow", "CE-P0"), "no code CE-P0, perhaps CE-P"),
        (("--allow", "CE-P02="), "behind = stands"),
        (("--allow", "CE-P02=-1"), "is no number"),
        (("--allow", "CE-P02=101%"), "percentage up to 100%"),
        (("--write-baseline", "x.json", "-o", "x.json"), "name different files"),
    ],
)
def test_misuse_is_status_2(
    dirty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], problem: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.json").write_text('{"kontari_expect": "9.9"}')
    done = kontari("validate", dirty, *words)
    assert done.status == 2
    assert problem in " ".join(done.err.split())
    assert done.out == ""


def test_a_sound_record_that_is_dishonest(tmp_path: Path) -> None:
    """As the README has it: sound by its own rules, and not what was promised."""
    record = changed(rules={"hand_size": 2, "max_rounds": 1, "draw_when_able": True})
    path = tmp_path / "night.jsonl"
    path.write_text(pretty(GAME, record).replace("\n", " ") + "\n")
    assert kontari("validate", path).status == 0
    assert kontari("validate", path, "--require", "complete,stock,ids,once,at").status == 1
