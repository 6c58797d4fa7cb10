"""To which table of a document a match belongs: by its event, by its name, or by who sat there."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from msgspec import Struct

from kontari.tournament.model import MOST_ROUNDS, Document, Finding, Participant, RecordRef, Stage, Table, TableName
from kontari.tournament.outcome import sides
from kontari.tournament.plain_names import folded
from kontari.tournament.played import Person, Played

INDIVIDUAL = "individual"
"""The system in which each seat is a participant, whoever its partner is."""


class Slot(NamedTuple):
    """A place for results: a table of a round."""

    stage: str
    round: int
    table: str


class Match(Struct):
    """Where a match belongs, and who its units (sides, or seats) are; or ``problem`` and why it belongs nowhere.

    ``findings`` are of what was noticed on the way. ``table``: that of the document; where its stage lists no rounds,
    as the record itself makes it. ``counts``: whether it may count there.
    """

    slot: Slot | None = None
    units: tuple[tuple[int, ...], ...] = ()
    who: tuple[str | None, ...] = ()
    stage: Stage | None = None
    table: Table | None = None
    problem: str | None = None
    findings: list[Finding] = []
    counts: bool = True

    @property
    def seats(self) -> tuple[str, ...]:
        """Who of the units is known."""
        return tuple([one for one in self.who if one is not None])


def place_of(stage: str, round_: int, table: object) -> str:
    """A table, for people."""
    return f"stage {stage}, round {round_}, table {table}"


class People:
    """Who plays for whom."""

    def __init__(self, document: Document) -> None:
        self._owners: dict[str, set[str]] = defaultdict(set)
        self._alike: dict[str, set[str]] = defaultdict(set)
        self._substitutes: set[tuple[str, str]] = set()
        for one in document.participants:
            for member in one.members:
                self._owners[member.id].add(one.id)
                self._alike[folded(member.id)].add(member.id)
                if member.substitute:
                    self._substitutes.add((one.id, member.id))
        # Whoever plays for one participant only, and never as a substitute: nothing is to be told of them.
        self._plain = {id_: next(iter(owners)) for id_, owners in self._owners.items() if len(owners) == 1}
        for _, id_ in self._substitutes:
            self._plain.pop(id_, None)

    def plain(self, players: Sequence[Person], units: Iterable[Sequence[int]]) -> tuple[str, ...] | None:
        """Who plays, unit by unit, where all are written as in the document and none is a substitute; else None."""
        found = []
        for unit in units:
            owner = self._plain.get(players[unit[0]].called)
            if owner is None or (
                len(unit) > 1 and any(self._plain.get(players[seat].called) != owner for seat in unit)
            ):
                return None
            found.append(owner)
        return tuple(found)

    def known(self, id_: str) -> str | None:
        """The id of the document that an id of a record means; None where there is none, or several."""
        if id_ in self._owners:
            return id_
        alike = self._alike.get(folded(id_), set())
        return next(iter(alike)) if len(alike) == 1 else None

    def owner(self, ids: Iterable[str], among: Sequence[str] = ()) -> str | None:
        """The one participant for whom all of these play; of several the one ``among`` those who are expected."""
        found: set[str] | None = None
        for id_ in ids:
            member = self.known(id_)
            owners = self._owners[member] if member is not None else set()
            found = set(owners) if found is None else found & owners
        if found and len(found) > 1:
            found &= set(among)
        return found.pop() if found and len(found) == 1 else None

    def only_substitutes(self, participant: str, ids: Sequence[str]) -> bool:
        """Whether two or more substitutes played."""
        return sum((participant, self.known(id_) or "") in self._substitutes for id_ in ids) > 1


Found = tuple[Slot, Table]


class _Tables:
    """The tables of one stage, found by number and name, or by who is to sit there."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.dates = {round_.round: round_.date for round_ in stage.rounds or ()}
        self.rounds = set(map(str, self.dates))

    def all(self) -> Iterator[Found]:
        """All of them, in the order of the document."""
        for round_ in self.stage.rounds or ():
            for table in round_.tables:
                yield Slot(self.stage.id, round_.round, str(table.table)), table

    @cached_property
    def by_name(self) -> Mapping[tuple[str, str], Sequence[Found]]:
        """The tables by round and name as text; few records ask for it."""
        found: dict[tuple[str, str], list[Found]] = defaultdict(list)
        for one in self.all():
            found[str(one[0].round), one[0].table].append(one)
        return found

    @cached_property
    def by_folded(self) -> Mapping[tuple[str, str], Sequence[Found]]:
        """The tables of the first name of those that are alike."""
        found: dict[tuple[str, str], Sequence[Found]] = {}
        for (round_, name), tables in self.by_name.items():
            found.setdefault((round_, folded(name)), tables)
        return found

    @cached_property
    def by_who(self) -> Mapping[frozenset[str], Sequence[Found]]:
        """The tables by those who are to sit there; few records ask for it."""
        found: dict[frozenset[str], list[Found]] = defaultdict(list)
        for one in self.all():
            _, table = one
            found[frozenset(table.participants)].append(one)
            if present := present_at(table):
                found[frozenset(present)].append(one)
        return found


def present_at(table: Table) -> tuple[str, ...]:
    """Who plays at a table of several at which a ruling says that some did not come; empty where there is no such."""
    ruling = table.ruling
    if ruling is None or ruling.kind != "forfeit" or len(table.participants) < 3 or ruling.winners is not None:
        return ()
    there = tuple([one for one in table.participants if one not in ruling.by])
    return there if 2 <= len(there) < len(table.participants) else ()


class Matcher:
    """Finds the table of each match."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._people = People(document)
        self._stages = {stage.id: _Tables(stage) for stage in document.stages}
        self._at: dict[tuple[str, int, str], Found] = {}
        self._doubled: set[Slot] = set()
        self._named: dict[tuple[str, int], list[tuple[Slot, Table, RecordRef]]] = defaultdict(list)
        self._hashes: dict[str, list[tuple[Slot, Table, RecordRef]]] = defaultdict(list)
        self.unseen: dict[tuple[Slot, RecordRef], None] = {}
        """The records that tables name, as long as they were not met with."""
        for tables in self._stages.values():
            for found in tables.all():
                slot, table = found
                if slot in self._at:
                    self._doubled.add(slot)
                self._at[slot] = found
                for ref in table.records:
                    one = slot, table, ref
                    self._named[(_last(ref.source), ref.record)].append(one)
                    if ref.sha256 is not None:
                        self._hashes[ref.sha256].append(one)
                    self.unseen[(slot, ref)] = None

    @property
    def tables(self) -> dict[Slot, Table]:
        """The tables of the document by their place."""
        return dict(self._at.values())

    def match(self, played: Played) -> Match:
        """Where a match belongs. The same whatever was matched before."""
        named = self._by_name(played) if self._named or self._hashes else []
        if len(named) == 1:
            return self._at_named(played, *named[0])
        if named:
            tables = [place_of(*slot) for slot, _, _ in named]
            finding = Finding("TRN-M11", {"tables": tables}, played.place)
            return Match(findings=[finding], counts=False, problem="")
        if played.game is None:
            return Match(problem="it cannot be read, and no table names it")
        if played.game != self._document.game:
            return Match(problem=f"its game is {played.game}, not {self._document.game}")
        return self._by_event(played)

    # By name

    def _by_name(self, played: Played) -> list[tuple[Slot, Table, RecordRef]]:
        hashed = self._hashes.get(played.sha256 or "", [])
        whole = played.source.replace("\\", "/")
        found = {
            slot: (slot, table, ref)
            for slot, table, ref in self._named.get((_last(played.source), played.record), ())
            if whole == (source := ref.source.replace("\\", "/")) or whole.endswith("/" + source.removeprefix("./"))
        }
        return list({slot: (slot, table, ref) for slot, table, ref in hashed}.values()) or list(found.values())

    def _at_named(self, played: Played, slot: Slot, table: Table, ref: RecordRef) -> Match:
        self.unseen.pop((slot, ref), None)
        match = self._seated(played, slot, table)
        if ref.sha256 is not None and ref.sha256 != played.sha256:
            facts = {"found": played.sha256 or "none", "wanted": ref.sha256}
            match.findings.append(Finding("TRN-M09", facts, played.place))
            match.counts = False
        return match

    # By event

    def _by_event(self, played: Played) -> Match:
        event = played.event
        if (exact := self._exact(event)) is not None:
            return self._seated(played, *exact)
        noticed: list[Finding] = []
        wanted = self._document.records.event
        if wanted is not None and event.get("name") is not None and str(event["name"]) != wanted:
            if folded(str(event["name"])) != folded(wanted):
                return Match(problem=f"its event is {event['name']}, not {wanted}")
            noticed.append(_alike(played, "event.name", event["name"], wanted))
        stages = self._stages_named(played, noticed)
        if not stages:
            return Match(problem=f"there is no stage {event['stage']}")
        found: list[Found] = []
        problems = []
        for tables in stages:
            if tables.stage.rounds is None:
                made = self._rebuilt(played, tables.stage)
                if isinstance(made, str):
                    problems.append(made)
                else:
                    found.append(made)
                continue
            here = self._listed(played, tables, noticed)
            if isinstance(here, str):
                problems.append(here)
            else:
                found += here
        if len(found) > 1:
            sat = [one for one in found if self._seated(played, *one).counts]
            found = sat or found
        if len(found) > 1:
            date = str(event.get("date", ""))[:10]
            dated = [one for one in found if date and date == self._stages[one[0].stage].dates.get(one[0].round)]
            found = dated if len(dated) == 1 else found
        if not found:
            return Match(problem=problems[0], findings=noticed)
        if len(found) > 1:
            tables_ = [place_of(*slot) for slot, _ in sorted(found, key=lambda one: one[0])]
            return Match(
                findings=[*noticed, Finding("TRN-M11", {"tables": tables_}, played.place)], counts=False, problem=""
            )
        match = self._seated(played, *found[0])
        match.findings[:0] = noticed
        return match

    def _exact(self, event: Mapping[str, Any]) -> Found | None:
        """The one table of just this stage, round and name, where the event is named as it should be."""
        wanted = self._document.records.event
        if wanted is not None and event.get("name", wanted) != wanted:
            return None
        stage, round_ = event.get("stage"), event.get("round")
        if type(stage) is not str or type(round_) is not int:
            return None
        found = self._at.get((stage, round_, str(event.get("table"))))
        return None if found is None or found[0] in self._doubled else found

    def _stages_named(self, played: Played, noticed: list[Finding]) -> list[_Tables]:
        """The stages that the event of a record may mean."""
        name = played.event.get("stage")
        every = list(self._stages.values())
        if name is None:
            return every
        text = str(name)
        exact = [one for one in every if one.stage.id == text] or [one for one in every if one.stage.name == text]
        if exact:
            return exact
        alike = [one for one in every if folded(text) in (folded(one.stage.id), folded(one.stage.name or one.stage.id))]
        if len(alike) == 1:
            noticed.append(_alike(played, "event.stage", text, alike[0].stage.id))
            return alike
        return []

    def _listed(self, played: Played, tables: _Tables, noticed: list[Finding]) -> Sequence[Found] | str:
        """The tables of a stage with rounds that a match may be of, or why there is none."""
        round_, table = played.event.get("round"), played.event.get("table")
        if round_ is not None and str(round_) not in tables.rounds:
            return f"the stage {tables.stage.id} has no round {round_}"
        if round_ is not None and table is not None:
            exact = tables.by_name.get((str(round_), str(table)))
            if exact:
                return exact
            alike = tables.by_folded.get((str(round_), folded(str(table))))
            if alike:
                noticed.append(_alike(played, "event.table", table, alike[0][0].table))
                return alike
            return f"round {round_} of the stage {tables.stage.id} has no table {table}"
        who = self._who(played, self._units(played, tables.stage), ())
        if None in who:
            return self._strangers(played, who, tables.stage)
        sat = [
            one
            for one in tables.by_who.get(frozenset(map(str, who)), ())
            if (round_ is None or str(one[0].round) == str(round_)) and (table is None or one[0].table == str(table))
        ]
        return sat or f"nowhere in the stage {tables.stage.id} were {' and '.join(map(str, who))} to meet"

    def _rebuilt(self, played: Played, stage: Stage) -> Found | str:
        """The table that a record itself makes in a stage that lists no rounds."""
        round_ = str(played.event.get("round", ""))
        if not round_:
            return f"it names no round, and the document lists none of the stage {stage.id}"
        if not (round_.isascii() and round_.isdigit() and len(round_) < 10 and 0 < int(round_) <= MOST_ROUNDS):
            return f"its round {round_} is no number from 1 to {MOST_ROUNDS}"
        who = self._who(played, self._units(played, stage), ())
        if None in who or len(set(who)) < len(who):
            return self._strangers(played, who, stage)
        seats = tuple(map(str, who))
        name = table_name(played.event.get("table", " – ".join(sorted(seats))))
        return Slot(stage.id, int(round_), str(name)), Table(name, seats)

    # Who sat there

    def _units(self, played: Played, stage: Stage) -> tuple[tuple[int, ...], ...]:
        """The seats of each unit that plays for one participant."""
        if stage.system == INDIVIDUAL:
            return tuple([(seat,) for seat in range(len(played.players))])
        return sides(played)

    def _who(self, played: Played, units: Sequence[Sequence[int]], among: Sequence[str]) -> tuple[str | None, ...]:
        ids = played.ids
        return tuple([self._people.owner([ids[seat] for seat in unit], among) for unit in units])

    def _strangers(self, played: Played, who: Sequence[str | None], stage: Stage) -> str:
        ids = played.ids
        units = self._units(played, stage)
        unknown = ["+".join(ids[seat] for seat in units[i]) for i, one in enumerate(who) if one is None]
        return f"{', '.join(unknown) or ', '.join(map(str, who))} play for nobody of the document"

    def _seated(self, played: Played, slot: Slot, table: Table) -> Match:
        """A match at a table that was found for it, if the players are those who were to sit there."""
        stage = self._stages[slot.stage].stage
        if not played.players:
            return Match(slot, stage=stage, table=table)
        units = self._units(played, stage)
        plain = self._people.plain(played.players, units)
        if plain is not None and (plain == table.participants or plain == table.participants[::-1]):
            return Match(slot, units, plain, stage, table)
        who = self._who(played, units, table.participants)
        match = Match(slot, units, who, stage, table)
        seated = sorted(map(str, who))
        if seated != sorted(table.participants) and seated != sorted(present_at(table)):
            found = [one or "+".join(played.ids[seat] for seat in unit) for one, unit in zip(who, units, strict=True)]
            facts = {"found": found, "named": list(table.participants), "table": place_of(*slot)}
            match.findings.append(Finding("TRN-M04", facts, played.place))
            match.counts = False
            return match
        ids_ = played.ids
        for one, unit in zip(who, units, strict=True):
            ids = [ids_[seat] for seat in unit]
            match.findings += [
                Finding("TRN-M08", {"found": id_, "wanted": known}, played.place)
                for id_ in ids
                if (known := self._people.known(id_)) is not None and known != id_
            ]
            if self._people.only_substitutes(str(one), ids):
                match.findings.append(Finding("TRN-M06", {"participant": one, "members": ids}, played.place))
        return match


def table_name(written: Any) -> TableName:
    """The name of a table as an event writes it; a number where it is one."""
    text = str(written)
    return int(text) if text.isascii() and text.isdigit() and str(int(text)) == text and len(text) < 10 else text


def canonical(participants: Iterable[Participant]) -> list[Participant]:
    """Participants by seed, those without one behind, then by id."""
    return sorted(participants, key=lambda one: (one.seed is None, one.seed or 0, one.id))


def _last(source: str) -> str:
    return source.replace("\\", "/").rpartition("/")[2]


def _alike(played: Played, key: str, found: object, wanted: object) -> Finding:
    return Finding("TRN-M07", {"key": key, "found": found, "wanted": wanted}, played.place)


def where(slot: Slot) -> Mapping[str, Any]:
    """A slot as facts of a finding."""
    return {"stage": slot.stage, "round": slot.round, "table": slot.table}
