"""The file of an archive: opened, told apart from other files, and its troubles in one line each."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kontari.record.streams import InputError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

LAYOUT = "1"
"""The version of the tables; of an archive of another one nothing is read, and nothing is added to it."""

_MAGIC_AT, _MAGIC = 8, b"DUCK"
_BUSY = "is in use by another process"


def connect(path: str, *, read_only: bool, config: Mapping[str, Any]) -> "DuckDBPyConnection":
    """A connection to the file at a path, which is none of DuckDB's special names. Raises InputError."""
    try:
        import duckdb
        import pyarrow  # noqa: F401
    except ImportError:
        raise InputError(path, "needs DuckDB and pyarrow: pip install 'kontari[archive]'") from None
    file = Path(path).resolve()
    try:
        if read_only or file.exists():
            _check(path, file, read_only)
        with told(path):
            return duckdb.connect(str(file), read_only=read_only, config=dict(config))
    except OSError as error:
        raise InputError(path, f"cannot be opened: {(error.strerror or str(error)).lower()}") from None


def _check(path: str, file: Path, read_only: bool) -> None:
    """Refuse what is no DuckDB file; an empty file is a new one to DuckDB, too."""
    if file.exists() and not file.is_file():
        raise InputError(path, "is no file")
    with file.open("rb") as stream:
        head = stream.read(_MAGIC_AT + len(_MAGIC))
    if head[_MAGIC_AT:] != _MAGIC and (head or read_only):
        raise InputError(path, "is no archive of kontari")


def layout(path: str, connection: "DuckDBPyConnection") -> str | None:
    """The layout of an open archive; None where the file holds no table. Raises InputError for the tables of others."""
    with told(path):
        names = {name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
        if not names:
            return None
        if "meta" not in names:
            raise InputError(path, "is no archive of kontari")
        found = connection.execute("SELECT value FROM meta WHERE name = 'layout'").fetchone()
    if found is None or found[0] != LAYOUT:
        raise InputError(path, "was built by another version of kontari; build a new one")
    return str(found[0])


@contextmanager
def told(name: str) -> Iterator[None]:
    """Work of DuckDB: an error of it is an InputError of one line, an interruption is one."""
    import duckdb

    try:
        yield
    except duckdb.Error as error:
        raise InputError(name, _reason(str(error))) from None
    except RuntimeError as error:
        if "interrupt" in str(error).lower():
            raise KeyboardInterrupt from None
        raise


def _reason(text: str) -> str:
    """What an error of DuckDB says, in one line."""
    if "set lock on file" in text or "being used by another process" in text:
        return _BUSY
    lines = [line for line in text.splitlines() if line.strip()]
    kind, _, said = lines[0].partition(": ") if lines else ("", "", "failed")
    return said or kind
