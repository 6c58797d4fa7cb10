"""A cluster of one process and of two beside one plain run; and what very many records would take.

``make cluster``; ``--quick`` for a tenth of the work. All contestants take turns; time on the clock and of the
processors, all processes of a command together, as the system counts it. The arithmetic is that of one processor of
this machine, from distinct records.
"""

import argparse
import io
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from bench import generated, mus_matches

CRAZY_EIGHTS, MUS = "Crazy Eights hands", "Mus matches"
WANTED = {MUS: 5 * 10**7, CRAZY_EIGHTS: 10**8}
ZST_LEVEL = 3


class Taken(NamedTuple):
    """Seconds on the clock, and of the processors."""

    clock: float
    processor: float

    def less(self, other: "Taken") -> "Taken":
        return Taken(self.clock - other.clock, self.processor - other.processor)


def run(*words: object) -> Taken:
    """A command of kontari, to its end."""
    begun = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "kontari", *map(str, words)], stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, words
    return Taken(time.perf_counter() - begun, usage.ru_utime + usage.ru_stime)


def in_turns(contestants: dict[str, tuple[object, ...]], rounds: int) -> dict[str, Taken]:
    """The medians over rounds in which all take turns."""
    taken: dict[str, list[Taken]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, words in contestants.items():
            shutil.rmtree("parts", ignore_errors=True)
            taken[name].append(run("validate", *words))
    return {name: Taken(*map(median, zip(*some, strict=True))) for name, some in taken.items()}


def written(path: str, lines: Iterable[bytes]) -> str:
    with Path(path).open("wb") as stream:
        stream.writelines(lines)
    return path


def speed(lines: list[bytes], count: int, rounds: int) -> None:
    """Whole commands over so many records."""
    path = written("many.jsonl", itertools.islice(itertools.cycle(lines), count))
    one = written("one.jsonl", lines[:1])
    # About sixteen parts: whoever judges the last one is waited for.
    cluster = ("-o", "parts", "--part-bytes", Path(path).stat().st_size // 16, "--cluster")
    plain = ("--format", "jsonl", "-o", "out")
    taken = in_turns(
        {
            "plain": (path, *plain),
            "--shard 1/1": (path, "--shard", "1/1", "-o", "out"),
            "local:1": (path, *cluster, "local:1"),
            "local:2": (path, *cluster, "local:2"),
            "plain, one record": (one, *plain),
            "local:1, one record": (one, *cluster, "local:1"),
            "local:2, one record": (one, *cluster, "local:2"),
        },
        rounds,
    )
    print(f"{count:,} {CRAZY_EIGHTS}, {os.cpu_count()} processors, {rounds} rounds")
    for name, (clock, processor) in taken.items():
        rate = "" if name.endswith("one record") else f", {count / clock:,.0f} records a second"
        print(f"  {name}: {clock:.1f} s{rate}; {processor:.1f} s of processors")
    net = {name: taken[name].less(taken[f"{name}, one record"]) for name in ("plain", "local:1", "local:2")}
    for name in ("local:1", "local:2"):
        start = taken[f"{name}, one record"].less(taken["plain, one record"])
        print(
            f"  {name}: up and down {start.clock:.1f} s;"
            f" without that {net[name].clock / net['plain'].clock:.2f} x the time of plain,"
            f" {net[name].processor / net['plain'].processor:.2f} x the time of processors"
        )


def packed(data: bytes) -> int:
    try:
        from compression import zstd
    except ImportError:
        from backports import zstd
    return len(zstd.compress(data, ZST_LEVEL))


def arithmetic(name: str, lines: list[bytes], rounds: int) -> None:
    """What so many distinct records take, and as many as are wanted would."""
    from kontari.cluster.forms import writer
    from kontari.record.pieces import count

    path, nothing = written("distinct.jsonl", lines), written("none.jsonl", [])
    judging = in_turns({"all": (path, "--format", "jsonl", "-o", "out"), "none": (nothing, "-q")}, rounds)
    seconds = judging["all"].less(judging["none"]).processor / len(lines)
    data, verdicts = Path(path).read_bytes(), Path("out").read_bytes()
    begun = time.process_time()
    with Path(path).open("rb") as stream:
        count(stream, 0, len(data))
    counting = time.process_time() - begun
    table = io.BytesIO()
    rows = writer("parquet", table)
    rows.write(verdicts.decode())
    rows.end()
    sizes = {
        "records": len(data),
        "records, .zst": packed(data),
        "verdicts": len(verdicts),
        "verdicts, .zst": packed(verdicts),
        "verdicts, Parquet": len(table.getvalue()),
    }
    wanted = WANTED[name]
    print(f"{name}: {len(lines):,} distinct ones, {seconds * 1000:.2f} ms of a processor each")
    for what, size in sizes.items():
        print(
            f"  {what}: {size / len(lines):,.0f} bytes each; {wanted:.0e}: {size / len(lines) * wanted / 1e9:,.0f} GB"
        )
    print(f"  judging {wanted:.0e}: {seconds * wanted / 3600:,.1f} core-hours")
    share, rate = counting / seconds / len(lines), len(data) / counting / 1e6
    print(f"  counting lines: {share:.1%} of the time of judging, {rate:,.0f} MB/s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the work")
    quick = parser.parse_args().quick
    hands, matches = generated(200 if quick else 2000), mus_matches(50 if quick else 500)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        print(f"Python {sys.version.split()[0]}")
        speed(hands, 2000 if quick else 20_000, 1 if quick else 3)
        arithmetic(MUS, matches, 1 if quick else 3)
        arithmetic(CRAZY_EIGHTS, hands, 1 if quick else 3)
        os.chdir("/")


if __name__ == "__main__":
    main()
