"""Counting: what is left on the racks, what a round adds, and when the match is decided."""

from collections.abc import Callable, Sequence
from typing import Any

from kontari.core.replay import RoundOutcome, Standing
from kontari.core.totals import Totals
from kontari.core.work import Work
from kontari.games.rummikub.state import House, State
from kontari.games.rummikub.tiles import ID, listed

Vector = tuple[int, ...]


def known_values(state: State) -> list[int]:
    """What the known tiles of each rack count, with the penalty of who never opened."""
    value = state.house.values
    penalty = state.house.options["no_opening_penalty"]
    return [
        sum([value[ID[token]] * count for token, count in rack.items()]) + (0 if opened else penalty)
        for rack, opened in zip(state.racks, state.opened, strict=True)
    ]


def seat_scores(house: House, racks: Sequence[int], out: int | None) -> tuple[Vector, int]:
    """What each seat scores if the racks count so much, and what an uneven split leaves over.

    Under ``rack-sum`` each its own rack. Under ``zero-sum`` the winner gets what the others lose: their racks if
    somebody went out, else by ``pool_score``; several lowest racks share it, or nobody scores.
    """
    options = house.options
    if options["scoring"] == "rack-sum":
        return tuple(racks), 0
    lowest = min(racks)
    if out is not None:
        lost, winners = list(racks), [out]
    else:
        winners = [seat for seat, points in enumerate(racks) if points == lowest]
        if len(winners) > 1 and options["tie"] == "none":
            return (0,) * len(racks), 0
        less = lowest if options["pool_score"] == "differences" else 0
        lost = [points - less for points in racks]
    scores = [-points for points in lost]
    for seat in winners:
        scores[seat] = 0
    share, remainder = divmod(-sum(scores), len(winners))
    for seat in winners:
        scores[seat] = share
    return tuple(scores), remainder


def _by_side(house: House, seats: Sequence[int]) -> Vector:
    return (
        tuple(seats)
        if house.sides == house.players
        else tuple(sum(seats[side :: house.sides]) for side in range(house.sides))
    )


def _added(house: House, racks: Sequence[int], out: int | None) -> Vector:
    """What the round adds for each side, and behind it who won the round where that counts."""
    scores = _by_side(house, seat_scores(house, racks, out)[0])
    if not house.counts_wins:
        return scores
    lowest = min(racks)
    won = {out} if out is not None else {seat for seat, points in enumerate(racks) if points == lowest}
    sides = {seat % house.sides for seat in won if seat is not None}
    return scores + tuple(int(side in sides) for side in range(house.sides))


def outcome(state: State, work: Work) -> Totals:
    """What the round that has just ended adds for each side."""
    house, hidden = state.house, state.hidden
    known = known_values(state)
    if hidden is None or not any(map(hidden.number, range(house.players))):
        return Totals.known(_added(house, known, state.out))
    sums = hidden.sums(house.values, work)
    if sums is not None:
        return Totals(_added(house, [*map(int.__add__, known, more)], state.out) for more in sums)
    return _range(state, known)


def _range(state: State, known: Sequence[int]) -> Totals:
    """Bounds of what is added, where too many fillings are possible to look at each."""
    house, hidden = state.house, state.hidden
    assert hidden is not None
    seats = range(house.players)
    bounds = [hidden.bounds((seat,), house.values) for seat in seats]
    low = [count + least for count, (least, _) in zip(known, bounds, strict=True)]
    high = [count + most for count, (_, most) in zip(known, bounds, strict=True)]
    least, most = (sum(known) + more for more in hidden.bounds(seats, house.values))
    won = dict.fromkeys(range(house.sides), (0, 1))
    if house.options["scoring"] == "zero-sum":
        low, high = [-count for count in high], [most] * house.players
        least, most = 1 - house.players, 0  # what an uneven split leaves over
        if state.out is not None:
            low[state.out] = least = 0
    if state.out is not None:
        won = {side: (int(side == state.out % house.sides),) * 2 for side in won}
    low, high = [*_by_side(house, low)], [*_by_side(house, high)]
    if not house.counts_wins:
        return Totals(None, low, high, (least, most))
    return Totals(None, low + [few for few, _ in won.values()], high + [many for _, many in won.values()])


def decided(house: House, rounds: int, totals: Vector) -> list[int] | None:
    """The winning sides, ascending, if these totals after so many rounds of this record end the match."""
    options = house.options
    scores = totals[: house.sides]
    reached = 0 < options["target"] <= max(scores)
    last = 0 < options["max_rounds"] <= rounds
    return leaders(house, totals) if reached or last else None


def leaders(house: House, totals: Vector) -> list[int]:
    """The sides that are in front: by rounds won where these count, then by the totals."""
    sign = -1 if house.options["scoring"] == "rack-sum" else 1
    n = house.sides
    ranks = [(*totals[n + side : n + side + 1], sign * totals[side]) for side in range(n)]
    best = max(ranks)
    return [side for side in range(n) if ranks[side] == best]


def standing(state: State) -> Standing:
    """How the match stands after the rounds that have ended."""
    return state.standing


def standing_after(state: State) -> Standing:
    """How the match stands when a round has just ended; without a goal it is over if the record stops there."""
    house, totals, rounds = state.house, state.totals, state.rounds
    endless = not house.options["target"] and not house.options["max_rounds"]
    if totals.vectors is None:
        over = _over_within(house, rounds, totals)
        return Standing(over, None, lambda claim: over is not False, endless)
    ways = (leaders(house, one) if endless else decided(house, rounds, one) for one in totals.vectors)
    return Standing.of(ways, endless)


def _over_within(house: House, rounds: int, totals: Totals) -> bool | None:
    options = house.options
    if 0 < options["max_rounds"] <= rounds or not (options["target"] or options["max_rounds"]):
        return True
    target, n = options["target"], house.sides
    if not target or max(totals.high[:n]) < target:
        return False
    return True if max(totals.low[:n]) >= target else None


def round_outcome(state: State) -> RoundOutcome:
    """What the present round has come to."""
    made = state.outcome
    if made is None:
        return RoundOutcome({}, None)
    scores = _scores(state, made)
    shown: dict[str, Any] = {}
    if scores.certain is not None:
        shown["scores"] = list(scores.certain)
    shown["ended"] = state.ended
    return RoundOutcome(shown, scores.admits)


def _scores(state: State, totals: Totals) -> Totals:
    """The scores alone, without the rounds won."""
    house = state.house
    if not house.counts_wins:
        return totals
    n = house.sides
    if totals.vectors is not None:
        return Totals(one[:n] for one in totals.vectors)
    return Totals(None, totals.low[:n], totals.high[:n])


def sides(state: State) -> int:
    """How many score: the teams, or each seat by itself."""
    return state.house.sides


def result(state: State) -> dict[str, Any]:
    """The recomputed result as far as it is known, without its ending."""
    certain = _scores(state, state.totals).certain
    return {} if certain is None else {"scores": list(certain)}


def result_claims(state: State) -> dict[str, tuple[Any, Callable[[Sequence[int]], bool]]]:
    """For each key a result may claim: the right value, and whether a claim may be right."""
    totals = _scores(state, state.totals)
    right = "something else" if totals.certain is None else list(totals.certain)
    return {"scores": (right, totals.admits)}


def sheet(state: State) -> dict[str, Any]:
    """The round that has just ended: how, the rack of each seat with its points, and what each side added and has."""
    house = state.house
    assert state.outcome is not None
    added = _scores(state, state.outcome).certain
    totals = _scores(state, state.totals).certain
    racks = []
    for seat, points in enumerate(known_values(state)):
        left = listed(state.racks[seat])
        row: dict[str, Any] = {"seat": seat, "tiles": [[token, house.values[ID[token]]] for token in left]}
        if not state.opened[seat] and house.options["no_opening_penalty"]:
            row["never_opened"] = house.options["no_opening_penalty"]
        unseen = state.unseen(seat)
        if unseen:
            row["unseen"] = unseen
        else:
            row["points"] = points
        racks.append(row)
    shown: dict[str, Any] = {"ended": state.ended, "racks": racks}
    if all("points" in row for row in racks):
        remainder = seat_scores(house, [row["points"] for row in racks], state.out)[1]
        if remainder:
            shown["remainder"] = remainder
    rows = []
    for side in range(house.sides):
        row = {"side": side}
        if added is not None:
            row["added"] = added[side]
        if totals is not None:
            row["total"] = totals[side]
        rows.append(row)
    return {**shown, "sides": rows}
