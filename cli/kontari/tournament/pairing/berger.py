"""Round robin by the Berger tables of FIDE (C.05, annex 1): everyone meets everyone, once a cycle."""

from collections.abc import Sequence

from kontari.tournament.model import Bye, Round, Stage
from kontari.tournament.pairing.field import numbered


def rounds(participants: Sequence[str], cycles: int = 1) -> list[tuple[list[tuple[str, str]], str | None]]:
    """All rounds: the pairs, the first named first, and who rests. Sides are exchanged from cycle to cycle."""
    names: list[str | None] = [*participants]
    if len(names) % 2:
        names.append(None)
    n = len(names)
    made = []
    for k in range(n - 1):
        pairs = []
        rests = None
        for i in range(n // 2):
            a, b = (k * n // 2 + i) % (n - 1), (k * n // 2 - i) % (n - 1)
            if i == 0:
                a, b = (a, n - 1) if k % 2 == 0 else (n - 1, a)
            one, other = names[a], names[b]
            if one is None or other is None:
                rests = one or other
            else:
                pairs.append((one, other))
        made.append((pairs, rests))
    turned = [([(b, a) for a, b in pairs], rests) for pairs, rests in made]
    return [one for cycle in range(cycles) for one in (turned if cycle % 2 else made)]


def schedule(stage: Stage, participants: Sequence[str]) -> list[Round]:
    """All rounds of a stage, of the participants in the order of their numbers."""
    return [
        Round(number, numbered(pairs), () if rests is None else (Bye(rests, "paired"),))
        for number, (pairs, rests) in enumerate(rounds(participants, stage.cycles), 1)
    ]
