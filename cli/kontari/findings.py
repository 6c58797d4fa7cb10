"""Faults as findings: with their place in the text, their wording, and what would have been legal."""

from collections.abc import Callable, Sequence
from typing import Any

from kontari.codes import rule
from kontari.core.fault import Fault
from kontari.core.replay import Found, Replay
from kontari.core.verdict import Finding
from kontari.games import part
from kontari.record.reading import Reading
from kontari.record.text import Lines

_AT_KEY = frozenset(("REC-S02",))
"""Codes whose pointer names a key rather than a value."""


_LONGEST = 200
"""How many characters of a value a sentence holds; the facts beside it hold all of it."""


Finder = Callable[[set[str], set[str]], Lines]
"""Finds where things stand in a text: it is given the pointers whose value or key will be asked for."""


def findings(
    find: Finder, first_line: int, found: Sequence[Found], reading: Reading, replayed: Replay | None
) -> list[Finding]:
    """The findings of one record: of shape in the order of the text, of play and claims in theirs."""
    unplaced = [item for item in found if item.fault.offset is None]
    keys = {item.pointer for item in unplaced if item.fault.code in _AT_KEY}
    places = find({item.pointer for item in unplaced} - keys, keys)
    made = []
    for item in found:
        offset = item.fault.offset
        if offset is None:
            offset = places.key(item.pointer) if item.pointer in keys else places.value(item.pointer)
        line, column = places.line_and_column(offset)
        made.append(_finding(item, line + first_line - 1, column, reading, replayed))
    return made if replayed is not None else sorted(made, key=lambda one: (one.line or 0, one.column or 0))


def _finding(item: Found, line: int, column: int, reading: Reading, replayed: Replay | None) -> Finding:
    fault = item.fault
    about = rule(fault.code)
    facts = dict(fault.facts)
    seat = facts.get("seat")
    in_play = not fault.whole
    round_ = item.round + 1 if in_play else facts.get("round")
    move = None
    legal = None
    if in_play and item.move is not None and reading.record is not None:
        move = item.move + 1
        seat = getattr(reading.record.rounds[item.round].moves[item.move], "seat", None)
        if replayed is not None and reading.game is not None:
            legal = part(reading.game, "legal").legal(replayed.state)
    elif fault.code.partition("-")[0] != "REC" and reading.record is not None and reading.record.rounds:
        round_ = item.round + 1
    return Finding(
        code=fault.code,
        severity=about.severity,
        title=about.title,
        message=about.message.format_map(_Worded(facts, reading, seat)),
        pointer=item.pointer,
        line=line,
        column=column,
        round=round_,
        move=move,
        seat=seat,
        rule=_source(fault, replayed, about.source),
        facts={name: value for name, value in facts.items() if value is not None},
        legal=legal,
    )


def _source(fault: Fault, replayed: Replay | None, source: str) -> str:
    if fault.option is None:
        return source
    assert replayed is not None
    value = replayed.options[fault.option]
    shown = str(value).lower() if isinstance(value, bool) else value
    return f"option {fault.option} = {shown}"


class _Worded(dict[str, Any]):
    """The facts of a fault as words of a sentence."""

    def __init__(self, facts: dict[str, Any], reading: Reading, seat: int | None) -> None:
        super().__init__({name: _words(value) for name, value in facts.items()})
        self["who"] = _who(reading, seat)
        for name, value in facts.items():
            if name in ("turn", "dealer") or name.endswith("_seat"):
                self[name] = _who(reading, value)


def _who(reading: Reading, seat: int | None) -> str:
    if seat is None:
        return "the table"
    players = reading.record.players if reading.record is not None else []
    return f"{_bounded(players[seat].name)} (seat {seat})" if seat < len(players) else f"seat {seat}"


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return _bounded(", ".join(map(str, value[:_LONGEST]))) if value else "none"
    return _bounded(str(value))


def _bounded(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
