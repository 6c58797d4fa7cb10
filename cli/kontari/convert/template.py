"""Templates of a mapping file filled in from a JSON document.

A template has the shape of what it makes. In it

- text that begins with ``/`` is a path from the current place: a JSON Pointer in which ``*`` stands for every
  element, so that it gives a list (with two of them a list of lists);
- ``{"$path": …}`` is a path with more: ``$table`` looks each value up, ``$default`` stands where one is missing or
  null, ``$item`` is a template for each, with its paths from there; ``{"$root": …}`` is the same from the top;
- ``{"$join": [ … ]}`` is the texts one after the other;
- ``{"$index": PATH, "$in": PATH}`` is the number (from 0) of a value in a list that is found from the top;
- ``{"$repeat": …, "$times": PATH}`` is a list with the same thing so many times;
- ``{"$value": …}`` is that value, whatever it is;
- everything else is itself. A key whose value is missing is left out, and so is an element of a list.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kontari.convert import ConversionError
from kontari.convert.json_document import shown
from kontari.record.text import pointer

Path = tuple[str, ...]
"""A path of a mapping file: keys, indices as text, and ``*``."""

Steps = tuple[str | int, ...]
"""The way to a value of a document."""

MOST_TIMES = 500
MOST_REPEATED = 100_000
"""How often all repetitions of one document may repeat something."""

EVERY = "*"
WHOLE = "(whole)"
"""The place of a value that is all there is."""


class _Missing:
    def __repr__(self) -> str:
        return "MISSING"


MISSING: Any = _Missing()
"""What is not there."""


def path_of(text: str) -> Path:
    """A JSON Pointer as a path."""
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in text.split("/")[1:])


class Document:
    """One JSON value, and which parts of it were read.

    line: the one on which it stands, where the text has others, too. lines: those of the elements of
    a list that was no list in the text but lines.
    """

    def __init__(self, value: Any, line: int | None = None, lines: Sequence[int] | None = None) -> None:
        self.value = value
        self._line = line
        self._lines = lines
        self._used: set[Steps] = set()

    def place(self, steps: Steps) -> str:
        """Where a value stands: a JSON Pointer, or the line and the pointer in it."""
        if self._lines is not None and steps:
            line, steps = f"line {self._lines[int(steps[0])]}", steps[1:]
        else:
            line = "" if self._line is None else f"line {self._line}"
        return ", ".join(filter(None, (line, pointer(steps)))) or WHOLE

    def use(self, steps: Steps) -> None:
        """Note that a value was read with all that is in it."""
        self._used.add(steps)

    def get(self, steps: Steps) -> Any:
        """The value there; ``steps`` must lead to one."""
        value = self.value
        for step in steps:
            value = value[step]
        return value

    def step(self, value: Any, key: str) -> str | int | None:
        """The step that a part of a path is in a value, if it leads anywhere."""
        if isinstance(value, dict):
            return key if key in value else None
        if isinstance(value, list) and key.isascii() and key.isdecimal() and len(key) < 9 and int(key) < len(value):
            return int(key)
        return None

    def matches(self, start: Steps, path: Path) -> list[Steps]:
        """Every value at a path, in order."""
        found = [start]
        for part in path:
            after: list[Steps] = []
            for steps in found:
                value = self.get(steps)
                if part == EVERY:
                    after += [(*steps, step) for step in _every(value)]
                else:
                    step = self.step(value, part)
                    after += [] if step is None else [(*steps, step)]
            found = after
        return found

    def unused(self) -> Iterator[tuple[str, str]]:
        """The values that were not read: their paths with ``*`` for indices, and their places.

        ``null`` and what is empty hold nothing that could be lost.
        """
        return self._unused(self.value, (), "")

    def _unused(self, value: Any, steps: Steps, path: str) -> Iterator[tuple[str, str]]:
        if steps in self._used:
            return
        if isinstance(value, dict):
            for key, item in value.items():
                yield from self._unused(item, (*steps, key), path + pointer((key,)))
        elif isinstance(value, list):
            for index, item in enumerate(value):
                yield from self._unused(item, (*steps, index), f"{path}/*")
        elif value is not None:
            yield path or WHOLE, self.place(steps)


def _every(value: Any) -> Sequence[str | int]:
    if isinstance(value, list):
        return range(len(value))
    return list(value) if isinstance(value, dict) else ()


class Template:
    """Fills in templates from one document."""

    def __init__(self, tables: Mapping[str, Mapping[str, Any]], document: Document) -> None:
        self._tables = tables
        self._document = document
        self._lists: dict[str, list[Any]] = {}
        self._repeated = 0

    def filled(self, template: Any, at: Steps) -> Any:
        """What a template makes at a place, or MISSING. Raises ConversionError."""
        if isinstance(template, str) and template.startswith("/"):
            return self._path(path_of(template), at, {})
        if isinstance(template, list):
            return [item for item in (self.filled(one, at) for one in template) if item is not MISSING]
        if not isinstance(template, dict):
            return template
        if "$path" in template:
            return self._path(path_of(template["$path"]), at, template)
        if "$root" in template:
            return self._path(path_of(template["$root"]), (), template)
        if "$join" in template:
            return self._join(template["$join"], at)
        if "$index" in template:
            return self._index(template, at)
        if "$repeat" in template:
            return self._repeat(template, at)
        if "$value" in template:
            return MISSING if template["$value"] is None else template["$value"]
        filled = {key: self.filled(one, at) for key, one in template.items()}
        return {key: value for key, value in filled.items() if value is not MISSING}

    def _path(self, path: Path, at: Steps, more: Mapping[str, Any]) -> Any:
        """The value at a path; where an element is asked for, a list of what there is of it."""
        value = self._document.get(at)
        for number, part in enumerate(path):
            if part == EVERY:
                if not isinstance(value, list | dict):
                    if value is None:
                        return MISSING
                    raise ConversionError(f"{shown(value)} is no list", self._document.place(at))
                rest = path[number + 1 :]
                found = [self._path(rest, (*at, step), more) for step in _every(value)]
                if not found:
                    self._document.use(at)
                return [item for item in found if item is not MISSING]
            step = self._document.step(value, part)
            if step is None:
                return self._default(more)
            at, value = (*at, step), value[step]  # type: ignore[call-overload, unused-ignore]
        return self._leaf(value, at, more)

    def _leaf(self, value: Any, at: Steps, more: Mapping[str, Any]) -> Any:
        if "$item" in more and value is not None:
            return self.filled(more["$item"], at)
        self._document.use(at)
        if "$table" in more:
            table = more["$table"]
            values: Mapping[str, Any] = self._tables[table] if isinstance(table, str) else table
            if isinstance(value, dict | list):
                raise ConversionError(f"{shown(value)} is no single value", self._document.place(at))
            key = value if isinstance(value, str) else shown(value)
            if key in values:
                return MISSING if values[key] is None else values[key]
            if value is not None:
                name = f"table {table}" if isinstance(table, str) else "its table"
                raise ConversionError(f"{shown(value)} is not in {name}", self._document.place(at))
        return self._default(more) if value is None else value

    def _default(self, more: Mapping[str, Any]) -> Any:
        default = more.get("$default")
        return MISSING if default is None else default

    def _join(self, parts: Sequence[Any], at: Steps) -> Any:
        texts = [self.filled(part, at) for part in parts]
        if any(text is MISSING for text in texts):
            return MISSING
        for text in texts:
            if isinstance(text, bool) or not isinstance(text, str | int):
                raise ConversionError(f"{shown(text)} is no text that can be joined", self._document.place(at))
        return "".join(map(str, texts))

    def _index(self, template: Mapping[str, Any], at: Steps) -> Any:
        value = self._path(path_of(template["$index"]), at, {})
        if value is MISSING:
            return MISSING
        where = template["$in"]
        if where not in self._lists:
            steps = self._document.matches((), path_of(where))
            self._lists[where] = [self._document.get(one) for one in steps]
            for one in steps:
                self._document.use(one)
        for index, item in enumerate(self._lists[where]):
            if type(item) is type(value) and item == value:
                return index
        raise ConversionError(f"{shown(value)} is none of {where}", self._document.place(at))

    def _repeat(self, template: Mapping[str, Any], at: Steps) -> Any:
        times = template["$times"]
        number = times if isinstance(times, int) else self.filled(times, at)
        if number is MISSING:
            return MISSING
        if type(number) is not int or not 0 <= number <= MOST_TIMES:
            raise ConversionError(
                f"{shown(number)} is no number of times (0 to {MOST_TIMES})", self._document.place(at)
            )
        self._repeated += number
        if self._repeated > MOST_REPEATED:
            raise ConversionError(f"more than {MOST_REPEATED} repetitions", self._document.place(at))
        return [item for _ in range(number) if (item := self.filled(template["$repeat"], at)) is not MISSING]
