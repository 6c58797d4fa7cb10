"""The file of an archive: opened, told apart from other files, and its troubles in one line each."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from kontari.record.streams import InputError, reason_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

LAYOUT = "1"
"""The version of the tables; of an archive of another one nothing is read, and nothing is added to it."""

_MAGIC_AT, _MAGIC = 8, b"DUCK"
_BUSY = "is in use by another process"
_NONE = "is no archive of kontari"


def connect(path: str, *, read_only: bool, config: Mapping[str, Any]) -> "DuckDBPyConnection":
    """A connection to the archive at a path, which is none of DuckDB's special names. Raises InputError."""
    duckdb = _duckdb(path)
    file = Path(path).resolve()
    with _opening(path):
        if not file.is_file() and file.exists():
            raise InputError(path, "is no file")
        with file.open("rb") as stream:
            if stream.read(_MAGIC_AT + len(_MAGIC))[_MAGIC_AT:] != _MAGIC:
                raise InputError(path, _NONE)
        with told(path):
            connection: DuckDBPyConnection = duckdb.connect(str(file), read_only=read_only, config=dict(config))
    try:
        _check(path, connection)
    except BaseException:
        connection.close()
        raise
    return connection


def is_new(path: str) -> bool:
    """Whether there is nothing at a path, or an empty file."""
    file = Path(path)
    return not file.exists() or (file.is_file() and not file.stat().st_size)


def create(path: str, fill: Callable[["DuckDBPyConnection"], None]) -> None:
    """Make a file that is there only when ``fill`` has filled it; one that another process made first stays.

    Raises InputError.
    """
    duckdb = _duckdb(path)
    file = Path(path).resolve()
    with _opening(path), TemporaryDirectory(dir=file.parent, prefix=".kontari-") as folder:
        made = Path(folder) / file.name
        with told(path), duckdb.connect(str(made)) as connection:
            fill(connection)
        if file.exists() and not file.stat().st_size:
            file.unlink()
        try:
            file.hardlink_to(made)
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            made.replace(file)


def _duckdb(path: str) -> Any:
    """The package, if all that is needed is there."""
    try:
        import duckdb
        import pyarrow  # noqa: F401
    except ImportError:
        raise InputError(path, "needs DuckDB and pyarrow: pip install 'kontari[archive]'") from None
    return duckdb


@contextmanager
def _opening(path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(path, f"cannot be opened: {reason_of(error)}") from None


def _check(path: str, connection: "DuckDBPyConnection") -> None:
    """Refuse a file with the tables of others, and an archive with other tables than these."""
    with told(path):
        if not connection.execute("SELECT 1 FROM duckdb_tables() WHERE table_name = 'meta'").fetchall():
            raise InputError(path, _NONE)
        found = connection.execute("SELECT value FROM meta WHERE name = 'layout'").fetchall()
    if found != [(LAYOUT,)]:
        raise InputError(path, "was built by another version of kontari; build a new one")


@contextmanager
def told(name: str) -> Iterator[None]:
    """Work of DuckDB: an error of it is an InputError of one line, an interruption is one."""
    import duckdb

    try:
        yield
    except duckdb.Error as error:
        raise InputError(name, reason(str(error))) from None
    except RuntimeError as error:
        if "interrupt" in str(error).lower():
            raise KeyboardInterrupt from None
        raise


def reason(text: str) -> str:
    """What an error of DuckDB says, in one line."""
    if "set lock on file" in text or "being used by another process" in text:
        return _BUSY
    lines = [line for line in text.splitlines() if line.strip()]
    kind, _, said = lines[0].partition(": ") if lines else ("", "", "failed")
    return said or kind
