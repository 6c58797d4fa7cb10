"""The stock: drawing from it, owing it, renewing it, penalties out of it."""

from collections.abc import Sequence

from kontari.core.assign import pool_of
from kontari.core.cards import ID, UNSEEN, add, bag_of, remove
from kontari.core.fault import Fault
from kontari.games.crazy_eights.able import assert_unable, known_playable, unseen_barred
from kontari.games.crazy_eights.hidden import KINDS, Hidden, World
from kontari.games.crazy_eights.record import Draw, Penalty, Reshuffle
from kontari.games.crazy_eights.state import FREE, OVER, PAYING, RENEWING, House, State
from kontari.games.crazy_eights.turns import end_hand, pass_turn, renew, renew_if_eager, wrong_turn


def judge_draw(state: State, move: Draw) -> Fault | None:
    fault = wrong_turn(state, move.seat)
    if fault is not None:
        return fault
    if not move.cards:
        return Fault("CE-P10", "/cards")
    if state.phase != FREE:
        return _judge_owed_draw(state, move)
    if len(move.cards) == 1:
        return _judge_next_draw(state, move.cards[0], 0)
    trial = state.copy()
    for index, token in enumerate(move.cards):
        if trial.phase == OVER:
            return Fault("CE-T02", f"/cards/{index}", {"action": "draw", "ended": trial.ended})
        fault = _judge_next_draw(trial, token, index)
        if fault is not None:
            return fault
        _draw_one(trial, move.seat, token)
    return None


def _judge_next_draw(state: State, token: str, index: int) -> Fault | None:
    """Whether the player to move, who owes nothing, may draw this one card now."""
    house = state.house
    at = f"/cards/{index}"
    if not state.count:
        return _nothing_to_draw(state, at)
    if not house.plain_draw:
        if house.max_draws and state.drawn >= house.max_draws:
            return Fault("CE-P13", at, {"limit": house.max_draws}, option="max_draws")
        if not house.draw_when_able:
            able = known_playable(state)
            if able:
                return Fault("CE-P14", at, {"playable": able}, option="draw_when_able")
            barred = unseen_barred(state)
            if barred is None:
                return Fault("CE-P14", at, {"playable": []}, option="draw_when_able")
            if state.hidden is not None:
                # Both at once: unable to play, and this card on top of the stock.
                state = state.copy()
                state.hidden = barred
    return _judge_top_of_stock(state, token, at)


def _nothing_to_draw(state: State, at: str) -> Fault:
    if state.renewable():
        return Fault("CE-P12", at, {"discards": len(state.discards)})
    return Fault("CE-P11", at)


def _judge_owed_draw(state: State, move: Draw) -> Fault | None:
    if not state.count:
        return _nothing_to_draw(state, "/cards/0")
    wanted = min(state.owed, _in_reach(state))
    if len(move.cards) != wanted:
        return Fault("CE-P17", "/cards", {"cards": len(move.cards), "wanted": wanted, "owed": state.owed})
    return _judge_taken(state, move.seat, move.cards)


def _in_reach(state: State) -> int:
    """How many cards can be drawn in one action."""
    renewed = len(state.discards) - 1 if state.house.eager else 0
    return state.count + renewed


def _judge_taken(state: State, seat: int, taken: Sequence[str]) -> Fault | None:
    """Whether these cards may come off the stock, one after the other."""
    if len(taken) == 1:
        return _judge_top_of_stock(state, taken[0], "/cards/0")
    trial = state.copy()
    for index, token in enumerate(taken):
        fault = _judge_top_of_stock(trial, token, f"/cards/{index}")
        if fault is not None:
            return fault
        _take(trial, seat, token, False)
    return None


def _judge_top_of_stock(state: State, token: str, at: str) -> Fault | None:
    """Whether this card may be the next of a stock that is not empty."""
    if state.order is not None:
        top = state.order[-1]
        if top != UNSEEN:
            if token in (top, UNSEEN):
                return None
            return Fault("CE-P15", at, {"card": token, "top": top})
    if token == UNSEEN:
        return None
    possible = token in state.pool if state.hidden is None else state.hidden.draws_known(ID[token])
    return None if possible else Fault("CE-P16", at, {"card": token})


def apply_draw(state: State, move: Draw) -> None:
    state.passes = 0
    if state.phase == FREE:
        undecided = state.undecided
        for token in move.cards:
            _draw_one(state, move.seat, token)
        state.undecided = undecided + (state.undecided > undecided)
        return
    for token in move.cards:
        _take(state, move.seat, token, False)
    if state.phase != OVER:
        _pay(state, len(move.cards))


def _draw_one(state: State, seat: int, token: str) -> None:
    """One card to the player to move, who owes nothing."""
    if not state.house.draw_when_able:
        assert_unable(state)
    _take(state, seat, token, True)
    if state.house.drawn_only and state.phase != OVER:
        state.refresh()


def _pay(state: State, paid: int) -> None:
    """What follows when that many of the owed cards have been drawn."""
    state.owed -= paid
    if state.owed and state.renewable():
        state.phase = RENEWING
        state.refresh()
        return
    in_full = not state.owed
    state.owed = 0
    if state.house.keeps_turn:
        state.phase = FREE
        state.refresh()
        return
    if state.house.owed_pass and in_full and not state.count:
        state.passes = 1
    pass_turn(state)


def _take(state: State, seat: int, token: str, counts: bool) -> None:
    """The next card of the stock goes to a hand; ``counts``: as drawn in this turn."""
    if state.order is not None:
        top = state.order.pop()
        if top != UNSEEN:
            token = top
        elif token != UNSEEN:
            _leave_pool(state, token)
    elif token != UNSEEN:
        _leave_pool(state, token)
    if token == UNSEEN:
        if state.hidden is None:
            pool = [0] * KINDS
            for card, count in state.pool.items():
                pool[ID[card]] = count
            state.hidden = Hidden([World((pool_of(pool),), ((),) * state.house.players)])
            state.pool = {}
        state.hidden = state.hidden.draws_unseen(seat, counts)
    else:
        add(state.hands[seat], token)
        if counts and state.house.drawn_only:
            state.drawn_cards |= {token}
    if counts:
        state.drawn += 1
    state.count -= 1
    if not state.count:
        if state.house.counts_at_once:
            end_hand(state, "stock")
        else:
            renew_if_eager(state)


def _leave_pool(state: State, token: str) -> None:
    if state.hidden is None:
        remove(state.pool, token)
    else:
        state.hidden = state.hidden.draws_known(ID[token])


def judge_reshuffle(state: State, move: Reshuffle) -> Fault | None:
    house = state.house
    if not house.renews:
        return Fault("CE-P30", "", option="stock_out")
    if house.eager:
        if not state.renewed or move.stock is None:
            return Fault("CE-P34", "", option="reshuffle_timing")
        return _judge_new_stock(state, move.stock)
    if state.count:
        return Fault("CE-P31", "", {"stock": state.count})
    if len(state.discards) < 2:
        return Fault("CE-P32", "", {"discards": len(state.discards)})
    if move.stock is None:
        return None
    if state.hidden is None and same_cards(house, move.stock, state.discards[:-1]):
        return None
    trial = state.copy()
    renew(trial)
    return _judge_new_stock(trial, move.stock)


def same_cards(house: House, one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two lists hold the same cards; ``other`` holds each only as often as the packs do."""
    if len(one) != len(other):
        return False
    return set(one).issuperset(other) if house.one_pack else bag_of(one) == bag_of(other)


def _judge_new_stock(state: State, stock: Sequence[str]) -> Fault | None:
    """Whether the unordered stock may lie in this order."""
    if state.hidden is None and bag_of(stock) == state.pool:
        return None
    if len(stock) != state.count:
        return Fault("CE-P33", "/stock", {"cards": len(stock), "wanted": state.count})
    left = state.copy()
    for index, token in enumerate(stock):
        fault = _judge_top_of_stock(left, token, "")
        if fault is not None:
            return Fault("CE-P33", f"/stock/{index}", {"card": token, "wanted": state.count})
        if token != UNSEEN:
            _leave_pool(left, token)
    return None


def apply_reshuffle(state: State, move: Reshuffle) -> None:
    stock = move.stock
    if stock is not None and state.hidden is None and UNSEEN not in stock:
        state.passes = 0
        renew(state, stock[::-1])
    else:
        renew(state)
        pin_order(state, stock)
    if state.phase == RENEWING:
        state.phase = PAYING


def pin_order(state: State, stock: Sequence[str] | None) -> None:
    state.passes = 0
    if stock is None:
        return
    if state.hidden is None and UNSEEN not in stock:
        state.pool = {}
    else:
        for token in stock:
            if token != UNSEEN:
                _leave_pool(state, token)
    state.order = list(stock[::-1])


def judge_penalty(state: State, move: Penalty) -> Fault | None:
    n = state.house.players
    if move.seat >= n:
        return Fault("CE-T03", "/seat", {"seat": move.seat, "players": n})
    if not move.cards:
        return Fault("CE-P40", "/cards")
    if not state.count:
        return _nothing_to_draw(state, "/cards/0")
    reach = _in_reach(state)
    if len(move.cards) > reach:
        return Fault("CE-P41", f"/cards/{reach}", {"cards": len(move.cards), "most": reach})
    return _judge_taken(state, move.seat, move.cards)


def apply_penalty(state: State, move: Penalty) -> None:
    for token in move.cards:
        _take(state, move.seat, token, False)
