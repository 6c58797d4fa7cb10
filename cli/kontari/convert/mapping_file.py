"""The mapping file: read, checked against its published schema, and its tables worked out."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path as FilePath
from typing import Any, Literal, NamedTuple

from kontari.convert import ConversionError
from kontari.convert.json_document import parsed
from kontari.convert.template import Path, path_of
from kontari.record.streams import reason_of
from kontari.schemas import complaints

MOST_BYTES = 2**20
MOST_ROWS = 10_000
_FIELD = re.compile(r"\{([^{}]*)\}")


class MappingFile(NamedTuple):
    """A mapping file that fits its schema.

    records: what a game is in the text. rounds and events: their paths. moves: by the kind of an event what it
    becomes, one thing after the other; ``*`` for every other kind.
    """

    game: str
    source: str | None
    records: Literal["file", "lines"] | Path
    tables: Mapping[str, Mapping[str, Any]]
    record: Mapping[str, Any]
    rounds: Path | None
    deal: Any
    scores: Any
    events: Path | None
    kind: Any
    moves: Mapping[str, Sequence[dict[str, Any]]]
    undo: frozenset[str]
    redo: frozenset[str]

    def kinds(self) -> str:
        """The kinds that are mapped, in words."""
        return ", ".join([*self.moves, *sorted(self.undo | self.redo)])


def loaded(name: str) -> MappingFile:
    """The mapping in a file. Raises ConversionError with file and pointer where it is none."""
    try:
        with FilePath(name).open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise ConversionError(f"cannot be opened: {reason_of(error)}", name) from None
    except ValueError:
        raise ConversionError("is no name of a file", "the mapping file") from None
    if len(data) > MOST_BYTES:
        raise ConversionError(f"longer than {MOST_BYTES} bytes", name)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise ConversionError("not UTF-8", name) from None
    try:
        value = parsed(text)
    except ConversionError as error:
        raise ConversionError(error.message, f"{name}: {error.place}") from None
    return mapping_of(value, name)


def mapping_of(value: Any, name: str) -> MappingFile:
    """The mapping that a JSON value is; ``name`` is what errors call it."""
    found = complaints("mapping", value, most=20)
    if found:
        raise ConversionError(min(found, key=_depth), name)
    tables = {}
    for key, table in value.get("tables", {}).items():
        tables[key] = _table(table, value["tables"], f"/tables/{key}", name)
    for pointer, used in _tables_used(value, ""):
        if used not in tables:
            known = ", ".join(tables) or "none"
            raise ConversionError(f'{pointer}: there is no table "{used}"; there are {known}', name)
    records = value.get("records", "file")
    moves = {kind: one if isinstance(one, list) else [one] for kind, one in value.get("moves", {}).items()}
    return MappingFile(
        value["game"],
        value.get("source"),
        path_of(records["by"]) if isinstance(records, dict) else records,
        tables,
        value["record"],
        path_of(value["rounds"]) if "rounds" in value else None,
        value.get("deal"),
        value.get("scores"),
        path_of(value["events"]) if "events" in value else None,
        value.get("kind"),
        moves,
        frozenset(value.get("undo", ())),
        frozenset(value.get("redo", ())),
    )


def _depth(complaint: str) -> tuple[int, str]:
    """The complaint that says most is the one about the innermost value."""
    return -complaint.partition(":")[0].count("/"), complaint


def _table(table: Mapping[str, Any], tables: Mapping[str, Any], at: str, name: str) -> dict[str, Any]:
    """A table with its rows written out. Raises ConversionError."""
    rows: dict[str, Any] = {}
    if "from" in table:
        parts: dict[str, Mapping[str, Any]] = {}
        for part, values in table["parts"].items():
            if isinstance(values, str):
                if "values" not in tables.get(values, ()):
                    raise ConversionError(f'{at}/parts/{part}: there is no table "{values}" with "values"', name)
                values = tables[values]["values"]
            parts[part] = values
        for key in ("from", "to"):
            for field in _FIELD.findall(table[key]):
                if field not in parts:
                    raise ConversionError(f'{at}/{key}: "{{{field}}}" is none of the parts {", ".join(parts)}', name)
        size = 1
        for values in parts.values():
            size *= len(values)
        if size > MOST_ROWS:
            raise ConversionError(f"{at}: {size} rows; at most {MOST_ROWS}", name)
        for chosen in product(*(values.items() for values in parts.values())):
            left = dict(zip(parts, (key for key, _ in chosen), strict=True))
            right = dict(zip(parts, (value for _, value in chosen), strict=True))
            rows[_put(table["from"], left)] = _put(table["to"], right)
    rows.update(table.get("values", {}))
    return rows


def _put(text: str, values: Mapping[str, Any]) -> str:
    return _FIELD.sub(lambda field: str(values[field[1]]), text)


def _tables_used(value: Any, pointer: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "$table" and isinstance(item, str):
                yield f"{pointer}/{key}", item
            elif key != "$value":
                yield from _tables_used(item, f"{pointer}/{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _tables_used(item, f"{pointer}/{index}")
