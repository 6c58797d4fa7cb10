"""The criteria of stages with tables of several.

Each function gives the values of a set of participants: ``(results, document, tie_break, group) -> {id: Value}``.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from kontari.tournament.criteria.addends import Addend, mean, names, total
from kontari.tournament.criteria.encounter import Among, inner_criteria
from kontari.tournament.criteria.encounter import places as places_among
from kontari.tournament.criteria.totals import totals
from kontari.tournament.exact import exact, ratio
from kontari.tournament.model import Document, Entry, Exact, Results, TieBreak, Value

_THIRD = Fraction(1, 3)
_HALF = Fraction(1, 2)

Values = dict[str, Value]
Group = Sequence[str]


def _tables(entries: Iterable[Entry]) -> list[Entry]:
    """The tables that were played and gave places."""
    return [entry for entry in entries if entry.played and entry.place is not None]


def _origin(entry: Entry) -> str:
    return f"R{entry.round}" if entry.table is None else f"R{entry.round}, table {entry.table}"


def _sum(
    results: Results, tie_break: TieBreak, group: Group, of: Callable[[Entry], Exact], empty: bool = True
) -> Values:
    """A sum over the tables; what is nought is left out of the text unless ``empty``."""
    return {
        id_: total(
            tie_break,
            [
                Addend(of(entry), _origin(entry))
                for entry in results.entries[id_]
                if entry.played and (empty or of(entry))
            ],
        )
        for id_ in group
    }


def _won(entry: Entry) -> Exact:
    return exact(Fraction(1, entry.level)) if entry.played and entry.place == 1 else 0


def tables_won(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """Tables won, a shared first place in parts."""
    return _sum(results, tie_break, group, _won, empty=False)


def places(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """How often first, second, third …"""
    size = max((entry.size for entries in results.entries.values() for entry in _tables(entries)), default=1)
    values = {}
    for id_ in group:
        tables = _tables(results.entries[id_])
        counts = tuple(sum(entry.place == place for entry in tables) for place in range(1, size + 1))
        text = ", ".join(f"place {entry.place} of {entry.size} ({_origin(entry)})" for entry in tables)
        values[id_] = Value(tie_break.by, counts, text or "no table")
    return values


def score(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """The sum of the scores."""
    return _sum(results, tie_break, group, lambda entry: entry.score[0])


def score_share(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """The sum of the shares of what was scored at the tables."""
    return _sum(results, tie_break, group, lambda entry: ratio(*entry.score) if entry.score[1] else 0)


def rounds_won(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """Games won inside the matches."""
    return _sum(results, tie_break, group, lambda entry: entry.rounds_won)


def played(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """Tables played."""
    return _sum(results, tie_break, group, lambda entry: 1)


def table_opponents(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """The sum of the means of the others' points at each table."""
    points = totals(results)
    named = names(document)
    values = {}
    for id_ in group:
        means = []
        for entry in results.entries[id_]:
            if entry.played and entry.opponents:
                others = sum((points.get(other, 0) for other in entry.opponents), 0)
                means.append((ratio(others, len(entry.opponents)), entry))
        order = sorted(means, key=lambda one: one[0])
        low = min(tie_break.cut_low, len(order))
        kept = {entry.round for _, entry in order[low : max(low, len(order) - tie_break.cut_high)]}
        values[id_] = total(
            tie_break,
            [
                Addend(
                    number,
                    f"{', '.join(named.get(other, other) for other in entry.opponents)}, R{entry.round}",
                    entry.round not in kept,
                )
                for number, entry in means
            ],
        )
    return values


def opponent_win_rate(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """The mean of the opponents' shares of tables won."""
    floor = _THIRD if tie_break.floor is None else tie_break.floor
    named = names(document)
    rates = {}
    for id_ in results.participants:
        tables = _tables(results.entries[id_])
        share = ratio(sum(map(_won, tables), 0), len(tables)) if tables else 0
        rates[id_] = exact(max(floor, share))
    values = {}
    for id_ in group:
        addends = [
            Addend(rates.get(other, 0), f"{named.get(other, other)}, R{entry.round}")
            for entry in results.entries[id_]
            if entry.played
            for other in entry.opponents
        ]
        value = ratio(sum((one.value for one in addends), 0), len(addends)) if addends else 0
        values[id_] = mean(tie_break, addends, value)
    return values


# The last round


def last_table(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """The number of the table in the last round."""

    def number(entry: Entry) -> int | None:
        if isinstance(entry.table, str):
            return int(entry.table) if entry.table.isascii() and entry.table.isdigit() else None
        return entry.table

    return _last(results, tie_break, group, number)


def last_place(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """The place at the table of the last round."""
    return _last(results, tie_break, group, lambda entry: entry.place if entry.played else None)


def _last(results: Results, tie_break: TieBreak, group: Group, of: Callable[[Entry], int | None]) -> Values:
    found = {}
    for id_ in results.participants:
        entries = results.entries[id_]
        found[id_] = of(entries[-1]) if entries else None
    behind = max((number for number in found.values() if number is not None), default=0) + 1
    values = {}
    for id_ in group:
        number = found[id_]
        if number is None:
            values[id_] = Value(tie_break.by, behind, f"none in R{results.rounds}")
        else:
            values[id_] = Value(tie_break.by, number, f"{number} (R{results.rounds})")
    return values


# Direct encounter


def direct_encounter(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """The place in the group by the tables at which several of it sat."""
    inner = inner_criteria(tie_break, _INNER)

    def sums(members: Sequence[str]) -> Mapping[str, Among]:
        inside = frozenset(members)
        sat = {}
        for id_ in members:
            sat[id_] = [entry for entry in _tables(results.entries[id_]) if not inside.isdisjoint(entry.opponents)]
        seats = {id_: {entry.round: entry for entry in sat[id_]} for id_ in members}
        return {id_: among(id_, inside - {id_}, sat[id_], seats) for id_ in members}

    def among(id_: str, others: frozenset[str], sat: list[Entry], seats: Mapping[str, Mapping[int, Entry]]) -> Among:
        meetings: dict[str, list[Exact]] = {}
        for entry in sat:
            for other in others & set(entry.opponents):
                meetings.setdefault(other, []).append(_better(entry, seats[other].get(entry.round)))
        means = {other: ratio(sum(given, 0), len(given)) for other, given in meetings.items()}
        return Among(
            exact(sum(means.values(), 0)),
            len(means),
            {by: exact(sum(map(_INNER[by], sat), 0)) for by in inner},
            frozenset(means),
            frozenset(other for other, number in means.items() if number == 1),
            frozenset(other for other, number in means.items() if number == 0),
        )

    return places_among(tie_break, group, sums, 1)


def _better(own: Entry, other: Entry | None) -> Exact:
    """1 for the better place, a half for the same one."""
    if own.place is None or other is None or other.place is None or own.place == other.place:
        return _HALF
    return 1 if own.place < other.place else 0


_INNER: Mapping[str, Callable[[Entry], Exact]] = {
    "score": lambda entry: entry.score[0],
}
