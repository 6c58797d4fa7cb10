"""What lies on the table, the phases of a hand, and which actions each phase admits."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from kontari.core.cards import OF_RANK, OF_SUIT, RANK, RANKS, SUITS, TOKENS, UNSEEN, Bag, listed
from kontari.core.replay import NOT_OVER, Standing
from kontari.core.totals import Totals
from kontari.core.work import STEPS
from kontari.games.crazy_eights.hidden import Hidden

# The phases of a hand.
FREE, OWING, RENEWING, PAYING, OVER = range(5)

ADMITTED: Mapping[int, frozenset[str]] = {
    FREE: frozenset(("play", "draw", "pass", "reshuffle", "penalty")),
    OWING: frozenset(("play", "draw", "pass", "reshuffle", "penalty")),
    RENEWING: frozenset(("reshuffle",)),
    PAYING: frozenset(("draw",)),
    OVER: frozenset(),
}
"""Which actions each phase admits at all.

FREE: the player to move owes nothing. OWING: he owes cards. RENEWING: the stock ended inside an
owed draw and must be reshuffled. PAYING: the rest of an owed draw. OVER: the hand has ended.
"""

PHASE_NAMES = ("free", "owing", "renewing", "paying", "over")

NOTHING: frozenset[str] = frozenset()
EIGHT = RANKS.index("8")


class House:
    """The rules in force as plain attributes, and the tables that follow from them; one a match."""

    __slots__ = (
        *("options", "players", "decks", "countdown", "max_draws", "draw_when_able", "drawn_only", "pass_free"),
        *("renews", "eager", "counts_at_once", "most_passes", "skip", "turn_back", "turn_back_skips", "owe"),
        *("draw_count", "draw_stack", "keeps_turn", "void_on_empty", "owed_pass", "max_plays", "rank_match"),
        *("sizes", "put_back", "from_the_start", "starter_eight", "starter_special", "special", "wild", "steps"),
        *("next_seat", "one_pack", "plain_draw", "skims"),
    )

    def __init__(self, options: Mapping[str, Any], players: int) -> None:
        self.options = options
        self.players = players
        self.decks: int = options["decks"]
        self.one_pack = self.decks == 1
        self.countdown: bool = options["countdown"]
        self.max_draws: int = options["max_draws"]
        self.draw_when_able: bool = options["draw_when_able"]
        self.drawn_only = options["after_draw"] == "drawn-only"
        self.pass_free = options["pass_rule"] == "free"
        self.renews = options["stock_out"] == "reshuffle"
        self.eager = self.renews and options["reshuffle_timing"] == "eager"
        self.counts_at_once = options["stock_out"] == "score"
        self.most_passes: int = players + options["extra_passes"]
        self.skip, self.turn_back, self.owe = (
            RANKS.find(options[name]) if options[name] != "none" else -1
            for name in ("skip_rank", "reverse_rank", "draw_rank")
        )
        self.turn_back_skips = players == 2 and options["reverse_two_players"] == "skip"
        self.draw_count: int = options["draw_count"]
        self.draw_stack: bool = options["draw_stack"]
        self.keeps_turn = options["draw_then"] == "continue"
        self.void_on_empty = options["draw_on_empty"] == "void"
        self.owed_pass: bool = options["owed_pass"]
        self.max_plays: int = options["max_plays"]
        self.rank_match: bool = options["wild_rank_match"]
        self.starter_eight: str = options["starter_eight"]
        self.starter_special: str = options["starter_special"]
        self.put_back: dict[str, frozenset[str]] = {}  # outside Countdown
        if self.starter_eight == "replace":
            self.put_back["starter_eight"] = OF_RANK[EIGHT]
        self.from_the_start = Totals.known((8 if self.countdown else 0,) * players)
        self.sizes: tuple[int, ...] = (options.get("hand_size", 0),) * players
        self.special = _special(self.skip, self.turn_back, self.owe)
        if self.starter_special == "replace":
            self.put_back["starter_special"] = self.special
        self.wild = OF_RANK[EIGHT]
        self.steps = _follow(self.special)
        self.next_seat = _next_seats(players)
        self.plain_draw = self.draw_when_able and not self.max_draws
        self.skims = self.draw_when_able and not self.drawn_only and not self.countdown


@cache
def _next_seats(players: int) -> dict[int, tuple[int, ...]]:
    """For each direction, the next seat of each seat."""
    return {step: tuple((seat + step) % players for seat in range(players)) for step in (1, -1)}


@cache
def _special(*ranks: int) -> frozenset[str]:
    """The cards of the ranks that have a rule of their own."""
    return frozenset(token for token in TOKENS if RANK[token] in ranks)


@cache
def _following(suit: str, rank: int, wild: frozenset[str]) -> frozenset[str]:
    return OF_SUIT[suit] | wild if rank < 0 else OF_SUIT[suit] | OF_RANK[rank] | wild


Steps = dict[str, "Steps"]
"""Outside Countdown, for each card that may be laid, what may be laid on that; on a wild card by the suit named.

Nothing for a special card, whose effect comes before.
"""


class Following(dict[frozenset[str], Steps]):
    """The steps from each set of cards that may follow; ``by_suit``: those from a wild card."""

    __slots__ = ("by_suit", "steps")

    def __init__(self, special: frozenset[str]) -> None:
        super().__init__()
        wild = OF_RANK[EIGHT]
        self.by_suit: Steps = {suit: {} for suit in SUITS}
        self.steps: Steps = {token: {} for token in TOKENS} | dict.fromkeys(wild, self.by_suit)
        for suit in SUITS:
            self._add(_following(suit, -1, wild), self.by_suit[suit])
        for token in set(TOKENS) - special - wild:
            self._add(_following(token[1], RANK[token], wild), self.steps[token])

    def __missing__(self, cards: frozenset[str]) -> Steps:
        return self._add(cards, {})

    def _add(self, cards: frozenset[str], steps: Steps) -> Steps:
        steps.update((token, self.steps[token]) for token in cards)
        self[cards] = steps
        return steps


_follow = cache(Following)


class State:
    """A match in progress. A game's own business: others read ``position``."""

    __slots__ = (
        *("house", "totals", "steps", "rounds", "undecided", "standing", "dealer"),
        *("phase", "turn", "direction", "hands", "hidden", "order", "count", "pool", "discards", "named"),
        *("admit", "wild", "owed", "drawn", "drawn_cards", "passes", "plays", "renewed"),
        *("ended", "out", "outcome", "wild_ranks"),
    )

    def __init__(self, house: House, totals: Totals) -> None:
        self.house = house
        self.totals = totals
        self.steps = STEPS  # of counting open scores, left for this match
        self.rounds = 0
        self.undecided = 0
        self.standing: Standing = NOT_OVER
        self.dealer: int | None = None
        self.phase = OVER
        self.turn = 0
        self.direction = 1
        self.hands: list[Bag] = [{} for _ in range(house.players)]  # the cards that are known
        self.hidden: Hidden | None = None  # only where a hand holds ??
        self.order: list[str] | None = None  # the stock from the bottom up, if it is known
        self.count = 0  # cards in the stock
        self.pool: Bag = {}  # the stock's cards whose place is unknown, while no hand holds ??
        self.discards: list[str] = []
        self.named: str | None = None  # the suit named with the wild card on top
        self.admit = NOTHING  # what the player to move may lay, whatever he holds
        self.wild = NOTHING  # what is wild for the player to move
        self.owed = 0
        self.drawn = 0  # cards drawn in this turn
        self.drawn_cards = NOTHING  # the known ones among them
        self.passes = 0
        self.plays = 0
        self.renewed = False  # an implied reshuffle has just happened
        self.ended: str | None = None
        self.out: int | None = None  # who went out
        self.outcome: Totals | None = None  # what the ended round added
        self.wild_ranks: list[int] = []  # by seat, in Countdown

    def copy(self) -> "State":
        """A copy on which a move can be tried; what is never changed in place is shared."""
        other = State.__new__(State)
        for name in State.__slots__:
            setattr(other, name, getattr(self, name))
        other.hands = [hand.copy() for hand in self.hands]
        other.pool = self.pool.copy()
        other.order = self.order if self.order is None else self.order[:]
        other.discards = self.discards[:]
        return other

    def size(self, seat: int) -> int:
        """How many cards a seat holds."""
        return sum(self.hands[seat].values()) + (self.hidden.places(seat) if self.hidden else 0)

    def renewable(self) -> bool:
        """Whether a ``reshuffle`` move could make a new stock now."""
        house = self.house
        return house.renews and not house.eager and not self.count and len(self.discards) > 1

    def wild_for(self, seat: int) -> frozenset[str]:
        """The cards that are wild for a seat."""
        return OF_RANK[self.wild_ranks[seat]] if self.house.countdown else self.house.wild

    def following(self, seat: int) -> frozenset[str]:
        """The cards that follow what lies on top, for a seat, if nothing is owed."""
        top = self.discards[-1]
        wild = self.wild_for(seat)
        if self.named is None:
            return _following(top[1], RANK[top], wild)
        same_rank = RANK[top] if self.house.countdown and self._rank_still_counts() else -1
        return _following(self.named, same_rank, wild)

    def _rank_still_counts(self) -> bool:
        starter_named_by_dealer = len(self.discards) == 1 and not self.plays
        return self.house.rank_match or starter_named_by_dealer

    def refresh(self) -> None:
        """Set anew what the player to move may lay."""
        house = self.house
        if self.phase == FREE:
            self.wild = self.wild_for(self.turn)
            self.admit = self.following(self.turn)
            if house.drawn_only and self.drawn:
                self.admit &= self.drawn_cards
        elif self.phase == OWING:
            self.wild = self.wild_for(self.turn)
            self.admit = OF_RANK[house.owe] if house.draw_stack else NOTHING
        else:
            self.admit = NOTHING

    def to_follow(self) -> dict[str, str]:
        """Suit and rank to follow, as words of a position."""
        if self.named is not None:
            return {"suit": self.named}
        top = self.discards[-1]
        return {"suit": top[1], "rank": top[0]}


def position(state: State) -> dict[str, Any]:
    """All that lies on the table, as data: what a step of ``replay`` shows.

    Hands and stock hold ``??`` where nothing is known; the stock is ``{"count", "cards"}`` with
    the top first.
    """
    house = state.house
    stock: dict[str, Any] = {"count": state.count}
    if state.order is not None:
        stock["cards"] = state.order[::-1]
    else:
        stock["cards"] = [UNSEEN] * state.count
    shown: dict[str, Any] = {
        "phase": PHASE_NAMES[state.phase],
        "direction": state.direction,
        "hands": [
            listed(hand) + [UNSEEN] * (state.hidden.places(seat) if state.hidden else 0)
            for seat, hand in enumerate(state.hands)
        ],
        "stock": stock,
        "discards": list(state.discards),
        "follow": state.to_follow(),
        "owed": state.owed,
        "drawn": state.drawn,
        "passes": state.passes,
    }
    if state.phase != OVER and state.totals.certain is not None:
        shown["scores"] = list(state.totals.certain)
    if state.phase != OVER:
        shown["to_move"] = state.turn
    if state.ended is not None:
        shown["ended"] = state.ended
    if house.countdown:
        shown["wild"] = [RANKS[rank] for rank in state.wild_ranks]
    return shown


def view(shown: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """A position as that seat saw it: other hands and the stock are ``??``."""
    hands = [hand if other == seat else [UNSEEN] * len(hand) for other, hand in enumerate(shown["hands"])]
    count = shown["stock"]["count"]
    return {**shown, "hands": hands, "stock": {"count": count, "cards": [UNSEEN] * count}}


def seen_by(move: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """A move as that seat saw it: what others drew and the order of a new stock are ``??``."""
    seen = dict(move)
    if move["action"] in ("draw", "penalty") and move["seat"] != seat:
        seen["cards"] = [UNSEEN] * len(move["cards"])
    if move["action"] == "reshuffle" and "stock" in move:
        seen["stock"] = [UNSEEN] * len(move["stock"])
    return seen
