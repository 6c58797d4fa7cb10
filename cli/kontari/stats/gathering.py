"""The figures of many records: those that every game has, and those of each game."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from kontari.core.figures import Counts, Figure, Numbers
from kontari.core.options import InForce
from kontari.core.verdict import WORDS, Verdict
from kontari.games import GAMES, part
from kontari.record.in_force import rules_in_force

_LEGAL = ("sound", "unfinished", "misscored")
"""The verdicts on records whose play is legal: what they came to is counted anew."""

_NO_END = "not over"


class Statistics:
    """What is counted over records; it grows with what differs among them, not with how many there are."""

    def __init__(self) -> None:
        self._records: Counter[str] = Counter()
        self._games: dict[str, GameStatistics] = {}

    def add(self, verdict: Verdict, record: Any) -> None:
        """A verdict, with the struct of the record as it was read; None where it is malformed."""
        self._records[verdict.verdict] += 1
        if verdict.game is not None and verdict.game in GAMES:
            if verdict.game not in self._games:
                self._games[verdict.game] = GameStatistics(verdict.game)
            self._games[verdict.game].add(verdict, record)

    def data(self) -> dict[str, Any]:
        """All of it as JSON values, the games in the order of the register."""
        games = [self._games[game].data() for game in GAMES if game in self._games]
        return {"records": _by_verdict(self._records), "games": games}


class GameStatistics:
    """The same over the records of one game."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._records: Counter[str] = Counter()
        self._moves_of_match = Numbers("moves_per_match", "moves in a match that is over")
        self._rounds_of_match = Numbers("rounds_per_match", "rounds in a match that is over")
        self._moves_of_round = Numbers("moves_per_round", "moves in a round that ended")
        self._terminations = Counts("terminations", "how matches ended")
        self._ended = Counts("ended", "how rounds ended")
        self._wins: dict[int, Counts] = {}
        self._added = Numbers("added", "what a round added for a side")
        self._results = {key: Numbers(key, f"{key} of a side when the match was over") for key in _by_side(game)}
        self._of_game = part(game, "figures").Figures()

    def add(self, verdict: Verdict, record: Any) -> None:
        """A verdict with its record; what counts is play that is legal."""
        self._records[verdict.verdict] += 1
        if verdict.verdict not in _LEGAL:
            return
        rounds = [one for one in verdict.rounds or [] if "ended" in one]
        for shown, round_ in zip(rounds, record.rounds, strict=False):
            self._ended.add(shown["ended"])
            self._moves_of_round.add(len(round_.moves))
            for added in shown.get("scores", ()):
                self._added.add(added)
        rules = rules_in_force(self._game, record.rules, len(record.players))
        self._match(verdict, record, rules)
        self._of_game.add(record, rules, len(rounds))

    def _match(self, verdict: Verdict, record: Any, rules: InForce) -> None:
        result = verdict.result or {}
        self._terminations.add(result.get("termination", _NO_END))
        if "termination" not in result:
            return
        self._moves_of_match.add(sum(len(round_.moves) for round_ in record.rounds))
        self._rounds_of_match.add(len(record.rounds))
        for key, numbers in self._results.items():
            for value in result.get(key, ()):
                numbers.add(value)
        if "winners" in result:
            names = [player.name for player in record.players]
            sides = len(part(self._game, "tell").side_names({"rules": rules}, names))
            if sides not in self._wins:
                keys = [f"side {side}" for side in range(sides)]
                self._wins[sides] = Counts(f"wins_of_{sides}", f"matches won, by side of {sides}", keys)
            self._wins[sides].add(*(f"side {side}" for side in result["winners"]))

    def data(self) -> dict[str, Any]:
        """As JSON values: ``counted`` is how many records the figures are drawn from."""
        return {
            "game": self._game,
            "records": _by_verdict(self._records),
            "counted": sum(self._records[word] for word in _LEGAL),
            "figures": [figure.data() for figure in self._figures()],
        }

    def _figures(self) -> Iterator[Figure]:
        yield from (self._moves_of_match, self._rounds_of_match, self._moves_of_round)
        yield from (self._terminations, self._ended)
        yield from (self._wins[sides] for sides in sorted(self._wins))
        yield from (self._added, *self._results.values())
        yield from self._of_game.figures()


def _by_verdict(counts: Counter[str]) -> dict[str, int]:
    return {word: counts[word] for word in WORDS if counts[word]}


def _by_side(game: str) -> list[str]:
    """The keys of a result that hold one number a side; a list of lists is the course of the match."""
    shapes = part(game, "record").RESULT_KEYS
    return [key for key, (_, field) in shapes.items() if not isinstance(field.examples[0][0], list)]
