"""The library: records read, replayed, asked for legal moves, counted and written in Python."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kontari.core.fault import Fault
from kontari.core.replay import Found, Replay, advance, begin, deal_round, rounds
from kontari.core.verdict import Finding
from kontari.examination import examine
from kontari.forms import source as read_source
from kontari.games import part
from kontari.record import writing
from kontari.record.decode import typed
from kontari.record.in_force import rules_in_force
from kontari.record.reading import MAX_BYTES, without_own_keys
from kontari.record.streams import is_notation


class NotARecordError(ValueError):
    """A text that is malformed; ``findings`` say why and where."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        first = findings[0]
        super().__init__(f"{first.line}:{first.column} {first.code} {first.message}")
        self.findings = list(findings)


@dataclass(frozen=True)
class Record:
    """A well-formed record: ``data`` are its JSON values, ``x-`` keys and all."""

    game: str
    data: dict[str, Any]
    typed: Any

    @property
    def names(self) -> list[str]:
        """The players' names by seat."""
        return [player["name"] for player in self.data["players"]]


@dataclass(frozen=True, slots=True)
class Step:
    """The match after a deal (``move`` 0) or a move; both count from 1.

    ``action`` is the move as recorded, None for a deal. ``fault`` is set on the last step where
    the deal or move was not legal: then ``position`` is the one before it (None before any deal).
    """

    round: int
    move: int
    action: dict[str, Any] | None
    position: dict[str, Any] | None
    fault: Fault | None = None


def read(source: bytes | str | Path, *, max_bytes: int = MAX_BYTES, notation: bool | None = None) -> Record:
    """The record in a text, or in a file named by a Path.

    notation: whether the text is in the notation and not in JSON; of a file its name tells, where it is None.
    Raises NotARecordError where it is malformed, OSError where the file cannot be read.
    """
    if isinstance(source, Path):
        notation = is_notation(source.name) if notation is None else notation
        source = source.read_bytes()
    data = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
    made = read_source(data, max_bytes, notation=bool(notation))
    reading = made.reading
    if reading.record is None or reading.game is None:
        raise NotARecordError(examine(data, max_bytes=max_bytes, notation=bool(notation)).findings)
    return Record(reading.game, json.loads(made.json), reading.record)


def well_formed(data: dict[str, Any]) -> Record:
    """The record of JSON values that are well formed: such as ``Record.data``, or what was made of it."""
    return Record(data["game"], data, typed(data["game"], without_own_keys(data)))


def write(record: Record, *, lines: bool = False, notation: bool = False, words: str | None = None) -> str:
    """A record in its one written form.

    lines: on one line, as in a ``.jsonl`` file. notation: in the text notation, with that set of ``words``.
    """
    if notation:
        from kontari.notation.writing import write as in_notation

        return in_notation(record.game, record.data, words)
    return (writing.one_line if lines else writing.pretty)(record.game, record.data)


def play(record: Record) -> tuple[Replay, Iterator[Step]]:
    """The replay of a record and its steps; the replay is at the place of the last step taken."""
    replay_ = _begun(record)
    return replay_, _steps(record, replay_)


def _begun(record: Record) -> Replay:
    """The replay of a record before its first deal."""
    options = rules_in_force(record.game, record.typed.rules, len(record.data["players"]))
    return begin(_referee(record), options, record.typed)


def replay(record: Record) -> Iterator[Step]:
    """Every step of the match, with the full position after it, up to the first fault."""
    return play(record)[1]


def _referee(record: Record) -> Any:
    return part(record.game, "play")


def _steps(record: Record, replay_: Replay) -> Iterator[Step]:
    referee = _referee(record)
    position = part(record.game, "state").position
    shown = None
    if replay_.state is None:
        if replay_.stopped is not None:
            yield Step(1, 0, None, None, replay_.stopped.fault)
        return
    for number, round_ in enumerate(record.typed.rounds):
        if not deal_round(referee, replay_, number, round_.deal):
            assert replay_.stopped is not None
            yield Step(number + 1, 0, None, shown, replay_.stopped.fault)
            return
        shown = position(replay_.state)
        yield Step(number + 1, 0, None, shown)
        written = record.data["rounds"][number]["moves"]
        for index, move in enumerate(round_.moves):
            stopped = advance(referee, replay_.state, [move])
            if stopped is not None:
                replay_.stopped = Found(stopped[1], number, index)
                yield Step(number + 1, index + 1, written[index], shown, stopped[1])
                return
            shown = position(replay_.state)
            yield Step(number + 1, index + 1, written[index], shown)
        replay_.outcomes.append(referee.round_outcome(replay_.state))


def state_at(record: Record, round_: int, move: int) -> Any:
    """The game's state at place ``round_``.``move`` (after that move; 0 is after the deal).

    Raises LookupError where the match does not reach that place.
    """
    replay_, steps = play(record)
    for step in steps:
        if step.fault is not None:
            break
        if (step.round, step.move) == (round_, move):
            return replay_.state
    raise LookupError(f"the match does not reach place {round_}.{move}")


def legal(record: Record, round_: int, move: int) -> list[dict[str, Any]]:
    """What may be done at a place, as patterns of moves (see the game's ``legal`` module).

    Raises LookupError where the match does not reach that place.
    """
    patterns: list[dict[str, Any]] = part(record.game, "legal").legal(state_at(record, round_, move))
    return patterns


def view(game: str, position: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """A position as a seat saw it: what was hidden from it is ``??``."""
    seen: dict[str, Any] = part(game, "state").view(position, seat)
    return seen


def score(record: Record) -> list[dict[str, Any]]:
    """The score sheet: for each round that has ended, how it ended and each side's points with their reason.

    It goes as far as the play is legal. ``added`` and ``total`` are absent where cards that were
    not seen leave them open.
    """
    replay_ = _begun(record)
    sheet = part(record.game, "score").sheet
    return [
        {"round": number, **sheet(replay_.state)}
        for number, outcome in enumerate(rounds(_referee(record), replay_, record.typed), start=1)
        if "ended" in outcome.shown
    ]
