"""Input and output that go wrong in odd ways: nothing is lost, one line tells, and the rest is done."""

import gzip
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import GAME, Run, changed, illegal
from kontari.commands.validate import validate
from kontari.games.crazy_eights.record import EXAMPLE
from kontari.published import published
from kontari.record.writing import one_line, pretty
from kontari.status import Status

LINE = one_line(GAME, EXAMPLE)
HOSTILE = "\x1b]0;owned\x07\u202eeve\n::error::forged"


@pytest.fixture
def run(run_apart: Run) -> Run:
    """Real processes, which these tests are about."""
    return run_apart


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A sound line, one that is no JSON, an illegal one."""
    path = tmp_path / "mixed.jsonl"
    path.write_text(LINE + '{"kontari": nonsense}\n' + one_line(GAME, illegal()))
    return path


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """An illegal record with a name that would move a terminal."""
    record = illegal()
    record["players"][1]["name"] = HOSTILE
    path = tmp_path / "hostile.crazy-eights.json"
    path.write_text(pretty(GAME, record))
    return path


# A fault of ours


def test_a_fault_of_ours_names_the_record_and_the_run_goes_on(
    mixed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import kontari.batches as batches

    real = batches.examine_item

    def broken(item, max_bytes):
        if item.number == 2:
            raise KeyError("boom")
        return real(item, max_bytes)

    monkeypatch.setattr(batches, "examine_item", broken)
    assert validate([str(mixed)], verbose=True) == Status.OURS
    said = capsys.readouterr()
    assert f"{mixed}:2: record 2 (SHA-256 of its bytes " in said.err
    assert "KeyError: 'boom'" in said.err
    assert f"{mixed}: record 3: illegal" in said.out
    with pytest.raises(KeyError):
        validate([str(mixed)], debug=True)


# Nothing is lost in silence


def test_malformed_lines_left_out_are_counted(run: Run, mixed: Path, tmp_path: Path) -> None:
    filled = run("score", mixed, "--fill", "-o", "filled.jsonl")
    assert filled.returncode == 1
    assert "mixed.jsonl:2:13 REC-J01" in filled.stderr
    assert filled.stderr.endswith("kontari: 1 malformed record left out\n")
    assert len((tmp_path / "filled.jsonl").read_text().splitlines()) == 2
    converted = run("convert", mixed, "--to", "jsonl")
    assert converted.returncode == 1
    assert "mixed.jsonl:2:13: REC-J01" in converted.stderr
    assert converted.stderr.endswith("kontari: 1 record left out\n")
    assert converted.stdout == LINE + one_line(GAME, illegal())


def test_one_json_document_holds_one_record(run: Run, tmp_path: Path) -> None:
    (tmp_path / "two.jsonl").write_text(LINE * 2)
    done = run("convert", "two.jsonl", "--to", "json", "-o", "out.json")
    assert done.returncode == 2
    assert "out.json: --to json is one record" in done.stderr
    assert not (tmp_path / "out.json").exists()


def test_sums_larger_than_a_record_holds_are_not_claimed(run: Run, tmp_path: Path) -> None:
    most = 2**53 - 1
    record = changed(start={"scores": [most - 1, 0]}, rules={**EXAMPLE["rules"], "target": most})
    del record["rounds"][0]["scores"], record["result"]
    (tmp_path / "large.crazy-eights.json").write_text(pretty(GAME, record))
    assert run("score", "large.crazy-eights.json", "--fill", "-o", "out.crazy-eights.json").returncode == 0
    assert "scores" not in json.loads((tmp_path / "out.crazy-eights.json").read_text()).get("result", {})
    assert run("validate", "out.crazy-eights.json").returncode == 0


def test_a_file_of_a_folder_that_is_read_is_not_written(run: Run, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    inside = tmp_path / "folder" / "a.jsonl"
    inside.write_text(LINE)
    done = run("score", "folder", "--fill", "-o", inside)
    assert done.returncode == 2
    assert "is read here" in done.stderr
    assert inside.read_text() == LINE


def test_an_output_name_as_long_as_names_get(run: Run, sound_file: Path, tmp_path: Path) -> None:
    name = "a" * 250 + ".txt"
    assert run("validate", sound_file, "-v", "-o", name).returncode == 0
    assert "sound" in (tmp_path / name).read_text()


# The bytes of which not all are there


@pytest.mark.parametrize("words", [("replay",), ("legal", "--at", "1.0"), ("score",)])
def test_damaged_data_is_called_so_everywhere(run: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "cut.crazy-eights.json.gz").write_bytes(gzip.compress(pretty(GAME, EXAMPLE).encode())[:-20])
    done = run(words[0], "cut.crazy-eights.json.gz", *words[1:])
    assert done.returncode == 1
    assert "cut.crazy-eights.json.gz:1:1 REC-J12" in done.stderr


def test_the_length_bound_is_without_the_line_break(run: Run, tmp_path: Path) -> None:
    size = len(LINE.encode()) - 1
    (tmp_path / "a.jsonl").write_text(LINE + LINE.rstrip() + "\r\n" + LINE.rstrip())
    assert run("validate", "a.jsonl", "--max-bytes", size).stdout == "3 records: 3 sound\n"
    assert run("validate", "a.jsonl", "--max-bytes", size - 1).stdout.endswith("3 records: 3 malformed\n")
    assert run("replay", "a.jsonl", "--max-bytes", size - 1).returncode == 1
    assert run("validate", "a.jsonl", "--max-bytes", 10**30).returncode == 0


# What stands on the terminal


def test_a_hostile_name_moves_no_terminal(run: Run, hostile: Path) -> None:
    said = ""
    for words in (
        ("validate", hostile, "-v"),
        ("replay", hostile),
        ("score", hostile),
        ("legal", hostile, "--at", "1.0"),
        ("convert", hostile, "--to", "openspiel"),
    ):
        done = run(*words)
        said += done.stdout + done.stderr
    assert "eve" in said
    assert not set(said) & set("\x1b\x07\u202e")
    assert not any(line.lstrip().startswith("::error") for line in said.splitlines())


def test_a_line_end_of_two_characters_is_not_shown(run: Run, tmp_path: Path) -> None:
    (tmp_path / "crlf.crazy-eights.json").write_bytes(pretty(GAME, illegal()).replace("\n", "\r\n").encode())
    assert "\N{REPLACEMENT CHARACTER}" not in run("validate", "crlf.crazy-eights.json").stdout


def test_a_sentence_does_not_repeat_a_megabyte(run: Run, tmp_path: Path) -> None:
    record = illegal()
    record["players"][1]["name"] = "x" * 10**6
    record["rounds"][0]["moves"][1]["card"] = "K" * 10**6
    (tmp_path / "long.crazy-eights.json").write_text(pretty(GAME, record))
    record["rounds"][0]["moves"][1]["card"] = "KS"
    (tmp_path / "name.crazy-eights.json").write_text(pretty(GAME, record))
    for name in ("long", "name"):
        done = run("validate", f"{name}.crazy-eights.json", "--format", "jsonl")
        assert all(len(found["message"]) < 1000 for found in json.loads(done.stdout)["findings"])
        assert len(run("validate", f"{name}.crazy-eights.json", "--format", "github").stdout) < 1000


def test_an_unfinished_record_is_named_when_asked_for(run: Run, tmp_path: Path) -> None:
    record = changed()
    record["rounds"][0]["moves"].pop()
    del record["rounds"][0]["scores"], record["result"]
    (tmp_path / "open.jsonl").write_text(LINE + one_line(GAME, record))
    text = run("validate", "open.jsonl", "--complete")
    assert text.stdout.startswith("open.jsonl:2:1 unfinished: the match is not over\n")
    github = run("validate", "open.jsonl", "--complete", "--format", "github")
    assert github.stdout == "::error file=open.jsonl,line=2,col=1,title=unfinished::unfinished: the match is not over\n"
    assert "over" not in run("validate", "open.jsonl").stdout


def test_who_corrected_a_record_is_told(run: Run, tmp_path: Path) -> None:
    amended = {"was": "0" * 64, "by": "Cat\x07", "at": "2026-01-02T10:00:00Z", "reason": "a slip of the pen"}
    (tmp_path / "a.crazy-eights.json").write_text(pretty(GAME, changed(meta={"amended": [amended]})))
    for command in ("replay", "score"):
        told = run(command, "a.crazy-eights.json").stdout
        assert "amended 2026-01-02T10:00:00Z by Cat\N{REPLACEMENT CHARACTER}: a slip of the pen" in told


# Places and inputs that are not there


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("replay", "two.jsonl", "--from", "1.999"), 2, "place 1.999: round 1 has 3 moves"),
        (("replay", "two.jsonl", "--to", "7"), 2, "place 7: it has 1 round"),
        (("replay", "two.jsonl", "--from", "2", "--to", "1"), 2, "--from names a place behind --to"),
        (("replay", "two.jsonl", "--from", "9" * 5000), 2, "--from takes a place"),
        (("legal", "two.jsonl", "--at", "1.99"), 2, "place 1.99: round 1 has 3 moves"),
        (("replay", "."), 2, ".: names 2 files; name the one to be read"),
        (("convert", "two.jsonl", "--to", "josn"), 2, "perhaps json"),
        (("score", "two.jsonl", "--format", "cvs"), 2, "perhaps csv"),
        (("validate", "two.jsonl", "--color", "alway"), 2, "perhaps always"),
        (("validate", "two.jsonl", "--fail-on", "errors"), 2, "perhaps error"),
        (("generate", GAME, "--rule", "hand_size=" + "[" * 100_000), 2, "hand_size takes"),
        (("generate", GAME, "--rule", "=1"), 2, "no option (empty)"),
        (("rules", "--preset", "classic"), 2, "which game?"),
        (("rules", GAME, "--preset", "classic", "--diff", "classic", "parlett"), 2, "give one of them"),
        (("schema", "--check", "two.jsonl"), 2, "which schema?"),
        (("convert", ".", "--from", "openspiel", "--to", "jsonl"), 2, "is a folder"),
    ],
)
def test_one_line_says_what_is_wrong(run: Run, tmp_path: Path, words: tuple[str, ...], status: int, said: str) -> None:
    (tmp_path / "two.jsonl").write_text(LINE * 2)
    (tmp_path / "three.jsonl").write_text(LINE)
    done = run(*words)
    assert done.returncode == status
    assert said in " ".join(done.stderr.split())


def test_an_empty_file_of_lines_is_a_note_everywhere(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("\n")
    for words in (("score",), ("convert", "--to", "jsonl"), ("validate",)):
        done = run(*words, "empty.jsonl")
        assert (done.returncode, done.stderr.splitlines()[0]) == (0, "kontari: empty.jsonl: no records")


def test_standard_input_checked_against_a_schema(run: Run) -> None:
    assert run("schema", GAME, "--check", "-", stdin=LINE.encode()).returncode == 0
    assert run("schema", GAME, "--check", "-", stdin=b"{}").returncode == 1


# Converting


def test_the_form_that_is_read_can_be_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_text(LINE * 2)
    assert run("convert", "lines.txt", "--from", "jsonl", "--to", "jsonl").stdout == LINE * 2
    assert "REC-J01" in run("convert", "lines.txt", "--from", "json", "--to", "jsonl").stderr
    assert run("convert", "-", "--from", "json", "--to", "jsonl", stdin=LINE.encode()).stdout == LINE


def test_foreign_files_are_read_like_all_others(run: Run, tmp_path: Path) -> None:
    record = Path(published("records")) / GAME / "sound" / "open-spiel-blocked.crazy-eights.json"
    foreign = run("convert", record, "--to", "openspiel").stdout
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(foreign.encode()))
    (tmp_path / "b.txt").write_text("\n" + foreign.replace("\n", "\r\n") + "nonsense\n")
    there = ("--from", "openspiel", "--to", "jsonl")
    assert len(run("convert", "a.txt.gz", *there).stdout.splitlines()) == 1
    assert len(run("convert", "*.txt*", *there).stdout.splitlines()) == 2
    assert "b.txt: line 3, column 1: not JSON" in run("convert", "*.txt*", *there).stderr
    piped = run("convert", "-", *there, "--stdin-name", "c.gz", stdin=gzip.compress(b"nonsense"))
    assert "c.gz: line 1, column 1: not JSON" in piped.stderr
    assert "is longer than 5 bytes" in run("convert", "b.txt", *there, "--max-bytes", 5).stderr


# Streams


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
def test_a_version_that_cannot_be_told(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kontari", "--version"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "kontari: output: no space left on device\n")


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a child there")
def test_an_interrupt_while_starting() -> None:
    code = (
        "import os, signal, sys\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "import kontari.__main__ as it\n"
        "it._run = lambda: os.kill(os.getpid(), signal.SIGINT)\n"
        "it.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (128 + signal.SIGINT, "")


def test_help_before_a_command_lists_all_of_them(run: Run) -> None:
    assert "generate" in run("--help", "validate").stdout
