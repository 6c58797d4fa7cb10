"""Who is to be paired in a round of a stage, and what was before it."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from kontari.tournament.model import (
    Bye,
    Document,
    Entry,
    Exact,
    Finding,
    Kind,
    Participant,
    Results,
    Row,
    Stage,
    Standings,
    Table,
)
from kontari.tournament.pairing import lots
from kontari.tournament.pairing.paired import PairingError

WITHOUT_PLAYING = (Kind.PAIRED_BYE, Kind.FULL_BYE, Kind.FORFEIT_WIN)
"""What gives the points of a win without playing; whoever had one of them gets no bye."""

TO_MEET = (Kind.PLAYED, Kind.PENDING)
"""Rounds in which opponents met, or are still to meet."""

Byes = Mapping[str, str] | Collection[str]
"""Byes that were asked for, by participant: their kind, ``paired`` where it is not said."""


def canonical(participants: Iterable[Participant]) -> list[str]:
    """Ids by seed, those without one behind, then by id."""
    ordered = sorted(participants, key=lambda one: (one.seed is None, one.seed or 0, one.id))
    return [one.id for one in ordered]


def left_after(document: Document, stage: Stage, participant: str) -> int | None:
    """After how many rounds of a stage a participant plays no more; None: it stays."""
    withdrawn = document.participant(participant).withdrawn
    if withdrawn is None:
        return None
    ids = [one.id for one in document.stages]
    since = ids.index(withdrawn.stage) if withdrawn.stage in ids else 0
    here = ids.index(stage.id)
    if here == since:
        return withdrawn.after
    return 0 if here > since else None


def entered(document: Document, stage: Stage, participant: str) -> int:
    """The first round of a stage that a participant plays; who comes from another stage is there from the first."""
    return 1 if stage.from_ else document.participant(participant).entered


def order(results: Results, standings: Standings) -> list[str]:
    """Everyone in the order of the table; who is level in all, in canonical order (no lots decide here)."""
    position = {one: i for i, one in enumerate(results.participants)}
    ordered: list[str] = []
    level: list[Row] = []
    for row in standings.rows:
        if row.participant not in position:
            continue
        if level and _key(level[-1]) != _key(row):
            ordered += sorted((one.participant for one in level), key=position.__getitem__)
            level = []
        level.append(row)
    ordered += sorted((one.participant for one in level), key=position.__getitem__)
    there = set(ordered)
    return ordered + [one for one in results.participants if one not in there]


def _key(row: Row) -> tuple[object, ...]:
    return (row.points, *(value.value for value in row.values))


@dataclass(frozen=True, slots=True)
class Field:
    """A stage before a round.

    ``order``: all participants in the order of the table. ``playing``: those to be seated, in that order. ``byes``:
    those who are not, as was asked for. ``fixed``: tables that are as they were asked for.
    """

    document: Document
    stage: Stage
    round: int
    results: Results
    order: tuple[str, ...]
    playing: tuple[str, ...]
    byes: tuple[Bye, ...]
    fixed: tuple[tuple[str, ...], ...]
    points: Mapping[str, Exact]
    met: Mapping[str, Mapping[str, int]]
    """For each participant: with whom it met, and how often."""
    resting: Mapping[str, int]
    """How often each had points without playing."""
    draw: str

    def entries(self, participant: str) -> Sequence[Entry]:
        """The rounds of a participant before this one."""
        return [entry for entry in self.results.entries.get(participant, ()) if entry.round < self.round]

    def lot(self, participant: str) -> bytes:
        """What the participant draws in this round."""
        return lots.lot(self.draw, self.stage, self.round, participant)

    def place(self) -> str:
        """Where findings about this round are."""
        return f"stage {self.stage.id}, round {self.round}"

    def groups(self, a: str, b: str) -> bool:
        """Whether the two have a group in common."""
        return bool(set(self.document.participant(a).groups) & set(self.document.participant(b).groups))

    def seats(self) -> dict[str, Counter[int]]:
        """How often each sat where, in the rounds of the document before this one."""
        sat: dict[str, Counter[int]] = {one: Counter() for one in self.order}
        for round_ in self.stage.rounds or ():
            if round_.round < self.round:
                for table in round_.tables:
                    for seat, one in enumerate(table.participants):
                        if one in sat:
                            sat[one][seat] += 1
        return sat

    def findings(self) -> list[Finding]:
        """What is wrong in what was asked for: a bye for someone who had one."""
        return [second_bye(self, bye) for bye in self.byes if bye.kind == "paired" and self.resting[bye.participant]]


def second_bye(field: Field, bye: Bye) -> Finding:
    """A bye for someone who had points without playing before."""
    before = [entry for entry in field.entries(bye.participant) if entry.kind in WITHOUT_PLAYING]
    facts = {"participant": bye.participant, "kind": str(before[0].kind), "before": before[0].round}
    return Finding("TRN-P03", facts, field.place())


def without_a_partner(left: Iterable[str]) -> str:
    """Why a round cannot be paired."""
    return f"without a partner are: {', '.join(left)}"


def has_the_bye(field: Field, participant: str) -> str:
    """The sentence about a bye that pairing gives; a second one only where nobody is left without one."""
    again = "" if not field.resting[participant] else " once more: nobody is left without one"
    return f"{participant} has the bye{again}"


def field_of(
    document: Document,
    stage: Stage,
    results: Results,
    standings: Standings,
    round_: int,
    absent: Collection[str] = (),
    byes: Byes = (),
    fixed: Sequence[Sequence[str]] = (),
) -> Field:
    """The stage before a round. Raises PairingError where something asked for names nobody, or somebody twice."""
    kinds = dict(byes) if isinstance(byes, Mapping) else dict.fromkeys(byes, "paired")
    asked = [*absent, *kinds, *(one for table in fixed for one in table)]
    for one in asked:
        if one not in results.participants:
            raise PairingError(f"no participant of stage {stage.id} is called {one!r}")
        if asked.count(one) > 1:
            raise PairingError(f"{one!r} can be in a round once only: as absent, with a bye, or at one table")
    kinds = {**kinds, **dict.fromkeys(absent, "absent")}
    ordered = order(results, standings)
    there = [one for one in ordered if not gone(document, stage, one, round_)]
    for one in asked:
        if one not in there and kinds.get(one) != "absent":
            raise PairingError(f"{one!r} does not play in round {round_}: not yet entered, or withdrawn")
    points: dict[str, Exact] = {one: results.carried.get(one, 0) for one in ordered}
    points |= {row.participant: row.points for row in standings.rows if row.participant in points}
    met: dict[str, Counter[str]] = {one: Counter() for one in ordered}
    resting: Counter[str] = Counter()
    for one in ordered:
        for entry in results.entries.get(one, ()):
            if entry.round < round_:
                if entry.kind in TO_MEET:
                    met[one].update(entry.opponents)
                resting[one] += entry.kind in WITHOUT_PLAYING
    return Field(
        document=document,
        stage=stage,
        round=round_,
        results=results,
        order=tuple(ordered),
        playing=tuple(one for one in there if one not in kinds),
        byes=tuple(Bye(one, kinds[one]) for one in results.participants if one in kinds and one in there),
        fixed=tuple(tuple(table) for table in fixed),
        points=points,
        met=met,
        resting=resting,
        draw=lots.published(document, stage),
    )


def gone(document: Document, stage: Stage, participant: str, round_: int) -> bool:
    """Whether a participant does not play in a round: not yet entered, or withdrawn before."""
    after = left_after(document, stage, participant)
    return entered(document, stage, participant) > round_ or (after is not None and round_ > after)


def bye_order(field: Field, participants: Iterable[str]) -> list[str]:
    """Who gets a bye first: the last in the table, or as the stage says by lots; the hard rules are not looked at."""
    if field.stage.pairing.bye == "lots":
        return sorted(participants, key=field.lot)
    position = {one: i for i, one in enumerate(field.order)}
    return sorted(participants, key=lambda one: (field.points[one], -position[one]))


def pending(field: Field) -> list[tuple[int, str, str]]:
    """Pairs of two that are still to play, with their round."""
    found = set()
    for one in field.order:
        for entry in field.entries(one):
            if entry.kind is Kind.PENDING and len(entry.opponents) == 1:
                found.add((entry.round, *sorted((one, entry.opponents[0]))))
    return sorted(found)  # type: ignore[arg-type]


def numbered(tables: Iterable[Sequence[str]]) -> tuple[Table, ...]:
    """Tables numbered from 1."""
    return tuple(Table(number, tuple(seats)) for number, seats in enumerate(tables, 1))
