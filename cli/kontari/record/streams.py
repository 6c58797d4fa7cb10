"""Where records come from: files, folders, compressed files, standard input; one record at a time."""

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple

from kontari.core.fault import Fault
from kontari.games import GAMES
from kontari.record.reading import MAX_BYTES

COMPRESSED = (".gz", ".zst")
SUFFIXES = tuple(
    name + packed for name in (*(f".{game}.json" for game in GAMES), ".jsonl") for packed in ("", *COMPRESSED)
)
"""The names that are read out of a folder."""


def _damage() -> tuple[type[Exception], ...]:
    """What the decompressors that are in use raise for data that is cut or broken."""
    kinds: list[type[Exception]] = [EOFError]
    for module, name in (
        ("zlib", "error"),
        ("gzip", "BadGzipFile"),
        ("compression.zstd", "ZstdError"),
        ("backports.zstd", "ZstdError"),
    ):
        if module in sys.modules:
            kinds.append(getattr(sys.modules[module], name))
    return tuple(kinds)


@dataclass(slots=True)
class InputError(Exception):
    """An input that cannot be opened or read: exit status 2."""

    name: str
    reason: str

    def __str__(self) -> str:
        return f"{self.name}: {self.reason}"


class Item(NamedTuple):
    """One record as bytes: ``number`` counts from 1 in its source, ``line`` is where it begins.

    ``fault`` is set where the bytes are not all of it: a record too long, or damaged data.
    """

    source: str
    number: int
    line: int
    data: bytes
    fault: Fault | None = None


def inputs(paths: Iterable[str]) -> Iterator[str | InputError]:
    """The files named by paths, folders (their record files, in order of name) and globs; ``-`` as it is."""
    for path in paths:
        try:
            Path(path).stat()
        except FileNotFoundError:
            pass
        except OSError as error:
            if path != "-":
                yield InputError(path, f"cannot be opened: {_reason(error)}")
                continue
        if path == "-" or Path(path).is_file():
            yield path
        elif Path(path).is_dir():
            yield from _folder(path)
        elif any(sign in path for sign in "*?[") and (found := _matching(path)):
            yield from inputs(found)
        else:
            yield path if Path(path).exists() else InputError(path, "no such file or folder")


def _matching(pattern: str) -> list[str]:
    from glob import glob

    return sorted(glob(pattern, recursive=True))


def _folder(path: str) -> Iterator[str | InputError]:
    found = False
    troubles: list[OSError] = []
    for folder, folders, files in os.walk(path, onerror=troubles.append):
        folders.sort()
        for name in sorted(files):
            if name.endswith(SUFFIXES) and (Path(folder) / name).is_file():
                found = True
                yield str(Path(folder) / name)
    for trouble in troubles:
        yield InputError(str(trouble.filename), f"cannot be read: {_reason(trouble)}")
    if not found and not troubles:
        yield InputError(path, f"holds no records (files named *{SUFFIXES[0]}, *.jsonl and the like)")


def items(path: str, *, stdin_name: str | None = None, max_bytes: int = MAX_BYTES) -> Iterator[Item]:
    """The records of one file, or of standard input for ``-``.

    Raises InputError where it cannot be opened. Holds one record in memory at a time.
    """
    if path == "-":
        yield from _standard_input(stdin_name, max_bytes)
        return
    try:
        stream = _open(path)
    except OSError as error:
        raise InputError(path, f"cannot be opened: {_reason(error)}") from None
    with stream:
        yield from _read(path, _plain_name(path), stream, max_bytes)


def _standard_input(name: str | None, max_bytes: int) -> Iterator[Item]:
    import json

    if sys.stdin is None:
        raise InputError("-", "standard input is closed")
    stream: BinaryIO = sys.stdin.buffer
    if name is not None:
        yield from _read(name, _plain_name(name), _unpacked(name, stream), max_bytes)
        return
    first, blank = b"\n", -1
    while first and not first.strip():
        first = stream.readline(max_bytes + 1)
        blank += 1
    try:
        json.loads(first)
    except (ValueError, RecursionError):
        yield _whole("-", first, stream, max_bytes, blank)
    else:
        yield from _lines("-", stream, max_bytes, first, blank + 1)


def _read(source: str, plain: str, stream: BinaryIO, max_bytes: int) -> Iterator[Item]:
    if plain.endswith(".jsonl"):
        yield from _lines(source, stream, max_bytes)
    else:
        yield _whole(source, b"", stream, max_bytes)


def _whole(source: str, first: bytes, stream: BinaryIO, max_bytes: int, blank: int = 0) -> Item:
    """Everything that is left in a stream as one record."""
    try:
        data = b"\n" * blank + first + stream.read(max(0, max_bytes + 1 - len(first)))
    except _damage() as error:
        return Item(source, 1, 1, b"", _damaged(error))
    except OSError as error:
        raise InputError(source, f"cannot be read: {_reason(error)}") from None
    if len(data) > max_bytes:
        return Item(source, 1, 1, b"", _too_long(max_bytes))
    return Item(source, 1, 1, data)


def _lines(source: str, stream: BinaryIO, max_bytes: int, line: bytes | None = None, number: int = 0) -> Iterator[Item]:
    """One record a line; blank lines are skipped. ``line`` and ``number``: what was read already."""
    record = 0
    while line != b"":
        try:
            if line is None:
                line = stream.readline(max_bytes + 1)
                number += 1
                continue
            if line.strip():
                record += 1
                if len(line) > max_bytes:
                    yield Item(source, record, number, b"", _too_long(max_bytes))
                    while line and not line.endswith(b"\n"):
                        line = stream.readline(max_bytes)
                else:
                    yield Item(source, record, number, line.rstrip(b"\r\n"))
            line = None
        except _damage() as error:
            yield Item(source, record + 1, number + 1, b"", _damaged(error))
            return
        except OSError as error:
            raise InputError(source, f"cannot be read: {_reason(error)}") from None


def _too_long(most: int) -> Fault:
    return Fault("REC-J10", facts={"most": most}, whole=True, offset=0)


def _damaged(error: Exception) -> Fault:
    return Fault("REC-J12", facts={"problem": str(error)}, whole=True, offset=0)


def _plain_name(name: str) -> str:
    for packed in COMPRESSED:
        name = name.removesuffix(packed)
    return name


def _open(path: str) -> BinaryIO:
    return _unpacked(path, Path(path).open("rb"))


def _unpacked(name: str, stream: BinaryIO) -> BinaryIO:
    """The stream without its compression, by its name."""
    if name.endswith(".gz"):
        import gzip

        return gzip.open(stream)  # type: ignore[return-value]
    if name.endswith(".zst"):
        return _zstd(name, stream)
    return stream


def _zstd(name: str, stream: BinaryIO) -> BinaryIO:
    try:
        try:
            from compression import zstd  # the standard library from Python 3.14
        except ImportError:
            from backports import zstd
    except ImportError:
        raise InputError(name, "needs Zstandard: pip install 'kontari[zst]'") from None
    opened: BinaryIO = zstd.open(stream)
    return opened


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
