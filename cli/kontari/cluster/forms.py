"""The forms of a part: verdicts as lines of JSON, or as rows of Parquet that hold those lines too."""

import json
from typing import IO, Any, Protocol

from kontari.record.streams import InputError

COLUMNS = {
    "source": "the file the record was read from",
    "record": "the number of the record within its source, from 1",
    "game": "the game; null where it could not be read",
    "verdict": "the verdict in a word",
    "proof": "complete, or partial where ?? left a check open",
    "undecided": "how many checks were undecided",
    "sha256": "the SHA-256 of the hash form",
    "play_sha256": "the SHA-256 of the play alone",
    "codes": "the codes of the findings",
    "findings": "the findings as JSON",
    "rules": "the rules in force as JSON",
    "players": "the players as JSON",
    "event": "the event as JSON",
    "rounds": "the recomputed rounds as JSON",
    "result": "the recomputed result as JSON",
    "line": "the verdict line itself",
}
"""The columns of a part in Parquet, and what they mean."""

_NUMBERS = ("record", "undecided")
_JSON = ("findings", "rules", "players", "event", "rounds", "result")
_ROWS_IN_A_GROUP = 5000


class Writer(Protocol):
    """Writes the verdicts of a part to a binary stream, some lines at a time."""

    def write(self, lines: str) -> None: ...
    def end(self) -> None: ...


def writer(form: str, stream: IO[bytes]) -> Writer:
    """The writer of a form. Raises InputError where its package is not installed."""
    return Lines(stream) if form == "jsonl" else Rows(stream)


def encoded(lines: str) -> bytes:
    """Verdict lines as they are written everywhere; names of files may have what UTF-8 cannot hold."""
    return lines.encode("utf-8", "backslashreplace")


class Lines:
    """A verdict a line."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def write(self, lines: str) -> None:
        """Some lines more."""
        self._stream.write(encoded(lines))

    def end(self) -> None:
        """All verdicts were written."""


class Rows:
    """A verdict a row, by pyarrow; so many rows at a time are held in memory."""

    def __init__(self, stream: IO[bytes]) -> None:
        try:
            import pyarrow as arrow
            from pyarrow.parquet import ParquetWriter
        except ImportError:
            raise InputError("parquet", "needs pyarrow: pip install 'kontari[parquet]'") from None
        types = dict.fromkeys(_NUMBERS, arrow.int64()) | {"codes": arrow.list_(arrow.string())}
        self._schema = arrow.schema(
            arrow.field(name, types.get(name, arrow.string()), metadata={"meaning": meaning})
            for name, meaning in COLUMNS.items()
        )
        self._writer = ParquetWriter(stream, self._schema)
        self._table = arrow.Table
        self._rows: list[dict[str, Any]] = []

    def write(self, lines: str) -> None:
        """Some lines more."""
        for line in encoded(lines).split(b"\n")[:-1]:
            self._rows.append(_row(line.decode()))
            if len(self._rows) >= _ROWS_IN_A_GROUP:
                self._write()

    def end(self) -> None:
        """All verdicts were written."""
        self._write()
        self._writer.close()

    def _write(self) -> None:
        if self._rows:
            self._writer.write_table(self._table.from_pylist(self._rows, schema=self._schema))
            self._rows = []


def _row(line: str) -> dict[str, Any]:
    verdict = json.loads(line)
    row = {name: verdict.get(name) for name in COLUMNS}
    row |= {name: json.dumps(verdict[name], ensure_ascii=False) for name in _JSON if name in verdict}
    return row | {"codes": [finding["code"] for finding in verdict["findings"]], "line": line}
