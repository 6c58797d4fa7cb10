"""The criteria of stages with two sides.

Each function gives the values of a set of participants: ``(results, document, tie_break, group) -> {id: Value}``.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import floor as rounded_down

from msgspec import Struct

from kontari.tournament.criteria.addends import Addend, mean, names, sum_of, total
from kontari.tournament.criteria.encounter import Among, inner_criteria, places
from kontari.tournament.criteria.totals import (
    DUMMIES,
    VOLUNTARY,
    adjusted,
    draw,
    loss,
    own_points,
    summed,
    totals,
    win,
)
from kontari.tournament.exact import exact, ratio, text_of
from kontari.tournament.model import Document, Entry, Exact, Kind, Results, TieBreak, Value

_THIRD = Fraction(1, 3)
_HALF = Fraction(1, 2)

Values = dict[str, Value]
Group = Sequence[str]


def met(entry: Entry) -> bool:
    """Whether there is a result against an opponent, played or by forfeit."""
    return bool(entry.opponents) and entry.kind is not Kind.PENDING


# Wins, games, stones, scores


def wins(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """Rounds with the points of a win."""
    return _won(results, document, tie_break, group, lambda entry: True)


def wins_played(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """Rounds won by playing."""
    return _won(results, document, tie_break, group, lambda entry: entry.played)


def _won(
    results: Results, document: Document, tie_break: TieBreak, group: Group, admitted: Callable[[Entry], bool]
) -> Values:
    enough = win(results.stage.points)
    named = names(document)
    return {
        id_: total(
            tie_break,
            [
                Addend(1, _origin(entry, named))
                for entry in results.entries[id_]
                if entry.points >= enough and entry.kind is not Kind.PENDING and admitted(entry)
            ],
        )
        for id_ in group
    }


def _origin(entry: Entry, named: Mapping[str, str]) -> str:
    """Against whom and when: ``Deba, R2``; else what the round was."""
    if not entry.opponents:
        return f"{entry.kind}, R{entry.round}"
    other = entry.opponents[0]
    return f"{named.get(other, other)}, R{entry.round}"


def _rounds(
    results: Results, document: Document, tie_break: TieBreak, group: Group, of: Callable[[Entry], Exact]
) -> Values:
    named = names(document)
    return {
        id_: total(
            tie_break, [Addend(of(entry), _origin(entry, named)) for entry in results.entries[id_] if met(entry)]
        )
        for id_ in group
    }


def games_difference(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """Games won less games lost."""
    return _rounds(results, document, tie_break, group, lambda entry: entry.games[0] - entry.games[1])


def games_for(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """Games won."""
    return _rounds(results, document, tie_break, group, lambda entry: entry.games[0])


def games_against(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """Games lost."""
    return _rounds(results, document, tie_break, group, lambda entry: entry.games[1])


def games_ratio(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """Games won divided by games lost, as ``(0, ratio)``; ``(1, won)`` where none was lost."""
    values = {}
    for id_ in group:
        gained, given = _games(results.entries[id_])
        value: tuple[Exact, ...] = (0, ratio(gained, given)) if given else (1, gained)
        values[id_] = Value(tie_break.by, value, f"{gained}/{given}")
    return values


def stones_difference(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """Stones won less stones lost."""
    return _rounds(results, document, tie_break, group, lambda entry: entry.stones[0] - entry.stones[1])


def score_difference(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """Own scores less those of the opponents, some rounds left out."""
    named = names(document)
    values = {}
    for id_ in group:
        rounds = [(entry.score[0] - entry.score[1], entry) for entry in results.entries[id_] if met(entry)]
        order = sorted(rounds, key=lambda one: one[0])
        low = min(tie_break.drop_worst, len(order))
        out = {entry.round for _, entry in order[:low]}
        out |= {entry.round for _, entry in order[max(low, len(order) - tie_break.drop_best) :]}
        values[id_] = total(
            tie_break, [Addend(number, _origin(entry, named), entry.round in out) for number, entry in rounds]
        )
    return values


def _games(entries: Sequence[Entry]) -> tuple[int, int]:
    """Games won and lost against opponents."""
    rounds = [entry.games for entry in entries if met(entry)]
    return sum(games[0] for games in rounds), sum(games[1] for games in rounds)


def progressive(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """The sum of the points after each round."""
    values = {}
    for id_ in group:
        so_far: Exact = 0
        addends = []
        for entry in results.entries[id_]:
            so_far += entry.points
            addends.append(Addend(so_far, f"R{entry.round}", entry.round <= tie_break.cut_low))
        values[id_] = total(tie_break, addends)
    return values


def koya(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """Points from opponents who have a good part of what could be had."""
    limit = _HALF if tie_break.limit is None else tie_break.limit
    worth = win(results.stage.points)
    own = totals(results)
    good = {}
    for id_ in results.participants:
        byes = [entry.points for entry in results.entries[id_] if entry.kind is Kind.PAIRED_BYE]
        to_be_had = worth * (len(results.entries[id_]) - len(byes)) + sum(byes, 0)
        good[id_] = own[id_] >= limit * to_be_had
    left_out = results.stage.unplayed == "left-out"
    named = names(document)
    return {
        id_: total(
            tie_break,
            [
                Addend(entry.points, _origin(entry, named), not good.get(entry.opponents[0], False))
                for entry in results.entries[id_]
                if met(entry) and (entry.played or not left_out)
            ],
        )
        for id_ in group
    }


def _counting(results: Results) -> Callable[[Entry], bool]:
    """Which matches count among participants: as scheduled also those that were forfeited."""
    if results.stage.unplayed == "as-scheduled":
        return met
    return lambda entry: entry.played and bool(entry.opponents)


# Opponents


class Contribution(Struct, frozen=True):
    """What a round brings to Buchholz and Sonneborn-Berger: the score of the opponent or the dummy, and weighted.

    ``why``: of a dummy, what its score is.
    """

    entry: Entry
    opponent: str
    score: Exact
    product: Exact
    weight: Exact
    why: str | None = None
    voluntary: bool = False

    def origin(self, named: Mapping[str, str]) -> str:
        """Against whom and when; of a dummy, what it stands for."""
        against = _origin(self.entry, named)
        if self.why is None:
            return against
        return f"{self.why}; {self.entry.kind}, {against}" if self.entry.opponents else f"{self.why}; {against}"


def buchholz(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """The sum of what the opponents have."""
    return _opponents(results, document, tie_break, group, None)


def sonneborn_berger(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """The sum of what the opponents have, weighted by the own result."""
    worth = win(results.stage.points)
    if tie_break.weight == "games":
        return _opponents(results, document, tie_break, group, lambda entry: entry.games[0])
    return _opponents(results, document, tie_break, group, lambda entry: ratio(entry.points, worth))


def _opponents(
    results: Results, document: Document, tie_break: TieBreak, group: Group, weight: Callable[[Entry], Exact] | None
) -> Values:
    named = names(document)
    order = {id_: number for number, id_ in enumerate(results.participants)}
    worth = _worth(results, tie_break)
    contributing = _contributing(results, tie_break, worth, weight)

    def words(id_: str, value: Exact) -> str:
        contributions = contributing(id_)
        kept = _cut(contributions, tie_break.cut_low, tie_break.cut_high)
        addends = [
            Addend(
                one.product,
                one.origin(named),
                one.entry.round not in kept,
                None if weight is None else f"{text_of(one.score)} × {text_of(one.weight)}",
            )
            for one in sorted(
                contributions,
                key=lambda one: (one.entry.round not in kept, -one.score, order.get(one.opponent, -1)),
            )
        ]
        return sum_of(addends, value)

    values = {}
    for id_ in group:
        opponents = results.met.get(id_)
        if opponents is not None:
            # Nothing but opponents: what is cut is decided by the numbers alone.
            scores = [worth.get(other, 0) for other in opponents]
            products = scores
            if weight is not None:
                products = [a * weight(b) for a, b in zip(scores, results.entries[id_], strict=True)]
            if tie_break.cut_low or tie_break.cut_high:
                products = [product for _, product in sorted(zip(scores, products, strict=True))]
                low = min(tie_break.cut_low, len(products))
                products = products[low : max(low, len(products) - tie_break.cut_high)]
            value = exact(sum(products, 0))
        else:
            contributions = contributing(id_)
            kept = _cut(contributions, tie_break.cut_low, tie_break.cut_high)
            value = exact(sum([one.product for one in contributions if one.entry.round in kept], 0))
        values[id_] = Value(tie_break.by, value, partial(words, id_, value))
    return values


def _worth(results: Results, tie_break: TieBreak) -> Mapping[str, Exact]:
    """What each participant counts for its opponents."""
    if tie_break.of == "games":
        return summed(results, lambda entry: entry.games[0])
    if tie_break.of == "score":
        return summed(results, lambda entry: entry.score[0])
    return adjusted(results)


def _contributing(
    results: Results,
    tie_break: TieBreak,
    scores: Mapping[str, Exact],
    weight: Callable[[Entry], Exact] | None,
) -> Callable[[str], list[Contribution]]:
    """A function that gives the contributions of all rounds of a participant."""
    unplayed = results.stage.unplayed
    as_scheduled, with_dummy = unplayed == "as-scheduled", unplayed in DUMMIES
    by_points = tie_break.of in (None, "points")
    rounds = results.stage.rounds_planned if results.final else results.rounds
    most = draw(results.stage.points) * rounds

    def contributing(id_: str) -> list[Contribution]:
        entries = results.entries[id_]
        found = []
        for entry in entries:
            kind = entry.kind
            if kind is Kind.PENDING:
                continue
            opponent = entry.opponents[0] if entry.opponents else ""
            factor = 1 if weight is None else weight(entry)
            if opponent and (kind is Kind.PLAYED or as_scheduled):
                score = scores.get(opponent, 0)
                found.append(Contribution(entry, opponent, score, score * factor, factor))
            elif with_dummy:
                own = own_points(entries) if by_points else scores[id_]
                limit = scores.get(opponent, 0) if opponent else most if by_points else own
                score = min(own, limit) if unplayed == "dummy-2026" else own
                why = f"own {text_of(own)}, at most {text_of(limit)}" if score < own else "own"
                found.append(Contribution(entry, opponent, score, score * factor, factor, why, kind in VOLUNTARY))
        return found

    return contributing


def _cut(contributions: Sequence[Contribution], low: int, high: int) -> set[int]:
    """The rounds that are left: a round not played by choice goes before the lowest opponent, unless it brings less."""
    rest = list(contributions)
    for _ in range(min(low, len(rest))):
        least = min(rest, key=lambda one: (one.score, one.product))
        voluntary = [one for one in rest if one.voluntary]
        if voluntary:
            other = min(voluntary, key=lambda one: (one.product, one.score))
            if other.product >= least.product:
                least = other
        rest.remove(least)
    for _ in range(min(high, len(rest))):
        rest.remove(max(rest, key=lambda one: (one.score, one.product)))
    return {one.entry.round for one in rest}


def opponent_win_rate(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """The mean of the opponents' shares of the points to be had."""
    worth = win(results.stage.points)

    def rate(entries: Sequence[Entry]) -> Exact:
        matches = [entry for entry in entries if met(entry)]
        return ratio(sum((entry.points for entry in matches), 0), worth * len(matches)) if matches else 0

    return _mean_of_opponents(results, document, tie_break, group, rate)


def game_win_rate(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """The share of games won."""
    floor = 0 if tie_break.floor is None else tie_break.floor
    values = {}
    for id_ in group:
        gained, given = _games(results.entries[id_])
        value = _game_rate(results.entries[id_])
        least = f", at least {text_of(floor)}" if value < floor else ""
        values[id_] = Value(tie_break.by, exact(max(floor, value)), f"{gained} of {gained + given}{least}")
    return values


def _game_rate(entries: Sequence[Entry]) -> Exact:
    gained, given = _games(entries)
    return ratio(gained, gained + given) if gained + given else 0


def opponent_game_win_rate(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """The mean of the opponents' shares of games won."""
    return _mean_of_opponents(results, document, tie_break, group, _game_rate)


def _mean_of_opponents(
    results: Results, document: Document, tie_break: TieBreak, group: Group, rate: Callable[[Sequence[Entry]], Exact]
) -> Values:
    floor = _THIRD if tie_break.floor is None else tie_break.floor
    named = names(document)
    rates = {id_: exact(max(floor, rate(results.entries[id_]))) for id_ in results.participants}
    values = {}
    for id_ in group:
        addends = [
            Addend(rates.get(entry.opponents[0], floor), _origin(entry, named))
            for entry in results.entries[id_]
            if entry.played and entry.opponents
        ]
        value = ratio(sum((one.value for one in addends), 0), len(addends)) if addends else 0
        values[id_] = mean(tie_break, addends, value)
    return values


def opponent_rating(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """The mean rating of the opponents one played, rounded half up."""
    named = names(document)
    ratings = {one.id: one.rating if one.rating is not None else tie_break.unrated for one in document.participants}
    values = {}
    for id_ in group:
        met_ones = []
        for entry in results.entries[id_]:
            rating = ratings.get(entry.opponents[0]) if entry.played and entry.opponents else None
            if rating is not None:
                met_ones.append((rating, entry))
        order = sorted(met_ones, key=lambda one: one[0])
        low = min(tie_break.cut_low, len(order))
        kept = order[low : max(low, len(order) - tie_break.cut_high)]
        rounds = {entry.round for _, entry in kept}
        value = rounded_down(Fraction(sum(rating for rating, _ in kept), len(kept)) + _HALF) if kept else 0
        addends = [Addend(rating, _origin(entry, named), entry.round not in rounds) for rating, entry in met_ones]
        values[id_] = mean(tie_break, addends, value) if kept else Value(tie_break.by, 0, "0")
    return values


# Direct encounter


def direct_encounter(results: Results, document: Document, tie_break: TieBreak, group: Group) -> Values:
    """The place in the group by the matches inside it."""
    worth, nothing = win(results.stage.points), loss(results.stage.points)
    counts = _counting(results)
    inner = inner_criteria(tie_break, _INNER)

    def sums(members: Sequence[str]) -> Mapping[str, Among]:
        inside = frozenset(members)
        return {id_: among(id_, inside) for id_ in members}

    def among(id_: str, inside: frozenset[str]) -> Among:
        matches = [
            entry
            for entry in results.entries[id_]
            if entry.opponents and entry.opponents[0] in inside and counts(entry)
        ]
        opponents = frozenset(entry.opponents[0] for entry in matches)
        unbeaten = {entry.opponents[0] for entry in matches if entry.points < worth}
        not_lost = {entry.opponents[0] for entry in matches if entry.points > nothing}
        return Among(
            own_points(matches),
            worth * len(matches),
            {by: exact(sum(map(_INNER[by], matches), 0)) for by in inner},
            opponents,
            opponents - unbeaten,
            opponents - not_lost,
        )

    return places(tie_break, group, sums, worth)


_INNER: Mapping[str, Callable[[Entry], Exact]] = {
    "games-difference": lambda entry: entry.games[0] - entry.games[1],
    "games-for": lambda entry: entry.games[0],
    "score": lambda entry: entry.score[0],
}
