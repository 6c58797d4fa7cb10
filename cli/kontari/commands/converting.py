"""Records out of any form, and into any form; what cannot be converted is an error in its place."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from kontari.commands.one_record import NoSuchRecordError, record_of
from kontari.convert import OWN, BrokenConverterError, ConversionError, Loss, Wish, Written, converter, sniffed
from kontari.core.verdict import Verdict
from kontari.games import part
from kontari.notation.writing import write as notation
from kontari.record.streams import InputError, Item, head, own_form, text_lines
from kontari.record.writing import one_line, pretty
from kontari.tables import NeedsPackageError
from kontari.tables import writer as table_writer
from kontari.tables.rows import rows

Record = dict[str, Any]
Judge = Callable[[], Verdict]
"""Gives the verdict on a record that was read."""


class Read(NamedTuple):
    """A record and where it comes from, or what kept it from being read; and what was lost in reading."""

    place: str
    record: Record | ConversionError
    losses: Sequence[Loss] = ()


def own_record(item: Item, max_bytes: int) -> Record | ConversionError:
    """A record in kontari's own form, or why it is none."""
    try:
        return record_of(item, max_bytes).data
    except NoSuchRecordError as error:
        return ConversionError(error.message, error.place)


def form_of(path: str, stdin_name: str | None) -> str | None:
    """The foreign form of an input by its content; None where it is one of kontari's own.

    A name of kontari's own forms decides where the content does not: logs of others are called ``.jsonl`` too.
    Raises InputError where it may be of several forms, or of none.
    """
    name = stdin_name if path == "-" and stdin_name else path
    if own_form(name):
        return _form_in_own_name(path, stdin_name)
    beginning = head(path, stdin_name=stdin_name)
    if not beginning.strip() or '"kontari"' in beginning or beginning.lstrip().startswith(("kontari", ";")):
        return None
    found = sniffed(beginning)
    if len(found) == 1:
        return found[0]
    if found:
        raise InputError(path, f"may be of the forms {', '.join(found)}; say which by --from")
    raise InputError(path, "is of no form that its beginning tells; say which by --from")


def _form_in_own_name(path: str, stdin_name: str | None) -> str | None:
    if path != "-" and not Path(path).is_file():
        return None
    try:
        beginning = head(path, stdin_name=stdin_name)
    except InputError:
        return None
    found = [] if '"kontari"' in beginning or not beginning.strip() else sniffed(beginning)
    return found[0] if len(found) == 1 else None


def foreign_records(path: str, form: str, wish: Wish, stdin_name: str | None, max_bytes: int) -> Iterator[Read]:
    """The records of one input in a foreign form. Raises InputError where it cannot be read."""
    lines = text_lines(path, stdin_name=stdin_name, max_bytes=max_bytes)
    name = stdin_name if path == "-" and stdin_name else path
    for line, record, losses in _reader(form)(lines, wish):
        if isinstance(record, ConversionError):
            record = ConversionError(record.message, f"{name}: {record.place}" if record.place else name)
        yield Read(f"{name}: line {line}", record, losses)


def _reader(form: str) -> Callable[[Iterable[str], Wish], Iterator[Any]]:
    reader: Callable[[Iterable[str], Wish], Iterator[Any]] = converter(form).read
    return reader


def check_imports(option: str, form: str) -> None:
    """Raises InputError where the converter that an option names is of another package, and broken."""
    try:
        converter(form)
    except BrokenConverterError as error:
        raise InputError(f"{option} {form}", f"the converter {error}") from None


class Writer:
    """Writes records in one form to a stream, which ``begin`` is given."""

    def __init__(self, form: str, output: str | None, wish: Wish) -> None:
        self.form = form
        self._output = output
        self._wish = wish
        self._written = 0
        self._stream: TextIO

    def begin(self, stream: TextIO) -> None:
        """Before the first record."""
        self._stream = stream

    def record(self, record: Record, source: str, number: int, judge: Judge) -> Sequence[Loss]:
        """Write one record, and say what was lost. Raises ConversionError where the form cannot say it."""
        written = self._text(record)
        self._stream.write(written.text)
        self._written += 1
        return written.losses

    def end(self) -> None:
        """Behind the last record."""

    def settings(self) -> set[str]:
        """The names of the parameters that the form takes in writing."""
        if self.form in OWN:
            return {"words"} if self.form == "notation" else set()
        return set(getattr(converter(self.form), "SETTINGS", {}))

    def _text(self, record: Record) -> Written:
        game = record["game"]
        match self.form:
            case "json" if self._written:
                raise InputError(self._output or "-", "--to json is one record, and there are several; --to jsonl")
            case "json":
                return Written(pretty(game, record))
            case "jsonl":
                return Written(one_line(game, record))
            case "notation":
                return Written("\n" * bool(self._written) + notation(game, record, self._words(game)))
        written: Written = converter(self.form).write(record, self._wish)
        return written

    def _words(self, game: str) -> str | None:
        """The set of words that is wished for the notation, where the game has several."""
        words = self._wish.settings.get("words")
        return words if words in part(game, "text").WORDS else None


class TableWriter(Writer):
    """Writes the rows of records as one table."""

    def __init__(self, form: str, table: str, wish: Wish) -> None:
        super().__init__(form, None, wish)
        self._table = table
        try:
            self._make = table_writer(form)
        except NeedsPackageError as error:
            raise InputError(f"--to {form}", str(error)) from None

    def begin(self, stream: TextIO) -> None:
        """Before the first record."""
        self._out = self._make(self._table, stream.buffer)

    def record(self, record: Record, source: str, number: int, judge: Judge) -> Sequence[Loss]:
        """Write the rows of one record; the columns say what they hold, and nothing more is told."""
        self._out.rows([*rows(self._table, record, source, number, judge)])
        return ()

    def end(self) -> None:
        """Behind the last record."""
        self._out.end()

    def settings(self) -> set[str]:
        """A table has no parameters."""
        return set()
