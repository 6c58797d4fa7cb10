"""JSON documents damaged at random, for the readers of foreign forms: they refuse, and never fall over."""

import copy
import json
import random
from collections.abc import Sequence
from typing import Any

OTHERS: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    7,
    2**60,
    1.5,
    "",
    "x",
    "1o",
    [],
    [1],
    {},
    {"type": "x"},
    [[]],
    "\ud800",
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of every value of a document but the whole."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, item in items for found in ((*path, key), *places(item, (*path, key)))]


def damaged(value: Any, rng: random.Random) -> str:
    """The text of a document with something deleted, changed, repeated, moved or cut."""
    value = copy.deepcopy(value)
    for _ in range(rng.randint(1, 2)):
        found = places(value)
        if not found:
            break
        path = rng.choice(found)
        parent = value
        for key in path[:-1]:
            parent = parent[key]
        how = rng.randrange(5)
        if how == 0:
            del parent[path[-1]]
        elif how == 1:
            parent[path[-1]] = rng.choice(OTHERS)
        elif how == 2:
            parent[path[-1]] = _at(value, rng.choice(found))
        elif isinstance(parent, list):
            parent.insert(rng.randrange(len(parent) + 1), copy.deepcopy(parent[path[-1]]))
        else:
            parent["other"] = rng.choice(OTHERS)
    text = json.dumps(value)
    how = rng.randrange(8)
    if how == 0:
        return text[: rng.randrange(len(text))]
    if how == 1:
        at = rng.randrange(len(text))
        return text[:at] + rng.choice(["[", "}", '"', "NaN", "1e999", "\\ud800", "9" * 400]) + text[at + 1 :]
    return text


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    try:
        for key in path:
            value = value[key]
    except (KeyError, IndexError, TypeError):
        return None
    return copy.deepcopy(value)


def mutated(value: Any, rng: random.Random, deeper: float, others: Sequence[Any]) -> Any:
    """A value with one thing in it deleted or one of the others; ``deeper``: how likely it goes into a container."""
    value = copy.deepcopy(value)
    at = value
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        key = rng.choice(keys) if keys else None
        if key is None:
            return value
        if isinstance(at[key], dict | list) and at[key] and rng.random() < deeper:
            at = at[key]
            continue
        if rng.random() < 0.3:
            del at[key]
        else:
            at[key] = rng.choice(others)
        return value
