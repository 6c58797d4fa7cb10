"""What a round may come to with every hand that the unseen cards may make."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from math import prod

from kontari.core.assign import fits
from kontari.games.mus import count
from kontari.games.mus.hidden import OF_RANK, ONE_OF_EACH, Places, hands_of
from kontari.games.mus.lance import bounds
from kontari.games.mus.lances import JUEGO, PARES, Value, value
from kontari.games.mus.state import Closed, State

MOST_TOGETHER = 3000
"""How many ways to fill up all hands together are looked at one by one; beyond, each lance by itself."""

MOST_WAYS = 4096

Way = tuple[count.Addition, ...]


def ways(state: State) -> list[Way] | None:
    """Every list of additions that some filling of the hands gives; None where they are too many, or none was found.

    Where hands are looked at one lance at a time there may be lists that no filling gives, never fewer.
    """
    choices = _choices(state)
    if prod(map(len, choices)) <= MOST_TOGETHER:
        parts = (count.additions(state, state.closed, hands) for hands in _together(state, choices))
        return list({_key(one): one for one in parts}.values()) or None
    values = [[_value(state, ranks) for ranks in one] for one in choices]
    lances = [_ways_of(state, lance, closed, values) for lance, closed in state.closed.items()]
    if prod(map(len, lances)) > MOST_WAYS:
        return None
    return [tuple(part for parts in chosen for part in parts) for chosen in product(*lances)]


def _key(parts: Way) -> tuple[tuple[int, int, int], ...]:
    return tuple((part.lance, part.side, part.stones) for part in parts)


def sides_of_ordago(state: State) -> set[int]:
    """The sides that may have won an accepted órdago; both where no filling was found."""
    seats = state.eligible
    if state.hands_known():
        return {state.side(count.best_of(state.lance, seats, state.values()))}
    choices = _choices(state)
    if prod(map(len, choices)) <= MOST_TOGETHER:
        found = {state.side(count.best_of(state.lance, seats, hands)) for hands in _together(state, choices)}
        return found or {0, 1}
    values = [[_value(state, ranks) for ranks in one] for one in choices]
    return {state.side(seat) for seat in _best(state.lance, seats, values)}


def _value(state: State, ranks: str) -> Value:
    return value(ranks, state.house.kings, state.house.real)


def _choices(state: State) -> list[list[str]]:
    """The ranks that each hand may have, each hand by itself."""
    hidden = state.hidden
    said = bounds(state) if hidden is not None else []
    return [
        hands_of(hidden.hands[seat], said[seat]) if hidden is not None and hidden.hands[seat] else [state.ranks(seat)]
        for seat in range(state.house.players)
    ]


def _together(state: State, choices: Sequence[Sequence[str]]) -> Iterator[list[Value]]:
    """The values of all hands, for every choice that the cards allow."""
    for chosen in product(*choices):
        if state.hidden is None or _fit(state, chosen):
            yield [_value(state, ranks) for ranks in chosen]


def _fit(state: State, chosen: Sequence[str]) -> bool:
    """Whether the unseen cards can fill up all hands to those ranks at once."""
    assert state.hidden is not None
    narrowed = []
    for seat, ranks in enumerate(chosen):
        more = list(ranks)
        for rank in state.ranks(seat):
            more.remove(rank)
        narrowed.append(_narrowings(state.hidden.hands[seat], more))
    return any(
        fits([*state.hidden.buried, *state.hidden.stock, *(place for places in one for place in places)], ONE_OF_EACH)
        for one in product(*narrowed)
    )


def _narrowings(places: Places, ranks: Sequence[str]) -> list[Places]:
    """The ways to give ranks to the places of a hand."""
    orders = {tuple(ranks)} if len(set(places)) <= 1 else set(permutations(ranks))
    return [tuple(place & OF_RANK[rank] for place, rank in zip(places, order, strict=True)) for order in orders]


def _best(lance: int, seats: Sequence[int], values: Sequence[Sequence[Value]]) -> list[int]:
    """The seats (of those given, in speaking order) that may win a lance."""
    high = [max(one[lance] for one in hand) for hand in values]
    low = [min(one[lance] for one in hand) for hand in values]
    return [
        seat
        for place, seat in enumerate(seats)
        if all(low[other] < high[seat] for other in seats[:place])
        and all(low[other] <= high[seat] for other in seats[place + 1 :])
    ]


def _ways_of(state: State, lance: int, closed: Closed | None, values: Sequence[Sequence[Value]]) -> list[Way]:
    """What one lance may give."""
    seats = [seat for seat in state.speaking() if any(one.has(lance) for one in values[seat])]
    if not seats:
        return [()]
    found: dict[tuple[tuple[int, int, int], ...], Way] = {}
    for best in _best(lance, seats, values):
        # One choice of hands in which that seat wins, and every bonus beside it.
        for stones in product(*(_stones(lance, values[seat]) for seat in seats)):
            hands = _hands_like(state, lance, best, seats, stones)
            parts = count.additions(state, {lance: closed}, hands)
            found.setdefault(_key(parts), parts)
    return list(found.values())


def _stones(lance: int, hand: Sequence[Value]) -> list[int]:
    """The bonuses that a hand may have in a lance."""
    if lance == PARES:
        return sorted({one.pares_stones for one in hand if one.pares})
    if lance == JUEGO:
        return sorted({one.juego_stones for one in hand if one.juego})
    return [0]


def _hands_like(state: State, lance: int, best: int, seats: Sequence[int], stones: Sequence[int]) -> list[Value]:
    """Stand-ins of hands of which that seat wins the lance, with those bonuses."""
    bonus = dict(zip(seats, stones, strict=True))
    made = []
    for seat in range(state.house.players):
        rank = 0 if seat not in bonus else 2 if seat == best else 1
        made.append(Value(rank, rank, rank, rank, rank, bonus.get(seat, 0), bonus.get(seat, 0), 0))
    return made
