"""A record as a row of a data set."""

import json
from collections.abc import Mapping
from typing import Any

from kontari.core.verdict import Verdict
from kontari.dataset.columns import envelope_keys, result_columns
from kontari.record.action_ids import vocabulary
from kontari.record.text import pointer
from kontari.record.writing import ordered

Row = dict[str, Any]
"""The cells of a row by the names of their columns."""

MOST = 2**63 - 1
PLAYER = ("name", "id", "rating")
_WITH_CELLS = ("kontari", "game", "players", "rounds")
_ROUND = ("deal", "moves", "scores")


def row_of(record: Mapping[str, Any], verdict: Verdict, rule_set: int) -> Row:
    """The row of a well-formed record (JSON values) with its verdict."""
    return judged_cells(verdict, rule_set) | recorded_cells(record)


def recorded_cells(record: Mapping[str, Any]) -> Row:
    """What a row holds of a well-formed record (JSON values): all of it."""
    game = record["game"]
    rest: dict[str, Any] = {}
    row = _rounds(game, record["rounds"], rest)
    row |= {"kontari": record["kontari"], "game": game, "n_players": len(record["players"])}
    row["players"] = _players(record["players"], rest)
    texts = envelope_keys(game)
    row |= dict.fromkeys(texts.values())
    for key, value in ordered(game, {**record, "rounds": []}).items():
        if key in texts:
            row[texts[key]] = as_text(value)
        elif key not in _WITH_CELLS:
            rest[pointer((key,))] = value
    row["rest"] = as_text(rest) if rest else None
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


def as_text(value: Any) -> str:
    """JSON values as a cell of text holds them."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
