"""Lists for the wall: by table, by person, a slip a table; nobody is missing and nobody stands twice."""

import csv
import io
import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from san_blas import LEAGUE, NIGHT, ROUNDS, document, night, participant

from conftest import examples
from kontari.tournament.lists import WHATS, Listing, by_table, sheet_rows
from kontari.tournament.model import Bye, Round, Table
from kontari.tournament.output import FORMS, Look, render


def shown(
    what: Any, form: Any = "text", rounds: Any = ROUNDS[:1], doc: Any = None, stage: Any = LEAGUE, **look: Any
) -> str:
    return render(form, Listing(what, stage, tuple(rounds)), doc or document(), Look(**look))


def test_a_wall_list_by_table() -> None:
    assert shown("tables").split("\n") == [
        "Torneo de San Blas: liga",
        "Tables, Round 1, 2026-02-03",
        "",
        "Table  At the table, in seat order",
        "─────  ───────────────────────────────────────────────────",
        "    1  Bidasoa (Ana E, Jon I) – Oria (Xabi M, Ane B)",
        "    2  Urola (Mikel A, Itziar L) – Deba (Pello U, Nerea G)",
        "",
    ]


def test_several_rounds_are_blocks() -> None:
    text = shown("tables", rounds=ROUNDS)
    assert re.findall(r"^Round \d.*$", text, re.MULTILINE) == ["Round 1, 2026-02-03", "Round 2", "Round 3"]


def test_an_alphabetical_list_by_person_and_participant() -> None:
    people = (participant("a", "ana-e", name="Ürola"), participant("b", "Óscar", name="abc"))
    doc = document(participants=people)
    lines = shown("persons", rounds=[Round(1, (Table("F", ("b", "a")),))], doc=doc).split("\n")[5:-1]
    assert [re.split(r"  +", line) for line in lines] == [
        ["abc", "abc", "F", "1"],
        ["Ana E", "Ürola", "F", "2"],
        ["Óscar", "abc", "F", "1"],
        ["Ürola", "Ürola", "F", "2"],
    ]


def test_who_sits_out_is_told() -> None:
    for what in ("tables", "persons"):
        text = shown(what, rounds=(NIGHT.rounds or ())[1:], doc=night(), stage=NIGHT)
        assert re.search("bye +Gus|Gus +Gus +bye", text)
    rows = list(csv.DictReader(io.StringIO(shown("tables", "csv", NIGHT.rounds or (), night(), NIGHT))))
    assert (rows[-1]["table"], rows[-1]["seat"], rows[-1]["participant"]) == ("paired-bye", "", "g")


def test_a_slip_a_table() -> None:
    text = shown("slips")
    assert text.count("____________  ________________________") == 4
    assert "Round 1, 2026-02-03, table 2\n" in text
    html = shown("slips", "html", lang="eu")
    assert html.count('<div class="wide apart">') == 2
    assert "1. txanda, 2026-02-03, 2. mahaia" in html
    assert "break-inside: avoid" in html


def test_csv_is_a_row_a_seat() -> None:
    rows = list(csv.DictReader(io.StringIO(shown("tables", "csv", ROUNDS))))
    assert len(rows) == 12
    assert rows[1] == {
        "stage": "liga",
        "round": "1",
        "table": "1",
        "seat": "2",
        "participant": "oria",
        "name": "Oria",
        "members": "Xabi M, Ane B",
    }
    names = [row["name"] for row in csv.DictReader(io.StringIO(shown("persons", "csv")))]
    assert names == sorted(names)
    assert shown("tables", "csv", excel=True).startswith("\ufeffstage;round;")


def test_json_is_the_round_of_the_document() -> None:
    assert json.loads(shown("tables", "json", (NIGHT.rounds or ())[1:], night(), NIGHT)) == {
        "round": 2,
        "tables": [{"table": 1, "participants": ["a", "b", "e"]}, {"table": "B", "participants": ["c", "d", "f"]}],
        "byes": [{"participant": "g", "kind": "paired"}],
    }
    assert len(json.loads(shown("tables", "json", ROUNDS))) == 3


def test_names_as_initials_and_ids() -> None:
    assert "B. (A. E., J. I.) – O. (X. M., A. B.)" in shown("tables", names="initials")
    assert "bidasoa (ana-e, jon-i) – oria (xabi-m, ane-b)" in shown("tables", names="ids")


def test_substitutes_are_not_called() -> None:
    pair = participant("bidasoa", "ana-e", "leo-z")
    members = (pair.members[0], structs.replace(pair.members[1], substitute=True))
    doc = document(participants=[structs.replace(pair, members=members), *document().participants[1:]])
    for what in WHATS:
        assert "Leo" not in shown(what, doc=doc)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("what", WHATS)
def test_a_name_is_no_mark(what: Any, form: Any) -> None:
    people = (participant("bidasoa", name="<b>|*x*\x1b[1m"), *document().participants[1:])
    text = shown(what, form, doc=document(participants=people))
    assert "\x1b" not in text
    if form == "html":
        assert "<b>" not in text
    if form == "markdown":
        assert r"&lt;b&gt;\|\*x\*" in text


@examples(40)
@given(st.permutations(list("abcdefg")), st.integers(0, 3), st.randoms(use_true_random=False))
def test_everybody_is_there_once_whatever_the_order(ids: list[str], out: int, order: Any) -> None:
    seated, rest = ids[out:], ids[:out]
    tables = [
        Table(number, tuple(seated[start : start + 3])) for number, start in enumerate(range(0, len(seated), 3), 1)
    ]
    round_ = Round(1, tuple(tables), tuple(Bye(one, "full") for one in rest))
    shuffled = structs.replace(round_, tables=tuple(order.sample(tables, len(tables))))
    assert by_table(shuffled) == tables
    for what in ("tables", "persons"):
        text = shown(what, "csv", [round_], night(), NIGHT)
        assert sorted(row["participant"] for row in csv.DictReader(io.StringIO(text))) == sorted(ids)
        assert shown(what, "text", [shuffled], night(), NIGHT) == shown(what, "text", [round_], night(), NIGHT)


def test_an_empty_sheet_has_a_row_a_table() -> None:
    rows = sheet_rows(document(), LEAGUE, ROUNDS[:1])
    assert rows[0] == ["stage", "round", "table", "match", "a", "b", "games_a", "games_b", "signed"]
    assert rows[1] == ["liga", 1, 1, 1, "bidasoa", "oria", "", "", ""]
    assert len(rows) == 3
    hands = sheet_rows(document(), LEAGUE, ROUNDS[:1], "hands", lines=4)
    assert len(hands) == 9
    assert hands[0][6:] == ["game", "hand", "stones_a", "stones_b", "signed"]
    scores = sheet_rows(night(), NIGHT, (NIGHT.rounds or ())[:1], lines=2)
    assert [row[4] for row in scores] == ["hand", 1, 2, 1, 2]
    assert scores[3][5:9] == ["e", "f", "g", ""]
