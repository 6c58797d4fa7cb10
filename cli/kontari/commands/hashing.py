"""Lists of hashes: written, read, and held against the records they name."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from kontari.commands.converting import own_record
from kontari.commands.own_records import Record, counted
from kontari.commands.running import Run
from kontari.commands.terminal import trouble
from kontari.convert import ConversionError
from kontari.json_text import NotJsonError, parsed
from kontari.printable import printable
from kontari.record.streams import InputError, Item, text_lines
from kontari.sifting.hashes import Hashes, hashes
from kontari.status import Status

_LINE = re.compile(r"([0-9a-f]{64})  ([0-9a-f]{64})  (.+):([1-9][0-9]{0,17})")


class Listed(NamedTuple):
    """A record of a list, with the hashes it should have."""

    source: str
    record: int
    hashes: Hashes


def entry(item: Item, record: Record) -> dict[str, Any]:
    """What a list says of a record."""
    found = hashes(record)
    said: dict[str, Any] = {"source": item.source, "record": item.number, "game": record["game"]}
    return {**said, "sha256": found.sha256, "play_sha256": found.play_sha256}


def words(said: dict[str, Any]) -> str:
    """The same as a line of text."""
    return f"{said['sha256']}  {said['play_sha256']}  {printable(said['source'])}:{said['record']}"


class Checking:
    """Holds a list against the records it names, in the order of the list; a line each goes to a stream.

    output: the name of the file behind the stream, which none of the records may stand in.
    """

    def __init__(self, stream: TextIO, output: str | None, max_bytes: int, debug: bool) -> None:
        self._stream = stream
        self._output = None if output in (None, "-") else Path(output or "").resolve()
        self._max_bytes = max_bytes
        self._debug = debug
        self._reader: _Reader | None = None
        self._right = self._wrong = self._unread = 0
        self.status = Status.FINE

    def run(self, path: str) -> None:
        """Check all that a list names. Raises InputError where the list cannot be read."""
        for number, one in enumerate(_entries(path, self._max_bytes), start=1):
            if one is None:
                self._unread += 1
                trouble(f"{path}: entry {number}: not as kontari hash writes it: SHA256  PLAY_SHA256  FILE:RECORD")
                self.status = max(self.status, Status.UNUSABLE)
            else:
                self._check(one)

    @property
    def summary(self) -> str:
        """One line: how many are right, and how many are not."""
        text = f"{counted(self._right + self._wrong, 'record')}: {self._right} right, {self._wrong} wrong"
        return text + (f"; {counted(self._unread, 'line')} of the list could not be read" if self._unread else "")

    def _check(self, one: Listed) -> None:
        if self._reader is None or not self._reader.reaches(one):
            if self._output is not None and Path(one.source).resolve() == self._output:
                raise InputError(str(self._output), "is read here; nothing is written in place")
            self._reader = _Reader(one.source, self._max_bytes, self._debug)
        found = self._reader.record(one.record)
        self.status = max(self.status, self._reader.status)
        said = f"FAILED, {found}" if isinstance(found, str) else _compared(hashes(found), one.hashes)
        if said == "OK":
            self._right += 1
        else:
            self._wrong += 1
            self.status = max(self.status, Status.FINDINGS)
        self._stream.write(f"{printable(one.source)}:{one.record}: {said}\n")


def _compared(found: Hashes, listed: Hashes) -> str:
    if found == listed:
        return "OK"
    same_play = found.play_sha256 == listed.play_sha256
    return "FAILED, the play is the same and something beside it is not" if same_play else "FAILED"


class _Reader:
    """The records of one source, read once from the first on."""

    def __init__(self, source: str, max_bytes: int, debug: bool) -> None:
        self._source = source
        self._max_bytes = max_bytes
        self._run = Run([source], None, max_bytes, debug=debug)
        self._items = self._run.items()
        self._last: Item | None = None
        self._past = 0

    @property
    def status(self) -> Status:
        return self._run.status

    def reaches(self, one: Listed) -> bool:
        """Whether the record of a list is still to come."""
        return one.source == self._source and (one.record > self._past or self._source == "-")

    def record(self, number: int) -> Record | str:
        """The record of that number, or why there is none."""
        for item in self._items:
            self._past = item.number
            if item.number == number:
                found = own_record(item, self._max_bytes)
                return f"malformed: {found.message}" if isinstance(found, ConversionError) else found
        self._past = max(self._past, number)
        return "cannot be read" if self._run.status > Status.FINDINGS else "there is no such record"


def _entries(path: str, max_bytes: int) -> Iterator[Listed | None]:
    """The entries of a list in any of its forms; None for one that is none."""
    lines = text_lines(path, max_bytes=max_bytes)
    first = next(lines, "")
    if first.startswith("["):
        try:
            found = parsed("".join((first, *lines)).encode())
        except NotJsonError as error:
            raise InputError(path, f"is no list of hashes: {error}") from None
        yield from map(_from_json, found)
        return
    while first:
        if first.strip():
            yield _from_line(first.rstrip("\r\n"))
        first = next(lines, "")


def _from_line(line: str) -> Listed | None:
    if line.startswith("{"):
        try:
            return _from_json(parsed(line.encode()))
        except NotJsonError:
            return None
    found = _LINE.fullmatch(line)
    return None if found is None else Listed(found[3], int(found[4]), Hashes(found[1], found[2]))


def _from_json(said: Any) -> Listed | None:
    try:
        one = Listed(said["source"], said["record"], Hashes(said["sha256"], said["play_sha256"]))
    except (TypeError, LookupError):
        return None
    right = type(one.source) is str and type(one.record) is int and all(type(text) is str for text in one.hashes)
    return one if right else None
