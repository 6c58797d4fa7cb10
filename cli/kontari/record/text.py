"""JSON text: what is refused before its shape is looked at, and where things stand in it.

The C parser does the parsing; its hooks notice what the format forbids, and only then a scanner
of ours looks for the place.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from kontari.core.fault import Fault
from kontari.shape import MAX_INT

MAX_DEPTH = 64

_BOM = b"\xef\xbb\xbf"
_STRUCTURE = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]{}]', re.DOTALL)
_TOKEN = re.compile(r'[ \t\n\r]*+(?:([\[\]{},:])|("(?:[^"\\]++|\\.)*+")|([^\s,\]}:]++))')
_DIGITS_ALIKE = bytes.maketrans(b"123456789", b"0" * 9)
_NEITHER_BRACKET_NOR_QUOTE = bytes(set(range(256)) - set(b'[]{}"'))
_INNERMOST = re.compile(rb"\[\]|\{\}")
_SURROGATE = re.compile("[\ud800-\udfff]")


class Parsed(NamedTuple):
    """The text as a string, its value, and what was wrong with it (then the value means nothing)."""

    text: str
    value: Any
    faults: list[Fault]


def decoded(data: bytes, max_bytes: int) -> tuple[str, Fault | None]:
    """The bytes of a record as text, and what is wrong with it before it is looked at as JSON or another form."""

    def refused(text: str, code: str, offset: int, **facts: Any) -> tuple[str, Fault]:
        return text, Fault(code, facts=facts, whole=True, offset=offset)

    if len(data) > max_bytes:
        return refused("", "REC-J10", 0, bytes=len(data), most=max_bytes)
    if data.startswith(_BOM):
        return refused(data.decode("utf-8", "replace"), "REC-J02", 0)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        good = data[: error.start].decode("utf-8")
        shown = data.decode("utf-8", "replace")
        return refused(shown, "REC-J03", len(good), byte=f"0x{data[error.start]:02x}")
    if not text.strip(" \t\n\r"):
        return refused(text, "REC-J11", 0)
    return text, None


def parse(data: bytes, max_bytes: int) -> Parsed:
    """Check and parse one JSON text. Never raises."""
    text, fault = decoded(data, max_bytes)
    if fault is not None:
        return Parsed(text, None, [fault])

    def refused(code: str, offset: int, **facts: Any) -> Parsed:
        return Parsed(text, None, [Fault(code, facts=facts, whole=True, offset=offset)])

    deep = too_deep(text)
    if deep is not None:
        return refused("REC-J09", deep, most=MAX_DEPTH)
    noticed = Noticed()
    try:
        plain = _plain(data, text)
        if plain is not None:
            return Parsed(text, plain, [])
        value = json.loads(
            text,
            object_pairs_hook=noticed.pairs,
            parse_float=noticed.number,
            parse_int=noticed.integer,
            parse_constant=noticed.number,
        )
    except json.JSONDecodeError as error:
        return refused("REC-J01", error.pos, problem=problem(error))
    if noticed.anything or "\\ud" in text or "\\uD" in text:
        return Parsed(text, value, list(_forbidden(text)))
    return Parsed(text, value, [])


def _plain(data: bytes, text: str) -> Any:
    """The value of a text in which nothing that is forbidden can stand; None of any other.

    The hooks that look at every object and number take longer than the parser. No key was dropped, and so none stood
    twice, exactly when as many colons come out as went in.
    Raises json.JSONDecodeError.
    """
    if b"\\" in data or b"0" * 16 in data.translate(_DIGITS_ALIKE):
        return None
    noticed = Noticed()
    value = json.loads(text, parse_float=noticed.number, parse_constant=noticed.number)
    same = not noticed.anything and msgspec.json.encode(value).count(b":") == text.count(":")
    return value if same else None


class Noticed:
    """Hooks of the parser that notice what may be forbidden."""

    def __init__(self) -> None:
        self.anything = False

    def pairs(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) != len(pairs):
            self.anything = True
        return made

    def number(self, _: str) -> float:
        self.anything = True
        return 0.5

    def integer(self, digits: str) -> int:
        if len(digits) > 15:
            self.anything = True
            if len(digits) > 17:
                return 2**60
        return int(digits)


def problem(error: json.JSONDecodeError) -> str:
    """Why a text is no JSON, in words."""
    return error.msg[:1].lower() + error.msg[1:].replace("Expecting", "expected")


def too_deep(text: str) -> int | None:
    """The offset of the first bracket that is nested deeper than allowed."""
    if text.count("[") + text.count("{") <= MAX_DEPTH or _is_shallow(text):
        return None
    depth = 0
    for token in _STRUCTURE.finditer(text):
        sign = token[0][0]
        if sign in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                return token.start()
        elif sign in "]}":
            depth -= 1
    return None


def _is_shallow(text: str) -> bool:
    """Whether the brackets are sure not to be nested too deep: layer after layer of the innermost is taken off.

    It takes a tenth of the time of looking at them one by one. Where a bracket stands in a string a quote is left, and
    where one is not matched a bracket; of such texts nothing is said.
    """
    if "\\" in text:
        return False
    left = text.encode("utf-8", "replace").translate(None, _NEITHER_BRACKET_NOR_QUOTE).replace(b'""', b"")
    for _ in range(MAX_DEPTH):
        if not left:
            return True
        left = _INNERMOST.sub(b"", left)
    return not left


class Event(NamedTuple):
    """A key (``is_key``) or the beginning of a value, where it stands, and the path to it."""

    is_key: bool
    path: tuple[str | int, ...]
    offset: int
    token: str


def events(text: str) -> Iterator[Event]:
    """Keys and values of a grammatically right JSON text, in order."""
    path: list[Any] = []
    kinds: list[str] = []  # "{" or "[" for each open bracket
    expects_key = False
    for token in _TOKEN.finditer(text):
        sign, string, scalar = token.groups()
        offset = token.start(token.lastindex or 0)
        if string is not None and expects_key:
            name = json.loads(string)
            path[-1] = name
            yield Event(True, tuple(path), offset, string)
            expects_key = False
        elif sign is None:
            yield Event(False, tuple(path), offset, string or scalar)
        elif sign in "[{":
            yield Event(False, tuple(path), offset, sign)
            kinds.append(sign)
            path.append(0 if sign == "[" else None)
            expects_key = sign == "{"
        elif sign in "]}":
            kinds.pop()
            path.pop()
            expects_key = False
        elif sign == ",":
            if kinds[-1] == "[":
                path[-1] += 1
            else:
                expects_key = True


def _forbidden(text: str) -> Iterator[Fault]:
    """What the format forbids in a grammatically right text, in order."""
    seen: set[tuple[str | int, ...]] = set()
    for event in events(text):
        token = event.token
        if event.is_key:
            if event.path in seen:
                yield _at(event, "REC-J04", key=event.path[-1])
            seen.add(event.path)
        if token[0] == '"':
            if _SURROGATE.search(json.loads(token)):
                yield _at(event, "REC-J06")
        elif token in ("NaN", "Infinity", "-Infinity"):
            yield _at(event, "REC-J05", token=token)
        elif token[0] in "-0123456789":
            free = any(isinstance(part, str) and part.startswith("x-") for part in event.path)
            integer = token.lstrip("-").isdigit()
            shown = token if len(token) <= 24 else token[:20] + "…"
            if free:
                if abs(float(token)) == float("inf"):
                    yield _at(event, "REC-J08", number=shown, most="a double's range")
            elif not integer:
                yield _at(event, "REC-J07", number=shown)
            elif len(token) > 17 or abs(int(token)) > MAX_INT:
                yield _at(event, "REC-J08", number=shown, most=MAX_INT)


def _at(event: Event, code: str, **facts: Any) -> Fault:
    return Fault(code, pointer(event.path), facts, whole=True, offset=event.offset)


def pointer(path: tuple[str | int, ...]) -> str:
    """A path as JSON Pointer (RFC 6901)."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


class Lines:
    """Lines and columns of the offsets of a text, and what the offsets of JSON Pointers are.

    values, keys: those offsets, as far as they are known.
    """

    def __init__(self, text: str, values: dict[str, int], keys: dict[str, int]) -> None:
        self._line_starts = [0, *(found.end() for found in _LINE_BREAK.finditer(text))]
        self._values = values
        self._keys = keys

    def value(self, wanted: str) -> int:
        """The offset of a value; of the nearest thing around it, where it is not there."""
        while wanted not in self._values:
            wanted = wanted.rpartition("/")[0]
        return self._values[wanted]

    def key(self, wanted: str) -> int:
        """The offset of the key that a pointer ends in."""
        return self._keys.get(wanted, self.value(wanted))

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1, the column in code points."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1


class Places(Lines):
    """Where things stand in a JSON text."""

    def __init__(self, text: str, values: set[str], keys: set[str]) -> None:
        """values, keys: the pointers whose value or key will be asked for."""
        super().__init__(text, {"": 0}, {})
        around = {prefix for pointer_ in values | keys for prefix in _prefixes(pointer_)}
        if around:
            for event in events(text):
                place = pointer(event.path)
                if place in around:
                    (self._keys if event.is_key else self._values).setdefault(place, event.offset)


_LINE_BREAK = re.compile("\n")


def _prefixes(pointer_: str) -> Iterator[str]:
    while pointer_:
        yield pointer_
        pointer_ = pointer_.rpartition("/")[0]
