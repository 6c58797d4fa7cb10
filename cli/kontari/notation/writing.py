"""A record written in the notation, without loss."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from kontari.games import part
from kontari.notation.grammar import SHARED
from kontari.record.writing import ordered

Json = Mapping[str, Any]

_BARE = re.compile(r"[^\W\d_][\w.+-]*|[0-9]{4}-[0-9]{2}[0-9A-Za-z:.+-]*")
_NAME = re.compile(r"[^\W\d_][\w.'’-]*")
_KEY = re.compile(r"[a-z][a-z0-9_]*|x-[^\s:=;\"]*")
_OWN_TAG = re.compile(r"x-[^\s:=;\"]*")
_CONSTANTS = ("true", "false", "null")
_MOVE = ("action", "seat")
_ABOUT = ("event", "start")
_AFTERWARDS = ("result", "meta")


def write(game: str, record: Json, words: str | None = None) -> str:
    """A record (JSON values) as a text in the notation; ``words``: in which set of words the table talks."""
    return "\n".join(_lines(ordered(game, record), part(game, "text"), words)) + "\n"


def _lines(record: Json, text: Any, words: str | None) -> Iterator[str]:
    yield f"kontari: {record['kontari']} {record['game']}"
    if words is not None and words != text.WORDS[0]:
        yield f"words: {words}"
    if "$schema" in record:
        yield f"$schema: {_json(record['$schema'])}"
    if "rules" in record:
        yield _rules(record["rules"])
    for player in record["players"]:
        yield _about("player:", player, name(player["name"], record["game"]))
    if "sides" in record:
        yield " ".join(("sides:", *(name(side, record["game"]) for side in record["sides"])))
    yield from (_about(f"{key}:", record[key]) for key in _ABOUT if key in record)
    yield from (f"{_own_tag(key)}: {_value(record[key])}" for key in record if key.startswith("x-"))
    seat = seats(record)
    for number, round_ in enumerate(record["rounds"], start=1):
        yield ""
        yield from _round(round_, number, text, words or text.WORDS[0], seat)
    if record["rounds"] and any(key in record for key in _AFTERWARDS):
        yield ""
    yield from (_about(f"{key}:", record[key]) for key in _AFTERWARDS if key in record)


def _rules(rules: Json) -> str:
    preset = rules.get("preset")
    return _about("rules:", {key: value for key, value in rules.items() if key != "preset"}, preset)


def _about(head: str, value: Json, first: str | None = None) -> str:
    """A line of pairs; ``first`` stands before them, and is not among them where it is a player's name."""
    pairs = _pairs({key: one for key, one in value.items() if not (head == "player:" and key == "name")})
    return " ".join((head, *([] if first is None else [first]), *pairs))


def _round(round_: Json, number: int, text: Any, words: str, seat: Callable[[int], str]) -> Iterator[str]:
    yield " ".join((f"round {number}", *_pairs(_own(round_))))
    yield from text.deal_lines(round_["deal"], seat)
    if own := _own(round_["deal"]):
        yield " ".join(("deal:", *_pairs(own)))
    line: list[str] = []
    before: Json | None = None
    for index, move in enumerate(round_["moves"], start=1):
        said = _step(move, text, words)
        if line and before is not None and move.get("seat") == before.get("seat") and text.same_turn(before, move):
            line.append(said)
        else:
            if line:
                yield " ".join(line)
            line = [f"{index}.", *([seat(move["seat"])] if "seat" in move else []), said]
        before = move
    if line:
        yield " ".join(line)
    if "scores" in round_:
        yield " ".join(("scores:", *map(str, round_["scores"])))


def _step(move: Json, text: Any, words: str) -> str:
    """A move and what is written behind it."""
    pieces = [text.move_text(move, words)]
    for key, value in move.items():
        if key in _MOVE or key in text.WRITTEN:
            continue
        if key == "at":
            pieces.append(f"@{value}")
        elif key == "elapsed_ms":
            pieces.append(f"~{value}")
        elif key == "note":
            pieces.append(_json(value))
        else:
            pieces += _pairs({key: value})
    return " ".join(pieces)


def _own(value: Json) -> Json:
    return {key: one for key, one in value.items() if key.startswith("x-")}


def _pairs(value: Json) -> list[str]:
    return [f"{key if _KEY.fullmatch(key) else _json(key)}={_value(one)}" for key, one in value.items()]


def _value(value: Any) -> str:
    if isinstance(value, str) and _BARE.fullmatch(value) and value not in _CONSTANTS:
        return value
    return _json(value)


def _own_tag(key: str) -> str:
    return key if _OWN_TAG.fullmatch(key) else _json(key)


def _json(value: Any) -> str:
    """A value as JSON on one line; what breaks lines elsewhere is escaped."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_BREAKS)


_BREAKS = {ord(sign): f"\\u{ord(sign):04x}" for sign in "\x7f\x85\u2028\u2029\ufeff"}


def name(text: str, game: str) -> str:
    """A name as it is, or in quotes where it could be read as something else."""
    return text if _NAME.fullmatch(text) and text not in _keywords(game) else _json(text)


@cache
def _keywords(game: str) -> frozenset[str]:
    found = re.findall(
        r'^[A-Z_.0-9]+: "([a-z]+):?"$', SHARED + part(game, "text").grammar(part(game, "text").WORDS[0]), re.MULTILINE
    )
    return frozenset(found)


def seats(record: Json) -> Callable[[int], str]:
    """How the seats of a record are written: by name where that says who is meant, else by number."""
    names: Sequence[str] = [player["name"] for player in record["players"]]
    times = Counter(names)

    def seat(number: int) -> str:
        if number < len(names) and times[names[number]] == 1:
            return name(names[number], record["game"])
        return f"#{number}"

    return seat
