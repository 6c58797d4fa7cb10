"""Counting: the points of a hand, what a round adds, and when the match is decided."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kontari.core.cards import RANKS, TOKENS, listed
from kontari.core.replay import Standing
from kontari.core.totals import Totals
from kontari.core.work import Work
from kontari.games.crazy_eights.state import State

_FACE = {"A": 1, "8": 50, "T": 10, "J": 10, "Q": 10, "K": 10}
STANDARD = {token: _FACE.get(token[0]) or int(token[0]) for token in TOKENS}
"""Points by card: 8 = 50, court cards 10, ace 1, others their face."""

_INDEX = {rank: index for index, rank in enumerate(RANKS[1:])}
OPENSPIEL = {
    token: 50 if token[0] == "8" else 10 if token[0] in "JQKA" else 4 * _INDEX[token[0]] + "CDHS".index(token[1]) + 2
    for token in TOKENS
}
"""Points as OpenSpiel 2.0 counts them: the index of a card where its rank was meant, an ace 10."""


def values(options: Mapping[str, Any]) -> Mapping[str, int]:
    """The points of each card under the rules in force."""
    return OPENSPIEL if options["card_values"] == "openspiel" else STANDARD


def known_points(state: State) -> list[int]:
    """The points of the known cards of each hand."""
    value = values(state.house.options).__getitem__
    if state.house.one_pack:
        return [sum(map(value, hand)) for hand in state.hands]
    return [sum([value(token) * count for token, count in hand.items()]) for hand in state.hands]


def _added(state: State, counts: tuple[int, ...]) -> tuple[int, ...]:
    """What the hand that has just ended adds for each seat, if the hands count so much."""
    options = state.house.options
    nothing = (0,) * len(counts)
    if options["countdown"]:
        if state.out is not None:
            return _only(state.out, len(counts), -1)
        if options["countdown_blocked"] == "none" or state.ended == "max-plays":
            return nothing
        lowest = min(counts)
        return tuple([-1 if count == lowest else 0 for count in counts])
    if options["scoring"] == "penalty":
        return tuple([-count for count in counts])
    if state.out is not None:
        return _only(state.out, len(counts), sum(counts))
    if state.ended == "max-plays":
        return nothing
    return blocked_scores(counts, options["blocked_tie"])


def _counts_matter(state: State) -> bool:
    """Whether it makes a difference for the score what the hands count."""
    options = state.house.options
    if options["countdown"]:
        return state.out is None and options["countdown_blocked"] == "lowest" and state.ended != "max-plays"
    return options["scoring"] == "penalty" or state.out is not None or state.ended != "max-plays"


def outcome(state: State, work: Work) -> Totals:
    """What the hand that has just ended adds for each seat."""
    known = known_points(state)
    hidden = state.hidden
    if hidden is None or not _counts_matter(state):
        return Totals.known(_added(state, tuple(known)))
    value = values(state.house.options)
    points = [value[token] for token in TOKENS]
    n = state.house.players
    if state.out is not None and state.house.options["scoring"] == "winner":
        # Only the sum of what is left counts, and there are fewer sums than ways to share them out.
        sums = hidden.sums(points, [0] * n, work)
        if sums is not None:
            return Totals(_only(state.out, n, sum(known) + more) for (more,) in sums)
    else:
        sums = hidden.sums(points, range(n), work)
        if sums is not None:
            return Totals(_added(state, tuple(map(int.__add__, known, more))) for more in sums)
    return _range(state, known, points)


def _range(state: State, known: list[int], points: list[int]) -> Totals:
    """Bounds of what is added, where too many fillings are possible to look at each."""
    options, n = state.house.options, len(known)
    assert state.hidden is not None
    high = [count + max(points) * state.hidden.places(seat) for seat, count in enumerate(known)]
    if options["countdown"]:
        return Totals(None, (-1,) * n, (0,) * n)
    if options["scoring"] == "penalty":
        return Totals(None, [-count for count in high], [-count for count in known])
    if state.out is not None:
        return Totals(None, _only(state.out, n, sum(known)), _only(state.out, n, sum(high)))
    return Totals(None, (0,) * n, [sum(high)] * n)


def _only(seat: int, n: int, score: int) -> tuple[int, ...]:
    return (*(0,) * seat, score, *(0,) * (n - seat - 1))


def blocked_scores(counts: tuple[int, ...], tie: str) -> tuple[int, ...]:
    """What a blocked hand adds: the lowest gets the sum of the differences to the others."""
    lowest = min(counts)
    tied = counts.count(lowest)
    won = sum(counts) - lowest * len(counts)
    if tied > 1:
        won = {"each": won, "split": won // tied, "none": 0}[tie]
    return tuple(won if count == lowest else 0 for count in counts)


def decided(options: Mapping[str, Any], rounds: int, totals: tuple[int, ...]) -> list[int] | None:
    """The winners, ascending, if these totals after so many rounds end the match."""
    last = 0 < options["max_rounds"] <= rounds
    if options["countdown"]:
        best = min(totals)
        return _holding(totals, best) if best <= 0 or last else None
    best = max(totals)
    target = options["target"]
    if target:
        reached = best >= target if options["scoring"] == "winner" else min(totals) <= -target
        if reached and totals.count(best) == 1:
            return [totals.index(best)]
    return _holding(totals, best) if last else None


def _holding(totals: tuple[int, ...], best: int) -> list[int]:
    return [seat for seat, total in enumerate(totals) if total == best]


def standing(state: State) -> Standing:
    """How the match stands after the rounds that have ended."""
    return state.standing


def standing_after(state: State) -> Standing:
    """How the match stands when a round has just ended."""
    options, totals, rounds = state.house.options, state.totals, state.rounds
    if totals.certain is not None:
        return Standing.known(decided(options, rounds, totals.certain))
    if totals.vectors is None:
        over = _over_within(options, rounds, totals)
        return Standing(over, None, lambda claim: over is not False)
    return Standing.of(decided(options, rounds, vector) for vector in totals.vectors)


def _over_within(options: Mapping[str, Any], rounds: int, totals: Totals) -> bool | None:
    if 0 < options["max_rounds"] <= rounds:
        return True
    low, high = totals.low, totals.high
    if options["countdown"]:
        reachable = min(low) <= 0
    elif options["scoring"] == "winner":
        reachable = 0 < options["target"] <= max(high)
    else:
        reachable = 0 < options["target"] <= -min(low)
    return None if reachable else False


def sides(state: State) -> int:
    """How many score: each seat by itself."""
    return state.house.players


def result(state: State) -> dict[str, Any]:
    """The recomputed result as far as it is known, without its ending."""
    certain = state.totals.certain
    return {} if certain is None else {"scores": list(certain)}


def result_claims(state: State) -> dict[str, tuple[Any, Callable[[Sequence[int]], bool]]]:
    """For each key a result may claim: the right value, and whether a claim may be right."""
    certain = state.totals.certain
    return {"scores": ("something else" if certain is None else list(certain), state.totals.admits)}


def sheet(state: State) -> dict[str, Any]:
    """The hand that has just ended: how, and for each side the cards left, their points, what was added, the total."""
    assert state.outcome is not None
    value = values(state.house.options)
    added, totals = state.outcome.certain, state.totals.certain
    rows = []
    for seat, points in enumerate(known_points(state)):
        left = listed(state.hands[seat])
        row: dict[str, Any] = {"side": seat, "cards": [[token, value[token]] for token in left]}
        unseen = state.size(seat) - len(left)
        if unseen:
            row["unseen"] = unseen
        else:
            row["points"] = points
        if added is not None:
            row["added"] = added[seat]
        if totals is not None:
            row["total"] = totals[seat]
        rows.append(row)
    return {"ended": state.ended, "sides": rows}
