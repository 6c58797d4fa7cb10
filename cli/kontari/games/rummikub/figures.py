"""What is counted over many matches of Rummikub, and with which sets the first seat opens."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from kontari.core.figures import Counts, Figure, Numbers
from kontari.games.rummikub.jokers import within
from kontari.games.rummikub.meld import difference
from kontari.games.rummikub.sets import Sets, TileSet
from kontari.games.rummikub.tiles import BOUND, JOKER

_RACK, _TABLE = "rack", "rearranged"
_KEPT, _SWAPPED, _MOVED = "kept", "swapped", "moved"


class Figures:
    """Counts the rounds that ended, of records whose play was legal."""

    def __init__(self) -> None:
        self._opened = Counts("opened", "seats that opened in a round", ("opened", "never"))
        self._turn = Numbers("opening_turn", "the own turn with which a seat opened")
        self._points = Numbers("opening_points", "points of an opening")
        self._melds = Counts("melds", "melds, from the rack alone or with sets of the table", (_RACK, _TABLE))
        self._jokers = Counts("jokers", "sets with a joker that were taken up", (_KEPT, _SWAPPED, _MOVED))
        self._drawn = Numbers("tiles_drawn", "tiles drawn in a round, without penalties")
        self._passes = Numbers("passes", "passes in a round")
        self._penalties = Numbers("penalties", "penalties in a round")

    def add(self, record: Any, rules: Mapping[str, Any], ended: int) -> None:
        """A record (its struct) under these rules in force, of which so many rounds ended."""
        sets = _sets(rules)
        for round_ in record.rounds[:ended]:
            self._openings(round_, len(record.players), rules, sets)
            done = dict.fromkeys(("draw", "pass", "penalty"), 0)
            for move in round_.moves:
                if move.action != "meld":
                    done[move.action] += len(move.tiles) if move.action == "draw" else 1
                    continue
                self._melds.add(_TABLE if move.take else _RACK)
                if move.take:
                    self._taken([_set(sets, one) for one in move.take], [_set(sets, one) for one in move.put])
            self._drawn.add(done["draw"])
            self._passes.add(done["pass"])
            self._penalties.add(done["penalty"])

    def _openings(self, round_: Any, players: int, rules: Mapping[str, Any], sets: Sets) -> None:
        if round_.deal.table is not None or round_.deal.opened is not None:
            return  # it began in the middle, so that nobody knows which turn of a seat was its first
        turns = [0] * players
        opened = [False] * players
        for move in round_.moves:
            turns[move.seat] += 1
            if move.action == "meld" and not opened[move.seat]:
                opened[move.seat] = True
                self._turn.add(turns[move.seat])
                self._points.add(_points(rules, [_set(sets, one) for one in _opening_sets(move)]))
        for one in opened:
            self._opened.add("opened" if one else "never")

    def _taken(self, old: Sequence[TileSet], new: Sequence[TileSet]) -> None:
        """What became of each set with a joker that a meld took up."""
        played, _ = difference(list(new), list(old))
        for one in old:
            if one.jokers:
                self._jokers.add(_fate(one, new, played))

    def figures(self) -> Sequence[Figure]:
        """All figures, in the order in which they are told."""
        return (
            *(self._opened, self._turn, self._points, self._melds),
            *(self._jokers, self._drawn, self._passes, self._penalties),
        )


def _fate(old: TileSet, new: Sequence[TileSet], played: Mapping[str, int]) -> str:
    """What became of a set with a joker that was taken up.

    kept: it lies whole in a new set. swapped: its other tiles do, with a tile of the rack for which the joker stood.
    moved: its joker went with another part of it, or elsewhere.
    """
    if any(within(old.bag, one.bag) for one in new):
        return _KEPT
    faces = {face for reading in old.readings for places in reading.faces for face in places} & played.keys()
    if any(within(old.numbered, one.numbered) and faces & one.numbered.keys() for one in new):
        return _SWAPPED
    return _MOVED


def openings(record: Any, rules: Mapping[str, Any]) -> list[tuple[str, int] | None]:
    """For each round the kinds of sets of the first meld, such as ``group 3 + run 4``, and its seat.

    None where nobody melded, or the round begins in the middle.
    """
    sets = _sets(rules)
    found = []
    for round_ in record.rounds:
        begun = round_.deal.table is None and round_.deal.opened is None
        first = next((move for move in round_.moves if begun and move.action == "meld"), None)
        kinds = [] if first is None else sorted(_kind(_set(sets, one)) for one in _opening_sets(first))
        found.append(None if first is None else (" + ".join(kinds), first.seat))
    return found


def _kind(one: TileSet) -> str:
    return f"{'run' if one.readings[0].run else 'group'} {len(one.tokens)}"


def _opening_sets(move: Any) -> Sequence[Sequence[str]]:
    """The sets by which a first meld opens."""
    written: Sequence[Sequence[str]] = move.opening if move.take else move.put
    return written


def _points(rules: Mapping[str, Any], sets: Sequence[TileSet]) -> int:
    """The points of an opening, as the rules in force count them."""
    total = max if rules["opening_sets"] == "single" else sum
    zero = rules["opening_joker"] == "zero"
    return total([one.numbered_points if zero else one.points for one in sets])


def _sets(rules: Mapping[str, Any]) -> Sets:
    return _judged_sets(rules["one"] == "low-or-high")


@cache
def _judged_sets(high_one: bool) -> Sets:
    """The judgement of sets, which is remembered from record to record."""
    return Sets(high_one)


def _set(sets: Sets, tokens: Sequence[str]) -> TileSet:
    """A set of a meld that was found legal; a set that is taken up may be named with bindings that do not fit."""
    found = sets.of(tokens)
    if not isinstance(found, TileSet):
        found = sets.of([JOKER if token in BOUND else token for token in tokens])
    assert isinstance(found, TileSet)
    return found
