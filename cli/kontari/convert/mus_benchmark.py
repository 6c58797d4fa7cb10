"""The decision log of mus-benchmark: whole matches of Mus with all four hands at every decision, read only.

A line is a JSON object, of kind ``decision`` (what a seat did, with the hands before it) or ``hand`` (how a
hand ended). Matches have no name: one begins where the number of the hand falls back. There a discard is
served at once; in the record the discards of an exchange stand before its draws. Both are read from the
change of the hands.

The program counts otherwise than any option here (a two is no ace, ties go to nobody, the count does not
stop), so that its points are kept under ``x-mus-benchmark`` and are no claims. It plays a number of hands
and no match, so that the record needs more juegos than there are hands. Where a log begins in the midst of
a match, its points are where the record starts.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from kontari import __version__
from kontari.convert import ConversionError, Converted, Loss, Wish
from kontari.convert.json_document import Node, begun, document
from kontari.core.cards import UNSEEN
from kontari.record.reading import VERSION

Json = dict[str, Any]
Hands = list[list[str]]

GAME = "mus"
SEATS = 4
HAND = 4
STOCK = 40 - SEATS * HAND
NO_WISH = Wish()
OWN = "x-mus-benchmark"

RULES = {
    "preset": "classic",
    "reshuffle_pool": "all-discards",
    "mus_corrido": False,
    "replies": "side",
    "raises": "double-or-plus-two",
    "deje": "last-accepted",
}
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

_LOST: Mapping[str, tuple[str, ...]] = {
    "times of the program's clock": ("t",),
    "thoughts": ("thought",),
    "reads of the others": ("read",),
    "signs seen": ("senas_delivered",),
    "tries that were rejected": ("rejections",),
    "marks of moves that the program made for a player": ("fallback",),
    "what the program says of winners and strength": (
        *("jugadas", "jugada_truth", "hand_winner"),
        *("lance_winner_truth", "would_win", "strength"),
    ),
}
_BEGINNING = re.compile(r"\s*\{\s*\"kind\"\s*:\s*\"(?:decision|hand)\"")


def sniff(head: str) -> bool:
    """Whether a text that begins so is such a log."""
    return _BEGINNING.match(head) is not None and ('"raw_action"' in head or '"locked_envites"' in head)


def read(lines: Iterable[str], wish: Wish = NO_WISH) -> Iterator[Converted]:
    """The matches of a log as records, each with the line on which it begins.

    Of the log no more than a hand is held. What is wrong in a match makes it a ConversionError, and does not
    end the reading: the next match is read.
    """
    match: _Match | None = None
    _, numbered = begun(lines)
    for number, text in numbered:
        if not text.strip():
            continue
        line = _Line(text, number)
        if match is not None and match.is_over_before(line):
            yield match.converted()
            match = None
        match = match or _Match(number)
        match.take(line)
    if match is not None:
        yield match.converted()


class _Line:
    """A line: its node, its kind and hand, or why it cannot be read."""

    def __init__(self, text: str, number: int) -> None:
        self.number = number
        self.error: ConversionError | None = None
        self.hand: int | None = None
        self.closes = False
        root = document(text, number)
        if isinstance(root, ConversionError):
            self.error = root
            return
        self.root = root
        try:
            self.closes = root["kind"].word(("decision", "hand")) == "hand"
            self.hand = root["hand"].integer()
        except ConversionError as error:
            self.error = error


class _Match:
    """A match as far as it was read: the rounds made, and the lines of the hand in play."""

    def __init__(self, line: int) -> None:
        self._line = line
        self._rounds: list[Json] = []
        self._names: list[Json] = [{"name": str(seat)} for seat in range(SEATS)]
        self._named = set[int]()
        self._start: Json = {}
        self._lost = Counter[str]()
        self._first_lost: dict[str, str] = {}
        self._error: ConversionError | None = None
        self._hand: int | None = None
        self._closed = False
        self._decisions: list[Node] = []

    def is_over_before(self, line: _Line) -> bool:
        """Whether a line is of another match: its hand is an earlier one, or this one, which is closed."""
        if line.hand is None or self._hand is None:
            return False
        return line.hand < self._hand or (line.hand == self._hand and self._closed)

    def take(self, line: _Line) -> None:
        """Read one more line; nothing but the place of a match matters behind an error."""
        if self._error is not None:
            self._hand, self._closed = self._hand if line.hand is None else line.hand, line.closes
            return
        try:
            self._take(line)
        except ConversionError as error:
            self._error = error
            self._decisions.clear()

    def _take(self, line: _Line) -> None:
        if line.error is not None:
            raise line.error
        if line.hand != self._hand:
            self._end_hand(None)
            if self._hand is not None and line.hand != self._hand + 1:
                raise line.root["hand"].error(f"hand {line.hand} follows hand {self._hand}")
            self._hand = line.hand
        self._closed = line.closes
        self._note_losses(line.root)
        if line.closes:
            self._end_hand(line.root)
        else:
            if not self._rounds and not self._decisions:
                self._start = _start(line.root)
            self._note_player(line.root)
            self._decisions.append(line.root)

    def _note_player(self, root: Node) -> None:
        seat = root["seat"].integer(0, SEATS - 1)
        name, model, learned = root.get("name"), root.get("model"), root.get("is_llm")
        if name is None or seat in self._named:
            return
        self._named.add(seat)
        own: Json = {} if model is None else {"model": model.text()}
        if learned is not None:
            own["is_llm"] = learned.boolean()
        self._names[seat] = {"name": name.text()} | ({OWN: own} if own else {})

    def _note_losses(self, root: Node) -> None:
        for what, keys in _LOST.items():
            held = [key for key in keys if root.value.get(key)]
            if held:
                self._lost[what] += 1
                self._first_lost.setdefault(what, root[held[0]].place)

    def _end_hand(self, end: Node | None) -> None:
        """Make a round of the hand in play; ``end`` is its closing line, if there is one."""
        if self._decisions or end is not None:
            self._rounds.append(_round(self._decisions, end, self._lose))
        self._decisions = []

    def _lose(self, what: str, place: str) -> None:
        self._lost[what] += 1
        self._first_lost.setdefault(what, place)

    def converted(self) -> Converted:
        """The match, once all its lines were read."""
        if self._error is None:
            try:
                self._end_hand(None)
            except ConversionError as error:
                self._error = error
        if self._error is not None:
            return Converted(self._line, self._error)
        record = {
            "kontari": VERSION,
            "game": GAME,
            "rules": {**RULES, "games_to_win": len(self._rounds) + 1},
            "players": self._names,
            **self._start,
            "rounds": self._rounds,
            "meta": {"software": f"kontari {__version__}", "source": "mus-benchmark"},
        }
        losses = [Loss(f"{what} ({number})", self._first_lost[what]) for what, number in self._lost.items()]
        return Converted(self._line, record, losses)


def _start(first: Node) -> Json:
    """Where a log begins in the midst of a match, by the points before its first decision."""
    points = [first.get("points_a"), first.get("points_b")]
    stones = [0 if one is None else one.integer() for one in points]
    return {"start": {"stones": stones}} if any(stones) else {}


# One hand


def _round(decisions: Sequence[Node], end: Node | None, lose: Callable[[str, str], None]) -> Json:
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
