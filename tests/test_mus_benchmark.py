"""The converter of mus-benchmark: whole matches by a small engine that logs as it does, and damaged logs."""

import json
import random
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conftest import Run
from damage import damaged
from kontari.convert import ConversionError, mus_benchmark, sniffed
from kontari.convert.mus_benchmark_hand import KEPT, NAMES
from kontari.examination import examine
from kontari.record.writing import one_line
from mus_benchmark_engine import DECK, Engine


def read(lines: Any) -> list[Any]:
    return list(mus_benchmark.read(lines))


def converted(lines: Any) -> Any:
    ((_, record, losses),) = read(lines)
    assert not isinstance(record, ConversionError), record
    return record, losses


def refused(lines: Any) -> ConversionError:
    ((_, record, _),) = read(lines)
    assert isinstance(record, ConversionError)
    return record


def verdict(record: dict[str, Any]) -> Any:
    return examine(one_line("mus", record).encode())


def texts(lines: list[dict[str, Any]]) -> list[str]:
    return [json.dumps(line) + "\n" for line in lines]


def moves(record: dict[str, Any], round_: int = 0) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = record["rounds"][round_]["moves"]
    return found


def cautious(seed: int, hands: int = 3) -> Engine:
    """A match in which nobody wants mus or bets."""
    return Engine(seed, cautious=True).play(hands)


# Whole matches


def test_names_of_cards_are_the_pack() -> None:
    assert sorted(NAMES) == sorted(DECK)
    assert NAMES["rey de oros"] == "Ro"
    assert NAMES["as de bastos"] == "Ab"


def test_match_that_keeps_to_the_rules() -> None:
    """In pares and juego the engine asks all four, and to it ace and two are no pair: a hand may be illegal here."""
    verdicts = set()
    for seed in range(60):
        record, _ = converted(cautious(seed, hands=1).text())
        judged = verdict(record)
        verdicts.add(judged.verdict)
        assert judged.proof == "complete"
        if judged.verdict == "illegal":
            assert moves(record)[judged.findings[0].move - 1]["action"] in ("pass", "declare")
        else:
            assert judged.verdict == "unfinished"
            assert judged.rounds[0]["scores"] != [0, 0]
    assert verdicts == {"unfinished", "illegal"}


def test_several_hands_are_the_rounds_of_one_record() -> None:
    record, losses = converted(Engine(3).play(9).text())
    assert [round_["deal"]["mano"] for round_ in record["rounds"]] == [0, 1, 2, 3, 0, 1, 2, 3, 0]
    assert record["rules"] == {**mus_benchmark.RULES, "games_to_win": 10}
    own = {"model": "heuristic", "is_llm": False}
    assert record["players"] == [{"name": f"bot {seat}", "x-mus-benchmark": own} for seat in range(4)]
    kept = record["rounds"][4]["x-mus-benchmark"]
    assert (kept["points_a"], kept["hand_gain_a"], set(kept)) == (1, 1, set(KEPT))
    assert all("scores" not in round_ for round_ in record["rounds"])
    lost = {loss.what.rpartition(" (")[0]: loss.place for loss in losses}
    assert lost["times of the program's clock"] == "line 1, /t"
    assert lost["thoughts"] == "line 2, /thought"
    assert "signs seen" not in lost
    assert "tries that were rejected" not in lost


def test_every_action_has_its_move() -> None:
    seen = {}
    for seed in range(40):
        engine = Engine(seed).play(4)
        record, _ = converted(engine.text())
        decisions = [line for line in engine.lines if line["kind"] == "decision"]
        made = [
            move
            for round_ in record["rounds"]
            for move in round_["moves"]
            if move["action"] not in ("draw", "reshuffle")
        ]
        assert len(made) == len(decisions)
        for line, move in zip(decisions, made, strict=True):
            assert line["seat"] == move["seat"]
            seen.setdefault((line["action"], line["stake"] > 0), set()).add(move["action"])
            if line["action"] == "reenvido":
                assert move["stones"] == line["stake"]
    assert seen[("paso", False)] == {"pass"}
    assert seen[("y-yo", True)] == seen[("reenvido", True)] == {"raise"}
    assert seen[("envido", False)] == {"bet"}
    assert seen[("discard", False)] == {"discard"}
    assert seen[("no-tengo", False)] == {"declare"}


def test_cards_thrown_and_drawn_are_those_of_the_hands() -> None:
    """Followed here card by card; a reshuffle in the midst of a draw parts it."""
    reshuffles = parted = 0
    for seed in range(60):
        engine = Engine(seed, most_mus=4).play(3)
        record, _ = converted(engine.text())
        ends = [line for line in engine.lines if line["kind"] == "hand"]
        for round_, end in zip(record["rounds"], ends, strict=True):
            hands = [set(hand) for hand in round_["deal"]["hands"]]
            before = None
            for move in round_["moves"]:
                if move["action"] == "discard":
                    assert set(move["cards"]) <= hands[move["seat"]]
                    hands[move["seat"]] -= set(move["cards"])
                elif move["action"] == "draw":
                    hands[move["seat"]] |= set(move["cards"])
                elif move["action"] == "reshuffle":
                    reshuffles += 1
                    parted += before is not None and before["action"] == "draw" and len(hands[before["seat"]]) < 4
                before = move
            for seat, hand in enumerate(hands):
                assert hand == {NAMES[name] for name in end["hands"][str(seat)]}
        assert verdict(record).verdict in ("illegal", "unfinished")
    assert reshuffles
    assert parted


def test_exchange_is_legal_as_far_as_the_talk_goes() -> None:
    """Whatever is illegal later, no finding is about discards, draws or a reshuffle."""
    for seed in range(80):
        record, _ = converted(Engine(seed, most_mus=2).play(1).text())
        judged = verdict(record)
        if judged.verdict == "illegal":
            action = moves(record)[judged.findings[0].move - 1]["action"]
            assert action not in ("discard", "draw", "reshuffle", "mus")


def test_rank_alone_throws_every_card_of_it() -> None:
    engine = Engine(1)
    engine.play(1)
    engine.lines.clear()
    engine.number, engine.phase, engine.turn = 1, "MUS_DRAW", 0
    engine.hands = {0: ["rey de oros", "rey de copas", "seis de oros", "rey de bastos"]} | {
        seat: DECK[4 * seat : 4 * seat + 4] for seat in (1, 2, 3)
    }
    used = {card for hand in engine.hands.values() for card in hand}
    engine.pile, engine.thrown = [card for card in DECK if card not in used], []
    engine.discard(0, ["rey"])
    engine.discard(1, ["cinco"])
    record, losses = converted(texts(engine.lines))
    assert moves(record) == [
        {"action": "discard", "seat": 0, "cards": ["Ro", "Rc", "Rb"]},
        {"action": "discard", "seat": 1, "cards": ["5o"]},
    ]
    assert [loss.what for loss in losses if "drawn" in loss.what] == ["cards drawn before all had thrown (2)"]


# What breaks the rules


def test_mano_wants_an_ordago_before_the_talk() -> None:
    engine = cautious(5, hands=1)
    first = engine.lines[0]
    early = [{**first, "action": "ordago"}, {**first, "seat": 1, "action": "no-quiero", "phase": "ORDAGO_RESPONSE"}]
    record, _ = converted(texts([*early, *engine.lines]))
    assert [move["action"] for move in moves(record)[:3]] == ["ordago", "refuse", "no-mus"]
    judged = verdict(record)
    assert (judged.verdict, judged.findings[0].move) == ("illegal", 1)


def test_partner_of_the_bettor_raises() -> None:
    engine = cautious(6, hands=1)
    talk, *rest = engine.lines
    said = [("envido", 0, 0), ("quiero", 1, 2)]
    bets = [{**rest[0], "action": action, "seat": seat, "stake": stake} for action, seat, stake in said]
    own = [bets[0], {**bets[1], "seat": 2, "action": "y-yo"}]
    for lines, action in ((bets, "accept"), (own, "raise")):
        record, _ = converted(texts([talk, *lines, *rest[4:]]))
        assert moves(record)[2]["action"] == action
        judged = verdict(record)
        wanted = ("illegal", 3) if lines is own else ("unfinished", None)
        if lines is own:
            assert (judged.verdict, judged.findings[0].move) == wanted
        else:
            assert not judged.findings or judged.findings[0].move > 3


def test_paso_against_a_bet_is_a_refusal() -> None:
    talk, first, second, *_ = cautious(6, hands=1).lines
    record, _ = converted(texts([talk, {**first, "action": "envido"}, {**second, "stake": 2}]))
    assert [move["action"] for move in moves(record)] == ["no-mus", "bet", "refuse"]
    assert verdict(record).verdict == "unfinished"


# Several matches, and logs that end anywhere


def test_matches_are_split_where_the_hand_falls_back() -> None:
    lines = [*cautious(1, 2).text(), *cautious(2, 1).text(), "\n", *cautious(3, 1).text(), *cautious(4, 3).text()]
    found = read(lines)
    assert [len(record["rounds"]) for _, record, _ in found] == [2, 1, 1, 3]
    begins = [number for number, text in enumerate(lines, start=1) if '"hand": 1, "turn": 1,' in text]
    assert [line for line, _, _ in found] == begins


def test_log_that_begins_in_the_midst_of_a_match_starts_with_its_points() -> None:
    engine = Engine(5, cautious=True)
    engine.points, engine.number = [12, 7], 4
    record, _ = converted(engine.play(2).text())
    assert record["start"] == {"stones": [12, 7]}
    assert "start" not in converted(cautious(5, 2).text())[0]


def test_bad_line_spoils_its_match_and_no_other() -> None:
    one, other = cautious(1, 2).text(), cautious(2, 2).text()
    lines = [*one[:5], "{\n", *one[5:], *other]
    found = read(lines)
    assert [isinstance(record, ConversionError) for _, record, _ in found] == [True, False]
    assert found[0].record.place == "line 6, column 2"
    assert found[1].line == len(one) + 2


def exchanged() -> list[str]:
    """The log of a hand with one exchange."""
    engines = (Engine(seed, most_mus=1).play(1) for seed in range(50))
    return next(engine.text() for engine in engines if any(line.get("action") == "discard" for line in engine.lines))


def test_log_that_ends_anywhere_is_unfinished() -> None:
    lines = exchanged()
    for length in range(1, len(lines)):
        record, _ = converted(lines[:length])
        judged = verdict(record)
        assert judged.verdict in ("unfinished", "illegal")
        if '"action": "discard"' in lines[length - 1]:
            assert judged.verdict == "unfinished", judged.findings


def test_cards_drawn_at_the_end_of_the_log_are_unseen() -> None:
    lines = exchanged()
    last = max(number for number, line in enumerate(lines) if '"action": "discard"' in line)
    record, _ = converted(lines[: last + 1])
    assert set(moves(record)[-1]["cards"]) == {"??"}
    assert verdict(record).verdict == "unfinished"


# Damage


@pytest.mark.parametrize(
    ("number", "path", "value", "place"),
    [
        (0, ["kind"], "x", "line 1, /kind"),
        (0, ["hand"], "1", "line 1, /hand"),
        (2, ["seat"], 4, "line 3, /seat"),
        (2, ["action"], "pasar", "line 3, /action"),
        (2, ["action"], None, "line 3"),
        (2, ["hands", "0"], [], "line 3, /hands/0"),
        (2, ["hands", "1", 2], "rey of oros", "line 3, /hands/1/2"),
        (2, ["hands"], {}, "line 3, /hands"),
        (1, ["stake"], "2", "line 2, /stake"),
        (0, ["mano"], 7, "line 1, /mano"),
        (0, ["name"], 7, "line 1, /name"),
        (-1, ["dealt", "0"], ["rey de oros"], "line {last}, /dealt/0"),
        (-1, ["points_a"], 1.5, "line {last}, /points_a"),
        (4, ["hand"], 3, "line 5, /hand"),
    ],
    ids=str,
)
def test_damage_is_refused_at_its_place(number: int, path: list[Any], value: Any, place: str) -> None:
    lines = json.loads(json.dumps(cautious(1, 1).lines))
    parent = lines[number]
    for key in path[:-1]:
        parent = parent[key]
    parent[path[-1]] = value
    assert refused(texts(lines)).place == place.format(last=len(lines))


@pytest.mark.parametrize(
    "text", ["[]", "{", "7", "NaN", '{"kind": "hand", "kind": "hand"}', "[" * 100_000, '{"hand": 1e999}']
)
def test_what_is_no_such_line_is_refused(text: str) -> None:
    assert refused([text]).place.startswith("line 1")


def test_hands_that_change_by_themselves_are_refused() -> None:
    lines = json.loads(json.dumps(cautious(1, 1).lines))
    hands = lines[4]["hands"]
    hands["0"][0], hands["1"][0] = hands["1"][0], hands["0"][0]
    assert refused(texts(lines)).place == "line 4, /hands"


def test_damage_at_random_is_refused_or_converted() -> None:
    rng = random.Random(3)
    samples = [Engine(seed, most_mus=2).play(1).lines for seed in range(5)]
    outcomes = {True: 0, False: 0}
    for number in range(1000):
        lines = list(samples[number % len(samples)])
        at = rng.randrange(len(lines))
        made = texts(lines)
        made[at] = damaged(lines[at], rng).replace("\n", " ") + "\n"
        for _, record, _ in read(made):
            outcomes[isinstance(record, ConversionError)] += 1
            if not isinstance(record, ConversionError):
                assert verdict(record).verdict != "malformed"
    assert min(outcomes.values()) > 50


# Long logs


def test_no_more_than_a_match_is_held() -> None:
    """The log is read as its lines come, and what is held does not grow with the number of matches."""
    one = Engine(1).play(2).text()

    def endless(matches: int) -> Iterator[str]:
        for _ in range(matches):
            yield from one

    def peak(matches: int) -> int:
        tracemalloc.start()
        assert sum(1 for _ in mus_benchmark.read(endless(matches))) == matches
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    peak(2)
    assert peak(40) < 1.5 * peak(4)


def test_sniffing() -> None:
    lines = cautious(1, 1).text()
    assert sniffed("".join(lines)) == ["mus-benchmark"]
    assert mus_benchmark.sniff(lines[-1])
    assert not mus_benchmark.sniff('{"kind": "decision"}')
    assert read([]) == []


def test_command_line(run_apart: Run, tmp_path: Path) -> None:
    """Such a log is told by its content, though its name is one of our own."""
    log = tmp_path / "decisions.jsonl"
    log.write_text("".join([*cautious(1, 2).text(), *cautious(4, 1).text()]))
    done = run_apart("convert", log, "--to", "jsonl", "--no-verify", "--loss", "text")
    assert done.returncode == 0
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [len(record["rounds"]) for record in records] == [2, 1]
    assert "decisions.jsonl: line 1: lost: thoughts (" in done.stderr
    again = run_apart("convert", "-", "--to", "jsonl", "--no-verify", stdin=log.read_bytes())
    assert again.stdout == done.stdout
    own = tmp_path / "own.jsonl"
    own.write_text(done.stdout)
    assert run_apart("convert", own, "--to", "jsonl", "--no-verify").stdout == done.stdout
