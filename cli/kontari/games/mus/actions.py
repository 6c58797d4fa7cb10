"""The integers of deals and moves of Mus: the place of a word in the list. It only grows, at its end."""

from kontari.core.vocabulary import Word, array, arrays, digits, items, seats, values

_CARDS = tuple(rank + suit for rank in "RCS765432A" for suit in "oceb")
_STONES = range(1, 41)
"""As many as the usual juego has; what is beyond is written by digits."""

WORDS: tuple[Word, ...] = (
    *values("action", ("mus", "no-mus")),
    Word({"action": "discard"}, opens="cards"),
    *values("action", ("stand",)),
    *(Word({"action": "declare", "has": has}) for has in (False, True)),
    *values("action", ("pass", "ordago", "accept", "refuse")),
    *(Word({"action": "bet", "stones": stones}) for stones in _STONES),
    Word({"action": "bet"}, counts="stones"),
    *(Word({"action": "raise", "stones": stones}) for stones in _STONES),
    Word({"action": "raise"}, counts="stones"),
    Word({"action": "draw"}, opens="cards"),
    Word({"action": "reshuffle"}, begins=True),
    Word({"action": "show"}, opens="cards"),
    *seats("seat", begins=True),
    Word(counts="stake"),
    *values("lance", ("grande", "chica", "pares", "juego", "punto")),
    *items((*_CARDS, "??")),
    *seats("mano"),
    *arrays("hands"),
    array("stock"),
    *values("exposed", (False, True)),
    *digits(),
)
