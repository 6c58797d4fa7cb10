"""The published JSON Schema (Draft 2020-12) of a game's records or of another document, derived from its models.

One bundled file each. Kinds of move are told apart by ``if``/``then`` on ``action``, since
``oneOf`` would answer a wrong move with one complaint a kind.
"""

from functools import cache
from typing import Any

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
    keys,
    tag_of,
)
from kontari.shape import Shape

NO_LINE_FEED = r"(?!\n)"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


@cache
def record_schema(game: str) -> dict[str, Any]:
    """The schema of one game's records."""
    return shape_schema(record_shape(game), game, f"kontari record 1.0: {game}")


def shape_schema(shape: type[Shape], name: str, title: str) -> dict[str, Any]:
    """The schema of one JSON object and all below it, published under a name."""
    definitions: dict[str, Any] = {}
    body = _object(shape, definitions)
    return {
        "$schema": DIALECT,
        "$id": f"urn:kontari:schema:1:{name}",
        "title": title,
        **body,
        "$defs": dict(sorted(definitions.items())),
    }


def envelope_schema(games: tuple[str, ...]) -> dict[str, Any]:
    """The schema that says only which game's schema a record must meet."""
    return {
        "$schema": DIALECT,
        "$id": "urn:kontari:schema:1:record",
        "title": "kontari record 1.0",
        "description": "A record of any game: its own schema is chosen by the key game.",
        "type": "object",
        "properties": {"game": {"description": "the game", "examples": [games[0]], "enum": list(games)}},
        "required": ["kontari", "game"],
        "allOf": [
            {
                "if": {"properties": {"game": {"const": game}}, "required": ["game"]},
                "then": {"$ref": f"urn:kontari:schema:1:{game}"},
            }
            for game in games
        ],
    }


def _object(model: type[Shape], definitions: dict[str, Any]) -> dict[str, Any]:
    found = keys(model)
    schema: dict[str, Any] = {
        "description": model.__doc__,
        "type": "object",
        "properties": {
            key.name: {
                "description": key.description,
                "examples": list(key.examples),
                **_node(key.node, definitions),
            }
            for key in found
        },
        "required": [key.name for key in found if key.required],
        "patternProperties": {"^x-": True},
        "additionalProperties": False,
    }
    conditions = [
        {
            "if": {"properties": {c.other: {"enum": list(c.values)}}, "required": [c.other]},
            "then": {"required": [c.key]},
            "else": {"not": {"required": [c.key]}},
        }
        for c in model.conditions
    ]
    if conditions:
        schema["allOf"] = conditions
    return schema


def _node(node: Node, definitions: dict[str, Any]) -> dict[str, Any]:
    if node.name is None:
        return _plain(node, definitions)
    if node.name not in definitions:
        definitions[node.name] = _plain(node, definitions)
    return {"$ref": f"#/$defs/{node.name}"}


def _plain(node: Node, definitions: dict[str, Any]) -> dict[str, Any]:
    match node:
        case Enum(values=values):
            return {"enum": list(values)}
        case Integer(least=least, most=most):
            return {"type": "integer", "minimum": least, "maximum": most}
        case Boolean():
            return {"type": "boolean"}
        case Free():
            return {"type": "object"}
        case Text(pattern=None):
            return {"type": "string"}
        case Text(pattern=pattern):
            assert pattern is not None
            # The look-ahead keeps Python's ``$`` from taking a line feed; not every engine has it.
            return {"type": "string", "pattern": pattern.replace(NO_LINE_FEED, ""), "not": {"pattern": "\n"}}
        case Array(item=item, least=least, most=most):
            schema: dict[str, Any] = {"type": "array", "items": _node(item, definitions)}
            if least is not None:
                schema["minItems"] = least
            if most is not None:
                schema["maxItems"] = most
            return schema
        case Object(model=model):
            return _reference(model, definitions)
        case Tagged(models=models):
            return {
                "type": "object",
                "required": [TAG],
                "properties": {TAG: {"enum": [tag_of(model) for model in models]}},
                "allOf": [
                    {
                        "if": {"properties": {TAG: {"const": tag_of(model)}}, "required": [TAG]},
                        "then": _reference(model, definitions),
                    }
                    for model in models
                ],
            }
        case Either(nodes=nodes):
            return {"anyOf": [_node(part, definitions) for part in nodes]}
    raise TypeError(node)


def _reference(model: type[Shape], definitions: dict[str, Any]) -> dict[str, Any]:
    name = model.__name__.lower()
    if name not in definitions:
        definitions[name] = {}
        definitions[name] = _object(model, definitions)
    return {"$ref": f"#/$defs/{name}"}
