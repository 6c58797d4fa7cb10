"""What differs between two records is what they mean, not how they are written."""

import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import changed, illegal
from kontari.comparison import Comparison, Difference, OneSided, compared, in_force, one_sided
from kontari.examination import examine
from kontari.games import part
from kontari.games.crazy_eights.record import EXAMPLE
from kontari.games.mus.record import EXAMPLE as MUS
from kontari.games.rummikub.record import EXAMPLE as RUMMIKUB
from kontari.library import Record, read, well_formed
from kontari.record.streams import items
from kontari.record.writing import one_line, pretty
from kontari.schemas import complaints

ROOT = Path(__file__).parents[1]
GAME = "crazy-eights"
Run = Callable[..., Any]
Change = Callable[[dict[str, Any]], Any]


def corpus() -> list[tuple[Path, Record]]:
    words = ("sound", "unfinished", "misscored", "illegal")
    paths = sorted(path for word in words for path in (ROOT / "records").glob(f"*/{word}/*"))
    return [
        (path, read(item.data, notation=item.notation))
        for path in paths
        if not path.name.endswith(".case.json")
        for item in items(str(path))
    ]


def between(example: dict[str, Any], change: Change, everything: bool = False) -> Comparison:
    """The comparison of an example with a changed copy."""
    other = copy.deepcopy(example)
    change(other)
    return compared(well_formed(copy.deepcopy(example)), well_formed(other), everything)


def found(example: dict[str, Any], change: Change, everything: bool = False) -> list[tuple[str, str]]:
    return [(one.part, one.at) for one in between(example, change, everything).differences]


def moves(record: dict[str, Any]) -> Any:
    return record["rounds"][0]["moves"]


def deal(record: dict[str, Any]) -> Any:
    return record["rounds"][0]["deal"]


# The same in other words


def rewritten(record: Record) -> Record:
    """The same in other words: rules written out, what is in any order shuffled, what may be implied written."""
    pick = random.Random(len(json.dumps(record.data)))
    data = copy.deepcopy(record.data)
    known = set(part(record.game, "options").Rules.__annotations__)
    own = {name: value for name, value in data.get("rules", {}).items() if name.startswith("x-")}
    data["rules"] = {name: value for name, value in in_force(record).items() if name in known} | own
    data["players"] = [{**player, "id": player.get("id", player["name"])} for player in data["players"]]
    for round_ in data["rounds"]:
        for key in ("hands", "racks"):
            for hand in round_["deal"].get(key, ()):
                pick.shuffle(hand)
        if record.game == "mus":
            round_["deal"].setdefault("exposed", False)
        for move in round_["moves"]:
            if move["action"] in ("discard", "show"):
                pick.shuffle(move["cards"])
            if move["action"] == "meld":
                pick.shuffle(move["put"])
                if not move.get("take"):
                    move["take"] = []
                pick.shuffle(move["take"])
    return well_formed(data)


def test_the_same_in_other_words_is_the_same() -> None:
    for path, record in corpus()[::2]:
        comparison = compared(record, rewritten(record), everything=True)
        assert comparison == Comparison(), (path, comparison)


def test_records_of_one_play_have_the_same_play() -> None:
    """No record of the corpus has the play of another by its hash and not by the comparison."""
    by_play: dict[str, Record] = {}
    again = 0
    for path, record in corpus():
        play = examine(pretty(record.game, record.data).encode()).play_sha256
        assert play is not None
        if play in by_play:
            again += 1
            assert compared(by_play[play], record).same_play, path
        by_play[play] = record
    assert again


WAYS: list[tuple[dict[str, Any], Change]] = [
    (EXAMPLE, lambda one: one["rules"].update(preset="classic")),
    (EXAMPLE, lambda one: one.update(start={"scores": [0, 0]})),
    (EXAMPLE, lambda one: one["result"].pop("termination")),
    (EXAMPLE, lambda one: one["players"][0].update(id="Ana")),
    (MUS, lambda one: one.update(start={"stones": [0, 0], "first_hand": True})),
    (MUS, lambda one: deal(one).update(exposed=False)),
    (MUS, lambda one: deal(one)["hands"][1].reverse()),
    (RUMMIKUB, lambda one: moves(one)[1]["put"].reverse()),
    (RUMMIKUB, lambda one: moves(one)[1]["opening"][0].reverse()),
    (RUMMIKUB, lambda one: moves(one)[0].update(take=[])),
    (RUMMIKUB, lambda one: one.update(start={"scores": [0, 0]})),
    (EXAMPLE, lambda one: one.update({"x-a": 1, "$schema": "urn:a"})),
    (EXAMPLE, lambda one: moves(one)[0].update({"note": "n", "elapsed_ms": 3, "x-a": 1})),
]


@pytest.mark.parametrize(("example", "change"), WAYS)
def test_ways_of_writing(example: dict[str, Any], change: Change) -> None:
    assert between(example, change) == Comparison()


def test_countdown_begins_at_eight() -> None:
    record = changed(rules={"preset": "countdown"}, rounds=[], start={"scores": [8, 8]})
    record.pop("result")
    assert found(record, lambda one: one.pop("start")) == []
    assert found(record, lambda one: one.update(start={"scores": [8, 7]})) == [("start", "/start/scores")]


# What differs


DIFFERENT: list[tuple[dict[str, Any], Change, list[tuple[str, str]]]] = [
    (EXAMPLE, lambda one: one["players"].append({"name": "Cai"}), [("seats", "/players"), ("rules", "/rules/target")]),
    (EXAMPLE, lambda one: one["players"][1].update(name="Cai", id="Bea"), [("players", "/players/1/name")]),
    (EXAMPLE, lambda one: one["players"][1].update(rating=3), [("players", "/players/1/rating")]),
    (MUS, lambda one: one.update(sides=["a", "b"]), [("players", "/sides")]),
    (EXAMPLE, lambda one: one["rules"].update(skip_rank="Q"), [("rules", "/rules/skip_rank")]),
    (EXAMPLE, lambda one: one["rules"].pop("hand_size"), [("rules", "/rules/hand_size")]),
    (EXAMPLE, lambda one: one.update(start={"scores": [1, 0]}), [("start", "/start/scores")]),
    (MUS, lambda one: one.update(start={"first_hand": False}), [("start", "/start/first_hand")]),
    (EXAMPLE, lambda one: deal(one).update(dealer=0), [("deal", "/rounds/0/deal/dealer")]),
    (EXAMPLE, lambda one: deal(one).update(starter=["8H", "3C"]), [("deal", "/rounds/0/deal/starter")]),
    (EXAMPLE, lambda one: deal(one)["hands"][1].__setitem__(0, "7D"), [("deal", "/rounds/0/deal/hands/1")]),
    (MUS, lambda one: deal(one).update(exposed=True), [("deal", "/rounds/0/deal/exposed")]),
    (RUMMIKUB, lambda one: deal(one).update(table=[], opened=[False, False]),
     [("deal", "/rounds/0/deal/table"), ("deal", "/rounds/0/deal/opened")]),
    (EXAMPLE, lambda one: moves(one)[1].update(card="KS"), [("move", "/rounds/0/moves/1")]),
    (EXAMPLE, lambda one: moves(one)[1].update(seat=0), [("move", "/rounds/0/moves/1")]),
    (EXAMPLE, lambda one: moves(one)[2].update(suit="C"), [("move", "/rounds/0/moves/2")]),
    (EXAMPLE, lambda one: moves(one).pop(), [("move", "/rounds/0/moves/2")]),
    (EXAMPLE, lambda one: moves(one).append({"action": "pass", "seat": 1}), [("move", "/rounds/0/moves/3")]),
    (RUMMIKUB, lambda one: moves(one)[0]["put"][0].reverse(), [("move", "/rounds/0/moves/0")]),
    (EXAMPLE, lambda one: one["rounds"].append(one["rounds"][0]), [("rounds", "/rounds")]),
    (EXAMPLE, lambda one: one["rounds"][0].update(scores=[9, 0]), [("claims", "/rounds/0/scores")]),
    (EXAMPLE, lambda one: one["rounds"][0].pop("scores"), [("claims", "/rounds/0/scores")]),
    (EXAMPLE, lambda one: one["result"].update(winners=[1]), [("claims", "/result/winners")]),
    (MUS, lambda one: moves(one)[2].update(lance="grande"), [("claims", "/rounds/0/moves/2/lance")]),
    (RUMMIKUB, lambda one: moves(one)[0].update(tiles=["r9", "r10", "r11"]), [("claims", "/rounds/0/moves/0/tiles")]),
    (EXAMPLE, lambda one: one.update(event={"round": 3}), [("event", "/event/round")]),
    (EXAMPLE, lambda one: one.update(meta={"note": "n"}), [("meta", "/meta/note")]),
]  # fmt: skip


@pytest.mark.parametrize(("example", "change", "wanted"), DIFFERENT)
def test_what_differs(example: dict[str, Any], change: Change, wanted: list[tuple[str, str]]) -> None:
    comparison = between(example, change)
    assert [(one.part, one.at) for one in comparison.differences] == wanted
    play = {"seats", "rules", "start", "deal", "move", "rounds"}
    assert comparison.same_play == (not play & {name for name, _ in wanted})


def test_the_first_diverging_move_of_a_round() -> None:
    comparison = between(EXAMPLE, lambda one: [move.update(seat=1 - move["seat"]) for move in moves(one)])
    assert comparison.differences == [
        Difference("move", "/rounds/0/moves/0", moves(EXAMPLE)[0], {**moves(EXAMPLE)[0], "seat": 1}, 1, 1)
    ]


def test_an_event_is_compared_as_text() -> None:
    record = changed(event={"round": 3})
    assert found(record, lambda one: one["event"].update(round="3")) == []
    assert found(record, lambda one: one["event"].update(round="03")) == [("event", "/event/round")]


def test_other_games_have_only_what_is_around_them_in_common() -> None:
    comparison = compared(well_formed(EXAMPLE), well_formed(MUS))
    assert [(one.part, one.at) for one in comparison.differences] == [("game", "/game")]


def test_claims_in_any_order() -> None:
    record = copy.deepcopy(RUMMIKUB)
    moves(record)[0]["tiles"] = ["r9", "r10", "r11"]
    moves(record)[0]["table_after"] = [["r9", "r10", "r11"]]
    assert found(record, lambda one: moves(one)[0]["tiles"].reverse()) == []
    assert found(record, lambda one: moves(one)[0]["tiles"].pop()) == [("claims", "/rounds/0/moves/0/tiles")]
    assert found(record, lambda one: moves(one)[0].update(table_after=[])) == [
        ("claims", "/rounds/0/moves/0/table_after")
    ]


@pytest.mark.parametrize(
    ("change", "at"),
    [
        (lambda one: moves(one)[0].update(note="n"), "/rounds/0/moves/0/note"),
        (lambda one: moves(one)[0].update(elapsed_ms=1), "/rounds/0/moves/0/elapsed_ms"),
        (lambda one: moves(one)[0].update({"x-a": [1]}), "/rounds/0/moves/0/x-a"),
        (lambda one: one.update({"x-a": None}), "/x-a"),
        (lambda one: one.update({"$schema": "urn:a"}), "/$schema"),
        (lambda one: one.update(kontari="1.1"), "/kontari"),
    ],
)
def test_asides_only_by_wish(change: Change, at: str) -> None:
    assert found(EXAMPLE, change) == []
    assert found(EXAMPLE, change, everything=True) == [("asides", at)]


# What only one of them knows


@pytest.mark.parametrize(
    ("a", "b", "any_order", "wanted"),
    [
        (["4C", "??"], ["??", "7C"], False, OneSided(1, 1)),
        (["4C", "??"], ["7C", "??"], False, None),
        (["4C", "??"], ["??", "4C"], True, OneSided(0, 0)),
        (["4C", "??"], ["7C", "??"], True, OneSided(1, 1)),
        (["4C", "5C"], ["4C", "7C"], True, None),
        (["4C", "5C", "??"], ["4C", "7C", "8C"], True, None),
        (["4C", "4C"], ["4C", "??"], True, OneSided(1, 0)),
        (["??"], ["??", "??"], True, None),
    ],
)
def test_unseen_cards(a: list[str], b: list[str], any_order: bool, wanted: OneSided | None) -> None:
    assert one_sided(a, b, any_order) == wanted
    turned = None if wanted is None else OneSided(wanted.b, wanted.a)
    assert one_sided(b, a, any_order) == turned


def test_what_only_one_knows_is_no_difference() -> None:
    comparison = between(EXAMPLE, lambda one: deal(one).update(hands=[["??", "4C"], ["??", "??"]]))
    assert (comparison.differences, comparison.known) == ([], OneSided(3, 0))
    comparison = between(EXAMPLE, lambda one: deal(one).update(stock=["KD", "2C", "??"]))
    assert (comparison.differences, comparison.known) == ([], OneSided(0, 2))


def test_declarations_of_one_record_are_no_difference() -> None:
    said = [
        {"action": "declare", "seat": seat, "has": has} for seat, has in ((0, True), (1, False), (0, False), (1, True))
    ]
    record = copy.deepcopy(MUS)
    comparison = between(record, lambda one: moves(one).extend(said))
    assert (comparison.differences, comparison.said) == ([], OneSided(0, 4))
    moves(record).extend(copy.deepcopy(said))
    assert found(record, lambda one: moves(one)[-1].update(has=False)) == [("move", "/rounds/0/moves/9")]


# The command


@pytest.fixture
def files(tmp_path: Path) -> Callable[..., list[Path]]:
    def write(*records: Any) -> list[Path]:
        paths = []
        for number, record in enumerate(records):
            several = isinstance(record, list)
            paths.append(tmp_path / f"{'abc'[number]}.{'jsonl' if several else f'{GAME}.json'}")
            text = "".join(one_line(GAME, one) for one in record) if several else pretty(GAME, record)
            paths[-1].write_text(text, "utf-8")
        return paths

    return write


def test_the_same_and_different(run: Run, files: Any) -> None:
    files(EXAMPLE, illegal())
    same = run("diff", f"a.{GAME}.json", f"a.{GAME}.json")
    assert (same.returncode, same.stderr) == (0, "")
    assert same.stdout == f"a.{GAME}.json and a.{GAME}.json: the same\n"
    other = run("diff", f"a.{GAME}.json", f"b.{GAME}.json")
    assert other.returncode == 1
    assert other.stdout == (
        f"1.2 move: Bea plays 7C | Bea plays KS\na.{GAME}.json and b.{GAME}.json: different play: moves differ\n"
    )


def test_text(run: Run, files: Any) -> None:
    other = changed(meta={"note": "\x1b[2J"}, rules={"hand_size": 2})
    other["rounds"][0]["scores"] = [9, 0]
    other["rounds"][0]["deal"]["hands"][0] = ["??", "4C"]
    files(EXAMPLE, other)
    done = run("diff", f"a.{GAME}.json", f"b.{GAME}.json")
    assert done.stdout == (
        "rules max_rounds: 1 | 0\n"
        "round 1 scores: [10, 0] | [9, 0]\n"
        "meta note: (absent) | \N{REPLACEMENT CHARACTER}[2J\n"
        f"a.{GAME}.json and b.{GAME}.json: different play: rules, claims and meta differ "
        f"(1 unseen in b.{GAME}.json)\n"
    )
    other["rounds"][0]["moves"][0]["note"] = "n"
    files(EXAMPLE, other)
    assert "1.1 note: (absent) | n\n" in run("diff", f"a.{GAME}.json", f"b.{GAME}.json", "--all").stdout
    files(EXAMPLE, changed(meta={"note": "n"}))
    assert run("diff", f"a.{GAME}.json", f"b.{GAME}.json").stdout.endswith("the same play, but meta differs\n")


def test_pairs(run: Run, files: Any) -> None:
    files([EXAMPLE] * 4, [EXAMPLE, illegal()])
    done = run("diff", "a.jsonl", "b.jsonl")
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "a.jsonl and b.jsonl: the same",
        "1.2 move: Bea plays 7C | Bea plays KS",
        "a.jsonl record 2 and b.jsonl record 2: different play: moves differ",
        "a.jsonl has 2 records more, from record 3 on",
        "2 pairs: 1 the same, 1 different",
    ]
    shown = json.loads(run("diff", "a.jsonl", "b.jsonl", "--format", "json").stdout)
    assert complaints("diffs", shown) == []
    assert [pair["same"] for pair in shown] == [True, False, False, False]
    assert "b" not in shown[2]
    assert json.loads(run("diff", "b.jsonl", "a.jsonl", "--format", "json").stdout)[2]["b"]["record"] == 3


def test_json_holds_against_its_schema(run: Run, files: Any) -> None:
    for number in range(0, len(DIFFERENT), 6):
        example, change, wanted = DIFFERENT[number]
        if example is not EXAMPLE:
            continue
        other = copy.deepcopy(example)
        change(other)
        files(example, other)
        shown = json.loads(run("diff", f"a.{GAME}.json", f"b.{GAME}.json", "--format", "json").stdout)
        assert complaints("diffs", shown) == []
        assert [(one["part"], one["pointer"]) for one in shown[0]["differences"]] == wanted
        assert complaints("diffs", [{**shown[0], "more": 1}])
        assert complaints("diffs", [{key: value for key, value in shown[0].items() if key != "same"}])


def test_trouble(run: Run, files: Any, tmp_path: Path) -> None:
    files(EXAMPLE, [EXAMPLE, EXAMPLE])
    (tmp_path / "bad.jsonl").write_text("{\n" + one_line(GAME, illegal()), "utf-8")
    assert run("diff", f"a.{GAME}.json", "nowhere.json").returncode == 2
    bad = run("diff", "b.jsonl", "bad.jsonl")
    assert bad.returncode == 2
    assert "bad.jsonl:1:" in bad.stderr
    assert "1.2 move" in bad.stdout
    assert run("diff", "-", "-").returncode == 2
    assert "perhaps json" in run("diff", f"a.{GAME}.json", "b.jsonl", "--format", "jsn").stderr
    line = one_line(GAME, EXAMPLE).encode()
    assert run("diff", f"a.{GAME}.json", "-", stdin=line).returncode == 0
    assert run("diff", "-", f"a.{GAME}.json", "--stdin-name", "x.jsonl", stdin=line).stdout.startswith("x.jsonl and")
    assert run("diff", f"a.{GAME}.json", f"a.{GAME}.json", "-o", "out.txt").stdout == ""
    assert (tmp_path / "out.txt").read_text("utf-8").endswith(": the same\n")


def test_the_example_of_the_schema_is_what_is_printed(run: Run, tmp_path: Path) -> None:
    other = changed()
    other["players"][1]["rating"] = 1500
    other["rounds"][0]["moves"][1] = {"action": "draw", "seat": 1, "cards": ["??"]}
    for name, record in (("match", EXAMPLE), ("other", other)):
        (tmp_path / f"{name}.{GAME}.json").write_text(pretty(GAME, record), "utf-8")
    done = run("diff", f"match.{GAME}.json", f"other.{GAME}.json", "--format", "json")
    (example,) = json.loads((ROOT / "schemas" / "diffs.schema.json").read_text("utf-8"))["examples"]
    assert json.loads(done.stdout) == example
