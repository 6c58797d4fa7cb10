"""A record as one seat saw it: what was hidden from it is ``??``, what was said aloud is there."""

from collections.abc import Collection
from typing import Any, NamedTuple

from kontari.asides import without_own_keys_but
from kontari.games import part
from kontari.library import Record, play

KEEPABLE = ("note", "meta.note", "meta.source", "meta.amended")
"""What is left out of a redacted record unless it is kept by name, beside ``x-`` keys: what the recorder knew.

The source of a generated match holds its seed, and an amendment the hash of what was hidden.
"""


class Seen(NamedTuple):
    """A move as a seat saw it; ``at`` is its place in the record, None where the record leaves it out."""

    at: int | None
    move: dict[str, Any]


def redacted(record: Record, seat: int, keep: Collection[str] = ()) -> dict[str, Any]:
    """The record as that seat saw it, as JSON values.

    keep: names out of ``KEEPABLE`` and of ``x-`` keys that stay. Where the record is illegal it is redacted all the
    same, and nothing is added from the fault on.
    """
    shown = without_own_keys_but(keep, record.data)
    rounds = []
    for round_, moves in zip(shown["rounds"], moves_seen(record, shown, seat), strict=True):
        deal = part(record.game, "redact").deal_seen_by(round_["deal"], seat)
        rounds.append({**round_, "deal": deal, "moves": [_without_note(one.move, keep) for one in moves]})
    meta = {key: value for key, value in shown.get("meta", {}).items() if _stays(f"meta.{key}", keep)}
    others = {key: value for key, value in shown.items() if key != "meta"}
    return {**others, "rounds": rounds, **({"meta": meta} if meta else {})}


def moves_seen(record: Record, shown: dict[str, Any], seat: int) -> list[list[Seen]]:
    """The moves of each round as a seat saw them. shown: the JSON values whose moves are taken."""
    seen_by = part(record.game, "redact").seen_by
    added = said_aloud(record)
    found = []
    for number, round_ in enumerate(shown["rounds"]):
        moves: list[Seen] = []
        for index, move in enumerate(round_["moves"]):
            moves += [Seen(None, one) for one in added.get((number, index), ())]
            moves.append(Seen(index, seen_by(move, seat)))
        moves += [Seen(None, one) for one in added.get((number, len(round_["moves"])), ())]
        found.append(moves)
    return found


def said_aloud(record: Record) -> dict[tuple[int, int], list[dict[str, Any]]]:
    """What was said aloud and the record leaves out: by round and by the move before which it was said, from 0."""
    if not part(record.game, "meaning").SAID:
        return {}
    unsaid = part(record.game, "redact").unsaid
    apply = part(record.game, "play").apply
    replay, steps = play(record)
    added: dict[tuple[int, int], list[dict[str, Any]]] = {}
    begun = False
    for step in steps:
        if step.fault is not None:
            break
        number, index = step.round - 1, step.move
        moves = record.typed.rounds[number].moves
        begun = begun and index > 0
        said = unsaid(replay.state, moves[index] if index < len(moves) else None, begun)
        for move in said:
            apply(replay.state, move)
        if said:
            begun = True
            added[number, index] = [
                {key: value for key, value in vars(move).items() if value is not None} for move in said
            ]
    return added


def _without_note(move: dict[str, Any], keep: Collection[str]) -> dict[str, Any]:
    return {key: value for key, value in move.items() if key != "note" or "note" in keep}


def _stays(name: str, keep: Collection[str]) -> bool:
    return name not in KEEPABLE or name in keep
