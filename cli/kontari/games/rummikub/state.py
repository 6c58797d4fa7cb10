"""What lies on the table, the phases of a round, and which actions each phase admits."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from kontari.core.cards import UNSEEN, Bag
from kontari.core.replay import NOT_OVER, Standing
from kontari.core.totals import Totals
from kontari.core.work import STEPS
from kontari.games.rummikub.budget import MATCH_WORK
from kontari.games.rummikub.hidden import Hidden
from kontari.games.rummikub.search import Laws
from kontari.games.rummikub.sets import Sets, TileSet
from kontari.games.rummikub.tiles import listed, values

# The phases of a round.
STOCKED, EMPTY, OVER = range(3)

ADMITTED: Mapping[int, frozenset[str]] = {
    STOCKED: frozenset(("meld", "draw", "penalty")),
    EMPTY: frozenset(("meld", "pass", "penalty")),
    OVER: frozenset(),
}
"""Which actions each phase admits at all.

STOCKED: there are tiles in the pool. EMPTY: there are none. OVER: the round has ended.
"""

PHASE_NAMES = ("stocked", "empty", "over")


@cache
def _sets(high_one: bool) -> Sets:
    """The judgement of sets, shared by all matches under the same option ``one``."""
    return Sets(high_one)


class House:
    """The rules in force as plain attributes, and the tables that follow from them; one a match."""

    __slots__ = (
        *("options", "players", "sides", "copies", "jokers", "tiles", "rack_size", "sets", "most_jokers", "joker_rule"),
        *("both_colours", "same_turn", "draw_when_able", "must_play", "one_more_turn", "at_once", "next_seat"),
        *("values", "laws", "counts_wins", "asks_faces", "from_the_start", "skims", "plain_opening"),
    )

    def __init__(self, options: Mapping[str, Any], players: int) -> None:
        self.options = options
        self.players = players
        self.sides: int = options["teams"] or players
        self.copies: int = options["copies"]
        self.jokers: int = options["jokers"]
        self.tiles = 52 * self.copies + self.jokers
        self.rack_size: int = options["rack_size"]
        self.sets = _sets(options["one"] == "low-or-high")
        self.most_jokers: int = options["max_jokers_per_set"] or self.jokers
        self.joker_rule: str = options["joker_rule"]
        self.asks_faces = self.joker_rule in ("exact", "locked")
        self.skims = not options["max_jokers_per_set"] and not self.asks_faces
        self.plain_opening = options["opening_sets"] == "any" and options["opening_joker"] == "face"
        self.both_colours = options["joker_group"] == "both"
        self.same_turn = options["opening_same_turn"] == "allow"
        self.draw_when_able: bool = options["draw_when_able"]
        self.must_play = options["pool_empty"] == "must-play"
        self.one_more_turn = options["pool_empty"] == "one-more-turn"
        self.at_once = options["pool_empty"] == "at-once"
        self.next_seat = tuple((seat + 1) % players for seat in range(players))
        self.values = values(options["joker_rack_value"])
        self.counts_wins = options["match_won_by"] == "most-wins"
        self.from_the_start = Totals.known((0,) * (self.sides * (1 + self.counts_wins)))
        self.laws = Laws(
            high_one=options["one"] == "low-or-high",
            jokers_per_set=options["max_jokers_per_set"],
            opening_min=options["opening_min"],
            opening_single=options["opening_sets"] == "single",
            opening_joker=options["opening_joker"],
            same_turn=self.same_turn,
            joker_value=options["joker_rack_value"],
        )


class State:
    """A match in progress. A game's own business: others read ``position``."""

    __slots__ = (
        *("house", "totals", "steps", "searching", "rounds", "undecided", "standing"),
        *("phase", "turn", "racks", "hidden", "count", "order", "pool", "table", "fresh", "opened"),
        *("passes", "last_turns", "ended", "out", "outcome"),
    )

    def __init__(self, house: House, totals: Totals) -> None:
        self.house = house
        self.totals = totals  # by side the scores, and behind them the rounds won where these count
        self.steps = STEPS  # of counting open scores, left for this match
        self.searching = MATCH_WORK  # steps of searching for melds, left for this match
        self.rounds = 0
        self.undecided = 0
        self.standing: Standing = NOT_OVER
        self.phase = OVER
        self.turn = 0
        self.racks: list[Bag] = [{} for _ in range(house.players)]  # the tiles that are known
        self.hidden: Hidden | None = None  # only where a rack holds ??
        self.count = 0  # tiles in the pool
        self.order: list[str] | None = None  # the pool, the next tile last, if it is known
        self.pool: Bag = {}  # the pool's tiles whose place is unknown, while no rack holds ??
        self.table: dict[str, list[TileSet]] = {}  # by key
        self.fresh: tuple[TileSet, ...] = ()  # what the last move put on the table
        self.opened: list[bool] = [False] * house.players
        self.passes = 0
        self.last_turns: int | None = None  # how many turns are left, where they are counted
        self.ended: str | None = None
        self.out: int | None = None  # who went out
        self.outcome: Totals | None = None  # what the ended round added, as ``totals``

    def copy(self) -> "State":
        """A copy on which a move can be tried; what is never changed in place is shared."""
        other = State.__new__(State)
        for name in State.__slots__:
            setattr(other, name, getattr(self, name))
        other.racks = [rack.copy() for rack in self.racks]
        other.pool = self.pool.copy()
        other.order = self.order if self.order is None else self.order[:]
        other.table = {key: sets[:] for key, sets in self.table.items()}
        other.opened = self.opened[:]
        return other

    def unseen(self, seat: int) -> int:
        """How many tiles of a rack nobody saw."""
        return self.hidden.number(seat) if self.hidden is not None else 0

    def surely_held(self, seat: int) -> Bag:
        """The tiles of a rack that were seen, and those that it must hold by counting."""
        if self.hidden is None or not self.hidden.number(seat):
            return self.racks[seat]
        held = self.racks[seat].copy()
        for token, count in self.hidden.certain(seat).items():
            held[token] = held.get(token, 0) + count
        return held

    def size(self, seat: int) -> int:
        """How many tiles a seat holds."""
        return sum(self.racks[seat].values()) + self.unseen(seat)

    def lay_out(self, table: Iterable[Sequence[str]]) -> None:
        """Make these sets, which were judged, the table."""
        self.table = {}
        for tokens in table:
            made = self.house.sets.of(tokens)
            assert isinstance(made, TileSet)
            self.table.setdefault(made.key, []).append(made)

    def sets(self) -> list[TileSet]:
        """The sets on the table."""
        return [one for sets in self.table.values() for one in sets]


def position(state: State) -> dict[str, Any]:
    """All that lies on the table, as data: what a step of ``replay`` shows.

    Racks and pool hold ``??`` where nothing is known; the pool is ``{"count", "tiles"}`` in drawing order.
    ``changed`` are the indices of the sets in ``table`` that the last move put there.
    """
    order = [UNSEEN] * state.count if state.order is None else state.order[::-1]
    lying = state.sets()
    fresh = list(state.fresh)
    changed = []
    for index in range(len(lying) - 1, -1, -1):
        if lying[index] in fresh:
            fresh.remove(lying[index])
            changed.append(index)
    shown: dict[str, Any] = {
        "phase": PHASE_NAMES[state.phase],
        "racks": [listed(rack) + [UNSEEN] * state.unseen(seat) for seat, rack in enumerate(state.racks)],
        "opened": list(state.opened),
        "table": [list(one.tokens) for one in lying],
        "changed": changed[::-1],
        "pool": {"count": state.count, "tiles": order},
        "passes": state.passes,
    }
    if state.phase != OVER and state.totals.certain is not None:
        # Behind the scores may stand the rounds won, which are no score.
        shown["scores"] = list(state.totals.certain[: state.house.sides])
    if state.last_turns is not None:
        shown["last_turns"] = state.last_turns
    if state.phase != OVER:
        shown["to_move"] = state.turn
    if state.ended is not None:
        shown["ended"] = state.ended
    return shown


def view(shown: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """A position as that seat saw it: other racks and the pool are ``??``."""
    racks = [rack if other == seat else [UNSEEN] * len(rack) for other, rack in enumerate(shown["racks"])]
    count = shown["pool"]["count"]
    return {**shown, "racks": racks, "pool": {"count": count, "tiles": [UNSEEN] * count}}


def seen_by(move: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """A move as that seat saw it: what others drew is ``??``."""
    seen = dict(move)
    if move["action"] in ("draw", "penalty") and move["seat"] != seat:
        seen["tiles"] = [UNSEEN] * len(move["tiles"])
    return seen
