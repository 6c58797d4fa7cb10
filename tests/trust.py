"""How far the corpus can be trusted: ``make trust``.

For every rule and every value of an option of each game: in how many cases it is in force, and whether the
corpus notices when the judge is made to forget it. A rule is forgotten by never finding its fault, a value of
an option by using another one in its place: the default, or for the default some other. That is noticed when
one verdict is not the case's. Of numbers there are two values: the default, and all others.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from kontari.conform import Case, cases, differences
from kontari.examination import examine_item
from kontari.games import GAMES, part
from kontari.library import read
from kontari.record import in_force
from kontari.record.nodes import Boolean, Enum, Integer, Node, keys
from kontari.record.streams import InputError, Item, items

CORPUS = Path(__file__).parents[1] / "records"


class Known(NamedTuple):
    """A case with its record as bytes and as JSON values (None where it is malformed)."""

    case: Case
    item: Item
    record: dict[str, Any] | None


class Line(NamedTuple):
    """What is forgotten, how many cases hold it, and whether they notice."""

    game: str
    what: str
    cases: int
    noticed: bool


@cache
def corpus() -> dict[str, list[Known]]:
    """The cases that are records, by game."""
    found: dict[str, list[Known]] = {game: [] for game in GAMES}
    for case in cases(CORPUS):
        assert not isinstance(case, InputError), case
        (item,) = items(str(case.record))
        if case.expected["verdict"] != "malformed":
            record = read(item.data, notation=item.notation).data
            found[record["game"]].append(Known(case, item, record))
    return found


def differs(known: Known) -> bool:
    """Whether the verdict is not the one of the case; a judge that breaks down is noticed too.

    The hash of the play is left aside: it holds the rules in force, and would notice without a judge.
    """
    expected = {key: value for key, value in known.case.expected.items() if key != "play_sha256"}
    try:
        return bool(differences(expected, examine_item(known.item).data()))
    except Exception:
        return True


@contextmanager
def without_rule(game: str, code: str) -> Iterator[None]:
    """The judge of a game never finds the fault of that code."""
    play = part(game, "play")

    def forgetting(real: Callable[..., Any]) -> Callable[..., Any]:
        def judge(*given: Any) -> Any:
            fault = real(*given)
            return None if fault is not None and fault.code == code else fault

        return judge

    names = ("judge", "judge_deal", "warn_deal")
    begin = play.begin

    def beginning(options: Any, players: int, rules: Any, start: Any) -> Any:
        state = begin(options, players, rules, start)
        if getattr(state, "code", None) == code:
            raise LookupError("there is no state without this rule")
        return state

    with (
        mock.patch.multiple(play, **{name: forgetting(getattr(play, name)) for name in names}, begin=beginning),
        mock.patch.dict(in_force._known, clear=True),
    ):
        yield


@contextmanager
def with_option(game: str, option: str, value: Any) -> Iterator[None]:
    """The judge of a game takes that value of an option, whatever the record says; None: the one by the players."""
    options = part(game, "options")
    real = options.in_force

    def forgetting(rules: Any, players: int) -> Any:
        chosen = real(rules, players)
        forced = real(None, players).get(option) if value is None else value
        if option in chosen:
            chosen[option] = forced
        return chosen

    with mock.patch.object(options, "in_force", forgetting), mock.patch.dict(in_force._known, clear=True):
        yield


def rules_of(game: str, known: Iterable[Known]) -> Iterator[Line]:
    for rule in part(game, "rules").RULES:
        shown = [one for one in known if any(finding["code"] == rule.code for finding in one.case.expected["findings"])]
        with without_rule(game, rule.code):
            yield Line(game, rule.code, len(shown), any(map(differs, shown)))


def options_of(game: str, known: list[Known]) -> Iterator[Line]:
    options = part(game, "options")
    for key in keys(options.Rules):
        if key.name == "preset":
            continue
        default = options.DEFAULTS.get(key.name)
        held: dict[Any, list[Known]] = {}
        for one in known:
            declared = (one.record or {}).get("rules", {})
            preset = options.PRESETS[declared.get("preset", "classic")]
            value = declared.get(key.name, preset.get(key.name, default))
            word = "another number" if isinstance(key.node, Integer) and value != default else value
            held.setdefault(word, []).append(one)
        for value, those in held.items():
            if value is not None:
                forced = default if value != default else _another(key.node, default)
                with with_option(game, key.name, forced):
                    yield Line(game, f"{key.name} = {_word(value)}", len(those), any(map(differs, those)))


def _word(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _another(node: Node, default: Any) -> Any:
    """A value of an option that is not the default."""
    match node:
        case Enum(values=values):
            return next(value for value in values if value != default)
        case Boolean():
            return not default
        case Integer(most=most):
            return default + 1 if default < most else default - 1
    raise TypeError(node)


def lines(game: str) -> Iterator[Line]:
    """Every rule and every value of an option of a game."""
    known = corpus()[game]
    yield from rules_of(game, known)
    yield from options_of(game, known)


def main() -> int:
    unnoticed = 0
    for line in chain.from_iterable(map(lines, GAMES)):
        unnoticed += not line.noticed
        print(f"{line.game:<14} {line.what:<44} {line.cases:>4} cases   {'noticed' if line.noticed else 'NOT NOTICED'}")
    print(f"{unnoticed} would not be noticed")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
