"""What is wrong with a tournament document beyond its shape: ids, members, tables, rounds, criteria, rulings."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from kontari.record.reading import VERSION
from kontari.tournament.criteria import CRITERIA
from kontari.tournament.criteria.totals import loss, win
from kontari.tournament.document import ELIMINATING, TABLE_SYSTEMS
from kontari.tournament.exact import text_of
from kontari.tournament.model import Bye, Document, Finding, Points, Round, Ruling, Stage, Table
from kontari.tournament.near import Near


def document_findings(document: Document) -> list[Finding]:
    """Everything that is wrong, or worth knowing, in the order of the document."""
    return list(_Checking(document).findings())


class _Checking:
    def __init__(self, document: Document) -> None:
        self._document = document
        self._people = {one.id: one for one in document.participants}
        self._near = Near(self._people)
        self._stages = [one.id for one in document.stages]

    def findings(self) -> Iterator[Finding]:
        version = self._document.data.get("kontari", VERSION)
        if version != VERSION:
            yield Finding("TRN-S16", {"version": version, "known": VERSION}, pointer="/kontari")
        yield from self._rules()
        yield from self._participants()
        yield from self._twice(self._stages, "stage", "/stages")
        for number, stage in enumerate(self._document.stages):
            yield from self._stage(stage, number)
        for number, row in enumerate(self._document.standings):
            yield from self._known(row.participant, f"/standings/{number}/participant")
            if row.stage is not None:
                yield from self._known_stage(row.stage, f"/standings/{number}/stage")

    def _rules(self) -> Iterator[Finding]:
        rules = self._document.records.rules
        if rules is None:
            return
        from kontari.record.explain import shape_faults

        game = self._document.game
        seats = [{"name": "a"}, {"name": "b"}]
        value = {"kontari": VERSION, "game": game, "rules": dict(rules), "players": seats, "rounds": []}
        for fault in shape_faults(game, value):
            key = fault.facts.get("key") or fault.at.rpartition("/")[2]
            problem = f"{key} is {fault.facts['shown']}" if "shown" in fault.facts else f"{key} is no option"
            yield Finding("TRN-S15", {"game": game, "problem": problem}, pointer=f"/records{fault.at}")

    # Participants

    def _participants(self) -> Iterator[Finding]:
        yield from self._twice([one.id for one in self._document.participants], "participant", "/participants")
        seeds = [one.seed for one in self._document.participants]
        counted = Counter(seed for seed in seeds if seed is not None)
        for number, seed in enumerate(seeds):
            if seed is not None and counted[seed] > 1 and seed in seeds[:number]:
                yield Finding("TRN-S07", {"what": "seed", "id": seed}, pointer=f"/participants/{number}/seed")
        plays: dict[str, str] = {}
        for number, one in enumerate(self._document.participants):
            for place, member in enumerate(one.members):
                first = plays.setdefault(member.id, one.id)
                if first != one.id:
                    facts = {"id": member.id, "first": first, "second": one.id}
                    yield Finding("TRN-S02", facts, pointer=f"/participants/{number}/members/{place}")
            if one.withdrawn is not None and one.withdrawn.stage is not None:
                yield from self._known_stage(one.withdrawn.stage, f"/participants/{number}/withdrawn/stage")

    def _twice(self, ids: Sequence[object], what: str, at: str) -> Iterator[Finding]:
        seen: set[str] = set()
        for number, one in enumerate(ids):
            if str(one) in seen:
                yield Finding("TRN-S07", {"what": what, "id": one}, pointer=f"{at}/{number}")
            seen.add(str(one))

    def _known(self, id_: str, at: str, place: str | None = None) -> Iterator[Finding]:
        if id_ not in self._people:
            near = self._near.to(id_)
            facts = {"id": id_, "what": "participant", "near": f", perhaps {near}" if near else ""}
            yield Finding("TRN-S01", facts, place, at)

    def _known_stage(self, id_: str, at: str) -> Iterator[Finding]:
        if id_ not in self._stages:
            near = get_close_matches(id_, self._stages, 1)
            yield Finding(
                "TRN-S01", {"id": id_, "what": "stage", "near": f", perhaps {near[0]}" if near else ""}, pointer=at
            )

    # Stages

    def _stage(self, stage: Stage, number: int) -> Iterator[Finding]:
        at = f"/stages/{number}"
        place = f"stage {stage.id}"
        for index, source in enumerate(stage.from_):
            yield from self._known_stage(source.stage, f"{at}/from/{index}/stage")
            if source.stage in self._stages and self._stages.index(source.stage) >= number:
                facts = {"id": source.stage, "stage": stage.id}
                yield Finding("TRN-S17", facts, place, f"{at}/from/{index}/stage")
        for index, id_ in enumerate(stage.participants or ()):
            yield from self._known(id_, f"{at}/participants/{index}", place)
        yield from self._twice(stage.participants or (), "participant", f"{at}/participants")
        yield from self._points(stage, at, place)
        yield from self._criteria(stage, at, place)
        yield from self._planned(stage, at, place)
        rounds = stage.rounds or ()
        yield from self._twice([one.round for one in rounds], "round", f"{at}/rounds")
        for index, round_ in enumerate(rounds):
            yield from self._round(stage, round_, f"{at}/rounds/{index}")

    def _points(self, stage: Stage, at: str, place: str) -> Iterator[Finding]:
        written = self._document.data["stages"][int(at.rpartition("/")[2])]["points"] if self._document.data else {}
        points = stage.points
        problem = None
        if stage.system not in TABLE_SYSTEMS:
            if not any(written.get(key) is not None for key in ("win", "places", "score")) and not points.places:
                problem = "points.win is missing: a match won counts 1"
        elif points.win is None and not points.places and not points.score:
            problem = "neither points.places nor points.score nor points.win is there: nobody gets points"
        if problem is not None:
            yield Finding("TRN-S04", {"problem": problem}, place, f"{at}/points")
        yield from self._worth(points, at, place)
        if points.places and not points.score:
            sizes = {len(table.participants) for round_ in stage.rounds or () for table in round_.tables}
            if stage.system in TABLE_SYSTEMS:
                sizes |= set(range(stage.seating.least, stage.seating.most + 1))
            for size in sorted(sizes - points.places.keys()):
                yield Finding("TRN-S06", {"size": size}, place, f"{at}/points/places")

    def _worth(self, points: Points, at: str, place: str) -> Iterator[Finding]:
        """Whether a win is worth something, more than a loss, and a draw lies between them."""
        most, least = win(points), loss(points)
        problem = None
        if most <= 0 or most <= least:
            problem = (
                f"a win is worth {text_of(most)} and a loss {text_of(least)}; a win is above nought, and above a loss"
            )
        elif points.draw is not None and not least <= points.draw <= most:
            problem = (
                f"a draw is worth {text_of(points.draw)}, which is not between {text_of(least)} and {text_of(most)}"
            )
        if problem is not None:
            yield Finding("TRN-S19", {"problem": problem}, place, f"{at}/points")

    def _criteria(self, stage: Stage, at: str, place: str) -> Iterator[Finding]:
        for index, one in enumerate(stage.tie_breaks):
            pointer = f"{at}/tie_breaks" + ("" if stage.preset else f"/{index}")
            if CRITERIA[one.by].function(stage.system) is None:
                yield Finding("TRN-S03", {"by": one.by, "system": stage.system}, place, pointer)
            if one.stage is not None:
                yield from self._known_stage(one.stage, f"{pointer}/stage")

    def _planned(self, stage: Stage, at: str, place: str) -> Iterator[Finding]:
        seated = {one for round_ in stage.rounds or () for table in round_.tables for one in table.participants}
        everybody = len(self._people) if not stage.from_ else len(seated)
        number = len(stage.participants) if stage.participants is not None else everybody
        if number < 2 and not stage.from_:
            yield Finding("TRN-S18", {"participants": f"{number} participant"}, place, at)
        if stage.system != "swiss" or stage.pairing.rematch != "never" or number < 2:
            return
        most = number - 1 if number % 2 == 0 else number
        if stage.rounds_planned > number // 2:
            surely = "a round can surely be paired"
            facts = {"rounds": stage.rounds_planned, "participants": number, "most": number // 2, "surely": surely}
            if stage.rounds_planned > most:
                facts |= {"most": most, "surely": "there are opponents enough"}
            yield Finding("TRN-S05", facts, place, f"{at}/rounds_planned")

    # Rounds

    def _round(self, stage: Stage, round_: Round, at: str) -> Iterator[Finding]:
        place = f"stage {stage.id}, round {round_.round}"
        yield from self._twice([one.table for one in round_.tables], "table", f"{at}/tables")
        where: dict[str, Table | Bye] = {}
        for number, table in enumerate(round_.tables):
            pointer = f"{at}/tables/{number}"
            for seat, id_ in enumerate(table.participants):
                one = self._people.get(id_)
                # Nothing to find of almost everybody, of whom there may be very many.
                if one is not None and id_ not in where and one.entered == 1 and one.withdrawn is None:
                    where[id_] = table
                    continue
                seat_at = f"{pointer}/participants/{seat}"
                yield from self._known(id_, seat_at, place)
                yield from self._once(where, id_, table, place, seat_at)
                yield from self._free(stage, round_, id_, place, seat_at)
            size = len(table.participants)
            if not stage.seating.least <= size <= stage.seating.most:
                facts = {"size": size, "least": stage.seating.least, "most": stage.seating.most}
                yield Finding("TRN-S08", facts, f"{place}, table {table.table}", f"{pointer}/participants")
            if table.ruling is not None:
                yield from self._ruling(table, table.ruling, f"{place}, table {table.table}", f"{pointer}/ruling")
        for number, bye in enumerate(round_.byes):
            pointer = f"{at}/byes/{number}/participant"
            yield from self._known(bye.participant, pointer, place)
            yield from self._once(where, bye.participant, bye, place, pointer)
        yield from self._missing(stage, round_, where, place, at)

    def _once(
        self, where: dict[str, Table | Bye], id_: str, here: Table | Bye, place: str, at: str
    ) -> Iterator[Finding]:
        if id_ in where:
            yield Finding("TRN-S09", {"id": id_, "first": _told(where[id_]), "second": _told(here)}, place, at)
        where.setdefault(id_, here)

    def _free(self, stage: Stage, round_: Round, id_: str, place: str, at: str) -> Iterator[Finding]:
        one = self._people.get(id_)
        if one is None:
            return
        first = stage.id == self._stages[0]
        if first and one.entered > round_.round:
            yield Finding("TRN-S11", {"id": id_, "entered": one.entered}, place, at)
        left = one.withdrawn
        if left is None or (left.stage or self._stages[0]) != stage.id or left.after >= round_.round:
            return
        # A round robin is laid out before anybody can leave.
        if stage.system not in ("round-robin", "individual", "fixed"):
            yield Finding("TRN-P04", {"id": id_, "after": left.after}, place, at)

    def _missing(
        self, stage: Stage, round_: Round, where: Mapping[str, Table | Bye], place: str, at: str
    ) -> Iterator[Finding]:
        """Who is neither seated nor has a bye, in systems in which nobody is out, once the round has been laid out."""
        if stage.system in ELIMINATING or not round_.tables or stage.from_:
            return
        for id_ in stage.participants if stage.participants is not None else self._people:
            one = self._people.get(id_)
            if one is None or id_ in where or one.entered > round_.round:
                continue
            left = one.withdrawn
            if left is not None and self._left_by(left.stage, left.after, stage, round_):
                continue
            yield Finding("TRN-S10", {"id": id_}, place, at)

    def _left_by(self, where: str | None, after: int, stage: Stage, round_: Round) -> bool:
        name = where or self._stages[0]
        if name not in self._stages:
            return False
        here, there = self._stages.index(stage.id), self._stages.index(name)
        return there < here or (there == here and after < round_.round)

    # Rulings

    def _ruling(self, table: Table, ruling: Ruling, place: str, at: str) -> Iterator[Finding]:
        for problem, below in _wrong_ruling(table, ruling):
            yield Finding("TRN-S12", {"problem": problem}, place, at + below)
        if not ruling.official:
            yield Finding("TRN-S13", {}, place, at)


def _told(where: Table | Bye) -> str:
    return f"at table {where.table}" if isinstance(where, Table) else f"resting ({where.kind})"


def _wrong_ruling(table: Table, ruling: Ruling) -> Iterable[tuple[str, str]]:
    for key, ids in (("by", ruling.by), ("winners", ruling.winners or ())):
        for number, id_ in enumerate(ids):
            if id_ not in table.participants:
                yield f"{id_} does not sit at this table", f"/{key}/{number}"
    if ruling.scores is not None and len(ruling.scores) != len(table.participants):
        yield f"{len(ruling.scores)} scores for {len(table.participants)} at the table", "/scores"
    if ruling.kind == "forfeit" and not ruling.by:
        yield "a forfeit needs by: who did not play", ""
    if ruling.by and set(ruling.by) == set(table.participants) and ruling.kind == "forfeit":
        yield "all forfeit; that is a double-forfeit", "/by"
    if ruling.winners and set(ruling.winners) & set(ruling.by):
        yield "somebody both wins and loses by it", "/winners"
    if ruling.kind in ("adjudicated", "declared") and not ruling.by and not ruling.winners and ruling.scores is None:
        yield f"{ruling.kind} needs winners, by or scores", ""
    if ruling.kind in ("annulled", "double-forfeit") and (ruling.winners or ruling.scores is not None):
        yield f"{ruling.kind} has neither winners nor scores", ""
