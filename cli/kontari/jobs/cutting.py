"""The inputs of a run cut into elements that can be judged apart from each other."""

import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from kontari.inputs import Trouble, no_records, piece_reads, reads, unreadable
from kontari.record.pieces import PIECE, Piece, count, pieces
from kontari.record.streams import COMPRESSED, InputError, Item, form_of_name, inputs, raw, reason_of


class Whole(NamedTuple):
    """A file that is read by who judges it.

    size: in bytes, as it lies on the disk. long: whether it may hold many records though it cannot be cut.
    """

    path: str
    size: int
    long: bool


Element = Item | Trouble | Piece | Whole
Work = tuple[Element, ...]


_NOT_CUT = 5
"""While one process is alone: a file of no more pieces is judged before others could be there to help."""


class Cutting:
    """``elements``: of all inputs, in their order.

    alone: while it is true, there is no other process, and what cannot be cut in the file is read here.
    """

    def __init__(self, paths: Iterable[str], stdin_name: str | None, max_bytes: int, size: int | None = None) -> None:
        self._paths = paths
        self._stdin_name = stdin_name
        self._max_bytes = max_bytes
        self._size = size or PIECE
        self.alone = True
        self.elements = self._elements()

    def _elements(self) -> Iterator[Element]:
        for path, last in _and_whether_last(inputs(self._paths)):
            if isinstance(path, InputError):
                yield unreadable(path)
                continue
            size = None if path == "-" else _size(path)
            form = form_of_name(path) or "json"
            plain = not path.endswith(COMPRESSED)
            if size is None:  # it can be read only once
                yield from reads(path, stdin_name=self._stdin_name, max_bytes=self._max_bytes)
            elif form == "json" or (plain and size <= self._size * (_NOT_CUT if self.alone else 1)):
                yield Whole(path, size, long=False)
            elif form == "jsonl" and plain:
                yield from self._pieces(path)
            elif self.alone or last:
                # One process for it would leave the others without work.
                yield from reads(path, max_bytes=self._max_bytes)
            else:
                yield Whole(path, size, long=True)

    def _pieces(self, path: str) -> Iterator[Element]:
        try:
            with raw(path) as stream:
                piece = None
                for piece in pieces(path, stream, self._size):
                    yield piece
                if piece is None or not (piece.before.records or count(stream, piece.start, piece.end).records):
                    yield no_records(path)
        except InputError as error:
            yield unreadable(error)
        except OSError as error:
            yield unreadable(InputError(path, f"cannot be read: {reason_of(error)}"))


def reads_of(work: Work, max_bytes: int) -> Iterator[Item | Trouble]:
    """The records of a work, and what is to be told of its inputs."""
    for element in work:
        if isinstance(element, Piece):
            yield from piece_reads(element, max_bytes)
        elif isinstance(element, Whole):
            yield from reads(element.path, max_bytes=max_bytes)
        else:
            yield element


def name_of(element: Element) -> str:
    """What an element is called where none of its records can be named."""
    if isinstance(element, Whole):
        return element.path
    return element.message if isinstance(element, Trouble) else element.source


def _size(path: str) -> int | None:
    """The size of a file; None where it is none, but a pipe or a device."""
    try:
        about = Path(path).stat()
    except OSError:
        return None
    return about.st_size if stat.S_ISREG(about.st_mode) else None


def _and_whether_last(paths: Iterable[str | InputError]) -> Iterator[tuple[str | InputError, bool]]:
    rest = iter(paths)
    for path in rest:
        for following in rest:
            yield path, False
            path = following
        yield path, True
