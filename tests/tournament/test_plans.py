"""Round robin, knockout, lives, tables and changing partners: laws, and the plans that are published."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from staged import by_chance, document, names, played, results, standings, stronger, with_rounds

from conftest import examples
from kontari.tournament.model import Bye, From, Kind, Round, Seating, Withdrawal
from kontari.tournament.pairing import PairingError, berger, check_round, knockout, pair, planes, schedule, whist
from kontari.tournament.pairing.field import field_of
from kontari.tournament.pairing.sizes import sizes
from kontari.tournament.pairing.tables import Penalties

BERGER = """
1-8 2-7 3-6 4-5; 8-5 6-4 7-3 1-2; 2-8 3-1 4-7 5-6; 8-6 7-5 1-4 2-3; 3-8 4-2 5-1 6-7; 8-7 1-6 2-5 3-4; 4-8 5-3 6-2 7-1
"""


def meetings(rounds: Sequence[Round]) -> Counter[frozenset[str]]:
    return Counter(
        frozenset(two) for one in rounds for table in one.tables for two in combinations(table.participants, 2)
    )


def everyone_once(round_: Round, ids: Sequence[str]) -> None:
    seats = [one for table in round_.tables for one in table.participants]
    assert sorted([*seats, *(bye.participant for bye in round_.byes)]) == sorted(ids)


# Round robin


def test_the_table_of_fide() -> None:
    made = berger.rounds([str(i) for i in range(1, 9)])
    expected = [[tuple(pair.split("-")) for pair in line.split()] for line in BERGER.split(";")]
    assert [pairs for pairs, _ in made] == expected


@pytest.mark.parametrize("n", [2, 3, 4, 5, 8, 11, 14])
@pytest.mark.parametrize("cycles", [1, 2])
def test_round_robin(n: int, cycles: int) -> None:
    made = document(n, "round-robin", cycles=cycles)
    rounds = schedule(made, made.stages[0])
    for one in rounds:
        everyone_once(one, names(n))
        assert len(one.byes) == n % 2
    assert set(meetings(rounds).values()) == {cycles}
    assert len(meetings(rounds)) == comb(n, 2)
    firsts = Counter(table.participants[0] for one in rounds for table in one.tables)
    seconds = Counter(table.participants[1] for one in rounds for table in one.tables)
    assert all(abs(firsts[one] - seconds[one]) <= 1 for one in names(n))
    sides = Counter(table.participants for one in rounds for table in one.tables)
    assert set(sides.values()) == {1}


def test_a_round_of_a_plan_without_somebody() -> None:
    made = document(6, "round-robin")
    so_far = results(made, [], by_chance(1))
    after = pair(made, made.stages[0], so_far, standings(so_far), 1, absent=["p001"])
    assert after.round is not None
    assert after.round.byes == (Bye("p006", "paired"), Bye("p001", "absent"))
    assert [table.participants for table in after.round.tables] == [("p002", "p005"), ("p003", "p004")]
    with pytest.raises(PairingError, match="no table can be fixed"):
        pair(made, made.stages[0], so_far, standings(so_far), 1, fixed=[("p001", "p002")])
    assert pair(made, made.stages[0], so_far, standings(so_far), 6).round is None


# Knockout


def tables_of(said: Sequence[Any]) -> list[tuple[str, ...]]:
    return [table.participants for one in said if one.round for table in one.round.tables]


@pytest.mark.parametrize("within", ["halves", "random"])
@pytest.mark.parametrize("n", [2, 3, 5, 8, 13, 16, 21])
def test_knockout_has_a_match_less_than_participants(n: int, within: str) -> None:
    _, _, said = played(document(n, "knockout", within=within), 20, by_chance(n, draws=False))
    assert len(tables_of(said)) == n - 1
    assert said[-1].round is None
    assert not [finding for one in said for finding in one.findings]
    assert "nobody is left to play against" in said[-1].reasons[0]
    byes = Counter(bye.participant for one in said if one.round for bye in one.round.byes)
    assert all(count == 1 for count in byes.values())


@pytest.mark.parametrize("n", [4, 6, 8, 11, 16])
def test_seeds_meet_as_late_as_can_be(n: int) -> None:
    strength = {one: -i for i, one in enumerate(names(n))}
    _, _, said = played(document(n, "knockout"), 9, stronger(strength))
    assert tables_of(said)[-1] == ("p001", "p002")
    assert all({"p001", "p002"} != set(two) for two in tables_of(said)[:-1])
    resting = {bye.participant for bye in said[0].round.byes}
    assert resting == set(names(n)[: len(resting)])


def test_positions() -> None:
    assert knockout.positions(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def test_a_third_place_is_a_fixed_table() -> None:
    made, so_far, _ = played(document(4, "knockout"), 1, by_chance(1, draws=False))
    lost = [one for one in names(4) if so_far.entries[one][0].points == 0]
    after = pair(made, made.stages[0], so_far, standings(so_far), 2, fixed=[lost])
    assert after.round is not None
    assert len(after.round.tables) == 2
    assert set(after.round.tables[1].participants) == set(lost)
    with pytest.raises(PairingError, match="given by the bracket"):
        pair(made, made.stages[0], so_far, standings(so_far), 2, fixed=[[one for one in names(4) if one not in lost]])


@pytest.mark.parametrize("kind", ["pending", "level"])
def test_a_match_that_is_not_decided_stops_a_knockout(kind: str) -> None:
    made, _, said = played(document(4, "knockout"), 1, by_chance(1))
    so_far = results(made, [said[0].round], lambda *_: [Kind.PENDING] * 2 if kind == "pending" else [1, 1])
    after = pair(made, made.stages[0], so_far, standings(so_far), 2)
    assert after.round is None
    assert after.findings[0].code == "TRN-P01"
    assert after.findings[0].facts["pending"] == [["p001", "p004"], ["p002", "p003"]]


def test_who_is_absent_from_a_bracket_is_out() -> None:
    made = document(4, "knockout")
    so_far = results(made, [], by_chance(1))
    first = pair(made, made.stages[0], so_far, standings(so_far), 1, absent=["p001"])
    assert first.round is not None
    assert {(bye.participant, bye.kind) for bye in first.round.byes} == {("p001", "absent"), ("p004", "paired")}
    so_far = results(made, [first.round], by_chance(1, draws=False))
    second = pair(made, made.stages[0], so_far, standings(so_far), 2)
    assert second.round is not None
    assert "p004" in second.round.tables[0].participants
    assert "p001" not in second.round.tables[0].participants


def test_seeding_after_another_stage() -> None:
    made = document(4, "knockout")
    so_far = results(made, [], by_chance(1))
    after = pair(made, made.stages[0], so_far, standings(so_far), 1, seeding=["p004", "p003", "p002", "p001"])
    assert after.round is not None
    assert [set(table.participants) for table in after.round.tables] == [{"p004", "p001"}, {"p003", "p002"}]


@pytest.mark.parametrize("within", ["halves", "random"])
@pytest.mark.parametrize("n", [2, 3, 5, 8, 12, 17])
def test_double_knockout(n: int, within: str) -> None:
    """Everyone but one loses twice."""
    _, so_far, said = played(document(n, "double-knockout", within=within), 40, by_chance(n, draws=False))
    assert said[-1].round is None
    lost = Counter(one for one in names(n) for e in so_far.entries[one] if e.kind is Kind.PLAYED and e.points == 0)
    assert sorted(lost[one] for one in names(n))[1:] == [2] * (n - 1)
    assert min(lost[one] for one in names(n)) <= 1
    assert len(tables_of(said)) in (2 * n - 2, 2 * n - 1)


@pytest.mark.parametrize("lives", [1, 2, 3])
@pytest.mark.parametrize("n", [2, 5, 9, 16])
def test_lives(n: int, lives: int) -> None:
    """Everyone who is out has lost just so many matches; one is left."""
    _, so_far, said = played(document(n, "lives", lives=lives), 60, by_chance(n, draws=False))
    assert said[-1].round is None
    lost = Counter(one for one in names(n) for e in so_far.entries[one] if e.kind is Kind.PLAYED and e.points == 0)
    assert sorted(lost[one] == lives for one in names(n)) == [False] + [True] * (n - 1)
    assert max(lost.values()) == lives


# Tables


@pytest.mark.parametrize(
    ("n", "made"),
    [
        (16, (4, 4, 4, 4)),
        (15, (4, 4, 4, 3)),
        (14, (4, 4, 3, 3)),
        (13, (4, 3, 3, 3)),
        (6, (3, 3)),
        (3, (3,)),
    ],
)
def test_sizes(n: int, made: tuple[int, ...]) -> None:
    assert sizes(n, Seating(4, 3, 4)).tables == made


def test_sizes_that_cannot_be() -> None:
    larger = sizes(5, Seating(4, 3, 5))
    assert (larger.tables, larger.byes) == ((5,), 0)
    assert larger.said == ("5 make no tables of 3 to 4: there are tables of 5",)
    resting = sizes(5, Seating(4, 3, 4))
    assert (resting.tables, resting.byes, resting.said) == ((4,), 1, ("1 of 5 cannot be seated",))
    assert sizes(2, Seating(4, 3, 4)).said == ("2 are too few for a table of 3",)


@examples(15)
@given(st.integers(6, 40), st.integers(0, 999))
def test_table_rounds(n: int, seed: int) -> None:
    """Sizes as declared, everyone once, and no more second meetings than at tables by chance."""
    seating = Seating(4, 3, 4)
    made, so_far, said = played(document(n, "tables", size=4, least=3, most=4), 4, by_chance(seed))
    chance = Random(seed)
    for number, one in enumerate(said, 1):
        everyone_once(one.round, names(n))
        assert sorted(len(table.participants) for table in one.round.tables)[::-1] == [*sizes(n, seating).tables]
        field = field_of(made, made.stages[0], so_far, standings(so_far, number - 1), number)
        for _ in range(5):
            order = chance.sample(names(n), n)
            seats = [[order.pop() for _ in range(size)] for size in sizes(n, seating).tables]
            assert one.objective[:2] <= Penalties(field, seating).total(seats)[:2]
    if n >= 24:  # else second meetings, which weigh more, may need it
        short = Counter(
            p for one in said for table in one.round.tables if len(table.participants) == 3 for p in table.participants
        )
        assert max(short.values(), default=0) - min((short[one] for one in names(n)), default=0) <= 1


def test_tables_by_points_with_byes_and_fixed() -> None:
    made = document(13, "tables", size=4, least=4, most=4)
    made, so_far, said = played(made, 3, by_chance(3))
    assert [len(one.round.byes) for one in said] == [1, 1, 1]
    assert len({one.round.byes[0].participant for one in said}) == 3
    fixed = ("p001", "p002", "p003", "p004")
    after = pair(made, made.stages[0], so_far, standings(so_far), 4, fixed=[fixed])
    assert any(set(table.participants) == set(fixed) for table in after.round.tables)
    with pytest.raises(PairingError, match="a table has 4 to 4"):
        pair(made, made.stages[0], so_far, standings(so_far), 4, fixed=[fixed[:3]])
    few = document(2, "tables", size=4, least=3, most=4)
    none = results(few, [], by_chance(1))
    assert pair(few, few.stages[0], none, standings(none), 1).findings[0].code == "TRN-P01"


def test_checking_tables() -> None:
    made, so_far, said = played(document(16, "tables", size=4, least=4, most=4), 2, by_chance(3))
    assert check_round(made, made.stages[0], so_far, 2, standings(so_far, 1)) == []
    again = with_rounds(made, [said[0].round, replace(said[0].round, round=2)])
    (finding,) = check_round(again, again.stages[0], so_far, 2, standings(so_far, 1))
    assert (finding.code, finding.facts["term"], finding.facts["best"]) == ("TRN-P05", "repeats", 0)


def test_a_thousand_at_tables_meet_once() -> None:
    _, _, said = played(document(1000, "tables", size=4, least=3, most=4), 3, by_chance(3))
    assert set(meetings([one.round for one in said]).values()) == {1}


# Plans


@pytest.mark.parametrize(
    ("n", "size", "rounds"),
    [
        (9, 3, 4),
        (16, 4, 5),
        (25, 5, 6),
        (49, 7, 8),
        (32, 4, 7),
        (20, 4, 5),
        (28, 4, 7),
        (36, 4, 9),
        (15, 3, 5),
        (64, 4, 16),
    ],
)
def test_plans_without_a_second_meeting(n: int, size: int, rounds: int) -> None:
    made = document(n, "tables", size=size, least=size, most=size)
    plan = schedule(made, made.stages[0], rounds)
    assert len(plan) == rounds
    for one in plan:
        everyone_once(one, names(n))
        assert {len(table.participants) for table in one.tables} == {size}
    assert set(meetings(plan).values()) == {1}
    assert planes.plan(n, size, n) is None


def test_a_plan_that_is_searched() -> None:
    """14 at tables of 4 and 3, three rounds: nobody meets twice or is first twice, and it is the same each time."""
    made = document(14, "tables", size=4, least=3, most=4)
    plan = schedule(made, made.stages[0], 3)
    for one in plan:
        everyone_once(one, names(14))
    assert sum(count - 1 for count in meetings(plan).values()) == 0
    assert schedule(made, made.stages[0], 3) == plan
    firsts = Counter(table.participants[0] for one in plan for table in one.tables)
    assert max(firsts.values()) == 1


@pytest.mark.parametrize("n", sorted({*whist.STARTERS, 5, 9, 13, 17, 25, 29}))
def test_partner_once_oppose_twice(n: int) -> None:
    made = document(n, "individual")
    plan = schedule(made, made.stages[0], n - 1 + n % 2)
    partners: Counter[frozenset[str]] = Counter()
    opponents: Counter[frozenset[str]] = Counter()
    for one in plan:
        everyone_once(one, names(n))
        assert len(one.byes) == n % 4
        for a, b, c, d in (table.participants for table in one.tables):
            partners.update(map(frozenset, ((a, c), (b, d))))
            opponents.update(map(frozenset, ((a, b), (a, d), (c, b), (c, d))))
    assert set(partners.values()) == {1}
    assert set(opponents.values()) == {2}
    assert len(partners) == len(opponents) == comb(n, 2)


def test_partners_where_no_plan_is_known() -> None:
    made = document(10, "individual")
    plan = schedule(made, made.stages[0], 5)
    partners: Counter[frozenset[str]] = Counter()
    rests = Counter(bye.participant for one in plan for bye in one.byes)
    for one in plan:
        everyone_once(one, names(10))
        for a, b, c, d in (table.participants for table in one.tables):
            partners.update(map(frozenset, ((a, c), (b, d))))
    assert set(partners.values()) == {1}
    assert set(rests.values()) == {1}


def test_an_individual_round_without_somebody() -> None:
    made, so_far, said = played(document(8, "individual"), 2, by_chance(1))
    after = pair(made, made.stages[0], so_far, standings(so_far), 3, absent=["p001", "p002", "p003"])
    assert after.round is not None
    assert [len(table.participants) for table in after.round.tables] == [4]
    assert len(after.round.byes) == 4
    before = {
        frozenset(way) for one in said for t in one.round.tables for way in (t.participants[::2], t.participants[1::2])
    }
    seats = after.round.tables[0].participants
    assert not before & {frozenset(way) for way in (seats[::2], seats[1::2])}


def test_what_is_not_planned() -> None:
    made = document(8)
    with pytest.raises(PairingError, match="paired one by one"):
        schedule(made, made.stages[0])
    fixed = document(8, "fixed")
    so_far = results(fixed, [], by_chance(1))
    with pytest.raises(PairingError, match="stand in the document"):
        pair(fixed, fixed.stages[0], so_far, standings(so_far), 1)


def test_a_withdrawal_in_a_bracket_lets_the_opponent_through() -> None:
    made = document(4, "knockout")
    people = (replace(made.participants[0], withdrawn=Withdrawal(0)), *made.participants[1:])
    made = replace(made, participants=people)
    so_far = results(made, [], by_chance(1))
    first = pair(made, made.stages[0], so_far, standings(so_far), 1)
    assert first.round is not None
    assert first.round.byes == (Bye("p004", "paired"),)


def test_nobody_rests_twice_before_all_have() -> None:
    made = document(5, "tables", size=4, least=4, most=4, bye="lots")
    _, _, said = played(made, 5, by_chance(3))
    assert {bye.participant for one in said for bye in one.round.byes} == set(names(5))
    assert not [finding for one in said for finding in one.findings]
    sixth = played(made, 6, by_chance(3))[2][-1]
    assert (sixth.findings, sixth.reasons[0]) == ((), "1 of 5 cannot be seated")
    assert sixth.reasons[1] == f"{sixth.round.byes[0].participant} has the bye once more: nobody is left without one"


def test_who_left_a_stage_is_not_in_the_next() -> None:
    made = document(4)
    final = replace(made.stages[0], id="final", from_=(From("main"),))
    people = (replace(made.participants[0], withdrawn=Withdrawal(2)), *made.participants[1:])
    made = replace(made, participants=people, stages=(made.stages[0], final))
    so_far = replace(results(made, [], by_chance(1)), stage=final)
    after = pair(made, final, so_far, standings(so_far), 1)
    assert after.round is not None
    assert "p001" not in {one for table in after.round.tables for one in table.participants}
    before = pair(made, made.stages[0], so_far, standings(so_far), 1)
    assert before.round is not None
    assert "p001" in {one for table in before.round.tables for one in table.participants}
    robin = replace(final, system="round-robin")
    with pytest.raises(PairingError, match="known after the stage before"):
        schedule(made, robin)
    assert len(schedule(made, robin, participants=["p004", "p002"])) == 1
