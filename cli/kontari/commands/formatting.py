"""Files of records in their canonical form: beside what they hold now, or in its place."""

import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from difflib import unified_diff
from itertools import chain
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, Any, TextIO

from kontari.commands.own_records import OwnRecords, Record
from kontari.commands.terminal import trouble
from kontari.convert import ConversionError
from kontari.notation.parsing import comment, words_of
from kontari.notation.writing import write
from kontari.printable import printable
from kontari.record.streams import COMPRESSED, InputError, Item, raw
from kontari.record.writing import one_line, pretty
from kontari.status import Status
from kontari.whole_file import replacing

File = str | InputError

WRITTEN: dict[str, Callable[[str, Any], str]] = {"json": pretty, "jsonl": one_line}
"""How a record of a game is written in each form of JSON."""

_IN_MEMORY = 2**20
_NO_LINE_BREAK = "\n\\ No newline at end of file\n"


def form_of(item: Item) -> str:
    """The form in which a record stands: by the name of its source, on nameless standard input by its text."""
    if item.notation:
        return "notation"
    name = item.source
    for packed in COMPRESSED:
        name = name.removesuffix(packed)
    if name == "-":
        return "json" if b"\n" in item.data.strip() else "jsonl"
    return "jsonl" if name.endswith(".jsonl") else "json"


class Formatting:
    """Formats one file after the other; a file with anything malformed in it is left as it is, whole.

    ``changed`` counts the files that are not in canonical form, ``kept`` those that could not be formatted.
    """

    def __init__(self, stdin_name: str | None, max_bytes: int, debug: bool) -> None:
        self._stdin_name = stdin_name
        self._max_bytes = max_bytes
        self._debug = debug
        self.changed = 0
        self.kept = 0
        self.status = Status.FINE

    def copy(self, file: File, output: AbstractContextManager[TextIO]) -> None:
        """Write the canonical form of a file to an output, which is opened only where there is all of it."""
        with self._formatted(file) as text:
            if text is not None:
                with output as stream:
                    stream.flush()
                    shutil.copyfileobj(text, stream.buffer)

    def check(self, file: File, stream: TextIO) -> None:
        """Tell whether a file would change."""
        with self._changed(self._of_a_file(file)) as (name, text):
            if text is not None:
                stream.write(f"{printable(name)}: would change\n")

    def diff(self, file: File, stream: TextIO) -> None:
        """Show what would change in a file, as a unified diff."""
        with self._changed(self._of_a_file(file)) as (name, text):
            if text is not None:
                shown = printable if stream.isatty() else str
                stream.writelines("\n".join(map(shown, line.split("\n"))) for line in _diff(name, text))

    def rewrite(self, file: File) -> None:
        """Put the canonical form in the place of a file, if that is another."""
        if isinstance(file, str) and file.endswith(COMPRESSED):
            file = InputError(file, "is compressed, and so not rewritten; unpack it")
        with self._changed(self._of_a_file(file)) as (name, text):
            if text is not None:
                _replace(Path(name).resolve(), text)

    def _of_a_file(self, file: File) -> File:
        if isinstance(file, str) and not Path(file).is_file():
            return InputError(file, "is no file that could be compared or rewritten; its form goes to the output")
        return file

    @contextmanager
    def _changed(self, file: File) -> Iterator[tuple[str, IO[bytes] | None]]:
        """The name of a file and its canonical form; None where it has that, or could not be formatted."""
        with self._formatted(file) as text:
            if text is None or isinstance(file, InputError) or _is_text_of(file, text):
                yield "", None
            else:
                self.changed += 1
                yield file, text

    @contextmanager
    def _formatted(self, file: File) -> Iterator[IO[bytes] | None]:
        """The canonical form of a file; None where it could not be formatted, which is told."""
        with SpooledTemporaryFile(_IN_MEMORY) as text:
            status = self._write(file, text)
            text.seek(0)
            self.status = max(self.status, status)
            self.kept += status != Status.FINE
            yield text if status == Status.FINE else None

    def _write(self, file: File, text: IO[bytes]) -> Status:
        if isinstance(file, InputError):
            trouble(file)
            return Status.UNUSABLE
        lossy = False

        def work(item: Item, record: Record) -> None:
            nonlocal lossy
            try:
                text.write(_canonical(item, record).encode())
            except ConversionError as error:
                trouble(error)
                lossy = True

        run = OwnRecords([file], self._stdin_name, self._max_bytes, debug=self._debug, quiet=True)
        run.each(work)
        return max(run.status, Status.FINDINGS if lossy else Status.FINE)


def _canonical(item: Item, record: Any) -> str:
    """A record in the form in which it stands. Raises ConversionError where something would be lost."""
    form = form_of(item)
    if form != "notation":
        return WRITTEN[form](record["game"], record)
    text = item.data.decode()
    lost = comment(text)
    if lost is not None:
        place = f"{item.source}:{item.line + text.count(chr(10), 0, lost)}"
        raise ConversionError("a comment, which the canonical form does not hold; a note in quotes stays", place)
    between = "\n" if item.number > 1 else ""
    return between + write(record["game"], record, words_of(text, record["game"]))


def _is_text_of(file: str, text: IO[bytes]) -> bool:
    """Whether a file holds exactly this text, which is then back at its beginning."""
    with raw(file) as stream:
        while True:
            one, other = stream.read(_IN_MEMORY), text.read(_IN_MEMORY)
            if one != other or not one:
                text.seek(0)
                return one == other


def _replace(target: Path, text: IO[bytes]) -> None:
    """Put a text in the place of a file, through a temporary file; its mode is kept."""
    with replacing(target) as new, new.open("wb") as stream:
        shutil.copyfileobj(text, stream)


def _diff(file: str, text: IO[bytes]) -> Iterator[str]:
    """A unified diff from a file to its canonical form, line by line."""
    with raw(file) as stream:
        if form_of(Item(file, 1, 1, b"")) == "jsonl":
            yield from chain((f"--- {file}\n", f"+++ {file}\n"), _lines_that_change(stream, text))
        else:
            old, new = _lines(stream), _lines(text)
            for line in unified_diff(old, new, file, file):
                yield line if line.endswith("\n") else line + _NO_LINE_BREAK


def _lines(stream: IO[bytes]) -> list[str]:
    return [line.decode() for line in stream]


def _lines_that_change(old: Iterable[bytes], new: IO[bytes]) -> Iterator[str]:
    """The hunks of a diff without context, of lines of which each is a record or blank, as they are read."""
    written = 0
    for number, line in enumerate(old, start=1):
        shown = "-" + line.decode() if line.endswith(b"\n") else "-" + line.decode() + _NO_LINE_BREAK
        if not line.strip():
            yield f"@@ -{number} +{written},0 @@\n{shown}"
            continue
        written += 1
        right = new.readline()
        if line != right:
            yield f"@@ -{number} +{written} @@\n{shown}+{right.decode()}"
