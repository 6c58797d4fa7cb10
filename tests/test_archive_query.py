"""Archives asked: SQL that reads the archive and nothing else, ready questions, and every form of an answer."""

import csv
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from archives import asked, lines
from command_line import kontari
from conftest import GAME, changed, illegal
from kontari.archive import questions
from kontari.archive.answers import FORMATS
from kontari.record.writing import one_line
from kontari.schemas import complaints
from page import CORPUS
from test_documents import blocks

SOME = "SELECT game, record, verdict = 'sound' AS good, codes FROM records ORDER BY record"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three sound records, one of which hides a card, an illegal and a malformed one."""
    folder = tmp_path_factory.mktemp("archive")
    names = [{"name": "Ana", "id": "ana-e"}, {"name": "=Bea, \x1b[31mMs"}]
    hidden = changed(players=[{"name": "Bea"}, {"name": "Cai"}])
    hidden["rounds"][0]["deal"]["hands"][1][1] = "??"
    for claim in ("scores",):
        del hidden["rounds"][0][claim]
    del hidden["result"]
    made = [changed(), changed(players=names), hidden, illegal()]
    (folder / "a.jsonl").write_text("".join(one_line(GAME, one) for one in made) + "{\n")
    assert kontari("archive", "build", folder / "a.jsonl", "-o", folder / "a.duckdb").status == 1
    return folder / "a.duckdb"


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("corpus") / "all.duckdb"
    kontari("archive", "build", "-", "-o", path, stdin=b"".join(lines(every=9)))
    return path


def rows(archive: Path, *words: object) -> list[dict[str, Any]]:
    done = kontari("archive", "query", archive, *words, "--format", "json")
    assert (done.status, done.err) == (0, "")
    found: list[dict[str, Any]] = json.loads(done.out)
    assert complaints("rows", found) == []
    return found


# What SQL may not do


@pytest.mark.parametrize(
    "sql",
    [
        "FROM '{file}'",
        "SELECT * FROM read_text('{file}')",
        "SELECT * FROM read_blob('{file}')",
        "SELECT * FROM read_csv('{file}')",
        "SELECT * FROM glob('{folder}/*')",
        "SELECT * FROM sniff_csv('{file}')",
        "COPY records TO '{folder}/out.csv'",
        "ATTACH '{folder}/other.duckdb'",
        "EXPORT DATABASE '{folder}/out'",
        "INSERT INTO meta VALUES ('a', 'b')",
        "DELETE FROM records",
        "DROP TABLE records",
        "CREATE TEMP TABLE t AS SELECT 1",
        "SET enable_external_access = true",
        "SET threads = 1",
        "INSTALL httpfs",
        "LOAD httpfs",
        "CHECKPOINT",
        "SELECT 1; SELECT 2",
        "SELECT 1; DROP TABLE records",
        "FROM answer",
        "FROM statements",
        "SELECT getenv('HOME')",
        "SELECT * FROM query('DROP TABLE records')",
        "SELECT * FROM 'https://example.org/a.csv'",
        "",
        ";",
        "/* nothing */",
        "SELCT 1",
        "SELECT nothing FROM records",
        "SELECT error('no')",
        "SELECT ?",
        "SELECT $1",
    ],
)
def test_sql_reads_the_archive_and_nothing_else(sql: str, archive: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.csv").write_text("a,b\nsecret,2\n")
    before = archive.read_bytes()
    words = sql.format(file=tmp_path / "secret.csv", folder=tmp_path)
    done = kontari("archive", "query", archive, words, "-o", tmp_path / "answer.txt")
    assert done.status == 2
    assert done.err.startswith("kontari: the SQL: ")
    assert done.err.count("\n") == 1
    assert "secret,2" not in done.err
    assert [one.name for one in tmp_path.iterdir()] == ["secret.csv"]
    assert archive.read_bytes() == before
    assert {one.name for one in archive.parent.iterdir()} == {"a.jsonl", "a.duckdb"}


def test_an_answer_that_breaks_off_leaves_no_file(archive: Path, tmp_path: Path) -> None:
    sql = "SELECT CASE WHEN x > 90000 THEN error('late') ELSE x END FROM range(200000) AS t(x)"
    done = kontari("archive", "query", archive, sql, "-o", tmp_path / "out.csv", "--format", "csv")
    assert (done.status, done.err) == (2, "kontari: the SQL: late\n")
    assert not list(tmp_path.iterdir())


def test_the_archive_can_be_described(archive: Path) -> None:
    tables = {row["name"] for row in rows(archive, "SHOW TABLES")}
    assert tables == {"records", "players", "rounds", "moves", "findings", "meta"}
    assert {"column_name": "sha256", "column_type": "VARCHAR"}.items() <= rows(archive, "DESCRIBE moves")[2].items()
    assert rows(archive, "SUMMARIZE records")
    meta = {row["name"]: row["value"] for row in rows(archive, "FROM meta")}
    assert meta.keys() == {"layout", "format", "judge"}


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_question_can_be_interrupted(archive: Path) -> None:
    sql = "SELECT count(*) FROM range(1000000000) AS a, range(1000000000) AS b WHERE hash(a.range + b.range) % 7 = 3"
    code = (
        "import sys, kontari.archive.asking as a; from kontari.__main__ import main; real = a._reader\n"
        "def told(*given):\n    print('asking', flush=True); return real(*given)\n"
        f"a._reader = told; sys.argv = ['kontari', 'archive', 'query', {str(archive)!r}, {sql!r}]; main()"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"asking\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, b"", b"kontari: interrupted\n")


# Forms


def test_text(archive: Path) -> None:
    done = kontari("archive", "query", archive, SOME)
    assert done.out == (
        "game          record  good   codes\n"
        "────────────  ──────  ─────  ───────\n"
        "crazy-eights       1  true\n"
        "crazy-eights       2  true\n"
        "crazy-eights       3  true\n"
        "crazy-eights       4  false  CE-P02\n"
        "                   5  false  REC-J01\n"
    )
    hostile = kontari("archive", "query", archive, "SELECT player FROM players WHERE player LIKE '=%'").out
    assert hostile.splitlines()[2] == "=Bea, \N{REPLACEMENT CHARACTER}[31mMs"


def test_csv(archive: Path, tmp_path: Path) -> None:
    done = kontari("archive", "query", archive, SOME, "--format", "csv")
    assert done.bytes.split(b"\r\n")[:2] == [b"game,record,good,codes", b"crazy-eights,1,true,"]
    assert kontari("archive", "query", archive, SOME, "--format", "csv", "-o", tmp_path / "a.csv").out == ""
    assert (tmp_path / "a.csv").read_bytes() == done.bytes
    name = kontari("archive", "query", archive, "SELECT player FROM players WHERE player LIKE '=%'", "--format", "csv")
    assert [*csv.reader(io.StringIO(name.out))][1] == ["=Bea, \x1b[31mMs"]


def test_json_and_jsonl(archive: Path) -> None:
    found = rows(archive, SOME)
    assert found[3] == {"game": "crazy-eights", "record": 4, "good": False, "codes": "CE-P02"}
    assert found[4]["game"] is None
    lined = kontari("archive", "query", archive, SOME, "--format", "jsonl").out
    assert [json.loads(line) for line in lined.splitlines()] == found
    assert complaints("row", found[0]) == []


def test_parquet(archive: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    assert kontari("archive", "query", archive, "FROM moves", "--format", "parquet", "-o", path).status == 0
    read = pyarrow.parquet.read_table(path)
    assert [tuple(row.values()) for row in read.to_pylist()] == asked(archive, "FROM moves")
    assert str(read.schema.field("seat").type) == "int64"
    done = kontari(
        "archive", "query", archive, "SELECT INTERVAL 1 DAY AS i", "--format", "parquet", "-o", tmp_path / "b"
    )
    assert done.status == 2
    assert done.err.startswith("kontari: the SQL: yields what Parquet does not hold")
    assert [one.name for one in tmp_path.iterdir()] == ["a.parquet"]


@pytest.mark.parametrize("format", FORMATS)
def test_names_that_stand_twice_and_kinds_of_values(format: str, archive: Path, tmp_path: Path) -> None:
    sql = (
        "SELECT 1 AS a, 2 AS a, 3 AS a_1, NULL AS n, 1.50::DECIMAL(4, 2) AS d, sum(3::BIGINT) AS h, 'nan'::DOUBLE AS f,"
        " [1, 2] AS l, DATE '2026-01-02' AS t, 'ab'::BLOB AS b"
    )
    path = tmp_path / "out"
    assert kontari("archive", "query", archive, sql, "--format", format, "-o", path).status == 0
    names = ["a", "a_1", "a_1_1", "n", "d", "h", "f", "l", "t", "b"]
    if format == "json":
        values = [1, 2, 3, None, 1.5, 3, None, [1, 2], "2026-01-02", "6162"]
        assert json.loads(path.read_text()) == [dict(zip(names, values, strict=True))]
    elif format == "csv":
        assert path.read_text() == 'a,a_1,a_1_1,n,d,h,f,l,t,b\n1,2,3,,1.5,3,,"[1, 2]",2026-01-02,6162\n'
    elif format == "parquet":
        assert pyarrow.parquet.read_table(path).column_names == names
    else:
        assert "2026-01-02" in path.read_text()


def test_many_rows_come_as_they_are_found(archive: Path) -> None:
    """Batches are small, and with a limit no more is asked for than is shown."""
    from kontari.archive.asking import asked as ask

    with ask(str(archive), "SELECT range AS x FROM range(1000000000000)") as answer:
        batches = answer.batches()
        assert next(batches).num_rows <= 10_000
    done = kontari("archive", "query", archive, "SELECT range AS x FROM range(1000000000000)", "--limit", 3)
    assert done.err == ""
    assert done.out == "x\n─\n0\n1\n2\n"
    assert kontari("archive", "query", archive, SOME, "--limit", 0, "--format", "json").out == "[]\n"
    wide = kontari("archive", "query", archive, "SELECT repeat('x', (range / 500)::INT) AS x, 1 AS y FROM range(2000)")
    assert len(wide.out.splitlines()) == 2002


def test_a_closed_pipe_is_quiet(archive: Path) -> None:
    words = [sys.executable, "-m", "kontari", "archive", "query", str(archive), "FROM range(1000000)"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(20) == 0


# Ready questions


def test_top_players(archive: Path) -> None:
    """Ana won the two matches that are sound, one under an id; Bea won the one in which a card was hidden."""
    found = {row["player_id"]: row for row in rows(archive, "--top", "players")}
    assert found["Ana"] == {
        "game": "crazy-eights",
        "player_id": "Ana",
        "player": "Ana",
        "matches": 1,
        "won": 1,
        "won_percent": 100.0,
        "verified": 1,
        "not_counted": 1,
    }
    assert (found["ana-e"]["matches"], found["ana-e"]["won"], found["ana-e"]["not_counted"]) == (1, 1, 0)
    assert (found["Bea"]["matches"], found["Bea"]["won"], found["Bea"]["verified"]) == (2, 1, 1)
    assert (found["Cai"]["matches"], found["Cai"]["verified"]) == (1, 0)
    assert list(found)[-1] in ("Cai", "=Bea, \x1b[31mMs")


def test_openings_findings_and_scores(archive: Path) -> None:
    (opening,) = rows(archive, "--openings")
    assert (opening["opening"], opening["rounds"], opening["share_percent"]) == ("4", 3, 100.0)
    assert (opening["best_percent"], opening["mean_added"]) == (100.0, 10.0)  # in one it is open
    assert rows(archive, "--findings") == [
        {"code": code, "severity": "error", "title": title, "findings": 1, "records": 1}
        for code, title in (("CE-P02", "card does not follow"), ("REC-J01", "not JSON"))
    ]
    scores = {(row["what"], row["side"]): row for row in rows(archive, "--scores")}
    assert scores["added", 0] == {
        "game": "crazy-eights",
        "sides": 2,
        "side": 0,
        "what": "added",
        "number": 2,
        "min": 10,
        "median": 10.0,
        "mean": 10.0,
        "max": 10,
    }
    assert scores["scores", 1]["max"] == 0


def test_ready_questions_hold_against_counting_by_hand(corpus: Path) -> None:
    """The same from the plain tables, in Python."""
    columns = "game, player_id, sha256, verdict, winner, seat, side, scores, games, stones, vacas"
    players = asked(corpus, f"SELECT {columns} FROM players")
    won: dict[tuple[str, str], set[str]] = {}
    played: dict[tuple[str, str], set[str]] = {}
    for game, player, sha256, verdict, winner, *_ in players:
        if verdict == "sound":
            played.setdefault((game, player), set()).add(sha256)
            if winner:
                won.setdefault((game, player), set()).add(sha256)
    found = rows(corpus, "--top", "players")
    assert {(row["game"], row["player_id"]): row["matches"] for row in found} == {
        key: len(x) for key, x in played.items()
    }
    assert {key: len(x) for key, x in won.items()} == {
        (row["game"], row["player_id"]): row["won"] for row in found if row["won"]
    }
    assert [row["won"] for row in found] == sorted((row["won"] for row in found), reverse=True)
    begun = asked(corpus, "SELECT game, opening FROM rounds WHERE verdict = 'sound' AND opened AND ended IS NOT NULL")
    assert sorted((row["game"], row["opening"], row["rounds"]) for row in rows(corpus, "--openings")) == sorted(
        (*key, begun.count(key)) for key in set(begun)
    )
    sides = dict(asked(corpus, "SELECT sha256, sides FROM records"))
    for row in rows(corpus, "--scores"):
        if row["what"] == "added":
            continue
        at = ("scores", "games", "stones", "vacas").index(row["what"]) - 4
        values = [
            player[at]
            for player in players
            if player[3] == "sound" and player[0] == row["game"] and sides[player[2]] == row["sides"]
            if player[5] == player[6] == row["side"] and player[at] is not None
        ]
        assert (row["number"], row["min"], row["max"]) == (len(values), min(values), max(values))
        assert row["mean"] == pytest.approx(sum(values) / len(values), abs=0.0051)


def test_a_ready_question_says_what_counts(archive: Path) -> None:
    done = kontari("archive", "query", archive, "--top", "players")
    assert done.out.endswith(f"\n\n{questions.PLAYERS.note}\n")
    assert questions.PLAYERS.note not in kontari("archive", "query", archive, "--top", "players", "--format", "csv").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "give one question"),
        (("FROM records", "--scores"), "give one question"),
        (("--findings", "--openings"), "give one question"),
        (("--top", "playrs"), "no list playrs, perhaps players"),
        (("FROM records", "--format", "jsn"), "perhaps json"),
        (("FROM records", "--format", "parquet"), "needs -o FILE"),
        (("FROM records", "--format", "parquet", "-o", "-"), "needs -o FILE"),
    ],
)
def test_misuse(words: tuple[str, ...], said: str, archive: Path) -> None:
    done = kontari("archive", "query", archive, *words)
    assert done.status == 2
    assert said in " ".join(done.err.split())


def test_the_archive_is_never_written_over(archive: Path) -> None:
    before = archive.read_bytes()
    done = kontari("archive", "query", archive, "FROM records", "-o", archive)
    assert (done.status, done.err) == (2, f"kontari: {archive}: is read here; nothing is written in place\n")
    assert archive.read_bytes() == before
    missing = kontari("archive", "query", archive.with_name("missing.duckdb"), "FROM records")
    assert missing.status == 2
    assert "no such file" in missing.err


def test_the_readme_asks_an_archive_that_is_real(tmp_path: Path) -> None:
    """Every command of the section, one after the other, as one sees it on a terminal."""
    (tmp_path / "records").symlink_to(CORPUS)
    (block,) = blocks("README.md", "asked")
    for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, shown = step.split("\n", 1)
        words = f"{shlex.quote(sys.executable)} -m {command}"
        done = subprocess.run(
            ["bash", "-c", words], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        assert done.stdout.decode() == shown, command


def test_help_fits(run_apart: Any) -> None:
    for command in ("build", "query"):
        text = run_apart("archive", command, "--help").stdout
        assert max(map(len, text.splitlines())) < 80 or "FROM records GROUP BY ALL" in text
        assert f"kontari archive {command} " in text
