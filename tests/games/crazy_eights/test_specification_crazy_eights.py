"""What the specification says of Crazy Eights is executed."""

import json
import re
from typing import Any

import pytest

import page
from kontari.core.cards import TOKENS
from kontari.examination import examine
from kontari.games.crazy_eights import score
from kontari.games.crazy_eights.options import DEFAULTS, PRESETS, Rules, contradiction, in_force
from kontari.games.crazy_eights.record import EXAMPLE
from kontari.record.nodes import Boolean, Enum, Integer, keys
from page import Json, table

GAME = "crazy-eights"
SECTION = page.section(GAME)


def with_(**changes: Any) -> Json:
    return {**EXAMPLE, **changes}


def first_code(record: Json) -> str:
    (finding, *_) = (one for one in examine(json.dumps(record).encode()).findings if one.severity == "error")
    return finding.code


@pytest.mark.parametrize(
    ("record", "code", "pointer"),
    [
        (with_(rules={"preset": "openspiel", "countdown": True}), "CE-D01", "/rules/countdown"),
        (with_(rules={"owed_pass": True, "draw_then": "continue"}), "CE-D01", "/rules/owed_pass"),
        (with_(rules={"max_players": 2}, players=[{"name": "Ana"}] * 3), "CE-D02", "/players"),
        (with_(start={"scores": [0, 0, 0]}), "CE-D03", "/start/scores"),
        (with_(start={"scores": [0, 100]}), "CE-D04", "/start/scores"),
    ],
)
def test_what_a_record_is_asked_before_its_deals(record: Json, code: str, pointer: str) -> None:
    (finding,) = examine(json.dumps(record).encode()).findings
    assert (finding.code, finding.pointer) == (code, pointer)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_no_preset_contradicts_itself(preset: str, players: int) -> None:
    assert contradiction(in_force(Rules(preset=preset), players), Rules()) is None  # type: ignore[arg-type]


def test_rules_that_contradict_each_other() -> None:
    """Every pair of options that the page lists, and no other pair of values away from the defaults."""
    countdown = {("countdown", name) for name in ("hand_size", "target", "scoring", "card_values")}
    ranks = {("skip_rank", "reverse_rank"), ("skip_rank", "draw_rank"), ("reverse_rank", "draw_rank")}
    wanted = {frozenset(pair) for pair in (*countdown, *ranks, ("owed_pass", "draw_then"))}
    away: dict[str, Any] = {}
    for key in keys(Rules):
        match key.node:
            case Enum(name="special-rank"):
                away[key.name] = "Q"
            case Enum(values=values) if key.name != "preset":
                away[key.name] = next(value for value in reversed(values) if value != DEFAULTS[key.name])
            case Boolean():
                away[key.name] = not DEFAULTS[key.name]
            case Integer(least=least):
                away[key.name] = least + 1
    found = set()
    for one in away:
        for other in away:
            rules = Rules(**{one: away[one], other: away[other]})
            if one < other and contradiction(in_force(rules, 3), rules) is not None:
                found.add(frozenset((one, other)))
    assert found == wanted


def test_own_keys_of_moves() -> None:
    own = {"play": ["card", "suit"], "draw": ["cards"], "penalty": ["cards", "reason"], "reshuffle": ["stock"]}
    for action in page.actions(GAME):
        listed = list(page.schema_of(GAME)["$defs"][action]["properties"])
        seat = [] if action == "reshuffle" else ["seat"]
        assert listed[1:-3] == [*seat, *own.get(action, [])]


def test_points_are_those_of_the_page() -> None:
    number = {"A": 1, "T": 10, **{str(n): n for n in range(2, 10)}}
    for card in TOKENS:
        rank, suit = card[0], "CDHS".index(card[1])
        standard = 50 if rank == "8" else 10 if rank in "TJQK" else number[rank]
        openspiel = 50 if rank == "8" else 10 if rank in "JQKA" else 4 * (number[rank] - 2) + suit + 2
        assert score.STANDARD[card] == standard
        assert score.OPENSPIEL[card] == openspiel
    assert [score.blocked_scores((40, 40, 65), tie) for tie in ("each", "split", "none")] == [
        (25, 25, 0),
        (12, 12, 0),
        (0, 0, 0),
    ]


def test_faults_of_a_deal_are_asked_in_the_order_of_the_table() -> None:
    """Deals that break the rule of one row and of all later ones that it leaves meaning to."""
    listed = [
        code for cells in table("### What a deal is asked", SECTION) for code in re.findall(r"CE-D\d\d", cells[0])
    ]
    hands, moves = EXAMPLE["rounds"][0]["deal"]["hands"], EXAMPLE["rounds"][0]["moves"]  # type: ignore[index]
    bad = {"hands": [["4C", "8S", "4C"], ["7C"], []], "dealer": 9, "starter": [], "suit": "D", "stock": ["4C"]}
    steps: list[tuple[str, Json]] = [
        ("CE-D07", {}),
        ("CE-D09", {"dealer": 1}),
        ("CE-D10", {"hands": [["4C", "4C"], ["7C"]]}),
        ("CE-D11", {"hands": [["4C", "8S"], ["4C", "8S"]]}),
        ("CE-D13", {"starter": ["3C", "8H"]}),
        ("CE-D12", {"starter": ["8C", "8H"]}),
        ("CE-D15", {"starter": ["8S", "5D"]}),
        ("CE-D18", {"suit": None}),
        ("CE-D17", {"stock": None}),
        ("CE-D19", {"hands": hands}),
    ]
    deal: Json = dict(bad)
    for code, change in steps:
        deal.update(change)
        kept = {key: value for key, value in deal.items() if value is not None}
        record = with_(rounds=[{"deal": kept, "moves": []}])
        assert first_code(record) == code
    assert first_code(with_(rounds=[*EXAMPLE["rounds"], {"deal": bad, "moves": []}])) == "CE-D05"  # type: ignore[misc]
    stopped = {**EXAMPLE["rounds"][0], "moves": moves[:1]}  # type: ignore[index]
    assert first_code(with_(rounds=[stopped, {"deal": bad, "moves": []}])) == "CE-D06"
    one_card = {**EXAMPLE["rounds"][0]["deal"], "hands": [["AC"] * 26] * 2, "stock": []}  # type: ignore[index]
    assert first_code(with_(rules={"hand_size": 26}, rounds=[{"deal": one_card, "moves": []}])) == "CE-D16"
    named = {**EXAMPLE["rounds"][0]["deal"], "starter": ["8H"], "stock": []}  # type: ignore[index]
    rules = {"hand_size": 2, "starter_eight": "dealer-names"}
    assert first_code(with_(rules=rules, rounds=[{"deal": named, "moves": []}])) == "CE-D14"
    asked = [code for code, _ in steps]
    places = [listed.index(code) for code in ("CE-D05", "CE-D06", *asked)]
    assert places == sorted(places)
