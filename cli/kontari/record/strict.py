"""The strict pydantic models of records, derived from their shapes; built only to explain."""

from functools import cache
from typing import Annotated, Any, ClassVar, Literal, Union

from pydantic import BaseModel, ConfigDict, Field, create_model, model_validator

from kontari.record.envelope import record_shape
from kontari.record.nodes import TAG, Array, Boolean, Either, Enum, Integer, Node, Object, Tagged, Text, keys, once
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
    return _model(record_shape(game))


@once
def _model(shape: type[Shape]) -> type[Strict]:
    fields: dict[str, Any] = {}
    for key in keys(shape):
        default = ... if key.required else None
        fields[key.name.replace("$", "dollar_")] = (_type(key.node), Field(default, alias=key.name))
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
        case Text(pattern=pattern):
            return Annotated[str, Field(pattern=pattern)]
        case Array(item=item, least=least, most=most):
            return Annotated[list[_type(item)], Field(min_length=least, max_length=most)]  # type: ignore[misc]
        case Object(model=shape):
            return _model(shape)
        case Tagged(models=shapes):
            return Annotated[Union[tuple(map(_model, shapes))], Field(discriminator=TAG)]
        case Either(nodes=nodes):
            return Union[tuple(map(_type, nodes))]
    raise TypeError(node)
