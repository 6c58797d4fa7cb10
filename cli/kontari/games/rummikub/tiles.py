"""The tiles of Rummikub: tokens, their order, and bags of them.

A face is a colour (``r b o k``) and a number 1 … 13; ``ID`` numbers the faces 0 … 51 as 13 · colour + number - 1, and
the joker 52. A *bag* is a dict from a token to how often it is there; a tile that is not there has no key.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from sys import intern

from kontari.core.cards import Bag

COLOURS = "rbok"
LAST = 13
"""The highest number."""
FACES = tuple(intern(f"{colour}{number}") for colour in COLOURS for number in range(1, LAST + 1))
"""Interned, as the tiles of a decoded record are: what is the same object needs no comparison."""
JOKER = "J"
TOKENS = (*FACES, JOKER)
KINDS = len(TOKENS)
ID = {token: tile for tile, token in enumerate(TOKENS)}
NUMBER = {face: ID[face] % LAST + 1 for face in FACES}
BOUND = {f"J={face}": face for face in FACES}
"""The face for which each bound joker stands."""

WIDTH = 8
"""The bits of a *pile*: a bag as one int, in which the tile ``ID`` has the bits from ``WIDTH`` · ``ID`` on."""
_UNIT = {token: 1 << WIDTH * tile for token, tile in ID.items()}
SPARE = sum(unit << WIDTH - 1 for unit in _UNIT.values())
"""The highest bit of every tile of a pile, which no honest number reaches: it is lent in subtraction."""


def listed(bag: Mapping[str, int]) -> list[str]:
    """The tiles of a bag in the order of ``TOKENS``, each as often as it is there."""
    return [token for token in sorted(bag, key=ID.__getitem__) for _ in range(bag[token])]


def pile_of(bag: Mapping[str, int]) -> int:
    """A bag as a pile."""
    return sum([_UNIT[token] * count for token, count in bag.items()])


@lru_cache(maxsize=10_000)
def of_pile(pile: int) -> Bag:
    """A pile as a bag, which must not be changed; quick where few tiles are there."""
    bag: Bag = {}
    while pile:
        tile = ((pile & -pile).bit_length() - 1) // WIDTH
        count = pile >> WIDTH * tile & (1 << WIDTH) - 1
        bag[TOKENS[tile]] = count
        pile ^= count << WIDTH * tile
    return bag


def counts_of(bag: Mapping[str, int]) -> list[int]:
    """How often each tile is in a bag, by ``ID``."""
    counts = [0] * KINDS
    for token, number in bag.items():
        counts[ID[token]] = number
    return counts


def whole_set(options: Mapping[str, int]) -> list[int]:
    """How often each tile is in the box, by ``ID``."""
    return [options["copies"]] * len(FACES) + [options["jokers"]]


def values(joker: int) -> list[int]:
    """What each tile counts on a rack, by ``ID``; ``joker``: what a joker counts."""
    return [*map(NUMBER.__getitem__, FACES), joker]


def in_order(tokens: Sequence[str]) -> list[str]:
    """Tiles in the order of ``TOKENS``, what was not seen last."""
    return sorted(tokens, key=lambda token: ID.get(token, KINDS))
