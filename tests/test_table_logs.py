"""Rummikub logs that hold the whole table after each turn."""

import copy
import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kontari
from conftest import Run, examples
from damage import mutated
from kontari.convert import ConversionError, Wish, converter, table_logs
from kontari.convert.own_match import typed_rules
from kontari.convert.two_tables import CannotTellError, Lying, as_run, change, opening, tiles_of
from kontari.examination import examine
from kontari.games import part
from kontari.games.rummikub.options import in_force
from kontari.games.rummikub.sets import Sets
from kontari.games.rummikub.state import House
from kontari.record.writing import one_line

GAME = "rummikub"
OTHERS = [None, 0, -1, 1.5, 10**16, "", "JK1", "R5a", True, [], {}, [[]], {"seat": 0}, "x" * 9]
ARENA = Wish(dialect="rummiarena")
GENERIC = Wish(dialect="generic")
LETTER = {"r": "R", "b": "B", "o": "Y", "k": "K"}
Json = dict[str, Any]
Table = list[list[str]]


def read_all(text: str, wish: Wish) -> list[Any]:
    return list(table_logs.read(iter(text.splitlines(keepends=True)), wish))


def read_one(text: str, wish: Wish = ARENA) -> Json:
    ((_, record, _),) = read_all(text, wish)
    assert not isinstance(record, ConversionError), record
    return record


def refused(text: str, wish: Wish = ARENA) -> ConversionError:
    errors = [record for _, record, _ in read_all(text, wish) if isinstance(record, ConversionError)]
    assert errors, "nothing was refused"
    return errors[0]


def losses(text: str, wish: Wish = ARENA) -> list[str]:
    return [f"{loss.what} @ {loss.place}" for _, _, lost in read_all(text, wish) for loss in lost]


def verdict(record: Json) -> Any:
    return examine(one_line(GAME, record).encode())


def tables(record: Json) -> list[Counter[tuple[str, ...]]]:
    """The sets on the table after each move; of a group the order says nothing."""
    steps = kontari.replay(kontari.read(one_line(GAME, record)))
    shown = [step.position["table"] for step in steps if step.fault is None and step.move]  # type: ignore[index]
    return [Counter(tuple(sorted(one)) for one in table) for table in shown]


# Two tables


def lying(*sets: str, named: bool = False) -> list[Lying]:
    found = []
    for one in sets:
        tokens = tuple(token.rstrip("'") for token in one.split())
        found.append(Lying(tokens, tuple(one.split()) if named else None))
    return found


def changed(before: list[Lying], after: list[Lying]) -> tuple[Table, Table, list[str], list[str]]:
    turn = change(before, after, Sets(False))
    return [list(one.tokens) for one in turn.take], [list(one.tokens) for one in turn.put], turn.tiles, turn.gone


def test_what_lies_on_both_tables_stays() -> None:
    before = lying("k5 k6 k7", "r1 b1 o1", "r1 b1 o1")
    after = lying("o1 r1 b1", "k5 k6 k7 k8", "r1 b1 o1")
    assert changed(before, after) == ([["k5", "k6", "k7"]], [["k5", "k6", "k7", "k8"]], ["k8"], [])


def test_a_second_equal_set_is_new_and_a_run_is_told_by_its_places() -> None:
    assert changed(lying("r1 r2 r3"), lying("r1 r2 r3", "r1 r2 r3"))[1] == [["r1", "r2", "r3"]]
    assert changed(lying("r4 r5 J"), lying("J r4 r5"))[:2] == ([["r4", "r5", "J"]], [["J", "r4", "r5"]])
    assert changed(lying("r4 b4 J"), lying("J r4 b4")) == ([], [], [], [])


def test_tiles_that_vanish_are_told() -> None:
    assert changed(lying("r4 r5 r6 r7"), lying("r4 r5 r6")) == (
        [["r4", "r5", "r6", "r7"]],
        [["r4", "r5", "r6"]],
        [],
        ["r7"],
    )


SETS = st.lists(
    st.sampled_from(["r4 r5 r6", "r4 r5 r6 r7", "r5 b5 o5", "o5 b5 r5", "r9 J J", "J r9 J", "r4 J r6", "r4 b9", "k1"]),
    max_size=6,
)


@given(SETS, SETS)
@examples(200)
def test_no_tile_is_lost_between_two_tables(before: list[str], after: list[str]) -> None:
    old, new = lying(*before), lying(*after)
    turn = change(old, new, Sets(False))
    assert Counter(turn.tiles) - Counter(turn.gone) == Counter(turn.tiles)
    assert tiles_of(new) + Counter(turn.gone) == tiles_of(old) + Counter(turn.tiles)
    assert tiles_of(turn.put) + Counter(turn.gone) == tiles_of(turn.take) + Counter(turn.tiles)
    for part_, whole in ((turn.take, old), (turn.put, new)):
        assert not Counter(one.tokens for one in part_) - Counter(one.tokens for one in whole)
    assert change(old, old[::-1], Sets(False)) == ([], [], [], [])


@pytest.mark.parametrize(
    ("tokens", "placed", "run"),
    [
        ("r6 r4 r5", True, "r4 r5 r6"),
        ("r6 r5 J", True, "J r5 r6"),
        ("r4 J r6", True, "r4 J r6"),
        ("r4 r6 J", True, "r4 r6 J"),
        ("r4 r6 J", False, "r4 J r6"),
        ("r12 r13 J", False, "J r12 r13"),
        ("r12 r13 r1", True, "r12 r13 r1"),
        ("r12 r13 J J", False, "J J r12 r13"),
        ("r4 r9 J", False, "r4 r9 J"),
        ("r4 b4 J", False, "r4 b4 J"),
        ("r9 J J", False, "r9 J J"),
        ("r4 r4 r5", True, "r4 r4 r5"),
    ],
)
def test_runs_are_written_ascending_as_far_as_that_is_no_change(tokens: str, placed: bool, run: str) -> None:
    assert as_run(tokens.split(), placed) == (tuple(run.split()), False)


def test_a_joker_with_two_ends_is_told() -> None:
    assert as_run(["r4", "r5", "J"], False) == (("r4", "r5", "J"), True)
    assert as_run(["r4", "r5", "J"], True) == (("r4", "r5", "J"), False)


def opened_with(before: list[Lying], after: list[Lying], **rules: Any) -> Table:
    options = in_force(typed_rules("rummikub", rules), 2)
    named = opening(change(before, after, Sets(False)), before, House(options, 2))
    return [list(one.tokens) for one in named]


def test_the_opening_is_what_only_the_rack_can_have_made() -> None:
    before = lying("k5 k6 k7")
    after = lying("r10 b10 o10", "k5 k6 k7 k8")
    assert opened_with(before, after) == [["r10", "b10", "o10"]]
    after = lying("r1 b1 o1", "k5 k6 k7 k8")
    assert opened_with(before, after) == [["r1", "b1", "o1"]]  # six points: the referee's affair
    assert opened_with(before, lying("k5 k6 k7 k8")) == []


def test_an_opening_that_was_taken_apart_again_cannot_be_told() -> None:
    before = lying("k10 r11 o11 b11", "r8 r9", "o1 o2")
    after = lying("k10 r10 o10", "r8 r9 b10", "o1 o2 r11 o11 b11")
    with pytest.raises(CannotTellError):
        opened_with(before, after)


def test_more_tiles_than_the_box_holds_are_not_searched() -> None:
    """They are no opening that could be hidden, and the search would be long."""
    table = lying("k5 k6 k7 k8", " ".join(["J"] * 60 + ["r1", "r2", "r3", "b1", "o1"] * 80))
    assert opened_with(lying("k5 k6 k7"), table) == [list(table[1].tokens)]


def test_copies_tell_what_equal_tiles_do_not() -> None:
    before = lying("r10 b10 o10 k10", "k1 k2 k3")
    after = lying("r10 b10 o10", "r10 b10 o10", "k10", "k1 k2 k3")
    with pytest.raises(CannotTellError):
        opened_with(before, after)
    named = lying("r10' b10' o10'", "r10 b10 o10", "k10", "k1 k2 k3", named=True)
    before = lying("r10 b10 o10 k10", "k1 k2 k3", named=True)
    assert opened_with(before, named) == [["r10", "b10", "o10"]]
    single = lying("r10 b10 o10 k10 r1 r2")
    assert opened_with(single, lying("r10 b10 o10 k10 r1", "r2", "k9 k10 k11"), opening_sets="single") == [
        ["k9", "k10", "k11"]
    ]


# RummiArena: a hand-written game


def state(**more: Any) -> Json:
    return {
        "gameId": "g",
        "status": "PLAYING",
        "turnNumber": 1,
        "currentSeat": 0,
        "tableGroups": [],
        "myRack": [
            "K5a",
            "K6a",
            "K7b",
            "K8a",
            "R10a",
            "B10a",
            "Y10b",
            "JK1",
            "R1a",
            "B2a",
            "Y3a",
            "K13a",
            "R13a",
            "B13a",
        ],
        "players": [
            {"seat": 0, "userId": "u-7", "displayName": "Ana", "tileCount": 14, "hasInitialMeld": False},
            {"seat": 1, "displayName": "Bea", "tileCount": 14, "hasInitialMeld": False},
        ],
        "drawPileCount": 78,
        **more,
    }


def turn(seat: int, action: str, table: Table, pool: int, **more: Any) -> Json:
    groups = [{"id": f"s{index}", "tiles": tiles, "type": "run"} for index, tiles in enumerate(table)]
    return {"seat": seat, "turnNumber": 1, "action": action, "tableGroups": groups, "drawPileCount": pool, **more}


def frames(*found: tuple[str, Json]) -> str:
    return "".join(
        json.dumps({"type": kind, "payload": payload, "seq": seq, "timestamp": f"2026-05-02T18:00:{seq:02}Z"}) + "\n"
        for seq, (kind, payload) in enumerate(found)
    )


OPENED = [["K5a", "K6a", "K7b"], ["R10a", "B10a", "Y10b"]]
LONGER = [["K5a", "K6a", "K7b", "K8a"], ["B10a", "R10a", "Y10b"]]
START = [("AUTH_OK", {"seat": 0, "userId": "u-7"}), ("GAME_STATE", state())]
PLAYED = [
    *START,
    ("TURN_END", turn(0, "PLACE_TILES", OPENED, 78, playerTileCount=8)),
    ("TILE_DRAWN", {"seat": 1, "drawnTile": None}),
    ("TURN_END", turn(1, "DRAW_TILE", OPENED, 77)),
    ("CHAT_BROADCAST", {"message": "hm"}),
    ("TILE_PLACED", turn(0, "", LONGER, 77)),
    ("TURN_END", turn(0, "PLACE_TILES", LONGER, 77)),
    ("TURN_END", turn(1, "TIMEOUT", LONGER, 76)),
    ("TILE_DRAWN", {"seat": 0, "drawnTile": "JK2"}),
    ("TURN_END", turn(0, "DRAW_TILE", LONGER, 75)),
]


def test_a_capture_becomes_a_record() -> None:
    record = read_one(frames(*PLAYED))
    assert record["players"] == [{"name": "Ana", "id": "u-7"}, {"name": "Bea"}]
    assert record["rules"] == {"preset": "classic"}
    (round_,) = record["rounds"]
    assert round_["deal"]["first"] == 0
    assert round_["deal"]["racks"][0][:3] == ["k5", "k6", "k7"]
    assert round_["deal"]["racks"][1] == ["??"] * 14
    plain = [{key: value for key, value in move.items() if key not in ("at", "x-source")} for move in round_["moves"]]
    assert plain == [
        {
            "action": "meld",
            "seat": 0,
            "put": [["k5", "k6", "k7"], ["r10", "b10", "o10"]],
            "tiles": ["r10", "b10", "o10", "k5", "k6", "k7"],
        },
        {"action": "draw", "seat": 1, "tiles": ["??"]},
        {"action": "meld", "seat": 0, "take": [["k5", "k6", "k7"]], "put": [["k5", "k6", "k7", "k8"]], "tiles": ["k8"]},
        {"action": "penalty", "seat": 1, "reason": "time", "tiles": ["??"]},
        {"action": "draw", "seat": 0, "tiles": ["J"]},
    ]
    assert round_["moves"][0]["x-source"] == "line 3"
    assert round_["moves"][0]["at"] == "2026-05-02T18:00:02Z"
    assert verdict(record).verdict == "unfinished"
    told = losses(frames(*PLAYED))
    assert 'frames "CHAT_BROADCAST", 1 times @ ' in told
    assert "moves that were not confirmed, 1 times @ " in told
    assert "which of two equal tiles each is @ " in told


@pytest.mark.parametrize(
    ("table", "code"),
    [
        ([*OPENED, ["R1a", "B1a", "K1b"]], "RK"),
        ([["K5a", "K6a", "K7b"]], "RK"),
        ([*OPENED, ["R9a", "B9a"]], "RK"),
        (OPENED, "RK"),
    ],
    ids=["not on the rack", "tiles vanished", "no set", "nothing laid"],
)
def test_an_illegal_turn_is_found_at_its_move(table: Table, code: str) -> None:
    played = [
        *PLAYED[:5],
        ("TURN_END", turn(0, "PLACE_TILES", table, 77)),
        ("TURN_END", turn(1, "DRAW_TILE", table, 76)),
    ]
    record = read_one(frames(*played))
    judged = verdict(record)
    assert judged.verdict == "illegal"
    assert judged.findings[0].code.startswith(code)
    assert judged.findings[0].move == 3


def test_a_table_touched_before_the_opening_is_illegal_and_an_opening_in_it_is_found() -> None:
    table = [["K5a", "K6a", "K7b", "K8b"], OPENED[1]]
    record = read_one(frames(*PLAYED[:3], ("TURN_END", turn(1, "PLACE_TILES", table, 78))))
    assert "opening" not in record["rounds"][0]["moves"][1]
    assert verdict(record).findings[0].move == 2
    table = [["K5a", "K6a", "K7b", "K8b"], OPENED[1], ["R11a", "B11a", "K11a"]]
    record = read_one(frames(*PLAYED[:3], ("TURN_END", turn(1, "PLACE_TILES", table, 78))))
    assert record["rounds"][0]["moves"][1]["opening"] == [["r11", "b11", "k11"]]
    assert verdict(record).verdict == "unfinished"
    hidden = [["K5a", "K6a", "K7b", "K8b", "K9b", "K10b", "K11b", "K12b"], OPENED[1]]
    error = refused(frames(*PLAYED[:3], ("TURN_END", turn(1, "PLACE_TILES", hidden, 78))))
    assert error.place == "line 4, /payload"
    assert "opening" in error.message


def test_a_refused_meld_is_the_attempt_of_the_penalty_that_follows() -> None:
    tried = {"tableGroups": [{"id": "x", "tiles": ["R1a", "B2a", "Y3a"]}], "tilesFromRack": ["R1a", "B2a", "Y3a"]}
    drawn = [("TILE_DRAWN", {"seat": 0, "drawnTile": tile}) for tile in ("R2a", "R3a", "R4a")]
    refused_once = [*START, ("CONFIRM_TURN", tried), ("INVALID_MOVE", {"errors": []})]
    record = read_one(frames(*refused_once, *drawn, ("TURN_END", turn(0, "DRAW_TILE", [], 75))))
    (move,) = record["rounds"][0]["moves"]
    assert (move["action"], move["reason"], move["tiles"]) == ("penalty", "invalid", ["r2", "r3", "r4"])
    assert move["attempt"] == {"put": [["r1", "b2", "o3"]], "tiles": ["r1", "b2", "o3"]}
    assert verdict(record).verdict == "unfinished"
    text = frames(*refused_once, ("TURN_END", turn(0, "PLACE_TILES", OPENED, 78)))
    assert read_one(text)["rounds"][0]["moves"][0]["action"] == "meld"
    assert "a refused meld without a penalty @ line 4" in losses(text)


def test_own_tile_drawn_by_the_clock_is_known_from_the_rack() -> None:
    rack = [*state()["myRack"], "Y7a"]
    record = read_one(frames(*START, ("TURN_END", turn(0, "TIMEOUT", [], 77, myRack=rack))))
    assert record["rounds"][0]["moves"][0]["tiles"] == ["o7"]


def test_a_draw_from_an_empty_pool_is_a_pass() -> None:
    record = read_one(frames(("GAME_STATE", state(drawPileCount=0)), ("TURN_END", turn(0, "DRAW_TILE", [], 0))))
    assert record["rounds"][0]["moves"][0]["action"] == "pass"
    assert verdict(record).findings[0].move == 1  # there is a pool here


def test_a_state_in_mid_round_is_a_start_position() -> None:
    players = state()["players"]
    players[0] |= {"hasInitialMeld": True, "tileCount": 8}
    middle = state(turnNumber=9, tableGroups=[{"tiles": OPENED[0]}], players=players, myRack=["K8a"] * 8, currentSeat=1)
    record = read_one(frames(START[0], ("GAME_STATE", middle), ("TURN_END", turn(1, "DRAW_TILE", [OPENED[0]], 77))))
    deal = record["rounds"][0]["deal"]
    assert (deal["first"], deal["table"], deal["opened"]) == (1, [["k5", "k6", "k7"]], [True, False])
    assert [len(rack) for rack in deal["racks"]] == [8, 14]


def test_a_state_in_between_says_whether_turns_are_missing() -> None:
    again = state(turnNumber=3, tableGroups=[{"tiles": tiles} for tiles in OPENED])
    assert len(read_one(frames(*PLAYED[:5], ("GAME_STATE", again), *PLAYED[5:]))["rounds"][0]["moves"]) == 5
    error = refused(frames(*PLAYED[:3], ("GAME_STATE", state(turnNumber=3)), *PLAYED[5:]))
    assert error.place == "line 4, /payload"


def test_the_last_meld_may_be_known_from_what_the_player_sent() -> None:
    rack = ["K5a", "K6a", "K7b", "R10a", "B10a", "Y10b", "R11a", "B11a", "Y11b", "K1a", "K2a", "K3a", "K4a", "K8b"]
    groups = [
        ["K1a", "K2a", "K3a", "K4a", "K5a", "K6a", "K7b", "K8b"],
        ["R10a", "B10a", "Y10b"],
        ["R11a", "B11a", "Y11b"],
    ]
    sent = ("CONFIRM_TURN", {"tableGroups": [{"tiles": tiles} for tiles in groups], "tilesFromRack": rack})
    held = ["R1a", "R2a", "R3a", "R4a", "R5a", "R6a", "R7a", "R8a", "R9a", "K13a", "JK1", "B1a", "B2a", "B3a"]
    results = [{"seat": 0, "remainingTiles": [], "score": 0}, {"seat": 1, "remainingTiles": held, "score": -94}]
    over = ("GAME_OVER", {"endType": "NORMAL", "winnerSeat": 0, "results": results})
    text = frames(START[0], ("GAME_STATE", state(myRack=rack)), sent, over)
    record = read_one(text)
    assert "scores" not in record["rounds"][0]
    assert "the scores (--claims) @ line 4" in losses(text)
    held_words = "r1 r2 r3 r4 r5 r6 r7 r8 r9 b1 b2 b3 k13 J"
    assert record["rounds"][0]["deal"]["racks"][1] == held_words.split()
    judged = verdict(record)
    assert (judged.verdict, judged.proof) == ("sound", "complete")
    claimed = read_one(text, ARENA._replace(claims=True))
    assert claimed["rounds"][0]["scores"] == [0, 94]
    assert verdict(claimed).verdict == "sound"
    wrong = text.replace("-94", "-93")
    assert verdict(read_one(wrong, ARENA._replace(claims=True))).verdict == "misscored"
    unknown = frames(START[0], ("GAME_STATE", state(myRack=rack)), over)
    assert "the last turn, for which no TURN_END was sent @ line 3" in losses(unknown)
    assert "scores" not in read_one(unknown, ARENA._replace(claims=True))["rounds"][0]


def test_the_ledger_is_closed_only_as_far_as_it_is_certain() -> None:
    laid = [["R11a", "B11a", "K11a"]]
    more = [*laid, ["R5a", "R6a", "R7a"]]
    left = ["B1a", "B2a", "B3a", "B4a", "B5a", "B6a", "B7a", "B8a", "B9a"]
    over = ("GAME_OVER", {"endType": "CANCELLED", "results": [{"seat": 1, "remainingTiles": left}]})
    played = [
        ("GAME_STATE", state(currentSeat=1)),
        ("TURN_END", turn(1, "PLACE_TILES", laid, 78)),
        ("TURN_END", turn(0, "DRAW_TILE", laid, 77)),
        ("TURN_END", turn(1, "DRAW_TILE", laid, 76)),
        ("TURN_END", turn(0, "DRAW_TILE", laid, 75)),
        ("TURN_END", turn(1, "PLACE_TILES", more, 75)),
        over,
    ]
    record = read_one(frames(*played))
    # What it laid before the unseen draw was dealt; one of the others was drawn.
    assert record["rounds"][0]["deal"]["racks"][1] == ["r11", "b11", "k11", *["??"] * 11]
    assert 'the end by "CANCELLED" @ line 7' in losses(frames(*played))
    wrong = ("GAME_OVER", {"endType": "CANCELLED", "results": [{"seat": 1, "remainingTiles": left[:3]}]})
    assert "what seat 1 held at the end @ line 3, /payload/results/0/remainingTiles" in losses(
        frames(*played[:2], wrong)
    )


def test_several_games_and_damage_between_them() -> None:
    over = ("GAME_OVER", {"endType": "CANCELLED", "results": []})
    game = frames(*PLAYED, over)
    found = read_all(game + "nonsense\n" + game + game.replace('"DRAW_TILE"', '"DRAW"') + game, ARENA)
    kinds = [(line, isinstance(record, ConversionError)) for line, record, _ in found]
    count = game.count("\n")
    assert kinds == [(2, False), (count + 1, True), (count + 3, False), (2 * count + 3, True), (3 * count + 3, False)]


def broken(change: Any) -> str:
    played = json.loads(json.dumps(PLAYED))
    change(played)
    return frames(*played)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("{", "line 1, column 2"),
        ("[]", "line 1"),
        ('{"type": 5}', "line 1, /type"),
        ('{"type": "GAME_STATE", "payload": []}', "line 1, /payload"),
        ('{"type": "GAME_STATE", "type": "PING"}', "line 1, column 24"),
        ('{"type": "PING", "payload": NaN}', "line 1, column 29"),
        ('{"type": "PING", "payload": 1e999}', "line 1, column 29"),
        ('{"type": "PING", "payload": ' + "9" * 5000 + "}", "line 1, column 29"),
        ('{"type": "PING", "payload": ' + "[" * 5000 + "]" * 5000 + "}", "line 1, column 92"),
        ('{"type": "PING", "payload": "\\ud800"}', "line 1, column 29"),
        ('{"type": "TURN_END", "payload": {"seat": 0}}', "line 1, /payload"),
        (broken(lambda p: p[1][1].pop("currentSeat")), "line 2, /payload"),
        (broken(lambda p: p[1][1]["players"].pop()), "line 2, /payload/players"),
        (broken(lambda p: p[1][1]["players"][1].update(seat=0)), "line 2, /payload/players/1"),
        (broken(lambda p: p[1][1]["players"][1].update(tileCount=10**15)), "line 2, /payload/players/1/tileCount"),
        (broken(lambda p: p[1][1]["players"][1].update(displayName=5)), "line 2, /payload/players/1/displayName"),
        (broken(lambda p: p[1][1]["myRack"].__setitem__(3, "Q1a")), "line 2, /payload/myRack/3"),
        (broken(lambda p: p[2][1].pop("seat")), "line 3, /payload"),
        (broken(lambda p: p[2][1].update(seat=-1)), "line 3, /payload/seat"),
        (broken(lambda p: p[2][1].update(seat=True)), "line 3, /payload/seat"),
        (broken(lambda p: p[2][1].update(action="JUMP")), "line 3, /payload/action"),
        (broken(lambda p: p[2][1].update(tableGroups={})), "line 3, /payload/tableGroups"),
        (broken(lambda p: p[2][1]["tableGroups"][1].pop("tiles")), "line 3, /payload/tableGroups/1"),
        (broken(lambda p: p[2][1]["tableGroups"][1]["tiles"].append("R14a")), "line 3, /payload/tableGroups/1/tiles/3"),
        (broken(lambda p: p[4][1].update(drawPileCount=79)), "line 5, /payload"),
        (broken(lambda p: p[4][1].update(tableGroups=[])), "line 5, /payload/tableGroups"),
    ],
)
def test_damage_is_refused_with_its_place(text: str, place: str) -> None:
    assert refused(text).place == place


def assert_never_raises(found: Iterator[Any]) -> None:
    for _, record, _ in found:
        if not isinstance(record, ConversionError):
            assert verdict(record).verdict in ("sound", "unfinished", "misscored", "illegal")


LONG = [
    *PLAYED,
    ("CONFIRM_TURN", {"tableGroups": [{"tiles": ["R1a"]}]}),
    ("INVALID_MOVE", {"errors": []}),
    ("GAME_OVER", {"endType": "NORMAL", "results": [{"seat": 1, "remainingTiles": ["R1a"], "score": -1}]}),
]


def test_mutated_frames_never_raise() -> None:
    rng = random.Random(7)
    for _ in range(300):
        found = [list(one) for one in json.loads(json.dumps(LONG))]
        for _ in range(rng.randint(1, 2)):
            one = rng.choice(found)
            one[1] = mutated(one[1], rng, 0.75, OTHERS) or {}
        text = frames(*[(kind, payload) for kind, payload in found])
        if rng.random() < 0.2:
            text = text[: rng.randrange(len(text))]
        assert_never_raises(table_logs.read(text.splitlines(True), ARENA._replace(claims=rng.random() < 0.5)))


@given(st.text(max_size=40))
@examples(60)
def test_any_text_is_refused(text: str) -> None:
    for wish in (ARENA, GENERIC):
        assert_never_raises(table_logs.read(iter([text]), wish))


# The generic dialect


HEADER: Json = {"racks": [["r10", "b10", "o10", "k5"], ["k1", "k2", "k3", "r1"]], "players": ["Ana", "Bea"]}
TURNS = [
    {"seat": "Ana", "table": [["r10", "b10", "o10"]]},
    {"seat": "Bea", "table": [["o10", "r10", "b10"]], "drawn": "k4"},
]
SMALL = GENERIC._replace(settings={"rack_size": "4"})


def test_lines_and_documents_give_the_same_record() -> None:
    lines = "".join(json.dumps(one) + "\n" for one in (HEADER, *TURNS))
    record = read_one(lines, SMALL)
    assert record["rules"] == {"preset": "classic", "rack_size": 4}
    assert record["rounds"][0]["deal"] == {"first": 0, "racks": HEADER["racks"], "x-source": "line 1"}
    assert [move["x-source"] for move in record["rounds"][0]["moves"]] == ["line 2", "line 3"]
    assert verdict(record).verdict == "unfinished"
    for whole in ([HEADER, *TURNS], {**HEADER, "turns": TURNS}):
        for text in (json.dumps(whole), json.dumps(whole, indent=1)):
            other = read_one(text, SMALL)
            plain = copy.deepcopy(record)
            for one in (other, plain):
                for placed in (one["rounds"][0]["deal"], *one["rounds"][0]["moves"]):
                    placed.pop("x-source", None)
            assert other == plain
    assert len(read_all(lines + lines, SMALL)) == 2


def test_every_name_and_the_tile_syntax_are_parameters() -> None:
    log = {
        "hands": [["7ra", "7kb", "ja", "10ba"], ["1ra", "1rb", "2ba", "2oa"]],
        "who": [{"nick": "Ana"}, {"nick": "Bea"}],
        "log": [
            {"by": 0, "board": {"melds": [{"id": "m", "t": ["7ra", "7kb", "ja"]}]}},
            {"by": 1, "board": {"melds": [{"id": "m", "t": ["7ra", "7kb", "ja"]}]}, "got": ["jb"]},
        ],
    }
    settings = {
        "racks": "hands",
        "players": "who",
        "name": "nick",
        "turns": "log",
        "seat": "by",
        "drawn": "got",
        "table": "board/melds",
        "tiles": "t",
        "tile": "{number}{colour}{copy}",
        "joker_names": "ja,jb",
        "colours": "r=r,b=b,o=o,k=k",
        "rack_size": "4",
        "opening_min": "21",
        "preset": "official-2019",
    }
    record = read_one(json.dumps(log), GENERIC._replace(settings=settings))
    assert record["rules"] == {"preset": "official-2019", "rack_size": 4, "opening_min": 21}
    assert [player["name"] for player in record["players"]] == ["Ana", "Bea"]
    assert record["rounds"][0]["deal"]["racks"][0] == ["r7", "k7", "J", "b10"]
    assert record["rounds"][0]["moves"][0]["put"] == [["r7", "k7", "J"]]
    assert record["rounds"][0]["moves"][1]["tiles"] == ["J"]
    assert verdict(record).verdict == "unfinished"


def test_a_joker_with_two_ends_is_told_once() -> None:
    table = [["r4", "r5", "J"]]
    turns = [{"seat": 0, "table": table}, {"seat": 1, "table": table}, {"seat": 0, "table": table}]
    wish = GENERIC._replace(settings={"players": "Ana,Bea", "order": "free"})
    assert losses(json.dumps(turns), wish) == ["at which end of r4 r5 J a joker lies @ /0/table/0"]


def test_tiles_that_are_objects() -> None:
    tiles = [{"color": "red", "value": 4}, {"color": "red", "value": 6}, {"color": "", "value": 0, "wild": True}]
    turns = [{"seat": 0, "table": [{"tiles": tiles}]}]
    settings = {"colour": "color", "number": "value", "joker": "wild", "players": "Ana,Bea", "order": "free"}
    record = read_one(json.dumps(turns), GENERIC._replace(settings=settings))
    assert record["rounds"][0]["moves"][0]["put"] == [["r4", "J", "r6"]]
    assert record["rounds"][0]["deal"]["racks"] == [["??"] * 14] * 2
    given = read_one(json.dumps(turns), GENERIC._replace(settings=settings | {"order": "given"}))
    assert given["rounds"][0]["moves"][0]["put"] == [["r4", "r6", "J"]]
    assert verdict(given).verdict == "illegal"


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ([], "(whole)"),
        ([HEADER], "/0"),
        ([{"seat": 0}], "/0"),
        ([HEADER, {"seat": 0}], "/1"),
        ([HEADER, {"table": []}], "/1"),
        ([HEADER, {"seat": "Eva", "table": []}], "/1/seat"),
        ([HEADER, {"seat": 0, "table": [5]}], "/1/table/0"),
        ([HEADER, {"seat": 0, "table": [["r10", "x1"]]}], "/1/table/0/1"),
        ([HEADER, {"seat": 0, "table": [[{"colour": "red"}]]}], "/1/table/0/0"),
        ([HEADER, {"seat": 0, "table": [[{"colour": "pink", "number": 1}]]}], "/1/table/0/0/colour"),
        ([HEADER, {"seat": 0, "table": [["r1"]], "drawn": "r1"}], "/1/drawn"),
        ([HEADER, {"seat": 0, "table": [], "penalty": "late", "drawn": 1}], "/1/penalty"),
        ([HEADER, {"seat": 0, "table": [], "penalty": "time"}], "/1"),
        ([HEADER, {"seat": 0, "table": [["r1"]], "penalty": "time", "drawn": 1}], "/1/table"),
        ([HEADER, {"seat": 0, "table": [], "drawn": -1}], "/1/drawn"),
        ([{**HEADER, "players": ["Ana"]}, *TURNS], "/0"),
        ([{**HEADER, "racks": [["r1"]]}, *TURNS], "/0/racks"),
        ([{**HEADER, "racks": [["r1"], ["r99"]]}, *TURNS], "/0/racks/1/0"),
        (TURNS, "/0"),
        (5, "line 1"),
    ],
)
def test_damage_of_a_generic_log_is_refused_with_its_place(value: Any, place: str) -> None:
    found = read_all(json.dumps(value), SMALL)
    if not found:
        assert value == []
        return
    assert found[0].record.place == place


def test_mutated_generic_logs_never_raise() -> None:
    rng = random.Random(9)
    log = [HEADER, *TURNS, {"seat": 0, "table": [[{"colour": "red", "number": 5, "joker": False}]]}]
    for _ in range(300):
        value = mutated(log, rng, 0.75, OTHERS)
        text = json.dumps(value) if rng.random() < 0.5 else "".join(json.dumps(one) + "\n" for one in value)
        if rng.random() < 0.2:
            text = text[: rng.randrange(len(text))]
        assert_never_raises(table_logs.read(text.splitlines(True), SMALL))


@pytest.mark.parametrize(
    ("dialect", "settings"),
    [
        (None, {}),
        ("generic", {"order": "any"}),
        ("generic", {"tile": "{colour}"}),
        ("generic", {"tile": "{colour}{number}{number}"}),
        ("generic", {"tile": "{colour}{number}{sign}"}),
        ("generic", {"colours": "R"}),
        ("generic", {"colours": "R=red"}),
        ("generic", {"colours": "R=r,R=b"}),
        ("generic", {"preset": "clasic"}),
        ("generic", {"rack_size": "many"}),
        ("generic", {"copies": "9"}),
        ("generic", {"draw_when_able": "2"}),
        ("rummiarena", {"table": "melds"}),
        ("rummiarena", {"seat": "Ana"}),
    ],
)
def test_a_wrong_parameter_is_refused(dialect: str | None, settings: dict[str, str]) -> None:
    with pytest.raises(ConversionError):
        table_logs.check(Wish(dialect=dialect, settings=settings))


def test_every_parameter_is_known() -> None:
    assert set(table_logs.KEYS) | set(table_logs._ARENA_ONLY) <= set(table_logs.SETTINGS)
    assert converter("rummikub-tables") is table_logs


# The law: generated records written as such logs come back


class Box:
    """Names for tiles as a server has them: each with its copy."""

    def __init__(self) -> None:
        self.used: Counter[str] = Counter()

    def name(self, token: str) -> str:
        self.used[token] += 1
        if token == "J":
            return f"JK{self.used[token]}"
        return f"{LETTER[token[0]]}{token[1:]}{'xab'[self.used[token]]}"


class Server:
    """A plain server that keeps the whole table, with the copy of each tile."""

    def __init__(self) -> None:
        self.box = Box()
        self.table: list[tuple[list[str], list[str]]] = []

    def meld(self, move: Json) -> None:
        free: dict[str, list[str]] = {}
        for taken in move.get("take", ()):
            plain = ["J" if token[0] == "J" else token for token in taken]
            index = next(i for i, (t, _) in enumerate(self.table) if t == plain or sorted(t) == sorted(plain))
            for token, name in zip(*self.table.pop(index), strict=True):
                free.setdefault(token, []).append(name)
        own = [sorted(one) for one in move.get("opening", ())]
        new = []
        # Sets of the opening are made of tiles of the rack, so that they are named first.
        for put in sorted(move["put"], key=lambda one: sorted(one) not in own):
            plain = ["J" if token[0] == "J" else token for token in put]
            fresh = sorted(put) in own
            names = [self.box.name(t) if fresh or not free.get(t) else free[t].pop() for t in plain]
            new.append((plain, names))
        self.table += new


def as_frames(record: Json, seen: int) -> str:
    """A record of one round as the frames that one seat gets."""
    (round_,) = record["rounds"]
    racks, pool = round_["deal"]["racks"], 106 - sum(map(len, round_["deal"]["racks"]))
    hands = [list(rack) for rack in racks]
    server = Server()
    names = [one["name"] for one in record["players"]]
    players = [{"seat": i, "displayName": name, "tileCount": len(racks[i])} for i, name in enumerate(names)]
    plain = {"J": "JK1"} | {f"{c}{n}": f"{LETTER[c]}{n}a" for c in "rbok" for n in range(1, 14)}
    first = {
        "turnNumber": 1,
        "currentSeat": round_["deal"]["first"],
        "tableGroups": [],
        "drawPileCount": pool,
        "players": players,
        "myRack": [plain[token] for token in racks[seen]],
    }
    found: list[tuple[str, Json]] = [("AUTH_OK", {"seat": seen}), ("GAME_STATE", first)]
    for move in round_["moves"]:
        seat, action = move["seat"], "PLACE_TILES"
        if move["action"] == "meld":
            before = Counter(t for tokens, _ in server.table for t in tokens)
            server.meld(move)
            for token in (Counter(t for tokens, _ in server.table for t in tokens) - before).elements():
                hands[seat].remove(token)
        elif move["action"] == "penalty":
            action = "TIMEOUT" if move["reason"] == "time" else "DRAW_TILE"
        else:
            action = "DRAW_TILE"
        for token in move.get("tiles", ()) if move["action"] in ("draw", "penalty") else ():
            pool -= 1
            hands[seat].append(token)
            found.append(("TILE_DRAWN", {"seat": seat, "drawnTile": plain[token] if seat == seen else None}))
        found.append(("TURN_END", turn(seat, action, [tiles for _, tiles in server.table], pool)))
    results = [{"seat": seat, "remainingTiles": [plain[token] for token in hand]} for seat, hand in enumerate(hands)]
    found.append(("GAME_OVER", {"endType": "NORMAL" if [] in hands else "STALEMATE", "results": results}))
    return frames(*found).replace(":60Z", ":00Z") if len(found) < 61 else frames_without_time(found)


def frames_without_time(found: list[tuple[str, Json]]) -> str:
    return "".join(json.dumps({"type": kind, "payload": payload}) + "\n" for kind, payload in found)


def as_turns(record: Json, known: bool) -> str:
    (round_,) = record["rounds"]
    steps = [step for step in kontari.replay(kontari.read(one_line(GAME, record))) if step.move]
    lines: list[Json] = [{"players": [one["name"] for one in record["players"]]}]
    if known:
        lines[0]["racks"] = round_["deal"]["racks"]
    for step in steps:
        assert step.position is not None
        assert step.action is not None
        table = [["J" if token[0] == "J" else token for token in one] for one in step.position["table"]]
        lines.append({"seat": step.action["seat"], "table": table})
        if known and step.action["action"] == "draw":
            lines[-1]["drawn"] = step.action["tiles"][0]
        elif step.action["action"] == "penalty":
            tiles = step.action["tiles"]
            lines[-1] |= {"drawn": tiles if known else len(tiles), "penalty": step.action["reason"]}
    return "".join(json.dumps(line) + "\n" for line in lines)


def generated(seed: int, players: int) -> Json:
    record: Json = part(GAME, "generate").record(seed, 0, players, {"max_rounds": 1})
    record["rounds"] = record["rounds"][:1]
    record.pop("result", None)
    record["rounds"][0].pop("scores", None)
    return record


@pytest.mark.parametrize("seed", range(8))
def test_generated_records_come_back_from_frames(seed: int) -> None:
    record = generated(seed, 2 + seed % 3)
    back = read_one(as_frames(record, seen=seed % 2))
    assert [(m["action"], m["seat"]) for m in back["rounds"][0]["moves"]] == [
        (m["action"], m["seat"]) for m in record["rounds"][0]["moves"]
    ]
    was, now = verdict(record), verdict(back)
    assert now.verdict == was.verdict
    assert tables(back) == tables(record)
    openings = [Counter(map(tuple, map(sorted, m.get("opening", ())))) for m in back["rounds"][0]["moves"]]
    for before, after in zip(record["rounds"][0]["moves"], openings, strict=True):
        assert not Counter(map(tuple, map(sorted, before.get("opening", ())))) - after


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("seed", range(20, 26))
def test_generated_records_come_back_from_turns(seed: int, known: bool) -> None:
    record = generated(seed, 2 + seed % 3)
    settings = {} if known else {"players": ",".join(one["name"] for one in record["players"])}
    back = read_one(as_turns(record, known), GENERIC._replace(settings=settings))
    was, now = verdict(record), verdict(back)
    assert now.verdict == was.verdict
    assert tables(back) == tables(record)
    if known:
        assert now.rounds == was.rounds


@pytest.mark.parametrize("seed", range(40, 48))
def test_a_tile_that_vanishes_is_found_at_its_turn(seed: int) -> None:
    """Whatever the log: the turn after which a tile of the table is gone is the illegal one."""
    rng = random.Random(seed)
    record = generated(seed, 2)
    melds = [at for at, move in enumerate(record["rounds"][0]["moves"]) if move["action"] == "meld"]
    at = rng.choice(melds[1:])
    lines = [json.loads(line) for line in as_turns(record, known=bool(seed % 2)).splitlines()]
    before = Counter(token for one in lines[at]["table"] for token in one)
    table = lines[at + 1]["table"]
    places = [(one, token) for one in table for token in one if before[token]]
    one, token = rng.choice(places)
    for later in lines[at + 1 :]:
        for one in later["table"]:
            if token in one:
                one.remove(token)
                break
    settings = {} if seed % 2 else {"players": "Ana,Bea"}
    back = read_one("".join(json.dumps(line) + "\n" for line in lines), GENERIC._replace(settings=settings))
    judged = verdict(back)
    assert (judged.verdict, judged.findings[0].move) == ("illegal", at + 1)


def test_a_deal_is_not_blamed_for_a_tile_that_cannot_be() -> None:
    laid = [["R11a", "B11a", "K11a"], ["R13b", "B13b", "K13b", "Y13b"]]
    rest = ["K13b", *[f"B{n}b" for n in range(1, 7)]]
    over = ("GAME_OVER", {"endType": "CANCELLED", "results": [{"seat": 1, "remainingTiles": rest}]})
    mine = [*state()["myRack"][:11], "K13a", "K13b", "B13a"]
    text = frames(
        START[0],
        ("GAME_STATE", state(currentSeat=1, myRack=mine)),
        ("TURN_END", turn(1, "PLACE_TILES", laid, 78)),
        over,
    )
    record = read_one(text)
    assert record["rounds"][0]["deal"]["racks"][1] == ["??"] * 14
    assert "what seat 1 held at the end @ line 4, /payload/results/0/remainingTiles" in losses(text)
    assert (verdict(record).verdict, verdict(record).findings[0].move) == ("illegal", 1)


def test_who_begins_is_what_the_server_says() -> None:
    record = read_one(frames(*START, ("TURN_END", turn(1, "DRAW_TILE", [], 77))))
    assert record["rounds"][0]["deal"]["first"] == 0
    assert verdict(record).findings[0].move == 1


def test_what_the_generic_form_does_not_read_is_told() -> None:
    log = {**HEADER, "site": "x", "turns": [{**TURNS[0], "ms": 5}, TURNS[1]]}
    log["turns"][0]["table"] = [{"id": 7, "tiles": ["r10", "b10", "o10"]}]
    assert losses(json.dumps(log), SMALL) == [
        '"site" of the header, 1 times @ ',
        '"ms" of turns, 1 times @ ',
        '"id" of sets, 1 times @ ',
    ]


# The command line


def test_convert_tells_where_a_move_stood(run: Run, tmp_path: Any) -> None:
    bad = turn(0, "PLACE_TILES", [*OPENED, ["R9a", "B9a"]], 78)
    (tmp_path / "game.log").write_text(frames(*START, ("TURN_END", bad)))
    done = run("convert", "game.log", "--to", "jsonl", "--dialect", "rummiarena", "--loss", "json")
    assert done.returncode == 1
    assert "illegal at 1.1 (line 3): RK-" in done.stderr
    assert json.loads(done.stdout)["game"] == GAME
    assert json.loads(done.stderr.splitlines()[0])["lost"][0] == {"what": "which of two equal tiles each is"}
    assert run("convert", "game.log", "--to", "jsonl").returncode == 2
    near = run("convert", "game.log", "--to", "jsonl", "--dialect", "rumiarena")
    assert (near.returncode, "perhaps rummiarena" in near.stderr) == (2, True)
    assert run("convert", "game.log", "--to", "rummikub-tables").returncode == 2
    wrong = run("convert", "game.log", "--to", "jsonl", "--dialect", "generic", "--set", "tile=x")
    assert (wrong.returncode, "tile=x is no template" in wrong.stderr) == (2, True)
