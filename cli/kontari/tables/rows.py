"""The rows of a record in each table.

Lists are tokens with a space between them, lists of sets have `` | `` between sets. ``x-`` keys are in no
table, and neither are the cards and tiles of the deals.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kontari.core.verdict import Verdict
from kontari.games import part
from kontari.record.decode import move_asides
from kontari.sifting.hashes import sha256_of
from kontari.tables.columns import columns

Row = list[Any]
"""The cells of a row in the order of the columns: text, whole numbers, true or false, or None for an empty one."""

Data = Mapping[str, Any]
Judge = Callable[[], Verdict]

_ASIDE_AS_IT_IS = ("at", "elapsed_ms", "note", "attempt")
"""Keys of a move that are no part of the play and no claims about it either."""

_EVENT = ("name", "site", "date", "stage", "round", "table", "match")
_LEADS = ("dealer", "mano", "first")


def rows(table: str, data: Data, source: str, record: int, judge: Judge) -> Iterator[Row]:
    """The rows of a well-formed record (JSON values), with where it was read.

    judge: gives its verdict; the table ``moves`` does not ask for it.
    """
    names = [column.name for column in columns(table)]
    head = {"source": told(source), "record": record, "game": data["game"]}
    for row in cells(table, data, judge):
        filled = head | row
        yield [filled.get(name) for name in names]


def cells(table: str, data: Data, judge: Judge, sha256: str | None = None) -> Iterator[dict[str, Any]]:
    """The same rows as cells by column, without those of the source and the game; what is empty may be absent.

    sha256: the SHA-256 of the hash form, where it is known already.
    """
    if table == "moves":
        return _moves(data, sha256 or sha256_of(data))
    return (_rounds if table == "rounds" else _results)(data, judge)


def _moves(data: Data, sha256: str) -> Iterator[dict[str, Any]]:
    asides = move_asides(data["game"])
    for number, round_ in enumerate(data["rounds"], start=1):
        for index, move in enumerate(round_["moves"], start=1):
            row: dict[str, Any] = {"sha256": sha256, "round": number, "move": index}
            seat = move.get("seat")
            if seat is not None and seat < len(data["players"]):
                row["player"] = data["players"][seat]["name"]
                row["player_id"] = _id(data["players"][seat])
            claims = set(asides[move["action"]]) - {*_ASIDE_AS_IT_IS}
            keys = [key for key in move if not key.startswith("x-")]
            yield row | {column_of(key, key in claims): _cell(move[key]) for key in keys}


def column_of(key: str, claim: bool) -> str:
    """The column in which a key of a move stands; ``claim``: it is one there."""
    return f"claimed_{key}" if claim else "cards" if key == "card" else key


def _rounds(data: Data, judge: Judge) -> Iterator[dict[str, Any]]:
    verdict = judge()
    sides = _sides(data)
    for number, round_ in enumerate(data["rounds"]):
        counted = (verdict.rounds or [])[number : number + 1]
        right = counted[0] if counted else {}
        row = {
            "sha256": verdict.sha256,
            "verdict": verdict.verdict,
            "round": number + 1,
            **{key: round_["deal"].get(key) for key in _LEADS},
            "moves": len(round_["moves"]),
            "ended": right.get("ended"),
        }
        for side, name in enumerate(sides):
            added, claimed = (_at(one.get("scores"), side) for one in (right, round_))
            yield {**row, "side": side, "name": name, "added": added, "claimed_added": claimed}


def _results(data: Data, judge: Judge) -> Iterator[dict[str, Any]]:
    verdict = judge()
    sides = _sides(data)
    event = data.get("event", {})
    row = {
        **{key: getattr(verdict, key) for key in ("sha256", "play_sha256", "verdict", "proof", "undecided")},
        "codes": " ".join(dict.fromkeys(finding.code for finding in verdict.findings)) or None,
        **{f"event_{key}": str(event[key]) for key in _EVENT if key in event},
        "rules": json.dumps(verdict.rules, ensure_ascii=False, separators=(",", ":")),
        "rounds": len(data["rounds"]),
        "moves": sum(len(round_["moves"]) for round_ in data["rounds"]),
    }
    for side, name in enumerate(sides):
        players = data["players"][side :: len(sides)]
        yield {
            **row,
            "side": side,
            "name": name,
            "players": " | ".join(player["name"] for player in players),
            "player_ids": " | ".join(map(_id, players)),
            "ratings": " ".join(str(player.get("rating", "?")) for player in players)
            if any("rating" in player for player in players)
            else None,
            **_result(verdict.result or {}, side),
            **{f"claimed_{key}": value for key, value in _result(data.get("result", {}), side).items()},
        }


def _result(result: Data, side: int) -> dict[str, Any]:
    """What a result, recomputed or claimed, says of a side."""
    said: dict[str, Any] = {"termination": result.get("termination")}
    for key, column in (("winners", "winner"), ("lost_by", "lost_by")):
        if key in result:
            said[column] = side in result[key]
    for key, value in result.items():
        if key == "game_stones":
            said[key] = " ".join(str(one[side]) for one in value) or None
        elif isinstance(value, list) and key not in ("winners", "lost_by") and not key.startswith("x-"):
            said[key] = _at(value, side)
    return said


def _sides(data: Data) -> list[str]:
    """The names of the sides; of n sides the seats of side s are s, s + n, s + 2n and so on."""
    names: list[str] = part(data["game"], "tell").side_names(data, [player["name"] for player in data["players"]])
    return names


def _id(player: Data) -> str:
    found: str = player.get("id", player["name"])
    return found


def _at(values: list[int] | None, side: int) -> int | None:
    return values[side] if values is not None and side < len(values) else None


def _cell(value: Any) -> Any:
    """A value of a move as a cell."""
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if isinstance(value, list):
        return (" | " if value and isinstance(value[0], list) else " ").join(map(_cell, value))
    return value


def told(source: str) -> str:
    """The name of a file as text that can be written, whatever bytes it has."""
    return source.encode("utf-8", "backslashreplace").decode()
