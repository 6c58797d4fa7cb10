"""Results of a stage made of a document and verdict-like lines, in a few plain steps of its own.

The package reads documents and matches records with much care; this reads only what is well-formed, so that criteria
and ranking are tested by themselves, and the reference tournaments of ``records/tournaments`` can be.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from kontari.tournament.model import (
    Bye,
    Document,
    Entry,
    Evidence,
    Exact,
    Kind,
    Member,
    Participant,
    Points,
    Results,
    Round,
    Ruling,
    Seating,
    Stage,
    Table,
    TieBreak,
    Withdrawal,
)
from kontari.tournament.presets import expanded

Json = Mapping[str, Any]
UNPLAYED = {"swiss": "dummy-2026", "lives": "dummy-2026", "tables": "left-out"}
TABLES = ("tables", "individual")


def number(value: int | str) -> Exact:
    """An integer, or a decimal or a fraction as text."""
    found = Fraction(value)
    return int(found) if found.denominator == 1 else found


# The document


def document(data: Json) -> Document:
    """The document of JSON values that are well-formed."""
    about = data["tournament"]
    return Document(
        name=about["name"],
        game=about["game"],
        site=about.get("site"),
        start=about.get("start"),
        end=about.get("end"),
        participants=tuple(map(participant, data["participants"])),
        stages=tuple(map(stage, data["stages"])),
        data=data,
    )


def participant(data: Json) -> Participant:
    withdrawn = data.get("withdrawn")
    return Participant(
        id=data["id"],
        name=data.get("name", data["id"]),
        members=tuple(
            Member(one["id"], one.get("name", one["id"]), one.get("rating"), one.get("substitute", False))
            for one in data.get("members", [{"id": data["id"]}])
        ),
        seed=data.get("seed"),
        rating=data.get("rating"),
        groups=tuple(data.get("groups", ())),
        entered=data.get("entered", 1),
        withdrawn=Withdrawal(withdrawn["after"], withdrawn.get("stage")) if withdrawn else None,
    )


def stage(data: Json) -> Stage:
    listed = data["tie_breaks"]
    given: dict[str, Any] = {}
    if isinstance(listed, str):
        overrides, tie_breaks = expanded(listed)
        given |= overrides
    else:
        tie_breaks = tuple(map(tie_break, listed))
    for key, value in data["points"].items():
        if key == "places":
            given[key] = {int(size): tuple(map(number, row)) for size, row in value.items()}
        elif key in ("place_by", "forfeit_games"):
            given[key] = tuple(value)
        elif key == "score_cap":
            given |= {f"cap_{side}": limit for side, limit in value.items()}
        elif key in ("shared_place", "time", "score", "count_best"):
            given[key] = value
        else:
            given[key] = number(value)
    return Stage(
        id=data["id"],
        system=data["system"],
        rounds_planned=data["rounds_planned"],
        points=Points(**given),
        tie_breaks=tie_breaks,
        seating=Seating(**data["table"]) if "table" in data else Seating(),
        cycles=data.get("cycles", 1),
        unplayed=data.get("unplayed", UNPLAYED.get(data["system"], "as-scheduled")),
        after_ties=data.get("after_ties", "shared"),
        participants=tuple(data["participants"]) if "participants" in data else None,
        rounds=tuple(map(round_, data["rounds"])),
        preset=listed if isinstance(listed, str) else None,
    )


def tie_break(data: Json) -> TieBreak:
    given = dict(data)
    for key in ("floor", "limit"):
        if key in given:
            given[key] = number(given[key])
    if "inner" in given:
        given["inner"] = tuple(given["inner"])
    return TieBreak(**given)


def round_(data: Json) -> Round:
    return Round(
        data["round"],
        tuple(
            Table(one["table"], tuple(one["participants"]), ruling=ruling(one["ruling"]) if "ruling" in one else None)
            for one in data["tables"]
        ),
        tuple(Bye(one["participant"], one["kind"]) for one in data.get("byes", ())),
    )


def ruling(data: Json) -> Ruling:
    return Ruling(data["kind"], data["reason"], by=tuple(data.get("by", ())))


# Results


def results(document: Document, stage_id: str, lines: Iterable[Json], after: int | None = None) -> Results:
    """What every round was to everybody, of verdict-like lines; a table without one is pending."""
    stage = document.stage(stage_id)
    played = {}
    for line in lines:
        event = line["event"]
        if event["stage"] == stage_id:
            played[(event["round"], event["table"])] = line
    ids = {one.id for one in document.participants} if stage.participants is None else set(stage.participants)
    order = tuple(
        one.id
        for one in sorted(document.participants, key=lambda one: (one.seed is None, one.seed or 0, one.id))
        if one.id in ids
    )
    rounds = sorted(stage.rounds or (), key=lambda one: one.round)
    rounds = [one for one in rounds if after is None or one.round <= after]
    entries: dict[str, dict[int, Entry]] = {id_: {} for id_ in order}
    for one in rounds:
        for table in one.tables:
            line = played.get((str(one.round), str(table.table)))
            for id_, entry in at_table(document, stage, one.round, table, line).items():
                entries[id_][one.round] = entry
        for bye in one.byes:
            entries[bye.participant][one.round] = at_rest(stage, one.round, bye.kind)
    last = max((one.round for one in rounds), default=0)
    full = {
        id_: tuple(given.get(n, Entry(n, Kind.ABSENT, stage.points.absent or 0)) for n in range(1, last + 1))
        for id_, given in entries.items()
    }
    pending = any(entry.kind is Kind.PENDING for given in full.values() for entry in given)
    return Results(stage, order, last, full, final=last >= stage.rounds_planned and not pending)


def at_rest(stage: Stage, round_: int, kind: str) -> Entry:
    points = stage.points
    kinds = {
        "paired": (Kind.PAIRED_BYE, points.bye),
        "full": (Kind.FULL_BYE, points.win),
        "half": (Kind.HALF_BYE, points.half_bye),
        "absent": (Kind.ABSENT, points.absent),
    }
    what, worth = kinds[kind]
    return Entry(round_, what, worth or 0, evidence=Evidence.BYE)


def at_table(document: Document, stage: Stage, round_: int, table: Table, line: Json | None) -> dict[str, Entry]:
    seats = table.participants
    blank = {
        id_: Entry(
            round_,
            Kind.PENDING,
            table=table.table,
            opponents=tuple(other for other in seats if other != id_),
            size=len(seats),
        )
        for id_ in seats
    }
    if table.ruling is not None:
        return {id_: ruled(stage, table.ruling, id_, entry) for id_, entry in blank.items()}
    if line is None:
        return blank
    at_sides = sides(document, line)
    by_seat = [at_sides.index(id_) for id_ in seats]
    if stage.system in TABLES:
        return at_several(stage, seats, by_seat, line, blank)
    return at_two(stage, seats, by_seat, line, blank)


def ruled(stage: Stage, ruling: Ruling, id_: str, entry: Entry) -> Entry:
    points = stage.points
    gained, given = points.forfeit_games
    loss = points.forfeit_loss or points.loss or 0
    if ruling.kind == "double-forfeit":
        return replace(entry, kind=Kind.DOUBLE_FORFEIT, points=loss, evidence=Evidence.RULING)
    if id_ in ruling.by:
        return replace(entry, kind=Kind.FORFEIT_LOSS, points=loss, games=(given, gained), evidence=Evidence.RULING)
    worth = points.win if points.forfeit_win is None else points.forfeit_win
    return replace(entry, kind=Kind.FORFEIT_WIN, points=worth or 0, games=(gained, given), evidence=Evidence.RULING)


def sides(document: Document, line: Json) -> list[str]:
    """The participants at a table in the order of the sides of its record."""
    members = {member.id: one.id for one in document.participants for member in one.members}
    seats = [members[player["id"]] for player in line["players"]]
    return seats[:2] if line.get("game", document.game) == "mus" else seats


def at_two(
    stage: Stage, seats: tuple[str, ...], by_seat: list[int], line: Json, blank: dict[str, Entry]
) -> dict[str, Entry]:
    result = line["result"]
    stones = result.get("game_stones", [])
    scores = result.get("scores", [0, 0])
    games = [sum(game[side] > game[1 - side] for game in stones) for side in (0, 1)]
    points = stage.points
    found = {}
    for id_, side in zip(seats, by_seat, strict=True):
        other = 1 - side
        sole = points.win if side in result["winners"] else points.loss
        worth = points.draw if len(result["winners"]) == 2 else sole
        found[id_] = replace(
            blank[id_],
            kind=Kind.PLAYED,
            points=worth or 0,
            games=(games[side], games[other]),
            stones=(sum(game[side] for game in stones), sum(game[other] for game in stones)),
            score=(scores[side], scores[other]),
            evidence=Evidence.VERIFIED,
        )
    return found


def at_several(
    stage: Stage, seats: tuple[str, ...], by_seat: list[int], line: Json, blank: dict[str, Entry]
) -> dict[str, Entry]:
    result = line["result"]
    scores = result["scores"]
    rounds = [one["scores"] for one in line.get("rounds", [])]
    won = [sum(one[side] > 0 and one[side] == max(one) for one in rounds) for side in range(len(scores))]
    keys = {
        "winner": lambda side: side in result["winners"],
        "score": scores.__getitem__,
        "rounds-won": won.__getitem__,
    }

    def key(side: int) -> list[int]:
        return [int(keys[by](side)) for by in stage.points.place_by]

    positive = sum(max(0, one) for one in scores)
    found = {}
    for id_, side in zip(seats, by_seat, strict=True):
        place = 1 + sum(key(other) > key(side) for other in range(len(scores)))
        level = sum(key(other) == key(side) for other in range(len(scores)))
        found[id_] = replace(
            blank[id_],
            kind=Kind.PLAYED,
            points=table_points(stage.points, scores[side], place, level, len(scores)),
            score=(scores[side], positive),
            place=place,
            level=level,
            rounds_won=won[side],
            evidence=Evidence.VERIFIED,
        )
    return found


def table_points(points: Points, score: int, place: int, level: int, size: int) -> Exact:
    worth: Exact = 0
    if points.places:
        shared = points.places[size][place - 1 : place - 1 + level]
        worth = {
            "share": Fraction(sum(shared, Fraction())) / level,
            "highest": shared[0],
            "lowest": shared[-1],
        }[points.shared_place]
    if points.score:
        if points.cap_low is not None:
            score = max(score, points.cap_low)
        if points.cap_high is not None:
            score = min(score, points.cap_high)
        worth += score
    return number(str(worth))
