"""The page about one move: what it says of every illegal record of the corpus, and what it keeps to itself."""

import json
from pathlib import Path

import pytest

from conftest import EXAMPLE, GAME, Run, changed
from kontari.examination import examine
from kontari.games import GAMES
from kontari.library import read, replay
from kontari.markdown import escaped
from kontari.record.writing import pretty
from kontari.render.dispute import page

RECORDS = Path(__file__).parents[1] / "records"


def illegal_records() -> list[Path]:
    paths = (path for game in GAMES for path in sorted((RECORDS / game / "illegal").glob("*.json")))
    return [path for path in paths if not path.name.endswith(".case.json")]


def test_every_illegal_record_of_the_corpus_is_ruled_upon_at_its_place() -> None:
    told = 0
    for path in illegal_records():
        data = path.read_bytes()
        verdict = examine(data, source=path.name)
        found = verdict.errors()[0]
        if found.round is None:
            continue
        text = page(read(data), verdict, (found.round, found.move or 0))
        for said in (found.code, found.title, verdict.sha256, verdict.play_sha256, verdict.judge["software"]):
            assert said is not None
            assert said in text or escaped(said) in text
        assert "**Illegal: " in text
        assert ("## The position before it" in text) == bool(found.move)
        assert ("What was legal: " in text) == (found.move is not None)
        told += 1
    assert told > 300


def test_a_legal_move_is_said_to_be_legal_everywhere() -> None:
    data = pretty(GAME, EXAMPLE).encode()
    record, verdict = read(data), examine(data)
    for step in replay(record):
        text = page(record, verdict, (step.round, step.move))
        assert "**Legal.**" in text
        assert f"--at {step.round}.{step.move} " in text


def test_names_are_no_marks_and_a_seat_sees_only_its_own() -> None:
    data = changed(players=[{"name": "<b>|Ana*"}, {"name": "# Bea\n---"}])
    raw = pretty(GAME, data).encode()
    record, verdict = read(raw), examine(raw)
    text = page(record, verdict, (1, 1), 1)
    assert "<b>" not in text
    assert "\n# Bea" not in text
    assert "What could have been done there" not in text
    mine, theirs = data["rounds"][0]["deal"]["hands"][1], data["rounds"][0]["deal"]["hands"][0]
    table = text.partition("## What was done")[0]
    assert all(card in table for card in mine)
    assert not any(card in table for card in theirs)


def test_the_command(run: Run, tmp_path: Path, illegal_file: Path) -> None:
    found = examine(illegal_file.read_bytes()).errors()[0]
    done = run("replay", illegal_file, "--at", f"{found.round}.{found.move}", "--format", "markdown")
    assert done.returncode == 1
    assert found.code in done.stdout
    assert run("replay", illegal_file, "--at", "1.1", "--format", "markdown").returncode == 0
    done = run("replay", illegal_file, "--at", "1.3", "--format", "markdown", "-o", tmp_path / "page.md")
    assert (done.returncode, done.stdout) == (2, "")
    assert "does not reach place 1.3: it is illegal before" in done.stderr
    assert not (tmp_path / "page.md").exists()
    many = tmp_path / "two.jsonl"
    line = json.dumps(EXAMPLE)
    many.write_text(f"{line}\n{line}\n")
    done = run("replay", many, "--record", 2, "--at", "1.1", "--format", "markdown")
    assert "with `--record 2`" in done.stdout


@pytest.mark.parametrize("words", [("--at", "1.1"), ("--format", "markdown"), ("--at", "1", "--format", "markdown")])
def test_place_and_format_go_together(run: Run, sound_file: Path, words: tuple[str, ...]) -> None:
    done = run("replay", sound_file, *words)
    assert done.returncode == 2
    assert "one page about one move" in done.stderr
