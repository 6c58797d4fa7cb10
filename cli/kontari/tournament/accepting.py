"""What a verdict is worth to a tournament: whether it counts, as what, and what there is to tell."""

from typing import Any

import msgspec

from kontari.record.decode import typed
from kontari.record.in_force import rules_in_force
from kontari.record.reading import VERSION
from kontari.tournament.model import Acceptance, Document, Evidence, Finding, Stage
from kontari.tournament.outcome import Outcome, leaders, outcome, sides
from kontari.tournament.played import Played

_OPEN = (Evidence.PENDING, Evidence.DISPUTED)
_OUTSIDE = {"forfeit": Evidence.FORFEIT, "time": Evidence.TIME, "adjudicated": Evidence.ADJUDICATED}


class Judged(msgspec.Struct, frozen=True):
    """The evidence of one match, its outcome by side, who won; and findings about it."""

    evidence: Evidence
    sides: tuple[tuple[int, ...], ...]
    outcome: Outcome | None
    winners: tuple[int, ...] | None
    findings: tuple[Finding, ...]


class Rules:
    """The rules that a document asks for, held against those of records."""

    def __init__(self, document: Document) -> None:
        self._game = document.game
        self._wanted = document.records.rules
        self._known: dict[int, dict[str, Any]] = {}

    def differences(self, played: Played) -> list[str]:
        """The options that are not as they should be; of rules that are none of the game nothing is said."""
        if self._wanted is None or not played.rules:
            return []
        number = len(played.players)
        if number not in self._known:
            self._known[number] = in_force(self._game, dict(self._wanted), number) or {}
        return [
            f"{name} is {_shown(played.rules[name])}, not {_shown(value)}"
            for name, value in self._known[number].items()
            if name in played.rules and played.rules[name] != value
        ]


def in_force(game: str, rules: dict[str, Any], players: int) -> dict[str, Any] | None:
    """Every option under rules as a record declares them; None where they are none of the game."""
    seats = [{"name": str(seat)} for seat in range(max(2, players))]
    value = {"kontari": VERSION, "game": game, "rules": rules, "players": seats, "rounds": []}
    try:
        return dict(rules_in_force(game, typed(game, value).rules, players))
    except msgspec.ValidationError:
        return None


def judged(played: Played, acceptance: Acceptance, rules: Rules, stage: Stage | None, ruled: bool) -> Judged:
    """What a verdict is worth. ruled: there is a ruling on its table."""
    seats = sides(played)
    if played.verdict in ("illegal", "malformed"):
        finding = Finding("TRN-E01", {"verdict": played.verdict, "finding": _finding(played)}, played.place)
        return Judged(Evidence.DISPUTED, seats, None, None, (finding,))
    found = outcome(played, len(seats))
    findings: list[Finding] = []
    evidence, winners = _worth(played, found, acceptance, stage, ruled, findings)
    if differing := rules.differences(played):
        findings.append(Finding("TRN-M05", {"differences": differing}, played.place))
        evidence = Evidence.DISPUTED
    if evidence not in _OPEN:
        evidence = _proven(played, acceptance, evidence, findings)
        if found.unsure and evidence is not Evidence.PENDING:
            findings.append(Finding("TRN-E07", {"games": found.unsure}, played.place))
    return Judged(evidence, seats, found, winners, tuple(findings))


def _worth(
    played: Played, found: Outcome, acceptance: Acceptance, stage: Stage | None, ruled: bool, findings: list[Finding]
) -> tuple[Evidence, tuple[int, ...] | None]:
    """The evidence by the verdict alone, and who won."""
    if played.verdict == "misscored":
        counts = acceptance.misscored == "recompute" and found.winners is not None
        effect = "the recomputed result counts" if counts else "it does not count"
        findings.append(Finding("TRN-E02", {"finding": _finding(played), "effect": effect}, played.place))
        return (Evidence.RECOMPUTED if counts else Evidence.PENDING), found.winners
    if played.verdict == "sound" and found.termination in _OUTSIDE:
        if found.termination == "adjudicated" and not ruled:
            findings.append(Finding("TRN-E05", {}, played.place))
        return _OUTSIDE[found.termination], found.winners
    if played.verdict == "sound" and found.winners is not None:
        return Evidence.VERIFIED, found.winners
    if played.verdict == "unfinished" and stage is not None and stage.points.time == "lead":
        ahead = leaders(played, found)
        return (Evidence.PENDING if ahead is None else Evidence.TIME), ahead
    return Evidence.PENDING, None


def _proven(played: Played, acceptance: Acceptance, evidence: Evidence, findings: list[Finding]) -> Evidence:
    """The evidence, where not everything was seen."""
    if played.proof != "partial":
        return evidence
    refused = acceptance.proof == "complete"
    findings.append(Finding("TRN-E06" if refused else "TRN-E03", {"undecided": played.undecided}, played.place))
    if refused:
        return Evidence.PENDING
    return Evidence.PARTIAL if evidence is Evidence.VERIFIED else evidence


def _finding(played: Played) -> str:
    """The first thing that is wrong with a record, with its place in the file."""
    first = next((one for one in played.findings if one.severity == "error"), None)
    if first is None:
        return "no reason is given"
    where = "" if first.line is None else f"line {first.line}, column {first.column}: "
    return f"{where}{first.code} {first.message}"


def _shown(value: Any) -> str:
    return msgspec.json.encode(value).decode().strip('"')
