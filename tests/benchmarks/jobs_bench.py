"""``validate --jobs 2`` beside one process, as ratios taken in one run; and the memory of each process.

``make bench-jobs``; ``--quick`` for a tenth of the work, ``--only WORD`` for some of the cases. Both take
turns, so that the machine's moods fall on both alike. Told is also how much more work the processors had
with two: where the machine has to work for others, too, the time says little.
"""

import argparse
import gzip
import itertools
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple

from backports import zstd
from bench import GAME, generated

COMMAND = [sys.executable, "-m", "kontari", "validate"]
# As installed: compiled once, not at every start.
ENV = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


class Taken(NamedTuple):
    """Seconds that passed, and seconds of work on all processors."""

    seconds: float
    work: float


class Case(NamedTuple):
    """What is judged; ``stdin``: a file that is piped in."""

    words: list[str]
    stdin: Path | None = None


def run(case: Case, jobs: int) -> Taken:
    before, begun = os.times(), time.perf_counter()
    command = [*COMMAND, *case.words, "--jobs", str(jobs)]
    if case.stdin is None:
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True, env=ENV)
    else:
        with subprocess.Popen(["cat", str(case.stdin)], stdout=subprocess.PIPE) as cat:
            subprocess.run(command, stdin=cat.stdout, stdout=subprocess.DEVNULL, check=True, env=ENV)
    seconds, after = time.perf_counter() - begun, os.times()
    work = after.children_user - before.children_user + after.children_system - before.children_system
    return Taken(seconds, work)


def compare(name: str, case: Case, rounds: int) -> None:
    taken: dict[int, list[Taken]] = {1: [], 2: []}
    for _ in range(rounds):
        for jobs in taken:
            taken[jobs].append(run(case, jobs))
    seconds = [median(one.seconds for one in taken[jobs]) for jobs in (1, 2)]
    work = [median(one.work for one in taken[jobs]) for jobs in (1, 2)]
    best = max(one.seconds / two.seconds for one, two in zip(taken[1], taken[2], strict=True))
    print(
        f"{name}: {seconds[0]:.2f} s, with two {seconds[1]:.2f} s: {seconds[0] / seconds[1]:.2f} x"
        f" (best round {best:.2f} x); work {work[1] / work[0]:.2f} x",
        flush=True,
    )


def cases(folder: Path, count: int) -> dict[str, Callable[[], Case]]:
    """Each is made when it is its turn."""
    lines = generated(2000)

    def written(name: str, number: int) -> Path:
        path = folder / name
        with path.open("wb") as stream:
            stream.writelines(itertools.islice(itertools.cycle(lines), number))
        return path

    def compressed(name: str, number: int) -> str:
        plain = written("plain", number)
        with (
            plain.open("rb") as source,
            (folder / name).open("wb") as target,
            gzip.open(target, "wb", 1) if name.endswith(".gz") else zstd.open(target, "wb") as packed,
        ):
            while piece := source.read(2**20):
                packed.write(piece)
        plain.unlink()
        return str(folder / name)

    def files(number: int) -> Case:
        (folder / "files").mkdir()
        for index in range(number):
            (folder / "files" / f"{index}.{GAME}.json").write_bytes(lines[index % len(lines)])
        return Case([str(folder / "files")])

    return {
        f"a .jsonl of {count:,} records": lambda: Case([str(written("a.jsonl", count))]),
        "the same, a verdict a line (--format jsonl)": lambda: Case(
            [str(written("a.jsonl", count)), "--format", "jsonl"]
        ),
        "the same on standard input": lambda: Case(["-", "--stdin-name", "a.jsonl"], written("a.jsonl", count)),
        f"{count // 5:,} .json files": lambda: files(count // 5),
        "one .jsonl.gz of as many": lambda: Case([compressed("a.jsonl.gz", count)]),
        "eight .jsonl.gz of an eighth each": lambda: Case([compressed(f"{n}.jsonl.gz", count // 8) for n in range(8)]),
        "one .jsonl.zst": lambda: Case([compressed("a.jsonl.zst", count)]),
        "eight .jsonl.zst": lambda: Case([compressed(f"{n}.jsonl.zst", count // 8) for n in range(8)]),
        "1 record": lambda: Case([str(written("a.jsonl", 1))]),
        "100 records": lambda: Case([str(written("a.jsonl", 100))]),
        "1,000 records": lambda: Case([str(written("a.jsonl", 1000))]),
        "3,000 records": lambda: Case([str(written("a.jsonl", 3000))]),
    }


def peaks(process: int) -> dict[int, tuple[str, int]]:
    """What each process of a run is, and the most memory that it has had, in KiB; Linux only."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    found = {}
    for one in (str(process), *children):
        try:
            (peak,) = [
                line.split()[1] for line in Path(f"/proc/{one}/status").read_text().splitlines() if "VmHWM" in line
            ]
            worker = "spawn_main" in Path(f"/proc/{one}/cmdline").read_text()
        except (OSError, ValueError):  # it has just ended
            continue
        if worker or one == str(process):
            found[int(one)] = ("worker" if worker else "reader and writer", int(peak))
    return found


def memory(folder: Path, count: int) -> None:
    """The peak memory of each process over many short records, with the most output there is."""
    from kontari.games.crazy_eights.record import EXAMPLE
    from kontari.record.writing import one_line

    line = one_line(GAME, EXAMPLE).encode()
    path = folder / "long.jsonl"
    with path.open("wb") as stream:
        for _ in range(count // 100):
            stream.write(line * 100)
    for words in ([str(path)], [str(path), "--format", "jsonl"], ["-", "--stdin-name", "long.jsonl"]):
        seen: dict[int, tuple[str, int]] = {}
        with (
            path.open("rb") as stdin,
            subprocess.Popen(
                [*COMMAND, *words, "--jobs", "2"], stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            ) as process,
        ):
            while process.poll() is None:
                try:
                    seen |= peaks(process.pid)
                except OSError:
                    break
                time.sleep(0.05)
        said = ", ".join(f"{what} {peak / 1024:.0f} MiB" for what, peak in seen.values())
        shown = " ".join(words).replace(f"{folder}/", "")
        print(f"{count:,} records, {path.stat().st_size / 2**20:.0f} MiB, validate {shown}: {said}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the work")
    parser.add_argument("--only", default="", help="cases with this in their name")
    given = parser.parse_args()
    count = 10_000 if given.quick else 100_000
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        print(f"Python {sys.version.split()[0]}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
        for name, make in cases(folder, count).items():
            if given.only in name:
                case = make()
                compare(name, case, 15 if name.endswith(" records") and "a ." not in name else 3)
                subprocess.run(["rm", "-rf", *map(str, folder.iterdir())], check=True)
        if given.only in "memory":
            memory(folder, 10 * count)


if __name__ == "__main__":
    main()
