"""Results on paper: each faulty cell is named, what adds up is a result, and an empty sheet comes back filled in."""

import csv
import hashlib
import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from san_blas import FORFEIT, LEAGUE, NIGHT, RULES, document, night, participant

from conftest import examples
from kontari.games import part
from kontari.tournament.attachments import attachment_findings
from kontari.tournament.lists import sheet_rows
from kontari.tournament.model import Acceptance, Attachment, Finding, Round, Seating, SheetResult, Stage, Table
from kontari.tournament.output.csv_ import written
from kontari.tournament.paper_scores import games_decided, round_scores
from kontari.tournament.sheet_columns import KINDS
from kontari.tournament.sheets import options_in_force, read_sheets

MATCHES = "stage,round,table,match,a,b,games_a,games_b,signed\n"
HANDS = "round,table,a,b,game,hand,stones_a,stones_b,signed\n"
SCORES = "round,table,hand,a,b,c,d,score_a,score_b,score_c,score_d\n"
RACKS = "round,table,hand,a,b,c,rack_a,rack_b,rack_c,score_a,score_b,score_c\n"
MUS = {"target": 40, "games_to_win": 3, "vacas_to_win": 1}
ZERO = {"scoring": "zero-sum", "pool_score": "differences", "tie": "shared", "max_rounds": 0, "target": 0}
FACTS = {
    "TRN-H01": ("problem",),
    "TRN-H02": ("heading", "problem", "near"),
    "TRN-H03": ("columns",),
    "TRN-H04": ("value", "what"),
    "TRN-H05": ("value", "what"),
    "TRN-H06": ("found", "wanted"),
    "TRN-H07": ("found", "problem"),
    "TRN-H08": ("problem",),
    "TRN-H09": ("first",),
    "TRN-H10": ("problem",),
}


def read(text: str | bytes, doc: Any = None, options: Any = None, encoding: Any = None) -> Any:
    data = text.encode() if isinstance(text, str) else text
    results, findings = read_sheets(data, "s.csv", doc or document(), encoding, MUS if options is None else options)
    for one in findings:
        assert set(FACTS[one.code]) <= set(one.facts), one
    return results, findings


def one_finding(text: str, **more: Any) -> Finding:
    _, findings = read(text, **more)
    (one,) = findings
    return one


# A row a match


def test_a_row_a_match() -> None:
    results, findings = read(MATCHES + "liga,1,1,1,Bidasoa,ORIA,3,0,yes\nliga,3,2,,Deba,bidasoa,3,2,\n")
    assert findings == []
    assert results == [
        SheetResult("liga", 1, 1, 1, ("bidasoa", "oria"), games=(3, 0), signed=True, place="s.csv row 2"),
        SheetResult("liga", 3, 2, 1, ("deba", "bidasoa"), games=(3, 2), signed=False, place="s.csv row 3"),
    ]


def test_sides_in_another_order_are_turned() -> None:
    results, _ = read(MATCHES + "liga,1,1,1,oria,bidasoa,0,3,x\n")
    assert (results[0].participants, results[0].games) == (("bidasoa", "oria"), (3, 0))


def test_rows_without_a_result_are_still_to_be_played() -> None:
    assert read(MATCHES + "liga,1,1,1,bidasoa,oria,,,\n,,,,,,,,\n") == ([], [])


@pytest.mark.parametrize(
    ("row", "code", "place", "facts"),
    [
        ("liga,1,1,1,bidasoa,oria,3,x,", "TRN-H04", "column 8 (games_b)", {"value": "x"}),
        ("liga,1,1,1,bidasoa,oria,3,,", "TRN-H04", "column 8 (games_b)", {"value": ""}),
        ("liga,1,1,1,bidasoa,oria,3,-1,", "TRN-H04", "column 8 (games_b)", {"value": "-1"}),
        ("liga,1,1,1,bidasoa,oria,3,1.5,", "TRN-H04", "column 8 (games_b)", {"value": "1.5"}),
        ("liga,1,1,1,bidasoa,oria,3,0,perhaps", "TRN-H04", "column 9 (signed)", {"value": "perhaps"}),
        ("liga,0,1,1,bidasoa,oria,3,0,", "TRN-H04", "column 2 (round)", {"value": "0"}),
        ("copa,1,1,1,bidasoa,oria,3,0,", "TRN-H05", "column 1 (stage)", {"value": "copa"}),
        ("liga,4,1,1,bidasoa,oria,3,0,", "TRN-H05", "column 2 (round)", {"value": "4"}),
        ("liga,1,9,1,bidasoa,oria,3,0,", "TRN-H05", "column 3 (table)", {"value": "9"}),
        ("liga,1,1,2,bidasoa,oria,3,0,", "TRN-H05", "column 4 (match)", {"value": "2"}),
        ("liga,1,1,1,bidasoo,oria,3,0,", "TRN-H05", "column 5 (a)", {"value": "bidasoo"}),
        ("liga,1,1,1,bidasoa,,3,0,", "TRN-H05", "column 6 (b)", {"value": ""}),
        ("liga,1,1,1,oria,oria,3,0,", "TRN-H05", "column 6 (b)", {"value": "oria"}),
        (
            "liga,1,1,1,bidasoa,urola,3,0,",
            "TRN-H06",
            "column 5 (a)",
            {"found": "bidasoa, urola", "wanted": "bidasoa, oria"},
        ),
        ("liga,1,1,1,bidasoa,oria,2,1,", "TRN-H07", "column 7 (games_a)", {"found": "2–1"}),
        ("liga,1,1,1,bidasoa,oria,4,0,", "TRN-H07", "column 7 (games_a)", {"found": "4–0"}),
        ("liga,1,1,1,bidasoa,oria,3,3,", "TRN-H07", "column 7 (games_a)", {"found": "3–3"}),
    ],
)
def test_each_faulty_cell_is_named(row: str, code: str, place: str, facts: dict[str, str]) -> None:
    good = "liga,2,2,1,bidasoa,urola,3,1,x\n"
    results, findings = read(MATCHES + row + "\n" + good)
    (one,) = findings
    assert (one.code, one.place) == (code, f"s.csv row 2, {place}")
    assert facts.items() <= one.facts.items()
    assert [result.round for result in results] == [2]


def test_names_and_ids_of_several() -> None:
    people = (participant("A"), participant("a"), participant("x", name="Ana"), participant("y", name="ANA"))
    stage = structs.replace(LEAGUE, rounds=None)
    doc = document(stage, participants=people)
    assert read(MATCHES + "liga,1,1,1,a,A,3,0,\n", doc)[0][0].participants == ("a", "A")
    assert one_finding(MATCHES + "liga,1,1,1,a,ana,3,0,\n", doc=doc).code == "TRN-H05"
    number = "9" * 6000
    assert read(MATCHES + f"liga,1,{number},1,a,A,3,0,\n", doc)[0][0].table == number


def test_a_near_name_is_offered() -> None:
    assert "bidasoa is one" in one_finding(MATCHES + "liga,1,1,1,bidasoo,oria,3,0,\n").facts["what"]


def test_a_match_twice() -> None:
    row = "liga,1,1,1,bidasoa,oria,3,0,\n"
    results, findings = read(MATCHES + row + row.replace("3,0", "3,1"))
    assert results == []
    (one,) = findings
    assert (one.code, one.place, one.facts["first"]) == ("TRN-H09", "s.csv row 3, column 3 (table)", 2)


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_separators_and_encodings(separator: str, encoding: str) -> None:
    people = (participant("bidasoa", name="Iñurri"), *document().participants[1:])
    text = (MATCHES.upper() + "liga,1,1,1,Iñurri,oria,3,0,Sí\n").replace(",", separator)
    results, findings = read(text.encode(encoding), document(participants=people))
    assert findings == []
    assert (results[0].games, results[0].signed) == ((3, 0), True)


def test_the_encoding_may_be_said() -> None:
    data = (MATCHES + "liga,1,1,1,bidasoa,oria,3,0,\n").encode("utf-32")
    assert [one.code for one in read(data)[1]] == ["TRN-H01"]
    assert len(read(data, encoding="utf-32")[0]) == 1
    assert "is no encoding" in read(data, encoding="latin-99")[1][0].facts["problem"]
    assert "not utf-8: byte 1" in read(b"\xff" + data, encoding="utf-8")[1][0].facts["problem"]


@pytest.mark.parametrize(
    ("text", "code", "fact"),
    [
        ("", "TRN-H01", "headings"),
        ("a\nb\n", "TRN-H01", "headings"),
        ("round,table,a,b\n", "TRN-H03", "games_a, stones_a, score_a or rack_a"),
        ("round,table,a,b,games_a,stones_a\n", "TRN-H03", "only one of"),
        ("round,table,a,b,games_a\n", "TRN-H03", "games_b"),
        ("round,a,b,games_a,games_b\n", "TRN-H03", "table"),
        ("round,table,a,b,stones_a,stones_b\n", "TRN-H03", "game, hand"),
        ("round,table,a,b,games_a,games_a,games_b\n", "TRN-H02", "stands twice"),
        ("round,table,a,b,games_a,game_b,games_b\n", "TRN-H02", "games_b is one"),
    ],
)
def test_what_is_no_sheet(text: str, code: str, fact: str) -> None:
    one = one_finding(text)
    assert one.code == code
    assert fact in " ".join(map(str, one.facts.values()))


def test_own_columns_are_passed_over() -> None:
    results, findings = read("x-note,round,table,a,b,games_a,games_b\nhello,1,1,bidasoa,oria,3,0\n")
    assert (len(results), findings) == (1, [])


def test_a_stage_without_rounds_takes_what_the_sheet_says() -> None:
    free = document(structs.replace(LEAGUE, rounds=None))
    results, findings = read(MATCHES + "liga,7,12,1,oria,bidasoa,0,3,\n", free)
    assert (results[0].round, results[0].table, results[0].participants, findings) == (7, 12, ("oria", "bidasoa"), [])


def test_with_several_stages_the_sheet_must_say_which() -> None:
    doc = document(LEAGUE, structs.replace(LEAGUE, id="vuelta"))
    assert one_finding("round,table,a,b,games_a,games_b\n1,1,bidasoa,oria,3,0\n", doc=doc).facts["columns"] == "stage"
    assert read(MATCHES + "VUELTA,1,1,1,bidasoa,oria,3,0,\n", doc)[0][0].stage == "vuelta"


@pytest.mark.parametrize(
    ("games", "sets", "fits"),
    [
        *[((3, 0), 1, True), ((2, 3), 1, True), ((3, 3), 1, False), ((2, 2), 1, False)],
        *[((6, 0), 2, True), ((6, 5), 2, True), ((8, 7), 2, True), ((6, 2), 2, True), ((6, 8), 2, True)],
        *[((9, 3), 2, False), ((5, 3), 2, False), ((8, 2), 2, False)],
    ],
)
def test_games_that_decide_a_match(games: tuple[int, int], sets: int, fits: bool) -> None:
    problem = games_decided(games, {"games_to_win": 3, "vacas_to_win": sets})
    assert (problem is None) is fits


@examples(60)
@given(st.lists(st.booleans(), max_size=40), st.integers(1, 3), st.integers(1, 3))
def test_games_that_decide_a_match_are_those_that_can_be_played(wins: list[bool], games: int, sets: int) -> None:
    total, now, won = [0, 0], [0, 0], [0, 0]
    options = {"games_to_win": games, "vacas_to_win": sets}
    for win in wins:
        assert games_decided(total, options) is not None or max(won) < sets
        total[win] += 1
        now[win] += 1
        if now[win] == games:
            now, won[win] = [0, 0], won[win] + 1
        if won[win] == sets:
            assert games_decided(total, options) is None
            return


# A row a hand

GAME = "1,1,bidasoa,oria,1,1,30,5,x\n1,1,bidasoa,oria,1,2,11,3,x\n"


def hands(*rows: str) -> str:
    return HANDS + "".join(f"1,1,bidasoa,oria,{row},x\n" for row in rows)


def test_hand_by_hand() -> None:
    text = hands("1,1,30,5", "1,2,11,3", "2,1,ordago,2", "3,1,4,38", "3,2,0,5", "4,1,40,0")
    results, findings = read(text)
    assert findings == []
    (one,) = results
    assert (one.games, one.stones, one.signed, one.place) == ((3, 1), (85, 53), True, "s.csv row 2")


def test_matches_may_stand_one_after_the_other() -> None:
    third = "".join(f"2,2,urola,bidasoa,{game},1,40,0,\n" for game in (1, 2, 3))
    results, findings = read(hands("1,1,40,0", "2,1,40,1", "3,1,40,2") + third)
    assert findings == []
    assert [(one.round, one.games, one.stones, one.signed) for one in results] == [
        (1, (3, 0), (120, 3), True),
        (2, (0, 3), (0, 120), False),
    ]


@pytest.mark.parametrize(
    ("rows", "code", "place", "problem"),
    [
        (("1,1,40,0", "1,2,1,0"), "TRN-H08", "row 3, column 7 (stones_a)", "game 1 was decided with 40–0"),
        (("1,1,39,0", "2,1,1,0"), "TRN-H08", "row 3, column 5 (game)", "game 1 is not over with 39–0"),
        (("1,1,39,39", "1,2,1,1"), "TRN-H08", "row 3, column 8 (stones_b)", "both sides have 40 stones"),
        (("1,1,10,0", "1,3,1,1"), "TRN-H08", "row 3, column 6 (hand)", "hand 3 stands where hand 2 should"),
        (("2,1,10,0",), "TRN-H08", "row 2, column 5 (game)", "game 1 is not over"),
        (("3,1,10,0",), "TRN-H08", "row 2, column 5 (game)", "game 3 stands where game 1 should"),
        (
            ("1,1,40,0", "2,1,40,0", "3,1,40,0", "4,1,3,0"),
            "TRN-H08",
            "row 5, column 5 (game)",
            "the match was over with 3–0",
        ),
        (("1,1,ordago,ordago",), "TRN-H08", "row 2, column 8 (stones_b)", "both sides have won"),
        (("1,1,ordago,40",), "TRN-H08", "row 2, column 8 (stones_b)", "went to the other side"),
        (("1,1,x,40",), "TRN-H04", "row 2, column 7 (stones_a)", None),
        (("1,1,40,0", "2,1,40,0"), "TRN-H07", "row 3, column 7 (stones_a)", "nobody has won it"),
        (("1,1,40,0", "2,1,39,0"), "TRN-H07", "row 3, column 7 (stones_a)", "game 2 is not over"),
    ],
)
def test_hands_that_do_not_follow(rows: tuple[str, ...], code: str, place: str, problem: str | None) -> None:
    one = one_finding(hands(*rows))
    assert (one.code, one.place) == (code, f"s.csv {place}")
    assert problem is None or problem in one.facts["problem"]


def test_rows_of_a_match_apart_are_two_matches() -> None:
    text = HANDS + "1,1,bidasoa,oria,1,1,40,0,x\n2,2,bidasoa,urola,1,1,40,0,x\n1,1,bidasoa,oria,2,1,40,0,x\n"
    results, findings = read(text)
    assert results == []
    assert (findings[0].code, findings[0].place) == ("TRN-H09", "s.csv row 4, column 2 (table)")


def test_a_faulty_row_leaves_no_result_of_the_others() -> None:
    text = SCORES + "1,2,1,e,f,g,,9,-4,-5,\n1,2,2,e,f,gg,,9,-4,-5,\n"
    results, findings = read(text, night(), ZERO)
    assert (results, [one.code for one in findings]) == ([], ["TRN-H05"])
    text += "1,1,1,a,b,c,d,9,-4,-5,0\n"
    assert [one.table for one in read(text, night(), ZERO)[0]] == [1]


def test_without_rules_only_what_needs_none_is_checked() -> None:
    assert read(MATCHES + "liga,1,1,1,bidasoa,oria,7,5,\n", options={})[0][0].games == (7, 5)
    results, findings = read(hands("1,1,20,5", "2,1,3,20"), options={})
    assert (results[0].games, findings) == ((1, 1), [])


def test_the_options_in_force() -> None:
    options = part("mus", "options")
    doc = structs.replace(document(), records=Acceptance(rules={"preset": "short", "target": 30}))
    made = options_in_force(doc, options.DEFAULTS, options.PRESETS)
    assert (made["target"], made["games_to_win"], made["vacas_to_win"]) == (30, 1, 1)
    assert options_in_force(document(), options.DEFAULTS, options.PRESETS)["games_to_win"] == RULES["games_to_win"]


# Whist tournaments: four at a table, two sides


def test_four_at_a_table_with_two_sides() -> None:
    people = tuple(participant(id_) for id_ in ("ann", "ben", "cai", "dee"))
    whist = Stage(
        "w", "individual", 1, LEAGUE.points, (), rounds=(Round(1, (Table(1, ("ann", "ben", "cai", "dee")),)),)
    )
    doc = document(whist, participants=people)
    head = "round,table,a,b,c,d,games_a,games_b\n"
    results, findings = read(head + "1,1,dee,cai,ben,ann,1,3\n", doc)
    assert (results[0].participants, results[0].games, findings) == (("ann", "ben", "cai", "dee"), (3, 1), [])
    assert one_finding(head + "1,1,ann,cai,ben,dee,1,3\n", doc=doc).code == "TRN-H06"
    assert [len(row) for row in sheet_rows(doc, whist, whist.rounds or ())] == [11, 11]


def test_games_of_a_table_of_three() -> None:
    assert one_finding("round,table,a,b,c,games_a,games_b\n1,2,e,f,g,3,0\n", doc=night()).code == "TRN-H05"


# A row a round of play


def test_scores_of_a_whole_match_and_round_by_round() -> None:
    results, findings = read(SCORES + "1,1,,Ana,Bea,Cai,Dani,24,-3,-5,-16\n", night(), ZERO)
    assert (results[0].scores, results[0].winners, findings) == ((24, -3, -5, -16), None, [])
    text = SCORES + "1,1,1,d,c,b,a,24,-3,-5,−16\n1,1,2,d,c,b,a,-10,-3,-5,+18\n"
    results, findings = read(text, night(), ZERO)
    assert (results[0].scores, findings) == ((2, -10, -6, 14), [])


def test_what_was_left_gives_the_scores() -> None:
    results, findings = read(RACKS + "1,2,1,e,f,g,0,12,30,,,\n1,2,2,e,f,g,9,3,20,-6,23,-17\n", night(), ZERO)
    assert (results[0].scores, findings) == ((36, 11, -47), [])


@pytest.mark.parametrize(
    ("rows", "options", "code", "place", "problem"),
    [
        ("1,2,1,e,f,g,0,12,30,42,-12,-31\n", ZERO, "TRN-H10", "row 2, column 12 (score_c)", "-31 does not follow from"),
        ("1,2,1,e,f,g,,,,42,-12,-31\n", ZERO, "TRN-H10", "row 2, column 10 (score_a)", "add up to -1"),
        ("1,2,1,e,f,g,0,0,30,,,\n", ZERO, "TRN-H10", "row 2, column 7 (rack_a)", "2 have nothing left"),
        ("1,2,,e,f,g,0,4,30,,,\n", ZERO, "TRN-H10", "row 2, column 7 (rack_a)", "the row names none"),
        ("1,2,2,e,f,g,0,4,30,,,\n", ZERO, "TRN-H08", "row 2, column 3 (hand)", "hand 2 stands where hand 1 should"),
        ("1,2,1,e,f,g,0,4,x,,,\n", ZERO, "TRN-H04", "row 2, column 9 (rack_c)", None),
        ("1,2,1,e,f,g,0,4,,,,\n", ZERO, "TRN-H04", "row 2, column 9 (rack_c)", None),
        ("1,2,1,e,f,g,0,4,5,,,\n", {**ZERO, "max_rounds": 2}, "TRN-H07", "row 2, column 10 (score_a)", "2 rounds"),
        ("1,2,1,e,f,g,0,4,5,,,\n" * 2, ZERO, "TRN-H08", "row 3, column 3 (hand)", "hand 1 stands where hand 2 should"),
        (
            "1,2,1,e,f,g,,,,5,4,0\n",
            {"scoring": "winner", "blocked_tie": "each"},
            "TRN-H10",
            "row 2, column 11 (score_b)",
            "only one",
        ),
        ("1,2,1,e,f,g,,,,-5,0,0\n", {"scoring": "winner"}, "TRN-H10", "row 2, column 10 (score_a)", "below 0"),
        ("1,2,1,e,f,g,,,,0,5,0\n", {"scoring": "penalty"}, "TRN-H10", "row 2, column 11 (score_b)", "above 0"),
        ("1,2,1,e,f,g,1,2,5,,,\n", {"countdown": True}, "TRN-H10", "row 2, column 7 (rack_a)", "write them too"),
    ],
)
def test_scores_that_do_not_add_up(rows: str, options: Any, code: str, place: str, problem: str | None) -> None:
    one = one_finding(RACKS + rows, doc=night(), options=options)
    assert (one.code, one.place) == (code, f"s.csv {place}")
    assert problem is None or problem in one.facts["problem"]


def test_a_round_after_the_end() -> None:
    rows = "1,2,1,e,f,g,0,40,60,,,\n1,2,2,e,f,g,0,1,1,,,\n"
    one = one_finding(RACKS + rows, doc=night(), options={**ZERO, "target": 100})
    assert (one.code, one.place) == ("TRN-H10", "s.csv row 3, column 7 (rack_a)")
    assert "it goes to 100" in one.facts["problem"]


def test_a_number_for_an_empty_chair() -> None:
    one = one_finding(SCORES + "1,2,1,e,f,g,,9,-4,-5,1\n", doc=night(), options=ZERO)
    assert (one.code, one.place) == ("TRN-H04", "s.csv row 2, column 11 (score_d)")


def test_options_may_go_by_the_number_of_players() -> None:
    options = {"scoring": "winner", "blocked_tie": "each", "max_rounds": 0, "target": {3: 30, 4: 40}}
    results, findings = read(RACKS + "1,2,1,e,f,g,0,20,10,,,\n", night(), options)
    assert (results[0].scores, findings) == ((30, 0, 0), [])
    assert one_finding(RACKS + "1,2,1,e,f,g,0,20,9,,,\n", doc=night(), options=options).code == "TRN-H07"


def test_who_won_where_it_is_not_who_has_most() -> None:
    low = {"scoring": "rack-sum", "max_rounds": 1}
    assert read(RACKS + "1,2,1,e,f,g,0,20,10,,,\n", night(), low)[0][0].winners == ("e",)
    wins = {**ZERO, "match_won_by": "most-wins"}
    text = RACKS + "1,2,1,g,f,e,0,2,1,,,\n1,2,2,g,f,e,0,2,1,,,\n1,2,3,g,f,e,90,0,80,,,\n"
    assert read(text, night(), wins)[0][0].winners == ("g",)


@pytest.mark.parametrize("game", ["rummikub", "crazy-eights"])
def test_scores_are_those_of_the_game(game: str) -> None:
    """What follows from racks here is what the referee counts."""
    if game == "rummikub":
        from kontari.games.rummikub import score

        for rules in ({}, {"tie": "none"}, {"pool_score": "racks"}, {"scoring": "rack-sum"}):
            options = {**part(game, "options").DEFAULTS, "scoring": "zero-sum", **rules}
            house = type("House", (), {"options": options})()
            for racks in ((0, 5, 7), (3, 5, 7), (3, 3, 8), (4, 4, 4)):
                out = racks.index(0) if 0 in racks else None
                assert round_scores(racks, options) == list(score.seat_scores(house, racks, out)[0])
    else:
        from kontari.games.crazy_eights.score import blocked_scores

        for tie in ("each", "split", "none"):
            for racks in ((3, 5, 7), (3, 3, 8), (3, 3, 3)):
                options = {"scoring": "winner", "blocked_tie": tie, "max_plays": 0}
                assert round_scores(racks, options) == list(blocked_scores(racks, tie))


# Empty sheets


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("excel", [False, True])
def test_an_empty_sheet_has_no_result_and_no_fault(kind: Any, excel: bool) -> None:
    for doc, stage in ((document(), LEAGUE), (night(), NIGHT)):
        text = written(sheet_rows(doc, stage, stage.rounds or (), kind, 3), excel)
        assert read(text, doc) == ([], [])


def test_an_empty_sheet_comes_back_filled_in() -> None:
    two = structs.replace(LEAGUE, seating=Seating(records=2))
    rows = sheet_rows(document(two), two, two.rounds or ())
    assert len(rows) == 1 + 6 * 2
    for row in rows[1:]:
        row[6:9] = [3, 1, "bai"]
    results, findings = read(written(rows, True), document(two))
    assert findings == []
    assert [(one.round, one.table, one.match) for one in results[:3]] == [(1, 1, 1), (1, 1, 2), (1, 2, 1)]
    assert all(one.signed and one.games == (3, 1) for one in results)
    table = list(csv.DictReader(io.StringIO(written(sheet_rows(night(), NIGHT, NIGHT.rounds or ())))))
    assert [row["d"] for row in table] == ["d", "", "", ""]


def test_what_was_guarded_for_a_spreadsheet_is_read_as_it_was() -> None:
    people = tuple(participant(id_, name=id_) for id_ in ("=a", "-b"))
    stage = structs.replace(LEAGUE, rounds=(Round(1, (Table("@1", ("=a", "-b")),)),))
    doc = document(stage, participants=people)
    rows = sheet_rows(doc, stage, stage.rounds or ())
    rows[1][6:8] = [1, 3]
    text = written(rows, True)
    assert "'=a" in text
    results, findings = read(text, doc)
    assert ([(one.table, one.participants, one.games) for one in results], findings) == (
        [("@1", ("=a", "-b"), (1, 3))],
        [],
    )


# Attachments


def attached(folder: Path, file: str, sha256: str) -> list[Finding]:
    ruling = structs.replace(FORFEIT, attachments=(Attachment(file, sha256),))
    stage = structs.replace(LEAGUE, rounds=(Round(1, (Table(2, ("urola", "deba"), ruling=ruling),)),))
    return attachment_findings(document(stage), folder)


def test_attachments(tmp_path: Path) -> None:
    folder = tmp_path / "event"
    (folder / "paper").mkdir(parents=True)
    (folder / "paper" / "a.pdf").write_bytes(b"signed")
    (tmp_path / "outside.pdf").write_bytes(b"signed")
    right = hashlib.sha256(b"signed").hexdigest()
    assert attached(folder, "paper/a.pdf", right) == []
    assert attached(folder, "paper\\a.pdf", right) == []
    cases = [
        ("paper/a.pdf", "0" * 64, f"is not as it was: its SHA-256 is {right}"),
        ("paper/b.pdf", right, "is not there"),
        ("paper", right, "is not there"),
        ("../outside.pdf", right, "lies outside the folder of the document"),
        (str(tmp_path / "outside.pdf"), right, "lies outside the folder of the document"),
        ("a\0b", right, "cannot be read"),
    ]
    (folder / "link.pdf").symlink_to(tmp_path / "outside.pdf")
    cases.append(("link.pdf", right, "lies outside the folder of the document"))
    for file, sha256, problem in cases:
        (one,) = attached(folder, file, sha256)
        assert (one.code, one.place) == ("TRN-S14", "stage liga, round 1, table 2")
        assert one.pointer == "/stages/0/rounds/0/tables/0/ruling/attachments/0"
        assert one.facts["problem"].startswith(problem)


def test_a_row_may_name_the_file_behind_it(tmp_path: Path) -> None:
    """A photograph of the sheet, say: there and unchanged, or a finding at its cell; the result is that of the row."""
    (tmp_path / "photo.jpg").write_bytes(b"signed")
    right = hashlib.sha256(b"signed").hexdigest()
    rows = sheet_rows(document(LEAGUE), LEAGUE, LEAGUE.rounds or ())
    head, first, *_ = rows
    first[6:9] = [3, 1, "yes"]
    for file, sha256, problem in (
        ("photo.jpg", right, None),
        ("photo.jpg", "0" * 64, "is not as it was"),
        ("other.jpg", right, "is not there"),
        ("../photo.jpg", right, "lies outside"),
        ("", "", None),
    ):
        text = written([[*head, "attachment", "attachment_sha256"], [*first, file, sha256]])
        results, findings = read_sheets(text.encode(), str(tmp_path / "s.csv"), document(LEAGUE))
        assert [one.games for one in results] == [(3, 1)]
        assert [one.code for one in findings] == ([] if problem is None else ["TRN-S14"])
        if problem is not None:
            assert findings[0].facts["problem"].startswith(problem)
            assert (findings[0].place or "").endswith("s.csv row 2, column 10 (attachment)")


# Anything


@examples(80)
@given(
    st.lists(
        st.lists(st.sampled_from(["", "1", "3", "a", "bidasoa", "oria", '"', "x;", "-1", "40"]), max_size=9), max_size=5
    )
)
def test_nothing_makes_it_fail(rows: list[list[str]]) -> None:
    for head in (MATCHES, HANDS, SCORES, RACKS):
        text = head + "".join(",".join(row) + "\n" for row in rows)
        for doc in (document(), night()):
            for one in read_sheets(text.encode(), "s", doc, options=ZERO)[0]:
                assert one.participants
