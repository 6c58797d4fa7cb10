"""How a source writes the tiles of Rummikub, said by a template instead of a program."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kontari.convert import ConversionError, Loss
from kontari.convert.json_document import Node, shown
from kontari.convert.two_tables import Lying, as_run
from kontari.core.cards import UNSEEN
from kontari.games.rummikub.tiles import COLOURS, JOKER, LAST

FIELDS = ("colour", "number", "copy")
WORDS: Mapping[str, str] = {"red": "r", "blue": "b", "orange": "o", "yellow": "o", "black": "k"}
"""What colours are called where nothing else is said, beside the letters of a record."""

_FIELD = re.compile(r"\{([^{}]*)\}")


class Tile(NamedTuple):
    """A tile as a record names it, and as the source does."""

    token: str
    name: str


class TileSyntax:
    """The tiles of one source.

    template: such as ``{colour}{number}{copy}``, for tiles that are text. colours: the source's words.
    jokers: the source's names of a joker. keys: those of colour, number and joker in a tile that is an object.
    """

    def __init__(
        self,
        template: str,
        colours: Mapping[str, str],
        jokers: Sequence[str],
        keys: Sequence[str] = ("colour", "number", "joker"),
    ) -> None:
        self._colours = dict(colours)
        self._jokers = frozenset(jokers)
        self._keys = tuple(keys)
        self._pattern = _pattern(template, self._colours)
        self.copies = "{copy}" in template
        """Whether a tile's name tells it from its twin."""

    def tile(self, value: Node) -> Tile:
        """The tile that a value names. Raises ConversionError."""
        if value.is_object:
            return self._object(value)
        text = value.text()
        if text in self._jokers:
            return Tile(JOKER, text)
        found = self._pattern.fullmatch(text)
        if found is None:
            raise value.error(f"{shown(text)} is no tile")
        return Tile(self._colours[found["colour"]] + str(int(found["number"])), text)

    def tiles(self, value: Node) -> list[Tile]:
        """The tiles of a list."""
        return [self.tile(item) for item in value.items()]

    def seen(self, value: Node) -> list[str]:
        """The tokens of a list in which ``null`` or ``??`` is a tile that was not seen."""
        return [UNSEEN if item.value in (None, UNSEEN) else self.tile(item).token for item in value.items()]

    def _object(self, value: Node) -> Tile:
        colour_key, number_key, joker_key = self._keys
        joker = value.get(joker_key)
        if joker is not None and joker.boolean():
            return Tile(JOKER, "")
        colour = value[colour_key]
        if colour.text() not in self._colours:
            raise colour.error(f"{shown(colour.value)} is no colour; known are {', '.join(self._colours)}")
        return Tile(self._colours[colour.text()] + str(value[number_key].integer(1, LAST)), "")


def _pattern(template: str, colours: Mapping[str, str]) -> re.Pattern[str]:
    """Raises ConversionError where the template cannot be one."""
    fields = _FIELD.findall(template)
    if sorted(fields) not in (["colour", "number"], ["colour", "copy", "number"]):
        raise ConversionError(
            f"tile={template} is no template: {{colour}} and {{number}} once each, and perhaps {{copy}} (one character)"
        )
    words = "|".join(re.escape(word) for word in sorted(colours, key=len, reverse=True))
    patterns = {"colour": f"(?P<colour>{words})", "number": "(?P<number>0?[1-9]|1[0-3])", "copy": "[0-9A-Za-z]"}
    parts = _FIELD.split(template)
    return re.compile("".join(patterns[part] if at % 2 else re.escape(part) for at, part in enumerate(parts)))


def lying(tiles: Node, syntax: TileSyntax, jokers_placed: bool, losses: list[Loss]) -> Lying:
    """A set of a table; at which end of a run a joker lies may be lost. Raises ConversionError."""
    found = syntax.tiles(tiles)
    tokens, either = as_run([tile.token for tile in found], jokers_placed)
    if either:
        what = f"at which end of {' '.join(tokens)} a joker lies"
        # The same set lies on the tables of many turns.
        if all(loss.what != what for loss in losses):
            losses.append(Loss(what, tiles.place))
    return Lying(tokens, tuple(tile.name for tile in found) if syntax.copies else None)


def colour_table(text: str) -> dict[str, str]:
    """The table in ``R=r,B=b,Y=o,K=k``. Raises ConversionError."""
    table = {}
    for item in text.split(","):
        word, _, colour = item.partition("=")
        if not word or colour not in COLOURS or len(colour) != 1 or word in table:
            raise ConversionError(f'colours={text} is no table of colours such as "R=r,B=b,Y=o,K=k" ({COLOURS})')
        table[word] = colour
    return table
