"""The generator mulberry32, and the shuffle (Fisher and Yates, from the last card on) that draws from it.

Its state grows by the same number each time, so that it can be run backwards.
"""

from collections.abc import Iterator, Sequence

UINT32 = 2**32
STEP = 0x6D2B79F5
"""By how much the state grows with each number that is drawn."""


def _swaps(cards: int, state: int) -> Iterator[tuple[int, int]]:
    """The places that a shuffle of so many cards swaps, in order."""
    for last in range(cards - 1, 0, -1):
        state = (state + STEP) % UINT32
        mixed = (state ^ state >> 15) * (state | 1) % UINT32
        mixed ^= (mixed + (mixed ^ mixed >> 7) * (mixed | 61)) % UINT32
        yield last, (mixed ^ mixed >> 14) * (last + 1) >> 32


def shuffled(cards: Sequence[str], state: int) -> list[str]:
    """Cards shuffled from a state on."""
    mixed = list(cards)
    for one, other in _swaps(len(mixed), state):
        mixed[one], mixed[other] = mixed[other], mixed[one]
    return mixed


def unshuffled(cards: Sequence[str], state: int) -> list[str]:
    """What a shuffle from that state on made those cards of."""
    mixed = list(cards)
    for one, other in reversed(list(_swaps(len(mixed), state))):
        mixed[one], mixed[other] = mixed[other], mixed[one]
    return mixed
