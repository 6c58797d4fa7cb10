"""JSON that foreign programs wrote: read within bounds, and asked for what is needed, always with its place."""

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from kontari.convert import ConversionError

MAX_DEPTH = 64
"""How deep values may be nested; the outermost is 1."""

MAX_DIGITS = 17
MAX_SHOWN = 60

_STRUCTURE = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]{}]', re.DOTALL)
_KINDS = {dict: "an object", list: "a list", str: "text", bool: "true or false", int: "a number", float: "a number"}


def parsed(text: str, at: str) -> Any:
    """The value of a JSON text.

    Raises ConversionError with the place ``at`` where it is none, a key stands twice, it is nested too deep,
    or a number or a character is none that a record could hold.
    """

    def refused(message: str) -> NoReturn:
        raise ConversionError(message, at)

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(found)
        if len(value) != len(found):
            seen: set[str] = set()
            twice = next(name for name, _ in found if name in seen or seen.add(name))  # type: ignore[func-returns-value]
            refused(f'key "{twice[:MAX_SHOWN]}" stands twice in one object')
        return value

    def integer(digits: str) -> int:
        if len(digits) > MAX_DIGITS:
            refused(f"number {digits[:MAX_DIGITS]}… is too long")
        return int(digits)

    def fraction(digits: str) -> float:
        value = float(digits)
        if value in (float("inf"), float("-inf")):
            refused(f"number {digits[:MAX_DIGITS]} is too large")
        return value

    if _too_deep(text):
        refused(f"nested deeper than {MAX_DEPTH}")
    try:
        value = json.loads(
            text,
            object_pairs_hook=pairs,
            parse_int=integer,
            parse_float=fraction,
            parse_constant=lambda word: refused(f"{word} is no JSON number"),
        )
    except json.JSONDecodeError as error:
        refused(f"not JSON: {error.msg[:1].lower()}{error.msg[1:]} (column {error.colno})")
    if "\\ud" in text or "\\uD" in text:
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            refused("half of a surrogate pair, which is no character")
    return value


def _too_deep(text: str) -> bool:
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return False
    depth = 0
    for token in _STRUCTURE.finditer(text):
        if token[0] in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                return True
        elif token[0] in "]}":
            depth -= 1
    return False


def escaped(key: str) -> str:
    """A key as a part of a JSON Pointer."""
    return key.replace("~", "~0").replace("/", "~1")


def shown(value: Any) -> str:
    """A value in short, for a message."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"


class Value:
    """A JSON value and where it stands: ``line`` (such as "line 3", or empty) and ``pointer``.

    What is asked of it and is not there, or of another kind, is a ConversionError with that place.
    ``null`` is the same as not there.
    """

    __slots__ = ("line", "pointer", "value")

    def __init__(self, value: Any, line: str = "", pointer: str = "") -> None:
        self.value = value
        self.line = line
        self.pointer = pointer

    @property
    def at(self) -> str:
        """The place in words."""
        return ", ".join(filter(None, (self.line, self.pointer))) or "(whole)"

    def error(self, message: str) -> ConversionError:
        """That something is wrong here."""
        return ConversionError(message, self.at)

    def _of(self, *kinds: type) -> Any:
        if type(self.value) not in kinds:
            raise self.error(f"{shown(self.value)} is not {_KINDS[kinds[0]]}")
        return self.value

    def get(self, key: str) -> "Value | None":
        """The value under a key of this object, where it is there."""
        found = self._of(dict).get(key)
        return None if found is None else Value(found, self.line, f"{self.pointer}/{escaped(key)}")

    def need(self, key: str) -> "Value":
        """The value under a key that this object must have."""
        found = self.get(key)
        if found is None:
            raise self.error(f'no "{key}"')
        return found

    def items(self) -> "list[Value]":
        """The values of this list."""
        return [Value(item, self.line, f"{self.pointer}/{index}") for index, item in enumerate(self._of(list))]

    def entries(self) -> "Iterator[tuple[str, Value]]":
        """The keys of this object with their values."""
        for key, item in self._of(dict).items():
            yield key, Value(item, self.line, f"{self.pointer}/{escaped(key)}")

    def text(self) -> str:
        """This text."""
        return str(self._of(str))

    def boolean(self) -> bool:
        """This true or false."""
        return bool(self._of(bool))

    def integer(self, least: int = -(2**53) + 1, most: int = 2**53 - 1) -> int:
        """This whole number, within bounds."""
        value = int(self._of(int))
        if not least <= value <= most:
            raise self.error(f"{value} is not from {least} to {most}")
        return value

    def is_list(self) -> bool:
        """Whether it is a list."""
        return type(self.value) is list

    def is_object(self) -> bool:
        """Whether it is an object."""
        return type(self.value) is dict
