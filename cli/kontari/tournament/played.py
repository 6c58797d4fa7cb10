"""What a verdict says of a match: the only thing a tournament learns from a record."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from kontari.core.verdict import WORDS, Verdict


class Deal(msgspec.Struct, frozen=True):
    """One round of a match: what it added for each side, and how it ended."""

    scores: tuple[int, ...] | None = None
    ended: str | None = None


class Person(msgspec.Struct, frozen=True):
    """A player at a seat."""

    name: str = ""
    id: str | None = None

    @property
    def called(self) -> str:
        """The id, or the name where there is none."""
        return self.name if self.id is None else self.id


class Ending(msgspec.Struct, frozen=True):
    """The recomputed result, as far as it is known."""

    scores: tuple[int, ...] | None = None
    games: tuple[int, int] | None = None
    stones: tuple[int, int] | None = None
    vacas: tuple[int, int] | None = None
    game_stones: tuple[tuple[int, int], ...] | None = None
    termination: str | None = None
    winners: tuple[int, ...] | None = None
    lost_by: tuple[int, ...] = ()


class Said(msgspec.Struct, frozen=True):
    """A finding of the verdict."""

    code: str
    message: str
    severity: str = "error"
    line: int | None = None
    column: int | None = None


class Played(msgspec.Struct, frozen=True):
    """What a line of ``validate --format jsonl`` says, as far as a tournament asks."""

    source: str
    record: int
    verdict: str
    sha256: str | None = None
    play_sha256: str | None = None
    game: str | None = None
    proof: str | None = None
    undecided: int = 0
    event: dict[str, Any] = {}
    players: tuple[Person, ...] = ()
    rules: dict[str, int | bool | str] = {}
    rounds: tuple[Deal, ...] = ()
    result: Ending = Ending()
    findings: tuple[Said, ...] = ()

    @property
    def place(self) -> str:
        """Where the record is, for people."""
        return (
            self.source if self.record == 1 and ".jsonl" not in self.source else f"{self.source}, record {self.record}"
        )

    @property
    def ids(self) -> tuple[str, ...]:
        """Who sat there, by seat: the id of each player, or the name."""
        return tuple([one.called for one in self.players])

    def number(self, option: str, default: int) -> int:
        """A number among the rules in force."""
        value = self.rules.get(option, default)
        return value if type(value) is int else default


class NotVerdictsError(Exception):
    """A line that is no verdict; ``line`` counts from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line} is no verdict of validate --format jsonl: {reason}")
        self.line = line


_DECODER = msgspec.json.Decoder(Played)
_UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)


def played(said: Verdict | Mapping[str, Any]) -> Played:
    """What a verdict, or its JSON values, says. Raises msgspec.ValidationError for values that are no verdict."""
    return msgspec.convert(said.data() if isinstance(said, Verdict) else said, Played)


def is_verdict(data: bytes) -> bool:
    """Whether a text means to be a verdict. Never raises."""
    try:
        return _DECODER.decode(data).verdict in WORDS
    except _UNREADABLE:
        return False


_ARRAY = msgspec.json.Decoder(tuple[Played, ...])


def read_verdicts(lines: Iterable[bytes]) -> Iterator[Played]:
    """The verdicts of a text in lines: one a line, where empty lines are skipped, or all in one JSON array.

    So ``validate --format jsonl`` and ``--format json`` print them. Raises NotVerdictsError at the first other line.
    """
    numbered = enumerate(lines, 1)
    first = True
    for number, line in numbered:
        if line.isspace() or not line:
            continue
        try:
            if first and line.lstrip().startswith(b"["):
                yield from _ARRAY.decode(b"".join([line, *(more for _, more in numbered)]))
                return
            yield _DECODER.decode(line)
        except _UNREADABLE as error:
            raise NotVerdictsError(number, str(error)) from None
        first = False
