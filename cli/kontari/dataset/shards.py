"""The shards of a data set: Parquet files, written a group of rows at a time and read so."""

from collections.abc import Iterator
from functools import cache
from hashlib import file_digest
from pathlib import Path
from typing import Any

from kontari.dataset.columns import columns
from kontari.dataset.manifest import SHARD
from kontari.dataset.rows import Row
from kontari.tables import NeedsPackageError

try:
    import pyarrow as arrow
    from pyarrow.parquet import ParquetFile, ParquetWriter
except ImportError:
    raise NeedsPackageError("needs pyarrow: pip install 'kontari[parquet]'") from None

ROWS_IN_A_GROUP = 2000
WEIGHT_OF_A_GROUP = 2**24
"""So many rows, or so many integers and characters in them, are held in memory."""

COMPRESSION = {"compression": "zstd", "compression_level": 9}

_TYPES = {
    "text": arrow.string(),
    "integer": arrow.int32(),
    "texts": arrow.list_(arrow.string()),
    "integers": arrow.list_(arrow.int64()),
    "lists": arrow.list_(arrow.list_(arrow.int64())),
    "ids": arrow.list_(arrow.list_(arrow.int16())),
    "players": arrow.list_(arrow.struct([("name", arrow.string()), ("id", arrow.string()), ("rating", arrow.int64())])),
}


class ShardError(Exception):
    """A file that is no shard of its data set; the message says why."""


@cache
def arrow_schema(game: str) -> Any:
    """The schema of a game's shards, with what the columns mean."""
    fields = [
        arrow.field(column.name, _TYPES[column.kind], metadata={"meaning": column.meaning}) for column in columns(game)
    ]
    return arrow.schema(fields, metadata={"kontari.dataset": game})


class ShardWriter:
    """Writes rows to the shards of a folder; ``shards`` are those that are done, as the manifest has them."""

    def __init__(self, folder: Path, game: str, size: int) -> None:
        self._folder = folder
        self._schema = arrow_schema(game)
        self._size = size
        self._rows: list[Row] = []
        self._weight = 0
        self._writer: Any = None
        self._path = folder
        self._in_shard = 0
        self.shards: list[dict[str, Any]] = []

    def add(self, row: Row) -> None:
        """One row more."""
        self._rows.append(row)
        self._weight += _weight(row)
        if self._in_shard + len(self._rows) >= self._size:
            self._end_shard()
        elif len(self._rows) >= ROWS_IN_A_GROUP or self._weight >= WEIGHT_OF_A_GROUP:
            self._write()

    def end(self) -> None:
        """All rows were added."""
        if self._rows or self._writer is not None:
            self._end_shard()

    def close(self) -> None:
        """Let go of the file that is open, whatever was written."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def _write(self) -> None:
        if self._writer is None:
            self._path = self._folder / SHARD.format(len(self.shards))
            self._writer = ParquetWriter(self._path, self._schema, **COMPRESSION)
        self._writer.write_table(arrow.Table.from_pylist(self._rows, schema=self._schema))
        self._in_shard += len(self._rows)
        self._rows, self._weight = [], 0

    def _end_shard(self) -> None:
        if self._rows:
            self._write()
        self.close()
        said = {"file": self._path.name, "sha256": sha256_of(self._path), "bytes": self._path.stat().st_size}
        self.shards.append({**said, "records": self._in_shard})
        self._in_shard = 0


def _weight(row: Row) -> int:
    """How much there is in a row."""
    texts = sum([len(cell) for cell in row.values() if type(cell) is str])
    return texts + sum(map(len, row["deals"])) + sum(map(len, row["moves"]))


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file. Raises OSError."""
    with path.open("rb") as stream:
        return file_digest(stream, "sha256").hexdigest()


def rows(path: Path, game: str) -> Iterator[Row]:
    """The rows of a shard, of which few are in memory at a time. Raises ShardError, OSError."""
    wanted = arrow_schema(game)
    try:
        with ParquetFile(path) as file:
            there = {field.name: field.type for field in file.schema_arrow}
            for field in wanted:
                if there.get(field.name) != field.type:
                    raise ShardError(f"has no column {field.name} as a data set of {game} has it")
            for batch in file.iter_batches(batch_size=ROWS_IN_A_GROUP // 4, columns=wanted.names):
                yield from batch.to_pylist()
    except arrow.ArrowException as error:
        raise ShardError(f"is no Parquet file that can be read: {str(error).splitlines()[0]}") from None
