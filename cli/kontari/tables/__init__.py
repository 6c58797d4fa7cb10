"""Records as tables: which columns they have, the rows of a record, and a writer a form.

A table is one of ``columns.TABLES`` and has the same columns for every game.
"""

from collections.abc import Callable
from importlib import import_module
from typing import IO, Any

FORMATS = ("csv", "parquet")
"""The forms of a table; ``kontari.tables.<form>_file`` has the ``Writer`` of each."""


def writer(format: str) -> Callable[[str, IO[bytes]], Any]:
    """The class of a writer, made of a table's name and a binary stream; then ``rows`` and, at last, ``end``.

    Raises NeedsPackageError where it needs a package that is not there.
    """
    made: Callable[[str, IO[bytes]], Any] = import_module(f"kontari.tables.{format}_file").Writer
    return made


class NeedsPackageError(Exception):
    """A form whose package is not installed; the message says how it is."""
