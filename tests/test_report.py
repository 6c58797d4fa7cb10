"""``validate --report``: the summary of a run as JSON."""

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

from command_line import kontari
from conftest import GAME, changed, illegal
from kontari.games.crazy_eights.record import EXAMPLE
from kontari.record.writing import one_line
from kontari.schemas import complaints

LINE = one_line(GAME, EXAMPLE)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Some records: sound, illegal, malformed, one with a warning, and one that is not proved wholly."""
    unseen = changed()
    unseen["rounds"][0]["deal"]["hands"] = [["??", "??"], ["??", "??"]]
    newer = one_line(GAME, changed(kontari="1.4"))
    lines = LINE * 2 + one_line(GAME, illegal()) + "nonsense\n" + newer + one_line(GAME, unseen)
    (tmp_path / "a.jsonl").write_text(lines)
    (tmp_path / "b.jsonl.gz").write_bytes(gzip.compress(LINE.encode()))
    return tmp_path


def test_it_says_what_the_verdicts_say(folder: Path) -> None:
    target = folder / "out" / "report.json"
    target.parent.mkdir()
    words = ("validate", folder, folder / "no-such", folder / "a.jsonl", "--format", "jsonl", "--report", target)
    done = kontari(*words)
    report = json.loads(target.read_text())
    assert complaints("report", report) == []
    verdicts = [json.loads(line) for line in done.out.splitlines()]
    words = Counter(verdict["verdict"] for verdict in verdicts)
    assert report["records"] == {
        "total": 13,
        **dict.fromkeys(("sound", "unfinished", "misscored", "illegal", "malformed"), 0),
        **words,
    }
    (game,) = report["games"]
    assert game == {**report["records"], "game": GAME, "total": 11, "malformed": 0}
    found = Counter(finding["code"] for verdict in verdicts for finding in verdict["findings"])
    assert {one["code"]: one["count"] for one in report["findings"]} == found
    assert {one["severity"] for one in report["findings"]} == {"error", "warning"}
    proofs = Counter(verdict.get("proof") for verdict in verdicts)
    undecided = sum(verdict.get("undecided", 0) for verdict in verdicts)
    assert undecided
    assert report["proof"] == {
        "complete": proofs["complete"],
        "partial": proofs["partial"],
        "undecided": undecided,
    }
    sizes = [path.stat().st_size for path in sorted(folder.glob("*.*"))]
    assert report["inputs"] == [
        {"name": str(folder), "files": 2, "bytes": sum(sizes)},
        {"name": str(folder / "no-such"), "files": 0, "bytes": 0},
        {"name": str(folder / "a.jsonl"), "files": 1, "bytes": sizes[0]},
    ]
    lines = [line for line in (folder / "a.jsonl").read_text().splitlines() for _ in range(2)]
    assert report["bytes"] == len("".join(lines)) + len(LINE.rstrip())
    assert report["unreadable"] == 1
    assert report["troubles"] == [f"{folder / 'no-such'}: no such file or folder"]
    assert report["status"] == done.status == 2
    assert report["judge"] == verdicts[0]["judge"]
    assert report["jobs"] == 1


def test_the_summary_alone_and_of_standard_input() -> None:
    done = kontari("validate", "-", "-q", "--report", "-", stdin=LINE.encode() * 3)
    report = json.loads(done.out)
    assert complaints("report", report) == []
    assert report["inputs"] == [{"name": "-", "files": 1}]
    assert (report["status"], report["findings"], report["games"][0]["sound"]) == (0, [], 3)
    nothing = json.loads(kontari("validate", "-", "-q", "--report", "-", "--stdin-name", "a.jsonl").out)
    assert complaints("report", nothing) == []
    assert (nothing["records"]["total"], nothing["troubles"]) == (0, ["-: no records"])


def test_the_status_is_that_of_the_command(folder: Path) -> None:
    target = folder / "report.json"
    for options, status in (((), 1), (("--exit-zero",), 0)):
        done = kontari("validate", folder / "a.jsonl", "--report", target, *options)
        assert json.loads(target.read_text())["status"] == done.status == status


def test_where_it_cannot_be_written_nothing_is_judged(folder: Path) -> None:
    done = kontari("validate", folder, "--report", folder / "no" / "report.json", "-v")
    assert (done.status, done.out) == (2, "")
    assert "report.json: cannot be written" in done.err
    both = kontari("validate", folder, "-o", folder / "out", "--report", folder / "no" / ".." / "out")
    assert both.status == 2
    assert "name different files" in " ".join(both.err.split())
    assert kontari("validate", folder / "a.jsonl", "--report", folder / "a.jsonl").status == 2
    assert sorted(path.name for path in folder.iterdir()) == ["a.jsonl", "b.jsonl.gz"]
