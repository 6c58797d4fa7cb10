"""Rummikub positions in the shorthand of three solvers."""

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kontari
from conftest import Run, examples
from kontari.convert import ConversionError, Wish, converter, shorthand
from kontari.examination import examine
from kontari.games import part
from kontari.games.rummikub.record import EXAMPLE
from kontari.record.writing import one_line

GAME = "rummikub"
Json = dict[str, Any]
MIDDLE: Json = {
    "kontari": "1.0",
    "game": GAME,
    "players": [{"name": "Ana"}, {"name": "Bea"}],
    "rounds": [
        {
            "deal": {
                "first": 0,
                "racks": [["r2", "k9", "J"], ["??"]],
                "table": [
                    ["k5", "k6", "k7", "k8"],
                    ["r10", "b10", "J"],
                    ["o1", "J", "o3"],
                    ["b11", "b12", "b13"],
                ],
                "opened": [True, False],
            },
            "moves": [],
        }
    ],
}


def wish(dialect: str | None, **settings: str) -> Wish:
    return Wish(dialect=dialect, settings=settings)


def read_all(text: str, dialect: str, **settings: str) -> list[Any]:
    return list(shorthand.read(iter(text.splitlines(keepends=True)), wish(dialect, **settings)))


def deal(text: str, dialect: str, **settings: str) -> Json:
    ((line, record, _),) = read_all(text, dialect, **settings)
    assert not isinstance(record, ConversionError), record
    assert line == 1
    found: Json = record["rounds"][0]["deal"]
    return found


def verdict(record: Json) -> Any:
    return examine(one_line(GAME, record).encode())


# Writing


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        ("rsconsole", "addtable k5-8 rb10 j o1 o3 j b11-13\naddrack r2 k9 j\ninitial clear\n"),
        ("rustikub", "b5-8 rlj10 y1 y3 j l11-13\nr2 b9 j\n"),
        ("rummikubsolver", "b5-8, rl10, j, y1, y3, j, l11-13\nr2, b9, j\n"),
    ],
)
def test_a_position_in_each_dialect(dialect: str, text: str) -> None:
    record = json.loads(json.dumps(MIDDLE))
    record["rules"] = {"jokers": 3}
    written = shorthand.write(record, wish(dialect))
    assert written.text == text
    assert len(written.losses) == 2


def test_the_letters_are_those_of_each_dialect() -> None:
    """b is blue in one and black in the others."""
    assert deal("addtable r1-3 b1-3 o1-3 k1-3\naddrack b1\n", "rsconsole")["table"] == [
        [f"{colour}{n}" for n in (1, 2, 3)] for colour in "rbok"
    ]
    for dialect, between in (("rustikub", " "), ("rummikubsolver", ", ")):
        found = deal(between.join(["r1-3", "l1-3", "y1-3", "b1-3"]) + "\nb1\n", dialect)
        assert found["table"] == [[f"{colour}{n}" for n in (1, 2, 3)] for colour in "rbok"]
        assert found["racks"][0] == ["k1"]


def test_initial_is_set_until_the_seat_has_opened() -> None:
    assert shorthand.write(EXAMPLE, wish("rsconsole", at="1.0")).text.endswith("initial set\n")
    assert shorthand.write(EXAMPLE, wish("rsconsole", at="1.1", seat="0")).text.endswith("initial clear\n")
    assert deal("addtable r1-3\naddrack k1\ninitial set\n", "rsconsole")["opened"] == [False, True]
    assert deal("addtable r1-3\naddrack k1\ninitial clear\n", "rsconsole")["opened"] == [True, True]


def test_place_and_seat() -> None:
    assert shorthand.write(EXAMPLE, wish("rustikub", at="1.1")).text == "r9-11\nr12 l10 y10 b10\n"
    assert shorthand.write(EXAMPLE, wish("rustikub", at="1.1", seat="0")).text == "r9-11\nb3\n"
    assert shorthand.write(EXAMPLE, wish("rustikub", seat="1")).text == "lyb10 r9-12\n\n"


@pytest.mark.parametrize(
    ("settings", "word"),
    [
        ({}, "the round is over"),
        ({"at": "1.3"}, "does not reach place 1.3"),
        ({"at": "2.0"}, "does not reach place 2.0"),
        ({"at": "1.1", "seat": "2"}, "no seat 2"),
    ],
)
def test_a_place_that_is_not_there_is_refused(settings: dict[str, str], word: str) -> None:
    with pytest.raises(ConversionError, match=word):
        shorthand.write(EXAMPLE, wish("rustikub", **settings))


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"game": "mus"}, "/game"),
        ({"rounds": []}, "/rounds"),
        ({"players": 5}, ""),
        ({"rules": {"teams": 2}}, ""),
    ],
)
def test_what_is_no_position_is_refused(change: Json, place: str) -> None:
    with pytest.raises(ConversionError) as caught:
        shorthand.write({**EXAMPLE, **change}, wish("rustikub"))
    assert caught.value.place == place


def test_an_illegal_match_is_written_up_to_the_fault() -> None:
    record = json.loads(json.dumps(EXAMPLE))
    record["rounds"][0]["moves"][1]["put"][0] = ["b10", "o10", "r10"]
    assert shorthand.write(record, wish("rustikub", at="1.1")).text == "r9-11\nr12 l10 y10 b10\n"
    with pytest.raises(ConversionError) as caught:
        shorthand.write(record, wish("rustikub", seat="0"))
    assert caught.value.place == "1.2"


def test_a_rack_that_nobody_saw_is_refused() -> None:
    with pytest.raises(ConversionError) as caught:
        shorthand.write({**MIDDLE, "rules": {"jokers": 3}}, wish("rustikub", seat="1"))
    assert "1 tiles that were not seen" in caught.value.message


# Reading


def test_a_position_becomes_a_deal_in_mid_round() -> None:
    ((_, record, losses),) = read_all("b5-8 rly10\nb9 r2\n", "rustikub")
    assert record["rounds"][0]["deal"] == {
        "first": 0,
        "racks": [["r2", "k9"], ["??"]],
        "table": [["k5", "k6", "k7", "k8"], ["r10", "b10", "o10"]],
        "opened": [True, True],
    }
    assert record["meta"]["source"] == "a position in the shorthand of rustikub"
    assert verdict(record).verdict == "unfinished"
    assert "one player with one tile" in losses[0].what
    ((_, record, losses),) = read_all("\nr2\n", "rustikub", opponents="9,12", opened="false")
    assert [len(rack) for rack in record["rounds"][0]["deal"]["racks"]] == [1, 9, 12]
    assert record["rounds"][0]["deal"]["opened"] == [False] * 3
    assert list(losses) == []


def test_jokers_have_a_place_in_the_compact_text() -> None:
    found = deal("addtable r4-8/J6 rbJ7 o1-3/J2,3\naddrack J j\n", "rsconsole")
    assert found["table"] == [["r4", "r5", "J", "r7", "r8"], ["r7", "b7", "J"], ["o1", "J", "J"]]
    assert found["racks"][0] == ["J", "J"]
    assert deal("ryj6\nj\n", "rustikub")["table"] == [["r6", "o6", "J"]]


def test_two_runs_in_a_word() -> None:
    assert deal("lr1-3\nlr1\n", "rummikubsolver")["table"] == [["b1", "b2", "b3"], ["r1", "r2", "r3"]]
    assert deal("lr1-3\nlr1\n", "rummikubsolver")["racks"][0] == ["r1", "b1"]


def test_an_illegal_position_is_converted_and_found() -> None:
    ((_, record, _),) = read_all("rrl7\nb9\n", "rustikub")
    judged = verdict(record)
    assert (judged.verdict, judged.findings[0].code) == ("illegal", "RK-P05")
    ((_, record, _),) = read_all("rlb7 rlb7 rlb7\nb9\n", "rustikub")
    assert verdict(record).verdict == "illegal"


@pytest.mark.parametrize(
    ("dialect", "text", "place"),
    [
        ("rsconsole", "addtable k5-8 j\n", "line 1, word 2"),
        ("rsconsole", "addrack k1\naddtable k5-6\n", "line 2, word 1"),
        ("rsconsole", "addrack k1\nsolve\n", "line 2"),
        ("rsconsole", "initial\n", "line 1"),
        ("rsconsole", "addrack l1\n", "line 1, word 1"),
        ("rsconsole", "addrack k14\n", "line 1, word 1"),
        ("rsconsole", "addrack k0\n", "line 1, word 1"),
        ("rsconsole", "addrack k5-3\n", "line 1, word 1"),
        ("rsconsole", "addtable k5-8/J9\n", "line 1, word 1"),
        ("rsconsole", "addtable rbk7/J7\n", "line 1, word 1"),
        ("rsconsole", "addtable rj5-8\n", "line 1, word 1"),
        ("rustikub", "r1-3\n", "line 1"),
        ("rustikub", "r1-3\nr1\nr2\n", "line 3"),
        ("rustikub", "r1-3\no1\n", "line 2, word 1"),
        ("rustikub", "r1-3,l1-3\nr1\n", "line 1, word 1"),
        ("rummikubsolver", "r1-3 l1-3\nr1\n", "line 1, word 1"),
        ("rummikubsolver", "r1-3, -l1-3\nr1\n", "line 1, word 2"),
        ("rummikubsolver", "r1-3\nr1,,r2\n", "line 2, word 2"),
    ],
)
def test_other_text_is_refused_with_its_place(dialect: str, text: str, place: str) -> None:
    ((_, error, _),) = read_all(text, dialect)
    assert isinstance(error, ConversionError)
    assert error.place == place


@pytest.mark.parametrize(
    "given_wish",
    [
        Wish(),
        wish("rustikub", at="14"),
        wish("rustikub", at="0.1"),
        wish("rustikub", seat="Ana"),
        wish("rustikub", opened="yes"),
        wish("rustikub", opponents="many"),
        wish("rustikub", opponents="999"),
    ],
)
def test_a_wrong_parameter_is_refused(given_wish: Wish) -> None:
    with pytest.raises(ConversionError):
        shorthand.check(given_wish)


def test_empty_text_holds_no_position() -> None:
    for dialect in shorthand.DIALECTS:
        assert read_all("", dialect) == read_all("\n\n", dialect) == []


@given(st.sampled_from(shorthand.DIALECTS), st.text("rbokljyJ0123456789-/, \naditcen", max_size=60))
@examples(300)
def test_no_text_raises(dialect: str, text: str) -> None:
    for _, record, _ in read_all(text, dialect):
        assert isinstance(record, ConversionError) or verdict(record).verdict in ("unfinished", "illegal")


# Laws


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("dialect", shorthand.DIALECTS)
def test_every_tile_of_a_generated_position_is_written(seed: int, dialect: str) -> None:
    """What is written holds exactly the tiles of table and rack; without jokers on the table it reads back."""
    record = part(GAME, "generate").record(seed, 0, 2, {})
    steps = [step for step in kontari.replay(kontari.read(one_line(GAME, record))) if step.round == 1 and step.move]
    reader = shorthand._Reader(dialect)
    for step in random.Random(seed).sample(steps, 8):
        assert step.position is not None
        if "to_move" not in step.position:
            continue
        seat = step.position["to_move"]
        text = shorthand.write(record, wish(dialect, at=f"1.{step.move}")).text
        table = [["J" if token[0] == "J" else token for token in one] for one in step.position["table"]]
        lines = {"addtable": "", "addrack": ""}
        if dialect == "rsconsole":
            lines |= dict(line.split(" ", 1) for line in text.splitlines() if line.startswith("add"))
        else:
            lines["addtable"], lines["addrack"] = text.splitlines()
        assert Counter(reader._tiles(lines["addtable"], 1)) == Counter(t for one in table for t in one)
        assert Counter(reader._tiles(lines["addrack"], 1)) == Counter(step.position["racks"][seat])
        if not any("J" in one for one in table):
            back = deal(text, dialect)
            assert sorted(map(sorted, back["table"])) == sorted(map(sorted, table))
            assert back["racks"][0] == step.position["racks"][seat]


def test_the_register_and_the_form_are_told() -> None:
    assert converter("rummikub-shorthand") is shorthand
    assert shorthand.sniff("addtable k5-8")
    assert not shorthand.sniff("addtables")


# The command line


def test_convert_both_ways(run: Run, tmp_path: Any) -> None:
    (tmp_path / "match.rummikub.json").write_text(one_line(GAME, EXAMPLE))
    words = ("--dialect", "rsconsole", "--set", "at=1.1")
    done = run("convert", "match.rummikub.json", "--to", "rummikub-shorthand", *words, "-o", "p.txt", "--loss", "text")
    assert done.returncode == 0
    assert "lost: which tiles lie together in a set" in done.stderr
    assert (tmp_path / "p.txt").read_text() == "addtable r9-11\naddrack r12 b10 o10 k10\ninitial set\n"
    back = run("convert", "p.txt", "--to", "jsonl", "--dialect", "rsconsole")
    assert back.returncode == 0
    assert json.loads(back.stdout)["rounds"][0]["deal"]["table"] == [["r9", "r10", "r11"]]
    assert run("convert", "p.txt", "--to", "jsonl").returncode == 2
    assert run("convert", "match.rummikub.json", "--to", "rummikub-shorthand").returncode == 2
    there = ("convert", "match.rummikub.json", "--to", "rummikub-shorthand", "--dialect", "rustikub", "--set")
    far = run(*there, "at=9.9")
    assert (far.returncode, "does not reach place 9.9" in far.stderr) == (1, True)
    wrong = run(*there, "to=1")
    assert (wrong.returncode, "no parameter to" in wrong.stderr) == (2, True)
