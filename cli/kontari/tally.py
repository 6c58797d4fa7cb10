"""How many records there were of each verdict and game, and how many findings of each code."""

from dataclasses import dataclass, field

from kontari.core.verdict import Verdict


@dataclass(slots=True)
class Tally:
    """Counts over some records; those of other records can be added to them, in any order.

    verdicts: records by verdict. games: the same by game; a record whose game could not be read is in none.
    findings: findings by code. warnings: how many of them are mere warnings. proofs: records by how far they
    are proved. undecided: checks that ``??`` left open. bytes: of the records as they were read.
    """

    verdicts: dict[str, int] = field(default_factory=dict)
    games: dict[str, dict[str, int]] = field(default_factory=dict)
    findings: dict[str, int] = field(default_factory=dict)
    warnings: int = 0
    proofs: dict[str, int] = field(default_factory=dict)
    undecided: int = 0
    bytes: int = 0

    @property
    def records(self) -> int:
        return sum(self.verdicts.values())

    def count(self, verdict: Verdict, size: int) -> None:
        """Count one record of so many bytes."""
        _add(self.verdicts, verdict.verdict)
        if verdict.game is not None:
            _add(self.games.setdefault(verdict.game, {}), verdict.verdict)
        if verdict.proof is not None:
            _add(self.proofs, verdict.proof)
        self.undecided += verdict.undecided or 0
        self.bytes += size
        for finding in verdict.findings:
            _add(self.findings, finding.code)
            self.warnings += finding.severity == "warning"

    def add(self, other: "Tally") -> None:
        """Count what another has counted."""
        _add_all(self.verdicts, other.verdicts)
        for game, verdicts in other.games.items():
            _add_all(self.games.setdefault(game, {}), verdicts)
        _add_all(self.findings, other.findings)
        self.warnings += other.warnings
        _add_all(self.proofs, other.proofs)
        self.undecided += other.undecided
        self.bytes += other.bytes


def _add(counts: dict[str, int], name: str, number: int = 1) -> None:
    counts[name] = counts.get(name, 0) + number


def _add_all(counts: dict[str, int], others: dict[str, int]) -> None:
    for name, number in others.items():
        _add(counts, name, number)
