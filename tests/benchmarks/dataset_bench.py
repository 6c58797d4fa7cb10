"""Data sets beside ``.jsonl.zst``: bytes a match, matches a second, and memory; ratios taken in one run.

``make dataset``; ``--quick`` for a twentieth of the work. Times are medians of rounds in which all contestants take
turns, in one process; memory is that of the whole command in a process of its own.
"""

import argparse
import io
import itertools
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
from bench import AND_PEAK, interleaved

from kontari.dataset import shards
from kontari.dataset.building import Building
from kontari.dataset.reader import Reader
from kontari.examination import examine
from kontari.games import GAMES, part
from kontari.record.action_ids import vocabulary
from kontari.record.writing import one_line

try:
    from compression import zstd
except ImportError:
    from backports import zstd

GENERATED = {"crazy-eights": (10_000, {"max_rounds": 1}), "mus": (500, {}), "rummikub": (200, {"max_rounds": 1})}
"""How many matches of a game, and by which rules."""

LEVELS = (3, 19)
"""Of Zstandard: the usual one, and the highest usual one."""


def generated(game: str, count: int) -> Iterator[str]:
    """Random matches, each a line."""
    make = part(game, "generate").record
    for index in range(count):
        players = 4 if game == "mus" else 2 + index % 3
        yield one_line(game, make(1, index, players, GENERATED[game][1]))


def write_set(folder: Path, game: str, judged: list[tuple[Any, Any]]) -> None:
    """A data set of records that were judged."""
    folder.mkdir()
    building = Building(folder, game, 100_000)
    for record, verdict in judged:
        building.add(record, verdict)
    building.end({}, None, 1)


def write_lines(path: Path, game: str, judged: list[tuple[Any, Any]]) -> None:
    """The same as ``.jsonl.zst``."""
    with zstd.open(path, "wt", encoding="utf-8") as stream:
        for record, _ in judged:
            stream.write(one_line(game, record))


def read_set(path: Path, game: str) -> int:
    """Every record as JSON values, out of a shard."""
    reader = Reader(game)
    return sum(len(json.loads(reader.text(row))) for row in shards.rows(path, game))


def read_lines(path: Path) -> int:
    """Every record as JSON values, out of a ``.jsonl.zst``."""
    with zstd.open(path, "rt", encoding="utf-8") as stream:
        return sum(len(json.loads(line)) for line in stream)


def moves_of_set(path: Path) -> int:
    """The moves as integers, an Arrow array: what a learner reads."""
    found = pyarrow.parquet.read_table(path, columns=["moves", "winners"])
    return len(found.column("moves").combine_chunks().flatten().flatten())


def moves_of_lines(path: Path, game: str) -> int:
    """The same integers made of the records of a ``.jsonl.zst``."""
    words, ids = vocabulary(game), []
    with zstd.open(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            for round_ in json.loads(line)["rounds"]:
                for move in round_["moves"]:
                    ids += words.move_ids(move).ids
    return len(pyarrow.array(ids, pyarrow.int16()))


def done(*words: object) -> bytes:
    """What a whole command prints, in this process; it finds nothing."""
    from command_line import kontari

    came = kontari(*words)
    assert (came.status, came.err) == (0, ""), came.err
    return came.bytes


def peak(*words: object) -> float:
    """The peak memory of a whole command, in MiB."""
    command = [sys.executable, "-c", AND_PEAK, *map(str, words)]
    came = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(came.stderr.split()[-1]) / 1024


def measured(game: str, count: int, place: Path) -> None:
    lines = place / f"{game}.jsonl"
    with lines.open("w", encoding="utf-8") as stream:
        stream.writelines(generated(game, count))
    text = lines.read_bytes()
    judged = [(json.loads(line), examine(line)) for line in text.splitlines()]
    moves = sum(len(round_["moves"]) for record, _ in judged for round_ in record["rounds"])
    packed, folder = place / f"{game}.jsonl.zst", place / game
    write_lines(packed, game, judged)
    done("dataset", "build", lines, "-o", folder, "-q", "--seed", 1)
    assert done("dataset", "export", folder) == text
    (shard,) = folder.glob("*.parquet")
    size = shard.stat().st_size
    columns = io.BytesIO()
    pyarrow.parquet.write_table(
        pyarrow.parquet.read_table(shard, columns=["deals", "moves", "winners"]), columns, **shards.COMPRESSION
    )
    print(f"{game}: {count:,} matches of {moves / count:.0f} moves")
    print(f"  bytes a match: {len(text) / count:.0f} as .jsonl, {size / count:.0f} as a data set,", end=" ")
    print(f"{columns.tell() / count:.0f} its deals, moves and winners alone")
    for level in LEVELS:
        small = len(zstd.compress(text, level))
        print(f"    .jsonl.zst, level {level}: {small / count:.0f}, {small / size:.2f} x the data set")
    fresh = (place / f"{game}-{number}" for number in itertools.count())
    works: dict[str, Callable[[], object]] = {
        "write": lambda: write_set(next(fresh), game, judged),
        "write .jsonl.zst": lambda: write_lines(place / "again.zst", game, judged),
        "read": lambda: read_set(shard, game),
        "read .jsonl.zst": lambda: read_lines(packed),
        "moves": lambda: moves_of_set(shard),
        "moves .jsonl.zst": lambda: moves_of_lines(packed, game),
        "judge": lambda: done("dataset", "validate", folder, "-q"),
        "judge .jsonl.zst": lambda: done("validate", packed, "-q"),
    }
    assert moves_of_set(shard) == moves_of_lines(packed, game)
    taken = interleaved(works, 3)
    for name, what in (
        ("write", "write what was judged"),
        ("read", "read every record as JSON values"),
        ("moves", "read all moves as integers"),
        ("judge", "read, judge, check (dataset validate; validate)"),
    ):
        ours, other = taken[name], taken[f"{name} .jsonl.zst"]
        print(f"  {what}: {count / ours:,.0f} matches a second; .jsonl.zst {count / other:,.0f}: {other / ours:.2f} x")


def memory(count: int, place: Path) -> None:
    """Peaks at a quarter of the matches of the first game, and at all of them."""
    game = next(iter(GAMES))
    for part_ in (count // 4, count):
        lines, folder = place / f"{part_}.jsonl", place / f"memory-{part_}"
        with lines.open("w", encoding="utf-8") as stream:
            stream.writelines((place / f"{game}.jsonl").read_text("utf-8").splitlines(keepends=True)[:part_])
        built = peak("dataset", "build", lines, "-o", folder, "-q", "--shard-size", count // 2)
        checked = peak("dataset", "validate", folder, "-q")
        print(f"{part_:,} matches: peak of dataset build {built:.0f} MiB, of dataset validate {checked:.0f} MiB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a twentieth of the work")
    part_of_it = 20 if parser.parse_args().quick else 1
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            measured(game, GENERATED[game][0] // part_of_it, Path(folder))
        memory(GENERATED[next(iter(GAMES))][0] // part_of_it, Path(folder))


if __name__ == "__main__":
    main()
