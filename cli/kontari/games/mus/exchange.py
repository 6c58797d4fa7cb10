"""The talk, and the exchange of cards: discards, draws, and the stock renewed out of the discards."""

from collections.abc import Iterable, Sequence

from kontari.core.cards import UNSEEN
from kontari.core.fault import Fault
from kontari.games.mus.cards import HAND, ID
from kontari.games.mus.hidden import Hidden
from kontari.games.mus.lance import begin_lances
from kontari.games.mus.record import Discard, Draw, Mus, NoMus, Reshuffle, Stand
from kontari.games.mus.state import DISCARD, DRAW, RENEW, TALK, State, Thrown
from kontari.games.mus.turns import wrong_turn


def begin_talk(state: State) -> None:
    state.phase = TALK
    order = state.speaking()
    state.turn, state.queue = order[0], order[1:]


def begin_exchange(state: State, phase: int) -> None:
    assert state.mano is not None
    state.phase = phase
    state.exchange += 1
    order = state.house.exchange_order(state.mano)
    state.turn, state.queue = order[0], order[1:]


def judge_talk(state: State, move: Mus | NoMus) -> Fault | None:
    return wrong_turn(state, move.seat)


def apply_mus(state: State, move: Mus) -> None:
    if state.queue:
        state.turn, state.queue = state.queue[0], state.queue[1:]
    else:
        all_say_mus(state)


def all_say_mus(state: State) -> None:
    if state.house.moves_first:
        _move_mano(state)
    begin_exchange(state, DISCARD)


def _move_mano(state: State) -> None:
    """All have said mus: under mus corrido mano moves by one seat."""
    assert state.mano is not None
    _to_mano(state, (state.mano + 1) % state.house.players)


def _to_mano(state: State, mano: int) -> None:
    """That seat is mano if mus corrido is played."""
    if state.corrido:
        state.mano = mano
    elif state.corrido is None and mano != state.mano:
        state.fork = mano


def apply_no_mus(state: State, move: NoMus) -> None:
    _to_mano(state, move.seat)
    begin_lances(state)


def resolve(state: State, corrido: bool) -> None:
    """Go on as it must be if mus corrido is played, or if it is not; nothing has been done since the fork."""
    state.corrido = corrido
    if corrido:
        state.mano = state.fork
        state.worths = None
        if state.phase == TALK:
            begin_talk(state)
        elif state.phase == DISCARD:
            state.exchange -= 1
            begin_exchange(state, DISCARD)
        else:
            begin_lances(state)
    state.fork = None


def at_fork(state: State, corrido: bool) -> State:
    """A copy that goes on with mus corrido, or without; nothing of the state is changed."""
    trial = state.copy()
    resolve(trial, corrido)
    return trial


def judge_stand(state: State, move: Stand) -> Fault | None:
    return wrong_turn(state, move.seat)


def apply_stand(state: State, move: Stand) -> None:
    state.stood = True
    next_discard(state)


def judge_discard(state: State, move: Discard) -> Fault | None:
    fault = wrong_turn(state, move.seat)
    if fault is not None:
        return fault
    number = len(move.cards)
    if not 1 <= number <= HAND:
        return Fault("MUS-P01", "/cards", {"cards": number, "most": HAND})
    known = set(state.hands[move.seat])
    unseen = state.unseen(move.seat)
    hidden = state.hidden
    for index, token in enumerate(move.cards):
        at = f"/cards/{index}"
        if token == UNSEEN:
            unseen -= 1
            if unseen < 0:
                return Fault("MUS-P03", at, {"card": token})
        elif token in known:
            known.remove(token)
        else:
            hidden = None if hidden is None else hidden.reveals(move.seat, token)
            unseen -= 1
            if hidden is None or unseen < 0:
                return Fault("MUS-P02", at, {"card": token})
    return None


def apply_discard(state: State, move: Discard) -> None:
    seat = move.seat
    hand = state.hands[seat]
    buried = 0
    for token in move.cards:
        if token == UNSEEN:
            buried += 1
        elif token in hand:
            hand.remove(token)
        else:
            assert state.hidden is not None
            state.undecided += 1
            state.hidden = state.hidden.reveals(seat, token)
            state.pool.discard(token)
        state.thrown.append((token, seat, state.exchange))
    if buried:
        assert state.hidden is not None
        state.hidden = state.hidden.buries(seat, buried)
    state.known[seat] = state.worths = None
    state.owed[seat] = len(move.cards)
    next_discard(state)


def next_discard(state: State) -> None:
    if state.queue:
        state.turn, state.queue = state.queue[0], state.queue[1:]
        return
    assert state.mano is not None
    state.queue = tuple([seat for seat in state.house.exchange_order(state.mano) if state.owed[seat]])
    next_draw(state)


def next_draw(state: State) -> None:
    """Who is still owed cards draws next; when nobody is, the exchange is over."""
    if not state.queue:
        _end_exchange(state)
        return
    state.turn = state.queue[0]
    state.phase = DRAW if state.count else RENEW


def _end_exchange(state: State) -> None:
    was_visto = state.visto
    state.visto = False
    if state.stood:
        begin_lances(state)
        return
    if not was_visto and not state.house.moves_first:
        _move_mano(state)
    begin_talk(state)


def judge_draw(state: State, move: Draw) -> Fault | None:
    fault = wrong_turn(state, move.seat)
    if fault is not None:
        return fault
    wanted = min(state.owed[move.seat], state.count)
    if len(move.cards) != wanted:
        facts = {"cards": len(move.cards), "wanted": wanted, "owed": state.owed[move.seat], "stock": state.count}
        return Fault("MUS-P04", "/cards", facts)
    drawn: set[str] = set()
    hidden = state.hidden
    for index, token in enumerate(move.cards):
        at = f"/cards/{index}"
        if state.order is not None and state.order[-1 - index] != UNSEEN:
            top = state.order[-1 - index]
            if token not in (top, UNSEEN):
                return Fault("MUS-P05", at, {"card": token, "top": top})
        elif token != UNSEEN:
            hidden = None if hidden is None else hidden.off_stock(token)
            if token not in state.pool or token in drawn or not (hidden is None or hidden.possible()):
                return Fault("MUS-P06", at, {"card": token})
            drawn.add(token)
    return None


def apply_draw(state: State, move: Draw) -> None:
    seat = move.seat
    for token in move.cards:
        if state.order is not None:
            top = state.order.pop()
            if top != UNSEEN:
                state.hands[seat].append(top)
                continue
        if token == UNSEEN:
            hidden = state.hidden or Hidden(((),) * state.house.players)
            state.hidden = hidden.takes(seat, _bits(state.pool))
        else:
            _name(state, token)
            state.hands[seat].append(token)
    state.count -= len(move.cards)
    state.owed[seat] -= len(move.cards)
    if not state.owed[seat]:
        state.queue = state.queue[1:]
    next_draw(state)


def _bits(tokens: Iterable[str]) -> int:
    return sum(1 << ID[token] for token in tokens)


def _name(state: State, token: str) -> None:
    """A card of the unseen part of the stock is named."""
    state.pool.discard(token)
    if state.hidden is not None:
        state.hidden = state.hidden.off_stock(token)


def renewing(state: State) -> list[Thrown]:
    """The discards that become the new stock."""
    how = state.house.reshuffle_pool
    if how == "earlier-discards":
        earlier = [one for one in state.thrown if one[2] < state.exchange]
        return earlier if len(earlier) >= sum(state.owed) else state.thrown
    owed = [seat for seat, number in enumerate(state.owed) if number]
    if how == "spare-own-if-single" and len(owed) == 1:
        return [one for one in state.thrown if one[1:] != (owed[0], state.exchange)]
    return state.thrown


def judge_reshuffle(state: State, move: Reshuffle) -> Fault | None:
    if move.stock is None:
        return None
    pool = renewing(state)
    if len(move.stock) != len(pool):
        return Fault("MUS-P08", "/stock", {"cards": len(move.stock), "wanted": len(pool)}, option="reshuffle_pool")
    known = {token for token, _, _ in pool if token != UNSEEN}
    named: set[str] = set()
    hidden = _renewed(state, pool)
    for index, token in enumerate(move.stock):
        if token == UNSEEN:
            continue
        if hidden is not None and hidden.stock:
            may_be = hidden.stock[0] >> ID[token] & 1
            hidden = hidden.off_stock(token)
            wrong = not may_be or not hidden.possible()
        else:
            wrong = token not in known
        if wrong or token in named:
            return Fault("MUS-P09", f"/stock/{index}", {"card": token}, option="reshuffle_pool")
        named.add(token)
    return None


def _renewed(state: State, pool: Sequence[Thrown]) -> Hidden | None:
    """What may lie where once those discards are the stock."""
    if state.hidden is None:
        return None
    goes = [one in pool for one in state.thrown if one[0] == UNSEEN]
    return state.hidden.renewed(goes, _bits(token for token, _, _ in pool if token != UNSEEN), len(pool))


def apply_reshuffle(state: State, move: Reshuffle) -> None:
    pool = renewing(state)
    state.hidden = _renewed(state, pool)
    state.thrown = [one for one in state.thrown if one not in pool]
    state.count = len(pool)
    if state.hidden is not None and state.hidden.stock:
        state.pool = {token for token in ID if state.hidden.stock[0] >> ID[token] & 1}
    else:
        state.pool = {token for token, _, _ in pool}
    state.order = None
    if move.stock is not None:
        for token in move.stock:
            if token != UNSEEN:
                _name(state, token)
        state.order = list(reversed(move.stock))
    state.phase = DRAW
