"""A fault of ours: told with the record at which it showed, and kept to that record."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from kontari.record.streams import InputError, Item


class OurFaultError(Exception):
    """A fault of kontari itself at one record; the message names it."""


def our_fault(error: Exception, where: str = "") -> str:
    """One line that asks for a report; ``where`` names the record."""
    return f"{where}a fault of kontari itself, please report it: {type(error).__name__}: {error} (--debug: more)"


@contextmanager
def guarded(item: Item, debug: bool) -> Iterator[None]:
    """Work on one record: whatever else goes wrong is an OurFaultError; with ``debug`` it stays what it is."""
    try:
        yield
    except (OSError, InputError, typer.Exit, typer.Abort, typer.BadParameter):
        raise
    except Exception as error:
        if debug:
            raise
        from hashlib import sha256

        where = (
            f"{item.source}:{item.line}: record {item.number} (SHA-256 of its bytes {sha256(item.data).hexdigest()}): "
        )
        raise OurFaultError(our_fault(error, where)) from error
