"""The models of a record or of another document as a small tree of nodes: schema, decoder, writing come from it.

Knows no game: it reads whatever ``Shape`` classes it is given. A type it does not know is a
``TypeError`` at import, so that nothing can be described that only pydantic would enforce.
"""

import keyword
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from types import UnionType
from typing import Annotated, Any, ClassVar, Literal, TypeVar, Union, cast, get_args, get_origin

from msgspec import Struct
from pydantic.fields import FieldInfo

from kontari.shape import MAX_INT, Aside, Named, Shape


class Node(Struct, frozen=True):
    """What one value may be; ``name`` is its name under ``$defs``, if it has one."""

    name: str | None


class Enum(Node, frozen=True):
    """One of some words, or one of some numbers above 1 (which are equal to no boolean)."""

    values: tuple[str, ...] | tuple[int, ...]


class Integer(Node, frozen=True):
    least: int
    most: int


class Boolean(Node, frozen=True):
    pass


class Text(Node, frozen=True):
    pattern: str | None


class Array(Node, frozen=True):
    item: Node
    least: int | None
    most: int | None


class Object(Node, frozen=True):
    model: type[Shape]


class Tagged(Node, frozen=True):
    """One of several objects, told apart by the key ``action``."""

    models: tuple[type[Shape], ...]

    def by_tag(self) -> dict[str, type[Shape]]:
        return {tag_of(model): model for model in self.models}


class Free(Node, frozen=True):
    """An object of any JSON."""


class Either(Node, frozen=True):
    """One of several scalars or arrays of different JSON types."""

    nodes: tuple[Node, ...]


class Key(Struct, frozen=True):
    """One key of an object."""

    name: str
    node: Node
    required: bool
    description: str
    examples: tuple[Any, ...]
    aside: bool

    @property
    def attribute(self) -> str:
        """The key as the name of an attribute: ``$schema``, ``from`` and ``2`` are none themselves."""
        plain = self.name.replace("$", "dollar_")
        return plain if plain.isidentifier() and not keyword.iskeyword(plain) else f"key_{plain}"


TAG = "action"

F = TypeVar("F", bound=Callable[..., Any])


def once(function: F) -> F:
    """``functools.cache`` with the function's own signature (a class is no Hashable to mypy)."""
    return cast("F", cache(function))


def _annotations(model: type[Shape]) -> dict[str, Any]:
    """The annotated keys of a shape, its bases' first, without class variables."""
    found: dict[str, Any] = {}
    for one in reversed(model.__mro__):
        found |= vars(one).get("__annotations__", {})
    return {name: hint for name, hint in found.items() if get_origin(hint) is not ClassVar}


@once
def tag_of(model: type[Shape]) -> str:
    """The one value of a move's ``action``."""
    tag = node(_annotations(model)[TAG], [])
    assert isinstance(tag, Enum)
    (value,) = tag.values
    assert isinstance(value, str)
    return value


@once
def keys(model: type[Shape]) -> tuple[Key, ...]:
    """The keys of an object in the order in which they are written."""
    hints = _annotations(model)
    found = {name: _key(name, hint, not hasattr(model, name)) for name, hint in hints.items()}
    last = [found.pop(name) for name in model.keys_last if name in found]
    return (*found.values(), *last)


def _key(name: str, hint: Any, required: bool) -> Key:
    base, *metadata = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    fields = [item for item in metadata if isinstance(item, FieldInfo)]
    described = [field for field in fields if field.description and field.examples]
    if not described:
        raise TypeError(f"{name}: every key needs a description and an example")
    flat = list(_flat(metadata))
    return Key(
        name=next((field.alias for field in fields if field.alias), name),
        node=node(base, flat),
        required=required,
        description=str(described[-1].description),
        examples=tuple(described[-1].examples or ()),
        aside=any(isinstance(item, Aside) for item in flat),
    )


def _flat(metadata: Iterable[Any]) -> Iterator[Any]:
    for item in metadata:
        if isinstance(item, FieldInfo):
            yield from _flat(item.metadata)
        else:
            yield item


def _limit(metadata: list[Any], name: str) -> Any:
    found = [getattr(item, name) for item in metadata if getattr(item, name, None) is not None]
    return found[-1] if found else None


def node(annotation: Any, metadata: list[Any]) -> Node:
    """The node of an annotation as it stands in a ``Shape``."""
    origin = get_origin(annotation)
    if origin is Annotated:
        base, *more = get_args(annotation)
        return node(base, [*_flat(more), *metadata])
    names = [item.name for item in metadata if isinstance(item, Named)]
    name = names[0] if names else None
    if origin is Literal:
        values = get_args(annotation)
        if not all(isinstance(value, str) or (type(value) is int and value > 1) for value in values):
            raise TypeError(f"only text and numbers above 1 in enumerations, not {values}")
        return Enum(name, values)
    if annotation is bool:
        return Boolean(name)
    if annotation is int:
        least, most = _limit(metadata, "ge"), _limit(metadata, "le")
        return Integer(name, -MAX_INT if least is None else least, MAX_INT if most is None else most)
    if annotation is str:
        return Text(name, _limit(metadata, "pattern"))
    if origin is list:
        (item,) = get_args(annotation)
        return Array(name, node(item, []), _limit(metadata, "min_length"), _limit(metadata, "max_length"))
    if origin is dict and get_args(annotation) == (str, Any):
        return Free(name)
    if origin in (Union, UnionType):
        parts = get_args(annotation)
        if all(isinstance(part, type) and issubclass(part, Shape) for part in parts):
            return Tagged(name, parts)
        nodes = tuple(node(part, []) for part in parts)
        if len({json_type(part) for part in nodes}) < len(nodes):
            raise TypeError(f"alternatives must differ in their JSON type: {annotation}")
        return Either(name, nodes)
    if isinstance(annotation, type) and issubclass(annotation, Shape):
        return Object(name, annotation)
    raise TypeError(f"not a type a record can hold: {annotation}")


_TYPES: dict[type[Node], type] = {
    Enum: str,
    Text: str,
    Integer: int,
    Boolean: bool,
    Array: list,
    Object: dict,
    Tagged: dict,
    Free: dict,
}


def json_type(node: Node) -> type:
    """The Python type of a node's values; an enumeration of numbers is in its type an integer."""
    return int if isinstance(node, Enum) and isinstance(node.values[0], int) else _TYPES[type(node)]


def has_type(node: Node, value: Any) -> bool:
    """Whether a value has the JSON type of a node, whatever else is wrong with it."""
    if isinstance(node, Either):
        return any(has_type(part, value) for part in node.nodes)
    return isinstance(value, json_type(node)) and (type(value) is not bool or isinstance(node, Boolean))
