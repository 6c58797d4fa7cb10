"""Questions to an archive in SQL that may do nothing but read it."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from kontari.archive.files import connect, reason, told
from kontari.record.streams import InputError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from pyarrow import RecordBatch, Schema

THE_SQL = "the SQL"
_ROWS = 2_000
"""How many rows of an answer are held in memory."""

_CONFIG = {
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "temp_directory": "",
}
_SETTINGS = ("SET python_enable_replacements = false", "SET lock_configuration = true")
"""Neither files nor the network nor the variables of this program can be read, and none of that can be changed."""


class Answer:
    """The rows that a question yields, as they come; ``schema`` has their columns, no name twice."""

    def __init__(self, ask: Callable[..., Any], reader: Any) -> None:
        import pyarrow

        self._ask = ask
        self._reader = reader
        names = _unlike(reader.schema.names)
        self.schema: Schema = pyarrow.schema(
            [field.with_name(name) for field, name in zip(reader.schema, names, strict=True)]
        )

    def batches(self, most: int | None = None) -> Iterator["RecordBatch"]:
        """All rows, or at most so many, some at a time. Raises InputError where something goes wrong on the way."""
        import pyarrow

        left = most
        while left is None or left > 0:
            batch = self._ask(self._next)
            if batch is None:
                return
            if left is not None:
                batch = batch.slice(0, left)
                left -= batch.num_rows
            yield pyarrow.RecordBatch.from_arrays(batch.columns, schema=self.schema)

    def close(self) -> None:
        """No more rows are wanted; as long as some may be, DuckDB keeps the file open."""
        self._reader = None

    def _next(self) -> Any:
        """The next rows; a worker must not be left by StopIteration."""
        return next(self._reader, None)


@contextmanager
def asked(path: str, sql: str) -> Iterator[Answer]:
    """The answer of an archive to one SELECT. Raises InputError for what is no archive, and for what SQL says no to.

    DuckDB works in another thread, so that an interruption is noticed at once.
    """
    connection = connect(path, read_only=True, config=_CONFIG)
    worker = ThreadPoolExecutor(1)

    def ask(work: Callable[..., Any], *given: Any) -> Any:
        with told(THE_SQL), _arrow_told():
            return worker.submit(work, *given).result()

    try:
        for setting in _SETTINGS:
            connection.execute(setting)
        _check(connection, sql)
        answer = Answer(ask, ask(_reader, connection, sql))
        try:
            yield answer
        finally:
            answer.close()
    finally:
        connection.interrupt()
        worker.shutdown()
        connection.close()


def _check(connection: "DuckDBPyConnection", sql: str) -> None:
    """Refuse what is not one statement that yields rows."""
    import duckdb

    with told(THE_SQL):
        statements = connection.extract_statements(sql)
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        raise InputError(THE_SQL, "is not one SELECT (DESCRIBE, SHOW TABLES and SUMMARIZE are such, too)")


def _reader(connection: "DuckDBPyConnection", sql: str) -> Any:
    relation: Any = connection.sql(sql)
    # The one name until DuckDB 1.4, the other since.
    read = relation.to_arrow_reader if hasattr(relation, "to_arrow_reader") else relation.fetch_arrow_reader
    return read(_ROWS)


@contextmanager
def _arrow_told() -> Iterator[None]:
    """What goes wrong in DuckDB while Arrow asks it for rows is an error of Arrow."""
    import pyarrow

    try:
        yield
    except (pyarrow.ArrowException, OSError) as error:
        raise InputError(THE_SQL, reason(str(error))) from None


def _unlike(names: list[str]) -> list[str]:
    """The names with a number behind those that came already."""
    found: list[str] = []
    for name in names:
        other, number = name, 1
        while other in found:
            other, number = f"{name}_{number}", number + 1
        found.append(other)
    return found
