"""Laws of standings over random tournaments; plain second implementations of the criteria easily got wrong."""

import itertools
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import tournament_building as building
import tournament_random
from conftest import examples
from kontari.tournament.criteria import CRITERIA, TABLE_SYSTEMS
from kontari.tournament.criteria.totals import DUMMIES, adjusted, totals
from kontari.tournament.model import Document, Exact, Kind, Results, Row, Standings, TieBreak
from kontari.tournament.rank import standings

Made = tuple[dict[str, Any], list[dict[str, Any]]]
SEEDS = st.integers(0, 10**6)
UNPLAYED = ("as-scheduled", "dummy-2024", "dummy-2026", "left-out")


def fits(system: str) -> list[str]:
    """The criteria that fit a system and need no other stage."""
    return [by for by, one in CRITERIA.items() if one.function(system) is not None and by != "play-off"]


def any_list(random: Random, system: str) -> list[dict[str, Any]]:
    """A list of criteria, some with parameters."""
    listed: list[dict[str, Any]] = []
    for by in random.sample(fits(system), 3):
        one: dict[str, Any] = {"by": by}
        parameters = CRITERIA[by].parameters
        for key in ("cut_low", "cut_high", "drop_best", "drop_worst"):
            if key in parameters and random.random() < 0.4:
                one[key] = random.randint(1, 2)
        if by == "direct-encounter":
            one |= {"when": random.choice(("all-met", "sweep", "always")), "again": random.choice((True, False))}
            one["inner"] = ["points", "score" if system in TABLE_SYSTEMS else "games-difference"]
        listed.append(one)
    return listed


def made(seed: int) -> Made:
    """A random tournament of any kind."""
    random = Random(seed)
    kind = random.choice(("swiss", "swiss", "round-robin", "tables"))
    after_ties = random.choice(("shared", "seed", "lots"))
    stage: dict[str, Any] = {"after_ties": after_ties, "tie_breaks": any_list(random, kind)}
    if kind == "swiss":
        stage["unplayed"] = random.choice(UNPLAYED)
        return tournament_random.swiss(random, random.randint(2, 10), random.randint(1, 5), **stage)
    if kind == "round-robin":
        return tournament_random.round_robin(random, random.randint(2, 7), 0.1, **stage)
    return tournament_random.tables(random, random.randint(3, 11), random.randint(1, 4), **stage)


def two_sided(seed: int, **stage: Any) -> Made:
    random = Random(seed)
    return tournament_random.swiss(random, random.randint(2, 10), random.randint(1, 6), **stage)


def played(made: Made, after: int | None = None) -> tuple[Document, Results]:
    document = building.document(made[0])
    return document, building.results(document, "main", made[1], after)


def table(made: Made, after: int | None = None) -> Standings:
    return standings(*played(made, after))


def values(made: Made, tie_break: TieBreak) -> dict[str, Any]:
    """The values of one criterion for all, each a set of its own points."""
    document, results = played(made)
    found = standings(document, replace(results, stage=replace(results.stage, tie_breaks=(tie_break,))))
    return {row.participant: row.values[0].value for row in found.rows}


# Invariance


@given(SEEDS)
@examples(60)
def test_order_of_input_changes_nothing(seed: int) -> None:
    data, lines = made(seed)
    random = Random(seed)
    stage = data["stages"][0]
    rounds = [
        one
        | {
            "tables": random.sample(one["tables"], len(one["tables"])),
            "byes": random.sample(one["byes"], len(one["byes"])),
        }
        for one in random.sample(stage["rounds"], len(stage["rounds"]))
    ]
    participants = random.sample(data["participants"], len(data["participants"]))
    other = data | {"participants": participants, "stages": [stage | {"rounds": rounds}]}
    assert table((other, random.sample(lines, len(lines)))).rows == table((data, lines)).rows


@given(SEEDS)
@examples(60)
def test_names_of_participants_change_nothing(seed: int) -> None:
    data, lines = made(seed)
    stage = data["stages"][0]
    listed = [one for one in stage["tie_breaks"] if one["by"] != "lots"]
    data = data | {"stages": [stage | {"after_ties": "seed", "tie_breaks": listed}]}
    random = Random(seed)
    numbers = random.sample(range(100, 999), len(data["participants"]))
    ids = {one["id"]: f"x{number}" for one, number in zip(data["participants"], numbers, strict=True)}

    def renamed(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: renamed(one) for key, one in value.items()}
        if isinstance(value, list):
            return [renamed(one) for one in value]
        return ids.get(value, value) if isinstance(value, str) else value

    def plain(rows: tuple[Row, ...], names: dict[str, str]) -> list[Any]:
        return [
            (row.rank, names[row.participant], row.points, [one.value for one in row.values], row.decided_at)
            for row in rows
        ]

    kept = {new: new for new in ids.values()}
    assert plain(table((renamed(data), renamed(lines))).rows, kept) == plain(table((data, lines)).rows, ids)


# Points


@given(SEEDS)
@examples(40)
def test_points_of_two_sides_add_up(seed: int) -> None:
    data, lines = two_sided(seed)
    expected = Fraction()
    for one in data["stages"][0]["rounds"]:
        for seated in one["tables"]:
            double = seated.get("ruling", {}).get("kind") == "double-forfeit"
            expected += 0 if double else 1  # a win and a loss, two draws, a forfeit
        expected += sum(
            {"paired": Fraction(1), "full": Fraction(1), "half": Fraction(1, 2)}.get(bye["kind"], Fraction())
            for bye in one["byes"]
        )
    assert sum(row.points for row in table((data, lines)).rows) == expected


@given(SEEDS)
@examples(40)
def test_points_and_scores_of_tables_add_up(seed: int) -> None:
    random = Random(seed)
    data, lines = tournament_random.tables(
        random, random.randint(3, 11), random.randint(1, 4), tie_breaks=[{"by": "score"}]
    )
    rows = {size: sum(map(Fraction, row)) for size, row in data["stages"][0]["points"]["places"].items()}
    expected = sum(
        sum(rows[str(len(seated["participants"]))] for seated in one["tables"]) + 2 * len(one["byes"])
        for one in data["stages"][0]["rounds"]
    )
    found = table((data, lines)).rows
    assert sum(row.points for row in found) == expected
    assert sum(row.values[0].value for row in found) == 0  # type: ignore[misc]


# Order


def key(row: Row) -> list[Any]:
    """What a row is ordered by, the better the greater."""
    return [row.points, *(_direction(one.by, one.value) for one in row.values)]


def _direction(by: str, value: Any) -> Any:
    return -value if CRITERIA[by].ascending else value


@given(SEEDS)
@examples(60)
def test_ranks_are_one_more_than_how_many_are_better(seed: int) -> None:
    data, lines = made(seed)
    data["stages"][0]["after_ties"] = "shared"
    rows = table((data, lines)).rows
    for row in rows:
        assert row.rank == 1 + sum(key(other) > key(row) for other in rows)
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)


@given(SEEDS)
@examples(60)
def test_what_decided_is_the_first_difference_to_the_nearest_of_the_same_points(seed: int) -> None:
    data, lines = made(seed)
    data["stages"][0]["after_ties"] = "shared"
    rows = table((data, lines)).rows
    for row in rows:
        same = [other for other in rows if other.points == row.points and other.rank != row.rank]
        above = [other for other in same if other.rank < row.rank]
        near = (
            max(above, key=lambda other: other.rank) if above else min(same, key=lambda other: other.rank, default=None)
        )
        if near is None:
            assert row.decided_by is None
        else:
            at = next(
                n for n, pair in enumerate(zip(row.values, near.values, strict=True)) if pair[0].value != pair[1].value
            )
            assert (row.decided_at, row.decided_by) == (at, row.values[at].by)


@given(SEEDS)
@examples(60)
def test_one_more_criterion_reorders_nothing_that_was_separated(seed: int) -> None:
    data, lines = made(seed)
    stage = data["stages"][0]

    def ranks(listed: list[dict[str, Any]]) -> dict[str, int]:
        changed = data | {"stages": [stage | {"tie_breaks": listed, "after_ties": "shared"}]}
        return {row.participant: row.rank for row in table((changed, lines)).rows}

    for length in range(len(stage["tie_breaks"])):
        before, after = ranks(stage["tie_breaks"][:length]), ranks(stage["tie_breaks"][: length + 1])
        for one, other in itertools.permutations(before, 2):
            if before[one] < before[other]:
                assert after[one] < after[other]
    _, results = played((data, lines))
    points = totals(results)
    assert ranks([]) == {id_: 1 + sum(other > points[id_] for other in points.values()) for id_ in points}


# Opponents' points


@given(SEEDS)
@examples(40)
def test_all_buchholz_is_the_sum_over_the_games(seed: int) -> None:
    made = two_sided(seed, unplayed="left-out")
    _, results = played(made)
    worth = adjusted(results)
    games = sum(
        worth[id_] + worth[entry.opponents[0]]
        for id_ in results.participants
        for entry in results.entries[id_]
        if entry.played and id_ < entry.opponents[0]
    )
    assert sum(values(made, TieBreak("buchholz")).values()) == games


@given(SEEDS)
@examples(30)
def test_buchholz_says_nothing_in_a_full_round_robin(seed: int) -> None:
    random = Random(seed)
    made = tournament_random.round_robin(random, random.randint(2, 7))
    _, results = played(made)
    points = totals(results)
    assert values(made, TieBreak("buchholz")) == {id_: sum(points.values()) - points[id_] for id_ in points}


@given(SEEDS)
@examples(30)
def test_sonneborn_berger_of_draws_is_half_of_buchholz(seed: int) -> None:
    data, lines = two_sided(seed, unplayed="left-out")
    for line in lines:
        line["result"] = {"scores": [0, 0], "winners": [0, 1]}
    buchholz = values((data, lines), TieBreak("buchholz"))
    assert values((data, lines), TieBreak("sonneborn-berger")) == {id_: Fraction(buchholz[id_]) / 2 for id_ in buchholz}


@given(SEEDS, st.sampled_from(UNPLAYED))
@examples(40)
def test_a_cut_takes_the_least(seed: int, unplayed: str) -> None:
    made = two_sided(seed, unplayed=unplayed)
    _, results = played(made)
    worth = adjusted(results)
    whole, cut = values(made, TieBreak("buchholz")), values(made, TieBreak("buchholz", cut_low=1))
    for id_, entries in results.entries.items():
        assert cut[id_] <= whole[id_]
        if all(entry.played for entry in entries):
            assert cut[id_] == whole[id_] - min(worth[entry.opponents[0]] for entry in entries)


@given(SEEDS, st.sampled_from(DUMMIES), st.integers(0, 2), st.booleans())
@examples(80)
def test_buchholz_and_sonneborn_berger_are_those_of_a_plain_implementation(
    seed: int, unplayed: str, cut: int, weighted: bool
) -> None:
    made = two_sided(seed, unplayed=unplayed)
    by = "sonneborn-berger" if weighted else "buchholz"
    assert values(made, TieBreak(by, cut_low=cut)) == plain_opponents(made, unplayed == "dummy-2026", cut, weighted)


HALF = Fraction(1, 2)


def plain_opponents(made: Made, capped: bool, cut: int, weighted: bool) -> dict[str, Exact]:
    """Buchholz and Sonneborn-Berger as FIDE words them, from the document and the lines alone, 1 for a win."""
    data, lines = made
    scores = {(one["event"]["round"], one["event"]["table"]): one for one in lines}
    rounds = sorted(data["stages"][0]["rounds"], key=lambda one: one["round"])
    ids = [one["id"] for one in data["participants"]]
    # per participant and round: (points, opponent, played, own choice, requested bye)
    cells: dict[str, list[tuple[Fraction, str | None, bool, bool, bool]]] = {id_: [] for id_ in ids}
    for one in rounds:
        now = {id_: (Fraction(), None, False, True, True) for id_ in ids}
        for bye in one["byes"]:
            worth, choice = {
                "paired": (Fraction(1), False),
                "full": (Fraction(1), False),
                "half": (HALF, True),
                "absent": (Fraction(), True),
            }[bye["kind"]]
            now[bye["participant"]] = (worth, None, False, choice, choice)  # type: ignore[assignment]
        for seated in one["tables"]:
            pair = seated["participants"]
            for id_, other in (pair, pair[::-1]):
                if "ruling" in seated:
                    lost = id_ in seated["ruling"]["by"]
                    now[id_] = (Fraction(0 if lost else 1), other, False, lost, False)  # type: ignore[assignment]
                else:
                    line = scores[(str(one["round"]), str(seated["table"]))]
                    own, its = (line["result"]["scores"][line["players"].index({"id": who})] for who in (id_, other))
                    points = Fraction(1) if own > its else HALF if own == its else Fraction(0)
                    now[id_] = (points, other, True, False, False)  # type: ignore[assignment]
        for id_ in ids:
            cells[id_].append(now[id_])
    own_score = {id_: sum(cell[0] for cell in row) for id_, row in cells.items()}
    for_others = {}
    for id_, row in cells.items():
        for_others[id_] = Fraction()
        for number, (points, _, _, _, requested) in enumerate(row):
            nothing_follows = all(cell[3] for cell in row[number:])
            for_others[id_] += HALF if requested and nothing_follows else points
    found = {}
    for id_, row in cells.items():
        brought = []
        for points, other, was_played, choice, _ in row:
            if was_played:
                score = for_others[other]  # type: ignore[index]
            else:
                limit = for_others[other] if other else HALF * len(rounds)
                score = min(own_score[id_], limit) if capped else own_score[id_]
            brought.append((score, score * points if weighted else score, choice))
        for _ in range(cut):
            if brought:
                least = min(brought, key=lambda one: one[:2])
                chosen = [one for one in brought if one[2]]
                if chosen and min(one[1] for one in chosen) >= least[1]:
                    least = min(chosen, key=lambda one: (one[1], one[0]))
                brought.remove(least)
        found[id_] = sum((one[1] for one in brought), Fraction())
    return found


# Direct encounter


@given(SEEDS, st.booleans())
@examples(80)
def test_direct_encounter_is_that_of_a_plain_implementation(seed: int, again: bool) -> None:
    made = two_sided(seed, unplayed="left-out")
    document, results = played(made)
    found = standings(document, replace(results, stage=replace(results.stage, tie_breaks=(direct(again=again),))))
    points: dict[tuple[str, str], Exact] = {}
    for id_ in results.participants:
        for entry in results.entries[id_]:
            if entry.played:
                points[(id_, entry.opponents[0])] = entry.points
    for level in {row.points for row in found.rows}:
        rows = [row for row in found.rows if row.points == level]
        expected = plain_direct([row.participant for row in rows], points, again)
        assert {row.participant: row.values[0].value for row in rows} == expected


def direct(**parameters: Any) -> TieBreak:
    return TieBreak("direct-encounter", **parameters)


def plain_direct(tied: list[str], points: dict[tuple[str, str], Exact], again: bool) -> dict[str, int]:
    """FIDE article 6 by trying every result of the matches that are missing."""
    missing = [pair for pair in itertools.combinations(tied, 2) if pair not in points]
    if len(missing) > 6:  # too many to try: who is sure of the first place has more than any other could get

        def ahead(one: str, rest: list[str]) -> bool:
            sure = {id_: sum(points.get((id_, other), 0) for other in tied) for id_ in tied}
            open_ = {id_: sum(id_ in pair for pair in missing) for id_ in tied}
            return all(sure[one] > sure[other] + open_[other] for other in rest if other != one)

    else:
        ends = []
        for results in itertools.product((1, HALF, 0), repeat=len(missing)):
            full = dict(points)
            for (one, other), result in zip(missing, results, strict=True):
                full |= {(one, other): result, (other, one): 1 - result}
            ends.append({id_: sum(full[(id_, other)] for other in tied if other != id_) for id_ in tied})

        def ahead(one: str, rest: list[str]) -> bool:
            return all(end[one] > end[other] for end in ends for other in rest if other != one)

    levels: list[list[str]]
    if missing:
        levels, rest = [], tied[:]
        while len(rest) > 1 and (first := next((one for one in rest if ahead(one, rest)), None)):
            levels.append([first])
            rest.remove(first)
        levels.append(rest)
    else:
        sums = {id_: sum(points[(id_, other)] for other in tied if other != id_) for id_ in tied}
        levels = [[id_ for id_ in tied if sums[id_] == value] for value in sorted(set(sums.values()), reverse=True)]
    found, before = {}, 0
    for level in levels:
        inner = plain_direct(level, points, again) if again and 1 < len(level) < len(tied) else dict.fromkeys(level, 1)
        found |= {id_: before + place for id_, place in inner.items()}
        before += len(level)
    return found


def of_group(made: Made, tie_break: TieBreak, group: list[str]) -> dict[str, Any]:
    document, results = played(made)
    function = CRITERIA["direct-encounter"].function(results.stage.system)
    assert function is not None
    return {id_: value.value for id_, value in function(results, document, tie_break, group).items()}


WHENS = st.sampled_from(("all-met", "sweep", "always"))


@given(SEEDS, WHENS)
@examples(40)
def test_direct_encounter_looks_at_nobody_else(seed: int, when: str) -> None:
    data, lines = two_sided(seed)
    random = Random(seed)
    group = [one["id"] for one in random.sample(data["participants"], min(4, len(data["participants"])))]
    before = of_group((data, lines), direct(when=when), group)
    for line in lines:
        if not {player["id"] for player in line["players"]} <= set(group):
            line["result"] = {"scores": [9, -9], "winners": [0]}
    assert of_group((data, lines), direct(when=when), group) == before


@given(SEEDS, WHENS, st.booleans())
@examples(40)
def test_two_who_change_results_change_places(seed: int, when: str, at_tables: bool) -> None:
    random = Random(seed)
    if at_tables:
        data, lines = tournament_random.tables(random, 7, 3)
    else:
        data, lines = two_sided(seed)
    group = [one["id"] for one in random.sample(data["participants"], min(4, len(data["participants"])))]
    swap = {group[0]: group[1], group[1]: group[0]}
    before = of_group((data, lines), direct(when=when), group)

    def swapped(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: swapped(one) for key, one in value.items()}
        if isinstance(value, list):
            return [swapped(one) for one in value]
        return swap.get(value, value) if isinstance(value, str) else value

    stages = swapped(data["stages"])
    after = of_group((data | {"stages": stages}, swapped(lines)), direct(when=when), group)
    assert after == {swap.get(id_, id_): place for id_, place in before.items()}


# Interim tables, and other runs


@given(SEEDS, st.integers(1, 3))
@examples(30)
def test_after_a_round_is_as_if_no_other_had_been(seed: int, after: int) -> None:
    data, lines = made(seed)
    stage = data["stages"][0]
    rounds = [one for one in stage["rounds"] if one["round"] <= after]
    short = data | {"stages": [stage | {"rounds": rounds}]}
    kept = [line for line in lines if int(line["event"]["round"]) <= after]
    assert table((short, kept)).rows == table((data, lines), after).rows


PRINTS = "import test_tournament_laws as laws; print([laws.table(laws.made(seed)) for seed in range(12)])"


def test_two_processes_say_the_same() -> None:
    here = Path(__file__).parent
    said = []
    for seed in ("0", "1"):
        paths = os.pathsep.join([*sys.path, str(here), str(here.parent)])
        env = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": paths}
        said.append(subprocess.run([sys.executable, "-c", PRINTS], env=env, capture_output=True, check=True).stdout)
    assert said[0] == said[1]
    assert len(said[0]) > 1000


def test_every_kind_of_round_occurs() -> None:
    """The random tournaments have what the laws are about."""
    kinds = {
        entry.kind for seed in range(40) for entries in played(two_sided(seed))[1].entries.values() for entry in entries
    }
    assert kinds == set(Kind) - {Kind.PENDING}
