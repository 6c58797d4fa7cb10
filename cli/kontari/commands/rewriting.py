"""Records written again, changed: each as the command makes it, what cannot be read left out and told."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TextIO

from kontari.commands.own_records import OwnRecords, Record, counted
from kontari.commands.terminal import known, trouble
from kontari.convert import ConversionError
from kontari.record.streams import COMPRESSED, InputError, Item
from kontari.record.writing import one_line, pretty
from kontari.status import Status


def kept(words: Sequence[str], keepable: Sequence[str]) -> frozenset[str]:
    """The names after ``--keep``; a usage error where one is no key that could be kept."""
    for word in words:
        if not word.startswith("x-"):
            known(word, (*keepable, "x-…"), "key to keep")
    return frozenset(words)


class NotMadeError(Exception):
    """A record of which the command can make nothing: why, in words, and what that comes to."""

    def __init__(self, message: str, status: Status) -> None:
        super().__init__(message)
        self.status = status


class Writer(Protocol):
    """Where changed records go."""

    def record(self, record: Record, source: str) -> None: ...
    def end(self) -> None: ...


class Rewriting:
    """One run over records that are written again."""

    def __init__(self, records: OwnRecords) -> None:
        self._records = records
        self._status = Status.FINE
        self._not_made = 0

    def into(self, writer: Writer, change: Callable[[Record], Record]) -> Status:
        """Change and write every record; what it came to."""

        def work(item: Item, record: Record) -> None:
            try:
                made = change(record)
            except NotMadeError as error:
                trouble(_left_out(item, str(error)))
                self._status = max(self._status, error.status)
                self._not_made += 1
            else:
                writer.record(made, item.source)

        self._records.each(work)
        writer.end()
        left_out = self._not_made + self._records.malformed
        if left_out:
            trouble(f"{counted(left_out, 'record')} left out")
        return max(self._status, self._records.status)


def why(error: ConversionError, item: Item) -> str:
    """What is told of a malformed record."""
    return _left_out(item, error.message)


def where(error: ConversionError, item: Item) -> str:
    """What is told of a malformed record that may hold names: the words of a fault may repeat what it says."""
    return _left_out(item, f"malformed (line {item.line}); kontari validate says why")


def _left_out(item: Item, said: str) -> str:
    return f"{item.source}: record {item.number}: {said}"


class OneFile:
    """Everything in one file: as in a ``.json`` where there is one record and no ``.jsonl``, else a record a line."""

    def __init__(self, stream: TextIO, output: str | None) -> None:
        self._stream = stream
        self._output = output or "-"
        self._lines = {".jsonl": True, ".json": False}.get(Path(self._output).suffix)
        self._first: Record | None = None

    def record(self, record: Record, source: str) -> None:
        if self._lines is None and _holds_lines(source):
            self._lines = True
        if not self._lines and self._first is None:
            self._first = record
            return
        if self._lines is False:
            raise InputError(self._output, "holds one record; name it .jsonl for several")
        self._lines = True
        for one in (self._first, record):
            if one is not None:
                self._stream.write(one_line(one["game"], one))
        self._first = None

    def end(self) -> None:
        if self._first is not None:
            self._stream.write(pretty(self._first["game"], self._first))


def _holds_lines(source: str) -> bool:
    return source.endswith(tuple(f".jsonl{packed}" for packed in ("", *COMPRESSED)))
