"""Every code with its explanation: of the record, of all games, of promises, and of tournaments."""

from functools import cache

from kontari.core.rule import Rule
from kontari.games import GAMES, part
from kontari.promises.rules import RULES as PROMISE_RULES
from kontari.record.rules import RULES
from kontari.tournament.rules import RULES as TOURNAMENT_RULES


@cache
def all_rules() -> dict[str, Rule]:
    """All rules by code, in the order in which they are listed."""
    found = [*RULES]
    for game in GAMES:
        found += part(game, "rules").RULES
    found += PROMISE_RULES
    found += TOURNAMENT_RULES
    return {one.code: one for one in found}


def rule(code: str) -> Rule:
    """The rule of a code. Raises KeyError for a code that is not listed."""
    return all_rules()[code]


def data(one: Rule) -> dict[str, str]:
    """A rule as it stands in ``codes.json``."""
    return {
        "code": one.code,
        "severity": one.severity,
        "title": one.title,
        "message": one.message,
        "why": one.why,
        "source": one.source,
        "hint": one.hint,
    }
