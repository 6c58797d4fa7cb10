"""The fast decoder: msgspec structs derived from the models of a record.

The fields of a struct are in alphabetical order, ``action`` first, so that encoding it gives
the sorted form of RFC 8785 at no further cost.
"""

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, Union

import msgspec

from kontari.record.envelope import record_shape
from kontari.record.nodes import (
    TAG,
    Array,
    Boolean,
    Either,
    Enum,
    Free,
    Integer,
    Key,
    Node,
    Object,
    Tagged,
    Text,
    keys,
    tag_of,
)
from kontari.shape import Shape

encode_sorted = msgspec.json.Encoder().encode
"""Encode a struct of ``record_struct`` (or anything below it) with sorted keys and no spaces."""


@cache
def record_struct(game: str, bare: bool = False) -> type[msgspec.Struct]:
    """The struct of a whole record of a game; ``bare``: moves have no times, notes and claims."""
    return _Structs(bare).of(record_shape(game), None)


@cache
def decoder(game: str, bare: bool = False) -> msgspec.json.Decoder[Any]:
    """The strict decoder of a game's records: no unknown key, no ``null`` where it would count."""
    return msgspec.json.Decoder(record_struct(game, bare))


@cache
def shape_struct(shape: Any) -> type[msgspec.Struct]:
    """The struct of one JSON object of any shape."""
    return _Structs(False).of(shape, None)


def typed(game: str, value: Any) -> Any:
    """The struct of a record from plain JSON values without ``x-`` keys.

    Raises msgspec.ValidationError where the shape is wrong.
    """
    return msgspec.convert(value, record_struct(game), strict=True)


class _Structs:
    """Builds the structs of one record model, each once."""

    def __init__(self, bare: bool) -> None:
        self.bare = bare
        self.made: dict[type[Shape], type[msgspec.Struct]] = {}

    def of(self, model: type[Shape], tag: str | None) -> type[msgspec.Struct]:
        """The struct of a model; ``tag`` is its kind of move, if it is one."""
        if model not in self.made:
            self.made[model] = self._make(model, tag)
        return self.made[model]

    def _make(self, model: type[Shape], tag: str | None) -> type[msgspec.Struct]:
        fields: list[Any] = []
        rename = {}
        namespace: dict[str, Any] = {"conditions": model.conditions, "__doc__": model.__doc__}
        for key in sorted(keys(model), key=lambda key: key.name):
            if tag is not None and key.name == TAG:
                continue
            if tag is not None and self.bare and key.aside:
                # Absent from every such move, and read as on a move that might hold it.
                namespace[key.name] = None
                continue
            name = key.attribute
            rename[name] = key.name
            kind = self._type(key.node)
            fields.append((name, kind) if key.required else (name, Union[kind, None], None))
        if model.conditions:
            namespace["__post_init__"] = _keep_conditions
        if tag is not None:
            namespace[TAG] = tag
        return msgspec.defstruct(
            model.__name__,
            fields,
            namespace=namespace,
            tag=tag,
            tag_field=None if tag is None else TAG,
            rename=rename,
            forbid_unknown_fields=True,
            omit_defaults=True,
            kw_only=True,
            gc=False,
        )

    def _type(self, node: Node) -> Any:
        match node:
            case Enum(values=values):
                return Literal[values]
            case Integer(least=least, most=most):
                return Annotated[int, msgspec.Meta(ge=least, le=most)]
            case Boolean():
                return bool
            case Free():
                return dict[str, Any]
            case Text(pattern=None):
                return str
            case Text(pattern=pattern):
                return Annotated[str, msgspec.Meta(pattern=pattern)]
            case Array(item=item, least=least, most=most):
                return Annotated[list[self._type(item)], msgspec.Meta(min_length=least, max_length=most)]  # type: ignore[misc]
            case Object(model=model):
                return self.of(model, None)
            case Tagged(models=models):
                return Union[tuple(self.of(model, tag_of(model)) for model in models)]
            case Either(nodes=nodes):
                return Union[tuple(self._type(part) for part in nodes)]
        raise TypeError(node)


def _keep_conditions(self: Any) -> None:
    for condition in self.conditions:
        wanted = getattr(self, condition.other) in condition.values
        if wanted != (getattr(self, condition.key) is not None):
            raise ValueError(condition.key)


class RoundTypes(NamedTuple):
    """The types of a deal and of a move of a game, as ``msgspec.convert`` takes them."""

    deal: Any
    move: Any


@cache
def round_types(game: str) -> RoundTypes:
    """The types of a deal and of a move alone."""
    deal, moves = (key.node for name in ("deal", "moves") for key in _round_keys(game) if key.name == name)
    assert isinstance(moves, Array)
    structs = _Structs(False)
    return RoundTypes(structs._type(deal), structs._type(moves.item))


@cache
def move_asides(game: str) -> dict[str, tuple[str, ...]]:
    """For each kind of move of a game the keys that are no part of the play: times, notes, claims."""
    moves = next(key.node for key in _round_keys(game) if key.name == "moves")
    assert isinstance(moves, Array)
    assert isinstance(moves.item, Tagged)
    return {tag_of(model): tuple([key.name for key in keys(model) if key.aside]) for model in moves.item.models}


def _round_keys(game: str) -> Sequence[Key]:
    rounds = next(key.node for key in keys(record_shape(game)) if key.name == "rounds")
    assert isinstance(rounds, Array)
    assert isinstance(rounds.item, Object)
    return keys(rounds.item.model)
