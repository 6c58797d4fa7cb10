"""The commands of ``kontari tournament``: every option, what they print, and what they come to."""

import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from real_records import NAMES, Json, records, said, written

from command_line import Done, kontari
from kontari.schemas import complaints

ROOT = Path(__file__).parents[2]
PAGES = ("text", "csv", "json", "markdown", "html")
LISTS = ("text", "csv", "json", "html")


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the documents of three tournaments, and with their records in folders of their names."""
    folder = tmp_path_factory.mktemp("events")
    for name in NAMES:
        put(folder / f"{name}.json", said(name, "document"))
        written(folder / name, records(name))
    return folder


def put(path: Path, data: Json) -> Path:
    path.write_text(json.dumps(data), "utf-8")
    return path


def of(command: str, there: Path, *options: object, name: str = "mus-league") -> Done:
    """A command over a document and its records."""
    return kontari("tournament", command, there / f"{name}.json", there / name, *options)


def swiss(path: Path, count: int = 6) -> Path:
    """A document of a Swiss stage without rounds."""
    stage = {"id": "main", "system": "swiss", "rounds_planned": 3, "points": {"win": 2, "draw": 1, "loss": 0, "bye": 2}}
    people = [{"id": f"p{number}", "seed": number} for number in range(1, count + 1)]
    about = {"name": "Cup", "game": "mus"}
    stages = [stage | {"tie_breaks": [{"by": "wins"}]}]
    return put(path, {"kontari": "1.0", "tournament": about, "participants": people, "stages": stages})


# Forms


@pytest.mark.parametrize("command", ["standings", "crosstable"])
@pytest.mark.parametrize("form", PAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_form(there: Path, command: str, form: str, name: str) -> None:
    done = of(command, there, "--format", form, name=name)
    assert (done.status, done.err) == (0, "")
    for one in said(name, "document")["participants"]:
        assert one.get("name", one["id"]) in done.out
    if form == "json":
        assert complaints(command, json.loads(done.out)) == []
    elif form == "csv":
        rows = list(csv.reader(io.StringIO(done.out)))
        assert len({len(row) for row in rows if row}) <= 2  # a block of tables, and one of meetings
    elif form == "html":
        assert done.out.count("<table") == done.out.count("</table>") >= 1
        assert "<script" not in done.out


@pytest.mark.parametrize("command", ["standings", "crosstable"])
@pytest.mark.parametrize("form", PAGES)
def test_every_language_changes_headings_and_no_data(there: Path, command: str, form: str) -> None:
    outs = [of(command, there, "--format", form, "--lang", lang).out for lang in ("en", "es", "eu")]
    assert len(set(outs)) == (1 if form in ("json", "csv") else 3)


@pytest.mark.parametrize(
    ("names", "shown"), [("full", "Bidasoa"), ("initials", "B."), ("ids", "bidasoa")], ids=["full", "initials", "ids"]
)
@pytest.mark.parametrize("command", ["standings", "crosstable"])
def test_every_form_of_names(there: Path, command: str, names: str, shown: str) -> None:
    done = of(command, there, "--names", names)
    assert done.status == 0
    assert re.search(rf"\b{shown}(?!\w)" if names == "ids" else shown, done.out)
    assert names == "full" or "Bidasoa" not in done.out


@pytest.mark.parametrize("command", ["standings", "crosstable"])
def test_excel(there: Path, command: str) -> None:
    done = of(command, there, "--format", "csv", "--excel")
    assert done.bytes.startswith(b"\xef\xbb\xbf")
    assert ";" in done.out


def test_explain_and_evidence_say_more(there: Path) -> None:
    plain, why, what = (of("standings", there, *more).out for more in ([], ["--explain"], ["--evidence"]))
    assert "2 of 4, +1; then 2 of 2" in why
    assert "2 of 4, +1; then 2 of 2" not in plain
    assert "Every result and what it rests on" in what
    assert "verified" in what.splitlines()[-5]
    assert "3–0" not in plain
    assert "did not appear within 45 minutes" in plain


def test_order_of_a_crosstable(there: Path) -> None:
    first = of("crosstable", there, "--order", "seed", name="crazy-eights-table").out
    assert first != of("crosstable", there, "--order", "rank", name="crazy-eights-table").out


def test_output_goes_to_a_file_that_is_no_source(there: Path, tmp_path: Path) -> None:
    target = tmp_path / "table.csv"
    assert of("standings", there, "--format", "csv", "-o", target).status == 0
    assert target.read_bytes() == of("standings", there, "--format", "csv").bytes
    document = there / "mus-league.json"
    before = document.read_bytes()
    assert of("standings", there, "-o", document).status == 2
    assert document.read_bytes() == before


# Usage


@pytest.mark.parametrize(
    "words",
    [
        ["standings", "--format", "cvs"],
        ["standings", "--lang", "fr"],
        ["standings", "--names", "ful"],
        ["standings", "--stage", "lig"],
        ["standings", "--fail-on", "warnings"],
        ["standings", "--after", "-1"],
        ["standings", "--sheets", "/nowhere.csv"],
        ["standings", "--verdicts", "/nowhere.jsonl"],
        ["crosstable", "--order", "ranks"],
        ["check"],
        ["check", "--published", "/nowhere.csv"],
        ["check", "--published", "/nowhere.csv", "--columns", "TB1"],
        ["pair", "--list", "table"],
        ["pair", "--format", "markdown"],
        ["pair", "--in-place", "--into", "x.json"],
        ["ratings", "--model", "elo"],
        ["ratings", "--by", "team"],
        ["ratings", "--format", "html"],
        ["ratings", "--start", "/nowhere.json"],
        ["export"],
        ["export", "--to", "pdf"],
        ["export", "--to", "csv", "--out", "/nowhere"],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_told_in_a_line(there: Path, words: list[str]) -> None:
    before = (there / "mus-league.json").read_bytes()
    done = of(words[0], there, *words[1:])
    assert done.status == 2
    assert done.out == ""
    assert "Traceback" not in done.err
    assert (there / "mus-league.json").read_bytes() == before


@pytest.mark.parametrize(
    "command", ["standings", "crosstable", "pair", "ratings", "check", "schedule", "sheet", "draft"]
)
def test_what_cannot_be_opened(command: str, tmp_path: Path) -> None:
    done = kontari("tournament", command, tmp_path / "none.tournament.json")
    assert done.status == 2
    assert "none.tournament.json" in done.err


def test_near_names_are_suggested(there: Path) -> None:
    assert "perhaps csv" in of("standings", there, "--format", "cvs").err.replace("\n", " ")
    assert "perhaps buchholz" in kontari("tournament", "explain", "buchholtz").err.replace("\n", " ")


def test_every_criterion_and_preset_is_explained() -> None:
    listed = kontari("tournament", "explain").out
    for line in listed.splitlines():
        word = re.split(r"[ :]", line)[0]
        done = kontari("tournament", "explain", word)
        assert (done.status, done.err) == (0, "")
        assert word in done.out


# What was known after a round


def test_after_a_round(there: Path) -> None:
    points = {}
    for after in range(4):
        data = json.loads(of("standings", there, "--after", after, "--format", "json").out)["standings"]
        points[data["after"]] = sum(row["points"] for row in data["rows"])
        assert data["final"] is (after == 3)
    assert points == {0: 0, 1: 4, 2: 8, 3: 12}


def test_warnings_count_where_they_are_asked_to(there: Path, tmp_path: Path) -> None:
    made = records("mus-league")
    made["copy.mus.json"] = made["liga-1-1.mus.json"]
    folder = written(tmp_path / "records", made)
    for command in ("standings", "crosstable", "ratings"):
        for level, status in (("error", 0), ("warning", 1)):
            done = kontari("tournament", command, there / "mus-league.json", folder, "--fail-on", level)
            assert done.status == status, done.err
            assert "TRN-M03" in done.err


# Rounds


def test_pair_makes_rounds_until_all_are_planned(tmp_path: Path) -> None:
    pytest.importorskip("networkx")
    document = swiss(tmp_path / "cup.json", 5)
    done = kontari("tournament", "pair", document, "--format", "json")
    assert done.status == 0
    assert "p5" in done.out
    into = tmp_path / "round-1.json"
    before = document.read_bytes()
    assert kontari("tournament", "pair", document, "--into", into).status == 0
    assert document.read_bytes() == before
    (one,) = json.loads(into.read_text("utf-8"))["stages"][0]["rounds"]
    assert [bye["participant"] for bye in one["byes"]] == ["p5"]
    again = kontari("tournament", "pair", into, "--round", "1", "--into", tmp_path / "other.json")
    assert again.status == 2
    assert "round 1 already" in again.err.replace("\n", " ")
    assert not (tmp_path / "other.json").exists()


@pytest.mark.parametrize("form", LISTS)
@pytest.mark.parametrize("what", ["tables", "persons", "slips"])
@pytest.mark.parametrize("command", ["pair", "schedule"])
def test_every_list(tmp_path: Path, command: str, what: str, form: str) -> None:
    data = said("crazy-eights-table", "document")
    del data["stages"][0]["rounds"]
    document = put(tmp_path / "eights.json", data)
    outs = set()
    for lang in ("en", "es", "eu"):
        done = kontari("tournament", command, document, "--list", what, "--format", form, "--lang", lang)
        assert done.status == 0, done.err
        for one in "abcdef":
            assert re.search(rf"\b{one}\b", done.out)
        if form == "json":
            assert json.loads(done.out)
        outs.add(done.out)
    assert len(outs) == (1 if form in ("json", "csv") else 3)


def test_a_match_still_to_be_played_is_a_meeting(tmp_path: Path) -> None:
    pytest.importorskip("networkx")
    document = swiss(tmp_path / "cup.json", 5)
    for _ in range(3):
        assert kontari("tournament", "pair", document, "--in-place").status == 0
    rounds = json.loads(document.read_text("utf-8"))["stages"][0]["rounds"]
    met = [frozenset(table["participants"]) for one in rounds for table in one["tables"]]
    byes = [bye["participant"] for one in rounds for bye in one["byes"]]
    assert [one["round"] for one in rounds] == [1, 2, 3]
    assert len(set(met)) == len(met) == 6
    assert len(set(byes)) == len(byes) == 3


def test_rounds_that_records_told_of_come_into_the_document(there: Path, tmp_path: Path) -> None:
    data = said("crazy-eights-table", "document")
    del data["stages"][0]["rounds"]
    data["stages"][0]["rounds_planned"] = 3
    document = put(tmp_path / "eights.json", data)
    folder = there / "crazy-eights-table"
    into = tmp_path / "three.json"
    assert kontari("tournament", "pair", document, folder, "--into", into).status == 0
    assert [one["round"] for one in json.loads(into.read_text("utf-8"))["stages"][0]["rounds"]] == [1, 2, 3]
    tables = [kontari("tournament", "standings", one, folder, "--format", "csv").out for one in (document, into)]
    assert tables[0] == tables[1]


def test_in_place_writes_the_document_itself(tmp_path: Path) -> None:
    pytest.importorskip("networkx")
    document = swiss(tmp_path / "cup.json")
    assert kontari("tournament", "pair", document, "--in-place").status == 0
    assert len(json.loads(document.read_text("utf-8"))["stages"][0]["rounds"]) == 1
    assert kontari("tournament", "pair", document, "--into", document).status == 2


def test_wishes_for_a_round(tmp_path: Path) -> None:
    pytest.importorskip("networkx")
    document = swiss(tmp_path / "cup.json", 6)
    done = kontari(
        "tournament",
        "pair",
        document,
        "--fix",
        "p1,p2",
        "--bye",
        "p3",
        "--absent",
        "p6",
        "--format",
        "json",
        "--explain",
    )
    assert done.status == 0, done.err
    into = tmp_path / "made.json"
    kontari("tournament", "pair", document, "--fix", "p1,p2", "--bye", "p3", "--absent", "p6", "--into", into)
    (one,) = json.loads(into.read_text("utf-8"))["stages"][0]["rounds"]
    assert [table["participants"] for table in one["tables"]] == [["p1", "p2"], ["p4", "p5"]]
    assert {(bye["participant"], bye["kind"]) for bye in one["byes"]} == {("p3", "paired"), ("p6", "absent")}


@pytest.mark.parametrize(
    "wish",
    [
        ["--fix", "p1"],
        ["--fix", "p1,p1"],
        ["--fix", "p1,p2,p3"],
        ["--fix", "p1,zz"],
        ["--fix", ""],
        ["--fix", ","],
        ["--fix", "p1,p2", "--fix", "p2,p3"],
        ["--bye", "zz"],
        ["--bye", "p1", "--absent", "p1"],
        ["--absent", "zz"],
        ["--fix", "p1,p2", "--bye", "p1"],
        ["--round", "7"],
        ["--round", "99999999999999999999"],
    ],
    ids=" ".join,
)
def test_wishes_that_cannot_be(tmp_path: Path, wish: list[str]) -> None:
    document = swiss(tmp_path / "cup.json")
    done = kontari("tournament", "pair", document, *wish)
    assert done.status in (1, 2), done.out
    assert done.err.strip()


def test_schedule_is_the_whole_round_robin(tmp_path: Path) -> None:
    data = said("mus-league", "document")
    del data["stages"][0]["rounds"]
    document = put(tmp_path / "league.json", data)
    into = tmp_path / "full.json"
    assert kontari("tournament", "schedule", document, "--stage", "liga", "--into", into).status == 0
    rounds = json.loads(into.read_text("utf-8"))["stages"][0]["rounds"]
    met = {frozenset(table["participants"]) for one in rounds for table in one["tables"]}
    assert (len(rounds), len(met)) == (3, 6)
    assert kontari("tournament", "schedule", document, "--rounds", "1", "--format", "csv").status == 0
    assert kontari("tournament", "schedule", into, "--in-place").status == 2
    assert kontari("tournament", "schedule", swiss(tmp_path / "cup.json")).status == 2


def test_a_cross_table_of_very_many_is_json_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kontari.commands.tournament.crosstable.MOST", 5)
    cup = swiss(tmp_path / "cup.json")
    for form in PAGES:
        done = kontari("tournament", "crosstable", cup, "--format", form)
        assert (done.status, "--format json takes all" in " ".join(done.err.split())) == (
            (0, False) if form == "json" else (2, True)
        )


# Sheets


def test_a_sheet_filled_in_counts_where_it_is_accepted(tmp_path: Path) -> None:
    data = said("mus-league", "document") | {"records": {"sheets": "signed"}}
    document = put(tmp_path / "league.json", data)
    empty = tmp_path / "round-2.csv"
    assert kontari("tournament", "sheet", document, "--round", "2", "-o", empty).status == 0
    rows = list(csv.DictReader(io.StringIO(empty.read_text("utf-8"))))
    assert [(row["a"], row["b"]) for row in rows] == [("oria", "deba"), ("bidasoa", "urola")]
    for row, (won, lost) in zip(rows, ((1, 3), (3, 1)), strict=True):
        row |= {"games_a": str(won), "games_b": str(lost), "signed": "yes"}
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    filled = tmp_path / "filled.csv"
    filled.write_text(text.getvalue(), "utf-8")
    done = kontari("tournament", "standings", document, "--sheets", filled, "--format", "json")
    assert done.status == 0, done.err
    assert json.loads(done.out)["standings"]["evidence"] == {"sheet": 2, "ruling": 1, "missing": 1}
    none = put(tmp_path / "none.json", said("mus-league", "document"))
    refused = json.loads(kontari("tournament", "standings", none, "--sheets", filled, "--format", "json").out)
    assert "sheet" not in refused["standings"]["evidence"]


@pytest.mark.parametrize("rows", ["matches", "hands", "scores"])
def test_kinds_of_sheets(there: Path, rows: str) -> None:
    done = kontari("tournament", "sheet", there / "mus-league.json", "--rows", rows, "--lines", "2", "--excel")
    assert done.status == 0
    assert done.bytes.startswith(b"\xef\xbb\xbf")
    assert kontari("tournament", "sheet", there / "mus-league.json", "--round", "9").status == 2


def test_a_sheet_is_also_slips_to_be_signed(there: Path) -> None:
    document = there / "mus-league.json"
    slips = kontari("tournament", "sheet", document, "--round", "2", "--format", "text", "--lang", "es")
    assert (slips.status, slips.err) == (0, "")
    assert [line for line in slips.out.splitlines() if line.startswith("Ronda")] == [
        "Ronda 2, mesa 1",
        "Ronda 2, mesa 2",
    ]
    page = kontari("tournament", "sheet", document, "--format", "html")
    assert page.out.count("<table>") == 6
    assert kontari("tournament", "sheet", document, "--format", "pdf").status == 2
    assert kontari("tournament", "sheet", document, "--list", "walls").status == 2
    wall = kontari("tournament", "sheet", document, "--round", "2", "--list", "persons", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(wall.out)))
    assert {row["participant"] for row in rows} == {"bidasoa", "deba", "oria", "urola"}


# Checking


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("form", "excel"), [("csv", []), ("csv", ["--excel"]), ("json", [])])
def test_its_own_table_agrees(there: Path, tmp_path: Path, name: str, form: str, excel: list[str]) -> None:
    table = tmp_path / f"table.{form}"
    table.write_bytes(of("standings", there, "--format", form, *excel, name=name).bytes)
    done = of("check", there, "--published", table, name=name)
    assert (done.status, done.err) == (0, "kontari: everything agrees\n")


@pytest.mark.parametrize("name", ["mus-league"])
def test_one_altered_digit_is_found_with_its_place(there: Path, tmp_path: Path, name: str) -> None:
    rows = list(csv.reader(io.StringIO(of("standings", there, "--format", "csv", name=name).out)))
    tried = 0
    for row in range(1, len(rows)):
        for column, heading in enumerate(rows[0]):
            cell = rows[row][column]
            if heading in ("participant", "name", "evidence", "decided_by") or not re.fullmatch(r"-?\d+", cell):
                continue
            changed = [list(one) for one in rows]
            changed[row][column] = cell[:-1] + str((int(cell[-1]) + 1) % 10)
            table = tmp_path / "table.csv"
            text = io.StringIO()
            csv.writer(text).writerows(changed)
            table.write_text(text.getvalue(), "utf-8")
            done = of("check", there, "--published", table, name=name)
            assert done.status == 1, (heading, rows[row])
            assert f"row {row + 1}" in done.err, done.err
            assert heading in done.err, done.err
            assert cell in done.err, done.err
            tried += 1
    assert tried > 10


def test_a_table_of_another_program(there: Path, tmp_path: Path) -> None:
    table = tmp_path / "other.csv"
    table.write_text("Rk.,Name,Pts.,TB1\n1,Bidasoa,4,4\n2,Urola,4,2\n3,Deba,4,1\n4,Oria,0,-6\n", "utf-8")
    done = of("check", there, table, "--columns", "TB1=games-difference")
    assert done.status == 1
    assert done.err.count("TRN-C03") == 1
    assert "row 4" in done.err
    assert "1 difference\n" in done.err


def test_claims_of_the_document(there: Path, tmp_path: Path) -> None:
    claims = [
        {"rank": rank, "participant": one, "points": points}
        for rank, one, points in ((1, "bidasoa", 4), (2, "urola", 4), (3, "deba", 4), (4, "oria", 0))
    ]
    path = put(tmp_path / "league.json", said("mus-league", "document") | {"standings": claims})
    assert kontari("tournament", "check", path, there / "mus-league").status == 0
    claims[2]["points"] = 5
    put(path, said("mus-league", "document") | {"standings": claims})
    done = kontari("tournament", "check", path, there / "mus-league")
    assert done.status == 1
    assert "TRN-C02" in done.err


def test_pairings_are_checked(tmp_path: Path) -> None:
    pytest.importorskip("networkx")
    document = swiss(tmp_path / "cup.json")
    assert kontari("tournament", "pair", document, "--in-place").status == 0
    good = kontari("tournament", "check", document, "--pairings")
    assert good.status == 0, good.err
    data = json.loads(document.read_text("utf-8"))
    data["stages"][0]["rounds"].append(data["stages"][0]["rounds"][0] | {"round": 2})
    bad = kontari("tournament", "check", put(document, data), "--pairings")
    assert bad.status == 0
    assert "round 2: warning TRN-P02 p1, p4 met before, in round 1" in bad.err
    assert "repeats: the round as it stands comes to 3; 0 can be had" in bad.err
    strict = kontari("tournament", "check", document, "--pairings", "--fail-on", "warning")
    assert strict.status == 1
    data["participants"][0]["withdrawn"] = {"after": 1}
    left = kontari("tournament", "check", put(document, data), "--pairings", "--fail-on", "warning")
    assert left.status == 1
    assert "TRN-P04 p1 withdrew after round 1" in left.err


def test_a_knockout_waits_for_its_matches(tmp_path: Path) -> None:
    data = json.loads(swiss(tmp_path / "cup.json", 4).read_text("utf-8"))
    data["stages"][0] |= {"system": "knockout", "rounds_planned": 2, "tie_breaks": [{"by": "seed"}]}
    document = put(tmp_path / "cup.json", data)
    assert kontari("tournament", "pair", document, "--in-place").status == 0
    done = kontari("tournament", "pair", document)
    assert done.status == 1
    assert "the round cannot be paired; still to be played: p1 – p4, p2 – p3" in done.err


# Ratings, export, new


@pytest.mark.parametrize("by", ["member", "participant"])
def test_ratings_go_on_from_ratings(there: Path, tmp_path: Path, by: str) -> None:
    pytest.importorskip("openskill")
    first = of("ratings", there, "--format", "json", "--by", by)
    assert (first.status, first.err) == (0, "")
    rows = json.loads(first.out)["ratings"]
    assert len(rows) == (8 if by == "member" else 4)
    start = tmp_path / "ratings.json"
    start.write_bytes(first.bytes)
    again = json.loads(of("ratings", there, "--format", "json", "--by", by, "--start", start).out)["ratings"]
    best = max(rows, key=lambda one: one["mu"])["id"]
    (then,) = [one for one in again if one["id"] == best]
    assert then["sigma"] < next(one for one in rows if one["id"] == best)["sigma"]


@pytest.mark.parametrize("model", ["bradley-terry", "plackett-luce", "thurstone-mosteller"])
@pytest.mark.parametrize("form", ["text", "csv", "json"])
def test_every_model_and_form_of_ratings(there: Path, model: str, form: str) -> None:
    pytest.importorskip("openskill")
    done = of("ratings", there, "--model", model, "--format", form, name="rummikub-sheet")
    assert done.status == 0
    assert "a" in done.out


def test_what_is_not_installed_is_named(there: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in [one for one in sys.modules if one.split(".")[0] in ("networkx", "openskill")]:
        monkeypatch.delitem(sys.modules, package)
    monkeypatch.setitem(sys.modules, "networkx", None)
    monkeypatch.setitem(sys.modules, "openskill", None)
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    for done, package in (
        (kontari("tournament", "pair", swiss(tmp_path / "cup.json")), "networkx"),
        (of("ratings", there), "openskill"),
    ):
        assert done.status == 2
        assert done.out == ""
        assert len(done.err.splitlines()) == 1
        assert package in done.err
        assert "kontari[tournament]" in done.err
    assert of("standings", there).status == 0
    assert of("check", there, "--pairings").status == 0


@pytest.mark.parametrize("to", ["trf", "csv", "json", "html"])
def test_export(there: Path, tmp_path: Path, to: str) -> None:
    done = of("export", there, "--to", to, "--out", tmp_path)
    assert (done.status, done.out) == (0, "")
    (made,) = tmp_path.iterdir()
    assert made.name == f"torneo-de-san-blas-liga.{to}"
    assert "Bidasoa" in made.read_text("utf-8")


def test_trf_is_for_two_sides(there: Path, tmp_path: Path) -> None:
    done = of("export", there, "--to", "trf", "--out", tmp_path, name="crazy-eights-table")
    assert list(tmp_path.iterdir()) == []
    assert len(done.err.splitlines()) == 1


def test_from_a_spreadsheet_to_the_table(tmp_path: Path) -> None:
    entries = tmp_path / "pairs.csv"
    entries.write_text("name,member1,member2\nBidasoa,Ana,Jon\nUrola,Mikel,Itziar\nDeba,Pello,Nerea\n", "utf-8")
    document = tmp_path / "new.json"
    done = kontari("tournament", "new", "--entries", entries, "--preset", "mus-liga", "-o", document)
    assert done.status == 0, done.err
    assert "bidasoa" in done.out
    assert kontari("tournament", "schedule", document, "--in-place").status == 0
    assert kontari("tournament", "standings", document).status == 0
    for more in (["--game", "poker"], ["--system", "swis"], ["--sheets", "all"], ["--size", "9"], ["--rounds", "0"]):
        assert kontari("tournament", "new", "--entries", entries, "--preset", "mus-liga", *more).status == 2
    assert kontari("tournament", "new", "--entries", entries, "--preset", "mus-ligas").status == 2


# Order and hashing change nothing


def test_the_order_of_records_changes_no_byte(there: Path, tmp_path: Path) -> None:
    for name in NAMES:
        files = sorted((there / name).iterdir())
        document = there / f"{name}.json"
        wanted = kontari("tournament", "standings", document, *files, "--explain", "--evidence").bytes
        assert kontari("tournament", "standings", document, *files[::-1], "--explain", "--evidence").bytes == wanted
        crossed = kontari("tournament", "crosstable", document, *files).bytes
        assert kontari("tournament", "crosstable", document, *files[::-1]).bytes == crossed
        drafted = kontari("tournament", "draft", *files).bytes
        assert kontari("tournament", "draft", *files[::-1]).bytes == drafted
        data = said(name, "document")
        for stage in data["stages"]:
            stage["rounds"].reverse()
            for one in stage["rounds"]:
                one["tables"].reverse()
        data["participants"].reverse()
        turned = put(tmp_path / f"{name}.json", data)
        assert kontari("tournament", "standings", turned, *files, "--explain", "--evidence").bytes == wanted


def test_hashing_changes_no_byte(there: Path) -> None:
    words = ["tournament", "standings", str(there / "mus-league.json"), str(there / "mus-league"), "--format", "html"]
    outs = set()
    for seed in ("0", "1"):
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "cli")}
        done = subprocess.run(
            [sys.executable, "-m", "kontari", *words], env=environment, capture_output=True, check=True, timeout=60
        )
        outs.add(done.stdout)
    assert len(outs) == 1


def test_a_folder_may_be_moved(there: Path, tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere"
    shutil.copytree(there, moved)
    assert of("standings", moved, "--format", "json").out == of("standings", there, "--format", "json").out
