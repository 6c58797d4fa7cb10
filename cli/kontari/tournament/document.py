"""A tournament document: from bytes to a ``Document`` with its defaults filled in, or to what is wrong with it."""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from kontari.core.fault import Fault
from kontari.record.document import DocumentError, faults_of_document, findings_in, is_plain, shown
from kontari.record.reading import MAX_BYTES, VERSION
from kontari.record.text import Places, parse
from kontari.tournament.model import (
    Acceptance,
    Attachment,
    Bye,
    ClaimedRow,
    Document,
    Exact,
    From,
    Member,
    Pairing,
    Participant,
    Points,
    RecordRef,
    Round,
    Ruling,
    Seating,
    Stage,
    Table,
    TieBreak,
    Withdrawal,
)
from kontari.tournament.presets import PRESETS, expanded

TABLE_SYSTEMS = ("tables", "individual")
"""The systems in which everybody at a table is against everybody; in all others two sides meet."""

ELIMINATING = ("knockout", "double-knockout", "lives")
"""The systems in which one who has lost often enough is out."""

_CREDITED = ("swiss", *ELIMINATING)
"""The systems in which a bye is worth a win where nothing else is said."""

_UNPLAYED = {"swiss": "dummy-2026", "lives": "dummy-2026", "tables": "left-out"}

_TOKEN = re.compile(rb'"((?:[^"\\]++|\\.)*+)"(\s*+:)?|[\[\]{}]', re.DOTALL)


def is_document(data: bytes) -> bool:
    """Whether a text means to be a tournament document: its first object has a key ``tournament``. Never raises."""
    depth = 0
    for token in _TOKEN.finditer(data):
        sign = token[0][:1]
        if sign in b"[{":
            depth += 1
        elif sign in b"]}":
            depth -= 1
            if depth <= 0:
                return False
        elif depth == 1 and token[2] is not None and token[1] == b"tournament":
            return True
    return False


def read_document(data: bytes, max_bytes: int = MAX_BYTES) -> Document:
    """Read a tournament document. Raises DocumentError."""
    parsed = parse(data, max_bytes)
    faults = parsed.faults or _faults(parsed.value, plain=is_plain(parsed.text))
    if faults:
        raise DocumentError(findings_in(parsed, faults))
    return document_of(parsed.value)


def places(data: bytes, pointers: Iterable[str]) -> dict[str, tuple[int, int]]:
    """Line and column of the values that pointers of findings lead to, in a text that was read."""
    wanted = set(pointers)
    found = Places(data.decode(), wanted, set())
    return {one: found.line_and_column(found.value(one)) for one in wanted}


def in_order(value: Any) -> Any:
    """A document (JSON values) with the keys of every object in the order of the schema; ``x-`` keys last."""
    from kontari.record.writing import in_order as ordered
    from kontari.tournament import shapes

    return ordered(shapes.Tournament, value)


def written(value: Any) -> str:
    """A document (JSON values) as text, in one form."""
    from kontari.record.writing import laid_out

    return laid_out(in_order(value))


def SCHEMA() -> dict[str, Any]:  # noqa: N802
    """The published schema of tournament documents."""
    from kontari.record.schema import shape_schema
    from kontari.tournament import shapes

    return shape_schema(shapes.Tournament, "tournament", "kontari tournament 1.0")


# Faults


def _faults(value: Any, *, plain: bool) -> list[Fault]:
    """What keeps JSON values from being a tournament document."""
    from kontari.tournament import shapes

    for key in ("kontari", "tournament") if isinstance(value, dict) else ():
        if key not in value:
            return [Fault("REC-V01", "", {"key": key}, whole=True)]
    version = value["kontari"] if isinstance(value, dict) else None
    if isinstance(version, str) and re.fullmatch("[0-9]+[.][0-9]+", version) and not version.startswith("1."):
        return [Fault("REC-V02", "/kontari", {"version": version, "known": VERSION}, whole=True)]
    faults = faults_of_document(shapes.Tournament, value, "one tournament document", plain=plain)
    return faults or _faults_of_presets(value)


def _faults_of_presets(value: Mapping[str, Any]) -> list[Fault]:
    found = []
    for number, stage in enumerate(value["stages"]):
        name = stage["tie_breaks"]
        if isinstance(name, str) and name not in PRESETS:
            choices = ", ".join(get_close_matches(name, PRESETS, 1) or PRESETS)
            facts = {"key": "tie_breaks", "shown": shown(name), "choices": choices}
            found.append(Fault("REC-S04", f"/stages/{number}/tie_breaks", facts, whole=True))
    return found


# Values


def exact(value: int | str) -> Exact:
    """A number of the document."""
    number = Fraction(value)
    return number.numerator if number.denominator == 1 else number


def document_of(value: Mapping[str, Any]) -> Document:
    """The document of JSON values that have its shape; not checked again."""
    about = value["tournament"]
    return Document(
        name=about["name"],
        game=about["game"],
        participants=tuple(map(_participant, value["participants"])),
        stages=tuple(map(_stage, value["stages"])),
        site=about.get("site"),
        start=about.get("start"),
        end=about.get("end"),
        records=Acceptance(**_plain(value.get("records", {}))),
        standings=tuple(map(_claimed, value.get("standings", ()))),
        data=value,
    )


def _plain(value: Mapping[str, Any]) -> dict[str, Any]:
    return {name: item for name, item in value.items() if not name.startswith("x-")}


def _participant(value: Mapping[str, Any]) -> Participant:
    id_ = value["id"]
    name = value.get("name", id_)
    members = value.get("members")
    left = value.get("withdrawn")
    return Participant(
        id=id_,
        name=name,
        members=tuple(map(_member, members)) if members else (Member(id_, name, value.get("rating")),),
        seed=value.get("seed"),
        rating=value.get("rating"),
        groups=tuple(value.get("groups", ())),
        entered=value.get("entered", 1),
        withdrawn=None if left is None else Withdrawal(**_plain(left)),
    )


def _member(value: Mapping[str, Any]) -> Member:
    return Member(value["id"], value.get("name", value["id"]), value.get("rating"), value.get("substitute", False))


def _claimed(value: Mapping[str, Any]) -> ClaimedRow:
    points, breaks = value.get("points"), value.get("tie_breaks")
    return ClaimedRow(
        value["rank"],
        value["participant"],
        value.get("stage"),
        None if points is None else exact(points),
        None if breaks is None else tuple(map(exact, breaks)),
    )


def _stage(value: Mapping[str, Any]) -> Stage:
    system = value["system"]
    given = value["tie_breaks"]
    preset = given if isinstance(given, str) else None
    overrides: Mapping[str, Any] = {}
    if preset is not None:
        overrides, breaks = expanded(preset)
    else:
        breaks = tuple(map(_tie_break, given))
    participants = value.get("participants")
    rounds = value.get("rounds")
    return Stage(
        id=value["id"],
        system=system,
        rounds_planned=value["rounds_planned"],
        points=_points(value["points"], overrides, system),
        tie_breaks=breaks,
        name=value.get("name"),
        from_=tuple(map(_source, value.get("from", ()))),
        participants=None if participants is None else tuple(participants),
        seating=_seating(value.get("table", {}), system),
        cycles=value.get("cycles", 1),
        lives=value.get("lives"),
        pairing=Pairing(**_plain(value.get("pairing", {}))),
        unplayed=value.get("unplayed", _UNPLAYED.get(system, "as-scheduled")),
        withdrawal=value.get("withdrawal", "keep"),
        after_ties=value.get("after_ties", "shared"),
        rounds=None if rounds is None else tuple(map(_round, rounds)),
        preset=preset,
    )


def _source(value: Mapping[str, Any]) -> From:
    plain = _plain(value)
    if "ranks" in plain:
        plain["ranks"] = tuple(plain["ranks"])
    return From(**plain)


def _seating(value: Mapping[str, Any], system: str) -> Seating:
    """Sizes of tables: what is not said follows from what is, four where nothing is."""
    plain = _plain(value)
    if system not in TABLE_SYSTEMS:
        return Seating(**{"size": 2, "least": 2, "most": 2, **plain})
    size = plain.get("size", 4)
    least, most = min(plain.get("least", size), size), max(plain.get("most", size), size)
    return Seating(**{**plain, "size": size, "least": least, "most": most})


_EXACT = ("win", "draw", "loss", "bye", "half_bye", "absent", "forfeit_win", "forfeit_loss")


def _points(value: Mapping[str, Any], overrides: Mapping[str, Any], system: str) -> Points:
    """What is written, over the preset's, over the defaults of the system."""
    plain = _plain(value)
    made: dict[str, Any] = dict(overrides)
    made |= {name: exact(plain[name]) for name in _EXACT if name in plain}
    made |= {name: plain[name] for name in ("shared_place", "time", "score", "count_best") if name in plain}
    if "places" in plain:
        made["places"] = {int(size): tuple(map(exact, row)) for size, row in _plain(plain["places"]).items()}
    for name in ("place_by", "forfeit_games"):
        if name in plain:
            made[name] = tuple(plain[name])
    for end, bound in _plain(plain.get("score_cap", {})).items():
        made[f"cap_{end}"] = bound
    if made.get("win") is None and not (made.get("places") or made.get("score") or system in TABLE_SYSTEMS):
        made["win"] = 1
    win = made.get("win")
    if win is not None:
        made.setdefault("draw", exact_of(Fraction(win) / 2))
        made.setdefault("loss", 0)
    made.setdefault("bye", win if win is not None and system in _CREDITED else 0)
    made.setdefault("half_bye", made.get("draw", 0))
    made.setdefault("absent", 0)
    made.setdefault("forfeit_win", 0 if win is None else win)
    made.setdefault("forfeit_loss", made.get("loss", 0))
    return Points(**made)


def exact_of(value: Fraction) -> Exact:
    """A fraction as an integer where it is one."""
    return value.numerator if value.denominator == 1 else value


def _tie_break(value: Mapping[str, Any]) -> TieBreak:
    plain = _plain(value)
    for name in ("floor", "limit"):
        if name in plain:
            plain[name] = exact(plain[name])
    if "inner" in plain:
        plain["inner"] = tuple(plain["inner"])
    return TieBreak(**plain)


def _round(value: Mapping[str, Any]) -> Round:
    return Round(
        value["round"],
        tuple(map(_table, value["tables"])),
        tuple([Bye(one["participant"], one["kind"]) for one in value.get("byes", ())]),
        value.get("date"),
    )


def _table(value: Mapping[str, Any]) -> Table:
    ruling, result = value.get("ruling"), value.get("result", {})
    records = value.get("records", ())
    scores, winners = result.get("scores"), result.get("winners")
    return Table(
        value["table"],
        tuple(value["participants"]),
        tuple([RecordRef(one["source"], one.get("record", 1), one.get("sha256")) for one in records]),
        None if ruling is None else _ruling(ruling),
        None if scores is None else tuple(scores),
        None if winners is None else tuple(winners),
    )


def _ruling(value: Mapping[str, Any]) -> Ruling:
    plain = _plain(value)
    plain["by"] = tuple(plain.get("by", ()))
    for name in ("scores", "winners"):
        if name in plain:
            plain[name] = tuple(plain[name])
    attached = plain.get("attachments", ())
    plain["attachments"] = tuple([Attachment(one["file"], one["sha256"]) for one in attached])
    return Ruling(**plain)
