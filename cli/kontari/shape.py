"""The vocabulary in which games, the envelope and tournaments describe the shape of their documents.

A ``Shape`` describes one JSON object by annotated attributes, in pydantic's terms (``Annotated``,
``Literal``, ``Field``). It takes ``x-`` keys and no other unknown key, and never ``null``: an absent key
is ``None`` in Python and nothing else is. Everything that is published or derived (JSON Schema,
the fast decoder, the strict pydantic models, the order of keys in writing) is read off these
classes by ``kontari.record.nodes``, so they may use only the kinds of type named there. They are plain
classes, because building a pydantic model costs more than judging a record.
"""

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, TypeAlias, TypeVar

from pydantic import Field

T = TypeVar("T")

MAX_INT = 2**53 - 1

if TYPE_CHECKING:
    Absent: TypeAlias = T | None
else:

    class Absent:
        """``Absent[T]``: a key that may be left out, but never holds ``null``."""

        def __class_getitem__(cls, item: Any) -> Any:
            return item


Free: TypeAlias = dict[str, Any]
"""An object of any JSON, whose keys somebody else gives their meaning."""


class Named(NamedTuple):
    """Metadata: publish this type once, under ``$defs`` by this name."""

    name: str


class Aside(NamedTuple):
    """Metadata: a key that is no part of the play (a time, a note, a claim); see ``play_sha256``."""


class RequiredWith(NamedTuple):
    """``key`` must be there exactly where ``other`` has one of ``values``."""

    key: str
    other: str
    values: tuple[str, ...]


class Shape:
    """One JSON object; a key with a default may be left out."""

    conditions: ClassVar[tuple[RequiredWith, ...]] = ()
    keys_last: ClassVar[tuple[str, ...]] = ()
    """Inherited keys that come after the class's own in the written form."""

    def __init__(self, **values: Any) -> None:
        """The object with these keys, unchecked."""
        self.__dict__.update(values)


Seat = Annotated[int, Field(ge=0, le=MAX_INT), Named("seat")]
Count = Annotated[int, Field(ge=0, le=MAX_INT), Named("count")]
Score = Annotated[int, Field(ge=-MAX_INT, le=MAX_INT), Named("score")]

_TIME = (
    r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)"
    r"(\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])(?!\n)$"
)
Timestamp = Annotated[str, Field(pattern=_TIME), Named("timestamp")]


class Move(Shape):
    """What every move may carry beside its own keys."""

    keys_last: ClassVar[tuple[str, ...]] = ("at", "elapsed_ms", "note")

    at: Annotated[
        Absent[Timestamp],
        Aside(),
        Field(description="the RFC 3339 time of the move", examples=["2026-05-02T18:04:11Z"]),
    ] = None
    elapsed_ms: Annotated[
        Absent[Count],
        Aside(),
        Field(description="the milliseconds spent on this move", examples=[4200]),
    ] = None
    note: Annotated[
        Absent[str],
        Aside(),
        Field(description="a remark in words, ignored by the rules", examples=["played at once"]),
    ] = None
