"""The deal of a hand of Mus: judged as a whole, then laid on the table."""

from collections.abc import Iterator
from itertools import chain

from kontari.core.cards import UNSEEN
from kontari.core.fault import Fault
from kontari.core.options import InForce
from kontari.games.mus import tally
from kontari.games.mus.cards import HAND, ID, PACK
from kontari.games.mus.exchange import begin_exchange, begin_talk
from kontari.games.mus.hidden import Hidden
from kontari.games.mus.options import Rules
from kontari.games.mus.record import Deal, Start
from kontari.games.mus.state import OVER, VISTO, House, State

SIZES = {HAND}
HIDDEN = frozenset((UNSEEN,))


def begin(options: InForce, players: int, rules: Rules | None, start: Start | None) -> State | Fault:
    """The state before the first deal; a fault where the players or the start cannot be."""
    if players not in (2, 4, 6):
        return Fault("MUS-D01", "/players", {"players": players}, whole=True)
    if options.tables is None:
        options.tables = House(options, players)
    begun = tally.started(start)
    goals = {"stones": "target", "games": "games_to_win", "vacas": "vacas_to_win"}
    for name, option in goals.items():
        numbers = getattr(begun, name)
        if max(numbers) >= options[option]:
            facts = {"key": name, "numbers": list(numbers), "goal": options[option]}
            return Fault("MUS-D02", f"/start/{name}", facts, option=option, whole=True)
    first = begun.stones == tally.NOTHING
    if start is not None and start.first_hand is not None:
        first = start.first_hand
    return State(options.tables, begun, first)


def judge_deal(state: State, deal: Deal) -> Fault | None:
    """The first thing that is wrong with a deal, or None."""
    n = state.house.players
    if state.tallies is not None and None not in [one.winner for one in state.tallies]:
        return Fault("MUS-D03", "", {"rounds": state.rounds})
    if state.ended is None and state.rounds and not state.may_be_won():
        return Fault("MUS-D04", "", {"rounds": state.rounds})
    hands, stock = deal.hands, deal.stock
    if deal.mano >= n:
        return Fault("MUS-D05", "/mano", {"mano_seat": deal.mano, "players": n})
    if len(hands) != n:
        return Fault("MUS-D07", "/hands", {"hands": len(hands), "players": n})
    if set(map(len, hands)) != SIZES:
        seat = next(seat for seat, hand in enumerate(hands) if len(hand) != HAND)
        return Fault("MUS-D08", f"/hands/{seat}", {"seat": seat, "cards": len(hands[seat]), "wanted": HAND})
    left = state.house.left
    if stock is not None and len(stock) != left:
        return Fault("MUS-D10", "/stock", {"cards": len(stock), "wanted": left})
    named = HAND * n + len(stock or ())
    if len(PACK.difference(*hands, stock or ())) == len(PACK) - named:
        return None
    seen = set()
    for at, token in _named(deal):
        if token in seen:
            return Fault("MUS-D09", at, {"card": token})
        if token != UNSEEN:
            seen.add(token)
    return None


def _named(deal: Deal) -> Iterator[tuple[str, str]]:
    for seat, hand in enumerate(deal.hands):
        for index, token in enumerate(hand):
            yield f"/hands/{seat}/{index}", token
    for index, token in enumerate(deal.stock or ()):
        yield f"/stock/{index}", token


def warn_deal(state: State, deal: Deal) -> Fault | None:
    """A warning where mano has not passed to the next seat."""
    if state.mano is None:
        return None
    wanted = (state.mano + 1) % state.house.players
    if deal.mano == wanted:
        return None
    return Fault("MUS-D06", "/mano", {"mano_seat": deal.mano, "wanted_seat": wanted})


def _go_on(state: State) -> None:
    """From the hand before, or the start, to this one: only what agrees with another hand being dealt."""
    only = tally.certain(state.tallies)
    if only is not None and not only.game_over and not state.reached:
        if state.rounds:
            state.first_hand = False
    elif state.tallies is not None:
        standing = state.reached if state.ended is None and state.reached else state.tallies
        going_on = [one for one in standing if one.winner is None]
        if state.rounds:
            state.first_hand = tally.agreed(one.game_over for one in going_on)
        state.tallies = frozenset(one.dealt() for one in going_on)
    elif state.rounds:
        state.first_hand = None


def _lay_unseen(state: State, deal: Deal) -> None:
    """The cards that no token names lie in the stock, or in hands where these hold ``??``."""
    state.pool = set(PACK)
    state.pool.difference_update(*deal.hands, deal.stock or ())
    if any(UNSEEN in hand for hand in deal.hands):
        state.hands = [[token for token in hand if token != UNSEEN] for hand in deal.hands]
        place = sum(1 << ID[token] for token in state.pool)
        state.hidden = Hidden(tuple((place,) * sum(token == UNSEEN for token in hand) for hand in deal.hands))


def apply_deal(state: State, deal: Deal) -> None:
    """Lay the cards of a deal that was admitted on the table."""
    house = state.house
    _go_on(state)
    state.reached = frozenset()
    state.before = state.tallies
    state.rounds += 1
    state.mano = deal.mano
    state.corrido = state.first_hand if house.corrido else False
    state.fork = None
    state.declares, state.gate, state.declared = None, False, {}
    state.closed, state.dejes, state.shown = {}, [], set()
    state.ended = state.counted = None
    state.thrown, state.exchange, state.owed = [], 0, [0] * house.players
    state.stood = False
    hands, stock = deal.hands, deal.stock
    state.hands = list(map(list, hands))
    state.order = None if stock is None else list(reversed(stock))
    state.count = house.left
    state.known = [None] * house.players
    state.hidden = state.worths = None
    if stock is None or not HIDDEN.isdisjoint(chain(stock, *hands)):
        _lay_unseen(state, deal)
    else:
        state.pool = set()
    state.visto = bool(deal.exposed)
    state.phase = OVER
    if state.visto:
        begin_exchange(state, VISTO)
    else:
        begin_talk(state)
