"""The one replay loop: any game's record, played again deal by deal and move by move."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from kontari.core.fault import Fault
from kontari.core.options import InForce


class Referee(Protocol):
    """What a game's ``play`` module offers; the state is the game's own business."""

    def begin(self, options: InForce, players: int, rules: Any, start: Any) -> Any | Fault: ...
    def judge_deal(self, state: Any, deal: Any) -> Fault | None: ...
    def warn_deal(self, state: Any, deal: Any) -> Fault | None: ...
    def apply_deal(self, state: Any, deal: Any) -> None: ...
    def judge(self, state: Any, move: Any) -> Fault | None: ...
    def apply(self, state: Any, move: Any) -> None: ...
    def skim(self, state: Any, moves: Sequence[Any], index: int) -> int: ...
    def round_outcome(self, state: Any) -> "RoundOutcome": ...


class RoundOutcome(NamedTuple):
    """What a round came to: as shown in a verdict, and which claimed scores it admits (None: not ended)."""

    shown: dict[str, Any]
    admits: Callable[[Sequence[Any]], bool] | None


class Standing(NamedTuple):
    """How a match stands: over or not (None: it hangs on what was not seen), who won (None: not known or not over).

    ``admits`` says whether some filling-in makes these sides, ascending, the winners. ``stops_here``: the rules name no
    goal, so the match is over only because the record ends here and does not say that it goes on.
    """

    over: bool | None
    winners: list[int] | None
    admits: Callable[[Sequence[int]], bool]
    stops_here: bool = False

    @classmethod
    def known(cls, winners: list[int] | None) -> "Standing":
        """How a match stands of which nothing is open: these have won it (None: it is not over)."""
        return NOT_OVER if winners is None else cls(True, winners, lambda claim: claim == winners)

    @classmethod
    def of(cls, ways: Iterable[list[int] | None], stops_here: bool = False) -> "Standing":
        """How a match stands of which each way it may have gone has these winners (None: it is not over)."""
        found = list(ways)
        ends = {winners is not None for winners in found}
        over = ends.pop() if len(ends) == 1 else None
        agreed = over and all(winners == found[0] for winners in found)
        return cls(over, found[0] if agreed else None, lambda claim: claim in found, stops_here)


NOT_OVER = Standing(False, None, lambda claim: False)
"""A match in progress."""


class Found(NamedTuple):
    """A fault in its round (from 0), at its move (from 0) or, where ``move`` is None, in its deal."""

    fault: Fault
    round: int
    move: int | None

    @property
    def pointer(self) -> str:
        """The JSON Pointer of the fault in the whole record."""
        if self.fault.whole:
            return self.fault.at
        part = "deal" if self.move is None else f"moves/{self.move}"
        return f"/rounds/{self.round}/{part}{self.fault.at}"


class Replay:
    """How far a record could be played: the state then, each round's outcome, and what stopped it."""

    __slots__ = ("options", "outcomes", "state", "stopped", "warnings")

    def __init__(self, state: Any, options: Mapping[str, Any], stopped: Found | None = None) -> None:
        self.state = state
        self.options = options
        self.stopped = stopped
        self.outcomes: list[RoundOutcome] = []
        self.warnings: list[Found] = []


def advance(referee: Referee, state: Any, moves: Sequence[Any]) -> tuple[int, Fault] | None:
    """Judge and make moves in order; the index and fault of the first illegal one, which changes nothing."""
    judge, apply, skim = referee.judge, referee.apply, referee.skim
    index = skim(state, moves, 0)
    while index < len(moves):
        move = moves[index]
        fault = judge(state, move)
        if fault is not None:
            return index, fault
        apply(state, move)
        index = skim(state, moves, index + 1)
    return None


def deal_round(referee: Referee, replay: Replay, number: int, deal: Any) -> bool:
    """Judge the deal of round ``number`` (from 0) and lay it out; False if it is faulty."""
    state = replay.state
    fault = referee.judge_deal(state, deal)
    if fault is not None:
        replay.stopped = Found(fault, number, None)
        return False
    warning = referee.warn_deal(state, deal)
    if warning is not None:
        replay.warnings.append(Found(warning, number, None))
    referee.apply_deal(state, deal)
    return True


def begin(referee: Referee, options: InForce, record: Any) -> Replay:
    """The replay of a record before its first deal; stopped where its rules or its start cannot be."""
    state = referee.begin(options, len(record.players), record.rules, record.start)
    if isinstance(state, Fault):
        return Replay(None, options, stopped=Found(state, 0, None) if record.rounds else None)
    return Replay(state, options)


def replay(referee: Referee, options: InForce, record: Any) -> Replay:
    """Play a whole record again, up to its first fault."""
    replayed = begin(referee, options, record)
    for _ in rounds(referee, replayed, record):
        pass
    return replayed


def rounds(referee: Referee, replayed: Replay, record: Any) -> Iterator[RoundOutcome]:
    """Play a replay that has begun round by round, up to its first fault; the outcome of each round that was dealt."""
    if replayed.state is None:
        return
    for number, round_ in enumerate(record.rounds):
        if not deal_round(referee, replayed, number, round_.deal):
            return
        stopped = advance(referee, replayed.state, round_.moves)
        outcome = referee.round_outcome(replayed.state)
        replayed.outcomes.append(outcome)
        if stopped is not None:
            index, fault = stopped
            replayed.stopped = Found(fault, number, index)
        yield outcome
        if stopped is not None:
            return
