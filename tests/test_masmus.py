"""The converter of masmus: whole hands by a small program that saves as masmus does, and damaged files."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from conftest import Run
from damage import damaged
from kontari.convert import ConversionError, Wish, masmus, sniffed
from kontari.examination import examine
from kontari.record.writing import one_line
from masmus_app import Hand, played


def converted(saved: dict[str, Any], **wish: Any) -> Any:
    ((line, record, losses),) = masmus.read([json.dumps(saved)], Wish(**wish))
    assert line == 1
    assert not isinstance(record, ConversionError), record
    return record, losses


def refused(text: str) -> ConversionError:
    ((_, record, _),) = masmus.read(text.splitlines(keepends=True))
    assert isinstance(record, ConversionError)
    return record


def verdict(record: dict[str, Any]) -> Any:
    return examine(one_line("mus", record).encode())


def tokens(hands: list[list[str]]) -> list[list[str]]:
    return [sorted(code.replace("1", "A") for code in hand) for hand in hands]


def h5() -> Hand:
    """Hand H5 of the worked ones: from 38–36, 40–37 by the count."""
    hand = Hand(1)
    hand.hands = [
        ["Ro", "3c", "7e", "1b"],
        ["Re", "3e", "3o", "4o"],
        ["4c", "1o", "2o", "5c"],
        ["Sc", "7b", "6b", "5b"],
    ]
    used = {code for cards in hand.hands for code in cards}
    hand.stock = [rank + suit for rank in "1234567SCR" for suit in "oceb" if rank + suit not in used]
    hand.no_mus()
    for _ in range(4):
        hand.paso()
    hand.envido(2)
    hand.quiero()
    while hand.phase != "over":
        hand.paso()
    return hand


# Hands as they were played


@pytest.mark.parametrize("corrido", [False, True])
@pytest.mark.parametrize("exchanges", [0, 1, 2])
def test_a_hand_is_found_whole(exchanges: int, corrido: bool) -> None:
    """Also where the discards became a new stock in the second exchange."""
    reshuffles = 0
    for seed in range(25):
        hand = played(seed, exchanges, corrido)
        record, _ = converted(hand.saved(number=1 if corrido else 2))
        judged = verdict(record)
        assert judged.verdict in ("sound", "unfinished"), judged.findings
        assert judged.proof == "complete"
        assert "??" not in json.dumps(record)
        deal = record["rounds"][0]["deal"]
        assert tokens(deal["hands"]) == tokens(hand.dealt)
        assert len(deal["stock"]) == 24
        reshuffles += sum(move["action"] == "reshuffle" for move in record["rounds"][0]["moves"])
    assert bool(reshuffles) == (exchanges > 1)


def test_every_snapshot_of_a_hand_is_unfinished() -> None:
    most = 0
    for length in range(40):
        hand = played(7, exchanges=1, most=length)
        record, _ = converted(hand.saved())
        assert verdict(record).verdict in ("unfinished", "sound")
        moves = len(record["rounds"][0]["moves"])
        assert moves >= most
        most = moves


def test_after_a_reshuffle_and_more_exchanges_cards_may_be_unseen() -> None:
    unseen = set()
    for seed in range(25):
        for exchanges in (3, 4):
            hand = played(seed, exchanges)
            record, _ = converted(hand.saved(number=2))
            judged = verdict(record)
            assert judged.verdict in ("sound", "unfinished"), judged.findings
            unseen.add((exchanges, "??" in json.dumps(record)))
            if "??" not in json.dumps(record):
                assert judged.proof == "complete"
                assert tokens(record["rounds"][0]["deal"]["hands"]) == tokens(hand.dealt)
            else:
                assert "stock" not in record["rounds"][0]["deal"]
    assert {(3, True), (3, False)} <= unseen


def test_without_the_generator_what_no_place_names_is_unseen() -> None:
    proofs = set()
    for seed in range(10):
        saved = played(seed, exchanges=2).saved()
        saved["match"]["hand"]["random"] ^= 1
        record, _ = converted(saved)
        judged = verdict(record)
        assert judged.verdict in ("sound", "unfinished"), judged.findings
        assert "stock" not in record["rounds"][0]["deal"]
        assert "??" in json.dumps(record)
        proofs.add(judged.proof)
    assert "partial" in proofs
    once = played(3, exchanges=1).saved()
    once["match"]["hand"]["random"] ^= 1
    assert verdict(converted(once)[0]).proof == "complete"


def test_worked_hand() -> None:
    saved = h5().saved(score=(38, 36), number=9, winner=0, end="count")
    record, losses = converted(saved, claims=True)
    assert record["start"] == {"stones": [38, 36], "first_hand": False}
    assert record["result"] == {"termination": "normal", "winners": [0]}
    assert record["rules"] == {"preset": "classic", "kings": 8, "target": 40, **masmus.RULES}
    assert [player["name"] for player in record["players"]] == ["person", "bold", "calm", "sly"]
    assert record["meta"]["source"] == "masmus"
    assert losses == []
    judged = verdict(record)
    assert (judged.verdict, judged.proof) == ("sound", "complete")
    assert judged.result["stones"] == [40, 37]
    wrong = h5().saved(score=(38, 36), number=9, winner=1, end="count")
    assert verdict(converted(wrong, claims=True)[0]).verdict == "misscored"
    record, losses = converted(saved)
    assert "result" not in record
    assert [loss.place for loss in losses] == ["line 1, /match/winner"]


def test_moves_are_those_said() -> None:
    hand = h5()
    record, _ = converted(hand.saved(score=(38, 36), number=9))
    moves = record["rounds"][0]["moves"]
    assert moves[0] == {"action": "no-mus", "seat": 0}
    assert moves[5:7] == [{"action": "bet", "seat": 0, "stones": 2}, {"action": "accept", "seat": 1}]
    assert moves[7] == {"action": "declare", "seat": 0, "has": True, "lance": "pares"}
    raised = Hand(5)
    raised.no_mus()
    raised.envido(2)
    raised.envido(5)
    moves = converted(raised.saved())[0]["rounds"][0]["moves"]
    assert moves[1:] == [
        {"action": "bet", "seat": 0, "stones": 2},
        {"action": "raise", "seat": 1, "stones": 5, "stake": 7},
    ]


def test_first_hand_has_no_start_and_mano_moves_with_the_talk() -> None:
    hand = Hand(11, mano=2, corrido=True)
    for _ in range(4):
        hand.mus()
    for _ in range(4):
        hand.discard(hand.hands[hand.seat][:1])
    hand.mus()
    hand.no_mus()
    assert hand.mano == 0
    record, _ = converted(hand.saved())
    assert "start" not in record
    assert record["rounds"][0]["deal"]["mano"] == 2
    hand.paso()
    judged = verdict(converted(hand.saved())[0])
    assert judged.verdict == "unfinished"


def test_what_is_logged_behind_a_refusal_that_won_is_no_move() -> None:
    hand = Hand(21, target=30)
    hand.no_mus()
    for _ in range(4):
        hand.paso()
    hand.envido(2)
    hand.no_quiero()
    hand.no_quiero()
    assert hand.log[-1]["type"] != "noQuieroSaid"
    side = hand.outcomes[-1]["team"] if hand.outcomes[-1]["type"] == "noQuerido" else 0
    score = [0, 0]
    score[side] = 29
    record, losses = converted(hand.saved(tuple(score), 5, winner=side, end="noQuiero"), claims=True)
    judged = verdict(record)
    assert (judged.verdict, judged.proof) == ("sound", "complete"), judged.findings
    assert [loss.what for loss in losses] == ["declarations after the match was won (8)"]
    assert losses[0].place.startswith("line 1, /match/hand/log/")


# Illegal hands are converted, and found


def test_illegal_hand_is_found_at_the_move() -> None:
    hand = h5()
    log = hand.saved()["match"]["hand"]["log"]
    first = next(event for event in log if event["type"] == "pasoSaid")
    first["seat"] = 1
    judged = verdict(converted(hand.saved(score=(38, 36), number=9))[0])
    assert judged.verdict == "illegal"
    assert judged.findings[0].move == 2


def test_false_declaration_is_found() -> None:
    hand = h5()
    event = next(event for event in hand.log if event["type"] == "declared" and not event["has"])
    event["has"] = True
    record, _ = converted(hand.saved(score=(38, 36), number=9))
    judged = verdict(record)
    assert judged.verdict == "illegal"
    place = record["rounds"][0]["moves"][judged.findings[0].move - 1]
    assert (place["action"], place["seat"]) == ("declare", event["seat"])


def test_card_chosen_that_is_not_held_is_found() -> None:
    hand = Hand(8)
    for _ in range(4):
        hand.mus()
    hand.discard(hand.hands[1][:2])
    judged = verdict(converted(hand.saved())[0])
    assert judged.verdict == "illegal"
    assert judged.findings[0].move == 5


# Damaged files


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        (["schemaVersion"], 2, "/schemaVersion"),
        (["match"], None, ""),
        (["match", "hand", "hands", 2, 1], "8o", "/match/hand/hands/2/1"),
        (["match", "hand", "hands", 2], ["1o"], "/match/hand/hands/2"),
        (["match", "hand", "log", 3, "type"], "fell", "/match/hand/log/3/type"),
        (["match", "hand", "log", 3, "seat"], 4, "/match/hand/log/3/seat"),
        (["match", "hand", "random"], -1, "/match/hand/random"),
        (["match", "hand", "stock"], [], "/match/hand/stock"),
        (["match", "hand", "discards"], ["1o"], "/match/hand/discards"),
        (["match", "hand", "mano"], "0", "/match/hand/mano"),
        (["match", "hand", "rules", "kings"], "four", "/match/hand/rules"),
        (["match", "rules", "target"], 50, "/match/rules/target"),
        (["match", "score"], [1], "/match/score"),
        (["match", "winner"], 2, "/match/winner"),
        (["match", "end"], "tired", "/match/end"),
        (["match", "hand", "outcomes"], [], "/match/hand/outcomes"),
        (["match", "hand", "phase", "type"], "x", "/match/hand/phase/type"),
        (["bots", "1"], 5, "/bots/1"),
        (["bots", "7"], "bold", "/bots/7"),
    ],
    ids=str,
)
def test_damage_is_refused_at_its_pointer(path: list[Any], value: Any, place: str) -> None:
    saved = json.loads(json.dumps(h5().saved()))
    parent = saved
    for key in path[:-1]:
        parent = parent[key]
    parent[path[-1]] = value
    found = refused(json.dumps(saved, indent=1))
    assert found.place == place
    assert refused(json.dumps(saved)).place == ", ".join(filter(None, ("line 1", place)))


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda text: text[:-5], r"line \d+, column \d+"),
        (lambda text: text.replace('"mano": 0', '"mano": 0, "mano": 1'), r"line \d+, column \d+"),
        (lambda text: text.replace('"random": ', '"random": 1'), "/match/hand/random"),
        (lambda text: text.replace('"random": ', '"random": 12345678901234567890'), r"line \d+, column \d+"),
        (lambda text: text.replace('"mano": 0', '"mano": NaN'), r"line \d+, column \d+"),
        (lambda text: text.replace('"mano": 0', '"mano": ' + "[" * 100_000 + "]" * 100_000), r"line \d+, column \d+"),
        (lambda text: text.replace('"bold"', '"\\ud800"'), r"line \d+, column \d+"),
    ],
)
def test_what_is_no_json_is_refused_at_line_and_column(change: Any, place: str) -> None:
    import re

    text = json.dumps(h5().saved(), indent=2)
    assert change(text) != text
    assert re.fullmatch(place, refused(change(text)).place)


def test_log_that_contradicts_itself_is_refused() -> None:
    for type_, key, value in (
        ("envidoSaid", "stake", 3),
        ("lanceClosed", "outcome", {"type": "querido", "lance": "chica", "stake": 4}),
        ("discarded", "count", 1),
    ):
        saved = json.loads(json.dumps(h5().saved()))
        log = saved["match"]["hand"]["log"]
        if type_ == "discarded":
            log.insert(0, {"type": type_, "seat": 0, key: value})
        else:
            at = next(
                event
                for event in log
                if event["type"] == type_ and (key != "outcome" or event[key]["type"] == "querido")
            )
            at[key] = value
        assert refused(json.dumps(saved)).place.startswith("line 1, /match/hand")


def test_reshuffles_must_be_where_the_stock_ends() -> None:
    hand = played(0, exchanges=1)
    at = next(index for index, event in enumerate(hand.log) if event["type"] == "discarded") + 4
    hand.log.insert(at, {"type": "reshuffled"})
    assert refused(json.dumps(hand.saved())).place == f"line 1, /match/hand/log/{at}"
    missing = next(
        hand for hand in (played(seed, exchanges=2) for seed in range(50)) if {"type": "reshuffled"} in hand.log
    )
    missing.log.remove({"type": "reshuffled"})
    assert refused(json.dumps(missing.saved())).place == "line 1, /match/hand/log"


def test_damage_at_random_is_refused_or_converted() -> None:
    rng = random.Random(1)
    samples = [played(seed, exchanges=seed % 4, most=12 + 6 * seed).saved() for seed in range(8)]
    outcomes = {True: 0, False: 0}
    for number in range(1500):
        text = damaged(samples[number % len(samples)], rng)
        for _, record, _ in masmus.read(text.splitlines(keepends=True), Wish(claims=True)):
            outcomes[isinstance(record, ConversionError)] += 1
            if not isinstance(record, ConversionError):
                assert examine(one_line("mus", record).encode()).verdict != "malformed"
    assert min(outcomes.values()) > 50


def test_sniffing() -> None:
    text = json.dumps(h5().saved())
    assert sniffed(text) == ["masmus"]
    assert masmus.sniff("\n " + text[:3000])
    assert not masmus.sniff('{"schemaVersion": 1}')
    assert list(masmus.read([])) == []
    assert list(masmus.read(["\n", " \n"])) == []


def test_several_files_a_line_each() -> None:
    text = json.dumps(h5().saved())
    found = list(masmus.read([f"{text}\n", "\n", "nonsense\n", text]))
    assert [line for line, _, _ in found] == [1, 3, 4]
    assert [isinstance(record, ConversionError) for _, record, _ in found] == [False, True, False]


def test_command_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(h5().saved((38, 36), 9, winner=0, end="count"), indent=1))
    done = run("convert", file, "--to", "jsonl", "--claims")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["result"]["winners"] == [0]
    lost = run("convert", file, "--to", "jsonl", "--loss", "text")
    assert "lost: the winner, whom --claims would keep (/match/winner)" in lost.stderr
    file.write_text(file.read_text().replace('"Re"', '"Rx"'))
    done = run("convert", file, "--to", "jsonl")
    assert done.returncode == 1
    assert "match.json: /match/hand/hands/1/0: " in done.stderr
    assert run("convert", file, "--to", "masmus").returncode == 2
