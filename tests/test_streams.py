"""Reading: files, lines, compression, standard input, and everything that can be wrong with them."""

import gzip
import io
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from backports import zstd

from kontari.record.streams import InputError, Item, inputs, items

RECORD = b'{"kontari":"1.0"}'


def numbers(found: list[Item]) -> list[tuple[int, int, bytes]]:
    return [(item.number, item.line, item.data) for item in found]


def test_a_json_file_is_one_record(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"{\n}\n")
    assert numbers(list(items(str(path)))) == [(1, 1, b"{\n}\n")]


def test_a_jsonl_file_is_a_record_a_line_and_blank_lines_count_as_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"{}\n\n  \n[]\r\n1")
    assert numbers(list(items(str(path)))) == [(1, 1, b"{}"), (2, 4, b"[]"), (3, 5, b"1")]


def test_an_empty_jsonl_has_no_records_and_an_empty_json_has_one(tmp_path: Path) -> None:
    for name, count in (("a.jsonl", 0), ("a.json", 1)):
        (tmp_path / name).write_bytes(b"")
        assert len(list(items(str(tmp_path / name)))) == count


@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip.compress), (".zst", zstd.compress)])
def test_compressed_files(tmp_path: Path, suffix: str, pack) -> None:
    path = tmp_path / f"a.jsonl{suffix}"
    path.write_bytes(pack(b"1\n2\n"))
    assert [item.data for item in items(str(path))] == [b"1", b"2"]


@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip.compress), (".zst", zstd.compress)])
def test_truncated_data_keeps_what_came_before(tmp_path: Path, suffix: str, pack) -> None:
    lines = b"".join(b'"%d"\n' % (n * n * 7919 % 104729) for n in range(50_000))
    whole = pack(lines)
    path = tmp_path / f"a.jsonl{suffix}"
    path.write_bytes(whole[: len(whole) // 2])
    found = list(items(str(path)))
    assert len(found) > 1000
    assert [item.fault for item in found[:-1]] == [None] * (len(found) - 1)
    assert found[-1].fault is not None
    assert found[-1].fault.code == "REC-J12"


def test_what_is_no_gzip_at_all(tmp_path: Path) -> None:
    path = tmp_path / "a.json.gz"
    path.write_bytes(b"{}")
    (item,) = items(str(path))
    assert item.fault is not None
    assert item.fault.code == "REC-J12"


def test_a_line_too_long_is_skipped_without_being_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"1\n" + b'"' + b"x" * 5000 + b'"\n' + b"2\n")
    found = list(items(str(path), max_bytes=100))
    assert [(item.number, item.line, item.fault and item.fault.code) for item in found] == [
        (1, 1, None),
        (2, 2, "REC-J10"),
        (3, 3, None),
    ]


def test_a_file_too_long(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b" " * 101)
    (item,) = items(str(path), max_bytes=100)
    assert item.fault is not None
    assert item.fault.code == "REC-J10"


class Pipe(io.BytesIO):
    """Standard input that says how much of it was read."""


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        (b'\n{"a":1}\n{"b":2}\n', None, [(1, 2, b'{"a":1}'), (2, 3, b'{"b":2}')]),
        (b'{\n"a":1}\n', None, [(1, 1, b'{\n"a":1}\n')]),
        (b'\n{\n"a":1}\n', None, [(1, 1, b'\n{\n"a":1}\n')]),
        (b"", None, [(1, 1, b"")]),
        (b"{}\n{}\n", "x.json", [(1, 1, b"{}\n{}\n")]),
        (b"{\n{\n", "x.jsonl", [(1, 1, b"{"), (2, 2, b"{")]),
    ],
)
def test_standard_input(monkeypatch: pytest.MonkeyPatch, text: bytes, name, expected) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert numbers(list(items("-", stdin_name=name))) == expected


def test_the_first_line_of_a_pipe_is_judged_before_the_next_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO(b"{}\n{}\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw))
    reading = items("-")
    assert next(reading).data == b"{}"
    assert raw.tell() == 3


def test_folders_are_read_recursively_by_name(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    for name in ("b/x.crazy-eights.json", "a.jsonl", "c.jsonl.gz", "x.case.json", "plain.json", "readme.md"):
        (tmp_path / name).write_bytes(b"")
    found = [str(path).removeprefix(str(tmp_path)) for path in inputs([str(tmp_path)])]
    assert found == ["/a.jsonl", "/c.jsonl.gz", "/b/x.crazy-eights.json"]


def test_inputs_that_are_not_there(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    found = list(inputs([str(tmp_path / "no"), str(tmp_path / "empty"), "-"]))
    assert isinstance(found[0], InputError)
    assert isinstance(found[1], InputError)
    assert "no records" in found[1].reason
    assert found[2] == "-"


def test_a_folder_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"")
    closed = tmp_path / "closed"
    closed.mkdir()
    real = os.scandir

    def scandir(path: str) -> Any:
        if Path(path) == closed:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    found = list(inputs([str(tmp_path)]))
    assert found[0] == str(tmp_path / "a.jsonl")
    assert str(found[1]) == f"{closed}: cannot be read: permission denied"


def test_globs(tmp_path: Path) -> None:
    for name in ("a.json", "b.json", "c.txt"):
        (tmp_path / name).write_bytes(b"")
    assert list(inputs([str(tmp_path / "*.json")])) == [str(tmp_path / "a.json"), str(tmp_path / "b.json")]
    assert isinstance(next(inputs([str(tmp_path / "*.xml")])), InputError)


def test_zstandard_that_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.jsonl.zst"
    path.write_bytes(zstd.compress(b"1\n"))
    for name in ("compression", "compression.zstd", "backports", "backports.zstd"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(InputError, match=r"needs Zstandard: pip install 'kontari\[zst\]'"):
        list(items(str(path)))


def test_a_name_too_long_to_be_one(tmp_path: Path) -> None:
    (found,) = inputs([str(tmp_path / ("a" * 300))])
    assert isinstance(found, InputError)


def test_a_pipe_in_a_folder_is_left_alone(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "a.jsonl").write_bytes(b"")
    assert list(inputs([str(tmp_path)])) == [str(tmp_path / "a.jsonl")]
