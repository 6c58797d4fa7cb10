"""A JSON value in the making, each part with the place in the text that it was written at.

What a parser of another notation gives: it is written out as JSON text, so that the same checks
judge it as judge a record that was written as JSON.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple


class Scalar(NamedTuple):
    """A scalar as JSON text, and its offset."""

    json: str
    at: int


class Reference(NamedTuple):
    """Who is meant by a name; it becomes the number of a seat when all is read."""

    name: str
    at: int


class Items(NamedTuple):
    """An array."""

    items: "Sequence[Part]"
    at: int


class Member(NamedTuple):
    """A key of an object with its value and the offset of the key; the same key may come twice."""

    key: str
    value: "Part"
    at: int


class Members(NamedTuple):
    """An object."""

    members: Sequence[Member]
    at: int


Part = Scalar | Reference | Items | Members


class Held(NamedTuple):
    """What was dealt to one seat, and to which."""

    who: Scalar | Reference
    held: Items
    at: int


class TooDeepError(Exception):
    """A part that is nested too deep, at an offset."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


class NotReadableError(Exception):
    """Something that looks right and is not, at an offset: what was found, and what was expected."""

    def __init__(self, found: str, expected: str, at: int) -> None:
        super().__init__(found)
        self.found = found
        self.expected = expected
        self.at = at


def text(value: str, at: int) -> Scalar:
    """A string as a scalar."""
    return Scalar(json.dumps(value, ensure_ascii=False), at)


def words(tokens: Iterable[Any], at: int, spelt: Callable[[str], str] = str) -> Items:
    """Tokens of a parser (text with ``start_pos``) as an array of strings, each spelt as the record spells it."""
    return Items([word(token, spelt) for token in tokens], at)


def word(token: Any, spelt: Callable[[str], str] = str) -> Scalar:
    """A token of a parser as a string."""
    return text(spelt(str(token)), token.start_pos)


def action(name: str, token: Any) -> Member:
    """The tag of a move that begins with a token."""
    return Member("action", text(name, token.start_pos), token.start_pos)


class Written(NamedTuple):
    """A value as JSON text, and where its parts were written.

    values, keys: offsets by JSON Pointer. origins: pairs of an offset in ``json`` and one in the text
    that it was made from, the first ascending.
    """

    json: str
    values: dict[str, int]
    keys: dict[str, int]
    origins: list[tuple[int, int]]


def written(part: Part, most: int, seat: Callable[[Reference], int | None]) -> Written:
    """A value as JSON text; ``seat`` tells who is meant by a name, None where nobody is.

    Raises TooDeepError where it is nested deeper than ``most``.
    """
    writing = _Writing(most, seat)
    writing.write(part, "", 1)
    return Written("".join(writing.pieces), writing.values, writing.keys, writing.origins)


class _Writing:
    def __init__(self, most: int, seat: Callable[[Reference], int | None]) -> None:
        self.pieces: list[str] = []
        self.values: dict[str, int] = {}
        self.keys: dict[str, int] = {}
        self.origins: list[tuple[int, int]] = []
        self._most = most
        self._seat = seat
        self._length = 0

    def write(self, part: Part, pointer: str, depth: int) -> None:
        self.values[pointer] = part.at
        self.origins.append((self._length, part.at))
        match part:
            case Scalar(json=scalar):
                self._put(scalar)
            case Reference():
                self._put(str(self._seat(part)))
            case _ if depth > self._most:
                raise TooDeepError(part.at)
            case Items(items=items):
                self._put("[")
                for index, item in enumerate(items):
                    self._put("," if index else "")
                    self.write(item, f"{pointer}/{index}", depth + 1)
                self._put("]")
            case Members(members=members):
                self._put("{")
                for index, member in enumerate(members):
                    self._put("," if index else "")
                    self._member(member, pointer, depth)
                self._put("}")

    def _member(self, member: Member, pointer: str, depth: int) -> None:
        below = f"{pointer}/{member.key.replace('~', '~0').replace('/', '~1')}"
        self.keys[below] = member.at
        self.origins.append((self._length, member.at))
        # Escaped, since a key may hold half of a surrogate pair, which is to be found by those who read the JSON.
        self._put(json.dumps(member.key) + ":")
        self.write(member.value, below, depth + 1)

    def _put(self, piece: str) -> None:
        self.pieces.append(piece)
        self._length += len(piece)
