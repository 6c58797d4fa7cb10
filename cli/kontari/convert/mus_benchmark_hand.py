"""One hand in a log of mus-benchmark, as a round of a record.

There a discard is served at once; in the record the discards of an exchange stand before its draws. Both are read
from the change of the hands.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kontari.convert.json_document import Node
from kontari.core.cards import UNSEEN

Json = dict[str, Any]
Hands = list[list[str]]

SEATS = 4
HAND = 4
STOCK = 40 - SEATS * HAND
OWN = "x-mus-benchmark"

_RANK_NAMES = ("as", "dos", "tres", "cuatro", "cinco", "seis", "siete", "sota", "caballo", "rey")
RANKS = dict(zip(_RANK_NAMES, "A234567SCR", strict=True))
SUITS = {"oros": "o", "copas": "c", "espadas": "e", "bastos": "b"}
NAMES = {f"{rank} de {suit}": RANKS[rank] + SUITS[suit] for rank in RANKS for suit in SUITS}
"""Tokens by the program's name of a card."""
_NAME = {token: name for name, token in NAMES.items()}

SAID: Mapping[str, Json] = {
    "mus": {"action": "mus"},
    "no": {"action": "no-mus"},
    "tengo": {"action": "declare", "has": True},
    "no-tengo": {"action": "declare", "has": False},
    "envido": {"action": "bet", "stones": 2},
    "y-yo": {"action": "raise", "stones": 2},
    "quiero": {"action": "accept"},
    "no-quiero": {"action": "refuse"},
    "ordago": {"action": "ordago"},
}
"""The actions that always mean the same move; beside them ``discard``, ``paso`` and ``reenvido``."""
ACTIONS = (*SAID, "discard", "paso", "reenvido")
KEPT = ("hand_gain_a", "hand_gain_b", "points_a", "points_b", "vacas_a", "vacas_b", "vaca_delta_a", "vaca_delta_b")
"""What is kept of the end of a hand as it stands."""


def round_of(decisions: Sequence[Node], end: Node | None, lose: Callable[[str, str], None]) -> Json:
    """The round that the lines of a hand are; ``end`` is its closing line, if there is one.

    lose: told what is lost, with its place. Raises ConversionError.
    """
    first = decisions[0] if decisions else end
    assert first is not None
    dealt = end.get("dealt") if end is not None else None
    hands = _hands(decisions[0]["hands"]) if decisions else _hands(end["dealt"] if end is not None else first)
    if dealt is not None and _sets(_hands(dealt)) != _sets(hands):
        raise dealt.error("not the hands before the first decision")
    exchange = _Exchange(lose)
    moves: list[Json] = []
    for number, decision in enumerate(decisions):
        behind = decisions[number + 1] if number + 1 < len(decisions) else end
        if decision["action"].word(ACTIONS) != "discard":
            moves += exchange.moves()
            moves.append(_move(decision))
        after = None if behind is None else _hands(behind["hands"])
        _follow(decision, hands, after, exchange)
        hands = after or hands
    moves += exchange.moves() if exchange.is_whole() or end is not None else exchange.begun()
    made: Json = {
        "deal": {"mano": first["mano"].integer(0, SEATS - 1), "hands": _dealt(decisions, end)},
        "moves": moves,
    }
    if end is not None:
        kept = {key: end[key].integer() for key in KEPT if end.get(key) is not None}
        made |= {OWN: kept} if kept else {}
    return made


def _dealt(decisions: Sequence[Node], end: Node | None) -> Hands:
    return _hands(decisions[0]["hands"] if decisions or end is None else end["dealt"])


def _hands(node: Node) -> Hands:
    return [[_card(item) for item in node[str(seat)].items(HAND, HAND)] for seat in range(SEATS)]


def _card(node: Node) -> str:
    name = node.text()
    if name not in NAMES:
        raise node.wanted("a card such as rey de oros")
    return NAMES[name]


def _sets(hands: Hands) -> list[list[str]]:
    return [sorted(hand) for hand in hands]


def _move(decision: Node) -> Json:
    """The move of an action that is no discard."""
    action, seat = decision["action"].text(), decision["seat"].integer(0, SEATS - 1)
    if action == "paso":
        # Where there is a bet, a paso puts the player out of it.
        return {"action": "refuse" if decision["stake"].integer() else "pass", "seat": seat}
    if action == "reenvido":
        return {"action": "raise", "seat": seat, "stones": decision["stake"].integer()}
    return SAID[action] | {"seat": seat}


def _follow(decision: Node, before: Hands, after: Hands | None, exchange: "_Exchange") -> None:
    """What a decision did to the hands; only those of who discards may change."""
    seat = decision["seat"].integer(0, SEATS - 1)
    discards = decision["action"].value == "discard"
    if after is not None:
        changed = [other for other in range(SEATS) if sorted(before[other]) != sorted(after[other])]
        if changed and (not discards or changed != [seat]):
            other = next(other for other in changed if not discards or other != seat)
            raise decision["hands"].error(f"behind this the hand of seat {other} is another, though it threw nothing")
    if discards:
        exchange.throw(decision, seat, before[seat], None if after is None else after[seat])


class _Exchange:
    """An exchange as it goes on there, card by card, and the moves that it makes here."""

    def __init__(self, lose: Callable[[str, str], None]) -> None:
        self._lose = lose
        self._discards: list[Json] = []
        self._draws: list[tuple[Json, str]] = []
        self._pile = STOCK
        self._thrown = 0

    def is_whole(self) -> bool:
        return len(self._discards) == SEATS

    def throw(self, decision: Node, seat: int, before: list[str], after: list[str] | None) -> None:
        """A seat throws cards and is served at once."""
        thrown = _thrown(decision, before, after)
        kept = [card for card in before if card not in thrown]
        drawn = [UNSEEN] * len(thrown)
        if after is not None:
            drawn = [card for card in after if card not in kept]
            if len(drawn) != len(thrown):
                raise decision.error(f"{len(thrown)} cards are thrown, and {len(drawn)} are new in the hand")
        self._discards.append({"action": "discard", "seat": seat, "cards": thrown})
        self._serve(seat, drawn, decision.place)

    def _serve(self, seat: int, drawn: Sequence[str], place: str) -> None:
        part: list[str] = []
        for card in drawn:
            self._thrown += 1
            if not self._pile:
                self._pile, self._thrown = self._thrown, 0
                if part:
                    self._draws.append(({"action": "draw", "seat": seat, "cards": part}, place))
                self._draws.append(({"action": "reshuffle"}, place))
                part = []
            self._pile -= 1
            part.append(card)
        if part:
            self._draws.append(({"action": "draw", "seat": seat, "cards": part}, place))

    def moves(self) -> list[Json]:
        """The discards, and behind them the draws; the next exchange begins."""
        made = [*self._discards, *(draw for draw, _ in self._draws)]
        self._discards, self._draws = [], []
        return made

    def begun(self) -> list[Json]:
        """The discards of an exchange in which not all have thrown; nobody is served yet."""
        for _, place in self._draws:
            self._lose("cards drawn before all had thrown", place)
        return self._discards


def _thrown(decision: Node, before: list[str], after: list[str] | None) -> list[str]:
    """The cards thrown: those that left the hand, and of those named the ones that came back at once."""
    named = _named(decision, before)
    if after is None:
        if named is None:
            raise decision.error("the cards thrown are neither named nor seen")
        return named
    left = [card for card in before if card not in after]
    if named is not None and set(left) <= set(named):
        kept = [card for card in before if card not in named]
        if after[: len(kept)] == kept:
            return named
    return left


def _named(decision: Node, hand: Sequence[str]) -> list[str] | None:
    """The cards of a hand that are named, if so: each name throws every card that it is a part of."""
    raw = decision.get("raw_action")
    cards = raw.get("cards") if raw is not None else None
    if cards is None:
        return None
    thrown: list[str] = []
    for item in cards.items():
        name = item.text().strip().lower()
        found = [card for card in hand if card not in thrown and name and name in _NAME[card]]
        if not found:
            return None
        thrown += found
    return thrown
