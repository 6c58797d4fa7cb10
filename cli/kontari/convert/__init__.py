"""Foreign formats: a register by name, what a reader is told and gives, and how a conversion says no.

A converter transcribes and never judges: an illegal game is converted as it stands, and the
referee finds it. What a format cannot say is refused with its place. Each module has some of

- ``sniff(head) -> bool``: whether a text that begins so is surely of this form. ``head`` may be cut
  anywhere, and is never empty;
- ``read(lines, wish) -> Iterator[Converted]``: records as JSON values, in the order of the lines of
  text (each with its line break); a game that cannot be read is an error in its place and does not end
  the reading;
- ``write(record, wish) -> Written``: one record (JSON values) in the foreign form. Raises ConversionError;
- ``DIALECTS`` and ``SETTINGS``: the words of ``--dialect``, and the names of ``--set`` with what they mean;
- ``check(wish)``: asked before anything is read or written. Raises ConversionError where a dialect or a
  parameter is missing or is none, which is a usage error.

Other packages add a converter by an entry point of the group ``kontari.converters``. One that cannot be imported
is an error only where it is asked for.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Any, NamedTuple

OWN = ("json", "jsonl", "notation")
"""The forms of a kontari record itself; ``kontari.record`` reads and writes them."""

FOREIGN = {
    "openspiel": "kontari.convert.openspiel",
    "lib-table-top": "kontari.convert.lib_table_top",
    "masmus": "kontari.convert.masmus",
    "mus-benchmark": "kontari.convert.mus_benchmark",
    "rummikub-tables": "kontari.convert.table_logs",
    "rummikub-shorthand": "kontari.convert.shorthand",
    "map": "kontari.convert.mapping",
}

PLUGINS = "kontari.converters"
"""The group of entry points by which other packages add converters."""


class ConversionError(Exception):
    """What cannot be converted: ``message``, and ``place`` such as "line 3, action 17" (counted from 1)."""

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.message = message
        self.place = place


class BrokenConverterError(Exception):
    """A converter of another package that cannot be imported; the message says why."""


class Wish(NamedTuple):
    """What the user says beside the text, where the text does not say it itself.

    claims: the scores of the source become claims of the record, where the rules in force give them
    the same meaning.
    """

    game: str | None = None
    dialect: str | None = None
    settings: Mapping[str, str] = {}
    claims: bool = False


class Loss(NamedTuple):
    """Something of the source that the result does not hold: ``what``, and where it stood if that is known."""

    what: str
    place: str = ""


class Converted(NamedTuple):
    """One game of a text: the line (from 1) on which it begins, its record or what is wrong, what was lost."""

    line: int
    record: dict[str, Any] | ConversionError
    losses: Sequence[Loss] = ()


class Written(NamedTuple):
    """One record in a foreign form, and what was lost."""

    text: str
    losses: Sequence[Loss] = ()


def names() -> list[str]:
    """Every foreign form there is, those of other packages last."""
    return [*FOREIGN, *sorted(_plugins().keys() - FOREIGN.keys())]


@cache
def converter(name: str) -> ModuleType:
    """The module of a foreign form.

    Raises KeyError for a name that is not among ``names()``, and BrokenConverterError.
    """
    if name in FOREIGN:
        return import_module(FOREIGN[name])
    point = _plugins()[name]
    try:
        module: ModuleType = point.load()
    except Exception as error:
        # Whatever the code of others does when it is imported, it must not end the run over other forms.
        why = " ".join(f"{type(error).__name__}: {error}".split())
        raise BrokenConverterError(f"cannot be imported: {why}") from error
    return module


def usable() -> Iterator[tuple[str, ModuleType]]:
    """Every foreign form with its module, but those whose converters are broken."""
    for name in names():
        with suppress(BrokenConverterError):
            yield name, converter(name)


def offering(function: str) -> list[str]:
    """The foreign forms whose converters have that function, and those that are broken and might have it."""
    without = {name for name, module in usable() if not hasattr(module, function)}
    return [name for name in names() if name not in without]


def sniffed(head: str) -> list[str]:
    """The foreign forms of which a text that begins so may be."""
    return [name for name, module in usable() if hasattr(module, "sniff") and module.sniff(head)]


@cache
def _plugins() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=PLUGINS)}
