"""Rummikub logs that hold the whole table after each turn: read only.

``rummiarena`` are the frames of that server (see its module). ``generic`` is what many small servers store
(``turn_logs``): turns with a seat and the table after them, where the names of keys, the syntax of tiles and house
rules are settings.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from kontari.convert import ConversionError, Converted, Wish
from kontari.convert.own_match import typed_rules
from kontari.convert.rummiarena import games
from kontari.convert.table_game import GAME
from kontari.convert.turn_logs import KEYS, TurnLog, syntax
from kontari.games.rummikub.options import OPTION_NAMES

Json = dict[str, Any]

DIALECTS = ("rummiarena", "generic")

SETTINGS: Mapping[str, str] = {
    **KEYS,
    "tile": "how tiles are written, such as {colour}{number}{copy}",
    "colours": "the source's colours, such as R=r,B=b,Y=o,K=k",
    "joker_names": "the source's names of a joker, such as JK1,JK2",
    "order": "given (a joker's place in a list is its place in the run) or free (it is not)",
    "preset": "the preset of the rules",
    **dict.fromkeys(OPTION_NAMES, "an option of the rules"),
}

_FRAME = re.compile(r'\s*\{\s*"type"\s*:\s*"[A-Z_]+"\s*,\s*"payload"\s*:')
_ARENA_ONLY = ("seat", "order", "preset", *OPTION_NAMES)
NO_WISH = Wish()


def sniff(head: str) -> bool:
    """Whether a text begins as frames of RummiArena do."""
    return _FRAME.match(head) is not None


def check(wish: Wish) -> None:
    """Raises ConversionError where the dialect or a setting is none."""
    if wish.dialect is None:
        raise ConversionError(f"say which dialect it is: --dialect {' or '.join(DIALECTS)}")
    if wish.settings.get("order", "given") not in ("given", "free"):
        raise ConversionError(f"order={wish.settings['order']} is neither given nor free")
    _rules(wish)
    if wish.dialect == "generic":
        syntax(wish)
        return
    for name in wish.settings:
        if name not in _ARENA_ONLY:
            raise ConversionError(f"{name} is a parameter of the generic dialect only")
    if not re.fullmatch("[0-9]{1,2}", wish.settings.get("seat", "0")):
        raise ConversionError(f"seat={wish.settings['seat']} is no seat; they count from 0")


def read(lines: Iterable[str], wish: Wish = NO_WISH) -> Iterator[Converted]:
    """The games of a text as records, each with the line (from 1) on which it begins.

    A game that cannot be read is a ConversionError in its place.
    """
    check(wish)
    if wish.dialect == "rummiarena":
        yield from games(lines, wish, _rules(wish))
    else:
        yield from TurnLog(wish, _rules(wish)).games(lines)


def _rules(wish: Wish) -> Json:
    """The rules that are said. Raises ConversionError where they are none."""
    rules: Json = {"preset": wish.settings.get("preset", "classic")}
    for name in OPTION_NAMES:
        if name in wish.settings:
            value = wish.settings[name]
            if re.fullmatch("[0-9]{1,15}", value):
                rules[name] = int(value)
            else:
                rules[name] = {"true": True, "false": False}.get(value, value)
    try:
        typed_rules(GAME, rules)
    except msgspec.ValidationError as error:
        raise ConversionError(f"the rules: {error}") from None
    return rules
