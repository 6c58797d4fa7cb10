"""The order of a stage: points, then the criteria one after another, and which of them decided."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from kontari.tournament.criteria import CRITERIA, TABLE_SYSTEMS
from kontari.tournament.criteria.totals import loss, totals, win
from kontari.tournament.exact import exact
from kontari.tournament.model import (
    Document,
    Entry,
    Evidence,
    Exact,
    Kind,
    Results,
    Row,
    Standings,
    TieBreak,
    Value,
)

Level = list[str]
"""Participants that nothing has separated yet."""


def standings(document: Document, results: Results, others: Iterable[Standings] = ()) -> Standings:
    """The table of a stage. ``others``: tables of other stages, which a play-off looks at.

    Rows are in order of rank, those of one rank in canonical order. Raises ValueError if a criterion does not fit the
    system of the stage.
    """
    if others := tuple(others):
        ranks = {one.stage.id: {row.participant: row.rank for row in one.rows} for one in others}
        results = replace(results, ranks={**results.ranks, **ranks})
    stage = results.stage
    own = totals(results)
    points = {id_: exact(own[id_] + results.carried.get(id_, 0)) for id_ in results.participants}
    levels = _split([list(results.participants)], points.__getitem__, descending=True)
    values: dict[str, list[Value]] = {id_: [] for id_ in results.participants}
    for tie_break in stage.tie_breaks:
        levels = _separated(document, results, tie_break, levels, values)
    decisive = {id_: list(given) for id_, given in values.items()}
    if stage.after_ties in ("lots", "seed"):
        levels = _separated(document, results, TieBreak(stage.after_ties), levels, decisive)
    rows = _rows(results, levels, points, values, decisive)
    return Standings(stage, results.rounds, results.final, rows, _evidence(results))


def _separated(
    document: Document,
    results: Results,
    tie_break: TieBreak,
    levels: Sequence[Level],
    values: Mapping[str, list[Value]],
) -> list[Level]:
    """The levels after one more criterion, whose values are added to those of each participant."""
    criterion = CRITERIA[tie_break.by]
    function = criterion.function(results.stage.system)
    if function is None:
        raise ValueError(f"{tie_break.by} does not fit a stage of the system {results.stage.system}")
    given: dict[str, Value] = {}
    if criterion.group:
        for level in levels:
            given |= function(results, document, tie_break, level)
    else:
        given = function(results, document, tie_break, results.participants)
    for id_, value in given.items():
        values[id_].append(value)
    return _split(levels, lambda id_: given[id_].value, descending=not criterion.ascending)


def _split(
    levels: Iterable[Level], key: Callable[[str], Exact | tuple[Exact, ...]], *, descending: bool
) -> list[Level]:
    found = []
    for level in levels:
        by_value: dict[Exact | tuple[Exact, ...], Level] = {}
        for id_ in level:
            by_value.setdefault(key(id_), []).append(id_)
        found += [by_value[value] for value in sorted(by_value, reverse=descending)]
    return found


def _rows(
    results: Results,
    levels: Sequence[Level],
    points: Mapping[str, Exact],
    values: Mapping[str, Sequence[Value]],
    decisive: Mapping[str, Sequence[Value]],
) -> tuple[Row, ...]:
    order = {id_: number for number, id_ in enumerate(results.participants)}
    rows = []
    rank = 1
    for at, level in enumerate(levels):
        decided = None
        for near in (at - 1, at + 1):
            if decided is None and 0 <= near < len(levels) and points[levels[near][0]] == points[level[0]]:
                decided = _first_difference(decisive[level[0]], decisive[levels[near][0]])
        for id_ in sorted(level, key=order.__getitem__):
            entries = results.entries[id_]
            won, drawn, lost = _record(results, entries)
            rows.append(
                Row(
                    rank=rank,
                    participant=id_,
                    points=points[id_],
                    values=tuple(values[id_]),
                    decided_by=None if decided is None else decisive[id_][decided].by,
                    played=[entry.kind for entry in entries].count(Kind.PLAYED),
                    won=won,
                    drawn=drawn,
                    lost=lost,
                    games=(sum([entry.games[0] for entry in entries]), sum([entry.games[1] for entry in entries])),
                    evidence=_in_order(_counted(entries)),
                    decided_at=decided,
                )
            )
        rank += len(level)
    return tuple(rows)


def _first_difference(one: Sequence[Value], other: Sequence[Value]) -> int:
    return next(at for at, (left, right) in enumerate(zip(one, other, strict=True)) if left.value != right.value)


def _record(results: Results, entries: Sequence[Entry]) -> tuple[int, int, int]:
    """Matches won, drawn, lost, forfeits with them, byes not; at tables: first alone, first with others, not first."""
    pending = Kind.PENDING
    matches = [entry for entry in entries if entry.opponents and entry.kind is not pending]
    if results.stage.system in TABLE_SYSTEMS:
        won = sum([entry.place == 1 and entry.level == 1 for entry in matches])
        drawn = sum([entry.place == 1 and entry.level > 1 for entry in matches])
    else:
        most, least = win(results.stage.points), loss(results.stage.points)
        given = [entry.points for entry in matches]
        won = sum([points >= most for points in given])
        drawn = sum([least < points < most for points in given])
    return won, drawn, len(matches) - won - drawn


def _evidence(results: Results) -> Mapping[str, int]:
    """On what results rest, in the order of the words: each table once, and each bye."""
    order = {id_: number for number, id_ in enumerate(results.participants)}
    firsts = []
    for id_, number in order.items():
        for entry in results.entries[id_]:
            for other in entry.opponents:
                if order.get(other, number) < number:
                    break  # the same table was met with at that one
            else:
                firsts.append(entry)
    return _in_order(_counted(firsts))


def _counted(entries: Iterable[Entry]) -> Mapping[Evidence, int]:
    """On what these rest; an absence rests on nothing."""
    missing = Evidence.MISSING
    return Counter([entry.evidence for entry in entries if entry.evidence is not missing or entry.opponents])


_PLACE = {word: place for place, word in enumerate(Evidence)}


def _in_order(found: Mapping[Evidence, int]) -> Mapping[str, int]:
    return {str(word): found[word] for word in sorted(found, key=_PLACE.__getitem__)}
