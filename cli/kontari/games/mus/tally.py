"""The score of a match of Mus: stones, juegos, vacas; and every way in which it may stand where ``??`` hides cards."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

Pair = tuple[int, int]
NOTHING: Pair = (0, 0)

MOST = 4096
"""How many ways are kept apart; beyond that nothing is known of the score any more."""


class Tally(NamedTuple):
    """One way in which the match may stand.

    The stones of a finished juego, and the juegos of a finished vaca, stand until the next deal.
    """

    stones: Pair = NOTHING
    games: Pair = NOTHING
    vacas: Pair = NOTHING
    finished: tuple[Pair, ...] = ()
    game_over: bool = False
    vaca_over: bool = False
    winner: int | None = None

    def dealt(self) -> "Tally":
        """As the next hand begins: a new juego, and a new vaca, from nothing."""
        if not self.game_over:
            return self
        games = NOTHING if self.vaca_over else self.games
        return self._replace(stones=NOTHING, games=games, game_over=False, vaca_over=False)

    def at(self, stones: Pair) -> "Tally":
        """With so many stones in the juego in play, which nobody has won by them."""
        return Tally(stones, self.games, self.vacas, self.finished)

    def plus(self, side: int, stones: int, options: Mapping[str, Any]) -> "Tally":
        """With so many stones more for a side, which may win the juego by them; not after a juego has been won."""
        scored = self.at(_plus(self.stones, side, stones))
        return scored.won(side, options) if scored.stones[side] >= options["target"] else scored

    def won(self, side: int, options: Mapping[str, Any]) -> "Tally":
        """With the juego won by a side."""
        games = _plus(self.games, side, 1)
        after = self._replace(games=games, finished=(*self.finished, self.stones), game_over=True)
        if games[side] < options["games_to_win"]:
            return after
        vacas = _plus(self.vacas, side, 1)
        winner = side if vacas[side] >= options["vacas_to_win"] else None
        return after._replace(vacas=vacas, vaca_over=True, winner=winner)


def _plus(pair: Pair, side: int, more: int) -> Pair:
    return (pair[0] + more, pair[1]) if side == 0 else (pair[0], pair[1] + more)


Tallies = frozenset[Tally] | None
"""Every way in which the match may stand; None where they are too many to be known."""


def bounded(tallies: Iterable[Tally]) -> Tallies:
    """The ways, unless they are too many."""
    found = frozenset(tallies)
    return found if len(found) <= MOST else None


def certain(tallies: Tallies) -> Tally | None:
    """The one way there is."""
    if tallies is None or len(tallies) != 1:
        return None
    (only,) = tallies
    return only


def agreed(values: Iterable[Any]) -> Any:
    """What all values are, or None where they differ (or there is none)."""
    found = set(values)
    return found.pop() if len(found) == 1 else None


def started(start: Any) -> Tally:
    """The score with which a record begins; start: its ``start``, or None."""
    if start is None:
        return Tally()
    return Tally(_pair(start.stones), _pair(start.games), _pair(start.vacas))


def _pair(given: Sequence[int] | None) -> Pair:
    return NOTHING if given is None else (given[0], given[1])
