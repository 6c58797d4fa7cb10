"""Deals and winners gathered from records, and the tests of fairness over them."""

from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b
from math import exp, lgamma
from typing import Any, NamedTuple

import numpy as np

from kontari.core.cards import UNSEEN
from kontari.core.shuffle import Dealt
from kontari.core.verdict import Verdict
from kontari.fairness.counting import Ints, Layout, least, likely
from kontari.games import GAMES, part

Shape = tuple[tuple[int, ...], int]
"""The sizes of the hands, and of the pile."""

KINDS = 64
"""More than any pack has kinds of cards."""

ENOUGH = 500
"""How many deals, or matches, there must be before anything is said of them."""

UNLIKELY = 0.001
"""What is called unlikely to be chance: a chance below this, after it is corrected for the number of tests."""

_BATCH = 4096


class Outcome(NamedTuple):
    """What one test came to. chance: how likely chance alone is so uneven; None where there is too little to say.

    counted: deals or matches. asked: how many cells or pairs were looked at, the least likely of which counts.
    """

    name: str
    counted: int
    chance: float | None
    corrected: float | None = None
    statistic: float | None = None
    degrees: int | None = None
    asked: int | None = None
    seen: int | None = None
    wins: list[list[int]] | None = None

    @property
    def found(self) -> bool:
        """Whether it is unlikely to be chance."""
        return self.corrected is not None and self.corrected < UNLIKELY


class Fairness:
    """The counts of all games."""

    def __init__(self) -> None:
        self._games: dict[str, GameFairness] = {}

    def add(self, verdict: Verdict, record: Any) -> None:
        """A verdict, with the struct of its record; what is not legal does not count."""
        if verdict.game is not None and verdict.verdict in ("sound", "unfinished", "misscored"):
            self._games.setdefault(verdict.game, GameFairness(verdict.game)).add(verdict, record)

    @property
    def games(self) -> list["GameFairness"]:
        """The counts of each game, in the order of the register."""
        return [self._games[game] for game in GAMES if game in self._games]


class GameFairness:
    """The counts of one game."""

    def __init__(self, game: str) -> None:
        self.game = game
        self._shuffle: Any = part(game, "shuffle")
        self._kinds: dict[str, int] = {}
        self._rows: dict[Shape, list[list[int]]] = {}
        self._layouts: dict[Shape, Layout] = {}
        self._seen: set[bytes] = set()
        self._wins: dict[int, Counter[tuple[int, int]]] = {}
        self.deals = self.incomplete = self.repeated = 0
        self._alike = 0.0  # how many deals are to be expected that are like one before them
        self._orders: dict[Shape, float] = {}

    def add(self, verdict: Verdict, record: Any) -> None:
        """One legal record: each of its deals that is complete, and who won."""
        for round_ in record.rounds:
            dealt = self._shuffle.dealt(round_.deal)
            if dealt is None or UNSEEN in dealt.pile or any(UNSEEN in hand for hand in dealt.hands):
                self.incomplete += 1
            else:
                self.deal(dealt)
        winners, rounds = (verdict.result or {}).get("winners"), verdict.rounds or ()
        if winners is not None and len(winners) == 1 and rounds and "scores" in rounds[0]:
            sides = len(rounds[0]["scores"])
            self.won(sides, getattr(record.rounds[0].deal, self._shuffle.LEAD) % sides, winners[0])

    def deal(self, dealt: Dealt) -> None:
        """One complete deal."""
        kinds = self._kinds
        row = [kinds.setdefault(token, len(kinds)) for cards in (*dealt.hands, dealt.pile) for token in cards]
        shape = (tuple(map(len, dealt.hands)), len(dealt.pile))
        rows = self._rows.setdefault(shape, [])
        rows.append(row)
        mark = blake2b(repr((shape, dealt.others, row)).encode(), digest_size=16).digest()
        self.repeated += mark in self._seen
        self._seen.add(mark)
        if shape not in self._orders:
            # What lies open lies there by other rules, and is left out.
            self._orders[shape] = exp(sum(lgamma(n + 1) for n in Counter(row).values()) - lgamma(len(row) + 1))
        self._alike += self.deals * self._orders[shape]
        self.deals += 1
        if len(rows) >= _BATCH:
            self._count(shape)

    def won(self, sides: int, lead: int, winner: int) -> None:
        """One match of so many sides: on which side it began, and which won."""
        self._wins.setdefault(sides, Counter())[lead, (winner - lead) % sides] += 1

    def _count(self, shape: Shape) -> None:
        rows = self._rows.pop(shape, [])
        if rows:
            self._layouts.setdefault(shape, Layout(*shape, KINDS)).add(np.array(rows))

    def tests(self) -> list[Outcome]:
        """All tests, each with its chance corrected for their number (Holm)."""
        for shape in list(self._rows):
            self._count(shape)
        found = [*self._of_deals(), self._of_repeats(), self._of_wins()]
        order = sorted((one for one in found if one.chance is not None), key=lambda one: one.chance or 0)
        least_so_far = 0.0
        corrected = {}
        for rank, one in enumerate(order):
            assert one.chance is not None
            least_so_far = max(least_so_far, min(1.0, one.chance * (len(order) - rank)))
            corrected[one.name] = least_so_far
        return [one._replace(corrected=corrected.get(one.name)) for one in found]

    def _of_deals(self) -> Iterator[Outcome]:
        layouts = list(self._layouts.values()) if self.deals >= ENOUGH else []
        ranks = self._ranks()
        for name, asked in (("cards-by-seat", Layout.cards_by_seat), ("cards-by-place", Layout.cards_by_place)):
            parts = [asked(one) for one in layouts]
            statistic, degrees = sum(one for one, _ in parts), sum(one for _, one in parts)
            chance = likely(statistic, degrees) if parts else None
            yield Outcome(name, self.deals, chance, statistic=statistic, degrees=degrees)
        cells = [one.ranks_by_seat(ranks) for one in layouts]
        yield Outcome("ranks-by-seat", self.deals, least(cells) if cells else None, asked=sum(map(len, cells)))
        pairs = [one.followers() for one in layouts]
        yield Outcome("neighbours", self.deals, least(pairs) if pairs else None, asked=sum(map(len, pairs)))

    def _ranks(self) -> Ints:
        names = [self._shuffle.rank(token) for token in self._kinds]
        number = {name: index for index, name in enumerate(dict.fromkeys(names))}
        spare = [len(number)] * (KINDS - len(names))
        return np.array([number[name] for name in names] + spare)

    def _of_repeats(self) -> Outcome:
        chance = None if self.deals < ENOUGH else min(1.0, self._alike) if self.repeated else 1.0
        return Outcome("repeated-deals", self.deals, chance, seen=self.repeated)

    def _of_wins(self) -> Outcome:
        """Whether each seat wins as often as any other that sits alike to the lead."""
        matches = sum(wins.total() for wins in self._wins.values())
        statistic, degrees = 0.0, 0
        for sides, wins in self._wins.items():
            table = np.array([[wins[lead, behind] for behind in range(sides)] for lead in range(sides)], float)
            table = table[table.sum(axis=1) > 0][:, table.sum(axis=0) > 0]
            expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / max(1, table.sum())
            statistic += float(((table - expected) ** 2 / expected).sum())
            degrees += (table.shape[0] - 1) * (table.shape[1] - 1)
        chance = likely(statistic, degrees) if matches >= ENOUGH and degrees else None
        return Outcome("wins-by-seat", matches, chance, statistic=statistic, degrees=degrees, wins=self._by_seat())

    def _by_seat(self) -> list[list[int]]:
        """By number of sides, in ascending order, the wins of each side."""
        shown = []
        for sides in sorted(self._wins):
            row = [0] * sides
            for (lead, behind), times in self._wins[sides].items():
                row[(lead + behind) % sides] += times
            shown.append(row)
        return shown
