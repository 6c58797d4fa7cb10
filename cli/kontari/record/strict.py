"""The strict pydantic models of records and other documents, derived from their shapes; built only to explain."""

from functools import cache
from typing import Annotated, Any, ClassVar, Literal, Union

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, create_model, model_validator

from kontari.record.envelope import record_shape
from kontari.record.nodes import (
    TAG,
    Array,
    Boolean,
    Either,
    Enum,
    Free,
    Integer,
    Node,
    Object,
    Tagged,
    Text,
    has_type,
    keys,
    once,
)
from kontari.shape import RequiredWith, Shape


class Strict(BaseModel):
    """One JSON object: nothing is coerced, ``null`` is nothing's value, unknown keys begin with ``x-``."""

    model_config = ConfigDict(strict=True, frozen=True, extra="allow", regex_engine="python-re")
    __pydantic_extra__: dict[Annotated[str, Field(pattern="^x-")], object]

    conditions: ClassVar[tuple[RequiredWith, ...]] = ()

    @model_validator(mode="after")
    def _keep_conditions(self) -> "Strict":
        for condition in self.conditions:
            wanted = getattr(self, condition.other) in condition.values
            if wanted != (getattr(self, condition.key) is not None):
                raise ValueError(condition.key)
        return self


@cache
def strict_model(game: str) -> type[BaseModel]:
    """The strict pydantic model of a whole record of a game."""
    return shape_model(record_shape(game))


@once
def shape_model(shape: type[Shape]) -> type[Strict]:
    fields: dict[str, Any] = {}
    for key in keys(shape):
        default = ... if key.required else None
        fields[key.attribute] = (_type(key.node), Field(default, alias=key.name))
    made = create_model(shape.__name__, __base__=Strict, **fields)
    made.conditions = shape.conditions
    return made


def _type(node: Node) -> Any:
    match node:
        case Enum(values=values):
            return Literal[values]
        case Integer(least=least, most=most):
            return Annotated[int, Field(ge=least, le=most)]
        case Boolean():
            return bool
        case Free():
            return dict[str, object]
        case Text(pattern=pattern):
            return Annotated[str, Field(pattern=pattern)]
        case Array(item=item, least=least, most=most):
            return Annotated[list[_type(item)], Field(min_length=least, max_length=most)]  # type: ignore[misc]
        case Object(model=shape):
            return shape_model(shape)
        case Tagged(models=shapes):
            return Annotated[Union[tuple(map(shape_model, shapes))], Field(discriminator=TAG)]
        case Either(nodes=nodes):
            return _alternatives(nodes)
    raise TypeError(node)


def _alternatives(nodes: tuple[Node, ...]) -> Any:
    """One of several types, chosen by the JSON type of the value, so that a fault is told of the one that was meant."""
    if not any(isinstance(node, Array) for node in nodes):
        return Union[tuple(map(_type, nodes))]

    def chosen(value: Any) -> str:
        return next((str(number) for number, node in enumerate(nodes) if has_type(node, value)), "0")

    tagged = [Annotated[_type(node), Tag(str(number))] for number, node in enumerate(nodes)]
    return Annotated[Union[tuple(tagged)], Discriminator(chosen)]
