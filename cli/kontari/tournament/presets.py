"""Lists of criteria by name: what some events and bodies are known to use."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from kontari.tournament.model import TieBreak

_SIZES = range(2, 8)
_THIRD = Fraction(1, 3)


class Preset(NamedTuple):
    """Changes of ``model.Points`` by field name, where the document says nothing itself, and the criteria in order."""

    points: Mapping[str, Any]
    tie_breaks: tuple[TieBreak, ...]


PRESETS: Mapping[str, Preset] = {
    "mus-liga": Preset(
        {},
        (
            TieBreak("direct-encounter", when="all-met", inner=("points", "games-difference"), again=True),
            TieBreak("games-difference"),
            TieBreak("games-for"),
        ),
    ),
    "mus-chicos": Preset({}, (TieBreak("games-for"), TieBreak("direct-encounter"))),
    "fide-swiss": Preset(
        {},
        (
            TieBreak("buchholz", cut_low=1),
            TieBreak("buchholz"),
            TieBreak("sonneborn-berger"),
            TieBreak("direct-encounter"),
        ),
    ),
    "mso-two": Preset(
        {},
        (
            TieBreak("direct-encounter", when="sweep", again=False),
            TieBreak("score-difference", drop_best=1),
            TieBreak("sonneborn-berger"),
        ),
    ),
    "mso-table": Preset(
        {},
        (
            TieBreak("last-table"),
            TieBreak("last-place"),
            TieBreak("score-share"),
            TieBreak("places"),
            TieBreak("direct-encounter", when="always", again=False),
            TieBreak("table-opponents", cut_low=2, cut_high=2),
        ),
    ),
    "rummikub-box": Preset(
        {"places": {size: (0,) * size for size in _SIZES}, "place_by": ("rounds-won", "score")},
        (TieBreak("rounds-won"), TieBreak("score")),
    ),
    "catan": Preset(
        {"places": {size: (1, *(0,) * (size - 1)) for size in _SIZES}, "shared_place": "share"},
        (TieBreak("score"), TieBreak("score-share")),
    ),
    "magic": Preset(
        {},
        (
            TieBreak("opponent-win-rate", floor=_THIRD),
            TieBreak("game-win-rate", floor=_THIRD),
            TieBreak("opponent-game-win-rate", floor=_THIRD),
        ),
    ),
}
"""Every preset by its name. The points of ``rummikub-box`` are nought: its first criterion is the games won."""


def expanded(name: str) -> Preset:
    """The points and criteria of a preset. Raises KeyError."""
    return PRESETS[name]
