"""The deal of a hand: judged as a whole, then laid on the table."""

from collections import Counter
from collections.abc import Mapping

from kontari.core.assign import pool_of
from kontari.core.cards import ID, OF_RANK, RANK, TOKENS, UNSEEN, bag_of
from kontari.core.fault import Fault
from kontari.core.options import InForce
from kontari.core.replay import NOT_OVER
from kontari.core.totals import Totals
from kontari.games.crazy_eights import score
from kontari.games.crazy_eights.hidden import DEALT_KIND, Hidden, Place, World
from kontari.games.crazy_eights.options import Rules, contradiction
from kontari.games.crazy_eights.record import Deal, Start
from kontari.games.crazy_eights.state import EIGHT, FREE, House, State
from kontari.games.crazy_eights.turns import begin_turn, end_hand, lay_effect

_PACK = dict.fromkeys(TOKENS, 1)


def begin(options: InForce, players: int, rules: Rules | None, start: Start | None) -> State | Fault:
    """The state before the first deal; a fault where the rules or the start cannot be."""
    if options.tables is None:
        options.tables = contradiction(options, rules) or _too_many(options, players) or House(options, players)
    house = options.tables
    if isinstance(house, Fault):
        return house
    if start is None or start.scores is None:
        return State(house, house.from_the_start)
    totals = tuple(start.scores)
    if len(totals) != players:
        return Fault("CE-D03", "/start/scores", {"scores": len(totals), "players": players}, whole=True)
    out_of_range = options["countdown"] and not all(1 <= total <= 8 for total in totals)
    if out_of_range or score.decided({**options, "max_rounds": 0}, 0, totals) is not None:
        return Fault("CE-D04", "/start/scores", {"scores": list(totals)}, whole=True)
    return State(house, Totals.known(totals))


def _too_many(options: InForce, players: int) -> Fault | None:
    if players <= options["max_players"]:
        return None
    facts = {"players": players, "most": options["max_players"]}
    return Fault("CE-D02", "/players", facts, option="max_players", whole=True)


def judge_deal(state: State, deal: Deal) -> Fault | None:
    """The first thing that is wrong with a deal, or None."""
    house = state.house
    n = house.players
    if state.standing.over:
        return Fault("CE-D05", "", {"rounds": state.rounds})
    if state.rounds and state.ended is None:
        return Fault("CE-D06", "", {"rounds": state.rounds})
    if deal.dealer >= n:
        return Fault("CE-D07", "/dealer", {"dealer": deal.dealer, "players": n})
    if len(deal.hands) != n:
        return Fault("CE-D09", "/hands", {"hands": len(deal.hands), "players": n})
    return _judge_sizes(state, deal) or _judge_starter(state, deal) or _judge_cards(house, deal)


def _judge_sizes(state: State, deal: Deal) -> Fault | None:
    """Whether each hand has its size; in Countdown any that the scores, where ``??`` left them open, allow."""
    house = state.house
    dealt = tuple(map(len, deal.hands))
    if house.countdown:
        allowed = _sizes_of_countdown(state)
        if allowed is None:
            low, high = state.totals.low, state.totals.high
            allowed = [tuple(map(max, (max(1, one) for one in low), map(min, dealt, high)))]
    else:
        allowed = [house.sizes]
    if dealt in allowed:
        return None
    wrong = [seat for seat, size in enumerate(dealt) if all(size != sizes[seat] for sizes in allowed)]
    seat = wrong[0] if wrong else 0
    facts = {"seat": seat, "cards": dealt[seat], "wanted": allowed[0][seat]}
    return Fault("CE-D10", f"/hands/{seat}", facts, option="countdown" if house.countdown else "hand_size")


def _sizes_of_countdown(state: State) -> list[tuple[int, ...]] | None:
    """The scores with which the match may go on; None where only their bounds are known."""
    vectors = state.totals.vectors
    if vectors is None:
        return None
    return sorted(one for one in vectors if score.decided(state.house.options, state.rounds, one) is None)


def _wild_ranks(state: State, deal: Deal) -> list[int]:
    return [len(hand) - 1 for hand in deal.hands] if state.house.countdown else []


def _put_back(state: State, deal: Deal) -> Mapping[str, frozenset[str]]:
    """The cards that are no starter but go back and are replaced, by the option that says so."""
    house = state.house
    if not house.countdown or house.starter_eight != "replace":
        return house.put_back
    wild = frozenset[str]().union(*(OF_RANK[rank] for rank in _wild_ranks(state, deal)))
    return {**house.put_back, "starter_eight": wild}


def _judge_starter(state: State, deal: Deal) -> Fault | None:
    if not deal.starter:
        return Fault("CE-D11", "/starter")
    *replaced, starter = deal.starter
    put_back = _put_back(state, deal)
    for index, token in enumerate(replaced):
        if not any(token in cards for cards in put_back.values()):
            return Fault("CE-D13", f"/starter/{index}", {"card": token})
    for option, cards in put_back.items():
        if starter in cards:
            return Fault("CE-D12", f"/starter/{len(replaced)}", {"card": starter}, option=option)
    names = state.house.starter_eight == "dealer-names" and RANK[starter] == EIGHT
    if names and deal.suit is None:
        return Fault("CE-D14", "", {"card": starter}, option="starter_eight")
    if not names and deal.suit is not None:
        return Fault("CE-D15", "/suit", {"card": starter, "suit": deal.suit}, option="starter_eight")
    return None


def _judge_cards(house: House, deal: Deal) -> Fault | None:
    whole = 52 * house.decks
    dealt = sum(map(len, deal.hands)) + 1
    if dealt > whole:
        return Fault("CE-D16", "/hands", {"cards": dealt, "pack": whole}, option="decks")
    stock = deal.stock
    if stock is not None and dealt + len(stock) != whole:
        facts = {"cards": len(stock), "wanted": whole - dealt}
        return Fault("CE-D18", "/stock", facts)
    if house.one_pack and len(deal.starter) == 1:
        # One pack: no card stands twice exactly when there are as many different ones as cards.
        different = set(deal.starter).union(stock or (), *deal.hands)
        if UNSEEN not in different and len(different) == dealt + len(stock or ()):
            return None
    return _judge_copies(house, deal)


def _judge_copies(house: House, deal: Deal) -> Fault | None:
    seen: Counter[str] = Counter()
    named: list[tuple[str, str]] = [(f"/starter/{len(deal.starter) - 1}", deal.starter[-1])]
    for seat, hand in enumerate(deal.hands):
        named += [(f"/hands/{seat}/{index}", token) for index, token in enumerate(hand)]
    named += [(f"/stock/{index}", token) for index, token in enumerate(deal.stock or ())]
    for at, token in named:
        if token != UNSEEN:
            seen[token] += 1
            if seen[token] > house.decks:
                return Fault("CE-D17", at, {"card": token, "decks": house.decks}, option="decks")
    returned = _returned(deal)
    for index, token in enumerate(deal.starter):
        if token in returned and seen[token] == house.decks:
            return Fault("CE-D19", f"/starter/{index}", {"card": token})
    hidden = _hidden_hands(house, deal)
    if hidden is not None and not hidden.worlds[0].possible(0):
        return Fault("CE-D19", "/starter/0", {"card": deal.starter[0]})
    return None


def _returned(deal: Deal) -> set[str]:
    """The replaced starters that no card of the stock names, and so lie unseen in it."""
    return {token for token in deal.starter[:-1] if token not in (deal.stock or ())}


def warn_deal(state: State, deal: Deal) -> Fault | None:
    """A warning where the deal has not passed to the left."""
    if state.dealer is None:
        return None
    wanted = (state.dealer + 1) % state.house.players
    if deal.dealer == wanted:
        return None
    return Fault("CE-D08", "/dealer", {"dealer": deal.dealer, "wanted_seat": wanted})


def apply_deal(state: State, deal: Deal) -> None:
    """Lay the cards of a deal that was admitted on the table."""
    house = state.house
    n = house.players
    if state.totals.certain is None:
        state.totals = _totals_before(state, deal)
    state.standing = NOT_OVER
    state.rounds += 1
    state.dealer = deal.dealer
    state.ended = state.out = state.outcome = None
    state.direction = 1
    state.owed = state.passes = state.plays = 0
    state.renewed = False
    state.wild_ranks = _wild_ranks(state, deal)
    state.discards = [deal.starter[-1]]
    state.named = deal.suit
    state.count = 52 * house.decks - 1 - sum(map(len, deal.hands))
    state.order = None if deal.stock is None else list(reversed(deal.stock))
    _hands(state, deal)
    state.turn = deal.dealer
    state.phase = FREE
    if house.counts_at_once and not state.count:
        end_hand(state, "stock")
    elif house.starter_special == "as-played" and deal.starter[-1] in house.special:
        lay_effect(state, deal.starter[-1])
    else:
        state.turn = (deal.dealer + 1) % n
        begin_turn(state)


def _totals_before(state: State, deal: Deal) -> Totals:
    """The totals that agree with another hand being dealt, where some were open."""
    if state.house.countdown:
        return Totals.known(map(len, deal.hands))
    return state.totals.only(lambda one: score.decided(state.house.options, state.rounds, one) is None)


def _hands(state: State, deal: Deal) -> None:
    """Set hands, the stock's unseen cards and the hidden places."""
    house = state.house
    state.hidden = _hidden_hands(house, deal)
    if state.hidden is not None:
        state.hands = [bag_of(token for token in hand if token != UNSEEN) for hand in deal.hands]
        state.pool = {}
        return
    state.hands = [dict.fromkeys(hand, 1) if house.one_pack else bag_of(hand) for hand in deal.hands]
    if deal.stock is not None and UNSEEN not in deal.stock:
        state.pool = {}
    elif house.one_pack and deal.stock is None:
        state.pool = _PACK.copy()
        del state.pool[deal.starter[-1]]
        for hand in state.hands:
            for token in hand:
                del state.pool[token]
    else:
        counts = _unseen(house, deal)
        state.pool = {token: count for token, count in zip(TOKENS, counts, strict=True) if count}


def _unseen(house: House, deal: Deal) -> list[int]:
    """How often each card (by id) is named nowhere in the deal."""
    seen = Counter[str](token for cards in (*deal.hands, deal.stock or (), deal.starter[-1:]) for token in cards)
    return [house.decks - seen[token] for token in TOKENS]


def _hidden_hands(house: House, deal: Deal) -> Hidden | None:
    """The hands in which something is unseen; None where nothing is."""
    if all(UNSEEN not in hand for hand in deal.hands):
        return None
    unseen = _unseen(house, deal)
    returned = [0] * 52
    for token in _returned(deal):
        unseen[ID[token]] -= 1
        returned[ID[token]] = 1
    place = Place(0, DEALT_KIND, False)
    hands = tuple((place,) * sum(token == UNSEEN for token in hand) for hand in deal.hands)
    return Hidden([World((pool_of([*unseen, *returned]),), hands)])
