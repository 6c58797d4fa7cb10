"""Scores that may be open: one vector where all is known, several or a range where ``??`` hides cards."""

from collections.abc import Iterable, Sequence

MOST = 4096
"""How many vectors are kept apart before only their range is."""


class Totals:
    """All score vectors (one number a seat) that some filling of the ``??`` gives.

    Where they are too many, ``vectors`` is None and ``low`` and ``high`` bound each seat; then
    nothing is refused that lies between.
    """

    __slots__ = ("high", "low", "vectors")

    def __init__(
        self,
        vectors: Iterable[tuple[int, ...]] | None,
        low: Sequence[int] = (),
        high: Sequence[int] = (),
    ) -> None:
        self.vectors = None if vectors is None else frozenset(vectors)
        if self.vectors and len(self.vectors) > MOST:
            low, high = _bounds(self.vectors)
            self.vectors = None
        self.low, self.high = tuple(low), tuple(high)

    @classmethod
    def known(cls, scores: Iterable[int]) -> "Totals":
        """The one vector that is certain."""
        return cls((tuple(scores),))

    def certain(self) -> tuple[int, ...] | None:
        """The scores, where all fillings agree."""
        if self.vectors is not None:
            return next(iter(self.vectors)) if len(self.vectors) == 1 else None
        return self.low if self.low == self.high else None

    def admits(self, claim: Sequence[int]) -> bool:
        """Whether some filling may give exactly these scores."""
        if self.vectors is not None:
            return tuple(claim) in self.vectors
        return len(claim) == len(self.low) and all(
            least <= score <= most for least, score, most in zip(self.low, claim, self.high, strict=True)
        )

    def bounds(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The least and the greatest score of each seat."""
        return (self.low, self.high) if self.vectors is None else _bounds(self.vectors)

    def plus(self, other: "Totals") -> "Totals":
        """The totals after a round that added ``other``."""
        one, two = self.vectors, other.vectors
        if one is not None and two is not None and len(one) * len(two) <= 16 * MOST:
            return Totals({tuple(map(int.__add__, a, b)) for a in one for b in two})
        (low, high), (more_low, more_high) = self.bounds(), other.bounds()
        return Totals(None, [*map(int.__add__, low, more_low)], [*map(int.__add__, high, more_high)])


def _bounds(vectors: Iterable[tuple[int, ...]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    columns = list(zip(*vectors, strict=True))
    return tuple(map(min, columns)), tuple(map(max, columns))
