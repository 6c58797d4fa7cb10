"""What is counted over many matches of Crazy Eights, and with which card the play of a round begins."""

from collections.abc import Mapping, Sequence
from typing import Any

from kontari.core.figures import Counts, Figure, Numbers


class Figures:
    """Counts the rounds that ended, of records whose play was legal."""

    def __init__(self) -> None:
        self._played = Counts("cards_played", "cards played", ("eights", "others"))
        self._named = Counts("suits_named", "suits named with a card", ("C", "D", "H", "S"))
        self._drawn = Numbers("cards_drawn", "cards drawn in a round")
        self._passes = Numbers("passes", "passes in a round")
        self._reshuffles = Numbers("reshuffles", "reshuffles recorded in a round")
        self._penalties = Numbers("penalties", "penalties in a round")

    def add(self, record: Any, rules: Mapping[str, Any], ended: int) -> None:
        """A record (its struct) under these rules in force, of which so many rounds ended."""
        for round_ in record.rounds[:ended]:
            drawn = 0
            done = dict.fromkeys(("pass", "reshuffle", "penalty"), 0)
            for move in round_.moves:
                if move.action == "play":
                    self._played.add("eights" if move.card[0] == "8" else "others")
                    if move.suit is not None:
                        self._named.add(move.suit)
                elif move.action == "draw":
                    drawn += len(move.cards)
                else:
                    done[move.action] += 1
            self._drawn.add(drawn)
            self._passes.add(done["pass"])
            self._reshuffles.add(done["reshuffle"])
            self._penalties.add(done["penalty"])

    def figures(self) -> Sequence[Figure]:
        """All figures, in the order in which they are told."""
        return (self._played, self._named, self._drawn, self._passes, self._reshuffles, self._penalties)


def openings(record: Any, rules: Mapping[str, Any]) -> list[tuple[str, int] | None]:
    """For each round the rank of the first card played, and the seat that played it; None where none was."""
    return [
        next(((move.card[0], move.seat) for move in round_.moves if move.action == "play"), None)
        for round_ in record.rounds
    ]
