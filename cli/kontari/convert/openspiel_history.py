"""A history of OpenSpiel's ``crazy_eights`` as a record.

OpenSpiel loads illegal histories too; they are converted as they stand.
"""

from collections.abc import Callable, Sequence
from typing import Any

from kontari import __version__
from kontari.convert import ConversionError
from kontari.convert.json_document import shown
from kontari.convert.openspiel_game import (
    CARDS,
    DRAW,
    FIRST_DEALER,
    FIRST_SUIT,
    GAME,
    PASS,
    Table,
    hand_size,
    parameters,
    rules_of,
)
from kontari.core.cards import SUITS
from kontari.record.reading import VERSION

Json = dict[str, Any]
Place = Callable[[int], str]
"""Where an action of a history (by index) stands, in words."""


def record_of(game: str, history: Sequence[Any], at: str, place: Place) -> Json:
    """The record of a history; ``at``: where the game string stands. Raises ConversionError."""
    given = parameters(game, at)
    actions = _Actions(history, place)
    deal = _read_deal(actions, given["players"])
    table = Table(given, deal["dealer"], deal["starter"][-1])
    moves = []
    while actions.left():
        moves.append(_read_move(actions, table))
    return {
        "kontari": VERSION,
        "game": GAME,
        "rules": rules_of(given),
        "players": [{"name": str(seat)} for seat in range(given["players"])],
        "rounds": [{"deal": deal, "moves": moves}],
        "meta": {"software": f"kontari {__version__}", "source": f"OpenSpiel {game.strip()}"},
    }


class _Actions:
    """A history read from its beginning to its end. Every error names the action it stopped at."""

    def __init__(self, history: Sequence[Any], place: Place) -> None:
        self.history = history
        self.place = place
        self.index = 0

    def left(self) -> bool:
        return self.index < len(self.history)

    def next(self, wanted: str) -> int:
        if not self.left():
            raise ConversionError(f"the history ends where {wanted} is due", self.place(self.index))
        action = self.history[self.index]
        self.index += 1
        if isinstance(action, bool) or not isinstance(action, int):
            raise self.error(action, wanted)
        return action

    def card(self, wanted: str) -> str:
        action = self.next(wanted)
        if not 0 <= action < len(CARDS):
            raise self.error(action, wanted)
        return CARDS[action]

    def error(self, action: Any, wanted: str) -> ConversionError:
        return ConversionError(f"{shown(action)} stands where {wanted} is due", self.place(self.index - 1))


def _read_deal(actions: _Actions, players: int) -> Json:
    wanted = f"the dealer ({FIRST_DEALER} to {FIRST_DEALER + players - 1})"
    action = actions.next(wanted)
    dealer = action - FIRST_DEALER
    if not 0 <= dealer < players:
        raise actions.error(action, wanted)
    hands: list[list[str]] = [[] for _ in range(players)]
    for number in range(players * hand_size(players)):
        seat = (dealer + 1 + number) % players
        hands[seat].append(actions.card(f"a card dealt to player {seat}"))
    starter = [actions.card("the starter")]
    while starter[-1][0] == "8":
        starter.append(actions.card("another starter after an eight"))
    return {"dealer": dealer, "hands": hands, "starter": starter}


def _read_move(actions: _Actions, table: Table) -> Json:
    wanted = f"an action of player {table.turn}"
    seat, action = table.turn, actions.next(wanted)
    if action == DRAW:
        drawn = [actions.card(f"a card drawn by player {seat}") for _ in range(table.due())]
        table.draw()
        return {"action": "draw", "seat": seat, "cards": drawn}
    if action == PASS:
        table.pass_on()
        return {"action": "pass", "seat": seat}
    if not 0 <= action < len(CARDS):
        raise actions.error(action, wanted)
    token = CARDS[action]
    move = {"action": "play", "seat": seat, "card": token}
    if token[0] == "8" and not table.ends_hand():
        move["suit"] = _read_suit(actions, seat)
    table.play(token)
    return move


def _read_suit(actions: _Actions, seat: int) -> str:
    wanted = f"the suit named by player {seat} ({FIRST_SUIT} to {FIRST_SUIT + 3})"
    action = actions.next(wanted)
    if not FIRST_SUIT <= action < FIRST_SUIT + len(SUITS):
        raise actions.error(action, wanted)
    return SUITS[action - FIRST_SUIT]
