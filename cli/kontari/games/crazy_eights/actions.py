"""The integers of deals and moves of Crazy Eights: the place of a word in the list. It only grows, at its end."""

from kontari.core.cards import SUITS, TOKENS, UNSEEN
from kontari.core.vocabulary import Word, array, arrays, digits, items, seats, values

WORDS: tuple[Word, ...] = (
    *(Word({"action": "play", "card": card}) for card in TOKENS),
    *(Word({"action": "play", "card": card, "suit": suit}) for card in TOKENS for suit in SUITS),
    Word({"action": "draw"}, opens="cards"),
    Word({"action": "pass"}),
    Word({"action": "reshuffle"}, begins=True),
    *(Word({"action": "penalty", "reason": reason}, opens="cards") for reason in ("last-card", "wrong-play", "other")),
    *seats("seat", begins=True),
    *items((*TOKENS, UNSEEN)),
    *seats("dealer"),
    *arrays("hands"),
    array("starter"),
    array("stock"),
    *values("suit", SUITS),
    *digits(),
)
