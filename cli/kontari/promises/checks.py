"""Where a record breaks what was promised. A kind of breach is told once a record, at its first place, with a count."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from kontari.core.cards import UNSEEN
from kontari.core.fault import Fault
from kontari.core.replay import Found
from kontari.core.verdict import Finding, Verdict
from kontari.findings import findings
from kontari.forms import source
from kontari.games import part
from kontari.promises.reading import Promises
from kontari.record.streams import Item
from kontari.record.text import pointer


class Watch:
    """Holds every record of a run against what was promised."""

    def __init__(self, promises: Promises) -> None:
        self.promises = promises
        self._plays = Plays()

    def findings(self, item: Item, verdict: Verdict, max_bytes: int) -> list[Finding]:
        """What a record breaks, with its places in the text; nothing where it is malformed."""
        if verdict.verdict == "malformed":
            return []
        read = source(item.data, max_bytes, notation=item.notation)
        faults = breaches(self.promises, json.loads(read.json), verdict, self._plays)
        return findings(read.find, item.line, [Found(fault, 0, None) for fault in faults], read.reading, None)


class Plays:
    """The plays of a run so far, by half of their hash, and where each stood first."""

    def __init__(self) -> None:
        self._first: dict[bytes, tuple[str, int]] = {}

    def before(self, verdict: Verdict) -> tuple[str, int] | None:
        """Source and number of the record in which the same play stood before; else it is set down."""
        assert verdict.play_sha256 is not None
        here = (verdict.source, verdict.record)
        first = self._first.setdefault(bytes.fromhex(verdict.play_sha256)[:16], here)
        return None if first == here else first


def breaches(promises: Promises, data: Mapping[str, Any], verdict: Verdict, plays: Plays) -> Iterator[Fault]:
    """Every promise that a well-formed record (JSON values) breaks. verdict: of that record."""
    game = data["game"]
    if promises.games is not None and game not in promises.games:
        facts = {"game": game, "promised": ", ".join(sorted(promises.games)) or "none"}
        yield Fault("EXP-G01", "/game", facts, whole=True)
    if game in promises.rules:
        yield from _of_rules(promises.rules[game], data, verdict)
    required = promises.required
    if "ids" in required:
        yield from _of_ids(data["players"])
    if "complete" in required:
        yield from _counted("EXP-C01", [pointer(path) for path in _unseen(data["rounds"], ("rounds",))])
    if "stock" in required:
        yield from _of_piles(part(game, "meaning").LEFT_OUT, data["rounds"])
    if "claims" in required:
        yield from _of_claims(data, verdict)
    if "at" in required:
        yield from _of_times(data["rounds"])
    if "ended" in required and verdict.verdict == "unfinished":
        yield Fault("EXP-M01", "/result" if "result" in data else "", whole=True)
    if "once" in required and (first := plays.before(verdict)) is not None:
        yield Fault("EXP-M02", "", {"source": first[0], "record": first[1]}, whole=True)
    if "proof" in required and verdict.proof == "partial":
        yield Fault("EXP-M03", "", {"undecided": verdict.undecided}, whole=True)


def _counted(code: str, places: Sequence[str], **facts: Any) -> Iterator[Fault]:
    """One fault for all places of a kind, at the first."""
    if places:
        yield Fault(code, places[0], {**facts, "count": len(places)}, whole=True)


def _of_rules(
    promised: tuple[str | None, Mapping[str, Sequence[Any]]], data: Mapping[str, Any], verdict: Verdict
) -> Iterator[Fault]:
    preset, options = promised
    in_force = verdict.rules or {}
    allowed: dict[str, Sequence[Any]] = {}
    if preset is not None:
        options_of = part(data["game"], "options")
        of_preset = options_of.in_force(options_of.Rules(preset=preset), len(data["players"]))
        allowed = {name: [value] for name, value in of_preset.items()}
    written = data.get("rules", {})
    for name, values in {**allowed, **options}.items():
        if name in in_force and not any(_same(in_force[name], value) for value in values):
            at = f"/rules/{name}" if name in written else "/rules" if written else ""
            facts = {"option": name, "in_force": in_force[name], "promised": " or ".join(map(_word, values))}
            yield Fault("EXP-G02", at, facts, whole=True)


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def _of_ids(players: Sequence[Mapping[str, Any]]) -> Iterator[Fault]:
    seats: dict[str, int] = {}
    for seat, player in enumerate(players):
        if "id" not in player:
            yield Fault("EXP-P01", f"/players/{seat}", {"seat": seat}, whole=True)
        elif (other := seats.setdefault(player["id"], seat)) != seat:
            facts = {"seat": seat, "id": player["id"], "other": other}
            yield Fault("EXP-P02", f"/players/{seat}/id", facts, whole=True)


def _unseen(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    """The paths of every ``??``; what stands in notes and ``x-`` keys is text."""
    if value == UNSEEN:
        yield path
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _unseen(item, (*path, index))
    elif isinstance(value, dict):
        for key, item in value.items():
            if key != "note" and not key.startswith("x-"):
                yield from _unseen(item, (*path, key))


def _of_piles(left_out: frozenset[str], rounds: Sequence[Mapping[str, Any]]) -> Iterator[Fault]:
    """The piles that a deal or a move may leave out, and does."""
    missing: dict[str, list[str]] = {}
    keys = {tuple(name.split(".")) for name in left_out}
    for number, round_ in enumerate(rounds):
        objects = [("deal", f"/rounds/{number}/deal", round_["deal"])]
        objects += [
            (move["action"], f"/rounds/{number}/moves/{index}", move) for index, move in enumerate(round_["moves"])
        ]
        for kind, at, value in objects:
            for owner, key in keys:
                if owner == kind and key in PILES and key not in value:
                    missing.setdefault(key, []).append(at)
    for key, places in sorted(missing.items()):
        yield from _counted("EXP-C02", places, key=key)


PILES = ("stock", "pool")
"""How the pile that is drawn from is called in records."""


def _of_claims(data: Mapping[str, Any], verdict: Verdict) -> Iterator[Fault]:
    ended = [number for number, one in enumerate(verdict.rounds or ()) if "ended" in one]
    unclaimed = [f"/rounds/{number}" for number in ended if "scores" not in data["rounds"][number]]
    yield from _counted("EXP-C03", unclaimed)
    over = "termination" in (verdict.result or {})
    if over and "result" not in data:
        yield Fault("EXP-C04", "", {"key": "result"}, whole=True)
    elif over and "winners" in (verdict.result or {}) and "winners" not in data["result"]:
        yield Fault("EXP-C04", "/result", {"key": "winners"}, whole=True)


def _of_times(rounds: Sequence[Mapping[str, Any]]) -> Iterator[Fault]:
    without: list[str] = []
    backwards: list[Fault] = []
    impossible: list[Fault] = []
    last: tuple[datetime, str] | None = None
    for number, round_ in enumerate(rounds):
        for index, move in enumerate(round_["moves"]):
            at = f"/rounds/{number}/moves/{index}"
            if "at" not in move:
                without.append(at)
                continue
            moment = _moment(move["at"])
            if moment is None:
                impossible.append(Fault("EXP-T03", f"{at}/at", {"at": move["at"]}, whole=True))
                continue
            if last is not None and moment < last[0]:
                facts = {"at": move["at"], "before": last[1]}
                backwards.append(Fault("EXP-T02", f"{at}/at", facts, whole=True))
            last = (moment, move["at"])
    yield from _counted("EXP-T01", without)
    yield from backwards[:1]
    yield from impossible[:1]


def _moment(text: str) -> datetime | None:
    """The moment that an RFC 3339 time names; None where the calendar or the clock has none such."""
    second = text[17:19] == "60"  # a leap second is the one after :59
    try:
        moment = datetime.fromisoformat((f"{text[:17]}59{text[19:]}" if second else text).upper())
        return moment + timedelta(seconds=second)
    except (ValueError, OverflowError):
        return None
