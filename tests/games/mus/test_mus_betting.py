"""Every sequence of up to six betting moves in one lance, with a plain second betting beside the judge.

At each place of each sequence both are asked about every seat and every kind of move: the same seats
may speak, the same moves are refused, the lance closes at the same moment, and the same deje goes to
the same side. ``deje`` and ``deje_plus`` matter at a refusal alone, so there all their values are tried.
"""

import copy
from functools import cache
from itertools import combinations, product

import pytest

from games.mus.plain_betting import PlainLance
from kontari.games.mus import options, play
from kontari.games.mus.lances import CHICA, GRANDE, JUEGO, PARES, PUNTO
from kontari.games.mus.record import Accept, Bet, Deal, NoMus, Ordago, Pass, Raise, Refuse
from kontari.games.mus.state import House

DEPTH = 6

FAR = 10**6
"""A target that no deje reaches."""

BETS = (1, 2, 3)
RAISES = (1, 2, 3, 4, 5, 7)
MADE_RAISES = (2, 5)
"""The raises that are made, and the doubling; the others are only asked about. Bets are of two stones."""

_MODELS = {"pass": Pass, "accept": Accept, "refuse": Refuse, "ordago": Ordago, "bet": Bet, "raise": Raise}


@cache
def typed(seat, action, stones):
    more = {} if stones is None else {"stones": stones}
    return _MODELS[action](action=action, seat=seat, **more)


KINDS = [(action, None) for action in ("pass", "accept", "refuse", "ordago")]
KINDS += [("bet", stones) for stones in BETS] + [("raise", stones) for stones in RAISES]
ALPHABET = {players: [(seat, *kind) for seat in range(players + 1) for kind in KINDS] for players in (2, 4, 6)}

DEJES = [{"deje": deje, "deje_plus": plus} for deje, plus in product(("last-accepted", "one"), (0, 1))]

# Hands that have what a lance asks, and hands that have not; every card is there once.
PLAIN = ["4o 5o 6o 7o", "4c 5c 6c 7c", "4e 5e 6e 7e", "4b 5b 6b 7b", "4o 5c 6e Sb", "Ro Sc 3e Ab"]
WITH = {
    PARES: ["Ao Ac 5o 6o", "Ae Ab 5c 6c", "2o 2c 5e 6e", "2e 2b 5b 6b", "3o 3c 7o Co", "3e 3b 7c Cc"],
    JUEGO: ["Ro Co So Ao", "Rc Cc Sc Ac", "Re Ce Se Ae", "Rb Cb Sb Ab", "3o 7o 3c 4o", "3e 7e 3b 4e"],
}
WITHOUT = {
    PARES: ["4o 7o Ro So", "4c 7c Rc Sc", "4e 7e Re Se", "4b 7b Rb Sb"],
    JUEGO: ["4o 5o 6o 7o", "4c 5c 6c 7c", "4e 5e 6e 7e", "4b 5b 6b 7b"],
}
OPEN_TO_ALL = ["4o 5o 6o 7o", "4c 5c 6c 7c", "4e 5e 6e 7e", "4b 5b 6b 7b", "Ao Ac 2e So", "Ae Ab 2o Sb"]


def opened(lance, rules, players, mano, eligible):
    """A state in which that lance has just been opened for those seats, after a real deal and real moves."""
    with_, without = iter(WITH.get(lance, OPEN_TO_ALL)), iter(WITHOUT.get(lance, ()))
    hands = [next(with_ if seat in eligible else without).split() for seat in range(players)]
    written = options.Rules(**rules, target=FAR, mus_corrido=False)
    state = play.begin(options.in_force(written, players), players, written, None)
    deal = Deal(mano=mano, hands=hands)
    assert play.judge_deal(state, deal) is None
    play.apply_deal(state, deal)
    make(state, NoMus(action="no-mus", seat=mano))
    while state.lance != lance:
        assert state.lance < lance
        make(state, typed(state.turn, "pass", None))
    assert not state.dejes
    return state


def make(state, move):
    assert play.judge(state, move) is None
    play.apply(state, move)


def branch(plain):
    """A plain lance that goes its own way from here."""
    other = copy.copy(plain)
    other.out, other.waiting = set(plain.out), list(plain.waiting)
    return other


class Both:
    """One lance with the judge and with the plain betting, in every way it may go."""

    def __init__(self, lance, rules, players, mano, eligible):
        self.lance, self.players = lance, players
        self.state = opened(lance, rules, players, mano, eligible)
        chosen = dict(self.state.house.options)
        self.plain = PlainLance(chosen, players, mano, eligible, plus_applies=lance >= PARES)
        self.houses = [({**deje}, House({**chosen, **deje}, players)) for deje in DEJES]
        self.places = 0

    def walk(self, depth):
        """All sequences of so many moves; how many places were looked at."""
        self._from(self.state, self.plain, depth)
        return self.places

    def _from(self, state, plain, depth):
        self.places += 1
        made = []
        asked = [*ALPHABET[self.players]]
        if state.stake not in RAISES:
            asked += [(seat, "raise", state.stake) for seat in range(self.players)]
        for words in asked:
            fault = play.judge(state, typed(*words))
            assert (fault is None) == (not plain.refuses(*words)), (words, fault)
            if fault is None:
                made.append(words)
        assert {seat for seat, _, _ in made} == plain.may_speak()
        if not depth:
            return
        for seat, action, stones in made:
            if action == "bet" and stones != 2:
                continue
            if action == "raise" and stones not in (*MADE_RAISES, state.stake):
                continue
            if action == "raise" and stones not in MADE_RAISES and state.house.raises == "any":
                continue
            self._make(state, plain, (seat, action, stones), depth)

    def _make(self, state, plain, words, depth):
        after, plain_after = state.copy(), branch(plain)
        play.apply(after, typed(*words))
        plain_after.make(*words)
        if plain_after.outcome is None:
            assert (after.lance, after.closed.get(self.lance), len(after.dejes)) == (self.lance, None, 0)
            self._from(after, plain_after, depth - 1)
            return
        self.places += 1
        how, *more = plain_after.outcome
        closed = after.closed[self.lance]
        assert closed.how == how
        assert after.lance != self.lance or after.ended == ("ordago" if how == "ordago" else "count")
        if how == "accepted":
            assert [closed.stones] == more
        if how != "refused":
            assert not after.dejes
            return
        for deje, house in self.houses:
            after, plain_after = state.copy(), branch(plain)
            after.house = house
            plain_after.deje, plain_after.deje_plus = deje["deje"], deje["deje_plus"]
            play.apply(after, typed(*words))
            plain_after.make(*words)
            _, stones, side = plain_after.outcome
            assert after.dejes == [(self.lance, side, stones)]
            assert after.closed[self.lance].side == side


RULES = [
    {"replies": replies, "raises": raises, "refuser_out": out}
    for replies, raises, out in product(("each", "side"), ("any", "plus-two", "double-or-plus-two"), (True, False))
]


def name(value):
    return "-".join(map(str, value.values())) if isinstance(value, dict) else None


def both_sides(players):
    """Every set of seats with one of each side in it."""
    for size in range(2, players + 1):
        for seats in combinations(range(players), size):
            if {seat % 2 for seat in seats} == {0, 1}:
                yield seats


@pytest.mark.parametrize("rules", RULES, ids=name)
def test_two_players(rules):
    for lance, mano in product((GRANDE, CHICA, PARES, JUEGO, PUNTO), (0, 1)):
        assert Both(lance, rules, 2, mano, (0, 1)).walk(DEPTH) > 50


@pytest.mark.parametrize("rules", RULES, ids=name)
def test_four_players_in_a_lance_open_to_all(rules):
    assert Both(GRANDE, rules, 4, 2, (0, 1, 2, 3)).walk(DEPTH) > 200
    assert Both(PUNTO, rules, 4, 3, (0, 1, 2, 3)).walk(4) > 50


@pytest.mark.parametrize("rules", RULES, ids=name)
def test_four_players_of_whom_some_may_speak(rules):
    for eligible in both_sides(4):
        assert Both(PARES, rules, 4, 1, eligible).walk(DEPTH) > 50
        assert Both(JUEGO, rules, 4, 0, eligible).walk(3) > 20


@pytest.mark.parametrize("rules", RULES, ids=name)
def test_six_players(rules):
    assert Both(GRANDE, rules, 6, 4, range(6)).walk(5) > 100


@pytest.mark.parametrize("rules", RULES, ids=name)
@pytest.mark.parametrize(
    "more", [{"min_bet": 1, "min_raise": 1}, {"min_bet": 2, "min_raise": 5}, {"ordago_allowed": False}], ids=name
)
def test_least_bets_and_no_ordago(rules, more):
    assert Both(CHICA, {**rules, **more}, 4, 1, range(4)).walk(4) > 30
    assert Both(PARES, {**rules, **more}, 2, 0, range(2)).walk(5) > 20


def test_a_lance_with_one_side_only_is_passed_over():
    for lance in (PARES, JUEGO):
        state = opened(CHICA, {}, 2, 0, (0, 1))
        state.hands = [WITH[lance][0].split(), WITHOUT[lance][1].split()]
        for _ in range(2):
            make(state, typed(state.turn, "pass", None))
        assert state.closed[lance] is None
