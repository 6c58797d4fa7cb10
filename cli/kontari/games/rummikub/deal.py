"""The deal of a round, or of the part of it that is recorded: judged as a whole, then laid out."""

from collections import Counter
from collections.abc import Iterator, Sequence

from kontari.core.cards import UNSEEN, bag_of
from kontari.core.fault import Fault
from kontari.core.options import InForce
from kontari.core.replay import NOT_OVER
from kontari.core.totals import Totals
from kontari.games.rummikub import score
from kontari.games.rummikub.hidden import Hidden
from kontari.games.rummikub.options import Rules
from kontari.games.rummikub.record import Deal, Start
from kontari.games.rummikub.state import EMPTY, STOCKED, House, State
from kontari.games.rummikub.tiles import BOUND, ID, JOKER, NUMBER, TOKENS, whole_set
from kontari.games.rummikub.turns import end_round

MOST_PLAYERS = {2: 4, 3: 6, 4: 8}
"""How many may play with so many copies of each tile."""


def begin(options: InForce, players: int, rules: Rules | None, start: Start | None) -> State | Fault:
    """The state before the first deal; a fault where the rules or the start cannot be."""
    if options.tables is None:
        options.tables = _impossible(options, players, rules) or House(options, players)
    house = options.tables
    if isinstance(house, Fault):
        return house
    if start is None or start.scores is None:
        return State(house, house.from_the_start)
    scores = tuple(start.scores)
    if len(scores) != house.sides:
        return Fault("RK-D03", "/start/scores", {"scores": len(scores), "sides": house.sides}, whole=True)
    totals = scores + (0,) * house.sides * house.counts_wins
    if score.decided(house, 0, totals) is not None:
        facts = {"scores": list(scores), "target": options["target"]}
        return Fault("RK-D04", "/start/scores", facts, option="target", whole=True)
    return State(house, Totals.known(totals))


def _impossible(options: InForce, players: int, rules: Rules | None) -> Fault | None:
    most = MOST_PLAYERS[options["copies"]]
    if players > most:
        return Fault("RK-D02", "/players", {"players": players, "most": most}, option="copies", whole=True)
    teams = options["teams"]
    if teams and not (2 <= teams < players and players % teams == 0):
        # No preset has teams, so the record itself writes them.
        return Fault("RK-D01", "/rules/teams", {"teams": teams, "players": players}, option="teams", whole=True)
    return None


def judge_deal(state: State, deal: Deal) -> Fault | None:
    """The first thing that is wrong with a deal, or None."""
    house = state.house
    n = house.players
    if state.rounds and state.ended is None:
        return Fault("RK-D06", "", {"rounds": state.rounds})
    if state.standing.over and not state.standing.stops_here:
        return Fault("RK-D05", "", {"rounds": state.rounds})
    if deal.first >= n:
        return Fault("RK-D07", "/first", {"first": deal.first, "players": n})
    if len(deal.racks) != n:
        return Fault("RK-D08", "/racks", {"racks": len(deal.racks), "players": n})
    fault = _judge_place(state, deal) or _judge_sizes(house, deal)
    if fault is None and deal.start_draws is not None:
        fault = _judge_start_draws(house, deal, deal.start_draws)
    if fault is None and deal.table is not None:
        fault = _judge_table(house, deal, deal.table)
    return fault or _judge_tiles(house, deal)


def _judge_place(state: State, deal: Deal) -> Fault | None:
    """Whether the keys that belong to the first round, or to a part of one, may be there."""
    if state.rounds:
        for key in ("table", "opened", "start_draws"):
            if getattr(deal, key) is not None:
                return Fault("RK-D09", f"/{key}", {"key": key, "rounds": state.rounds})
    if (deal.table is None) != (deal.opened is None):
        there, missing = ("table", "opened") if deal.opened is None else ("opened", "table")
        return Fault("RK-D10", "", {"there": there, "missing": missing})
    if deal.table is not None and deal.start_draws is not None:
        return Fault("RK-D11", "/start_draws")
    return None


def _judge_sizes(house: House, deal: Deal) -> Fault | None:
    for seat, rack in enumerate(deal.racks):
        if deal.table is not None:
            if not rack:
                return Fault("RK-D13", f"/racks/{seat}", {"seat": seat})
        elif len(rack) != house.rack_size:
            facts = {"seat": seat, "tiles": len(rack), "wanted": house.rack_size}
            return Fault("RK-D12", f"/racks/{seat}", facts, option="rack_size")
    return None


def _judge_start_draws(house: House, deal: Deal, draws: Sequence[str]) -> Fault | None:
    if len(draws) != house.players:
        return Fault("RK-D14", "/start_draws", {"tiles": len(draws), "players": house.players})
    own = draws[deal.first]
    if own == JOKER:
        return Fault("RK-D15", "/first", {"first_seat": deal.first, "tile": own})
    if own == UNSEEN:
        return None
    for seat, token in enumerate(draws):
        if NUMBER.get(token, 0) > NUMBER[own]:
            facts = {"first_seat": deal.first, "tile": own, "higher_seat": seat, "higher": token}
            return Fault("RK-D15", "/first", facts)
    return None


def _judge_table(house: House, deal: Deal, table: Sequence[Sequence[str]]) -> Fault | None:
    opened = deal.opened or []
    if len(opened) != house.players:
        return Fault("RK-D16", "/opened", {"seats": len(opened), "players": house.players})
    if bool(table) != any(opened):
        return Fault("RK-D17", "/table", {"sets": len(table)})
    for index, tokens in enumerate(table):
        made = house.sets.at(tokens, f"/table/{index}")
        if isinstance(made, Fault):
            return made
    return None


def _named(deal: Deal) -> Iterator[tuple[str, str]]:
    """Every tile that the deal lays out, with its place."""
    for seat, rack in enumerate(deal.racks):
        yield from ((f"/racks/{seat}/{index}", token) for index, token in enumerate(rack))
    for number, tokens in enumerate(deal.table or ()):
        yield from (
            (f"/table/{number}/{index}", JOKER if token in BOUND else token) for index, token in enumerate(tokens)
        )
    yield from ((f"/pool/{index}", token) for index, token in enumerate(deal.pool or ()))


def _laid_out(deal: Deal) -> int:
    return sum(map(len, deal.racks)) + sum(map(len, deal.table or ()))


def _judge_tiles(house: House, deal: Deal) -> Fault | None:
    """Whether the box holds all these tiles, and the pool the rest."""
    laid_out = _laid_out(deal)
    if laid_out > house.tiles:
        return Fault("RK-D18", "/racks", {"tiles": laid_out, "box": house.tiles})
    if deal.pool is not None and laid_out + len(deal.pool) != house.tiles:
        return Fault("RK-D20", "/pool", {"tiles": len(deal.pool), "wanted": house.tiles - laid_out})
    if min(_unseen(house, deal)) >= 0:
        return None
    seen: Counter[str] = Counter()
    for at, token in _named(deal):
        if token == UNSEEN:
            continue
        seen[token] += 1
        most = house.jokers if token == JOKER else house.copies
        if seen[token] > most:
            option = "jokers" if token == JOKER else "copies"
            return Fault("RK-D19", at, {"tile": token, "most": most}, option=option)
    raise AssertionError("some tile is there too often")


def _unseen(house: House, deal: Deal) -> list[int]:
    """How often each tile, by ``ID``, is named nowhere in the deal."""
    left = whole_set(house.options)
    laid_out: tuple[Sequence[str], ...] = (*deal.racks, *(deal.table or ()), deal.pool or ())
    for tiles in laid_out:
        for token in tiles:
            if token in ID:
                left[ID[token]] -= 1
            elif token != UNSEEN:
                left[ID[JOKER]] -= 1
    return left


def warn_deal(state: State, deal: Deal) -> Fault | None:
    """Nothing: any seat may be the first of a later round."""
    return None


def apply_deal(state: State, deal: Deal) -> None:
    """Lay out the tiles of a deal that was admitted."""
    house = state.house
    state.totals = state.totals.only(lambda one: score.decided(house, state.rounds, one) is None)
    state.standing = NOT_OVER
    state.rounds += 1
    state.ended = state.out = state.outcome = state.last_turns = None
    state.passes = 0
    state.fresh = ()
    state.opened = list(deal.opened) if deal.opened is not None else [False] * house.players
    state.lay_out(deal.table or ())
    state.count = house.tiles - _laid_out(deal)
    state.order = None if deal.pool is None else list(reversed(deal.pool))
    _set_racks(state, deal)
    state.turn = deal.first
    state.phase = STOCKED if state.count else EMPTY
    if not state.count:
        if house.at_once:
            end_round(state, "pool")
        elif house.one_more_turn:
            state.last_turns = house.players


def _set_racks(state: State, deal: Deal) -> None:
    """Set the racks, and what may lie unseen in them and in the pool."""
    state.hidden = None
    state.pool = {}
    places = [list[str](rack).count(UNSEEN) for rack in deal.racks]
    state.racks = [bag_of(rack) for rack in deal.racks]
    if any(places):
        for rack in state.racks:
            rack.pop(UNSEEN, None)
        state.hidden = Hidden.first(_unseen(state.house, deal), places)
    elif deal.pool is None or UNSEEN in deal.pool:
        state.pool = {token: count for token, count in zip(TOKENS, _unseen(state.house, deal), strict=True) if count}
