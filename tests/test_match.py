"""A match refereed move by move: it agrees with ``examine``, and what is refused or taken back leaves no trace."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import EXAMPLE, GAME, examples
from kontari.core.fault import Fault
from kontari.examination import examine
from kontari.games import GAMES
from kontari.library import NotARecordError, read, write
from kontari.match import Match

OURS = ("kontari", "game", "rules", "players")
RECORDS = Path(__file__).parents[1] / "records"


@cache
def corpus() -> list[dict[str, Any]]:
    """Well-formed records of the corpus that stand in plain files of JSON, every third one."""
    paths = (path for game in GAMES for path in sorted((RECORDS / game).glob("*/*.json")))
    datas = [path.read_bytes() for path in paths if not path.name.endswith(".case.json")][::3]
    return [read(data).data for data in datas if examine(data).verdict != "malformed"]


def begun(data: dict[str, Any]) -> Match:
    others = {key: value for key, value in data.items() if key not in (*OURS, "rounds", "result", "$schema")}
    return Match(data["game"], data.get("rules"), data["players"], **others)


def played(match: Match, data: dict[str, Any]) -> Iterator[tuple[int, int | None, Fault | None]]:
    """Deal and push all that a record holds: round, move (None: the deal) and what was said, up to the first fault."""
    for number, round_ in enumerate(data["rounds"]):
        fault = match.deal(round_["deal"])
        yield number, None, fault
        for index, move in enumerate(round_["moves"] if fault is None else ()):
            fault = match.push(move)
            yield number, index, fault
            if fault is not None:
                return
        if fault is not None:
            return


def without_claims(data: dict[str, Any]) -> dict[str, Any]:
    rounds = [{key: value for key, value in round_.items() if key in ("deal", "moves")} for round_ in data["rounds"]]
    return {**{key: value for key, value in data.items() if key not in ("result", "$schema")}, "rounds": rounds}


def test_pushing_the_moves_of_a_record_gives_the_verdict_of_examine() -> None:
    illegal = 0
    for data in corpus():
        match = begun(data)
        said = list(played(match, data))
        bare = without_claims(data)
        verdict = examine(json.dumps(bare).encode())
        if verdict.verdict == "illegal":
            illegal += 1
            number, index, fault = said[-1]
            found = verdict.errors()[0]
            assert fault is not None
            assert fault.code == found.code
            if not fault.whole:
                where = "deal" if index is None else f"moves/{index}"
                assert f"/rounds/{number}/{where}{fault.at}" == found.pointer
            continue
        assert all(fault is None for _, _, fault in said)
        ours = match.verdict()
        assert (ours.verdict, ours.play_sha256, ours.rounds) == (verdict.verdict, verdict.play_sha256, verdict.rounds)
        assert (ours.proof, ours.undecided, ours.result) == (verdict.proof, verdict.undecided, verdict.result)
        assert match.record().data == {**bare, "kontari": "1.0"}
    assert illegal > 100


def snapshot(match: Match) -> tuple[object, ...]:
    shown = match.position if match.place != (0, 0) else None
    return match.place, shown, match.legal(), match.to_move, match.record().data


@examples(300)
@given(st.data())
def test_push_and_undo_is_the_identity_and_what_is_refused_changes_nothing(data: st.DataObject) -> None:
    record = data.draw(st.sampled_from(corpus()))
    match = begun(record)
    stops = sum(1 for _ in played(begun(record), record))
    halt = data.draw(st.integers(0, max(0, stops - 1)))
    reached = list(islice(played(match, record), halt + 1))
    if not reached:
        return
    number, index, fault = reached[-1]
    before = snapshot(match)
    other = data.draw(st.sampled_from([move for round_ in record["rounds"] for move in round_["moves"]] or [None]))
    if other is not None and match.place != (0, 0):
        refused = match.push(other)
        if refused is None:
            match.undo()
        else:
            found = match.finding(other)
            assert found is not None
            assert found.code == refused.code
        assert snapshot(match) == before
    if fault is None:
        match.undo()
        round_ = record["rounds"][number]
        again = match.deal(round_["deal"]) if index is None else match.push(round_["moves"][index])
        assert again is None
        assert snapshot(match) == before


def test_a_whole_match_can_be_taken_back() -> None:
    lengths = [(sum(len(round_["moves"]) for round_ in one["rounds"]), one) for one in corpus()]
    _, data = max((one for one in lengths if one[0] < 130), key=lambda one: one[0])
    match = begun(data)
    seen = {(0, 0): snapshot(match)}
    for _, _, fault in played(match, data):
        assert fault is None
        seen[match.place] = snapshot(match)
    assert len(seen) > 100
    while match.place != (0, 0):
        match.undo()
        assert snapshot(match) == seen[match.place]
    with pytest.raises(LookupError):
        match.undo()


def test_what_is_no_move_is_explained_and_changes_nothing() -> None:
    match = begun(EXAMPLE)
    with pytest.raises(LookupError):
        match.push(EXAMPLE["rounds"][0]["moves"][0])
    assert match.legal() == []
    assert match.to_move is None
    assert match.deal(EXAMPLE["rounds"][0]["deal"]) is None
    before = snapshot(match)
    for move, code in (
        ({"action": "play", "seat": 0}, "REC-S01"),
        ({"action": "play", "seat": 0, "card": None}, "REC-S03"),
        ({"action": "play", "seat": 0, "card": "4C", "note": "\ud800"}, "REC-J06"),
        ({"action": "play", "seat": 0, "card": "4C", "x-odd": float("nan")}, "REC-J05"),
        ({"action": "jump"}, "REC-S04"),
    ):
        with pytest.raises(NotARecordError) as refused:
            match.push(move)
        assert [finding.code for finding in refused.value.findings] == [code]
        assert snapshot(match) == before
    with pytest.raises(NotARecordError):
        Match(GAME, "no-such-preset", 2)


def test_players_and_rules_in_short_and_what_the_caller_changes_later() -> None:
    match = Match(GAME, "classic", 3, event={"name": "Open"})
    assert match.record().names == ["Player 1", "Player 2", "Player 3"]
    match = Match(GAME, {"hand_size": 2, "max_rounds": 1}, ["Ana", "Bea"])
    deal = {"dealer": 1, "hands": [["4C", "8S"], ["7C", "KS"]], "starter": ["3C"]}
    move = {"action": "play", "seat": 0, "card": "4C", "x-table": {"n": [1]}}
    assert match.deal(deal) is None
    assert match.push(move) is None
    said = write(match.record())
    deal["hands"][0][0] = "5C"
    move["x-table"]["n"].append(2)
    match.record().data["rounds"][0]["moves"].clear()
    assert write(match.record()) == said
    assert match.view(1)["hands"] == [["??"], ["7C", "KS"]]


def test_rules_that_contradict_themselves_are_the_fault_of_the_first_deal() -> None:
    match = Match(GAME, None, 2, start={"scores": [1, 2, 3]})
    fault = match.deal(EXAMPLE["rounds"][0]["deal"])
    assert fault is not None
    assert fault.code == "CE-D03"
    assert match.place == (0, 0)
