"""Figures over records, held against counts made by hand on records of the corpus; and the command that tells them."""

import json
import random
import statistics
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from command_line import kontari
from conftest import GAME, changed, examples, illegal
from kontari.core.figures import Counts, Numbers
from kontari.examination import examine
from kontari.forms import source
from kontari.games import GAMES, part
from kontari.record.in_force import rules_in_force
from kontari.record.writing import one_line
from kontari.schemas import complaints
from kontari.stats.gathering import Statistics
from kontari.stats.text import text
from page import CORPUS

RECORDS = [
    path
    for game in GAMES
    for path in sorted((CORPUS / game).rglob(f"*.{game}.json"))
    if path.parent.name not in ("illegal", "malformed")
]


def gathered(*records: bytes) -> dict[str, Any]:
    made = Statistics()
    for data in records:
        made.add(examine(data), source(data).reading.record)
    return made.data()


def told(data: dict[str, Any]) -> dict[str, Any]:
    """The figures of the one game by name: the counts, or (count, min, median, mean, max)."""
    (game,) = data["games"]
    assert len({one["name"] for one in game["figures"]}) == len(game["figures"])
    return {one["name"]: short(one) for one in game["figures"]}


def short(one: dict[str, Any]) -> Any:
    if one["kind"] == "counts":
        return one["of"], one["counts"]
    return tuple(one[key] for key in ("count", "min", "median", "mean", "max") if key in one)


def corpus(game: str, verdict: str, name: str) -> dict[str, Any]:
    return told(gathered((CORPUS / game / verdict / f"{name}.{game}.json").read_bytes()))


# By hand: read from what `kontari replay` tells of these records, move by move


def test_crazy_eights_by_hand() -> None:
    """Three rounds of 15, 21 and 23 moves, in which 2, 5 and 7 cards are drawn and 8H, 8S=S and 8D=S are played."""
    found = corpus("crazy-eights", "sound", "match-classic-three-players")
    assert found["moves_per_match"] == (1, 59, 59, 59, 59)
    assert found["rounds_per_match"] == (1, 3, 3, 3, 3)
    assert found["moves_per_round"] == (3, 15, 21, 19.6667, 23)
    assert found["terminations"] == (1, {"normal": 1})
    assert found["ended"] == (3, {"out": 3})
    assert found["wins_of_3"] == (1, {"side 0": 0, "side 1": 1, "side 2": 0})
    assert found["added"] == (9, 0, 0, 19.7778, 113)
    assert found["scores"] == (3, 0, 23, 59.3333, 155)
    assert found["cards_played"] == (13 + 17 + 17, {"eights": 3, "others": 44})
    assert found["suits_named"] == (2, {"C": 0, "D": 0, "H": 0, "S": 2})
    assert found["cards_drawn"] == (3, 2, 5, 4.6667, 7)
    assert found["passes"] == found["reshuffles"] == found["penalties"] == (3, 0, 0, 0.0, 0)


def test_mus_by_hand_a_match_in_three_hands() -> None:
    found = corpus("mus", "sound", "whole-match-to-thirty")
    assert found["moves_per_round"] == (3, 15, 15, 16, 18)
    assert found["ended"] == (3, {"count": 3})
    assert found["added"] == (6, 1, 8.5, 8.1667, 14)  # 7 9, 10 8, 14 1
    assert (found["games"], found["stones"]) == ((2, 0, 0.5, 0.5, 1), (2, 18, 24.5, 24.5, 31))
    assert found["grande"] == (3, {"passed": 0, "accepted": 3, "refused": 0, "ordago": 0})
    assert found["chica"] == (3, {"passed": 0, "accepted": 3, "refused": 0, "ordago": 0})
    assert found["pares"] == (3, {"passed": 0, "accepted": 2, "refused": 1, "ordago": 0, "no-betting": 0})
    assert found["juego"] == (3, {"passed": 0, "accepted": 0, "refused": 1, "ordago": 0, "no-betting": 2})
    assert found["punto"] == (0, {"passed": 0, "accepted": 0, "refused": 0, "ordago": 0})
    assert found["raises"] == (10, {"grande": 5, "chica": 4, "pares": 1, "juego": 0, "punto": 0})
    assert found["ordagos"][0] == 0
    assert found["stakes"] == (8, 2, 4, 4.5, 6)  # 6 4, 4 6 4, 6 4 2
    assert found["dejes"] == (2, 1, 1, 1.0, 1)
    assert found["exchanges"] == (3, {"0": 3})  # three say mus and the fourth cuts


def test_mus_by_hand_ordagos() -> None:
    """Órdago to grande, to chica over a bet of 2 and a raise of 2, and to pares over a bet of 2: all refused."""
    found = corpus("mus", "unfinished", "ordago-refused-takes-the-stake-before-it")
    for lance in ("grande", "chica", "pares"):
        assert {way for way, often in found[lance][1].items() if often} == {"refused"}
    assert found["juego"][1]["passed"] == 1
    assert found["raises"][1]["chica"] == found["raises"][0] == 1
    assert found["ordagos"] == (3, {"grande": 1, "chica": 1, "pares": 1, "juego": 0, "punto": 0})
    assert found["ordago_answers"] == (3, {"accepted": 0, "refused": 3})
    assert found["dejes"] == (3, 1, 2, 2.3333, 4)
    found = corpus("mus", "sound", "ordago-accepted-keeps-the-stones")
    assert found["pares"] == (1, {"passed": 0, "accepted": 0, "refused": 0, "ordago": 1, "no-betting": 0})
    assert (found["juego"][0], found["ended"]) == (0, (1, {"ordago": 1}))  # the hand ended before it
    assert found["ordago_answers"] == (1, {"accepted": 1, "refused": 0})
    assert (found["dejes"], found["stakes"]) == ((1, 2, 2, 2, 2), (1, 2, 2, 2, 2))


@pytest.mark.parametrize(
    ("name", "exchanges"),
    [
        ("discards-and-draws-known-stock", {"1": 1}),
        ("two-players-corrido", {"2": 1}),
        ("corrido-three-full-mus", {"0": 1, "3": 1}),
        ("visto-two-stand", {"1": 1}),
    ],
)
def test_mus_by_hand_exchanges(name: str, exchanges: dict[str, int]) -> None:
    assert corpus("mus", "unfinished", name)["exchanges"] == (sum(exchanges.values()), exchanges)


def test_rummikub_by_hand() -> None:
    """75 turns, 3 of them passes, 8 melds; one takes up a set: a tile is added to a group."""
    found = corpus("rummikub", "sound", "full-3-club")
    assert found["moves_per_round"] == (1, 75, 75, 75, 75)
    assert found["ended"] == (1, {"pool": 1})
    assert found["opened"] == (3, {"opened": 3, "never": 0})
    # Bo in his 2nd turn o11-J and b5-7, Ana in her 7th two groups of 13, Cem in his 12th o6-8, three 3s and k6-9
    assert found["opening_turn"] == (3, 2, 7, 7, 12)
    assert found["opening_points"] == (3, 54, 60, 64, 78)
    assert found["melds"] == (8, {"rack": 7, "rearranged": 1})
    assert found["jokers"] == (0, {"kept": 0, "swapped": 0, "moved": 0})
    assert (found["tiles_drawn"], found["passes"]) == ((1, 64, 64, 64, 64), (1, 3, 3, 3, 3))
    found = corpus("rummikub", "sound", "match-by-totals")
    assert found["opened"] == (6, {"opened": 3, "never": 3})
    assert found["opening_points"] == (3, 33, 33, 33, 33)


@pytest.mark.parametrize(
    ("verdict", "name", "fate"),
    [
        ("sound", "w9", "swapped"),  # a black 3 for the joker of three 3s
        ("unfinished", "jk-swap-run-free", "swapped"),
        ("unfinished", "jk-table-tile-replaces-free", "moved"),  # the tile in its place was of the table
        ("unfinished", "bind-free-changes", "kept"),
    ],
)
def test_rummikub_by_hand_jokers(verdict: str, name: str, fate: str) -> None:
    data = (CORPUS / "rummikub" / verdict / f"{name}.rummikub.json").read_bytes()
    record = source(data).reading.record
    figures = part("rummikub", "figures").Figures()
    figures.add(record, rules_in_force("rummikub", record.rules, len(record.players)), 1)
    found = {figure.name: short(figure.data()) for figure in figures.figures()}
    assert found["jokers"] == (1, {"kept": 0, "swapped": 0, "moved": 0} | {fate: 1})
    assert found["opened"][0] == 0  # the round begins in the middle


@pytest.mark.parametrize(
    ("name", "openings"),
    [
        ("sound/match-classic-three-players.crazy-eights", [("4", 1), ("3", 2), ("6", 0)]),
        ("sound/whole-match-to-thirty.mus", [("grande bet 2 accepted", seat) for seat in (0, 1, 0)]),
        ("unfinished/ordago-refused-takes-the-stake-before-it.mus", [("grande ordago refused", 2)]),
        ("unfinished/visto-two-stand.mus", [("grande passed", 0)]),
        ("sound/full-3-club.rummikub", [("run 3 + run 3", 1)]),
        ("sound/match-by-totals.rummikub", [("run 3", 0), ("run 3", 0), ("run 3", 1)]),
        ("sound/w9.rummikub", [None]),
    ],
)
def test_openings_by_hand(name: str, openings: list[tuple[str, int] | None]) -> None:
    game = name.rpartition(".")[2]
    record = source((CORPUS / game / f"{name}.json").read_bytes()).reading.record
    assert part(game, "figures").openings(record, rules_in_force(game, record.rules, len(record.players))) == openings


# Laws


def test_figures_of_every_legal_record() -> None:
    """No record makes them stumble, rounds that have not ended neither; parts add up to the whole."""
    for path in RECORDS:
        data = path.read_bytes()
        verdict, record = examine(data), source(data).reading.record
        assert verdict.game is not None
        rules = rules_in_force(verdict.game, record.rules, len(record.players))
        figures = part(verdict.game, "figures").Figures()
        figures.add(record, rules, len(record.rounds))
        moves = sum(len(round_.moves) for round_ in record.rounds)
        for figure in figures.figures():
            one = figure.data()
            if one["kind"] == "counts":
                assert sum(one["counts"].values()) <= one["of"] <= max(moves, len(record.rounds) * len(record.players))
        openings = part(verdict.game, "figures").openings(record, rules)
        assert len(openings) <= len(record.rounds)


@examples(60)
@given(st.lists(st.integers(-20, 20) | st.integers(-(2**60), 2**60), min_size=1, max_size=30))
def test_numbers_are_those_of_the_standard_library(values: list[int]) -> None:
    numbers = Numbers("x", "x")
    for value in values:
        numbers.add(value)
    found = numbers.data()
    assert (found["count"], found["min"], found["max"]) == (len(values), min(values), max(values))
    assert found["median"] == (statistics.median_low(values) + statistics.median_high(values)) / 2
    assert found["mean"] == round(sum(values) / len(values), 4)


def test_counts_keep_their_order() -> None:
    counts = Counts("x", "x", ("b", "a"))
    counts.add("z")
    counts.add("y", times=2)
    counts.add("a", "c")
    counts.add()
    assert list(counts.data()["counts"].items()) == [("b", 0), ("a", 1), ("y", 2), ("c", 1), ("z", 1)]
    assert counts.data()["of"] == 5


def test_the_order_of_records_makes_no_difference() -> None:
    every = [path.read_bytes() for path in RECORDS[::7]]
    shuffled = random.Random(1).sample(every, len(every))
    assert gathered(*every) == gathered(*shuffled)
    assert complaints("stats", gathered(*every)) == []


# The command


def line(record: dict[str, Any]) -> str:
    return one_line(GAME, record)


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """Sound, illegal, unfinished and malformed records, and one that is won by forfeit."""
    open_ = changed(result={"termination": "unfinished"})
    open_["rounds"][0]["moves"].pop()
    del open_["rounds"][0]["scores"]
    forfeit = json.loads(json.dumps(open_))
    forfeit["result"] = {"termination": "forfeit", "lost_by": [1]}
    path = tmp_path / "mixed.jsonl"
    path.write_text("".join(map(line, (changed(), illegal(), open_, forfeit, changed()))) + "{\n")
    return path


def test_only_legal_play_counts(mixed: Path) -> None:
    done = kontari("stats", mixed, "--format", "json")
    assert done.status == 1
    data = json.loads(done.out)
    assert complaints("stats", data) == []
    assert data["records"] == {"sound": 3, "unfinished": 1, "illegal": 1, "malformed": 1}
    (game,) = data["games"]
    assert (game["records"], game["counted"]) == ({"sound": 3, "unfinished": 1, "illegal": 1}, 4)
    found = told(data)
    assert found["moves_per_match"] == (3, 2, 3, 2.6667, 3)
    assert found["moves_per_round"] == (2, 3, 3, 3, 3)
    assert found["terminations"] == (4, {"normal": 2, "forfeit": 1, "not over": 1})
    assert found["wins_of_2"] == (2, {"side 0": 2, "side 1": 0})
    assert found["cards_played"] == (6, {"eights": 2, "others": 4})


def test_text_for_people(mixed: Path, tmp_path: Path) -> None:
    done = kontari("stats", mixed)
    assert done.out.startswith(
        "all: 6 records: 3 sound, 1 unfinished, 1 illegal, 1 malformed\n\n"
        "crazy-eights: 5 records: 3 sound, 1 unfinished, 1 illegal\n"
        "1 of them not counted, since their play is not legal\n"
    )
    assert "cards played (6)\n  eights  2   33.3%  ##########\n  others  4   66.7%  ####################\n" in done.out
    assert kontari("stats", mixed, "-o", tmp_path / "out.txt").out == ""
    assert (tmp_path / "out.txt").read_text() == done.out
    assert done.out.isascii()


@pytest.mark.parametrize("width", [40, 60, 100, 160])
def test_text_fits_the_terminal(width: int) -> None:
    data = gathered(*(path.read_bytes() for path in RECORDS[::5]))
    lines = [one for one in text(data, width).splitlines() if "record" not in one]
    assert max(map(len, lines)) <= width
    assert any("#" in one for one in lines)


def test_records_of_one_game_need_no_sum(sound_file: Path) -> None:
    done = kontari("stats", sound_file)
    assert done.status == 0
    assert done.out.startswith("crazy-eights: 1 record: 1 sound\n\n")


def test_without_records(tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text("")
    done = kontari("stats", tmp_path / "none.jsonl")
    assert (done.status, done.out) == (0, "all: 0 records\n")
    assert kontari("stats", tmp_path / "missing.jsonl").status == 2
    assert kontari("stats", tmp_path / "none.jsonl", "--format", "yaml").status == 2


def test_a_fault_of_ours_is_kept_to_its_record(mixed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import kontari.commands.gathering as module

    real = module.examine_item

    def broken(item: Any, max_bytes: int) -> Any:
        if item.number == 1:
            raise KeyError("boom")
        return real(item, max_bytes)

    monkeypatch.setattr(module, "examine_item", broken)
    done = kontari("stats", mixed, "--format", "json")
    assert done.status == 3
    assert "a fault of kontari itself" in done.err
    assert json.loads(done.out)["records"]["sound"] == 2


@pytest.mark.parametrize("game", GAMES)
def test_notation_and_json_give_the_same(game: str, tmp_path: Path) -> None:
    path = CORPUS / game / "sound" / f"notation.{game}.txt"
    if not path.exists():
        path = CORPUS / game / "sound" / "notation-basque.mus.txt"
    converted = tmp_path / "a.jsonl"
    converted.write_bytes(kontari("convert", path, "--to", "jsonl").bytes)
    assert kontari("stats", path).out == kontari("stats", converted).out
