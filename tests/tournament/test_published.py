"""Published tables held against the computed one: what is copied passes, what was changed fails at its place."""

import json
import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from san_blas import CODES, NIGHT_CODES, NIGHT_STANDINGS, PAIRS, STANDINGS, document, night, participant

from conftest import examples
from kontari.tournament.model import ClaimedRow, Finding, Standings
from kontari.tournament.output import NAMES, Look, render
from kontari.tournament.published import check, check_claims, said_of

LOOK = Look(codes=CODES)
NIGHT_LOOK = Look(codes=NIGHT_CODES)
FACTS = {
    "TRN-C01": ("participant", "claimed", "right"),
    "TRN-C02": ("participant", "claimed", "right"),
    "TRN-C03": ("participant", "by", "claimed", "right"),
    "TRN-C04": ("participant", "problem"),
    "TRN-C05": ("participant", "column", "claimed", "right"),
    "TRN-C07": ("column", "near"),
    "TRN-C08": ("problem",),
}
"""The facts that the message of each code has."""

WARNING = "TRN-C07"
CASES = [(STANDINGS, document(), CODES), (NIGHT_STANDINGS, night(), NIGHT_CODES)]


def checked(text: str | bytes, standings: Standings = STANDINGS, doc: Any = None, **more: Any) -> list[Finding]:
    data = text.encode() if isinstance(text, str) else text
    look = NIGHT_LOOK if standings is NIGHT_STANDINGS else LOOK
    found = check(standings, doc or document(), data, "table.csv", look, **more)
    for one in found:
        assert set(FACTS[one.code]) <= set(one.facts)
    return found


def said(found: list[Finding]) -> list[str]:
    return [f"{one.code} {one.place}: {', '.join(str(one.facts[fact]) for fact in FACTS[one.code])}" for one in found]


# Law: a claim copied from the output passes, every change of one digit fails at the right place


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("excel", [False, True])
@pytest.mark.parametrize(("standings", "doc", "codes"), CASES)
def test_what_was_copied_passes(standings: Standings, doc: Any, codes: Any, excel: bool, names: Any) -> None:
    for form in ("csv", "json"):
        text = render(form, standings, doc, Look(codes=codes, names=names, excel=excel))
        assert checked(text, standings, doc) == []


def changes_of_digits(text: str) -> list[tuple[int, str]]:
    return [
        (at, text[:at] + other + text[at + 1 :])
        for at, sign in enumerate(text)
        if sign.isdigit()
        for other in "0123456789"
        if other != sign
    ]


@pytest.mark.parametrize("excel", [False, True])
@pytest.mark.parametrize(("standings", "doc", "codes"), CASES)
def test_every_changed_digit_of_a_csv_is_found_in_its_cell(
    standings: Standings, doc: Any, codes: Any, excel: bool
) -> None:
    text = render("csv", standings, doc, Look(codes=codes, excel=excel))
    separator = ";" if excel else ","
    head = text.split("\r\n")[0].lstrip("\ufeff").split(separator)
    tried = 0
    for at, changed in changes_of_digits(text):
        if at < text.index("\r\n"):
            continue
        before = text[:at].split("\r\n")
        row, column = len(before), before[-1].count(separator) + 1
        places = [one.place for one in checked(changed, standings, doc)]
        assert f"table.csv row {row}, column {column} ({head[column - 1]})" in places, changed
        tried += 1
    assert tried > 200


@st.composite
def numbered(draw: st.DrawFn) -> Any:
    """A league whose ids and names have digits, with any values."""
    ids = draw(st.lists(st.from_regex(r"p[0-9]{1,2}", fullmatch=True), min_size=2, max_size=4, unique=True))
    people = [participant(id_, name=f"Team {draw(st.integers(0, 99))}{place}") for place, id_ in enumerate(ids)]
    number = st.one_of(st.integers(-30, 30), st.fractions(-30, 30, max_denominator=12))
    rows = []
    for place, id_ in enumerate(ids):
        first = STANDINGS.rows[place]
        values = tuple(structs.replace(value, value=draw(number)) for value in first.values)
        rows.append(structs.replace(first, participant=id_, points=draw(number), values=values))
    return document(participants=people), structs.replace(STANDINGS, rows=tuple(rows))


@examples(25)
@given(numbered(), st.data())
def test_any_changed_digit_is_found(made: Any, data: Any) -> None:
    doc, standings = made
    text = render("csv", standings, doc, LOOK)
    assert checked(text, standings, doc) == []
    at, changed = data.draw(st.sampled_from([one for one in changes_of_digits(text) if one[0] > text.index("\r\n")]))
    before = text[:at].split("\r\n")
    row, column = len(before), before[-1].count(",") + 1
    found = checked(changed, standings, doc)
    # An id that became that of another is found by the name beside it.
    allowed = {2, 3} if column == 2 else {column}
    assert any(str(one.place).startswith(f"table.csv row {row}, column {place} ") for one in found for place in allowed)
    assert any(one.code != WARNING for one in found)


@pytest.mark.parametrize(("standings", "doc", "codes"), CASES)
def test_every_changed_digit_of_a_json_is_found_at_its_pointer(standings: Standings, doc: Any, codes: Any) -> None:
    right = json.loads(render("json", standings, doc, Look(codes=codes)))

    def leaves(value: Any, at: tuple[Any, ...]) -> Any:
        if isinstance(value, dict | list):
            for key, one in value.items() if isinstance(value, dict) else enumerate(value):
                yield from leaves(one, (*at, key))
        elif re.search(r"\d", str(value)) and not isinstance(value, bool):
            yield at, value

    tried = 0
    for at, value in leaves(right["standings"], ()):
        text = str(value)
        place = next(place for place, sign in enumerate(text) if sign.isdigit())
        other = text[:place] + str((int(text[place]) + 1) % 10) + text[place + 1 :]
        wrong = json.loads(json.dumps(right))
        target = wrong["standings"]
        for key in at[:-1]:
            target = target[key]
        target[at[-1]] = type(value)(other)
        found = checked(json.dumps(wrong), standings, doc)
        assert "/standings/" + "/".join(map(str, at)) in [one.pointer for one in found]
        tried += 1
    assert tried > 50


def test_the_claims_of_a_document() -> None:
    claims = tuple(
        ClaimedRow(row.rank, row.participant, "liga", row.points, tuple(v.value for v in row.values))
        for row in STANDINGS.rows
    )
    assert check_claims(STANDINGS, document(), claims) == []
    for place, claim in enumerate(claims):
        wrong = {
            "rank": structs.replace(claim, rank=claim.rank + 1),
            "points": structs.replace(claim, points=Fraction(7, 2)),
            "tie_breaks/1": structs.replace(claim, tie_breaks=(claim.tie_breaks[0], 99, claim.tie_breaks[2])),
            "participant": structs.replace(claim, participant="nobody"),
        }
        for pointer, changed in wrong.items():
            found = check_claims(STANDINGS, document(), (*claims[:place], changed, *claims[place + 1 :]))
            assert found[0].pointer == f"/standings/{place}/{pointer}"
    assert [one.code for one in check_claims(STANDINGS, document(), claims[:3])] == ["TRN-C04"]
    assert check_claims(STANDINGS, document(), ()) == []
    twice = check_claims(STANDINGS, document(), (*claims, claims[0]))
    assert [one.facts["problem"] for one in twice] == ["stands twice"]
    more = structs.replace(claims[0], tie_breaks=(1, 4, 8, 5))
    (one,) = check_claims(STANDINGS, document(), (more, *claims[1:]))
    assert one.facts["right"] == "nothing"


def test_claims_of_a_stage_that_is_not_named() -> None:
    wrong = (ClaimedRow(9, "bidasoa"), *(ClaimedRow(row.rank, row.participant) for row in STANDINGS.rows[1:]))
    assert [one.code for one in check_claims(STANDINGS, document(), wrong)] == ["TRN-C01"]
    two = document(STANDINGS.stage, NIGHT_STANDINGS.stage)
    assert check_claims(STANDINGS, two, wrong) == []


# What findings say


def test_each_cell_that_differs_with_the_right_value() -> None:
    text = render("csv", STANDINGS, document(), LOOK)
    changed = text.replace("1,bidasoa,Bidasoa,3,2,0,1,4,", "2,bidasoa,Bidasoa,3,2,0,1,5,").replace("-1,0,6", "-1,2,6")
    assert said(checked(changed)) == [
        "TRN-C01 table.csv row 2, column 1 (rank): bidasoa, 2, 1",
        "TRN-C02 table.csv row 2, column 8 (points): bidasoa, 5, 4",
        "TRN-C03 table.csv row 4, column 12 (GD): deba, GD, 2, 0",
    ]


def test_rows_missing_extra_and_twice() -> None:
    lines = render("csv", STANDINGS, document(), LOOK).split("\r\n")
    assert said(checked("\r\n".join([*lines[:4], lines[1], "5,zadorra,Zadorra,,,,,,,,,,,,", ""]))) == [
        "TRN-C04 table.csv row 5, column 2 (participant): bidasoa, stands twice",
        "TRN-C04 table.csv row 6, column 2 (participant): zadorra, is the id of nobody in the stage",
        "TRN-C04 table.csv: oria, is missing, with rank 4",
    ]


def test_an_id_with_the_name_of_another() -> None:
    text = render("csv", STANDINGS, document(), LOOK).replace(",Bidasoa,", ",Urola,")
    assert said(checked(text)) == [
        "TRN-C04 table.csv row 2, column 3 (name): Urola, is not the name of bidasoa",
    ]


def test_a_name_without_a_row_of_its_own() -> None:
    assert [one.code for one in checked("rank,name,points\r\n1,,4\r\n")][:1] == ["TRN-C04"]


# Tables of others

CHESS_RESULTS = """\
Torneo de San Blas;;;;;
Clasificación final;;;;;

Rk.;SNo;Name;Club;Pts.; TB1 ; TB2
1;1;BIDASOA;Irun;4;4;8
2;2;Urola;;4,0;2;7
3;3;Déba;;4;0;6
4;4;oria;;0;-6;3

Anmerkung:
"""
COLUMNS = {"TB1": "games-difference", "TB2": "GF"}


def test_a_table_of_another_program() -> None:
    found = checked(CHESS_RESULTS, columns=COLUMNS)
    assert [(one.code, one.facts["column"]) for one in found] == [(WARNING, "SNo"), (WARNING, "Club")]
    wrong = checked(CHESS_RESULTS.replace("Urola;;4,0;2;", "Urola;;3½;3;"), columns=COLUMNS)
    assert said(wrong)[2:] == [
        "TRN-C02 table.csv row 6, column 5 (Pts.): urola, 3½, 4",
        "TRN-C03 table.csv row 6, column 6 (TB1): urola, TB1, 3, 2",
    ]


def test_a_column_that_nobody_named_is_said_not_to_be_compared() -> None:
    found = checked(CHESS_RESULTS.replace("0;-6;3", "0;-7;3"))
    assert [one.facts["column"] for one in found] == ["SNo", "Club", "TB1", "TB2"]
    assert {one.code for one in found} == {WARNING}


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_separators_and_encodings(separator: str, encoding: str) -> None:
    people = [structs.replace(PAIRS[0], name="Eñaut Óscar"), *PAIRS[1:]]
    lines = ["Rk.,Name,Pts.,TB1", "1,Eñaut Óscar,4,4", "2,urola,4,2", "3,deba,4,0", "4,oria,0,-6"]
    data = "\n".join(lines).replace(",", separator).encode(encoding)
    doc = document(participants=people)
    assert checked(data, doc=doc, columns={"tb1": "GD"}) == []
    wrong = data.replace("Eñaut".encode(encoding.removesuffix("-sig")), b"") if encoding != "utf-16" else b""
    if wrong:
        assert checked(wrong, doc=doc, columns={"TB1": "GD"})[0].code == "TRN-C04"


def test_the_encoding_may_be_said() -> None:
    data = "Rk.,Name,Pts.\n1,Bidasoa,4\n2,Urola,4\n3,Deba,4\n4,Oria,0\n".encode("cp037")
    assert [one.code for one in checked(data)] == ["TRN-C08"]
    assert checked(data, encoding="cp037") == []
    assert "is no encoding" in said(checked(data, encoding="nonsense"))[0]


def test_endless_fractions_may_be_rounded_others_not() -> None:
    def table(points: str) -> str:
        shown = {"a": points, "b": "8.67", "c": "6.333", "e": "8", "d": "9.17", "f": "6.5", "g": "3"}
        return "name,OTP\n" + "".join(f"{id_},{value}\n" for id_, value in shown.items())

    assert checked(table("7.83"), NIGHT_STANDINGS, night()) == []
    assert checked(table("47/6"), NIGHT_STANDINGS, night()) == []
    for wrong in ("7.84", "7.8", "8", "7.832", "", "x"):
        assert [one.code for one in checked(table(wrong), NIGHT_STANDINGS, night())] == ["TRN-C03"], wrong
    assert [
        one.facts["right"] for one in checked(table("7.83").replace("6.5", "6.50001"), NIGHT_STANDINGS, night())
    ] == ["6.5"]


def test_two_of_one_name_are_found_by_id_only() -> None:
    people = [*PAIRS[:3], structs.replace(PAIRS[3], name="BIDASOA")]
    doc = document(participants=people)
    assert checked(render("csv", STANDINGS, doc, LOOK), doc=doc) == []
    found = checked("rank,name\n1,Bidasoa\n2,urola\n3,deba\n", doc=doc)
    assert found[0].facts["problem"].startswith("is nobody in the stage, or the name of several")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "none of its first rows has the headings"),
        ("hello\nworld\n", "none of its first rows has the headings"),
        ("rank,points\n1,4\n", "its headings name no participants"),
        ("participant,name\nbidasoa,Bidasoa\n", "none of its columns can be compared"),
        ("{}", "it has no standings with rows"),
        ('{"standings": 1}', "it has no standings with rows"),
        ("[1,", "it is no JSON"),
        ('{"standings": {"stage": "final", "rows": []}}', "it is of stage 'final', and was compared with 'liga'"),
        ('{"standings": {"after": 2, "rows": []}}', "it is of after 2, and was compared with 3"),
        ("[" * 100_000, "it is"),
    ],
)
def test_what_is_no_table(text: str, problem: str) -> None:
    (one,) = checked(text)
    assert one.code == "TRN-C08"
    assert problem in one.facts["problem"]


def test_a_criterion_that_is_not_there() -> None:
    (one,) = checked(CHESS_RESULTS, columns={"TB1": "buchholtz"})
    assert "'buchholtz' is no criterion of stage liga; DE, GD, GF" in one.facts["problem"]


def test_rows_of_a_json_by_themselves() -> None:
    rows = [{"rank": row.rank, "participant": row.participant, "points": row.points} for row in STANDINGS.rows]
    assert checked(json.dumps(rows)) == []
    assert checked(json.dumps({"standings": rows})) == []
    rows[1]["rank"] = 3
    assert [(one.code, one.pointer) for one in checked(json.dumps(rows))] == [("TRN-C01", "/standings/rows/1/rank")]
    rows[1] = {"name": "UROLA", "rank": 2, "tie_breaks": [0, 2], "club": "x"}
    assert [one.code for one in checked(json.dumps(rows))] == [WARNING]
    assert [one.code for one in checked(json.dumps([7, *rows]))] == ["TRN-C04", WARNING]


def test_what_a_table_says_of_itself() -> None:
    assert said_of(render("json", STANDINGS, document(), LOOK).encode()) == ("liga", 3)
    for data in (b"", b"[]", b'{"standings": []}', b'{"standings": {"after": true}}', b"\xff", b"[" * 100_000):
        assert said_of(data) == (None, None)


@examples(60)
@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)))
def test_nothing_makes_it_fail(data: bytes) -> None:
    assert checked(data) or data


def test_a_criterion_that_stands_twice_has_two_columns() -> None:
    stage = structs.replace(STANDINGS.stage, tie_breaks=(STANDINGS.stage.tie_breaks[1],) * 2)
    rows = tuple(structs.replace(row, values=(row.values[1], row.values[2])) for row in STANDINGS.rows)
    standings = structs.replace(STANDINGS, stage=stage, rows=rows)
    look = Look(codes=("GD", "GD"))
    text = render("csv", standings, document(), look)
    assert check(standings, document(), text.encode(), "t", look) == []
    found = check(standings, document(), text.replace("4,8,4,4,8", "4,8,4,4,9").encode(), "t", look)
    assert [one.place for one in found] == ["t row 2, column 12 (GD)"]


def test_a_code_that_is_a_column_in_other_letters() -> None:
    rows = tuple(structs.replace(row, values=(row.values[1],)) for row in STANDINGS.rows)
    stage = structs.replace(STANDINGS.stage, tie_breaks=STANDINGS.stage.tie_breaks[1:2])
    standings = structs.replace(STANDINGS, stage=stage, rows=rows)
    look = Look(codes=("WON",))
    text = render("csv", standings, document(), look)
    assert ",won,drawn,lost,points,games_for,games_against,WON," in text
    assert check(standings, document(), text.encode(), "t", look) == []
