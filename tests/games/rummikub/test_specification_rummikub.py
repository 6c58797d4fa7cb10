"""What the specification says of Rummikub is executed."""

import copy
import json
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import kontari
import page
from kontari.examination import examine
from kontari.games.rummikub import options, state, tell
from kontari.games.rummikub.deal import MOST_PLAYERS
from kontari.games.rummikub.record import EXAMPLE
from kontari.games.rummikub.score import seat_scores
from kontari.games.rummikub.sets import Flaw, Sets
from kontari.games.rummikub.state import House
from page import Json, section, table

SECTION = section("rummikub")
WORDS = " ".join(SECTION.split())


def sets(text: str) -> list[list[str]]:
    """Sets, with commas between them, and spaces between their tiles."""
    return [one.split() for one in text.split(", ")]


def with_(**changes: Any) -> Json:
    return {**copy.deepcopy(EXAMPLE), **changes}


def codes(record: Json) -> list[tuple[str, str]]:
    return [(finding.code, finding.pointer) for finding in examine(json.dumps(record).encode()).findings]


def code_of(record: Json) -> str:
    ((code, _),) = codes(record)
    return code


def midway(rules: Json, lying: str, rack: str, *moves: Json, has_opened: bool = True, **deal: Any) -> Json:
    """A round of two in the middle: seat 0 is to move and holds this rack, and a tile more that it never lays."""
    deal = {
        "first": 0,
        "racks": [[*rack.split(), "k13"], ["o12", "o13"]],
        "table": sets(lying) if lying else [],
        "opened": [has_opened, bool(lying)],
        **deal,
    }
    return with_(rules=rules, rounds=[{"deal": deal, "moves": list(moves)}], result={"termination": "unfinished"})


def meld(put: str, take: str = "", **more: Any) -> Json:
    move = {"action": "meld", "seat": 0, "put": sets(put), **more}
    if take:
        move["take"] = sets(take)
    return move


def found(rules: Json, lying: str, rack: str, *moves: Json, **more: Any) -> tuple[str, str] | None:
    """The fault of the last of these moves, with its pointer below the move; None if all of them are legal."""
    faults = codes(midway(rules, lying, rack, *moves, **more))
    if not faults:
        return None
    ((code, pointer),) = faults
    place = f"/rounds/0/moves/{len(moves) - 1}"
    assert pointer.startswith(place), (code, pointer)
    return code, pointer.removeprefix(place)


# Tiles and sets


def test_numbers_of_tiles_and_players() -> None:
    assert "106 tiles" in SECTION
    assert House(options.in_force(None, 2), 2).tiles == 106
    assert "Two to four play with two `copies`, up to six with three, up to eight with four." in WORDS
    assert MOST_PLAYERS == {2: 4, 3: 6, 4: 8}


SETS = table("For example, under `one: low`", SECTION)


@pytest.mark.parametrize(("tokens", "said"), SETS)
def test_sets_of_the_page(tokens: str, said: str) -> None:
    judged = Sets(high_one=False).of(tokens.strip("`").split())
    if isinstance(judged, Flaw):
        place = "" if judged.tile is None else f" at `/{judged.tile}`"
        assert said == f"`{judged.code}`{place}"
        return
    readings = [f"a {'run' if one.run else 'group'}, {one.points} points" for one in judged.readings]
    assert said == ", or ".join(readings)


def test_every_fault_of_a_set_has_its_example_and_its_place() -> None:
    rows = table("What is no set", SECTION)
    listed = [code for cells in rows for code in re.findall("RK-P..", cells[0])]
    shown = {code for _, said in SETS for code in re.findall("RK-P..", said)}
    assert set(listed) - shown == {"RK-P28"}  # under another option than that of the examples
    assert shown == {f"RK-P0{number}" for number in range(1, 9)}
    inside = {code for cells in rows if "/" in cells[2] for code in re.findall("RK-P..", cells[0])}
    assert inside == {code for _, said in SETS if " at " in said for code in re.findall("RK-P..", said)}


def test_faults_of_a_set_are_asked_in_the_order_of_the_table() -> None:
    """Each breaks what its row asks, and what later ones ask, as far as that has a meaning."""
    chain = [
        ("J J", "RK-P01"),
        ("J J=r1 J=r1", "RK-P07"),
        ("r4 b5 b5 b5 J=r1", "RK-P02"),
        ("r7 b7 r7 o7 k7 J=r1", "RK-P05"),
        ("r7 b7 J=r1 o7 k7", "RK-P06"),
        ("J J r2 r12 r13 J=r3", "RK-P03"),
        ("J r13 J=b4 r2", "RK-P04"),
        ("J J r2 r3 J=r9", "RK-P04"),
        ("r4 J=r9 J=b2 J=b2", "RK-P08"),
    ]
    listed = [re.findall("RK-P..", cells[0]) for cells in table("What is no set", SECTION)]
    at = 0
    for tokens, code in chain:
        judged = Sets(high_one=False).of(tokens.split())
        assert isinstance(judged, Flaw)
        assert judged.code == code
        at = next(row for row in range(at, len(listed)) if code in listed[row])


def test_where_a_run_ends() -> None:
    low, high = Sets(high_one=False), Sets(high_one=True)
    whole = [f"r{number}" for number in range(1, 14)]
    assert not isinstance(high.of(["r12", "r13", "r1"]), Flaw)
    assert high.of(["r12", "r13", "r1"]).points == 26  # type: ignore[union-attr]
    assert isinstance(high.of(["r13", "r1", "r2"]), Flaw)
    assert not isinstance(low.of(whole), Flaw)
    assert not isinstance(high.of([*whole[1:], "r1"]), Flaw)
    too_long = high.of([*whole, "r1"])
    assert isinstance(too_long, Flaw)
    assert (too_long.code, too_long.tile) == ("RK-P28", None)


@pytest.mark.parametrize(
    ("lying", "named", "same"),
    [
        ("r7 b7 k7", "k7 r7 b7", True),
        ("r7 b7 J", "b7 J=o7 r7", True),
        ("r7 b7 J=k7", "r7 b7 J=o7", True),
        ("r7 b7 J", "r7 b7 J=r7", True),
        ("r4 J r6", "r4 J=r5 r6", True),
        ("J r5 r6", "r5 r6 J", False),
        ("r9 J J", "r9 J=r10 J=r11", False),
        ("r9 J J", "J r9 J", False),
        ("r9 J J", "r9 J J", True),
        ("r9 J J", "r9 J=b2 J", False),
        ("r9 J=b9 J", "J J=b9 r9", True),
        ("r9 J=b9 J", "r9 J=k9 J", True),
        ("r9 J=r10 J", "r9 J=r10 J=r11", True),
        ("r9 J=r10 J", "r9 J J", False),
        ("r9 J=r10 J", "r9 J=b9 J", False),
        ("r13 J=b13 J=o13", "J=b13 J=o13 r13", True),
        ("r13 J J", "J=b13 J=o13 r13", True),
        ("r13 J J", "J J r13", False),
    ],
)
def test_which_sets_are_the_same(lying: str, named: str, same: bool) -> None:
    fault = found({}, lying, "b1 b2 b3", meld(f"b1 b2 b3, {lying}", take=named))
    assert fault == (None if same else ("RK-P10", "/take/0"))
    after = found({}, lying, "b1 b2 b3", meld("b1 b2 b3", table_after=sets(f"{named}, b1 b2 b3")))
    assert after == (None if same else ("RK-P26", "/table_after"))


def test_of_sets_that_are_the_same_any_may_be_meant() -> None:
    """One is bound to black, so that only the other, which is not, is freed by orange."""
    rules = {"joker_rule": "exact"}
    freed = "r7 b7 o7, b1 k1 J"
    for lying in ("r7 b7 J=k7, b7 r7 J", "b7 r7 J, r7 b7 J=k7"):
        for take in ("b7 r7 J", "r7 b7 J=k7", "J r7 b7"):
            assert found(rules, lying, "o7 b1 k1", meld(freed, take=take)) is None
    for take in ("b7 r7 J=k7", "J r7 b7"):
        assert found(rules, "r7 b7 J=k7", "o7 b1 k1", meld(freed, take=take)) == ("RK-P23", "/take/0")


# Jokers on the table

JOKERS = table("For example, each with `joker_group: either`", SECTION)


def of_cell(cell: str) -> str:
    return cell.replace("`", "")


def laid(put: str, take: str) -> str:
    tiles = Counter(re.sub("J=[a-z0-9]+", "J", put.replace(",", "")).split())
    tiles.subtract(re.sub("J=[a-z0-9]+", "J", take.replace(",", "")).split())
    return " ".join(tiles.elements())


@pytest.mark.parametrize("cells", JOKERS, ids=lambda cells: of_cell(cells[0]))
def test_changes_of_the_page_under_each_joker_rule(cells: list[str]) -> None:
    take, put = map(of_cell, cells[:2])
    own_codes = {"new-set": "RK-P22", "exact": "RK-P23", "locked": "RK-P24"}
    rack = laid(put, take)
    assert found({}, take, rack, meld(put, take)) is None
    for (rule, code), said in zip(own_codes.items(), cells[2:], strict=True):
        fault = found({"joker_rule": rule}, take, rack, meld(put, take))
        assert said == ("yes" if fault is None else "no")
        if fault is not None:
            assert fault[0] == code
            assert table_row("| code | asked of", code)[0] == code


def test_codes_of_the_joker_rules() -> None:
    listed = {cells[0].strip("`"): cells[2].strip("`") for cells in table("| `joker_rule` | a way", SECTION)}
    assert listed == {"new-set": "RK-P22", "exact": "RK-P23", "locked": "RK-P24"}


@pytest.mark.parametrize("rule", ["exact", "locked"])
def test_both_colours_of_a_group(rule: str) -> None:
    rules = {"joker_rule": rule, "joker_group": "both"}
    either = ("r7 b7 J", "o7 b1 k1", meld("r7 b7 o7, b1 k1 J", "r7 b7 J"))
    assert found({**rules, "joker_group": "either"}, *either) is None
    fault = found(rules, *either)
    assert fault is not None
    assert found(rules, "r7 b7 J", "o7 k7 b1 k1", meld("r7 b7 o7 k7, b1 k1 J", "r7 b7 J")) is None
    assert found(rules, "r7 b7 J=k7", "k7 b1 k1", meld("r7 b7 k7, b1 k1 J", "r7 b7 J=k7")) is None
    assert found(rules, "r7 b7 o7 J", "k7 b1 k1", meld("r7 b7 o7 k7, b1 k1 J", "r7 b7 o7 J")) is None
    assert found(rules, "r3 J r5", "r4 b1 k1", meld("r3 r4 r5, b1 k1 J", "r3 J r5")) is None


def test_a_binding_may_be_added_or_left_out_when_a_set_is_put_again() -> None:
    rules = {"joker_rule": "locked"}
    for old, new in (("r7 b7 J", "r7 b7 J=k7"), ("r7 b7 J=k7", "r7 b7 J")):
        assert found(rules, old, "b1 b2 b3", meld(f"b1 b2 b3, {new}", old)) is None
    assert found(rules, "r7 b7 J=k7", "b1 b2 b3", meld("b1 b2 b3, r7 b7 J=o7", "r7 b7 J=k7")) == ("RK-P24", "/take/0")


def test_an_ambiguous_set_must_be_allowed_in_each_reading() -> None:
    """As a run r9 J J becomes r8 to r11, and as a group it does not."""
    change = ("r9 J J", "r8", meld("r8 r9 J J", "r9 J J"))
    bound = ("r9 J=r10 J", "r8", meld("r8 r9 J J", "r9 J=r10 J"))
    for rule, code in (("exact", "RK-P23"), ("locked", "RK-P24")):
        fault = found({"joker_rule": rule}, *change)
        assert fault is not None
        assert fault[0] == code
        assert found({"joker_rule": rule}, *bound) is None


def test_one_tile_of_the_rack_replaces_jokers_of_one_set_only() -> None:
    """Two jokers that stood for the same face; with one tile of it laid, and with two."""
    rules = {"joker_rule": "locked"}
    lying = "r1 r2 r3 J, J r5 r6 r7"
    ones = "b1 k1 J, o1 k1 J"
    joined = meld(f"r1 r2 r3 r4 r5 r6 r7, {ones}", lying)
    assert found(rules, lying, "r4 b1 k1 o1 k1", joined) == ("RK-P24", "/put/1")
    apart = meld(f"r1 r2 r3 r4, r4 r5 r6 r7, {ones}", lying)
    assert found(rules, lying, "r4 r4 b1 k1 o1 k1", apart) is None


# The opening, draws, penalties


def test_opening() -> None:
    rules = {"joker_rule": "free"}
    turn = ("k5 k6 k7", "r10 b10 o10 k8")
    move = meld("r10 b10 o10, k5 k6 k7 k8", "k5 k6 k7", opening=sets("r10 b10 o10"))
    assert found(rules, *turn, move, has_opened=False) is None
    assert found({"opening_same_turn": "forbid"}, *turn, move, has_opened=False) == ("RK-P14", "/take")
    assert found(rules, *turn, move) == ("RK-P16", "/opening")
    assert found(rules, *turn, {**move, "opening": []}, has_opened=False) == ("RK-P15", "/opening")
    # Its tiles may have gone into other sets at the end.
    gone = meld("r7 r8 r9 r10, b10 o10 k10", "r7 r8 r9", opening=sets("r10 b10 o10"))
    assert found({}, "r7 r8 r9", "r10 b10 o10 k10", gone, has_opened=False) is None
    single = {"opening_sets": "single"}
    two = ("", "r1 r2 r3 b7 b8 b9", meld("r1 r2 r3, b7 b8 b9"))
    assert found({}, *two, has_opened=False) is None
    assert found(single, *two, has_opened=False) == ("RK-P18", "/put")
    joker = ("", "r10 b10 J", meld("r10 b10 J"))
    assert found({"opening_joker": "face"}, *joker, has_opened=False) is None
    assert found({"opening_joker": "zero"}, *joker, has_opened=False) == ("RK-P18", "/put")
    assert found({"opening_joker": "forbid"}, *joker, has_opened=False) == ("RK-P19", "/put/0/2")
    none = {"opening_min": 0}
    assert found(none, "k5 k6 k7", "k8", meld("k5 k6 k7 k8", "k5 k6 k7"), has_opened=False) == ("RK-P15", "")


def test_the_ambiguous_record_is_legal_when_it_is_bound() -> None:
    (block,) = (block for block in page.RECORDS if "RK-P21" in block.says)
    record = block.record
    (written,) = re.findall(r"With `(\[[^`]+\])` in its place", SECTION)
    record["rounds"][0]["moves"][0]["put"] = [json.loads(written)]
    assert codes(record) == []
    record["rules"] |= {"opening_min": 31}
    assert codes(record) == [("RK-P18", "/rounds/0/moves/0/put")]


DRAW = {"action": "draw", "seat": 0, "tiles": ["b1"]}
PASS = {"action": "pass", "seat": 0}
TIME = {"action": "penalty", "seat": 0, "reason": "time", "tiles": ["b1"]}


def emptied(rules: Json, pool: str, *moves: Json) -> Json:
    """A round whose pool holds these tiles alone; the others lie on a third rack."""
    rest = Counter([f"{colour}{number}" for colour in "rbok" for number in range(1, 14)] * 2 + ["J"] * 2)
    rest.subtract(("k13", "o12", "o13", "b9", "b10", "b11", *pool.split()))
    racks = [["k13"], ["o12", "o13"], list(rest.elements())]
    deal = {"racks": racks, "table": sets("b9 b10 b11"), "opened": [True] * 3, "pool": pool.split()}
    record = midway(rules, "b9 b10 b11", "", *moves, **deal)
    record["players"].append({"name": "Carl"})
    return record


def ended(record: Json) -> str | None:
    verdict = examine(json.dumps(record).encode()).data()
    assert verdict["verdict"] == "unfinished", verdict["findings"]
    (round_,) = verdict["rounds"]
    end: str | None = round_.get("ended")
    return end


def turns(*moves: Json) -> Iterator[Json]:
    """Moves of three players in turn, seat 0 first."""
    for number, move in enumerate(moves):
        yield {**move, "seat": number % 3}


def ends_after(rules: Json, pool: str, *moves: Json) -> int | None:
    """After how many of these moves the round has ended; then no other move is legal."""
    for number in range(len(moves) + 1):
        if ended(emptied(rules, pool, *turns(*moves[:number]))) == "pool":
            if number < len(moves):
                ((code, _),) = codes(emptied(rules, pool, *turns(*moves[: number + 1])))
                assert code == "RK-T02"
            return number
    return None


def test_ends_of_a_round() -> None:
    listed = [cells[0].strip("`") for cells in table("| `pool_empty` | the", SECTION)]
    (option,) = (cells for cells in page.page_options("rummikub") if cells[0] == "pool_empty")
    assert sorted(listed) == sorted(re.findall("[a-z-]+", option[2]))
    assert {cells[0].strip("`") for cells in table("### The end of a round", SECTION)} == set(tell.ENDED)
    passes = [DRAW, PASS, PASS, PASS, PASS]
    expected = {"all-pass": (4, 3), "one-more-turn": (4, 3), "at-once": (1, 0)}
    for rule, (drawn, from_the_deal) in expected.items():
        assert ends_after({"pool_empty": rule}, "b1", *passes) == drawn
        assert ends_after({"pool_empty": rule}, "", *passes[1:]) == from_the_deal
    nothing = {**TIME, "tiles": []}
    mixed = [DRAW, PASS, PASS, nothing, PASS, PASS]
    assert ends_after({"pool_empty": "all-pass"}, "b1", *mixed, PASS) == 7
    assert ends_after({"pool_empty": "one-more-turn"}, "b1", *mixed) == 4
    by_penalty = [TIME, PASS, PASS, PASS]
    assert ends_after({"pool_empty": "at-once"}, "b1", *by_penalty) == 1
    assert ends_after({"pool_empty": "one-more-turn"}, "b1", *by_penalty) == 4


def test_tiles_that_come_back_do_not_undo_an_empty_pool() -> None:
    loss = {**TIME, "lost": ["b9", "b10", "b11"], "table_after": []}
    assert ends_after({"pool_empty": "at-once"}, "b1", loss, DRAW) == 1
    back = [loss, *({**DRAW, "tiles": [f"b{number}"]} for number in (11, 9, 10)), PASS]
    assert ends_after({"pool_empty": "one-more-turn"}, "b1", *back) == 4
    assert ends_after({"pool_empty": "all-pass"}, "b1", *back, PASS, PASS) == 7


def test_lost_tiles_and_the_order_of_the_pool() -> None:
    loss = {**TIME, "tiles": ["b1"], "lost": ["b9", "b10", "b11"], "table_after": []}
    for second, code in (("b3", None), ("b10", None), ("b12", "RK-P32")):
        record = emptied({}, "b1 b2 b3", *turns(loss, {**DRAW, "tiles": [second]}))
        assert [one for one, _ in codes(record)] == ([code] if code else [])
    assert code_of(emptied({}, "b1 b2 b3", *turns(DRAW, {**DRAW, "tiles": ["b3"]}))) == "RK-P31"


def test_must_play_and_draw_when_able() -> None:
    def one(rules: Json, rack: str, move: Json, **more: Any) -> Any:
        return found(rules, "r4 r5 r6, b9 J b11", rack, move, **more)

    able = {"draw_when_able": False}
    draw = {**DRAW, "tiles": ["k1"]}
    assert one({}, "r7", draw) is None
    assert one(able, "r7", draw) == ("RK-P27", "")
    assert one(able, "r8", draw) is None
    assert one(able, "r7", draw, has_opened=False) is None
    # A set that holds a joker is left as it lies, but under free.
    assert one(able, "b12", draw) == ("RK-P27", "")
    for rule in ("new-set", "exact", "locked"):
        assert one({**able, "joker_rule": rule}, "b12", draw) is None
    # Only what is surely held is asked.
    assert one(able, "?? ?? ??", draw) is None
    record = emptied({"pool_empty": "must-play"}, "", PASS)
    assert codes(record) == []
    record["rounds"][0]["deal"]["racks"][2].remove("b12")
    record["rounds"][0]["deal"]["racks"][0].append("b12")
    assert codes(record) == [("RK-P35", "/rounds/0/moves/0")]


CROWDED = (
    "J b8 k8, b6 o6 J, b5 b6 J, J k4 k5, J k9 k10, r12 b12 J, r7 J k7, J k7 k8, b7 o7 k7, r4 o4 k4, b6 b7 b8, "
    "k3 k4 k5, k2 k3 k4, r7 o7 k7, r2 r3 r4, r5 r6 r7, r4 r5 r6, r6 r7 r8"
)


def test_what_takes_too_much_work_is_not_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    """No set may hold two jokers, and all eight lie on the table: too many ways for what is left to lay."""
    rules = {"copies": 4, "jokers": 8, "max_jokers_per_set": 1, "draw_when_able": False}
    draw = {**DRAW, "tiles": ["k1"]}

    def judged(*moves: Json, rack: str = "o13") -> Any:
        record = midway(rules, CROWDED, "", *moves, racks=[rack.split(), ["o13"]])
        return examine(json.dumps(record).encode())

    # One check, even where there is another reason for it.
    for rack in ("o13", "o13 ??"):
        verdict = judged(draw, rack=rack)
        assert (verdict.findings, verdict.undecided) == ([], 1)
    # What might be laid is listed without sets, beside the draw.
    (finding,) = judged({"action": "pass", "seat": 0}).findings
    assert finding.legal == [
        {"action": "meld", "seat": 0},
        {"action": "draw", "seat": 0, "tiles": {"least": 1, "most": 1}},
    ]
    # The searches of a match are bounded together.
    monkeypatch.setattr(state, "MATCH_WORK", 0)
    begun = time.process_time()
    assert judged(draw, {**draw, "seat": 1}).undecided == 2
    assert time.process_time() - begun < 1
    assert "a judge that bounds its work does not find out whether the tiles can be laid" in WORDS


# Scores and the match


def test_scores_of_the_page() -> None:
    for cells in table("Racks of 5, 5 and", SECTION):
        written = dict(re.findall(r"`(\w+): ([a-z-]+)`", cells[0]))
        house = House(options.in_force(options.Rules(**written), 3), 3)
        assert list(seat_scores(house, [5, 5, 12], None)[0]) == [
            int(one.replace("−", "-")) for one in cells[1].split(", ")
        ]
    assert "Racks of 5, 5 and 12" in WORDS
    house = House(options.in_force(options.Rules(scoring="zero-sum"), 3), 3)
    assert seat_scores(house, [5, 5, 12], None)[1] == 1
    assert list(seat_scores(house, [5, 0, 12], 1)[0]) == [-5, 17, -12]


def test_without_a_goal_the_match_is_over_where_the_record_stops() -> None:
    rules = {"rack_size": 4}
    verdict = examine(json.dumps(with_(rules=rules, result={})).encode()).data()
    assert verdict["verdict"] == "sound"
    assert verdict["result"] == {"scores": [3, 0], "termination": "normal", "winners": [1]}
    unfinished = examine(json.dumps(with_(rules=rules, result={"termination": "unfinished"})).encode()).data()
    assert unfinished["verdict"] == "unfinished"
    assert "winners" not in unfinished["result"]
    for word in ("forfeit", "time", "adjudicated"):
        outside = examine(json.dumps(with_(rules=rules, result={"termination": word, "lost_by": [1]})).encode()).data()
        assert outside["verdict"] == "sound"
        assert outside["result"] == {"scores": [3, 0], "termination": word, "lost_by": [1]}
    twice = with_(rules=rules, rounds=[*EXAMPLE["rounds"]] * 2, result={})  # type: ignore[misc]
    assert examine(json.dumps(twice).encode()).verdict == "sound"
    stopped = copy.deepcopy(EXAMPLE["rounds"][0])  # type: ignore[index]
    stopped["moves"].pop()
    del stopped["scores"]
    broken_off = examine(
        json.dumps(with_(rules=rules, rounds=[*EXAMPLE["rounds"], stopped], result={})).encode()
    ).data()  # type: ignore[misc]
    assert broken_off["verdict"] == "unfinished"
    assert broken_off["result"] == {"scores": [3, 0]}


def test_target_and_rounds_won() -> None:
    def result(rules: Json, rounds: int, **more: Any) -> Any:
        record = with_(rules={"rack_size": 4, **rules}, rounds=[*EXAMPLE["rounds"]] * rounds, result={}, **more)  # type: ignore[misc]
        verdict = examine(json.dumps(record).encode()).data()
        assert not verdict["findings"]
        return verdict["result"].get("winners")

    assert result({"target": 6}, 1) is None
    assert result({"target": 6}, 2) == [1]
    assert result({"target": 6, "max_rounds": 1}, 1) == [1]
    rules = {"max_rounds": 1}
    assert result(rules, 1, start={"scores": [0, 3]}) == [0, 1]
    assert result({**rules, "match_won_by": "most-wins"}, 1, start={"scores": [0, 30]}) == [1]


def test_teams() -> None:
    record = with_(rules={"teams": 2, "rack_size": 4, "max_rounds": 1}, result={})
    record["players"] = [{"name": name} for name in ("Ana", "Bea", "Carl", "Dora")]
    record["rounds"][0]["deal"]["racks"] += [["k5", "k7", "k9", "J"], ["o1", "o2", "o4", "o5"]]
    record["rounds"][0]["scores"] = [3 + 5 + 7 + 9 + 30, 12]
    verdict = examine(json.dumps(record).encode()).data()
    assert verdict["verdict"] == "sound"
    assert verdict["result"]["winners"] == [1]


# What a deal and a move are asked


def test_what_a_record_is_asked_before_its_deals() -> None:
    six = [{"name": name} for name in ("Ana", "Bea", "Carl", "Dora", "Emil", "Fina")]
    start = {"scores": [200]}
    rules: Json = {"teams": 6, "target": 100}
    assert codes(with_(players=six, rules=rules, start=start)) == [("RK-D02", "/players")]
    rules["copies"] = 3
    for teams in (1, 4, 6, 7):
        rules["teams"] = teams
        assert codes(with_(players=six, rules=rules, start=start)) == [("RK-D01", "/rules/teams")]
    rules["teams"] = 2
    assert codes(with_(players=six, rules=rules, start=start)) == [("RK-D03", "/start/scores")]
    start["scores"] = [100, 0]
    assert codes(with_(players=six, rules=rules, start=start)) == [("RK-D04", "/start/scores")]
    assert codes(with_(players=six, rules=rules, start=start, rounds=[], result={})) == []


def dealt(deal: Json, *rounds: Json, **rules: Any) -> Json:
    kept = {key: value for key, value in deal.items() if value is not None}
    return with_(rules={"rack_size": 4, **rules}, rounds=[*rounds, {"deal": kept, "moves": []}], result={})


def test_faults_of_a_deal_are_asked_in_the_order_of_the_table() -> None:
    """Deals that break the rule of one row and of all later ones that it leaves meaning to."""
    rows = table("### What a deal is asked", SECTION)
    listed = [code for cells in rows for code in re.findall("RK-D..", cells[0])]
    whole = EXAMPLE["rounds"][0]  # type: ignore[index]
    stopped = {"deal": whole["deal"], "moves": []}
    bad: Json = {"first": 9, "racks": [[]], "start_draws": [], "table": [["r1"]], "opened": [], "pool": ["r1"] * 106}
    asked = [
        (dealt(bad, whole, max_rounds=1), "RK-D05", ""),
        (dealt(bad, stopped), "RK-D06", ""),
        (dealt(bad, whole), "RK-D07", "/first"),
        (dealt({**bad, "first": 0}, whole), "RK-D08", "/racks"),
        (dealt({**bad, "first": 0, "racks": [[], []]}, whole), "RK-D09", "/table"),
    ]
    steps: list[tuple[str, str, Json]] = [
        ("RK-D10", "", {"first": 0, "racks": [[], []], "opened": None}),
        ("RK-D10", "", {"table": None, "opened": []}),
        ("RK-D11", "/start_draws", {"table": [["r1"]]}),
        ("RK-D12", "/racks/0", {"table": None, "opened": None}),
        ("RK-D13", "/racks/0", {"table": [["r1"]], "opened": [], "start_draws": None}),
        ("RK-D14", "/start_draws", {"racks": [["r1"] * 4] * 2, "table": None, "opened": None, "start_draws": []}),
        ("RK-D15", "/first", {"start_draws": ["J", "r1"]}),
        ("RK-D15", "/first", {"start_draws": ["r1", "r2"]}),
        ("RK-D16", "/opened", {"start_draws": None, "table": [["r1", "r2"]], "opened": []}),
        ("RK-D17", "/table", {"opened": [False, False]}),
        ("RK-D17", "/table", {"table": [], "opened": [False, True]}),
        ("RK-P01", "/table/0", {"table": [["r1", "r2"]]}),
        ("RK-P03", "/table/0/1", {"table": [["r1", "r3", "r4"]]}),
        ("RK-D18", "/racks", {"table": [["r1", "r2", "r3"]], "racks": [["r1"] * 60] * 2}),
        ("RK-D20", "/pool", {"racks": [["r1"] * 4] * 2}),
        ("RK-D19", "/racks/0/2", {"pool": None}),
        ("RK-D19", "/table/0/0", {"racks": [["r1"] * 2, ["r2"] * 2]}),
        ("RK-D19", "/table/0/0", {"racks": [["J"] * 2, ["r4"] * 2], "table": [["J=r1", "r2", "r3"]]}),
        ("RK-D19", "/pool/0", {"racks": [["r1", "r2"], ["??"]], "pool": ["r2"] * 100}),
    ]
    deal = dict(bad)
    for code, below, change in steps:
        deal.update(change)
        asked.append((dealt(deal), code, below))
    for record, code, below in asked:
        place = f"/rounds/{len(record['rounds']) - 1}/deal"
        assert codes(record) == [(code, place + below)]
        where = next(cells[2] for cells in rows if code in cells[0])
        shown = re.sub("/[0-9]+$", "/INDEX", re.sub("^/(table|racks)/[0-9]+/", r"/\1/ITEM/", below))
        shown = shown.replace("/racks/ITEM", "/racks/SEAT").replace("/table/ITEM", "/table/INDEX")
        shown = re.sub("^/(racks|start_draws)/INDEX$", r"/\1/SEAT", shown)
        assert f"`{shown}`" in where if shown else where.startswith("none")
    in_order = [listed.index(code) for _, code, _ in asked if code.startswith("RK-D")]
    assert in_order == sorted(in_order)
    assert set(listed) == {code for _, code, _ in asked if code.startswith("RK-D")}


def test_start_draws() -> None:
    hands = EXAMPLE["rounds"][0]["deal"]["racks"]  # type: ignore[index]
    for draws in (["k9", "r9"], ["r9", "J"], ["r1", "??"], ["??", "r13"], ["r9", "r9"]):
        assert codes(dealt({"first": 0, "racks": hands, "start_draws": draws})) == []
    assert code_of(dealt({"first": 0, "racks": hands, "start_draws": ["r12", "b13"]})) == "RK-D15"


def table_row(head: str, code: str, nth: int = 0) -> tuple[str, list[str]]:
    """The row of a code, where it stands a second time the ``nth``."""
    rows = [cells for cells in table(head, SECTION) if code in cells[0]]
    return code, rows[nth]


LYING = "r4 r5 r6 r7, b9 J b11, b1 o1 k1"
RACK = "r8 r9 r10 b10 o10 k10 J r1"
OPENING = sets("r10 b10 o10")
WRONG = {"tiles": ["k13"], "table_after": [["k13"]]}
CHAINS: list[tuple[Json, bool, Sequence[tuple[Json, str, str]]]] = [
    (
        # Who has opened.
        {"joker_rule": "exact", "max_jokers_per_set": 1, "draw_when_able": False},
        True,
        [
            ({**PASS, "seat": 9}, "RK-T04", ""),
            ({**meld("r1", "r1 r2 r3", opening=[]), "seat": 9}, "RK-T03", "/seat"),
            ({**meld("r1", "r1 r2 r3", opening=[]), "seat": 1}, "RK-T01", "/seat"),
            (meld("r1", "r4 r5 r6 r7, r1 r2 r3", opening=[]), "RK-P10", "/take/1"),
            (meld("r1", "r4 r5 r6 r7, r4 r5 r6 r7", opening=[]), "RK-P10", "/take/1"),
            (meld("r1", "r4 r5 r6 r7", opening=[]), "RK-P16", "/opening"),
            (meld("r1, r9 J J", "r4 r5 r6 r7"), "RK-P01", "/put/0"),
            (meld("r4 r5 b5", "r4 r5 r6 r7"), "RK-P02", "/put/0"),
            (meld("r4 r5 r7", "r4 r5 r6 r7"), "RK-P03", "/put/0/2"),
            (meld("r9 J J, r1", "r4 r5 r6 r7"), "RK-P09", "/put/0"),
            (meld("k11 k12 k13", "r4 r5 r6 r7"), "RK-P11", "/take/0/0"),
            (meld("b9 b10 J", "b9 J b11"), "RK-P11", "/take/0/2"),
            (meld("k11 k12 k13, r4 r5 r6 r7", "r4 r5 r6 r7", **WRONG), "RK-P12", "/put/0/0"),
            (meld("b1 o1 k1", "b1 o1 k1", **WRONG), "RK-P13", ""),
            (meld("b9 b10 b11, r1 b1 J, o1 k1 J", "b9 J b11, b1 o1 k1", **WRONG), "RK-P23", "/put/1"),
            (meld("b9 J b11, b1 o1 k1 r1", "b9 J b11, b1 o1 k1", **WRONG), "RK-P25", "/tiles"),
            (meld("b1 o1 k1 r1", "b1 o1 k1", tiles=["r1"], table_after=[]), "RK-P26", "/table_after"),
        ],
    ),
    (
        {"draw_when_able": False},
        True,
        [
            ({**DRAW, "seat": 9, "tiles": []}, "RK-T03", "/seat"),
            ({**DRAW, "seat": 1, "tiles": []}, "RK-T01", "/seat"),
            ({**DRAW, "tiles": []}, "RK-P30", "/tiles"),
            ({**DRAW, "tiles": ["r10", "r10"]}, "RK-P30", "/tiles"),
            ({**DRAW, "tiles": ["k13"]}, "RK-P27", ""),
        ],
    ),
    (
        # Who has not.
        {"joker_rule": "locked", "opening_joker": "forbid"},
        False,
        [
            (meld("r1", "r1 r2 r3"), "RK-P10", "/take/0"),
            (meld("r1", "b1 o1 k1"), "RK-P15", ""),
            (meld("r1", "b1 o1 k1", opening=sets("r1")), "RK-P01", "/put/0"),
            (meld("r9 J J", "b1 o1 k1", opening=sets("r1")), "RK-P20", "/put/0"),
            (meld("k11 k12 k13", "b1 o1 k1", opening=sets("r1")), "RK-P11", "/take/0/0"),
            (meld("k11 k12 k13, b1 o1 k1", "b1 o1 k1", opening=sets("r1")), "RK-P12", "/put/0/0"),
            (meld("b1 o1 k1", "b1 o1 k1", opening=sets("r1")), "RK-P13", ""),
            (meld("b1 o1 k1 r1", "b1 o1 k1", opening=sets("r1 r2")), "RK-P01", "/opening/0"),
            (meld("b1 o1 k1 r1", "b1 o1 k1", opening=sets("r8 r9 J, r1 r2 r2")), "RK-P03", "/opening/1/2"),
            (meld("b1 o1 k1 r1", "b1 o1 k1", opening=sets("r1 b1 J")), "RK-P17", "/opening/0/1"),
            (meld("b1 o1 k1, r8 r9 J", "b1 o1 k1", opening=sets("r8 r9 J")), "RK-P19", "/opening/0/2"),
            (meld("r8 r9 J", **WRONG), "RK-P19", "/put/0/2"),
            (meld("b1 o1 k1, r8 r9 r10", "b1 o1 k1", opening=sets("r8 r9 r10"), **WRONG), "RK-P18", "/opening"),
            (meld("r8 r9 r10", **WRONG), "RK-P18", "/put"),
            (meld("b9 b10 b11, r10 o10 J", "b9 J b11", opening=OPENING, **WRONG), "RK-P25", "/tiles"),
        ],
    ),
    (
        {"opening_same_turn": "forbid"},
        False,
        [
            (meld("r1", "r1 r2 r3"), "RK-P10", "/take/0"),
            (meld("r1", opening=[]), "RK-P16", "/opening"),
            (meld("r1", "b1 o1 k1"), "RK-P14", "/take"),
        ],
    ),
    (
        {},
        True,
        [
            ({**TIME, "seat": 1, "tiles": []}, "RK-T01", "/seat"),
            ({**TIME, "tiles": []}, "RK-P33", "/tiles"),
            ({**TIME, "reason": "invalid"}, "RK-P33", "/tiles"),
            ({**TIME, "tiles": ["k10", "k10"]}, "RK-P33", "/tiles"),
            (
                {**TIME, "reason": "invalid", "tiles": ["b4", "k10", "k10"], "lost": ["k13"]},
                "RK-P32",
                "/tiles/2",
            ),
            ({**TIME, "table_after": []}, "RK-P26", "/table_after"),
            ({**TIME, "table_after": [], "lost": []}, "RK-P26", "/table_after"),
            ({**TIME, "lost": ["k13"]}, "RK-P34", ""),
            ({**TIME, "lost": ["b1", "b1"], "table_after": sets("r1 r2, r4 r5 r6 r7")}, "RK-P36", "/lost/1"),
            ({**TIME, "lost": ["b1"], "table_after": sets("r4 r5 r6 r7, o1 k1")}, "RK-P01", "/table_after/1"),
            ({**TIME, "lost": ["b1"], "table_after": sets("r4 r5 r7")}, "RK-P03", "/table_after/0/2"),
            ({**TIME, "lost": ["b1"], "table_after": sets("r4 r5 r6 r7")}, "RK-P37", "/table_after"),
        ],
    ),
]


@pytest.mark.parametrize(("rules", "opened", "steps"), CHAINS)
def test_moves_are_asked_in_the_order_of_the_table(
    rules: Json, opened: bool, steps: Sequence[tuple[Json, str, str]]
) -> None:
    rows = table("| code | asked of", SECTION)
    at = 0
    for move, code, below in steps:
        assert found(rules, LYING, RACK, move, has_opened=opened) == (code, below), move
        where = f"`{re.sub('[0-9]+', 'INDEX', below)}`" if below else "none: the move"
        at = next(row for row in range(at, len(rows)) if code in rows[row][0] and where in rows[row][-1])
        assert f"`{move['action']}`" in rows[at][1] or rows[at][1] == "all"


def test_what_the_phase_does_not_admit_is_asked_first() -> None:
    assert codes(emptied({}, "", {**DRAW, "seat": 9, "tiles": []})) == [("RK-T05", "/rounds/0/moves/0")]
    assert codes(emptied({}, "b1", {**PASS, "seat": 9})) == [("RK-T04", "/rounds/0/moves/0")]
    over = with_(result={})
    over["rounds"][0]["moves"].append({**PASS, "seat": 9})
    assert codes(over) == [("RK-T02", "/rounds/0/moves/2")]


def test_own_keys_of_moves() -> None:
    definitions = page.schema_of("rummikub")["$defs"]
    listed = {cells[0].strip("`"): re.findall("`([^`]+)`", cells[1]) for cells in table("\n### Moves", SECTION)}
    assert list(listed) == list(page.actions("rummikub"))
    for action, own in listed.items():
        assert list(definitions[action]["properties"]) == ["action", "seat", *own, "at", "elapsed_ms", "note"]
        required = [key for key in definitions[action]["required"] if key not in ("action", "seat")]
        (row,) = (cells for cells in table("\n### Moves", SECTION) if cells[0] == f"`{action}`")
        assert [key for key in re.findall("`([a-z]+)`", row[2].partition("required")[0]) if key in own] == required
    assert not definitions["attempt"]["required"]


def test_the_table_after_of_a_penalty_is_in_the_play_form_and_its_attempt_is_not() -> None:
    def play(move: Json) -> Any:
        return examine(json.dumps(emptied({}, "b1", move)).encode()).play_sha256

    assert play(TIME) == play({**TIME, "attempt": {"put": [["r1"]]}})
    assert play(TIME) != play({**TIME, "table_after": sets("b9 b10 b11")})


# What was not seen


def undecided(record: Json) -> int:
    verdict = examine(json.dumps(record).encode())
    assert not verdict.findings
    assert verdict.undecided is not None
    return verdict.undecided


def test_what_is_undecided() -> None:
    move = meld("b1 b2 b3")
    assert undecided(midway({}, "r4 r5 r6", "b1 b2 b3", move)) == 0
    assert undecided(midway({}, "r4 r5 r6", "b1 ?? ??", move)) == 1
    draw = {**DRAW, "tiles": ["k1"]}
    assert undecided(midway({}, "r4 r5 r6", "??", draw)) == 0
    assert undecided(midway({"draw_when_able": False}, "r4 r5 r6", "??", draw)) == 1
    # The round is over: who has an unseen tile left scores this or that.
    for rack, number in (("o12", 0), ("??", 1)):
        out = {"racks": [["b1", "b2", "b3"], [rack]]}
        assert undecided(midway({"max_rounds": 1}, "r4 r5 r6", "", move, **out) | {"result": {}}) == number


def test_what_every_filling_puts_on_a_rack_is_surely_held() -> None:
    """All tiles but three are named, and all three are on one rack."""
    record = emptied({"pool_empty": "must-play"}, "", PASS)
    racks = record["rounds"][0]["deal"]["racks"]
    for token in ("b12", "k1", "o2"):
        racks[2].remove(token)
    racks[0] += ["??"] * 3
    assert codes(record) == [("RK-P35", "/rounds/0/moves/0")]
    record["rounds"][0]["moves"] = [meld("b9 b10 b11 b12", "b9 b10 b11")]
    assert undecided(record) == 0
    record["rounds"][0]["moves"] = [meld("b8 b9 b10 b11", "b9 b10 b11")]
    assert codes(record) == [("RK-P12", "/rounds/0/moves/0/put/0/0")]


def test_an_unseen_tile_is_none_that_came_back_later() -> None:
    """Seat 0 has an unseen tile from the deal; of the tiles that were lost it can be none."""
    loss = {"action": "penalty", "seat": 1, "reason": "time", "tiles": ["??"], "lost": ["b9"]}
    loss["table_after"] = sets("b10 b11 b12, r4 r5 r6")
    lying = "b9 b10 b11 b12, r4 r5 r6"
    other = {"racks": [["??", "??", "??", "??"], ["b9", "o12"]]}
    draw = {"action": "draw", "seat": 1, "tiles": ["??"]}
    back = meld("b9 b10 b11 b12", "b10 b11 b12")
    assert found({}, lying, "", {**draw, "seat": 0}, loss, back, **other) == ("RK-P12", "/put/0/0")
    after = ({**draw, "seat": 0}, loss, {**draw, "seat": 0}, draw, back)
    assert found({}, lying, "", *after, **other) is None


# What is shown


def test_keys_of_patterns_are_on_the_page() -> None:
    listed = [cells for cells in table("| game | key of a pattern", page.TEXT) if cells[0] == "Rummikub"]
    assert [cells[1].split("`")[1::2] for cells in listed] == [["tiles", "draw"], ["put", "meld"]]
    record = midway({}, "r4 r5 r6", "r7 ??")
    assert patterns(record) == [
        {"action": "meld", "seat": 0, "put": [["r4", "r5", "r6", "r7"]], "take": [["r4", "r5", "r6"]]},
        {"action": "meld", "seat": 0},
        {"action": "draw", "seat": 0, "tiles": {"least": 1, "most": 1}},
    ]


def patterns(record: Json) -> list[Json]:
    return kontari.legal(kontari.read(json.dumps(record)), 1, 0)


def test_keys_of_positions_and_score_sheets() -> None:
    """As the tables of the page list them, each shown by some record here."""
    listed = {cells[0].strip("`"): cells[1] for cells in table("What a program shows", SECTION)}
    last = emptied({"pool_empty": "one-more-turn"}, "b1", *turns(DRAW, PASS, PASS, PASS))
    positions = [step.position for step in kontari.replay(kontari.read(json.dumps(last))) if step.position]
    assert set(listed) == set().union(*positions)
    # Scores are absent only where tiles of an earlier round were not seen.
    always = set(positions[0]).intersection(*positions) - {"scores"}
    assert {key for key, needed in listed.items() if needed} == always
    shared = emptied({"scoring": "zero-sum", "no_opening_penalty": 8}, "", *turns(PASS, PASS, PASS))
    deal = shared["rounds"][0]["deal"]
    deal["opened"][0] = False
    deal["racks"][0], deal["racks"][1] = ["b7"], ["o12", "b3"]
    for token in ("b7", "b3"):
        deal["racks"][2].remove(token)
    deal["racks"][2] += ["k13", "o13"]
    (sheet,) = kontari.score(kontari.read(json.dumps(shared)))
    (unseen,) = kontari.score(page_record("partial"))
    keys = {cells[0].strip("`") for cells in table("A **score sheet**", SECTION)}
    assert {*sheet, *unseen} == keys | {"round", "ended", "sides"}
    rows = [*sheet["racks"], *unseen["racks"]]
    listed = {cells[0].strip("`"): cells[1] for cells in table("| key of a rack", SECTION)}
    assert set(listed) == set().union(*rows)
    assert {key for key, needed in listed.items() if needed} == set(rows[0]).intersection(*rows)


def page_record(says: str) -> Any:
    (block,) = (one for one in page.RECORDS if one.game == "rummikub" and says in one.says)
    return kontari.read(block.text)
