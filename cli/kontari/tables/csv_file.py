"""Tables as CSV: RFC 4180 in UTF-8, a head line, an empty cell for what is missing, ``true`` and ``false``.

Cells are written as they are. One that begins with ``=``, as a player's name may, is a formula to a
spreadsheet program: have it import such columns as text.
"""

import csv
import io
from collections.abc import Iterable
from typing import IO, Any

from kontari.tables.columns import columns


class Writer:
    """Writes the rows of a table to a binary stream as they come."""

    def __init__(self, table: str, stream: IO[bytes]) -> None:
        self._stream = stream
        self._text = io.StringIO(newline="")
        self._csv = csv.writer(self._text)
        self.rows([[column.name for column in columns(table)]])

    def rows(self, rows: Iterable[list[Any]]) -> None:
        """Some rows more."""
        for row in rows:
            self._csv.writerow([str(cell).lower() if isinstance(cell, bool) else cell for cell in row])
        self._stream.write(self._text.getvalue().encode())
        self._text.seek(0)
        self._text.truncate()

    def end(self) -> None:
        """All rows were written."""
