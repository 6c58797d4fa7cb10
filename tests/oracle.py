"""OpenSpiel as an oracle: random games played by ``pyspiel``, converted, and judged here.

At every decision both must allow the same actions of the same player; both must see the same end,
and the round must score what OpenSpiel returns under ``card_values: openspiel``. (Its points are
not those of the rules, so the table also shows what ``standard`` gives.)

    python tests/oracle.py --games 20000 --seed 1 --processes 2
"""

import argparse
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import Pool
from typing import Any, NamedTuple

import pyspiel

from kontari.convert import Wish, openspiel
from kontari.convert.openspiel_game import CARDS, DRAW, FIRST_SUIT, GAME, PASS, parameters
from kontari.examination import examine
from kontari.games.crazy_eights import play
from kontari.games.crazy_eights.legal import legal
from kontari.games.crazy_eights.options import in_force
from kontari.games.crazy_eights.state import OVER
from kontari.record.decode import typed
from kontari.record.writing import one_line, pretty

MOST_DECISIONS = 4000
SUITS = list("CDHS")


class Decision(NamedTuple):
    """A place where a player had to act: who, what he might have done, and whether a suit was then named."""

    player: int
    legal: frozenset[int]
    named: bool


@dataclass(slots=True)
class Played:
    """One game of pyspiel: its name, its whole history, its decisions, and its returns if it came to an end."""

    game: str
    history: list[int]
    decisions: list[Decision] = field(default_factory=list)
    last: Decision | None = None
    returns: list[int] | None = None


@dataclass(slots=True)
class Compared:
    """What a comparison came to; ``problems`` are disagreements in words."""

    group: tuple[int, bool, bool]
    decisions: int
    ended: str | None
    openspiel: int = 0
    standard: int = 0
    problems: list[str] = field(default_factory=list)


# Playing


def random_game(rng: random.Random) -> str:
    """A game string with any parameters; mostly two to seven players, seldom up to the fifteen of OpenSpiel."""
    draws = rng.choice((1, 2, 3, 4, 5, 5, 6, 9, 60))
    turns = rng.choice((1, 2, rng.randint(3, 12), rng.randint(13, 60), 100, 100, 300, 1000))
    special, renews = rng.random() < 0.6, rng.random() < 0.6
    parameters = (
        f"max_draw_cards={draws}",
        f"max_turns={turns}",
        f"players={rng.randint(2, 7) if rng.random() < 0.95 else rng.randint(8, 15)}",
        f"reshuffle={renews}",
        f"use_special_cards={special}",
    )
    # What is left out holds its default.
    return f"crazy_eights({','.join(item for item in parameters if rng.random() < 0.9)})"


TEMPERS = ("any", "any", "drawing", "drawing", "twos", "passing", "cornered", "cornered")


def play_random(game: str, rng: random.Random, temper: str = "") -> Played:
    """Play one game at random; the temper of the game decides how often stocks run out and twos meet."""
    temper = temper or rng.choice(TEMPERS)
    state = pyspiel.load_game(game).new_initial_state()
    played = Played(game, [])
    while not state.is_terminal() and len(played.decisions) < MOST_DECISIONS:
        actions = state.legal_actions()
        if state.is_chance_node():
            action = rng.choice(actions)
        elif actions[0] >= FIRST_SUIT:
            action = rng.choice(actions)
            played.decisions[-1] = played.decisions[-1]._replace(named=len(actions) == 4)
        else:
            played.decisions.append(Decision(state.current_player(), frozenset(actions), False))
            action = _cornered(state, actions, rng) if temper == "cornered" else _choose(actions, temper, rng)
        state.apply_action(action)
    if state.is_terminal():
        played.returns = [int(score) for score in state.returns()]
    else:
        _finish_move(state, rng)
        played.last = Decision(state.current_player(), frozenset(state.legal_actions()), False)
    played.history = state.history()
    return played


def _finish_move(state: Any, rng: random.Random) -> None:
    """Go on to the next decision, so that no half of a move stands at the end."""
    while state.is_chance_node() or state.legal_actions()[0] >= FIRST_SUIT:
        state.apply_action(rng.choice(state.legal_actions()))


def _choose(actions: Sequence[int], temper: str, rng: random.Random) -> int:
    if temper != "any" and rng.random() < 0.85:
        if temper == "passing" and PASS in actions:
            return PASS
        if temper == "twos" and actions[0] < 4:
            return actions[0]
        if DRAW in actions:
            return DRAW
    return rng.choice(actions)


def _cornered(state: Any, actions: Sequence[int], rng: random.Random) -> int:
    """Draw the stock down, lay twos over its last cards, then pass: debts that just empty it, and blocked hands."""
    if PASS in actions and rng.random() < 0.97:
        return PASS
    left = int(_LEFT.search(str(state))[1])  # type: ignore[index]
    twos = [action for action in actions if action < 4]
    others = [action for action in actions if 4 <= action < DRAW]
    if left <= 6 and twos and rng.random() < 0.7:
        return rng.choice(twos)
    if left <= 6 and left % 2 == 0 and others and rng.random() < 0.9:
        return rng.choice(others)
    if DRAW in actions and rng.random() < 0.9:
        return DRAW
    return rng.choice(others or actions)


_LEFT = re.compile(r"cards left in deck: ([0-9]+)")


# Comparing


def compare(played: Played) -> Compared:
    """Convert a game and hold both referees together, decision by decision."""
    given = parameters(played.game)
    group = min(given["players"], 8), bool(given["use_special_cards"]), bool(given["reshuffle"])
    compared = Compared(group, len(played.decisions), None)
    record = _converted(played, compared)
    if record is None:
        return compared
    match = typed(GAME, record)
    state = _follow(match, played, compared)
    if state is not None:
        compared.ended = state.ended
        _compare_end(state, played, compared)
        _compare_verdict(record, played, compared)
    return compared


def _converted(played: Played, compared: Compared) -> dict[str, Any] | None:
    line = json.dumps({"game": played.game, "history": played.history})
    ((_, record, _),) = openspiel.read([line])
    if not isinstance(record, dict):
        compared.problems.append(f"refused: {record}")
        return None
    history = json.loads(openspiel.write(record).text)["history"]
    if history != played.history:
        compared.problems.append("what is written is not what was read")
    serialized = openspiel.write(record, Wish(settings={"form": "serialized"})).text
    ((_, again, _),) = openspiel.read(serialized.splitlines(keepends=True))
    if not isinstance(again, dict) or (again["rules"], again["rounds"]) != (record["rules"], record["rounds"]):
        compared.problems.append("what was serialized is read as another record")
    return record


def _follow(match: Any, played: Played, compared: Compared) -> Any:
    """Judge and make every move; the state at the end, or None after a disagreement."""
    moves = match.rounds[0].moves
    problem = compared.problems.append
    state: Any = play.begin(in_force(match.rules, len(match.players)), len(match.players), match.rules, None)
    fault = play.judge_deal(state, match.rounds[0].deal)
    if fault is not None:
        problem(f"deal: {fault}")
        return None
    play.apply_deal(state, match.rounds[0].deal)
    if len(moves) != len(played.decisions):
        problem(f"{len(moves)} moves, {len(played.decisions)} decisions")
        return None
    for number, (move, decision) in enumerate(zip(moves, played.decisions, strict=True), start=1):
        different = differences(state, decision, getattr(move, "card", None))
        if different:
            problem(f"before move {number} ({move}): {different}")
            return None
        fault = play.judge(state, move)
        if fault is not None:
            problem(f"move {number} ({move}) is refused: {fault}")
            return None
        play.apply(state, move)
    return state


def differences(state: Any, decision: Decision, card: str | None = None) -> str:
    """In what the two referees differ at a decision, in words; empty if in nothing.

    card: the one played there, for which it is known whether OpenSpiel had a suit named.
    """
    if state.phase == OVER:
        return f"the hand is over here ({state.ended}), not in OpenSpiel"
    if state.turn != decision.player:
        return f"seat {state.turn} is to move here, {decision.player} in OpenSpiel"
    actions = set()
    for pattern in legal(state):
        actions.add(_action(pattern))
        suits = pattern.get("suit")
        if pattern.get("card") == card and card is not None and suits != (SUITS if decision.named else None):
            return f"{card} names {suits} here, {'a suit' if decision.named else 'none'} in OpenSpiel"
    if actions != decision.legal:
        return f"legal only here {sorted(actions - decision.legal)}, only there {sorted(decision.legal - actions)}"
    return ""


def _action(pattern: dict[str, Any]) -> int:
    """The action of OpenSpiel for a pattern of moves; -1 for what OpenSpiel does not have."""
    if pattern["action"] == "play":
        return CARDS.index(pattern["card"])
    return {"draw": DRAW, "pass": PASS}.get(pattern["action"], -1)


def _compare_end(state: Any, played: Played, compared: Compared) -> None:
    if played.returns is None:
        assert played.last is not None
        different = differences(state, played.last)
        if different:
            compared.problems.append(f"at the end: {different}")
    elif state.phase != OVER:
        compared.problems.append("the hand goes on here, and is over in OpenSpiel")
    else:
        ended = _how_it_ended(played)
        if state.ended != ended:
            compared.problems.append(f"ended {state.ended} here, {ended} in OpenSpiel")


def _how_it_ended(played: Played) -> str:
    """By what OpenSpiel ended a game: every card costs something, so that an empty hand returns 0."""
    assert played.returns is not None
    if played.history[-1] == PASS:
        return "blocked"
    return "out" if played.returns[played.decisions[-1].player] == 0 else "max-plays"


def _compare_verdict(record: dict[str, Any], played: Played, compared: Compared) -> None:
    """The verdict on the whole record, read as bytes: the quick way through it must agree."""
    verdict = examine(one_line(GAME, record).encode())
    wanted = "sound" if played.returns is not None else "unfinished"
    if verdict.verdict != wanted or verdict.findings or verdict.proof != "complete":
        compared.problems.append(f"verdict {verdict.verdict} ({verdict.proof}), not {wanted}: {verdict.findings}")
    if played.returns is None:
        return
    scores = verdict.rounds[0].get("scores") if verdict.rounds else None
    if scores != played.returns:
        compared.problems.append(f"scores {scores} here, {played.returns} in OpenSpiel")
    compared.openspiel = sum(played.returns)
    rescored = {**record, "rules": {**record["rules"], "card_values": "standard"}}
    rounds = examine(one_line(GAME, rescored).encode()).rounds
    compared.standard = sum(rounds[0].get("scores", ())) if rounds else 0


# Many games


def one_game(number: int, seed: int) -> tuple[Played, Compared]:
    """Game ``number`` of a seed, always the same one."""
    rng = random.Random(f"{seed}:{number}")
    played = play_random(random_game(rng), rng)
    return played, compare(played)


def small_games(games: int) -> list[Played]:
    """Short games with special cards in which the stock runs out, always the same: the delicate rules need them."""
    played = []
    for number in range(games):
        rng = random.Random(number)
        players, renews = rng.randint(2, 4), number % 2 == 1
        game = f"crazy_eights(max_turns=60,players={players},reshuffle={renews},use_special_cards=True)"
        played.append(play_random(game, rng, temper="cornered"))
    return played


def _part(numbers: Sequence[int], seed: int) -> list[tuple[Played | None, Compared]]:
    """A part of the run; games are kept only where there was a disagreement."""
    results = (one_game(number, seed) for number in numbers)
    return [(played if compared.problems else None, compared) for played, compared in results]


def run(games: int, seed: int, processes: int = 1) -> Iterator[tuple[Played | None, Compared]]:
    """Compare that many games; the game itself comes along where there was a disagreement."""
    parts = [range(first, min(first + 100, games)) for first in range(0, games, 100)]
    work = partial(_part, seed=seed)
    if processes == 1:
        for part in parts:
            yield from work(part)
        return
    with Pool(processes) as pool:
        for results in pool.imap_unordered(work, parts):
            yield from results


HEADINGS = (
    *("players", "special", "reshuffle", "games", "decisions", "out", "blocked", "max-plays", "unfinished"),
    *("disagree", "openspiel", "standard"),
)


def table(compared: Iterable[Compared]) -> str:
    """The results by parameters and in all; the last two columns are points lost in all games."""
    sums: dict[tuple[Any, ...], Counter[str]] = {}
    total: tuple[Any, ...] = ("all", "", "")
    for one in compared:
        players, *flags = one.group
        kind = ("8+" if players == 8 else str(players), *("yes" if flag else "no" for flag in flags))
        for row in (kind, total):
            count = sums.setdefault(row, Counter())
            count.update(games=1, decisions=one.decisions, disagree=bool(one.problems))
            count.update({one.ended or "unfinished": 1})
            count.update(openspiel=one.openspiel, standard=one.standard)
    order = sorted(sums.keys() - {total}) + [total] * (total in sums)
    lines = [HEADINGS, *((*row, *(sums[row][name] for name in HEADINGS[3:])) for row in order)]
    widths = [max(len(str(line[column])) for line in lines) for column in range(len(HEADINGS))]
    return "\n".join(
        "  ".join(str(cell).rjust(width) for cell, width in zip(line, widths, strict=True)) for line in lines
    )


def full(played: Played, compared: Compared) -> str:
    """A disagreement with all that is needed to see it again."""
    line = json.dumps({"game": played.game, "history": played.history})
    ((_, record, _),) = openspiel.read([line])
    shown = pretty(GAME, record) if isinstance(record, dict) else ""
    return "\n".join([*compared.problems, line, shown])


def main() -> int:
    """Run from the command line; 1 if there was any disagreement."""
    parser = argparse.ArgumentParser(description="Compare kontari's judge of Crazy Eights with OpenSpiel's.")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--show", type=int, default=5, help="disagreements printed in full")
    arguments = parser.parse_args()
    begun = time.monotonic()
    results = []
    wrong = 0
    for played, compared in run(arguments.games, arguments.seed, arguments.processes):
        results.append(compared)
        if played is not None:
            wrong += 1
            if wrong <= arguments.show:
                print(full(played, compared))
    print(table(results))
    print(f"seed {arguments.seed}, {time.monotonic() - begun:.0f} s; {wrong} disagreements")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
