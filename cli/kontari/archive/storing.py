"""An archive that is added to: a batch of records at a time, whole or not at all."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from kontari.archive.columns import META, SQL_TYPES, TABLES
from kontari.archive.files import LAYOUT, connect, create, is_new, told
from kontari.tables.columns import Column

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_MOST = 2**63 - 1


class Batch:
    """Rows of many records, by table and column; a record is in all its tables or in none."""

    def __init__(self) -> None:
        self.records = 0
        self.rows = 0
        self._cells: dict[str, dict[str, list[Any]]] = {
            table: {column.name: [] for column in columns} for table, columns in TABLES.items()
        }

    def add(self, head: Mapping[str, Any], rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
        """The rows of one record more; ``head`` has the cells that all of them share."""
        for table, found in rows.items():
            filled = frozenset[str]().union(*found)
            for name, cells in self._cells[table].items():
                if name in filled:
                    cells.extend([row.get(name) for row in found])
                else:
                    cells.extend([head.get(name)] * len(found))
            self.rows += len(found)
        self.records += 1

    def cells(self, table: str) -> Mapping[str, list[Any]]:
        """The cells of a table, a list a column."""
        return self._cells[table]


class Store:
    """An archive open for writing, made where it is not there; nobody else can open it meanwhile.

    Each batch is one transaction: whatever stops the process, no record is in some of its tables only.
    Raises InputError where the file cannot be used.
    """

    def __init__(self, path: str, judge: Mapping[str, str]) -> None:
        self._path = path
        self._judge = judge
        if is_new(path):
            create(path, self._create)
        self._connection = connect(path, read_only=False, config={"autoinstall_known_extensions": "false"})
        try:
            with told(path):
                self._connection.begin()
                self._sign(self._connection)
                self._connection.commit()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let others at the file; what was not committed is forgotten."""
        self._connection.close()

    def _create(self, connection: "DuckDBPyConnection") -> None:
        for table, columns in {**TABLES, "meta": META}.items():
            connection.execute(f"CREATE TABLE {table} ({', '.join(map(_column, columns))})")
        self._sign(connection)

    def _sign(self, connection: "DuckDBPyConnection") -> None:
        """Write down what adds to the archive."""
        connection.execute("DELETE FROM meta")
        signs = {"layout": LAYOUT, "format": self._judge["format"], "judge": self._judge["software"]}
        for name, value in signs.items():
            connection.execute("INSERT INTO meta VALUES ($1, $2)", [name, value])

    def known(self) -> Iterator[tuple[bytes, bool]]:
        """The SHA-256 of each record that is there, and whether this judge has judged it."""
        with told(self._path):
            found = self._connection.execute(
                "SELECT unhex(sha256), judge = $1 AND format = $2 FROM records", self._mine()
            )
            while some := found.fetchmany(10_000):
                yield from some

    def of_others(self) -> int:
        """How many records another judge has judged."""
        with told(self._path):
            found = self._connection.execute(
                "SELECT count(*) FROM records WHERE NOT (judge = $1 AND format = $2)", self._mine()
            )
            (number,) = found.fetchone() or (0,)
        return int(number)

    def _mine(self) -> list[str]:
        return [self._judge["software"], self._judge["format"]]

    def write(self, batch: Batch, replaced: Sequence[str]) -> None:
        """Add a batch; ``replaced`` are the SHA-256 of records whose rows it has anew."""
        with told(self._path):
            self._connection.begin()
            try:
                for table, columns in TABLES.items():
                    if replaced:
                        gone = f"DELETE FROM {table} WHERE sha256 IN (SELECT unnest($1))"
                        self._connection.execute(gone, [list(replaced)])
                    self._insert(table, columns, batch.cells(table))
                self._connection.commit()
            except BaseException:
                with suppress(Exception):
                    self._connection.rollback()
                raise

    def _insert(self, table: str, columns: Sequence[Column], cells: Mapping[str, list[Any]]) -> None:
        import pyarrow

        types = {"text": pyarrow.string(), "integer": pyarrow.int64(), "boolean": pyarrow.bool_()}
        arrays = [pyarrow.array(_fitting(column, cells[column.name]), types[column.kind]) for column in columns]
        made = pyarrow.table(arrays, names=[column.name for column in columns])
        self._connection.register("batch", made)
        self._connection.execute(f"INSERT INTO {table} SELECT * FROM batch")
        self._connection.unregister("batch")


def _fitting(column: Column, cells: list[Any]) -> list[Any]:
    """The cells without numbers that 64 bits do not hold."""
    if column.kind != "integer":
        return cells
    return [None if cell is not None and abs(cell) > _MOST else cell for cell in cells]


def _column(column: Column) -> str:
    return f'"{column.name}" {SQL_TYPES[column.kind]}'
