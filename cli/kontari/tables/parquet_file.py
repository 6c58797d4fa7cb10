"""Tables as Parquet, by pyarrow: the types of the columns, null for an empty cell, the meanings as metadata."""

from collections.abc import Iterable
from typing import IO, Any

from kontari.tables import NeedsPackageError
from kontari.tables.columns import columns

try:
    import pyarrow as arrow
    from pyarrow.parquet import ParquetWriter
except ImportError:
    raise NeedsPackageError("needs pyarrow: pip install 'kontari[parquet]'") from None

ROWS_IN_A_GROUP = 5000
"""So many rows are held in memory."""

_TYPES = {"text": arrow.string(), "integer": arrow.int64(), "boolean": arrow.bool_()}
_MOST = 2**63 - 1


class Writer:
    """Writes the rows of a table to a binary stream, a group at a time."""

    def __init__(self, table: str, stream: IO[bytes]) -> None:
        fields = [
            arrow.field(column.name, _TYPES[column.kind], metadata={"meaning": column.meaning})
            for column in columns(table)
        ]
        self._schema = arrow.schema(fields, metadata={"kontari.table": table})
        self._writer = ParquetWriter(stream, self._schema)
        self._rows: list[list[Any]] = []

    def rows(self, rows: Iterable[list[Any]]) -> None:
        """Some rows more."""
        for row in rows:
            self._rows.append([None if type(cell) is int and abs(cell) > _MOST else cell for cell in row])
            if len(self._rows) >= ROWS_IN_A_GROUP:
                self._write()

    def end(self) -> None:
        """All rows were written."""
        self._write()
        self._writer.close()

    def _write(self) -> None:
        if self._rows:
            cells = zip(*self._rows, strict=True)
            arrays = [arrow.array(cell, field.type) for cell, field in zip(cells, self._schema, strict=True)]
            self._writer.write_table(arrow.Table.from_arrays(arrays, schema=self._schema))
            self._rows = []
