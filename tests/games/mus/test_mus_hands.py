"""All hands: the counts that are printed, and the plain comparer on every pair of hands that differ."""

from collections import Counter
from functools import cache
from itertools import combinations
from unittest import mock

import pytest

from games.mus import plain_hands as plain
from kontari.games.mus.cards import TOKENS
from kontari.games.mus.lances import DUPLES, LANCES, MEDIAS, PAR, Value, ranks_of, value

REALS = ("none", "sota", "figure")
PRINTED = plain.PAGE_FIGURES
WORDS = {PAR: "par", MEDIAS: "medias", DUPLES: "duples"}
"""The kinds of pares by their stones."""


@cache
def rank_hands() -> dict[str, int]:
    """Every hand as its ranks, sorted, and how many of the 91,390 hands have them."""
    return Counter(map(ranks_of, combinations(TOKENS, 4)))


def folded(kings: int) -> list[str]:
    """The hands that differ under so many kings."""
    return sorted({"".join(sorted(plain.folded(hand, kings))) for hand in rank_hands()})


@pytest.fixture(autouse=True)
def quick_plain():
    """The plain comparer looks at each hand once, not once a pair; it compares every pair all the same."""
    names = ("_check", "_heights", "kind_of_pares", "_paired_heights", "juego_sum", "is_real")
    patched = [mock.patch.object(plain, name, cache(getattr(plain, name))) for name in names]
    for one in patched:
        one.start()
    yield
    for one in patched:
        one.stop()


@pytest.mark.parametrize("kings", [8, 4])
def test_the_printed_counts(kings):
    found = dict.fromkeys(("hands", "pares", "duples", "medias", "par", "juego", "thirty-one", "sum thirty"), 0)
    for ranks, times in rank_hands().items():
        one = value(ranks, kings, "none")
        found["hands"] += times
        if one.pares:
            found["pares"] += times
            found[WORDS[one.pares_stones]] += times
        found["juego"] += times * bool(one.juego)
        found["thirty-one"] += times * (one.points == 31)
        found["sum thirty"] += times * (one.points == 30)
    found["distinct"] = len(folded(kings))
    assert found | PRINTED[kings] == found
    assert found["hands"] == 91390


@pytest.mark.parametrize("real", REALS)
@pytest.mark.parametrize("kings", [8, 4])
def test_each_hand_by_itself(kings, real):
    for hand in rank_hands():
        one = value(hand, kings, real)
        assert (one.pares > 0) == plain.has_pares(hand, kings)
        assert WORDS.get(one.pares_stones) == plain.kind_of_pares(hand, kings)
        assert one.pares_stones == plain.stones_of_pares(hand, kings)
        assert (one.juego > 0) == plain.has_juego(hand, kings)
        assert one.juego_stones == plain.stones_of_juego(hand, kings)
        assert one.points == plain.juego_sum(hand, kings)
        assert one == value("".join(sorted(plain.folded(hand, kings))), kings, real)


def compared(lance: str, hands: list[str], kings: int, real: str) -> int:
    """The pairs of hands that both can compare in a lance; each is compared, both ways round."""
    place = LANCES.index(lance)
    numbers = {hand: value(hand, kings, real)[place] for hand in hands}
    compare = getattr(plain, lance)
    more = (kings, real) if lance == "juego" else (kings,)
    pairs = 0
    for one, left in numbers.items():
        for other, right in numbers.items():
            assert compare(one, other, *more) == (left > right) - (left < right), (lance, one, other, kings, real)
            pairs += 1
    return pairs


@pytest.mark.parametrize(("kings", "number"), [(8, 330), (4, 715)])
def test_every_pair_of_hands(kings, number):
    hands = folded(kings)
    assert len(hands) == number
    holders = [hand for hand in hands if plain.has_pares(hand, kings)]
    with_juego = [hand for hand in hands if plain.has_juego(hand, kings)]
    without = [hand for hand in hands if hand not in with_juego]
    assert compared("grande", hands, kings, "none") == number**2
    assert compared("chica", hands, kings, "none") == number**2
    assert compared("pares", holders, kings, "none") == len(holders) ** 2
    assert compared("punto", without, kings, "none") == len(without) ** 2
    for real in REALS:
        assert compared("juego", with_juego, kings, real) == len(with_juego) ** 2


@pytest.mark.parametrize("kings", [8, 4])
def test_real_matters_in_juego_only(kings):
    """So that the other lances need not be compared under each ``real``."""
    juego = Value._fields.index("juego")
    for hand in rank_hands():
        values = {
            tuple(number for place, number in enumerate(value(hand, kings, real)) if place != juego) for real in REALS
        }
        assert len(values) == 1


def test_suits_do_not_matter():
    assert ranks_of(["Ro", "7b", "3c", "Ae"]) == ranks_of(["Ae", "3o", "Rb", "7o"]) == "37AR"
