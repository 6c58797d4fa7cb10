"""Records out of any form, and into any form; what cannot be converted is an error in its place."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kontari.commands.one_record import NoSuchRecordError, record_of
from kontari.convert import ConversionError, converter
from kontari.record.streams import InputError, Item, inputs, text_lines
from kontari.record.writing import one_line, pretty

Record = dict[str, Any]
Read = tuple[str, Record | ConversionError]
"""A record and where it comes from (file and line), or what kept it from being read."""


def own_record(item: Item, max_bytes: int) -> Record | ConversionError:
    """A record in kontari's own form, or why it is none."""
    try:
        return record_of(item, max_bytes).data
    except NoSuchRecordError as error:
        return ConversionError(error.message, error.place)


def foreign_records(path: str, form: str, stdin_name: str | None, max_bytes: int) -> Iterator[Read]:
    """The records of the files that a path or a glob names, in a foreign form.

    Raises InputError where one cannot be read.
    """
    if Path(path).is_dir():
        raise InputError(path, "is a folder; name files of a foreign form one by one")
    for found in inputs([path]):
        if isinstance(found, InputError):
            raise found
        lines = text_lines(found, stdin_name=stdin_name, max_bytes=max_bytes)
        name = stdin_name if found == "-" and stdin_name else found
        for line, record in converter(form).read(lines):
            if isinstance(record, ConversionError):
                record = ConversionError(record.message, f"{name}: {record.place}")
            yield f"{name}: line {line}", record


class Writer:
    """Writes records in one form; ``read`` them all, then ``end``."""

    def __init__(self, form: str, output: str | None) -> None:
        self._form = form
        self._output = output
        self._written = 0

    def record(self, record: Record) -> str:
        """The text of one record. Raises ConversionError where the form cannot say it."""
        if self._form == "json":
            if self._written:
                raise InputError(self._output or "-", "--to json is one record, and there are several; --to jsonl")
            text = pretty(record["game"], record)
        elif self._form == "jsonl":
            text = one_line(record["game"], record)
        else:
            text = converter(self._form).write(record)
        self._written += 1
        return text
