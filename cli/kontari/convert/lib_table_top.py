"""lib_table_top's history of a game of Crazy Eights: a seed and what each seat did, read only.

The deck is dealt again out of the seed: the base deck is shuffled (Fisher–Yates from the end) with the
words of ChaCha20, dealt in blocks, and drawn from its end; where the pile ran out, the same generator
goes on to shuffle the discards. Where the seed cannot be read, hands and draws are unseen, and the
user must say the starter, which no record leaves open.

The history holds no seats: its n-th item is a whole turn of seat n modulo the players. A draw ends the
turn there, and so becomes a draw and a pass; a draw of nothing is a pass.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from kontari import __version__
from kontari.convert import ConversionError, Converted, Loss, Wish
from kontari.convert.json_document import Node, documents
from kontari.core.cards import UNSEEN
from kontari.record.reading import VERSION

Json = dict[str, Any]

GAME = "crazy-eights"
RANKS = "A23456789TJQK"
SUITS = {"Clubs": "C", "Diamonds": "D", "Hearts": "H", "Spades": "S"}
BASE_DECK = tuple(rank + suit for suit in "HSDC" for rank in "AKQJT98765432")
CARDS = 52
SETTINGS = {"starter": "the card turned up first, such as 4D, where the seed cannot be read"}
NO_WISH = Wish()

RULES = {
    "preset": "classic",
    "decks": 1,
    "starter_eight": "plain",
    "max_draws": 1,
    "draw_when_able": False,
    "pass_rule": "free",
    "stock_out": "reshuffle",
    "max_rounds": 1,
}
_MOST_USUAL_PLAYERS = 7

_SEED = re.compile(r"[0-9a-fA-F]{64}")
_MASK = 2**32 - 1


def sniff(head: str) -> bool:
    """Whether a text that begins so is such a history."""
    return head.lstrip().startswith("{") and '"number_of_players"' in head and '"settings"' in head


def read(lines: Iterable[str], wish: Wish = NO_WISH) -> Iterator[Converted]:
    """The histories of a text as records: one, or one a line. A bad one is a ConversionError in its place."""
    for line, root in documents(lines):
        try:
            if isinstance(root, ConversionError):
                raise root
            yield Converted(line, *_record(root, wish))
        except ConversionError as error:
            yield Converted(line, error)


def _record(root: Node, wish: Wish) -> tuple[Json, Sequence[Loss]]:
    if "observer_view" in root.keys():  # noqa: SIM118
        raise root.error("what one player saw at one moment, not the history of a game")
    settings = root["settings"]
    players = settings["number_of_players"].integer(2, 8)
    seed = _seed(settings)
    table = _Table(players, seed, _starter(settings, seed, wish))
    deal = table.deal()
    for number, item in enumerate(root["history"].items()):
        _turn(item, number % players, table)
    source = "lib_table_top" if seed is None else f"lib_table_top, seed {seed.hex()}"
    record = {
        "kontari": VERSION,
        "game": GAME,
        "rules": RULES | ({"max_players": players} if players > _MOST_USUAL_PLAYERS else {}),
        "players": [{"name": f"P{seat + 1}"} for seat in range(players)],
        "rounds": [{"deal": deal, "moves": table.moves}],
        "meta": {"software": f"kontari {__version__}", "source": source},
    }
    unreadable = settings.get("seed") if seed is None else None
    return record, () if unreadable is None else (Loss("a seed that cannot be read", unreadable.place),)


def _seed(settings: Node) -> bytes | None:
    found = settings.get("seed")
    if found is None or not isinstance(found.value, str) or not _SEED.fullmatch(found.value):
        return None
    return bytes.fromhex(found.value)


def _starter(settings: Node, seed: bytes | None, wish: Wish) -> str | None:
    """The starter that the user says; it is wanted where the seed cannot be read."""
    said = wish.settings.get("starter")
    if said is not None and said not in BASE_DECK:
        raise ConversionError(f"the starter {said} is no card (--set starter=4D)")
    if said is None and seed is None:
        place = settings.get("seed") or settings
        raise place.error(
            "the seed is not 64 hexadecimal digits, so that nothing tells the starter; say it: --set starter=4D"
        )
    return said


# The turns


def _turn(item: Node, seat: int, table: "_Table") -> None:
    if isinstance(item.value, str):
        item.word(["Draw"])
        table.draw(seat)
        return
    keys = item.keys()
    if keys == ["Play"]:
        table.play(seat, _card(item["Play"]), None)
    elif keys == ["PlayEight"]:
        card, suit = item["PlayEight"].items(2, 2)
        table.play(seat, _card(card), SUITS[suit.word(SUITS)])
    else:
        raise item.error("neither Draw nor an object with the one key Play or PlayEight")


def _card(node: Node) -> str:
    rank, suit = node.items(2, 2)
    return RANKS[rank.integer(1, len(RANKS)) - 1] + SUITS[suit.word(SUITS)]


class _Table:
    """The pile and the discards, played from the beginning; ``moves`` is what was done.

    Without a seed every card of hands and pile is unseen.
    """

    def __init__(self, players: int, seed: bytes | None, starter: str | None) -> None:
        self.players = players
        self.moves: list[Json] = []
        self._random = None if seed is None else _Random(seed)
        size = 7 if players == 2 else 5
        deck = [UNSEEN] * CARDS if self._random is None else self._random.shuffled(BASE_DECK)
        dealt = players * size
        self._hands = [deck[size * seat : size * (seat + 1)] for seat in range(players)]
        self._top = deck[dealt] if starter is None or self._random is not None else starter
        if starter is not None and starter != self._top:
            raise ConversionError(f"the starter {starter} was said, and the seed deals {self._top}")
        self._pile = deck[dealt + 1 :]  # the top last
        self._under: list[str] = []  # the discards below the top, the oldest first

    def deal(self) -> Json:
        """The deal, before anything is played."""
        deal = {"dealer": self.players - 1, "hands": self._hands, "starter": [self._top]}
        return deal if self._random is None else deal | {"stock": self._pile[::-1]}

    def play(self, seat: int, card: str, suit: str | None) -> None:
        """A card is laid; an eight names a suit."""
        self._under.append(self._top)
        self._top = card
        move = {"action": "play", "seat": seat, "card": card}
        self.moves.append(move if suit is None else move | {"suit": suit})

    def draw(self, seat: int) -> None:
        """A card is drawn, if there is one, and the turn is over."""
        if not self._pile and self._under:
            self._renew()
        if self._pile:
            self.moves.append({"action": "draw", "seat": seat, "cards": [self._pile.pop()]})
        self.moves.append({"action": "pass", "seat": seat})

    def _renew(self) -> None:
        under, self._under = self._under, []
        if self._random is None:
            self._pile = [UNSEEN] * len(under)
            self.moves.append({"action": "reshuffle"})
        else:
            self._pile = self._random.shuffled(under)
            self.moves.append({"action": "reshuffle", "stock": self._pile[::-1]})


# The generator


class _Random:
    """ChaCha with 20 rounds, a seed of 32 bytes as its key and a block counter from 0."""

    def __init__(self, seed: bytes) -> None:
        self._words = _words(seed)

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound`` - 1, each as likely."""
        zone = (bound << (32 - bound.bit_length())) - 1
        while True:
            high, low = divmod(next(self._words) * bound, 2**32)
            if low <= zone:
                return high

    def shuffled(self, cards: Iterable[str]) -> list[str]:
        """The cards in another order."""
        mixed = list(cards)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed


def _words(seed: bytes) -> Iterator[int]:
    """The words of the stream, block after block."""
    constants = _little_endian(b"expand 32-byte k")
    key = _little_endian(seed)
    counter = 0
    while True:
        start = [*constants, *key, counter & _MASK, counter >> 32, 0, 0]
        mixed = start[:]
        for _ in range(10):
            for column in range(4):
                _quarter(mixed, column, 4 + column, 8 + column, 12 + column)
            for column in range(4):
                _quarter(mixed, column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4)
        yield from ((one + other) & _MASK for one, other in zip(mixed, start, strict=True))
        counter += 1


def _little_endian(data: bytes) -> list[int]:
    return [int.from_bytes(data[index : index + 4], "little") for index in range(0, len(data), 4)]


def _quarter(words: list[int], a: int, b: int, c: int, d: int) -> None:
    for turned, first in ((16, True), (12, False), (8, True), (7, False)):
        one, other, third = (a, b, d) if first else (c, d, b)
        words[one] = (words[one] + words[other]) & _MASK
        word = words[third] ^ words[one]
        words[third] = (word << turned | word >> (32 - turned)) & _MASK
