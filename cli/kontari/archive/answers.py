"""The rows of an answer written: as text, CSV, JSON or Parquet."""

import csv
import io
import json
import math
from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import islice
from typing import TYPE_CHECKING, Any, TextIO

from kontari.archive.asking import THE_SQL, Answer
from kontari.printable import printable, width
from kontari.record.streams import InputError

if TYPE_CHECKING:
    from pyarrow import Schema

_LOOKED_AT = 1_000
"""So many rows decide how wide the columns of text are."""

_GAP = "  "

Rows = Iterator[tuple[Any, ...]]


def write(answer: Answer, format: str, stream: TextIO, most: int | None = None) -> None:
    """All rows of an answer, or at most so many, in one of ``FORMATS``."""
    FORMATS[format](answer, stream, most)


def _rows(answer: Answer, most: int | None) -> Rows:
    for batch in answer.batches(most):
        yield from zip(*[column.to_pylist() for column in batch.columns], strict=True)


def _text(answer: Answer, stream: TextIO, most: int | None) -> None:
    """Aligned columns; a later cell that is wider than the first rows foretold moves the rest of its line."""
    rows = _rows(answer, most)
    names = [printable(name) for name in answer.schema.names]
    first = [[_word(cell) for cell in row] for row in islice(rows, _LOOKED_AT)]
    widths = [max(map(width, column)) for column in zip(names, *first, strict=True)]
    right = _numeric(answer.schema)

    def line(words: list[str]) -> str:
        padded = []
        for word, room, number in zip(words, widths, right, strict=True):
            space = " " * (room - width(word))
            padded.append(space + word if number else word + space)
        return _GAP.join(padded).rstrip() + "\n"

    stream.write(line(names) + _GAP.join("─" * room for room in widths) + "\n")
    stream.writelines(map(line, first))
    stream.writelines(line([_word(cell) for cell in row]) for row in rows)


def _csv(answer: Answer, stream: TextIO, most: int | None) -> None:
    """RFC 4180 in UTF-8, as tables of ``convert`` are written."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)

    def put(row: Any) -> None:
        writer.writerow(row)
        stream.buffer.write(text.getvalue().encode("utf-8", "backslashreplace"))
        text.seek(0)
        text.truncate()

    stream.flush()
    put(answer.schema.names)
    for row in _rows(answer, most):
        put([_plain(cell) for cell in row])


def _json(answer: Answer, stream: TextIO, most: int | None) -> None:
    before = "[\n"
    for row in _rows(answer, most):
        stream.write(before + _object(answer, row))
        before = ",\n"
    stream.write("[]\n" if before == "[\n" else "\n]\n")


def _jsonl(answer: Answer, stream: TextIO, most: int | None) -> None:
    stream.writelines(_object(answer, row) + "\n" for row in _rows(answer, most))


def _object(answer: Answer, row: tuple[Any, ...]) -> str:
    return json.dumps(dict(zip(answer.schema.names, map(_value, row), strict=True)), ensure_ascii=False)


def _parquet(answer: Answer, stream: TextIO, most: int | None) -> None:
    import pyarrow
    from pyarrow.parquet import ParquetWriter

    try:
        writer = ParquetWriter(stream.buffer, answer.schema)
        for batch in answer.batches(most):
            writer.write_batch(batch)
        writer.close()
    except pyarrow.ArrowException as error:
        raise InputError(THE_SQL, f"yields what Parquet does not hold: {str(error).splitlines()[0]}") from None


FORMATS: dict[str, Callable[[Answer, TextIO, int | None], None]] = {
    "text": _text,
    "csv": _csv,
    "json": _json,
    "jsonl": _jsonl,
    "parquet": _parquet,
}


def _value(cell: Any) -> Any:
    """A cell as a JSON value; what JSON has no word for is text, and what is no number is null."""
    match cell:
        case None | str() | int():
            return cell
        case Decimal():
            return int(cell) if cell == cell.to_integral_value() else float(cell)
        case float():
            return cell if math.isfinite(cell) else None
        case list():
            return [_value(one) for one in cell]
        case dict():
            return {str(key): _value(one) for key, one in cell.items()}
        case bytes():
            return cell.hex()
    return str(cell)


def _plain(cell: Any) -> Any:
    """A cell as CSV has it: empty where nothing is, ``true`` and ``false``, lists as JSON."""
    value = _value(cell)
    if isinstance(value, bool | list | dict):
        return json.dumps(value, ensure_ascii=False)
    return "" if value is None else value


def _word(cell: Any) -> str:
    return printable(str(_plain(cell)))


def _numeric(schema: "Schema") -> list[bool]:
    import pyarrow

    types = pyarrow.types
    return [types.is_integer(one) or types.is_floating(one) or types.is_decimal(one) for one in schema.types]
