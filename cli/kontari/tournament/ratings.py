"""Ratings of members (or participants) by what they played, with the models of openskill.

The default is Bradley and Terry's: over results with shared places Plackett and Luce's gives somebody placed worse the
larger gain at times, and the models that look at neighbours only give different ratings to equal places.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from kontari.tournament.model import Document, Entry, Evidence, Kind, Results, TableName
from kontari.tournament.needs import NeedsPackageError

MODELS = {
    "bradley-terry": "BradleyTerryFull",
    "plackett-luce": "PlackettLuce",
    "thurstone-mosteller": "ThurstoneMostellerFull",
}
"""The models by our name, and the name openskill has for them."""

RATED = (Evidence.VERIFIED, Evidence.PARTIAL, Evidence.RECOMPUTED)
"""What a result has to rest on to be rated."""

BY = ("member", "participant")

Lineup = tuple[str, int, TableName, str]
"""A stage, a round, a table, a participant."""


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament with the results of its stages.

    ``seated``: the ids of the members who played for a participant at a table, where they are known (else all who are
    no substitutes). ``source``: a name that orders events of the same date.
    """

    document: Document
    results: Sequence[Results]
    seated: Mapping[Lineup, tuple[str, ...]] = field(default_factory=dict)
    source: str = ""


@dataclass(frozen=True, slots=True)
class Rating:
    """What somebody is thought to be worth. ``sure``: mu - 3 sigma. ``change``: of mu, since the start."""

    id: str
    name: str
    mu: float
    sigma: float
    sure: float
    matches: int
    change: float


Start = Mapping[str, tuple[float, float]]
"""Mu and sigma of some, to begin with."""


def ratings(
    events: Iterable[Event], model: str = "bradley-terry", by: str = "member", start: Start | None = None
) -> list[Rating]:
    """All who were rated, or are in ``start``, the surest first.

    Events go by date, then source; stages and rounds by their order. All matches of a round are rated by what was
    before the round, and the changes are added up in the order of tables. Raises KeyError for an unknown model,
    NeedsPackageError.
    """
    rater = _model(MODELS[model])
    mu: dict[str, float] = {}
    sigma: dict[str, float] = {}
    for one, (known, doubt) in (start or {}).items():
        mu[one], sigma[one] = known, doubt
    begun = dict(mu)
    names: dict[str, str] = {}
    matches: dict[str, int] = defaultdict(int)
    for event in sorted(events, key=lambda one: (one.document.start or "", one.source)):
        names |= _names(event.document, by)
        stages = {stage.id: i for i, stage in enumerate(event.document.stages)}
        for results in sorted(event.results, key=lambda one: stages[one.stage.id]):
            for _, tables in groupby(_tables(event, results, by), key=lambda one: one.round):
                _rate(rater, list(tables), mu, sigma, begun, matches)
    rated = [
        Rating(one, names.get(one, one), now, sigma[one], now - 3 * sigma[one], matches[one], now - begun[one])
        for one, now in mu.items()
    ]
    return sorted(rated, key=lambda one: (-one.sure, one.id))


def _model(name: str) -> Any:
    try:
        from openskill import models
    except ImportError:
        raise NeedsPackageError("openskill") from None
    return getattr(models, name)()


def _names(document: Document, by: str) -> dict[str, str]:
    if by == "participant":
        return {one.id: one.name for one in document.participants}
    return {member.id: member.name for one in document.participants for member in one.members}


@dataclass(frozen=True, slots=True)
class _Match:
    """Teams, and their places (the lower the better)."""

    round: int
    teams: tuple[tuple[str, ...], ...]
    places: tuple[float, ...]


def _tables(event: Event, results: Results, by: str) -> Iterator[_Match]:
    """What was played and counts, by round and table."""
    at: dict[tuple[int, TableName], dict[str, Entry]] = defaultdict(dict)
    for one in results.participants:
        for entry in results.entries[one]:
            if entry.kind is Kind.PLAYED and entry.evidence in RATED and entry.table is not None:
                at[entry.round, entry.table][one] = entry
    members = {
        one.id: tuple(member.id for member in one.members if not member.substitute) or (one.id,)
        for one in event.document.participants
    }
    for round_, table in sorted(at, key=lambda key: (key[0], isinstance(key[1], str), key[1])):
        entries = at[round_, table]
        if len(entries) < 2:
            continue
        places = _places(entries)
        teams: dict[tuple[str, ...], float] = {}
        for sides in _sides(results.stage.system, entries):
            team: tuple[str, ...] = ()
            for one in sides:
                lineup = (results.stage.id, round_, table, one)
                team += (one,) if by == "participant" else event.seated.get(lineup) or members[one]
            teams[team] = places[sides[0]]
        if len(teams) > 1:
            yield _Match(round_, tuple(teams), tuple(teams.values()))


def _places(entries: Mapping[str, Entry]) -> dict[str, float]:
    """Places where they are known; else by points, then games."""
    if all(entry.place is not None for entry in entries.values()):
        return {one: float(entry.place or 0) for one, entry in entries.items()}
    keys = {one: (entry.points, entry.games[0]) for one, entry in entries.items()}
    ordered = sorted(set(keys.values()), reverse=True)
    return {one: float(ordered.index(key)) for one, key in keys.items()}


def _sides(system: str, entries: Mapping[str, Entry]) -> list[tuple[str, ...]]:
    """Who plays together: where partners change those who sit across, else everyone alone."""
    seats = _seats(entries)
    if system == "individual" and len(seats) == 4:
        return [seats[::2], seats[1::2]]
    return [(one,) for one in seats]


def _seats(entries: Mapping[str, Entry]) -> tuple[str, ...]:
    """The seats of a table, out of everyone's opponents in seat order."""
    first, *others = entries
    rest = entries[first].opponents
    if len(rest) != len(others):
        return tuple(entries)
    for place in range(len(rest) + 1):
        seats = (*rest[:place], first, *rest[place:])
        if all(tuple(one for one in seats if one != other) == entries[other].opponents for other in others):
            return seats
    return tuple(entries)


def _rate(
    rater: Any,
    matches: Sequence[_Match],
    mu: dict[str, float],
    sigma: dict[str, float],
    begun: dict[str, float],
    counts: dict[str, int],
) -> None:
    """Rate a round: differences of mu add up, those of sigma as factors, so that it stays above nothing."""
    new = rater.rating()
    before: dict[str, tuple[float, float]] = {}
    for match in matches:
        for one in (one for team in match.teams for one in team):
            before.setdefault(one, (mu.get(one, new.mu), sigma.get(one, new.sigma)))
    for one, (known, doubt) in before.items():
        mu[one], sigma[one] = known, doubt
        begun.setdefault(one, known)
    for match in matches:
        teams = [[rater.rating(*before[one]) for one in team] for team in match.teams]
        for team, rated in zip(match.teams, rater.rate(teams, ranks=list(match.places)), strict=True):
            for one, now in zip(team, rated, strict=True):
                known, doubt = before[one]
                mu[one] += now.mu - known
                sigma[one] *= now.sigma / doubt
                counts[one] += 1
