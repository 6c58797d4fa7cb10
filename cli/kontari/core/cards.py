"""The French pack: tokens, their order, and bags of cards.

Ranks run A 2 … 9 T J Q K, suits C D H S; ``ID`` numbers the cards 0 … 51 as 4 · rank + suit. A *bag*
is a dict from a token to how often it is there (1 or 2; a card that is not there has no key).
"""

from collections.abc import Iterable, Mapping
from functools import cache
from sys import intern
from typing import Any

RANKS = "A23456789TJQK"
SUITS = "CDHS"
TOKENS = tuple(intern(rank + suit) for rank in RANKS for suit in SUITS)
"""Interned, as the cards of a decoded record are: what is the same object needs no comparison."""
UNSEEN = "??"

ID = {token: card for card, token in enumerate(TOKENS)}
RANK = {token: RANKS.index(token[0]) for token in TOKENS}

OF_SUIT = {suit: frozenset(token for token in TOKENS if token[1] == suit) for suit in SUITS}
OF_RANK = tuple(frozenset(token for token in TOKENS if token[0] == rank) for rank in RANKS)

Bag = dict[str, int]


def add(bag: Bag, token: str) -> None:
    """One copy more."""
    bag[token] = bag.get(token, 0) + 1


def remove(bag: Bag, token: str) -> None:
    """One copy less. Raises KeyError where there is none."""
    if bag.pop(token) == 2:
        bag[token] = 1


def bag_of(tokens: Iterable[str]) -> Bag:
    """The bag of some cards."""
    bag: Bag = {}
    for token in tokens:
        bag[token] = bag.get(token, 0) + 1
    return bag


def listed(bag: Bag) -> list[str]:
    """The cards of a bag in the order of the pack, each as often as it is there."""
    return [token for token in sorted(bag, key=ID.__getitem__) for _ in range(bag[token])]


def deal_seen_by(deal: Mapping[str, Any], seat: int, held: str, pile: str) -> dict[str, Any]:
    """A deal as that seat saw it: under the key ``held`` what others hold is ``??``, and so is ``pile``, if told."""
    hands = [hand if other == seat else [UNSEEN] * len(hand) for other, hand in enumerate(deal[held])]
    hidden = {pile: [UNSEEN] * len(deal[pile])} if pile in deal else {}
    return {**deal, held: hands, **hidden}


@cache
def bits(tokens: frozenset[str]) -> int:
    """A set of cards as an int, bit ``ID`` set for each."""
    return sum(1 << ID[token] for token in tokens)
