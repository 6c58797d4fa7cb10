"""What is counted over deals of one layout: the same hands, the same pile.

Everything is asked given which cards lie there: what players put back or turn up by a rule is left out, and the
rest is a permutation in which all orders are equally likely. With ``m`` how often each kind is there, ``s`` places
and groups of ``g`` places, the counts of kind by group have the mean ``m g / s`` and the covariance
``(diag(m) - m m'/s) x (diag(g) - g g'/s) / (s - 1)``.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import erfc
from scipy.stats import binom, chi2

Ints = NDArray[np.int64]


class Layout:
    """Counts over deals with hands of these sizes and a pile of that size; there are so many ``kinds`` of card."""

    def __init__(self, hands: Sequence[int], pile: int, kinds: int) -> None:
        self.hands, self.pile, self.kinds = tuple(hands), pile, kinds
        self.deals = 0
        self._dealt = sum(hands)
        self._groups = np.repeat(np.arange(len(hands) + 1), (*hands, pile))
        self._by_seat = np.zeros((kinds, len(hands) + 1), np.int64)
        self._by_place = np.zeros((kinds, pile), np.int64)
        self._followers = np.zeros((kinds, kinds), np.int64)
        self._all = Margins(kinds, self._dealt + pile)
        self._in_pile = Margins(kinds, pile)

    def add(self, cards: Ints) -> None:
        """Deals, one a row: the kinds of the cards of the hands in the order of seats, then those of the pile."""
        pile = cards[:, self._dealt :]
        self.deals += len(cards)
        _count(self._by_seat, cards, self._groups)
        _count(self._by_place, pile, np.arange(self.pile))
        pairs = pile[:, :-1] * self.kinds + pile[:, 1:]
        self._followers += np.bincount(pairs.ravel(), minlength=self.kinds**2).reshape(self.kinds, self.kinds)
        self._all.add(cards)
        self._in_pile.add(pile)

    def cards_by_seat(self) -> tuple[float, int]:
        """The statistic of kinds by seat (and pile) and its degrees of freedom; chi-squared where all is chance."""
        return self._all.statistic(self._by_seat, np.array([*self.hands, self.pile]))

    def cards_by_place(self) -> tuple[float, int]:
        """The same of kinds by place in the pile."""
        return self._in_pile.statistic(self._by_place, np.ones(self.pile, np.int64))

    def ranks_by_seat(self, ranks: Ints) -> NDArray[np.float64]:
        """By rank and seat how likely chance alone strays so far. ranks: of each kind."""
        number = int(ranks.max()) + 1
        counted = np.zeros((number, len(self.hands)))
        np.add.at(counted, ranks, self._by_seat[:, :-1])
        sums, squares = self._all.of_ranks(ranks, number)
        places, sizes = self._all.places, np.array(self.hands)
        mean = np.outer(sums, sizes) / places
        spread = np.outer(places * sums - squares, sizes * (places - sizes)) / (places**2 * (places - 1))
        free = spread > 0
        stray = np.abs(counted - mean)[free] / np.sqrt(spread[free])
        likely: NDArray[np.float64] = erfc(stray / np.sqrt(2))
        return likely

    def followers(self) -> NDArray[np.float64]:
        """By pair of kinds how likely chance alone has the second lie below the first so often, or so seldom."""
        trials = self._in_pile.pairs()
        asked = trials > 0
        seen, trials, share = self._followers[asked], trials[asked], 1 / self.pile
        tails = np.minimum(binom.cdf(seen, trials, share), binom.sf(seen - 1, trials, share))
        likely: NDArray[np.float64] = np.minimum(1, 2 * tails)
        return likely


class Margins:
    """Which kinds there were, over deals, and with what spread."""

    def __init__(self, kinds: int, places: int) -> None:
        self.places = places
        self._sums = np.zeros(kinds, np.int64)
        self._products = np.zeros((kinds, kinds), np.int64)
        self._kinds = kinds

    def add(self, cards: Ints) -> None:
        rows = np.zeros((len(cards), self._kinds), np.float64)  # exact: they are small integers
        np.add.at(rows, (np.arange(len(cards))[:, None], cards), 1)
        self._sums += rows.sum(axis=0).astype(np.int64)
        self._products += (rows.T @ rows).astype(np.int64)

    def pairs(self) -> Ints:
        """How many pairs of cards of two kinds there were, the one of the first and the other of the second."""
        return self._products - np.diag(self._sums)

    def of_ranks(self, ranks: Ints, number: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """By rank the cards there were, and the sum over deals of the square of their number."""
        sums, squares = np.zeros(number), np.zeros((number, number))
        np.add.at(sums, ranks, self._sums)
        np.add.at(squares, (ranks[:, None], ranks[None, :]), self._products)
        return sums, squares.diagonal().copy()

    def statistic(self, counted: Ints, sizes: Ints) -> tuple[float, int]:
        stray = counted - np.outer(self._sums, sizes) / self.places
        kinds = np.diag(self._sums) - self._products / self.places
        groups = np.diag(sizes) - np.outer(sizes, sizes) / self.places
        degrees = int(np.linalg.matrix_rank(kinds, hermitian=True) * np.linalg.matrix_rank(groups, hermitian=True))
        inner = np.linalg.pinv(kinds, hermitian=True) @ stray @ np.linalg.pinv(groups, hermitian=True)
        return float((self.places - 1) * np.sum(stray * inner)), degrees


def likely(statistic: float, degrees: int) -> float:
    """How likely chance alone gives a chi-squared so large."""
    return float(chi2.sf(statistic, degrees)) if degrees else 1.0


def least(chances: Sequence[NDArray[np.float64]]) -> float:
    """The least of many chances, corrected for their number."""
    every = np.concatenate(chances) if chances else np.ones(1)
    return float(min(1.0, every.min() * len(every))) if len(every) else 1.0


def _count(table: Ints, cards: Ints, groups: Ints) -> None:
    width = table.shape[1]
    table += np.bincount((cards * width + groups).ravel(), minlength=table.size).reshape(table.shape)
