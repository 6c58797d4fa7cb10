"""Who takes part in a stage, and what they bring along."""

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from kontari.tournament.collect import Collected
from kontari.tournament.matching import canonical
from kontari.tournament.model import Document, Exact, From, Results, Row, Stage, Standings

Counting = Callable[[Document, Stage, Collected, int | None], Results]


def entrants(document: Document, stage: Stage, collected: Collected, counting: Counting) -> list[str]:
    """Who takes part, in canonical order: those listed, or who comes from other stages, or all; and whoever is seated.

    Where rounds are there, stages that are not over yet bring nobody.
    """
    known = {one.id: one for one in document.participants}
    rounds = collected.rounds.get(stage.id, ())
    found = {one for round_ in rounds for table in round_.tables for one in table.participants}
    found |= {bye.participant for round_ in rounds for bye in round_.byes}
    if stage.participants is not None:
        found |= set(stage.participants)
    elif stage.from_:
        found |= {one for one, _ in _coming(document, stage, collected, counting, sure=bool(found))}
    else:
        found |= {one.id for one in document.participants if not _left_before(document, stage, one.id)}
    return [one.id for one in canonical(known[id_] for id_ in found if id_ in known)]


def carried(document: Document, stage: Stage, collected: Collected, counting: Counting) -> dict[str, Exact]:
    """The points that participants bring from stages whose points are kept."""
    brought: dict[str, Exact] = {}
    for source in stage.from_:
        if source.keep_points and _comes_before(document, stage, source):
            rows = _table(document, source, collected, counting).rows
            brought |= {row.participant: row.points for row in rows}
    return brought


def _left_before(document: Document, stage: Stage, id_: str) -> bool:
    """Whether a participant withdrew in an earlier stage."""
    left = document.participant(id_).withdrawn if len(document.stages) > 1 else None
    if left is None:
        return False
    order = [one.id for one in document.stages]
    return left.stage in (None, *order) and order.index(left.stage or order[0]) < order.index(stage.id)


def _comes_before(document: Document, stage: Stage, source: From) -> bool:
    order = [one.id for one in document.stages]
    return source.stage in order and order.index(source.stage) < order.index(stage.id)


def _table(document: Document, source: From, collected: Collected, counting: Counting) -> Standings:
    """The table of a stage, the same that is shown."""
    from kontari.tournament.rank import standings

    return standings(document, counting(document, document.stage(source.stage), collected, None))


def _coming(
    document: Document, stage: Stage, collected: Collected, counting: Counting, sure: bool
) -> Iterator[tuple[str, Exact]]:
    """Who comes from other stages, with the points there."""
    best: list[tuple[From, Row]] = []
    for source in stage.from_:
        if not _comes_before(document, stage, source):
            continue
        table = _table(document, source, collected, counting)
        if sure and not table.final:
            continue
        rows = _of_group(document, table.rows, source.group)
        first, last = source.ranks or (1, 0 if source.rank is not None else len(rows))
        for row in rows[first - 1 : last]:
            yield row.participant, row.points
        if source.rank is not None and len(rows) >= source.rank:
            best.append((source, rows[source.rank - 1]))
    yield from _best_of_rank(best)


def _of_group(document: Document, rows: Sequence[Row], group: str | None) -> list[Row]:
    """The rows of one group, in order, those of one rank in canonical order."""
    if group is None:
        return list(rows)
    members = {one.id for one in document.participants if group in one.groups}
    return [replace(row, rank=number) for number, row in enumerate((r for r in rows if r.participant in members), 1)]


def _best_of_rank(found: Sequence[tuple[From, Row]]) -> Iterator[tuple[str, Exact]]:
    """Of those at one rank of several stages the best by points; the values of two tables do not compare."""
    for rank in sorted({source.rank for source, _ in found if source.rank is not None}):
        here = [(source, row) for source, row in found if source.rank == rank]
        take = max(source.best or 1 for source, _ in here)
        ordered = sorted(here, key=lambda one: (-one[1].points, one[1].participant))
        for _, row in ordered[:take]:
            yield row.participant, row.points
