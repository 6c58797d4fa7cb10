"""The one record that a command works on, and places in it."""

import re

from kontari.commands.terminal import misuse
from kontari.library import NotARecordError, Record, read
from kontari.record.streams import InputError, inputs, items

Place = tuple[int, int]


class NoSuchRecordError(Exception):
    """A record that cannot be worked on; its message says why."""


def record_in(path: str, number: int, stdin_name: str | None = None) -> Record:
    """Record ``number`` (from 1) of a file.

    Raises InputError where the file cannot be opened or has no such record, NoSuchRecordError
    where that record is malformed.
    """
    found = next(iter(inputs([path])))
    if isinstance(found, InputError):
        raise found
    for item in items(found, stdin_name=stdin_name):
        if item.number == number:
            try:
                return read(item.data)
            except NotARecordError as error:
                first = error.findings[0]
                line = (first.line or 1) + item.line - 1
                raise NoSuchRecordError(f"{found}:{line}:{first.column} {first.code} {first.message}") from None
    raise InputError(path, f"has no record {number}")


def place(text: str | None, option: str) -> Place | None:
    """A place ``ROUND.MOVE``, or a whole round ``ROUND`` (then its move is -1)."""
    if text is None:
        return None
    found = re.fullmatch(r"([1-9][0-9]*)(?:\.([0-9]+))?", text)
    if found is None:
        misuse(f"{option} takes a place such as 1.17 (round 1, after move 17; 1.0 is after the deal)")
    return int(found[1]), int(found[2]) if found[2] is not None else -1
