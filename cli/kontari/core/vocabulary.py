"""Words of which deals and moves are written as integers: what one of them says. Knows no game.

A game lists its words in ``actions.WORDS``; the integer of a word is its place in that list, which only ever grows
at its end.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

BASE = 100
"""Numbers that have no word of their own are written by digits of this base, the highest first."""


class Word(NamedTuple):
    """What one integer says; ``Vocabulary`` in ``kontari.record.action_ids`` writes and reads with them.

    says: keys with their values. opens: the key of an array, whose items come next; ``nested``: it is an array of
    arrays, and the items are one of them. counts: the key of a number, whose digits come next. item: an item of the
    open array. digit: a digit of the number. begins: a move begins with it. A key within an object is
    ``KEY.KEY``.
    """

    says: Mapping[str, Any] = {}
    opens: str | None = None
    nested: bool = False
    counts: str | None = None
    item: str | bool | None = None
    digit: int | None = None
    begins: bool = False


def items(tokens: Iterable[str | bool]) -> Iterator[Word]:
    """A word for each item that arrays hold."""
    return (Word(item=token) for token in tokens)


def digits() -> Iterator[Word]:
    """The words of which other numbers are made."""
    return (Word(digit=digit) for digit in range(BASE))


def values(key: str, of_key: Iterable[Any]) -> Iterator[Word]:
    """A word for each value of a key."""
    return (Word({key: value}) for value in of_key)


def seats(key: str, *, begins: bool = False) -> Iterator[Word]:
    """A word for each of the seats there may be at a table, and one before the digits of any other."""
    yield from (Word({key: seat}, begins=begins) for seat in range(16))
    yield Word(counts=key, begins=begins)


def array(key: str) -> Word:
    """The word that opens an array."""
    return Word(opens=key)


def arrays(key: str) -> Iterator[Word]:
    """The word of an array of arrays without any, and the one that opens the next of them."""
    yield Word({key: []})
    yield Word(opens=key, nested=True)
