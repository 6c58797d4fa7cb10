"""What was found about a tournament: told for people on standard error, or as JSON values."""

from collections.abc import Sequence
from typing import Any

from kontari.codes import rule
from kontari.commands.terminal import known, trouble
from kontari.commands.tournament.loading import Tournament, told_lines
from kontari.status import Status
from kontari.tournament.model import Finding
from kontari.tournament.output import LANGUAGES, NAMES, Look
from kontari.tournament.rules import told


def tell(tournament: Tournament, findings: Sequence[Finding] | None = None, fail_on: str = "error") -> Status:
    """Tell what was found, a line each; the status that it comes to."""
    known(fail_on, ("error", "warning"), "severity")
    every = tournament.findings if findings is None else findings
    for line in told_lines(every, tournament.path, tournament.data):
        trouble(line)
    counted = [one for one in every if fail_on == "warning" or rule(one.code).severity == "error"]
    return max(tournament.status, Status.FINDINGS if counted else Status.FINE)


def as_data(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    """Findings as JSON values."""
    shown = []
    for one in findings:
        about = rule(one.code)
        made = {"code": one.code, "severity": about.severity, "title": about.title, "message": told(one)}
        made |= {key: value for key, value in (("place", one.place), ("pointer", one.pointer)) if value is not None}
        shown.append({**made, "facts": {key: _plain(value) for key, value in one.facts.items()}})
    return shown


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value if isinstance(value, int | str | bool) else str(value)


def checked_look(names: str, lang: str, **more: Any) -> Look:
    """How things are to be shown; a usage error for a word that there is not."""
    known(names, NAMES, "form of names")
    known(lang, LANGUAGES, "language")
    return Look(names=names, lang=lang, **more)  # type: ignore[arg-type]
