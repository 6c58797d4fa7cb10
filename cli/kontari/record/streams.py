"""Where records come from: files, folders, compressed files, standard input; one record at a time."""

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple

from kontari.core.fault import Fault
from kontari.games import GAMES
from kontari.record.reading import MAX_BYTES

COMPRESSED = (".gz", ".zst")
SUFFIXES = tuple(
    name + packed
    for name in (*(f".{game}.json" for game in GAMES), ".jsonl", *(f".{game}.txt" for game in GAMES))
    for packed in ("", *COMPRESSED)
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

    ``fault`` is set where the bytes are not all of it: a record too long, or damaged data. ``notation``:
    they are in the text notation, not in JSON.
    """

    source: str
    number: int
    line: int
    data: bytes
    fault: Fault | None = None
    notation: bool = False


def inputs(paths: Iterable[str]) -> Iterator[str | InputError]:
    """The files named by paths, folders (their record files, in order of name) and globs; ``-`` as it is."""
    for path in paths:
        try:
            Path(path).stat()
        except FileNotFoundError:
            pass
        except OSError as error:
            if path != "-":
                yield InputError(path, f"cannot be opened: {reason_of(error)}")
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
        yield InputError(str(trouble.filename), f"cannot be read: {reason_of(trouble)}")
    if not found and not troubles:
        yield InputError(path, f"holds no records (files named *{SUFFIXES[0]}, *.jsonl and the like)")


def items(
    path: str, *, stdin_name: str | None = None, max_bytes: int = MAX_BYTES, form: str | None = None
) -> Iterator[Item]:
    """The records of one file, or of standard input for ``-``.

    form: ``json``, ``jsonl`` or ``notation``; where it is None, the name tells, and for standard input without
    a name whether its first line is a JSON value. Raises InputError where it cannot be opened. Holds one
    record in memory at a time.
    """
    with _opened(path, stdin_name) as (name, stream):
        yield from _items(name, stream, max_bytes, form or form_of_name(name))


def items_in(name: str, stream: BinaryIO, max_bytes: int = MAX_BYTES) -> Iterator[Item]:
    """The records in the bytes of a file of that name, which tells their form and compression."""
    yield from _items(name, _unpacked(name, stream), max_bytes, form_of_name(name))


def _items(name: str, stream: BinaryIO, max_bytes: int, form: str | None) -> Iterator[Item]:
    match form:
        case "notation":
            yield from _notation(name, stream, max_bytes)
        case "jsonl":
            yield from line_items(name, stream, max_bytes)
        case None if name == "-":
            yield from _guessed(stream, max_bytes)
        case _:
            yield _whole(name, b"", stream, max_bytes)


def form_of_name(name: str) -> str | None:
    """The form that a file's name tells, ``json``, ``jsonl`` or ``notation``; None where it tells none."""
    plain = _plain_name(name)
    if plain.endswith(".jsonl"):
        return "jsonl"
    if plain.endswith(".json"):
        return "json"
    return "notation" if is_notation(plain) else None


def is_notation(name: str) -> bool:
    """Whether a file of that name is in the text notation."""
    return _plain_name(name).endswith(tuple(f".{game}.txt" for game in GAMES))


HEAD = 64 * 2**10
"""How much of a file is looked at to tell of what form it is."""


def own_form(name: str) -> bool:
    """Whether a file of that name is one of kontari's own forms."""
    return _plain_name(name).endswith(tuple(suffix for suffix in SUFFIXES if not suffix.endswith(COMPRESSED)))


def head(path: str, *, stdin_name: str | None = None) -> str:
    """How a text begins; it is cut anywhere, and still there to be read.

    Of standard input as much as is there now. Raises InputError where it cannot be opened or is damaged.
    """
    with _opened(path, stdin_name) as (name, stream):
        if path == "-":
            if name.endswith(COMPRESSED):
                raise InputError(name, "is compressed, so that its form cannot be told; say it by --from")
            peeked: bytes = stream.peek(HEAD)  # type: ignore[attr-defined]
            return peeked[:HEAD].decode("utf-8", "replace")
        failures: tuple[type[Exception], ...] = (OSError, *_damage())
        try:
            return stream.read(HEAD).decode("utf-8", "replace")
        except failures as error:
            raise InputError(name, f"cannot be read: {error}") from None


def text_lines(path: str, *, stdin_name: str | None = None, max_bytes: int = MAX_BYTES) -> Iterator[str]:
    """The lines of a file in a foreign form, each with its line break.

    Raises InputError where it cannot be opened, is damaged, is not UTF-8, or has a longer line.
    """
    number = 0
    with _opened(path, stdin_name) as (name, stream):
        failures: tuple[type[Exception], ...] = (OSError, *_damage())
        while True:
            number += 1
            try:
                line = stream.readline(max_bytes + 2)
                if len(line) > max_bytes + 1:
                    raise InputError(name, f"line {number} is longer than {max_bytes} bytes (--max-bytes)")
                text = line.decode("utf-8")
            except UnicodeDecodeError:
                raise InputError(name, f"is not UTF-8 (line {number})") from None
            except failures as error:
                raise InputError(name, f"cannot be read behind line {number - 1}: {error}") from None
            if not text:
                return
            yield text


def byte_lines(path: str) -> Iterator[bytes]:
    """The lines of a file, or of standard input for ``-``, as they are, without compression; of any length.

    Raises InputError where it cannot be opened or is damaged.
    """
    with _opened(path, None) as (name, stream):
        failures: tuple[type[Exception], ...] = (OSError, *_damage())
        try:
            yield from stream
        except failures as error:
            raise InputError(name, f"cannot be read: {error}") from None


@contextmanager
def raw(path: str) -> Iterator[BinaryIO]:
    """The bytes of a file as they stand in it, without compression. Raises InputError where it cannot be opened."""
    with _opened(path, None) as (_, stream):
        yield stream


@contextmanager
def _opened(path: str, stdin_name: str | None) -> Iterator[tuple[str, BinaryIO]]:
    """What a path is called, and its bytes without compression."""
    if path == "-":
        if sys.stdin is None:
            raise InputError("-", "standard input is closed")
        name = stdin_name or "-"
        yield name, _unpacked(name, sys.stdin.buffer)
        return
    try:
        stream = Path(path).open("rb")  # noqa: SIM115
    except OSError as error:
        raise InputError(path, f"cannot be opened: {reason_of(error)}") from None
    with stream:
        yield path, _unpacked(path, stream)


def _guessed(stream: BinaryIO, max_bytes: int) -> Iterator[Item]:
    """The records of standard input without a name.

    They are in the notation where the first line that is not blank begins so, and a record a line where
    it is a JSON value.
    """
    import json

    first, blank = b"\n", -1
    while first and not first.strip():
        first = stream.readline(max_bytes + 2)
        blank += 1
    if first.lstrip().startswith(b";") or _FIRST.match(first):
        yield from _notation("-", stream, max_bytes, first, blank)
        return
    try:
        json.loads(first)
    except (ValueError, RecursionError):
        yield _whole("-", b"\n" * blank + first, stream, max_bytes)
    else:
        yield from line_items("-", stream, max_bytes, blank + 1, line=first)


def _whole(source: str, first: bytes, stream: BinaryIO, max_bytes: int) -> Item:
    """Everything that is left in a stream as one record."""
    pieces, size = [first], len(first)
    try:
        # Piece by piece: a stream that is asked for so many bytes sets aside room for all of them.
        while size <= max_bytes and (piece := stream.read(min(2**20, max_bytes + 1 - size))):
            pieces.append(piece)
            size += len(piece)
    except _damage() as error:
        return Item(source, 1, 1, b"", _damaged(error))
    except OSError as error:
        raise InputError(source, f"cannot be read: {reason_of(error)}") from None
    if size > max_bytes:
        return Item(source, 1, 1, b"", _too_long(max_bytes))
    return Item(source, 1, 1, b"".join(pieces))


def line_items(
    source: str, stream: BinaryIO, max_bytes: int, number: int = 0, record: int = 0, line: bytes | None = None
) -> Iterator[Item]:
    """One record a line; blank lines are skipped. ``number`` lines with ``record`` records were read already.

    ``line``: the last of those lines, if it is still to be judged. Raises InputError where the stream cannot be read.
    """
    while line != b"":
        try:
            if line is None:
                line = stream.readline(max_bytes + 2)
                number += 1
                continue
            data = line.rstrip(b"\r\n")
            if len(data) > max_bytes:
                blank = not data.strip()
                while line and not line.endswith(b"\n"):
                    line = stream.readline(2**20)
                    blank = blank and not line.strip()
                if not blank:
                    record += 1
                    yield Item(source, record, number, b"", _too_long(max_bytes))
            elif data.strip():
                record += 1
                yield Item(source, record, number, data)
            line = None
        except _damage() as error:
            yield Item(source, record + 1, number + 1, b"", _damaged(error))
            return
        except OSError as error:
            raise InputError(source, f"cannot be read: {reason_of(error)}") from None


_FIRST = re.compile(rb"[ \t]*kontari:")
"""What the first line of a record in the notation begins with, and no other line."""


def _notation(
    source: str, stream: BinaryIO, max_bytes: int, line: bytes | None = None, number: int = 0
) -> Iterator[Item]:
    """The records of a text in the notation, each from its first line to that of the next.

    What stands before the first of them belongs to it. ``line`` was read already, behind ``number`` others.
    """
    first, record = number + 1, 1
    pieces: list[bytes] = []
    size, begun, fault = 0, False, None
    while True:
        try:
            line = stream.readline(max_bytes + 2) if line is None else line
        except _damage() as error:
            yield Item(source, record, first, b"", _damaged(error), True)
            return
        except OSError as error:
            raise InputError(source, f"cannot be read: {reason_of(error)}") from None
        if not line or _FIRST.match(line):
            if begun or (not line and (size or record == 1)):
                yield Item(source, record, first, b"" if fault else b"".join(pieces), fault, True)
                record += 1
                pieces, size, first, fault = [], 0, number + 1, None
            if not line:
                return
            begun = True
        number += line.endswith(b"\n")
        size += len(line)
        if size > max_bytes:
            fault, pieces = _too_long(max_bytes), []
        else:
            pieces.append(line)
        line = None


def _too_long(most: int) -> Fault:
    return Fault("REC-J10", facts={"most": most}, whole=True, offset=0)


def _damaged(error: Exception) -> Fault:
    return Fault("REC-J12", facts={"problem": str(error)}, whole=True, offset=0)


def _plain_name(name: str) -> str:
    for packed in COMPRESSED:
        name = name.removesuffix(packed)
    return name


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


def reason_of(error: OSError) -> str:
    """What the system says is wrong, as the end of a sentence."""
    return (error.strerror or str(error)).lower()


def bytes_of(path: str) -> bytes:
    """The bytes of a file. Raises InputError."""
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise InputError(path, f"cannot be opened: {reason_of(error)}") from None
