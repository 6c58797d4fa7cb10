"""From verdicts, sheets and rulings to one result a table, with what it rests on."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from kontari.record.in_force import lowest_wins, rules_in_force
from kontari.tournament.accepting import Judged, Rules, in_force, judged
from kontari.tournament.matching import Match, Matcher, Slot, place_of, table_name
from kontari.tournament.model import (
    Document,
    Evidence,
    Finding,
    Round,
    Ruling,
    SheetResult,
    Stage,
    Table,
    TableName,
)
from kontari.tournament.outcome import Outcome, counts_games
from kontari.tournament.played import NotVerdictsError, Played, is_verdict, played, read_verdicts

__all__ = [
    "Collected",
    "NotVerdictsError",
    "Played",
    "Share",
    "SheetResult",
    "Slot",
    "TableResult",
    "collect",
    "is_verdict",
    "played",
    "read_verdicts",
]

WEIGHT = {
    Evidence.VERIFIED: 0,
    Evidence.PARTIAL: 1,
    Evidence.RECOMPUTED: 2,
    Evidence.FORFEIT: 3,
    Evidence.TIME: 4,
    Evidence.ADJUDICATED: 5,
}
"""What records count, the strongest evidence first."""


class Share(Struct, frozen=True):
    """What a table was to one participant: for and against; ``score`` is None where it is not known."""

    score: int | None = None
    games: tuple[int, int] = (0, 0)
    stones: tuple[int, int] = (0, 0)
    rounds_won: int = 0


NO_SHARE = Share()


class TableResult(Struct, frozen=True):
    """What became of a table.

    ``state``: ``played``; ``forfeit`` (won or lost without play), ``double-forfeit``, ``annulled``; or ``pending``.
    ``winners`` of those at the table, several where it was drawn or shared; ``losers`` only who lost by it outside
    the play. ``records``: where they are, for people. ``undecided``: checks of them. ``low``: the lowest score wins.
    """

    stage: str
    round: int
    table: TableName
    participants: tuple[str, ...]
    evidence: Evidence
    state: str = "pending"
    winners: tuple[str, ...] = ()
    losers: tuple[str, ...] = ()
    shares: Mapping[str, Share] = {}
    records: tuple[str, ...] = ()
    undecided: int = 0
    ruling: Ruling | None = None
    low: bool = False

    @property
    def counts(self) -> bool:
        """Whether there is a result."""
        return self.state != "pending"


@dataclass(frozen=True, slots=True)
class Collected:
    """Results by (stage, round, table as text), the rounds of each stage, and what was found."""

    results: Mapping[tuple[str, int, str], TableResult]
    rounds: Mapping[str, tuple[Round, ...]]
    findings: tuple[Finding, ...]

    def result(self, stage: str, round_: int, table: TableName) -> TableResult:
        """What became of a table. Raises KeyError."""
        return self.results[stage, round_, str(table)]


class _Result(Struct, frozen=True):
    """What one record or sheet gives, for those at the table."""

    shares: Mapping[str, Share]
    winners: tuple[str, ...]
    losers: tuple[str, ...] = ()
    unplayed: bool = False
    low: bool = False

    def same(self, other: "_Result") -> bool:
        return self.shares == other.shares and set(self.winners) == set(other.winners)


_NOTHING = _Result({}, ())


class _Item(Struct):
    """One record at a table."""

    place: str
    sha256: str | None
    play: str | None
    match: str | None
    evidence: Evidence
    result: _Result
    undecided: int
    seats: tuple[str, ...]
    table: Table


_Noted = tuple[tuple[Any, ...], Finding]


def collect(document: Document, played: Iterable[Played], sheets: Iterable[SheetResult] = ()) -> Collected:
    """The results of a tournament.

    played: what verdicts say, in any order; only these are results, whatever else is known of a record. sheets: what
    was written on paper. The order of neither changes anything.
    """
    collecting = _Collecting(document)
    for one in played:
        collecting.add(one)
    return collecting.collected(sheets)


class _Collecting:
    def __init__(self, document: Document) -> None:
        self._document = document
        self._order = {stage.id: number for number, stage in enumerate(document.stages)}
        self._ids = {one.id for one in document.participants}
        self._matcher = Matcher(document)
        self._rules = Rules(document)
        self._items: dict[Slot, list[_Item]] = defaultdict(list)
        self._noted: list[_Noted] = []
        self._contradicted: set[Slot] = set()
        self._tables = self._matcher.tables
        rules = in_force(document.game, dict(document.records.rules or {}), 4)
        self._low = rules is not None and lowest_wins(document.game, rules)
        self._counts_games = counts_games(rules_in_force(document.game, None, 4))

    # Records

    def add(self, one: Played) -> None:
        """Take what one verdict says."""
        match = self._matcher.match(one)
        slot, table = match.slot, match.table
        ruled = table is not None and table.ruling is not None
        judgement = judged(one, self._document.records, self._rules, match.stage, ruled)
        if slot is None or table is None or match.problem is not None:
            self._unmatched(one, match, judgement)
            return
        for findings in (match.findings, judgement.findings):
            for finding in findings:
                self._note(slot, finding)
        self._items[slot].append(_item(one, match, table, judgement))

    def _unmatched(self, one: Played, match: Match, judgement: Judged) -> None:
        """Tell of a record without a table; an illegal one is told of as that."""
        slot = match.slot
        policy = self._document.records.unmatched
        for finding in match.findings:
            self._note(slot, finding)
        if policy == "ignore" or not match.problem:
            return
        told = [finding for finding in judgement.findings if finding.code == "TRN-E01"]
        code = "TRN-M01" if policy == "fault" else "TRN-M13"
        for finding in told or [Finding(code, {"problem": match.problem}, one.place)]:
            self._note(slot, finding)

    def _note(self, slot: Slot | None, finding: Finding) -> None:
        where: tuple[Any, ...] = (len(self._order), 0, "")
        if slot is not None:
            where = (self._order[slot.stage], slot.round, slot.table)
            finding = replace(finding, facts={**finding.facts, **_where(slot)})
        key = (
            *where,
            finding.code,
            finding.place or "",
            sorted((name, str(fact)) for name, fact in finding.facts.items()),
        )
        self._noted.append((key, finding))

    # All together

    def collected(self, sheets: Iterable[SheetResult]) -> Collected:
        """What all of it comes to."""
        rounds = {stage.id: stage.rounds for stage in self._document.stages if stage.rounds is not None}
        papers = self._papers(sheets)
        for stage in self._document.stages:
            if stage.rounds is None:
                rounds[stage.id] = self._rebuilt(stage, papers)
        self._same_play()
        self._low = self._lowest_wins()
        results: dict[tuple[str, int, str], TableResult] = {}
        for slot, table in self._tables.items():
            stage = self._document.stage(slot.stage)
            results[slot] = self._resolved(slot, table, stage, papers.get(slot, []))
        for slot, ref in self._matcher.unseen:
            source = ref.source if ref.record == 1 else f"{ref.source}, record {ref.record}"
            self._note(slot, Finding("TRN-M10", {"source": source}, place_of(*slot)))
        findings = [finding for _, finding in sorted(self._noted, key=lambda one: one[0])]
        return Collected(results, rounds, tuple(findings))

    def _lowest_wins(self) -> bool:
        """Whether the lowest score wins where no record says so: as in the records that count, if they agree."""
        if self._document.records.rules is None:
            told = {
                one.result.low
                for items in self._items.values()
                for one in items
                if one.evidence in WEIGHT and one.result.shares
            }
            if len(told) == 1:
                return told.pop()
        return self._low

    def _rebuilt(self, stage: Stage, papers: Mapping[Slot, list[SheetResult]]) -> tuple[Round, ...]:
        """The rounds of a stage that lists none, as records (and sheets that count) tell of them."""
        made: dict[int, list[Table]] = defaultdict(list)
        for slot in sorted({*self._items, *papers}):
            if slot.stage != stage.id:
                continue
            told = [one for one in self._items.get(slot, ()) if one.evidence is not Evidence.DISPUTED and one.seats]
            if told:
                first = min(told, key=lambda one: (one.match or "", one.sha256 or "", one.seats))
                name, seats = first.table.table, first.seats
                self._one_company(slot, told)
            elif slot in papers:
                sheet = min(papers[slot], key=lambda one: (str(one.match), one.participants))
                name, seats = table_name(sheet.table), sheet.participants
            else:
                continue
            table = Table(name, seats)
            self._tables[slot] = table
            made[slot.round].append(table)
        return tuple([Round(number, tuple(sorted(made[number], key=_by_name))) for number in sorted(made)])

    def _one_company(self, slot: Slot, told: Sequence[_Item]) -> None:
        """Where records seat different people at one table, nobody can say whose table it is."""
        ordered = sorted(told, key=_strongest)
        others = [one for one in ordered if set(one.seats) != set(ordered[0].seats)]
        if others:
            values = " against ".join(_listed(sorted(one.seats)) for one in (ordered[0], others[0]))
            self._differ(slot, ordered[0], others[0], values)
            for one in told:
                one.evidence = Evidence.DISPUTED

    def _same_play(self) -> None:
        """Tell of one play that stands at two tables."""
        found: dict[str, list[tuple[Slot, _Item]]] = defaultdict(list)
        for slot, items in self._items.items():
            for item in items:
                if item.play is not None and item.evidence in WEIGHT:
                    found[item.play].append((slot, item))
        for same in found.values():
            if len(same) > 1:
                (first, one), *others = sorted(same, key=lambda at: (at[0], _strongest(at[1])))
                for slot, other in others:
                    if slot != first:
                        facts = {"first": one.place, "second": other.place}
                        self._note(slot, Finding("TRN-M12", facts, place_of(*slot)))

    # One table

    def _resolved(self, slot: Slot, table: Table, stage: Stage, papers: Sequence[SheetResult]) -> TableResult:
        base = TableResult(slot.stage, slot.round, table.table, table.participants, Evidence.MISSING, low=self._low)
        found = self._of_records(slot, base, stage, self._at(slot, table))
        if papers:
            found = self._with_sheets(slot, found, stage, papers)
        if table.ruling is not None:
            found = self._ruled(slot, found, table.ruling)
        self._check_claim(slot, table, found)
        return found

    def _at(self, slot: Slot, table: Table) -> Sequence[_Item]:
        """The records at a table of those who were to sit there, and those that nobody can tell whose they are."""
        there, disputed = frozenset(table.participants), Evidence.DISPUTED
        return [one for one in self._items.get(slot, ()) if there.issuperset(one.seats) or one.evidence is disputed]

    def _of_records(self, slot: Slot, base: TableResult, stage: Stage, items: Sequence[_Item]) -> TableResult:
        """What the records of a table come to."""
        if not items:
            return base
        if len(items) == 1 == stage.seating.records and items[0].evidence in WEIGHT:
            return _counted(base, items[0].result, (items[0].place,), items)
        records = tuple(sorted(one.place for one in items))
        base = replace(base, records=records)
        groups = self._groups(slot, items, stage.seating.records)
        if groups is None:
            return replace(base, evidence=Evidence.DISPUTED)
        sure = [one for one in groups if one.evidence in WEIGHT]
        if not sure:
            pending = [one for one in groups if one.evidence is Evidence.PENDING]
            so_far = pending[0].result.shares if len(pending) == 1 == stage.seating.records else {}
            return replace(base, evidence=Evidence.PENDING if pending else Evidence.DISPUTED, shares=so_far)
        result = _combined([one.result for one in sure], stage)
        if len(sure) < stage.seating.records and not _settled(result, sure, stage):
            disputed = any(one.evidence is Evidence.DISPUTED for one in groups)
            return replace(base, evidence=Evidence.DISPUTED if disputed else Evidence.PENDING, shares=result.shares)
        return _counted(base, result, records, sure)

    def _groups(self, slot: Slot, items: Sequence[_Item], wanted: int) -> list[_Item] | None:
        """One record for each match of a table, the strongest of several that agree; None where some contradict."""
        once: dict[str, _Item] = {}
        for item in sorted(items, key=_strongest):
            other = once.setdefault(item.sha256 or item.place, item)
            if other is not item:
                self._twice(slot, other, item)
        groups: dict[str, list[_Item]] = defaultdict(list)
        for number, item in enumerate(once.values()):
            alone = f" {number}" if item.match is None else item.match
            groups["" if wanted == 1 else alone].append(item)
        kept = []
        for name in sorted(groups):
            one = self._agreed(slot, groups[name])
            if one is None:
                return None
            kept.append(one)
        kept = self._not_copies(slot, kept)
        counted = [one for one in kept if one.evidence in WEIGHT]
        if len(counted) > wanted:
            values = f"{len(counted)} matches, where {wanted} make the result"
            self._differ(slot, counted[0], counted[-1], values)
            return None
        return kept

    def _not_copies(self, slot: Slot, kept: list[_Item]) -> list[_Item]:
        """Matches of one table without those whose play is that of another."""
        made: dict[str, _Item] = {}
        for item in sorted(kept, key=_strongest):
            play = item.play if item.play is not None and item.evidence in WEIGHT else item.place
            other = made.setdefault(play, item)
            if other is not item:
                self._twice(slot, other, item)
        return list(made.values())

    def _agreed(self, slot: Slot, items: Sequence[_Item]) -> _Item | None:
        """The strongest of several records of one match; None where they contradict each other."""
        counted = [one for one in items if one.evidence in WEIGHT]
        if not counted:
            pending = [one for one in items if one.evidence is Evidence.PENDING]
            return (pending or items)[0]
        first = counted[0]
        for other in counted[1:]:
            if not first.result.same(other.result):
                values = " against ".join(_shown(one.result) for one in (first, other))
                self._differ(slot, first, other, values)
                return None
            self._twice(slot, first, other)
        return first

    def _twice(self, slot: Slot, first: _Item, second: _Item) -> None:
        self._note(slot, Finding("TRN-M03", {"first": first.place, "second": second.place}, place_of(*slot)))

    def _differ(self, slot: Slot, first: _Item, second: _Item, values: str) -> None:
        self._contradicted.add(slot)
        facts = {"first": first.place, "second": second.place, "values": values}
        self._note(slot, Finding("TRN-M02", facts, place_of(*slot)))

    # Sheets

    def _papers(self, sheets: Iterable[SheetResult]) -> dict[Slot, list[SheetResult]]:
        """The sheets that have a table, and whose word the document takes."""
        found: dict[Slot, list[SheetResult]] = defaultdict(list)
        accepted = self._document.records.sheets
        for sheet in sheets:
            slot = Slot(sheet.stage, sheet.round, str(sheet.table))
            known = slot.stage in self._order
            listed = known and self._document.stage(slot.stage).rounds is not None
            table = self._tables.get(slot)
            refused = None
            if not known or (listed and table is None):
                refused = Finding("TRN-H14", {"problem": f"there is no {place_of(*slot)}"}, sheet.place)
            elif table is not None and sorted(table.participants) != sorted(sheet.participants):
                problem = f"{_listed(table.participants)} were to meet, not {_listed(sheet.participants)}"
                refused = Finding("TRN-H14", {"problem": problem}, sheet.place)
            elif accepted == "none":
                refused = Finding("TRN-H11", {"problem": "the document accepts no sheets"}, sheet.place)
            elif accepted == "signed" and not sheet.signed:
                refused = Finding("TRN-H11", {"problem": "it is not signed"}, sheet.place)
            elif table is None and not self._ids.issuperset(sheet.participants):
                unknown = [one for one in sheet.participants if one not in self._ids]
                problem = f"{_listed(unknown)} is nobody of the document"
                refused = Finding("TRN-H14", {"problem": problem}, sheet.place)
            if refused is None:
                found[slot].append(sheet)
            else:
                self._note(slot if known else None, refused)
        return found

    def _with_sheets(self, slot: Slot, found: TableResult, stage: Stage, papers: Sequence[SheetResult]) -> TableResult:
        """A table with what is on paper: it counts where no record does, and is held against it where one does."""
        matches: dict[str, _Result] = {}
        for sheet in sorted(papers, key=lambda one: (str(one.match), one.place)):
            told = self._of_sheet(sheet)
            other = matches.setdefault(str(sheet.match), told)
            if not other.same(told):
                values = f"{_shown(other)} against {_shown(told)}"
                self._note(slot, Finding("TRN-H13", {"values": values}, sheet.place))
                return found
        result = _combined(list(matches.values()), stage)
        if found.counts:
            record = _Result(found.shares, found.winners)
            if _told(record, found.participants) != _told(result, found.participants):
                facts = {"sheet": _shown(result, found.participants), "record": _shown(record, found.participants)}
                self._note(slot, Finding("TRN-H12", facts, papers[0].place))
            return found
        if slot in self._contradicted or len(matches) < stage.seating.records:
            return found
        winners = _among(found.participants, result.winners)
        return replace(found, evidence=Evidence.SHEET, state="played", winners=winners, shares=result.shares)

    def _of_sheet(self, sheet: SheetResult) -> _Result:
        """A sheet as a result."""
        seats = sheet.participants
        scores = sheet.scores if sheet.scores is not None else sheet.games
        games, stones = _both_ways(sheet.games), _both_ways(sheet.stones)
        shares = {
            who: Share(None if scores is None else scores[seat % len(scores)], games[seat % 2], stones[seat % 2])
            for seat, who in enumerate(seats)
        }
        winners = sheet.winners if sheet.winners is not None else _best(shares, self._low)
        return _Result(shares, winners, low=self._low)

    # Rulings

    def _ruled(self, slot: Slot, found: TableResult, ruling: Ruling) -> TableResult:
        """A table by decision of an official."""
        present = tuple([one for one in found.participants if one not in ruling.by])
        if len(found.participants) > 2 and ruling.kind == "forfeit" and ruling.winners is None and len(present) > 1:
            # The others played on without those who did not come.
            return replace(found, losers=ruling.by, ruling=ruling)
        made = self._by_ruling(found, ruling, present)
        if found.counts and not _same_result(found, made):
            facts = {"ruling": _words(made), "record": _words(found)}
            self._note(slot, Finding("TRN-E04", facts, place_of(*slot)))
        return made

    def _by_ruling(self, found: TableResult, ruling: Ruling, present: tuple[str, ...]) -> TableResult:
        base = replace(found, evidence=Evidence.RULING, ruling=ruling, undecided=0)
        if ruling.kind == "annulled":
            return replace(base, state="annulled", winners=(), losers=(), shares={})
        if ruling.kind == "double-forfeit":
            lost = ruling.by or found.participants
            return replace(base, state="double-forfeit", winners=(), losers=lost, shares={})
        shares = self._ruled_shares(found, ruling)
        winners = ruling.winners
        if winners is None:
            winners = present if ruling.by else _best(shares, found.low)
        losers = ruling.by
        played_ = ruling.played if ruling.played is not None else ruling.kind != "forfeit"
        if not played_:
            losers = losers or tuple([one for one in found.participants if one not in winners])
            given = shares if ruling.scores is not None else {}
            return replace(base, state="forfeit", winners=winners, losers=losers, shares=given)
        return replace(base, state="played", winners=_among(found.participants, winners), losers=losers, shares=shares)

    def _ruled_shares(self, found: TableResult, ruling: Ruling) -> Mapping[str, Share]:
        """The scores of a ruling, or those that the records have so far."""
        scores = ruling.scores
        if scores is None or len(scores) != len(found.participants):
            return found.shares
        games = _both_ways(scores if self._counts_games else None)
        return {who: Share(scores[seat], games[seat % 2]) for seat, who in enumerate(found.participants)}

    # Claims

    def _check_claim(self, slot: Slot, table: Table, found: TableResult) -> None:
        """Hold the result that a document claims for a table against what counts."""
        if not found.counts or (table.scores is None and table.winners is None):
            return
        right = [found.shares[one].score if one in found.shares else None for one in table.participants]
        if table.scores is not None and list(table.scores) != right:
            facts = {"claimed": _dashed(table.scores), "right": _dashed(right)}
            self._note(slot, Finding("TRN-C06", facts, place_of(*slot)))
        won = [seat for seat, one in enumerate(table.participants) if one in found.winners]
        if table.winners is not None and sorted(table.winners) != won:
            claimed = [table.participants[seat] for seat in table.winners if seat < len(table.participants)]
            facts = {"claimed": f"{_listed(claimed)} as winners", "right": _listed(found.winners)}
            self._note(slot, Finding("TRN-C06", facts, place_of(*slot)))


# One match


def _item(one: Played, match: Match, table: Table, judgement: Judged) -> _Item:
    seats, result = match.seats, _NOTHING
    if match.counts and judgement.outcome is not None and len(seats) == len(match.who):
        result = _shared_out(seats, match, judgement, judgement.outcome)
    label = one.event.get("match")
    return _Item(
        one.place,
        one.sha256,
        one.play_sha256 if one.rounds else None,
        None if label is None else str(label),
        judgement.evidence if match.counts else Evidence.DISPUTED,
        result,
        one.undecided,
        seats,
        table,
    )


def _shared_out(seats: tuple[str, ...], match: Match, judgement: Judged, found: Outcome) -> _Result:
    """The outcome of a match, by participant."""
    order: Iterable[int] = range(len(seats))
    if match.units != judgement.sides:
        side_of = {seat: side for side, unit in enumerate(judgement.sides) for seat in unit}
        order = [side_of[unit[0]] for unit in match.units]
    scores, rounds = found.scores, found.rounds_won
    games, stones = _both_ways(rounds if found.games is None else found.games), _both_ways(found.stones)
    won, lost = judgement.winners or (), found.lost_by
    shares: dict[str, Share] = {}
    winners: tuple[str, ...] = ()
    losers: tuple[str, ...] = ()
    for who, side in zip(seats, order, strict=True):
        score = None if scores is None else scores[side]
        shares[who] = Share(score, games[side % 2], stones[side % 2], rounds[side])
        if side in won:
            winners += (who,)
        if side in lost:
            losers += (who,)
    return _Result(shares, winners, losers, bool(lost) and found.rounds == 0, found.low)


# Several matches of one table


def _combined(results: Sequence[_Result], stage: Stage) -> _Result:
    """Several matches of a table as one: scores are added; who wins is who has most, or who won most of them."""
    if len(results) == 1 and stage.seating.records == 1:
        return results[0]
    people = list(dict.fromkeys(who for one in results for who in one.shares))
    shares = {who: _sum([one.shares[who] for one in results if who in one.shares]) for who in people}
    won = {who: sum(who in one.winners for one in results) for who in people}
    if stage.seating.aggregate == "wins":
        most = max(won.values(), default=0)
        winners = tuple([who for who in people if won[who] == most])
    else:
        winners = _best(shares, results[0].low)
    return _Result(
        shares,
        winners,
        results[0].losers if len(results) == 1 else (),
        all(one.unplayed for one in results),
        results[0].low,
    )


def _counted(base: TableResult, result: _Result, records: tuple[str, ...], sure: Sequence[_Item]) -> TableResult:
    """A table with a result that rests on records."""
    return TableResult(
        base.stage,
        base.round,
        base.table,
        base.participants,
        max([one.evidence for one in sure], key=WEIGHT.__getitem__),
        "forfeit" if result.unplayed else "played",
        _among(base.participants, result.winners),
        _among(base.participants, result.losers),
        result.shares,
        records,
        sum([one.undecided for one in sure]),
        low=result.low,
    )


def _settled(result: _Result, sure: Sequence[_Item], stage: Stage) -> bool:
    """Whether the matches that are still to come cannot change who won the most."""
    if stage.seating.aggregate != "wins":
        return False
    left = stage.seating.records - len(sure)
    won = sorted((sum(who in one.result.winners for one in sure) for who in result.shares), reverse=True)
    return len(won) > 1 and won[0] > won[1] + left


def _sum(shares: Sequence[Share]) -> Share:
    scores = [one.score for one in shares]
    return Share(
        None if None in scores else sum(one for one in scores if one is not None),
        _added([one.games for one in shares]),
        _added([one.stones for one in shares]),
        sum(one.rounds_won for one in shares),
    )


def _added(pairs: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return sum(one for one, _ in pairs), sum(other for _, other in pairs)


def _best(shares: Mapping[str, Share], low: bool) -> tuple[str, ...]:
    """Who has the highest score, or the lowest where that wins."""
    known = {who: share.score for who, share in shares.items() if share.score is not None}
    best = (min if low else max)(known.values(), default=0)
    return tuple([who for who, score in known.items() if score == best])


_NONE = ((0, 0), (0, 0))


def _both_ways(values: Sequence[int] | None) -> tuple[tuple[int, int], tuple[int, int]]:
    """For each of two sides its value and what is against it; nothing where there are others than two."""
    if values is None or len(values) != 2:
        return _NONE
    one, other = values
    return (one, other), (other, one)


def _strongest(item: _Item) -> tuple[Any, ...]:
    """The order of records of one table, whatever the order in which they came."""
    return WEIGHT.get(item.evidence, len(WEIGHT)), item.evidence, item.sha256 or "", item.place


def _among(order: Sequence[str], chosen: Collection[str]) -> tuple[str, ...]:
    return tuple([one for one in order if one in chosen]) if chosen else ()


def _by_name(table: Table) -> tuple[bool, int, str]:
    number = isinstance(table.table, int)
    return not number, int(table.table) if number else 0, str(table.table)


# Words


def _where(slot: Slot) -> dict[str, Any]:
    return {"stage": slot.stage, "round": slot.round, "table": slot.table}


def _listed(names: Iterable[str]) -> str:
    return " and ".join(names) or "nobody"


def _dashed(scores: Iterable[object]) -> str:
    return "–".join("?" if one is None else str(one) for one in scores)


def _told(result: _Result, order: Sequence[str]) -> tuple[Any, ...]:
    """What a sheet and a record can differ in."""
    return [result.shares[one].score if one in result.shares else None for one in order], set(result.winners)


def _shown(result: _Result, order: Sequence[str] = ()) -> str:
    people = list(order) or sorted(result.shares)
    scores = [result.shares[one].score if one in result.shares else None for one in people]
    return f"{_dashed(scores)} ({' – '.join(people)}), won by {_listed(sorted(result.winners))}"


def _same_result(found: TableResult, made: TableResult) -> bool:
    """Whether a ruling says what the records say."""
    pairs: list[Callable[[TableResult], Any]] = [lambda one: one.state, lambda one: set(one.winners)]
    same = all(get(found) == get(made) for get in pairs)
    scores = [
        [one.shares[who].score if who in one.shares else None for who in one.participants] for one in (found, made)
    ]
    return same and scores[0] == scores[1]


def _words(found: TableResult) -> str:
    if found.state in ("annulled", "double-forfeit"):
        return {"annulled": "nothing", "double-forfeit": "a loss for both"}[found.state]
    shown = _shown(_Result(found.shares, found.winners), found.participants)
    return f"{shown}, without play" if found.state == "forfeit" else shown
