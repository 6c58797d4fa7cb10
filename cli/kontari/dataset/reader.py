"""A row of a data set as a record."""

import json
from functools import lru_cache
from typing import Any

import msgspec

from kontari.dataset.columns import envelope_keys
from kontari.dataset.rows import Row, as_text, recorded_cells
from kontari.record.action_ids import NotIdsError, vocabulary
from kontari.record.envelope import record_shape
from kontari.record.nodes import keys
from kontari.record.writing import one_line

_REMEMBERED = 100_000


class NotARowError(ValueError):
    """Cells that make no record, or another one than they show; the message says which."""


class Reader:
    """Makes records of a game's rows; what a move was is remembered, since most come again.

    Its texts are in the one written form of a ``.jsonl`` file.
    """

    def __init__(self, game: str) -> None:
        self._game = game
        self._words = vocabulary(game)
        self._texts = envelope_keys(game)
        self._keys = [key.name for key in keys(record_shape(game))]
        self._moves: dict[tuple[int, ...], str] = {}

    def text(self, row: Row) -> str:
        """The record of a row as one line of JSON, without its line break. Raises NotARowError.

        It is the row that would be made of that record: no cell says one thing to this reader and another to others.
        """
        try:
            text = self._text(row)
            return text if row["rest"] is None else self._with_rest(text, row)
        except (NotARowError, NotIdsError) as error:
            raise NotARowError(str(error)) from None
        except (AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
            raise NotARowError(f"its cells make no record ({type(error).__name__}: {error})") from None

    def _with_rest(self, text: str, row: Row) -> str:
        record = json.loads(text)
        rest = json.loads(row["rest"])
        for place, value in rest.items():
            _put(record, place, value)
        made = recorded_cells(record)
        if json.loads(made.pop("rest") or "{}") != rest or any(row[name] != cell for name, cell in made.items()):
            raise NotARowError("rest says what other cells should say")
        return one_line(self._game, record).rstrip("\n")

    def _text(self, row: Row) -> str:
        parts = {key: _whole(row[name]) for key, name in self._texts.items() if row[name] is not None}
        parts |= {"kontari": as_text(row["kontari"]), "game": as_text(row["game"]), "rounds": self._rounds(row)}
        parts["players"] = as_text([{key: one[key] for key in one if one[key] is not None} for one in row["players"]])
        return "{" + ",".join([f'"{key}":{parts[key]}' for key in self._keys if key in parts]) + "}"

    def _rounds(self, row: Row) -> str:
        claims = row["claimed_round_scores"] or [None] * len(row["deals"])
        rounds = zip(row["deals"], row["moves"], claims, strict=True)
        return "[" + ",".join([self._round(*one) for one in rounds]) + "]"

    def _round(self, deal: list[int], moves: list[int], scores: list[int] | None) -> str:
        claim = "" if scores is None else f',"scores":{_plain(scores)}'
        done = ",".join([self._move(ids) for ids in self._words.split(tuple(moves))])
        dealt = self._words.deal(deal)
        if self._words.deal_ids(dealt).ids != deal:
            raise NotARowError("the integers of a deal are not those by which it is written")
        return f'{{"deal":{_plain(dealt)},"moves":[{done}]{claim}}}'

    def _move(self, ids: tuple[int, ...]) -> str:
        text = self._moves.get(ids)
        if text is None:
            move = self._words.move(ids)
            if tuple(self._words.move_ids(move).ids) != ids:
                raise NotARowError(f"the integers {[*ids]} are not those by which a move is written")
            if len(self._moves) >= _REMEMBERED:
                self._moves.clear()
            text = self._moves[ids] = _plain(move)
        return text


@lru_cache(maxsize=1000)
def _whole(text: str) -> str:
    """A cell of JSON text, which is one value. Raises ValueError."""
    json.loads(text)
    return text


def _plain(value: Any) -> str:
    """JSON values that hold no text but tokens, as text."""
    return msgspec.json.encode(value).decode()


def _put(record: Any, place: str, value: Any) -> None:
    """Set the value at a JSON Pointer; all but its last step is there."""
    *steps, last = [step.replace("~1", "/").replace("~0", "~") for step in place.split("/")[1:]]
    for step in steps:
        record = record[int(step) if isinstance(record, list) else step]
    record[last] = value
