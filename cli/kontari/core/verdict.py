"""What is said of a record: the verdict, and the findings it rests on."""

from dataclasses import dataclass, field
from typing import Any, Literal

Word = Literal["sound", "unfinished", "misscored", "illegal", "malformed"]
WORDS: tuple[Word, ...] = ("sound", "unfinished", "misscored", "illegal", "malformed")


@dataclass(slots=True)
class Finding:
    """One thing found: a fault with its place in the text and its wording.

    ``line`` and ``column`` count from 1, columns in code points; ``round`` and ``move`` count
    from 1; ``legal`` are the patterns of moves that could have been made there.
    """

    code: str
    severity: Literal["error", "warning"]
    title: str
    message: str
    pointer: str
    line: int | None = None
    column: int | None = None
    round: int | None = None
    move: int | None = None
    seat: int | None = None
    rule: str | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    legal: list[dict[str, Any]] | None = None


@dataclass(slots=True)
class Verdict:
    """The verdict on one record, with the recomputed scores; ``data()`` is its JSON form."""

    source: str
    record: int
    sha256: str | None
    verdict: Word
    judge: dict[str, str]
    findings: list[Finding] = field(default_factory=list)
    game: str | None = None
    play_sha256: str | None = None
    proof: Literal["complete", "partial"] | None = None
    undecided: int | None = None
    event: dict[str, Any] | None = None
    players: list[dict[str, Any]] | None = None
    rules: dict[str, Any] | None = None
    rounds: list[dict[str, Any]] | None = None
    result: dict[str, Any] | None = None

    def data(self) -> dict[str, Any]:
        """The verdict as JSON values, in the order of its published schema, absent keys left out."""
        shown = {name: getattr(self, name) for name in _ORDER}
        shown["findings"] = [
            {name: value for name in _FINDING_KEYS if (value := getattr(found, name)) is not None}
            for found in self.findings
        ]
        if self.rules is not None:
            shown["rules"] = dict(self.rules)
        return {name: value for name, value in shown.items() if value is not None}

    def errors(self) -> list[Finding]:
        """The findings that are no mere warnings."""
        return [found for found in self.findings if found.severity == "error"]


_ORDER = (
    *("source", "record", "sha256", "play_sha256", "game", "verdict", "proof", "undecided"),
    *("event", "players", "rules", "rounds", "result", "judge", "findings"),
)
_FINDING_KEYS = (
    *("code", "severity", "title", "message", "pointer", "line", "column"),
    *("round", "move", "seat", "rule", "facts", "legal"),
)
