"""The corpus run: judges and corpora with everything that can be wrong with them."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from conftest import Run
from kontari.bounded_run import MAX_OUTPUT, RunError
from kontari.bounded_run import run as run_bounded
from kontari.conform import differences
from kontari.json_text import NotJsonError, parsed
from kontari.schemas import complaints

RECORDS = Path(__file__).parents[1] / "records" / "crazy-eights"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="written for the shell of POSIX")


def a_case() -> Path:
    return min((RECORDS / "sound").glob("*.case.json"))


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A corpus of one case, named right."""
    folder = tmp_path / "corpus"
    folder.mkdir()
    add(folder, "right")
    return folder


def add(folder: Path, name: str) -> tuple[Path, Path]:
    """One more case, and its record."""
    case, record = folder / f"{name}.case.json", folder / f"{name}.crazy-eights.json"
    shutil.copy(a_case(), case)
    shutil.copy(str(a_case()).replace(".case.json", ".crazy-eights.json"), record)
    return case, record


@pytest.fixture
def says(run: Run, tmp_path: Path, corpus: Path) -> Any:
    """Runs the corpus of one case against a judge that prints so much; gives the line that tells of it."""

    def go(printed: str | bytes, errors: str = "") -> str:
        (tmp_path / "printed").write_bytes(printed.encode() if isinstance(printed, str) else printed)
        (tmp_path / "judge.py").write_text(
            "import sys; sys.stdin.buffer.read(); sys.stdout.buffer.write(open('printed', 'rb').read());"
            f"sys.stderr.write({errors!r})"
        )
        done = run("conform", "--corpus", corpus, "--command", f'"{sys.executable}" judge.py')
        assert (done.returncode, done.stderr) == (1, "")
        line, total = done.stdout.splitlines()
        assert total == "1 case: 0 agree, 1 differ"
        assert len(line) < 700
        assert line.startswith("right: ")
        return line.removeprefix("right: ")

    return go


def verdict(**changes: Any) -> dict[str, Any]:
    """What must be said of the case, but for the changes."""
    judge = {"software": "another", "format": "1.0"}
    said = json.loads(a_case().read_bytes())
    said = {key: value for key, value in said.items() if key not in ("why", "origin")}
    return {"source": "-", "record": 1, "judge": judge, **said, **changes}


def finding(**changes: Any) -> dict[str, Any]:
    return {
        "code": "CE-P02",
        "severity": "error",
        "title": "t",
        "message": "m",
        "pointer": "/rounds",
        "facts": {},
        **changes,
    }


def test_the_published_corpus_and_its_own_judge() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kontari", "conform"], capture_output=True, text=True, check=False, encoding="utf-8"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("agree, 0 differ\n")


def test_a_program_that_is_right(run: Run, corpus: Path) -> None:
    command = f'"{sys.executable}" -m kontari validate - --format json'
    done = run("conform", "--corpus", corpus, "--command", command, "--timeout", "30.5", "-v")
    assert (done.returncode, done.stdout) == (0, "right: agrees\n1 case: 1 agree, 0 differ\n")


@POSIX
def test_a_program_need_not_read_its_input(run: Run, corpus: Path, tmp_path: Path) -> None:
    record = corpus / "right.crazy-eights.json"
    record.write_bytes(record.read_bytes() + b" " * 2**20)
    (tmp_path / "verdict").write_text(json.dumps(verdict()))
    done = run("conform", "--corpus", corpus, "--command", "cat verdict")
    assert (done.returncode, done.stdout) == (0, "1 case: 1 agree, 0 differ\n")


@pytest.mark.parametrize(
    ("printed", "told"),
    [
        ("", "no JSON verdict: nothing was printed"),
        ("hello", "no JSON verdict (Expecting value: line 1 column 1 (char 0)): hello"),
        ("3", "the verdict is no JSON object"),
        ("null", "the verdict is no JSON object"),
        ("[]", "the verdict is no JSON object"),
        ("[{}, {}]", "the verdict is no JSON object"),
        ("[[{}]]", "the verdict is no JSON object"),
        ('{"record": NaN}', 'no JSON verdict (NaN is no JSON number): {"record": NaN}'),
        (b'"\xff"', 'no JSON verdict (not UTF-8): "�"'),
        ('{"record": ' + "9" * 5000 + "}", "no JSON verdict (a number too long): "),
        ("[" * 100_000, "no JSON verdict (nested too deep): [["),
        ("{}", "(whole): 'source' is a required property; "),
        (json.dumps(verdict(findings=3)), "/findings: 3 is not of type 'array'"),
        (json.dumps(verdict(findings=[1])), "/findings/0: 1 is not of type 'object'"),
        (json.dumps(verdict(findings=[1] * 100_000)), "/findings/0: 1 is not of type 'object'; "),
        (json.dumps(verdict(finding=[])), "(whole): 'finding' does not match any of the regexes"),
        (json.dumps(verdict(rules={"x" * 9999: None})), "/rules/xxx"),
        (json.dumps(verdict(sha256=True)), "/sha256: True is not of type 'string'"),
        (json.dumps(verdict(verdict="illegal")), 'verdict: "illegal" where "sound" is right'),
        (json.dumps(verdict(findings=[finding()])), 'findings: ["CE-P02"] where [] are right'),
        (json.dumps(verdict(findings=[finding()] * 999)), 'findings: ["CE-P02", "CE-P02", '),
    ],
    ids=lambda value: str(value)[:24],
)
def test_odd_verdicts_give_a_line(says: Any, printed: str | bytes, told: str) -> None:
    assert says(printed).startswith(told)


@pytest.mark.parametrize("depth", [100, 300, 480, 900])
@pytest.mark.parametrize("key", ["findings", "result"])
def test_deep_values_give_a_line_wherever_they_stand(says: Any, key: str, depth: int) -> None:
    deep = '{"x": ' * depth + "{}" + "}" * depth
    printed = json.dumps(verdict(**{key: None})).replace(f'"{key}": null', f'"{key}": {deep}')
    assert says(printed).startswith((f"{key}: ", f"/{key}: ", "(whole): nested too deep", "no JSON verdict (nested"))


def test_complaints_and_differences_never_raise() -> None:
    deep: Any = []
    for _ in range(5000):
        deep = [deep]
    assert complaints("verdict", verdict(findings=deep)) == ["(whole): nested too deep"]
    assert differences(verdict(), verdict(result=deep)) != []
    assert differences(verdict(), verdict(findings=3)) == ["findings: 3 are none"]
    assert differences(verdict(), verdict(findings=[1])) == ["findings: [1] are none"]
    assert len(complaints("verdict", verdict(findings=[1] * 50), most=7)) == 7


@pytest.mark.parametrize("text", [b"", b"[1", b"\xff", b"NaN", b"-Infinity", b"[" * 10**6, b"1" * 10**5])
def test_what_is_no_json_has_a_reason(text: bytes) -> None:
    with pytest.raises(NotJsonError, match=r"\w"):
        parsed(text)


def test_foreign_output_cannot_move_the_cursor(says: Any) -> None:
    assert says("", errors="first\n\x1b[2Jgone\x07\n") == "no JSON verdict: �[2Jgone�"
    assert "\x1b" not in says(json.dumps(verdict(**{"\x1b[2J": 1})))
    assert "\x1b" not in says(json.dumps(verdict(result={"termination": "\x1b[2J"})))


@POSIX
@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("yes", "more than 16 MiB printed"),
        ("cat /dev/zero", "more than 16 MiB printed"),
        ("exit 7", "no JSON verdict: nothing was printed"),
        ("echo lost >&2; exit 7", "no JSON verdict: lost"),
        ("yes $(printf %09999d 1) | head -c 9999999 >&2", "no JSON verdict: 000"),
    ],
)
def test_judges_that_print_too_much_or_nothing(run: Run, corpus: Path, command: str, told: str) -> None:
    started = time.monotonic()
    done = run("conform", "--corpus", corpus, "--command", command)
    assert time.monotonic() - started < 20
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith(f"right: {told}")
    assert len(done.stdout) < 500


def beating(command: str) -> str:
    """A command, beside a process that adds to the file ``beats`` for as long as it lives."""
    return f"while :; do echo >> beats; sleep 0.05; done & {command}"


def beats_on(folder: Path) -> bool:
    beats = folder / "beats"
    assert beats.exists()
    before = beats.stat().st_size
    time.sleep(0.3)
    return beats.stat().st_size > before


@POSIX
@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("sleep 60; true", "no verdict within 1 s"),
        ("(sleep 60; true) | (sleep 60; true)", "no verdict within 1 s"),
        ("echo '{}'; exit", "not finished within 1 s"),
        ("exec >&- 2>&-; sleep 60", "no verdict within 1 s"),
        ("yes >&2", "no verdict within 1 s"),
    ],
)
def test_nothing_is_left_of_a_judge_that_takes_too_long(
    run: Run, corpus: Path, tmp_path: Path, command: str, told: str
) -> None:
    started = time.monotonic()
    done = run("conform", "--corpus", corpus, "--command", beating(command), "--timeout", "1")
    assert time.monotonic() - started < 20
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith(f"right: {told}\n")
    assert not beats_on(tmp_path)


@pytest.mark.skipif(shutil.which("setsid") is None, reason="needs setsid")
def test_a_process_that_left_the_group_does_not_hang_the_run(tmp_path: Path) -> None:
    given = tmp_path / "given"
    given.touch()
    started = time.monotonic()
    with pytest.raises(RunError, match="not finished within"):
        run_bounded("setsid sleep 3 & echo done", given, 1)
    # Where only standard error is held open, nothing is lost.
    assert run_bounded("setsid sleep 3 >&- & echo done", given, 1).output == b"done\n"
    assert time.monotonic() - started < 2.9


@POSIX
def test_output_up_to_the_bound_is_kept_and_of_errors_the_end(tmp_path: Path) -> None:
    given = tmp_path / "given"
    given.write_bytes(b"x" * MAX_OUTPUT)
    printed = run_bounded("seq 100000 >&2; cat", given, 30)
    assert len(printed.output) == MAX_OUTPUT
    assert printed.errors.endswith(b"\n99999\n100000\n")
    assert len(printed.errors) <= 4096
    with pytest.raises(RunError, match="more than 16 MiB"):
        run_bounded("cat; echo", given, 30)


@POSIX
def test_an_interrupted_run_leaves_no_child(corpus: Path, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "kontari", "conform", "--corpus", str(corpus), "--command", beating("sleep 60")]
    with subprocess.Popen(
        words,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        waited = time.monotonic()
        while not (tmp_path / "beats").exists() and time.monotonic() - waited < 20:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert (process.returncode, errors) == (130, b"kontari: interrupted\n")
    assert not beats_on(tmp_path)


@pytest.mark.parametrize("words", [("--timeout", wrong) for wrong in ("0", "-1", "nan", "inf", "1e99", "soon")])
def test_a_time_that_is_none(run: Run, corpus: Path, words: tuple[str, ...]) -> None:
    done = run("conform", "--corpus", corpus, "--command", "true", *words)
    assert done.returncode == 2
    assert "timeout" in done.stderr


def test_no_program(run: Run, corpus: Path) -> None:
    done = run("conform", "--corpus", corpus, "--command", " ")
    assert done.returncode == 2
    assert "--command names no program" in done.stderr


def no_record(case: Path, record: Path) -> None:
    record.unlink()


def two_records(case: Path, record: Path) -> None:
    shutil.copy(record, str(record) + ".orig")


def record_is_a_folder(case: Path, record: Path) -> None:
    record.unlink()
    record.mkdir()


def record_leads_nowhere(case: Path, record: Path) -> None:
    record.unlink()
    record.symlink_to("nowhere")


def no_line_in_the_record(case: Path, record: Path) -> None:
    record.rename(record.with_name("broken.jsonl")).write_bytes(b"\n")


def two_lines_in_the_record(case: Path, record: Path) -> None:
    record.rename(record.with_name("broken.jsonl")).write_bytes(b"{}\n{}\n{}\n")


def case_is_a_folder(case: Path, record: Path) -> None:
    case.unlink()
    case.mkdir()


def case_is_a_pipe(case: Path, record: Path) -> None:
    case.unlink()
    os.mkfifo(case)


def case_says(text: bytes) -> Any:
    def spoil(case: Path, record: Path) -> None:
        case.write_bytes(text)

    return spoil


def case_with(**changes: Any) -> Any:
    def spoil(case: Path, record: Path) -> None:
        case.write_text(json.dumps({**json.loads(case.read_bytes()), **changes}))

    return spoil


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (no_record, "broken.case.json: has no record beside it, where one record belongs"),
        (two_records, "broken.case.json: has broken.crazy-eights.json, broken.crazy-eights.json.orig beside it"),
        (record_is_a_folder, "broken.crazy-eights.json: is no file that can be read"),
        (no_line_in_the_record, "broken.jsonl: holds no record, where one belongs"),
        (two_lines_in_the_record, "broken.jsonl: holds several records, where one belongs"),
        (case_is_a_folder, "broken.case.json: is no file that can be read"),
        pytest.param(record_leads_nowhere, "broken.crazy-eights.json: is no file that can be read", marks=POSIX),
        pytest.param(case_is_a_pipe, "broken.case.json: is no file that can be read", marks=POSIX),
        (case_says(b""), "broken.case.json: is not JSON: Expecting value"),
        (case_says(b'"\xff"'), "broken.case.json: is not JSON: not UTF-8"),
        (case_says(b"[" * 100_000), "broken.case.json: is not JSON: nested too deep"),
        (case_says(b"[" * 500 + b"]" * 500), "broken.case.json: is no case: (whole): "),
        (case_says(b"1" * 5000), "broken.case.json: is not JSON: a number too long"),
        (case_says(b"[]"), "broken.case.json: is no case: (whole): [] is not of type 'object'"),
        (case_says(b"{}"), "broken.case.json: is no case: (whole): 'why' is a required property; "),
        (case_with(verdict="\x1bgood"), "broken.case.json: is no case: /verdict: "),
        (case_with(findings=[1]), "broken.case.json: is no case: /findings/0: 1 is not of type 'object'"),
        (case_with(more=1), "broken.case.json: is no case: (whole): Additional properties"),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)[18:60]),
)
@pytest.mark.parametrize("command", [(), ("--command", "cat verdict")], ids=["ourselves", "program"])
def test_a_broken_case_is_told_and_the_others_are_run(
    run: Run, corpus: Path, tmp_path: Path, spoil: Any, told: str, command: tuple[str, ...]
) -> None:
    if command and sys.platform == "win32":
        pytest.skip("written for the shell of POSIX")
    (tmp_path / "verdict").write_text(json.dumps(verdict()))
    spoil(*add(corpus, "broken"))
    done = run("conform", "--corpus", corpus, *command)
    assert done.returncode == 2
    assert done.stdout == "2 cases: 1 agree, 0 differ, 1 not usable\n"
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"kontari: {corpus}{os.sep}{told}")
    assert len(line) < 700
    assert line.isprintable()


def test_a_corpus_that_is_broken_outweighs_a_judge_that_differs(run: Run, corpus: Path) -> None:
    no_record(*add(corpus, "broken"))
    case_with(verdict="unfinished")(*add(corpus, "other"))
    done = run("conform", "--corpus", corpus)
    assert done.returncode == 2
    assert done.stdout == (
        'other: verdict: "sound" where "unfinished" is right\n3 cases: 1 agree, 1 differ, 1 not usable\n'
    )


@pytest.mark.parametrize("mode", [0o000, 0o600])
def test_files_and_folders_that_cannot_be_read(run: Run, corpus: Path, mode: int) -> None:
    case, _ = add(corpus, "unreadable")
    case.chmod(0)
    if os.access(case, os.R_OK):
        pytest.skip("nothing is unreadable to this user")
    (corpus / "closed").mkdir()
    add(corpus / "closed", "inside")
    (corpus / "closed").chmod(mode)
    done = run("conform", "--corpus", corpus)
    (corpus / "closed").chmod(0o700)
    assert done.returncode == 2
    assert done.stdout == "3 cases: 1 agree, 0 differ, 2 not usable\n"
    assert len(done.stderr.splitlines()) == 2


@POSIX
def test_compressed_records_are_left_out_for_a_program(run: Run, corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "verdict").write_text(json.dumps(verdict()))
    name = "malformed/compressed-data-cut-off"
    for ending in (".case.json", ".jsonl.gz"):
        shutil.copy(f"{RECORDS / name}{ending}", corpus)
    done = run("conform", "--corpus", corpus, "--command", "cat verdict")
    assert (done.returncode, done.stdout) == (
        0,
        "1 case: 1 agree, 0 differ; 1 compressed or in the notation left out\n",
    )
    assert run("conform", "--corpus", corpus).stdout == "2 cases: 2 agree, 0 differ\n"
    for path in corpus.glob("right.*"):
        path.unlink()
    done = run("conform", "--corpus", corpus, "--command", "cat verdict")
    assert (done.returncode, done.stderr) == (
        2,
        f"kontari: {corpus}: holds no cases but compressed ones and some in the notation\n",
    )


def test_no_corpus(run: Run, tmp_path: Path) -> None:
    for folder, told in ((tmp_path, "holds no cases"), (tmp_path / "nowhere", "no such folder")):
        done = run("conform", "--corpus", folder)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"kontari: {folder}: {told}\n")
