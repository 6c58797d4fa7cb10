"""Criteria that do not ask what was played: seed, lots, and the place in a play-off. They fit every stage."""

import hashlib
from collections.abc import Sequence

from kontari.tournament.model import Document, Results, TieBreak, Value


def seed(results: Results, document: Document, tie_break: TieBreak, group: Sequence[str]) -> dict[str, Value]:
    """The seed; behind all where there is none."""
    seeds = {one.id: one.seed for one in document.participants}
    behind = max((one for one in seeds.values() if one is not None), default=0) + 1
    return {id_: _lower(tie_break, seeds.get(id_), behind, "no seed") for id_ in group}


def lots(results: Results, document: Document, tie_break: TieBreak, group: Sequence[str]) -> dict[str, Value]:
    """The place by lot inside the group."""
    drawn = {id_: lot(document, results.stage.id, id_, tie_break.draw) for id_ in group}
    order = sorted(group, key=lambda id_: (drawn[id_], id_))
    if len(order) == 1:
        return {order[0]: Value(tie_break.by, 1)}
    return {id_: Value(tie_break.by, place, f"lot {drawn[id_][:16]}…") for place, id_ in enumerate(order, 1)}


def lot(document: Document, stage: str, participant: str, draw: str | None = None) -> str:
    """The lot of a participant: a SHA-256 in hexadecimal digits; the least is first."""
    if draw is None:
        draw = document.name + (document.start or "")
    return hashlib.sha256(f"{draw}\n{stage}\n{participant}".encode()).hexdigest()


def play_off(results: Results, document: Document, tie_break: TieBreak, group: Sequence[str]) -> dict[str, Value]:
    """The rank in another stage; behind all who were in it where somebody was not."""
    ranks = results.ranks.get(tie_break.stage or "", {})
    behind = max(ranks.values(), default=0) + 1
    return {id_: _lower(tie_break, ranks.get(id_), behind, "not in the play-off") for id_ in group}


def _lower(tie_break: TieBreak, number: int | None, behind: int, missing: str) -> Value:
    if number is None:
        return Value(tie_break.by, behind, missing)
    return Value(tie_break.by, number, str(number))
