"""Lists that a command prints about records: a line each for people, or JSON."""

import json
from collections.abc import Callable, Mapping
from typing import Any, TextIO

Entry = Mapping[str, Any]
LISTS = ("text", "json", "jsonl")
"""Formats of a list: a line each, one JSON array, a JSON object a line."""


class Listing:
    """Writes the entries of a list to a stream as they come; ``end`` ends it.

    words: an entry as a line of text.
    """

    def __init__(self, format: str, stream: TextIO, words: Callable[[Any], str]) -> None:
        self._format = format
        self._stream = stream
        self._words = words
        self._any = False

    def add(self, entry: Entry) -> None:
        """One entry more."""
        if self._format == "text":
            self._stream.write(self._words(entry) + "\n")
        elif self._format == "jsonl":
            self._stream.write(json.dumps(entry, ensure_ascii=False) + "\n")
        else:
            self._stream.write((",\n" if self._any else "[\n") + json.dumps(entry, ensure_ascii=False))
        self._any = True

    def end(self, summary: str | None = None) -> None:
        """All entries were added; ``summary`` is the last line for people."""
        if self._format == "text" and summary is not None:
            self._stream.write(summary + "\n")
        if self._format == "json":
            self._stream.write("\n]\n" if self._any else "[]\n")
