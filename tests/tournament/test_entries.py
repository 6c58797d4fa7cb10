"""Entries out of a spreadsheet: ids, members, and every faulty cell by row and column."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import examples
from kontari.tournament.entries import EntriesError, New, ids, new_document, read_entries, rounds_needed
from kontari.tournament.paper_rules import PAPER_RULES
from kontari.tournament.plain_names import folded, slug

HEAD = "name,member1,member2,group,seed\n"
PAIRS = HEAD + "Bidasoa,Ana Etxeberria,Jon Iñurri,Irun,1\nUrola,Mikel A.,Itziar L.,,2\n"
NEW = New("Torneo de San Blas", "mus", "mus-liga")
RULES = {rule.code: rule for rule in PAPER_RULES}


def faults(text: str | bytes, **more: Any) -> list[tuple[str, str]]:
    data = text.encode() if isinstance(text, str) else text
    with pytest.raises(EntriesError) as error:
        read_entries(data, "e.csv", **more)
    for one in error.value.findings:
        assert "{" not in RULES[one.code].message.format_map(one.facts)
    return [(f"{one.code} {one.place}", one.facts["problem"]) for one in error.value.findings]


def test_a_document_from_a_spreadsheet() -> None:
    made = new_document(PAIRS.encode(), "e.csv", NEW)
    assert made == {
        "kontari": "1.0",
        "tournament": {"name": "Torneo de San Blas", "game": "mus"},
        "participants": [
            {
                "id": "bidasoa",
                "name": "Bidasoa",
                "seed": 1,
                "groups": ["Irun"],
                "members": [
                    {"id": "ana-etxeberria", "name": "Ana Etxeberria"},
                    {"id": "jon-inurri", "name": "Jon Iñurri"},
                ],
            },
            {
                "id": "urola",
                "name": "Urola",
                "seed": 2,
                "members": [{"id": "mikel-a", "name": "Mikel A."}, {"id": "itziar-l", "name": "Itziar L."}],
            },
        ],
        "stages": [
            {
                "id": "main",
                "system": "round-robin",
                "rounds_planned": 1,
                "points": {"win": 2, "draw": 1, "loss": 0},
                "tie_breaks": "mus-liga",
            }
        ],
    }
    assert ids(made)[:3] == [("Bidasoa", "bidasoa"), ("Ana Etxeberria", "ana-etxeberria"), ("Jon Iñurri", "jon-inurri")]


def test_what_else_a_document_says() -> None:
    new = New("N", "rummikub", "catan", "tables", 5, {"bye": 2}, "uno", 4, "Bergara", "2026-02-03", "signed")
    made = new_document(b"name\nAna\nBea\nCai\n", "e.csv", new)
    assert made["tournament"] == {"name": "N", "game": "rummikub", "site": "Bergara", "start": "2026-02-03"}
    assert made["records"] == {"sheets": "signed"}
    (stage,) = made["stages"]
    assert stage["table"] == {"size": 4, "least": 3, "most": 4}
    assert stage["points"] == {"places": {"3": [4, 2, 0], "4": [4, 2, 1, 0]}, "bye": 2}
    assert (stage["id"], stage["rounds_planned"]) == ("uno", 5)
    assert made["participants"][0] == {"id": "ana", "name": "Ana"}


def test_points_that_the_preset_sets_are_left_to_it() -> None:
    new = New("N", "rummikub", "catan", "tables", preset_points=("places", "shared_place"))
    (stage,) = new_document(b"name\nAna\nBea\nCai\n", "e.csv", new)["stages"]
    assert stage["points"] == {}


def test_lives() -> None:
    (stage,) = new_document(PAIRS.encode(), "e.csv", New("N", "mus", "mus-liga", "lives"))["stages"]
    assert (stage["lives"], stage["points"]) == (3, {"win": 1, "loss": 0})


@pytest.mark.parametrize(
    ("system", "entries", "rounds"),
    [
        ("round-robin", 4, 3),
        ("round-robin", 5, 5),
        ("swiss", 8, 3),
        ("swiss", 9, 4),
        ("knockout", 2, 1),
        ("tables", 9, 3),
    ],
)
def test_rounds(system: str, entries: int, rounds: int) -> None:
    assert rounds_needed(system, entries) == rounds


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_separators_and_encodings(separator: str, encoding: str) -> None:
    text = PAIRS.replace(",", separator).replace("\n", "\r\n")
    assert read_entries(text.encode(encoding), "e.csv") == read_entries(PAIRS.encode(), "e.csv")


def test_titles_above_and_empty_rows() -> None:
    text = "Lista de inscritos;;\n\nNombre del torneo;;\nNAME;Member 1;rating\nUr;Ana;1500\n;;\nSu;Bea;\n"
    made = read_entries(text.encode(), "e.csv")
    assert [one["id"] for one in made] == ["ur", "su"]
    assert made[0]["rating"] == 1500


def test_ids_are_ascii_unique_and_of_the_name() -> None:
    made = read_entries("name\nÁna-Lü!\nana lu?\nŁódź\n東京\n大阪\nana-lu-2\n".encode(), "e.csv")
    assert [one["id"] for one in made] == ["ana-lu", "ana-lu-2", "lodz", "entry", "entry-2", "ana-lu-2-2"]


def test_written_ids_stand_and_are_not_given_to_others() -> None:
    text = "name,id,member1,member1_id\nUr,u1,Ana,ur\nUr 2,,Bea,\nUr,,,\n".replace("Ur,,", "ur!,,")
    made = read_entries(text.encode(), "e.csv")
    assert [one["id"] for one in made] == ["u1", "ur-2", "ur-3"]
    assert made[0]["members"] == [{"id": "ur", "name": "Ana"}]


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        (HEAD + "Ur,Ana,,,\n,Bea,,,\n", "TRN-N03 e.csv row 3, column 1 (name)", "the name is missing"),
        (HEAD + "Úr,Ana,,,\nUR,Bea,,,\n", "TRN-N03 e.csv row 3, column 1 (name)", "'UR' has entered in row 2 already"),
        (HEAD + "Ur,Ana,,,\nSu,ána,,,\n", "TRN-N03 e.csv row 3, column 2 (member1)", "plays already for row 2"),
        (HEAD + "Ur,Ana,Ana,,\nSu,,,,\n", "TRN-N03 e.csv row 2, column 3 (member2)", "plays already for row 2"),
        (HEAD + "Ur,,,,x\nSu,,,,\n", "TRN-N04 e.csv row 2, column 5 (seed)", "'x' is no whole number from 1 on"),
        (HEAD + "Ur,,,,0\nSu,,,,\n", "TRN-N04 e.csv row 2, column 5 (seed)", "'0' is no whole number from 1 on"),
        (HEAD + "Ur,,,,1\nSu,,,,1\n", "TRN-N04 e.csv row 3, column 5 (seed)", "the seed 1 is that of row 2"),
        (HEAD + "Ur,,,,1\n", "TRN-N01 e.csv", "it has 1 entries"),
        (HEAD, "TRN-N01 e.csv", "it has 0 entries"),
        ("", "TRN-N01 e.csv", "none of its first rows has the headings"),
        ("nme,member1,seed\nUr,,\n", "TRN-N02 e.csv row 1, column 1", "'nme' is no column of entries, name is one"),
        ("name,name,seed\nUr,,\n", "TRN-N02 e.csv row 1, column 2", "the column name stands twice"),
        ("name,id\nUr,a\nSu,a\n", "TRN-N04 e.csv row 3, column 2 (id)", "the id 'a' stands in row 2 already"),
        ("name,id,member1,member1_id\nUr,a,Ana,a\nSu,,,\n", "TRN-N04 e.csv row 2, column 4 (member1_id)", "the id 'a'"),
        (f"name,id\nUr,{'a' * 65}\nSu,\n", "TRN-N04 e.csv row 2, column 2 (id)", "at most 64"),
    ],
)
def test_each_faulty_cell_is_named(text: str, place: str, problem: str) -> None:
    found = faults(text)
    assert found[0][0] == place
    assert problem in found[0][1]


def test_all_faults_are_told_at_once() -> None:
    assert len(faults(HEAD + ",Ana,,,x\nSu,Bea,,,-1\nSu,,,,\n")) == 3


def test_own_columns_are_passed_over() -> None:
    made = read_entries(b"x-phone,name,seed\n600,Ur,\n601,Su,\n", "e.csv")
    assert made == [{"id": "ur", "name": "Ur"}, {"id": "su", "name": "Su"}]


def test_an_encoding_that_does_not_fit() -> None:
    assert faults(PAIRS.encode("utf-32"), encoding="utf-8")[0][0] == "TRN-N01 e.csv"


NAMES = st.lists(st.text(min_size=1, max_size=60), min_size=2, max_size=8, unique_by=folded)


@examples(60)
@given(NAMES)
def test_any_names_make_ids(names: list[str]) -> None:
    usable = [name for name in names if name.strip() and not set(name) & set('\r\n\0",') and name[0] != "\ufeff"]
    if len(usable) < 2:
        return
    text = "x-1,name,seed\n" + "".join(f",{name},\n" for name in usable)
    try:
        made = read_entries(text.encode("utf-8", "replace"), "e.csv")
    except EntriesError as error:
        assert all(one.code in RULES for one in error.findings)  # noqa: PT017
        return
    found = [one["id"] for one in made]
    assert len(set(found)) == len(found) == len(usable)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", id_) and len(id_) <= 64 for id_ in found)
    assert found == [one["id"] for one in read_entries(text.encode("utf-8", "replace"), "e.csv")]


def test_slugs() -> None:
    assert slug("  Ana  Mª Ñandú-Öz ") == "ana-ma-nandu-oz"
    assert folded("ÁNA  lü") == folded("ana LÜ")
