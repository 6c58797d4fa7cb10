"""The integers of deals and moves of Rummikub: the place of a word in the list. It only grows, at its end."""

from kontari.core.vocabulary import Word, array, arrays, digits, items, seats, values

_NUMBERED = tuple(f"{colour}{number}" for colour in "rbok" for number in range(1, 14))

WORDS: tuple[Word, ...] = (
    *values("action", ("meld",)),
    Word({"action": "draw"}, opens="tiles"),
    *values("action", ("pass",)),
    *(Word({"action": "penalty", "reason": reason}, opens="tiles") for reason in ("time", "invalid")),
    *seats("seat", begins=True),
    *arrays("put"),
    *arrays("take"),
    *arrays("opening"),
    array("tiles"),
    Word({"attempt": {}}),
    *arrays("attempt.put"),
    *arrays("attempt.take"),
    *arrays("attempt.opening"),
    array("attempt.tiles"),
    *arrays("attempt.table_after"),
    array("lost"),
    *arrays("table_after"),
    *items((*_NUMBERED, "J", "??", *(f"J={tile}" for tile in _NUMBERED))),
    *seats("first"),
    *arrays("racks"),
    array("pool"),
    array("start_draws"),
    *arrays("table"),
    array("opened"),
    *items((False, True)),
    *digits(),
)
