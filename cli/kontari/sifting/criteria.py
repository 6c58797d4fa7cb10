"""What records are picked by: within one criterion any of its values, and all criteria together."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache, cached_property
from typing import Any, NamedTuple

from kontari.core.options import InForce
from kontari.core.verdict import Verdict
from kontari.games import part
from kontari.record.decode import typed
from kontari.record.in_force import rules_in_force
from kontari.sifting.comparison import OPERATORS, NotUnderstoodError, dates, number
from kontari.sifting.hashes import in_force

PRESET = "preset"
_RULE = re.compile(r"([a-z0-9_]+)\s*(>=|<=|!=|>|<|=)\s*(\S+)")


class Subject:
    """A well-formed record that is looked at; its verdict is asked for only where a criterion needs it."""

    def __init__(self, data: Mapping[str, Any], judge: Callable[[], Verdict]) -> None:
        self.data = data
        self._judge = judge

    @cached_property
    def verdict(self) -> Verdict:
        return self._judge()

    @cached_property
    def rules(self) -> InForce:
        return in_force(self.data)


class Rule(NamedTuple):
    """An option of the rules compared with a value, both as words."""

    option: str
    sign: str
    value: str

    @classmethod
    def parsed(cls, text: str) -> "Rule":
        """``option=value`` or another comparison. Raises NotUnderstoodError."""
        found = _RULE.fullmatch(text)
        if found is None:
            raise NotUnderstoodError(f"{text}: wanted option=value, or for numbers a comparison such as target>=500")
        rule = cls(found[1], found[2], found[3])
        if rule.sign not in ("=", "!=") and _as_number(rule.value) is None:
            raise NotUnderstoodError(f"{text}: {rule.sign} compares numbers only")
        return rule

    def holds(self, subject: Subject) -> bool:
        """Whether it holds for the rules in force; never where the game has no such option."""
        if self.option == PRESET:
            same = _is_preset(subject, self.value)
            return same if self.sign == "=" else not same
        value = subject.rules.get(self.option)
        if value is None:
            return False
        other = _as_number(self.value)
        if isinstance(value, int) and not isinstance(value, bool) and other is not None:
            return OPERATORS[self.sign](value, other)
        same = (str(value).lower() if isinstance(value, bool) else str(value)) == self.value
        return {"=": same, "!=": not same}.get(self.sign, False)


@dataclass
class Criteria:
    """All of them must hold; an empty one holds for every record.

    games: names. players, events: globs, in any case of letters. dates, scores, lengths, rounds, seats: as
    ``comparison`` reads them. rules: of one option any, of different options all must hold. codes: globs.
    """

    games: Iterable[str] = ()
    players: Iterable[str] = ()
    events: Iterable[str] = ()
    dates: Iterable[str] = ()
    rules: Iterable[str] = ()
    verdicts: Iterable[str] = ()
    codes: Iterable[str] = ()
    scores: Iterable[str] = ()
    lengths: Iterable[str] = ()
    rounds: Iterable[str] = ()
    seats: Iterable[str] = ()
    _games: frozenset[str | None] = field(init=False)
    _of_record: list[Callable[[Subject], bool]] = field(init=False)
    _of_verdict: list[Callable[[Verdict], bool]] = field(init=False)

    def __post_init__(self) -> None:
        """Read all comparisons. Raises NotUnderstoodError."""
        self._games = frozenset[str | None](self.games)
        self._of_record = [*self._tests_of_record()]
        self._of_verdict = [*self._tests_of_verdict()]

    @property
    def takes_malformed(self) -> bool:
        """Whether a malformed record may match: verdicts or codes are asked for."""
        return bool(self.verdicts or self.codes)

    def match(self, subject: Subject) -> bool:
        """Whether a well-formed record matches. It is judged only where all else does, and where that is asked."""
        return (
            (not self._games or subject.data["game"] in self._games)
            and all(test(subject) for test in self._of_record)
            and (not self._of_verdict or all(test(subject.verdict) for test in self._of_verdict))
        )

    def match_malformed(self, verdict: Verdict) -> bool:
        """Whether a malformed record matches: by verdict, codes and game, since no more is known of it."""
        return (
            self.takes_malformed
            and not self._of_record
            and (not self._games or verdict.game in self._games)
            and all(test(verdict) for test in self._of_verdict)
        )

    def _tests_of_record(self) -> Iterable[Callable[[Subject], bool]]:
        if self.players:
            yield lambda subject: _any_like(self.players, map(str, _names(subject.data)))
        if self.events:
            yield lambda subject: _any_like(self.events, _of_event(subject.data, ("name", "site", "stage")))
        if self.dates:
            ranges = [*map(dates, self.dates)]
            yield lambda subject: any(one.holds(date) for date in _of_event(subject.data, ("date",)) for one in ranges)
        by_option: dict[str, list[Rule]] = {}
        for rule in map(Rule.parsed, self.rules):
            by_option.setdefault(rule.option, []).append(rule)
        for rules in by_option.values():
            yield _any_rule(rules)
        for texts, measure in (
            (self.lengths, length),
            (self.rounds, lambda data: len(data["rounds"])),
            (self.seats, lambda data: len(data["players"])),
        ):
            if texts:
                yield _measured([*map(number, texts)], measure)

    def _tests_of_verdict(self) -> Iterable[Callable[[Verdict], bool]]:
        if self.verdicts:
            words = frozenset(self.verdicts)
            yield lambda verdict: verdict.verdict in words
        if self.codes:
            yield lambda verdict: any(
                fnmatchcase(finding.code, code) for finding in verdict.findings for code in self.codes
            )
        if self.scores:
            tests = [*map(number, self.scores)]
            yield lambda verdict: any(test(score) for score in final_scores(verdict) for test in tests)


def length(data: Mapping[str, Any]) -> int:
    """The number of moves of a record."""
    return sum(len(round_["moves"]) for round_ in data["rounds"])


def final_scores(verdict: Verdict) -> list[int]:
    """The recomputed score of each side: the totals, or where a game has none the stones; none where they are open."""
    result = verdict.result or {}
    found: list[int] = result.get("scores", result.get("stones", []))
    return found


def _any_rule(rules: list[Rule]) -> Callable[[Subject], bool]:
    return lambda subject: any(rule.holds(subject) for rule in rules)


def _measured(tests: list[Callable[[int], bool]], measure: Callable[[Any], int]) -> Callable[[Subject], bool]:
    return lambda subject: any(test(measure(subject.data)) for test in tests)


def _any_like(patterns: Iterable[str], texts: Iterable[str]) -> bool:
    """Whether any text is, or is like, any pattern, in any case of letters."""
    folded = [text.casefold() for text in texts]
    return any(text == one or fnmatchcase(text, one) for one in map(str.casefold, patterns) for text in folded)


def _names(data: Mapping[str, Any]) -> Iterable[str]:
    for player in data["players"]:
        yield player["name"]
        if "id" in player:
            yield player["id"]


def _of_event(data: Mapping[str, Any], keys: Iterable[str]) -> list[str]:
    event = data.get("event", {})
    return [str(event[key]) for key in keys if key in event]


def _as_number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else None


def _is_preset(subject: Subject, preset: str) -> bool:
    """Whether the rules in force are those of a preset, however the record declares them."""
    game, players = subject.data["game"], len(subject.data["players"])
    return preset in part(game, "options").PRESETS and subject.rules == _preset(game, preset, players)


@cache
def _preset(game: str, preset: str, players: int) -> InForce:
    seats = [{"name": ""}] * players
    bare = {"kontari": "1.0", "game": game, "rules": {"preset": preset}, "players": seats, "rounds": []}
    return rules_in_force(game, typed(game, bare).rules, players)
