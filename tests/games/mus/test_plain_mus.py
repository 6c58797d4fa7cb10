"""The plain second opinion by itself: the worked hands of the rules, and small probes."""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from games.mus.plain_betting import Outcome, PlainLance
from games.mus.plain_count import Addition, best_seat, count, last_lance, ordago_side, seats_in
from games.mus.plain_hands import (
    RANKS,
    chica,
    grande,
    has_juego,
    juego,
    juego_sum,
    kind_of_pares,
    pares,
    punto,
    stones_of_juego,
    stones_of_pares,
)

CLASSIC: dict[str, Any] = {
    "kings": 8,
    "real": "none",
    "target": 40,
    "punto_bonus_on_bet": True,
    "replies": "each",
    "raises": "any",
    "min_bet": 2,
    "min_raise": 2,
    "refuser_out": True,
    "deje": "last-accepted",
    "deje_plus": 0,
    "ordago_allowed": True,
}

Moves = Sequence[tuple[int, str] | tuple[int, str, int]]


def options(**changes: Any) -> dict[str, Any]:
    assert set(changes) <= set(CLASSIC)
    return {**CLASSIC, **changes}


def ranks(text: str) -> list[str]:
    """The four rank letters of "Ro 3c Ce Ab"."""
    return [card[0] for card in text.split()]


def bet_lance(lance: PlainLance, moves: Moves) -> None:
    """Make the moves; nobody but the seat of the move may speak (under `each`)."""
    for move in moves:
        seat, action = move[0], move[1]
        stones = move[2] if len(move) == 3 else None
        assert seat in lance.may_speak(), (move, lance.may_speak())
        assert not lance.refuses(seat, action, stones), move
        lance.make(seat, action, stones)


def all_pass(lance: PlainLance) -> list[int]:
    """Everybody passes; answers who spoke."""
    spoke = []
    while lance.may_speak():
        (seat,) = lance.may_speak()
        lance.make(seat, "pass", None)
        spoke.append(seat)
    return spoke


def play(
    texts: Sequence[str],
    moves: Mapping[str, Moves],
    rules: Mapping[str, Any] = CLASSIC,
    before: Sequence[int] = (0, 0),
    mano: int = 0,
) -> tuple[list[int], list[Addition], dict[str, list[int]]]:
    """A whole hand: totals at its end, the additions of the count, who spoke where all passed."""
    hands = [ranks(text) for text in texts]
    players = len(hands)
    stones = list(before)
    outcomes = {}
    spoke = {}
    last = last_lance(hands, rules["kings"])
    assert set(moves) <= {"grande", "chica", "pares", last}
    for name in ("grande", "chica", "pares", last):
        eligible = seats_in(name, players, mano, hands, rules["kings"])
        lance = PlainLance(rules, players, mano, eligible, plus_applies=name in ("pares", "juego", "punto"))
        if name in moves:
            bet_lance(lance, moves[name])
            assert lance.outcome is not None, name
            assert not lance.may_speak(), name
        else:
            spoke[name] = all_pass(lance)
        outcomes[name] = lance.outcome
        if lance.outcome is not None and lance.outcome[0] == "refused":
            stones[lance.outcome[2]] += lance.outcome[1]
            if max(stones) >= rules["target"]:
                return stones, [], spoke
    scores, additions = count(rules, players, mano, hands, outcomes, stones)
    return [stones[0] + scores[0], stones[1] + scores[1]], additions, spoke


def test_examples_of_section_4() -> None:
    assert chica("4AAA", "RAAA", 8) == 1
    assert chica("7AAA", "654A", 8) == 1
    assert grande("4AAA", "RAAA", 8) == -1
    assert pares("RRAA", "CCCC", 8) == 1
    assert pares("RRRR", "RRAA", 8) == 1
    assert pares("3R2A", "RRAA", 8) == 0
    assert pares("RRSC", "RR45", 8) == 0  # side cards
    assert pares("444R", "RRCS", 8) == 1  # medias beat a par
    assert pares("4455", "RRRC", 8) == 1  # duples beat medias
    assert pares("44AA", "CCCA", 8) == 1
    assert pares("CC44", "CCAA", 8) == 1  # the lower pair
    assert [kind_of_pares(hand, 8) for hand in ("R3A2", "R33A", "R3CS", "RCSA")] == ["duples", "medias", "par", None]
    assert [kind_of_pares(hand, 4) for hand in ("R3A2", "R33A", "33A2", "33AA")] == [None, "par", "par", "duples"]
    assert grande("3CSA", "RCSA", 8) == 0
    assert grande("3654", "4654", 4) == -1  # a 3 between 4 and 2
    assert grande("3654", "2654", 4) == 1
    assert grande("2654", "A654", 4) == 1
    assert chica("AAA2", "AAA3", 4) == 1
    assert chica("AAAA", "AAA2", 4) == 1
    assert chica("AAAA", "A22A", 8) == 0
    assert juego_sum("R3A2", 8) == 22
    assert juego_sum("R3A2", 4) == 16
    order = ["RCSA", "RR75", "RCSR", "RCS7", "RCS6", "RCS5", "RCS4", "RR76"]
    assert [juego_sum(hand, 8) for hand in order] == [31, 32, 40, 37, 36, 35, 34, 33]
    for better, worse in itertools.combinations(order, 2):
        assert juego(better, worse, 8, "none") == 1
        assert juego(worse, better, 8, "none") == -1
    assert not {juego_sum(hand, 4) for hand in itertools.product(RANKS, repeat=4)} & {38, 39}
    assert punto("RR64", "RR54", 8) == 1
    assert [stones_of_juego(hand, 8) for hand in ("RRRA", "777S", "RRRR", "AAAA")] == [3, 3, 2, 0]
    assert [stones_of_pares(hand, 8) for hand in ("RRAA", "AAAA", "RRRA", "RRSA", "R7SA")] == [3, 3, 2, 1, 0]


def test_real() -> None:
    for kings in (8, 4):
        assert juego("777S", "RCSA", kings, "none") == 0
        assert juego("777S", "RCSA", kings, "sota") == 1
        assert juego("RCSA", "777S", kings, "sota") == -1
        assert juego("777R", "RCSA", kings, "sota") == 0
        assert juego("777R", "RCSA", kings, "figure") == 1
        assert juego("777R", "S777", kings, "figure") == 0
        assert juego("777S", "777C", kings, "sota") == 1
    assert juego("7737", "RCSA", 8, "figure") == 1
    assert not has_juego("7737", 4)


H1 = ["Ro 3c Ce Ab", "Rc Sb 7o 4o", "7e 7b 6o 5c", "4c 4e Ao 2o"]
H2 = ["Ro 3c 6e 5b", "Cc Cb So Sc", "7e 7b 7o 4c", "Re Se 6o 4o"]
H3 = ["Ro 7c 6e 5b", "Rc 7b 7e 4o", "Cc 6o 5c 4c", "So Sc 5e Ao"]
H5 = ["Ro 3c 7e Ab", "Re 3e 3o 4o", "4c Ao 2o 5c", "Sc 7b 6b 5b"]
H7 = ["Ro 3c 7e Ab", "Re 3e 7b Ao", "Ce Cc 6o 5c", "Se Sc 4o 4c"]
H9 = ["Co Cc Ce Cb", "Ro 3c Ao 2c", "So 7c 6c 5c", "Sc 7o 6o 5o"]
H12 = ["7o 7c Ab Ac", "Ro So 6c 5o"]


def test_worked_hands() -> None:
    totals, additions, spoke = play(H1, {})
    assert totals == [4, 4]
    assert spoke == {"grande": [0, 1, 2, 3], "chica": [0, 1, 2, 3], "pares": [0, 2, 3], "juego": [0, 1]}
    assert additions == [
        ("grande", 0, 1, "en-paso"),
        ("chica", 1, 1, "en-paso"),
        ("pares", 1, 3, "bonus"),
        ("juego", 0, 3, "bonus"),
    ]
    assert best_seat(CLASSIC, 4, 0, [ranks(text) for text in H1], "chica") == 3

    totals, additions, spoke = play(
        H2,
        {
            "grande": [(0, "bet", 2), (1, "refuse"), (3, "raise", 5), (0, "refuse"), (2, "refuse")],
            "pares": [(0, "bet", 2), (1, "refuse")],
        },
    )
    assert totals == [7, 3]
    assert spoke["juego"] == [0, 1]
    assert additions == [("chica", 1, 1, "en-paso"), ("pares", 0, 3, "bonus"), ("juego", 0, 3, "bonus")]
    hands = [ranks(text) for text in H2]
    assert seats_in("pares", 4, 0, hands, 8) == [0, 1, 2]

    accepted: Moves = [(0, "bet", 2), (1, "accept")]
    totals, additions, _ = play(H3, {"punto": accepted})
    assert totals == [3, 4]
    assert additions == [
        ("grande", 1, 1, "en-paso"),
        ("chica", 1, 1, "en-paso"),
        ("pares", 1, 2, "bonus"),
        ("punto", 0, 2, "stake"),
        ("punto", 0, 1, "bonus"),
    ]
    assert play(H3, {"punto": accepted}, options(punto_bonus_on_bet=False))[0] == [2, 4]
    refused: Moves = [(0, "bet", 2), (1, "refuse"), (3, "refuse")]  # H3b
    assert play(H3, {"punto": refused})[0] == [2, 4]
    assert play(H3, {"punto": refused}, options(punto_bonus_on_bet=False))[0] == [2, 4]

    totals, additions, spoke = play(H5, {"chica": [(0, "bet", 2), (1, "accept")]}, before=(38, 36))
    assert totals == [40, 37]
    assert additions == [("grande", 1, 1, "en-paso"), ("chica", 0, 2, "stake")]
    assert spoke["juego"] == []
    moves: Moves = [(0, "bet", 2), (1, "raise", 5), (2, "refuse"), (0, "refuse")]  # H5b
    assert play(H5, {"grande": moves}, before=(20, 39))[:2] == ([20, 41], [])

    moves = [(0, "bet", 2), (1, "raise", 2), (2, "refuse"), (0, "ordago"), (1, "refuse"), (3, "refuse")]
    totals, additions, spoke = play(H7, {"grande": moves})
    assert totals == [8, 4]
    assert additions == [("chica", 0, 1, "en-paso"), ("pares", 1, 4, "bonus"), ("juego", 0, 3, "bonus")]

    totals, additions, _ = play(H9, {"pares": [(0, "bet", 4), (1, "accept")]})
    assert totals == [2, 9]
    assert additions == [
        ("grande", 1, 1, "en-paso"),
        ("chica", 1, 1, "en-paso"),
        ("pares", 1, 4, "stake"),
        ("pares", 1, 3, "bonus"),
        ("juego", 0, 2, "bonus"),
    ]

    moves = [(0, "pass"), (1, "bet", 2), (0, "refuse")]
    totals, additions, spoke = play(H12, {"grande": moves})
    assert totals == [4, 4]
    assert spoke == {"chica": [0, 1], "pares": [], "juego": []}
    for eligible in ([0], [1], []):
        lance = PlainLance(CLASSIC, 2, 0, eligible, plus_applies=True)
        assert lance.refuses(0, "bet", 2)
        assert lance.refuses(1, "bet", 2)
        assert lance.outcome is None


def test_count() -> None:
    hands = [ranks(text) for text in H9]
    paso: dict[str, Outcome | None] = {"grande": ("passed",), "chica": ("passed",), "juego": None}
    # stopping between a stake and its bonus; 39 + 4 = 43 is not cut down
    assert count(CLASSIC, 4, 0, hands, {**paso, "pares": ("accepted", 4)}, (0, 34))[0] == [0, 6]
    assert count(CLASSIC, 4, 0, hands, {**paso, "pares": ("accepted", 4)}, (0, 37))[0] == [0, 6]
    assert count(CLASSIC, 4, 0, hands, {**paso, "pares": ("accepted", 4)}, (0, 31))[0] == [0, 9]
    assert count(CLASSIC, 4, 0, hands, {**paso, "pares": ("accepted", 4)}, (0, 30))[0] == [2, 9]
    assert count(CLASSIC, 4, 0, hands, {**paso, "pares": ("refused", 1, 0)}, (1, 0))[0] == [5, 2]
    assert count(CLASSIC, 4, 0, hands, {**paso, "pares": ("passed",)}, (40, 0)) == ([0, 0], [])
    # an accepted ordago: no stones; who wins it
    assert count(CLASSIC, 4, 0, hands, {"grande": ("accepted", 9), "chica": ("ordago",)}, (1, 0)) == ([0, 0], [])
    assert ordago_side(CLASSIC, 4, 0, hands, "pares") == 1
    # an accepted bet of more than 40 is only a bet (s6.7): grande does not decide before its place in the count
    assert play(H5, {"chica": [(0, "bet", 50), (1, "accept")]}, before=(0, 39))[0] == [0, 40]
    # 31 = 31 of seats 0 and 1 in H1: seat 1 stands before seat 0 only when it is mano itself
    h1 = [ranks(text) for text in H1]
    assert [best_seat(CLASSIC, 4, mano, h1, "juego") for mano in range(4)] == [0, 1, 0, 0]


def test_betting() -> None:
    # opening, mano 2 of four, subset
    lance = PlainLance(CLASSIC, 4, 2, [0, 1, 3])
    assert all_pass(lance) == [3, 0, 1]
    assert lance.outcome == ("passed",)
    # a pass does not put a player out
    lance = PlainLance(CLASSIC, 4, 0, range(4))
    bet_lance(lance, [(0, "pass"), (1, "pass"), (2, "pass"), (3, "bet", 2), (0, "refuse"), (2, "accept")])
    assert lance.outcome == ("accepted", 2)
    # wrong kinds
    lance = PlainLance(CLASSIC, 4, 0, range(4))
    for action, stones in (("raise", 2), ("accept", None), ("refuse", None), ("bet", 1), ("bet", None), ("pass", 2)):
        assert lance.refuses(0, action, stones)
    assert lance.refuses(1, "pass", None)
    assert not lance.refuses(0, "bet", 2)
    assert not lance.refuses(0, "bet", 99)
    lance.make(0, "bet", 3)
    for action, stones in (("raise", 1), ("pass", None), ("bet", 2), ("raise", None), ("accept", 3)):
        assert lance.refuses(1, action, stones)
    lance.make(1, "ordago", None)
    for action, stones in (("raise", 2), ("pass", None), ("bet", 2), ("ordago", None)):
        assert lance.refuses(2, action, stones)
    bet_lance(lance, [(2, "refuse"), (0, "refuse")])
    assert lance.outcome == ("refused", 3, 1)
    # refuser_out
    for refuser_out in (True, False):
        lance = PlainLance(options(refuser_out=refuser_out), 4, 0, range(4))
        bet_lance(lance, [(0, "bet", 2), (1, "refuse"), (3, "raise", 2), (0, "raise", 2)])
        assert lance.may_speak() == ({3} if refuser_out else {1})
        if not refuser_out:
            bet_lance(lance, [(1, "refuse")])
        bet_lance(lance, [(3, "refuse")])
        assert lance.outcome == ("refused", 4, 0)
    # replies by the side
    lance = PlainLance(options(replies="side"), 6, 0, range(6))
    bet_lance(lance, [(0, "pass"), (1, "bet", 2)])
    assert lance.may_speak() == {0, 2, 4}
    lance.make(4, "raise", 2)
    assert lance.may_speak() == {1, 3, 5}
    lance.make(3, "refuse", None)
    assert lance.outcome == ("refused", 2, 0)
    # six, each
    lance = PlainLance(CLASSIC, 6, 4, range(6))
    bet_lance(lance, [(4, "bet", 2), (5, "refuse"), (1, "raise", 3), (2, "refuse"), (4, "refuse"), (0, "raise", 4)])
    assert lance.may_speak() == {1}
    bet_lance(lance, [(1, "refuse"), (3, "accept")])
    assert lance.outcome == ("accepted", 9)
    # raises
    lance = PlainLance(options(raises="plus-two", min_raise=5), 2, 0, [0, 1])
    lance.make(0, "bet", 5)
    assert [n for n in range(12) if not lance.refuses(1, "raise", n)] == [2]
    lance = PlainLance(options(raises="double-or-plus-two"), 2, 0, [0, 1])
    bet_lance(lance, [(0, "bet", 5), (1, "raise", 2)])
    assert [n for n in range(12) if not lance.refuses(0, "raise", n)] == [2, 7]
    lance = PlainLance(options(min_bet=1, min_raise=3), 2, 0, [0, 1])
    bet_lance(lance, [(0, "bet", 1)])
    assert [n for n in range(6) if not lance.refuses(1, "raise", n)] == [3, 4, 5]
    # dejes
    for deje, plus, applies, expected in (
        ("last-accepted", 0, True, 4),
        ("last-accepted", 1, True, 5),
        ("last-accepted", 1, False, 4),
        ("one", 0, True, 1),
        ("one", 1, True, 2),
        ("one", 1, False, 1),
    ):
        lasts: Moves = [(0, "raise", 9), (0, "ordago")]
        for last in lasts:
            lance = PlainLance(options(deje=deje, deje_plus=plus), 2, 0, [0, 1], plus_applies=applies)
            bet_lance(lance, [(0, "bet", 2), (1, "raise", 2), last, (1, "refuse")])
            assert lance.outcome == ("refused", expected, 0)
    refusals: list[tuple[Moves, int]] = [
        ([(0, "ordago"), (1, "refuse")], 1),
        ([(0, "bet", 7), (1, "refuse")], 1),
        ([(0, "bet", 2), (1, "raise", 2), (0, "refuse")], 2),
        ([(0, "bet", 7), (1, "ordago"), (0, "refuse")], 7),
    ]
    for moves, expected in refusals:
        lance = PlainLance(CLASSIC, 2, 0, [0, 1])
        bet_lance(lance, moves)
        assert lance.outcome is not None
        assert lance.outcome[:2] == ("refused", expected)
    lance = PlainLance(options(ordago_allowed=False), 2, 0, [0, 1])
    assert lance.refuses(0, "ordago", None)
    lance = PlainLance(CLASSIC, 2, 0, [0, 1])
    bet_lance(lance, [(0, "ordago"), (1, "accept")])
    assert lance.outcome == ("ordago",)
