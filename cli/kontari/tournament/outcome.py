"""What a match came to for its sides, from what its verdict says."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from msgspec import Struct

from kontari.record.envelope import GAME_NAMES
from kontari.record.in_force import lowest_wins
from kontari.tournament.played import Deal, Ending, Played

MOST_UNSURE = 12
"""Of how many games without a sure winner all ways are gone through."""


class Outcome(Struct, frozen=True):
    """By side: the score, games and stones where the game has them, and the rounds won; then who won.

    ``winners`` is None where nothing decides it; ``lost_by`` are those who lost outside the rules. ``unsure``: of how
    many games the winner is not told. ``low``: the lowest score wins.
    """

    scores: tuple[int, ...] | None
    games: tuple[int, ...] | None
    stones: tuple[int, ...] | None
    rounds_won: tuple[int, ...]
    winners: tuple[int, ...] | None
    termination: str | None
    lost_by: tuple[int, ...]
    rounds: int
    unsure: int = 0
    low: bool = False


def sides(played: Played) -> tuple[tuple[int, ...], ...]:
    """The seats of each side: of two sides or of teams in turn, else each seat by itself."""
    seats = len(played.players)
    number = played.number("teams", 0)
    if number < 1:
        number = 2 if counts_games(played.rules) or played.result.games is not None else seats
    return _in_turn(seats, min(number, seats))


@lru_cache
def _in_turn(seats: int, number: int) -> tuple[tuple[int, ...], ...]:
    return tuple([tuple(range(side, seats, number)) for side in range(number)])


def counts_games(rules: Mapping[str, Any]) -> bool:
    """Whether a match under these rules is made of games between two sides."""
    return "games_to_win" in rules


def outcome(played: Played, number: int) -> Outcome:
    """What the verdict says that the match came to for so many sides, as far as it is known."""
    result = played.result
    low = _lowest_wins(played)
    finished = result.game_stones
    games, unsure = _games(played)
    stones = None
    if finished is not None:
        stones = tuple([sum(pair[side] for pair in finished) for side in range(2)])
    scores = result.scores if result.scores is not None else games
    if scores is not None and len(scores) != number:
        scores = None
    winners, lost = result.winners, result.lost_by
    if winners and not 0 <= min(winners) <= max(winners) < number:
        winners = None  # whoever wrote the verdict knows of other sides
    if winners is None and lost:
        winners = tuple([side for side in range(number) if side not in lost])
    return Outcome(
        scores,
        games,
        stones,
        _rounds_won(played.rounds, number, low),
        winners,
        result.termination,
        lost,
        len(played.rounds),
        unsure,
        low,
    )


def _lowest_wins(played: Played) -> bool:
    """Whether the lowest score wins, by the rules; by who won, where the verdict has none."""
    if played.game in GAME_NAMES and played.rules:
        return lowest_wins(played.game, played.rules)
    scores, winners = played.result.scores, played.result.winners
    if not scores or not winners:
        return False
    least = min(scores)
    for side in winners:
        if not 0 <= side < len(scores) or scores[side] != least:
            return False
    return least < max(scores) and len(set(winners)) == scores.count(least)


def leaders(played: Played, found: Outcome) -> tuple[int, ...] | None:
    """Who leads in a match that was stopped; None where that is not known."""
    kept = (played.result.vacas, played.result.games, played.result.stones)
    keys: list[Sequence[int]] = [one for one in kept if one is not None]
    if not keys:
        if found.scores is None:
            return None
        keys = [[-score for score in found.scores] if found.low else found.scores]
    totals = list(zip(*keys, strict=False))
    best = max(totals)
    return tuple([side for side, total in enumerate(totals) if total == best])


def _rounds_won(rounds: Sequence[Deal], number: int, low: bool) -> tuple[int, ...]:
    """For each side the rounds in which its score is the highest and above nought; or the lowest, where that wins.

    A round that has not ended has no score.
    """
    won = [0] * number
    for one in rounds:
        if one.scores and len(one.scores) == number:
            least, most = min(one.scores), max(one.scores)
            if least < most if low else most > 0:
                best = least if low else most
                for side, score in enumerate(one.scores):
                    won[side] += score == best
    return tuple(won)


def _games(played: Played) -> tuple[tuple[int, ...] | None, int]:
    """The games of each side, and of how many nobody can say who won them.

    ``result.games`` are those of the vaca in play, which is the match where one vaca wins it. Else the stones of each
    finished game say who won it, but for games that ended by a bet on everything short of the target; of these the
    vacas may say it.
    """
    games, finished = played.result.games, played.result.game_stones
    if games is None or finished is None:
        return None, 0
    if played.number("vacas_to_win", 1) == 1:
        return games, 0
    target, wins = played.number("target", 40), played.number("games_to_win", 3)
    known = [_winner(pair, target) for pair in finished]
    unsure = known.count(None)
    ways = {_tally(known, way) for way in _ways(unsure) if _agrees(_filled(known, way), played.result, wins)}
    if len(ways) == 1:
        return ways.pop(), 0
    led = [int(pair[1] > pair[0]) for pair in finished]
    return (led.count(0), led.count(1)), unsure


def _winner(pair: Sequence[int], target: int) -> int | None:
    reached = [side for side in range(2) if pair[side] >= target]
    return reached[0] if len(reached) == 1 else None


def _ways(unsure: int) -> list[tuple[int, ...]]:
    return list(product((0, 1), repeat=unsure)) if unsure <= MOST_UNSURE else []


def _filled(known: Sequence[int | None], way: Sequence[int]) -> list[int]:
    rest = iter(way)
    return [next(rest) if one is None else one for one in known]


def _tally(known: Sequence[int | None], way: Sequence[int]) -> tuple[int, int]:
    winners = _filled(known, way)
    return winners.count(0), winners.count(1)


def _agrees(winners: Sequence[int], result: Ending, wins: int) -> bool:
    """Whether games won in this order lead to the vacas and games that the result has."""
    games, vacas = [0, 0], [0, 0]
    for winner in winners:
        if max(games) == wins:
            games = [0, 0]
        games[winner] += 1
        vacas[winner] += games[winner] == wins
    wanted = vacas if result.vacas is None else list(result.vacas)
    told = [] if result.games is None else list(result.games)
    # The totals of what is won stand until the next deal.
    return wanted == vacas and (told == games or (told == [0, 0] and max(games) == wins))
