"""Pairing and rating of large fields, as ratios to a plain walk over the same results, and the memory they take.

``python tests/benchmarks/tournament_bench.py``; ``--quick`` for smaller fields. The walk adds up everybody's points and
those of their opponents, as a table does; both are timed in turns in one process. Memory is that of a process of its
own.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from bench import AND_PEAK

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "cli"), str(ROOT / "tests" / "tournament")]


def before(n: int, rounds: int, system: str = "swiss", **more: Any) -> tuple[Any, Any, Any]:
    """A stage of so many that has been played for some rounds: document, results, table."""
    from staged import by_chance, document, played, standings

    made, so_far, _ = played(document(n, system, **more), rounds, by_chance(1))
    return made, so_far, standings(so_far)


def walk(results: Any) -> int:
    """The points of everybody and of all their opponents."""
    points = {one: sum(entry.points for entry in entries) for one, entries in results.entries.items()}
    opponents = {
        one: sum(points[other] for entry in entries for other in entry.opponents)
        for one, entries in results.entries.items()
    }
    order = sorted(points, key=lambda one: (-points[one], -opponents[one], one))
    return len(order)


def in_turns(contestants: dict[str, Callable[[], object]], rounds: int = 3) -> dict[str, float]:
    """The median seconds of each over rounds in which all take turns."""
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, work in contestants.items():
            begun = time.perf_counter()
            work()
            times[name].append(time.perf_counter() - begun)
    return {name: median(taken) for name, taken in times.items()}


def pairing(name: str, n: int, rounds: int, system: str, **more: Any) -> None:
    """The round after so many, beside the walk."""
    from kontari.tournament.pairing import pair

    made, so_far, table = before(n, rounds, system, **more)
    said: list[Any] = []
    taken = in_turns(
        {
            "walk": lambda: walk(so_far),
            "pair": lambda: said.append(pair(made, made.stages[0], so_far, table, rounds + 1)),
        }
    )
    print(
        f"{name}, {n} in round {rounds + 1}: {taken['pair']:.2f} s, {taken['pair'] / taken['walk']:.0f} x the walk;"
        f" objective {', '.join(map(str, said[0].objective))}; {said[0].search}"
    )


def plan(n: int, size: int, rounds: int, **more: Any) -> None:
    """A whole plan of tables, and the second meetings in it."""
    from collections import Counter
    from itertools import combinations

    from staged import document

    from kontari.tournament.pairing import schedule

    made = document(n, "tables", size=size, **({"least": size, "most": size} | more))
    begun = time.perf_counter()
    made_plan = schedule(made, made.stages[0], rounds)
    taken = time.perf_counter() - begun
    met = Counter(frozenset(two) for one in made_plan for t in one.tables for two in combinations(t.participants, 2))
    print(f"plan of {n} at tables of {size}, {rounds} rounds: {taken:.2f} s, {sum(met.values()) - len(met)} repeats")


def rating(tables: int) -> None:
    """Tables of four, ten rounds of them, beside the walk."""
    from staged import by_chance, document, names, results

    from kontari.tournament.model import Round, Table
    from kontari.tournament.ratings import Event, ratings

    n = tables // 10 * 4
    ids = [f"{one}" for one in names(n)]
    made = document(ids, "tables")
    rounds = [
        Round(r, tuple(Table(t, tuple(ids[(4 * t + s * r) % n] for s in range(4))) for t in range(n // 4)))
        for r in range(1, 11)
    ]
    rounds = [Round(r.round, tuple(t for t in r.tables if len(set(t.participants)) == 4)) for r in rounds]
    so_far = results(made, rounds, by_chance(1))
    taken = in_turns({"walk": lambda: walk(so_far), "rate": lambda: ratings([Event(made, [so_far])])}, 1)
    print(f"ratings of {tables} tables of four: {taken['rate']:.2f} s, {taken['rate'] / taken['walk']:.0f} x the walk")


def field(folder: Path, n: int, rounds: int) -> tuple[Path, Path]:
    """A Swiss document of so many participants, and the verdict lines of its rounds, which chance decided."""
    chance = Random(1)
    ids = [f"p{number:05}" for number in range(n)]
    stage: dict[str, Any] = {"id": "main", "system": "swiss", "rounds_planned": rounds, "tie_breaks": "fide-swiss"}
    stage |= {"points": {"win": 2, "draw": 1, "loss": 0}, "rounds": []}
    lines = []
    for round_ in range(1, rounds + 1):
        # Round after round one half moves on, so that nobody meets twice.
        pairs = [(ids[place], ids[n // 2 + (place + round_) % (n // 2)]) for place in range(n // 2)]
        tables = [{"table": table, "participants": list(pair)} for table, pair in enumerate(pairs, 1)]
        stage["rounds"].append({"round": round_, "tables": tables})
        for table, pair in enumerate(pairs, 1):
            winner = chance.randrange(2)
            scores = [10, -10] if winner == 0 else [-10, 10]
            line = {
                "source": f"{round_}-{table}.json",
                "record": 1,
                "sha256": f"{round_:032x}{table:032x}",
                "game": "rummikub",
                "verdict": "sound",
                "proof": "complete",
                "undecided": 0,
                "event": {"stage": "main", "round": round_, "table": table},
                "players": [{"name": one, "id": one} for one in pair],
                "rounds": [{"scores": scores, "ended": "out"}],
                "result": {"scores": scores, "termination": "normal", "winners": [winner]},
                "findings": [],
            }
            lines.append(json.dumps(line))
    participants = [{"id": one, "name": one} for one in ids]
    about = {"name": "Field", "game": "rummikub"}
    made = {"kontari": "1.0", "tournament": about, "participants": participants, "stages": [stage]}
    document, verdicts = folder / f"{n}.tournament.json", folder / f"{n}.jsonl"
    document.write_text(json.dumps(made))
    verdicts.write_text("\n".join(lines) + "\n")
    return document, verdicts


def standings(n: int, rounds: int) -> None:
    """The whole command from verdicts to the table, start-up and all."""
    with tempfile.TemporaryDirectory() as folder:
        document, verdicts = field(Path(folder), n, rounds)
        words = ["tournament", "standings", str(document), "--verdicts", str(verdicts), "-o", f"{folder}/table"]
        said = []
        command = [sys.executable, "-c", AND_PEAK, *words]

        def run() -> None:
            said.append(subprocess.run(command, capture_output=True, text=True, check=False).stderr)

        taken = in_turns(
            {"python -c pass": lambda: subprocess.run([sys.executable, "-c", "pass"], check=True), "standings": run}
        )
    ratio = taken["standings"] / taken["python -c pass"]
    peak = int(said[-1].split()[-1]) // 1024
    print(
        f"standings of {n} after {rounds} rounds: {taken['standings']:.2f} s, {ratio:.0f} x python -c pass, {peak} MiB"
    )


def judging(game: str, count: int) -> None:
    """The table of raw records, drafted, beside judging the same ones only."""
    kontari = [sys.executable, "-m", "kontari"]
    with tempfile.TemporaryDirectory() as folder:
        records = f"{folder}/records.jsonl"
        made = ["generate", game, "--count", str(count), "--players", "4", "-o", records]
        subprocess.run([*kontari, *made], check=True)

        def run(*words: str) -> None:
            subprocess.run([*kontari, *words, records, "-o", f"{folder}/out"], check=True, stderr=subprocess.DEVNULL)

        taken = in_turns({"validate": lambda: run("validate"), "standings": lambda: run("tournament", "standings")})
    ratio = taken["standings"] / taken["validate"]
    print(f"standings of {count} raw records of {game}, drafted: {taken['standings']:.2f} s, {ratio:.2f} x validate")


_PEAK = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import tournament_bench as bench
from kontari.tournament.pairing import pair
def peak():
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) // 1024
made, so_far, table = bench.before(int(sys.argv[2]), 1)
print(pair(made, made.stages[0], so_far, table, 2).search, f"peak {peak()} MiB")
"""


def memory(n: int) -> None:
    """The peak of a process that pairs two rounds of Swiss."""
    words = [sys.executable, "-c", _PEAK, str(Path(__file__).parent), str(n)]
    print(f"swiss, {n}: {subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller fields")
    quick = parser.parse_args().quick
    standings(64, 9)
    standings(1_000 if quick else 10_000, 11)
    judging("crazy-eights", 200 if quick else 2_000)
    judging("mus", 50 if quick else 1_000)
    pairing("swiss", 64, 4, "swiss")
    pairing("swiss", 200, 6, "swiss")
    if not quick:
        pairing("swiss", 1000, 6, "swiss")
    pairing("tables", 200 if quick else 1000, 4, "tables", size=4, least=3, most=4)
    plan(16, 4, 5)
    plan(32, 4, 7)
    plan(24, 4, 5)
    plan(30, 4, 5, least=3)
    rating(10_000 if quick else 100_000)
    memory(300 if quick else 1000)


if __name__ == "__main__":
    main()
