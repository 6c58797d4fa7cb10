"""Figures told of many matches: how often things happened, and how numbers are spread; knows no game."""

from collections import Counter
from collections.abc import Iterable
from typing import Any


class Counts:
    """How often each of some things happened, on how many occasions.

    name: a word for machines. title: what is counted, in words. keys: what is told even where it never happened, and
    first, in this order.
    """

    def __init__(self, name: str, title: str, keys: Iterable[str] = ()) -> None:
        self.name = name
        self.title = title
        self.of = 0
        self._foreseen = tuple(keys)
        self._counts: Counter[str] = Counter()

    def add(self, *keys: str, times: int = 1) -> None:
        """So many occasions more, at each of which these happened, or nothing."""
        self.of += times
        for key in keys:
            self._counts[key] += times

    def data(self) -> dict[str, Any]:
        """As JSON values: ``of`` occasions; of the ``counts`` those not foreseen stand behind, the commonest first."""
        return {"name": self.name, "title": self.title, "kind": "counts", "of": self.of, "counts": self._in_order()}

    def _in_order(self) -> dict[str, int]:
        others = sorted(self._counts.keys() - set(self._foreseen), key=lambda key: (-self._counts[key], key))
        return {key: self._counts[key] for key in (*self._foreseen, *others)}


class Numbers:
    """Whole numbers, however many: only how often each was met is held."""

    def __init__(self, name: str, title: str) -> None:
        self.name = name
        self.title = title
        self._often: Counter[int] = Counter()

    def add(self, number: int) -> None:
        """One number more."""
        self._often[number] += 1

    def data(self) -> dict[str, Any]:
        """As JSON values: ``count`` and, where it is not 0, ``min``, ``median``, ``mean`` and ``max``.

        The median of an even number of them is the middle between two; the mean is rounded to four places.
        """
        count = self._often.total()
        told: dict[str, Any] = {"name": self.name, "title": self.title, "kind": "numbers", "count": count}
        if count:
            values = sorted(self._often)
            mean = round(sum(value * often for value, often in self._often.items()) / count, 4)
            told |= {"min": values[0], "median": self._median(values, count), "mean": mean, "max": values[-1]}
        return told

    def _median(self, values: list[int], count: int) -> int | float:
        low, high = (self._at(values, place) for place in ((count - 1) // 2, count // 2))
        return (low + high) // 2 if (low + high) % 2 == 0 else (low + high) / 2

    def _at(self, values: list[int], place: int) -> int:
        """The number at a place, from 0, of all in ascending order."""
        passed = 0
        for value in values:
            passed += self._often[value]
            if passed > place:
                return value
        raise IndexError(place)


Figure = Counts | Numbers
