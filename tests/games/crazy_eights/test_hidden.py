"""Partial records against brute force: every filling-in of the ``??``, one by one.

The fillings are kept as so many plain referees. A move is legal exactly when it is legal in some
filling of what was played so far; a check was undecided exactly when some fillings say yes and
others no.
"""

from collections import Counter
from itertools import combinations, permutations, product

from hypothesis import assume, given
from hypothesis import strategies as st

from conftest import examples
from games.crazy_eights.plain_referee import PlainMatch
from games.crazy_eights.test_laws import SEEDS, house_rules, some_start, typed, typed_deal
from kontari.core.cards import TOKENS, UNSEEN
from kontari.core.fault import Fault
from kontari.core.rng import Stream
from kontari.games.crazy_eights import options, play, score
from kontari.games.crazy_eights.legal import legal
from kontari.games.crazy_eights.record import Start

MOST_FILLINGS = 400


def clone(match):
    """A plain referee that goes its own way from here."""
    other = PlainMatch.__new__(PlainMatch)
    other.__dict__.update(match.__dict__)
    other.hands = [list(hand) for hand in match.hands]
    for name in ("stock", "discards", "drawn", "totals"):
        setattr(other, name, list(getattr(match, name)))
    return other


def same(match):
    """What tells one filling from another."""
    if not match.playing:
        return (tuple(match.totals), tuple(match.round_scores or ()))
    stock = tuple(match.stock if match.order_known else sorted(match.stock))
    hands = tuple(tuple(sorted(hand)) for hand in match.hands)
    return hands, stock, tuple(sorted(match.drawn)), tuple(match.totals)


def distinct(matches):
    return list({same(match): match for match in matches}.values())


def fill(places, pile):
    """Every way to write cards of the pile for the ``??`` of a list."""
    left = Counter(pile)
    left.subtract(card for card in places if card != UNSEEN)
    if any(count < 0 for count in left.values()):
        return
    unseen = places.count(UNSEEN)
    for chosen in set(permutations(sorted(left.elements()), unseen)):
        cards = iter(chosen)
        yield [next(cards) if card == UNSEEN else card for card in places]


def filled_deals(deal, whole):
    """Every filling-in of a deal."""
    named = Counter(card for hand in deal["hands"] for card in hand if card != UNSEEN)
    named.update(deal["starter"][-1:])
    named.update(card for card in deal.get("stock", ()) if card != UNSEEN)
    unseen = Counter(whole)
    unseen.subtract(named)
    if any(count < 0 for count in unseen.values()):
        return
    needs = [hand.count(UNSEEN) for hand in deal["hands"]]

    def hands_from(left, seat):
        if seat == len(needs):
            yield [], left
            return
        for chosen in sorted(set(combinations(sorted(left.elements()), needs[seat]))):
            rest = left - Counter(chosen)
            for more, last in hands_from(rest, seat + 1):
                yield [list(chosen), *more], last

    for hands, left in hands_from(+unseen, 0):
        seen = [[card for card in hand if card != UNSEEN] for hand in deal["hands"]]
        filled = {**deal, "hands": [a + b for a, b in zip(seen, hands, strict=True)]}
        if "stock" not in deal:
            yield filled
        else:
            pile = [*left.elements(), *(card for card in deal["stock"] if card != UNSEEN)]
            for stock in fill(deal["stock"], pile):
                yield {**filled, "stock": stock}


def filled_takings(match, cards):
    """Every filling-in of cards drawn one after the other."""
    pile = sorted(set(match.stock) | (set(match.discards[:-1]) if match._eager() else set()))
    choices = [pile if card == UNSEEN else [card] for card in cards]
    if match.order_known:
        for place, card in enumerate(match.stock[: len(cards)]):
            if cards[place] == UNSEEN:
                choices[place] = [card]
    for chosen in product(*choices):
        if match._take(list(chosen))[0] is None:
            yield list(chosen)


def filled_moves(match, move):
    """Every filling-in of a move."""
    if UNSEEN in move.get("cards", ()):
        return [{**move, "cards": cards} for cards in filled_takings(match, move["cards"])]
    if UNSEEN in move.get("stock", ()):
        pile = match.stock if match._eager() else match.discards[:-1]
        return [{**move, "stock": stock} for stock in fill(move["stock"], pile)]
    return [move]


class Fillings:
    """All fillings of a partial record so far, and how many checks they left undecided."""

    def __init__(self, rules, players, start):
        self.matches = [PlainMatch(rules, players, start)]
        self.whole = Counter(dict.fromkeys(TOKENS, self.matches[0].options["decks"]))
        self.undecided = [0, 0]  # at least, at most

    def deal(self, deal):
        dealt = []
        deals = list(filled_deals(deal, self.whole))
        for match in self.matches:
            for filled in deals:
                other = clone(match)
                if other.deal(filled) is None:
                    dealt.append(other)
        self.matches = distinct(dealt)
        self._note_scores()

    def ways(self, move):
        """The pairs of a filling so far and a filling of the move that are legal."""
        return [
            (match, filled)
            for match in self.matches
            for filled in filled_moves(match, move)
            if match.allows(filled) is None
        ]

    def make(self, move):
        legal_ways = self.ways(move)
        self._note_check(move, legal_ways)
        made = []
        for match, filled in legal_ways:
            other = clone(match)
            other.do(filled)
            made.append(other)
        self.matches = distinct(made)
        self._note_scores()

    def _note_check(self, move, legal_ways):
        """Was anything asked of the hand that moves, and do the fillings differ?"""
        if move["action"] in ("play", "pass"):
            open_ = len({id(match) for match, _ in legal_ways}) < len(self.matches)
            self.undecided[0] += open_
            self.undecided[1] += open_
        elif move["action"] == "draw" and not self.matches[0].options["draw_when_able"] and not self.matches[0].owed:
            # Inability is asked before the drawn card is known, or when it is: that is left open.
            self.undecided[1] += 1

    def _note_scores(self):
        ended = {tuple(match.round_scores) for match in self.matches if not match.playing}
        self.undecided[0] += len(ended) > 1
        self.undecided[1] += len(ended) > 1


def with_few_fillings(rules, players, stream):
    """Rules under which hands are small and the stock is seen, or there is hardly a stock; many hands end soon."""
    decks = rules.get("decks", 1)
    rules = {**rules, "decks": decks}
    if stream.chance(40):
        rules["max_plays"] = 1 + stream.below(5)
    if rules.get("countdown"):
        return rules
    if stream.chance(60):
        rules["target"] = 1 + stream.below(60)
    size = 1 + stream.below(5) if stream.chance(70) else (52 * decks - 1 - stream.below(6)) // players
    return {**rules, "decks": decks, "hand_size": size}


def partial_deal(match, stream):
    """A deal, right for one filling, of which few cards are unseen; None if none can be."""
    countdown = match.options["countdown"]
    sizes = match.totals if countdown else [match.options["hand_size"]] * match.players
    pack = sorted(TOKENS * match.options["decks"])
    stream.shuffle(pack)
    if sum(sizes) >= len(pack):
        return None
    hands = [[pack.pop() for _ in range(size)] for size in sizes]
    if all(match._starter_is_replaced(card) for card in pack):
        return None
    starter = [pack.pop()]
    while match._starter_is_replaced(starter[-1]):
        pack.insert(stream.below(len(pack) + 1), starter[-1])
        starter.append(pack.pop())
    deal = {"dealer": stream.below(match.players), "hands": hands, "starter": starter}
    if match.options["starter_eight"] == "dealer-names" and starter[-1][0] == "8":
        deal["suit"] = "D"
    for _ in range(1 + stream.below(3)):
        hand = stream.choice(hands)
        hand[stream.below(len(hand))] = UNSEEN
    if len(pack) > 6 or stream.chance(50):
        deal["stock"] = pack[::-1]
        for _ in range(min(len(pack), stream.below(4))):
            deal["stock"][stream.below(min(len(pack), 6))] = UNSEEN
    return deal


def candidates(fillings, stream):
    """Moves to ask about at a place: right ones and wrong ones."""
    match = stream.choice(fillings.matches)
    seat = match.turn
    for card in TOKENS:
        yield {"action": "play", "seat": seat, "card": card}
        yield {"action": "play", "seat": seat, "card": card, "suit": stream.choice("CDHS")}
    yield {"action": "pass", "seat": seat}
    yield {"action": "reshuffle"}
    stock = list(match.stock)
    if not match.order_known:
        stream.shuffle(stock)
    for pile in (stock, match.discards[:-1]):
        if len(pile) < 7 or not match.playing:
            pile = list(pile)
            stream.shuffle(pile)
            for _ in range(min(len(pile), stream.below(4))):
                pile[stream.below(len(pile))] = UNSEEN
            yield {"action": "reshuffle", "stock": pile}
    if match._eager():
        under = match.discards[:-1]
        stream.shuffle(under)
        stock += under
    for action, taker in (("draw", seat), ("penalty", stream.below(match.players))):
        more = {"reason": "other"} if action == "penalty" else {}
        for length in {1, 2, 3, match._owed_now()}:
            if 0 < length <= len(stock):
                right = stock[:length]
                some = [card if place > 3 or stream.chance(50) else UNSEEN for place, card in enumerate(right)]
                wrong = [*right[:-1], stream.choice(TOKENS)]
                for cards in (right, some, wrong, [UNSEEN] * min(length, 4)):
                    yield {"action": action, "seat": taker, "cards": cards, **more}


def listed(state, move):
    """Whether ``legal`` lists a card that is laid (a suit named with the card that ends the hand does not count)."""
    patterns = [pattern for pattern in legal(state) if pattern.get("card") == move["card"]]
    ends = state.size(state.turn) == 1 or state.plays + 1 == state.house.max_plays
    return any(ends or move.get("suit") in pattern.get("suit", [None]) for pattern in patterns)


@examples(110)
@given(house_rules(), st.sampled_from([2, 2, 2, 3, 4]), SEEDS)
def test_a_fault_is_found_exactly_when_no_filling_is_legal(rules, players, seed):
    stream = Stream("hidden", seed, 0, "crazy-eights", rules, players)
    rules = with_few_fillings(rules, players, stream)
    written = options.Rules(**rules)
    start = some_start(rules, players, stream)
    fillings = Fillings(rules, players, start)
    assume(fillings.matches[0].problem is None)
    state = play.begin(options.in_force(written, players), players, written, Start(scores=start))
    assert not isinstance(state, Fault)
    for _ in range(2):
        going_on = [match for match in fillings.matches if not match.match_over]
        deal = partial_deal(stream.choice(going_on), stream) if going_on else None
        if deal is None:
            break
        fillings.deal(deal)
        fault = play.judge_deal(state, typed_deal(deal))
        assert (fault is None) == bool(fillings.matches), (deal, fault)
        if fault is not None:
            break
        play.apply_deal(state, typed_deal(deal))
        play_on(state, fillings, stream)
        if state.ended is None:
            break


def play_on(state, fillings, stream):
    """Some moves of a hand; at each position judge and fillings are asked about many."""
    for _ in range(25):
        check(state, fillings)
        if len(fillings.matches) > MOST_FILLINGS or state.ended is not None:
            return
        found = {}
        for move in candidates(fillings, stream):
            fault = play.judge(state, typed(move))
            ways = fillings.ways(move)
            assert (fault is None) == bool(ways), (move, fault, ways[:1])
            if ways:
                found.setdefault(move["action"], []).append(move)
        assert found.get("play", []) == [move for move in found.get("play", []) if listed(state, move)]
        if "penalty" in found and len(found) > 1 and not stream.chance(20):
            del found["penalty"]
        if not found:
            return
        move = choose(fillings, found, stream)
        fillings.make(move)
        play.apply(state, typed(move))
    check(state, fillings)


def choose(fillings, found, stream):
    """One of the moves; rather a card played than another, and rather one that leaves many fillings."""
    move = stream.choice(found[stream.choice(["play"] * 2 * ("play" in found) + sorted(found))])
    if stream.chance(60):
        for other in found.get("play", ()):
            if len({id(match) for match, _ in fillings.ways(other)}) == len(fillings.matches):
                return other
    return move


def check(state, fillings):
    """The judge knows exactly as much as all fillings together say."""
    at_least, at_most = fillings.undecided
    assert at_least <= state.undecided <= at_most
    totals = {tuple(match.totals) for match in fillings.matches}
    assert state.totals.vectors == totals
    playing = {match.playing for match in fillings.matches}
    assert playing == {state.ended is None}
    over = {match.match_over for match in fillings.matches}
    winners = {tuple(match.winners or ()) for match in fillings.matches}
    standing = score.standing(state)
    assert standing.over == (over == {True} if len(over) == 1 else None)
    assert standing.winners == (list(*winners) if over == {True} and len(winners) == 1 else None)
    if state.ended is None:
        assert {match.turn for match in fillings.matches} == {state.turn}
        assert {match.owed for match in fillings.matches} == {state.owed}
        assert {len(match.stock) for match in fillings.matches} == {state.count}
