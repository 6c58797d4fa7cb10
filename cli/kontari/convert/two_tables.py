"""A turn of Rummikub found from the tables before and after it.

Logs that keep the whole table do not say which sets were broken up. Sets that lie on both tables stay; what
else lay there before was taken, and what else lies there now was put. Nothing is judged: tiles that vanished
are left for the referee.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from kontari.games.rummikub.search import can
from kontari.games.rummikub.sets import Sets, TileSet
from kontari.games.rummikub.state import House
from kontari.games.rummikub.tiles import JOKER, KINDS, LAST, NUMBER, counts_of, in_order, whole_set

Tokens = tuple[str, ...]


class Lying(NamedTuple):
    """A set that lies on a table: its tiles, and the source's names of them where it tells copies apart."""

    tokens: Tokens
    names: Tokens | None = None


class Change(NamedTuple):
    """What a turn did: old sets broken up, new ones, and the tiles that came and went."""

    take: list[Lying]
    put: list[Lying]
    tiles: list[str]
    gone: list[str]


class CannotTellError(Exception):
    """That two tables do not say with which sets a seat opened."""


def change(before: Sequence[Lying], after: Sequence[Lying], sets: Sets) -> Change:
    """The turn between two tables. A run is the same place by place, a group whatever its order."""
    old, new = ([_key(one.tokens, sets) for one in table] for table in (before, after))
    stay = Counter(old) & Counter(new)
    return Change(
        _others(before, old, stay),
        _others(after, new, stay),
        in_order(list((tiles_of(after) - tiles_of(before)).elements())),
        in_order(list((tiles_of(before) - tiles_of(after)).elements())),
    )


def _key(tokens: Tokens, sets: Sets) -> str:
    return sets.key(tokens) or " ".join(tokens)


def _others(table: Sequence[Lying], keys: Sequence[str], stay: Counter[str]) -> list[Lying]:
    left = stay.copy()
    found = []
    for one, key in zip(table, keys, strict=True):
        if left[key]:
            left[key] -= 1
        else:
            found.append(one)
    return found


def tiles_of(table: Sequence[Lying]) -> Counter[str]:
    """All tiles of a table."""
    return Counter(token for one in table for token in one.tokens)


def opening(turn: Change, before: Sequence[Lying], house: House) -> list[Lying]:
    """The sets with which a seat opened in a turn that took old sets, as far as any did.

    They are the new sets that hold only tiles of the rack. Where those do not reach the minimum though the
    tiles that left the rack could have, the opening was made and taken apart again: CannotTellError. Where
    they could not, nobody can have opened, and the referee will find it.
    """
    own = _from_rack(turn, before)
    if own is not None and _reaches(own, house):
        return own
    rack = counts_of(Counter(turn.tiles))
    # More of a tile than the box holds never lay on a rack, and the search is made for what did.
    in_box = all(number <= most for number, most in zip(rack, whole_set(house.options), strict=True))
    if in_box and can([0] * KINDS, rack, False, house.laws) is not False:
        raise CannotTellError
    return own or []


def _from_rack(turn: Change, before: Sequence[Lying]) -> list[Lying] | None:
    """The new sets of rack tiles alone; None where equal tiles leave open which they are."""
    old, new = _names(before), _names(turn.put)
    if old is not None and new is not None:
        return [one for one in turn.put if not old.intersection(one.names or ())]
    rack = Counter(turn.tiles)
    own = [one for one in turn.put if Counter(one.tokens) <= rack]
    return own if tiles_of(own) <= rack else None


def _names(table: Sequence[Lying]) -> set[str] | None:
    """The names of all tiles of a table; None where they do not tell one tile from another."""
    named = [name for one in table for name in one.names or ()]
    told = set(named)
    return told if len(told) == sum(len(one.tokens) for one in table) else None


def _reaches(own: Sequence[Lying], house: House) -> bool:
    points = []
    for one in own:
        made = house.sets.of(one.tokens)
        points.append(made.points if isinstance(made, TileSet) else 0)
    least = house.laws.opening_min
    return bool(points) and (max(points) if house.laws.opening_single else sum(points)) >= least


def as_run(tokens: Sequence[str], jokers_placed: bool) -> tuple[Tokens, bool]:
    """A set as a record writes it, and whether a joker could stand at either end of it.

    Without jokers the order of a run says nothing, and it is written ascending; a run that falls is turned
    round. jokers_placed: whether the place of a joker in the source is its place in the run; otherwise
    jokers fill the gaps, and what is left of them stands behind the run, or before it past the last number.
    What is no run, or can be none, stays as it is.
    """
    written = tuple(tokens)
    numbered = [token for token in written if token in NUMBER]
    numbers = [NUMBER[token] for token in numbered]
    if len({token[0] for token in numbered}) != 1 or len(numbers) < 2 or len(set(numbers)) != len(numbers):
        return written, False
    jokers = len(written) - len(numbered)
    rising = sorted(numbers)
    gaps = rising[-1] - rising[0] + 1 - len(rising)
    if jokers and jokers_placed:
        return (written[::-1] if numbers == rising[::-1] else written), False
    if gaps > jokers:
        return written, False
    colour = numbered[0][0]
    run = [f"{colour}{n}" if n in numbers else JOKER for n in range(rising[0], rising[-1] + 1)]
    rest = jokers - gaps
    behind = min(rest, LAST - rising[-1])
    either = rest > 0 and behind == rest and rising[0] > 1
    return (*[JOKER] * (rest - behind), *run, *[JOKER] * behind), either
