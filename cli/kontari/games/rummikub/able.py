"""What a player could lay: the exact search, asked about a state and answered in moves."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from kontari.games.rummikub import search
from kontari.games.rummikub.budget import LEAST, Budget
from kontari.games.rummikub.sets import TileSet, bag_of_sets
from kontari.games.rummikub.state import State
from kontari.games.rummikub.tiles import ID, JOKER, TOKENS, counts_of


def able(state: State) -> bool | None:
    """Whether tiles that the player to move surely holds can be laid, alone or with tiles of the table.

    Under a joker rule other than ``free`` every table set that holds a joker stays as it is. ``None``: it takes
    too much work to decide.
    """
    return _searched(state)[0]


def assert_unable(state: State) -> None:
    """The player's turn says that nothing can be laid: count the work, and the check if it is undecided.

    It is undecided because of tiles that nobody saw, or because it takes too much work.
    """
    seat = state.turn
    answer, spent = _searched(state)
    state.searching -= spent
    if answer is None or sum(state.surely_held(seat).values()) < state.size(seat):
        state.undecided += 1


def _searched(state: State) -> tuple[bool | None, int]:
    """Whether something can be laid, and the steps that it took to say so."""
    ways = tuple(
        (tuple(counts_of(bag_of_sets(loose))), tuple(tuple(map(_tile, one.tokens)) for one in loose))
        for loose in _loose(state)
    )
    rack = tuple(counts_of(state.surely_held(state.turn)))
    work = max(LEAST, min(search.WORK, state.searching))
    return _any_way(ways, rack, state.opened[state.turn], state.house.laws, work)


# The same is asked when a turn is judged and when it is made.
@lru_cache(maxsize=1)
def _any_way(
    ways: tuple[tuple[search.Tiles, tuple[search.Tiles, ...]], ...],
    rack: search.Tiles,
    opened: bool,
    laws: search.Laws,
    work: int,
) -> tuple[bool | None, int]:
    budget = Budget(work)
    for table, sets in ways:
        answer = search.can(table, rack, opened, laws, sets, work=budget)
        if answer is not False:
            return answer, budget.spent
    return False, budget.spent


def best(state: State, by: search.By) -> dict[str, Any] | None:
    """The best meld of the tiles that are surely held, as a move; None where there is none.

    Raises ``TooMuchWorkError`` where it takes too much work to find.
    """
    house, seat = state.house, state.turn
    rack = counts_of(state.surely_held(seat))
    found = None
    budget = Budget()
    for loose in _loose(state):
        meld = search.best(counts_of(bag_of_sets(loose)), rack, state.opened[seat], house.laws, by, work=budget)
        if meld is not None and (found is None or _worth(state, meld, by) > _worth(state, found[0], by)):
            found = meld, loose
    return None if found is None else _as_move(state, *found)


def _worth(state: State, meld: search.Meld, by: search.By) -> tuple[int, int]:
    points = sum(state.house.values[tile] for tile in meld.tiles)
    return (len(meld.tiles), points) if by == "tiles" else (points, len(meld.tiles))


def _loose(state: State) -> Iterator[list[TileSet]]:
    """The table sets that may be made anew; in several ways where a dealt set has too many jokers to be put down."""
    house = state.house
    lying = state.sets()
    if house.joker_rule != "free":
        lying = [one for one in lying if not one.jokers]
    crowded = [one for one in lying if one.jokers > house.most_jokers]
    if not crowded:
        yield lying
        return
    others = [one for one in lying if one.jokers <= house.most_jokers]
    for number in range(len(crowded) + 1):
        for some in combinations(crowded, number):
            yield [*others, *some]


def _tile(token: str) -> int:
    return ID.get(token, search.JOKER)


def _as_move(state: State, meld: search.Meld, loose: Sequence[TileSet]) -> dict[str, Any]:
    """A meld of the search as a move: only the sets that change are taken and put."""
    house, seat = state.house, state.turn
    put = [_tokens(state, *pair) for pair in zip(meld.sets, meld.faces, strict=True)]
    move: dict[str, Any] = {"action": "meld", "seat": seat}
    if not meld.whole:
        return {**move, "put": put}
    in_the_end: list[str | None] = [house.sets.key(tokens) for tokens in put]
    kept = Counter[Any](one.key for one in loose) & Counter[Any](in_the_end)
    unchanged = kept.copy()
    new = [tokens for tokens in put if not _counted_off(unchanged, house.sets.key(tokens))]
    unchanged = kept.copy()
    old = [list(one.tokens) for one in loose if not _counted_off(unchanged, one.key)]
    if not state.opened[seat]:
        if not old:
            # An opening can only be named where something is taken.
            idle = list(loose[0].tokens)
            new, old = [*new, idle], [idle]
        opening = [_tokens(state, *pair) for pair in zip(meld.opening, meld.opening_faces, strict=True)]
        return {**move, "put": new, "take": old, "opening": opening}
    return {**move, "put": new, **({"take": old} if old else {})}


def _counted_off(keys: Counter[Any], key: Any) -> bool:
    """Whether this is one of those that are still counted; then it is one less."""
    if not keys[key]:
        return False
    keys[key] -= 1
    return True


def _tokens(state: State, tiles: Sequence[int], faces: Sequence[int]) -> list[str]:
    """A set in tokens, its jokers bound where it could be read in two ways."""
    plain = [TOKENS[tile] for tile in tiles]
    made = state.house.sets.of(plain)
    if isinstance(made, TileSet) and len(made.readings) == 1:
        return plain
    return [f"{JOKER}={TOKENS[face]}" if token == JOKER else token for token, face in zip(plain, faces, strict=True)]
