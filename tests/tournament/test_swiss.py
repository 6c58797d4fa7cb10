"""Swiss pairing: its laws over random histories, and equality with trying every pairing."""

import builtins
import subprocess
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from staged import by_chance, document, names, played, results, standings, with_rounds

from conftest import examples
from kontari.tournament.model import Bye, Kind, Round, Table
from kontari.tournament.needs import NeedsPackageError
from kontari.tournament.pairing import PairingError, check_round, pair, swiss
from kontari.tournament.pairing.field import WITHOUT_PLAYING, Field, field_of

HISTORIES = st.fixed_dictionaries(
    {
        "n": st.integers(2, 8),
        "rounds": st.integers(0, 4),
        "seed": st.integers(0, 10_000),
        "within": st.sampled_from(["halves", "ends", "neighbours", "random"]),
        "avoid": st.booleans(),
        "rematch": st.sampled_from(["never", "never", "if-forced"]),
        "bye": st.sampled_from(["lowest", "lots"]),
    }
)


def history(drawn: dict[str, Any]) -> Field:
    """A stage after some rounds that nobody paired with care."""
    chance = Random(drawn["seed"])
    ids = names(drawn["n"])
    groups = {one: (chance.choice("AB"),) for one in ids}
    made = document(
        ids,
        within=drawn["within"],
        avoid_groups=drawn["avoid"],
        rematch=drawn["rematch"],
        bye=drawn["bye"],
        groups=groups,
    )
    rounds = []
    for number in range(1, drawn["rounds"] + 1):
        order = chance.sample(ids, len(ids))
        byes = (Bye(order.pop(), "paired"),) if len(order) % 2 else ()
        tables = tuple(Table(i, two) for i, two in enumerate(zip(order[::2], order[1::2], strict=True), 1))
        rounds.append(Round(number, tables, byes))
    made = with_rounds(made, rounds)
    so_far = results(made, rounds, by_chance(drawn["seed"], forfeits=10))
    return field_of(made, made.stages[0], so_far, standings(so_far), drawn["rounds"] + 1)


def pairings(left: Sequence[str]) -> Iterator[list[tuple[str, str]]]:
    if not left:
        yield []
        return
    first, *others = left
    for other in others:
        for rest in pairings([one for one in others if one != other]):
            yield [(first, other), *rest]


def plain(field: Field, pairs: Sequence[tuple[str, str]], taker: str | None) -> tuple[Any, ...]:
    """The objective of a round, written down a second time from its definition."""
    points, entries = field.points, field.results.entries

    def last(one: str) -> int:
        """1 if the last opponent had more points then, -1 if fewer."""
        if field.round == 1:
            return 0
        entry = entries[one][field.round - 2]
        if entry.kind is not Kind.PLAYED:
            return 0
        mine, theirs = (sum(e.points for e in entries[p][: field.round - 2]) for p in (one, entry.opponents[0]))
        return (theirs > mine) - (theirs < mine)

    def distance(a: str, b: str) -> int:
        group = [one for one in field.order if one in field.playing and one != taker and points[one] == points[a]]
        if field.stage.pairing.within == "random":
            draw = "Cup2026-02-03\nmain\n" + str(field.round) + "\n"
            group.sort(key=lambda one: sha256((draw + one).encode()).hexdigest())
        i, j = sorted((group.index(a) + 1, group.index(b) + 1))
        return {"halves": abs(j - i - len(group) // 2), "ends": abs(i + j - len(group) - 1)}.get(
            field.stage.pairing.within, abs(j - i - 1)
        )

    group_of = {one.id: one.groups for one in field.document.participants}
    repeats = sum(e.opponents == (b,) and e.kind is Kind.PLAYED for a, b in pairs for e in entries[a])
    uneven = [(a, b) if points[a] > points[b] else (b, a) for a, b in pairs if points[a] != points[b]]
    rest: tuple[Any, ...] = (0, 0)
    if taker is not None:
        lots = field.stage.pairing.bye == "lots"
        from_below = [one for one in reversed(field.order) if one in field.playing]
        order = sorted(from_below, key=field.lot) if lots else from_below
        rest = (0 if lots else points[taker], order.index(taker) + 1)
    return (
        repeats,
        *rest,
        sum((points[a] - points[b]) ** 2 for a, b in pairs),
        sum(group_of[a] == group_of[b] for a, b in pairs) if field.stage.pairing.avoid_groups else 0,
        sum((last(a) == -1) + (last(b) == 1) for a, b in uneven),
        sum(distance(a, b) for a, b in pairs if points[a] == points[b]),
    )


def brute(field: Field) -> tuple[Any, list[tuple[str, str]], str | None] | None:
    """The least objective over all rounds, the canonical one of these, and who rests; None where there is none."""
    canonical = sorted(field.playing)
    forced = field.stage.pairing.rematch == "if-forced"
    takers: list[str | None] = [None]
    if len(canonical) % 2:
        takers = [one for one in canonical if not field.resting[one]]
        if not takers and forced:
            fewest = min(field.resting.values())
            takers = [one for one in canonical if field.resting[one] == fewest]
    best = None
    for taker in takers:
        for pairs in pairings([one for one in canonical if one != taker]):
            if forced or not any(field.met[a][b] for a, b in pairs):
                key = (plain(field, pairs, taker), pairs)
                if best is None or key < best[0]:
                    best = key, taker
    return None if best is None else (best[0][0], best[0][1], best[1])


@pytest.mark.parametrize("within", ["halves", "ends", "neighbours", "random"])
def test_the_round_is_the_best_of_all_over_many_histories(within: str) -> None:
    chance = Random(within)
    for seed in range(150):
        drawn = {
            "n": chance.randint(2, 8),
            "rounds": chance.randint(0, 4),
            "seed": seed,
            "within": within,
            "avoid": chance.random() < 0.3,
            "rematch": chance.choice(["never", "if-forced"]),
            "bye": chance.choice(["lowest", "lots"]),
        }
        is_the_best(history(drawn))


@examples(100)
@given(HISTORIES)
def test_the_round_is_the_best_of_all(drawn: dict[str, Any]) -> None:
    is_the_best(history(drawn))


def is_the_best(field: Field) -> None:
    expected = brute(field)
    made = swiss.pair(field)
    if expected is None:
        assert made.round is None
        proves(field, made.findings[-1].facts)
        return
    objective, pairs, taker = expected
    assert made.round is not None
    assert made.objective == objective
    assert sorted(tuple(sorted(table.participants)) for table in made.round.tables) == sorted(pairs)
    assert [bye.participant for bye in made.round.byes] == [one for one in [taker] if one]
    assert made.search == {"exhaustive": True}


@examples(40)
@given(HISTORIES)
def test_a_large_field_is_as_good_and_near_the_canonical_round(drawn: dict[str, Any]) -> None:
    """Above so many participants the weights have the objective only; exchanges then lead towards the canonical one."""
    field = history(drawn)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(swiss, "CANONICAL", 0)
        large = swiss.pair(field)
    small = swiss.pair(field)
    assert (large.objective, large.findings) == (small.objective, small.findings)
    if large.round is not None:
        aims = swiss.Aims(field, next((bye.participant for bye in large.round.byes), None))
        pairs = [tuple(sorted(table.participants)) for table in large.round.tables]
        for one, other in combinations(sorted(pairs), 2):
            for c, d in (other, other[::-1]):
                exchanged = [*(two for two in pairs if two not in (one, other)), (one[0], c), (one[1], d)]
                if c < one[1]:
                    assert aims.total(exchanged) != large.objective


def proves(field: Field, facts: Any) -> None:
    """Without some, more parts of odd size are left than they are: nobody can pair all."""
    wall, parts = set(facts["without"]), facts["parts"]
    assert all(len(part) % 2 for part in parts)
    assert len(parts) > len(wall)
    for one, other in combinations(parts, 2):
        for a in one:
            for b in other:
                if "(bye)" in (a, b):
                    (who,) = {a, b} - {"(bye)"}
                    assert field.resting[who]
                else:
                    assert field.met[a][b]
    assert not {one for part in parts for one in part} & wall


@examples(25)
@given(st.integers(4, 30), st.integers(0, 9999), st.integers(0, 30), st.sampled_from(["halves", "ends", "neighbours"]))
def test_laws_of_a_whole_stage(n: int, seed: int, forfeits: int, within: str) -> None:
    """Half as many rounds as players can always be played; nobody meets twice, or rests after points without play."""
    rounds = min(n // 2, 6)
    made, so_far, said = played(document(n, within=within), rounds, by_chance(seed, forfeits=forfeits))
    met = set()
    for number, one in enumerate(said, 1):
        assert one.round is not None
        assert not one.findings
        seats = [p for table in one.round.tables for p in table.participants]
        assert sorted([*seats, *(bye.participant for bye in one.round.byes)]) == names(n)
        assert len(one.round.byes) == n % 2
        for table in one.round.tables:
            two = frozenset(table.participants)
            entry = so_far.entries[table.participants[0]][number - 1]
            assert two not in met
            if entry.kind is Kind.PLAYED:
                met.add(two)
    for entries in so_far.entries.values():
        kinds = [entry.kind for entry in entries]
        if Kind.PAIRED_BYE in kinds:
            before = kinds[: kinds.index(Kind.PAIRED_BYE)]
            assert kinds.count(Kind.PAIRED_BYE) == 1
            assert not set(before) & set(WITHOUT_PLAYING)
    table = standings(so_far, made.stages[0].rounds[-2].round if len(said) > 1 else 0)
    if len(said) > 1:
        assert check_round(made, made.stages[0], so_far, len(said), table) == []


@examples(25)
@given(st.integers(0, 9999))
def test_score_groups_that_can_be_paired_inside_themselves_are(seed: int) -> None:
    made, so_far, _ = played(document(16), 3, by_chance(seed, draws=False))
    table = standings(so_far)
    field = field_of(made, made.stages[0], so_far, table, 4)
    groups: dict[Any, list[str]] = {}
    for one in field.order:
        groups.setdefault(field.points[one], []).append(one)
    inside = (
        {
            points
            for points, group in groups.items()
            if any(not any(field.met[a][b] for a, b in pairs) for pairs in pairings(group))
        }
        if all(len(group) % 2 == 0 for group in groups.values())
        else set()
    )
    if inside == set(groups):
        after = swiss.pair(field)
        assert after.objective[3] == 0


def test_the_wide_search_finds_what_the_full_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    made, so_far, _ = played(document(60), 3, by_chance(5))
    field = field_of(made, made.stages[0], so_far, standings(so_far), 4)
    whole = swiss.pair(field)
    monkeypatch.setattr(swiss, "EXHAUSTIVE", 20)
    near = swiss.pair(field)
    assert near.search == {"width": 8, "exhaustive": False}
    assert near.objective == whole.objective


def test_a_pairing_that_is_forced() -> None:
    """phase-rs/phase#7937: after A-B, C-D and A-C, B-D only A-D, B-C is left; then nothing is."""
    rounds = [
        Round(1, (Table(1, ("A", "B")), Table(2, ("C", "D")))),
        Round(2, (Table(1, ("A", "C")), Table(2, ("B", "D")))),
        Round(3, (Table(1, ("A", "D")), Table(2, ("B", "C")))),
    ]
    made = with_rounds(document("ABCD"), rounds[:2])
    so_far = results(made, rounds[:2], by_chance(1))
    third = pair(made, made.stages[0], so_far, standings(so_far), 3)
    assert third.round is not None
    assert {frozenset(table.participants) for table in third.round.tables} == {frozenset("AD"), frozenset("BC")}
    full = results(made, rounds, by_chance(1))
    none = pair(made, made.stages[0], full, standings(full), 4)
    assert (none.round, none.findings[0].code) == (None, "TRN-P01")
    assert none.findings[0].facts["without"] == []
    assert sorted(none.findings[0].facts["parts"]) == [["A"], ["B"], ["C"], ["D"]]
    again = document("ABCD", rematch="if-forced")
    forced = pair(again, again.stages[0], full, standings(full), 4)
    assert forced.round is not None
    assert forced.objective[0] == 2
    assert any("meet again" in reason for reason in forced.reasons)


def start(n: int, **pairing: Any) -> tuple[Any, Any, Any]:
    made = document(n, **pairing)
    so_far = results(made, [], by_chance(0))
    return made, so_far, standings(so_far)


@pytest.mark.parametrize(
    ("within", "pairs"),
    [
        ("halves", ["p001 p005", "p002 p006", "p003 p007", "p004 p008"]),
        ("ends", ["p001 p008", "p002 p007", "p003 p006", "p004 p005"]),
        ("neighbours", ["p001 p002", "p003 p004", "p005 p006", "p007 p008"]),
    ],
)
def test_within(within: str, pairs: list[str]) -> None:
    made, so_far, table = start(8, within=within)
    after = pair(made, made.stages[0], so_far, table, 1)
    assert after.round is not None
    assert [" ".join(two.participants) for two in after.round.tables] == pairs


def test_lots_differ_by_their_string_only() -> None:
    rounds = []
    for lots in ("a", "a", "b"):
        made, so_far, table = start(20, within="random", lots=lots)
        rounds.append(pair(made, made.stages[0], so_far, table, 1).round)
    assert rounds[0] == rounds[1] != rounds[2]


def test_absent_byes_and_fixed_tables() -> None:
    made, so_far, table = start(9)
    after = pair(made, made.stages[0], so_far, table, 1, ["p002"], {"p003": "half"}, [("p001", "p009")])
    assert after.round is not None
    assert {(bye.participant, bye.kind) for bye in after.round.byes} == {
        ("p002", "absent"),
        ("p003", "half"),
        ("p008", "paired"),
    }
    assert "p008 has the bye" in after.reasons
    assert after.round.tables[0].participants == ("p001", "p009")
    asked = pair(made, made.stages[0], so_far, table, 1, byes=["p001"])
    assert asked.round is not None
    assert asked.round.byes == (Bye("p001", "paired"),)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"absent": ["nobody"]}, "no participant of stage main is called 'nobody'"),
        ({"absent": ["p001"], "fixed": [("p001", "p002")]}, "'p001' can be in a round once only"),
        ({"fixed": [("p001", "p002", "p003")]}, "a table of two has two participants"),
    ],
)
def test_what_cannot_be_asked(asked: Any, said: str) -> None:
    made, so_far, table = start(8)
    with pytest.raises(PairingError, match=said):
        pair(made, made.stages[0], so_far, table, 1, **asked)


def test_a_second_bye_by_order_is_a_finding_and_so_is_a_fixed_repeat() -> None:
    made, so_far, said = played(document(5), 1, by_chance(1))
    (bye,) = said[0].round.byes
    after = pair(made, made.stages[0], so_far, standings(so_far), 2, byes=[bye.participant])
    assert [one.code for one in after.findings] == ["TRN-P03"]
    two = said[0].round.tables[0].participants
    after = pair(made, made.stages[0], so_far, standings(so_far), 2, fixed=[two])
    assert [one.code for one in after.findings] == ["TRN-P02"]
    assert after.findings[0].facts == {"participants": list(two), "before": 1}


def test_the_reason_says_why_the_last_does_not_rest() -> None:
    _, _, said = played(document(5), 2, lambda _, seats: [2 if a == min(seats) else 0 for a in seats])
    last = said[0].round.byes[0].participant
    assert last == "p005"
    assert f"{said[1].round.byes[0].participant} has the bye" in said[1].reasons


def test_checking_a_round() -> None:
    made, so_far, _ = played(document(9), 2, by_chance(4))
    third = pair(made, made.stages[0], so_far, standings(so_far), 3).round
    assert third is not None
    rounds = list(made.stages[0].rounds or ())

    def codes(round_: Round, document: Any = made) -> list[str]:
        whole = with_rounds(document, [*rounds, round_])
        return [one.code for one in check_round(whole, whole.stages[0], so_far, 3, standings(so_far))]

    assert codes(third) == []
    met = {frozenset(table.participants) for one in rounds for table in one.tables}
    crossed = [
        [*(t for t in third.tables if t not in (one, other)), *(Table(i, two) for i, two in enumerate(pairs, 8))]
        for one, other in combinations(third.tables, 2)
        for pairs in (
            list(zip(one.participants, other.participants, strict=True)),
            list(zip(one.participants, other.participants[::-1], strict=True)),
        )
        if not met & set(map(frozenset, pairs))
    ]
    said = [codes(Round(3, tuple(tables), third.byes)) for tables in crossed]
    assert ["TRN-P05"] in said
    assert all(one in (["TRN-P05"], []) for one in said), "crossing two tables breaks no rule, and makes nothing better"
    again = rounds[0].tables[0].participants
    others = [one for one in names(9) if one not in again]
    repeat = [again, *zip(others[:6:2], others[1:6:2], strict=True)]
    tables = tuple(Table(i, two) for i, two in enumerate(repeat, 1))
    assert "TRN-P02" in codes(Round(3, tables, (Bye(others[6], "paired"),)))
    rested = rounds[0].byes[0].participant
    rest = [one for one in names(9) if one != rested]
    tables = tuple(Table(i, two) for i, two in enumerate(zip(rest[::2], rest[1::2], strict=True), 1))
    assert "TRN-P03" in codes(Round(3, tables, (Bye(rested, "paired"),)))


def test_withdrawn_and_late() -> None:
    from msgspec.structs import replace

    from kontari.tournament.model import Withdrawal

    made = document(8)
    people = list(made.participants)
    people[0] = replace(people[0], withdrawn=Withdrawal(1))
    people[7] = replace(people[7], entered=3)
    made = replace(made, participants=tuple(people))
    _, _, said = played(made, 3, by_chance(2))
    there = [
        {p for table in one.round.tables for p in table.participants} | {b.participant for b in one.round.byes}
        for one in said
    ]
    assert there == [set(names(8)) - {"p008"}, set(names(8)) - {"p001", "p008"}, set(names(8)) - {"p001"}]
    full = with_rounds(made, [said[0].round, Round(2, (Table(1, ("p001", "p002")),))])
    so_far = results(full, [said[0].round], by_chance(2))
    assert check_round(full, full.stages[0], so_far, 2)[0].code == "TRN-P04"


def test_who_is_still_to_play_is_not_paired_again() -> None:
    made = document(4)
    _, _, said = played(made, 1, by_chance(1))
    made = with_rounds(made, [said[0].round])
    so_far = results(made, [said[0].round], lambda _, seats: [Kind.PENDING] * len(seats))
    after = pair(made, made.stages[0], so_far, standings(so_far), 2)
    assert after.round is not None
    assert not {frozenset(t.participants) for t in after.round.tables} & {
        frozenset(t.participants) for t in said[0].round.tables
    }
    assert any("which is pending" in one for one in after.reasons)


def test_without_networkx_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("networkx"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    made, so_far, table = start(8)
    with pytest.raises(NeedsPackageError, match=r"needs networkx: pip install 'kontari\[tournament\]'"):
        pair(made, made.stages[0], so_far, table, 1)


SAME = """
import sys
sys.path.insert(0, sys.argv[1])
from staged import by_chance, document, played
from kontari.tournament.pairing import schedule
for system, more in (("swiss", {}), ("tables", {"size": 4, "least": 3, "most": 4}), ("knockout", {"within": "random"})):
    print(played(document(21, system, **more), 3, by_chance(7, draws=False))[2])
made = document(20, "tables", size=5, least=5, most=5)
print(schedule(made, made.stages[0], 3))
"""


def test_two_processes_say_the_same() -> None:
    said = [
        subprocess.run(
            [sys.executable, "-c", SAME, str(Path(__file__).parent)],
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("0", "1")
    ]
    assert said[0] == said[1]
    assert len(said[0]) > 1000


@examples(20)
@given(st.integers(0, 9999))
def test_the_order_of_participants_changes_nothing(seed: int) -> None:
    from msgspec.structs import replace

    made, so_far, _ = played(document(11), 2, by_chance(seed))
    expected = pair(made, made.stages[0], so_far, standings(so_far), 3)
    people = list(made.participants)
    Random(seed).shuffle(people)
    mixed = replace(made, participants=tuple(people))
    rounds = tuple(replace(one, tables=one.tables[::-1]) for one in made.stages[0].rounds or ())
    mixed = with_rounds(mixed, rounds)
    rows = standings(so_far).rows
    chance = Random(seed + 1)
    level = sorted(rows, key=lambda row: (row.rank, chance.random()))
    table = replace(standings(so_far), rows=tuple(level))
    assert pair(mixed, mixed.stages[0], so_far, table, 3) == expected


def test_lives_meet_again_when_they_must_and_that_is_no_finding() -> None:
    made, so_far, said = played(document(2, "lives", lives=3), 9, by_chance(1, draws=False))
    assert 3 <= so_far.rounds <= 5
    assert said[1].objective[0] == 1
    assert not [finding for one in said for finding in one.findings]
    assert check_round(made, made.stages[0], so_far, 2, standings(so_far, 1)) == []


def test_points_brought_from_an_earlier_stage_make_the_groups() -> None:
    from msgspec.structs import replace

    made, so_far, _ = start(4)
    so_far = replace(so_far, carried={"p001": 0, "p002": 2, "p003": 0, "p004": Fraction(3, 2)})
    after = pair(made, made.stages[0], so_far, standings(so_far), 1)
    assert after.round is not None
    assert [set(table.participants) for table in after.round.tables] == [{"p002", "p004"}, {"p001", "p003"}]
    assert after.objective == (0, 0, 0, Fraction(1, 4), 0, 0, 0)
    assert "p002 (2) floats to p004 (3/2)" in after.reasons


def test_a_full_bye_or_a_forfeit_win_is_rest_enough_and_a_half_bye_is_not() -> None:
    made = document(5)
    first = Round(
        1,
        (Table(1, ("p001", "p005")),),
        (Bye("p004", "full"), Bye("p003", "half"), Bye("p002", "absent")),
    )
    made = with_rounds(made, [first])
    so_far = results(made, [first], lambda *_: [Kind.FORFEIT_LOSS, Kind.FORFEIT_WIN])
    field = field_of(made, made.stages[0], so_far, standings(so_far), 2)
    assert [one for one in names(5) if field.resting[one]] == ["p004", "p005"]
    assert not field.met["p001"], "a forfeit before play is no meeting"
    after = pair(made, made.stages[0], so_far, standings(so_far), 2)
    assert after.round is not None
    assert after.round.byes == (Bye("p002", "paired"),)
