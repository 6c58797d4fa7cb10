"""What is in a JSON text: its paths, with how often and as what each is there. A start for a mapping file."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from kontari.convert import ConversionError
from kontari.convert.json_document import Node, documents, shown
from kontari.record.text import pointer

MOST_PATHS = 1000
MOST_SAMPLES = 5
_NAMES = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer", float: "number"}


class Seen:
    """What was seen at one path."""

    def __init__(self) -> None:
        self.count = 0
        self.types: Counter[str] = Counter()
        self.samples: list[str] = []
        self.more = False

    def add(self, value: Any) -> None:
        """Note one value."""
        self.count += 1
        self.types[_NAMES.get(type(value), "null")] += 1
        if isinstance(value, dict | list) or value is None:
            return
        sample = shown(value)
        if sample not in self.samples:
            if len(self.samples) < MOST_SAMPLES:
                self.samples.append(sample)
            else:
                self.more = True


class Probe:
    """What was seen in a text; ``lines`` says how many JSON lines it has, 0 where it is one value."""

    def __init__(self) -> None:
        self.paths: dict[str, Seen] = {}
        self.left_out = 0
        self.lines = 0
        self.unreadable: list[ConversionError] = []

    def read(self, lines: Iterable[str]) -> None:
        """Look through a text. A line that is no JSON is kept as an error, and so is a whole text that is none.

        One line at a time is in memory, where the first is a JSON value.
        """
        found = documents(lines)
        first, second = next(found, None), next(found, None)
        if first is None:
            return
        if second is None:
            self._take(first[1], "")
            return
        for _, one in chain((first, second), found):
            self.lines += 1
            self._take(one, "/*")

    def _take(self, found: Node | ConversionError, path: str) -> None:
        if isinstance(found, Node):
            self._add(found.value, path)
        elif len(self.unreadable) < MOST_SAMPLES:
            self.unreadable.append(found)

    def _add(self, value: Any, path: str) -> None:
        seen = self.paths.get(path)
        if seen is None:
            if len(self.paths) >= MOST_PATHS:
                self.left_out += 1
                return
            seen = self.paths[path] = Seen()
        seen.add(value)
        if isinstance(value, dict):
            for key, item in value.items():
                self._add(item, path + pointer((key,)))
        elif isinstance(value, list):
            for item in value:
                self._add(item, f"{path}/*")

    def rows(self) -> Iterator[str]:
        """A line a path: the path, how often, its types, samples."""
        shown_paths = {path or "(whole)": seen for path, seen in sorted(self.paths.items())}
        width = min(60, max(map(len, shown_paths), default=0))
        for path, seen in shown_paths.items():
            types = ", ".join(f"{name} {n}" if len(seen.types) > 1 else name for name, n in seen.types.items())
            samples = " ".join(seen.samples) + (" …" if seen.more else "")
            yield f"{path:<{width}}  {seen.count:>7}  {types}  {samples}".rstrip()
