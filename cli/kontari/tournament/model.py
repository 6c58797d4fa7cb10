"""What a tournament is made of: the document as read, what each round was to each participant, and the table."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Any

from msgspec import Struct

Exact = Fraction | int
"""A number of points or of a tie-break: exact always."""

TableName = int | str

SYSTEMS = ("round-robin", "swiss", "knockout", "double-knockout", "lives", "tables", "individual", "fixed")
"""How a stage decides who meets whom."""

MOST_ROUNDS = 9999
"""The highest number of a round; every round from the first to the last is gone through."""

MOST_CYCLES = 99
"""How often all may meet all in a round robin."""

MOST_SEATS = 7
"""How many may be at a table."""

# The document, with its defaults filled in


class Member(Struct, frozen=True):
    """A person who plays for a participant; ``id`` is that of ``players[].id`` in records."""

    id: str
    name: str
    rating: int | None = None
    substitute: bool = False


class Withdrawal(Struct, frozen=True):
    """Since when a participant plays no more: after so many rounds of a stage (of the first, where none is named)."""

    after: int
    stage: str | None = None
    expelled: bool = False
    reason: str | None = None


class Participant(Struct, frozen=True):
    """Who competes: a player, a pair, a team. One without members is its own single member."""

    id: str
    name: str
    members: tuple[Member, ...]
    seed: int | None = None
    rating: int | None = None
    groups: tuple[str, ...] = ()
    entered: int = 1
    withdrawn: Withdrawal | None = None


class Attachment(Struct, frozen=True):
    """A file that stands behind a ruling or a sheet; it is never opened, its hash is."""

    file: str
    sha256: str


class Ruling(Struct, frozen=True):
    """A result by decision of an official."""

    kind: str  # forfeit, double-forfeit, adjudicated, annulled, declared
    reason: str
    official: str | None = None
    by: tuple[str, ...] = ()
    scores: tuple[int, ...] | None = None
    winners: tuple[str, ...] | None = None
    played: bool | None = None
    attachments: tuple[Attachment, ...] = ()


class RecordRef(Struct, frozen=True):
    """A record that is named as belonging to a table."""

    source: str
    record: int = 1
    sha256: str | None = None


class Table(Struct, frozen=True):
    """Who was to meet, in seat order (two sides: side 0 first)."""

    table: TableName
    participants: tuple[str, ...]
    records: tuple[RecordRef, ...] = ()
    ruling: Ruling | None = None
    scores: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None


class Bye(Struct, frozen=True):
    """A participant who is not seated in a round: ``kind`` is paired, full, half or absent."""

    participant: str
    kind: str


class Round(Struct, frozen=True):
    """One round of a stage."""

    round: int
    tables: tuple[Table, ...]
    byes: tuple[Bye, ...] = ()
    date: str | None = None


class Points(Struct, frozen=True):
    """How points are given; what is not there is None."""

    win: Exact | None = None
    draw: Exact | None = None
    loss: Exact | None = None
    places: Mapping[int, tuple[Exact, ...]] = {}
    place_by: tuple[str, ...] = ("winner", "score")
    shared_place: str = "share"
    time: str = "pending"
    score: bool = False
    cap_low: int | None = None
    cap_high: int | None = None
    bye: Exact | None = None
    half_bye: Exact | None = None
    absent: Exact | None = None
    forfeit_win: Exact | None = None
    forfeit_loss: Exact | None = None
    forfeit_games: tuple[int, int] = (0, 0)
    count_best: int | None = None


class TieBreak(Struct, frozen=True):
    """One criterion of a list, ``by`` and its parameters as the document has them (None: the criterion's default)."""

    by: str
    cut_low: int = 0
    cut_high: int = 0
    of: str | None = None
    weight: str | None = None
    when: str | None = None
    inner: tuple[str, ...] = ()
    again: bool | None = None
    floor: Exact | None = None
    limit: Exact | None = None
    drop_best: int = 0
    drop_worst: int = 0
    unrated: int | None = None
    stage: str | None = None
    draw: str | None = None


class From(Struct, frozen=True):
    """Where participants of a stage come from: ranks (first, last) of another stage, or its ``best`` ones of a rank."""

    stage: str
    group: str | None = None
    ranks: tuple[int, int] | None = None
    best: int | None = None
    rank: int | None = None
    keep_points: bool = False


class Seating(Struct, frozen=True):
    """How tables are made of several: their size, the least and most, how many records a table has."""

    size: int = 2
    least: int = 2
    most: int = 2
    records: int = 1
    aggregate: str = "scores"


class Pairing(Struct, frozen=True):
    """How opponents are chosen."""

    within: str = "halves"
    avoid_groups: bool = False
    rematch: str = "never"
    bye: str = "lowest"
    lots: str | None = None


class Stage(Struct, frozen=True):
    """One stage of a tournament."""

    id: str
    system: str  # of SYSTEMS
    rounds_planned: int
    points: Points
    tie_breaks: tuple[TieBreak, ...]
    name: str | None = None
    from_: tuple[From, ...] = ()
    participants: tuple[str, ...] | None = None
    seating: Seating = Seating()
    cycles: int = 1
    lives: int | None = None
    pairing: Pairing = Pairing()
    unplayed: str = "as-scheduled"  # as-scheduled, dummy-2026, dummy-2024, left-out
    withdrawal: str = "keep"
    after_ties: str = "shared"
    rounds: tuple[Round, ...] | None = None
    preset: str | None = None


class Acceptance(Struct, frozen=True):
    """Which records count."""

    event: str | None = None
    rules: Mapping[str, Any] | None = None
    proof: str = "partial"
    misscored: str = "recompute"
    unmatched: str = "fault"
    sheets: str = "none"  # none, signed, any


class ClaimedRow(Struct, frozen=True):
    """A row of a table that the document claims."""

    rank: int
    participant: str
    stage: str | None = None
    points: Exact | None = None
    tie_breaks: tuple[Exact, ...] | None = None


class Document(Struct, frozen=True, dict=True):
    """A tournament as its document says, and the JSON values it was read from."""

    name: str
    game: str
    participants: tuple[Participant, ...]
    stages: tuple[Stage, ...]
    site: str | None = None
    start: str | None = None
    end: str | None = None
    records: Acceptance = Acceptance()
    standings: tuple[ClaimedRow, ...] = ()
    data: Mapping[str, Any] = {}

    def participant(self, id_: str) -> Participant:
        """The participant of that id, the first of several. Raises KeyError."""
        return self._people[id_]

    @cached_property
    def _people(self) -> Mapping[str, Participant]:
        return {one.id: one for one in reversed(self.participants)}

    def stage(self, id_: str) -> Stage:
        """The stage of that id. Raises KeyError."""
        for one in self.stages:
            if one.id == id_:
                return one
        raise KeyError(id_)


# Results


class Kind(StrEnum):
    """What a round was to a participant."""

    __hash__ = str.__hash__  # that of an Enum is slow

    PLAYED = "played"
    FORFEIT_WIN = "forfeit-win"
    FORFEIT_LOSS = "forfeit-loss"
    DOUBLE_FORFEIT = "double-forfeit"
    PAIRED_BYE = "paired-bye"
    FULL_BYE = "full-bye"
    HALF_BYE = "half-bye"
    ABSENT = "absent"
    PENDING = "pending"


class Evidence(StrEnum):
    """What a result rests on."""

    __hash__ = str.__hash__  # that of an Enum is slow

    VERIFIED = "verified"
    PARTIAL = "partial"
    RECOMPUTED = "recomputed"
    FORFEIT = "forfeit"
    TIME = "time"
    ADJUDICATED = "adjudicated"
    SHEET = "sheet"
    RULING = "ruling"
    BYE = "bye"
    PENDING = "pending"
    DISPUTED = "disputed"
    MISSING = "missing"


class Entry(Struct, frozen=True):
    """What one round was to one participant.

    ``opponents``: who was to sit at the table, in seat order, without the participant itself. ``points``: match
    points. ``games``, ``stones``, ``score``: for and against (of two sides; at tables ``score[0]`` is the own one and
    ``score[1]`` the sum of the positive ones at the table). ``place`` is 1 for the best, and seats that are level
    share it, ``level`` of them. ``rounds_won``: games won inside the records. ``note``: what is printed beside.
    """

    round: int
    kind: Kind
    points: Exact = 0
    table: TableName | None = None
    opponents: tuple[str, ...] = ()
    games: tuple[int, int] = (0, 0)
    stones: tuple[int, int] = (0, 0)
    score: tuple[int, int] = (0, 0)
    place: int | None = None
    level: int = 1
    size: int = 0
    rounds_won: int = 0
    evidence: Evidence = Evidence.MISSING
    note: str | None = None

    @property
    def played(self) -> bool:
        """Whether something was played, by record or ruling."""
        return self.kind is Kind.PLAYED


class Results(Struct, frozen=True, dict=True):
    """What every round of a stage was to every participant in it.

    ``participants`` are in canonical order: by seed, those without one behind, then by id. ``entries`` holds for each
    one entry a round, from round 1 to ``rounds``. ``carried``: points brought from an earlier stage.
    """

    stage: Stage
    participants: tuple[str, ...]
    rounds: int
    entries: Mapping[str, tuple[Entry, ...]]
    carried: Mapping[str, Exact] = {}
    final: bool = False
    """Whether nothing of the stage is still to be played: then caps go by ``rounds_planned``."""
    ranks: Mapping[str, Mapping[str, int]] = {}
    """Ranks reached in other stages, by stage and participant: what a play-off decides by."""

    @cached_property
    def met(self) -> Mapping[str, tuple[str, ...]]:
        """The one opponent of each round, of those who played against one in every round."""
        played = Kind.PLAYED
        return {
            id_: tuple([entry.opponents[0] for entry in self.entries[id_]])
            for id_ in self.participants
            if all(entry.kind is played and len(entry.opponents) == 1 for entry in self.entries[id_])
        }


class Finding(Struct, frozen=True):
    """Something that is wrong, or worth knowing, about a tournament: codes ``TRN-…``.

    ``place``: where, as ``stage liga, round 2, table 1`` or a file with its record; ``pointer``: in the document.
    """

    code: str
    facts: Mapping[str, Any] = {}
    place: str | None = None
    pointer: str | None = None


class SheetResult(Struct, frozen=True):
    """What a result sheet on paper says of a table, or of one match of it; it adds up, and proves nothing.

    ``games``, ``stones`` and ``scores`` are in the order of ``participants``, or of the two sides where these sit in
    turn. ``winners``: who won, where it is not who has most. ``place``: where it was read, ``FILE row r``.
    """

    stage: str
    round: int
    table: TableName
    match: int
    participants: tuple[str, ...]
    games: tuple[int, ...] | None = None
    stones: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None
    winners: tuple[str, ...] | None = None
    signed: bool = False
    place: str = ""


# Standings


class Value(Struct, frozen=True, eq=False):
    """The value of a criterion: exact, or a tuple compared item by item.

    ``words``: how it came about, as text or as what makes it, since few are ever read.
    """

    by: str
    value: Exact | tuple[Exact, ...]
    words: str | Callable[[], str] = ""

    @property
    def text(self) -> str:
        """How it came about, for people: its addends."""
        return self.words if isinstance(self.words, str) else self.words()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Value) and (self.by, self.value, self.text) == (other.by, other.value, other.text)

    def __hash__(self) -> int:
        return hash((self.by, self.value))

    def __repr__(self) -> str:
        return f"Value({self.by!r}, {self.value!r}, {self.text!r})"


class Row(Struct, frozen=True):
    """One participant in the table.

    ``decided_by``: the criterion by which it differs from its neighbour of the same points; None where none does.
    ``decided_at``: its place in the stage's list, the length of the list where lots or seeds of ``after_ties`` decided.
    """

    rank: int
    participant: str
    points: Exact
    values: tuple[Value, ...]
    decided_by: str | None
    played: int
    won: int
    drawn: int
    lost: int
    games: tuple[int, int]
    evidence: Mapping[str, int]
    decided_at: int | None = None


class Standings(Struct, frozen=True):
    """The table of a stage after a round, and on what its results rest."""

    stage: Stage
    after: int
    final: bool
    rows: tuple[Row, ...]
    evidence: Mapping[str, int]
