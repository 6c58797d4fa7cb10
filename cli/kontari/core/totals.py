"""Scores that may be open: one vector where all is known, several or a range where ``??`` hides cards."""

from collections.abc import Callable, Iterable, Sequence
from operator import add
from typing import Any

from kontari.core.work import MOST, Work

Vector = tuple[int, ...]


class Totals:
    """All score vectors (one number a seat) that some filling of the ``??`` gives.

    ``certain`` is the vector where there is but one. Where they are too many, ``vectors`` is None too,
    and ``low`` and ``high`` bound each seat, and ``sums`` what all have together (None: nothing more is known of it);
    then nothing is refused that lies between.
    """

    __slots__ = ("_vectors", "certain", "high", "low", "sums")

    def __init__(
        self,
        vectors: Iterable[Vector] | None,
        low: Sequence[int] = (),
        high: Sequence[int] = (),
        sums: tuple[int, int] | None = None,
    ) -> None:
        found = None if vectors is None else frozenset(vectors)
        self.certain: Vector | None = None
        self.low, self.high = tuple(low), tuple(high)
        self.sums = sums
        self._vectors = found
        if found is not None:
            self.low, self.high = _bounds(found)
            if len(found) == 1:
                (self.certain,) = found
            elif len(found) > MOST:
                self._vectors = None
        elif self.low == self.high:
            self.certain = self.low

    @classmethod
    def known(cls, scores: Iterable[int]) -> "Totals":
        """The one vector that is certain."""
        made = cls.__new__(cls)
        made.certain = made.low = made.high = tuple(scores)
        made._vectors = None
        made.sums = None
        return made

    @property
    def vectors(self) -> frozenset[Vector] | None:
        """The vectors, unless they are too many."""
        return self._vectors if self.certain is None else frozenset((self.certain,))

    def admits(self, claim: Sequence[int]) -> bool:
        """Whether some filling may give exactly these scores."""
        if self.certain is not None:
            return tuple(claim) == self.certain
        if self._vectors is not None:
            return tuple(claim) in self._vectors
        if self.sums is not None and not self.sums[0] <= sum(claim) <= self.sums[1]:
            return False
        return len(claim) == len(self.low) and all(
            least <= score <= most for least, score, most in zip(self.low, claim, self.high, strict=True)
        )

    def plus(self, other: "Totals", work: Work) -> "Totals":
        """The totals after a round that added ``other``."""
        if self.certain is not None and other.certain is not None:
            return Totals.known(map(add, self.certain, other.certain))
        one, two = self.vectors, other.vectors
        if one is not None and two is not None and work.spend(len(one) * len(two)):
            return Totals({tuple(map(add, a, b)) for a in one for b in two})
        (least, most), (less, more) = self._sums(), other._sums()
        low, high = map(add, self.low, other.low), map(add, self.high, other.high)
        return Totals(None, [*low], [*high], (least + less, most + more))

    def only(self, keep: Callable[[Vector], bool]) -> "Totals":
        """Those of the vectors that agree with what was seen since; all, where they are too many to look at."""
        vectors = self.vectors
        return self if self.certain is not None or vectors is None else Totals(filter(keep, vectors))

    def _sums(self) -> tuple[int, int]:
        """Bounds of what all have together."""
        if self.sums is not None:
            return self.sums
        if self._vectors is None:
            return sum(self.low), sum(self.high)
        together = [*map(sum, self._vectors)]
        return min(together), max(together)


def settle(state: Any, score: Any) -> None:
    """Count the round that has just ended: what it added, whether that is open, the totals, how the match stands.

    state: a game's, with ``steps``, ``outcome``, ``undecided``, ``totals`` and ``standing``.
    score: its module that counts.
    """
    work = Work(state.steps)
    state.outcome = score.outcome(state, work)
    if state.outcome.certain is None:
        state.undecided += 1
    state.totals = state.totals.plus(state.outcome, work)
    state.steps -= work.spent
    state.standing = score.standing_after(state)


def _bounds(vectors: Iterable[Vector]) -> tuple[Vector, Vector]:
    columns = list(zip(*vectors, strict=True))
    return tuple(map(min, columns)), tuple(map(max, columns))
