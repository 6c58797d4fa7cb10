"""What hidden cards count together: against every filling one by one, and with how much work."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import examples
from kontari import examine
from kontari.core import work
from kontari.core.assign import pool_of
from kontari.core.cards import TOKENS, UNSEEN
from kontari.core.work import LEAST, STEPS, Work
from kontari.games.crazy_eights import generate, hidden, state
from kontari.games.crazy_eights.hidden import DEALT_KIND, Hidden, Place, World
from kontari.games.crazy_eights.score import STANDARD

CORPUS = Path(__file__).parents[3] / "records" / "crazy-eights"
KINDS = 6
POINTS = [1, 1, 2, 5, 5, 5, *[0] * 46]
"""Cards of three values, several of each."""

place = st.builds(Place, st.just(0), st.integers(1, 2**KINDS - 1), st.booleans())
pools = st.lists(st.integers(0, 2), min_size=KINDS, max_size=KINDS)


@st.composite
def worlds(draw):
    """Worlds of three seats that hold equally many hidden cards, out of one pool or two."""
    counts = [draw(pools) for _ in range(draw(st.integers(1, 2)))]
    sizes = draw(st.lists(st.integers(0, 3), min_size=3, max_size=3))
    numbers = st.integers(0, len(counts) - 1)

    def hand(size):
        return tuple(draw(place)._replace(pool=draw(numbers)) for _ in range(size))

    return [(counts, tuple(map(hand, sizes))) for _ in range(draw(st.integers(1, 3)))]


def one_by_one(counts, hands, groups):
    """The sums of every filling."""
    found = {((0,) * (max(groups) + 1), tuple(map(tuple, counts)))}
    for seat, hand in enumerate(hands):
        for pool, kinds, _ in hand:
            found = {
                (
                    tuple(have + POINTS[kind] * (group == groups[seat]) for group, have in enumerate(held)),
                    tuple(
                        tuple(count - (at == pool and one == kind) for one, count in enumerate(pile))
                        for at, pile in enumerate(left)
                    ),
                )
                for held, left in found
                for kind in range(KINDS)
                if kinds >> kind & 1 and left[pool][kind]
            }
    return {held for held, _ in found}


@examples(400)
@given(worlds(), st.sampled_from([(0, 0, 0), (0, 1, 2), (0, 1, 0), (1, 0, 0)]))
def test_sums_are_those_of_every_filling(worlds, groups):
    known = Hidden(World(tuple(map(pool_of, counts)), hands) for counts, hands in worlds)
    wanted = set().union(*(one_by_one(counts, hands, groups) for counts, hands in worlds))
    assert known.sums(POINTS, groups, Work()) == wanted


PACK = pool_of([1] * 52 + [0] * 52)
VALUES = [STANDARD[token] for token in TOKENS]


def barred(ranks):
    """A place in which no card of these ranks or suits may lie."""
    return Place(0, sum(1 << card for card, token in enumerate(TOKENS) if not set(token) & set(ranks)), False)


def test_one_sum_of_a_whole_pack_takes_few_steps():
    """Cards that count the same are not told apart, nor places that differ only in what is gone by."""
    places = [barred(ranks) for ranks in ("8", "8C", "8C7", "8C7D", "8H", "8HK")]
    known = Hidden([World((PACK,), tuple((place,) * 3 for place in places))])
    spent = Work()
    sums = known.sums(VALUES, [0] * len(places), spent)
    assert sums is not None
    # From four aces up to two fives, to all sixteen cards of ten points with two nines.
    assert sums == {(total,) for total in range(50, 178 + 1)}
    assert spent.spent < 30_000


def test_a_sum_for_each_seat_is_given_up_after_few_steps():
    known = Hidden([World((PACK,), ((Place(0, DEALT_KIND, False),) * 5,) * 5)])
    spent = Work()
    assert known.sums(VALUES, range(5), spent) is None
    assert spent.spent < 20_000


def nothing_seen(seed, players, rules):
    """A generated match of which the recorder saw nothing but the cards laid."""
    match = generate.record(seed, 0, players, rules)
    for round_ in match["rounds"]:
        round_["deal"].pop("stock", None)
        round_["deal"]["hands"] = [[UNSEEN] * len(hand) for hand in round_["deal"]["hands"]]
        for move in round_["moves"]:
            move.pop("stock", None)
            if "cards" in move:
                move["cards"] = [UNSEEN] * len(move["cards"])
    match.pop("result", None)
    return match


@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (2, {}),
        (3, {"draw_when_able": False}),
        (4, {"preset": "pagat"}),
        (5, {"preset": "classic-specials", "after_draw": "drawn-only"}),
        (7, {"scoring": "penalty", "draw_when_able": False}),
        (15, {"max_players": 15, "max_rounds": 6}),
    ],
)
def test_a_match_that_nobody_saw_is_judged_with_bounded_work(players, rules, monkeypatch):
    steps, matchings = [], []
    spend, fits = Work.spend, hidden.fits
    monkeypatch.setattr(Work, "spend", lambda work, more: spend(work, more) and not steps.append(more))
    monkeypatch.setattr(hidden, "fits", lambda *asked: matchings.append(1) or fits(*asked))
    for seed in range(3):
        match = nothing_seen(seed, players, rules)
        steps.clear()
        matchings.clear()
        assert examine(json.dumps(match).encode()).verdict in ("sound", "unfinished")
        moves = sum(len(round_["moves"]) for round_ in match["rounds"])
        assert sum(steps) <= STEPS + LEAST * len(match["rounds"])
        assert len(matchings) <= 20 * moves


def test_with_no_steps_left_nothing_right_is_refused(monkeypatch):
    monkeypatch.setattr(state, "STEPS", 0)
    monkeypatch.setattr(work, "LEAST", 0)
    for folder in ("sound", "unfinished"):
        for path in (CORPUS / folder).glob("hidden-*.crazy-eights.json"):
            assert examine(path.read_bytes()).verdict in ("sound", "unfinished"), path.name
