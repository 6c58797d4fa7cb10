"""Records out of any form, and into any form; what cannot be converted is an error in its place."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from kontari.convert import FOREIGN, OWN, ConversionError, converter
from kontari.library import NotARecordError, read
from kontari.record.streams import InputError, inputs, items
from kontari.record.writing import one_line, pretty

Record = dict[str, Any]


def read_records(
    path: str, form: str, stdin_name: str | None, max_bytes: int
) -> Iterator[tuple[str, Record | ConversionError]]:
    """The records of a file in a form, each with the place where it stands, in order."""
    if form in FOREIGN:
        for line, record in converter(form).read(_text(path)):
            yield ("" if isinstance(record, ConversionError) else f"line {line}"), record
        return
    for found in inputs([path]):
        if isinstance(found, InputError):
            raise found
        for item in items(found, stdin_name=stdin_name, max_bytes=max_bytes):
            place = f"line {item.line}"
            try:
                if item.fault is not None:
                    raise ConversionError(f"{item.fault.code}", place)
                yield place, read(item.data, max_bytes=max_bytes).data
            except NotARecordError as error:
                first = error.findings[0]
                line = (first.line or 1) + item.line - 1
                yield "", ConversionError(f"{first.code} {first.message}", f"{line}:{first.column}")
            except ConversionError as error:
                yield "", error


def writer(form: str) -> Callable[[Record], str | ConversionError]:
    """What writes one record in a form, or says why it cannot."""
    if form == "json":
        return lambda record: pretty(record["game"], record)
    if form == "jsonl":
        return lambda record: one_line(record["game"], record)
    write = converter(form).write

    def foreign(record: Record) -> str | ConversionError:
        try:
            text: str = write(record)
        except ConversionError as error:
            return error
        return text

    return foreign


def _text(path: str) -> str:
    if path == "-" and sys.stdin is None:
        raise InputError("-", "standard input is closed")
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return data.decode("utf-8")
    except OSError as error:
        raise InputError(path, f"cannot be opened: {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError as error:
        raise InputError(path, f"is not UTF-8 (byte {error.start})") from None


__all__ = ["OWN", "read_records", "writer"]
