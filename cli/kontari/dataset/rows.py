"""A record as a row of a data set, and a row as a record."""

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from kontari.core.verdict import Verdict
from kontari.dataset.columns import envelope_keys, result_columns
from kontari.record.action_ids import NotIdsError, Vocabulary, vocabulary
from kontari.record.envelope import record_shape
from kontari.record.nodes import keys
from kontari.record.text import pointer
from kontari.record.writing import one_line, ordered

Row = dict[str, Any]
"""The cells of a row by the names of their columns."""

MOST = 2**63 - 1
PLAYER = ("name", "id", "rating")
_WITH_CELLS = ("kontari", "game", "players", "rounds")
_ROUND = ("deal", "moves", "scores")
_REMEMBERED = 100_000


class NotARowError(ValueError):
    """Cells that make no record; the message says which."""


def row_of(record: Mapping[str, Any], verdict: Verdict, rule_set: int) -> Row:
    """The row of a well-formed record (JSON values) with its verdict."""
    game = record["game"]
    row = judged_cells(verdict, rule_set)
    rest: dict[str, Any] = {}
    row |= _rounds(game, record["rounds"], rest)
    row |= {"kontari": record["kontari"], "game": game, "n_players": len(record["players"])}
    row["players"] = _players(record["players"], rest)
    texts = envelope_keys(game)
    row |= dict.fromkeys(texts.values())
    for key, value in ordered(game, {**record, "rounds": []}).items():
        if key in texts:
            row[texts[key]] = _json(value)
        elif key not in _WITH_CELLS:
            rest[pointer((key,))] = value
    row["rest"] = _json(rest) if rest else None
    return row


def judged_cells(verdict: Verdict, rule_set: int) -> Row:
    """What a row holds of a verdict; numbers beyond 64 bits are left open."""
    assert verdict.game is not None
    result = verdict.result or {}
    rounds = verdict.rounds or []
    row: Row = {key: getattr(verdict, key) for key in ("sha256", "play_sha256", "verdict", "proof", "undecided")}
    row["rule_set"] = rule_set
    row["termination"] = result.get("termination")
    for key in ("winners", "lost_by", *(column.name for column in result_columns(verdict.game))):
        row[key] = _within(result.get(key))
    row["round_scores"] = [_within(round_.get("scores")) for round_ in rounds]
    row["round_ended"] = [round_.get("ended") for round_ in rounds]
    return row


def _within(numbers: Any) -> Any:
    flat = numbers if isinstance(numbers, list) else []
    if flat and isinstance(flat[0], list):
        flat = [number for one in flat for number in one]
    return None if any(abs(number) > MOST for number in flat) else numbers


def _rounds(game: str, rounds: list[dict[str, Any]], rest: dict[str, Any]) -> Row:
    words = vocabulary(game)
    deals, moves, scores, count = [], [], [], 0
    for number, round_ in enumerate(rounds):
        written = words.deal_ids(round_["deal"])
        deals.append(written.ids)
        if written.rest:
            at = pointer(("rounds", number, "deal"))
            rest.update((at + below, value) for below, value in written.rest.items())
        ids: list[int] = []
        for index, move in enumerate(round_["moves"]):
            written = words.move_ids(move)
            ids += written.ids
            if written.rest:
                at = pointer(("rounds", number, "moves", index))
                rest.update((at + below, value) for below, value in written.rest.items())
        moves.append(ids)
        count += len(round_["moves"])
        scores.append(round_.get("scores"))
        if len(round_) > 2:
            rest.update((pointer(("rounds", number, key)), round_[key]) for key in round_ if key not in _ROUND)
    return {
        "n_rounds": len(rounds),
        "n_moves": count,
        "deals": deals,
        "moves": moves,
        "claimed_round_scores": scores if any(one is not None for one in scores) else None,
    }


def _players(players: list[dict[str, Any]], rest: dict[str, Any]) -> list[dict[str, Any]]:
    for seat, player in enumerate(players):
        rest.update((pointer(("players", seat, key)), player[key]) for key in player if key not in PLAYER)
    return [{key: player.get(key) for key in PLAYER} for player in players]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _plain(value: Any) -> str:
    """The same of what holds no text but tokens."""
    return msgspec.json.encode(value).decode()


class Reader:
    """Makes records of a game's rows; what a move was is remembered, since most come again.

    Its texts are in the one written form of a ``.jsonl`` file.
    """

    def __init__(self, game: str) -> None:
        self._game = game
        self._words: Vocabulary = vocabulary(game)
        self._texts = envelope_keys(game)
        self._keys = [key.name for key in keys(record_shape(game))]
        self._moves: dict[tuple[int, ...], str] = {}

    def text(self, row: Row) -> str:
        """The record of a row as one line of JSON, without its line break. Raises NotARowError."""
        try:
            text = self._text(row)
            if row["rest"] is None:
                return text
            record = json.loads(text)
            for place, value in json.loads(row["rest"]).items():
                _put(record, place, value)
            return one_line(self._game, record).rstrip("\n")
        except NotIdsError as error:
            raise NotARowError(str(error)) from None
        except (AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
            raise NotARowError(f"its cells make no record ({type(error).__name__}: {error})") from None

    def _text(self, row: Row) -> str:
        parts: dict[str, str] = {key: row[name] for key, name in self._texts.items() if row[name] is not None}
        parts |= {"kontari": _json(row["kontari"]), "game": _json(row["game"]), "rounds": self._rounds(row)}
        parts["players"] = _json([{key: one[key] for key in one if one[key] is not None} for one in row["players"]])
        return "{" + ",".join([f'"{key}":{parts[key]}' for key in self._keys if key in parts]) + "}"

    def _rounds(self, row: Row) -> str:
        claims = row["claimed_round_scores"] or [None] * len(row["deals"])
        rounds = zip(row["deals"], row["moves"], claims, strict=True)
        return "[" + ",".join([self._round(*one) for one in rounds]) + "]"

    def _round(self, deal: list[int], moves: list[int], scores: list[int] | None) -> str:
        claim = "" if scores is None else f',"scores":{_plain(scores)}'
        done = ",".join([self._move(tuple(ids)) for ids in self._words.split(moves)])
        return f'{{"deal":{_plain(self._words.deal(deal))},"moves":[{done}]{claim}}}'

    def _move(self, ids: tuple[int, ...]) -> str:
        text = self._moves.get(ids)
        if text is None:
            if len(self._moves) >= _REMEMBERED:
                self._moves.clear()
            text = self._moves[ids] = _plain(self._words.move(ids))
        return text


def _put(record: Any, place: str, value: Any) -> None:
    """Set the value at a JSON Pointer; all but its last step is there."""
    *steps, last = [step.replace("~1", "/").replace("~0", "~") for step in place.split("/")[1:]]
    for step in steps:
        record = record[int(step) if isinstance(record, list) else step]
    record[last] = value
