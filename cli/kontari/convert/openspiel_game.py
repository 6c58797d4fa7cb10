"""What a game of OpenSpiel's ``crazy_eights`` is: its parameters, its actions, and whose turn it is.

Card ids are 4 · rank + suit with ranks 2 … A and suits C D H S. A history begins with 52 + dealer,
the cards dealt and every starter turned up. Then 0–51 is a card played, 52 a draw (the cards drawn
follow), 53 a pass, and 54–57 the suit named with the eight before.
"""

import re
from collections.abc import Mapping
from typing import Any

from kontari.convert import ConversionError
from kontari.convert.json_document import shown
from kontari.core.cards import SUITS

Json = dict[str, Any]

GAME = "crazy-eights"
CARDS = tuple(rank + suit for rank in "23456789TJQKA" for suit in SUITS)
"""Tokens by OpenSpiel's card id."""

DRAW, PASS, FIRST_SUIT = 52, 53, 54
FIRST_DEALER = 52

DEFAULTS: Mapping[str, int | bool] = {
    "max_draw_cards": 5,
    "max_turns": 100,
    "players": 5,
    "reshuffle": False,
    "use_special_cards": False,
}
SPECIAL_RANKS = {"skip_rank": "Q", "reverse_rank": "A", "draw_rank": "2"}
LIMITS = {"players": (2, 15), "max_draw_cards": (1, 2**31 - 1), "max_turns": (1, 2**31 - 1)}
"""The least and most of the parameters that are numbers."""

_GAME = re.compile(r"crazy_eights(?:\((.*)\))?")
_INTEGER = re.compile(r"-?[0-9]{1,18}")


def action_of(digits: str) -> int | str:
    """An action; what is no such number as it stands, for the error that tells its place."""
    return int(digits) if _INTEGER.fullmatch(digits) else digits


def parameters(game: str, at: str = "") -> dict[str, int]:
    """All parameters of a game string such as ``crazy_eights(players=3)``; flags are 0 or 1.

    Raises ConversionError with the place ``at``.
    """
    found = _GAME.fullmatch(game.strip())
    if found is None:
        raise ConversionError(f"{shown(game)} is not a game of crazy_eights", at)
    given: dict[str, int] = {}
    for item in filter(None, (found[1] or "").split(",")):
        name, _, value = item.partition("=")
        if name not in DEFAULTS or name in given:
            raise ConversionError(f"parameter {shown(item)}: the name is unknown or stands twice", at)
        given[name] = _parameter(name, value, at)
    return {**{name: int(value) for name, value in DEFAULTS.items()}, **given}


def _parameter(name: str, value: str, at: str) -> int:
    if name in LIMITS:
        least, most = LIMITS[name]
        if _INTEGER.fullmatch(value) and least <= int(value) <= most:
            return int(value)
        raise ConversionError(f"parameter {name} is {shown(value)}, not a number from {least} to {most}", at)
    if value.lower() in ("true", "false"):
        return value.lower() == "true"
    raise ConversionError(f"parameter {name} is {shown(value)}, neither true nor false", at)


def rules_of(given: Mapping[str, int]) -> Json:
    """The ``rules`` of a record that parameters mean."""
    rules: Json = {
        "preset": "openspiel",
        "max_draws": given["max_draw_cards"],
        "max_plays": given["max_turns"],
    }
    if given["reshuffle"]:
        rules["stock_out"] = "reshuffle"
    if given["use_special_cards"]:
        rules |= SPECIAL_RANKS
    return rules


class Table:
    """Just enough of a hand to know whose move it is and how many cards a draw takes.

    It stands between ``play``, ``draw`` and ``pass`` of legal and illegal games alike, and goes on
    after an illegal move as OpenSpiel does where OpenSpiel goes on.
    """

    def __init__(self, given: Mapping[str, int], dealer: int, starter: str) -> None:
        self.players = given["players"]
        self.max_plays = given["max_turns"]
        self.special = bool(given["use_special_cards"])
        self.renews = bool(given["reshuffle"])
        self.sizes = [hand_size(self.players)] * self.players
        self.stock = (52 if self.players <= 5 else 104) - sum(self.sizes) - 1
        self.discards = 1
        self.direction = 1
        self.owed = 0
        self.plays = 0
        self.turn = dealer
        self._effect(starter)

    def ends_hand(self) -> bool:
        """Whether a card of the player to move would end the hand, so that no suit is named."""
        return self.sizes[self.turn] <= 1 or self.plays + 1 >= self.max_plays

    def due(self) -> int:
        """How many cards a draw of the player to move takes: one, or what he owes as far as cards go."""
        renewed = self.discards - 1 if self.renews else 0
        return max(1, min(self.owed, self.stock + renewed))

    def play(self, token: str) -> None:
        """The player to move lays a card."""
        self.plays += 1
        self.sizes[self.turn] -= 1
        self.discards += 1
        self._renew()
        self._effect(token)

    def draw(self) -> None:
        """The player to move draws what is due; a debt ends his turn."""
        for _ in range(self.due()):
            self.sizes[self.turn] += 1
            self.stock = max(0, self.stock - 1)
            self._renew()
        if self.owed:
            self.owed = 0
            self.pass_on()

    def pass_on(self, steps: int = 1) -> None:
        """The turn goes to the next player, or the next but one."""
        self.turn = (self.turn + steps * self.direction) % self.players

    def _renew(self) -> None:
        if self.renews and not self.stock:
            self.stock, self.discards = self.discards - 1, 1

    def _effect(self, token: str) -> None:
        rank = token[0] if self.special else ""
        if rank == "A":
            self.direction = -self.direction
        elif rank == "2" and self.stock:
            self.owed += 2
        self.pass_on(2 if rank == "Q" else 1)


def hand_size(players: int) -> int:
    """The cards dealt to each."""
    return 7 if players == 2 else 5
