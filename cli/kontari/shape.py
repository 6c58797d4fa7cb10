"""The vocabulary in which games and the envelope describe the shape of a record.

A ``Shape`` is a pydantic model that is strict and frozen, takes ``x-`` keys and no other
unknown key, and never takes ``null``: an absent key is ``None`` in Python and nothing else is.
Everything that is published or derived (JSON Schema, the fast decoder, the order of keys in
writing) is read off these classes, so they may use only the few kinds of type named in
``kontari.record.nodes``.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, model_validator

T = TypeVar("T")

MAX_INT = 2**53 - 1

if TYPE_CHECKING:
    Absent: TypeAlias = T | None
else:

    class Absent:
        """``Absent[T]``: a key that may be left out, but never holds ``null``."""

        def __class_getitem__(cls, item: Any) -> Any:
            return item


@dataclass(frozen=True)
class Named(Generic[T]):
    """Metadata: publish this type once, under ``$defs`` by this name."""

    name: str


@dataclass(frozen=True)
class Aside:
    """Metadata: a key that is no part of the play (a time, a note, a claim); see ``play_sha256``."""


@dataclass(frozen=True)
class RequiredWith:
    """``key`` must be there exactly where ``other`` has one of ``values``."""

    key: str
    other: str
    values: tuple[str, ...]


class Shape(BaseModel):
    """One JSON object of a record."""

    model_config = ConfigDict(
        strict=True,
        frozen=True,
        extra="allow",
        defer_build=True,
        regex_engine="python-re",
        populate_by_name=False,
        protected_namespaces=(),
    )
    __pydantic_extra__: dict[Annotated[str, Field(pattern="^x-")], object]

    conditions: ClassVar[tuple[RequiredWith, ...]] = ()
    keys_last: ClassVar[tuple[str, ...]] = ()
    """Inherited keys that come after the class's own in the written form."""

    @model_validator(mode="after")
    def _keep_conditions(self) -> "Shape":
        for condition in self.conditions:
            wanted = getattr(self, condition.other) in condition.values
            if wanted != (getattr(self, condition.key) is not None):
                raise ValueError(f"{'missing' if wanted else 'unexpected'}:{condition.key}")
        return self


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
