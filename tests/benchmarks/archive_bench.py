"""An archive of generated records of all games: how fast it is built and built again, how large it is, what it answers.

``make archive``; ``--quick`` for a tenth of the records. Times are those of whole commands on the processor, each once,
beside ``kontari validate`` on the same file.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from bench import AND_PEAK

SHARES = (
    ("crazy-eights", 6, {"max_rounds": 1}),
    ("mus", 3, {"games_to_win": 1}),
    ("rummikub", 1, {"max_rounds": 1}),
)
"""Of ten records: the game, how many, and the rules by which they are of one hand, one juego, one round."""

TURNS = [(game, rules) for game, often, rules in SHARES for _ in range(often)]


def line(number: int) -> str:
    """The record of that number, of two to four players, as a line."""
    from kontari.games import part
    from kontari.record.writing import one_line

    game, rules = TURNS[number % len(TURNS)]
    players = (2, 4) if game == "mus" else (2, 3, 4)
    return one_line(game, part(game, "generate").record(1, number, players[number % len(players)], rules))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the records")
    count = 1_000 if parser.parse_args().quick else 10_000
    with tempfile.TemporaryDirectory() as folder:
        measured(count, Path(folder))


def measured(count: int, folder: Path) -> None:
    records, archive = folder / "mixed.jsonl", folder / "mixed.duckdb"
    with records.open("w", encoding="utf-8", newline="\n") as stream, ProcessPoolExecutor(2) as workers:
        stream.writelines(workers.map(line, range(count), chunksize=20))
    moves = records.read_bytes().count(b'"action"')
    print(f"{count:,} records, {moves:,} moves, {records.stat().st_size / count / 1000:.1f} kB each", flush=True)
    peaks: dict[str, int] = {}

    def run(name: str, *words: object) -> tuple[float, str]:
        """The seconds of processor time that a command takes, which other programs do not touch; and what it says."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, "-c", AND_PEAK, *map(str, words)]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        peaks[name] = int(done.stderr.split()[-1])
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout

    commands = {
        "validate": ("validate", "-q", records),
        "build": ("archive", "build", records, "-o", archive),
        "build again": ("archive", "build", records, "-o", archive),
        "stats": ("stats", records),
    }
    taken: dict[str, float] = {}
    for name, words in commands.items():
        taken[name] = seconds = run(name, *words)[0]
        rate = f"{count / seconds:,.0f} records a second, {seconds / taken['validate']:.2f} x validate"
        print(f"{name}: {seconds:.1f} s, {rate}, peak {peaks[name] / 1024:.0f} MiB", flush=True)
    size = archive.stat().st_size
    print(f"the archive: {size / count:,.0f} bytes a record, {size / records.stat().st_size:.2f} x the .jsonl")
    for question in (["--top", "players"], ["--openings"], ["--findings"], ["--scores"]):
        seconds, answer = run("query", "archive", "query", archive, *question, "--limit", 8)
        print(f"\nkontari archive query {' '.join(question)} --limit 8  ({seconds:.1f} s)\n{answer}", end="")


if __name__ == "__main__":
    main()
