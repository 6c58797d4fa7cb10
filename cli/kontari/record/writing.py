"""Writing a record in its one form: keys in the order of the schema, one move a line."""

import json
from collections.abc import Callable
from typing import Any

from kontari.record.envelope import record_shape
from kontari.record.nodes import TAG, Array, Either, Node, Object, Tagged, keys, once
from kontari.shape import Shape

WIDTH = 120


def ordered(game: str, value: Any) -> Any:
    """A record (JSON values) with the keys of every object in the order of the schema; ``x-`` keys last."""
    return in_order(record_shape(game), value)


def in_order(shape: type[Shape], value: Any) -> Any:
    """The same of an object of any shape."""
    return _object(shape)(value)


Orderer = Callable[[Any], Any]


@once
def _object(model: type[Shape]) -> Orderer:
    """What puts the keys of an object in order; made once for each shape."""
    parts = {key.name: _orderer(key.node) for key in keys(model)}

    def order(value: Any) -> Any:
        made = {
            name: value[name] if part is None else part(value[name]) for name, part in parts.items() if name in value
        }
        if len(made) < len(value):
            made.update((name, value[name]) for name in sorted(value.keys() - made.keys()))
        return made

    return order


def _orderer(node: Node) -> Orderer | None:
    """What puts the keys in a value in order; None where it has none."""
    match node:
        case Object(model=model):
            return _object(model)
        case Tagged():
            by_tag = {tag: _object(model) for tag, model in node.by_tag().items()}
            return lambda value: by_tag[value[TAG]](value)
        case Array(item=item):
            part = _orderer(item)
            return None if part is None else lambda value: [part(one) for one in value]
        case Either(nodes=nodes):
            parts = [part for one in nodes if isinstance(one, Array) and (part := _orderer(one))]
            return (lambda value: parts[0](value) if isinstance(value, list) else value) if parts else None
    return None


def one_line(game: str, value: Any) -> str:
    """A record on one line, as in a ``.jsonl`` file, with its line break."""
    return json.dumps(ordered(game, value), ensure_ascii=False, separators=(",", ":")) + "\n"


def pretty(game: str, value: Any) -> str:
    """A record as in a ``.json`` file: two spaces a level, one move a line, short things on one line."""
    return laid_out(ordered(game, value))


def laid_out(value: Any) -> str:
    """A JSON object whose keys are in order, written so, with its line break."""
    return _block(value, 0, ()) + "\n"


def _flat(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def _block(value: Any, level: int, path: tuple[str, ...]) -> str:
    """A value that begins behind ``level`` levels of two spaces.

    It stands on one line where it is a scalar, empty, a list of scalars, a move, or where that
    line is not wider than ``WIDTH``; the record, its rounds and their moves never do.
    """
    flat = _flat(value)
    if path not in _ALWAYS_OPEN and (path == _MOVE or _is_plain(value) or 2 * level + len(flat) <= WIDTH):
        return flat
    inner = "\n" + "  " * (level + 1)
    outer = "\n" + "  " * level
    if isinstance(value, list):
        items = [_block(item, level + 1, (*path, "*")) for item in value]
        return "[" + inner + ("," + inner).join(items) + outer + "]" if items else "[]"
    parts = [f"{_flat(name)}: {_block(item, level + 1, (*path, name))}" for name, item in value.items()]
    return "{" + inner + ("," + inner).join(parts) + outer + "}"


def _is_plain(value: Any) -> bool:
    if isinstance(value, list):
        return not any(isinstance(item, dict | list) for item in value)
    return not value or not isinstance(value, dict)


_ALWAYS_OPEN = {(), ("rounds",), ("rounds", "*"), ("rounds", "*", "moves")}
_MOVE = ("rounds", "*", "moves", "*")
