"""The commands that handle many own records: fmt, merge, split, filter, dedupe, hash."""

import gzip
import io
import json
import os
import stat
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from command_line import kontari
from conftest import GAME, changed, examples, illegal
from kontari.core.verdict import Verdict
from kontari.examination import examine
from kontari.games import GAMES, part
from kontari.record.writing import one_line, pretty
from kontari.schemas import complaints
from kontari.sifting.comparison import NotUnderstoodError, dates, number
from kontari.sifting.criteria import Criteria, Subject, length
from kontari.sifting.groups import FileNames, folded, source_stem
from kontari.sifting.hashes import beginnings, hashes

ROOT = Path(__file__).parents[1]
RECORDS = ROOT / "records"
LINE = one_line(GAME, changed())
BAD = '{"kontari": nonsense}\n'


def corpus() -> list[tuple[Path, dict[str, Any], Verdict]]:
    """Well-formed records of the corpus that stand in plain files, every third one, with their verdicts."""
    paths = [
        path
        for path in sorted(path for game in GAMES for path in (RECORDS / game).glob("*/*.json*"))
        if not path.name.endswith((".case.json", ".gz")) and path.parent.name != "malformed"
    ]
    return [(path, json.loads(path.read_bytes()), examine(path.read_bytes())) for path in paths[::3]]


CORPUS = corpus()


def written(path: Path, records: list[dict[str, Any]]) -> Path:
    path.write_text("".join(one_line(record["game"], record) for record in records), "utf-8", newline="\n")
    return path


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.split("\n") if line]


@pytest.fixture(scope="module")
def all_of_it(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The corpus as one file, in the order of ``CORPUS``."""
    return written(tmp_path_factory.mktemp("all") / "all.jsonl", [data for _, data, _ in CORPUS])


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A sound line, one that is no JSON, an illegal one."""
    path = tmp_path / "mixed.jsonl"
    path.write_text(LINE + BAD + one_line(GAME, illegal()))
    return path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# fmt


@pytest.fixture
def untidy(tmp_path: Path) -> list[Path]:
    """Files that hold the example in another form than the canonical one."""
    texts = {
        "flat.crazy-eights.json": json.dumps(changed(**{"x-a": [None, 1.5]})).encode(),
        "windows.crazy-eights.json": pretty(GAME, changed()).replace("\n", "\r\n").encode(),
        "open.crazy-eights.json": pretty(GAME, changed()).encode().rstrip(),
        "blank.jsonl": f"\n{LINE}\n \n{LINE}".encode(),
        "ends.jsonl": f"{LINE}{LINE}".replace("\n", "\r\n").encode() + LINE.encode() + LINE.rstrip().encode(),
        "spaces.jsonl": LINE.encode() + json.dumps(changed()).encode() + b"\n" + LINE.encode(),
    }
    for name, data in texts.items():
        (tmp_path / name).write_bytes(data)
    return [tmp_path / name for name in texts]


def test_fmt_in_place_and_again(untidy: list[Path], tmp_path: Path) -> None:
    before = {path: [(one["sha256"], one["play_sha256"]) for one in hashed(path)] for path in untidy}
    done = kontari("fmt", "--in-place", *untidy)
    assert (done.status, done.out, done.err) == (0, "", "6 files: 6 rewritten\n")
    assert {path: [(one["sha256"], one["play_sha256"]) for one in hashed(path)] for path in untidy} == before
    for path in untidy:
        text = path.read_bytes().decode()
        if path.suffix == ".jsonl":
            assert text == LINE * (4 if path.stem == "ends" else 3 if path.stem == "spaces" else 2)
        else:
            assert text == pretty(GAME, json.loads(text))
    assert json.loads(untidy[0].read_text())["x-a"] == [None, 1.5]
    inodes = [path.stat().st_ino for path in untidy]
    assert kontari("fmt", "--in-place", *untidy).err == "6 files: 0 rewritten\n"
    assert [path.stat().st_ino for path in untidy] == inodes
    assert kontari("fmt", "--check", *untidy) == (0, "", "6 files: 0 would change\n", b"")
    assert names(tmp_path) == sorted(path.name for path in untidy)


def hashed(path: Path) -> list[dict[str, Any]]:
    return lines(kontari("hash", path, "--format", "jsonl").out)


def test_fmt_check_names_each_file_and_writes_nothing(untidy: list[Path], sound_file: Path) -> None:
    before = [path.read_bytes() for path in untidy]
    done = kontari("fmt", "--check", sound_file, *untidy)
    assert done.status == 1
    assert done.out == "".join(f"{path}: would change\n" for path in untidy)
    assert done.err == "7 files: 6 would change\n"
    assert kontari("fmt", "--check", "-q", sound_file, *untidy).err == ""
    assert [path.read_bytes() for path in untidy] == before


def patched(old: bytes, diff: str) -> bytes:
    """What a unified diff makes of a text."""
    rows = old.decode().split("\n")
    rows = [row + "\n" for row in rows[:-1]] + ([rows[-1]] if rows[-1] else [])
    made: list[str] = []
    at = 0
    shown = [row + "\n" for row in diff.split("\n")[2:-1]]
    for index, row in enumerate(shown):
        text = row[1:]
        if shown[index + 1 : index + 2] == ["\\ No newline at end of file\n"]:
            text = text[:-1]
        if row.startswith("@@"):
            start = int(row.split()[1][1:].partition(",")[0])
            made += rows[at : start - 1]
            at = start - 1
        elif row[0] in " -":
            assert rows[at] == text
            at += 1
            made += [text] if row[0] == " " else []
        elif row[0] == "+":
            made.append(text)
    return "".join([*made, *rows[at:]]).encode()


def test_fmt_diff_is_what_in_place_does(untidy: list[Path], sound_file: Path) -> None:
    assert kontari("fmt", "--diff", sound_file).out == ""
    for path in untidy:
        old = path.read_bytes()
        done = kontari("fmt", "--diff", path)
        assert done.status == 0
        assert done.out.startswith(f"--- {path}\n+++ {path}\n@@ ")
        assert kontari("fmt", "--diff", "--check", path) == (1, done.out, done.err, done.bytes)
        assert path.read_bytes() == old
        kontari("fmt", "--in-place", path)
        assert patched(old, done.out) == path.read_bytes(), path.name


def test_fmt_leaves_a_file_with_anything_malformed_whole(mixed: Path, untidy: list[Path], tmp_path: Path) -> None:
    torn = tmp_path / "torn.crazy-eights.json"
    torn.write_text(pretty(GAME, changed())[:-20])
    before = mixed.read_bytes(), torn.read_bytes()
    done = kontari("fmt", "--in-place", mixed, torn, untidy[0], tmp_path / "none.json")
    assert done.status == 2
    told = done.err.splitlines()
    assert told[0].startswith(f"kontari: {mixed}:2:13: REC-J01 ")
    assert told[1].startswith(f"kontari: {torn}:")
    assert told[2].endswith("none.json: no such file or folder")
    assert told[3] == "4 files: 1 rewritten, 3 left as they are"
    assert (mixed.read_bytes(), torn.read_bytes()) == before
    assert kontari("fmt", "--in-place", mixed).status == 1
    assert kontari("fmt", "--check", mixed, "-q").out == ""
    done = kontari("fmt", mixed, "-o", tmp_path / "out.jsonl")
    assert (done.status, done.out) == (1, "")
    assert not (tmp_path / "out.jsonl").exists()


def test_fmt_to_the_output(untidy: list[Path], tmp_path: Path) -> None:
    assert kontari("fmt", untidy[1]) == (0, pretty(GAME, changed()), "", pretty(GAME, changed()).encode())
    kontari("fmt", untidy[3], "-o", tmp_path / "out.jsonl")
    assert (tmp_path / "out.jsonl").read_text() == LINE * 2
    assert kontari("fmt", "-", stdin=json.dumps(changed()).encode()).out == LINE
    assert kontari("fmt", "-", stdin=json.dumps(changed(), indent=1).encode()).out == pretty(GAME, changed())
    assert kontari("fmt", "-", "--stdin-name", "a.json", stdin=LINE.encode()).out == pretty(GAME, changed())
    assert kontari("fmt", "-", "--stdin-name", "a.jsonl.gz", stdin=gzip.compress(LINE.encode())).out == LINE
    assert kontari("fmt", "-", "--max-bytes", 10, stdin=LINE.encode()).status == 1
    assert kontari("fmt", untidy[0], "-o", untidy[0]).status == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("a.json", "b.json"), "2 files; one goes to the output"),
        (("--in-place", "--check", "a.json"), "--in-place rewrites the files"),
        (("--in-place", "-o", "x", "a.json"), "--in-place rewrites the files"),
        (("--in-place", "-"), "-: is no file that could be compared"),
        (("--check", "-"), "-: is no file that could be compared"),
        (("--diff", "-"), "-: is no file that could be compared"),
    ],
)
def test_fmt_misused(words: tuple[str, ...], said: str) -> None:
    done = kontari("fmt", *words)
    assert done.status == 2
    assert said in " ".join(done.err.split())


def test_fmt_and_compressed_files(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(changed()).encode()))
    before = path.read_bytes()
    done = kontari("fmt", "--in-place", path)
    assert (done.status, path.read_bytes()) == (2, before)
    assert "is compressed" in done.err
    assert kontari("fmt", "--check", path).out == f"{path}: would change\n"
    assert "+" + LINE in kontari("fmt", "--diff", path).out
    path.write_bytes(gzip.compress(LINE.encode()))
    assert kontari("fmt", "--check", path).status == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no modes and links of this kind there")
def test_fmt_in_place_keeps_mode_and_link(untidy: list[Path], tmp_path: Path) -> None:
    untidy[0].chmod(0o640)
    link = tmp_path / "link.crazy-eights.json"
    link.symlink_to(untidy[0])
    assert kontari("fmt", "--in-place", link).status == 0
    assert link.is_symlink()
    assert stat.S_IMODE(untidy[0].stat().st_mode) == 0o640
    assert kontari("fmt", "--check", untidy[0]).status == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes with names there")
@pytest.mark.parametrize("option", ["--check", "--diff", "--in-place"])
def test_fmt_does_not_touch_pipes(tmp_path: Path, option: str) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    done = kontari("fmt", option, tmp_path / "pipe.jsonl")
    assert done.status == 2
    assert "pipe.jsonl: is no file" in done.err
    assert (tmp_path / "pipe.jsonl").is_fifo()


def test_a_diff_on_a_terminal_moves_nothing(tmp_path: Path) -> None:
    from kontari.commands.formatting import Formatting

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    path = tmp_path / "a.crazy-eights.json"
    path.write_text(json.dumps(changed(players=[{"name": "\x9b2J\u202eAna"}, {"name": "Bea"}]), ensure_ascii=False))
    for stream, moved in ((io.StringIO(), 4), (Terminal(), 0)):
        Formatting(None, 2**20, debug=True).diff(str(path), stream)
        text = stream.getvalue()
        assert text.count("\x9b") + text.count("\u202e") == moved
        assert text.count("\n") > 10


@pytest.mark.parametrize("form", [pretty, one_line])
def test_the_canonical_form_of_the_corpus_is_its_own(form: Any) -> None:
    for path, data, _ in CORPUS:
        text = form(data["game"], data)
        assert json.loads(text) == data, path
        assert form(data["game"], json.loads(text)) == text, path


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)


@examples(60)
@given(json_values, st.sampled_from([pretty, one_line]))
def test_own_keys_keep_their_values_and_their_form(value: Any, form: Any) -> None:
    record = changed(**{"x-own": value})
    record["rounds"][0]["moves"][0]["x-own"] = value
    text = form(GAME, record)
    assert json.loads(text) == record
    assert form(GAME, json.loads(text)) == text
    assert text.count("\n") == 1 or form is pretty


def test_the_hook_checks_and_knows_the_names() -> None:
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text()
    hook = hooks[hooks.index("kontari-fmt") :]
    assert "entry: kontari fmt\n  args: [--check]\n" in hook
    assert hook.split("files: ")[1].split("\n")[0] == hooks.split("files: ")[1].split("\n")[0]


# merge


def test_merge_keeps_the_order_of_the_inputs(mixed: Path, sound_file: Path, tmp_path: Path) -> None:
    packed = tmp_path / "packed.jsonl.gz"
    packed.write_bytes(gzip.compress(one_line(GAME, changed(event={"table": 7})).encode()))
    done = kontari("merge", packed, mixed, sound_file)
    assert done.status == 1
    assert lines(done.out) == [changed(event={"table": 7}), changed(), illegal(), changed()]
    assert done.err.splitlines()[0].startswith(f"kontari: {mixed}:2:13: REC-J01")
    assert done.err.splitlines()[1] == "4 records merged; 1 malformed record left out"
    assert kontari("merge", packed, sound_file, "-q", "-o", tmp_path / "out.jsonl") == (0, "", "", b"")
    assert lines((tmp_path / "out.jsonl").read_text()) == [changed(event={"table": 7}), changed()]
    assert kontari("merge", sound_file, "none").status == 2
    assert kontari("merge", "-", stdin=LINE.encode() * 2).out == LINE * 2


def test_merge_of_the_corpus_is_what_it_holds(all_of_it: Path) -> None:
    merged = kontari("merge", *(path for path, _, _ in CORPUS))
    assert merged.bytes == all_of_it.read_bytes()


# split


def test_split_and_merge_come_back(all_of_it: Path, tmp_path: Path) -> None:
    done = kontari("split", all_of_it, "-o", tmp_path / "out")
    assert (done.status, done.out) == (0, "")
    assert done.err == f"{len(CORPUS)} records in {len(CORPUS)} files\n"
    found = names(tmp_path / "out")
    assert found == [f"all-{n:06}.{data['game']}.json" for n, (_, data, _) in enumerate(CORPUS, start=1)]
    assert kontari("fmt", "--check", "-q", tmp_path / "out").status == 0
    assert kontari("merge", tmp_path / "out").bytes == all_of_it.read_bytes()


def test_split_never_writes_over_files(mixed: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "mixed-000003.crazy-eights.json").write_text("mine")
    done = kontari("split", mixed, "-o", out)
    assert done.status == 2
    assert "mixed-000003.crazy-eights.json: is there already; --force" in done.err
    assert names(out) == ["mixed-000003.crazy-eights.json"]
    assert (out / "mixed-000003.crazy-eights.json").read_text() == "mine"
    done = kontari("split", mixed, "-o", out, "--force")
    assert done.status == 1
    assert done.err.endswith("2 records in 2 files; 1 malformed record left out\n")
    assert names(out) == ["mixed-000001.crazy-eights.json", "mixed-000003.crazy-eights.json"]
    assert (out / "mixed-000003.crazy-eights.json").read_text() == pretty(GAME, illegal())


def test_split_writes_over_nothing_that_it_reads(tmp_path: Path) -> None:
    path = tmp_path / "crazy-eights.jsonl"
    path.write_text(LINE + "\n" + LINE)
    done = kontari("split", path, "--by", "game", "-o", tmp_path, "--force")
    assert done.status == 2
    assert "is read here" in done.err
    assert path.read_text() == LINE + "\n" + LINE
    assert names(tmp_path) == [path.name]
    # Nor does it read what it writes.
    done = kontari("split", tmp_path, "-o", tmp_path)
    assert done.err == "2 records in 2 files\n"
    assert kontari("split", path, "-o", path).status == 2
    (tmp_path / "d" / "crazy-eights-000001.crazy-eights.json").mkdir(parents=True)
    assert "is a folder" in kontari("split", path, "-o", tmp_path / "d", "--force").err


def test_split_leaves_nothing_where_it_could_not_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, all_of_it: Path
) -> None:
    from kontari.commands import splitting

    real = splitting.Folder.write

    def full(self: Any, names_: Any, record: Any) -> None:
        real(self, names_, record)
        if self.files == 5:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(splitting.Folder, "write", full)
    done = kontari("split", all_of_it, "-o", tmp_path / "out")
    assert done.status == 2
    assert "no space left" in done.err
    assert names(tmp_path / "out") == []


def test_split_of_sources_with_the_same_stem_loses_nothing(tmp_path: Path) -> None:
    for folder, name in (("a", "Cup.jsonl"), ("b", "cup.jsonl"), ("c", "cup.crazy-eights.json")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text(LINE if name.endswith("json") else LINE * 2)
    assert kontari("split", *[tmp_path / "a"] * 2, "-o", tmp_path / "twice").err == "4 records in 4 files\n"
    paths = [tmp_path / folder for folder in "abc"]
    assert kontari("split", *paths, tmp_path / "a", "-o", tmp_path / "out").status == 0
    assert [int(name.split("-")[1].split(".")[0]) for name in sorted(names(tmp_path / "out"), key=str.lower)] == [
        *range(1, 8)
    ]


def test_split_by_count_game_event_and_player(tmp_path: Path) -> None:
    events: list[Any] = [{"name": "Spring Cup"}, {"name": "spring/cup"}, {}, None, {"name": 7}, {"name": "con"}]
    records = [changed(**({} if event is None else {"event": event})) for event in events]
    records[0]["players"] = [{"name": "Ana", "id": "x"}, {"name": "Bea"}]
    records[1]["players"] = [{"name": "Bea"}, {"name": "Bea"}]
    path = written(tmp_path / "six.jsonl", records)

    def made(by: str) -> dict[str, list[dict[str, Any]]]:
        out = tmp_path / by
        assert kontari("split", path, "--by", by, "-o", out).status == 0
        return {one.name: lines(one.read_text()) for one in out.iterdir()}

    assert made("count=4") == {"part-000001.jsonl": records[:4], "part-000002.jsonl": records[4:]}
    assert made("game") == {"crazy-eights.jsonl": records}
    assert made("event") == {
        "Spring-Cup.jsonl": records[:1],
        "spring-cup-2.jsonl": records[1:2],
        "no-event.jsonl": records[2:4],
        "7.jsonl": records[4:5],
        "con-.jsonl": records[5:],
    }
    assert made("player") == {"x.jsonl": records[:1], "Ana.jsonl": records[2:], "Bea.jsonl": records}


def test_split_keeps_few_files_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from kontari.commands import splitting

    monkeypatch.setattr(splitting, "MOST_OPEN", 3)
    most = 0
    real = splitting.Folder._stream

    def watched(self: Any, name: str) -> Any:
        nonlocal most
        stream = real(self, name)
        most = max(most, len(self._open))
        assert all(not one.closed for one in self._open.values())
        return stream

    monkeypatch.setattr(splitting.Folder, "_stream", watched)
    players = [[{"name": f"p{n % 7}"}, {"name": f"q{n % 5}"}] for n in range(70)]
    path = written(tmp_path / "many.jsonl", [changed(players=two, event={"table": n}) for n, two in enumerate(players)])
    done = kontari("split", path, "--by", "player", "-o", tmp_path / "out")
    assert (done.status, most) == (0, 3)
    assert len(names(tmp_path / "out")) == 12
    tables = [one["event"]["table"] for one in lines((tmp_path / "out" / "p3.jsonl").read_text())]
    assert tables == [n for n in range(70) if n % 7 == 3]


@pytest.mark.parametrize(
    ("by", "said"),
    [
        ("evnt", "no grouping evnt, perhaps event"),
        ("count=0", "N is 1 or more"),
        ("count=x", "such as --by count=1000"),
        ("count", "such as --by count=1000"),
    ],
)
def test_split_by_something_else(by: str, said: str, sound_file: Path, tmp_path: Path) -> None:
    done = kontari("split", sound_file, "--by", by, "-o", tmp_path / "out")
    assert done.status == 2
    assert said in " ".join(done.err.split())
    assert not (tmp_path / "out").exists()


@examples(60)
@given(st.lists(st.none() | st.text(max_size=8), unique=True, max_size=12))
def test_file_names_are_harmless_and_never_alike(keys: list[str | None]) -> None:
    made = FileNames("no-event")
    found = [made.of(key) for key in keys]
    assert [made.of(key) for key in keys] == found
    assert len({folded(name) for name in found}) == len(keys)
    for name in found:
        assert name
        assert all(sign.isalnum() or sign in "-_" for sign in name), name


def test_stems_of_sources() -> None:
    wanted = {
        "-": "stdin",
        "a/cup.jsonl": "cup",
        "cup.jsonl.gz": "cup",
        "m.1.mus.json": "m.1",
        "m.mus.json.zst": "m",
        "m.json": "m",
        "m.txt": "m",
        ".jsonl": ".jsonl",
        "x" * 400 + ".jsonl": "x" * 150,
    }
    assert {source: source_stem(source) for source in wanted} == wanted


# filter


def count(path: Path, *words: object) -> int:
    done = kontari("filter", path, "--count", *words)
    assert done.err.startswith(f"{int(done.out)} of {len(CORPUS)} records ")
    return int(done.out)


def naive(test: Any) -> int:
    return sum(bool(test(data, verdict)) for _, data, verdict in CORPUS)


def moves(data: dict[str, Any]) -> int:
    return sum(len(one["moves"]) for one in data["rounds"])


FILTERS: list[tuple[tuple[object, ...], Any]] = [
    ((), lambda data, verdict: True),
    (("--game", "mus"), lambda data, verdict: data["game"] == "mus"),
    (("--game", "mus", "--game", "rummikub"), lambda data, verdict: data["game"] != "crazy-eights"),
    (("--player", "ANA"), lambda data, verdict: any(
        "ana" in (one["name"].lower(), one.get("id", "").lower()) for one in data["players"])),
    (("--player", "*b*", "--player", "c?i"), lambda data, verdict: any(
        "b" in text.lower() or (len(text) == 3 and text[0] in "cC" and text[2] in "iI")
        for one in data["players"] for text in (one["name"], one.get("id", "")))),
    (("--length", ">20"), lambda data, verdict: moves(data) > 20),
    (("--length", "3..5", "--length", "7"), lambda data, verdict: moves(data) in (3, 4, 5, 7)),
    (("--rounds", "!=1"), lambda data, verdict: len(data["rounds"]) != 1),
    (("--players", "4"), lambda data, verdict: len(data["players"]) == 4),
    (("--rule", "hand_size=2"), lambda data, verdict: verdict.rules.get("hand_size") == 2),
    (("--rule", "target>=100", "--rule", "target=40"), lambda data, verdict: (
        verdict.rules.get("target", -1) >= 100 or verdict.rules.get("target") == 40)),
    (("--rule", "max_rounds=1", "--rule", "decks!=2"), lambda data, verdict: (
        verdict.rules.get("max_rounds") == 1 and verdict.rules.get("decks", 2) != 2)),
    (("--rule", "draw_when_able=false"), lambda data, verdict: verdict.rules.get("draw_when_able") is False),
    (("--rule", "skip_rank=Q"), lambda data, verdict: verdict.rules.get("skip_rank") == "Q"),
    (("--verdict", "illegal", "--verdict", "misscored"), lambda data, verdict: (
        verdict.verdict in ("illegal", "misscored"))),
    (("--code", "ce-p*"), lambda data, verdict: any(one.code.startswith("CE-P") for one in verdict.findings)),
    (("--code", "REC-R01", "--code", "MUS-B0?"), lambda data, verdict: any(
        one.code == "REC-R01" or one.code.startswith("MUS-B0") for one in verdict.findings)),
    (("--score", ">=40"), lambda data, verdict: any(
        score >= 40 for score in (verdict.result or {}).get("scores", (verdict.result or {}).get("stones", [])))),
    (("--score", "<0", "--game", "rummikub"), lambda data, verdict: data["game"] == "rummikub" and any(
        score < 0 for score in (verdict.result or {}).get("scores", []))),
    (("--game", "crazy-eights", "--verdict", "sound", "--players", ">2"), lambda data, verdict: (
        data["game"] == "crazy-eights" and verdict.verdict == "sound" and len(data["players"]) > 2)),
]  # fmt: skip


@pytest.mark.parametrize(("words", "test"), FILTERS, ids=[" ".join(map(str, words)) or "none" for words, _ in FILTERS])
def test_filter_finds_what_a_plain_look_finds(all_of_it: Path, words: tuple[object, ...], test: Any) -> None:
    wanted = naive(test)
    assert 0 < wanted <= len(CORPUS)
    assert count(all_of_it, *words) == wanted
    assert count(all_of_it, "--invert", *words) == len(CORPUS) - wanted


def test_filter_writes_the_records_in_order(all_of_it: Path, tmp_path: Path) -> None:
    done = kontari("filter", all_of_it, "--game", "mus", "-o", tmp_path / "mus.jsonl")
    assert (done.status, done.out) == (0, "")
    assert lines((tmp_path / "mus.jsonl").read_text("utf-8")) == [
        data for _, data, _ in CORPUS if data["game"] == "mus"
    ]
    assert kontari("filter", all_of_it, "--player", "nobody at all", "-q", "-o", tmp_path / "mus.jsonl").err == ""
    assert (tmp_path / "mus.jsonl").read_text() == ""
    (tmp_path / "mus.jsonl").write_text("kept")
    assert kontari("filter", "none", "-o", tmp_path / "mus.jsonl").status == 2
    assert (tmp_path / "mus.jsonl").read_text() == "kept"


def test_filter_by_event_and_date(tmp_path: Path) -> None:
    events: list[Any] = [
        {"name": "Spring Cup", "date": "2026-05-02"},
        {"site": "Springfield", "date": "2026-05-31T23:59:59Z"},
        {"stage": 7, "date": "2026-06-01"},
        {"round": "spring", "date": "2025-12-31"},
        None,
    ]
    path = written(tmp_path / "e.jsonl", [changed(**({} if one is None else {"event": one})) for one in events])

    def found(*words: object) -> list[int]:
        return [events.index(one.get("event")) for one in lines(kontari("filter", path, *words).out)]

    assert found("--event", "spring*") == [0, 1]
    assert found("--event", "spring cup", "--event", "7") == [0, 2]
    assert found("--date", "2026") == [0, 1, 2]
    assert found("--date", "2026-05") == [0, 1]
    assert found("--date", "2026-05-02") == [0]
    assert found("--date", "2025..2026-05") == [0, 1, 3]
    assert found("--date", "2026-05-31..2026-06-01") == [1, 2]
    assert found("--date", "..2025") == [3]
    assert found("--date", "2026-06..") == [2]
    assert found("--date", "2025", "--date", "2026-06") == [2, 3]
    assert found("--date", "2026", "--event", "*field") == [1]


def test_filter_knows_presets_however_they_are_declared(tmp_path: Path) -> None:
    options = part("crazy-eights", "options")
    preset = options.PRESETS["bicycle"]
    records = [
        changed(rules={"preset": "bicycle"}),
        changed(rules=dict(preset)),
        changed(rules={"preset": "bicycle", "hand_size": 2}),
        changed(rules={}),
    ]
    path = written(tmp_path / "p.jsonl", records)
    assert lines(kontari("filter", path, "--rule", "preset=bicycle").out) == records[:2]
    assert lines(kontari("filter", path, "--rule", "preset!=bicycle").out) == records[2:]
    assert lines(kontari("filter", path, "--rule", "preset=short").out) == []


def test_filter_and_malformed_records(mixed: Path, tmp_path: Path) -> None:
    several = tmp_path / "several.crazy-eights.json"
    several.write_text('{\n"kontari": "1.0", "game": "crazy-eights"}')
    latin = b'{"kontari":"1.0","game":"mus","players":"\xe9"}'
    (tmp_path / "latin.jsonl").write_bytes(latin + b"\r\n" + LINE.encode())
    paths = [mixed, several, tmp_path / "latin.jsonl"]
    never = kontari("filter", *paths)
    assert never.status == 1
    assert lines(never.out) == [changed(), illegal(), changed()]
    assert never.err.count("REC-") == 3
    assert kontari("filter", *paths, "--invert").out == ""
    done = kontari("filter", *paths, "--verdict", "malformed")
    assert done.status == 1
    assert done.bytes == BAD.encode() + latin + b"\n"
    assert f"{several}:1: record 1 matches, but cannot be copied into a .jsonl: it is not one line" in done.err
    assert done.err.endswith("3 of 6 records match; 1 malformed record could not be copied\n")
    assert kontari("filter", *paths, "--code", "REC-J0[13]", "-q").bytes == BAD.encode() + latin + b"\n"
    assert kontari("filter", *paths, "--code", "REC-S*", "--game", GAME, "--count").out == "1\n"
    assert kontari("filter", *paths, "--verdict", "malformed", "--player", "*", "--count").out == "0\n"
    assert kontari("filter", *paths, "--verdict", "sound", "--invert", "--count").out == "4\n"
    assert kontari("filter", *paths, "--score", ">0", "--count").out == "2\n"
    cut = tmp_path / "cut.jsonl.gz"
    cut.write_bytes(gzip.compress(os.urandom(2000))[:-500])
    assert "not all of it was read" in kontari("filter", cut, "--code", "REC-J12").err


def test_filter_asks_for_a_verdict_only_where_it_has_to() -> None:
    def judge() -> Verdict:
        raise AssertionError("judged")

    subject = Subject(changed(), judge)
    assert Criteria(games=["crazy-eights"], lengths=["3"], rules=["hand_size=2"]).match(subject)
    assert not Criteria(games=["mus"], verdicts=["sound"]).match(subject)
    assert not Criteria(lengths=["4"], codes=["*"], scores=["0"]).match(subject)
    with pytest.raises(AssertionError, match="judged"):
        Criteria(verdicts=["sound"]).match(subject)
    assert length(changed()) == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--game", "muss"), "no game muss, perhaps mus"),
        (("--verdict", "ilegal"), "perhaps illegal"),
        (("--code", "CE-P0"), "no code CE-P0, perhaps CE-P"),
        (("--code", "XX-*"), "no code XX-*"),
        (("--rule", "skiprank=Q"), "no option skiprank, perhaps skip_rank"),
        (("--rule", "skip_rank=Z"), "no value of skip_rank Z"),
        (("--rule", "draw_stack=yes"), "there are true, false"),
        (("--rule", "preset=bycicle"), "perhaps bicycle"),
        (("--rule", "hand_size"), "wanted option=value"),
        (("--rule", "scoring>=winner"), "compares numbers only"),
        (("--date", "2026-13"), "wanted a date"),
        (("--date", "2026..2025"), "begins after it ends"),
        (("--date", ".."), "wanted a date"),
        (("--length", "many"), "wanted a number"),
        (("--score", "9..3"), "begins after it ends"),
    ],
)
def test_filter_misused(words: tuple[str, ...], said: str) -> None:
    done = kontari("filter", "x.jsonl", *words)
    assert done.status == 2
    assert said in " ".join(done.err.split())


@examples(100)
@given(st.integers(-50, 50), st.integers(-50, 50), st.sampled_from([">=", "<=", "!=", ">", "<", "=", ""]))
def test_comparisons_of_numbers(value: int, other: int, sign: str) -> None:
    wanted = eval(f"{value} {'==' if sign in ('', '=') else sign} {other}")
    assert number(f"{sign}{other}")(value) == wanted
    low, high = sorted((value, other))
    assert number(f"{low}..{high}")(value)
    assert not number(f"{low}..{high}")(high + 1)


@examples(100)
@given(st.dates(), st.dates(), st.dates(), st.sampled_from([4, 7, 10]), st.sampled_from([4, 7, 10]))
def test_ranges_of_dates(day: Any, one: Any, two: Any, first: int, last: int) -> None:
    text = f"{one.isoformat()[:first]}..{two.isoformat()[:last]}"
    try:
        found = dates(text)
    except NotUnderstoodError:
        assert one > two
        return
    wanted = (day >= one or day.isoformat()[:first] == one.isoformat()[:first]) and (
        day <= two or day.isoformat()[:last] == two.isoformat()[:last]
    )
    assert found.holds(day.isoformat()) == wanted
    assert found.holds(day.isoformat() + "T12:00:00Z") == wanted


# dedupe


def kept(path: Path, *words: object) -> list[int]:
    """Which records of a file are written, by their ``event.table``."""
    return [one["event"]["table"] for one in lines(kontari("dedupe", path, *words).out)]


def numbered(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**record, "event": {"table": n}} for n, record in enumerate(records)]


def test_dedupe_by_record_and_play(tmp_path: Path) -> None:
    read = [*CORPUS, *CORPUS[::7]]
    path = written(tmp_path / "some-twice.jsonl", [data for _, data, _ in read])
    for by, key in (("record", "sha256"), ("play", "play_sha256")):
        seen: set[str] = set()
        wanted = []
        for _, data, verdict in read:
            if getattr(verdict, key) not in seen:
                wanted.append(data)
                seen.add(getattr(verdict, key))
        done = kontari("dedupe", path, "--by", by)
        assert done.status == 0
        assert lines(done.out) == wanted
        assert done.err == f"{len(wanted)} records kept, {len(read) - len(wanted)} duplicates left out\n"
    assert kontari("dedupe", path, "-q").err == ""


def test_dedupe_by_deal(tmp_path: Path) -> None:
    other_end = changed()
    other_end["rounds"][0]["moves"].pop()
    other_rules = changed(rules={**changed()["rules"], "target": 200})
    same_rules = changed(rules={**changed()["rules"], "preset": "classic"})
    nothing = changed(rounds=[])
    records = numbered([changed(), other_end, other_rules, same_rules, nothing, nothing])
    path = written(tmp_path / "d.jsonl", records)
    assert kept(path, "--by", "deal") == [0, 2, 4, 5]
    assert kept(path, "--by", "play") == [0, 1, 2, 4]
    assert kept(path) == [*range(6)]


def cut_at(record: dict[str, Any], places: int) -> dict[str, Any]:
    """The record up to so many deals and moves."""
    rounds = []
    for round_ in record["rounds"]:
        if places <= 0:
            break
        rounds.append({"deal": round_["deal"], "moves": round_["moves"][: places - 1]})
        places -= 1 + len(round_["moves"])
    return {key: value for key, value in {**record, "rounds": rounds}.items() if key != "result"}


LONG = json.loads((RECORDS / GAME / "sound" / "match-classic-three-players.crazy-eights.json").read_bytes())
OTHER = {**LONG, "rounds": [*LONG["rounds"][:1], *LONG["rounds"][2:]]}


@examples(25)
@given(st.lists(st.tuples(st.sampled_from([LONG, OTHER]), st.integers(0, 140)), min_size=1, max_size=7))
def test_dedupe_by_prefix_keeps_the_longest(tmp_path_factory: Any, cuts: list[tuple[dict[str, Any], int]]) -> None:
    records = numbered([cut_at(record, places) for record, places in cuts])
    plays = [[step for one in record["rounds"] for step in (one["deal"], *one["moves"])] for record in records]
    wanted = [
        n
        for n, play in enumerate(plays)
        if not any(
            play == other[: len(play)] and (len(other) > len(play) or index < n)
            for index, other in enumerate(plays)
            if index != n
        )
    ]
    path = written(tmp_path_factory.mktemp("prefix") / "p.jsonl", records)
    assert kept(path, "--by", "prefix") == wanted
    report = lines(kontari("dedupe", path, "--by", "prefix", "--report", "-", "--report-format", "jsonl").out)
    assert [one["record"] - 1 for one in report] == [n for n in range(len(records)) if n not in wanted]
    for one in report:
        short, long = plays[one["record"] - 1], plays[one["of"]["record"] - 1]
        assert one["of"]["record"] - 1 in wanted
        assert short == long[: len(short)]
        assert len(long) == max(len(other) for other in plays if other[: len(short)] == short)


def test_beginnings_clear_what_is_no_play() -> None:
    noted = changed(event={"name": "x"})
    for move in noted["rounds"][0]["moves"]:
        move |= {"note": "n", "elapsed_ms": 5, "x-own": 1}
    assert [*beginnings(noted)] == [*beginnings(changed())]
    assert len([*beginnings(changed())]) == 5
    assert len({*beginnings(changed())}) == 5
    redealt = changed()
    redealt["rounds"][0]["deal"]["hands"][0].reverse()
    assert [one in {*beginnings(changed())} for one in beginnings(redealt)] == [True, *[False] * 4]
    more = changed(start={"scores": [1, 0]}), changed(rules={}), changed(players=[{"name": "a"}] * 3)
    assert not {*beginnings(changed())} & {one for record in more for one in beginnings(record)}


def test_dedupe_tells_which_is_which(tmp_path: Path, mixed: Path) -> None:
    (tmp_path / "b.jsonl").write_text("\n" + LINE + "\n" + LINE)
    words = ("dedupe", mixed, tmp_path / "b.jsonl")
    b = tmp_path / "b.jsonl"
    done = kontari(*words, "-o", tmp_path / "once.jsonl", "--report", tmp_path / "twice.txt")
    assert done.status == 1
    assert lines((tmp_path / "once.jsonl").read_text()) == [changed(), illegal()]
    assert (tmp_path / "twice.txt").read_text() == (
        f"{b}:2: record 1: the same record as {mixed}:1: record 1\n"
        f"{b}:4: record 2: the same record as {mixed}:1: record 1\n"
        "2 duplicates among 5 records\n"
    )
    assert done.err.endswith("2 records kept, 2 duplicates left out; 1 malformed record left out\n")
    wanted = [
        {
            "source": str(b),
            "record": n,
            "line": 2 * n,
            "by": "record",
            "of": {"source": str(mixed), "record": 1, "line": 1},
        }
        for n in (1, 2)
    ]
    assert lines(kontari(*words, "--report", "-", "--report-format", "jsonl").out) == wanted
    kontari(*words, "--report", tmp_path / "r.json")
    assert json.loads((tmp_path / "r.json").read_text()) == wanted
    assert complaints("duplicates", wanted) == []
    assert [complaints("duplicate", one) for one in wanted] == [[], []]
    assert complaints("duplicate", {**wanted[0], "of": {}})
    assert complaints("duplicate", {**wanted[0], "by": "name"})
    assert json.loads(kontari("dedupe", mixed, "--report", "-", "--report-format", "json").out) == []
    prefix = kontari(*words, "--by", "prefix", "--report", "-")
    assert prefix.err.count("REC-J01") == 1
    assert prefix.out.startswith(f"{b}:2: record 1: its play begins that of {mixed}:1: record 1\n")


def test_dedupe_of_the_same_file_twice(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", numbered([changed(), illegal()]))
    for by in ("record", "prefix"):
        assert [one["event"]["table"] for one in lines(kontari("dedupe", path, path, "--by", by).out)] == [0, 1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--by", "plays"), "perhaps play"),
        (("--report-format", "json"), "--report FILE, which is missing"),
        (("--report", "a", "-o", "a"), "cannot go to the same place"),
        (("--report", "./a", "-o", "a"), "cannot go to the same place"),
        (("--report", "-", "-o", "-"), "cannot go to the same place"),
        (("--report", "a", "--report-format", "jsn"), "perhaps json"),
        (("--by", "prefix"), "can be read once only"),
    ],
)
def test_dedupe_misused(words: tuple[str, ...], said: str) -> None:
    done = kontari("dedupe", "-", *words, stdin=LINE.encode())
    assert done.status == 2
    assert said in " ".join(done.err.split())


# hash


def test_hashes_are_those_of_the_verdict(all_of_it: Path) -> None:
    done = kontari("hash", all_of_it, "--format", "jsonl")
    found = lines(done.out)
    assert done.err == f"{len(CORPUS)} records hashed\n"
    assert [(one["sha256"], one["play_sha256"]) for one in found] == [
        (verdict.sha256, verdict.play_sha256) for _, _, verdict in CORPUS
    ]
    assert [one["record"] for one in found] == [*range(1, len(CORPUS) + 1)]
    assert json.loads(kontari("hash", all_of_it, "--format", "json", "-q").out) == found
    assert kontari("hash", all_of_it).out == "".join(
        f"{one['sha256']}  {one['play_sha256']}  {all_of_it}:{one['record']}\n" for one in found
    )
    assert complaints("hashes", found[:20]) == []
    for key in found[0]:
        assert complaints("hash", {name: value for name, value in found[0].items() if name != key})
        assert complaints("hash", {**found[0], key: None})
    assert json.loads(kontari("hash", "-", "--format", "json").out) == []


def test_a_note_changes_one_hash_and_a_move_both() -> None:
    noted, moved = changed(), illegal()
    noted["rounds"][0]["moves"][0]["note"] = "well"
    one, two, three = map(hashes, (changed(), noted, moved))
    assert one.play_sha256 == two.play_sha256 != three.play_sha256
    assert len({one.sha256, two.sha256, three.sha256}) == 3
    assert noted["rounds"][0]["moves"][0]["note"] == "well"


@pytest.mark.parametrize("form", ["text", "json", "jsonl"])
def test_hash_check(tmp_path: Path, sound_file: Path, form: str) -> None:
    path = written(tmp_path / "a.jsonl", numbered([changed(), illegal(), changed(rounds=[])]))
    listed = tmp_path / "list"
    kontari("hash", path, sound_file, "--format", form, "-o", listed)
    done = kontari("hash", "--check", listed)
    assert (done.status, done.err) == (0, "4 records: 4 right, 0 wrong\n")
    assert done.out == "".join(f"{one}: OK\n" for one in (f"{path}:1", f"{path}:2", f"{path}:3", f"{sound_file}:1"))
    records = numbered([changed(), changed(), changed(rounds=[])])
    records[0]["event"]["table"] = 9
    written(path, records[:2])
    sound_file.write_text("{")
    done = kontari("hash", "--check", listed, "-q")
    assert (done.status, done.err) == (1, "")
    said = done.out.splitlines()
    assert said[0] == f"{path}:1: FAILED, the play is the same and something beside it is not"
    assert said[1] == f"{path}:2: FAILED"
    assert said[2] == f"{path}:3: FAILED, there is no such record"
    assert said[3].startswith(f"{sound_file}:1: FAILED, malformed: REC-J01")
    path.unlink()
    done = kontari("hash", "--check", listed)
    assert done.status == 2
    assert done.out.startswith(f"{path}:1: FAILED, cannot be read\n")


def test_hash_check_in_any_order_and_of_broken_lists(tmp_path: Path, mixed: Path) -> None:
    done = kontari("hash", mixed)
    assert done.status == 1
    assert done.err.endswith("2 records hashed; 1 malformed record left out\n")
    listed = tmp_path / "list.txt"
    listed.write_text("".join(reversed(done.out.splitlines(keepends=True))) + "\nabc\n{\n")
    again = kontari("hash", "--check", listed)
    assert again.status == 2
    assert again.out == f"{mixed}:3: OK\n{mixed}:1: OK\n"
    assert again.err.count("not as kontari hash writes it") == 2
    assert again.err.endswith("2 records: 2 right, 0 wrong; 2 lines of the list could not be read\n")
    listed.write_text("[1")
    assert "is no list of hashes" in kontari("hash", "--check", listed).err
    listed.write_text('[1, {"source": 1, "record": 1, "sha256": "", "play_sha256": ""}]')
    assert kontari("hash", "--check", listed).err.count("not as kontari hash") == 2
    assert kontari("hash", "--check", tmp_path / "none").status == 2
    before = mixed.read_bytes()
    kontari("hash", mixed, "-o", listed)
    assert "is read here" in kontari("hash", "--check", listed, "-o", mixed).err
    assert "is read here" in kontari("hash", "--check", listed, "-o", listed).err
    assert mixed.read_bytes() == before
    assert kontari("hash").status == 2
    assert kontari("hash", mixed, "--check", listed).status == 2
    assert "perhaps jsonl" in " ".join(kontari("hash", mixed, "--format", "jsnl").err.split())


# all of them


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("kontari filter x --game m", "mus"),
        ("kontari filter x --verdict i", "illegal"),
        ("kontari filter x --code REC-J0", "REC-J04"),
        ("kontari filter x --rule preset=b", "preset=bicycle"),
        ("kontari filter x --rule skip_rank=", "skip_rank=Q"),
        ("kontari split x --by e", "event"),
        ("kontari dedupe x --by pr", "prefix"),
        ("kontari dedupe x --report-format j", "jsonl"),
        ("kontari hash --format j", "jsonl"),
        ("kontari convert --table m", "moves"),
        ("kontari convert --to p", "parquet"),
    ],
)
def test_completion(words: str, wanted: str) -> None:
    from importlib import import_module

    command, *_, option, begun = words.split()[1:]
    import inspect

    function = getattr(import_module(f"kontari.commands.{command}"), command)
    name = option.removeprefix("--").replace("-", "_")
    annotation = inspect.signature(function).parameters[name].annotation
    assert wanted in annotation.__metadata__[0].autocompletion(begun)


@pytest.mark.parametrize("command", ["fmt", "merge", "filter", "dedupe", "hash"])
def test_debug_and_a_fault_of_ours(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import kontari.commands.own_records as own

    def broken(item: Any, max_bytes: int) -> Any:
        if item.number == 2:
            raise KeyError("boom")
        return changed()

    monkeypatch.setattr(own, "own_record", broken)
    path = tmp_path / "a.jsonl"
    path.write_text(LINE * 3)
    words = [command, path]
    done = kontari(*words)
    assert done.status == 3
    assert f"{path}:2: record 2" in done.err
    assert "please report it: KeyError: 'boom'" in done.err
    if command in ("merge", "filter"):
        assert done.out == LINE * 2
    with pytest.raises(KeyError):
        kontari(*words, "--debug")


def test_one_run_over_standard_input_by_each(mixed: Path, tmp_path: Path) -> None:
    data = mixed.read_bytes()
    told = Counter()
    split = ("split", "-o", tmp_path / "out", "--force")
    for words in (split, ("merge",), ("filter",), ("dedupe",), ("hash",)):
        done = kontari(*words, "-", "--stdin-name", "m.jsonl", stdin=data)
        assert done.status == 1
        assert done.err.startswith("kontari: m.jsonl:2:13: REC-J01")
        told[done.err.count("\n")] += 1
        assert kontari(*words, "-", "--stdin-name", "m.jsonl", "--max-bytes", 20, stdin=data).err.count("REC-J10") == 3
    assert names(tmp_path / "out") == [f"m-00000{n}.crazy-eights.json" for n in (1, 3)]
    assert told == {2: 5}


def test_every_game_passes_through_all_of_them() -> None:
    assert {data["game"] for _, data, _ in CORPUS} == set(GAMES)


# The notation


NOTATION = """\
kontari: 1.0 mus
words: eu
player: Ana
player: Bea

round
mano: Ana
hand Ana: 7O 7c ab Ac
hand Bea: Ro So 6c 5o
Ana mintza
Ana imido 3
"""


def test_fmt_keeps_the_words_of_the_notation(tmp_path: Path) -> None:
    path = tmp_path / "two.mus.txt"
    path.write_text(
        NOTATION + NOTATION.replace("words: eu\n", "").replace("mintza", "corto").replace("imido", "ENVIDO")
    )
    done = kontari("fmt", path)
    assert done.status == 0
    basque, spanish = done.out.split("\n\nkontari")
    assert "words: eu" in basque
    assert "1. Ana mintza\n2. Ana enbido 3" in basque
    assert "1. Ana no hay mus\n2. Ana envido 3" in spanish
    assert kontari("fmt", "--in-place", path).status == 0
    assert path.read_text() == done.out
    assert kontari("fmt", "--check", path).status == 0


def test_fmt_loses_no_comment(tmp_path: Path) -> None:
    path = tmp_path / "one.mus.txt"
    path.write_text(NOTATION.replace("Ana mintza", "Ana mintza ; quickly"))
    done = kontari("fmt", "--in-place", path)
    assert done.status == 1
    assert f"{path}:10: a comment" in done.err
    assert "; quickly" in path.read_text()


def test_all_commands_read_the_notation(tmp_path: Path) -> None:
    path = tmp_path / "one.mus.txt"
    path.write_text(NOTATION)
    record = json.loads(kontari("convert", path, "--to", "jsonl").out)
    assert json.loads(kontari("merge", path).out) == record
    assert json.loads(kontari("filter", path, "--game", "mus").out) == record
    assert json.loads(kontari("dedupe", path, path).out) == record
    (tmp_path / "one.jsonl").write_text(json.dumps(record))
    assert kontari("hash", path).out.split()[:2] == kontari("hash", tmp_path / "one.jsonl").out.split()[:2]
    assert kontari("split", path, "-o", tmp_path / "out").status == 0
    assert [json.loads(one.read_text()) for one in (tmp_path / "out").iterdir()] == [record]
