"""Phrases of the text notation that every game writes and reads alike: lines of a deal, lists of cards or tiles."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from kontari.core.tree import Held, Member, Reference, Scalar, words

Spelling = Callable[[int], str]
"""How a seat is written."""

ENGLISH = ("en",)
"""The sets of words of a game in which nothing is said at the table."""


def line(head: str, items: Iterable[str]) -> str:
    """A line of items behind what they are."""
    return " ".join((head, *items))


def held(head: str, hands: Iterable[Sequence[str]], seat: Spelling) -> Iterator[str]:
    """The lines of what is dealt to each, seat by seat."""
    for number, hand in enumerate(hands):
        yield line(f"{head} {seat(number)}:", hand)


def listed(tokens: Iterable[str]) -> str:
    """The cards or tiles of a move."""
    return ",".join(tokens) or "none"


class Tokens:
    """Reads cards or tiles, each spelt as the record spells it; ``token`` of the parser is what introduces them."""

    def __init__(self, spelt: Callable[[str], str]) -> None:
        self.spelt = spelt

    def row(self, key: str, tokens: Iterable[Any], token: Any) -> Member:
        """A key that holds them."""
        return Member(key, words(tokens, token.start_pos, self.spelt), token.start_pos)

    def line(self, key: str) -> Callable[..., list[Member]]:
        """What becomes of a line of them."""
        return lambda token, *tokens: [self.row(key, tokens, token)]

    def held(self, token: Any, seat: Scalar | Reference, *tokens: Any) -> list[Held]:
        """What becomes of the line of what one seat is dealt."""
        return [Held(seat, words(tokens, token.start_pos, self.spelt), token.start_pos)]


def seated(key: str) -> Callable[..., list[Member]]:
    """What becomes of a line that names a seat."""
    return lambda token, seat: [Member(key, seat, token.start_pos)]
