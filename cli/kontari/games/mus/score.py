"""What a hand came to, how the match stands, and the score sheet."""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, NamedTuple

from kontari.core.replay import RoundOutcome, Standing
from kontari.games.mus import fillings, tally
from kontari.games.mus.count import Addition, Gain, additions, counted, gains
from kontari.games.mus.lances import LANCES
from kontari.games.mus.record import RESULT_KEYS
from kontari.games.mus.state import ENDED, State, in_order
from kontari.games.mus.tally import Pair, Tallies, Tally


class Count(NamedTuple):
    """What a round came to: every way the match may stand after it, and what it may have added to each side.

    ``ended`` is how the round ended; None where it has not, or may have ended by the last deje or by the count.
    ``way`` are the additions where they are certain (None: those of the known hands), of which ``made`` were made
    before the juego was won.
    """

    tallies: Tallies
    scores: Collection[Pair] | None
    ended: str | None
    decided: bool = True
    """Whether all fillings of the hands give the same stones, or the same winner of an órdago."""
    way: fillings.Way | None = ()
    made: int = 0


def count(state: State) -> Count:
    """Count the round: all of it where it has ended, else the dejes paid so far. Changes nothing."""
    ended = None if state.may_be_won() else state.ended
    if state.ended == "count":
        return _count_lances(state, ended)
    tallies = _union(state)
    decided = True
    if state.ended == "ordago":
        sides = fillings.sides_of_ordago(state)
        decided = len(sides) == 1
        if tallies is not None:
            tallies = tally.bounded(one.won(side, state.house.options) for one in tallies for side in sides)
    return Count(tallies, (_paid(state),), ended, decided)


def _count_lances(state: State, ended: str | None) -> Count:
    only = None if state.reached else tally.certain(state.tallies)
    if not state.hands_known():
        ways = fillings.ways(state)
    elif only is not None:
        return _counted(state, only, gains(state, state.closed.items(), state.all_worths()), ended)
    else:
        ways = [additions(state, state.closed, state.values())]
    if state.tallies is None or ways is None:
        return Count(None, None, ended, ways is not None and len(ways) == 1)
    if len(ways) == 1 and only is not None:
        return _counted(state, only, ways[0], ended)._replace(way=ways[0])
    return _open_count(state, ways, state.tallies, ended)


def _counted(state: State, before: Tally, parts: Sequence[Gain | Addition], ended: str | None) -> Count:
    """The count where the score before it and the additions are certain."""
    after, made = counted(before, parts, state.house.options)
    return Count(frozenset((after,)), (_paid(state, parts[:made]),), ended, True, None, made)


MOST_COUNTS = 50_000
"""How often hands are counted where the score is open; beyond that nothing is known of it."""


def _open_count(state: State, ways: Sequence[fillings.Way], tallies: frozenset[Tally], ended: str | None) -> Count:
    """The count where it hangs on what was not seen, or the score before it does."""
    options = state.house.options
    # Far from the target only the sums matter, and many ways have the same.
    sums = {_sum(parts): parts for parts in ways}
    most = [max(pair[side] for pair in sums) for side in (0, 1)]
    # Where the last deje may have won the juego, nothing more was counted.
    after = set(state.reached or ())
    scores = {_paid(state)} if state.reached else set()
    counts = 0
    for before in tallies:
        far = all(before.stones[side] + most[side] < options["target"] for side in (0, 1))
        counts += len(sums) if far else len(ways)
        if counts > MOST_COUNTS:
            return Count(None, None, ended, len(ways) == 1)
        for parts in sums.values() if far else ways:
            one, made = counted(before, parts, options)
            after.add(one)
            scores.add(_paid(state, parts[:made]))
    decided = len(ways) == 1 or len(scores) == 1
    return Count(tally.bounded(after), frozenset(scores), ended, decided)


def _sum(parts: Sequence[Addition]) -> Pair:
    return (
        sum(part.stones for part in parts if part.side == 0),
        sum(part.stones for part in parts if part.side == 1),
    )


def _union(state: State) -> Tallies:
    return state.tallies | state.reached if state.tallies is not None and state.reached else state.tallies


def _paid(state: State, parts: Sequence[Gain | Addition] = ()) -> Pair:
    """The stones that dejes and additions gave each side."""
    paid = [0, 0]
    for _, side, stones in state.dejes:
        paid[side] += stones
    for part in parts:
        paid[part[1]] += part[2]
    return paid[0], paid[1]


def round_outcome(state: State) -> RoundOutcome:
    """What the present round has come to; a round that has ended is counted by it, once."""
    made: Count | None = state.counted
    if made is None:
        made = count(state)
        if state.ended is not None:
            state.counted = made
        if state.phase == ENDED:
            state.tallies = made.tallies
            state.reached = frozenset()
            state.undecided += not made.decided
    shown: dict[str, Any] = {}
    scores = made.scores
    if scores is not None and len(scores) == 1:
        (sure,) = scores
        shown["scores"] = list(sure)
    if made.ended is not None:
        shown["ended"] = made.ended
    if state.ended is None and not state.may_be_won():
        return RoundOutcome(shown, None)
    return RoundOutcome(shown, lambda claim: scores is None or tuple(claim) in scores)


def standing(state: State) -> Standing:
    """How the match stands after the rounds that have ended."""
    tallies = _union(state)
    if tallies is None:
        return Standing(None, None, lambda claim: True)
    winners = {one.winner for one in tallies}
    over = None if None in winners and len(winners) > 1 else None not in winners
    sure = [winner for winner in winners if winner is not None] if len(winners) == 1 and over else None
    return Standing(over, sure, lambda claim: len(claim) == 1 and claim[0] in winners)


def sides(state: State) -> int:
    """How many score: the even seats and the odd ones."""
    return 2


def _kept(state: State, one: Tally) -> dict[str, Any]:
    """The keys of a result as a tally has them."""
    kept: dict[str, Any] = {"games": list(one.games), "stones": list(one.stones)}
    if state.house.options["vacas_to_win"] > 1:
        kept["vacas"] = list(one.vacas)
    kept["game_stones"] = list(map(list, one.finished))
    return kept


def result(state: State) -> dict[str, Any]:
    """The recomputed result as far as it is known, without its ending."""
    ways = [_kept(state, one) for one in _union(state) or ()]
    return {key: sure for key, sure in ways[0].items() if all(way[key] == sure for way in ways)} if ways else {}


def result_claims(state: State) -> dict[str, tuple[Any, Callable[[Any], bool]]]:
    """For each key a result may claim: the right value, and whether a claim may be right."""
    tallies = _union(state)
    ways = [_kept(state, one) for one in tallies or ()]
    right = result(state)
    claims: dict[str, tuple[Any, Callable[[Any], bool]]] = {}
    for key in _kept(state, Tally()):
        may_be = None if tallies is None else [way[key] for way in ways]
        claims[key] = right.get(key, "something else"), partial(_may_be, may_be)
    claims.setdefault("vacas", ("no vacas, of which one wins the match", lambda claim: False))
    return {key: claims[key] for key in RESULT_KEYS}


def _may_be(values: list[Any] | None, claim: Any) -> bool:
    return values is None or claim in values


def sheet(state: State) -> dict[str, Any]:
    """The hand that has just ended: how, its stones in the order in which they were paid, and what each side has.

    A part is ``{"lance", "side", "stones", "reason", "seats", "after"}``: who is paid how much for what, the seats
    whose hands earned it, and the stones of both sides then. ``uncounted`` are the lances that the end of the
    juego left out.
    """
    made = state.counted
    assert isinstance(made, Count)
    way = additions(state, state.closed, state.values()) if made.way is None else made.way
    before = tally.agreed(one.stones for one in state.before or ())
    parts: list[dict[str, Any]] = []
    if before is not None:
        stones = list(before)
        for lance, side, number in state.dejes:
            stones[side] += number
            parts.append(_part(lance, side, number, "deje", (), stones))
        for one in way[: made.made]:
            stones[one.side] += one.stones
            parts.append(_part(one.lance, one.side, one.stones, one.reason, one.seats, stones))
    added = tally.agreed(made.scores) if made.scores is not None else None
    total = tally.agreed(one.stones for one in made.tallies) if made.tallies is not None else None
    rows: list[dict[str, Any]] = []
    for side in (0, 1):
        row: dict[str, Any] = {"side": side}
        if added is not None:
            row["added"] = added[side]
        if total is not None:
            row["total"] = total[side]
        rows.append(row)
    shown: dict[str, Any] = {"ended": state.ended, "parts": parts, "sides": rows}
    shown["hands"] = [in_order(hand) + ["??"] * state.unseen(seat) for seat, hand in enumerate(state.hands)]
    left = way[made.made :]
    if left:
        shown["uncounted"] = list(dict.fromkeys(LANCES[one.lance] for one in left))
    return shown


def _part(
    lance: int, side: int, stones: int, reason: str, seats: Sequence[int], after: Sequence[int]
) -> dict[str, Any]:
    part = {"lance": LANCES[lance], "side": side, "stones": stones, "reason": reason}
    return {**part, "seats": list(seats), "after": list(after)}
