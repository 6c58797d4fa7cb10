"""From verdicts, sheets and rulings to results: what counts, as what, and what is told."""

import itertools
import json
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from conftest import examples
from kontari.examination import examine
from kontari.games import part
from kontari.tournament.collect import NotVerdictsError, Slot, collect, is_verdict, played, read_verdicts
from kontari.tournament.draft import draft
from kontari.tournament.model import Evidence, SheetResult
from kontari.tournament.rules import told
from tournament_lines import EVENT, PAIRS, club, codes, five, gathered, league, line, read, solo

Json = dict[str, Any]
R2T2 = ("liga", 2, "2")


def one_table(*lines: Json, **records: Any) -> tuple[Any, list[str]]:
    """The result of the match of Bidasoa and Urola by these lines, and the codes of what was found."""
    data = league()
    data["records"] |= records
    found = gathered(data, lines)
    return found.results[R2T2], codes(found)


def right(**more: Any) -> Json:
    return line("bidasoa", "urola", (3, 1), 2, 2, **more)


def named(data: Json, round_: int, table: int, **refs: Any) -> Json:
    """The document with a record named at a table."""
    data["stages"][0]["rounds"][round_ - 1]["tables"][table - 1]["records"] = [refs]
    return data


def test_the_league() -> None:
    found = gathered(league(), five())
    assert codes(found) == []
    result = found.results[R2T2]
    assert result.evidence is Evidence.VERIFIED
    assert result.winners == ("bidasoa",)
    assert result.shares["urola"].games == (1, 3)
    assert result.shares["bidasoa"].stones == (40 * 3 + 12, 10 * 3 + 40)
    forfeit = found.results["liga", 1, "2"]
    assert (forfeit.state, forfeit.evidence, forfeit.winners) == ("forfeit", Evidence.RULING, ("urola",))
    # The sides of a record may be the other way round than at the table.
    assert found.results["liga", 3, "2"].winners == ("deba",)
    turned = gathered(league(), [line("urola", "bidasoa", (1, 3), 2, 2)])
    assert turned.results[R2T2].winners == ("bidasoa",)
    assert {id_: share.games for id_, share in turned.results[R2T2].shares.items()} == {
        "bidasoa": (3, 1),
        "urola": (1, 3),
    }


# What a verdict is worth


@pytest.mark.parametrize(
    ("more", "evidence", "counts", "found"),
    [
        ({}, "verified", True, []),
        ({"proof": "partial", "undecided": 4}, "partial", True, ["TRN-E03"]),
        ({"verdict": "misscored"}, "recomputed", True, ["TRN-E02"]),
        ({"verdict": "illegal"}, "disputed", False, ["TRN-E01"]),
        ({"verdict": "unfinished"}, "pending", False, []),
    ],
)
def test_evidence(more: Json, evidence: str, counts: bool, found: list[str]) -> None:
    result, told_ = one_table(right(**more))
    assert (result.evidence, result.counts, told_) == (evidence, counts, found)


@pytest.mark.parametrize("termination", ["forfeit", "time", "adjudicated"])
def test_ended_outside_the_rules(termination: str) -> None:
    result = {
        "games": [1, 1],
        "stones": [20, 30],
        "game_stones": [[40, 3], [4, 40]],
        "termination": termination,
        "lost_by": [1],
    }
    found, told_ = one_table(right(result=result))
    assert (found.evidence, found.winners, found.losers) == (termination, ("bidasoa",), ("urola",))
    assert (found.state, found.shares["urola"].games) == ("played", (1, 1))
    assert told_ == (["TRN-E05"] if termination == "adjudicated" else [])
    unplayed, _ = one_table(right(result=result | {"games": [0, 0], "game_stones": []}, rounds=[]))
    assert unplayed.state == "forfeit"


def test_what_is_unseen_may_leave_the_winner_open() -> None:
    result = {"games": [3, 2], "stones": [0, 0], "termination": "normal"}
    found, told_ = one_table(right(result=result, proof="partial", undecided=1))
    assert (found.evidence, found.counts, told_) == (Evidence.PENDING, False, [])


def test_only_complete_proof_where_the_document_asks_for_it() -> None:
    found, told_ = one_table(right(proof="partial", undecided=4), proof="complete")
    assert (found.evidence, told_) == (Evidence.PENDING, ["TRN-E06"])
    assert one_table(right(), proof="complete")[1] == []


def test_misscored_may_be_refused() -> None:
    finding = {"code": "REC-R03", "message": "the record claims 3, 2", "severity": "error", "line": 9, "column": 4}
    found, told_ = one_table(right(verdict="misscored", findings=[finding]), misscored="refuse")
    assert (found.evidence, told_) == (Evidence.PENDING, ["TRN-E02"])
    finding_ = gathered(league(), [right(verdict="misscored", findings=[finding])]).findings[0]
    assert "line 9, column 4: REC-R03 the record claims 3, 2" in told(finding_)


def test_the_clock_may_decide() -> None:
    result = {"games": [1, 1], "stones": [20, 30], "game_stones": [[40, 3], [4, 40]]}
    lead = league(points={"win": 2, "time": "lead"})
    found = gathered(lead, [right(verdict="unfinished", result=result)]).results[R2T2]
    assert (found.evidence, found.winners) == (Evidence.TIME, ("urola",))
    level = gathered(lead, [right(verdict="unfinished", result=result | {"stones": [5, 5]})]).results[R2T2]
    assert level.winners == ("bidasoa", "urola")


def test_rules_in_force_are_held_against_those_asked_for() -> None:
    data = league()
    data["records"]["rules"] = {"preset": "classic", "games_to_win": 3}
    assert codes(gathered(data, [right()])) == []
    found = gathered(data, [right(rules={"games_to_win": 2, "vacas_to_win": 1, "target": 40})])
    assert codes(found) == ["TRN-M05"]
    assert not found.results[R2T2].counts
    assert "games_to_win is 2, not 3" in told(found.findings[0])


def test_games_of_several_vacas() -> None:
    """The winner of a game that a bet on everything ended is found by the vacas, or told as unsure."""
    rules = {"games_to_win": 2, "vacas_to_win": 2, "target": 40}
    result = {"games": [2, 0], "stones": [40, 3], "vacas": [2, 1], "termination": "normal", "winners": [0]}
    sure = [[40, 1], [40, 1], [1, 40], [1, 40], [40, 2], [40, 3]]
    found, told_ = one_table(right(rules=rules, result=result | {"game_stones": sure}))
    assert (found.shares["bidasoa"].games, told_) == ((4, 2), [])
    by_bet = [[40, 1], [5, 9], [1, 40], [1, 40], [40, 2], [40, 3]]
    found, told_ = one_table(right(rules=rules, result=result | {"game_stones": by_bet}))
    assert (found.shares["bidasoa"].games, told_) == ((4, 2), [])
    open_ = {
        "game_stones": [[9, 5], [5, 9]] * 2 + [[40, 1], [1, 40], [1, 40], [40, 2]],
        "games": [1, 0],
        "vacas": [1, 1],
    }
    _, told_ = one_table(right(rules=rules, result=result | open_))
    assert told_ == ["TRN-E07"]


# Which table


def test_no_table_but_who_sat_there() -> None:
    bare = {"stage": None, "round": None, "table": None}
    found = gathered(league(), [line("bidasoa", "urola", (3, 1), event=bare)])
    assert found.results[R2T2].counts
    assert codes(found) == []
    nobody = gathered(league(), [line("bidasoa", "urola", (3, 1), 1, event={"stage": None})])
    assert codes(nobody) == ["TRN-M01"]
    assert "to meet" in told(nobody.findings[0])


@pytest.mark.parametrize(
    ("event", "problem"),
    [
        ({"table": 7}, "round 2 of the stage liga has no table 7"),
        ({"round": 9}, "the stage liga has no round 9"),
        ({"stage": "final"}, "there is no stage final"),
        ({"name": "Another cup"}, "its event is Another cup"),
    ],
)
def test_a_record_that_fits_no_table(event: Json, problem: str) -> None:
    found = gathered(league(), [right(event=event)])
    assert codes(found) == ["TRN-M01"]
    assert problem in told(found.findings[0])
    assert not any(one.counts for one in found.results.values() if one.ruling is None)
    data = league()
    data["records"]["unmatched"] = "warn"
    assert codes(gathered(data, [right(event=event)])) == ["TRN-M13"]
    data["records"]["unmatched"] = "ignore"
    assert codes(gathered(data, [right(event=event)])) == []


def test_another_game_fits_no_table() -> None:
    assert codes(gathered(league(), [solo((5, -5), "ab", {"round": 1})])) == ["TRN-M01"]


def test_names_that_differ_a_little() -> None:
    found = gathered(league(), [right(event={"name": "torneo de  SAN BLÁS", "stage": "LIGA"})])
    assert codes(found) == ["TRN-M07", "TRN-M07"]
    assert found.results[R2T2].counts


def test_ids_that_differ_a_little() -> None:
    players = [{"name": name} for name in ("Ana-E", "mikel-a", "jon-i", "ítziar-l")]
    found = gathered(league(), [right(players=players)])
    assert codes(found) == ["TRN-M08", "TRN-M08"]
    assert found.results[R2T2].counts


def test_players_who_are_not_those_named() -> None:
    players = [{"name": name} for name in ("ana-e", "mikel-a", "somebody", "itziar-l")]
    for lines in ([right(players=players)], [line("bidasoa", "deba", (3, 1), 2, 2)]):
        found = gathered(league(), lines)
        assert codes(found) == ["TRN-M04"]
        assert not found.results[R2T2].counts


def test_a_player_in_two_participants_is_taken_for_who_was_to_sit_there() -> None:
    data = league()
    data["participants"][2]["members"][0]["id"] = "ana-e"
    assert gathered(data, [right()]).results[R2T2].counts


def test_substitutes() -> None:
    data = league()
    data["participants"][0]["members"] += [{"id": "leo-z", "substitute": True}, {"id": "eva-k", "substitute": True}]

    def of(*names: str) -> list[str]:
        return codes(gathered(data, [right(players=[{"name": name} for name in names])]))

    assert of("ana-e", "mikel-a", "leo-z", "itziar-l") == []
    assert of("eva-k", "mikel-a", "leo-z", "itziar-l") == ["TRN-M06"]


def test_a_record_that_fits_two_tables() -> None:
    twice = league()
    twice["stages"][0]["rounds"].append(
        {"round": 4, "date": "2026-03-01", "tables": [{"table": 1, "participants": ["urola", "bidasoa"]}]}
    )
    bare = {"round": None, "table": None}
    found = gathered(twice, [line("bidasoa", "urola", (3, 1), event=bare)])
    assert codes(found) == ["TRN-M11"]
    assert not found.results[R2T2].counts
    dated = gathered(twice, [line("bidasoa", "urola", (3, 1), event={**bare, "date": "2026-03-01T20:00"})])
    assert dated.results["liga", 4, "1"].counts


def test_records_that_a_table_names() -> None:
    bare = {"name": "no such event", "stage": None, "round": None, "table": None}
    record = line("bidasoa", "urola", (3, 1), event=bare, source="somewhere/final.mus.json")
    assert gathered(named(league(), 2, 2, source="final.mus.json"), [record]).results[R2T2].counts
    by_hash = named(league(), 2, 2, source="old-name.json", sha256=record["sha256"])
    assert gathered(by_hash, [record]).results[R2T2].counts
    changed = gathered(named(league(), 2, 2, source="final.mus.json", sha256="0" * 64), [record])
    assert codes(changed) == ["TRN-M09"]
    assert not changed.results[R2T2].counts
    assert codes(gathered(named(league(), 2, 2, source="lost.json"), [])) == ["TRN-M10"]
    both = named(named(league(), 2, 2, source="final.mus.json"), 2, 1, source="final.mus.json")
    assert "TRN-M11" in codes(gathered(both, [record]))
    malformed = {"source": "final.mus.json", "record": 1, "verdict": "malformed", "findings": []}
    found = gathered(named(league(), 2, 2, source="final.mus.json"), [malformed])
    assert (codes(found), found.results[R2T2].evidence) == (["TRN-E01"], "disputed")


# Several records


def test_the_same_record_twice_counts_once() -> None:
    found = gathered(league(), [right(), right(source="copy.json")])
    assert codes(found) == ["TRN-M03"]
    assert found.results[R2T2].shares["bidasoa"].games == (3, 1)


def test_two_records_of_one_match_that_agree_or_differ() -> None:
    noted = right(source="b.json", sha256="b" * 64, proof="partial", undecided=1)
    result, told_ = one_table(right(), noted)
    assert (result.evidence, told_) == (
        "verified",
        ["TRN-M03", "TRN-E03"] if told_[0] == "TRN-M03" else ["TRN-E03", "TRN-M03"],
    )
    found = gathered(league(), [right(), line("bidasoa", "urola", (3, 2), 2, 2, source="b.json")])
    assert codes(found) == ["TRN-M02"]
    assert (found.results[R2T2].evidence, found.results[R2T2].counts) == ("disputed", False)
    assert "3–1" in told(found.findings[0])


def test_the_same_play_at_two_tables() -> None:
    lines = [line("bidasoa", "oria", (3, 0), 1, 1, play_sha256="c" * 64), right(play_sha256="c" * 64)]
    found = gathered(league(), lines)
    assert codes(found) == ["TRN-M12"]
    assert found.results[R2T2].counts


def test_several_matches_a_table() -> None:
    def of(aggregate: str, *games: tuple[int, int]) -> tuple[Any, list[str]]:
        data = league(table={"records": 3, "aggregate": aggregate})
        lines = [line("bidasoa", "urola", two, 2, 2, event={"match": n}) for n, two in enumerate(games, 1)]
        found = gathered(data, lines)
        return found.results[R2T2], codes(found)

    result, told_ = of("scores", (3, 0), (2, 3), (2, 3))
    assert (result.winners, result.shares["urola"].games, told_) == (("bidasoa",), (6, 7), [])
    assert of("wins", (3, 0), (2, 3), (2, 3))[0].winners == ("urola",)
    assert not of("scores", (3, 0), (3, 2))[0].counts
    # Two of three are enough where wins are counted.
    assert of("wins", (3, 0), (3, 2))[0].winners == ("bidasoa",)
    assert of("scores", (3, 0), (3, 2), (3, 1), (0, 3))[1] == ["TRN-M02"]


# An illegal record


@pytest.mark.parametrize("verdict", ["illegal", "malformed"])
def test_an_illegal_record_changes_nothing_but_findings(verdict: str) -> None:
    """Wherever it stands, and whatever the document accepts."""
    for data in (league(), {**league(), "records": {"sheets": "any", "misscored": "recompute", "unmatched": "ignore"}}):
        for rounds in (data["stages"][0]["rounds"], None):
            if rounds is None:
                del data["stages"][0]["rounds"]
            base = collect(read(data), [played(one) for one in five()])
            for wrong in (
                right(verdict=verdict, source="w.json", sha256="d" * 64),
                line("oria", "urola", (3, 0), 9, 9, verdict=verdict),
                line("oria", "urola", (3, 0), 3, 1, verdict=verdict),
                five()[0] | {"verdict": verdict, "sha256": "e" * 64},
            ):
                found = collect(read(data), [played(one) for one in (*five(), wrong)])
                assert found.rounds == base.rounds
                assert found.results.keys() == base.results.keys()
                for slot, result in found.results.items():
                    assert result.shares == base.results[slot].shares
                    assert result.winners == base.results[slot].winners
                    assert result.evidence == base.results[slot].evidence
                assert codes(found) != codes(base) or data["records"].get("unmatched") == "ignore"


# Rulings


def ruled(lines: list[Json], **ruling: Any) -> tuple[Any, list[str]]:
    data = league()
    data["stages"][0]["rounds"][1]["tables"][1]["ruling"] = {"reason": "r", "official": "o", **ruling}
    found = gathered(data, lines)
    return found.results[R2T2], codes(found)


def test_rulings() -> None:
    result, _ = ruled([], kind="declared", scores=[2, 3])
    assert (result.state, result.winners, result.shares["urola"].games) == ("played", ("urola",), (3, 2))
    result, _ = ruled([], kind="declared", winners=["bidasoa"], played=False)
    assert (result.state, result.winners, result.losers) == ("forfeit", ("bidasoa",), ("urola",))
    assert ruled([], kind="double-forfeit")[0].state == "double-forfeit"
    assert ruled([], kind="annulled")[0].state == "annulled"
    so_far = right(verdict="unfinished", result={"games": [2, 1], "stones": [0, 0], "game_stones": []})
    result, told_ = ruled([so_far], kind="adjudicated", winners=["urola"])
    assert (result.winners, result.shares["urola"].games, told_) == (("urola",), (1, 2), [])
    assert ruled([right(verdict="illegal")], kind="adjudicated", winners=["urola"])[0].evidence == "ruling"


def test_a_ruling_stands_over_a_record() -> None:
    result, told_ = ruled([right()], kind="declared", scores=[0, 3])
    assert (result.winners, result.evidence, told_) == (("urola",), "ruling", ["TRN-E04"])
    assert ruled([right()], kind="declared", scores=[3, 1])[1] == []
    adjudicated = {"games": [1, 1], "stones": [0, 0], "game_stones": [], "termination": "adjudicated", "lost_by": [1]}
    assert "TRN-E05" not in ruled([right(result=adjudicated)], kind="adjudicated", winners=["bidasoa"])[1]


def test_who_did_not_come_to_a_table_of_several() -> None:
    ruling = {"kind": "forfeit", "by": ["d"], "reason": "ill", "official": "o"}
    rounds = [{"round": 1, "tables": [{"table": 1, "participants": list("abcd"), "ruling": ruling}]}]
    found = gathered(club("abcd", rounds=rounds), [solo((9, -4, -5), "abc", {"stage": "main", "round": 1, "table": 1})])
    result = found.results["main", 1, "1"]
    assert (codes(found), result.state, result.losers, result.evidence) == ([], "played", ("d",), "verified")


def test_the_claim_of_a_table() -> None:
    data = league()
    table = data["stages"][0]["rounds"][1]["tables"][1]
    table["result"] = {"scores": [3, 1], "winners": [0]}
    assert codes(gathered(data, [right()])) == []
    table["result"] = {"scores": [3, 2], "winners": [1]}
    assert codes(gathered(data, [right()])) == ["TRN-C06", "TRN-C06"]
    assert codes(gathered(data, [])) == []


# Sheets


def sheet(**more: Any) -> SheetResult:
    made = {"stage": "liga", "round": 2, "table": 2, "match": 1, "participants": ("bidasoa", "urola"), "games": (3, 1)}
    return SheetResult(**{**made, "signed": True, "place": "s.csv row 2", **more})


def with_sheets(accepted: str, sheets: list[SheetResult], lines: list[Json] | None = None) -> tuple[Any, list[str]]:
    data = league()
    data["records"]["sheets"] = accepted
    found = gathered(data, lines or [], sheets)
    return found.results[R2T2], codes(found)


def test_sheets() -> None:
    result, told_ = with_sheets("signed", [sheet()])
    assert (result.evidence, result.winners, result.shares["urola"].games, told_) == ("sheet", ("bidasoa",), (1, 3), [])
    assert with_sheets("none", [sheet()])[1] == ["TRN-H11"]
    assert with_sheets("signed", [sheet(signed=False)])[1] == ["TRN-H11"]
    assert with_sheets("any", [sheet(signed=False)])[0].evidence == "sheet"
    assert with_sheets("any", [sheet(round=7)])[1] == ["TRN-H14"]
    assert with_sheets("any", [sheet(participants=("bidasoa", "oria"))])[1] == ["TRN-H14"]
    result, told_ = with_sheets("any", [sheet(), sheet(games=(3, 2))])
    assert (result.counts, told_) == (False, ["TRN-H13"])


def test_a_record_outranks_a_sheet() -> None:
    result, told_ = with_sheets("any", [sheet(games=(3, 2))], [right()])
    assert (result.evidence, result.shares["urola"].games, told_) == ("verified", (1, 3), ["TRN-H12"])
    assert with_sheets("any", [sheet()], [right()])[1] == []
    # An illegal record is none, and two that contradict each other are not settled by paper.
    assert with_sheets("any", [sheet()], [right(verdict="illegal")])[0].evidence == "sheet"
    two = [right(), line("bidasoa", "urola", (3, 2), 2, 2, source="b.json")]
    assert with_sheets("any", [sheet()], two)[0].evidence == "disputed"


# Rounds out of records alone


def test_rounds_are_rebuilt_from_events() -> None:
    data = league()
    del data["stages"][0]["rounds"]
    found = gathered(data, [*five(), right(verdict="unfinished", source="u.json", sha256="f" * 64)])
    shown = [(one.round, [(t.table, t.participants) for t in one.tables]) for one in found.rounds["liga"]]
    assert shown[0] == (1, [(1, ("bidasoa", "oria"))])
    assert shown[1] == (2, [(1, ("oria", "deba")), (2, ("bidasoa", "urola"))])
    assert codes(gathered(data, [right(event={"round": None})])) == ["TRN-M01"]
    assert codes(gathered(data, [right(event={"round": "two"})])) == ["TRN-M01"]
    assert codes(gathered(data, [right(players=[{"name": n} for n in "wxyz"])])) == ["TRN-M01"]
    same_table = [right(), line("deba", "oria", (3, 1), 2, 2)]
    assert codes(gathered(data, same_table)) == ["TRN-M02"]


# Laws


@examples(25)
@drawn(st.integers(0, 10**6), st.booleans())
def test_no_order_matters(seed: int, listed: bool) -> None:
    """Shuffled participants, tables, records and sheets: the same results and findings."""
    random = Random(seed)
    data = league()
    data["records"]["sheets"] = "any"
    if not listed:
        del data["stages"][0]["rounds"]
    more = [
        right(source="b.json", sha256="a" * 64, proof="partial", undecided=2),
        right(source="w.json", verdict="illegal", sha256="d" * 64),
        line("urola", "oria", (3, 1), 3, 1, source="c.json"),
        line("deba", "bidasoa", (3, 2), 8, 1, source="e.json"),
    ]
    lines = [*five(), *random.sample(more, random.randrange(5))]
    sheets = [sheet(games=(3, 2)), sheet(round=3, table=2, participants=("deba", "bidasoa"))]
    base = gathered(data, lines, sheets)
    turned = json.loads(json.dumps(data))
    for many in (turned["participants"], lines, sheets):
        random.shuffle(many)
    if listed:
        random.shuffle(turned["stages"][0]["rounds"])
        for round_ in turned["stages"][0]["rounds"]:
            random.shuffle(round_["tables"])
    found = gathered(turned, lines, sheets)
    assert found.findings == base.findings
    assert dict(found.results) == dict(base.results)


# Real records


def test_records_of_the_generator_with_events(tmp_path: Path) -> None:
    """Three pairs, three matches, judged by the referee, read as verdict lines."""
    pairs = list(itertools.combinations(["bidasoa", "urola", "deba"], 2))
    data = league(rounds=[
        {"round": n, "tables": [{"table": 1, "participants": list(two)}]} for n, two in enumerate(pairs, 1)
    ])  # fmt: skip
    data["records"] |= {"rules": {"preset": "classic"}}
    texts = []
    for number, (a, b) in enumerate(pairs, 1):
        record = part("mus", "generate").record(number, 0, 4, {})
        seats = [member for pair in zip(PAIRS[a], PAIRS[b], strict=True) for member in pair]
        record["players"] = [{"name": id_, "id": id_} for id_ in seats]
        record["event"] = {"name": EVENT, "stage": "liga", "round": str(number), "table": 1}
        texts.append(record)
    judged = [examine(json.dumps(one).encode(), source=f"{n}.mus.json") for n, one in enumerate(texts, 1)]
    lines = b"".join(json.dumps(one.data()).encode() + b"\n\n" for one in judged)
    found = collect(read(data), read_verdicts(lines.splitlines()))
    assert codes(found) == []
    for number, (a, b) in enumerate(pairs, 1):
        result = found.results[Slot("liga", number, "1")]
        assert result.evidence is Evidence.VERIFIED
        verdict = judged[number - 1]
        assert verdict.result is not None
        assert result.winners == ((a, b)[verdict.result["winners"][0]],)
        assert result.shares[a].games == tuple(verdict.result["games"])
    # One wrong card, and the record counts no more.
    texts[0]["rounds"][0]["deal"]["hands"][0][0] = texts[0]["rounds"][0]["deal"]["hands"][0][1]
    illegal = examine(json.dumps(texts[0]).encode(), source="1.mus.json")
    assert illegal.verdict == "illegal"
    found = collect(read(data), [played(illegal), *map(played, judged[1:])])
    assert codes(found) == ["TRN-E01"]
    assert found.results["liga", 1, "1"].evidence is Evidence.DISPUTED


def test_lines_that_are_no_verdicts() -> None:
    with pytest.raises(NotVerdictsError, match="line 2 is no verdict") as caught:
        list(read_verdicts([json.dumps(right()).encode(), b'{"kontari": "1.0"}']))
    assert caught.value.line == 2
    with pytest.raises(NotVerdictsError):
        list(read_verdicts([b"\xff"]))
    deep = b'{"source":"x","record":1,"verdict":"sound","event":{"x":' + b"[" * 100_000 + b"]" * 100_000 + b"}}"
    with pytest.raises(NotVerdictsError):
        list(read_verdicts([deep]))
    assert not is_verdict(deep)


@pytest.mark.parametrize("winners", [[-1], [0, 2], [99]])
def test_winners_that_are_no_sides_decide_nothing(winners: list[int]) -> None:
    line = solo((5, -5), "ab", {"round": 1})
    line["result"]["winners"] = winners
    found = collect(read(club("ab", system="swiss", points={"win": 1})), [*read_verdicts([json.dumps(line).encode()])])
    (result,) = found.results.values()
    assert (result.state, result.evidence) == ("pending", Evidence.PENDING)


@examples(150)
@drawn(st.data())
def test_lines_that_somebody_has_changed_are_refused_or_counted(data: st.DataObject) -> None:
    """One value of a verdict line replaced: one line of words, or results; never anything else."""
    changed = json.loads(json.dumps(data.draw(st.sampled_from([right(), solo((5, -5), "ab", {"round": 1})]))))
    at: Any = changed
    while True:
        key = data.draw(st.sampled_from(list(at) if isinstance(at, dict) else range(len(at))))
        if not isinstance(at[key], dict | list) or not at[key] or data.draw(st.integers(0, 3)) == 0:
            break
        at = at[key]
    at[key] = data.draw(st.sampled_from([None, 0, -1, 7, "x", [], {}, [1], [1, 2, 3], {"a": 1}, True, 2**70, 1.5]))
    for document in (league(), league(system="individual"), club("ab", system="swiss", points={"win": 1})):
        if data.draw(st.booleans()):
            document["stages"][0].pop("rounds", None)
        try:
            lines = list(read_verdicts([json.dumps(changed).encode()]))
        except NotVerdictsError:
            continue
        collect(read(document), lines)
        with suppress(ValueError):
            draft(lines)
