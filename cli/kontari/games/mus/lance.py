"""The lances: declarations, bets and answers, and how one lance leads to the next."""

from kontari.core.fault import Fault
from kontari.games.mus.betting import Seats
from kontari.games.mus.hidden import Bound, Work
from kontari.games.mus.lances import CHICA, GRANDE, JUEGO, LANCES, PARES, PUNTO
from kontari.games.mus.record import Accept, Bet, Declare, Ordago, Pass, Raise, Refuse
from kontari.games.mus.state import (
    DECLARE,
    EN_PASO,
    ENDED,
    NOBODY,
    OPEN,
    OVER,
    REFUSED_BY,
    REPLY,
    WITH_ALL,
    Closed,
    State,
    accepted_at,
    answering,
)
from kontari.games.mus.turns import no_such_seat, wrong_turn

BettingMove = Pass | Bet | Raise | Ordago | Accept | Refuse


def begin_lances(state: State) -> None:
    """Grande is opened by mano."""
    _open(state, GRANDE, state.speaking())


def _open(state: State, lance: int, eligible: Seats) -> None:
    """Let a lance begin in which those seats, in speaking order, may bet."""
    state.lance = lance
    state.eligible = eligible
    state.bettor = None
    state.stake = state.accepted = 0
    state.all_in = False
    state.out = NOBODY
    state.phase = OPEN
    state.turn, state.queue = eligible[0], eligible[1:]


def _after(state: State, lance: int) -> None:
    """What follows when a lance is closed."""
    if lance == GRANDE:
        _open(state, CHICA, state.speaking())
    elif lance == CHICA:
        if state.hidden is not None and any(state.hidden.hands):
            state.declares = True
        state.gate = state.declares is None
        _reach(state, PARES)
    elif lance == PARES:
        _reach(state, JUEGO)
    else:
        end_hand(state, "count")


def _reach(state: State, lance: int) -> None:
    """Pares or juego is next: with declarations if the seats declare in this hand."""
    if state.declares:
        begin_declarations(state, lance)
    else:
        bet_among_holders(state, lance, tuple([seat for seat in state.speaking() if state.has(seat, lance)]))


def begin_declarations(state: State, lance: int) -> None:
    """Each says in turn, from mano, whether he has pares or juego."""
    state.lance = lance
    state.phase = DECLARE
    state.declared[lance] = [None] * state.house.players
    order = state.speaking()
    state.turn, state.queue = order[0], order[1:]


def bet_among_holders(state: State, lance: int, holders: Seats) -> None:
    """Betting in pares or juego, if each side has a holder; if nobody has juego, punto. Holders in speaking order."""
    if lance == JUEGO and not holders:
        _open(state, PUNTO, state.speaking())
    elif holders and any((seat - holders[0]) % 2 for seat in holders):
        _open(state, lance, holders)
    else:
        state.closed[lance] = None
        _after(state, lance)


def end_hand(state: State, how: str) -> None:
    """The last lance is closed; showings may follow."""
    state.phase = ENDED
    state.ended = how


# Declarations


def judge_declare(state: State, move: Declare) -> Fault | None:
    if state.gate:
        lance = PARES
        if move.seat != state.mano:
            return no_such_seat(state, move.seat) or Fault("MUS-T01", "/seat", {"seat": move.seat, "turn": state.mano})
    else:
        lance = state.lance
        fault = wrong_turn(state, move.seat)
        if fault is not None:
            return fault
    fault = _wrong_lance(move.lance, lance)
    if fault is not None:
        return fault
    if may_declare(state, move.seat, lance, move.has, state.work.copy()):
        return None
    return Fault("MUS-S01", "/has", {"seat": move.seat, "has": move.has, "lance": LANCES[lance]})


def _wrong_lance(claimed: str | None, lance: int) -> Fault | None:
    if claimed is None or claimed == LANCES[lance]:
        return None
    return Fault("MUS-T05", "/lance", {"claimed": claimed, "lance": LANCES[lance]})


def may_declare(state: State, seat: int, lance: int, has: bool, work: Work) -> bool:
    """Whether what a seat says may be true. work: what may be spent on it; of a mere question, a copy."""
    if not state.unseen(seat):
        return state.has(seat, lance) == has
    assert state.hidden is not None
    said = bounds(state)
    said[seat] = said[seat]._replace(pares=has) if lance == PARES else said[seat]._replace(juego=has)
    return state.hidden.possible_for(said, work)


def bounds(state: State) -> list[Bound]:
    """What each hand must be, by its known cards and what was declared."""
    house = state.house
    said = {lance: state.declared.get(lance, [None] * house.players) for lance in (PARES, JUEGO)}
    return [
        Bound(state.ranks(seat), said[PARES][seat], said[JUEGO][seat], house.kings, house.real)
        for seat in range(house.players)
    ]


def apply_declare(state: State, move: Declare) -> None:
    if state.gate:
        state.gate = False
        state.declares = True
        state.closed.pop(PARES, None)
        state.closed.pop(JUEGO, None)
        state.ended = None
        _reach(state, PARES)
    if state.unseen(move.seat) and may_declare(state, move.seat, state.lance, not move.has, state.work):
        state.undecided += 1
    state.declared[state.lance][move.seat] = move.has
    if state.queue:
        state.turn, state.queue = state.queue[0], state.queue[1:]
        return
    said = state.declared[state.lance]
    bet_among_holders(state, state.lance, tuple([seat for seat in state.speaking() if said[seat]]))


# Bets


def judge_word(state: State, move: BettingMove) -> Fault | None:
    """Whether that seat may speak now, and says so of the right lance: all that a pass and an answer are asked."""
    seat = move.seat
    if seat != state.turn and (state.phase == OPEN or state.house.each_replies or seat not in answering(state)):
        return no_such_seat(state, seat) or _why_silent(state, seat)
    return None if move.lance is None else _wrong_lance(move.lance, state.lance)


def _why_silent(state: State, seat: int) -> Fault:
    lance = LANCES[state.lance]
    if seat not in state.eligible:
        return Fault("MUS-B01", "/seat", {"seat": seat, "lance": lance})
    if state.phase == REPLY and seat in state.out:
        option = "refuser_out" if state.house.refuser_out else None
        return Fault("MUS-B05", "/seat", {"seat": seat, "lance": lance}, option=option)
    if state.bettor is not None and state.side(seat) == state.side(state.bettor):
        return Fault("MUS-B06", "/seat", {"seat": seat, "turn": state.turn})
    return Fault("MUS-T01", "/seat", {"seat": seat, "turn": state.turn})


def judge_bet(state: State, move: Bet) -> Fault | None:
    fault = judge_word(state, move)
    if fault is not None:
        return fault
    least = state.house.min_bet
    if move.stones < least:
        return Fault("MUS-B03", "/stones", {"stones": move.stones, "least": least}, option="min_bet")
    return None


def judge_raise(state: State, move: Raise) -> Fault | None:
    fault = judge_word(state, move)
    if fault is not None:
        return fault
    if state.all_in:
        return Fault("MUS-B07", "")
    house = state.house
    if not house.admits_raise(move.stones, state.stake):
        if house.raises == "any":
            return Fault("MUS-B04", "/stones", {"stones": move.stones, "least": house.min_raise}, option="min_raise")
        allowed = [2] if house.raises == "plus-two" else sorted({2, state.stake})
        return Fault("MUS-B09", "/stones", {"stones": move.stones, "allowed": allowed}, option="raises")
    if move.stake is not None and move.stake != state.stake + move.stones:
        return Fault("MUS-B08", "/stake", {"claimed": move.stake, "stake": state.stake + move.stones})
    return None


def judge_ordago(state: State, move: Ordago) -> Fault | None:
    fault = judge_word(state, move)
    if fault is not None:
        return fault
    if not state.house.ordago_allowed:
        return Fault("MUS-B10", "", option="ordago_allowed")
    return Fault("MUS-B07", "") if state.all_in else None


def apply_pass(state: State, move: Pass) -> None:
    if state.queue:
        state.turn, state.queue = state.queue[0], state.queue[1:]
    else:
        _close(state, EN_PASO)


def apply_bet(state: State, move: Bet) -> None:
    state.stake = move.stones
    _ask(state, move.seat)


def apply_raise(state: State, move: Raise) -> None:
    state.accepted = state.stake
    state.stake += move.stones
    if not state.house.refuser_out:
        state.out = NOBODY
    _ask(state, move.seat)


def apply_ordago(state: State, move: Ordago) -> None:
    state.accepted = state.stake
    state.all_in = True
    if not state.house.refuser_out:
        state.out = NOBODY
    _ask(state, move.seat)


def _ask(state: State, bettor: int) -> None:
    """The other side answers, beginning with the next seat."""
    state.phase = REPLY
    state.bettor = bettor
    answers = answering(state)
    state.turn, state.queue = answers[0], answers[1:]


def apply_accept(state: State, move: Accept) -> None:
    if state.all_in:
        state.closed[state.lance] = WITH_ALL
        end_hand(state, "ordago")
    else:
        _close(state, accepted_at(state.stake))


def apply_refuse(state: State, move: Refuse) -> None:
    state.out |= {move.seat}
    if state.house.each_replies and state.queue:
        state.turn, state.queue = state.queue[0], state.queue[1:]
        return
    assert state.bettor is not None
    side = state.side(state.bettor)
    deje = state.house.deje(state.lance, state.accepted)
    _take_deje(state, side, deje)
    if state.phase != OVER:
        _close(state, REFUSED_BY[side])


def _take_deje(state: State, side: int, deje: int) -> None:
    """The stones of a refusal are paid at once, and may win the juego."""
    state.dejes.append((state.lance, side, deje))
    if state.tallies is None:
        state.reached = None
        return
    paid = [one.plus(side, deje, state.house.options) for one in state.tallies]
    state.reached = frozenset(one for one in paid if one.game_over)
    going_on = frozenset(one for one in paid if not one.game_over)
    if going_on:
        state.tallies = going_on
    else:
        state.tallies = state.reached
        state.reached = frozenset()
        state.closed[state.lance] = REFUSED_BY[side]
        state.ended = "deje"
        state.phase = OVER


def _close(state: State, how: Closed) -> None:
    state.closed[state.lance] = how
    _after(state, state.lance)
