"""A plain, slow second opinion on Mus: what hands are worth and which of two is better.

Written from the rules page alone, by somebody who had not seen the referee. A hand is four rank letters
(R C S 7 6 5 4 3 2 A, as in the card tokens); suits never matter. `kings` is 8 or 4, `real` is "none", "sota"
or "figure". Numbers with an s in comments are the sections of the page.
"""

from collections.abc import Iterator, Sequence

RANKS = "RCS765432A"
LANCES = ("grande", "chica", "pares", "juego", "punto")  # s5: order of the lances; punto takes the place of juego

# s1, from the lowest to the highest. With 8 kings 3 is a king and 2 is an ace, so neither is a rank of its own.
LOW_TO_HIGH_8 = "A4567SCR"
LOW_TO_HIGH_4 = "A234567SCR"

VALUES_8 = {"R": 10, "3": 10, "C": 10, "S": 10, "7": 7, "6": 6, "5": 5, "4": 4, "2": 1, "A": 1}
VALUES_4 = {"R": 10, "C": 10, "S": 10, "7": 7, "6": 6, "5": 5, "4": 4, "3": 3, "2": 2, "A": 1}

JUEGO_BEST_FIRST = [31, 32, 40, 37, 36, 35, 34, 33]  # s4
PARES_WORST_FIRST = ["par", "medias", "duples"]  # s4


def _check(hand: Sequence[str], kings: int) -> None:
    """A hand is four cards of the ten ranks; `kings` is 8 or 4 (s1)."""
    if kings not in (8, 4):
        raise ValueError(f"kings must be 8 or 4, not {kings!r}")
    if len(hand) != 4:
        raise ValueError(f"a hand has four cards: {hand!r}")
    for rank in hand:
        if len(rank) != 1 or rank not in RANKS:
            raise ValueError(f"not a rank: {rank!r}")


def folded(hand: Sequence[str], kings: int) -> list[str]:
    """s1: with 8 kings a 3 is a king and a 2 is an ace everywhere; with 4 every card is itself."""
    _check(hand, kings)
    cards = []
    for rank in hand:
        if kings == 8 and rank == "3":
            cards.append("R")
        elif kings == 8 and rank == "2":
            cards.append("A")
        else:
            cards.append(rank)
    return cards


def height(rank: str, kings: int) -> int:
    """s1: the place of a folded rank in the order, 0 for the ace."""
    return (LOW_TO_HIGH_8 if kings == 8 else LOW_TO_HIGH_4).index(rank)


def _heights(hand: Sequence[str], kings: int) -> list[int]:
    return [height(rank, kings) for rank in folded(hand, kings)]


def _higher_wins(one: int, other: int) -> int:
    if one > other:
        return 1
    if one < other:
        return -1
    return 0


def grande(one: Sequence[str], other: Sequence[str], kings: int) -> int:
    """s4, grande: ranks from high to low; at the first difference the higher one wins."""
    left = sorted(_heights(one, kings), reverse=True)
    right = sorted(_heights(other, kings), reverse=True)
    for a, b in zip(left, right, strict=True):
        if a != b:
            return _higher_wins(a, b)
    return 0


def chica(one: Sequence[str], other: Sequence[str], kings: int) -> int:
    """s4, chica: ranks from low to high; at the first difference the lower one wins. Not grande reversed."""
    left = sorted(_heights(one, kings))
    right = sorted(_heights(other, kings))
    for a, b in zip(left, right, strict=True):
        if a != b:
            return -_higher_wins(a, b)
    return 0


def kind_of_pares(hand: Sequence[str], kings: int) -> str | None:
    """s4, pares: two pairs or four alike are duples, three alike are medias, two alike are a par."""
    cards = folded(hand, kings)
    counts = sorted(cards.count(rank) for rank in set(cards))
    if counts in ([4], [2, 2]):
        return "duples"
    if counts == [1, 3]:
        return "medias"
    if counts == [1, 1, 2]:
        return "par"
    return None


def has_pares(hand: Sequence[str], kings: int) -> bool:
    """s4 and s5: who has two or more cards alike may speak in pares."""
    return kind_of_pares(hand, kings) is not None


def _paired_heights(hand: Sequence[str], kings: int) -> list[int]:
    """s4, pares: the ranks that count, highest first. Duples have two (the same one twice in four alike), medias
    and a par have one. Side cards are left out: they never break ties."""
    cards = folded(hand, kings)
    ranks = []
    for rank in sorted(set(cards)):
        number = cards.count(rank)
        if number == 4:
            ranks += [rank, rank]
        elif number >= 2:
            ranks.append(rank)
    return sorted([height(rank, kings) for rank in ranks], reverse=True)


def pares(one: Sequence[str], other: Sequence[str], kings: int) -> int:
    """s4, pares: duples beat medias beat a par; then the higher pair or trio, in duples then the lower pair."""
    kind_one = kind_of_pares(one, kings)
    kind_other = kind_of_pares(other, kings)
    if kind_one is None or kind_other is None:
        raise ValueError("only hands with pares are compared in pares")
    if kind_one != kind_other:
        return _higher_wins(PARES_WORST_FIRST.index(kind_one), PARES_WORST_FIRST.index(kind_other))
    for a, b in zip(_paired_heights(one, kings), _paired_heights(other, kings), strict=True):
        if a != b:
            return _higher_wins(a, b)
    return 0


def stones_of_pares(hand: Sequence[str], kings: int) -> int:
    """s7: 1 for a par, 2 for medias, 3 for duples; 0 without pares."""
    kind = kind_of_pares(hand, kings)
    if kind == "duples":
        return 3
    if kind == "medias":
        return 2
    if kind == "par":
        return 1
    return 0


def juego_sum(hand: Sequence[str], kings: int) -> int:
    """s1: the sum of the values of the four cards."""
    _check(hand, kings)
    values = VALUES_8 if kings == 8 else VALUES_4
    return sum(values[rank] for rank in hand)


def has_juego(hand: Sequence[str], kings: int) -> bool:
    """s4, juego: a sum of 31 or more."""
    return juego_sum(hand, kings) >= 31


def is_real(hand: Sequence[str], kings: int, real: str) -> bool:
    """s1, `real`: three sevens and a sota (`sota`) or any card worth 10 (`figure`, a 3 too when it is a king)."""
    _check(hand, kings)
    if real not in ("none", "sota", "figure"):
        raise ValueError(f"real must be none, sota or figure, not {real!r}")
    if real == "none" or list(hand).count("7") != 3:
        return False
    fourth = next(rank for rank in hand if rank != "7")
    if real == "sota":
        return fourth == "S"
    return (VALUES_8 if kings == 8 else VALUES_4)[fourth] == 10


def juego(one: Sequence[str], other: Sequence[str], kings: int, real: str) -> int:
    """s4, juego: 31, 32, 40, 37, 36, 35, 34, 33; s1: a real beats any other 31, two reals tie."""
    if not has_juego(one, kings) or not has_juego(other, kings):
        raise ValueError("only hands with juego are compared in juego")
    real_one = is_real(one, kings, real)
    real_other = is_real(other, kings, real)
    if real_one != real_other:
        return 1 if real_one else -1
    place_one = JUEGO_BEST_FIRST.index(juego_sum(one, kings))
    place_other = JUEGO_BEST_FIRST.index(juego_sum(other, kings))
    return -_higher_wins(place_one, place_other)


def stones_of_juego(hand: Sequence[str], kings: int) -> int:
    """s7: 3 for thirty-one (a real too, s1), 2 for any other juego; 0 without juego."""
    if not has_juego(hand, kings):
        return 0
    return 3 if juego_sum(hand, kings) == 31 else 2


def punto(one: Sequence[str], other: Sequence[str], kings: int) -> int:
    """s4, punto: the higher sum, from 30 down to 4; only if nobody has juego."""
    if has_juego(one, kings) or has_juego(other, kings):
        raise ValueError("punto is played only if nobody has juego")
    return _higher_wins(juego_sum(one, kings), juego_sum(other, kings))


def compare(lance: str, one: Sequence[str], other: Sequence[str], kings: int, real: str) -> int:
    """s4: the comparison of the lance of that name."""
    if lance == "grande":
        return grande(one, other, kings)
    if lance == "chica":
        return chica(one, other, kings)
    if lance == "pares":
        return pares(one, other, kings)
    if lance == "juego":
        return juego(one, other, kings, real)
    if lance == "punto":
        return punto(one, other, kings)
    raise ValueError(f"not a lance: {lance!r}")


def all_hands() -> Iterator[str]:
    """Every four of the 40 cards, as rank letters: 91,390 hands (the same letters come many times)."""
    pack = [rank for rank in RANKS for _suit in range(4)]
    for first in range(40):
        for second in range(first + 1, 40):
            for third in range(second + 1, 40):
                for fourth in range(third + 1, 40):
                    yield pack[first] + pack[second] + pack[third] + pack[fourth]


def figures(kings: int) -> dict[str, int]:
    """The counts that section 9 prints, over all hands."""
    numbers = {"hands": 0, "pares": 0, "duples": 0, "medias": 0, "par": 0, "juego": 0, "thirty-one": 0, "sum thirty": 0}
    distinct = set()
    for hand in all_hands():
        numbers["hands"] += 1
        distinct.add("".join(sorted(folded(hand, kings))))
        kind = kind_of_pares(hand, kings)
        if kind is not None:
            numbers["pares"] += 1
            numbers[kind] += 1
        numbers["juego"] += has_juego(hand, kings)
        numbers["thirty-one"] += juego_sum(hand, kings) == 31
        numbers["sum thirty"] += juego_sum(hand, kings) == 30
    numbers["distinct"] = len(distinct)
    return numbers


# Section 9 of the page.
PAGE_FIGURES = {
    8: {
        "hands": 91390,
        "distinct": 330,
        "pares": 51710,
        "duples": 3486,
        "medias": 4448,
        "par": 43776,
        "juego": 24444,
        "thirty-one": 8384,
        "sum thirty": 3024,
    },
    4: {"hands": 91390, "distinct": 715, "pares": 37630, "juego": 11719},
}

if __name__ == "__main__":
    for number_of_kings, expected in PAGE_FIGURES.items():
        found = figures(number_of_kings)
        for name, figure in expected.items():
            verdict = "as on the page" if found[name] == figure else f"THE PAGE SAYS {figure}"
            print(f"{number_of_kings} kings, {name}: {found[name]} ({verdict})")
