"""Why a value has not the shape of a record or another document: all faults, their places, facts for a sentence."""

import json
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError

from kontari.core.fault import Fault
from kontari.games import GAMES
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
    has_type,
    keys,
)
from kontari.record.strict import shape_model
from kontari.record.text import pointer
from kontari.shape import Shape

VERSION = "1.0"
_MAJOR = "1"


def version_faults(value: Any) -> list[Fault]:
    """What keeps a value from being a record of a version and game known here; or a warning."""
    if not isinstance(value, dict):
        facts = {**_wrong_type(value, "an object"), "description": "one record", "example": "{…}"}
        return [_fault("REC-S03", (), **facts)]
    for key in ("kontari", "game"):
        if key not in value:
            return [_fault("REC-V01", (), key=key)]
    version = value["kontari"]
    if isinstance(version, str) and version != VERSION:
        major, dot, minor = version.partition(".")
        if major != _MAJOR and major.isdecimal() and dot and minor.isdecimal():
            return [_fault("REC-V02", ("kontari",), version=version, known=VERSION)]
    game = value["game"]
    if game not in GAMES if isinstance(game, str) else True:
        near = get_close_matches(str(game), GAMES, 1)
        known = ", ".join(GAMES)
        facts = {"key": "game", "game": _shown(game), "near": f", perhaps {near[0]}" if near else "", "games": known}
        return [_fault("REC-V04", ("game",), **facts)]
    return []


def newer_version(version: str) -> Fault | None:
    """The warning for a newer minor version that uses nothing new."""
    if version == VERSION:
        return None
    return _fault("REC-V03", ("kontari",), version=version, known=VERSION)


def shape_faults(game: str, value: Any) -> list[Fault]:
    """Every fault of shape of a value, as pydantic finds them; empty where it is a record of that game."""
    return faults_of_shape(record_shape(game), value, "one record")


def faults_of_shape(shape: type[Shape], value: Any, whole: str) -> list[Fault]:
    """The same of any shape; ``whole`` says in words what the whole value is."""
    try:
        shape_model(shape).model_validate(value)
    except ValidationError as error:
        found = [_explained(_Place(shape, value, whole, one["loc"]), one) for one in error.errors(include_url=False)]
        once = {(fault.code, fault.at, fault.facts["key"]): fault for fault in found}
        return _misspelt(list(once.values()))
    return []


def _explained(place: "_Place", details: Any) -> Fault:
    """One fault of pydantic's as one of ours."""
    kind = details["type"]
    path, about = place.path, place.facts()
    if kind == "missing":
        return _fault("REC-S01", path[:-1], **about)
    if place.node is None:
        return _fault("REC-S02", path, key=path[-1], near=_near(path[-1], place.known))
    if kind == "union_tag_not_found":
        misspelt = [name for name in place.value if not name.startswith("x-") and _close(name, TAG)]
        if misspelt:
            return _fault("REC-S02", (*path, misspelt[0]), key=misspelt[0], near=f", perhaps {TAG}")
        return _fault("REC-S01", path, key=TAG, **_about(_tag_key(place.node)))
    if kind == "union_tag_invalid":
        assert isinstance(place.node, Tagged)
        tag = place.value[TAG]
        if not isinstance(tag, str):
            facts = {**_wrong_type(tag, "text"), **_about(_tag_key(place.node))}
            return _fault("REC-S03", (*path, TAG), **facts)
        choices = list(place.node.by_tag())
        return _fault("REC-S04", (*path, TAG), key=TAG, shown=_shown(tag), choices=_choices(choices, tag))
    if kind == "value_error":
        assert isinstance(place.node, Object)
        condition = place.node.model.conditions[0]
        values = ", ".join(condition.values)
        return _fault("REC-S08", path, key=condition.key, other=condition.other, values=values)
    return _wrong_value(place)


def _tag_key(node: Node) -> Key:
    assert isinstance(node, Tagged)
    return next(key for key in keys(node.models[0]) if key.name == TAG)


def _wrong_value(place: "_Place") -> Fault:
    """A value that is there, but not of its node."""
    node, value, about = place.node, place.value, place.facts()
    assert node is not None
    wanted = _wanted(node)
    if not has_type(node, value):
        return _fault("REC-S03", place.path, **{**about, **_wrong_type(value, wanted)})
    shown = _shown(value)
    match node:
        case Enum(values=values):
            return _fault("REC-S04", place.path, **about, shown=shown, choices=_choices(values, value))
        case Integer(least=least, most=most):
            return _fault("REC-S05", place.path, **about, shown=shown, range=f"from {least} to {most}")
        case Array(least=least):
            few = least is not None and len(value) < least
            facts = {**about, "shown": str(len(value)), "few_or_many": "few" if few else "many"}
            return _fault("REC-S06", place.path, **facts)
    return _fault("REC-S07", place.path, **about, shown=shown)


class _Place:
    """A place in a value as pydantic names it: the path in the JSON, what belongs there, what stands there."""

    def __init__(self, shape: type[Shape], value: Any, whole: str, loc: Sequence[str | int]) -> None:
        self.path: tuple[str | int, ...] = ()
        self.node: Node | None = Object(None, shape)
        self.whole = whole
        self.key: Key | None = None
        self.known: list[str] = []
        self.value = value
        for part in loc:
            self._step(part)

    def _step(self, part: str | int) -> None:
        match self.node:
            case Tagged():
                self.node = Object(None, self.node.by_tag()[str(part)])
                return
            case Either(nodes=nodes):
                # Arrays among scalars are told apart by a tag, the number of the node.
                chosen = [node for node in nodes if isinstance(node, Array) and has_type(node, self.value)]
                self.node = chosen[0] if chosen else self.node
                return
            case Array(item=item):
                self.node = item
                self.value = self.value[part]
            case Object(model=model):
                found = {key.name: key for key in keys(model)}
                self.key = found.get(str(part))
                self.node = self.key.node if self.key else None
                self.known = list(found)
                self.value = self.value.get(part)
        self.path = (*self.path, part)

    def facts(self) -> dict[str, Any]:
        """What the description of the key says."""
        if self.key is None:
            return {"key": "", "description": self.whole, "example": "{…}"}
        return {"key": self.key.name, **_about(self.key)}


def _about(key: Key) -> dict[str, Any]:
    return {"description": key.description, "example": _shown(key.examples[0])}


def _misspelt(faults: list[Fault]) -> list[Fault]:
    """A key that is unknown and close to one that is missing there is one fault, not two."""
    missing = {(fault.at, fault.facts["key"]) for fault in faults if fault.code == "REC-S01"}
    explained = set()
    for fault in faults:
        if fault.code == "REC-S02":
            around = fault.at.rpartition("/")[0]
            names = [name for place, name in missing if place == around]
            explained |= {(around, name) for name in names if _close(str(fault.facts["key"]), name)}
    return [fault for fault in faults if (fault.at, fault.facts["key"]) not in explained or fault.code != "REC-S01"]


def _close(written: str, right: str) -> bool:
    """Whether two keys differ by at most two slips of the pen, and by fewer than half of their characters.

    A slip puts in, leaves out or replaces a character, or swaps two neighbours.
    """
    rows = [list(range(len(right) + 1))]
    for i, sign in enumerate(written, 1):
        row = [i]
        for j, other in enumerate(right, 1):
            slips = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (sign != other))
            if i > 1 and j > 1 and sign == right[j - 2] and written[i - 2] == other:
                slips = min(slips, rows[-2][j - 2] + 1)
            row.append(slips)
        rows.append(row)
    return rows[-1][-1] <= 2 and 2 * rows[-1][-1] < len(right)


def _near(name: str | int, known: Sequence[str]) -> str:
    near = get_close_matches(str(name), known, 1)
    return f", perhaps {near[0]}" if near else ""


def _choices(values: Sequence[str | int], given: Any) -> str:
    words = list(map(str, values))
    if len(words) <= 16:
        return ", ".join(words)
    near = get_close_matches(str(given), words, 3, 0.4)
    return ", ".join((*(near or words[:3]), "…"))


def _wrong_type(value: Any, wanted: str) -> dict[str, Any]:
    return {"key": "", "shown": _shown(value), "wanted": wanted}


_WORDS = {
    Enum: "text",
    Text: "text",
    Integer: "an integer",
    Boolean: "true or false",
    Array: "an array",
    Object: "an object",
    Tagged: "an object",
    Free: "an object",
}


def _wanted(node: Node) -> str:
    if isinstance(node, Either):
        return " or ".join(map(_wanted, node.nodes))
    return _WORDS[_kind(node)]


def _kind(node: Node) -> type[Node]:
    """The kind of a node; an enumeration of numbers is in its type an integer."""
    return Integer if isinstance(node, Enum) and isinstance(node.values[0], int) else type(node)


def _shown(value: Any) -> str:
    """A value as JSON on one short line."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 48 else text[:47] + "…"


def _fault(code: str, path: Sequence[str | int], **facts: Any) -> Fault:
    return Fault(code, pointer(tuple(path)), facts, whole=True)
