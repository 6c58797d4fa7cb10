"""A record that is to be converted, as its own reader gives it."""

from collections.abc import Mapping
from typing import Any

import msgspec

from kontari.convert import ConversionError
from kontari.record.decode import typed
from kontari.record.reading import VERSION, without_own_keys


def match_of(record: Mapping[str, Any], game: str) -> Any:
    """The match that a record (JSON values) is. Raises ConversionError where it is none of that game."""
    if record.get("game") != game:
        raise ConversionError(f'the game is "{record.get("game")}", not {game}', "/game")
    try:
        return typed(game, without_own_keys(record))
    except msgspec.ValidationError as error:
        raise ConversionError(f"not a record: {error}") from None


def typed_rules(game: str, rules: Mapping[str, Any]) -> Any:
    """The ``rules`` of a record of that game. Raises msgspec.ValidationError."""
    empty = {"kontari": VERSION, "game": game, "rules": rules, "players": [{"name": "0"}, {"name": "1"}], "rounds": []}
    return typed(game, empty).rules
