"""Foreign formats: a register by name, and how a conversion says no.

A converter transcribes and never judges: an illegal game is converted as it stands, and the
referee finds it. What a format cannot say is refused with its place. Each module has

- ``read(lines) -> Iterator[(line, record | ConversionError)]``: records as JSON values, in the order
  of the lines of text; a game that cannot be read is an error in its place and does not end the reading;
- ``write(record) -> str``: one record (JSON values) in the foreign form. Raises ConversionError.
"""

from functools import cache
from importlib import import_module
from types import ModuleType

OWN = ("json", "jsonl")
"""The forms of a kontari record itself; ``kontari.record`` reads and writes them."""

FOREIGN = {
    "openspiel": "kontari.convert.openspiel",
}


class ConversionError(Exception):
    """What cannot be converted: ``message``, and ``place`` such as "line 3, action 17" (counted from 1)."""

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.message = message
        self.place = place


@cache
def converter(name: str) -> ModuleType:
    """The module of a foreign format. Raises KeyError for a name that is not in ``FOREIGN``."""
    return import_module(FOREIGN[name])
