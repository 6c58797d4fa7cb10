"""The arithmetic of results on paper: what adds up under the house rules. Knows the numbers, not the game."""

from collections.abc import Mapping, Sequence
from typing import Any

Pair = tuple[int, int]


def games_decided(games: Sequence[int], options: Mapping[str, Any]) -> str | None:
    """Why so many games won are no result of a match, None where they are.

    Options: ``games_to_win`` of a set, ``vacas_to_win`` sets of the match; nothing is checked without the first.
    """
    target = options.get("games_to_win")
    if target is None:
        return None
    sets = options.get("vacas_to_win") or 1
    best, other = max(games), min(games)
    ways = [
        lost
        for lost in range(sets)
        if sets * target <= best <= sets * target + lost * (target - 1)
        and lost * target <= other <= lost * target + sets * (target - 1)
    ]
    if ways:
        return None
    goal = f"{target} games" if sets == 1 else f"{sets} times {target} games"
    if best < sets * target:
        return f"nobody has won it, it goes to {goal}"
    return f"it goes to {goal}, so it was over before"


class HandsOfGames:
    """A match of two sides hand by hand: a game is won by who first has ``target`` stones, or by a bet of all."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._options = options
        self._target = options.get("target")
        self._game = 1
        self._hand = 0
        self._over = False
        self._stones = [0, 0]
        self.games = [0, 0]
        self.all_stones = [0, 0]

    def add(self, game: int, hand: int, stones: Pair, whole: int | None) -> tuple[str, str] | None:
        """Count a hand; a column with what is wrong in it, None where it adds up.

        whole: the side that won the game whatever the stones are.
        """
        if game not in (self._game, self._game + 1):
            expected = self._game + 1 if self._over else self._game
            return "game", f"game {game} stands where game {expected} should"
        if game == self._game + 1:
            if not self._over and self._target is not None:
                return "game", f"game {self._game} is not over with {self._shown()}: nobody has {self._target} stones"
            self._close()
            self._game, self._hand, self._over, self._stones = game, 0, False, [0, 0]
            if not _undecided(self.games, self._options):
                return "game", f"the match was over with {self.games[0]}–{self.games[1]} games"
        elif self._over:
            return "stones_a", f"game {game} was decided with {self._shown()}, so nothing is counted after it"
        if hand != self._hand + 1:
            return "hand", f"hand {hand} stands where hand {self._hand + 1} should"
        self._hand = hand
        for side in (0, 1):
            self._stones[side] += stones[side]
            self.all_stones[side] += stones[side]
        return self._judge(whole)

    def _judge(self, whole: int | None) -> tuple[str, str] | None:
        if self._target is None:
            if whole is not None:
                self._won(whole)
            return None
        reached = [side for side in (0, 1) if self._stones[side] >= self._target]
        if len(reached) == 2:
            text = f"both sides have {self._target} stones with {self._shown()}: the count stops at the first"
            return "stones_b", text
        if whole is not None and reached and reached != [whole]:
            return (
                f"stones_{'ab'[reached[0]]}",
                f"the game went to the other side by órdago, and stands {self._shown()}",
            )
        if whole is not None or reached:
            self._won(whole if whole is not None else reached[0])
        return None

    def _won(self, side: int) -> None:
        self._over = True
        self.games[side] += 1

    def _close(self) -> None:
        """Without a target the higher side of the game has won it."""
        if not self._over and self._target is None and self._stones[0] != self._stones[1]:
            self._won(0 if self._stones[0] > self._stones[1] else 1)

    def undecided(self) -> str | None:
        """Why the match is not over after the hands, None where it is."""
        if not self._over and self._target is not None:
            return f"game {self._game} is not over with {self._shown()}: nobody has {self._target} stones"
        self._close()
        return games_decided(self.games, self._options)

    def shown(self) -> str:
        """The games, as printed."""
        return f"{self.games[0]}–{self.games[1]}"

    def _shown(self) -> str:
        return f"{self._stones[0]}–{self._stones[1]}"


def _undecided(games: Sequence[int], options: Mapping[str, Any]) -> bool:
    return options.get("games_to_win") is None or games_decided(games, options) is not None


class ScoreRounds:
    """A match of points round by round: scores, or what was left in each hand or on each rack."""

    def __init__(self, options: Mapping[str, Any], size: int) -> None:
        self._options = options
        self._rounds = 0
        self.totals = [0] * size
        self._won = [0] * size
        self._whole = False

    def add(
        self, scores: Sequence[int] | None, racks: Sequence[int] | None, total: bool
    ) -> tuple[str, int, str] | None:
        """Count a round; stem and seat of the cell with what is wrong in it, None where it adds up.

        total: the row is the whole match, so its scores are totals and there is no rack.
        """
        if not total and self._rounds:
            over = self._over()
            if over is not None:
                return (
                    "score" if scores else "rack",
                    0,
                    f"the match was over with {', '.join(map(str, self.totals))}: {over}",
                )
        self._whole = total
        if racks is not None:
            if total:
                return "rack", 0, "what was left belongs to a hand, and the row names none"
            made = round_scores(racks, self._options)
            if isinstance(made, str):
                return "rack", 0, made
            if made is not None and scores is not None and list(made) != list(scores):
                seat = next(seat for seat, pair in enumerate(zip(made, scores, strict=True)) if pair[0] != pair[1])
                return "score", seat, f"{scores[seat]} does not follow from what was left: it gives {made[seat]}"
            if scores is None and made is None:
                return "rack", 0, "the scores do not follow from what was left under these rules: write them too"
            scores = made if scores is None else scores
        assert scores is not None
        if self._options.get("scoring") == "zero-sum" and not _may_leave_a_rest(scores, self._options):
            return "score", 0, f"the scores add up to {sum(scores):+d}, under these rules they must to 0"
        wrong = self._signs(scores, total)
        if wrong is not None:
            return wrong
        self._rounds += 1
        best = self._best(scores)
        self._won = [won + (score == best) for won, score in zip(self._won, scores, strict=True)]
        self.totals = [one + more for one, more in zip(self.totals, scores, strict=True)]
        return None

    def _signs(self, scores: Sequence[int], total: bool) -> tuple[str, int, str] | None:
        scoring, countdown = self._options.get("scoring"), self._options.get("countdown")
        for seat, score in enumerate(scores):
            if score < 0 and not countdown and scoring in ("winner", "rack-sum"):
                return "score", seat, f"{score} is below 0, which these rules do not give"
            if score > 0 and scoring == "penalty":
                return "score", seat, f"{score} is above 0, and these rules take what is left from the score"
        positive = [seat for seat, score in enumerate(scores) if score > 0]
        if not total and scoring == "winner" and not countdown and len(positive) > 1 and not self._shared(scores):
            return "score", positive[1], "only one can score in a hand that somebody went out of"
        return None

    def _shared(self, scores: Sequence[int]) -> bool:
        """Whether several may have scored the same in a blocked hand."""
        given = {score for score in scores if score > 0}
        return len(given) == 1 and self._options.get("blocked_tie") != "none"

    def _over(self) -> str | None:
        """Why the match is over with these totals, None where it is not known to be."""
        last, target = self._options.get("max_rounds"), self._options.get("target")
        if last and self._rounds >= last:
            return f"it has {last} rounds"
        if self._options.get("countdown") or not target:
            return None
        scoring = self._options.get("scoring")
        reached = min(self.totals) <= -target if scoring == "penalty" else max(self.totals) >= target
        alone = scoring in ("zero-sum", "rack-sum") or self.totals.count(max(self.totals)) == 1
        return f"it goes to {target}" if reached and alone else None

    def _best(self, scores: Sequence[int]) -> int:
        low = self._options.get("countdown") or self._options.get("scoring") == "rack-sum"
        return min(scores) if low else max(scores)

    def winners(self) -> set[int] | None:
        """The seats that won, where it is not who has most; None where it is, or the sheet does not tell."""
        if self._options.get("match_won_by") == "most-wins":
            if self._whole:
                return None
            most = [(won, total == self._best(self.totals)) for won, total in zip(self._won, self.totals, strict=True)]
            return {seat for seat, one in enumerate(most) if one == max(most)}
        best = self._best(self.totals)
        return None if best == max(self.totals) else {seat for seat, one in enumerate(self.totals) if one == best}

    def undecided(self) -> str | None:
        """Why the match is not over after the rounds; None where it is, or nothing says when it is."""
        last, target = self._options.get("max_rounds"), self._options.get("target")
        if self._whole or self._options.get("countdown") or (not last and not target) or self._over() is not None:
            return None
        parts = [f"{last} rounds"] if last else []
        parts += [f"{target} points"] if target else []
        return f"it goes to {' or '.join(parts)}"


def round_scores(racks: Sequence[int], options: Mapping[str, Any]) -> list[int] | str | None:
    """What a round adds for each, from what was left; a sentence where that cannot be; None where it is not enough."""
    out = [seat for seat, left in enumerate(racks) if left == 0]
    if len(out) > 1:
        return f"{len(out)} have nothing left, and only one can go out"
    scoring = options.get("scoring")
    if options.get("teams"):
        return None
    if options.get("countdown"):
        return [-1 if left == 0 else 0 for left in racks] if out else None
    if scoring == "rack-sum":
        return list(racks)
    if scoring == "penalty":
        return [-left for left in racks]
    lowest = min(racks)
    winners = [seat for seat, left in enumerate(racks) if left == lowest]
    if scoring == "winner":
        if out:
            return [sum(racks) if seat in out else 0 for seat in range(len(racks))]
        if options.get("max_plays"):
            return None
        won = sum(racks) - lowest * len(racks)
        if len(winners) > 1:
            won = {"each": won, "split": won // len(winners), "none": 0}.get(str(options.get("blocked_tie")), won)
        return [won if seat in winners else 0 for seat in range(len(racks))]
    if scoring == "zero-sum":
        if len(winners) > 1 and options.get("tie") == "none":
            return [0] * len(racks)
        less = 0 if out or options.get("pool_score") == "racks" else lowest
        lost = [0 if seat in winners else left - less for seat, left in enumerate(racks)]
        share = sum(lost) // len(winners)
        return [share if seat in winners else -points for seat, points in enumerate(lost)]
    return None


def _may_leave_a_rest(scores: Sequence[int], options: Mapping[str, Any]) -> bool:
    """Whether scores add up to 0, but for what an uneven split among several winners leaves over."""
    rest = sum(scores)
    if rest == 0:
        return True
    winners = [score for score in scores if score > 0]
    shared = options.get("tie") == "shared" and len(winners) > 1 and len(set(winners)) == 1
    return shared and -len(winners) < rest < 0
