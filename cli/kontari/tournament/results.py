"""What every round of a stage was to every participant: kinds, points, places; and who takes part at all."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kontari.tournament.collect import NO_SHARE, Collected, Share, TableResult
from kontari.tournament.document import TABLE_SYSTEMS, exact_of
from kontari.tournament.draft import draft
from kontari.tournament.entrants import carried, entrants
from kontari.tournament.matching import INDIVIDUAL, canonical
from kontari.tournament.model import (
    Bye,
    Document,
    Entry,
    Evidence,
    Exact,
    Kind,
    Participant,
    Points,
    Results,
    Round,
    Stage,
    Table,
    Withdrawal,
)

__all__ = ["draft", "results"]

_BYES = {"paired": Kind.PAIRED_BYE, "full": Kind.FULL_BYE, "half": Kind.HALF_BYE, "absent": Kind.ABSENT}

ANNULLED = "annulled"
WITHDRAWN = "withdrawn"
NOT_ENTERED = "not entered yet"


def results(
    document: Document, stage: Stage, collected: Collected, after: int | None = None, *, planned: bool = False
) -> Results:
    """What the rounds of a stage were to its participants.

    after: only what was known when that round was over, withdrawals after it left out. The last round is the last
    with a result; where ``planned`` is asked for, the last that was paired. Whoever is neither seated nor has a bye is
    absent.
    """
    counting = _Counting(document, stage, collected, after)
    return counting.results(counting.last_planned() if planned else None)


@dataclass(frozen=True, slots=True)
class _Left:
    """How one left: after which round, and what becomes of the matches."""

    after: int
    annulled: bool
    forfeits: bool


class _Counting:
    def __init__(self, document: Document, stage: Stage, collected: Collected, after: int | None) -> None:
        self._document = document
        self._stage = stage
        self._points = stage.points
        self._after = after
        self._several = stage.system in TABLE_SYSTEMS
        rounds = collected.rounds.get(stage.id, ())
        self._rounds = [one for one in rounds if after is None or one.round <= after]
        self._found = {
            (one.round, str(table.table)): collected.result(stage.id, one.round, table.table)
            for one in self._rounds
            for table in one.tables
        }
        self._people = {one.id: one for one in document.participants}
        members = entrants(document, stage, collected, results)
        self._left = {id_: left for id_ in members if (left := self._leaving(self._people[id_]))}
        self._annulled = {id_ for id_, left in self._left.items() if left.annulled}
        self._members = [id_ for id_ in members if id_ not in self._annulled]
        self._carried = carried(document, stage, collected, results)

    def results(self, until: int | None = None) -> Results:
        """All of it; until a round, or the last with a result."""
        last = self._last() if until is None else until
        entries: dict[str, list[Entry | None]] = {id_: [None] * last for id_ in self._members}
        for round_ in self._rounds:
            if round_.round <= last:
                for id_, entry in self._of_round(round_):
                    own = entries.get(id_)
                    if own is not None and own[round_.round - 1] is None:
                        own[round_.round - 1] = entry
        ordered = [one.id for one in canonical(map(self._people.__getitem__, self._members))]
        full = {
            id_: tuple([entry or self._not_there(id_, number) for number, entry in enumerate(entries[id_], 1)])
            for id_ in ordered
        }
        brought = {id_: points for id_, points in self._carried.items() if id_ in full}
        return Results(self._stage, tuple(ordered), last, full, brought, self._final(last))

    # How far

    def last_planned(self) -> int:
        """The last round that was paired, with or without a result."""
        return max([one.round for one in self._rounds], default=0)

    def _last(self) -> int:
        """The last round with a result, and those behind it of which nothing is left but matches nobody comes to."""
        last = max([round_ for (round_, _), one in self._found.items() if one.counts], default=0)
        for round_ in sorted(self._rounds, key=lambda one: one.round):
            if round_.round == last + 1 and self._over(round_, last):
                last += 1
        return last

    def _over(self, round_: Round, last: int) -> bool:
        """Whether a round without a result is over: nobody comes to its tables, or all have byes."""
        if round_.tables:
            return last > 0 and not any(map(self._open, self._tables(round_)))
        resting = {one.participant for one in round_.byes}
        expected = [one for one in self._members if self._people[one].entered <= round_.round]
        return bool(expected) and all(one in resting or self._gone(one, round_.round) for one in expected)

    def _final(self, last: int) -> bool:
        """Whether nothing is left to be played."""
        return last >= self._stage.rounds_planned and not any(map(self._open, self._found.values()))

    def _tables(self, round_: Round) -> list[TableResult]:
        return [self._found[round_.round, str(table.table)] for table in round_.tables]

    def _open(self, found: TableResult) -> bool:
        """Whether a result of a table is still to come."""
        return not found.counts and not any(self._gone(one, found.round) for one in found.participants)

    # Who left

    def _leaving(self, one: Participant) -> _Left | None:
        left = one.withdrawn
        if left is None or not self._concerns(left) or (self._after is not None and left.after >= self._after):
            return None
        policy = self._stage.withdrawal
        below = 2 * self._played_by(one.id, left.after) < self._scheduled()
        annulled = left.expelled or policy == "annul" or (policy == "annul-below-half" and below)
        return _Left(left.after, annulled, policy in ("annul-below-half", "forfeit-rest"))

    def _concerns(self, left: Withdrawal) -> bool:
        return (left.stage or self._document.stages[0].id) == self._stage.id

    def _played_by(self, id_: str, until: int) -> int:
        return sum(
            one.state == "played" and id_ in one.participants and one.round <= until for one in self._found.values()
        )

    def _scheduled(self) -> int:
        """How many matches one has in the stage: against each other one, or a round each."""
        if self._stage.system != "round-robin":
            return self._stage.rounds_planned
        field = self._stage.participants or self._document.participants
        return (len(field) - 1) * self._stage.cycles

    def _gone(self, id_: str, round_: int) -> bool:
        left = self._left.get(id_)
        return left is not None and (left.annulled or left.after < round_)

    # One round

    def _of_round(self, round_: Round) -> Iterable[tuple[str, Entry]]:
        for table in round_.tables:
            found = self._found[round_.round, str(table.table)]
            yield from self._of_table(found, table)
        for bye in round_.byes:
            yield bye.participant, self._of_bye(round_.round, bye)

    def _of_bye(self, round_: int, bye: Bye) -> Entry:
        points = {
            Kind.PAIRED_BYE: self._points.bye,
            Kind.FULL_BYE: self._points.bye if self._points.win is None else self._points.win,
            Kind.HALF_BYE: self._points.half_bye,
            Kind.ABSENT: self._points.absent,
        }
        kind = _BYES[bye.kind]
        return Entry(round_, kind, points[kind] or 0, evidence=Evidence.BYE)

    def _not_there(self, id_: str, round_: int) -> Entry:
        note = None
        points: Exact = self._points.absent or 0
        if self._people[id_].entered > round_:
            note, points = NOT_ENTERED, 0
        elif self._gone(id_, round_):
            note, points = WITHDRAWN, 0
        return Entry(round_, Kind.ABSENT, points, evidence=Evidence.BYE, note=note)

    def _of_table(self, found: TableResult, table: Table) -> Iterable[tuple[str, Entry]]:
        if not self._several:
            return self._of_two(found, table)
        return self._of_several(found, table)

    def _entry(self, found: TableResult, id_: str, kind: Kind, points: Exact, **more: Any) -> Entry:
        if "evidence" not in more:
            more["evidence"] = found.evidence
        if "opponents" not in more:
            more["opponents"] = tuple([one for one in found.participants if one != id_ and one not in self._annulled])
        return Entry(found.round, kind, points, found.table, **more)

    # Two sides

    def _of_two(self, found: TableResult, table: Table) -> Iterable[tuple[str, Entry]]:
        people = table.participants
        if found.state == "played" and self._annulled.isdisjoint(people):
            yield from self._decided(found, people)
            return
        for id_ in people:
            others = tuple([one for one in people if one != id_])
            if id_ in self._annulled:
                continue
            if found.state == "annulled" or not self._annulled.isdisjoint(others):
                note = f"{ANNULLED}{_against(found, id_, others)}"
                evidence = found.evidence if found.state == "annulled" else Evidence.BYE
                yield id_, Entry(found.round, Kind.FULL_BYE, 0, found.table, evidence=evidence, note=note)
            elif not found.counts and any(self._gone(one, found.round) for one in people):
                yield id_, self._not_coming(found, id_, others)
            else:
                yield id_, self._undecided(found, id_)

    def _decided(self, found: TableResult, people: tuple[str, ...]) -> Iterable[tuple[str, Entry]]:
        """A round to each side of a match that was played."""
        kind, note, size = Kind.PLAYED, _note(found), len(found.participants)
        drawn = len(found.winners) != 1
        by_place = self._points.score or self._points.win is None
        shares = [found.shares.get(id_, NO_SHARE) for id_ in people]
        scores = [_signed(found, share) for share in shares]
        for seat, id_ in enumerate(people):
            others = people[:seat] + people[seat + 1 :]
            if id_ in others:  # twice at one table, which is told of as a fault of the document
                others = tuple([one for one in others if one != id_])
            share, score, won = shares[seat], scores[seat], id_ in found.winners
            place, level = (1, size) if drawn else (1 if won else 2, 1)
            yield (
                id_,
                Entry(
                    found.round,
                    kind,
                    self._by_place(score, place, level, size) if by_place else self._match_points(drawn, won),
                    found.table,
                    others,
                    share.games,
                    share.stones,
                    (score, scores[people.index(others[0])] if others else 0),
                    place,
                    level,
                    size,
                    share.rounds_won,
                    found.evidence,
                    note,
                ),
            )

    def _not_coming(self, found: TableResult, id_: str, others: Sequence[str]) -> Entry:
        """A match that was still to be played when one of the two had left."""
        gone = self._gone(id_, found.round)
        left = self._left[next(one for one in (id_, *others) if self._gone(one, found.round))]
        if left.forfeits and gone and any(self._gone(one, found.round) for one in others):
            return self._entry(
                found, id_, Kind.DOUBLE_FORFEIT, self._points.forfeit_loss or 0, evidence=Evidence.FORFEIT
            )
        if left.forfeits:
            return self._forfeited(found, id_, not gone, Evidence.FORFEIT, WITHDRAWN)
        if gone:
            return Entry(found.round, Kind.ABSENT, 0, found.table, evidence=Evidence.BYE, note=WITHDRAWN)
        points = self._points.bye or 0
        return Entry(
            found.round, Kind.FULL_BYE, points, found.table, evidence=Evidence.BYE, note=f"{others[0]} {WITHDRAWN}"
        )

    def _forfeited(self, found: TableResult, id_: str, won: bool, evidence: Evidence, note: str | None = None) -> Entry:
        points = self._points.forfeit_win if won else self._points.forfeit_loss
        games = self._points.forfeit_games if won else (self._points.forfeit_games[1], self._points.forfeit_games[0])
        if id_ in found.shares:
            games = found.shares[id_].games
        kind = Kind.FORFEIT_WIN if won else Kind.FORFEIT_LOSS
        return self._entry(found, id_, kind, points or 0, games=games, evidence=evidence, note=note)

    def _undecided(self, found: TableResult, id_: str) -> Entry:
        """A round to one of two sides of a match that was not played."""
        note = _note(found)
        if found.state == "pending":
            return self._entry(found, id_, Kind.PENDING, 0, note=note)
        if found.state == "double-forfeit":
            return self._entry(found, id_, Kind.DOUBLE_FORFEIT, self._points.forfeit_loss or 0, note=note)
        if len(found.winners) != 1:
            return self._entry(found, id_, Kind.HALF_BYE, self._points.draw or 0, note=note)
        return self._forfeited(found, id_, id_ in found.winners, found.evidence, note)

    def _match_points(self, drawn: bool, won: bool) -> Exact:
        points = self._points.draw if drawn else self._points.win if won else self._points.loss
        return points or 0

    # Tables of several

    def _of_several(self, found: TableResult, table: Table) -> Iterable[tuple[str, Entry]]:
        note = _note(found)
        if found.state == "annulled":
            for id_ in table.participants:
                yield id_, Entry(found.round, Kind.FULL_BYE, 0, found.table, evidence=found.evidence, note=ANNULLED)
            return
        away = [id_ for id_ in table.participants if id_ in found.losers and id_ not in found.shares]
        away += [id_ for id_ in table.participants if not found.counts and self._gone(id_, found.round)]
        there = [id_ for id_ in table.participants if id_ not in away]
        for id_ in away:
            kind = Kind.DOUBLE_FORFEIT if found.state == "double-forfeit" else Kind.FORFEIT_LOSS
            evidence = found.evidence if found.counts else Evidence.RULING if found.ruling else Evidence.FORFEIT
            yield id_, self._entry(found, id_, kind, self._points.forfeit_loss or 0, evidence=evidence, note=note)
        if found.state == "played":
            yield from self._seated(found, there, note)
            return
        for id_ in there:
            if found.state == "pending":
                yield id_, self._entry(found, id_, Kind.PENDING, 0, note=note)
            elif found.state == "double-forfeit":
                yield id_, self._entry(found, id_, Kind.DOUBLE_FORFEIT, self._points.forfeit_loss or 0, note=note)
            else:
                yield id_, self._forfeited(found, id_, id_ in found.winners, found.evidence, note)

    def _seated(self, found: TableResult, there: Sequence[str], note: str | None) -> Iterable[tuple[str, Entry]]:
        """Places and points of those who played at a table."""
        shares = [found.shares.get(id_, NO_SHARE) for id_ in there]
        scores = [_signed(found, share) for share in shares]
        above = sum([score for score in scores if score > 0])
        by: dict[str, Sequence[int]] = {
            "winner": [int(id_ in found.winners) for id_ in there],
            "score": scores,
            "rounds-won": [share.rounds_won for share in shares],
        }
        columns = [by[name] for name in self._points.place_by]
        keys = [tuple([column[seat] for column in columns]) for seat in range(len(there))]
        ranked = sorted(keys, reverse=True)
        by_outcome = self._points.win is not None and not self._points.places and not self._points.score
        for seat, id_ in enumerate(there):
            place, level, share = 1 + ranked.index(keys[seat]), keys.count(keys[seat]), shares[seat]
            if by_outcome:
                points = self._outcome_points(found, id_, there)
            else:
                points = self._by_place(scores[seat], place, level, len(there))
            yield (
                id_,
                Entry(
                    found.round,
                    Kind.PLAYED,
                    points,
                    found.table,
                    tuple([one for one in there if one != id_ and one not in self._annulled]),
                    share.games,
                    share.stones,
                    (scores[seat], above),
                    place,
                    level,
                    len(there),
                    share.rounds_won,
                    found.evidence,
                    note,
                ),
            )

    def _outcome_points(self, found: TableResult, id_: str, there: Sequence[str]) -> Exact:
        """Points for who won at a table; partners win together, others share a draw."""
        winners = [one for one in there if one in found.winners]
        together = self._stage.system == INDIVIDUAL and len(winners) < len(there)
        won = id_ in winners
        return self._match_points(won and len(winners) > 1 and not together, won)

    def _by_place(self, score: int, place: int, level: int, size: int) -> Exact:
        """Points of a place, shared by those who are level, and of the score where that counts."""
        points: Exact = 0
        row = self._points.places.get(size)
        if row is not None:
            points = shared(row, place, level, self._points.shared_place)
        if self._points.score:
            capped = _capped(score, self._points)
            points = points + capped if isinstance(points, int) else exact_of(points + capped)
        return points


def shared(row: Sequence[Exact], place: int, level: int, how: str) -> Exact:
    """What each of ``level`` participants who share a place and those behind it gets of a row of points."""
    taken = [row[number] if number < len(row) else 0 for number in range(place - 1, place - 1 + level)]
    if how == "highest":
        return max(taken)
    if how == "lowest":
        return min(taken)
    return exact_of(Fraction(sum(map(Fraction, taken))) / level)


def _capped(score: int, points: Points) -> int:
    if points.cap_low is not None:
        score = max(score, points.cap_low)
    return score if points.cap_high is None else min(score, points.cap_high)


def _signed(found: TableResult, share: Share) -> int:
    """The score of a share, more being better: where the lowest wins, points against one are below nought."""
    score = share.score or 0
    return -score if found.low else score


def _note(found: TableResult) -> str | None:
    """What is to be said beside a result."""
    if found.ruling is not None:
        who = f" ({found.ruling.official})" if found.ruling.official else ""
        return f"{found.ruling.kind}: {found.ruling.reason}{who}"
    if found.state == "pending" and found.shares:
        scores = [found.shares[one].score for one in found.participants if one in found.shares]
        return f"{'–'.join('?' if one is None else str(one) for one in scores)} so far"
    if found.undecided:
        return f"checks undecided: {found.undecided}"
    return None


def _against(found: TableResult, id_: str, others: Sequence[str]) -> str:
    """The result that was annulled, for people."""
    scores: Mapping[str, Share] = found.shares
    if not scores or id_ not in scores or found.ruling is not None:
        return "" if found.ruling is None else f": {found.ruling.reason}"
    shown = "–".join(str(scores[one].score) for one in (id_, *others) if one in scores)
    return f": {shown} against {' and '.join(others)}"
