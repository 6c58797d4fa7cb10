"""A match in progress: dealt and moved by a program, refereed move by move, and its record at any time."""

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from msgspec import MsgspecError, convert, to_builtins

from kontari.core.fault import Fault
from kontari.core.replay import advance
from kontari.core.verdict import Finding, Verdict
from kontari.examination import examine
from kontari.games import part
from kontari.library import Record, read, view, well_formed
from kontari.record.decode import encode_sorted, round_types
from kontari.record.in_force import rules_in_force
from kontari.record.reading import VERSION, has_null
from kontari.record.writing import one_line


@dataclass(slots=True)
class _Round:
    """A round: ``before`` is the state ahead of its deal, ``written`` the deal as given; the others are typed."""

    before: Any
    deal: Any
    written: dict[str, Any]
    moves: list[Any] = field(default_factory=list)
    as_given: dict[int, dict[str, Any]] = field(default_factory=dict)
    """The moves with ``x-`` keys, which their types do not hold."""

    def written_moves(self) -> list[dict[str, Any]]:
        written: list[dict[str, Any]] = to_builtins(self.moves)
        for index, move in self.as_given.items():
            written[index] = deepcopy(move)
        return written


class Match:
    """A match of ``game`` under ``rules`` (a preset's name, options, or None for ``classic``) between ``players``.

    players: how many, or for each seat a name or an object as in a record. others: further keys of a record, such as
    ``event``, ``sides``, ``start`` and ``meta``. Raises NotARecordError where these are no beginning of a record.

    A deal or a move is an object as in a record (``schemas/README.md``). One that is not of that shape raises
    NotARecordError; one that breaks a rule changes nothing and comes back as a Fault.
    """

    def __init__(
        self,
        game: str,
        rules: str | Mapping[str, Any] | None,
        players: int | Sequence[str | Mapping[str, Any]],
        **others: Any,
    ) -> None:
        if isinstance(players, int):
            players = [f"Player {seat + 1}" for seat in range(players)]
        named = [{"name": player} if isinstance(player, str) else player for player in players]
        head: dict[str, Any] = {"kontari": VERSION, "game": game, "players": named, **others, "rounds": []}
        if rules is not None:
            head["rules"] = {"preset": rules} if isinstance(rules, str) else rules
        self._head = _read(head)
        typed = self._head.typed
        self._referee: Any = part(game, "play")
        self._shapes = round_types(game)
        options = rules_in_force(game, typed.rules, len(typed.players))
        begun = self._referee.begin(options, len(typed.players), typed.rules, typed.start)
        self._refused = begun if isinstance(begun, Fault) else None
        self._state: Any = None if self._refused is not None else begun
        self._rounds: list[_Round] = []

    @property
    def game(self) -> str:
        return self._head.game

    def deal(self, deal: Mapping[str, Any]) -> Fault | None:
        """Deal the next round; the fault where it may not be dealt so, or now.

        Rules or a start that contradict themselves are the fault of the first deal.
        """
        typed = self._typed(deal, self._shapes.deal, {"deal": deal, "moves": []})
        if self._refused is not None:
            return self._refused
        before = self._state
        counted = self._counted(before)
        fault: Fault | None = self._referee.judge_deal(counted, typed)
        if fault is None:
            self._rounds.append(_Round(before, typed, deepcopy(dict(deal))))
            self._referee.apply_deal(counted, typed)
            self._state = counted
        return fault

    def push(self, move: Mapping[str, Any]) -> Fault | None:
        """Make a move; the fault where it is illegal here. Raises LookupError before the first deal."""
        round_ = self._present()
        typed = self._typed(move, self._shapes.move, {"deal": round_.written, "moves": [move]})
        stopped = advance(self._referee, self._state, (typed,))
        if stopped is not None:
            return stopped[1]
        if _has_own_keys(move):
            round_.as_given[len(round_.moves)] = deepcopy(dict(move))
        round_.moves.append(typed)
        return None

    def undo(self) -> None:
        """Take back the last move, or the deal where no move followed it. Raises LookupError before the first deal."""
        round_ = self._present()
        if not round_.moves:
            self._rounds.pop()
            self._state = round_.before
            return
        round_.moves.pop()
        round_.as_given.pop(len(round_.moves), None)
        self._state = self._counted(round_.before)
        self._referee.apply_deal(self._state, round_.deal)
        advance(self._referee, self._state, round_.moves)

    @property
    def place(self) -> tuple[int, int]:
        """The present place, ``R.M`` of the record: round and move from 1, move 0 behind a deal; (0, 0) before any."""
        return (len(self._rounds), len(self._rounds[-1].moves)) if self._rounds else (0, 0)

    @property
    def position(self) -> dict[str, Any]:
        """All that lies on the table, as in the steps of ``replay``. Raises LookupError before the first deal."""
        self._present()
        shown: dict[str, Any] = part(self.game, "state").position(self._state)
        return shown

    def view(self, seat: int) -> dict[str, Any]:
        """The position as a seat sees it: what is hidden from it is ``??``."""
        return view(self.game, self.position, seat)

    @property
    def to_move(self) -> int | None:
        """The seat that is to move; None where no one seat is: between rounds, or where several may speak."""
        seat: int | None = self.position.get("to_move") if self._rounds else None
        return seat

    def legal(self) -> list[dict[str, Any]]:
        """What may be done now, as patterns of moves; nothing before the first deal and between rounds."""
        patterns: list[dict[str, Any]] = part(self.game, "legal").legal(self._state) if self._rounds else []
        return patterns

    def record(self) -> Record:
        """The match so far as a record, without claims about its scores."""
        rounds = [{"deal": deepcopy(round_.written), "moves": round_.written_moves()} for round_ in self._rounds]
        return well_formed({**deepcopy(self._head.data), "rounds": rounds})

    def verdict(self) -> Verdict:
        """What ``examine`` says of the record so far."""
        return examine(one_line(self.game, self.record().data).encode())

    def finding(self, move: Mapping[str, Any]) -> Finding | None:
        """What would be wrong with a move here, worded, with what would be legal; None where nothing would.

        Raises LookupError before the first deal, NotARecordError where it is not of the shape of a move.
        """
        self._present()
        data = self.record().data
        data["rounds"][-1]["moves"].append(move)
        return next(iter(examine(one_line(self.game, _read(data).data).encode()).errors()), None)

    def _counted(self, state: Any) -> Any:
        """A copy of a state ahead of a deal, in which the round before it is counted."""
        copy = state.copy()
        self._referee.round_outcome(copy)
        return copy

    def _present(self) -> _Round:
        if not self._rounds:
            raise LookupError("no round has been dealt")
        return self._rounds[-1]

    def _typed(self, value: Mapping[str, Any], shape: Any, round_: dict[str, Any]) -> Any:
        """A deal or move as the judge takes it. round_: the round in which its shape is explained if it is wrong."""
        if not _holds_null(value):
            try:
                typed = convert(value, shape, strict=True)  # refuses x- keys, too
                encode_sorted(typed)  # a lone surrogate cannot be
            except (MsgspecError, UnicodeEncodeError):
                pass
            else:
                return typed
        read_round = _read({**self._head.data, "rounds": [round_]}).typed.rounds[0]
        return read_round.moves[0] if read_round.moves else read_round.deal


def _has_own_keys(value: Mapping[str, Any]) -> bool:
    """Whether an ``x-`` key stands in an object, or in one within it."""
    for key, item in value.items():  # noqa: SIM110 - a generator would cost every move half a microsecond
        if key[:2] == "x-" or (type(item) is dict and _has_own_keys(item)):
            return True
    return False


def _holds_null(value: Mapping[str, Any]) -> bool:
    """Whether null stands where an absent key is meant; in arrays the types refuse it."""
    for item in value.values():  # noqa: SIM110 - as above
        if item is None or (type(item) is dict and has_null(item)):
            return True
    return False


def _read(data: Mapping[str, Any]) -> Record:
    return read(json.dumps(data))
