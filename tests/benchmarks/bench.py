"""Speed and memory beside other programs, as ratios taken in one run on one machine.

``make bench``; ``--quick`` for a fraction of the work. Medians of fifteen rounds in which all
contestants take turns, each in a process of its own, so that the machine's moods fall on all alike.
"""

import argparse
import gc
import io
import itertools
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

GAME = "crazy-eights"


def generated(count: int) -> list[bytes]:
    """One-hand matches of two to four players, by our own generator, each a line."""
    from kontari.games.crazy_eights.generate import record
    from kontari.record.writing import one_line

    made = (record(1, index, 2 + index % 3, {"max_rounds": 1}) for index in itertools.count())
    long = (one for one in made if 60 <= len(one["rounds"][0]["moves"]) <= 160)
    return [one_line(GAME, one).encode() for one in itertools.islice(long, count)]


def mus_matches(count: int) -> list[bytes]:
    """Whole matches of Mus by four players, about 20 hands and 400 moves each, each a line."""
    from kontari.games.mus.generate import record
    from kontari.record.writing import one_line

    made = (record(1, index, 4, {}) for index in itertools.count())
    long = (one for one in made if 300 <= sum(len(round_["moves"]) for round_ in one["rounds"]) <= 500)
    return [one_line("mus", one).encode() for one in itertools.islice(long, count)]


def rummikub_rounds(count: int) -> list[bytes]:
    """Whole rounds of Rummikub by two to four players, each a line."""
    from kontari.games.rummikub.generate import record
    from kontari.record.writing import one_line

    made = (record(1, index, 2 + index % 3, {"max_rounds": 1}) for index in itertools.count())
    ended = (one for one in made if one["result"]["termination"] == "normal")
    return [one_line("rummikub", one).encode() for one in itertools.islice(ended, count)]


def from_openspiel(count: int) -> tuple[list[bytes], list[tuple[str, list[int]]]]:
    """Random games of OpenSpiel of about 100 moves: as records with claims, and as histories."""
    import pyspiel

    from kontari.commands.scoring import filled
    from kontari.convert.openspiel import read
    from kontari.examination import examine
    from kontari.record.writing import one_line

    chance = random.Random(1)
    records: list[bytes] = []
    histories = []
    while len(records) < count:
        name = f"crazy_eights(players={2 + len(records) % 4},max_turns=60)"
        state = pyspiel.load_game(name).new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
        ((_, record, _),) = read([json.dumps({"game": name, "history": state.history()})])
        assert isinstance(record, dict)
        if not 60 <= len(record["rounds"][0]["moves"]) <= 160:
            continue
        verdict = examine(one_line(GAME, record).encode())
        assert verdict.verdict == "sound", verdict.findings
        records.append(one_line(GAME, filled(record, verdict)).encode())
        histories.append((name, state.history()))
    return records, histories


def chess_games(count: int, plies: int = 100) -> list[str]:
    """Random games of chess as PGN."""
    import chess
    import chess.pgn

    chance = random.Random(1)
    made = []
    for _ in range(count):
        board = chess.Board()
        while not board.is_game_over() and len(board.move_stack) < plies:
            board.push(chance.choice(list(board.legal_moves)))
        made.append(str(chess.pgn.Game.from_board(board)))
    return made


def moves_in(records: list[bytes]) -> int:
    return sum(line.count(b'"action"') for line in records)


def judge(records: list[bytes]) -> None:
    from kontari.examination import examine

    for line in records:
        assert examine(line).verdict == "sound"


def parse(records: list[bytes]) -> None:
    for line in records:
        json.loads(line)


def read_chess(games: list[str]) -> int:
    """python-chess with a bare visitor; the number of plies."""
    import chess.pgn

    class Bare(chess.pgn.BaseVisitor[int]):
        plies = 0

        def visit_move(self, board: chess.Board, move: chess.Move) -> None:
            Bare.plies += 1

        def result(self) -> int:
            return 0

    for game in games:
        chess.pgn.read_game(io.StringIO(game), Visitor=Bare)
    return Bare.plies


def replay_openspiel(histories: list[tuple[str, list[int]]]) -> int:
    """pyspiel playing the same games again with a test of legality for each action of a player, in Python."""
    import pyspiel

    actions = 0
    for name, history in histories:
        state = pyspiel.load_game(name).new_initial_state()
        for action in history:
            if not state.is_chance_node():
                assert action in state.legal_actions()
                actions += 1
            state.apply_action(action)
    return actions


def replay_openspiel_tested(histories: list[tuple[str, list[int]]]) -> int:
    """The same with the test of legality that OpenSpiel has in C++."""
    import pyspiel

    actions = 0
    for name, history in histories:
        state = pyspiel.load_game(name).new_initial_state()
        for action in history:
            if state.is_chance_node():
                state.apply_action(action)
            else:
                state.apply_action_with_legality_check(action)
                actions += 1
    return actions


def push_moves(records: list[bytes]) -> None:
    """The same games, as a server referees them: each move pushed by itself, judged at once, kept for the record."""
    from kontari import Match

    for line in records:
        data = json.loads(line)
        match = Match(data["game"], data["rules"], data["players"])
        for round_ in data["rounds"]:
            assert match.deal(round_["deal"]) is None
            for move in round_["moves"]:
                assert match.push(move) is None


def interleaved(contestants: dict[str, Callable[[], object]], rounds: int = 5) -> dict[str, float]:
    """The median seconds of each contestant over rounds in which all take turns."""
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for work in contestants.values():
        work()
    for _ in range(rounds):
        for name, work in contestants.items():
            begun = time.perf_counter()
            work()
            times[name].append(time.perf_counter() - begun)
    return {name: median(taken) for name, taken in times.items()}


class Contestant(NamedTuple):
    """What is timed, and how many moves (plies, actions) and bytes it goes through each time; of how many records."""

    work: Callable[[], object]
    moves: int
    records: int = 0
    size: int = 0


def _ours(records: list[bytes], work: Callable[[list[bytes]], None]) -> Contestant:
    return Contestant(lambda: work(records), moves_in(records), len(records), sum(map(len, records)))


def _chess(scale: int) -> Contestant:
    games = chess_games(scale)
    return Contestant(lambda: read_chess(games), read_chess(games))


def _pyspiel(scale: int, replay: Callable[[list[tuple[str, list[int]]]], int]) -> Contestant:
    _, histories = from_openspiel(scale)
    return Contestant(lambda: replay(histories), replay(histories))


RECORDS: dict[str, Callable[[int], list[bytes]]] = {
    "generated": generated,
    "openspiel": lambda scale: from_openspiel(scale)[0],
    "mus": lambda scale: mus_matches(max(5, scale // 5)),
    "rummikub": rummikub_rounds,
}
CONTESTANTS: dict[str, Callable[[int], Contestant]] = {
    **{name: lambda scale, make=make: _ours(make(scale), judge) for name, make in RECORDS.items()},
    **{f"{name} json": lambda scale, make=make: _ours(make(scale), parse) for name, make in RECORDS.items()},
    "chess": _chess,
    "pyspiel": lambda scale: _pyspiel(scale, replay_openspiel),
    "pyspiel in C++": lambda scale: _pyspiel(scale, replay_openspiel_tested),
    "pushed": lambda scale: _ours(from_openspiel(scale)[0], push_moves),
}


def contest(name: str, scale: int) -> None:
    """One contestant in a process of its own: each line of standard input is its turn, and is answered by seconds."""
    # As the command does, for all alike.
    gc.set_threshold(50_000)
    one = CONTESTANTS[name](scale)
    one.work()
    print(*one[1:], flush=True)
    for _ in sys.stdin:
        begun = time.perf_counter()
        one.work()
        print(time.perf_counter() - begun, flush=True)


def speed(scale: int, rounds: int = 15) -> None:
    """Each contestant in a process of its own, as it would be used; all take turns."""
    processes = {
        name: subprocess.Popen(
            [sys.executable, __file__, "--contestant", name, "--scale", str(scale)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        for name in CONTESTANTS
    }

    def answer(name: str) -> list[str]:
        stream = processes[name].stdout
        assert stream is not None
        return stream.readline().split()

    def turn(name: str) -> float:
        stream = processes[name].stdin
        assert stream is not None
        stream.write("\n")
        return float(answer(name)[0])

    sizes = {name: [int(one) for one in answer(name)] for name in processes}
    times: dict[str, list[float]] = {name: [] for name in processes}
    for _ in range(rounds):
        for name in processes:
            times[name].append(turn(name))
    for process in processes.values():
        process.communicate()
    taken = {name: median(one) for name, one in times.items()}
    rates = {name: sizes[name][0] / taken[name] for name in taken}
    print(f"python-chess, bare visitor: {rates['chess']:,.0f} plies a second ({sizes['chess'][0]} plies)")
    print(f"pyspiel, legality in Python: {rates['pyspiel']:,.0f} actions a second ({sizes['pyspiel'][0]} actions)")
    print(f"pyspiel, legality in C++: {rates['pyspiel in C++']:,.0f} actions a second")
    for name in RECORDS:
        moves, records, size = sizes[name]
        print(
            f"{name}: {records} records of {moves / records:.0f} moves and {size / records:.0f} bytes:"
            f" {rates[name]:,.0f} moves a second"
        )
        print(f"  {rates[name] / rates['chess']:.1f} x python-chess")
        if name in ("generated", "openspiel"):
            beside = [rates[name] / rates[other] for other in ("pyspiel", "pyspiel in C++")]
            print(f"  {beside[0]:.2f} x pyspiel, {beside[1]:.2f} x with the test in C++")
        print(f"  {taken[name] / taken[name + ' json']:.2f} x the time of json.loads")
    pushed = rates["pushed"]
    print(f"pushed into a Match one by one: {pushed:,.0f} moves a second, {pushed / rates['pyspiel']:.2f} x pyspiel")


def start_up() -> None:
    """Whole commands beside ``python -c pass``."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "one.crazy-eights.json"
        path.write_bytes(generated(1)[0])
        kontari = str(Path(sys.executable).with_name("kontari"))
        commands = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "kontari --version": [kontari, "--version"],
            "kontari --help": [kontari, "--help"],
            "kontari validate one.json": [kontari, "validate", str(path)],
        }
        # As installed: compiled once, not at every start.
        env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        taken = interleaved(
            {
                name: lambda command=command: subprocess.run(command, capture_output=True, check=True, env=env)
                for name, command in commands.items()
            },
            rounds=15,
        )
    base = taken["python -c pass"]
    for name, seconds in taken.items():
        print(f"{name}: {1000 * seconds:.0f} ms, {seconds / base:.1f} x")


_MEMORY = """
import sys
from pathlib import Path
from kontari.batches import Manner, parts
from kontari.inputs import all_reads
from kontari.render import Look
from kontari.tally import Tally
tally = Tally()
for part in parts(all_reads(sys.argv[1:]), Manner(None, Look(), 2**26)): tally.add(part.tally)
(peak,) = [line.split()[1] for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")]
print(tally.records, peak)
"""


def memory(counts: tuple[int, ...]) -> None:
    """The peak memory of judging long ``.jsonl`` files, as Linux tells it of the process itself."""
    lines = generated(200)
    with tempfile.TemporaryDirectory() as folder:
        for count in counts:
            path = Path(folder) / f"{count}.jsonl"
            with path.open("wb") as stream:
                for index in range(count):
                    stream.write(lines[index % len(lines)])
            said = subprocess.run(
                [sys.executable, "-c", _MEMORY, str(path)], capture_output=True, text=True, check=True
            ).stdout.split()
            print(
                f"{int(said[0]):,} records, {path.stat().st_size / 2**20:.0f} MiB: peak {int(said[1]) / 1024:.0f} MiB"
            )


AND_PEAK = """
import os, sys
from pathlib import Path
from kontari.__main__ import main
leave = os._exit
def leave_with_peak(code):
    status = Path("/proc/self/status").read_text().splitlines()
    print(*[line.split()[1] for line in status if line.startswith("VmHWM")], file=sys.stderr, flush=True)
    leave(code)
os._exit = leave_with_peak
main()
"""
"""A program that runs a command and ends standard error with the peak of its memory in KiB; Linux only."""


def conversion(count: int, rounds: int) -> None:
    """Whole commands that convert a long file, beside ``validate`` on the same file; and their peak memory."""
    records, histories = from_openspiel(100)
    lines = [json.dumps({"game": name, "history": history}) + "\n" for name, history in histories]
    with tempfile.TemporaryDirectory() as folder:
        own, foreign = Path(folder) / "own.jsonl", Path(folder) / "openspiel.txt"
        own.write_bytes(b"".join(itertools.islice(itertools.cycle(records), count)))
        foreign.write_text("".join(itertools.islice(itertools.cycle(lines), count)))
        to = ["-o", str(Path(folder) / "out"), "--to"]
        commands = {
            "validate own.jsonl": ["validate", str(own)],
            "convert own.jsonl --to jsonl": ["convert", str(own), *to, "jsonl"],
            "convert own.jsonl --to jsonl --no-verify": ["convert", str(own), *to, "jsonl", "--no-verify"],
            "convert own.jsonl --to notation --no-verify": ["convert", str(own), *to, "notation", "--no-verify"],
            "convert own.jsonl --to openspiel --no-verify": ["convert", str(own), *to, "openspiel", "--no-verify"],
            "convert openspiel.txt --to jsonl": ["convert", str(foreign), *to, "jsonl"],
        }
        peaks: dict[str, float] = {}

        def run(name: str) -> None:
            command = [sys.executable, "-c", AND_PEAK, *commands[name]]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            peaks[name] = int(done.stderr.split()[-1]) / 1024

        taken = interleaved({name: lambda name=name: run(name) for name in commands}, rounds)
    for name, seconds in taken.items():
        ratio = seconds / taken["validate own.jsonl"]
        print(f"{name}, {count:,} records: {seconds:.1f} s, {ratio:.2f} x, peak {peaks[name]:.0f} MiB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the work")
    parser.add_argument("--contestant", choices=CONTESTANTS, help=argparse.SUPPRESS)
    parser.add_argument("--scale", type=int, default=250, help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.contestant is not None:
        contest(wanted.contestant, wanted.scale)
        return
    quick = wanted.quick
    print(f"Python {sys.version.split()[0]}")
    speed(25 if quick else 250)
    start_up()
    memory((100, 1_000) if quick else (1_000, 10_000, 100_000))
    conversion(1_000 if quick else 10_000, 3)
    conversion(1_000 if quick else 100_000, 1)
    print(f"benchmark itself: peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
