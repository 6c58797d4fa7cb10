"""Several processes say the same as one, byte for byte, whatever becomes of them; and nothing of them stays behind."""

import gzip
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest
from backports import zstd
from hypothesis import given
from hypothesis import strategies as st

import kontari.jobs as jobs
from command_line import kontari
from conftest import GAME, changed, examples, illegal
from kontari import batches
from kontari.batches import FindingText, Manner, Part, parts
from kontari.games.crazy_eights.record import EXAMPLE
from kontari.inputs import Trouble, all_reads
from kontari.jobs import backlog, crew, cutting, worker
from kontari.jobs.cutting import Cutting, reads_of
from kontari.jobs.waiting import Waiting
from kontari.published import published
from kontari.record.writing import one_line
from kontari.render import Look, Page, renderer
from kontari.tally import Tally
from processes import awaited, needs_proc, of_session, workers

LINE = one_line(GAME, EXAMPLE).encode()
WRONG = one_line(GAME, illegal()).encode()
FORMATS = ("text", "json", "jsonl", "github")


def corpus(step: int) -> Iterator[bytes]:
    """Some records of the corpus, those that are wrong in any way among them, each on a line."""
    for path in sorted(published("records").glob("*/*/*.json"))[::step]:
        if not path.name.endswith(".case.json"):
            yield path.read_bytes().replace(b"\n", b" ").replace(b"\r", b" ") + b"\n"


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with inputs of every kind, and what is wrong with inputs."""
    folder = tmp_path_factory.mktemp("mixed")
    lines = b"\n".join(corpus(60)) + LINE * 3 + b"x" * 3000 + b"\n"
    (folder / "a.jsonl").write_bytes(lines)
    (folder / "b.jsonl.gz").write_bytes(gzip.compress(lines[: len(lines) // 2]))
    (folder / "c.jsonl.gz").write_bytes(gzip.compress(lines)[:-300])
    (folder / "d.jsonl").write_bytes(b"\n" * 9000)
    (folder / "e.jsonl").write_bytes(b"")
    for path in sorted(published("records").glob("*/*/*.txt"))[::12]:
        (folder / path.name).write_bytes(path.read_bytes() * 3)
    for path in sorted(published("records").glob("*/*/*.json"))[::150]:
        (folder / path.name).write_bytes(path.read_bytes())
        (folder / f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes()))
    (folder / "z.jsonl.zst").write_bytes(zstd.compress(lines))
    return folder


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others are started without waiting, and work is cut small."""
    monkeypatch.setattr(jobs, "HEAD_START", 0)
    monkeypatch.setattr(cutting, "PIECE", 5000)
    monkeypatch.setattr(backlog, "WORK", 4000)


# The same output


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    ("number", "options"),
    [
        (2, ("--format", "text", "-v")),
        (3, ("--format", "text", "--max-findings", 25, "--complete")),
        (2, ("--format", "json")),
        (3, ("--format", "jsonl")),
        (2, ("--format", "github", "--max-findings", 30, "--complete")),
        (2, ("--quiet",)),
    ],
)
def test_whatever_the_number_the_output_is_that_of_one(mixed: Path, number: int, options: tuple[object, ...]) -> None:
    words = ("validate", mixed / "no-such", mixed, mixed / "b.jsonl.gz", "--max-bytes", 20_000, *options)
    alone = kontari(*words)
    assert alone.status == 2
    assert kontari(*words, "--jobs", number) == alone


@pytest.mark.usefixtures("at_once")
def test_standard_input_and_a_file_of_output(mixed: Path, tmp_path: Path) -> None:
    stdin = (mixed / "a.jsonl").read_bytes()
    written = []
    for number in (1, 2):
        target = tmp_path / f"{number}.jsonl"
        done = kontari("validate", "-", "--format", "jsonl", "-o", target, "--jobs", number, stdin=stdin)
        written.append((done, target.read_bytes()))
    assert written[0] == written[1]
    assert len(written[0][1].splitlines()) > 20


PARTS = st.lists(
    st.sampled_from([LINE, WRONG, b"\n", b"nonsense\n", b"  \n", b"[1]\r\n", b"x" * 300 + b"\n"]), max_size=12
)


def put_together(made: Iterator[Part], form: str, most: int | None) -> tuple[str, list[str], Tally]:
    page = Page(renderer(form, Look()).frame, most)
    tally, text, troubles = Tally(), page.begin(), []
    for part in made:
        tally.add(part.tally)
        for said in part.said:
            if isinstance(said, Trouble):
                troubles.append(said.message)
            else:
                text += page.finding(said.text) if isinstance(said, FindingText) else page.verdicts(said)
    return text + page.end(sum(tally.findings.values())), troubles, tally


@examples(60)
@given(
    st.lists(PARTS, min_size=1, max_size=3),
    st.integers(1, 900),
    st.integers(1, 5),
    st.sampled_from(FORMATS),
    st.none() | st.integers(0, 4),
    st.booleans(),
)
def test_however_it_is_cut_the_parts_make_the_same(
    tmp_path_factory: pytest.TempPathFactory,
    files: list[list[bytes]],
    size: int,
    most_reads: int,
    form: str,
    most: int | None,
    alone: bool,
) -> None:
    folder = tmp_path_factory.mktemp("cut")
    for number, lines in enumerate(files):
        (folder / f"{number}.jsonl").write_bytes(b"".join(lines))
        (folder / f"{number}.jsonl.gz").write_bytes(gzip.compress(b"".join(lines)))
    manner = Manner(form, Look(), 250)
    cut = Cutting([str(folder)], None, 250, size)
    cut.alone = alone
    made = (
        part for element in cut.elements for part in parts(reads_of((element,), 250), manner, lambda: most, most_reads)
    )
    whole = parts(all_reads([str(folder)], max_bytes=250), manner, lambda: most, 1)
    assert put_together(made, form, most) == put_together(whole, form, most)


def test_few_records_start_no_process(mixed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew.Crew, "start", lambda _: pytest.fail("a process is started"))
    assert kontari("validate", "-", "--jobs", "auto", stdin=LINE * 20).out == "20 records: 20 sound\n"
    # Not even without a head start, where somebody knows that not much is left.
    monkeypatch.setattr(jobs, "HEAD_START", 1e-9)
    (mixed.parent / "few.jsonl").write_bytes(LINE * 200)
    assert kontari("validate", mixed.parent / "few.jsonl", "--jobs", 2).out == "200 records: 200 sound\n"


def test_it_is_seldom_asked_how_much_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "HEAD_START", 1e-6)
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(LINE * 500))
    asked = []
    made = jobs.judged([str(tmp_path)], Manner(None, Look(), 10**6), 2, worth=lambda: bool(asked.append(1)))
    assert sum(part.tally.records for part in made) == 500
    assert 1 <= len(asked) < 40


def test_the_number_of_processes(sound_file: Path) -> None:
    for number in ("0", "-1", "x", "", "1025", "2.0", "9" * 5000):
        done = kontari("validate", sound_file, "--jobs", number)
        assert done.status == 2
        assert "--jobs takes auto or a number from 1 to 1024" in " ".join(done.err.split())
    assert jobs.usable() >= 1


# Parts that wait


def test_what_is_much_waits_in_a_file() -> None:
    waiting = Waiting(most=10)
    for round_ in range(3):
        made = [Part([f"{round_}.{n}", Trouble("oh"), FindingText("x" * n)], reads=n) for n in range(9)]
        for part in made:
            waiting.put(part)
        assert list(waiting.taken()) == made
        assert list(waiting.taken()) == []


# Workers that die


def dying(sign: bytes) -> None:
    """Judging becomes deadly where a record has this sign."""
    real = batches.examine_item

    def deadly(item, max_bytes):
        if sign in item.data:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(item, max_bytes)

    batches.examine_item = deadly


def work_that_dies_at_one_record(connection, manner) -> None:
    dying(b'"name":"Deadly"')
    worker.work(connection, manner)


def work_that_never_begins(connection, manner) -> None:
    os._exit(7)


@needs_proc
@pytest.mark.usefixtures("at_once")
def test_a_record_that_kills_is_named_and_the_others_are_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "work", work_that_dies_at_one_record)
    monkeypatch.setattr(cutting, "PIECE", 10**6)
    deadly = one_line(GAME, changed(players=[{"name": "Deadly"}, {"name": "Bea"}])).encode()
    assert b'"name":"Deadly"' in deadly
    path = tmp_path / "deadly.jsonl"
    path.write_bytes(LINE * 20 + WRONG + deadly + LINE * 20)
    done = kontari("validate", path, "--jobs", 2, "-v")
    assert done.status == 3
    *deaths, named = done.err.splitlines()
    assert set(deaths) == {"kontari: a worker died (signal 9); its records are judged again"}
    assert 3 <= len(deaths) <= 4  # at the record itself thrice
    assert named.startswith(f"kontari: {path}:22: record 22 (SHA-256 of its bytes ")
    assert named.endswith("please report it: a process that judges it dies (signal 9)")
    sayings = [line.split(": ")[1] for line in done.out.splitlines() if line.startswith(f"{path}: record")]
    assert sayings == [f"record {number}" for number in range(1, 43) if number != 22]
    assert done.out.endswith("41 records: 40 sound, 1 illegal\n")


@pytest.mark.usefixtures("at_once")
def test_processes_that_never_begin_are_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "work", work_that_never_begins)
    path = tmp_path / "some.jsonl"
    path.write_bytes((LINE * 10 + WRONG) * 5)
    alone = kontari("validate", path, "-v")
    done = kontari("validate", path, "-v", "--jobs", 2)
    assert (done.status, done.out) == (alone.status, alone.out)
    assert set(done.err.splitlines()) == {"kontari: a worker died (exit status 7)"}


# Real processes, and what happens to them


@pytest.fixture
def long(tmp_path: Path) -> Path:
    path = tmp_path / "long" / "long.jsonl"
    path.parent.mkdir()
    path.write_bytes((LINE * 199 + WRONG) * 80)
    (path.parent / "more.jsonl.gz").write_bytes(gzip.compress(LINE))  # nobody knows how much that is
    return path.parent


class Running:
    """A run of two workers that goes on as long as its output is read."""

    def __init__(self, *words: object, stdin: int = subprocess.DEVNULL, env: dict[str, str] | None = None) -> None:
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("KONTARI", "GITHUB"))}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kontari", "validate", *map(str, words), "--jobs", "2", "--format", "jsonl"],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**clean, **(env or {})},
            start_new_session=True,
            # A job in the background has it ignored, and so would its children.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        assert self.process.stdout is not None
        self.out: IO[bytes] = self.process.stdout
        self.read = b""

    def with_workers(self) -> list[int]:
        """Read on until both workers are there; the run then waits for a reader."""
        while len(found := workers(self.process.pid)) < 2:
            piece = os.read(self.out.fileno(), 4096)
            assert piece, "it is over"
            self.read += piece
        return found

    def rest(self) -> tuple[int, str]:
        """Read all there is; the exit status, and what was said on standard error."""
        assert self.process.stderr is not None
        self.read += self.out.read()
        said = self.process.stderr.read().decode()
        return self.process.wait(30), said

    def nobody_left(self) -> bool:
        return awaited(lambda: not of_session(self.process.pid))


@needs_proc
def test_a_worker_that_is_killed_is_told_and_its_records_are_judged_again(long: Path) -> None:
    alone = kontari("validate", long, "--format", "jsonl")
    running = Running(long)
    for found in running.with_workers():
        os.kill(found, signal.SIGKILL)
    status, said = running.rest()
    assert running.read == alone.bytes
    assert status == alone.status == 1
    lines = said.splitlines(keepends=True)
    told = "kontari: a worker died (signal 9)"
    assert all(line in (f"{told}\n", f"{told}; its records are judged again\n") for line in lines[:-1])
    assert lines[1:]
    assert lines[-1] == alone.err
    assert running.nobody_left()


@needs_proc
@pytest.mark.parametrize("records", [0, 9000], ids=["early", "late"])
def test_an_interrupt_leaves_no_process_and_no_half_line(long: Path, tmp_path: Path, records: int) -> None:
    running = Running(long, "--report", tmp_path / "report.json", env={"PYTHONUNBUFFERED": "1"})
    running.with_workers()
    while running.read.count(b"\n") < records:
        running.read += os.read(running.out.fileno(), 2**16)
    time.sleep(0.3)  # until it waits for a reader in the midst of a line
    os.killpg(running.process.pid, signal.SIGINT)  # as a terminal does
    time.sleep(0.3)
    assert running.rest() == (130, "kontari: interrupted\n")
    assert running.read.endswith(b"}\n")
    numbers = [json.loads(line)["record"] for line in running.read.splitlines()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert records < len(numbers) < 16_000
    assert running.nobody_left()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["long"]


@needs_proc
@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM])
def test_workers_end_with_the_process_that_started_them(long: Path, sign: signal.Signals) -> None:
    running = Running(long)
    running.with_workers()
    running.process.send_signal(sign)
    assert running.process.wait(30) == -sign
    assert running.nobody_left()
    running.rest()


@needs_proc
def test_a_broken_pipe_is_quiet_and_ends_the_workers(long: Path) -> None:
    running = Running(long)
    running.with_workers()
    running.out.close()
    assert running.process.stderr is not None
    assert running.process.stderr.read() == b""
    assert running.process.wait(30) <= 1
    assert running.nobody_left()


@needs_proc
def test_a_record_that_comes_alone_is_answered_alone() -> None:
    running = Running("-", stdin=subprocess.PIPE)
    stdin = running.process.stdin
    assert stdin is not None
    fed = threading.Thread(target=lambda: (stdin.write(LINE * 12_000), stdin.flush()))
    fed.start()
    running.with_workers()
    while running.read.count(b"\n") < 12_000:
        running.read += os.read(running.out.fileno(), 2**16)
    fed.join()
    for line, verdict in ((WRONG, "illegal"), (LINE, "sound"), (LINE, "sound")):
        stdin.write(line)
        stdin.flush()
        assert json.loads(running.out.readline())["verdict"] == verdict
    assert len(workers(running.process.pid)) == 2
    stdin.close()
    assert running.rest()[0] == 1
