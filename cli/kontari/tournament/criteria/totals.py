"""What a participant has in all: points, and what these are worth to an opponent."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from kontari.tournament.exact import exact
from kontari.tournament.model import Entry, Exact, Kind, Points, Results

DUMMIES = ("dummy-2024", "dummy-2026")

VOLUNTARY = frozenset({Kind.HALF_BYE, Kind.ABSENT, Kind.FORFEIT_LOSS, Kind.DOUBLE_FORFEIT})
"""Rounds that somebody did not play though he could have."""


def win(points: Points) -> Exact:
    """What a win is worth."""
    return 1 if points.win is None else points.win


def draw(points: Points) -> Exact:
    """What a draw is worth: half a win where the document knows no draws."""
    return Fraction(win(points)) / 2 if points.draw is None else points.draw


def loss(points: Points) -> Exact:
    """What a loss is worth."""
    return 0 if points.loss is None else points.loss


def counted(points: Points, entries: Iterable[Entry]) -> Exact:
    """The points of all rounds, or of the best ``count_best`` of them."""
    given = [entry.points for entry in entries]
    if points.count_best is not None:
        given = sorted(given, reverse=True)[: points.count_best]
    return exact(sum(given, 0))


def totals(results: Results) -> dict[str, Exact]:
    """The points of everybody in this stage, without what was brought from another."""
    points = results.stage.points
    return {id_: counted(points, results.entries[id_]) for id_ in results.participants}


def own_points(entries: Iterable[Entry]) -> Exact:
    """The points of all rounds."""
    return exact(sum([entry.points for entry in entries], 0))


def adjusted(results: Results) -> dict[str, Exact]:
    """The points of everybody as they count for opponents.

    With a dummy, half-byes and absences that nothing but voluntarily unplayed rounds follow are draws.
    """
    if results.stage.unplayed not in DUMMIES:
        return totals(results)
    even = draw(results.stage.points)
    return {
        id_: own_points(results.entries[id_]) if id_ in results.met else _adjusted(results.entries[id_], even)
        for id_ in results.participants
    }


def _adjusted(entries: Sequence[Entry], even: Exact) -> Exact:
    active = max([entry.round for entry in entries if entry.kind not in VOLUNTARY], default=0)
    return exact(
        sum(
            [
                even if entry.round > active and entry.kind in (Kind.HALF_BYE, Kind.ABSENT) else entry.points
                for entry in entries
            ],
            0,
        )
    )


def summed(results: Results, of: Callable[[Entry], Exact]) -> dict[str, Exact]:
    """A sum over the rounds of everybody."""
    return {id_: exact(sum(map(of, results.entries[id_]), 0)) for id_ in results.participants}
