"""What a hand is worth in each lance. Suits never matter, so a hand is its four ranks, sorted.

``value(ranks, kings, real)`` gives numbers that compare as the hands do: in every lance the higher
number wins. Hands that are equal there have the same number, and the tie goes by nearness to mano.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from kontari.games.mus.cards import RANKS, TOKENS

GRANDE, CHICA, PARES, JUEGO, PUNTO = range(5)
LANCES = ("grande", "chica", "pares", "juego", "punto")

STRENGTH = {
    8: dict(zip("A2456 7SCR3".replace(" ", ""), (1, 1, 2, 3, 4, 5, 6, 7, 8, 8), strict=True)),
    4: dict(zip("A234567SCR", range(1, 11), strict=True)),
}
"""The order of the ranks in grande and chica, by the number of kings."""

POINTS = {
    8: dict(zip(RANKS, (10, 10, 10, 7, 6, 5, 4, 10, 1, 1), strict=True)),
    4: dict(zip(RANKS, (10, 10, 10, 7, 6, 5, 4, 3, 2, 1), strict=True)),
}
"""What the ranks count in juego and punto, by the number of kings."""

_JUEGO_ORDER = (33, 34, 35, 36, 37, 40, 32, 31)
_REAL = len(_JUEGO_ORDER) + 1

PAR, MEDIAS, DUPLES = 1, 2, 3


class Value(NamedTuple):
    """A hand in all lances; ``pares`` and ``juego`` are 0 for a hand that has none.

    ``pares_stones`` and ``juego_stones`` are the bonus of the hand; ``points`` the sum of its cards.
    """

    grande: int
    chica: int
    pares: int
    juego: int
    punto: int
    pares_stones: int
    juego_stones: int
    points: int

    def has(self, lance: int) -> bool:
        """Whether the hand may take part in a lance; every hand is worth something in grande, chica and punto."""
        return self[lance] > 0


_CODE = {token: 5 ** RANKS.index(token[0]) for token in TOKENS}
"""Of at most four cards the sum of these says how often each rank is there."""


class Values:
    """The values of hands by the sum of their codes, each worked out when it is first asked for."""

    def __init__(self, kings: int, real: str) -> None:
        self._rules = kings, real
        self._known: dict[int, Value] = {}

    def of(self, hand: Iterable[str]) -> "Value":
        """The value of four known cards."""
        code = sum(map(_CODE.__getitem__, hand))
        return self._known.get(code) or self._worked_out(code)

    def of_all(self, hands: Iterable[Sequence[str]]) -> list["Value"]:
        """The values of several hands."""
        known, code = self._known, _CODE
        try:
            return [known[code[one] + code[two] + code[three] + code[four]] for one, two, three, four in hands]
        except KeyError:
            return list(map(self.of, hands))

    def _worked_out(self, code: int) -> "Value":
        ranks = "".join(rank * (code // 5**index % 5) for index, rank in enumerate(RANKS))
        self._known[code] = found = value("".join(sorted(ranks)), *self._rules)
        return found


@cache
def values(kings: int, real: str) -> Values:
    """The values under some rules, the same for all matches."""
    return Values(kings, real)


def ranks_of(cards: Iterable[str]) -> str:
    """The ranks of a hand of known cards, sorted."""
    return "".join(sorted(token[0] for token in cards))


@cache
def value(ranks: str, kings: int, real: str) -> Value:
    """What a hand of four ranks (sorted) is worth."""
    strength = STRENGTH[kings]
    strong = sorted((strength[rank] for rank in ranks), reverse=True)
    points = sum(POINTS[kings][rank] for rank in ranks)
    pares, stones = _pares(strong)
    juego = 0
    if points >= 31:
        juego = _REAL if _is_real(ranks, kings, real) else _JUEGO_ORDER.index(points) + 1
    return Value(
        grande=_number(strong),
        chica=_number([11 - one for one in reversed(strong)]),
        pares=pares,
        juego=juego,
        punto=points,
        pares_stones=stones,
        juego_stones=0 if not juego else 3 if points == 31 else 2,
        points=points,
    )


def _number(digits: Sequence[int]) -> int:
    """A number that compares as the digits do, the first one first."""
    number = 0
    for digit in digits:
        number = 16 * number + digit
    return number


def _pares(strong: Sequence[int]) -> tuple[int, int]:
    """How good the pares are, and what they are worth in stones; side cards never count."""
    pairs = sorted({one for one in strong if strong.count(one) >= 2}, reverse=True)
    if not pairs:
        return 0, 0
    high, low = pairs[0], pairs[-1]
    if len(pairs) == 2 or strong.count(high) == 4:
        kind = DUPLES
    elif strong.count(high) == 3:
        kind, low = MEDIAS, 0
    else:
        kind, low = PAR, 0
    return _number((kind, high, low)), kind


def _is_real(ranks: str, kings: int, real: str) -> bool:
    if real == "none" or ranks.count("7") != 3:
        return False
    other = ranks.replace("7", "")
    return other == "S" if real == "sota" else POINTS[kings][other] == 10
