"""The worked turns, the counts and the known faults of the rules, and small probes, through the plain judge."""

from collections import Counter
from itertools import combinations, combinations_with_replacement, product
from random import Random

import pytest

from games.rummikub.plain_rummikub import PlainRound, all_tiles, deal_fault, full_options, match_over
from games.rummikub.plain_search import best_points, best_tiles, can_be_cut, can_meld, choices, plays
from games.rummikub.plain_sets import (
    all_sets,
    is_group,
    is_run,
    is_set,
    joker_faces,
    kinds,
    lowest_points,
    readings,
    same_set,
)


def tiles(text):
    """One set in compact text: r4-8, r4-8/J6, rbk7, rJJ7; or its tiles, joined by commas."""
    text, _, jokers = text.partition("/J")
    if "," in text:
        return text.split(",")
    if "-" in text:
        first, last = (int(number) for number in text[1:].split("-"))
        replaced = [int(number) for number in jokers.split(",") if number]
        return ["J" if n in replaced else f"{text[0]}{n}" for n in range(first, last + 1)]
    letters = text.rstrip("0123456789")
    return ["J" if letter == "J" else letter + text[len(letters) :] for letter in letters]


def sets(text):
    return [tiles(word) for word in text.split()]


def position(rules, table, rack, opened=True, others=("k13 k12",), pool=None):
    """Seat 0 is to move; the others hold what is said."""
    options = full_options(rules)
    opened_by_seat = [opened] + [bool(table)] * len(others)
    deal = {
        "first": 0,
        "racks": [rack.split(), *(other.split() for other in others)],
        "table": sets(table),
        "opened": opened_by_seat,
    }
    if pool is not None:
        deal["pool"] = pool.split()
    return PlainRound(options, 1 + len(others), deal)


def meld(put, take="", opening=None, seat=0, **claims):
    move = {"action": "meld", "seat": seat, "put": sets(put), **claims}
    if take:
        move["take"] = sets(take)
    if opening is not None:
        move["opening"] = sets(opening)
    return move


def judge(table, rack, put, take="", opening=None, opened=True, **rules):
    """Why the turn is illegal, or None. The rack holds one more tile, so that the round does not end."""
    here = position(rules, table, rack + " k13", opened)
    move = meld(put, take, opening)
    fault = here.refuses(move)
    if fault is None:
        here.make(move)
    return fault


# -------------------------------------------------------------------- sets


def test_the_counts():
    assert len(all_sets()) == len(set(all_sets())) == 329
    assert sum(kind == "run" for kind, _ in all_sets()) == 264
    assert sum(kind == "group" for kind, _ in all_sets()) == 65
    assert len(all_sets(longest_run=5)) == 185
    assert len(all_sets("low-or-high")) == 329 + 4 * 11
    for one in ("low", "low-or-high"):
        assert all(is_run(faces, one) if kind == "run" else is_group(faces) for kind, faces in all_sets(one))


def test_the_counts_by_trying_every_choice_of_tiles():
    faces = [f"{colour}{number}" for number in range(1, 14) for colour in "rbok"]
    for many in (3, 4):
        found = sum(is_group(chosen) or any(is_run(chosen[i:] + chosen[:i]) for i in range(many))
                    for chosen in combinations(faces, many))  # fmt: skip
        assert found == sum(len(a_set) == many for _, a_set in all_sets())


@pytest.mark.parametrize(
    ("text", "one", "what"),
    [
        ("r4-8", "low", {"run"}),
        ("rbk7", "low", {"group"}),
        ("rbok7", "low", {"group"}),
        ("rbokJ7", "low", set()),  # W7
        ("r7,r7,b7", "low", set()),  # W7
        ("r13,o13,k13,k13", "low", set()),
        ("b11,k12,b13", "low", set()),
        ("r4,r5", "low", set()),
        ("r4,r6,r5", "low", set()),
        ("r12,r13,r1", "low", set()),  # W6
        ("r12,r13,r1", "low-or-high", {"run"}),
        ("r13,r1,r2", "low-or-high", set()),
        ("r1-13", "low-or-high", {"run"}),
        ("r2,r3,r4,r5,r6,r7,r8,r9,r10,r11,r12,r13,r1", "low-or-high", {"run"}),
        ("r1,r2,r3,r4,r5,r6,r7,r8,r9,r10,r11,r12,r13,r1", "low-or-high", set()),
        ("r12,r13,J", "low", set()),  # W5: a joker past 13
        ("J,r1,r2", "low-or-high", set()),
        ("r12,r13,J", "low-or-high", {"run"}),
        ("r9,J,J", "low", {"run", "group"}),
        ("r9,J=r10,J", "low", {"run"}),
        ("r9,J=b9,J", "low", {"group"}),
        ("r9,J=b9,J=b9", "low", set()),
        ("r9,J=b9,J=r11", "low", set()),
        ("r9,J=r9,b9", "low", set()),
        ("r13,J,J", "low", {"group"}),
        ("J,J,r13", "low", {"run", "group"}),
        ("r12,J,J", "low-or-high", {"run", "group"}),
        ("J,J,J", "low", set()),
        ("J=r1,J=r2,J=r3", "low", set()),
    ],
)
def test_what_is_a_set(text, one, what):
    assert kinds(tiles(text), one) == what


def test_what_a_joker_stands_for():
    assert joker_faces(tiles("rbJ7")) == {"group": {2: {"o7", "k7"}}}
    assert joker_faces(tiles("rbkJ7")) == {"group": {3: {"o7"}}}
    assert joker_faces(tiles("r5-7/J5")) == {"run": {0: {"r5"}}}
    assert joker_faces(tiles("r9,J,J")) == {
        "group": {1: {"b9", "o9", "k9"}, 2: {"b9", "o9", "k9"}},
        "run": {1: {"r10"}, 2: {"r11"}},
    }
    assert len(readings(tiles("r9,J,J"))) == 7


def test_points():
    assert lowest_points(tiles("r9,J,J")) == 27
    assert lowest_points(tiles("r9,J=r10,J=r11")) == 30
    assert lowest_points(tiles("J,J,r9")) == 24
    assert lowest_points(tiles("r9,J=r10,J"), joker_points="zero") == 9
    assert lowest_points(tiles("r12,r13,r1"), "low-or-high") == 26
    assert lowest_points(tiles("r12,r13,J"), "low-or-high") == 26
    assert lowest_points(tiles("rbJ10")) == 30


def test_which_sets_are_the_same():
    assert same_set(tiles("rbk7"), tiles("kbr7"))
    assert same_set(tiles("rbJ7"), tiles("b7,J=o7,r7"))
    assert same_set(tiles("r4-6/J5"), tiles("r4,J=r5,r6"))
    assert not same_set(tiles("r4-7/J4"), tiles("r5-8/J8"))
    assert not same_set(tiles("r9,J,J"), tiles("r9,J=r10,J=r11"))
    assert not same_set(tiles("r9,J,J"), tiles("J,r9,J"))
    assert same_set(tiles("r9,J=b9,J"), tiles("J,J=b9,r9"))
    assert same_set(tiles("r9,J=b9,J"), tiles("r9,J=k9,J"))
    assert not same_set(tiles("r9,J=b9,J"), tiles("r9,J=r10,J=r11"))
    assert not same_set(tiles("r4,r6,r5"), tiles("r4,r6,r5"))


# -------------------------------------------------------------------- the worked turns


def test_w1_w2():
    assert judge("r4-8", "r6", "r4-6 r6-8", "r4-8") is None
    assert judge("o1-4 rbok1", "b1", "rbo1 o2-4 bok1", "o1-4 rbok1") is None


def test_w3():
    assert judge("", "r8 r9 r10", "r8-10", opened=False) == "opening too low"
    assert judge("", "r8 r9 r10 r11", "r8-11", opened=False) is None


def test_w4():
    rack = "r1 r2 r3 b7 b8 b9"
    assert judge("k5-7", rack, "r1-3 b7-9", opened=False) is None
    assert judge("k5-7", rack, "r1-3 b7-9", opened=False, opening_sets="single") == "opening too low"


def test_w5():
    assert judge("", "r8 J r10", "r8-10/J9", opened=False) == "opening too low"
    assert judge("", "J r12 r13", "r11-13/J11", opened=False) is None
    assert judge("", "J r12 r13", "r12,r13,J", opened=False) == "no set"
    assert judge("", "r9 J J", "r9,J=r10,J=r11", opened=False) is None
    assert judge("", "r9 J J", "r9,J=b9,J=k9", opened=False) == "opening too low"
    assert judge("", "r9 J J", "r9,J,J", opened=False) == "opening too low"
    assert judge("", "r9 J J", "r9,J,J", opened=True) is None


def test_w6_w7():
    assert judge("", "r12 r13 r1", "r12,r13,r1") == "no set"
    assert judge("", "r12 r13 r1", "r12,r13,r1", one="low-or-high") is None
    assert judge("", "r7 r7 b7", "r7,r7,b7") == "no set"
    assert judge("", "r7 b7 o7 k7 J", "rbokJ7") == "no set"
    assert judge("r3-5 r5-8", "J r6 r7", "r5-7/J5") is None


def test_w8():
    turn = ("k5-7", "r10 b10 o10 k8", "rbo10 k5-8", "k5-7")
    assert judge(*turn, opening="rbo10", opened=False) is None
    forbidden = judge(*turn, opening="rbo10", opened=False, opening_same_turn="forbid")
    assert forbidden == "touches the table before opening"
    assert judge(*turn, opened=False) == "no opening named"
    assert judge(*turn, opening="rbo10") == "opening has no place here"
    # W8c
    turn = ("rbok10", "k9 k11", "rbo10 k9-11", "rbok10")
    assert judge(*turn, opening="rbo10", opened=False) == "opening not from the rack"
    assert judge(*turn, opening="k9-11", opened=False) == "opening not from the rack"


def test_w8_the_opening_may_be_gone_by_the_end():
    turn = ("r7-9", "r10 b10 o10 k10", "r7-10 bok10", "r7-9")
    assert judge(*turn, opening="rbo10", opened=False) is None
    assert judge(*turn, opening="rbok10", opened=False) is None
    assert judge(*turn, opening="bok10 rbo10", opened=False) == "opening not from the rack"


def test_w9():
    turn = ("rbJ3 k8-10", "k3", "rbk3 k8-11/J11", "rbJ3 k8-10")
    assert judge(*turn) is None
    assert judge(*turn, joker_rule="new-set") == "joker rule new-set"
    assert judge("rbJ3 k8-10", "k3", "rbk3", "rbJ3") == "table tile is gone"


def test_w11():
    assert judge("r3-6", "k1", "r3-6", "r3-6") == "nothing from the rack"


# -------------------------------------------------------------------- the opening


def test_opening_jokers():
    turn = ("", "J r11 r12 r13", "r10-13/J10")
    assert judge(*turn, opened=False, opening_joker="zero") is None
    assert judge("", "J r10 b10", "rbJ10", opened=False) is None
    assert judge("", "J r10 b10", "rbJ10", opened=False, opening_joker="zero") == "opening too low"
    assert judge(*turn, opened=False, opening_joker="forbid") == "joker in the opening"
    assert judge(*turn, opened=True, opening_joker="forbid") is None
    rack = "r10 b10 o10 J k2 k3"
    assert judge("k5-7", rack, "rbo10 k1-3/J1", opened=False, opening_joker="forbid") == "joker in the opening"
    assert judge("k5-7", rack, "rbo10 k2-7/J4", "k5-7", "rbo10", opened=False, opening_joker="forbid") is None


def test_opening_of_no_points_still_asks_for_whole_sets():
    assert judge("", "r1 r2 r3", "r1-3", opened=False, opening_min=0) is None
    assert judge("k5-7", "k8", "k5-8", "k5-7", opened=False, opening_min=0) == "no opening named"


def test_most_jokers_in_a_set():
    assert judge("", "r7 J J", "r7,J=r8,J=r9", max_jokers_per_set=1) == "too many jokers in a set"
    assert judge("r7-9/J8,9", "b1 b2 b3", "b1-3", max_jokers_per_set=1) is None
    assert judge("rbJ7", "J", "rbJJ7", "rbJ7", max_jokers_per_set=1) == "too many jokers in a set"


# -------------------------------------------------------------------- claims and manipulation


def test_claims_of_a_meld():
    here = position({}, "r4-8 rbJ7", "r6 k1 k2")
    assert here.refuses(meld("r4-6 r6-8", "r4-8", tiles=["r6"], table_after=sets("bJr7 r6-8 r4-6"))) is None
    assert here.refuses(meld("r4-6 r6-8", "r4-8", tiles=["k1"])) == "wrong tiles"
    assert here.refuses(meld("r4-6 r6-8", "r4-8", tiles=["r6", "k1"])) == "wrong tiles"
    assert here.refuses(meld("r4-6 r6-8", "r4-8", table_after=sets("r6-8 r4-6"))) == "wrong table_after"
    assert here.refuses(meld("r4-6 r6-8", "r4-7")) == "no such set on the table"
    assert here.refuses(meld("r4-6 r6-8", "r4-8 r4-8")) == "no such set on the table"
    assert here.refuses(meld("r4-9", "r4-8")) == "not on the rack"
    assert here.refuses(meld("r4-6 r6-8", "r4-8", seat=1)) == "wrong seat"


def test_two_equal_sets_may_lie():
    here = position({}, "rbk7", "r7 b7 k7 k1")
    here.make(meld("rbk7"))
    assert here.table == [("r7", "b7", "k7")] * 2
    assert here.opened == [True, True]


# -------------------------------------------------------------------- jokers on the table

FREES = [
    # table, rack, put, take, and the rules that refuse it
    ("r3-5/J4", "r4 b1 k1", "r3-5 bkJ1", "r3-5/J4", ""),
    ("r3-5/J4", "r4 b1 k1 o1", "r3-5 bokJ1", "r3-5/J4", ""),
    ("r3-5/J4 bok1", "r4", "r3-5 bokJ1", "r3-5/J4 bok1", "new-set exact"),
    ("r3-7/J4", "r8", "r3-5/J4 r6-8", "r3-7/J4", "locked"),  # not freed, but tiles leave it
    ("r3-5/J4", "r6", "r3-6/J4", "r3-5/J4", ""),  # it grows
    ("r3-5/J4 r6-8", "r9", "r3-9/J4", "r3-5/J4 r6-8", ""),  # joined to another set, its own
    ("r3-5/J4", "r4 r6 r8", "r3-8/J7", "r3-5/J4", "exact"),  # it holds its own old set
    ("r3-5/J4 r10-12", "r4 k3 o3", "r3-5 koJ3", "r3-5/J4", ""),
    ("r3-5/J4", "b3 k3 b5 k5 r4 o4", "rbk3 rbk5 r4,J,o4", "r3-5/J4", "exact locked"),  # the rest must stay together
    ("rbJ7", "o7 b1 k1", "rbo7 bkJ1", "rbJ7", ""),
    ("rbJ7", "o7 k7 b1 k1", "rbok7 bkJ1", "rbJ7", ""),
    ("rbJ7", "o7", "rboJ7", "rbJ7", ""),
    ("r7,b7,J=k7", "o7 b1 k1", "rbo7 bkJ1", "rbJ7", "exact locked"),
    ("r7,b7,J=k7", "k7 b1 k1", "rbk7 bkJ1", "rbJ7", ""),
    ("rboJ7", "b1 k1", "rbo7 bkJ1", "rboJ7", "exact locked"),  # nothing put in its place
    ("r9,J=r10,J=r11", "r10 r11 b1 k1 o2 k2", "r9-11 bkJ1 okJ2", "r9,J=r10,J=r11", ""),
    ("r9,J=r10,J=r11", "r8", "r8-11/J10,11", "r9,J=r10,J=r11", ""),
    ("rbJ7 k8-10", "J k7", "rbJ7 k7-11/J11", "rbJ7 k8-10", ""),  # the new joker comes from the rack
    ("rbJ7 k8-10", "J", "k8-11/J11 rbJ7", "k8-10 rbJ7", ""),
]


@pytest.mark.parametrize(("table", "rack", "put", "take", "refused"), FREES)
def test_the_four_joker_rules(table, rack, put, take, refused):
    for rule in ("free", "new-set", "exact", "locked"):
        fault = judge(table, rack, put, take, joker_rule=rule)
        assert fault == ("joker rule " + rule if rule in refused.split() else None), rule


def test_joker_group():
    both = {"joker_group": "both"}
    for rule in ("exact", "locked"):
        refused = "joker rule " + rule
        assert judge("rbJ7", "o7 b1 k1", "rbo7 bkJ1", "rbJ7", joker_rule=rule, **both) == refused
        assert judge("rbJ7", "o7 k7 b1 k1", "rbok7 bkJ1", "rbJ7", joker_rule=rule, **both) is None
        assert judge("r7,b7,J=k7", "k7 b1 k1", "rbk7 bkJ1", "rbJ7", joker_rule=rule, **both) is None
        assert judge("rboJ7", "k7 b1 k1", "rbok7 bkJ1", "rboJ7", joker_rule=rule, **both) is None
        assert judge("r3-5/J4", "r4 b1 k1", "r3-5 bkJ1", "r3-5/J4", joker_rule=rule, **both) is None


def test_exact_asks_for_two_rack_tiles_and_locked_does_not():
    turn = ("r3-5/J4 b1-4", "r4 k1", "r3-5 b1,k1,J b2-4", "r3-5/J4 b1-4")
    assert judge(*turn, joker_rule="exact") == "joker rule exact"
    assert judge(*turn, joker_rule="locked") is None
    assert judge(*turn, joker_rule="new-set") is None


def test_some_way_the_copies_went_is_enough():
    # r4 of the rack replaces the joker only if the r4 of the table went to the group
    turn = ("r3-5/J4 r4-7", "r4 b4 k4 o1 k1", "r3-5 rbk4 r5-7 o1,k1,J", "r3-5/J4 r4-7")
    assert judge(*turn, joker_rule="exact") is None
    assert judge(*turn, joker_rule="locked") is None
    # one r4 of the rack cannot replace a joker where none came from the rack
    turn = ("r3-5/J4 r4-7", "o1 k1", "r3-5 r5-7 o1,k1,J", "r3-5/J4 r4-7")
    assert judge(*turn, joker_rule="exact") == "joker rule exact"
    assert judge(*turn, joker_rule="locked") == "joker rule locked"
    assert judge(*turn, joker_rule="new-set") is None


def test_one_rack_tile_frees_one_joker():
    options = {"joker_rule": "locked", "jokers": 4}
    turn = ("r4,J,J=r6 J=r5,J=r6,r7", "r5 r6 b1 k1 b2 k2 J", "r4-7 b1,k1,J,J bkJ2", "r4,J,J=r6 J=r5,J=r6,r7")
    assert judge(*turn, **options) == "table tile is gone"
    turn = (turn[0], "r5 r6 b1 k1 b2 k2", "r4-7 b1,k1,J,J b2,k2,J,J", turn[3])
    assert judge(*turn, **options) == "joker rule locked"
    assert judge(*turn, jokers=4) is None


def test_an_ambiguous_joker_must_be_bound_where_the_rule_asks():
    for rule, fault in (("free", None), ("new-set", None), ("exact", "joker must be bound")):
        assert judge("", "r9 J J", "r9,J,J", joker_rule=rule) == fault
    assert judge("", "r13 J J", "r13,J,J", joker_rule="exact") is None
    assert judge("", "r9 J J", "r9,J=r10,J", joker_rule="locked") is None


def test_a_set_that_is_ambiguous_on_the_table_must_do_as_either():
    turn = ("r9,J,J", "r12", "r9-12/J10,11", "r9,J,J")
    assert judge(*turn) is None
    assert judge(*turn, joker_rule="locked") == "joker rule locked"
    assert judge("r9,J=r10,J=r11", "r12", "r9-12/J10,11", "r9,J=r10,J=r11", joker_rule="locked") is None


# -------------------------------------------------------------------- draws, passes, penalties, the end


def draw(seat, *drawn):
    return {"action": "draw", "seat": seat, "tiles": list(drawn)}


def skip(seat):
    return {"action": "pass", "seat": seat}


def penalty(seat, reason, *drawn, **more):
    return {"action": "penalty", "seat": seat, "reason": reason, "tiles": list(drawn), **more}


def with_pool(pool, rules=None, racks=("r1 r2", "b1 b2"), table="k1-3", known=True):
    """A round whose pool holds only these tiles: the rest lies in seat 1's rack."""
    options = full_options(rules or {})
    rest = all_tiles(options)
    held = [rack.split() for rack in racks]
    for gone in (*held, *sets(table), pool.split()):
        rest.subtract(gone)
    held[1] += list((+rest).elements())
    deal = {"first": 0, "racks": held, "table": sets(table), "opened": [True] * len(held)}
    if known:
        deal["pool"] = pool.split()
    assert deal_fault(options, len(held), deal, 1) is None
    return PlainRound(options, len(held), deal)


def play(here, *moves):
    for move in moves:
        assert here.refuses(move) is None, move
        here.make(move)
    return here


def test_draw_and_pass():
    here = with_pool("o5 o6 o7")
    assert here.refuses(skip(0)) == "pool is not empty"
    assert here.refuses(draw(0, "o6")) == "not the next tiles"
    assert here.refuses(draw(0, "o5", "o6")) == "one tile is drawn"
    assert here.refuses(draw(0)) == "one tile is drawn"
    assert with_pool("o5 o6 o7", known=False).refuses(draw(0, "o6")) is None
    assert with_pool("o5 o6 o7", known=False).refuses(draw(0, "o8")) == "not in the pool"
    play(here, draw(0, "o5"), draw(1, "o6"), draw(0, "o7"))
    assert here.refuses(draw(1, "o8")) == "pool is empty"
    assert here.ended is None
    assert here.racks[0]["o5"] == here.racks[0]["o7"] == 1


def test_all_pass():
    here = play(with_pool("o5"), draw(0, "o5"), skip(1))
    assert here.ended is None  # a draw is not a pass
    assert play(here, skip(0)).ended == "pool"
    here = with_pool("", racks=("r1 k4 k5 b9", "b1"))
    play(here, skip(0), penalty(1, "invalid"), skip(0))
    assert here.ended is None  # a penalty resets the count
    play(here, penalty(1, "time"), meld("k1-4", "k1-3"), skip(1))
    assert here.ended is None
    assert play(here, skip(0)).ended == "pool"


def test_one_more_turn():
    rules = {"pool_empty": "one-more-turn"}
    here = play(with_pool("o5", rules), draw(0, "o5"), skip(1))
    assert here.ended is None
    assert play(here, skip(0)).ended == "pool"
    here = play(with_pool("", rules), skip(0))
    assert here.ended is None
    assert play(here, skip(1)).ended == "pool"
    # what is lost refills the pool; the count goes on, also over its last tile
    here = play(with_pool("o5", rules), draw(0, "o5"))
    play(here, penalty(1, "invalid", lost=["k1", "k2", "k3"], table_after=[]), draw(0, "k2"))
    assert here.ended == "pool"
    here = with_pool("o5", rules)
    play(here, penalty(0, "time", "o5", lost=["k1", "k2", "k3"], table_after=[]), draw(1, "k3"))
    assert here.ended is None
    assert play(here, draw(0, "k1")).ended == "pool"


def test_at_once():
    rules = {"pool_empty": "at-once"}
    assert play(with_pool("o5", rules), draw(0, "o5")).ended == "pool"
    assert play(with_pool("o5", rules), penalty(0, "time", "o5")).ended == "pool"
    lost = penalty(0, "time", "o5", lost=["k1", "k2", "k3"], table_after=[])
    assert play(with_pool("o5", rules), lost).ended == "pool"
    here = with_pool("", rules)
    assert here.ended == "pool"
    assert here.refuses(skip(0)) == "round is over"


def test_must_play_and_draw_when_able():
    here = with_pool("", {"pool_empty": "must-play"}, racks=("r1 k4", "b1"))
    assert here.refuses(skip(0)) == "able to play"
    assert with_pool("", {"pool_empty": "must-play"}, racks=("r1 k5", "b1")).refuses(skip(0)) is None
    here = with_pool("o5", {"draw_when_able": False}, racks=("r1 k4", "b1"))
    assert here.refuses(draw(0, "o5")) == "able to play"
    assert with_pool("o5", {"draw_when_able": True}, racks=("r1 k4", "b1")).refuses(draw(0, "o5")) is None
    assert with_pool("o5", {"draw_when_able": False}, racks=("r1 k5", "b1")).refuses(draw(0, "o5")) is None


def test_going_out():
    here = play(with_pool("o5", racks=("k4", "b1")), meld("k1-4", "k1-3"))
    assert here.ended == "out"
    assert here.refuses(draw(1, "o5")) == "round is over"
    assert here.scores() == [0, here.rack_value(1)]


def test_penalties():
    here = with_pool("o5 o6 o7 o8")
    assert here.refuses(penalty(0, "time", "o5")) is None
    assert here.refuses(penalty(0, "time", "o5", "o6")) == "wrong number of penalty tiles"
    assert here.refuses(penalty(0, "invalid", "o5")) == "wrong number of penalty tiles"
    assert here.refuses(penalty(1, "time", "o5")) == "wrong seat"
    play(here, penalty(0, "invalid", "o5", "o6", "o7"))
    assert here.refuses(penalty(1, "invalid", "o8")) is None  # what is left
    lost = penalty(1, "invalid", "o8", lost=["k1"])
    assert here.refuses(lost) == "no table_after"
    assert here.refuses({**lost, "table_after": sets("k1-3")}) == "wrong table_after"
    assert here.refuses({**lost, "table_after": [["k2", "k3"]]}) == "no set"
    here = with_pool("o5 o6", table="k1-4 rbo9")
    lost = penalty(0, "time", "o5", lost=["k1", "r9", "b9", "o9"], table_after=sets("k2-4"))
    play(here, lost)
    assert here.pool_count == 5
    assert here.refuses(draw(1, "r9")) is None  # no order any more
    assert here.refuses(draw(1, "o6")) is None
    assert here.refuses(draw(1, "o5")) == "not in the pool"
    assert with_pool("o5").refuses(penalty(0, "time", "o5", table_after=sets("k1-4"))) == "wrong table_after"


# -------------------------------------------------------------------- the score


def ended_by_pool(rules, *racks, opened=None):
    """A round that ended with an empty pool, these racks in hand."""
    here = position(rules, "k1-3", racks[0], others=racks[1:])
    here.opened = opened or [True] * len(racks)
    here.ended = "pool"
    return here


def ended_out(rules, *racks):
    """Seat 0 goes out; these are the racks of the others."""
    here = position(rules, "k1-3", "k4", others=racks)
    return play(here, meld("k1-4", "k1-3"))


def test_scores_of_who_went_out():
    racks = ("r10 J", "b3 b4")
    assert ended_out({}, *racks).scores() == [0, 40, 7]
    assert ended_out({"scoring": "zero-sum"}, *racks).scores() == [47, -40, -7]
    assert ended_out({"joker_rack_value": 0}, *racks).scores() == [0, 10, 7]
    assert ended_out({}, *racks).sides_that_won() == [0]
    teams = {"teams": 2, "scoring": "zero-sum"}
    assert ended_out(teams, "r10", "b3", "o4").scores() == [17 - 3, -10 - 4]


def test_scores_of_an_empty_pool():
    racks = ("r10", "b3", "o1 o4")
    assert ended_by_pool({}, *racks).scores() == [10, 3, 5]
    assert ended_by_pool({"scoring": "zero-sum"}, *racks).scores() == [-7, 9, -2]
    assert ended_by_pool({"scoring": "zero-sum", "pool_score": "racks"}, *racks).scores() == [-10, 15, -5]
    assert ended_by_pool({}, *racks).sides_that_won() == [1]


def test_ties():
    racks = ("r10", "b3", "o1 o2", "k4")
    zero = {"scoring": "zero-sum"}
    here = ended_by_pool(zero, *racks)
    assert here.scores() == [-7, 4, 4, -1]
    assert here.leftover == 0
    assert here.sides_that_won() == [1, 2]
    uneven = ended_by_pool(zero, "r10", "b3", "o1 o2")
    assert uneven.scores() == [-7, 3, 3]
    assert uneven.leftover == 1
    assert ended_by_pool({**zero, "pool_score": "racks"}, *racks).scores() == [-10, 7, 7, -4]
    assert ended_by_pool({**zero, "tie": "none"}, *racks).scores() == [0, 0, 0, 0]
    assert ended_by_pool({**zero, "tie": "none"}, *racks).sides_that_won() == [1, 2]
    assert ended_by_pool({**zero, "teams": 2}, *racks).sides_that_won() == [0, 1]


def test_who_never_opened():
    rules = {"no_opening_penalty": 100}
    here = ended_by_pool(rules, "r1", "b3 b9", opened=[False, True])
    assert here.scores() == [101, 12]
    assert here.sides_that_won() == [1]


# -------------------------------------------------------------------- the deal


def plain_deal(players=2, size=14, options=None):
    tiles_left = list(all_tiles(options or full_options({})).elements())
    racks = [[tiles_left.pop() for _ in range(size)] for _ in range(players)]
    return {"first": 0, "racks": racks, "pool": tiles_left}


def test_deals():
    def fault(deal, players=2, round_number=1, start_scores=None, **rules):
        return deal_fault(full_options(rules), players, deal, round_number, start_scores)

    good = plain_deal()
    assert fault(good) is None
    assert fault({**good, "first": 2}) == "no such first seat"
    assert fault(good, 3) == "wrong number of racks"
    assert fault(plain_deal(5), 5) == "too many players"
    assert fault(plain_deal(2, 7)) == "wrong rack size"
    assert fault(plain_deal(2, 7), rack_size=7) is None
    assert fault({**good, "pool": good["pool"][1:]}) == "pool is not the rest"
    assert fault({"first": 0, "racks": [["r1"] * 14, good["racks"][1]]}) == "tile too often"
    assert fault({"first": 0, "racks": good["racks"]}) is None
    assert fault(plain_deal(4), 4, teams=2) is None
    for teams in (1, 3, 4):
        assert fault(plain_deal(4), 4, teams=teams) == "teams do not fit the players"
    assert fault(good, start_scores=[1]) == "start scores of the wrong length"
    assert fault(good, start_scores=[1, 50], target=50) == "start scores at the target"


def test_start_draws():
    def fault(*draws, first=0, round_number=1):
        deal = {**plain_deal(len(draws)), "first": first, "start_draws": list(draws)}
        return deal_fault(full_options({}), len(draws), deal, round_number)

    assert fault("r9", "b8") is None
    assert fault("r9", "b9") is None
    assert fault("r9", "b9", first=1) is None
    assert fault("r9", "b10") == "first did not draw highest"
    assert fault("J", "b10") == "first drew a joker"
    assert fault("r9", "J") is None
    assert fault("r9", "??", "r8") is None
    assert fault("??", "b10") is None
    assert fault("r9", "r9", "r9") is None
    assert fault("r9", "b8", round_number=2) == "start draws only in round 1"


def test_deals_in_mid_round():
    def fault(round_number=1, **more):
        deal = {"first": 0, "racks": [["r1"], ["b1", "b2"]], **more}
        return deal_fault(full_options({}), 2, deal, round_number)

    table = sets("k1-3")
    assert fault(table=table, opened=[True, False]) is None
    assert fault(table=[], opened=[False, False]) is None
    assert fault(table=table) == "table and opened only together"
    assert fault(opened=[True, False]) == "table and opened only together"
    assert fault(2, table=table, opened=[True, False]) == "mid-round only in round 1"
    assert fault(table=table, opened=[True]) == "wrong number of opened"
    assert fault(table=table, opened=[False, False]) == "table and opened disagree"
    assert fault(table=[], opened=[True, False]) == "table and opened disagree"
    assert fault(table=[["k1", "k2"]], opened=[True, False]) == "no set on the table"
    assert fault(table=table, opened=[True, False], start_draws=["r9", "r8"]) == "mid-round with start draws"
    assert fault(table=table, opened=[True, False], racks=[[], ["b1"]]) == "an empty rack"


# -------------------------------------------------------------------- the match


def test_matches():
    def over(rounds, totals, won, last=False, **rules):
        return match_over(full_options(rules), rounds, totals, won, last)

    assert over(1, [0, 10], [1, 0]) is None
    assert over(1, [0, 10], [1, 0], last=True) == [0]
    assert over(1, [0, 10], [1, 0], last=True, max_rounds=2) is None
    assert over(2, [3, 3, 5], [1, 1, 0], max_rounds=2) == [0, 1]
    assert over(1, [0, 50], [1, 0], max_rounds=2, target=50) == [0]
    assert over(1, [50, -50], [1, 0], target=50, scoring="zero-sum") == [0]
    assert over(1, [-50, 49], [1, 0], target=50, scoring="zero-sum") is None
    most = {"max_rounds": 3, "scoring": "zero-sum", "match_won_by": "most-wins"}
    assert over(3, [20, -20], [1, 2], **most) == [1]
    assert over(3, [20, -20], [2, 2], **most) == [0]
    assert over(3, [0, 0], [2, 2], **most) == [0, 1]


# -------------------------------------------------------------------- the search


def ask(question, rack, table="", opened=True, **rules):
    return question(full_options(rules), rack.split(), [tuple(a_set) for a_set in sets(table)], opened)


def test_search_of_the_worked_turns():
    assert ask(best_tiles, "r6", "r4-8") == 1
    assert ask(best_tiles, "b1", "o1-4 rbok1") == 1
    assert not ask(can_meld, "r8 r9 r10", opened=False)
    assert ask(best_points, "r8 r9 r10 r11", opened=False) == 38
    rack = "r1 r2 r3 b7 b8 b9"
    assert ask(best_tiles, rack, "k5-7", opened=False) == 6
    assert ask(best_tiles, rack, "k5-7", opened=False, opening_sets="single") == 0
    assert not ask(can_meld, "r8 J r10", opened=False)
    assert ask(best_points, "J r12 r13", opened=False) == 55
    assert ask(best_tiles, "r9 J J", opened=False) == 3
    assert ask(best_tiles, "r10 b10 o10 k8", "k5-7", opened=False) == 4
    assert ask(best_tiles, "r10 b10 o10 k8", "k5-7", opened=False, opening_same_turn="forbid") == 3
    assert not ask(can_meld, "k9 k11", "rbok10", opened=False)
    assert ask(best_tiles, "k9 k11", "rbok10") == 2
    assert ask(best_tiles, "k3", "rbJ3 k8-10") == 1
    assert not ask(can_meld, "k1", "r3-6")


def test_search_under_other_options():
    assert ask(best_tiles, "k10 b10 r10", opened=False) == 3  # 30 points of one number thrice
    assert ask(can_meld, "r12 r13 r1", one="low-or-high")
    assert not ask(can_meld, "r12 r13 r1")
    assert ask(can_meld, "r12", "r13,J,J")
    assert not ask(can_meld, "r12", "r13,J,J", joker_rule="exact")
    assert ask(best_tiles, "r4 k4", "r1-3 rbJ9", joker_rule="exact") == 1
    assert ask(best_tiles, "r9 J J") == 3
    assert ask(best_tiles, "r9 J J", max_jokers_per_set=1) == 0
    assert ask(best_tiles, "r9 J J b9", max_jokers_per_set=1) == 3
    assert ask(best_points, "r9 J J b9") == 78
    assert ask(best_points, "r9 J b9", joker_rack_value=0) == 18
    assert not ask(can_meld, "r10 b10 J", opened=False, opening_joker="zero")
    assert ask(can_meld, "r10 b10 J", opened=False)
    assert not ask(can_meld, "r10 b10 J", opened=False, opening_joker="forbid")
    assert ask(best_tiles, "r10 b10 o10 J", opened=False, opening_joker="forbid") == 3
    assert ask(best_tiles, "r10 b10 o10 J", "k5-7", opened=False, opening_joker="forbid") == 4
    assert ask(best_tiles, "r7 r7 b7 b7 k7 k7") == 6  # two equal sets
    assert ask(best_tiles, "r1 r2 r3", opened=False, opening_min=0) == 3
    assert not ask(can_meld, "r4", "r1-3", opened=False, opening_min=0)


def test_search_leaves_a_set_that_may_not_be_put_down_where_it_lies():
    assert ask(best_tiles, "r1 r2 r3", "r7-9/J8,9", max_jokers_per_set=1) == 3
    assert ask(best_tiles, "b7", "r7,b7,J,J k7-10", max_jokers_per_set=1) == 1
    assert ask(best_tiles, "r10", "r7-9/J8,9", max_jokers_per_set=1) == 0


def test_cutting_tiles_into_sets_against_trying_every_cut():
    """All choices of seven of these tiles, jokers among them, against cutting by lists of places."""
    options = full_options({})

    def cut_by_places(hand):
        if not hand:
            return True
        rest = list(range(1, len(hand)))
        for many in (2, 3, 4, 5, 6):
            for chosen in combinations(rest, many):
                piece = [hand[0], *(hand[i] for i in chosen)]
                left = [hand[i] for i in rest if i not in chosen]
                if _is_set_in_some_order(piece) and cut_by_places(left):
                    return True
        return False

    found = 0
    bag = ["r3", "r4", "r5", "r6", "b4", "k4", "J"]
    for hand in combinations_with_replacement(bag, 6):
        if any(hand.count(tile) > 2 for tile in hand):
            continue
        found += can_be_cut(options, hand)
        assert can_be_cut(options, hand) == cut_by_places(hand), hand
    assert found > 20


def _is_set_in_some_order(piece):
    numbered = sorted((tile for tile in piece if tile != "J"), key=lambda tile: int(tile[1:]))
    jokers = len(piece) - len(numbered)
    if is_set([*numbered, *["J"] * jokers]):
        return True
    if not numbered:
        return False
    low = int(numbered[0][1:])
    for start in range(max(1, low - jokers), low + 1):
        run = [f"{numbered[0][0]}{number}" for number in range(start, start + len(piece))]
        if set(numbered) <= set(run) and len(set(numbered)) == len(numbered) and is_run(run) and start + len(run) <= 14:
            return True
    return False


def cuts(hand, one):
    """Every way to lay all these tiles as sets, each joker bound to a face."""
    if not hand:
        yield []
        return
    for _, faces in all_sets(one):
        if len(faces) > len(hand) or sum(face not in hand for face in faces) > hand.count("J"):
            continue
        for jokers in product((False, True), repeat=len(faces)):
            used = ["J" if joker else face for joker, face in zip(jokers, faces, strict=True)]
            if all(jokers) or hand[0] not in used:
                continue
            rest = Counter(hand)
            rest.subtract(used)
            if min(rest.values()) < 0:
                continue
            laid = tuple("J=" + face if joker else face for joker, face in zip(jokers, faces, strict=True))
            for others in cuts(sorted(rest.elements()), one):
                yield [laid, *others]


SEARCHES = [
    {},
    {"opening_same_turn": "forbid"},
    {"opening_sets": "single", "opening_min": 12},
    {"opening_joker": "forbid", "opening_min": 9},
    {"opening_joker": "zero", "opening_min": 9},
    {"opening_min": 0, "max_jokers_per_set": 1},
    {"joker_rule": "new-set", "opening_min": 10},
    {"joker_rule": "exact", "opening_min": 10},
    {"joker_rule": "locked", "one": "low-or-high", "opening_min": 10},
]


@pytest.mark.parametrize("rules", SEARCHES)
def test_the_search_finds_what_some_legal_meld_plays(rules):
    """Small positions by chance: every meld that can be written down, asked of the judge."""
    chance = Random(7)
    options = full_options(rules)
    able = 0
    for _ in range(12):
        table = [chance.choice([("r1", "r2", "r3"), ("r1", "b1", "k1"), ("r12", "J", "k12"), ("b1", "b2", "J")])]
        colours = chance.choice(["r", "rb", "bk"])
        bag = [f"{colour}{number}" for colour in colours for number in (1, 2, 3, 12, 13)] * 2
        bag = list((Counter(bag) - Counter(table[0])).elements())
        rack = [*chance.sample(bag, 4), "J"]
        for opened in (True, False):
            here = position(rules, "", " ".join(rack), opened)
            here.table = list(table)
            found = set(plays(options, rack, table, opened))
            assert found == set(_played_by_some_meld(options, here, rack)), (rack, table, opened)
            assert best_tiles(options, rack, table, opened) == max((len(chosen) for chosen in found), default=0)
            able += len(found)
    assert able


def _played_by_some_meld(options, here, rack):
    one = options["one"]
    touched = [tiles for tiles in here.table if options["joker_rule"] == "free" or "J" not in tiles]
    for chosen in choices(rack):
        melds = [{"put": put} for put in cuts(sorted(chosen), one)]
        for taken in touched:
            for put in cuts(sorted([*chosen, *taken]), one):
                melds.append({"put": put, "take": [taken]})
                if not here.opened[0]:
                    for named in choices(chosen):
                        melds += [{"put": put, "take": [taken], "opening": way} for way in cuts(sorted(named), one)]
        if any(here.refuses({"action": "meld", "seat": 0, **meld}) is None for meld in melds):
            yield chosen
