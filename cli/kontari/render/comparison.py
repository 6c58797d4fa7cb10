"""What differs between two records, as text and as data."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from kontari.comparison import Comparison, Difference
from kontari.games import part
from kontari.library import Record
from kontari.printable import printable
from kontari.render.people import printable_names


class Side(NamedTuple):
    """One of the two records: where it was read (``number`` from 1), and what it is."""

    source: str
    number: int
    record: Record

    @property
    def name(self) -> str:
        return printable(self.source) + (f" record {self.number}" if self.number > 1 else "")


class Lonely(NamedTuple):
    """A record that has no partner, since the other input has fewer: ``side`` is "a" or "b"."""

    side: str
    source: str
    number: int


class TextDiff:
    """A line a difference, and one line that sums up; of several pairs one line more."""

    def __init__(self) -> None:
        self._pairs = 0
        self._same = 0
        self._lonely: Lonely | None = None
        self._more = 0

    def begin(self) -> str:
        return ""

    def pair(self, a: Side, b: Side, found: Comparison) -> str:
        self._pairs += 1
        self._same += not found.differences
        lines = [f"{_place(one)}: {_told(one, a.record, b.record)}" for one in found.differences]
        return "\n".join([*lines, f"{a.name} and {b.name}: {_summary(a, b, found)}"]) + "\n"

    def lonely(self, one: Lonely) -> str:
        self._lonely = self._lonely or one
        self._more += 1
        return ""

    def end(self) -> str:
        lines = []
        if self._lonely is not None:
            more = f"{self._more} record{'' if self._more == 1 else 's'} more, from record {self._lonely.number} on"
            lines.append(f"{printable(self._lonely.source)} has {more}")
        if self._pairs + self._more > 1:
            pairs = f"{self._pairs} pair{'' if self._pairs == 1 else 's'}"
            lines.append(f"{pairs}: {self._same} the same, {self._pairs - self._same} different")
        return "".join(f"{line}\n" for line in lines)


def _place(one: Difference) -> str:
    where = "" if one.round is None else f"{one.round}.{one.move} " if one.move is not None else f"round {one.round} "
    if one.part == "move":
        return f"{where}move"
    path = one.at.split("/")[1:]
    if one.round is not None and path[:1] == ["rounds"]:
        path = [step for step in path[2:] if step != "moves"]
        path = path[1:] if one.move and path[:1] == [str(one.move - 1)] else path
    return printable(where + " ".join(path))


def _told(one: Difference, a: Record, b: Record) -> str:
    if one.part == "move":
        words = [
            _move_words(value, record) if value is not None else "no move" for value, record in ((one.a, a), (one.b, b))
        ]
        if words[0] != words[1]:
            return " | ".join(words)
    return " | ".join(_shown(value) for value in (one.a, one.b))


def _move_words(move: dict[str, Any], record: Record) -> str:
    return printable(part(record.game, "tell").move_words(move, printable_names(record)))


def _shown(value: Any) -> str:
    if value is None:
        return "(absent)"
    if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
        return printable(" ".join(value))
    return printable(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _summary(a: Side, b: Side, found: Comparison) -> str:
    aside = []
    for side, number in ((b, found.known.a), (a, found.known.b)):
        if number:
            aside.append(f"{number} unseen in {side.name}")
    for side, number in ((a, found.said.a), (b, found.said.b)):
        if number:
            aside.append(f"{number} move{'' if number == 1 else 's'} said only in {side.name}")
    more = f" ({', '.join(aside)})" if aside else ""
    if not found.differences:
        return f"the same{more}" if not aside else f"the same play{more}"
    parts = list(dict.fromkeys(one.part for one in found.differences))
    differ = f"{_listed(parts)} differ{'s' if len(parts) == 1 and parts[0] in _SINGULAR else ''}"
    return f"{'the same play, but ' if found.same_play else 'different play: '}{differ}{more}"


_NOUNS = {"seats": "the number of players", "start": "the start", "move": "moves", "deal": "deals"}
_SINGULAR = ("game", "seats", "start", "event", "meta")


def _listed(parts: Sequence[str]) -> str:
    words = [_NOUNS.get(one, one) for one in parts]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


class JsonDiff:
    """One JSON array, an object a pair; written pair by pair."""

    def __init__(self) -> None:
        self._written = False

    def begin(self) -> str:
        return "["

    def pair(self, a: Side, b: Side, found: Comparison) -> str:
        return self._object(
            {
                "a": {"source": a.source, "record": a.number},
                "b": {"source": b.source, "record": b.number},
                "same": not found.differences,
                "same_play": found.same_play,
                "known_only": found.known._asdict(),
                "said_only": found.said._asdict(),
                "differences": [_data(one) for one in found.differences],
            }
        )

    def lonely(self, one: Lonely) -> str:
        return self._object(
            {
                one.side: {"source": one.source, "record": one.number},
                "same": False,
                "same_play": False,
                "known_only": {"a": 0, "b": 0},
                "said_only": {"a": 0, "b": 0},
                "differences": [{"part": "record", "pointer": ""}],
            }
        )

    def end(self) -> str:
        return "\n]\n" if self._written else "]\n"

    def _object(self, shown: dict[str, Any]) -> str:
        text = json.dumps(shown, ensure_ascii=False, indent=2).replace("\n", "\n  ")
        before = ",\n  " if self._written else "\n  "
        self._written = True
        return before + text


def _data(one: Difference) -> dict[str, Any]:
    shown = {"part": one.part, "pointer": one.at, "round": one.round, "move": one.move, "a": one.a, "b": one.b}
    return {key: value for key, value in shown.items() if value is not None}


DIFFS = {"text": TextDiff, "json": JsonDiff}
