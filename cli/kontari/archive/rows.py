"""One record as the rows of all tables of an archive."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from kontari.archive.columns import PLAYERS, RECORDS
from kontari.core.verdict import Finding, Verdict
from kontari.forms import Source
from kontari.games import part
from kontari.record.in_force import lowest_wins, rules_in_force
from kontari.tables.rows import cells, told

Cells = dict[str, Any]
"""The cells of a row by column; what is empty may be absent."""

_LEGAL = ("sound", "unfinished", "misscored")
_OF_RECORD = frozenset(column.name for column in RECORDS)
_OF_PLAYER = frozenset(column.name for column in PLAYERS)
_NOT_AS_IT_IS = ("facts", "legal", "line", "column")


def head(verdict: Verdict) -> Cells:
    """The cells that all rows of a record share."""
    return {
        "source": told(verdict.source),
        "record": verdict.record,
        "sha256": verdict.sha256,
        "game": verdict.game,
    }


def rows(verdict: Verdict, read: Source) -> dict[str, list[Cells]]:
    """The rows of a record by table, without the cells of ``head``.

    read: the record as it was read, not that of the verdict, which was cleared.
    """
    made: dict[str, Iterable[Cells]] = {"findings": _findings(verdict)}
    if verdict.verdict == "malformed":
        made["records"] = [_of_record(verdict)]
    else:
        data = json.loads(read.json)
        results = list(cells("results", data, lambda: verdict))
        made["records"] = [{**_first(results), **_of_record(verdict), "sides": len(results), "players": _count(data)}]
        made["players"] = _players(data, results)
        made["rounds"] = _rounds(list(cells("rounds", data, lambda: verdict)), verdict, read)
        made["moves"] = cells("moves", data, lambda: verdict, verdict.sha256)
    return {table: list(found) for table, found in made.items()}


def _of_record(verdict: Verdict) -> Cells:
    return {
        "verdict": verdict.verdict,
        "codes": " ".join(dict.fromkeys(finding.code for finding in verdict.findings)) or None,
        "judge": verdict.judge["software"],
        "format": verdict.judge["format"],
    }


def _first(results: Sequence[Cells]) -> Cells:
    """What the first side says of the whole record."""
    return {name: cell for name, cell in results[0].items() if name in _OF_RECORD}


def _count(data: Mapping[str, Any]) -> int:
    return len(data["players"])


def _players(data: Mapping[str, Any], results: Sequence[Cells]) -> Iterator[Cells]:
    for seat, player in enumerate(data["players"]):
        of_side = results[seat % len(results)]
        yield {
            **{name: cell for name, cell in of_side.items() if name in _OF_PLAYER},
            "seat": seat,
            "player": player["name"],
            "player_id": player.get("id", player["name"]),
            "rating": player.get("rating"),
        }


def _rounds(found: Sequence[Cells], verdict: Verdict, read: Source) -> Iterator[Cells]:
    """The rows of the rounds, a side each, with who did best and who began."""
    record, game = read.reading.record, verdict.game
    assert game is not None
    rules = rules_in_force(game, record.rules, len(record.players))
    low = lowest_wins(game, rules)
    openings = part(game, "figures").openings(record, rules) if verdict.verdict in _LEGAL else []
    sides = len(found) // len(record.rounds) if found else 0
    for number in range(len(record.rounds)):
        of_round = found[number * sides : (number + 1) * sides]
        added = [row["added"] for row in of_round]
        best = None if None in added or len(set(added)) == 1 else (min if low else max)(added)
        opening = openings[number] if number < len(openings) else None
        for side, row in enumerate(of_round):
            more: Cells = {} if best is None else {"best": row["added"] == best}
            if opening is not None:
                more |= {"opening": opening[0], "opened": opening[1] % sides == side}
            yield row | more


def _findings(verdict: Verdict) -> Iterator[Cells]:
    for number, finding in enumerate(verdict.findings, start=1):
        yield {"verdict": verdict.verdict, "finding": number, **_finding(finding)}


def _finding(finding: Finding) -> Cells:
    names = [name for name in Finding.__slots__ if name not in _NOT_AS_IT_IS]
    said = {name: getattr(finding, name) for name in names}
    said |= {"line_number": finding.line, "column_number": finding.column}
    said["facts"] = json.dumps(finding.facts, ensure_ascii=False, separators=(",", ":"))
    return {name: told(cell) if isinstance(cell, str) else cell for name, cell in said.items()}
