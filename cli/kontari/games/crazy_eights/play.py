"""The moves of a hand: judge says why not, apply lays an admitted move on the table."""

from collections.abc import Callable, Sequence
from typing import Any

from kontari.core.cards import ID, UNSEEN, add, bag_of, bits, listed, remove
from kontari.core.fault import Fault
from kontari.core.replay import RoundOutcome
from kontari.games.crazy_eights.deal import apply_deal, begin, judge_deal, warn_deal
from kontari.games.crazy_eights.hidden import KINDS, Hidden, World
from kontari.games.crazy_eights.record import AnyMove, Draw, Pass, Penalty, Play, Reshuffle
from kontari.games.crazy_eights.state import ADMITTED, FOLLOWING_NAMED, FREE, OVER, OWING, PAYING, RENEWING, State
from kontari.games.crazy_eights.turns import end_hand, lay_effect, pass_turn, renew, renew_if_eager


def judge(state: State, move: AnyMove) -> Fault | None:
    """Why a move may not be made here, or None. Changes nothing.

    The first faulty thing in this order: the phase, the turn, then what the move itself does.
    """
    if move.action not in ADMITTED[state.phase]:
        return _out_of_phase(state, move)
    return _JUDGE[move.action](state, move)


def apply(state: State, move: AnyMove) -> None:
    """Make a move that ``judge`` admitted."""
    if state.renewed:
        state.renewed = False
        if move.action == "reshuffle":
            _pin_order(state, move.stock)
            return
    _APPLY[move.action](state, move)


FAR = 2**53
"""Where there is no limit."""


def skim(state: State, moves: Sequence[Any], index: int) -> int:
    """Make the plain moves from ``index`` on; the index of the first that is not plain, or the end.

    A shortcut of the replay loop and nothing else: it makes exactly the moves that ``judge`` would
    admit and ``apply`` would make, but only the commonest (a card laid, cards drawn, a pass), and
    leaves every other, with everything illegal, to them.
    """
    house = state.house
    count = state.count
    if state.phase != FREE or not house.skims or state.hidden is not None or (house.eager and not count):
        return index
    hands, discards, order, pool = state.hands, state.discards, state.order, state.pool
    turn, admit, named, following = state.turn, state.admit, state.named, house.next_seat[state.direction]
    passes, drawn, limit = state.passes, state.drawn, house.max_draws or FAR
    plain, wild = house.plain, house.wild
    # What happens by itself when the stock runs out is left to ``apply``.
    kept = 1 if house.eager or house.counts_at_once else 0
    end = len(moves)
    if house.max_plays:
        end = min(end, index + house.max_plays - state.plays - 1)
    first, laid = index, len(discards)
    for move in moves[index:end]:
        action = move.action
        if action == "play":
            token = move.card
            hand = hands[turn]
            if token not in hand or token not in admit or move.seat != turn or len(hand) == 1:
                break
            if token in plain:
                if move.suit is not None:
                    break
                admit = plain[token]
                named = None
            elif move.suit is not None and token in wild:
                named = move.suit
                admit = FOLLOWING_NAMED[named]
            else:
                break
            if hand.pop(token) == 2:
                hand[token] = 1
            discards.append(token)
            passes = drawn = 0
            turn = following[turn]
        elif action == "draw":
            taken = move.cards
            number = len(taken)
            if not 0 < number <= count - kept or drawn + number > limit or move.seat != turn:
                break
            token = taken[0]
            if order is not None:
                if order[-1] != token or token == UNSEEN or (number > 1 and not _lies_there(order, taken)):
                    break
                del order[-number:]
            elif number == 1 or (len(wanted := set(taken)) == number and pool.keys() >= wanted):
                if token not in pool:
                    break
                for token in taken:
                    if pool.pop(token) == 2:
                        pool[token] = 1
            else:
                break
            hand = hands[turn]
            for token in taken:
                hand[token] = hand[token] + 1 if token in hand else 1
            count -= number
            drawn += number
            passes = 0
        elif action == "pass":
            if move.seat != turn or not (house.pass_free or admit.isdisjoint(hands[turn])):
                break
            if count:
                if drawn < limit:
                    break
                passes = 0
            elif passes + 1 == house.most_passes or (house.renews and len(discards) > 1):
                break
            else:
                passes += 1
            drawn = 0
            turn = following[turn]
        else:
            break
        index += 1
    if index > first:
        state.turn, state.admit, state.named = turn, admit, named
        state.count, state.drawn, state.passes, state.renewed = count, drawn, passes, False
        state.plays += len(discards) - laid
    return index


def _lies_there(order: list[str], taken: Sequence[str]) -> bool:
    """Whether known cards are the top ones of a stock that lies in order."""
    return UNSEEN not in taken and order[-len(taken) :] == taken[::-1]


def round_outcome(state: State) -> RoundOutcome:
    """What the present round has come to."""
    if state.outcome is None:
        return RoundOutcome({}, None)
    shown: dict[str, object] = {}
    certain = state.outcome.certain
    if certain is not None:
        shown["scores"] = list(certain)
    shown["ended"] = state.ended
    return RoundOutcome(shown, state.outcome.admits)


def _out_of_phase(state: State, move: AnyMove) -> Fault:
    if state.phase == OVER:
        return Fault("CE-T02", "", {"action": move.action, "ended": state.ended})
    return Fault("CE-T04", "/action", {"action": move.action, "wanted": min(ADMITTED[state.phase])})


def _wrong_turn(state: State, seat: int) -> Fault | None:
    if seat == state.turn:
        return None
    if seat >= state.house.players:
        return Fault("CE-T03", "/seat", {"seat": seat, "players": state.house.players})
    return Fault("CE-T01", "/seat", {"seat": seat, "turn": state.turn})


# Playing a card


def _judge_play(state: State, move: Play) -> Fault | None:
    fault = _wrong_turn(state, move.seat)
    if fault is not None:
        return fault
    fault = _judge_holding(state, move)
    if fault is not None:
        return fault
    wild = move.card in state.wild
    if wild and move.suit is None and not _ends_hand(state, move.seat):
        return Fault("CE-P06", "", {"card": move.card})
    if not wild and move.suit is not None:
        return Fault("CE-P07", "/suit", {"card": move.card, "suit": move.suit})
    return None


def _ends_hand(state: State, seat: int) -> bool:
    return state.size(seat) == 1 or state.plays + 1 == state.house.max_plays


def _judge_holding(state: State, move: Play) -> Fault | None:
    """Whether the card is held, and may be laid now."""
    house = state.house
    token, seat = move.card, move.seat
    facts = {"card": token}
    if token not in state.hands[seat] and not (state.hidden and state.hidden.plays(seat, ID[token], False)):
        return Fault("CE-P01", "/card", facts)
    if state.phase == OWING:
        if token in state.admit:
            return None
        option = "draw_rank" if house.draw_stack else "draw_stack"
        return Fault("CE-P04", "/card", {**facts, "owed": state.owed}, option=option)
    if token not in state.following(seat):
        top = {**facts, "top": state.discards[-1]}
        if state.named is None:
            return Fault("CE-P02", "/card", top)
        return Fault("CE-P03", "/card", {**top, "suit": state.named})
    if not house.drawn_only or not state.drawn or token in state.drawn_cards:
        return None
    if state.hidden and state.hidden.plays(seat, ID[token], True):
        return None
    return Fault("CE-P05", "/card", facts, option="after_draw")


def _apply_play(state: State, move: Play) -> None:
    token = move.card
    seat = move.seat
    wild = token in state.wild
    _leave_hand(state, seat, token)
    state.discards.append(token)
    state.passes = 0
    state.plays += 1
    if not state.size(seat):
        state.out = seat
        state.named = None
        end_hand(state, "out")
        return
    if state.plays == state.house.max_plays:
        state.named = None
        end_hand(state, "max-plays")
        return
    renew_if_eager(state)
    state.named = move.suit if wild else None
    lay_effect(state, token)


def _leave_hand(state: State, seat: int, token: str) -> None:
    """Take a card out of a hand; where it must have been an unseen one, note what was not decided."""
    only_drawn = bool(state.house.drawn_only and state.drawn and state.phase == FREE)
    known = token in state.hands[seat] and (not only_drawn or token in state.drawn_cards)
    if known or state.hidden is None:
        remove(state.hands[seat], token)
        return
    card = ID[token]
    if not state.hidden.must_hold(seat, card, only_drawn):
        state.undecided += 1
    state.hidden = state.hidden.plays(seat, card, only_drawn)


# Drawing


def _judge_draw(state: State, move: Draw) -> Fault | None:
    fault = _wrong_turn(state, move.seat)
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
            able = _known_playable(state)
            if able:
                return Fault("CE-P14", at, {"playable": able}, option="draw_when_able")
            barred = _unseen_barred(state)
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


def _known_playable(state: State) -> list[str]:
    """The known cards of the player to move that he might lay."""
    hand = state.hands[state.turn]
    return listed({token: 1 for token in hand if token in state.admit})


def _unseen_barred(state: State) -> Hidden | None:
    """What is known if no unseen card of the player to move could be laid; None if one surely can."""
    hidden = state.hidden
    if hidden is None:
        return _NOTHING_HIDDEN
    only_drawn = bool(state.house.drawn_only and state.drawn)
    return hidden.unable(state.turn, bits(state.following(state.turn)), only_drawn)


_NOTHING_HIDDEN = Hidden([World((), ())])


def _assert_unable(state: State) -> None:
    """The player to move has shown by his move that he can lay nothing: keep what follows."""
    hidden = state.hidden
    if hidden is None:
        return
    only_drawn = bool(state.house.drawn_only and state.drawn)
    if hidden.may_be_able(state.turn, bits(state.following(state.turn)), only_drawn):
        state.undecided += 1
    state.hidden = _unseen_barred(state)


def _apply_draw(state: State, move: Draw) -> None:
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
        _assert_unable(state)
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
            state.hidden = Hidden([World((tuple(pool),), ((),) * state.house.players)])
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


# Passing


def _judge_pass(state: State, move: Pass) -> Fault | None:
    fault = _wrong_turn(state, move.seat)
    if fault is not None:
        return fault
    house = state.house
    at_limit = state.phase == FREE and 0 < house.max_draws <= state.drawn
    if (state.count or state.renewable()) and not at_limit:
        return Fault("CE-P20", "", {"stock": state.count, "discards": len(state.discards)})
    if state.phase == OWING or house.pass_free:
        return None
    able = _known_playable(state)
    if able or _unseen_barred(state) is None:
        return Fault("CE-P21", "", {"playable": able}, option="pass_rule")
    return None


def _apply_pass(state: State, move: Pass) -> None:
    house = state.house
    if state.phase == FREE and not house.pass_free:
        _assert_unable(state)
    state.owed = 0
    state.passes = 0 if state.count else state.passes + 1
    if state.passes >= house.most_passes:
        end_hand(state, "blocked")
    else:
        pass_turn(state)


# Reshuffling


def _judge_reshuffle(state: State, move: Reshuffle) -> Fault | None:
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
    if state.hidden is None and bag_of(move.stock) == bag_of(state.discards[:-1]):
        return None
    trial = state.copy()
    renew(trial)
    return _judge_new_stock(trial, move.stock)


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


def _apply_reshuffle(state: State, move: Reshuffle) -> None:
    renew(state)
    _pin_order(state, move.stock)
    if state.phase == RENEWING:
        state.phase = PAYING


def _pin_order(state: State, stock: Sequence[str] | None) -> None:
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


# Penalties


def _judge_penalty(state: State, move: Penalty) -> Fault | None:
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


def _apply_penalty(state: State, move: Penalty) -> None:
    for token in move.cards:
        _take(state, move.seat, token, False)


_JUDGE: dict[str, Callable[..., Fault | None]] = {
    "play": _judge_play,
    "draw": _judge_draw,
    "pass": _judge_pass,
    "reshuffle": _judge_reshuffle,
    "penalty": _judge_penalty,
}
_APPLY: dict[str, Callable[..., None]] = {
    "play": _apply_play,
    "draw": _apply_draw,
    "pass": _apply_pass,
    "reshuffle": _apply_reshuffle,
    "penalty": _apply_penalty,
}


__all__ = ["apply", "apply_deal", "begin", "judge", "judge_deal", "round_outcome", "skim", "warn_deal"]
