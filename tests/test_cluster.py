"""Many machines: the verdicts of one run to the byte, whoever dies, whatever cannot be read."""

import gc
import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from all_forms import ILLEGAL, SOUND, written_here
from command_line import Done, kontari
from conftest import GAME
from kontari.cluster import scheduler
from kontari.cluster.forms import COLUMNS
from kontari.cluster.inputs import Input, found
from kontari.cluster.parts import judge_part
from kontari.cluster.plan import Plan
from kontari.cluster.run import ClusterRun
from kontari.record.streams import InputError
from kontari.schemas import complaints

distributed: Any = pytest.importorskip("distributed", reason="Dask is not installed (pip install 'kontari[cluster]')")

PART = 1500


def started(**options: Any) -> Any:
    no_page = {"dashboard": False, "dashboard_address": "127.0.0.1:0"}
    return distributed.LocalCluster(
        threads_per_worker=1, silence_logs=logging.CRITICAL, scheduler_kwargs=no_page, **options
    )


@pytest.fixture(autouse=True)
def bounded() -> Iterator[None]:
    """No test waits for ever, whatever Dask does."""
    if not hasattr(signal, "alarm"):
        yield
        return

    def give_up(*_: object) -> None:
        raise AssertionError("it takes too long")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(300)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two worker processes."""
    with started(n_workers=2) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def within() -> Iterator[Any]:
    """One worker within this process, where what is in memory is there, and what is changed is changed."""
    with started(n_workers=1, processes=False) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """A long file, and what one run says of it."""
    path = tmp_path_factory.mktemp("many") / "many.jsonl"
    path.write_text((SOUND * 20 + ILLEGAL + "\n") * 300)
    local = kontari("validate", path, "--format", "jsonl", "-o", path.with_name("local"))
    assert local.status == 1
    return path, path.with_name("local").read_bytes()


@pytest.fixture
def inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Inputs of all forms."""
    monkeypatch.chdir(tmp_path)
    return written_here(8)


def local(*paths: object) -> Done:
    """What one run says, its verdict lines in ``bytes``."""
    return kontari("validate", *paths, "--format", "jsonl")


def judged(cluster: Any, *words: object, part: int = PART, to: str = "out") -> Done:
    address = cluster if isinstance(cluster, str) else cluster.scheduler_address
    return kontari("validate", *words, "--cluster", address, "-o", to, "--part-bytes", part)


def parts(folder: str | Path = "out") -> list[Path]:
    return sorted(Path(folder).glob("part-*"))


def together(folder: str | Path = "out") -> bytes:
    """All parts in the order of their names."""
    return b"".join(path.read_bytes() for path in parts(folder))


def summary(folder: str | Path = "out") -> dict[str, Any]:
    said: dict[str, Any] = json.loads((Path(folder) / "_summary.json").read_bytes())
    assert complaints("parts", said) == []
    return said


def planned(paths: list[str], folder: str | Path, part: int = PART, **options: Any) -> ClusterRun:
    files = [one for one in found(paths) if isinstance(one, Input)]
    return ClusterRun(Plan(files, "jsonl", part, 2**26), str(Path(folder).absolute()), resume=False, **options)


# The same as one run


def test_parts_in_order_are_the_local_run_to_the_byte(cluster: Any, inputs: list[str]) -> None:
    wanted = local(*inputs)
    done = judged(cluster, *inputs)
    assert (done.status, done.out, done.err) == (wanted.status, "", wanted.err)
    assert together() == wanted.bytes
    said = summary()
    verdicts = [json.loads(line) for line in wanted.bytes.splitlines()]
    assert said["records"] == len(verdicts) == sum(said["verdicts"].values())
    assert said["verdicts"]["illegal"] == sum(verdict["verdict"] == "illegal" for verdict in verdicts)
    assert [one["file"] for one in said["parts"]] == [path.name for path in parts()]
    assert [one["file_bytes"] for one in said["parts"]] == [path.stat().st_size for path in parts()]
    assert len(said["parts"]) > 10
    assert [one["source"] for one in said["inputs"]][::5] == ["in/a.jsonl", "last.jsonl"]
    assert (said["failed"], said["unreadable"]) == ([], [])
    assert sorted(path.name for path in Path("out").iterdir() if path not in parts()) == [
        "_parts",
        "_plan.json",
        "_summary.json",
    ]


def test_parts_of_parquet_hold_the_same_lines_and_their_columns(within: Any, inputs: list[str]) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    wanted = local(*inputs).bytes.decode().split("\n")[:-1]
    assert judged(within, *inputs, "--format", "parquet").status == 1
    table = parquet.read_table("out")
    assert table.schema.names == list(COLUMNS)
    rows = table.to_pylist()
    assert [row["line"] for row in rows] == wanted
    for row, line in zip(rows, wanted, strict=True):
        verdict = json.loads(line)
        for name in ("source", "record", "game", "verdict", "proof", "undecided", "sha256", "play_sha256"):
            assert row[name] == verdict.get(name)
        for name in ("findings", "rules", "players", "event", "rounds", "result"):
            assert (None if row[name] is None else json.loads(row[name])) == verdict.get(name)
        assert row["codes"] == [finding["code"] for finding in verdict["findings"]]
    assert summary()["form"] == "parquet"
    assert judged(within, *inputs, "--format", "parquet", "--resume").err.startswith(f"{len(parts())} of ")


def test_urls_are_read_and_written_by_fsspec(within: Any, inputs: list[str]) -> None:
    import fsspec

    memory = fsspec.filesystem("memory")
    for path in (*Path("in").iterdir(), Path("last.jsonl")):
        memory.pipe_file(f"/in/{path.name}", path.read_bytes())
    names = sorted([*(path.name for path in Path("in").iterdir()), "last.jsonl"])
    Path("last.jsonl").rename("in/last.jsonl")
    wanted = b"".join(local(f"in/{name}").bytes for name in names).replace(b'"in/', b'"memory:///in/')
    urls = ["memory://in", "memory://none/*.jsonl", "memory://in/no.jsonl", "nothing://x"]
    done = judged(within, *urls, to="memory://out")
    assert done.status == 2
    told = " ".join(done.err.split())
    for line in ("none/*.jsonl: no such file", "no.jsonl: no such file", "nothing://x: Protocol not known: nothing"):
        assert line in told
    names = sorted(name for name in memory.ls("/out", detail=False) if "/part-" in name)
    assert len(names) > 10
    assert b"".join(memory.cat_file(name) for name in names) == wanted
    assert complaints("parts", json.loads(memory.cat_file("/out/_summary.json"))) == []
    globbed = judged(within, "memory://in/*.jsonl", to="there")
    assert globbed.status == 1
    assert {json.loads(line)["source"] for line in together("there").splitlines()} == {
        "memory:///in/a.jsonl",
        "memory:///in/last.jsonl",
    }
    named = judged(within, "memory://in/last.jsonl", to="named")
    assert named.status == 1
    assert together("named") == local("in/last.jsonl").bytes.replace(b'"in/', b'"memory://in/')
    again = judged(within, *urls, "--resume", to="memory://out")
    assert f"{len(names)} of {len(names)} parts were there already" in again.err


# Workers that die, parts that fail


def test_a_worker_killed_in_mid_run_loses_and_doubles_nothing(
    cluster: Any, many: tuple[Path, bytes], tmp_path: Path
) -> None:
    path, wanted = many
    run = planned([str(path)], tmp_path / "out", 40_000)
    before = {nanny.pid for nanny in cluster.workers.values()}
    killed = []

    def kill_a_busy_one(*_: int) -> None:
        busy = {address for address, worker in cluster.scheduler.workers.items() if worker.processing}
        pids = [nanny.pid for nanny in cluster.workers.values() if nanny.worker_address in busy]
        if pids and not killed:
            killed.append(pids[0])
            os.kill(pids[0], signal.SIGKILL)

    with scheduler.workers(cluster.scheduler_address) as those:
        run.work(those, kill_a_busy_one)
        run.end([])
    assert set(killed) < before
    assert together(tmp_path / "out") == wanted
    assert [path.name for path in parts(tmp_path / "out")] == [part.file for part in run.parts]
    assert len(run.parts) > 50
    assert summary(tmp_path / "out")["records"] == wanted.count(b"\n")
    assert list((tmp_path / "out" / "_parts").glob("*.tmp")) == []


def test_an_input_that_vanishes_is_told_and_the_others_are_kept(
    within: Any, inputs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = ClusterRun.check

    def check_and_spoil(run: ClusterRun) -> None:
        real(run)
        Path("in/e.mus.txt").unlink()
        Path("in/a.jsonl").write_text(SOUND)

    monkeypatch.setattr(ClusterRun, "check", check_and_spoil)
    rest = [path for path in inputs if path != "in"]
    wanted = local("in/b.jsonl.gz", f"in/c.{GAME}.json", *rest).bytes
    done = judged(within, *inputs)
    assert done.status == 2
    assert sorted(line for line in done.err.splitlines() if line.startswith("kontari: in/")) == [
        "kontari: in/a.jsonl: has changed since the run began",
        "kontari: in/e.mus.txt: cannot be opened: no such file or directory",
    ]
    assert "2 inputs could not be read" in done.err
    assert together() == wanted
    spoiled = {one["of"][0]["source"] for one in summary()["parts"] if one["unreadable"]}
    assert {"in/a.jsonl"} <= spoiled
    assert "last.jsonl" not in spoiled


def test_a_part_that_fails_is_told_and_is_judged_by_the_next_run(
    within: Any, inputs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import kontari.cluster.parts as module

    real = module.judge

    def broken(share: Any, *words: Any, **options: Any) -> Any:
        if share[-1].input.name == "last.jsonl" and share[-1].start == 0:
            raise KeyError("boom")
        return real(share, *words, **options)

    wanted = local(*inputs)
    with monkeypatch.context() as patched:
        patched.setattr(module, "judge", broken)
        done = judged(within, *inputs)
        assert done.status == 3
        (failed,) = summary()["failed"]
        assert (failed["ours"], failed["problem"]) == (True, "KeyError: 'boom'")
        assert f"kontari: {failed['file']} (in/" in done.err or f"kontari: {failed['file']} (last.jsonl" in done.err
        assert "a fault of kontari itself, please report it: KeyError: 'boom'" in done.err
        assert not (Path("out") / failed["file"]).exists()
        assert len(parts()) > 10
        with pytest.raises(KeyError):
            judged(within, *inputs, "--debug", to="other")
    done = judged(within, *inputs, "--resume")
    assert done.status == wanted.status
    assert f"{len(parts()) - 1} of {len(parts())} parts were there already" in done.err
    assert together() == wanted.bytes
    assert summary()["failed"] == []


def test_a_record_at_which_we_fail_is_told_and_judged_again_by_the_next_run(
    within: Any, inputs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import kontari.batches as batches

    real = batches.examine_item

    def broken(item, max_bytes):
        if (item.source, item.number) == ("last.jsonl", 3):
            raise KeyError("boom")
        return real(item, max_bytes)

    wanted = local(*inputs).bytes
    with monkeypatch.context() as patched:
        patched.setattr(batches, "examine_item", broken)
        done = judged(within, *inputs, "--exit-zero")
        assert done.status == 3
        assert "last.jsonl:5: record 3 (SHA-256 of its bytes " in done.err
        assert len(together().splitlines()) == len(wanted.splitlines()) - 1
    assert "1 of" not in judged(within, *inputs, "--resume").err
    assert together() == wanted


def test_a_folder_that_cannot_be_written(within: Any, inputs: list[str]) -> None:
    Path("file").write_text("")
    done = judged(within, *inputs, to="file/out")
    assert (done.status, len(done.err.splitlines())) == (2, 1)
    assert "cannot be" in done.err


# Interrupted and resumed


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_was_interrupted_continues(
    by: signal.Signals, within: Any, many: tuple[Path, bytes], tmp_path: Path
) -> None:
    import psutil

    path, wanted = many
    out = tmp_path / "out"
    words = [
        sys.executable,
        "-m",
        "kontari",
        "validate",
        path,
        "--cluster",
        "local:2",
        "-o",
        out,
        "--part-bytes",
        20_000,
    ]
    with subprocess.Popen(
        [*map(str, words)],
        stderr=subprocess.PIPE,
        start_new_session=True,  # so that all its processes get the signal, as by Ctrl-C
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stderr is not None
        until(lambda: len(list((out / "_parts").glob("*.json"))) > 5 or process.poll() is not None)
        children = psutil.Process(process.pid).children(recursive=True)
        os.killpg(process.pid, by) if by == signal.SIGINT else process.send_signal(by)
        said = process.stderr.read()
        assert process.wait(60) == (130 if by == signal.SIGINT else -by)
    if by == signal.SIGINT:
        assert said == b"kontari: interrupted\n"
    assert len(children) >= 2
    until(lambda: not any(child.is_running() and child.status() != psutil.STATUS_ZOMBIE for child in children))
    assert not (out / "_summary.json").exists()
    finished = [
        (file, file.stat().st_mtime_ns, file.stat().st_ino)
        for file in parts(out)
        if (out / "_parts" / f"{file.name}.json").exists()
    ]
    spoiled, *_ = finished.pop(0)
    spoiled.write_bytes(spoiled.read_bytes()[:-100])
    done = judged(within, path, "--resume", part=20_000, to=str(out))
    assert done.status == 1
    assert done.err.splitlines()[0] == f"{len(finished)} of {len(parts(out))} parts were there already"
    assert len(finished) >= 5
    assert together(out) == wanted
    assert [(file, file.stat().st_mtime_ns, file.stat().st_ino) for file, *_ in finished] == finished
    assert summary(out)["records"] == wanted.count(b"\n")
    assert list((out / "_parts").glob("*.tmp")) == []


def until(condition: Callable[[], bool], seconds: float = 60) -> None:
    """Wait for something that must come."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.01)


def test_another_plan_is_not_continued(within: Any, inputs: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert judged(within, *inputs).status == 1
    before = together()

    def refused(*words: object, part: int = PART) -> str:
        done = judged(within, *words, part=part)
        assert (done.status, done.out, len(done.err.splitlines())) == (2, "", 1)
        return done.err

    assert "holds a run already; --resume continues it" in refused(*inputs)
    for words, part, said in (
        (inputs, 1499, "parts of another size, 1500 instead of 1499"),
        ([*inputs, "--format", "parquet"], PART, "another form, jsonl instead of parquet"),
        ([*inputs, "--max-bytes", 1000], PART, "another bound of records (--max-bytes)"),
        (inputs[:1], PART, "other inputs: last.jsonl is not in both"),
        (inputs[::-1], PART, "the inputs in another order"),
    ):
        assert f"out: holds a run that cannot be continued: {said}" in refused(*words, "--resume", part=part)
    os.utime("last.jsonl", (1, 1))
    assert "other inputs: last.jsonl has changed since" in refused(*inputs, "--resume")
    monkeypatch.setattr("kontari.cluster.plan.JUDGE", {"software": "kontari 9.9", "format": "1.0"})
    assert "another judge, kontari 0.1.0, 1.0 instead of kontari 9.9, 1.0" in refused(*inputs, "--resume")
    assert together() == before
    for damaged in (b"", b"{", b"[]", b'{"judge": 1, "inputs": [1]}'):
        Path("out/_plan.json").write_bytes(damaged)
        refused(*inputs, "--resume")
    Path("full").mkdir()
    Path("full/else").write_text("")
    assert "is not empty" in judged(within, *inputs, to="full").err
    assert "is not empty" in judged(within, *inputs, "--resume", to="full").err
    assert "lies in a folder that is read here" in judged(within, *inputs, to="in/out").err


# The cluster itself


def test_nobody_answers(inputs: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "ANSWER_S", 0.5)
    for address in ("127.0.0.1:1", "nowhere", "no://where:1", "tcp://no-such-host.invalid:1", ""):
        done = judged(address, *inputs)
        assert (done.status, done.out, len(done.err.splitlines())) == (2, "", 1)
        assert f"{address}: no Dask scheduler answers there" in done.err
    gc.collect()  # clients that never got through close at last; later they would do it in the midst of another test
    assert not Path("out").exists()


def test_no_worker_joins(inputs: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "JOIN_S", 0.2)
    with started(n_workers=0, processes=False) as empty:
        assert "no worker has joined within 0.2 s" in judged(empty, *inputs).err


def test_workers_with_another_kontari_are_refused(
    within: Any, inputs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "__version__", "9.9.9")
    done = judged(within, *inputs)
    assert (done.status, len(done.err.splitlines())) == (2, 1)
    assert "has kontari 0.1.0, where 9.9.9 is needed" in done.err
    assert not Path("out").exists()
    part = planned(inputs, "out").parts[0]
    with pytest.raises(InputError, match=r"has kontari 0\.1\.0, where the run is by kontari 9"):
        judge_part(part._replace(judge={"software": "kontari 9", "format": "1.0"}))


def test_a_scheduler_that_is_lost(inputs: list[str]) -> None:
    run = planned(inputs, "out", 300)
    with started(n_workers=1, processes=False) as cluster:

        def close(*_: int) -> None:
            if cluster.status == distributed.Status.running:
                cluster.close()

        with (
            scheduler.workers(cluster.scheduler_address) as those,
            pytest.raises(InputError, match="--resume continues"),
        ):
            run.work(those, close)
    assert 0 < len(parts()) < len(run.parts)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--cluster", "local:0", "-o", "out"), "--cluster takes an address or local:N, such as local:8, not local:0"),
        (("--cluster", "local:x", "-o", "out"), "not local:x"),
        (("--cluster", "local:2"), "--cluster writes parts into a folder: name it by -o"),
        (("--cluster", "local:2", "-o", "-"), "name it by -o"),
        (("--cluster", "local:2", "-o", "out", "--format", "text"), "no form of parts text; there are jsonl, parquet"),
        (("--cluster", "local:2", "-o", "out", "--part-bytes", "0"), "--part-bytes"),
    ],
)
def test_misuse(inputs: list[str], words: tuple[str, ...], said: str) -> None:
    done = kontari("validate", *inputs, *words)
    assert done.status == 2
    assert said in " ".join(done.err.split())


def test_without_the_package_one_line_says_how_it_is_installed(
    inputs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = judged("local:2", *inputs)
    assert (done.status, done.err) == (2, "kontari: --cluster: needs Dask: pip install 'kontari[cluster]'\n")
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    done = judged("local:2", *inputs)
    assert (done.status, len(done.err.splitlines())) == (2, 1)
    assert "needs fsspec: pip install 'kontari[cluster]'" in done.err


def test_nothing_to_be_read_needs_no_cluster(inputs: list[str]) -> None:
    done = judged("127.0.0.1:1", "none", "-")
    assert done.status == 2
    assert done.err.splitlines()[-1] == "0 records; 2 inputs could not be read"
    assert not Path("out").exists()
