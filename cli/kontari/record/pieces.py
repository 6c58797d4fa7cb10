"""A plain ``.jsonl`` in pieces: runs of whole lines that can be read apart from each other.

A line belongs to the piece in which its first byte lies.
"""

from collections.abc import Iterator
from io import BufferedIOBase
from typing import BinaryIO, NamedTuple

from kontari.record.reading import MAX_BYTES
from kontari.record.streams import Item, line_items

PIECE = 2**20
"""About how many bytes a piece holds, unless another size is wished."""

_BLOCK = 2**16


class Lines(NamedTuple):
    """How many lines there are, and how many of them hold a record (are not blank)."""

    lines: int = 0
    records: int = 0

    def plus(self, other: "Lines") -> "Lines":
        return Lines(self.lines + other.lines, self.records + other.records)


class Piece(NamedTuple):
    """The bytes ``start`` to ``end`` of a source, both where a line begins; ``before``: the lines ahead of it."""

    source: str
    start: int
    end: int
    before: Lines = Lines()


def whole_lines(stream: BinaryIO, start: int, end: int) -> tuple[int, int]:
    """The bounds of the lines that begin in these bytes of a stream."""
    return _line_start(stream, start), _line_start(stream, end)


def count(stream: BinaryIO, start: int, end: int) -> Lines:
    """The lines in these bytes, which are whole lines (the last may lack its line break). In constant memory."""
    stream.seek(start)
    lines = records = 0
    begun = False  # whether something of the last line has been seen that is not blank
    left = end - start
    piece = b""
    while left and (piece := stream.read(min(_BLOCK, left))):
        left -= len(piece)
        first, *others = piece.split(b"\n")
        begun = begun or bool(first.strip())
        if others:
            records += begun + sum(1 for line in others[:-1] if line.strip())
            begun = bool(others[-1].strip())
            lines += len(others)
    return Lines(lines + (not piece.endswith(b"\n") and end > start), records + begun)


def pieces(source: str, stream: BinaryIO, size: int = PIECE) -> Iterator[Piece]:
    """The pieces of a stream that can be sought in, from its beginning, each of about ``size`` bytes."""
    length = stream.seek(0, 2)
    start, before = 0, Lines()
    while start < length:
        end = _line_start(stream, min(start + size, length))
        yield Piece(source, start, end, before)
        before = before.plus(count(stream, start, end))
        start = end


def records(piece: Piece, stream: BinaryIO, max_bytes: int = MAX_BYTES) -> Iterator[Item]:
    """The records of a piece, with their numbers in the whole source."""
    stream.seek(piece.start)
    bounded: BinaryIO = _Bounded(stream, piece.end - piece.start)  # type: ignore[assignment]
    return line_items(piece.source, bounded, max_bytes, piece.before.lines, piece.before.records)


def _line_start(stream: BinaryIO, position: int) -> int:
    """Where the first line begins that begins at this position or behind it."""
    if position == 0:
        return 0
    stream.seek(position - 1)
    while (piece := stream.readline(_BLOCK)) and not piece.endswith(b"\n"):
        pass
    return stream.tell()


class _Bounded(BufferedIOBase):
    """A stream that ends after so many bytes."""

    def __init__(self, stream: BinaryIO, left: int) -> None:
        self._stream = stream
        self._left = left

    def readline(self, size: int | None = -1, /) -> bytes:
        wanted = self._left if size is None or size < 0 else min(size, self._left)
        line = self._stream.readline(wanted)
        self._left -= len(line)
        return line
