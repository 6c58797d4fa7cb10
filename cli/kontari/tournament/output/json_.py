"""Standings and cross-tables as JSON values: whole numbers are integers, others strings; nothing is null."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import structs

from kontari.tournament import numerals
from kontari.tournament.crosstable import CrossTable
from kontari.tournament.model import Document, Entry, Exact, Kind, Round, Ruling, Stage, Standings, TieBreak
from kontari.tournament.output.look import Look, Names, value_codes
from kontari.tournament.output.values import plain

VERSION = "1.0"


def standings_data(
    standings: Standings, document: Document, look: Look, findings: Sequence[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    """A table as the schema ``standings`` has it; findings: as JSON values."""
    names, codes = Names(document, look.names), value_codes(standings, look)
    rows = []
    for row in standings.rows:
        one: dict[str, Any] = {
            "rank": row.rank,
            "participant": row.participant,
            "name": names.of(row.participant),
            "played": row.played,
            "won": row.won,
            "drawn": row.drawn,
            "lost": row.lost,
            "points": numerals.data(row.points),
            "games": list(row.games),
            "values": [
                {"by": value.by, "code": codes[place], "value": _value(plain(value))}
                | ({"text": value.text} if value.text else {})
                for place, value in enumerate(row.values)
            ],
        }
        if row.decided_by is not None:
            one["decided_by"] = row.decided_by
        one["evidence"] = _counts(row.evidence)
        rows.append(one)
    made = {
        **_about(document, standings.stage, standings.after, standings.final and not look.provisional),
        "tie_breaks": [one.by for one in standings.stage.tie_breaks],
        "criteria": [_criterion(one, codes[place]) for place, one in enumerate(standings.stage.tie_breaks)],
        "evidence": _counts(standings.evidence),
        "rulings": _rulings(standings.stage, standings.after),
        "rows": rows,
    }
    return {"kontari": VERSION, "standings": made, "findings": [dict(one) for one in findings]}


def crosstable_data(
    table: CrossTable, document: Document, look: Look, findings: Sequence[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    """A cross-table as the schema ``crosstable`` has it."""
    names = Names(document, look.names)
    made = {
        **_about(document, table.stage, table.after, table.final and not look.provisional),
        "order": table.order,
        "evidence": _counts(table.evidence),
        "rulings": _rulings(table.stage, table.after),
        "rows": [
            {
                "rank": row.rank,
                "participant": row.participant,
                "name": names.of(row.participant),
                "points": numerals.data(row.points),
                "rounds": [_entry(entry) for entry in row.rounds],
            }
            for row in table.rows
        ],
        "met": [{"participants": list(pair), "times": times} for pair, times in table.met.items()],
    }
    return {"kontari": VERSION, "crosstable": made, "findings": [dict(one) for one in findings]}


def round_data(round_: Round) -> dict[str, Any]:
    """A round as it stands in a document, without results."""
    made: dict[str, Any] = {"round": round_.round}
    if round_.date is not None:
        made["date"] = round_.date
    made["tables"] = [{"table": one.table, "participants": list(one.participants)} for one in round_.tables]
    if round_.byes:
        made["byes"] = [{"participant": one.participant, "kind": one.kind} for one in round_.byes]
    return made


def _about(document: Document, stage: Stage, after: int, final: bool) -> dict[str, Any]:
    return {"tournament": document.name, "stage": stage.id, "after": after, "final": final}


def _value(value: Exact | tuple[Exact, ...] | str) -> Any:
    if isinstance(value, str):
        return value
    return [numerals.data(one) for one in value] if isinstance(value, tuple) else numerals.data(value)


def _counts(evidence: Mapping[str, int]) -> dict[str, int]:
    return {str(word): number for word, number in evidence.items() if number}


def _criterion(one: TieBreak, code: str) -> dict[str, Any]:
    """A criterion with the parameters that were given to it."""
    made: dict[str, Any] = {"code": code}
    for field in structs.fields(TieBreak):
        value = getattr(one, field.name)
        if field.name == "by" or value != field.default:
            made[field.name] = _parameter(value)
    return made


def _parameter(value: Any) -> Any:
    if isinstance(value, str | bool):
        return value
    return list(value) if isinstance(value, tuple) else numerals.data(value)


def _rulings(stage: Stage, after: int) -> list[dict[str, Any]]:
    return [
        {"round": round_.round, "table": table.table, "participants": list(table.participants), **_ruling(table.ruling)}
        for round_ in stage.rounds or ()
        if round_.round <= after
        for table in round_.tables
        if table.ruling is not None
    ]


def _ruling(ruling: Ruling) -> dict[str, Any]:
    made: dict[str, Any] = {"kind": ruling.kind, "reason": ruling.reason}
    if ruling.official is not None:
        made["official"] = ruling.official
    return made


def _entry(entry: Entry) -> dict[str, Any]:
    made: dict[str, Any] = {"round": entry.round, "kind": str(entry.kind)}
    if entry.table is not None:
        made["table"] = entry.table
    if entry.opponents:
        made["opponents"] = list(entry.opponents)
    made["points"] = numerals.data(entry.points)
    if entry.kind is Kind.PLAYED:
        for key in ("games", "score"):
            if getattr(entry, key) != (0, 0):
                made[key] = list(getattr(entry, key))
        if entry.place is not None:
            made |= {"place": entry.place, "level": entry.level, "size": entry.size}
    made["evidence"] = str(entry.evidence)
    if entry.note:
        made["note"] = entry.note
    return made
