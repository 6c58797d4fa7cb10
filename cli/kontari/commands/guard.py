"""A fault of ours: told with the record at which it showed, and kept to that record."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from kontari.our_fault import named, our_fault
from kontari.record.streams import InputError, Item


class OurFaultError(Exception):
    """A fault of kontari itself at one record; the message names it."""


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
        raise OurFaultError(our_fault(error, named(item))) from error
