"""Writing to the terminal, to a file, to a pipe; and how trouble is told."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NoReturn, TextIO

import typer

from kontari.printable import printable
from kontari.record.streams import COMPRESSED, InputError, inputs, reason_of
from kontari.render import Look
from kontari.whole_file import replacing

PLAIN_FORMATS = ("text", "json")
"""Formats of a command that has no more."""


def trouble(message: object) -> None:
    """One line on standard error."""
    print(f"kontari: {printable(str(message))}", file=sys.stderr, flush=True)


def misuse(message: str) -> NoReturn:
    """End with a usage error: exit status 2."""
    raise typer.BadParameter(message)


def known(name: str, names: Iterable[str], what: str, listed: str | None = None) -> None:
    """A usage error that suggests the near name, where this one is not among those there are.

    listed: what to say in place of all names, where they are many.
    """
    there_are = list(names)
    if name not in there_are:
        from difflib import get_close_matches

        near = get_close_matches(name, there_are, 1)
        listed = listed or f"there are {', '.join(there_are)}"
        misuse(f"no {what} {name or '(empty)'}{f', perhaps {near[0]}' if near else ''}; {listed}")


def look(
    colour: str | None,
    verbose: bool = False,
    to_file: bool = False,
    complete: bool = False,
) -> Look:
    """How text may look on standard output, by option, environment and terminal."""
    if colour is not None:
        known(colour, ("always", "never"), "colour")
    terminal = sys.stdout.isatty() and not to_file
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    coloured = colour == "always" or (colour is None and terminal and not plain)
    width = 100
    if terminal:
        from shutil import get_terminal_size

        width = get_terminal_size().columns
    return Look(coloured, max(40, min(width, 160)), verbose, complete)


@contextmanager
def output(
    path: str | None, sources: Iterable[str] = (), *, empty: Callable[[], bool] = lambda: False
) -> Iterator[TextIO]:
    """Standard output, or a file that appears only when all of it has been written.

    Nothing is written in place: the file is none of those that ``sources`` (paths, folders, globs) name.
    What is no regular file (a device, a pipe) is written to as it is; a file that is there stays as it
    was where there is nothing to write, unless ``empty`` then says that nothing is what there was to say.

    Raises InputError where the file cannot be written.
    """
    if path is None or path == "-":
        yield sys.stdout
        sys.stdout.flush()
        return
    target = Path(path).resolve()
    if target.exists() and any(_is(target, source) for source in inputs(sources)):
        raise InputError(path, "is read here; nothing is written in place")
    if target.exists() and not (target.is_file() or target.is_dir()):
        with target.open("w", encoding="utf-8") as stream:
            yield stream
        return
    if target.is_dir():
        raise InputError(path, "is a folder")
    if target.name.endswith(COMPRESSED):
        raise InputError(path, "is written uncompressed only; leave the ending out and compress it afterwards")
    with ExitStack() as stack:
        try:
            new = stack.enter_context(replacing(target))
        except OSError as error:
            raise InputError(path, f"cannot be written: {reason_of(error)}") from None
        with new.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
            yield stream
        if not new.stat().st_size and target.exists() and not empty():
            new.unlink()


def _is(target: Path, source: str | InputError) -> bool:
    return isinstance(source, str) and Path(source).exists() and target.samefile(source)
