"""What the specification says of Mus is executed."""

import copy
import json
import re
from itertools import pairwise
from typing import Any

import pytest

import kontari
import page
from kontari.examination import examine
from kontari.games.mus import options, tell
from kontari.games.mus.cards import RANKS
from kontari.games.mus.lances import LANCES, POINTS, value
from kontari.games.mus.record import EXAMPLE
from kontari.games.mus.state import House
from page import Json, table

SECTION = page.section("mus")


def with_(**changes: Any) -> Json:
    return {**copy.deepcopy(EXAMPLE), **changes}


def codes(record: Json) -> list[tuple[str, str]]:
    return [(finding.code, finding.pointer) for finding in examine(json.dumps(record).encode()).findings]


def code_of(record: Json) -> str:
    ((code, _),) = codes(record)
    return code


def with_deal(deal: Json, *rounds: Json) -> Json:
    kept = {key: value for key, value in deal.items() if value is not None}
    return with_(rounds=[*rounds, {"deal": kept, "moves": []}], result={})


def after(number: int, move: Json, rules: Json | None = None) -> Json:
    """The example up to so many moves, and then this one."""
    record = with_(rules={"target": 4, "games_to_win": 1, **(rules or {})}, result={})
    round_ = record["rounds"][0]
    round_["moves"] = [*round_["moves"][:number], move]
    del round_["scores"]
    return record


# Cards and hands


def order_of_ranks(kings: int) -> list[list[str]]:
    """The ranks as the page orders them, high to low; those that are the same together."""
    (cells,) = (cells for cells in table("### Comparing hands", SECTION) if cells[0] == f"`{kings}`")
    return [one.split(" and ") for one in cells[1].split(", ")]


@pytest.mark.parametrize("kings", [8, 4])
def test_order_and_points_of_ranks(kings: int) -> None:
    order = order_of_ranks(kings)
    assert sorted(rank for same in order for rank in same) == sorted(RANKS)
    found = [{value(rank * 4, kings, "none").grande for rank in same} for same in order]
    assert all(len(one) == 1 for one in found)
    worth = [one.pop() for one in found]
    assert worth == sorted(worth, reverse=True)
    assert len(set(worth)) == len(order)
    for rank in RANKS:
        as_a_king, as_an_ace = "RCS" + "3" * (kings == 8), "A" + "2" * (kings == 8)
        assert POINTS[kings][rank] == (10 if rank in as_a_king else 1 if rank in as_an_ace else int(rank))


def best(lance: str, *hands: str) -> bool:
    """Whether each hand beats the next in a lance."""
    worth = [value("".join(sorted(hand.replace("-", ""))), 8, "none")[LANCES.index(lance)] for hand in hands]
    return all(one > other for one, other in pairwise(worth))


def test_hands_compare_as_the_page_says() -> None:
    assert "7-A-A-A beats 6-5-4-A" in " ".join(SECTION.split())
    assert best("chica", "7AAA", "654A")
    assert best("grande", "7AAA", "654A")
    assert best("pares", "RRRR", "RRAA", "CCCC", "CC77", "RRRA", "CCCR", "RRC7", "CCRA")
    (listed,) = re.findall(r"31 is best, then ([0-9, ]+);", SECTION)
    sums = ["SS7" + "4", "SS66", "RRRR", "RCS7", "RCS6", "RCS5", "RCS4", "SS76"]
    points = [value("".join(sorted(hand)), 8, "none").points for hand in sums]
    assert points == [31, *map(int, listed.split(", "))]
    assert best("juego", *sums)


def test_orders_of_the_exchange() -> None:
    for cells in table("| `discard_order` | order", SECTION):
        house = House(options.in_force(options.Rules(discard_order=cells[0].strip("`")), 4), 4)
        assert list(house.exchange_order(0)) == [int(seat) for seat in cells[2].split()]


# Keys


def test_own_keys_of_moves() -> None:
    definitions = page.schema_of("mus")["$defs"]
    listed = {}
    for cells in table("\n### Moves", SECTION):
        for action in re.findall("`([^`]+)`", cells[0]):
            listed[action] = re.findall("`([^`]+)`", cells[1])
    assert listed.keys() == set(page.actions("mus"))
    for action, own in listed.items():
        keys = list(definitions[action.replace("-", "")]["properties"])
        seat = [] if action == "reshuffle" else ["seat"]
        assert keys == ["action", *seat, *own, "at", "elapsed_ms", "note"]


def test_claims_in_moves_are_what_the_play_form_leaves_out() -> None:
    claims = {
        action: list(page.schema_of("mus")["$defs"][action.replace("-", "")]["properties"])
        for action in page.actions("mus")
    }
    (listed,) = re.findall(r"`lance`, on every (.*?), says", " ".join(SECTION.split()))
    assert {action for action, keys in claims.items() if "lance" in keys} == set(re.findall("`([^`]+)`", listed))
    assert [action for action, keys in claims.items() if "stake" in keys] == ["raise"]
    record = after(3, {"action": "raise", "seat": 0, "stones": 2, "stake": 4, "lance": "grande"})
    bare = after(3, {"action": "raise", "seat": 0, "stones": 2})
    one, other = (examine(json.dumps(each).encode()) for each in (record, bare))
    assert one.verdict == other.verdict == "unfinished"
    assert one.play_sha256 == other.play_sha256
    assert one.sha256 != other.sha256


def test_keys_of_start_and_of_parts_and_the_ways_to_end() -> None:
    listed = [cells[0].strip("`") for cells in table("A part of a match begins", SECTION)]
    assert listed == list(page.schema_of("mus")["$defs"]["start"]["properties"])
    parts = [one for round_ in kontari.score(kontari.read(json.dumps(EXAMPLE))) for one in round_["parts"]]
    keys = [cells[0].strip("`") for cells in table("| key of a part", SECTION)]
    assert all(list(one) == keys for one in parts)
    assert {cells[0].strip("`") for cells in table("### The count", SECTION)} == set(tell.ENDED)


def test_wrong_claims_come_in_the_order_of_the_keys() -> None:
    result = {"games": [9, 9], "stones": [9, 9], "vacas": [9, 9], "game_stones": [[9, 9]], "winners": [1]}
    keys = ["games", "stones", "vacas", "game_stones"]
    found = [*[("REC-R03", f"/result/{key}") for key in keys], ("REC-R04", "/result/winners")]
    for rules in ({}, {"vacas_to_win": 2}):
        record = with_(result=result)
        record["rules"].update(rules)
        assert codes(record) == found
    assert codes(with_(result={"vacas": [1, 0]})) == [("REC-R03", "/result/vacas")]
    open_round = after(5, {"action": "pass", "seat": 0})
    open_round["rounds"][0]["moves"].pop()
    open_round["rounds"][0]["scores"] = [0, 1]
    verdict = examine(json.dumps(open_round).encode()).data()
    assert verdict["rounds"] == [{"scores": [0, 1]}]
    assert [finding["code"] for finding in verdict["findings"]] == ["REC-R02"]


# What a deal and a move are asked


def test_what_a_record_is_asked_before_its_deals() -> None:
    start = {"stones": [4, 0], "games": [0, 1], "vacas": [1, 0]}
    three = [{"name": name} for name in ("Ana", "Bea", "Carl")]
    assert codes(with_(players=three, start=start)) == [("MUS-D01", "/players")]
    for key in ("stones", "games", "vacas"):
        assert codes(with_(start=start)) == [("MUS-D02", f"/start/{key}")]
        del start[key]
    assert codes(with_(rounds=[], players=three, result={})) == []


def test_faults_of_a_deal_are_asked_in_the_order_of_the_table() -> None:
    """Deals that break the rule of one row and of all later ones."""
    listed = [cells[0].strip("`") for cells in table("### What a deal is asked", SECTION)]
    whole = EXAMPLE["rounds"][0]  # type: ignore[index]
    deal: Json = {"mano": 9, "hands": [["Ro"], ["Ro", "Ro"], []], "stock": ["Ro"]}
    stopped = {**whole, "moves": whole["moves"][:2]}
    del stopped["scores"]
    assert code_of(with_deal(deal, whole)) == listed[0]
    assert code_of(with_deal(deal, stopped)) == listed[1]
    steps: list[Json] = [
        {},
        {"mano": 1},
        {"hands": [["Ro"], ["Ro", "Ro"]]},
        {"hands": [["Ro", "Ro", "Ao", "Ac"], ["??"] * 4]},
        {"stock": None},
    ]
    for code, change in zip(listed[2:], steps, strict=True):
        deal.update(change)
        assert code_of(with_deal(deal)) == code


TALK, GRANDE, ANSWER, CHICA, END = 0, 1, 3, 5, 6
"""Where the example stands after so many moves; at its end juego is one-sided and declarations may begin."""

RAISE = {"action": "raise", "stones": 1, "stake": 9, "lance": "chica"}
CHAINS: list[tuple[Json, list[tuple[int, Json, str]]]] = [
    (
        {"raises": "plus-two"},
        [
            (TALK, {**RAISE, "seat": 9}, "MUS-T04"),
            (ANSWER, {**RAISE, "seat": 9}, "MUS-T03"),
            (ANSWER, {**RAISE, "seat": 1}, "MUS-B06"),
            (ANSWER, {**RAISE, "seat": 0}, "MUS-T05"),
            (ANSWER, {**RAISE, "seat": 0, "lance": "grande"}, "MUS-B09"),
            (ANSWER, {**RAISE, "seat": 0, "lance": "grande", "stones": 2}, "MUS-B08"),
        ],
    ),
    (
        {},
        [
            (ANSWER, {**RAISE, "seat": 0, "lance": "grande"}, "MUS-B04"),
            (TALK, {"action": "mus", "seat": 9}, "MUS-T03"),
            (TALK, {"action": "mus", "seat": 1}, "MUS-T01"),
            (TALK, {"action": "reshuffle"}, "MUS-P10"),
            (TALK, {"action": "declare", "seat": 9, "has": True}, "MUS-S03"),
            (GRANDE, {"action": "bet", "seat": 0, "stones": 1, "lance": "chica"}, "MUS-T05"),
            (GRANDE, {"action": "bet", "seat": 0, "stones": 1}, "MUS-B03"),
            (END, {"action": "pass", "seat": 9}, "MUS-T02"),
            (END, {"action": "declare", "seat": 1, "has": False, "lance": "juego"}, "MUS-T01"),
            (END, {"action": "declare", "seat": 0, "has": False, "lance": "juego"}, "MUS-T05"),
            (END, {"action": "declare", "seat": 0, "has": False}, "MUS-S01"),
            (END, {"action": "show", "seat": 9, "cards": []}, "MUS-T03"),
            (END, {"action": "show", "seat": 0, "cards": []}, "MUS-S06"),
            (END, {"action": "show", "seat": 0, "cards": ["7o", "7c", "Ab", "Ro"]}, "MUS-S04"),
        ],
    ),
    (
        {"ordago_allowed": False},
        [
            (GRANDE, {"action": "ordago", "seat": 0, "lance": "chica"}, "MUS-T05"),
            (GRANDE, {"action": "ordago", "seat": 0}, "MUS-B10"),
        ],
    ),
]


@pytest.mark.parametrize(("rules", "steps"), CHAINS)
def test_moves_are_asked_in_the_order_of_the_table(rules: Json, steps: list[tuple[int, Json, str]]) -> None:
    for number, move, code in steps:
        ((found, pointer),) = codes(after(number, move, rules))
        assert found == code
        where = [cells[-1] for cells in table("| code | asked of", SECTION) if code in cells[0]]
        below = pointer.removeprefix(f"/rounds/0/moves/{number}")
        assert re.sub("[0-9]+", "INDEX", below) in where[0] if below else where[0].startswith("none")


def test_the_chains_are_in_the_order_of_the_table() -> None:
    listed = [code for cells in table("| code | asked of", SECTION) for code in re.findall("MUS-...", cells[0])]
    asked = [code for _, _, code in CHAINS[0][1]]
    assert asked == sorted(asked, key=listed.index)


# Patterns


def test_keys_of_patterns_are_on_the_page() -> None:
    listed = {
        (cells[1].split("`")[3], cells[1].split("`")[1])
        for cells in table("| game | key of a pattern", page.TEXT)
        if "Mus" in cells[0] and "`" in cells[1]
    }
    assert {("discard", "cards"), ("draw", "cards"), ("bet", "stones"), ("show", "cards")} <= listed
    (answer,) = (one for one in patterns_after(ANSWER) if one["action"] == "raise")
    assert answer == {"action": "raise", "seat": 0, "stones": {"least": 2}}
    assert {"action": "declare", "seat": 0, "has": True} in patterns_after(END)


def patterns_after(number: int) -> list[Json]:
    return kontari.legal(kontari.read(json.dumps(EXAMPLE)), 1, number)
