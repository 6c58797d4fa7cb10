"""What pairing gives: a round, how good it is, and why it is so."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kontari.tournament.model import Exact, Finding, Round


class PairingError(Exception):
    """What was asked for cannot be: an unknown participant, a system without rounds to make."""


@dataclass(frozen=True, slots=True)
class Paired:
    """A round as paired.

    ``round``: None where there is none: a finding says why, or a reason that the stage is over. ``objective``: the
    numbers that were made as small as possible, in the declared order; ``terms`` names them. ``reasons``: sentences
    about byes, floats, forced repeats. ``search``: how it was found (``exhaustive``: no better one exists).
    """

    round: Round | None
    objective: tuple[Exact, ...] = ()
    terms: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    search: Mapping[str, Any] = field(default_factory=dict)
