"""What may lie where the recorder saw nothing: unseen cards of hands, and discards thrown face down.

A *place* is the set of cards, as 40 bits, that may lie there: what was unseen in its pile when the card
came from it, without what was named since. No card lies in two places. What a seat declared of its
hand, and nothing else, binds several places together.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import NamedTuple

from kontari.core.assign import fits, pool_of
from kontari.games.mus.cards import ID, RANKS, TOKENS
from kontari.games.mus.lances import JUEGO, PARES, value

ONE_OF_EACH = pool_of((1,) * len(TOKENS))
OF_RANK = {rank: sum(1 << ID[token] for token in TOKENS if token[0] == rank) for rank in RANKS}

STEPS, MOST, LEAST = 20_000, 300, 30
"""How many hands are tried before a question is left open: in a match, and at most and at least for one question."""


class Work:
    """The hands that may still be tried in a match; counted, so that every machine gets equally far."""

    __slots__ = ("left",)

    def __init__(self, left: int = STEPS) -> None:
        self.left = left

    def copy(self) -> "Work":
        return Work(self.left)

    def question(self) -> int:
        """How many may be tried for the next question."""
        return max(LEAST, min(MOST, self.left // 10))


Places = tuple[int, ...]


class Bound(NamedTuple):
    """What a hand must be: the known cards of it, what it declared, and the rules by which hands count."""

    ranks: str
    pares: bool | None
    juego: bool | None
    kings: int
    real: str

    def admits(self, more: str) -> bool:
        """Whether the hand may be filled up with those ranks."""
        if self.pares is None and self.juego is None:
            return True
        one = value("".join(sorted(self.ranks + more)), self.kings, self.real)
        return self.pares in (None, one.has(PARES)) and self.juego in (None, one.has(JUEGO))


class Hidden(NamedTuple):
    """The places of each seat, those among the discards, and those of the stock. Never changed, only replaced.

    The discards thrown face down stand in the order of the throwing. The stock has places only after
    some of these went into it: until then what no other place holds is in the stock, whatever that is.
    """

    hands: tuple[Places, ...]
    buried: Places = ()
    stock: Places = ()

    def all_places(self) -> list[int]:
        return [place for pile in (*self.hands, self.buried, self.stock) for place in pile]

    def possible(self) -> bool:
        """Whether every place can be given a card of its own."""
        return fits(self.all_places(), ONE_OF_EACH)

    def possible_for(self, bounds: Sequence[Bound], work: Work) -> bool:
        """Whether the places can be filled so that every hand is what it must be.

        True also where that could not be decided with the work that is left.
        """
        bound = [seat for seat, one in enumerate(bounds) if self.hands[seat] and not _is_free(one)]
        if not bound:
            return self.possible()
        steps = most = work.question()

        def fill(index: int, chosen: "Hidden") -> bool:
            nonlocal steps
            if not chosen.possible():
                return False
            if index == len(bound):
                return True
            seat = bound[index]
            for more in admitted(chosen.hands[seat], bounds[seat]):
                steps -= 1
                if steps < 0 or fill(index + 1, chosen.with_ranks(seat, more)):
                    return True
            return False

        possible = fill(0, self)
        work.left -= most - max(0, steps)
        return possible

    def with_hand(self, seat: int, hand: Sequence[int]) -> "Hidden":
        return self._replace(hands=(*self.hands[:seat], tuple(sorted(hand)), *self.hands[seat + 1 :]))

    def with_ranks(self, seat: int, ranks: str) -> "Hidden":
        """The places of a seat narrowed to those ranks, in order."""
        hand = [place & OF_RANK[rank] for place, rank in zip(self.hands[seat], ranks, strict=True)]
        return self._replace(hands=(*self.hands[:seat], tuple(hand), *self.hands[seat + 1 :]))

    def named(self, token: str) -> "Hidden":
        """Without a card that was seen elsewhere."""
        others = ~(1 << ID[token])
        return Hidden(
            tuple(tuple(place & others for place in hand) for hand in self.hands),
            tuple(place & others for place in self.buried),
            tuple(place & others for place in self.stock),
        )

    def off_stock(self, token: str) -> "Hidden":
        """With an unseen card of the stock known to be that one."""
        return self._replace(stock=self.stock[1:]).named(token)

    def takes(self, seat: int, pool: int) -> "Hidden":
        """With one more unseen card in a hand, off the stock; pool: what may lie there, if the stock has no places."""
        place = self.stock[0] if self.stock else pool
        return self.with_hand(seat, (*self.hands[seat], place))._replace(stock=self.stock[1:])

    def renewed(self, goes: Sequence[bool], known: int, number: int) -> "Hidden":
        """With a new stock of so many cards.

        goes: of each place among the discards whether it goes in; what was thrown together does so together.
        known: what else goes in.
        """
        going = [place for place, does in zip(self.buried, goes, strict=True) if does]
        if not going:
            return self
        for place in going:
            known |= place
        stays = tuple(place for place, does in zip(self.buried, goes, strict=True) if not does)
        return self._replace(buried=stays, stock=(known,) * number)

    def reveals(self, seat: int, token: str) -> "Hidden | None":
        """With one of the unseen cards of a seat known to be that one; None if it cannot be.

        Of several places in which it may lie the narrowest is taken, and the others widened by what
        only that one could hold, so that nothing possible is lost.
        """
        bit = 1 << ID[token]
        holding = sorted((place for place in self.hands[seat] if place & bit), key=int.bit_count)
        if not holding:
            return None
        left = list(self.hands[seat])
        left.remove(holding[0])
        more = holding[0] if len(holding) > 1 else 0
        widened = [place | more if place & bit else place for place in left]
        made = self.with_hand(seat, widened).named(token)
        return made if made.possible() else None

    def buries(self, seat: int, number: int) -> "Hidden":
        """With so many of the unseen cards of a seat thrown face down, it is not known which."""
        hand = self.hands[seat]
        if number == len(hand):
            return self.with_hand(seat, ())._replace(buried=(*self.buried, *hand))
        widest = 0
        for place in hand:
            widest |= place
        kept = self.with_hand(seat, (widest,) * (len(hand) - number))
        return kept._replace(buried=(*self.buried, *(widest,) * number))


def _is_free(bound: Bound) -> bool:
    return bound.pares is None and bound.juego is None


@cache
def _ranks_in(place: int) -> str:
    return "".join(rank for rank in RANKS if place & OF_RANK[rank])


def fillings(hand: Places) -> Iterator[str]:
    """Every way to give ranks to the places of a hand, one rank a place; equal places in one order only."""
    groups = [(place, len(list(same))) for place, same in groupby(hand)]
    yield from _groups(groups)


def _groups(groups: Sequence[tuple[int, int]]) -> Iterator[str]:
    if not groups:
        yield ""
        return
    (place, number), *others = groups
    for first in _rising(_ranks_in(place), number):
        for rest in _groups(others):
            yield first + rest


def _rising(ranks: str, number: int) -> Iterator[str]:
    if not number:
        yield ""
        return
    for index, rank in enumerate(ranks):
        for rest in _rising(ranks[index:], number - 1):
            yield rank + rest


@lru_cache(1024)
def admitted(places: Places, bound: Bound) -> tuple[str, ...]:
    """The fillings of a hand, a rank a place, that make it what it must be; each is possible by itself."""
    return tuple(
        more
        for more in fillings(places)
        if bound.admits(more)
        and fits([place & OF_RANK[rank] for place, rank in zip(places, more, strict=True)], ONE_OF_EACH)
    )


def hands_of(places: Places, bound: Bound) -> list[str]:
    """The ranks (sorted) that a hand may have, each by itself possible."""
    return sorted({"".join(sorted(bound.ranks + more)) for more in admitted(places, bound)})
