"""Stages made by hand: a document, results as somebody decides them, and a table by points."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from kontari.tournament.model import (
    Document,
    Entry,
    Evidence,
    Kind,
    Member,
    Pairing,
    Participant,
    Points,
    Results,
    Round,
    Row,
    Seating,
    Stage,
    Standings,
)

POINTS = Points(win=2, draw=1, loss=0, bye=2, half_bye=1, absent=0, forfeit_win=2, forfeit_loss=0)
BYES = {
    "paired": (Kind.PAIRED_BYE, 2),
    "full": (Kind.FULL_BYE, 2),
    "half": (Kind.HALF_BYE, 1),
    "absent": (Kind.ABSENT, 0),
}

Outcome = Callable[[Round, Sequence[str]], Sequence[Any]]
"""The points of each seat of a table, or a Kind of each seat that nobody played."""


def names(n: int) -> list[str]:
    return [f"p{i:03}" for i in range(1, n + 1)]


def document(ids: Iterable[str] | int, system: str = "swiss", **stage: Any) -> Document:
    """One stage of so many, seeded in their order; ``size`` is of its tables, ``within`` of its pairing."""
    ids = names(ids) if isinstance(ids, int) else list(ids)
    pairing = {key: stage.pop(key) for key in ("within", "avoid_groups", "rematch", "bye", "lots") if key in stage}
    seating = {key: stage.pop(key) for key in ("size", "least", "most") if key in stage}
    groups = stage.pop("groups", {})
    people = tuple(
        Participant(one, one.upper(), (Member(one, one.upper()),), seed=i, groups=groups.get(one, ()))
        for i, one in enumerate(ids, 1)
    )
    made = Stage(
        "main",
        system,
        stage.pop("rounds_planned", 9),
        POINTS,
        (),
        pairing=Pairing(**pairing),
        seating=Seating(**seating),
        **stage,
    )
    return Document("Cup", "mus", people, (made,), start="2026-02-03")


def results(document: Document, rounds: Iterable[Round], outcome: Outcome) -> Results:
    """What the rounds were to everybody."""
    ids = tuple(one.id for one in document.participants)
    entries: dict[str, list[Entry]] = {one: [] for one in ids}
    rounds = list(rounds)
    for round_ in rounds:
        there = set()
        for table in round_.tables:
            given = list(outcome(round_, table.participants))
            points = [one if not isinstance(one, Kind) else 2 * (one is Kind.FORFEIT_WIN) for one in given]
            for seat, one in enumerate(table.participants):
                kind = given[seat] if isinstance(given[seat], Kind) else Kind.PLAYED
                there.add(one)
                entries[one].append(
                    Entry(
                        round_.round,
                        kind,
                        points[seat],
                        table.table,
                        tuple(other for other in table.participants if other != one),
                        place=1 + sum(other > points[seat] for other in points) if kind is Kind.PLAYED else None,
                        size=len(table.participants),
                        evidence=Evidence.VERIFIED if kind is Kind.PLAYED else Evidence.RULING,
                    )
                )
        for bye in round_.byes:
            kind, points_ = BYES[bye.kind]
            there.add(bye.participant)
            entries[bye.participant].append(Entry(round_.round, kind, points_, evidence=Evidence.BYE))
        for one in ids:
            if one not in there:
                entries[one].append(Entry(round_.round, Kind.ABSENT))
    return Results(document.stages[0], ids, len(rounds), {one: tuple(made) for one, made in entries.items()})


def standings(results: Results, until: int | None = None) -> Standings:
    """By points, then level."""
    counted = results.rounds if until is None else until
    points = {
        one: results.carried.get(one, 0) + sum(e.points for e in results.entries[one] if e.round <= counted)
        for one in results.participants
    }
    rows = [
        Row(
            1 + sum(other > points[one] for other in points.values()),
            one,
            points[one],
            (),
            None,
            0,
            0,
            0,
            0,
            (0, 0),
            {},
        )
        for one in sorted(results.participants, key=lambda one: -points[one])
    ]
    return Standings(results.stage, counted, False, tuple(rows), {})


def with_rounds(document: Document, rounds: Iterable[Round]) -> Document:
    """The document with the rounds in its stage."""
    return replace(document, stages=(replace(document.stages[0], rounds=tuple(rounds)),))


def by_chance(seed: int, draws: bool = True, forfeits: int = 0) -> Outcome:
    """Outcomes by chance, a fixed one for each seed, round and table; of a hundred tables of two so many forfeited."""

    def outcome(round_: Round, seats: Sequence[str]) -> Sequence[Any]:
        chance = Random(f"{seed} {round_.round} {' '.join(seats)}")
        if len(seats) > 2:
            order = list(range(len(seats)))
            chance.shuffle(order)
            return order
        if chance.randrange(100) < forfeits:
            return [Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS]
        return chance.choice([(2, 0), (0, 2), (1, 1)] if draws else [(2, 0), (0, 2)])

    return outcome


def stronger(strength: Mapping[str, int]) -> Outcome:
    """The stronger one wins."""

    def outcome(round_: Round, seats: Sequence[str]) -> Sequence[int]:
        return [2 if strength[one] == max(strength[other] for other in seats) else 0 for one in seats]

    return outcome


def played(document: Document, rounds: int, outcome: Outcome, **asked: Any) -> tuple[Document, Results, list[Any]]:
    """A stage paired and played for so many rounds, or until no round can be made; all that pairing said."""
    from kontari.tournament.pairing import pair

    made: list[Round] = []
    said = []
    for number in range(1, rounds + 1):
        document = with_rounds(document, made)
        so_far = results(document, made, outcome)
        said.append(pair(document, document.stages[0], so_far, standings(so_far), number, **asked))
        if said[-1].round is None:
            break
        made.append(said[-1].round)
    document = with_rounds(document, made)
    return document, results(document, made, outcome), said
