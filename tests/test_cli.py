"""The command line as a stranger meets it: a process of its own, its streams and its exit status."""

import gzip
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from command_line import read_all
from conftest import GAME, Run, changed, illegal
from kontari.app import COMMANDS
from kontari.games.crazy_eights.record import EXAMPLE
from kontari.record.writing import one_line, pretty
from kontari.schemas import complaints

# validate


@pytest.fixture
def run(run_apart: Run) -> Run:
    """Real processes, which these tests are about."""
    return run_apart


def test_a_sound_record(run: Run, sound_file: Path) -> None:
    done = run("validate", sound_file)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1 record: 1 sound\n", "")


def test_a_finding_as_text(run: Run, illegal_file: Path) -> None:
    done = run("validate", illegal_file.name)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[0] == "illegal.crazy-eights.json:11:47 CE-P02 card does not follow"
    assert lines[1].strip() == '11 |         {"action": "play", "seat": 1, "card": "KS"},'
    assert lines[2].index("^") == lines[1].index('"KS"')
    text = done.stdout
    assert "Bea (seat 1) plays KS on 4C: neither its suit nor its rank, nor wild." in text
    assert "Round 1, before move 2: 4C · stock 47" in text
    assert "Bea to move: 7C KS" in text
    assert "Legal: 7C, draw 1 to 47 cards" in text
    assert "kontari explain CE-P02" in text
    assert lines[-1] == "1 record: 1 illegal"
    assert "\x1b" not in text


def test_machine_forms_conform_and_keep_the_summary_apart(run: Run, sound_file: Path, illegal_file: Path) -> None:
    done = run("validate", illegal_file, sound_file, "--format", "jsonl")
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    assert [verdict["verdict"] for verdict in verdicts] == ["illegal", "sound"]
    assert [complaints("verdict", verdict) for verdict in verdicts] == [[], []]
    assert done.stderr == "2 records: 1 sound, 1 illegal\n"
    document = run("validate", illegal_file, sound_file, "--format", "json")
    assert json.loads(document.stdout) == verdicts


def test_the_json_form_is_what_the_library_says(run: Run, illegal_file: Path) -> None:
    from kontari import examine

    (verdict,) = json.loads(run("validate", illegal_file, "--format", "json").stdout)
    assert verdict == examine(illegal_file.read_bytes(), source=str(illegal_file)).data()


def test_github_annotations(run: Run, illegal_file: Path) -> None:
    line = (
        "::error file=illegal.crazy-eights.json,line=11,col=47,title=CE-P02 card does not follow::"
        "Bea (seat 1) plays KS on 4C: neither its suit nor its rank, nor wild\n"
    )
    assert run("validate", "illegal.crazy-eights.json", "--format", "github").stdout == line
    assert run("validate", "illegal.crazy-eights.json", env={"GITHUB_ACTIONS": "true"}).stdout == line
    assert run("validate", "illegal.crazy-eights.json", env={"KONTARI_FORMAT": "github"}).stdout == line


def test_exit_status_of_findings(run: Run, illegal_file: Path, tmp_path: Path) -> None:
    assert run("validate", illegal_file, "--exit-zero").returncode == 0
    quiet = run("validate", illegal_file, "-q")
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (1, "", "")
    open_end = tmp_path / "open.crazy-eights.json"
    record = changed(result={"termination": "unfinished"})
    record["rounds"][0]["moves"].pop()
    del record["rounds"][0]["scores"]
    open_end.write_text(pretty(GAME, record))
    assert run("validate", open_end).returncode == 0
    assert run("validate", open_end, "--complete").returncode == 1


def test_warnings_count_only_when_asked(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "newer.crazy-eights.json"
    path.write_text(pretty(GAME, changed(kontari="1.4")))
    done = run("validate", path)
    assert done.returncode == 0
    assert "warning: newer minor version" in done.stdout
    assert done.stdout.endswith("1 record: 1 sound; 1 warning\n")
    assert run("validate", path, "--fail-on", "warning").returncode == 1


def test_the_most_findings_shown(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text(one_line(GAME, illegal()) * 5)
    done = run("validate", path, "--max-findings", 2)
    assert done.stdout.count("CE-P02 card") == 2
    assert "3 more findings not shown" in done.stdout


def test_bad_input_is_told_and_the_rest_is_judged(run: Run, sound_file: Path, tmp_path: Path) -> None:
    good = sound_file.read_bytes()
    bad = {
        "empty": (b"", "REC-J11"),
        "text": (b"hello", "REC-J01"),
        "bom": (b"\xef\xbb\xbf" + good, "REC-J02"),
        "utf16": (good.decode().encode("utf-16"), "REC-J03"),
        "latin1": (good.replace(b"Ana", b"An\xe9"), "REC-J03"),
        "twice": (good.replace(b'"kontari"', b'"game": "x", "kontari"'), "REC-J04"),
        "nan": (good.replace(b'"seat": 0', b'"seat": NaN', 1), "REC-J05"),
        "large": (good.replace(b'"seat": 0', b'"x-a": 1e400, "seat": 0', 1), "REC-J08"),
        "fraction": (good.replace(b'"seat": 0', b'"seat": 2.0', 1), "REC-J07"),
        "deep": (b"[" * 100_000 + b"]" * 100_000, "REC-J09"),
        "major": (good.replace(b'"1.0"', b'"2.0"'), "REC-V02"),
        "array": (b"[]", "REC-S03"),
        "truncated": (good[:-40], "REC-J01"),
    }
    for name, (data, _) in bad.items():
        (tmp_path / f"{name}.crazy-eights.json").write_bytes(data)
    done = run("validate", *(f"{name}.crazy-eights.json" for name in bad), sound_file, "no-such", tmp_path / "folder")
    assert done.returncode == 2
    for name, (_, code) in bad.items():
        assert f"{name}.crazy-eights.json:" in done.stdout
        (line,) = [line for line in done.stdout.splitlines() if line.startswith(f"{name}.crazy")]
        assert f" {code} " in line, line
    assert f"{len(bad) + 1} records: 1 sound, {len(bad)} malformed; 2 inputs could not be read" in done.stdout
    assert "no-such: no such file" in done.stderr


def test_a_line_over_the_limit(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    line = one_line(GAME, EXAMPLE).encode()
    with path.open("wb") as stream:
        stream.write(line + b'{"x-a": "')
        for _ in range(65):
            stream.write(b"a" * 2**20)
        stream.write(b'"}\n' + line)
    done = run("validate", path)
    assert done.returncode == 1
    assert "long.jsonl:2:1 REC-J10" in done.stdout
    assert "3 records: 2 sound, 1 malformed" in done.stdout


def test_a_truncated_gzip(run: Run, tmp_path: Path) -> None:
    lines = b"".join(one_line(GAME, changed(event={"table": n * n})).encode() for n in range(400))
    path = tmp_path / "cut.jsonl.gz"
    path.write_bytes(gzip.compress(lines)[:-200])
    done = run("validate", path)
    assert done.returncode == 1
    assert "REC-J12" in done.stdout
    assert "sound, 1 malformed" in done.stdout


def test_a_folder_without_records(run: Run, tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    done = run("validate", "none")
    assert (done.returncode, done.stdout) == (2, "0 records; 1 input could not be read\n")
    assert "holds no records" in done.stderr


def test_an_empty_jsonl_is_a_note(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_bytes(b"\n")
    done = run("validate", "empty.jsonl")
    assert (done.returncode, done.stderr) == (0, "kontari: empty.jsonl: no records\n")


def test_standard_input(run: Run) -> None:
    line = one_line(GAME, EXAMPLE).encode()
    assert run("validate", "-", stdin=line * 3).stdout == "3 records: 3 sound\n"
    assert run("validate", "-", stdin=pretty(GAME, EXAMPLE).encode()).stdout == "1 record: 1 sound\n"
    named = run("validate", "-", "--stdin-name", "a.jsonl.gz", "--format", "jsonl", stdin=gzip.compress(line * 2))
    assert [json.loads(one)["source"] for one in named.stdout.splitlines()] == ["a.jsonl.gz", "a.jsonl.gz"]


def test_each_line_is_answered_before_the_next_is_read() -> None:
    command = [sys.executable, "-m", "kontari", "validate", "-", "--format", "jsonl"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for record, verdict in ((EXAMPLE, "sound"), (illegal(), "illegal"), (EXAMPLE, "sound")):
            process.stdin.write(one_line(GAME, record).encode())
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["verdict"] == verdict
        process.stdin.close()
        assert process.wait(30) == 1


def test_a_broken_pipe_is_quiet(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text(one_line(GAME, illegal()) * 3000)
    command = [sys.executable, "-m", "kontari", "validate", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) <= 1


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a child there")
def test_an_interrupt() -> None:
    command = [sys.executable, "-m", "kontari", "validate", "-"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A job in the background has it ignored, and so would its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(one_line(GAME, illegal()).encode())
        process.stdin.flush()
        process.stdout.readline()
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        assert process.stderr is not None
        assert process.stderr.read() == b"kontari: interrupted\n"


def test_output_is_written_whole_or_not_at_all(run: Run, illegal_file: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    done = run("validate", illegal_file, "--format", "jsonl", "-o", target)
    assert (done.returncode, done.stdout) == (1, "")
    assert json.loads(target.read_text())["verdict"] == "illegal"
    assert run("validate", illegal_file, "-o", tmp_path / "no" / "out").returncode == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["illegal.crazy-eights.json", "out.jsonl"]


@pytest.mark.skipif(sys.platform == "win32", reason="no shell of this kind there")
@pytest.mark.parametrize(
    ("line", "status", "said"),
    [
        ("validate {file} -o .", 2, ".: is a folder"),
        ("validate {file} -o out.jsonl.gz", 2, "is written uncompressed only"),
        ("validate {file} > /dev/full", 2, "no space left"),
        ("validate - <&-", 2, "standard input is closed"),
        ("validate {file} >&-", 0, ""),
        ("score {file} {file} --fill -o all.json", 2, "holds one record"),
    ],
)
def test_streams_that_are_closed_or_full(tmp_path: Path, sound_file: Path, line: str, status: int, said: str) -> None:
    if "/dev/full" in line and not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    command = f"{sys.executable} -m kontari {line.format(file=sound_file.name)}"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == status
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == [sound_file.name]


def test_colour_only_when_asked_for(run: Run, illegal_file: Path) -> None:
    assert "\x1b[31m" in run("validate", illegal_file, "--color", "always").stdout
    assert "\x1b" not in run("validate", illegal_file, "--color", "never").stdout


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminal there")
def test_a_bar_on_a_terminal_when_the_work_is_long(tmp_path: Path) -> None:
    import pty

    path = tmp_path / "many.jsonl"
    path.write_text(one_line(GAME, EXAMPLE) * 60_000)
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "kontari", "validate", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        shown = read_all(ours)
        assert process.stdout is not None
        assert process.stdout.read() == b"60000 records: 60000 sound\n"
    os.close(ours)
    bars = shown.decode().split("\r")
    assert any("[#" in bar and "% " in bar and " a second, 0:0" in bar for bar in bars)
    assert bars[-1] == "\x1b[K"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_what_the_bar_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from kontari.commands import judging

    now = 0.0
    monkeypatch.setattr(judging.time, "monotonic", lambda: now)
    monkeypatch.setattr(sys, "stderr", Terminal())
    (tmp_path / "a.jsonl").write_bytes(b"x" * 1000)
    (tmp_path / "b.jsonl").write_bytes(b"x" * 3000)
    (tmp_path / "c.jsonl.gz").write_bytes(b"x")

    def said(*names: str, quiet: bool = False) -> list[str]:
        nonlocal now
        sys.stderr.seek(0)
        sys.stderr.truncate()
        progress = judging.Progress([str(tmp_path / name) for name in names], quiet)
        for _ in range(4):
            now += 0.75
            progress.step(500, 10)
        progress.clear()
        return sys.stderr.getvalue().replace("\x1b[K", "").split("\r")[1:]  # type: ignore[attr-defined]

    bar = "[######" + "." * 18 + "]  25%  20 records, 13 a second, 0:04 left"
    assert said("a.jsonl", "b.jsonl")[0] == bar
    assert said("a.jsonl", "b.jsonl")[1:] == [
        "[#########...............]  38%  30 records, 13 a second, 0:04 left",
        "[############............]  50%  40 records, 13 a second, 0:03 left",
        "",
    ]
    assert said("a.jsonl", "c.jsonl.gz")[0] == "20 records, 13 a second"
    assert said("a.jsonl", "b.jsonl", quiet=True) == []


# the other commands


def test_replay_for_people(run: Run, sound_file: Path) -> None:
    done = run("replay", sound_file, "--from", "1.2")
    assert done.stdout == (
        "1.2  Bea plays 7C\n    7C · stock 47\n    Ana *  8S\n    Bea    KS\n"
        "1.3  Ana plays 8S\n    8S · stock 47 · hand over (out)\n    Ana  no cards\n    Bea  KS\n"
        "    Ana  out         +10  total 10\n    Bea  KS=10 = 10    0  total  0\n"
    )


def test_replay_as_data_and_through_one_pair_of_eyes(run: Run, sound_file: Path) -> None:
    steps = [json.loads(line) for line in run("replay", sound_file, "--format", "jsonl").stdout.splitlines()]
    assert [(step["round"], step["move"]) for step in steps] == [(1, 0), (1, 1), (1, 2), (1, 3)]
    assert steps[0]["position"]["hands"] == [["4C", "8S"], ["7C", "KS"]]
    assert json.loads(run("replay", sound_file, "--format", "json").stdout) == steps
    seen = json.loads(run("replay", sound_file, "--format", "json", "--view", "1").stdout)
    assert seen[0]["position"]["hands"] == [["??", "??"], ["7C", "KS"]]


def test_replay_stops_at_a_fault(run: Run, illegal_file: Path) -> None:
    done = run("replay", illegal_file, "--format", "jsonl")
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == 2
    assert "round 1, move 2: CE-P02" in done.stderr


def test_places_that_are_not_there(run: Run, sound_file: Path) -> None:
    assert run("replay", sound_file, "--to", "3.1").returncode == 2
    assert run("replay", sound_file, "--from", "x").returncode == 2
    assert run("replay", sound_file, "--view", "2").returncode == 2
    assert run("legal", sound_file, "--at", "1.9").returncode == 2
    assert run("replay", sound_file, "--record", "2").returncode == 2


def test_legal(run: Run, sound_file: Path) -> None:
    done = run("legal", sound_file, "--at", "1.1")
    *_, words, line = done.stdout.splitlines()
    assert words == "Legal: 7C, draw 1 to 47 cards"
    assert line.startswith("Position: crazy-eights 1.0 rules=classic")
    data = json.loads(run("legal", sound_file, "--at", "1.1", "--format", "json").stdout)
    assert data["legal"] == [
        {"action": "play", "seat": 1, "card": "7C"},
        {"action": "draw", "seat": 1, "cards": {"least": 1, "most": 47}},
    ]


def test_score(run: Run, sound_file: Path) -> None:
    text = run("score", sound_file).stdout
    assert "KS=10 = 10" in text
    assert "won by Ana" in text
    (sheet,) = json.loads(run("score", sound_file, "--format", "json").stdout)
    assert sheet["rounds"][0]["sides"][0]["added"] == 10
    rows = run("score", sound_file, "--format", "csv").stdout.splitlines()
    assert rows[1].endswith(",1,sound,1,out,0,Ana,0,10,10")


def test_fill_writes_the_right_claims(run: Run, tmp_path: Path) -> None:
    record = changed()
    record["rounds"][0]["scores"] = [99, 0]
    del record["result"]
    path = tmp_path / "wrong.crazy-eights.json"
    path.write_text(pretty(GAME, record))
    target = tmp_path / "right.crazy-eights.json"
    done = run("score", path, "--fill", "-o", target)
    assert done.returncode == 1
    assert "REC-R01" in done.stderr
    assert target.read_text() == pretty(GAME, EXAMPLE)
    assert run("score", path, "--fill").returncode == 2


def test_nothing_is_written_over_what_is_read(run: Run, illegal_file: Path, tmp_path: Path) -> None:
    before = illegal_file.read_bytes()
    assert run("score", illegal_file, "--fill", "-o", illegal_file).returncode == 2
    assert run("convert", illegal_file, "--to", "json", "-o", illegal_file).returncode == 2
    assert run("score", "no-such", "--fill", "-o", illegal_file).returncode == 2
    assert illegal_file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [illegal_file.name]


def test_output_through_a_link_and_into_a_device(run: Run, sound_file: Path, tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_text("old")
    link.symlink_to(real)
    assert run("validate", sound_file, "-v", "-o", link).returncode == 0
    assert link.is_symlink()
    assert "sound" in real.read_text()
    assert run("validate", sound_file, "-v", "-o", os.devnull).returncode == 0
    assert not Path(os.devnull).is_file()


def test_fill_keeps_how_the_match_ended_and_drops_what_is_wrong(run: Run, tmp_path: Path) -> None:
    path, target = tmp_path / "a.crazy-eights.json", tmp_path / "b.crazy-eights.json"
    record = changed(rounds=[], result={"termination": "forfeit", "scores": [5, 5], "winners": [1], "lost_by": [0]})
    path.write_text(pretty(GAME, record))
    run("score", path, "--fill", "-o", target)
    assert json.loads(target.read_text())["result"] == {**record["result"], "scores": [0, 0]}
    assert run("validate", target).returncode == 0
    path.write_text(pretty(GAME, changed(rounds=[], result={"termination": "normal", "winners": [1]})))
    run("score", path, "--fill", "-o", target)
    assert json.loads(target.read_text())["result"] == {"scores": [0, 0]}


def test_explain(run: Run) -> None:
    assert "named suit not followed" in run("explain", "ce-p03").stdout
    done = run("explain", "CE-P3")
    assert done.returncode == 2
    assert "perhaps CE-P" in done.stderr
    assert len(run("explain").stdout.splitlines()) == len(json.loads(run("explain", "--format", "json").stdout))


def test_rules(run: Run) -> None:
    assert run("rules").stdout == "crazy-eights\nmus\nrummikub\n"
    assert "skip_rank = Q" in run("rules", GAME, "--preset", "classic-specials").stdout
    assert run("rules", GAME, "--diff", "classic", "parlett").stdout == "stock_out: reshuffle | pass\n"
    assert "perhaps bicycle" in run("rules", GAME, "--preset", "bycicle").stderr


def test_schema(run: Run, sound_file: Path, illegal_file: Path, tmp_path: Path) -> None:
    assert json.loads(run("schema", GAME).stdout)["$id"] == "urn:kontari:schema:1:crazy-eights"
    assert run("schema", GAME, "--check", sound_file).returncode == 0
    assert run("schema", "record", "--check", sound_file).returncode == 0
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"kontari": "1.0", "game": "crazy-eights"}')
    assert run("schema", GAME, "--check", wrong).returncode == 1
    assert "perhaps verdict" in run("schema", "verdct").stderr


def test_what_is_printed_holds_against_its_schema(run: Run, sound_file: Path, tmp_path: Path) -> None:
    assert {"verdicts", "step", "steps", "sheets", "legal", "rules", "code", "codes"} <= set(
        run("schema").stdout.splitlines()
    )
    document, lines = tmp_path / "steps.json", tmp_path / "steps.jsonl"
    run("replay", sound_file, "--format", "json", "-o", document)
    run("replay", sound_file, "--format", "jsonl", "-o", lines)
    assert run("schema", "steps", "--check", document).returncode == 0
    assert run("schema", "sheets", "--check", document).returncode == 1
    assert run("schema", "step", "--check", lines).returncode == 0
    lines.write_text(lines.read_text() + '\n{"round": 1}\n{"round"\n')
    wrong = run("schema", "step", "--check", lines)
    assert wrong.returncode == 1
    assert f"{lines}:6: (whole): 'position' is a required property" in wrong.stdout
    assert f"{lines}:7: not JSON" in wrong.stdout


def test_generate_and_validate(run: Run) -> None:
    made = run("generate", GAME, "--seed", 5, "--count", 3, "--players", 3, "--rule", "skip_rank=Q")
    assert len(made.stdout.splitlines()) == 3
    assert run("validate", "-", stdin=made.stdout.encode()).returncode == 0
    assert "perhaps skip_rank" in run("generate", GAME, "--rule", "skiprank=Q").stderr
    assert run("generate", GAME, "--rule", "draw_stack=perhaps").returncode == 2
    assert run("generate", GAME, "--players", 9).returncode == 2


def test_convert_between_own_forms(run: Run, sound_file: Path, tmp_path: Path) -> None:
    line = run("convert", sound_file, "--to", "jsonl")
    assert line.stdout == one_line(GAME, EXAMPLE)
    assert run("convert", "-", "--to", "json", stdin=line.stdout.encode()).stdout == sound_file.read_text()
    assert "perhaps json" in run("convert", sound_file, "--to", "jsn").stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_help_fits_and_its_example_is_of_the_command(run: Run, command: str) -> None:
    text = run(command, "--help").stdout
    assert max(map(len, text.splitlines())) < 80
    assert f"kontari {command} " in text


def test_version_and_misuse(run: Run) -> None:
    assert run("--version").stdout.startswith("kontari 0.")
    assert run("validate").returncode == 2
    assert "validate" in run("valdate").stderr
    assert "--format" in run("validate", "x", "--fromat", "json").stderr
    wrong = run("validate", "x", "--format", "jsn")
    assert wrong.returncode == 2
    assert "perhaps json" in wrong.stderr


def test_completion_is_offered(run: Run) -> None:
    assert "--install-completion" in run("--help").stdout
    script = "import sys; sys.argv = ['kontari']; from kontari.__main__ import main; main()"
    for words, wanted in (("kontari explain CE-P0", "CE-P03"), ("kontari schema she", "sheets")):
        env = {**os.environ, "_KONTARI_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": "2"}
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=env, check=False)
        assert wanted in done.stdout.split()
