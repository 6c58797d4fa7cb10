"""Random numbers that any language can reproduce: SHA-256 over a key and a counter.

The *key* is the SHA-256 of six lines of UTF-8 text, joined by line feeds, with none at the end::

    the name and version of the generator     crazy-eights-1
    the seed, in decimal digits               7
    the index of the record, in digits        0
    the game                                  crazy-eights
    the rules, as canonical JSON              {"max_rounds":1,"preset":"classic"}
    the number of players, in digits          3

*Block* i (from 0) is the SHA-256 of the 32 bytes of the key followed by i as 8 bytes, the most
significant first. A block gives eight *words*: its bytes taken four at a time, the most
significant first. Everything is made of words, in order, each used once:

- ``below(n)`` takes words until one is less than the greatest multiple of n that is not above
  2^32; the answer is that word modulo n. ``below(1)`` takes a word too.
- ``choice(items)`` is the item at ``below(len(items))``, counted from 0.
- ``shuffle(items)`` goes from the last place down to the second: the item at place i changes
  places with the one at place ``below(i + 1)``.
- ``chance(percent)`` is whether ``below(100)`` is less than ``percent``.

So a record depends on what stands in the key and on nothing else: no record needs the one
before it, and no library's generator can change it.
"""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeVar

T = TypeVar("T")

WORDS = 2**32
"""How many values a word has, and the most that ``below`` can choose from."""

_BLOCK_WORDS = 8


def canonical(rules: Mapping[str, Any]) -> str:
    """Rules as written, in canonical JSON: keys sorted, no spaces, ``x-`` keys left out.

    The keys and values of rules are ASCII words, integers and booleans; a preset is not spelt out.
    """
    plain = {name: value for name, value in rules.items() if not name.startswith("x-")}
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


class Stream:
    """The random numbers of one record."""

    __slots__ = ("_block", "_key", "_words")

    def __init__(
        self, generator: str, seed: int, index: int, game: str, rules: Mapping[str, Any], players: int
    ) -> None:
        lines = (generator, str(seed), str(index), game, canonical(rules), str(players))
        self._key = sha256("\n".join(lines).encode()).digest()
        self._block = 0
        self._words: list[int] = []  # what is left of the present block, the next word last

    def _word(self) -> int:
        if not self._words:
            block = sha256(self._key + self._block.to_bytes(8, "big")).digest()
            self._block += 1
            self._words = [int.from_bytes(block[4 * i : 4 * i + 4], "big") for i in reversed(range(_BLOCK_WORDS))]
        return self._words.pop()

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each as likely as any other; n is from 1 to 2^32."""
        if not 0 < n <= WORDS:
            raise ValueError(f"below({n}): from 1 to {WORDS}")
        limit = WORDS - WORDS % n
        while (word := self._word()) >= limit:
            pass
        return word % n

    def chance(self, percent: int) -> bool:
        """True in so many of a hundred cases."""
        return self.below(100) < percent

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each place as likely as any other."""
        return items[self.below(len(items))]

    def shuffle(self, items: list[T]) -> None:
        """Bring the items into a random order, in place (Fisher and Yates, from the end)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
