"""The Spanish pack of forty: tokens and their order. Every card is there once."""

from sys import intern

RANKS = "RCS765432A"
SUITS = "oceb"
TOKENS = tuple(intern(rank + suit) for rank in RANKS for suit in SUITS)

ID = {token: card for card, token in enumerate(TOKENS)}
PACK = frozenset(TOKENS)

HAND = 4
"""The cards of a hand."""
