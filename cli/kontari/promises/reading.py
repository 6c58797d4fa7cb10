"""Promises: from a file and from words on the command line, checked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kontari.core.fault import Fault
from kontari.games import part
from kontari.promises.shapes import Expectations
from kontari.record.document import DocumentError, faults_of_document, findings_in
from kontari.record.reading import MAX_BYTES
from kontari.record.text import parse, pointer


@dataclass(frozen=True, slots=True)
class Promises:
    """``games``: those that are played, None for any. ``required``: words of ``shapes.REQUIREMENTS``.

    ``rules``: by game a preset or None, and by option the values that are allowed.
    """

    games: frozenset[str] | None = None
    rules: Mapping[str, tuple[str | None, Mapping[str, Sequence[Any]]]] = field(default_factory=dict)
    required: frozenset[str] = frozenset()

    def requiring(self, words: Iterable[str]) -> "Promises":
        """The same with more requirements."""
        return Promises(self.games, self.rules, self.required | frozenset(words))


def read_promises(data: bytes) -> Promises:
    """The promises of a file. Raises DocumentError."""
    parsed = parse(data, MAX_BYTES)
    faults = parsed.faults or faults_of_document(Expectations, parsed.value, "one file of promises")
    faults = faults or list(_faults_of_rules(parsed.value.get("rules", {})))
    if faults:
        raise DocumentError(findings_in(parsed, faults))
    value = parsed.value
    games = value.get("games")
    return Promises(
        None if games is None else frozenset(games),
        {game: _allowed(rules) for game, rules in value.get("rules", {}).items() if not game.startswith("x-")},
        frozenset(value.get("require", ())),
    )


def _allowed(rules: Mapping[str, Any]) -> tuple[str | None, dict[str, Sequence[Any]]]:
    options = {name: values if isinstance(values, list) else [values] for name, values in rules.items()}
    preset = options.pop("preset", [None])[0]
    return preset, {name: values for name, values in options.items() if not name.startswith("x-")}


def _faults_of_rules(by_game: Mapping[str, Any]) -> Iterable[Fault]:
    """Games, options and values that there are not; the rules of a record are what says which there are."""
    from kontari.record.envelope import GAME_NAMES

    for game, rules in by_game.items():
        at = pointer(("rules", game))
        if game.startswith("x-"):
            continue
        if game not in GAME_NAMES:
            yield Fault("REC-S02", at, {"key": game, "near": f"; there are {', '.join(GAME_NAMES)}"}, whole=True)
            continue
        shape = part(game, "options").Rules
        if not isinstance(rules, dict):
            yield from _moved(faults_of_document(shape, rules, f"the rules of {game}"), at)
            continue
        for name, values in rules.items():
            several = isinstance(values, list) and name != "preset"
            for index, one in enumerate(values if several else [values]):
                found = faults_of_document(shape, {name: one}, f"the rules of {game}")
                yield from _moved(found, at, f"/{index}" if several else "")


def _moved(faults: Iterable[Fault], front: str, behind: str = "") -> Iterable[Fault]:
    return (fault._replace(at=f"{front}{fault.at}{behind}") for fault in faults)
