"""Values of a position as words of one line, and read back."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from kontari.core.cards import UNSEEN

_INTEGER = re.compile("-?[0-9]{1,16}")

NONE = "-"
"""What an empty list is written as."""


class Codec(NamedTuple):
    """How one kind of value is written as a word without spaces, and read back.

    ``read`` raises ValueError for a word that is none.
    """

    write: Callable[[Any], str]
    read: Callable[[str], Any]


def _integer(word: str) -> int:
    if not _INTEGER.fullmatch(word):
        raise ValueError(word)
    return int(word)


def _plain(word: str) -> str:
    if not word:
        raise ValueError(word)
    return word


def listed(one: Codec, between: str = ",") -> Codec:
    """A list of such values."""
    return Codec(
        lambda values: between.join(map(one.write, values)) or NONE,
        lambda word: [] if word == NONE else [one.read(part) for part in word.split(between)],
    )


INTEGER = Codec(str, _integer)
WORD = Codec(str, _plain)
INTEGERS = listed(INTEGER)
WORDS = listed(WORD)
YES_OR_NO = listed(
    Codec({True: "yes", False: "no"}.__getitem__, lambda word: _choice(word, {"yes": True, "no": False}))
)


def _choice(word: str, choices: dict[str, Any]) -> Any:
    if word not in choices:
        raise ValueError(word)
    return choices[word]


def hidden(known: frozenset[str]) -> Codec:
    """Cards or tiles, of which those in a row that were not seen are counted: ``4C,8S,?3``."""

    def pieces(tokens: Sequence[str]) -> Iterator[str]:
        unseen = 0
        for token in [*tokens, ""]:
            if token == UNSEEN:
                unseen += 1
                continue
            if unseen:
                yield f"?{unseen}"
            unseen = 0
            if token:
                yield token

    def read(word: str) -> list[str]:
        found: list[str] = []
        for piece in [] if word == NONE else word.split(","):
            if piece.startswith("?"):
                count = _integer(piece[1:])
                if not 0 < count <= MOST - len(found):
                    raise ValueError(piece)
                found += [UNSEEN] * count
            elif piece in known:
                found.append(piece)
            else:
                raise ValueError(piece)
        return found

    return Codec(lambda tokens: ",".join(pieces(tokens)) or NONE, read)


MOST = 1_000
"""More cards than any pile holds."""


def pile(cards: Codec, key: str) -> Codec:
    """A stock or pool: ``{"count", key}``."""

    def read(word: str) -> dict[str, Any]:
        found = cards.read(word)
        return {"count": len(found), key: found}

    return Codec(lambda shown: cards.write(shown[key]), read)
