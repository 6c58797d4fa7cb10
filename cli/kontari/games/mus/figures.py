"""What is counted over many matches of Mus, and how the betting of a hand begins."""

from collections.abc import Iterator, Sequence
from typing import Any

from kontari.core.figures import Counts, Figure, Numbers
from kontari.core.options import InForce
from kontari.core.replay import begin, deal_round
from kontari.games.mus import play
from kontari.games.mus.lances import GRANDE, LANCES
from kontari.games.mus.state import ACCEPTED, ORDAGO, PASSED, REFUSED, State

_NO_BETTING = "no-betting"
_BETS = frozenset(("bet", "raise", "ordago"))


class Figures:
    """Counts the hands that ended, of records whose play was legal."""

    def __init__(self) -> None:
        ways = (PASSED, ACCEPTED, REFUSED, ORDAGO, _NO_BETTING)
        self._lances = {
            number: Counts(
                name, f"{name}, of the hands that came to it", ways if name in ("pares", "juego") else ways[:4]
            )
            for number, name in enumerate(LANCES)
        }
        self._raises = Counts("raises", "raises", LANCES)
        self._ordagos = Counts("ordagos", "órdagos", LANCES)
        self._answers = Counts("ordago_answers", "what became of an órdago", ("accepted", "refused"))
        self._stakes = Numbers("stakes", "stones of a bet that was accepted")
        self._dejes = Numbers("dejes", "stones of a deje")
        self._exchanges = Counts("exchanges", "exchanges of cards in a hand; 0: mus was not granted")

    def add(self, record: Any, rules: InForce, ended: int) -> None:
        """A record (its struct) under these rules in force, of which so many rounds ended."""
        for _, (state, bets) in zip(range(ended), _hands(record, rules), strict=False):
            for lance, closed in state.closed.items():
                self._lances[lance].add(_NO_BETTING if closed is None else closed.how)
                if closed is not None and closed.how == ACCEPTED:
                    self._stakes.add(closed.stones)
            for _, _, stones in state.dejes:
                self._dejes.add(stones)
            self._exchanges.add(str(state.exchange))
            for lance, move in bets:
                if move.action == "raise":
                    self._raises.add(LANCES[lance])
                elif move.action == "ordago":
                    self._ordagos.add(LANCES[lance])
                    how = state.closed[lance]
                    self._answers.add("accepted" if how is not None and how.how == ORDAGO else "refused")

    def figures(self) -> Sequence[Figure]:
        """All figures, in the order in which they are told."""
        return (
            *self._lances.values(),
            *(self._raises, self._ordagos, self._answers, self._stakes, self._dejes, self._exchanges),
        )


def openings(record: Any, rules: InForce) -> list[tuple[str, int] | None]:
    """For each round how grande went, and the seat that bet first, else the mano; None where it was not closed."""
    return [_opening(state, bets) for state, bets in _hands(record, rules)]


def _opening(state: State, bets: Sequence[tuple[int, Any]]) -> tuple[str, int] | None:
    closed = state.closed.get(GRANDE)
    if closed is None:
        return None
    first = next((move for lance, move in bets if lance == GRANDE), None)
    if first is None:
        return f"grande {PASSED}", state.speaking()[0]
    what = "ordago" if first.action == "ordago" else f"bet {first.stones}"
    return f"grande {what} {REFUSED if closed.how == REFUSED else 'accepted'}", first.seat


def _hands(record: Any, rules: InForce) -> Iterator[tuple[State, list[tuple[int, Any]]]]:
    """Each round played again: the state at its end, and its bets, raises and órdagos with their lance.

    As far as deals and moves were found legal; they are not judged again.
    """
    replayed = begin(play, rules, record)
    if replayed.state is None:
        return
    for number, round_ in enumerate(record.rounds):
        if not deal_round(play, replayed, number, round_.deal):
            return
        state, bets = replayed.state, []
        for move in round_.moves:
            if move.action in _BETS:
                bets.append((state.lance, move))
            play.apply(state, move)
        play.round_outcome(state)
        yield state, bets
