"""What lies on the table, the phases of a hand, and which actions each phase admits."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from kontari.core.cards import UNSEEN
from kontari.games.mus import betting
from kontari.games.mus.betting import Seats
from kontari.games.mus.cards import HAND, ID
from kontari.games.mus.hidden import Hidden, Work
from kontari.games.mus.lances import LANCES, PARES, Value, ranks_of, values
from kontari.games.mus.tally import Tallies, Tally, certain

# The phases of a hand.
TALK, VISTO, DISCARD, DRAW, RENEW, DECLARE, OPEN, REPLY, ENDED, OVER = range(10)

PHASE_NAMES = ("talk", "visto", "discard", "draw", "renew", "declare", "open", "reply", "ended", "over")

ADMITTED: Mapping[int, frozenset[str]] = {
    TALK: frozenset(("mus", "no-mus")),
    VISTO: frozenset(("stand", "discard")),
    DISCARD: frozenset(("discard",)),
    DRAW: frozenset(("draw",)),
    RENEW: frozenset(("reshuffle",)),
    DECLARE: frozenset(("declare",)),
    OPEN: frozenset(("pass", "bet", "ordago")),
    REPLY: frozenset(("accept", "refuse", "raise", "ordago")),
    ENDED: frozenset(("show",)),
    OVER: frozenset(),
}
"""Which actions each phase admits; where declarations may still begin (``gate``), ``declare`` too.

TALK: mus or not. VISTO: stand or discard, after the dealer showed a card. RENEW: the stock is empty
and cards are owed. OPEN: nothing has been bet in the lance. REPLY: a bet, raise or órdago waits for its
answer. ENDED: the last lance is closed, and hands may be shown. OVER: a deje has won the juego.
"""

# How a lance closed.
PASSED, ACCEPTED, REFUSED, ORDAGO = "passed", "accepted", "refused", "ordago"

NOBODY: frozenset[int] = frozenset()


class Closed(NamedTuple):
    """How the betting in a lance ended; ``side`` is whose bet was refused, ``stones`` the stake accepted."""

    how: str
    side: int = 0
    stones: int = 0


EN_PASO, WITH_ALL = Closed(PASSED), Closed(ORDAGO)
REFUSED_BY = Closed(REFUSED, 0), Closed(REFUSED, 1)
"""By the side that was refused."""


@lru_cache(256)
def accepted_at(stake: int) -> Closed:
    """The lance is played for that stake."""
    return Closed(ACCEPTED, stones=stake)


class House:
    """The rules in force as plain attributes; one a match."""

    __slots__ = (
        *("options", "players", "kings", "real", "corrido", "moves_first", "each_replies", "raises", "min_bet"),
        *("min_raise", "refuser_out", "deje_is_one", "deje_plus", "ordago_allowed", "discard_order", "reshuffle_pool"),
        *("values", "orders", "in_order", "openings", "target", "punto_bonus_on_bet", "left"),
    )

    def __init__(self, options: Mapping[str, Any], players: int) -> None:
        self.options = options
        self.players = players
        self.kings: int = options["kings"]
        self.real: str = options["real"]
        self.corrido: bool = options["mus_corrido"]
        self.moves_first = options["corrido_moves"] == "before-discards"
        self.each_replies = options["replies"] == "each"
        self.raises: str = options["raises"]
        self.min_bet: int = options["min_bet"]
        self.min_raise: int = options["min_raise"]
        self.refuser_out: bool = options["refuser_out"]
        self.deje_is_one = options["deje"] == "one"
        self.deje_plus: int = options["deje_plus"]
        self.ordago_allowed: bool = options["ordago_allowed"]
        self.values = values(self.kings, self.real)
        self.orders = tuple(tuple((seat + step) % players for step in range(players)) for seat in range(players))
        self.in_order = [itemgetter(*order) for order in self.orders]
        """By mano: of anything a seat, the same in speaking order."""
        self.left = len(ID) - HAND * players
        """The cards of the stock after the deal."""
        self.target: int = options["target"]
        self.punto_bonus_on_bet: bool = options["punto_bonus_on_bet"]
        self.openings = betting.openings(
            betting.Rules(players, self.each_replies, self.refuser_out, self.ordago_allowed)
        )
        self.discard_order: str = options["discard_order"]
        self.reshuffle_pool: str = options["reshuffle_pool"]

    def admits_raise(self, stones: int, stake: int) -> bool:
        """Whether a stake may be raised by so many stones."""
        if self.raises == "any":
            return stones >= self.min_raise
        return stones == 2 or (stones == stake and self.raises == "double-or-plus-two")

    def deje(self, lance: int, accepted: int) -> int:
        """The stones of a refusal, by the part of the stake that had been accepted."""
        deje = 1 if self.deje_is_one else max(1, accepted)
        return deje + self.deje_plus if lance >= PARES else deje

    def exchange_order(self, mano: int) -> Seats:
        """The seats in the order in which they discard and draw."""
        if self.discard_order == "mano-first":
            return self.orders[mano]
        dealer = (mano - 1) % self.players
        if self.discard_order == "dealer-first":
            return self.orders[dealer]
        return tuple([(dealer - step) % self.players for step in range(self.players)])


Worths = tuple[tuple[int, ...], ...]
"""By the fields of ``Value`` what each hand has there, in speaking order."""

Thrown = tuple[str, int, int]
"""A card in the discards (``??`` where it was not seen), who threw it, and in which exchange of the hand."""


class State:
    """A match in progress. A game's own business: others read ``position``."""

    __slots__ = (
        *("house", "tallies", "reached", "rounds", "undecided", "work", "mano", "first_hand", "corrido", "fork"),
        *("phase", "turn", "queue", "hands", "hidden", "order", "count", "pool", "thrown", "exchange", "owed"),
        *("stood", "visto", "declares", "declared", "gate", "lance", "closed", "eligible"),
        *(
            "bettor",
            "stake",
            "accepted",
            "all_in",
            "out",
            "shown",
            "ended",
            "before",
            "counted",
            "dejes",
            "known",
            "worths",
        ),
    )

    def __init__(self, house: House, tally: Tally, first_hand: bool) -> None:
        self.house = house
        self.tallies: Tallies = frozenset((tally,))
        self.reached: Tallies = frozenset()  # the tallies in which the last deje has won the juego; None: not known
        self.rounds = 0
        self.undecided = 0
        self.work = Work()
        self.mano: int | None = None  # None before the first deal
        self.first_hand: bool | None = first_hand  # of the next deal; None where that is not known
        self.corrido: bool | None = False  # whether mus corrido is played in this hand; None where that is not known
        self.fork: int | None = None  # the mano if mus corrido is played, where the next move will tell
        self.phase = OVER
        self.turn = 0
        self.queue: Seats = ()  # who is to move after ``turn`` in this phase
        self.hands: list[list[str]] = []  # the known cards of each seat
        self.known: list[Value | None] = []  # what each hand is worth, once that was asked
        self.hidden: Hidden | None = None  # None where no card of a hand or of the discards is unseen
        self.worths: Worths | None = None  # the hands lance by lance, once that was asked where all are known
        self.order: list[str] | None = None  # the stock where its order is known, the top last
        self.count = 0  # the cards of the stock
        self.pool: set[str] = set()  # the cards that may lie in the stock and that no order names
        self.thrown: list[Thrown] = []
        self.exchange = 0
        self.owed: list[int] = []  # the cards each seat has still to draw
        self.stood = False  # whether somebody stood under mus visto
        self.visto = False
        self.declares: bool | None = None  # whether the seats declare in this hand; None where both may be
        self.declared: dict[int, list[bool | None]] = {}  # by lance and seat
        self.gate = False  # whether declarations may begin now
        self.lance = 0
        self.closed: dict[int, Closed | None] = {}  # by lance; None where nobody could bet
        self.eligible: Seats = ()  # who may speak in the lance, in speaking order
        self.bettor: int | None = None
        self.stake = 0
        self.accepted = 0  # the part of the stake that was accepted by raising it
        self.all_in = False  # whether the stake is the juego
        self.out: frozenset[int] = NOBODY  # who has refused
        self.shown: set[int] = set()
        self.ended: str | None = None
        self.before: Tallies = None  # the tallies at the deal
        self.counted: Any = None  # the count of the ended round, once it was made
        self.dejes: list[tuple[int, int, int]] = []  # lance, side, stones

    def copy(self) -> "State":
        """A copy on which a move can be tried; what is never changed in place is shared."""
        other = State.__new__(State)
        for name in State.__slots__:
            setattr(other, name, getattr(self, name))
        other.hands = [hand[:] for hand in self.hands]
        other.order = None if self.order is None else self.order[:]
        other.pool = self.pool.copy()
        other.thrown = self.thrown[:]
        other.owed = self.owed[:]
        other.declared = {lance: said[:] for lance, said in self.declared.items()}
        other.closed = self.closed.copy()
        other.known = self.known[:]
        other.work = self.work.copy()
        other.shown = self.shown.copy()
        other.dejes = self.dejes[:]
        return other

    def may_be_won(self) -> bool:
        """Whether the last deje may have won the juego, and nothing since has shown that it did not."""
        return self.reached is None or bool(self.reached)

    def side(self, seat: int) -> int:
        """0 for the even seats, 1 for the odd ones."""
        return seat % 2

    def unseen(self, seat: int) -> int:
        """How many cards of a seat no token names."""
        return 0 if self.hidden is None else len(self.hidden.hands[seat])

    def hands_known(self) -> bool:
        """Whether a token names every card of the hands."""
        return self.hidden is None or not any(self.hidden.hands)

    def ranks(self, seat: int) -> str:
        """The known ranks of a hand, sorted."""
        return ranks_of(self.hands[seat])

    def value(self, seat: int) -> Value:
        """What a known hand is worth."""
        found = self.known[seat]
        if found is None:
            self.known[seat] = found = self.house.values.of(self.hands[seat])
        return found

    def values(self) -> list[Value]:
        """What the hands are worth, by seat, where all are known."""
        return self.house.values.of_all(self.hands)

    def all_worths(self) -> Worths:
        """What the hands are worth in each lance, in speaking order, where all are known."""
        found = self.worths
        if found is None:
            found = self.worths = self.in_columns(self.values())
        return found

    def in_columns(self, hands: Sequence[Value]) -> Worths:
        """The values of the hands (by seat) lance by lance, each in speaking order."""
        assert self.mano is not None
        return tuple(zip(*self.house.in_order[self.mano](hands), strict=True))

    def has(self, seat: int, lance: int) -> bool:
        """Whether a known hand may take part in a lance."""
        return self.value(seat)[lance] > 0

    def speaking(self) -> Seats:
        """All seats in speaking order, from mano."""
        assert self.mano is not None
        return self.house.orders[self.mano]


def position(state: State) -> dict[str, Any]:
    """All that lies on the table, as data: what a step of ``replay`` shows."""
    tally = certain(state.tallies)
    shown: dict[str, Any] = {
        "phase": PHASE_NAMES[state.phase],
        "mano": state.mano,
        "hands": [in_order(hand) + [UNSEEN] * state.unseen(seat) for seat, hand in enumerate(state.hands)],
        "stock": {"count": state.count, "cards": _stock(state)},
        "discards": [token for token, _, _ in state.thrown],
    }
    if state.phase in (DISCARD, DRAW, RENEW, VISTO):
        shown["owed"] = list(state.owed)
    if state.phase in (DECLARE, OPEN, REPLY):
        shown["lance"] = LANCES[state.lance]
    if state.phase == REPLY:
        shown["bet"] = {"seat": state.bettor, "stake": "ordago" if state.all_in else state.stake}
    if tally is not None:
        shown |= {"stones": list(tally.stones), "games": list(tally.games)}
        if state.house.options["vacas_to_win"] > 1:
            shown["vacas"] = list(tally.vacas)
    if state.phase in (RENEW, ENDED, OVER):
        pass
    elif state.phase == REPLY and not state.house.each_replies:
        shown["may_move"] = list(answering(state))
    else:
        shown["to_move"] = state.turn
    if state.shown:
        shown["shown"] = sorted(state.shown)
    if state.ended is not None and not state.may_be_won():
        shown["ended"] = state.ended
    return shown


def answering(state: State) -> Seats:
    """The seats that may answer what was bet, in turn after the bettor."""
    assert state.bettor is not None
    opponents = state.house.orders[state.bettor][1::2]
    return tuple([seat for seat in opponents if seat in state.eligible and seat not in state.out])


def in_order(cards: Sequence[str]) -> list[str]:
    """Cards in the order of the pack."""
    return sorted(cards, key=ID.__getitem__)


def _stock(state: State) -> list[str]:
    return [UNSEEN] * state.count if state.order is None else state.order[::-1]


def view(shown: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """A position as that seat saw it: the hands of others until they show them, stock and discards are ``??``."""
    open_ = {seat, *shown.get("shown", ())}
    hands = [hand if other in open_ else [UNSEEN] * len(hand) for other, hand in enumerate(shown["hands"])]
    count = shown["stock"]["count"]
    stock = {"count": count, "cards": [UNSEEN] * count}
    return {**shown, "hands": hands, "stock": stock, "discards": [UNSEEN] * len(shown["discards"])}


def seen_by(move: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """A move as that seat saw it: what others threw and drew, and the order of a new stock, are ``??``."""
    seen = dict(move)
    if move["action"] in ("discard", "draw") and move["seat"] != seat:
        seen["cards"] = [UNSEEN] * len(move["cards"])
    if move["action"] == "reshuffle" and "stock" in move:
        seen["stock"] = [UNSEEN] * len(move["stock"])
    return seen
