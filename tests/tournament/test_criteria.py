"""Criteria and ranking where the reference tournaments do not go: parameters, pending results, what does not fit."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

import tournament_building as building
from kontari.tournament.criteria import CRITERIA, TABLE_SYSTEMS, code, codes, shown
from kontari.tournament.criteria.either import lot
from kontari.tournament.exact import exact, ratio, signed, text_of
from kontari.tournament.model import (
    Document,
    Entry,
    Evidence,
    Kind,
    Participant,
    Points,
    Results,
    Stage,
    TieBreak,
    Value,
)
from kontari.tournament.presets import PRESETS, expanded
from kontari.tournament.rank import standings

WORDS = [
    "wins",
    "wins-played",
    "games-difference",
    "games-for",
    "games-against",
    "games-ratio",
    "stones-difference",
    "score",
    "score-difference",
    "score-share",
    "direct-encounter",
    "buchholz",
    "sonneborn-berger",
    "progressive",
    "koya",
    "opponent-win-rate",
    "game-win-rate",
    "opponent-game-win-rate",
    "opponent-rating",
    "tables-won",
    "places",
    "table-opponents",
    "last-table",
    "last-place",
    "rounds-won",
    "played",
    "seed",
    "lots",
    "play-off",
]
POINTS = Points(win=2, draw=1, loss=0)


def document(*participants: str, **about: Any) -> Document:
    return Document("Liga", "mus", tuple(Participant(id_, id_.title(), ()) for id_ in participants), (), **about)


def stage(*tie_breaks: TieBreak, **more: Any) -> Stage:
    return Stage(
        "main", **{"system": "round-robin", "rounds_planned": 3, "points": POINTS, "tie_breaks": tie_breaks, **more}
    )


def results(stage: Stage, entries: dict[str, list[Entry]], **more: Any) -> Results:
    rounds = max(map(len, entries.values()))
    return Results(stage, tuple(entries), rounds, {id_: tuple(given) for id_, given in entries.items()}, **more)


def match(round_: int, other: str, points: int, kind: Kind = Kind.PLAYED, **more: Any) -> Entry:
    return Entry(round_, kind, points, round_, (other,), **{"evidence": Evidence.VERIFIED, **more})


def at_table(round_: int, place: int, *others: str, table: int | str = 1, **more: Any) -> Entry:
    return Entry(round_, Kind.PLAYED, table=table, opponents=others, place=place, size=len(others) + 1, **more)


def values(
    tie_break: TieBreak, entries: dict[str, list[Entry]], doc: Document | None = None, **more: Any
) -> dict[str, Any]:
    """The values of one criterion over everybody."""
    found = results(stage(tie_break, **more), entries)
    function = CRITERIA[tie_break.by].function(found.stage.system)
    assert function is not None
    given = function(found, doc or document(*entries), tie_break, found.participants)
    return {id_: value.value for id_, value in given.items()}


# Numbers


def test_numbers_as_text() -> None:
    numbers = (4, Fraction(7, 2), Fraction(-1, 4), Fraction(1, 3), Fraction(6, 3), Fraction(-5, 6), Fraction(1, 16))
    assert [text_of(one) for one in numbers] == ["4", "3.5", "-0.25", "1/3", "2", "-5/6", "0.0625"]
    assert [signed(one) for one in (1, 0, Fraction(-1, 2))] == ["+1", "0", "-0.5"]
    assert isinstance(exact(Fraction(4, 2)), int)
    assert ratio(1, Fraction(1, 2)) == 2


# The register


def test_every_word_of_the_document_has_a_criterion() -> None:
    assert set(CRITERIA) == set(WORDS)
    assert len({one.code for one in CRITERIA.values()}) == len(CRITERIA)


@pytest.mark.parametrize("by", WORDS)
def test_every_criterion_fits_somewhere_and_says_what_it_is(by: str) -> None:
    criterion = CRITERIA[by]
    assert criterion.two_sided or criterion.tables
    assert criterion.function("tables") is criterion.function("individual") is criterion.tables
    assert criterion.function("swiss") is criterion.function("knockout") is criterion.two_sided
    assert criterion.definition.endswith(".")
    assert criterion.source
    assert criterion.example
    assert set(criterion.parameters) <= set(TieBreak.__struct_fields__)
    for parameter in criterion.parameters:
        assert f"`{parameter}`" in criterion.definition


def test_codes() -> None:
    listed = [
        TieBreak("buchholz"),
        TieBreak("buchholz", cut_low=1),
        TieBreak("buchholz", cut_low=1, cut_high=1),
        TieBreak("buchholz", cut_low=2, of="games"),
        TieBreak("table-opponents", cut_high=1),
        TieBreak("sonneborn-berger", weight="games"),
        TieBreak("score-difference", drop_best=1),
        TieBreak("direct-encounter", when="sweep"),
        TieBreak("direct-encounter", when="all-met"),
    ]
    assert [code(one) for one in listed] == [
        "BH",
        "BH-C1",
        "BH-M1",
        "BH-G-C2",
        "OTP-H1",
        "SB-W",
        "SCD-B1",
        "DE-S",
        "DE",
    ]
    twice = [
        TieBreak("opponent-win-rate", floor=0),
        TieBreak("seed"),
        TieBreak("opponent-win-rate"),
        TieBreak("opponent-win-rate"),
    ]
    assert codes(twice) == ("OWR", "SEED", "OWR#2", "OWR#3")


def test_values_as_shown() -> None:
    assert shown(Value("places", (2, 1, 0))) == "2-1-0"
    assert shown(Value("games-ratio", (0, Fraction(3, 2)))) == "1.5"
    assert shown(Value("games-ratio", (1, 6))) == "6/0"
    assert shown(Value("buchholz", Fraction(1, 3))) == "1/3"


@pytest.mark.parametrize("name", PRESETS)
def test_presets_fit_one_kind_of_stage(name: str) -> None:
    points, tie_breaks = expanded(name)
    replace(POINTS, **points)
    for system in ("swiss", "tables"):
        if all(CRITERIA[one.by].function(system) for one in tie_breaks):
            return
    pytest.fail("no kind of stage fits all of it")


def test_the_lists_of_mso_apply_no_step_again() -> None:
    steps = [
        one for name in ("mso-two", "mso-table") for one in expanded(name).tie_breaks if one.by == "direct-encounter"
    ]
    assert [one.again for one in steps] == [False, False]


def test_there_is_no_other_preset() -> None:
    with pytest.raises(KeyError):
        expanded("official-mus")


# Ranking


def test_a_criterion_that_does_not_fit_is_refused() -> None:
    found = results(stage(TieBreak("tables-won")), {"a": [], "b": []})
    with pytest.raises(ValueError, match="tables-won does not fit a stage of the system round-robin"):
        standings(document("a", "b"), found)


def test_points_brought_along_count_for_the_rank_and_not_for_opponents() -> None:
    entries = {"a": [match(1, "b", 0)], "b": [match(1, "a", 2)]}
    found = results(stage(TieBreak("buchholz")), entries, carried={"a": Fraction(5, 2)})
    rows = standings(document("a", "b"), found).rows
    assert [(row.participant, row.points, row.values[0].value) for row in rows] == [
        ("a", Fraction(5, 2), 2),
        ("b", 2, 0),
    ]


def test_only_the_best_rounds_count() -> None:
    entries = {"a": [match(1, "b", 2), match(2, "b", 1)], "b": [match(1, "a", 0), match(2, "a", 1)]}
    found = results(stage(points=replace(POINTS, count_best=1)), entries)
    assert [(row.participant, row.points) for row in standings(document("a", "b"), found).rows] == [("a", 2), ("b", 1)]


def test_rows_level_with_their_neighbour_were_decided_by_the_same() -> None:
    games = {"a": (3, 0), "b": (2, 1), "c": (2, 1), "d": (0, 3)}
    entries = {id_: [match(1, "x", 2, games=one)] for id_, one in games.items()} | {"x": [match(1, "a", 0)]}
    rows = standings(document(*entries), results(stage(TieBreak("seed"), TieBreak("games-for")), entries)).rows
    assert [(row.rank, row.decided_by, row.decided_at) for row in rows] == [
        (1, "games-for", 1),
        (2, "games-for", 1),
        (2, "games-for", 1),
        (4, "games-for", 1),
        (5, None, None),
    ]


def test_nobody_has_played() -> None:
    rows = standings(document("a", "b"), results(stage(*expanded("mus-liga").tie_breaks), {"a": [], "b": []})).rows
    assert [(row.rank, row.points, row.decided_by) for row in rows] == [(1, 0, None), (1, 0, None)]


def test_pending_results_count_nothing() -> None:
    pending = {"kind": Kind.PENDING, "evidence": Evidence.DISPUTED}
    entries = {
        "a": [match(1, "b", 2, games=(3, 1)), match(2, "c", 0, **pending)],
        "b": [match(1, "a", 0, games=(1, 3)), Entry(2, Kind.ABSENT)],
        "c": [Entry(1, Kind.PAIRED_BYE, 2, evidence=Evidence.BYE), match(2, "a", 0, **pending)],
    }
    tie_breaks = [TieBreak(by) for by in ("buchholz", "games-difference", "opponent-win-rate", "direct-encounter")]
    for unplayed in ("as-scheduled", "dummy-2026", "left-out"):
        found = standings(document(*entries), results(stage(*tie_breaks, unplayed=unplayed), entries))
        row = next(row for row in found.rows if row.participant == "a")
        expected = 1 if unplayed == "dummy-2026" else 0  # the absence of b, with which it ends, is a draw
        assert [value.value for value in row.values] == [expected, 2, Fraction(1, 3), 1]
        assert (row.played, row.won, row.drawn, row.lost) == (1, 1, 0, 0)
        assert found.evidence == {"verified": 1, "bye": 1, "disputed": 1}


# Values


def test_wins_count_byes_and_forfeits() -> None:
    entries = {
        "a": [
            match(1, "b", 2),
            match(2, "b", 2, Kind.FORFEIT_WIN),
            Entry(3, Kind.PAIRED_BYE, 2),
            Entry(4, Kind.HALF_BYE, 1),
            match(5, "b", 1),
        ],
        "b": [
            match(1, "a", 0),
            match(2, "a", 0, Kind.FORFEIT_LOSS),
            Entry(3, Kind.ABSENT),
            Entry(4, Kind.ABSENT),
            match(5, "a", 1),
        ],
    }
    assert values(TieBreak("wins"), entries) == {"a": 3, "b": 0}
    assert values(TieBreak("wins-played"), entries) == {"a": 1, "b": 0}


def test_who_lost_no_game_is_above_all_ratios() -> None:
    games = {"a": (3, 0), "b": (30, 1), "c": (4, 0), "d": (0, 0)}
    entries = {id_: [match(1, "x", 2, games=one)] for id_, one in games.items()} | {"x": [match(1, "a", 0)]}
    rows = standings(document(*entries), results(stage(TieBreak("games-ratio")), entries)).rows
    assert [row.participant for row in rows] == ["c", "a", "d", "b", "x"]
    assert rows[1].values[0].text == "3/0"


def test_best_and_worst_rounds_are_left_out() -> None:
    entries = {"a": [match(n, "b", 1, score=(one, 0)) for n, one in enumerate((5, -9, 7, 7), 1)], "b": []}

    def difference(best: int, worst: int) -> Any:
        return values(TieBreak("score-difference", drop_best=best, drop_worst=worst), entries)["a"]

    assert [difference(0, 0), difference(1, 0), difference(0, 1), difference(1, 1), difference(3, 3)] == [
        10,
        3,
        19,
        12,
        0,
    ]


def test_ratings_of_opponents_are_rounded_half_up() -> None:
    ratings = {"a": None, "b": 1800, "c": 1755, "d": None}
    doc = Document("x", "mus", tuple(Participant(id_, id_, (), rating=one) for id_, one in ratings.items()), ())
    entries: dict[str, list[Entry]] = {
        "a": [match(1, "b", 2), match(2, "c", 2), match(3, "d", 2)],
        "b": [],
        "c": [],
        "d": [],
    }
    entries["a"].append(match(4, "b", 2, Kind.FORFEIT_WIN))

    def mean(**parameters: Any) -> Any:
        return values(TieBreak("opponent-rating", **parameters), entries, doc)["a"]

    assert [mean(), mean(unrated=1000), mean(cut_low=1), mean(cut_high=1), mean(cut_low=5)] == [
        1778,
        1518,
        1800,
        1755,
        0,
    ]


def test_match_win_rates() -> None:
    def record(won: int, lost: int, drawn: int, byes: int = 0) -> list[Entry]:
        points = [3] * won + [0] * lost + [1] * drawn
        return [match(n, "me", one, games=(one // 3, one == 0)) for n, one in enumerate(points, 1)] + [
            Entry(n, Kind.FULL_BYE, 3) for n in range(1, byes + 1)
        ]

    points = Points(win=3, draw=1, loss=0)
    for opponent, expected in (
        (record(6, 2, 0), Fraction(18, 24)),
        (record(6, 2, 1), Fraction(19, 27)),
        (record(4, 2, 1, byes=2), Fraction(13, 21)),
        (record(1, 4, 0), Fraction(1, 3)),
    ):
        entries = {"me": [match(1, "it", 0)], "it": opponent}
        assert values(TieBreak("opponent-win-rate"), entries, points=points)["me"] == expected
    entries = {"me": [], "it": record(1, 4, 0)}
    assert values(TieBreak("opponent-win-rate"), entries, points=points)["me"] == 0
    assert values(TieBreak("opponent-win-rate", floor=0), {**entries, "me": [match(1, "it", 3)]}, points=points)[
        "me"
    ] == Fraction(1, 5)
    assert values(TieBreak("game-win-rate"), entries)["it"] == Fraction(1, 5)
    assert values(TieBreak("game-win-rate", floor=Fraction(1, 3)), entries)["it"] == Fraction(1, 3)


def test_a_dummy_counts_at_most_the_scheduled_opponent_or_draws() -> None:
    entries = {
        "a": [match(1, "b", 2), match(2, "b", 2, Kind.FORFEIT_WIN), Entry(3, Kind.FULL_BYE, 2)],
        "b": [match(1, "a", 0), match(2, "a", 0, Kind.FORFEIT_LOSS), Entry(3, Kind.HALF_BYE, 1)],
    }
    for unplayed, own, other in (
        ("dummy-2024", 1 + 6 + 6, 6 + 1 + 1),
        ("dummy-2026", 1 + 1 + 3, 6 + 1 + 1),
        ("left-out", 1, 6),
    ):
        assert values(TieBreak("buchholz"), entries, unplayed=unplayed) == {"a": own, "b": other}


def test_the_limit_of_byes_goes_by_the_rounds_planned_at_the_end() -> None:
    entries = {"a": [Entry(1, Kind.PAIRED_BYE, 2)]}
    for final, expected in ((False, 1), (True, 2)):
        found = results(stage(TieBreak("buchholz"), unplayed="dummy-2026"), entries, final=final)
        assert standings(document("a"), found).rows[0].values[0].value == expected


def test_opponents_by_games_and_scores() -> None:
    entries = {
        "a": [match(1, "b", 2, games=(3, 1), score=(40, 10)), match(2, "c", 2, games=(3, 2), score=(5, 4))],
        "b": [match(1, "a", 0, games=(1, 3), score=(10, 40)), Entry(2, Kind.ABSENT)],
        "c": [Entry(1, Kind.ABSENT), match(2, "a", 0, games=(2, 3), score=(4, 5))],
    }
    assert values(TieBreak("buchholz", of="games"), entries)["a"] == 1 + 2
    assert values(TieBreak("buchholz", of="score"), entries)["a"] == 10 + 4
    assert values(TieBreak("sonneborn-berger", of="games", weight="games"), entries)["a"] == 3 * 1 + 3 * 2


def test_the_last_table_may_have_a_number_as_a_word() -> None:
    entries = {
        "a": [at_table(1, 1, "b", table="2")],
        "b": [at_table(1, 2, "a", table="2")],
        "c": [at_table(1, 1, "d", table="10")],
        "d": [at_table(1, 2, "c", table="F")],
        "e": [Entry(1, Kind.PAIRED_BYE)],
    }
    assert values(TieBreak("last-table"), entries, system="tables") == {"a": 2, "b": 2, "c": 10, "d": 11, "e": 11}
    assert values(TieBreak("last-place"), entries, system="tables") == {"a": 1, "b": 2, "c": 1, "d": 2, "e": 3}


def test_encounters_at_tables() -> None:
    entries = {
        "a": [at_table(1, 1, "b", "c"), at_table(2, 2, "b", "x", score=(5, 9))],
        "b": [at_table(1, 2, "a", "c"), at_table(2, 1, "a", "x", score=(9, 9))],
        "c": [at_table(1, 2, "a", "b", level=2), at_table(2, 1, "y", "z")],
        "d": [at_table(1, 1, "y", "z"), at_table(2, 1, "w", "v")],
    }
    entries |= {id_: [] for id_ in "vwxyz"}

    def places(group: str, **parameters: Any) -> dict[str, Any]:
        found = results(stage(system="tables"), entries)
        function = CRITERIA["direct-encounter"].function("tables")
        assert function is not None
        given = function(found, document(*entries), TieBreak("direct-encounter", **parameters), list(group))
        return {id_: value.value for id_, value in given.items()}

    # a-b: one each, a half; a-c: 1; b-c: level, a half
    assert places("abc") == {"a": 1, "b": 2, "c": 3}
    assert places("ab") == {"a": 1, "b": 1}
    assert places("ab", inner=("score", "games-for")) == {"a": 2, "b": 1}
    assert places("abc", when="sweep") == {"a": 1, "b": 1, "c": 1}
    assert places("ac", when="sweep") == {"a": 1, "c": 2}
    assert places("abcd") == dict.fromkeys("abcd", 1)
    assert places("abcd", when="always") == {"a": 1, "b": 2, "c": 3, "d": 4}


def test_a_direct_encounter_once_only() -> None:
    # a beat b, c, d; b beat c; c beat d; d beat b, and all three lost to a: level, and nothing can change that
    won = {("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("c", "d"), ("b", "d")}
    entries: dict[str, list[Entry]] = {}
    for one in "abcd":
        others = [other for other in "abcd" if other != one]
        entries[one] = [match(n, other, 2 * ((one, other) in won), games=(n, 1)) for n, other in enumerate(others, 1)]
    assert values(TieBreak("direct-encounter"), entries) == {"a": 1, "b": 2, "c": 3, "d": 4}
    assert values(TieBreak("direct-encounter", when="sweep", again=True), entries) == {"a": 1, "b": 2, "c": 3, "d": 4}
    assert values(TieBreak("direct-encounter", when="sweep", again=False), entries) == {"a": 1, "b": 2, "c": 2, "d": 4}


def test_a_match_that_was_forfeited_is_an_encounter_as_scheduled_only() -> None:
    entries = {"a": [match(1, "b", 2, Kind.FORFEIT_WIN)], "b": [match(1, "a", 0, Kind.FORFEIT_LOSS)]}
    assert values(TieBreak("direct-encounter"), entries) == {"a": 1, "b": 2}
    assert values(TieBreak("direct-encounter"), entries, unplayed="dummy-2026") == {"a": 1, "b": 1}


# Lots


def test_a_lot_is_what_anyone_can_compute() -> None:
    doc = document("a", start="2026-02-03")
    # printf 'Liga2026-02-03\nmain\na' | sha256sum
    assert lot(doc, "main", "a") == "dc435766e002c27cc44dffbb1b37f7e9c91c3ebda553d09125b3398fb03bf7aa"
    # printf 'gordo\nmain\na' | sha256sum
    assert lot(doc, "main", "a", "gordo") == "fef6abc948ee0dae5ba06ab4ed6ddc115582293876c696f44b6eac966745fda5"


def test_participants_of_a_stage_that_looks_at_another() -> None:
    doc = document("a", "b")
    entries = {"a": [match(1, "b", 1)], "b": [match(1, "a", 1)]}
    found = results(stage(TieBreak("play-off", stage="extra")), entries)
    extra = results(replace(stage(), id="extra"), {"b": [match(1, "a", 2)], "a": [match(1, "b", 0)]})
    assert [row.rank for row in standings(doc, found).rows] == [1, 1]
    rows = standings(doc, found, [standings(doc, extra)]).rows
    assert [(row.participant, row.rank) for row in rows] == [("b", 1), ("a", 2)]


def test_systems_of_tables() -> None:
    assert set(building.TABLES) == set(TABLE_SYSTEMS)
