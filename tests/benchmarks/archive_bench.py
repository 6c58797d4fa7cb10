"""An archive of generated records of all games: how fast it is built and built again, how large it is, what it answers.

``make archive``; ``--quick`` for a tenth of the records. Times are those of whole commands that take turns, medians of
three rounds, beside ``kontari validate`` on the same file.
"""

import argparse
import itertools
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from bench import _AND_PEAK, interleaved

SHARES = (
    ("crazy-eights", 6, {"max_rounds": 1}),
    ("mus", 3, {"games_to_win": 1}),
    ("rummikub", 1, {"max_rounds": 1}),
)
"""Of ten records: the game, how many, and the rules by which they are of one hand, one juego, one round."""


def mixed(count: int) -> Iterator[str]:
    """So many records, two to four players each, the games one after another in turn, each a line."""
    from kontari.games import part
    from kontari.record.writing import one_line

    def of(game: str, rules: dict[str, Any]) -> Iterator[str]:
        players = (2, 4) if game == "mus" else (2, 3, 4)
        for index in itertools.count():
            yield one_line(game, part(game, "generate").record(1, index, players[index % len(players)], rules))

    streams = {game: of(game, rules) for game, _, rules in SHARES}
    turn = itertools.cycle([game for game, often, _ in SHARES for _ in range(often)])
    for _ in range(count):
        yield next(streams[next(turn)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the records")
    count = 1_000 if parser.parse_args().quick else 10_000
    with tempfile.TemporaryDirectory() as folder:
        measured(count, Path(folder))


def measured(count: int, folder: Path) -> None:
    records, archive, whole = folder / "mixed.jsonl", folder / "new.duckdb", folder / "whole.duckdb"
    with records.open("w", encoding="utf-8", newline="\n") as stream:
        stream.writelines(mixed(count))
    moves = records.read_bytes().count(b'"action"')
    print(f"{count:,} records, {moves:,} moves, {records.stat().st_size / count / 1000:.1f} kB each", flush=True)
    peaks: dict[str, int] = {}

    def run(name: str, *words: object) -> str:
        command = [sys.executable, "-c", _AND_PEAK, *map(str, words)]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)
        peaks[name] = int(done.stderr.split()[-1])
        return done.stdout

    def build() -> None:
        archive.unlink(missing_ok=True)
        run("build", "archive", "build", records, "-o", archive)

    run("build", "archive", "build", records, "-o", whole)
    taken = interleaved(
        {
            "validate": lambda: run("validate", "validate", "-q", records),
            "build": build,
            "build again": lambda: run("build again", "archive", "build", records, "-o", whole),
            "stats": lambda: run("stats", "stats", records),
        },
        rounds=3,
    )
    for name, seconds in taken.items():
        rate = f"{count / seconds:,.0f} records a second, {seconds / taken['validate']:.2f} x validate"
        print(f"{name}: {seconds:.1f} s, {rate}, peak {peaks[name] / 1024:.0f} MiB")
    size = whole.stat().st_size
    print(f"the archive: {size / count:,.0f} bytes a record, {size / records.stat().st_size:.2f} x the .jsonl")
    for question in (["--top", "players"], ["--openings"], ["--findings"], ["--scores"]):
        begun = time.perf_counter()
        answer = run("query", "archive", "query", whole, *question, "--limit", 8)
        print(
            f"\nkontari archive query {' '.join(question)} --limit 8  ({time.perf_counter() - begun:.1f} s)\n{answer}",
            end="",
        )


if __name__ == "__main__":
    main()
