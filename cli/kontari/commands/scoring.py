"""Score sheets of many records, and records with their claims filled in."""

import csv
import io
import json
from typing import Any, NamedTuple

from kontari.commands.terminal import trouble
from kontari.core.verdict import Verdict
from kontari.examination import examine_item
from kontari.games import part
from kontari.library import Record, read
from kontari.library import score as sheets
from kontari.printable import printable
from kontari.record.streams import InputError, Item
from kontari.record.writing import one_line, pretty
from kontari.render.people import amendments, printable_names, printable_sides
from kontari.shape import MAX_INT
from kontari.status import Status


class Scored(NamedTuple):
    """A record with its verdict; ``record`` is None where there was none to score."""

    verdict: Verdict
    record: Record | None

    @property
    def status(self) -> Status:
        """What the verdict alone comes to."""
        return Status.FINDINGS if self.verdict.errors() else Status.FINE


def scored(item: Item, max_bytes: int) -> Scored:
    """One record judged; what is wrong with it is told on standard error."""
    verdict = examine_item(item, max_bytes)
    for found in verdict.errors():
        trouble(f"{item.source}:{found.line}:{found.column} {found.code} {found.message}")
    return Scored(
        verdict,
        None if verdict.verdict == "malformed" else read(item.data, max_bytes=max_bytes, notation=item.notation),
    )


class TextSheet:
    """A table a round, for people."""

    def record(self, one: Scored) -> str:
        record, verdict = one.record, one.verdict
        assert record is not None
        tell: Any = part(record.game, "tell")
        names = printable_names(record)
        sides = printable_sides(record)
        lines = [f"{printable(verdict.source)}: record {verdict.record}: {verdict.verdict}"]
        lines += [f"  {line}" for line in amendments(record)]
        for round_ in sheets(record):
            lines.append(f"  round {round_['round']} ({tell.ENDED[round_['ended']]})")
            lines += [f"    {line}" for line in tell.sheet_lines(round_, names, sides)]
        winners = (verdict.result or {}).get("winners")
        if winners is not None:
            lines.append(f"  won by {' and '.join(sides[side] for side in winners)}")
        elif verdict.verdict == "unfinished":
            lines.append("  the match is not over")
        return "\n".join(lines) + "\n"

    def end(self) -> str:
        return ""


class JsonSheet:
    """One JSON document: an array with an object a record."""

    def __init__(self) -> None:
        self._shown: list[dict[str, Any]] = []

    def record(self, one: Scored) -> str:
        verdict, record = one.verdict, one.record
        assert record is not None
        shown: dict[str, Any] = {"source": verdict.source, "record": verdict.record, "game": record.game}
        shown |= {"verdict": verdict.verdict, "players": record.names, "rounds": sheets(record)}
        self._shown.append(shown if verdict.result is None else {**shown, "result": verdict.result})
        return ""

    def end(self) -> str:
        return json.dumps(self._shown, ensure_ascii=False, indent=2) + "\n"


class CsvSheet:
    """A row a side a round."""

    COLUMNS = ("source", "record", "verdict", "round", "ended", "side", "name", "points", "added", "total")

    def __init__(self) -> None:
        self._head = True

    def record(self, one: Scored) -> str:
        verdict, record = one.verdict, one.record
        assert record is not None
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        if self._head:
            writer.writerow(self.COLUMNS)
            self._head = False
        names = part(record.game, "tell").side_names(record.data, record.names)
        for round_ in sheets(record):
            for row in round_["sides"]:
                side = row["side"]
                head = (verdict.source, verdict.record, verdict.verdict, round_["round"], round_["ended"])
                tail = [row.get(name, "") for name in ("points", "added", "total")]
                writer.writerow((*head, side, names[side], *tail))
        return out.getvalue()

    def end(self) -> str:
        return ",".join(self.COLUMNS) + "\n" if self._head else ""


class Filler:
    """The records again, with the claims that the play gives; an illegal one is left as it is."""

    def __init__(self, output: str) -> None:
        self._output = output
        self._lines = output.endswith(".jsonl")
        self._written = 0

    def record(self, one: Scored) -> str:
        record, verdict = one.record, one.verdict
        assert record is not None
        data = record.data if verdict.verdict == "illegal" else filled(record.data, verdict)
        self._written += 1
        if self._lines:
            return one_line(record.game, data)
        if self._written > 1:
            raise InputError(self._output, "holds one record; name it .jsonl for several")
        return pretty(record.game, data)

    def end(self) -> str:
        return ""


def filled(data: dict[str, Any], verdict: Verdict) -> dict[str, Any]:
    """The record with its claims about scores and result replaced by the recomputed ones."""
    rounds = []
    for round_, right in zip(data["rounds"], verdict.rounds or [], strict=True):
        kept = {key: value for key, value in round_.items() if key != "scores"}
        claim = right.get("scores")
        rounds.append({**kept, "scores": claim} if claim is not None and _can_stand(claim) else kept)
    others = {key: value for key, value in data.items() if key != "result"}
    result = {key: value for key, value in _filled_result(data.get("result", {}), verdict).items() if _can_stand(value)}
    return {**others, "rounds": rounds, **({"result": result} if result else {})}


def _can_stand(claim: Any) -> bool:
    """Whether a claim can be written: a sum may be larger than the numbers a record holds."""
    if isinstance(claim, list):
        return all(map(_can_stand, claim))
    return not isinstance(claim, int) or abs(claim) <= MAX_INT


def _filled_result(old: dict[str, Any], verdict: Verdict) -> dict[str, Any]:
    """The recomputed result; how the match ended outside its rules is no matter of counting and stays."""
    result = {key: value for key, value in old.items() if key.startswith("x-")} | (verdict.result or {})
    if result.get("termination") == "normal":
        return result
    wrong = {finding.pointer for finding in verdict.findings}
    for key in ("termination", "lost_by", "winners"):
        if key in old and (key == "lost_by" or f"/result/{key}" not in wrong):
            result.setdefault(key, old[key])
    return result


SHEETS = {"text": TextSheet, "json": JsonSheet, "csv": CsvSheet}
