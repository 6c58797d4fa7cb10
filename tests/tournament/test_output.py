"""Standings, cross-tables and lists in every form: what stands where, and that nothing of a name becomes a mark."""

import csv
import io
import json
import re
import string
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from san_blas import (
    CODES,
    LEAGUE,
    NIGHT_CODES,
    NIGHT_RESULTS,
    NIGHT_STANDINGS,
    PAIRS,
    RESULTS,
    STANDINGS,
    document,
    night,
)

from conftest import examples
from kontari.printable import width
from kontari.schemas import complaints
from kontari.tournament import numerals
from kontari.tournament.crosstable import crosstable
from kontari.tournament.exact import text_of
from kontari.tournament.model import Evidence, Kind, Row, Standings, TieBreak, Value
from kontari.tournament.output import FORMS, LANGUAGES, NAMES, Look, page, render
from kontari.tournament.output import evidence as evidences
from kontari.tournament.output.html import html
from kontari.tournament.output.look import deciding
from kontari.tournament.output.page import Block, Cell, Column, Page
from kontari.tournament.output.words import words

LOOK = Look(codes=CODES)
NIGHT_LOOK = Look(codes=NIGHT_CODES)
CROSS = crosstable(RESULTS, STANDINGS)
NIGHT_CROSS = crosstable(NIGHT_RESULTS, NIGHT_STANDINGS)


def renamed(name: str) -> Any:
    return document(participants=[structs.replace(PAIRS[0], name=name), *PAIRS[1:]])


# Text


def test_standings_as_text() -> None:
    lines = render("text", STANDINGS, document(), LOOK, RESULTS).split("\n")
    assert lines[:4] == [
        "Torneo de San Blas: liga",
        "after round 3 of 3, final",
        "5 of 6 results proven by records, 1 ruling",
        "Ties are broken by DE, GD, GF",
    ]
    assert lines[7] == "1  Bidasoa      3  2  0  1    4    8–4   1   4   8  DE  v3"
    assert lines[8] == "2  Urola        3  2  0  1    4    7–5   0   2   7  DE  v2 r1 [1]"
    note = "[1] round 1, table 2: forfeit by Deba: did not appear within 45 minutes; official: J. Arregi"
    assert lines[12] == note
    assert lines[14] == "Evidence: v verified, r ruling"


def test_wide_signs_keep_the_columns() -> None:
    text = render("text", STANDINGS, renamed("東京の麻雀"), LOOK)
    rows = [line for line in text.split("\n") if " 3  2  0  1 " in line]
    assert len({width(row[: row.index(" 3  2  0  1")]) for row in rows}) == 1
    assert len({row.index(" 3  2  0  1") for row in rows}) == 2


def test_provisional_and_unfinished() -> None:
    def state(look: Look, standings: Standings = STANDINGS) -> str:
        return render("text", standings, document(), look).split("\n")[1]

    assert state(Look(codes=CODES, provisional=True)) == "after round 3 of 3, PROVISIONAL"
    open_ = structs.replace(STANDINGS, after=2, final=False)
    assert state(LOOK, open_) == "after round 2 of 3"
    data = json.loads(render("json", STANDINGS, document(), Look(codes=CODES, provisional=True)))
    assert data["standings"]["final"] is False


def test_rulings_of_later_rounds_are_not_told() -> None:
    early = structs.replace(STANDINGS, after=0, final=False)
    assert "[1]" not in render("text", early, document(), LOOK)


def test_explanation_has_the_addends_of_every_tied_group() -> None:
    text = render("text", STANDINGS, document(), Look(codes=CODES, explain=True))
    part = text[text.index("How ties were broken") :]
    assert "Level on points (4): Bidasoa, Urola, Deba\n  DE Bidasoa: 2 of 4, +1; then 2 of 2 = 1\n" in part
    assert "GD" not in part, "what was not needed"
    assert "  Deba: rank 3 by DE\n" in part
    assert "Oria" not in part


def test_a_shared_rank_is_said() -> None:
    text = render("text", NIGHT_STANDINGS, night(), Look(codes=NIGHT_CODES, explain=True))
    assert "  Dani: shares rank 5\n" in text
    assert "  OTP Dani: 55/6\n" in text


def test_nobody_level() -> None:
    alone = structs.replace(STANDINGS, rows=(STANDINGS.rows[0], STANDINGS.rows[3]))
    assert "Nobody is level on points." in render("text", alone, document(), Look(codes=CODES, explain=True))


def test_every_result_and_what_it_rests_on() -> None:
    text = render("text", STANDINGS, document(), Look(codes=CODES, evidence=True), RESULTS)
    assert re.search(r"1 +2 +Urola – Deba +\+− \[1\] +ruling\n", text)
    assert re.search(r"3 +2 +Deba – Bidasoa +3–2 +verified\n", text)
    tables = render("text", NIGHT_STANDINGS, night(), Look(codes=NIGHT_CODES, evidence=True), NIGHT_RESULTS)
    assert re.search(r"1 +1 +Ana – Bea – Cai – Dani +\+24 −3 −5 −16 +verified\n", tables)
    assert re.search(r"2 +Gus +bye +bye\n", tables)


def test_what_was_noted_on_a_result_is_a_footnote() -> None:
    first = structs.replace(RESULTS.entries["bidasoa"][0], note="3–0, claimed 3–1", evidence=Evidence.RECOMPUTED)
    other = structs.replace(RESULTS.entries["oria"][0], note="3–0, claimed 3–1", evidence=Evidence.RECOMPUTED)
    entries = dict(RESULTS.entries)
    entries["bidasoa"] = (first, *entries["bidasoa"][1:])
    entries["oria"] = (other, *entries["oria"][1:])
    text = render("text", STANDINGS, document(), LOOK, structs.replace(RESULTS, entries=entries))
    assert "[1] round 1, table 1: 3–0, claimed 3–1\n[2] round 1, table 2: forfeit" in text
    assert re.search(r"Bidasoa .* v3 \[1\]\n", text)


# Cross-tables


def test_two_sides_against_each_other() -> None:
    text = render("text", CROSS, document(), Look(), RESULTS)
    assert re.search(r"\n1  Bidasoa +×  +3–1 R2 +2–3 R3 +3–0 R1 +4 +1\n", text)
    assert re.search(r"\n2  Urola +1–3 R2 +× +\+ R1 \[1\] +3–2 R3 +4 +2\n", text)
    assert re.search(r"\n3  Deba +3–2 R3 +− R1 \[1\] +× ", text)


def test_unplayed_and_byes_in_a_cross_table() -> None:
    entries = {id_: rounds[:1] for id_, rounds in RESULTS.entries.items()}
    bye = structs.replace(RESULTS.entries["oria"][1], kind=Kind.PAIRED_BYE, opponents=(), table=None)
    entries["oria"] = (*entries["oria"], bye)
    early = structs.replace(STANDINGS, after=2, final=False)
    text = render("text", crosstable(structs.replace(RESULTS, entries=entries), early), document(), Look())
    assert re.search(r"\n1  Bidasoa +× +· +· +3–0 R1 +4 +1\n", text)
    assert re.search(r"\n4  Oria +0–3 R1 .* bye R2 +0 +4\n", text)


def test_a_double_round_robin_has_two_results_in_a_cell() -> None:
    entries = dict(RESULTS.entries)
    again = structs.replace(entries["bidasoa"][0], round=4, games=(3, 2))
    entries["bidasoa"] = (*entries["bidasoa"], again)
    longer = structs.replace(STANDINGS, after=4)
    text = render("text", crosstable(structs.replace(RESULTS, entries=entries), longer), document(), Look())
    assert "3–0 R1, 3–2 R4" in text


def test_order_of_seeds() -> None:
    table = crosstable(RESULTS, structs.replace(STANDINGS, rows=STANDINGS.rows[::-1]), "seed")
    assert [row.participant for row in table.rows] == ["bidasoa", "urola", "deba", "oria"]
    assert json.loads(render("json", table, document(), Look()))["crosstable"]["order"] == "seed"


def test_tables_have_a_column_a_round_and_say_how_often_each_pair_met() -> None:
    text = render("text", NIGHT_CROSS, night(), Look())
    assert re.search(r"\n *1  Ana +1/4 \+24 +1=/3 \+10 +7\n", text)
    assert re.search(r"\n *5  Gus +3/3 −5 +bye +2\n", text)
    assert "How often each pair met" in text
    assert re.search(r"\n1  Ana +×  2  1  1  1  0  0\n", text)
    assert NIGHT_CROSS.met["a", "b"] == 2
    assert sum(NIGHT_CROSS.met.values()) == 6 + 3 + 3 + 3


def test_two_sides_with_scores_show_them() -> None:
    scored = {
        id_: tuple(structs.replace(one, games=(0, 0), score=(one.games[0] - 2, one.games[1])) for one in rounds)
        for id_, rounds in RESULTS.entries.items()
    }
    table = crosstable(structs.replace(RESULTS, entries=scored), STANDINGS)
    assert "−2–3 R1" in render("text", table, document(), Look())
    zero = {
        id_: tuple(structs.replace(one, score=(one.score[0] * 10, -10 * one.score[0])) for one in rounds)
        for id_, rounds in scored.items()
    }
    table = crosstable(structs.replace(RESULTS, entries=zero), STANDINGS)
    assert re.search(r"1  Bidasoa +× +\+10 R2 +0 R3 +\+10 R1 ", render("text", table, document(), Look()))


# CSV


def rows_of(text: str, separator: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=separator))


def test_csv_has_one_head_and_codes() -> None:
    text = render("csv", STANDINGS, document(), LOOK)
    head = "rank,participant,name,played,won,drawn,lost,points,games_for,games_against,DE,GD,GF,decided_by,evidence"
    assert text.split("\r\n")[0] == head
    rows = rows_of(text)
    assert rows[2]["GD"] == "0"
    assert rows[3]["GD"] == "-6"
    assert rows[1]["evidence"] == "v2 r1"


def test_csv_and_json_are_the_same_in_every_language() -> None:
    for form in ("csv", "json"):
        assert len({render(form, STANDINGS, document(), Look(codes=CODES, lang=lang)) for lang in LANGUAGES}) == 1


@pytest.mark.parametrize("name", ["=1+1", "+34 600", "-x", "@cmd", " =1", "−5"])
def test_a_spreadsheet_is_given_no_formula(name: str) -> None:
    assert rows_of(render("csv", STANDINGS, renamed(name), LOOK))[0]["name"] == name
    text = render("csv", STANDINGS, renamed(name), Look(codes=CODES, excel=True))
    assert text.startswith("\ufeffrank;participant;")
    rows = rows_of(text, ";")
    assert rows[0]["name"] == f"'{name}"
    assert rows[3]["GD"] == "-6"


def test_fractions_for_a_spreadsheet() -> None:
    rows = rows_of(render("csv", NIGHT_STANDINGS, night(), Look(codes=NIGHT_CODES, excel=True)), ";")
    assert [rows[0]["TW"], rows[0]["PL"], rows[0]["OTP"]] == ["1,5", "2 0 0 0", "'47/6"]


def test_a_cross_table_as_csv() -> None:
    rows = rows_of(render("csv", CROSS, document(), Look()))
    assert (rows[1]["bidasoa"], rows[1]["deba"], rows[1]["urola"]) == ("1–3 R2", "+ R1", "×")
    night_rows = rows_of(render("csv", NIGHT_CROSS, night(), Look()))
    assert (night_rows[0]["R1"], night_rows[6]["R2"]) == ("1/4 +24", "paired-bye")


# JSON


def test_json_conforms() -> None:
    finding = {"code": "TRN-E01", "severity": "error", "title": "t", "message": "m", "place": "p", "facts": {}}
    for standings, doc, look in ((STANDINGS, document(), LOOK), (NIGHT_STANDINGS, night(), NIGHT_LOOK)):
        data = json.loads(render("json", standings, doc, look, findings=[finding]))
        assert complaints("standings", data) == []
        assert data["findings"] == [finding]
    for table, doc in ((CROSS, document()), (NIGHT_CROSS, night())):
        assert complaints("crosstable", json.loads(render("json", table, doc, Look()))) == []


def test_json_of_standings() -> None:
    data = json.loads(render("json", STANDINGS, document(), LOOK))["standings"]
    assert (data["tie_breaks"], data["after"], data["evidence"]) == (
        ["direct-encounter", "games-difference", "games-for"],
        3,
        {"verified": 5, "ruling": 1},
    )
    assert data["rows"][0]["values"][1] == {"by": "games-difference", "code": "GD", "value": 4, "text": "8 − 4"}
    assert "decided_by" not in data["rows"][3]
    (ruling,) = data["rulings"]
    assert (ruling["round"], ruling["table"], ruling["official"]) == (1, 2, "J. Arregi")
    values = json.loads(render("json", NIGHT_STANDINGS, night(), NIGHT_LOOK))["standings"]["rows"][0]["values"]
    assert [one["value"] for one in values] == ["1.5", [2, 0, 0, 0], "47/6"]


def test_criteria_have_the_parameters_given() -> None:
    tie_break = TieBreak("buchholz", cut_low=1, floor=Fraction(1, 3), again=False, inner=("points",))
    stage = structs.replace(LEAGUE, tie_breaks=(tie_break,))
    standings = structs.replace(STANDINGS, stage=stage, rows=())
    data = json.loads(render("json", standings, document(), Look(codes=("BH-C1",))))["standings"]
    assert data["criteria"] == [
        {"code": "BH-C1", "by": "buchholz", "cut_low": 1, "inner": ["points"], "again": False, "floor": "1/3"}
    ]


@pytest.mark.parametrize(("name", "made"), [("standings", STANDINGS), ("crosstable", CROSS)])
def test_schemas_refuse_what_is_not_theirs(name: str, made: Any) -> None:
    data = json.loads(render("json", made, document(), LOOK))
    for key in data[name]:
        assert complaints(name, {**data, name: {**data[name], key: {"wrong": 0}}}), key
        assert complaints(name, {**data, name: {one: value for one, value in data[name].items() if one != key}}), key
    assert complaints(name, {**data, name: {**data[name], "undocumented": 0}})


# Escaping


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.heads: list[tuple[str | None, str]] = []
        self.said = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)
        if tag == "th":
            self.heads.append((dict(attrs).get("scope"), ""))

    def handle_data(self, data: str) -> None:
        self.said += data


NASTY = st.text(
    st.one_of(st.sampled_from("<>&\"'|`*_[]()!#\\\n\r\t\x1b\u202e=+-@:./~$"), st.sampled_from(string.ascii_letters)),
    min_size=1,
    max_size=25,
)
PLAIN_TAGS = Tags()
PLAIN_TAGS.feed(render("html", STANDINGS, document(), LOOK, RESULTS))


@examples(60)
@given(NASTY)
def test_no_name_becomes_a_tag_a_mark_or_a_control(name: str) -> None:
    hostile = renamed(name)
    parser = Tags()
    html = render("html", STANDINGS, hostile, LOOK, RESULTS)
    parser.feed(html)
    assert parser.tags == PLAIN_TAGS.tags
    for form in ("text", "markdown", "html"):
        made = render(form, STANDINGS, hostile, LOOK, RESULTS)
        assert not set(made) & set("\x1b\u202e\r\t"), form
    markdown = render("markdown", STANDINGS, hostile, LOOK, RESULTS)
    lines = [line for line in markdown.split("\n") if line.startswith("|")]
    assert len(lines) == 6
    assert {len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) for line in lines} == {14}


def test_html_is_one_page_without_script_or_anything_loaded() -> None:
    html = render("html", STANDINGS, document(), Look(codes=CODES, explain=True, lang="es"), RESULTS)
    assert html.startswith('<!DOCTYPE html>\n<html lang="es">')
    assert not re.search(r"<script|<link|<img|src=|url\(|https?:", html)
    for wanted in (
        "<caption>Clasificación</caption>",
        '<th scope="col"',
        '<th scope="row">Bidasoa</th>',
        "@media print",
    ):
        assert wanted in html
    assert '<sup><a href="#note-1">1</a></sup>' in html
    assert '<li id="note-1">ronda 1, mesa 2: incomparecencia de Deba: ' in html
    assert "<script>" not in render("html", STANDINGS, renamed("<script>alert(1)</script>"), LOOK)


@pytest.mark.parametrize("count", [8, 16, 17, 40])
def test_a_table_too_wide_for_paper_comes_in_several(count: int) -> None:
    """All columns are there, in order, each table with the names before them and the totals behind the last."""
    numbers = [str(number) for number in range(1, count + 1)]
    columns = (
        Column("", "", "right"),
        Column("Participant", names_row=True),
        *(Column(number, "", "centre") for number in numbers),
        Column("Pts", "", "right"),
    )
    rows = [
        (Cell(f"r{row}"), Cell(f"n{row}"), *(Cell(f"{row}–{number} R1, 2") for number in numbers), Cell("p"))
        for row in (1, 2)
    ]
    made = html(Page("T", "en", (), (Block("Cross-table", columns, tuple(rows)),)))
    tables = re.findall(r"<table>.*?</table>", made, re.DOTALL)
    assert len(tables) == -(-count // 16)
    assert ("size: landscape" in made) == (count > 8)
    heads = [re.findall(r"<th scope=\"col\"[^>]*>(.*?)</th>", table) for table in tables]
    assert all(head[0] == "Participant" and len(head) <= 1 + 16 + 1 for head in heads)
    assert [one for head in heads for one in head[1:]] == [*numbers, "Pts"]
    for row in (1, 2):
        cells = [one for table in tables for one in re.findall(rf"<td class=\"centre\">({row}–.*?)</td>", table)]
        assert cells == [f"{row}–{number}\N{NO-BREAK SPACE}R1, 2" for number in numbers]
    if len(tables) > 1:
        assert "<caption>Cross-table 1–16</caption>" in tables[0]


def test_markdown_escapes() -> None:
    text = render("markdown", STANDINGS, renamed("*a*|[b](http://x) <i> www.c"), LOOK)
    assert r"| 1 | \*a\*\|\[b\](http&#58;//x) &lt;i&gt; www&#46;c | 3 |" in text


# Names and words


def test_names() -> None:
    def names(how: Any, doc: Any) -> list[str]:
        return [row["name"] for row in rows_of(render("csv", STANDINGS, doc, Look(codes=CODES, names=how)))]

    assert names("ids", document()) == ["bidasoa", "urola", "deba", "oria"]
    assert names("initials", renamed("Ana Etxeberria")) == ["A. E.", "U.", "D.", "O."]
    assert names("initials", renamed("umore ona")) == ["U. O.", "U.", "D.", "O."]
    assert names("initials", renamed("Ur")) == ["U. (1)", "U. (2)", "D.", "O."]


def test_initials_show_no_name_on_a_page() -> None:
    for made in (STANDINGS, CROSS):
        text = render(
            "html", made, document(), Look(codes=CODES, names="initials", explain=True, evidence=True), RESULTS
        )
        assert not re.search("Bidasoa|Urola|Oria|Deba", text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_languages_have_the_same_words(lang: str) -> None:
    said, english = words(lang), words("en")
    assert said.heads.keys() == english.heads.keys()
    assert said.counts.keys() == english.counts.keys() == {str(one) for one in Evidence}
    assert said.words.keys() == english.words.keys()
    for key, text in english.words.items():
        assert sorted(re.findall(r"{\w+}", text)) == sorted(re.findall(r"{\w+}", said.words[key])), key
    for one, several in said.counts.values():
        assert "{n}" in one
        assert "{n}" in several


def test_an_unknown_language() -> None:
    with pytest.raises(KeyError):
        words("de")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("form", FORMS)
def test_every_form_in_every_look(form: Any, names: Any, lang: str) -> None:
    look = Look(codes=CODES, names=names, lang=lang, explain=True, evidence=True)
    assert render(form, STANDINGS, document(), look, RESULTS).endswith("\n")
    assert render(form, CROSS, document(), look, RESULTS).endswith("\n")


def test_evidence_in_a_sentence() -> None:
    counts = {"verified": 30, "partial": 6, "recomputed": 2, "ruling": 1, "bye": 1}
    said = evidences.sentence(counts, words("en"))
    assert said == "38 of 40 results proven by records (6 partial, 2 recomputed), 1 ruling, 1 bye"
    assert evidences.letters(counts) == "v30 p6 c2 r1 b1"
    assert len(set(evidences.LETTERS.values())) == len(Evidence)


def test_the_criterion_that_decided_where_one_stands_twice() -> None:
    stage = structs.replace(LEAGUE, tie_breaks=(TieBreak("buchholz", cut_low=1), TieBreak("buchholz")))

    def one(rank: int, id_: str, cut: int, whole: int) -> Row:
        values = (Value("buchholz", cut), Value("buchholz", whole))
        return structs.replace(STANDINGS.rows[0], rank=rank, participant=id_, values=values, decided_by="buchholz")

    standings = structs.replace(STANDINGS, stage=stage, rows=(one(1, "bidasoa", 8, 9), one(2, "urola", 8, 7)))
    assert [deciding(standings, place, ("BH-C1", "BH")) for place in (0, 1)] == ["BH", "BH"]


def test_values_behind_the_list_have_their_word() -> None:
    rows = tuple(structs.replace(row, values=(*row.values, Value("lots", row.rank))) for row in STANDINGS.rows)
    text = render("csv", structs.replace(STANDINGS, rows=rows), document(), LOOK)
    assert ",GF,lots,decided_by," in text


def test_nothing_changes_with_the_order_of_participants() -> None:
    turned = document(participants=PAIRS[::-1])
    for form in FORMS:
        for how in NAMES:
            look = Look(codes=CODES, names=how)
            assert render(form, STANDINGS, document(), look) == render(form, STANDINGS, turned, look)


def test_a_page_is_what_the_forms_have() -> None:
    made = page(STANDINGS, document(), LOOK)
    assert [column.heading for column in made.blocks[0].columns if column.names_row] == ["Participant"]


# Numbers


@examples(80)
@given(st.fractions(-(10**40), 10**40, max_denominator=400))
def test_numbers_are_read_as_they_are_written(value: Fraction) -> None:
    assert numerals.read(text_of(value)) == value
    assert numerals.read(str(numerals.data(value))) == value
    assert numerals.read(text_of(value).replace(".", ",")) == value


@pytest.mark.parametrize(
    ("written", "value"),
    [("3½", Fraction(7, 2)), ("½", Fraction(1, 2)), ("−2", -2), ("+4", 4), (" 7 ", 7), ("'1/3", Fraction(1, 3))],
)
def test_numbers_as_people_write_them(written: str, value: Any) -> None:
    assert numerals.read(written) == value


@pytest.mark.parametrize("written", ["", "-", "1/0", "1.", "a", "1e3", "3.5½", "٣", "1,2,3", "--1"])
def test_what_is_no_number(written: str) -> None:
    assert numerals.read(written) is None


def test_a_ratio_above_all_others() -> None:
    values = (Value("games-ratio", (1, 12)), Value("games-ratio", (0, Fraction(7, 5))))
    rows = tuple(structs.replace(row, values=(value,)) for row, value in zip(STANDINGS.rows[:2], values, strict=True))
    stage = structs.replace(LEAGUE, tie_breaks=(TieBreak("games-ratio"),))
    standings = structs.replace(STANDINGS, stage=stage, rows=rows)
    look = Look(codes=("GR",))
    assert [row["GR"] for row in rows_of(render("csv", standings, document(), look))] == ["12/0", "1.4"]
    data = json.loads(render("json", standings, document(), look))
    assert [row["values"][0]["value"] for row in data["standings"]["rows"]] == ["12/0", "1.4"]
    assert complaints("standings", data) == []


def test_the_place_of_the_criterion_that_decided() -> None:
    row = structs.replace(STANDINGS.rows[0], decided_by="games-difference", decided_at=2)
    assert deciding(structs.replace(STANDINGS, rows=(row,)), 0, CODES) == "GF"
    lots = structs.replace(STANDINGS.rows[0], decided_by="lots", decided_at=3)
    assert deciding(structs.replace(STANDINGS, rows=(lots,)), 0, CODES) == "lots"


def test_a_fraction_that_nobody_can_compare_is_rounded_for_people() -> None:
    value = Value("score-share", Fraction(30113, 25520), "0.4 + 5/11")
    rows = (structs.replace(STANDINGS.rows[0], values=(value,)),)
    stage = structs.replace(LEAGUE, tie_breaks=(TieBreak("score-share"),))
    standings = structs.replace(STANDINGS, stage=stage, rows=rows * 2)
    look = Look(codes=("SS",), explain=True)
    text = render("text", standings, document(), look)
    assert " ≈1.1800 " in text
    assert "  SS Bidasoa: 0.4 + 5/11 = 30113/25520 ≈1.1800\n" in text
    assert rows_of(render("csv", standings, document(), look))[0]["SS"] == "30113/25520"


def test_a_ruling_is_told_once() -> None:
    entries = {
        id_: tuple(
            structs.replace(one, note="forfeit: did not appear") if one.evidence is Evidence.RULING else one
            for one in rounds
        )
        for id_, rounds in RESULTS.entries.items()
    }
    text = render("text", STANDINGS, document(), LOOK, structs.replace(RESULTS, entries=entries))
    assert text.count("did not appear") == 1
    assert "[2]" not in text
