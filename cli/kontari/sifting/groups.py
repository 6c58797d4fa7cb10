"""Into which groups records fall, and file names for them."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Any

from kontari.record.streams import COMPRESSED, SUFFIXES

Key = str | None
"""What a group is called; None gathers what has no such name."""

_LONGEST = 150
_TAKEN = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])", re.IGNORECASE)
"""Names that are devices on some systems, whatever their ending."""


def _event(data: Mapping[str, Any]) -> list[Key]:
    name = data.get("event", {}).get("name")
    return [None if name is None else str(name)]


def _players(data: Mapping[str, Any]) -> list[Key]:
    return list(dict.fromkeys(player.get("id", player["name"]) for player in data["players"]))


GROUPS: dict[str, Callable[[Mapping[str, Any]], list[Key]]] = {
    "game": lambda data: [data["game"]],
    "event": _event,
    "player": _players,
}
"""The groups of a record: by its game, the name of its event, or each of its players (by id, else by name)."""


class FileNames:
    """A name for each group: readable, harmless on any system, and no two alike, in whatever case of letters."""

    def __init__(self, nameless: str) -> None:
        self._nameless = nameless
        self._by_key: dict[Key, str] = {}
        self._used: set[str] = set()

    def of(self, key: Key) -> str:
        """The name without its ending; the same for the same key."""
        if key not in self._by_key:
            stem = name = file_stem(self._nameless if key is None else key)
            number = 1
            while folded(name) in self._used:
                number += 1
                name = f"{stem}-{number}"
            self._used.add(folded(name))
            self._by_key[key] = name
        return self._by_key[key]


def file_stem(text: str) -> str:
    """A text as the stem of a file name: letters, digits, ``-`` and ``_``; the rest is ``-``."""
    stem = re.sub(r"[^\w]+", "-", unicodedata.normalize("NFC", text)).strip("-")
    cut = _cut(stem) or "unnamed"
    return f"{cut}-" if _TAKEN.fullmatch(cut) else cut


def source_stem(source: str) -> str:
    """The stem for records of a source: its name without folder and ending; ``stdin`` for standard input."""
    if source == "-":
        return "stdin"
    name = PurePath(source).name
    for packed in COMPRESSED:
        name = name.removesuffix(packed)
    for suffix in SUFFIXES:
        name = name.removesuffix(suffix) or name
    return _cut(PurePath(name).stem if name.endswith((".json", ".txt")) else name)


def folded(name: str) -> str:
    """A name as a file system sees it that knows no case of letters."""
    return unicodedata.normalize("NFC", name.casefold())


def _cut(name: str) -> str:
    """A name that leaves room for numbers and endings in what file systems take."""
    return name.encode("utf-8", "surrogateescape")[:_LONGEST].decode("utf-8", "ignore")
