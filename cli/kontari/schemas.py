"""Values checked against the published schemas, by jsonschema."""

import json
from functools import cache
from itertools import islice
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from kontari.published import published
from kontari.record.text import pointer


def names() -> list[str]:
    """The names of the published schemas."""
    return sorted(path.name.removesuffix(".schema.json") for path in published("schemas").glob("*.schema.json"))


@cache
def _validator(name: str) -> Draft202012Validator:
    loaded = {one: json.loads((published("schemas") / f"{one}.schema.json").read_text("utf-8")) for one in names()}
    registry: Registry[Any] = Registry().with_resources(
        (schema["$id"], Resource.from_contents(schema)) for schema in loaded.values()
    )
    return Draft202012Validator(loaded[name], registry=registry)


def complaints(name: str, value: Any, most: int | None = None) -> list[str]:
    """What a published schema says against a value, a line each and at most so many; empty where it conforms."""
    try:
        found = sorted(
            islice(_validator(name).iter_errors(value), most), key=lambda one: list(map(str, one.absolute_path))
        )
    except RecursionError:
        return ["(whole): nested too deep"]
    return [f"{pointer(tuple(one.absolute_path)) or '(whole)'}: {one.message[:200]}" for one in found]
