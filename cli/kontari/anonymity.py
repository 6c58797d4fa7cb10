"""Records without names: who plays is a pseudonym that only the holder of the key can find again."""

import hmac
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from kontari.asides import without_own_keys_but
from kontari.record.envelope import Event, Meta
from kontari.record.nodes import keys

DIGITS = 16
"""Hexadecimal digits of a pseudonym: among a million players two share one with a chance of 1 in 30 million."""

_EVENT = tuple(key.name for key in keys(Event))
_GONE = ("site", "date")
_NAMED = ("name", "match")
_OF_MOVES = ("note", "at", "elapsed_ms")

KEEPABLE = (
    *("rating", "sides", "$schema"),
    *(f"event.{name}" for name in _EVENT),
    *(f"meta.{key.name}" for key in keys(Meta)),
    *_OF_MOVES,
)
"""What is scrubbed unless it is kept by name, beside ``x-`` keys."""


class Named(NamedTuple):
    """What a pseudonym stands for: ``kind`` is player, side, or the key of the event."""

    pseudonym: str
    kind: str
    name: str
    id: str


class Pseudonyms:
    """Pseudonyms by a secret key: the same name has the same one in every record and every run with that key.

    ``given`` are those given so far, with what they stand for, where ``remember`` is set.
    """

    def __init__(self, key: bytes, remember: bool = False) -> None:
        self._key = key
        self._remember = remember
        self._given: dict[Named, None] = {}

    @property
    def given(self) -> Iterator[Named]:
        """The pseudonyms given so far, the oldest first."""
        yield from self._given

    def of_player(self, player: dict[str, Any]) -> str:
        """The pseudonym of a player: of the ``id``, or of the name of who has none."""
        who = player.get("id", player["name"])
        return self._of("P", "player", who, player["name"], player.get("id", ""))

    def of_side(self, name: str) -> str:
        """The pseudonym of a side."""
        return self._of("S", "side", name, name)

    def of_event(self, key: str, value: str | int) -> str:
        """The pseudonym of what an event says under a key."""
        return self._of("E", f"event.{key}", str(value), str(value))

    def _of(self, letter: str, kind: str, identity: str, name: str, id_: str = "") -> str:
        # The kind is part of what is hashed, so that a player and a side of one name are not seen to share it.
        digest = hmac.digest(self._key, f"{kind}\0{identity}".encode(), "sha256").hex()
        pseudonym = f"{letter}-{digest[:DIGITS]}"
        if self._remember:
            self._given[Named(pseudonym, kind, name, id_)] = None
        return pseudonym


def anonymized(data: dict[str, Any], pseudonyms: Pseudonyms, keep: Collection[str] = ()) -> dict[str, Any]:
    """A well-formed record without names, as JSON values: the same play, the same verdict and scores.

    keep: names out of ``KEEPABLE`` and of ``x-`` keys that stay as they are.
    """
    made: dict[str, Any] = without_own_keys_but(keep, data)
    made["players"] = [_player(player, pseudonyms, keep) for player in made["players"]]
    if "sides" in made and "sides" not in keep:
        made["sides"] = [pseudonyms.of_side(name) for name in made["sides"]]
    made["event"] = dict(_event(made.get("event", {}), pseudonyms, keep))
    made["meta"] = {key: value for key, value in made.get("meta", {}).items() if _stays(f"meta.{key}", keep)}
    made["rounds"] = [
        {**round_, "moves": [{key: move[key] for key in move if key not in _OF_MOVES or key in keep} for move in moves]}
        for round_ in made["rounds"]
        for moves in (round_["moves"],)
    ]
    gone = {key for key in ("event", "meta") if not made[key]}
    if "$schema" not in keep:
        gone.add("$schema")
    return {key: value for key, value in made.items() if key not in gone}


def _player(player: dict[str, Any], pseudonyms: Pseudonyms, keep: Collection[str]) -> dict[str, Any]:
    own = {key: value for key, value in player.items() if key.startswith("x-")}
    rating = {"rating": player["rating"]} if "rating" in player and "rating" in keep else {}
    return {"name": pseudonyms.of_player(player), **rating, **own}


def _event(event: dict[str, Any], pseudonyms: Pseudonyms, keep: Collection[str]) -> Iterator[tuple[str, Any]]:
    """What stays of an event: what was kept by name, small numbers, and pseudonyms by which it can be told apart."""
    for key, value in event.items():
        if key.startswith("x-") or f"event.{key}" in keep:
            yield key, value
        elif key in _NAMED or (isinstance(value, str) and key not in _GONE):
            yield key, pseudonyms.of_event(key, value)
        elif key not in _GONE:
            yield key, value


def _stays(name: str, keep: Collection[str]) -> bool:
    return name not in KEEPABLE or name in keep
