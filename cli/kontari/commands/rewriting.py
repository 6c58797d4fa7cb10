"""Records written again, changed: each as the command makes it, what cannot be read left out and told."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TextIO

from kontari.commands.converting import Record, own_record
from kontari.commands.running import Run
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
    """One run over the records of many inputs that are written again."""

    def __init__(self, run: Run, quiet_about_content: bool = False) -> None:
        self._run = run
        self._quiet = quiet_about_content

    def into(self, writer: Writer, change: Callable[[Record], Record]) -> Status:
        """Change and write every record; what it came to."""
        status = Status.FINE
        left_out = 0
        for item in self._run.items():
            with self._run.guarded(item):
                record = own_record(item, self._run.max_bytes)
                try:
                    if isinstance(record, ConversionError):
                        raise NotMadeError(self._why(record, item), Status.FINDINGS)
                    made = change(record)
                except NotMadeError as error:
                    trouble(f"{item.source}: record {item.number}: {error}")
                    status = max(status, error.status)
                    left_out += 1
                else:
                    writer.record(made, item.source)
        writer.end()
        if left_out:
            trouble(f"{left_out} record{'' if left_out == 1 else 's'} left out")
        return max(status, self._run.status)

    def _why(self, error: ConversionError, item: Item) -> str:
        if self._quiet:
            # The words of a fault may repeat what the record says.
            return f"malformed (line {item.line}); kontari validate says why"
        return error.message


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
