"""Documents, sheets, tables and records that are damaged: a line that says so, never a traceback nor a hang."""

import json
from pathlib import Path
from typing import Any

import pytest
from real_records import Json, records, said, written

from command_line import Done, kontari
from kontari.tournament.model import MOST_ROUNDS

MOST = 2**53 - 1
COMMANDS = ("standings", "crosstable", "pair", "check", "ratings", "sheet", "schedule")
HEADINGS = "stage,round,table,match,a,b,games_a,games_b,signed\n"
ROW = "liga,1,1,1,bidasoa,oria,3,0,yes\n"


def league(**stage: Any) -> Json:
    """The document of a league, its stage changed."""
    made: Json = said("mus-league", "document")
    made["stages"][0] |= stage
    return made


def changed(path: str, value: Any, data: Json | None = None) -> Json:
    """The document of a league with another value at a place."""
    made = league() if data is None else data
    *names, last = path.split("/")
    node: Any = made
    for name in names:
        node = node[int(name) if isinstance(node, list) else name]
    node[int(last) if isinstance(node, list) else last] = value
    return made


def two_stages(**second: Any) -> Json:
    """A league, and a final of its first two."""
    made = league()
    final = {"id": "final", "rounds": [], "from": [{"stage": "liga", "ranks": [1, 2]}]}
    made["stages"].append({**league()["stages"][0], **final, **second})
    return made


def play_offs() -> Json:
    """Two stages, each decided by a play-off in the other."""
    made = two_stages(tie_breaks=[{"by": "play-off", "stage": "liga"}])
    made["stages"][0]["tie_breaks"] = [{"by": "play-off", "stage": "final"}]
    return made


def no_fault(done: Done) -> None:
    """The command came to an end that it foresees, and said why where that is not a good one."""
    assert done.status in (0, 1, 2), done.err
    assert "fault of kontari" not in done.err
    assert done.status == 0 or done.err.strip()
    assert "\x1b" not in done.out + done.err
    assert "\x00" not in done.out + done.err


def every_command(path: Path, folder: Path) -> dict[str, Done]:
    """What each command makes of a document."""
    made = {}
    for command in COMMANDS:
        more = [folder] if command not in ("sheet", "schedule") else []
        more += ["--pairings"] if command == "check" else []
        made[command] = kontari("tournament", command, path, *more)
        no_fault(made[command])
    no_fault(kontari("tournament", "standings", path, folder, "--format", "html", "--explain", "--evidence"))
    return made


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("damaged") / "records", records("mus-league"))


DOCUMENTS = {
    "a round far away": changed("stages/0/rounds/2/round", MOST),
    "a ruling far away": changed("stages/0/rounds/0/round", MOST),
    "rounds planned": league(rounds_planned=MOST),
    "rounds planned of tables": league(system="tables", rounds_planned=MOST, tie_breaks=[{"by": "seed"}]),
    "cycles": league(cycles=MOST),
    "no rounds": league(rounds=[]),
    "empty rounds": league(rounds=[{"round": 1, "tables": []}, {"round": 3, "tables": []}]),
    "a stage from itself": league(**{"from": [{"stage": "liga", "ranks": [1, 2]}]}),
    "a stage from nowhere": league(**{"from": [{"stage": "nowhere", "ranks": [1, 2]}]}),
    "a circle of stages": changed("stages/0/from", [{"stage": "final", "ranks": [1, 2]}], two_stages()),
    "a circle of play-offs": play_offs(),
    "a knockout after nothing": changed(
        "stages/0/rounds", [], two_stages(system="knockout", tie_breaks=[{"by": "seed"}])
    ),
    "ranks beyond all": changed("stages/1/from", [{"stage": "liga", "ranks": [MOST - 1, MOST]}], two_stages()),
    "a table of itself": changed("stages/0/rounds/0/tables/0/participants", ["oria", "oria"]),
    "a table of strangers": changed("stages/0/rounds/0/tables/0/participants", ["oria", "nobody"]),
    "a table of three": changed("stages/0/rounds/0/tables/0/participants", ["oria", "deba", "urola"]),
    "a table twice": changed("stages/0/rounds/0/tables/0/table", "2"),
    "another game": changed("tournament/game", "rummikub"),
    "rules of another game": league() | {"records": {"rules": {"scoring": "zero-sum"}}},
    "a name of marks": changed("participants/0/name", "\x1b[2J\x00</td><script>alert(1)</script>|\n=1+1"),
    "half a pair of surrogates": changed("participants/0/name", "\ud800"),
    "all gone": league() | {"participants": [one | {"withdrawn": {"after": 0}} for one in league()["participants"]]},
    "one there": league() | {"participants": league()["participants"][:1]},
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_damaged_document(tmp_path: Path, folder: Path, name: str) -> None:
    path = tmp_path / "damaged.json"
    path.write_text(json.dumps(DOCUMENTS[name]), "utf-8")
    every_command(path, folder)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00" * 100,
        b"\xff\xfe",
        json.dumps(league()).encode()[:700],
        json.dumps(league()).encode("utf-16"),
        b'{"tournament": ' + b"[" * 100_000,
        b'{"tournament": ' + b"9" * 5000 + b"}",
        b'{"tournament": {}, "tournament": {}}',
        b'{"tournament": 1}',
    ],
    ids=["empty", "nul", "bom", "cut", "utf-16", "deep", "huge", "twice", "number"],
)
def test_what_is_hardly_a_document(tmp_path: Path, folder: Path, data: bytes) -> None:
    path = tmp_path / "damaged.json"
    path.write_bytes(data)
    for command, done in every_command(path, folder).items():
        # What is no document is taken for a record among the others, where a document is not needed.
        assert done.status in (1, 2), command


def test_names_are_no_marks_in_any_form(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "marks.json"
    path.write_text(json.dumps(DOCUMENTS["a name of marks"]), "utf-8")
    for command in ("standings", "crosstable"):
        page = kontari("tournament", command, path, folder, "--format", "html").out
        assert "<script" not in page
        assert "&lt;script&gt;" in page
        rows = kontari("tournament", command, path, folder, "--format", "markdown").out
        assert "<script" not in rows
        assert len({line.replace(r"\|", "").count("|") for line in rows.splitlines() if line.startswith("|")}) == 1


def test_a_round_has_an_end(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "far.json"
    path.write_text(json.dumps(changed("stages/0/rounds/2/round", MOST_ROUNDS + 1)), "utf-8")
    done = kontari("tournament", "standings", path, folder)
    assert done.status == 1
    assert done.out == ""
    assert f"{MOST_ROUNDS}" in done.err
    path.write_text(json.dumps(changed("stages/0/rounds/2/round", MOST_ROUNDS)), "utf-8")
    no_fault(kontari("tournament", "standings", path, folder))


@pytest.mark.parametrize("round_", [MOST, 999_999_999, 0, "9" * 9, "one"])
@pytest.mark.parametrize("listed", [True, False])
def test_a_record_of_a_round_far_away(tmp_path: Path, round_: Any, listed: bool) -> None:
    made = records("mus-league")
    made["liga-1-1.mus.json"]["event"]["round"] = round_
    data = league()
    if not listed:
        del data["stages"][0]["rounds"]
    path = tmp_path / "league.json"
    path.write_text(json.dumps(data), "utf-8")
    far = written(tmp_path / "records", made)
    done = kontari("tournament", "standings", path, far)
    no_fault(done)
    assert done.status == 1
    assert "liga-1-1.mus.json" in done.err
    no_fault(kontari("tournament", "standings", far))


SHEETS: dict[str, bytes] = {
    "empty": b"",
    "nul": HEADINGS.encode() + ROW.replace("3", "3\x00").encode(),
    "columns": b"," * 20_000,
    "cells": HEADINGS.encode() + b"," * 200_000,
    "headings twice": HEADINGS.replace("match", "stage").encode() + ROW.encode(),
    "utf-16": (HEADINGS + ROW).encode("utf-16"),
    "cp1252": HEADINGS.encode() + ROW.replace("oria", "oría").encode("cp1252"),
    "huge numbers": HEADINGS.encode() + ROW.replace("3", "9" * 5000).encode(),
    "a round far away": HEADINGS.encode() + ROW.replace("1", str(MOST), 1).encode(),
    "formulas": HEADINGS.encode() + b"=cmd|,=1+1,@x,+1,-2,=A1,=3,=0,=TRUE()\n",
    "quotes": HEADINGS.encode() + b'"' * 100_001,
    "marks": HEADINGS.encode() + ROW.replace("oria", "\x1b[31m<b>").encode(),
    "a spreadsheet": b"PK\x03\x04" + bytes(range(256)),
}


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("listed", [True, False])
def test_a_damaged_sheet(tmp_path: Path, folder: Path, name: str, listed: bool) -> None:
    data = league() | {"records": {"sheets": "any"}}
    if not listed:
        del data["stages"][0]["rounds"]
    path = tmp_path / "league.json"
    path.write_text(json.dumps(data), "utf-8")
    sheet = tmp_path / "sheet.csv"
    sheet.write_bytes(SHEETS[name])
    for more in ([], ["--encoding", "rot13"]):
        for words in (
            ["standings", path, folder, "--sheets", sheet],
            ["check", path, folder, "--published", sheet],
            ["new", "--entries", sheet, "--preset", "mus-liga"],
        ):
            done = kontari("tournament", *words, *more)
            no_fault(done)
            # UTF-16 is read by its mark, and names are known by their letters without accents.
            if words[0] != "new" and name not in ("utf-16", "cp1252"):
                assert done.status in (1, 2)
                assert "sheet.csv" in done.err or "rot13" in done.err


@pytest.mark.parametrize(
    "rating",
    [
        {"mu": 25, "sigma": 0},
        {"mu": 25, "sigma": -8},
        {"mu": "nan", "sigma": 8},
        {"mu": 25, "sigma": "inf"},
        {"mu": 1e300, "sigma": 8},
        {"mu": [], "sigma": 8},
        {"mu": 25},
    ],
    ids=str,
)
def test_ratings_that_are_none(tmp_path: Path, folder: Path, rating: Json) -> None:
    path = tmp_path / "league.json"
    path.write_text(json.dumps(league()), "utf-8")
    start = tmp_path / "ratings.json"
    start.write_text(json.dumps({"ratings": [{"id": "ana-e", **rating}]}), "utf-8")
    done = kontari("tournament", "ratings", path, folder, "--start", start)
    assert done.status == 2
    assert "holds no ratings" in done.err.replace("\n", " ")


def test_rows_behind_an_open_quotation_mark_are_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "league.json"
    path.write_text(json.dumps(league() | {"records": {"sheets": "any"}}), "utf-8")
    sheet = tmp_path / "sheet.csv"
    sheet.write_text(HEADINGS + ROW.replace("oria", '"oria') + ROW, "utf-8")
    done = kontari("tournament", "standings", path, "--sheets", sheet)
    assert done.status == 1
    assert "row 2" in done.err
    assert "never closed" in done.err
    sheet.write_text(HEADINGS + ROW.replace("oria", '"oria"').rstrip(), "utf-8")
    assert kontari("tournament", "standings", path, "--sheets", sheet).status == 0
