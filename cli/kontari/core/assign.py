"""Which unseen cards may lie in which unseen places: matching by augmenting paths between places that are alike.

A *pool* says how often each kind of card is there: bit k of its set i is on where there are more
than i cards of kind k. A *place* is the set of kinds it may hold, as the bits of an int. All games
ask the same question: is there a filling?
"""

from collections import Counter
from collections.abc import Iterable, Sequence

Pool = tuple[int, ...]


def pool_of(counts: Sequence[int]) -> Pool:
    """The pool with so many cards of each kind."""
    most = max(1, *counts)
    return tuple(sum(1 << kind for kind, count in enumerate(counts) if count > copy) for copy in range(most))


def held(pool: Pool, kinds: int) -> int:
    """How many cards of these kinds are in the pool."""
    return sum((copies & kinds).bit_count() for copies in pool)


def fits(places: Iterable[int], pool: Pool) -> bool:
    """Whether every place can be given a card of its own out of the pool; what no place takes is left over."""
    width = pool[0].bit_length()
    alike = Counter([kinds & pool[0] for kinds in places])
    takers = [(_cards(pool, width, kinds), number) for kinds, number in alike.items()]
    # The narrowest places first: the later ones find something free.
    takers.sort(key=lambda taker: taker[0].bit_count())
    before = 0
    enough = True
    for cards, number in takers:
        before += number
        enough &= before <= cards.bit_count()
    return enough or _matched(takers, _cards(pool, width, pool[0]))


def _cards(pool: Pool, width: int, kinds: int) -> int:
    """The cards of some kinds, one bit a card."""
    cards = 0
    for copies in reversed(pool):
        cards = cards << width | copies & kinds
    return cards


def _matched(takers: Sequence[tuple[int, int]], free: int) -> bool:
    """Whether all takers get as many of their cards as they want; for where counting alone does not say so."""
    held_by = [0] * len(takers)

    def give(taker: int, asked: set[int]) -> bool:
        """Give a card more to a taker; where none is free, let another one change for his."""
        nonlocal free
        card = takers[taker][0] & free
        if card:
            free ^= card & -card
        else:
            asked.add(taker)
            for other in range(len(takers)):
                card = takers[taker][0] & held_by[other]
                if card and other not in asked and give(other, asked):
                    held_by[other] ^= card & -card
                    break
            else:
                return False
        held_by[taker] |= card & -card
        return True

    return all(give(taker, set()) for taker, (_, number) in enumerate(takers) for _ in range(number))
