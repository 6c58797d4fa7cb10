"""A data set holds what it was made of, says of it what the JSON form says, and is found out where it was changed."""

import json
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

from command_line import Done, kontari
from conftest import GAME, changed, examples, illegal
from kontari.dataset import shards
from kontari.dataset.columns import columns
from kontari.dataset.manifest import ManifestError, read_manifest
from kontari.dataset.reader import NotARowError, Reader
from kontari.dataset.rows import row_of
from kontari.examination import examine
from kontari.games import GAMES, part
from kontari.library import read
from kontari.record.action_ids import vocabulary
from kontari.record.writing import one_line
from kontari.schemas import complaints
from laws import with_own_keys
from test_documents import blocks

CORPUS = Path(__file__).parents[1] / "records"
EVERY = [word for verdict in ("sound", "unfinished", "misscored", "illegal") for word in ("--verdict", verdict)]

Record = dict[str, Any]


def corpus(game: str, every: int = 9) -> list[Record]:
    """Well-formed records of a game."""
    found = sorted(path for path in (CORPUS / game).glob("*/*") if not path.name.endswith(".case.json"))
    return [read(path).data for path in found if path.parent.name != "malformed"][::every]


def generated(game: str, count: int) -> list[Record]:
    make = part(game, "generate").record
    return [make(3, index, 2, {"max_rounds": 1} if game != "mus" else {"target": 10}) for index in range(count)]


def lines(records: Iterable[Record]) -> str:
    return "".join(one_line(record["game"], record) for record in records)


Build = Callable[..., Path]


@pytest.fixture
def build(tmp_path: Path) -> Build:
    """A data set of records, built by the command."""

    def made(records: Iterable[Record], *words: object, status: int = 0) -> Path:
        (tmp_path / "in.jsonl").write_text(lines(records), "utf-8")
        folder = tmp_path / "set"
        done = kontari("dataset", "build", tmp_path / "in.jsonl", "-o", folder, *words)
        assert done.status == status, done.err
        return folder

    return made


def manifest(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "manifest.json").read_text("utf-8"))
    return found


def table(folder: Path) -> list[dict[str, Any]]:
    """All rows, by nothing but pyarrow."""
    rows: list[dict[str, Any]] = pyarrow.parquet.read_table(sorted(folder.glob("*.parquet"))).to_pylist()
    return rows


# Lossless


@pytest.mark.parametrize("game", GAMES)
def test_the_corpus_comes_back_and_is_judged_alike(game: str, build: Build, tmp_path: Path) -> None:
    records = corpus(game)
    folder = build(records, *EVERY, "--shard-size", "40")
    assert len(list(folder.glob("*.parquet"))) == -(-len(records) // 40)
    text = kontari("dataset", "export", folder).out
    assert text == lines(records)
    judged = kontari("dataset", "validate", folder, "--format", "jsonl")
    again = kontari("validate", tmp_path / "in.jsonl", "--format", "jsonl")
    assert judged.status == again.status == 1
    assert judged.err == again.err
    ours, theirs = ([json.loads(line) for line in done.out.splitlines()] for done in (judged, again))
    assert len(ours) == len(theirs)
    for number, (one, other) in enumerate(zip(ours, theirs, strict=True)):
        assert one.pop("source") == str(folder / f"part-{number // 40:05}.parquet")
        assert one.pop("record") == number % 40 + 1
        assert other.pop("record") == number + 1
        other.pop("source")
        for found, same in zip(one["findings"], other["findings"], strict=True):
            assert (found.pop("line"), same.pop("line")) == (number % 40 + 1, number + 1)
        assert one == other
    said = manifest(folder)
    assert complaints("dataset", said) == []
    assert Counter(verdict["verdict"] for verdict in theirs) == said["verdicts"]
    assert said["moves"] == sum(len(round_["moves"]) for record in records for round_ in record["rounds"])
    assert said["actions"] == len(vocabulary(game).words)


@pytest.mark.parametrize("game", GAMES)
def test_keys_of_their_own_notes_and_times_come_back(game: str) -> None:
    records, reader = generated(game, 3), Reader(game)

    @examples(25)
    @given(st.data())
    def law(data: Any) -> None:
        record = with_own_keys(data.draw, data.draw(st.sampled_from(records)))
        verdict = examine(one_line(game, record).encode())
        assert verdict.verdict != "malformed", verdict.findings
        row = row_of(record, verdict, 0)
        assert reader.text(row) + "\n" == one_line(game, record)
        assert set(row) == {column.name for column in columns(game)}

    law()


def test_any_form_of_kontari_is_read(tmp_path: Path) -> None:
    paths = sorted((CORPUS / "mus" / "sound").glob("notation-*.txt"))
    assert paths
    done = kontari("dataset", "build", *paths, "-o", tmp_path / "set")
    assert (done.status, done.out) == (0, "")
    assert kontari("dataset", "export", tmp_path / "set").out == lines(read(path).data for path in paths)


# What a row says beside the record


@pytest.mark.parametrize("game", GAMES)
def test_rows_say_what_was_counted_anew(game: str, build: Build) -> None:
    records = [*corpus(game, 23), *generated(game, 2)]
    folder = build(records, *EVERY)
    rule_sets = manifest(folder)["rule_sets"]
    words = vocabulary(game)
    for record, row in zip(records, table(folder), strict=True):
        verdict = examine(one_line(game, record).encode())
        assert rule_sets[row["rule_set"]]["rules"] == verdict.rules
        for key in ("sha256", "play_sha256", "verdict", "proof", "undecided"):
            assert row[key] == getattr(verdict, key)
        for key in ("termination", "winners", "lost_by", *part(game, "record").RESULT_KEYS):
            assert row[key] == (verdict.result or {}).get(key)
        rounds = verdict.rounds or []
        assert row["round_scores"] == [round_.get("scores") for round_ in rounds]
        assert row["round_ended"] == [round_.get("ended") for round_ in rounds]
        moves = [round_["moves"] for round_ in record["rounds"]]
        assert (row["n_players"], row["n_rounds"]) == (len(record["players"]), len(record["rounds"]))
        assert row["n_moves"] == sum(map(len, moves)) == sum(map(words.count, row["moves"]))
    by_rules = Counter(row["rule_set"] for row in table(folder))
    assert [rule_set["records"] for rule_set in rule_sets] == [by_rules[place] for place in range(len(rule_sets))]
    assert len({json.dumps(rule_set["rules"], sort_keys=True) for rule_set in rule_sets}) == len(rule_sets)


def test_scores_beyond_64_bits_are_left_open(build: Build) -> None:
    stones = 2**53 - 1
    record = json.loads(json.dumps(part("mus", "record").EXAMPLE))
    moves = [{"action": "no-mus", "seat": 0}, {"action": "bet", "seat": 0, "stones": stones}]
    moves += [{"action": "raise", "seat": 1 - index % 2, "stones": stones} for index in range(1200)]
    record |= {"rounds": [{"deal": record["rounds"][0]["deal"], "moves": [*moves, {"action": "accept", "seat": 1}]}]}
    del record["result"]
    verdict = examine(one_line("mus", record).encode())
    verdict.rounds = [{"scores": [2**63, 0]}]
    verdict.result = {"game_stones": [[0, 2**63]], "stones": [2**63 - 1, 0]}
    row = row_of(record, verdict, 0)
    assert (row["round_scores"], row["game_stones"], row["stones"]) == ([None], None, [2**63 - 1, 0])
    folder = build([record], *EVERY)
    assert kontari("dataset", "export", folder).out == lines([record])


def test_polars_reads_it(build: Build) -> None:
    polars = pytest.importorskip("polars", reason="polars is not installed")
    records = generated(GAME, 3)
    folder = build(records)
    found = polars.read_parquet(folder / "*.parquet")
    assert found.columns == [column.name for column in columns(GAME)]
    assert found.to_dicts() == table(folder)
    ids = found.select(polars.col("moves").explode().explode()).to_series().to_list()
    assert ids == [id_ for row in table(folder) for round_ in row["moves"] for id_ in round_]


def test_duckdb_reads_it(build: Build) -> None:
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    folder = build(generated("mus", 3))
    asked = f"SELECT sha256, deals, moves, winners FROM '{folder.as_posix()}/*.parquet'"
    names = ("sha256", "deals", "moves", "winners")
    assert duckdb.sql(asked).fetchall() == [tuple(row[name] for name in names) for row in table(folder)]


def test_the_example_in_the_readme_runs(
    build: Build, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("polars", reason="polars is not installed")
    pytest.importorskip("duckdb", reason="duckdb is not installed")
    records = generated(GAME, 12)
    monkeypatch.chdir(build(records).parent)
    (example,) = (text for text in blocks("README.md", "python") if "polars" in text)
    found: dict[str, Any] = {}
    exec(compile(example, "README.md", "exec"), found)
    lengths = [sum(len(round_["moves"]) for round_ in record["rounds"]) for record in records]
    assert len(found["long"]) == sum(length > 100 for length in lengths) > 0
    assert len(found["played"]) == 12
    assert "times" in capsys.readouterr().out


def test_columns_have_their_meaning(build: Build) -> None:
    folder = build(generated(GAME, 1))
    schema = pyarrow.parquet.read_schema(folder / "part-00000.parquet")
    assert schema.names == [column.name for column in columns(GAME)]
    assert all(schema.field(one.name).metadata[b"meaning"].decode() == one.meaning for one in columns(GAME))


# Which records are kept


def test_what_is_wrong_is_left_out_and_told(tmp_path: Path) -> None:
    misscored = changed(result={"winners": [1]})
    unfinished = changed(rounds=[], result={"termination": "unfinished"})
    wrong = lines([changed(), illegal(), misscored, unfinished]) + '{"kontari": "1.0"}\n'
    (tmp_path / "a.jsonl").write_text(wrong)
    folder = tmp_path / "set"
    done = kontari("dataset", "build", tmp_path / "a.jsonl", "-o", folder, "--licence", "CC0-1.0", "--seed", "7")
    assert done.status == 1
    assert [line.split(": ", 4)[1:4] for line in done.err.splitlines()[:3]] == [
        [f"{tmp_path}/a.jsonl:2:284", "record 2", "left out, illegal"],
        [f"{tmp_path}/a.jsonl:3:368", "record 3", "left out, misscored"],
        [f"{tmp_path}/a.jsonl:5:1", "record 5", "left out, malformed"],
    ]
    assert done.err.endswith(" bytes; left out: 1 misscored, 1 illegal, 1 malformed\n")
    said = manifest(folder)
    assert said["verdicts"] == {"sound": 1, "unfinished": 1}
    assert said["left_out"] == {"misscored": 1, "illegal": 1, "malformed": 1}
    assert (said["licence"], said["seed"], said["records"], said["judge"]) == (
        *("CC0-1.0", 7, 2),
        {"software": f"kontari {examine.__globals__['__version__']}", "format": "1.0"},
    )
    assert kontari("dataset", "validate", folder).status == 0
    assert [row["verdict"] for row in table(folder)] == ["sound", "unfinished"]


def test_verdicts_are_kept_by_wish(build: Build, tmp_path: Path) -> None:
    unfinished = changed(rounds=[], result={"termination": "unfinished"})
    folder = build([unfinished, illegal(), changed()], "--verdict", "sound", "--verdict", "illegal")
    assert [row["verdict"] for row in table(folder)] == ["illegal", "sound"]
    assert manifest(folder)["left_out"] == {"unfinished": 1}
    judged = kontari("dataset", "validate", folder)
    assert judged.status == 1
    assert f"{folder}/part-00000.parquet:1:284 CE-P02" in judged.out
    assert judged.out.endswith("2 records: 1 sound, 1 illegal\n")
    assert kontari("dataset", "validate", folder, "--exit-zero").status == 0
    for words, said in ((["--verdict", "sond"], "perhaps sound"), (["--verdict", "malformed"], "no row can hold")):
        done = kontari("dataset", "build", tmp_path / "in.jsonl", "-o", tmp_path / "other", *words)
        assert (done.status, said in " ".join(done.err.split())) == (2, True)


def test_one_game_a_data_set(tmp_path: Path) -> None:
    records = [changed(), part("mus", "record").EXAMPLE, changed()]
    (tmp_path / "a.jsonl").write_text(lines(records))
    done = kontari("dataset", "build", tmp_path / "a.jsonl", "-o", tmp_path / "set")
    assert (done.status, done.err) == (
        2,
        f"kontari: {tmp_path}/a.jsonl: record 2 is of mus, those before it of crazy-eights; a data set holds one game"
        " (--game)\n",
    )
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl"]
    done = kontari("dataset", "build", tmp_path / "a.jsonl", "-o", tmp_path / "set", "--game", GAME)
    assert done.status == 0
    assert done.err.endswith("; left out: 1 of other games\n")
    assert kontari("dataset", "export", tmp_path / "set").out == lines([changed(), changed()])
    done = kontari("dataset", "build", tmp_path / "a.jsonl", "-o", tmp_path / "none", "--game", "rummikub")
    assert done.status == 2
    assert done.err.endswith("none: is not written: there is no record to put there; left out: 3 of other games\n")
    assert not (tmp_path / "none").exists()


# The folder


def test_it_is_written_whole_or_not_at_all(
    monkeypatch: pytest.MonkeyPatch, build: Build, sound_file: Path, tmp_path: Path
) -> None:
    folder = build([changed()])
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    again = kontari("dataset", "build", sound_file, "-o", folder)
    assert (again.status, again.err) == (2, f"kontari: {folder}: is there already\n")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert kontari("dataset", "build", sound_file, "-o", sound_file).err.endswith("is there already\n")
    assert kontari("dataset", "build", sound_file, "-o", sound_file / "x").status == 2
    (tmp_path / "empty").mkdir()
    assert kontari("dataset", "build", sound_file, "-o", tmp_path / "empty", "-q").err == ""
    assert kontari("dataset", "build", sound_file, "-o", tmp_path / "deep" / "er").status == 0
    there = sorted(path.name for path in tmp_path.iterdir())

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(shards, "sha256_of", interrupted)
    assert kontari("dataset", "build", sound_file, "-o", tmp_path / "new").status == 130
    assert sorted(path.name for path in tmp_path.iterdir()) == there


def test_what_cannot_be_read_does_not_keep_the_rest_out(sound_file: Path, tmp_path: Path) -> None:
    done = kontari("dataset", "build", tmp_path / "no.jsonl", sound_file, "-o", tmp_path / "set")
    assert done.status == 2
    assert done.err.splitlines()[0] == f"kontari: {tmp_path}/no.jsonl: no such file or folder"
    assert len(table(tmp_path / "set")) == 1


def test_rows_are_written_group_by_group(monkeypatch: pytest.MonkeyPatch, build: Build) -> None:
    monkeypatch.setattr(shards, "ROWS_IN_A_GROUP", 4)
    records = [changed(players=[{"name": f"Ana {number}"}, {"name": "Bea"}]) for number in range(25)]
    folder = build(records, "--shard-size", "10")
    files = [pyarrow.parquet.ParquetFile(path) for path in sorted(folder.glob("*.parquet"))]
    groups = [[one.metadata.row_group(group).num_rows for group in range(one.num_row_groups)] for one in files]
    assert groups == [[4, 4, 2], [4, 4, 2], [4, 1]]
    assert [shard["records"] for shard in manifest(folder)["shards"]] == [10, 10, 5]
    assert kontari("dataset", "export", folder).out == lines(records)


def test_heavy_rows_are_written_earlier(monkeypatch: pytest.MonkeyPatch, build: Build) -> None:
    monkeypatch.setattr(shards, "WEIGHT_OF_A_GROUP", 3000)
    note = {"action": "play", "seat": 0, "card": "4C", "note": "é" * 2000}
    heavy = changed()
    heavy["rounds"][0]["moves"][0] = note
    folder = build([changed(), heavy, heavy, *[changed()] * 3])
    file = pyarrow.parquet.ParquetFile(folder / "part-00000.parquet")
    assert [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)] == [3, 3]


def test_a_full_last_shard_is_not_followed_by_an_empty_one(build: Build) -> None:
    folder = build([changed()] * 4, "--shard-size", "2")
    assert [shard["records"] for shard in manifest(folder)["shards"]] == [2, 2]
    assert sorted(path.name for path in folder.iterdir()) == [
        *("manifest.json", "part-00000.parquet", "part-00001.parquet"),
    ]


# Damage


def validated(folder: Path, *words: object) -> Done:
    return kontari("dataset", "validate", folder, *words)


def rewrite(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    said = manifest(folder)
    change(said)
    (folder / "manifest.json").write_text(json.dumps(said))


def forge(folder: Path, change: Callable[[dict[str, Any]], object], schema: Any = None) -> None:
    """Change the first row of the first shard, and give the shard a hash that is right."""
    path = folder / "part-00000.parquet"
    rows = pyarrow.parquet.read_table(path).to_pylist()
    change(rows[0])
    schema = schema or pyarrow.parquet.read_schema(path)
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, schema=schema), path)
    right = {"sha256": sha256(path.read_bytes()).hexdigest()}
    rewrite(folder, lambda said: said["shards"][0].update(right))


@pytest.fixture
def two_shards(build: Build) -> Path:
    return build([changed(), *generated(GAME, 3)], "--shard-size", "2")


def test_a_damaged_shard(two_shards: Path) -> None:
    path = two_shards / "part-00000.parquet"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    done = validated(two_shards)
    assert (done.status, done.out) == (1, "2 records: 2 sound\n")
    assert done.err == f"kontari: {path}: is damaged or another file: its SHA-256 is not that of the manifest\n"
    exported = kontari("dataset", "export", two_shards)
    assert (exported.status, exported.err, exported.out.count("\n")) == (1, done.err, 2)


def test_a_missing_and_a_further_shard(two_shards: Path) -> None:
    (two_shards / "part-00001.parquet").rename(two_shards / "part-00002.parquet")
    done = validated(two_shards)
    assert (done.status, done.out) == (2, "2 records: 2 sound\n")
    assert done.err.splitlines() == [
        f"kontari: {two_shards}/part-00002.parquet: is not in the manifest",
        f"kontari: {two_shards}/part-00001.parquet: cannot be opened: no such file or directory",
    ]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda said: said.update(moves=1), "moves is 1; the rows give "),
        (lambda said: said.update(verdicts={"sound": 3, "illegal": 1}), "verdicts is {'sound': 3, 'illegal': 1}; the"),
        (lambda said: said.update(records=5), "its shards do not add up to the 5 records it says"),
        (lambda said: said["rule_sets"][0].update(records=9), "rule set 0 is said to have 9 records; it has 1"),
        (lambda said: said["rule_sets"][0]["rules"].update(target=1), "row 1: its rules in force are not rule set 0"),
        (lambda said: said["rule_sets"].clear(), "row 1: its rules in force are not rule set 0"),
        (lambda said: said["shards"][0].update(records=3), "part-00000.parquet: has 2 rows; the manifest says 3"),
        (lambda said: said["shards"].append(said["shards"][0]), "manifest.json: names part-00000.parquet twice"),
        (lambda said: said["shards"].pop(), "part-00001.parquet: is not in the manifest"),
    ],
)
def test_a_manifest_that_does_not_agree(
    two_shards: Path, change: Callable[[dict[str, Any]], object], said: str
) -> None:
    rewrite(two_shards, change)
    done = validated(two_shards, "-q")
    assert done.status == 1
    assert said in done.err.splitlines()[0] + (done.err.splitlines()[-1])
    assert all(line.startswith(f"kontari: {two_shards}/") for line in done.err.splitlines())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"verdict": "illegal"}, "verdict is illegal; counted anew it is sound"),
        ({"play_sha256": None}, "play_sha256 is None; counted anew it is 349ea8c9"),
        ({"winners": [1], "scores": [0, 10]}, "winners is [1]; counted anew it is [0] (also scores)"),
        ({"n_moves": 4}, "n_moves is 4; counted anew it is 3"),
        ({"round_ended": ["blocked"]}, "round_ended is ['blocked']; counted anew it is ['out']"),
        ({"rule_set": None}, "its rules in force are not rule set None"),
        ({"moves": [[0]]}, "0 begins no move"),
        ({"moves": [[266, 30000]]}, "30000 is no integer of this game"),
        ({"moves": [[266, None]]}, "its cells make no record (TypeError: "),
        ({"moves": None}, "its cells make no record (TypeError: "),
        ({"deals": []}, "its cells make no record (ValueError: "),
        ({"players": None}, "its cells make no record (TypeError: "),
        ({"moves": [[266, 12, 0]]}, "the integers [266, 12, 0] are not those by which a move is written"),
        ({"moves": [[266, 12, 266, 267, 24]]}, "no integer of a move says what is done"),
        ({"moves": [[282, 361, 12, 267, 24, 266, 31]]}, "the integers [282, 361, 12] are not those by which a move is"),
        ({"deals": [[338, 337, 354, 295, 314, 354, 307, 334, 355, 291]]}, "the integers of a deal are not those by"),
        ({"rest": '{"/rounds/0/moves/0/card": "5C"}'}, "rest says what other cells should say"),
        ({"rest": '{"/rounds/0/moves/0/suit": "C"}'}, "rest says what other cells should say"),
        ({"rest": '{"/meta": {"note": "x"}}'}, "rest says what other cells should say"),
        ({"rest": '{"/rounds/0/scores": [9, 9]}'}, "rest says what other cells should say"),
        ({"rest": '{"/players/0/name": "Eva"}'}, "rest says what other cells should say"),
        ({"event": '{},"start":{"scores":[5,0]}'}, "its cells make no record (JSONDecodeError: Extra data"),
        ({"rest": "{"}, "its cells make no record (JSONDecodeError: "),
        ({"rest": '{"/rounds/9/x-a": 1}'}, "its cells make no record (IndexError: "),
        ({"rest": "[]"}, "its cells make no record (AttributeError: "),
        ({"game": "mus"}, "game is mus"),
    ],
)
def test_a_row_that_does_not_agree(build: Build, change: dict[str, Any], said: str) -> None:
    folder = build([changed(), changed()])
    forge(folder, lambda row: row.update(change))
    done = validated(folder)
    assert done.status == 1
    first = done.err.splitlines()[0]
    assert first.startswith(f"kontari: {folder}/part-00000.parquet: row 1: {said}"), first


def test_a_forged_row_that_is_no_record_is_malformed(build: Build) -> None:
    folder = build([changed()])
    forge(folder, lambda row: row.update(rules="[]", kontari="1.0\n"))
    done = validated(folder, "--format", "jsonl")
    assert done.status == 1
    (said,) = map(json.loads, done.out.splitlines())
    assert said["verdict"] == "malformed"
    assert {finding["pointer"] for finding in said["findings"]} == {"/rules", "/kontari"}


def test_a_row_reader_refuses_and_never_falls_over() -> None:
    """Whatever stands in the cells."""
    record = changed()
    right = row_of(record, examine(one_line(GAME, record).encode()), 0)
    anything = st.none() | st.integers() | st.text(max_size=2) | st.lists(st.lists(st.integers(0, 500), max_size=4))

    @examples(150)
    @given(st.dictionaries(st.sampled_from(sorted(right)), anything, min_size=1, max_size=2))
    def law(cells: dict[str, Any]) -> None:
        try:
            text = Reader(GAME).text(right | cells)
        except NotARowError:
            return
        examine(text.encode("utf-8", "surrogatepass"))

    law()


def test_a_shard_with_other_columns_or_no_parquet_at_all(build: Build) -> None:
    folder = build([changed()])
    schema = pyarrow.parquet.read_schema(folder / "part-00000.parquet")
    kept = shutil.copytree(folder, folder.parent / "kept")
    more = schema.append(pyarrow.field("weight", pyarrow.float32()))
    forge(folder, lambda row: row.update(weight=0.5), more)
    assert (validated(folder).status, validated(folder).err) == (0, "")
    forge(folder, lambda row: None, more.remove(more.get_field_index("rest")))
    assert validated(folder).err.endswith("has no column rest as a data set of crazy-eights has it\n")
    (kept / "part-00000.parquet").write_bytes(b"PAR1")
    rewrite(kept, lambda said: said["shards"][0].update(sha256=sha256(b"PAR1").hexdigest()))
    assert "is no Parquet file that can be read: " in validated(kept).err
    assert validated(kept).status == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is no manifest of a data set: "),
        ("[]", "is no manifest of a data set: "),
        ("[" * 5000, "is no manifest of a data set: nested too deep"),
        ("{}", "it has no key kontari_dataset"),
        ('{"kontari_dataset": "2.0"}', "is no manifest of a data set: "),
        ('{"kontari_dataset": null}', "is no manifest of a data set: "),
    ],
)
def test_what_is_no_manifest(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "manifest.json").write_text(text)
    for command in ("validate", "info", "export"):
        done = kontari("dataset", command, tmp_path)
        assert done.status == 1
        assert done.err.startswith(f"kontari: {tmp_path}/manifest.json: ")
        assert said in done.err
        assert done.err.count("\n") == 1


def test_a_manifest_with_one_thing_wrong(build: Build) -> None:
    folder = build([changed()], "--licence", "CC0-1.0", "--seed", "1")
    said = manifest(folder)
    for key in said:
        for value in (None, {"a": {}}):
            wrong = {**said, key: value}
            (folder / "manifest.json").write_text(json.dumps(wrong))
            with pytest.raises(ManifestError, match="is no manifest of a data set: "):
                read_manifest(str(folder))
            assert complaints("dataset", wrong)
    (folder / "manifest.json").write_text(json.dumps({**said, "x-own": None}))
    assert read_manifest(str(folder)) == {**said, "x-own": None}


def test_a_folder_that_is_no_data_set(tmp_path: Path) -> None:
    for command in ("validate", "info", "export"):
        for place in (tmp_path, tmp_path / "no"):
            done = kontari("dataset", command, place)
            said = f"kontari: {place}/manifest.json: cannot be opened: no such file or directory; a data set has one\n"
            assert (done.status, done.err) == (2, said)


# What is printed


def test_info(build: Build) -> None:
    folder = build([changed(), illegal()], "--licence", "CC0-1.0", "--seed", "5", status=1)
    done = kontari("dataset", "info", folder)
    (shard,) = manifest(folder)["shards"]
    size = shard["bytes"]
    assert done.out.splitlines() == [
        "data set 1.0 of crazy-eights",
        "records:   1, 3 moves",
        "verdicts:  1 sound",
        "left out:  1 illegal",
        "rules 0:   1 records, decks=1, hand_size=2, max_rounds=1, target=100",
        "actions:   integers below 461",
        f"judge:     {manifest(folder)['judge']['software']}, format 1.0",
        "licence:   CC0-1.0",
        "seed:      5",
        f"shards:    1, {size} bytes, {size} a record",
        f"  part-00000.parquet  1 records  {size} bytes  {shard['sha256']}",
    ]
    as_json = kontari("dataset", "info", folder, "--format", "json", "-o", folder.parent / "info.json")
    assert (as_json.status, as_json.out) == (0, "")
    assert (folder.parent / "info.json").read_bytes() == (folder / "manifest.json").read_bytes()
    for command in ("info", "validate", "export"):
        done = kontari("dataset", command, folder, "-o", folder / "part-00000.parquet")
        assert (done.status, "is read here; nothing is written in place" in done.err) == (2, True)


def test_validate_prints_what_validate_prints(build: Build, tmp_path: Path) -> None:
    folder = build([changed(), illegal()], *EVERY)
    for words in ((), ("-v",), ("--format", "json"), ("--format", "github"), ("-q",)):
        ours = validated(folder, *words)
        theirs = kontari("validate", tmp_path / "in.jsonl", *words)
        assert ours.status == theirs.status == 1
        assert ours.out.replace(str(folder / "part-00000.parquet"), str(tmp_path / "in.jsonl")) == theirs.out
        assert ours.err == theirs.err
    assert complaints("verdicts", json.loads(validated(folder, "--format", "json").out)) == []
    assert validated(folder, "-o", tmp_path / "said.txt").err == "2 records: 1 sound, 1 illegal\n"
    assert "perhaps jsonl" in " ".join(validated(folder, "--format", "jsnl").err.split())


def test_without_pyarrow_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, build: Build, sound_file: Path, tmp_path: Path
) -> None:
    folder = build([changed()])
    for name in [name for name in sys.modules if name.startswith("kontari.") and "dataset" in name]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for words in (("build", sound_file, "-o", tmp_path / "new"), ("validate", folder), ("export", folder)):
        done = kontari("dataset", *words)
        assert (done.status, done.err) == (2, "kontari: dataset: needs pyarrow: pip install 'kontari[parquet]'\n")
    assert not (tmp_path / "new").exists()
    assert kontari("dataset", "info", folder).status == 0


@pytest.mark.parametrize("command", ["build", "validate", "info", "export"])
def test_help_fits_and_its_example_is_of_the_command(command: str) -> None:
    text = kontari("dataset", command, "--help").out
    assert max(map(len, text.splitlines())) < 80
    assert f"kontari dataset {command} " in text
