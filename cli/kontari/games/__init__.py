"""The register of games, and how the parts of a game are reached.

A game is a folder whose files have the same names everywhere; a part is imported when it is
first asked for, so that judging a record loads neither prose nor generator.
"""

from functools import cache
from importlib import import_module
from types import ModuleType

GAMES = {
    "crazy-eights": "kontari.games.crazy_eights",
    "mus": "kontari.games.mus",
    "rummikub": "kontari.games.rummikub",
}


@cache
def part(game: str, name: str) -> ModuleType:
    """The module ``name`` (``record``, ``play``, ``tell``, …) of a game in the register.

    Raises KeyError for a game that is not registered.
    """
    return import_module(f"{GAMES[game]}.{name}")
