"""Whether a shuffle is fair: honest ones pass, of several seeds; a naive one and a favoured seat are found."""

import json
import random
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from command_line import kontari
from kontari.core.cards import TOKENS
from kontari.core.shuffle import Dealt
from kontari.fairness.counting import Layout
from kontari.fairness.gathering import GameFairness, Outcome
from kontari.games import GAMES
from kontari.games.crazy_eights.generate import record
from kontari.record.writing import one_line
from kontari.schemas import complaints

DEALS = 100_000
Shuffle = Callable[[random.Random, list[str]], None]


def honest(chance: random.Random, pack: list[str]) -> None:
    chance.shuffle(pack)


def naive(chance: random.Random, pack: list[str]) -> None:
    """Each card swapped with any card, and not only with one that is not yet in its place."""
    for place in range(len(pack)):
        other = chance.randrange(len(pack))
        pack[place], pack[other] = pack[other], pack[place]


def riffled(chance: random.Random, pack: list[str]) -> None:
    """Four riffles of a new pack, where seven are wanted."""
    for _ in range(4):
        cut = sum(chance.random() < 0.5 for _ in pack)
        left, right = pack[:cut], pack[cut:]
        pack.clear()
        while left or right:
            pack.append((left if chance.random() * (len(left) + len(right)) < len(left) else right).pop(0))


def outcome_of(seed: int, shuffle: Shuffle, deals: int, favour: float = 0.0) -> dict[str, Outcome]:
    """The tests over so many deals; who leads wins 53 of 100; ``favour`` is how much more often seat 0 wins."""
    chance = random.Random(seed)
    counts = GameFairness("crazy-eights")
    for _ in range(deals):
        pack = list(TOKENS)
        shuffle(chance, pack)
        counts.deal(Dealt((pack[:7], pack[7:14]), pack[15:], pack[14:15]))
        lead = chance.randrange(2)
        winner = lead if chance.random() < 0.53 else 1 - lead
        if winner == 1 and chance.random() < 2 * favour:
            winner = 0
        counts.won(2, lead, winner)
    return {one.name: one for one in counts.tests()}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_honest_shuffle_passes(seed: int) -> None:
    for one in outcome_of(seed, honest, DEALS).values():
        assert one.counted == DEALS
        assert one.chance is not None
        assert not one.found, one


def test_a_naive_shuffle_and_a_seat_favoured_by_one_in_a_hundred_are_found() -> None:
    found = outcome_of(1, naive, DEALS, favour=0.01)
    assert {name for name, one in found.items() if one.found} == {
        "cards-by-seat",
        "cards-by-place",
        "ranks-by-seat",
        "wins-by-seat",
    }


def test_too_few_riffles_leave_neighbours_together() -> None:
    assert outcome_of(1, riffled, 3_000)["neighbours"].found


def test_a_generator_of_few_seeds_deals_the_same_again() -> None:
    counts = GameFairness("crazy-eights")
    for index in range(1_000):
        pack = list(TOKENS)
        random.Random(index % 999).shuffle(pack)
        counts.deal(Dealt((pack[:7], pack[7:14]), pack[15:], pack[14:15]))
    (repeats,) = (one for one in counts.tests() if one.name == "repeated-deals")
    assert (repeats.seen, repeats.found) == (1, True)


def test_the_statistic_is_that_of_the_definition_where_all_orders_are_counted_once() -> None:
    """Over all orders of four cards nothing strays; over some of them the statistic is worked out by hand."""
    layout = Layout((1, 1), 2, 4)
    layout.add(np.array(list(permutations(range(4)))))
    assert layout.cards_by_seat() == (pytest.approx(0), 6)
    assert layout.cards_by_place() == (pytest.approx(0), 3)
    one = Layout((1, 1), 2, 4)
    one.add(np.array([[0, 1, 2, 3]] * 12))
    # Each kind is 12 times in its group of 1, 1 or 2 places, where 3, 3 and 6 were to be expected. By the definition
    # it is 3/4 of the sum of (seen - expected)^2 / expected: kinds 0 and 1 have 81/3 + 9/3 + 36/6, kinds 2 and 3
    # have 9/3 + 9/3 + 36/6.
    assert one.cards_by_seat()[0] == pytest.approx(3 / 4 * (2 * (27 + 3 + 6) + 2 * (3 + 3 + 6)))


def test_chances_are_spread_evenly_where_all_is_honest() -> None:
    """Of many honest runs one in ten lies below a tenth, by each chi-squared."""
    runs = [outcome_of(seed, honest, 600) for seed in range(40)]
    for name in ("cards-by-seat", "cards-by-place", "wins-by-seat"):
        chances = [run[name].chance for run in runs]
        assert sum(chance is not None and chance < 0.1 for chance in chances) <= 12, name


@pytest.mark.parametrize("game", GAMES)
def test_the_command_over_records_of_each_game(game: str, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(kontari("generate", game, "--count", 5, "--seed", 1).out)
    done = kontari("stats", path, "--fairness", "--format", "json")
    assert done.status == 0
    shown: dict[str, Any] = json.loads(done.out)
    assert complaints("fairness", shown) == []
    (told,) = shown["games"]
    assert told["game"] == game
    assert told["deals"] >= 5
    text = kontari("stats", path, "--fairness").out
    assert text.startswith(f"{game}: {told['deals']:,} complete deals")
    assert text.count("It shows") == text.count("It cannot") == 6


def test_what_was_found_is_status_1_and_what_is_not_complete_does_not_count(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    one = record(1, 1, 2, {"max_rounds": 1})
    hidden = json.loads(json.dumps(one))
    hidden["rounds"][0]["deal"]["hands"][0][0] = "??"
    path.write_text(one_line("crazy-eights", one) * 600 + one_line("crazy-eights", hidden))
    done = kontari("stats", path, "--fairness")
    assert done.status == 1
    assert "600 complete deals; 1 are not complete" in done.out
    assert "599 came before" in done.out
    assert "UNLIKELY TO BE CHANCE" in done.out
    (tmp_path / "none.jsonl").write_text("")
    assert kontari("stats", tmp_path / "none.jsonl", "--fairness").out == "no legal records\n"
