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

    def give(place: int, tried: set[int]) -> bool:
        kinds = places[place]
        while kinds:
            low = kinds & -kinds
            kinds ^= low
            kind = low.bit_length() - 1
            if kind in tried:
                continue
            tried.add(kind)
            holders = held.setdefault(kind, [])
            if len(holders) < pool[kind]:
                holders.append(place)
                return True
            for index, other in enumerate(holders):
                if give(other, tried):
                    holders[index] = place
                    return True
        return False

    return all(give(place, set()) for place in range(len(places)))
