"""What rounds were to participants: kinds, points, places, withdrawals, entrants; documents drafted from records."""

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from msgspec.structs import replace

from conftest import examples
from kontari.examination import examine
from kontari.games import part
from kontari.schemas import complaints
from kontari.tournament.checks import document_findings
from kontari.tournament.collect import collect, played
from kontari.tournament.document import read_document, written
from kontari.tournament.model import Entry, Evidence, Kind, Results, Standings
from kontari.tournament.rank import standings
from kontari.tournament.results import draft, results, shared
from tournament_lines import EVENT, PAIRS, club, five, gathered, given, league, line, read, solo

Json = dict[str, Any]


def counted(data: Json, lines: list[Json], after: int | None = None, stage: str | None = None) -> Results:
    document = read(data)
    found = collect(document, given(lines))
    return results(document, document.stage(stage or data["stages"][0]["id"]), found, after)


def table(data: Json, lines: list[Json], after: int | None = None, stage: str | None = None) -> Standings:
    return standings(read(data), counted(data, lines, after, stage))


def kinds(found: Results, id_: str) -> list[str]:
    return [str(one.kind) for one in found.entries[id_]]


def points(found: Results) -> dict[str, Any]:
    return {id_: sum(one.points for one in entries) for id_, entries in found.entries.items()}


def withdrawn(data: Json, id_: str, **left: Any) -> Json:
    for one in data["participants"]:
        if one["id"] == id_:
            one["withdrawn"] = left
    return data


# The worked example


def test_the_league_of_four() -> None:
    found = counted(league(), five())
    assert (found.participants, found.rounds, found.final) == (tuple(PAIRS), 3, True)
    assert points(found) == {"bidasoa": 4, "urola": 4, "deba": 4, "oria": 0}
    games = {id_: tuple(sum(one.games[way] for one in found.entries[id_]) for way in (0, 1)) for id_ in PAIRS}
    assert games == {"bidasoa": (8, 4), "urola": (7, 5), "deba": (6, 6), "oria": (3, 9)}
    assert [str(one.evidence) for one in found.entries["urola"]] == ["ruling", "verified", "verified"]
    assert kinds(found, "deba") == ["forfeit-loss", "played", "played"]
    rows = table(league(), five()).rows
    assert [(row.rank, row.participant) for row in rows] == [(1, "bidasoa"), (2, "urola"), (3, "deba"), (4, "oria")]
    assert rows[0].decided_by == "direct-encounter"


def test_nobody_is_an_opponent_of_oneself() -> None:
    """Of a table at which one sits twice (``TRN-S09``) nothing is known but that it was played."""
    data = league()
    table_ = data["stages"][0]["rounds"][1]["tables"][1]
    table_ |= {
        "participants": ["bidasoa", "bidasoa"],
        "ruling": {"kind": "declared", "reason": "x", "official": "y", "winners": ["bidasoa"]},
    }
    entry = counted(data, []).entries["bidasoa"][1]
    assert (entry.kind, entry.opponents, entry.points) == (Kind.PLAYED, (), 1)


def test_misscored_counts_by_its_recomputed_result() -> None:
    lines = [one | {"verdict": "misscored"} for one in five()]
    assert [one.points for one in table(league(), lines).rows] == [4, 4, 4, 0]
    assert {str(e.evidence) for e in counted(league(), lines).entries["oria"]} == {"recomputed"}


def test_pending_rounds() -> None:
    found = counted(league(), five()[:3])
    assert (found.rounds, found.final) == (2, False)
    assert counted(league(), []).rounds == 1  # the ruling
    one_missing = counted(league(), [*five()[:3], five()[4]])
    assert (one_missing.rounds, one_missing.final) == (3, False)
    assert kinds(one_missing, "oria")[2] == "pending"
    so_far = line("urola", "oria", (2, 1), 3, 1, verdict="unfinished")
    entry = counted(league(), [*five()[:3], five()[4], so_far]).entries["oria"][2]
    assert (entry.kind, entry.points, entry.games, entry.note) == (Kind.PENDING, 0, (0, 0), "2–1 so far")


# Byes and absences


def test_byes_by_kind() -> None:
    kinds_ = ["paired", "full", "half", "absent"]
    rounds = [
        {
            "round": 1,
            "tables": [],
            "byes": [{"participant": id_, "kind": kind} for id_, kind in zip(PAIRS, kinds_, strict=True)],
        }
    ]
    marks = {"win": 2, "draw": 1, "loss": 0, "bye": "1.5", "absent": -1}
    found = counted(league(rounds=rounds, points=marks), [])
    assert points(found) == {"bidasoa": Fraction(3, 2), "urola": 2, "deba": 1, "oria": -1}
    assert [kinds(found, id_)[0] for id_ in PAIRS] == ["paired-bye", "full-bye", "half-bye", "absent"]
    assert {one.evidence for entries in found.entries.values() for one in entries} == {Evidence.BYE}


def test_a_round_of_which_only_some_byes_are_known_is_none() -> None:
    data = league()
    data["stages"][0]["rounds"].append({"round": 4, "tables": [], "byes": [{"participant": "oria", "kind": "half"}]})
    assert counted(data, five()).rounds == 3


def test_who_is_not_in_a_round_is_absent() -> None:
    data = league()
    del data["stages"][0]["rounds"][2]["tables"][0]
    data["participants"][1]["entered"] = 2
    found = counted(data, five())
    assert kinds(found, "urola") == ["forfeit-win", "played", "absent"]
    data["stages"][0]["rounds"][0]["tables"] = data["stages"][0]["rounds"][0]["tables"][:1]
    assert counted(data, five()).entries["urola"][0].note == "not entered yet"


# Withdrawals


@pytest.mark.parametrize(
    ("policy", "after", "expected"),
    [
        # keep: what was played stands, and nobody gets anything for the rest.
        ("keep", 1, {"bidasoa": 4, "urola": 2, "deba": 2, "oria": 0}),
        # fewer than half: nothing of it is left.
        ("annul-below-half", 1, {"bidasoa": 2, "urola": 2, "deba": 2}),
        # half or more: the rest is lost.
        ("annul-below-half", 2, {"bidasoa": 4, "urola": 4, "deba": 4, "oria": 0}),
        ("annul", 2, {"bidasoa": 2, "urola": 2, "deba": 2}),
        ("forfeit-rest", 1, {"bidasoa": 4, "urola": 4, "deba": 4, "oria": 0}),
    ],
)
def test_withdrawal(policy: str, after: int, expected: dict[str, int]) -> None:
    lines = [one for one in five() if "xabi-m" not in str(one["players"]) or one["event"]["round"] <= after]
    data = withdrawn(league(withdrawal=policy), "oria", stage="liga", after=after)
    found = counted(data, lines)
    assert points(found) == expected
    assert found.final
    if "oria" in expected:
        gone = "forfeit-loss" if policy != "keep" else "absent"
        assert kinds(found, "oria")[after:] == [gone] * (3 - after)
    else:
        entry = found.entries["bidasoa"][0]
        assert (entry.kind, entry.opponents, entry.games) == (Kind.FULL_BYE, (), (0, 0))
        assert entry.note == "annulled: 3–0 against oria"


def test_expelled_is_annulled_whatever_the_policy() -> None:
    data = withdrawn(league(), "oria", after=3, expelled=True)
    assert "oria" not in counted(data, five()).entries


def test_after_a_round_only_what_was_known_then() -> None:
    data = withdrawn(league(withdrawal="annul"), "oria", after=2)
    assert "oria" not in counted(data, five()).entries
    for after in (1, 2):
        assert counted(data, five(), after).entries == counted(league(), five(), after).entries


@examples(15)
@drawn(st.integers(1, 4), st.integers(0, 2**5 - 1))
def test_interim_tables_are_those_of_the_document_cut_off(after: int, which: int) -> None:
    lines = [one for number, one in enumerate(five()) if which >> number & 1]
    cut = league()
    cut["stages"][0]["rounds"] = cut["stages"][0]["rounds"][:after]
    found, base = counted(league(), lines, after), counted(cut, lines)
    assert (found.rounds, found.entries, found.final) == (base.rounds, base.entries, base.final)


@examples(20)
@drawn(st.integers(0, 10**6))
def test_no_order_matters_and_points_add_up(seed: int) -> None:
    random = Random(seed)
    lines = random.sample(five(), 4)
    data = league(after_ties=random.choice(["shared", "lots", "seed"]))
    base = table(data, lines)
    turned = json.loads(json.dumps(data))
    random.shuffle(turned["participants"])
    random.shuffle(turned["stages"][0]["rounds"])
    random.shuffle(lines)
    assert table(turned, lines).rows == base.rows
    illegal = line("oria", "urola", (3, 0), 3, 1, verdict="illegal", source="w.json")
    beside = table(data, [*lines, illegal])
    assert [replace(row, evidence={}) for row in beside.rows] == [replace(row, evidence={}) for row in base.rows]
    assert sum(row.points for row in base.rows) == 2 * (len(lines) + 1)


# Rulings and two sides


def test_ruled_rounds() -> None:
    def of(**ruling: Any) -> dict[str, Entry]:
        data = league()
        data["stages"][0]["rounds"][1]["tables"][1]["ruling"] = {"reason": "r", **ruling}
        found = counted(data, [])
        return {id_: found.entries[id_][1] for id_ in ("bidasoa", "urola")}

    both = of(kind="double-forfeit")
    assert {(one.kind, one.points, one.games) for one in both.values()} == {(Kind.DOUBLE_FORFEIT, 0, (0, 0))}
    void = of(kind="annulled")
    assert {(one.kind, one.points, one.opponents) for one in void.values()} == {(Kind.FULL_BYE, 0, ())}
    drawn_ = of(kind="declared", scores=[2, 2])
    assert [(one.kind, one.points, one.games) for one in drawn_.values()] == [(Kind.PLAYED, 1, (2, 2))] * 2
    lost = of(kind="forfeit", by=["bidasoa"])
    assert [(one.kind, one.games) for one in lost.values()] == [(Kind.FORFEIT_LOSS, (0, 3)), (Kind.FORFEIT_WIN, (3, 0))]


def test_two_sides_with_scores() -> None:
    data = club("ab", system="swiss", table={"records": 1}, points={"win": 1}, tie_breaks=[{"by": "score-difference"}])
    match = solo((30, -30), "ab", {"stage": "main", "round": 1, "table": 1})
    data["stages"][0]["rounds"] = [{"round": 1, "tables": [{"table": 1, "participants": ["b", "a"]}]}]
    entries = counted(data, [match]).entries
    assert (entries["a"][0].score, entries["a"][0].points, entries["a"][0].games) == ((30, -30), 1, (1, 0))
    # Where racks are added up the lowest wins, and a score is what was lost.
    low = solo((30, 5), "ab", {"stage": "main", "round": 1, "table": 1}, rules={"scoring": "rack-sum"})
    low["result"]["winners"] = [1]
    entries = counted({**data, "records": {}}, [low]).entries
    assert (entries["b"][0].score, entries["b"][0].points, entries["b"][0].rounds_won) == ((-5, -30), 1, 1)


# Tables of several


def several(scores: tuple[int, ...], **stage: Any) -> dict[str, Entry]:
    ids = "abcdefg"[: len(scores)]
    rounds = [{"round": 1, "tables": [{"table": 1, "participants": list(ids)}]}]
    match = solo(scores, ids, {"stage": "main", "round": 1, "table": 1})
    return {id_: one[0] for id_, one in counted(club(ids, rounds=rounds, **stage), [match]).entries.items()}


def test_places_and_their_points() -> None:
    found = several((24, -5, -16, -3))
    assert [(one.place, one.points, one.size) for one in found.values()] == [(1, 4, 4), (3, 1, 4), (4, 0, 4), (2, 2, 4)]
    assert found["a"].score == (24, 24)
    assert found["b"].opponents == ("a", "c", "d")
    level = several((10, 5, 5, -20))
    assert [(one.place, one.level, one.points) for one in level.values()] == [
        (1, 1, 4),
        (2, 2, Fraction(3, 2)),
        (2, 2, Fraction(3, 2)),
        (4, 1, 0),
    ]


def test_a_league_by_score_with_bounds_and_bonuses() -> None:
    marks = {"score": True, "score_cap": {"low": -25}, "places": {"4": [50, 5, 0, 0]}, "place_by": ["winner", "score"]}
    found = several((50, -25, -15, -40), points=marks)
    assert [one.points for one in found.values()] == [100, -25, -10, -25]


@pytest.mark.parametrize(("how", "worth"), [("share", Fraction(3, 2)), ("highest", 2), ("lowest", 1)])
def test_shared_places(how: str, worth: Any) -> None:
    assert shared((4, 2, 1, 0), 2, 2, how) == worth
    assert shared((4,), 1, 2, "share") == 2


def test_the_winner_of_a_table() -> None:
    assert [one.points for one in several((5, 5, 1), points={"win": 3, "draw": 1}).values()] == [1, 1, 0]
    assert [one.points for one in several((5, 4, 1), points={"win": 3, "draw": 1}).values()] == [3, 0, 0]


def test_pairs_that_change() -> None:
    """Two win together; each has the games of its side."""
    ids = [member for pair in zip(PAIRS["bidasoa"], PAIRS["urola"], strict=True) for member in pair]
    rounds = [{"round": 1, "tables": [{"table": 1, "participants": ids}]}]
    data = league(system="individual", rounds=rounds, table={"size": 4}, tie_breaks=[{"by": "score"}])
    data["participants"] = [{"id": id_} for id_ in ids]
    found = counted(data, [line("bidasoa", "urola", (1, 3), 1, 1)]).entries
    assert [(found[id_][0].points, found[id_][0].games) for id_ in ids] == [(0, (1, 3)), (2, (3, 1))] * 2


def test_who_did_not_come_to_a_table() -> None:
    ruling = {"kind": "forfeit", "by": ["d"], "reason": "ill"}
    rounds = [{"round": 1, "tables": [{"table": 1, "participants": list("abcd"), "ruling": ruling}]}]
    match = solo((9, -4, -5), "abc", {"stage": "main", "round": 1, "table": 1})
    found = counted(club("abcd", rounds=rounds), [match]).entries
    assert [(found[id_][0].kind, found[id_][0].points, found[id_][0].size) for id_ in "abcd"] == [
        (Kind.PLAYED, 4, 3),
        (Kind.PLAYED, 2, 3),
        (Kind.PLAYED, 0, 3),
        (Kind.FORFEIT_LOSS, 0, 0),
    ]


# Two stages


def two_stages(**source: Any) -> Json:
    data = league()
    data["stages"].append(
        {
            "id": "final",
            "system": "knockout",
            "rounds_planned": 1,
            "from": [{"stage": "liga", "ranks": [1, 2], **source}],
            "points": {"win": 1, "loss": 0},
            "tie_breaks": [],
        }
    )
    return data


def test_who_goes_on() -> None:
    assert counted(two_stages(), five(), stage="final").participants == ("bidasoa", "urola")
    assert counted(two_stages(ranks=[3, 4]), five(), stage="final").participants == ("deba", "oria")
    assert counted(two_stages(), five(), stage="final").carried == {}
    assert counted(two_stages(keep_points=True), five(), stage="final").carried == {"bidasoa": 4, "urola": 4}
    data = two_stages(group="Irun")
    for one in data["participants"][2:]:
        one["groups"] = ["Irun"]
    assert counted(data, five(), stage="final").participants == ("deba", "oria")


def test_the_best_of_a_rank() -> None:
    data = two_stages()
    data["stages"][1]["from"] = [{"stage": "liga", "rank": 3, "best": 1}, {"stage": "liga", "ranks": [1, 1]}]
    assert counted(data, five(), stage="final").participants == ("bidasoa", "deba")


def test_the_final_is_played() -> None:
    match = line("bidasoa", "urola", (3, 2), 1, "F", event={"stage": "final"})
    data = two_stages()
    data["stages"][1]["rounds"] = [{"round": 1, "tables": [{"table": "F", "participants": ["bidasoa", "urola"]}]}]
    rows = table(data, [*five(), match], stage="final").rows
    assert [(row.participant, row.points) for row in rows] == [("bidasoa", 1), ("urola", 0)]


def test_who_left_in_an_earlier_stage_is_not_in_a_later_one_for_all() -> None:
    data = two_stages()
    del data["stages"][1]["from"]
    assert counted(withdrawn(data, "oria", after=1), five(), stage="final").participants == ("bidasoa", "urola", "deba")


def test_everybody_tied_and_nothing_played() -> None:
    rows = table(league(rounds=[]), []).rows
    assert {(row.rank, row.points) for row in rows} == {(1, 0)}


# Documents out of records alone


def test_a_draft_of_the_league() -> None:
    lines = [*five(), line("urola", "deba", (3, 0), 1, 2)]
    made = draft(given(lines), None, None)
    assert complaints("tournament", made) == []
    document = read_document(json.dumps(made).encode())
    assert document_findings(document) == []
    assert (document.name, document.records.event, document.game) == (EVENT, EVENT, "mus")
    (stage,) = document.stages
    assert (stage.system, stage.rounds_planned, stage.preset) == ("round-robin", 3, "mus-liga")
    found = collect(document, given(lines))
    assert found.findings == ()
    rows = standings(document, results(document, stage, found)).rows
    assert [(row.participant, row.points) for row in rows] == [
        ("ana-e+jon-i", 4),
        ("itziar-l+mikel-a", 4),
        ("nerea-g+pello-u", 4),
        ("ane-b+xabi-m", 0),
    ]
    illegal = lines[0] | {"verdict": "illegal", "event": {"name": EVENT, "round": 17}}
    assert draft(given([illegal, *reversed(lines)])) == made


def test_a_draft_of_tables_and_without_rounds() -> None:
    lines = [solo((9, -4, -5), "abc", {"name": "n"}), solo((1, 2, -3), "abd", {"name": "n"})]
    made = draft(given(lines), "rummikub", None)
    document = read_document(json.dumps(made).encode())
    (stage,) = document.stages
    assert (stage.system, [len(one.tables) for one in stage.rounds or ()]) == ("tables", [1, 1])
    found = collect(document, given(lines))
    assert found.findings == ()
    assert results(document, stage, found).final
    bare = [
        line("bidasoa", "urola", (3, 1), event={"stage": None}),
        line("bidasoa", "deba", (3, 1), event={"stage": None}),
    ]
    assert gathered(draft(given(bare)), bare).findings == ()


def test_a_draft_of_matches_that_say_nothing_of_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two who meet again and again, without events: each match is a round, found by the name of its record."""
    lines = [
        solo(scores, "ab", {}) | {"source": f"games/{number}.json", "sha256": f"{number:064x}"}
        for number, scores in enumerate([(9, -9), (-4, 4), (2, -2), (1, -1)])
    ]
    made = draft(given(lines))
    tables = [table for round_ in made["stages"][0]["rounds"] for table in round_["tables"]]
    assert [(one["table"], len(one["records"])) for one in tables] == [(1, 1)] * 4
    assert sorted(ref["source"] for table in tables for ref in table["records"]) == [one["source"] for one in lines]
    found = gathered(made, [one | {"source": f"/elsewhere/{one['source']}"} for one in lines])
    assert found.findings == ()
    assert [one.state for one in found.results.values()] == ["played"] * 4
    assert draft(given(lines[::-1])) == made
    monkeypatch.setattr("kontari.tournament.draft.MOST_ROUNDS", 3)
    with pytest.raises(ValueError, match="each match is a round, and there are more than 3"):
        draft(given(lines))


TOLD = st.one_of(
    st.integers(0, 3),
    st.sampled_from(["", "1", "A", "a b", "x" * 70, "two\nlines", "é", "10000", str(2**70), 2**53 - 1]),
)
EVENTS = st.fixed_dictionaries(
    {},
    optional={
        "name": TOLD,
        "stage": TOLD,
        "round": TOLD,
        "table": TOLD,
        "match": TOLD,
        "date": st.sampled_from(["2026-05-02", "2026-05-03T10:00"]),
    },
)
NAMED = st.one_of(
    st.sampled_from(["Ana", "Bea", "", "x" * 70, "x" * 70 + "y", "a\nb", "+", "Ana+Bea", "é"]),
    st.sampled_from([f"player {number}" for number in range(9)]),
)


@examples(200)
@drawn(st.lists(st.tuples(EVENTS, st.lists(NAMED, min_size=2, max_size=8, unique=True)), min_size=1, max_size=8))
def test_what_is_drafted_is_a_document(matches: list[tuple[Json, list[str]]]) -> None:
    """Whatever records say of themselves, what is made of it can be written, read and counted, or is refused."""
    lines = []
    for number, (event, names) in enumerate(matches):
        scores = [len(names) - 1, *[-1] * (len(names) - 1)]
        lines.append(
            solo(scores, "a" * len(names), event)
            | {"players": [{"name": name} for name in names], "sha256": f"{number:064x}", "source": f"{number}.json"}
        )
    try:
        made = draft(given(lines))
    except ValueError:
        return
    document = read_document(written(made).encode())
    gathered(made, lines)
    for stage in document.stages:
        standings(document, results(document, stage, collect(document, given(lines))))


def test_a_draft_of_two_tables_of_one_name() -> None:
    lines = [line("bidasoa", "urola", (3, 1), 1, 1), line("deba", "oria", (3, 1), 1, 1)]
    made = draft(given(lines))
    assert [one["table"] for one in made["stages"][0]["rounds"][0]["tables"]] == [1, 2]
    found = gathered(made, lines)
    assert [one.code for one in found.findings] == ["TRN-M04"]
    assert sum(one.counts for one in found.results.values()) == 1


def test_a_draft_of_changing_partners() -> None:
    pairs = dict(PAIRS)
    first = line("bidasoa", "urola", (3, 1), 1, 1)
    seats = ["ana-e", "jon-i", "mikel-a", "itziar-l"]
    second = line("bidasoa", "urola", (1, 3), 2, 1, players=[{"name": id_} for id_ in seats])
    made = draft(given([first, second]))
    assert made["stages"][0]["system"] == "individual"
    assert len(made["participants"]) == 4
    assert gathered(made, [first, second]).findings == ()
    assert pairs == PAIRS


def test_nothing_to_draft() -> None:
    for lines in ([], [five()[0] | {"verdict": "illegal"}]):
        with pytest.raises(ValueError, match="no record"):
            draft(given(lines))


def test_real_records_make_a_table_without_a_document() -> None:
    verdicts = []
    for number in range(3):
        record = part("rummikub", "generate").record(number, 0, 3, {})
        record["event"] = {"name": "Friday", "round": number + 1, "table": 1}
        verdicts.append(played(examine(json.dumps(record).encode(), source=f"{number}.json")))
    made = draft(verdicts)
    document = read_document(json.dumps(made).encode())
    found = collect(document, verdicts)
    assert found.findings == ()
    stage = document.stages[0]
    rows = standings(document, results(document, stage, found)).rows
    assert len(rows) == 3
    # The lowest score wins by the classic rules, and is the best here too.
    totals = {one.name: 0 for one in verdicts[0].players}
    for one in verdicts:
        for player, score in zip(one.players, one.result.scores or (), strict=True):
            totals[player.name] -= score
    assert {row.participant: row.points for row in rows} == totals


# The reference tournaments, read as documents and verdicts

REFERENCE = Path(__file__).parents[2] / "records" / "tournaments"


@pytest.mark.parametrize("name", sorted(path.name for path in REFERENCE.iterdir() if path.is_dir()))
def test_reference_tournaments(name: str) -> None:
    data, lines, expected = (
        json.loads((REFERENCE / name / f"{part_}.json").read_text("utf-8"))
        for part_ in ("document", "results", "expected")
    )
    lines = [{"source": f"{number}.json", "record": 1, **one} for number, one in enumerate(lines)]
    for case in expected["cases"]:
        stages = [one | case.get("with", {}) if one["id"] == case["stage"] else one for one in data["stages"]]
        document = read(data | {"stages": stages})
        found = collect(document, given(lines))
        assert found.findings == ()
        stage = document.stage(case["stage"])
        others = [
            standings(document, results(document, document.stage(one.stage), found))
            for one in stage.tie_breaks
            if one.stage is not None
        ]
        rows = {
            row.participant: row
            for row in standings(document, results(document, stage, found, case.get("after")), others).rows
        }
        for wanted in case["rows"]:
            row = rows[wanted["participant"]]
            assert row.points == Fraction(wanted["points"]), (case["why"], row)
            assert row.rank == wanted.get("rank", row.rank), (case["why"], row)
            values = [tuple(map(Fraction, one)) if isinstance(one, list) else Fraction(one) for one in wanted["values"]]
            assert [one.value for one in row.values] == values, (case["why"], row)
