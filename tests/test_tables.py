"""Records as tables: every key has its column, and both forms hold the same cells."""

import csv
import gzip
import io
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

from command_line import kontari
from conftest import GAME, changed, examples, illegal
from kontari.core.verdict import Verdict
from kontari.examination import examine
from kontari.games import GAMES, part
from kontari.record.decode import move_asides
from kontari.record.envelope import Event, ResultBase
from kontari.record.nodes import Tagged, keys, node
from kontari.record.writing import one_line
from kontari.sifting.hashes import hashes
from kontari.tables import writer
from kontari.tables.columns import TABLES, columns, described
from kontari.tables.rows import column_of, rows

RECORDS = Path(__file__).parents[1] / "records"
NAMES = {table: [column.name for column in columns(table)] for table in TABLES}
TYPES = {"text": str, "integer": int, "boolean": bool}


def well_formed() -> list[dict[str, Any]]:
    """Well-formed records of the corpus, every fifth one."""
    found = sorted(path for game in GAMES for path in (RECORDS / game).glob("*/*.json"))
    paths = [path for path in found if not path.name.endswith(".case.json")]
    return [json.loads(path.read_bytes()) for path in paths if path.parent.name != "malformed"][::5]


CORPUS = well_formed()


def judged(record: dict[str, Any]) -> Verdict:
    return examine(json.dumps(record).encode())


def cells(table: str, record: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of a record, the cells that are not empty by the names of their columns."""
    found = rows(table, record, "a.jsonl", 3, lambda: judged(record))
    return [{name: cell for name, cell in zip(NAMES[table], row, strict=True) if cell is not None} for row in found]


# Columns


@pytest.mark.parametrize("table", TABLES)
def test_columns_are_described_once_each(table: str) -> None:
    assert len(set(NAMES[table])) == len(NAMES[table])
    text = described(table)
    assert text.count("\n") == len(columns(table)) + 2
    for column in columns(table):
        assert column.meaning
        assert f"| `{column.name}` | {column.kind} | {column.meaning} |\n" in text
    assert NAMES[table][:4] == ["source", "record", "sha256", "game"]


@pytest.mark.parametrize("game", GAMES)
def test_every_key_of_a_move_has_a_column(game: str) -> None:
    moves = node(part(game, "record").AnyMove, [])
    assert isinstance(moves, Tagged)
    for action, model in moves.by_tag().items():
        for key in keys(model):
            claim = key.name in move_asides(game)[action] and key.name not in ("at", "elapsed_ms", "note", "attempt")
            assert column_of(key.name, claim) in NAMES["moves"], (action, key.name)


@pytest.mark.parametrize("game", GAMES)
def test_every_key_of_a_result_and_an_event_has_a_column(game: str) -> None:
    for key in part(game, "record").RESULT_KEYS:
        assert {key, f"claimed_{key}"} <= set(NAMES["results"])
    for key in keys(ResultBase):
        name = {"winners": "winner"}.get(key.name, key.name)
        assert {name, f"claimed_{name}"} <= set(NAMES["results"])
    assert {f"event_{key.name}" for key in keys(Event)} <= set(NAMES["results"])


# Rows


def test_rows_of_the_corpus() -> None:
    filled: dict[str, set[str]] = {table: set() for table in TABLES}
    for record in CORPUS:
        verdict = judged(record)
        sides = len(cells("results", record))
        counts = {
            "moves": sum(len(one["moves"]) for one in record["rounds"]),
            "rounds": sides * len(record["rounds"]),
            "results": sides,
        }
        for table, count in counts.items():
            found = cells(table, record)
            assert len(found) == count
            for row in found:
                filled[table] |= row.keys()
                assert (row["source"], row["record"]) == ("a.jsonl", 3)
                assert (row["sha256"], row["game"]) == (verdict.sha256, record["game"])
                for column in columns(table):
                    assert type(row.get(column.name)) in (TYPES[column.kind], type(None)), column
        result = verdict.result or {}
        for side, row in enumerate(cells("results", record)):
            assert row["verdict"] == verdict.verdict
            assert json.loads(row["rules"]) == verdict.rules
            for key in ("scores", "games", "stones", "vacas"):
                assert row.get(key) == (result[key][side] if key in result else None)
            assert row.get("winner") == (side in result["winners"] if "winners" in result else None)
        for row in cells("rounds", record):
            counted = verdict.rounds[row["round"] - 1] if row["round"] <= len(verdict.rounds or []) else {}
            assert row.get("ended") == counted.get("ended")
            assert row.get("added") == (counted["scores"][row["side"]] if "scores" in counted else None)
    assert filled["moves"] >= {"cards", "suit", "stones", "put", "take", "tiles", "has", "player", "reason"}
    assert filled["rounds"] == set(NAMES["rounds"])
    assert filled["results"] >= {"winner", "lost_by", "games", "stones", "game_stones", "claimed_scores", "codes"}


def test_moves_as_they_are_written() -> None:
    record = changed(players=[{"name": "Ana", "id": "ana-e"}, {"name": "=1+1"}])
    moves = record["rounds"][0]["moves"]
    moves[0] |= {"at": "2026-05-02T18:04:11Z", "elapsed_ms": 4200, "note": "a\r\nb", "x-own": {"a": [1]}, "suit": "D"}
    moves.append({"action": "draw", "seat": 7, "cards": ["??", "QH"]})
    moves.append({"action": "reshuffle", "stock": []})
    found = cells("moves", record)
    head = {"source": "a.jsonl", "record": 3, "sha256": hashes(record).sha256, "game": GAME, "round": 1}
    assert found[0] == {
        **head,
        "move": 1,
        "seat": 0,
        "player": "Ana",
        "player_id": "ana-e",
        "action": "play",
        "cards": "4C",
        "suit": "D",
        "at": "2026-05-02T18:04:11Z",
        "elapsed_ms": 4200,
        "note": "a\r\nb",
    }
    assert (found[1]["player"], found[1]["player_id"]) == ("=1+1", "=1+1")
    assert found[3] == {**head, "move": 4, "seat": 7, "action": "draw", "cards": "?? QH"}
    assert found[4] == {**head, "move": 5, "action": "reshuffle", "stock": ""}


def test_sets_and_claims_of_melds() -> None:
    record = json.loads(json.dumps(part("rummikub", "record").EXAMPLE))
    first, _ = record["rounds"][0]["moves"]
    first |= {"tiles": ["r9", "r10", "r11"], "table_after": [["r9", "r10", "r11"]]}
    attempt = {"put": [["r8", "r9"]]}
    record["rounds"][0]["moves"] += [
        {"action": "penalty", "seat": 0, "reason": "invalid", "tiles": ["k3", "??"], "attempt": attempt},
        {"action": "penalty", "seat": 1, "reason": "time", "tiles": [], "lost": ["r9"], "table_after": [["b1", "b2"]]},
    ]
    one, two, three, four = cells("moves", record)
    assert (one["put"], one["claimed_tiles"], one["claimed_table_after"]) == ("r9 r10 r11", "r9 r10 r11", "r9 r10 r11")
    assert "tiles" not in one
    assert two["put"] == "b10 o10 k10 | r9 r10 r11 r12"
    assert (two["take"], two["opening"]) == ("r9 r10 r11", "b10 o10 k10")
    assert (three["tiles"], three["reason"], json.loads(three["attempt"])) == ("k3 ??", "invalid", attempt)
    assert (four["tiles"], four["lost"], four["table_after"]) == ("", "r9", "b1 b2")


def test_claims_stand_apart_from_what_was_counted() -> None:
    record = changed(event={"name": "Cup", "date": "2026-05-02", "round": 3, "x-a": 1})
    record["rounds"][0]["scores"] = [7]
    record["result"] = {"termination": "normal", "scores": [9, 9, 9], "winners": [1], "x-a": [1]}
    record["players"][1]["rating"] = 1500
    one, two = cells("results", record)
    assert (one["verdict"], one["codes"]) == ("misscored", "REC-R01 REC-R03 REC-R04")
    assert (one["scores"], one["claimed_scores"], two["scores"], two["claimed_scores"]) == (10, 9, 0, 9)
    assert (one["winner"], one["claimed_winner"], two["winner"], two["claimed_winner"]) == (True, False, False, True)
    assert (one["event_name"], one["event_date"], one["event_round"]) == ("Cup", "2026-05-02", "3")
    assert ("ratings" in one, two["ratings"]) == (False, "1500")
    assert (one["termination"], one["claimed_termination"], one["rounds"], one["moves"]) == ("normal", "normal", 1, 3)
    first, second = cells("rounds", record)
    assert (first["added"], first["claimed_added"], first["ended"], first["dealer"]) == (10, 7, "out", 1)
    assert (second["added"], "claimed_added" in second) == (0, False)


def test_sides_of_several_players() -> None:
    record = next(one for one in CORPUS if one["game"] == "mus" and len(one["players"]) == 4)
    names = [player["name"] for player in record["players"]]
    one, two = cells("results", record)
    assert (one["players"], two["players"]) == (f"{names[0]} | {names[2]}", f"{names[1]} | {names[3]}")
    teams = next(one for one in CORPUS if one.get("rules", {}).get("teams") == 2)
    assert [row["players"].count(" | ") for row in cells("results", teams)] == [len(teams["players"]) // 2 - 1] * 2


def test_moves_ask_for_no_verdict() -> None:
    def judge() -> Verdict:
        raise AssertionError("judged")

    assert len([*rows("moves", changed(), "x", 1, judge)]) == 3
    with pytest.raises(AssertionError, match="judged"):
        next(rows("rounds", changed(), "x", 1, judge))


# Files


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "all.jsonl"
    path.write_text("".join(one_line(record["game"], record) for record in CORPUS), "utf-8", newline="\n")
    return path


def read_csv(data: bytes) -> list[list[str]]:
    return [*csv.reader(io.StringIO(data.decode("utf-8"), newline=""), strict=True)]


def as_csv(cell: Any) -> str:
    return "" if cell is None else str(cell).lower() if isinstance(cell, bool) else str(cell)


@pytest.mark.parametrize("table", TABLES)
def test_both_forms_hold_the_rows(table: str, corpus: Path, tmp_path: Path) -> None:
    target = tmp_path / "t.parquet"
    done = kontari("convert", "--no-verify", corpus, "--to", "csv", "--table", table)
    parquet = kontari("convert", "--no-verify", corpus, "--table", table, "--to", "parquet", "-o", target)
    assert parquet.status == done.status == 0
    wanted = [
        row
        for number, record in enumerate(CORPUS, start=1)
        for row in rows(table, record, str(corpus), number, lambda record=record: judged(record))  # type: ignore[misc]
    ]
    assert done.err == ""
    head, *body = read_csv(done.bytes)
    assert head == NAMES[table]
    assert body == [[as_csv(cell) for cell in row] for row in wanted]
    assert done.bytes.count(b"\r\n") >= len(wanted) + 1
    read = pyarrow.parquet.read_table(target)
    assert read.column_names == NAMES[table]
    assert [list(row.values()) for row in read.to_pylist()] == wanted
    for column in columns(table):
        field = read.schema.field(column.name)
        assert str(field.type) == {"text": "string", "integer": "int64", "boolean": "bool"}[column.kind]
        assert field.metadata[b"meaning"].decode() == column.meaning


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@examples(40)
@given(st.lists(st.tuples(texts, st.none() | texts, st.none() | st.booleans(), st.integers(-(2**53), 2**53))))
def test_any_text_comes_back(given_: list[tuple[Any, ...]]) -> None:
    """Commas, quotes, line breaks of any kind, formulas: a cell is what it was."""
    filled = ("source", "note", "has", "record")
    table = [[dict(zip(filled, one, strict=True)).get(name) for name in NAMES["moves"]] for one in given_]
    streams = {form: io.BytesIO() for form in ("csv", "parquet")}
    for form, stream in streams.items():
        out = writer(form)("moves", stream)
        out.rows(table)
        out.end()
    assert read_csv(streams["csv"].getvalue())[1:] == [[as_csv(cell) for cell in row] for row in table]
    read = pyarrow.parquet.read_table(io.BytesIO(streams["parquet"].getvalue()))
    assert [list(row.values()) for row in read.to_pylist()] == table


def test_a_formula_is_written_as_it_is(tmp_path: Path) -> None:
    record = changed(players=[{"name": '=HYPERLINK("x")'}, {"name": "Bea, Ms"}])
    (tmp_path / "a.jsonl").write_text(one_line(GAME, record))
    done = kontari("convert", "--no-verify", tmp_path / "a.jsonl", "--to", "csv", "--table", "results")
    assert ',"=HYPERLINK(""x"")",' in done.out
    assert ',"Bea, Ms",' in done.out


def test_row_groups_are_bounded(monkeypatch: pytest.MonkeyPatch, corpus: Path, tmp_path: Path) -> None:
    from kontari.tables import parquet_file

    assert parquet_file.ROWS_IN_A_GROUP <= 10_000
    monkeypatch.setattr(parquet_file, "ROWS_IN_A_GROUP", 50)
    target = tmp_path / "t.parquet"
    kontari("convert", "--no-verify", corpus, "--table", "results", "--to", "parquet", "-o", target)
    file = pyarrow.parquet.ParquetFile(target)
    sizes = [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)]
    assert len(sizes) > 3
    assert set(sizes[:-1]) == {50}
    assert sizes[-1] <= 50


def test_numbers_beyond_64_bits_are_left_empty() -> None:
    stream = io.BytesIO()
    out = writer("parquet")("moves", stream)
    out.rows([[number if name == "stones" else None for name in NAMES["moves"]] for number in (2**63 - 1, 2**63)])
    out.end()
    read = pyarrow.parquet.read_table(io.BytesIO(stream.getvalue()))
    assert read.column("stones").to_pylist() == [2**63 - 1, None]


def test_without_records_there_is_a_head(tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text("")
    done = kontari("convert", "--no-verify", tmp_path / "none.jsonl", "--to", "csv", "--table", "moves")
    assert done.status == 0
    assert done.bytes == ",".join(NAMES["moves"]).encode() + b"\r\n"
    target = tmp_path / "t.parquet"
    kontari("convert", "--no-verify", tmp_path / "none.jsonl", "--table", "moves", "--to", "parquet", "-o", target)
    assert pyarrow.parquet.read_table(target).num_rows == 0


def test_malformed_and_compressed_records(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress((one_line(GAME, illegal()) + "{\n" + one_line(GAME, changed())).encode()))
    done = kontari("convert", "--no-verify", path, "--to", "csv", "--table", "results")
    assert done.status == 1
    assert done.err.splitlines()[0].startswith(f"kontari: {path}:2:2: REC-J01")
    assert done.err.endswith("kontari: 1 record left out\n")
    found = [dict(zip(NAMES["results"], row, strict=True)) for row in read_csv(done.bytes)[1:]]
    assert Counter((row["record"], row["verdict"]) for row in found) == {("1", "illegal"): 2, ("3", "sound"): 2}
    again = kontari("convert", "--no-verify", path, "--to", "csv", "--table", "results", "-o", tmp_path / "out.csv")
    assert again.out == ""
    assert (tmp_path / "out.csv").read_bytes() == done.bytes


def test_without_pyarrow_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, sound_file: Path, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "kontari.tables.parquet_file", raising=False)
    words = ("convert", "--no-verify", sound_file, "--table", "moves", "--to", "parquet", "-o", tmp_path / "t.parquet")
    done = kontari(*words)
    assert done.status == 2
    assert done.err == "kontari: --to parquet: needs pyarrow: pip install 'kontari[parquet]'\n"
    assert not (tmp_path / "t.parquet").exists()
    assert kontari("convert", "--no-verify", sound_file, "--to", "csv", "--table", "moves").status == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("a.jsonl", "--to", "csv"), "--to csv needs --table; there are moves, rounds, results"),
        (("a.jsonl", "--to", "json", "--table", "moves"), "--to json has no --table"),
        (("a.jsonl", "--to", "csv", "--table", "move"), "no table move, perhaps moves"),
        (("a.jsonl", "--to", "parket", "--table", "moves"), "perhaps parquet"),
        (("a.jsonl", "--to", "parquet", "--table", "moves"), "needs -o FILE"),
        (("a.jsonl", "--to", "parquet", "--table", "moves", "-o", "-"), "needs -o FILE"),
        (("no-such.jsonl", "--to", "csv", "--table", "moves"), "no such file"),
    ],
)
def test_misuse(words: tuple[str, ...], said: str) -> None:
    done = kontari("convert", "--no-verify", *words)
    assert done.status == 2
    assert said in " ".join(done.err.split())
