"""What is read of inputs: their records, and the troubles that are to be told, in one order."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kontari.record.pieces import Piece, records
from kontari.record.reading import MAX_BYTES
from kontari.record.streams import InputError, Item, inputs, items, raw
from kontari.status import Status


class Trouble(NamedTuple):
    """One line for standard error, and the exit status it asks for."""

    message: str
    status: Status = Status.FINE


def all_reads(
    paths: Iterable[str], *, stdin_name: str | None = None, max_bytes: int = MAX_BYTES, form: str | None = None
) -> Iterator[Item | Trouble]:
    """The records of all inputs that paths, folders and globs name, and what is to be told of the inputs."""
    for path in inputs(paths):
        if isinstance(path, InputError):
            yield unreadable(path)
        else:
            yield from reads(path, stdin_name=stdin_name, max_bytes=max_bytes, form=form)


def reads(
    path: str, *, stdin_name: str | None = None, max_bytes: int = MAX_BYTES, form: str | None = None
) -> Iterator[Item | Trouble]:
    """The records of one input, and what is to be told of it: that it cannot be read, or holds none."""
    any_record = False
    try:
        for item in items(path, stdin_name=stdin_name, max_bytes=max_bytes, form=form):
            any_record = True
            yield item
    except InputError as error:
        yield unreadable(error)
    else:
        if not any_record:
            yield no_records(path)


def piece_reads(piece: Piece, max_bytes: int = MAX_BYTES) -> Iterator[Item | Trouble]:
    """The records of a piece of a plain ``.jsonl``, and that it cannot be read where that is so."""
    try:
        with raw(piece.source) as stream:
            yield from records(piece, stream, max_bytes)
    except InputError as error:
        yield unreadable(error)


def unreadable(error: InputError) -> Trouble:
    return Trouble(str(error), Status.UNUSABLE)


def no_records(path: str) -> Trouble:
    return Trouble(f"{path}: no records")
