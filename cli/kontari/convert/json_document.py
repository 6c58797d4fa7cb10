"""JSON of others, read value by value: whatever is not as it should be is refused with its place.

A place is a line and a column where the text is no JSON, and a JSON Pointer where a value is not what it
should be; in a text of one document a line, the line stands before it.
"""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain, dropwhile
from typing import Any

from kontari.convert import ConversionError
from kontari.record.text import MAX_DEPTH, Noticed, events, pointer, problem, too_deep

MAX_CHARACTERS = 64 * 2**20
"""The longest document that is read."""
MAX_INT = 2**53 - 1
"""The largest number that all readers of JSON hold exactly."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_SHOWN = 60


class Node:
    """A value of a document and where it stands. What is asked of it and is not so is a ConversionError.

    line: the one on which it stands, in a text of one document a line.
    """

    __slots__ = ("_line", "_path", "value")

    def __init__(self, value: Any, path: tuple[str | int, ...] = (), line: int | None = None) -> None:
        self.value = value
        self._path = path
        self._line = line

    @property
    def place(self) -> str:
        """Line and pointer in words; empty for the whole of a document that is a whole text."""
        return ", ".join(filter(None, (self.line, pointer(self._path))))

    @property
    def line(self) -> str:
        """The line in words; empty in a document that is a whole text."""
        return "" if self._line is None else f"line {self._line}"

    @property
    def is_list(self) -> bool:
        """Whether it is an array."""
        return isinstance(self.value, list)

    @property
    def is_object(self) -> bool:
        """Whether it is an object."""
        return isinstance(self.value, dict)

    def error(self, message: str) -> ConversionError:
        """The error that a message makes at this place."""
        return ConversionError(message, self.place)

    def wanted(self, what: str) -> ConversionError:
        """The error that another value was wanted here."""
        return self.error(f"{shown(self.value)} is not {what}")

    def keys(self) -> list[str]:
        """The keys of an object."""
        return list(self.object())

    def object(self) -> dict[str, Any]:
        """What an object holds, as it stands there."""
        if not isinstance(self.value, dict):
            raise self.wanted("an object")
        return self.value

    def __getitem__(self, key: str) -> "Node":
        """The value of a key that must be there."""
        found = self.get(key)
        if found is None:
            raise self.error(f'the key "{key}" is missing')
        return found

    def get(self, key: str) -> "Node | None":
        """The value of a key; None where it is absent or null."""
        value = self.object().get(key)
        return None if value is None else Node(value, (*self._path, key), self._line)

    def items(self, least: int = 0, most: int | None = None) -> "list[Node]":
        """The items of an array of so many."""
        if not isinstance(self.value, list):
            raise self.wanted("an array")
        number = len(self.value)
        if number < least or (most is not None and number > most):
            bounds = f"{least}" if least == most else f"{least} or more" if most is None else f"{least} to {most}"
            raise self.error(f"{number} items where there should be {bounds}")
        return [Node(item, (*self._path, index), self._line) for index, item in enumerate(self.value)]

    def text(self) -> str:
        """A string."""
        if not isinstance(self.value, str):
            raise self.wanted("a text")
        return self.value

    def word(self, words: Iterable[str]) -> str:
        """One of some strings."""
        known = list(words)
        if not isinstance(self.value, str) or self.value not in known:
            raise self.wanted(f"one of {', '.join(known)}")
        return self.value

    def integer(self, least: int = 0, most: int = MAX_INT) -> int:
        """A whole number within bounds."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            bounds = f" from {least} to {most}" if most < MAX_INT else f", {least} or more" if least >= 0 else ""
            raise self.wanted(f"a whole number{bounds}")
        return value

    def boolean(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            raise self.wanted("true or false")
        return self.value


def shown(value: Any) -> str:
    """A value in short, for a message."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "an array"
    text = json.dumps(value[:_SHOWN] if isinstance(value, str) else value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def documents(lines: Iterable[str]) -> Iterator[tuple[int, Node | ConversionError]]:
    """The documents of a text, each with the line on which it begins, or what is wrong with it.

    Where the first line that is not blank is a whole document, each line is one; else the text is one.
    """
    first, numbered = begun(lines)
    if first is None:
        return
    if _is_whole(first[1]):
        for number, line in numbered:
            if line.strip():
                yield number, document(line, number)
        return
    try:
        text = _joined(line for _, line in numbered)
    except ConversionError as error:
        yield first[0], error
    else:
        yield first[0], document(text, None, first[0])


def begun(lines: Iterable[str]) -> tuple[tuple[int, str] | None, Iterator[tuple[int, str]]]:
    """The first line of a text that is not blank, with its number, and the lines from that one on."""
    numbered = dropwhile(lambda one: not one[1].strip(), enumerate(lines, start=1))
    first = next(numbered, None)
    return first, iter(()) if first is None else chain([first], numbered)


def document(text: str, line: int | None = None, first_line: int = 1) -> Node | ConversionError:
    """One document, or why it is none.

    line: the line on which it stands, in a text of one document a line; else it begins on ``first_line``.
    """
    try:
        return Node(parsed(text if line is None else text.rstrip("\r\n"), line or first_line), (), line)
    except ConversionError as error:
        return error


def parsed(text: str, first_line: int = 1) -> Any:
    """The value of a JSON text that begins on a line.

    Raises ConversionError with line and column where it is none, a key stands twice in one object, it is nested
    too deep, or a number or a character is none that a record could hold.
    """
    noticed = _Noticed()
    value = None
    try:
        value = json.loads(
            text,
            object_pairs_hook=noticed.pairs,
            parse_int=noticed.integer,
            parse_float=noticed.number,
            parse_constant=noticed.constant,
        )
    except json.JSONDecodeError as error:
        raise ConversionError(f"not JSON: {problem(error)}", _line_and_column(text, error.pos, first_line)) from None
    except RecursionError:
        noticed.anything = True
    if noticed.anything or "\\ud" in text or "\\uD" in text or too_deep(text) is not None:
        refused = _forbidden(text, first_line)
        if refused is not None:
            raise refused
    return value


def _is_whole(line: str) -> bool:
    """Whether a line is a document by itself, be it one that is refused."""
    try:
        json.loads(line, parse_int=lambda _: 0)
    except RecursionError:
        return True
    except ValueError:
        return False
    return True


def _joined(lines: Iterable[str]) -> str:
    pieces: list[str] = []
    size = 0
    for line in lines:
        size += len(line)
        if size > MAX_CHARACTERS:
            raise ConversionError(f"a document of more than {MAX_CHARACTERS} characters")
        pieces.append(line)
    return "".join(pieces)


class _Noticed(Noticed):
    """As in a record, but fractions are fine."""

    def integer(self, digits: str) -> int:
        if len(digits) > 17 or abs(int(digits)) > MAX_INT:
            self.anything = True
            return 0
        return int(digits)

    def number(self, digits: str) -> float:
        value = float(digits)
        if value in (float("inf"), float("-inf")):
            self.anything = True
        return value

    def constant(self, _: str) -> float:
        self.anything = True
        return 0.0


def _forbidden(text: str, first_line: int) -> ConversionError | None:
    """The first thing in a grammatically right text that is refused."""
    seen: set[tuple[str | int, ...]] = set()

    def refused(message: str) -> ConversionError:
        return ConversionError(message, _line_and_column(text, event.offset, first_line))

    for event in events(text):
        token = event.token
        if token in "[{" and len(event.path) >= MAX_DEPTH:
            return refused(f"nested deeper than {MAX_DEPTH}")
        if event.is_key:
            if event.path in seen:
                return refused(f"the key {shown(event.path[-1])} stands twice")
            seen.add(event.path)
        if token[0] == '"':
            if _SURROGATE.search(json.loads(token)):
                return refused("half of a surrogate pair")
        elif token in ("NaN", "Infinity", "-Infinity"):
            return refused(f"{token} is no JSON number")
        elif token[0] in "-0123456789" and _too_large(token):
            return refused("a number too large")
    return None


def _too_large(token: str) -> bool:
    if token.lstrip("-").isdigit():
        return len(token) > 17 or abs(int(token)) > MAX_INT
    return abs(float(token)) == float("inf")


def _line_and_column(text: str, offset: int, first_line: int) -> str:
    line = first_line + text.count("\n", 0, offset)
    return f"line {line}, column {offset - (text.rfind(chr(10), 0, offset) + 1) + 1}"
