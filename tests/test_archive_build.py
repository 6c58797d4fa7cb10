"""Archives built: their rows are those of the verdicts and tables, a record stands whole and once, whatever happens."""

import gzip
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from archives import asked, everything, lines
from command_line import kontari
from conftest import GAME, changed, illegal
from kontari.archive.columns import TABLES
from kontari.examination import examine
from kontari.record.writing import one_line, pretty
from kontari.tables.columns import columns as columns_of
from kontari.tables.rows import rows
from page import CORPUS

SMALL = """
import sys
import kontari.archive.building as building
from kontari.archive.storing import Store
from kontari.__main__ import main

building.MOST_RECORDS = 15
write = Store.write

def told(self, batch, replaced):
    print("writing", flush=True)
    write(self, batch, replaced)

Store.write = told
sys.argv = ["kontari", "archive", "build", *sys.argv[1:]]
main()
"""
"""A build in small batches that tells when it begins to write one."""

EVENT = {"name": "Cup", "site": "here", "date": "2026-05-02", "stage": "a", "round": 1, "table": 2, "match": "x"}


def named(table: str, path: Path, where: str = "") -> list[dict[str, Any]]:
    names = [column.name for column in TABLES[table]]
    return [
        {name: cell for name, cell in zip(names, row, strict=True) if cell is not None}
        for row in asked(path, f"FROM {table} {where} ORDER BY ALL")
    ]


def eventful() -> dict[str, Any]:
    """A record with all that stands beside the play."""
    record = changed(event=EVENT, players=[{"name": "Ana", "rating": 1500}, {"name": "Bea"}])
    record["rounds"][0]["moves"][0] |= {"at": "2026-05-02T18:04:11Z", "elapsed_ms": 4200, "note": "sighs"}
    return record


def always() -> Iterator[bytes]:
    """What is there whatever the corpus holds: every verdict, a countdown, four at two sides, vacas, a forfeit."""
    wrong = changed()
    wrong["rounds"][0]["scores"] = [9, 9]
    for record in (eventful(), illegal(), wrong):
        yield one_line(GAME, record).encode()
    yield b"{\n"
    for name in (
        "match-countdown-three-players.crazy-eights",
        "whole-match-to-thirty.mus",
        "vacas-2-won.mus",
        "forfeit.mus",
    ):
        game = name.partition(".")[2]
        yield one_line(game, json.loads((CORPUS / game / "sound" / f"{name}.json").read_bytes())).encode()


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of records of every game and verdict."""
    path = tmp_path_factory.mktemp("records") / "every.jsonl"
    path.write_bytes(b"".join([*lines(every=7), *always()]))
    return path


@pytest.fixture(scope="module")
def archive(every: Path) -> Path:
    path = every.with_name("every.duckdb")
    done = kontari("archive", "build", every, "-o", path)
    assert done.status == 1
    return path


# What is in it


def test_the_rows_are_those_of_verdicts_and_tables(every: Path, archive: Path) -> None:
    want: dict[str, list[dict[str, Any]]] = {table: [] for table in ("records", "moves", "rounds", "findings")}
    seen: set[str | None] = set()
    for number, line in enumerate(every.read_bytes().splitlines(), start=1):
        verdict = examine(line, source=str(every), record=number, first_line=number)
        if verdict.sha256 in seen:
            continue
        seen.add(verdict.sha256)
        want["findings"] += [
            {"code": one.code, "line_number": one.line, "message": one.message} for one in verdict.findings
        ]
        want["records"].append({"sha256": verdict.sha256, "verdict": verdict.verdict, "record": number})
        if verdict.verdict == "malformed":
            continue
        data = json.loads(line)
        for table in ("moves", "rounds"):
            names = [column.name for column in columns_of(table)]
            for row in rows(table, data, str(every), number, lambda verdict=verdict: verdict):  # type: ignore[misc]
                want[table].append({n: cell for n, cell in zip(names, row, strict=False) if cell is not None})
    keys = {"records": ("sha256", "verdict", "record"), "findings": ("code", "line_number", "message")}
    for table, wanted in want.items():
        names = list(keys.get(table) or (column.name for column in columns_of(table)))
        found = [{name: row[name] for name in names if name in row} for row in named(table, archive)]
        same = [{name: row[name] for name in names if name in row} for row in wanted]
        assert sorted(found, key=repr) == sorted(same, key=repr), table
    assert {row["verdict"] for row in want["records"]} == {"sound", "unfinished", "misscored", "illegal", "malformed"}


def test_every_column_is_filled_somewhere(archive: Path) -> None:
    for table in ("records", "players", "findings"):
        columns = TABLES[table]
        filled = {name for row in named(table, archive) for name in row}
        empty = {column.name for column in columns} - filled
        assert not {name for name in empty if not name.startswith("claimed_")}, table


def test_players_and_their_sides(tmp_path: Path) -> None:
    record = changed(players=[{"name": "Ana", "id": "ana-e", "rating": 1500}, {"name": "Bea"}])
    (tmp_path / "a.jsonl").write_text(one_line(GAME, record))
    path = tmp_path / "a.duckdb"
    assert kontari("archive", "build", tmp_path / "a.jsonl", "-o", path).status == 0
    one, two = named("players", path)
    assert (one["seat"], one["side"], one["player"], one["player_id"], one["rating"]) == (0, 0, "Ana", "ana-e", 1500)
    assert (one["winner"], one["scores"], one["claimed_scores"], one["verdict"]) == (True, 10, 10, "sound")
    assert (two["player_id"], two["winner"], two["scores"], "rating" in two) == ("Bea", False, 0, False)
    first, second = named("rounds", path)
    assert (first["opening"], first["opened"], first["best"]) == ("4", True, True)
    assert (second["opening"], second["opened"], second["best"]) == ("4", False, False)
    (of_record,) = named("records", path)
    assert (of_record["players"], of_record["sides"], of_record["rounds"], of_record["moves"]) == (2, 2, 1, 3)
    assert of_record["judge"].startswith("kontari ")


def test_four_at_two_sides(archive: Path) -> None:
    found = named("players", archive, "WHERE game = 'mus' AND sha256 IN (SELECT sha256 FROM records WHERE players = 4)")
    assert found
    assert {(row["seat"], row["side"]) for row in found} == {(0, 0), (1, 1), (2, 0), (3, 1)}


def test_the_lowest_is_best_where_it_wins(archive: Path) -> None:
    rows_ = named(
        "rounds",
        archive,
        "WHERE best AND sha256 IN (SELECT sha256 FROM records WHERE rules ILIKE '%\"countdown\":true%')",
    )
    assert rows_
    assert all(row["added"] < 0 for row in rows_)


def test_openings_only_of_legal_play(archive: Path) -> None:
    assert asked(archive, "SELECT DISTINCT verdict FROM rounds WHERE opening IS NOT NULL ORDER BY 1") == [
        ("misscored",),
        ("sound",),
        ("unfinished",),
    ]
    one_opener = "SELECT count(*) FILTER (WHERE opened) FROM rounds WHERE opening IS NOT NULL GROUP BY sha256, round"
    assert set(asked(archive, one_opener)) == {(1,)}


def test_hostile_text_is_kept_as_it_is(tmp_path: Path) -> None:
    name = "x'); DROP TABLE records; --\x1b[31m\u202e"
    record = changed(players=[{"name": name}, {"name": "Bea\nMs"}])
    (tmp_path / "a.jsonl").write_text(one_line(GAME, record))
    kontari("archive", "build", tmp_path / "a.jsonl", "-o", tmp_path / "a.duckdb")
    assert {row["player"] for row in named("players", tmp_path / "a.duckdb")} == {name, "Bea\nMs"}


def test_numbers_beyond_64_bits_are_left_empty(tmp_path: Path) -> None:
    from kontari.archive.storing import Batch, Store

    batch = Batch()
    batch.add({"sha256": "00"}, {"records": [{"moves": 2**63, "rounds": 2**63 - 1}]})
    with Store(str(tmp_path / "a.duckdb"), {"software": "x", "format": "1.0"}) as store:
        store.write(batch, [])
    assert asked(tmp_path / "a.duckdb", "SELECT moves, rounds FROM records") == [(None, 2**63 - 1)]


# Only what is new


def test_building_again_adds_only_what_is_new(tmp_path: Path) -> None:
    one, two = changed(), changed(meta={"note": "another"})
    (tmp_path / "a.jsonl").write_text(one_line(GAME, one))
    path = tmp_path / "a.duckdb"
    assert kontari("archive", "build", tmp_path / "a.jsonl", "-o", path).err == (
        "1 record added, 0 already there: 1 sound\n"
    )
    before = everything(path)
    (tmp_path / "b.crazy-eights.json").write_text(pretty(GAME, one))
    (tmp_path / "c.jsonl").write_text(one_line(GAME, two) * 2)
    again = kontari("archive", "build", tmp_path / "b.crazy-eights.json", tmp_path / "a.jsonl", "-o", path)
    assert (again.status, again.err) == (0, "0 records added, 2 already there\n")
    assert everything(path) == before  # the source that was found first stands
    more = kontari("archive", "build", tmp_path, "-o", path)
    assert more.err == "1 record added, 3 already there: 1 sound\n"
    assert [(row["source"], row["record"]) for row in named("records", path)] == [
        (str(tmp_path / "a.jsonl"), 1),
        (str(tmp_path / "c.jsonl"), 1),
    ]


def test_any_order_and_any_parts_give_the_same_records(tmp_path: Path) -> None:
    made = lines(every=25)
    whole, parts = tmp_path / "whole.duckdb", tmp_path / "parts.duckdb"
    kontari("archive", "build", "-", "-o", whole, stdin=b"".join(made))
    random.Random(3).shuffle(made)
    for start in range(0, len(made), 20):
        kontari(
            "archive",
            "build",
            "--stdin-name",
            "x.jsonl",
            "-",
            "-o",
            parts,
            stdin=b"".join(made[max(0, start - 9) : start + 20]),
        )
    apart = {"source", "record", "line_number"}
    for table in TABLES:
        found = [
            sorted(repr({k: cell for k, cell in row.items() if k not in apart}) for row in named(table, path))
            for path in (whole, parts)
        ]
        assert found[0] == found[1], table


def test_malformed_and_cut_records(tmp_path: Path) -> None:
    packed = gzip.compress((one_line(GAME, illegal()) + "{\n" + one_line(GAME, changed())).encode() * 50)
    (tmp_path / "a.jsonl.gz").write_bytes(packed[:-40])
    path = tmp_path / "a.duckdb"
    done = kontari("archive", "build", tmp_path / "a.jsonl.gz", "-o", path)
    assert done.status == 1
    assert ": record " in done.err.splitlines()[0]
    assert "is not archived: the compressed data ends or breaks here" in done.err.splitlines()[0]
    assert Counter(row["verdict"] for row in named("records", path)) == {"illegal": 1, "malformed": 1, "sound": 1}
    (bad,) = named("records", path, "WHERE verdict = 'malformed'")
    assert (bad["sha256"], bad["codes"]) == (examine(b"{").sha256, "REC-J01")
    assert not {"rounds", "moves", "rules"} & bad.keys()
    assert [row["code"] for row in named("findings", path)] == ["CE-P02", "REC-J01"]
    assert asked(path, f"SELECT count(*) FROM moves WHERE sha256 = '{bad['sha256']}'") == [(0,)]


def test_a_newer_judge_judges_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import kontari.commands.archive.building as command
    import kontari.examination as examination

    (tmp_path / "a.jsonl").write_text(one_line(GAME, changed()) + one_line(GAME, illegal()))
    (tmp_path / "b.jsonl").write_text(one_line(GAME, illegal()))
    path = tmp_path / "a.duckdb"
    kontari("archive", "build", tmp_path / "a.jsonl", "-o", path)
    before = everything(path)
    newer = {**examination.JUDGE, "software": "kontari 99"}
    monkeypatch.setattr(examination, "JUDGE", newer)
    monkeypatch.setattr(command, "JUDGE", newer)
    done = kontari("archive", "build", tmp_path / "b.jsonl", "-o", path)
    assert done.status == 1
    assert done.err == (
        "0 records added, 0 already there, 1 judged again: 1 illegal\n"
        f"kontari: {path}: 1 record judged by another version; give their sources again\n"
    )
    found = named("records", path, "WHERE judge = 'kontari 99'")
    assert [(row["verdict"], row["source"]) for row in found] == [("illegal", str(tmp_path / "b.jsonl"))]
    assert asked(path, "SELECT value FROM meta WHERE name = 'judge'") == [("kontari 99",)]
    assert {table: len(rows_) for table, rows_ in everything(path).items()} == {
        table: len(rows_) for table, rows_ in before.items()
    }
    done = kontari("archive", "build", tmp_path / "a.jsonl", "-o", path)
    assert done.err == "0 records added, 1 already there, 1 judged again: 1 sound\n"


# Whatever happens


def build(every: Path, path: Path) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", SMALL, str(every), "-o", str(path)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def by_record(path: Path) -> dict[str, Counter[str]]:
    """How many rows each record has in each table."""
    return {table: Counter(row[2] for row in rows_) for table, rows_ in everything(path).items()}


def test_a_build_that_is_killed_leaves_whole_records(every: Path, archive: Path, tmp_path: Path) -> None:
    """Killed again and again while it writes: each time every record is whole, and at last nothing is missing."""
    path = tmp_path / "a.duckdb"
    whole = by_record(archive)
    chance = random.Random(7)
    progress = [0]
    for batches in (1, 2, 3, 2):
        process = build(every, path)
        assert process.stdout is not None
        for _ in range(batches):
            assert process.stdout.readline() == "writing\n"
        time.sleep(chance.uniform(0, 0.03))
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        found = by_record(path)
        progress.append(len(found["records"]))
        for table in TABLES:
            assert found[table].keys() <= found["records"].keys()
            for sha256 in found["records"]:
                assert found[table][sha256] == whole[table][sha256], (table, sha256)
        done = kontari("archive", "query", path, "SELECT count(*) FROM records", "--format", "csv")
        assert done.out.splitlines()[1] == str(progress[-1])
    assert progress == sorted(progress)
    assert progress[-1] >= 15 * (0 + 1 + 2 + 1)
    done = kontari("archive", "build", every, "-o", path)
    assert done.err.startswith(f"{len(whole['records']) - progress[-1]} records added, ")
    assert everything(path) == everything(archive)
    assert [one.name for one in tmp_path.iterdir()] == ["a.duckdb"]


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_an_interrupted_build_can_go_on(every: Path, archive: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    process = build(every, path)
    assert process.stdout is not None
    for _ in range(3):
        process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "kontari: interrupted\n")
    assert asked(path, "SELECT count(*) FROM records")[0][0] >= 30
    kontari("archive", "build", every, "-o", path)
    assert everything(path) == everything(archive)


def test_a_build_that_is_killed_at_once_leaves_nothing_or_an_archive(sound_file: Path, tmp_path: Path) -> None:
    """The file is there only when its tables are."""
    from kontari.archive import files

    def stopped(connection: Any) -> None:
        connection.execute("CREATE TABLE records(x INT)")
        raise KeyboardInterrupt

    path = tmp_path / "a.duckdb"
    with pytest.raises(KeyboardInterrupt):
        files.create(str(path), stopped)
    assert [one.name for one in tmp_path.iterdir()] == [sound_file.name]
    assert kontari("archive", "build", sound_file, "-o", path).status == 0
    files.create(str(path), lambda connection: None)  # another process was quicker
    assert len(everything(path)["records"]) == 1


def test_nobody_else_can_use_it_meanwhile(every: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    code = f"import duckdb, sys; c = duckdb.connect({str(path)!r}); print(c, flush=True); sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        for words in (("build", every, "-o", path), ("query", path, "FROM records")):
            done = kontari("archive", *words)
            assert (done.status, done.out, done.err) == (2, "", f"kontari: {path}: is in use by another process\n")
        other.communicate()


def test_a_batch_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from kontari.archive.storing import Store

    real = Store._insert

    def broken(self: Store, table: str, *given: Any) -> None:
        if table == "findings":
            raise duckdb.IOException("IO Error: the disk is full\nmore")
        real(self, table, *given)

    (tmp_path / "a.jsonl").write_text(one_line(GAME, changed()))
    monkeypatch.setattr(Store, "_insert", broken)
    path = tmp_path / "a.duckdb"
    done = kontari("archive", "build", tmp_path / "a.jsonl", "-o", path)
    assert (done.status, done.err) == (2, f"kontari: {path}: the disk is full\n")
    assert all(not rows_ for rows_ in everything(path).values())


def test_a_fault_of_ours_is_kept_to_its_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import kontari.archive.building as building

    real = building.rows

    def broken(verdict: Any, read: Any) -> Any:
        if verdict.record == 1:
            raise KeyError("boom")
        return real(verdict, read)

    monkeypatch.setattr(building, "rows", broken)
    (tmp_path / "a.jsonl").write_text(one_line(GAME, illegal()) + one_line(GAME, changed()))
    path = tmp_path / "a.duckdb"
    done = kontari("archive", "build", tmp_path / "a.jsonl", "-o", path)
    assert done.status == 3
    assert f"{tmp_path / 'a.jsonl'}:1: record 1 (SHA-256" in done.err
    assert done.err.endswith("1 record added, 0 already there: 1 sound\n")
    monkeypatch.undo()
    assert kontari("archive", "build", tmp_path / "a.jsonl", "-o", path).err.startswith("1 record added, 1 already")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: path.write_text("a,b\n1,2\n"), "is no archive of kontari"),
        (lambda path: path.write_bytes(b"SQLite format 3\0" + b"\0" * 100), "is no archive of kontari"),
        (lambda path: path.mkdir(), "is no file"),
        (lambda path: duckdb.connect(str(path)).execute("CREATE TABLE t(x INT)").close(), "is no archive of kontari"),
        (
            lambda path: duckdb.connect(str(path)).execute(
                "CREATE TABLE meta(name VARCHAR, value VARCHAR); INSERT INTO meta VALUES ('layout', '99')"
            ).close(),
            "was built by another version of kontari; build a new one",
        ),
        (lambda path: path.write_bytes(b"\0" * 8 + b"DUCK" + b"\xff" * 5000), ""),
    ],
)  # fmt: skip
def test_what_is_no_archive_is_left_alone(make: Any, said: str, sound_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    make(path)
    before = path.read_bytes() if path.is_file() else None
    for words in (("build", sound_file, "-o", path), ("query", path, "FROM records")):
        done = kontari("archive", *words)
        assert done.status == 2
        assert done.err.startswith(f"kontari: {path}: {said}")
        assert done.err.count("\n") == 1
    assert before is None or path.read_bytes() == before


def test_special_names_of_duckdb_are_files(tmp_path: Path, sound_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert kontari("archive", "build", sound_file, "-o", ":memory:").status == 0
    assert (tmp_path / ":memory:").is_file()
    assert kontari("archive", "build", sound_file, "-o", tmp_path / "no" / "a.duckdb").status == 2
    assert kontari("archive", "build", tmp_path / "missing", "-o", "b.duckdb").status == 2
    (tmp_path / "empty.duckdb").touch()
    assert kontari("archive", "query", "empty.duckdb", "FROM records").status == 2
    assert kontari("archive", "build", sound_file, "-o", "empty.duckdb").status == 0


@pytest.mark.parametrize("package", ["duckdb", "pyarrow"])
def test_without_its_packages_one_line_says_what_to_install(
    package: str, monkeypatch: pytest.MonkeyPatch, sound_file: Path, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    for words in (("build", sound_file, "-o", tmp_path / "a.duckdb"), ("query", tmp_path / "a.duckdb", "FROM records")):
        done = kontari("archive", *words)
        assert done.status == 2
        assert done.err.endswith("needs DuckDB and pyarrow: pip install 'kontari[archive]'\n")
    assert not (tmp_path / "a.duckdb").exists()
    assert kontari("stats", sound_file).status == 0
