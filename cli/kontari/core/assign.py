"""Which unseen cards may lie in which unseen places: matching by augmenting paths.

A *pool* is a list of counts by kind; a *place* is the set of kinds it may hold, as the bits of
an int. All games ask the same question: is there a filling?
"""

from collections.abc import Sequence


def fits(places: Sequence[int], pool: Sequence[int]) -> bool:
    """Whether every place can be given a kind of its own out of the pool.

    places: one int a place, bit k set where kind k may lie there.
    pool: how often each kind is there; what no place takes is left over.
    """
    held: dict[int, list[int]] = {}
    free = sum(1 << kind for kind, count in enumerate(pool) if count)

    def give(place: int, tried: int) -> int:
        """Find a kind for a place, moving others where needed: -1, or the kinds that were tried in vain."""
        nonlocal free
        kinds = places[place]
        open_ = kinds & free
        if open_:
            low = open_ & -open_
            holders = held.setdefault(low.bit_length() - 1, [])
            holders.append(place)
            if len(holders) == pool[low.bit_length() - 1]:
                free ^= low
            return -1
        while True:
            kinds &= ~tried
            if not kinds:
                return tried
            low = kinds & -kinds
            tried |= low
            holders = held.get(low.bit_length() - 1, [])
            for index, other in enumerate(holders):
                found = give(other, tried)
                if found < 0:
                    holders[index] = place
                    return -1
                tried = found

    # The narrowest places first: the later ones find something free.
    return all(give(place, 0) < 0 for place in sorted(range(len(places)), key=lambda one: places[one].bit_count()))
