"""The one record that a command works on, and places in it."""

import re
from contextlib import suppress
from typing import NamedTuple

from kontari.commands.terminal import misuse
from kontari.examination import examine_item
from kontari.library import NotARecordError, Record, read
from kontari.record.streams import InputError, Item, inputs, items

Place = tuple[int, int]


class NoSuchRecordError(Exception):
    """A record that cannot be worked on: the place in its file, and why."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place} {message}")
        self.place = place
        self.message = message


class Source(NamedTuple):
    """Where the one record comes from."""

    path: str
    number: int
    stdin_name: str | None
    max_bytes: int


def item_of(source: Source) -> Item:
    """The bytes of the record. Raises InputError where the file cannot be opened or has no such record."""
    found = list(inputs([source.path]))
    if len(found) > 1:
        raise InputError(source.path, f"names {len(found)} files; name the one to be read")
    (path,) = found
    if isinstance(path, InputError):
        raise path
    for item in items(path, stdin_name=source.stdin_name, max_bytes=source.max_bytes):
        if item.number == source.number:
            return item
    raise InputError(path, f"has no record {source.number}")


def record_of(item: Item, max_bytes: int) -> Record:
    """The record in those bytes, unjudged. Raises NoSuchRecordError where it is malformed."""
    if item.fault is None:
        # Why a text is malformed is asked below, with the lines of its file.
        with suppress(NotARecordError):
            return read(item.data, max_bytes=max_bytes, notation=item.notation)
    first = examine_item(item, max_bytes).findings[0]
    raise NoSuchRecordError(f"{item.source}:{first.line}:{first.column}", f"{first.code} {first.message}")


def check_place(record: Record, where: Place | None, path: str) -> None:
    """Raises InputError where a record has no such round or move."""
    if where is None:
        return
    round_, move = where
    rounds = record.data["rounds"]
    if round_ > len(rounds):
        raise InputError(path, f"the match does not reach place {shown(where)}: it has {len(rounds)} rounds")
    moves = len(rounds[round_ - 1]["moves"])
    if move > moves:
        raise InputError(path, f"the match does not reach place {shown(where)}: round {round_} has {moves} moves")


def shown(where: Place) -> str:
    """A place as it is written."""
    round_, move = where
    return f"{round_}.{move}" if move >= 0 else str(round_)


def place(text: str | None, option: str) -> Place | None:
    """A place ``ROUND.MOVE``, or a whole round ``ROUND`` (then its move is -1)."""
    if text is None:
        return None
    found = re.fullmatch(r"([1-9][0-9]{0,8})(?:\.([0-9]{1,9}))?", text)
    if found is None:
        misuse(f"{option} takes a place such as 1.17 (round 1, after move 17; 1.0 is after the deal)")
    return int(found[1]), int(found[2]) if found[2] is not None else -1
