"""Ratings: published values, which models keep the order of places, and that the order of tables does not matter."""

import builtins
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace
from staged import by_chance, document, names, results

from kontari.tournament.model import Document, Entry, Evidence, Kind, Member, Results, Round, Table
from kontari.tournament.needs import NeedsPackageError
from kontari.tournament.ratings import MODELS, Event, Rating, ratings


def one_table(places: list[int]) -> Event:
    ids = names(len(places))
    made = document(ids, "tables")
    entries = {
        one: (
            Entry(
                1,
                Kind.PLAYED,
                table=1,
                opponents=tuple(other for other in ids if other != one),
                place=place,
                evidence=Evidence.VERIFIED,
            ),
        )
        for one, place in zip(ids, places, strict=True)
    }
    return Event(made, [Results(made.stages[0], tuple(ids), 1, entries)])


def rated(event: Event, **more: Any) -> dict[str, Rating]:
    return {one.id: one for one in ratings([event], **more)}


def test_values_of_openskill() -> None:
    found = rated(one_table([1, 2, 2, 2, 3]))
    assert [round(found[one].mu, 3) for one in names(5)] == [35.542, 25, 25, 25, 14.458]
    assert [one.mu for one in rated(one_table([1, 1])).values()] == [25, 25]
    first = found["p001"]
    assert (first.name, first.matches, first.sure) == ("P001", 1, first.mu - 3 * first.sigma)
    assert first.change == first.mu - 25


def orders(n: int) -> list[tuple[int, ...]]:
    """The results of n who are alike: how many share each place, from the first on."""
    return [tuple(sum(cuts[:i]) + 1 for i in range(n)) for cuts in product((0, 1), repeat=n - 1)]


def faults(model: str) -> tuple[int, int, int]:
    """Of all orders of two to seven: how many there are, in how many somebody placed worse gains more, or equal places
    do not gain alike."""
    worse = unlike = count = 0
    for n in range(2, 8):
        for places in orders(n):
            found = rated(one_table(list(places)), model=model)
            mu = [found[one].mu for one in names(n)]
            pairs = [(a, b) for a in range(n) for b in range(n)]
            count += 1
            worse += any(places[a] < places[b] and mu[a] < mu[b] - 1e-9 for a, b in pairs)
            unlike += any(places[a] == places[b] and abs(mu[a] - mu[b]) > 1e-9 for a, b in pairs)
    return count, worse, unlike


def test_why_the_default_is_bradley_and_terry() -> None:
    """With shared places Plackett and Luce's model may give somebody placed worse the larger gain."""
    assert faults("bradley-terry") == (126, 0, 0)
    assert faults("thurstone-mosteller") == (126, 0, 0)
    assert faults("plackett-luce") == (126, 41, 0)


def stage(n: int = 8, seed: int = 1) -> tuple[Document, Results, list[Round]]:
    ids = names(n)
    made = document(ids)
    rounds = [
        Round(1, tuple(Table(i, two) for i, two in enumerate(zip(ids[::2], ids[1::2], strict=True), 1))),
        Round(2, tuple(Table(i, two) for i, two in enumerate(zip(ids[: n // 2], ids[n // 2 :], strict=True), 1))),
    ]
    return made, results(made, rounds, by_chance(seed)), rounds


def test_the_order_of_tables_changes_nothing() -> None:
    made, so_far, rounds = stage()
    turned = [replace(one, tables=tuple(replace(t, table=9 - int(t.table)) for t in one.tables)) for one in rounds]
    again = results(made, turned, by_chance(1))
    assert ratings([Event(made, [so_far])]) == ratings([Event(made, [again])])


def test_events_go_by_date_and_rounds_use_what_was_before() -> None:
    made, so_far, _ = stage()
    later = replace(made, start="2026-05-01")
    events = [Event(later, [so_far]), Event(made, [so_far])]
    assert ratings(events) == ratings(events[::-1])
    start = {one.id: (one.mu, one.sigma) for one in ratings([Event(made, [so_far])])}
    after = {one.id: one for one in ratings([Event(later, [so_far])], start=start)}
    both = {one.id: one for one in ratings(events)}
    for one in names(8):
        assert after[one].mu == both[one].mu
        assert after[one].change == after[one].mu - start[one][0]
        assert (after[one].matches, both[one].matches) == (2, 4)


def test_matches_of_a_round_do_not_see_each_other() -> None:
    """Two wins in one round, over opponents alike, are worth twice one win; the opponents lose alike."""
    made = document(3)
    rounds = [Round(1, (Table(1, ("p001", "p002")), Table(2, ("p001", "p003"))))]
    so_far = results(made, rounds, lambda *_: (2, 0))
    both = rated(Event(made, [so_far]))
    one = rated(Event(made, [results(made, [replace(rounds[0], tables=rounds[0].tables[:1])], lambda *_: (2, 0))]))
    assert both["p001"].change == pytest.approx(2 * one["p001"].change)
    assert both["p002"].mu == both["p003"].mu == one["p002"].mu
    assert both["p001"].sigma == pytest.approx(one["p001"].sigma ** 2 / (25 / 3))


def test_only_what_was_played_and_proven_is_rated() -> None:
    made, so_far, _ = stage()
    entries = {
        one: tuple(replace(e, evidence=Evidence.RULING if e.round == 1 else e.evidence) for e in each)
        for one, each in so_far.entries.items()
    }
    entries = {one: (each[0], replace(each[1], kind=Kind.PENDING)) for one, each in entries.items()}
    assert ratings([Event(made, [replace(so_far, entries=entries)])]) == []


def test_pairs_are_rated_as_teams_and_substitutes_if_they_sat() -> None:
    made, so_far, _ = stage(2)
    pair = (Member("ana", "Ana"), Member("jon", "Jon"), Member("leo", "Leo", substitute=True))
    made = replace(made, participants=(replace(made.participants[0], members=pair), made.participants[1]))
    so_far = replace(so_far, entries={one: each[:1] for one, each in so_far.entries.items()})
    assert set(rated(Event(made, [so_far]))) == {"ana", "jon", "p002"}
    table = so_far.entries["p001"][0].table
    assert table is not None
    seated = {("main", 1, table, "p001"): ("ana", "leo")}
    assert set(rated(Event(made, [so_far], seated))) == {"ana", "leo", "p002"}
    assert set(rated(Event(made, [so_far]), by="participant")) == {"p001", "p002"}


def test_changing_partners_are_rated_across_the_table() -> None:
    ids = names(4)
    made = document(ids, "individual")
    rounds = [Round(1, (Table(1, ("p003", "p001", "p004", "p002")),))]
    so_far = results(made, rounds, lambda *_: [2, 0, 2, 0])
    found = rated(Event(made, [so_far]))
    assert found["p003"].mu == found["p004"].mu > 25 > found["p001"].mu == found["p002"].mu


@pytest.mark.parametrize("model", MODELS)
def test_every_model(model: str) -> None:
    made, so_far, _ = stage()
    found = ratings([Event(made, [so_far])], model=model)
    assert [one.sure for one in found] == sorted((one.sure for one in found), reverse=True)


def test_without_openskill_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("openskill"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(NeedsPackageError, match=r"needs openskill: pip install 'kontari\[tournament\]'"):
        ratings([])
