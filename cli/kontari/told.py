"""A finding told for people: the position before the move, and what was legal, in words."""

from dataclasses import dataclass, field

from kontari.core.verdict import Finding
from kontari.games import part
from kontari.library import Record, play


@dataclass(slots=True)
class Told:
    """``position``: one or two lines; ``legal``: what could have been done instead, or None."""

    position: list[str] = field(default_factory=list)
    legal: str | None = None


def told(record: Record, finding: Finding) -> Told:
    """What to say about the place of a finding; nothing where it has no move."""
    if finding.round is None or finding.move is None:
        return Told()
    tell = part(record.game, "tell")
    for step in play(record)[1]:
        if step.fault is not None and step.position is not None:
            legal = tell.legal_words(finding.legal or [], step.position)
            return Told(tell.position_lines(step.position, record.names), legal)
    return Told()
