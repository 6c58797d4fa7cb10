"""The French pack as small integers: card = 4 · rank + suit, a set of cards = one int.

Ranks run A 2 … 9 T J Q K as 0 … 12, suits C D H S as 0 … 3. A *bag* holds each card at most
twice in one int: bit ``c`` for the first copy and bit ``52 + c`` for the second, which is set
only where the first is.
"""

from collections.abc import Iterable, Iterator

RANKS = "A23456789TJQK"
SUITS = "CDHS"
TOKENS = tuple(rank + suit for rank in RANKS for suit in SUITS)
UNSEEN = "??"

ID = {token: card for card, token in enumerate(TOKENS)}
BIT = {token: 1 << card for token, card in ID.items()}
PACK = (1 << 52) - 1
SECOND = 52

OF_SUIT = tuple(sum(1 << (4 * rank + suit) for rank in range(13)) for suit in range(4))
OF_RANK = tuple(0b1111 << (4 * rank) for rank in range(13))


def full_bag(decks: int) -> int:
    """Every card of one or two packs."""
    return PACK if decks == 1 else PACK | PACK << SECOND


def add(bag: int, bit: int) -> int:
    """The bag with one more copy of the card whose first-copy bit is given.

    Raises ValueError if it holds two already.
    """
    if not bag & bit:
        return bag | bit
    if bag & bit << SECOND:
        raise ValueError("a third copy")
    return bag | bit << SECOND


def remove(bag: int, bit: int) -> int:
    """The bag with one copy less; the card must be there."""
    second = bit << SECOND
    return bag ^ (second if bag & second else bit)


def copies(bag: int, bit: int) -> int:
    """How many copies (0, 1, 2) of a card the bag holds."""
    return (bag & bit != 0) + (bag & bit << SECOND != 0)


def cards(bag: int) -> Iterator[int]:
    """The card ids in a bag, each as often as it is there; the second copies come last."""
    while bag:
        low = bag & -bag
        bag ^= low
        yield (low.bit_length() - 1) % SECOND


def tokens(bag: int) -> list[str]:
    """The cards of a bag as tokens, ascending."""
    return [TOKENS[card] for card in sorted(cards(bag))]


def bag_of(names: Iterable[str]) -> int:
    """The bag of the given tokens. Raises ValueError on a third copy."""
    bag = 0
    for name in names:
        bit = BIT[name]
        bag = add(bag, bit) if bag & bit else bag | bit
    return bag
