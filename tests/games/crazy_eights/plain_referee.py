"""A plain, slow second judge of Crazy Eights.

Written from the rules alone, by somebody who had not seen the package, so that the two can be held against
each other. It knows no hidden cards and no claims. The numbers in comments are those of the rules:

1 players, 2 packs, 3 deal, 4 order of deal, 5 starter, 6 starter eight, 7 starter with a rule, 8 first player,
9 legal play, 10 after an eight, 11 drawing, 12 drawing though able, 13 play after drawing, 14 pass, 15 stock
exhausted, 16 when to reshuffle, 17 nothing to reshuffle, 18 end of the hand, 19 out on a special card, 20 blocked,
21 card points, 22 score when out, 23 score when blocked, 24 blocked and tied, 25 match, 26 next dealer, 27 queens,
28 aces, 29 twos, 30 after an owed draw, 31 a two and an empty stock, 32 plays in a hand, 33 Countdown;
s2: the exact definitions, s3: Countdown, s4: presets, s5: OpenSpiel.
"""

from collections import Counter

RANKS = "23456789TJQKA"  # order used by OpenSpiel (s5)
SUITS = "CDHS"
COUNTDOWN_RANK = {1: "A", 2: "2", 3: "3", 4: "4", 5: "5", 6: "6", 7: "7", 8: "8"}

# 0 writes "none"; None means "by players" (the option left out).
DEFAULTS = {
    "max_players": 7,
    "decks": None,
    "hand_size": None,
    "starter_eight": "replace",
    "starter_special": "ignore",
    "max_draws": 0,
    "draw_when_able": True,
    "after_draw": "any",
    "pass_rule": "unable",
    "stock_out": "reshuffle",
    "reshuffle_timing": "on-need",
    "extra_passes": 0,
    "card_values": "standard",
    "scoring": "winner",
    "blocked_tie": "each",
    "target": None,
    "max_rounds": 0,
    "skip_rank": "none",
    "reverse_rank": "none",
    "reverse_two_players": "none",
    "draw_rank": "none",
    "draw_count": 2,
    "draw_stack": True,
    "draw_then": "lose-turn",
    "draw_on_empty": "owed",
    "owed_pass": False,
    "max_plays": 0,
    "countdown": False,
    "countdown_blocked": "none",
    "wild_rank_match": True,
}

PRESETS = {  # s4 and s5
    "classic": {},
    "classic-specials": {"skip_rank": "Q", "reverse_rank": "A", "draw_rank": "2"},
    "bicycle": {"hand_size": 5, "stock_out": "pass"},
    "parlett": {"stock_out": "pass"},
    "pagat": {"starter_eight": "dealer-names", "scoring": "penalty"},
    "countdown": {"countdown": True},
    "openspiel": {
        "starter_special": "as-played",
        "max_draws": 5,
        "pass_rule": "free",
        "stock_out": "pass",
        "reshuffle_timing": "eager",
        "draw_on_empty": "void",
        "owed_pass": True,
        "extra_passes": 1,
        "max_plays": 100,
        "scoring": "penalty",
        "card_values": "openspiel",
        "max_players": 15,
        "max_rounds": 1,
    },
}


def rank_of(card):
    return card[0]


def suit_of(card):
    return card[1]


def card_points(card, card_values):
    """Rule 21, and section 5 for the openspiel values."""
    rank = rank_of(card)
    if rank == "8":
        return 50
    if card_values == "openspiel":
        if rank in "JQKA":
            return 10
        return 4 * RANKS.index(rank) + SUITS.index(suit_of(card)) + 2
    if rank in "TJQK":
        return 10
    if rank == "A":
        return 1
    return int(rank)


class PlainMatch:
    def __init__(self, rules, players, start_scores=None):
        options = dict(DEFAULTS)
        options.update(PRESETS[rules.get("preset", "classic")])
        options.update((k, v) for k, v in rules.items() if k != "preset" and not k.startswith("x-"))
        self.players = players
        self.options = options
        self.problem = self._contradiction()
        if options["decks"] is None:  # 2
            options["decks"] = 1 if players <= 5 else 2
        if options["countdown"]:  # s3: neither a hand size nor a target
            del options["hand_size"], options["target"]
        else:
            if options["hand_size"] is None:  # 3
                options["hand_size"] = 7 if players == 2 else 5
            if options["target"] is None:  # 25
                options["target"] = 50 * players
        if start_scores is not None:
            self.totals = list(start_scores)
        else:
            self.totals = [8 if options["countdown"] else 0] * players
        if self.problem is None and start_scores is not None:
            self.problem = self._wrong_start()
        self.rounds_played = 0
        self.match_over = False
        self.winners = None
        self.hands = [[] for _ in range(players)]
        self.turn = 0
        self.playing = False
        self._clear_round()

    def _clear_round(self):
        self.ended = None
        self.round_scores = None
        self.stock = []  # in order, top first, when order_known; else a bag
        self.order_known = False
        self.discards = []  # top last
        self.follow_suit = None
        self.follow_rank = None  # None: nothing may be matched by rank
        self.direction = 1
        self.owed = 0
        self.paying = False  # inside an owed draw that waits for a reshuffle (s2)
        self.drawn = []  # cards drawn this turn that count (11, 13)
        self.passes = 0  # passes in a row with an empty stock (20)
        self.plays = 0  # cards played this hand (32)
        self.just_renewed = False  # the last move caused an eager reshuffle (16)

    @property
    def stock_count(self):
        return len(self.stock)

    # ---------------------------------------------------------------- options and start

    def _contradiction(self):
        o = self.options
        if self.players > o["max_players"]:
            return "more players than max_players"  # 1
        ranks_on = [o[k] for k in ("skip_rank", "reverse_rank", "draw_rank") if o[k] != "none"]
        if len(set(ranks_on)) != len(ranks_on):
            return "the special ranks do not differ"  # 29
        if o["owed_pass"] and o["draw_then"] == "continue":  # 31: "not with"
            return "owed_pass contradicts draw_then"
        if o["countdown"]:  # s3
            for key in ("hand_size", "target", "scoring", "card_values"):
                if o[key] != DEFAULTS[key]:
                    return key + " contradicts countdown"
        return None

    def _wrong_start(self):
        if len(self.totals) != self.players:  # s2: one total a player
            return "start scores do not fit the number of players"
        if self.options["countdown"]:
            if any(t < 1 or t > 8 for t in self.totals):
                return "countdown start scores lie outside 1-8"
        elif self._target_winner() is not None:
            return "the match is already decided at its start"
        return None

    def _target_winner(self):
        """25: the seat that has won by the target, or None."""
        target = self.options["target"]
        if target == 0:
            return None
        if self.options["scoring"] == "penalty":
            reached = any(t <= -target for t in self.totals)
        else:
            reached = any(t >= target for t in self.totals)
        best = max(self.totals)
        if reached and self.totals.count(best) == 1:
            return self.totals.index(best)  # equal: play on
        return None

    # ---------------------------------------------------------------- the deal

    def _wild_rank(self, seat):
        if self.options["countdown"]:
            return COUNTDOWN_RANK[self.totals[seat]]  # s3
        return "8"

    def _starter_is_replaced(self, card):
        o = self.options
        rank = rank_of(card)
        wild = [self._wild_rank(s) for s in range(self.players)]
        if o["starter_eight"] == "replace" and rank in wild:  # 6, and s3
            return True
        special = (o["skip_rank"], o["reverse_rank"], o["draw_rank"])
        return o["starter_special"] == "replace" and rank in special  # 7

    def _deal_fault(self, deal):
        o = self.options
        n = self.players
        if self.problem:
            return self.problem
        if self.match_over:
            return "the match is over"
        if self.playing:
            return "the round before has not ended"
        if deal["dealer"] >= n:
            return "no such dealer"
        hands = deal["hands"]
        if len(hands) != n:
            return "wrong number of hands"
        for seat in range(n):  # 3, s3
            size = self.totals[seat] if o["countdown"] else o["hand_size"]
            if len(hands[seat]) != size:
                return f"seat {seat} has the wrong number of cards"
        rest = Counter({r + s: o["decks"] for r in RANKS for s in SUITS})
        for hand in hands:
            for card in hand:
                if rest[card] == 0:
                    return card + " is dealt more often than it exists"
                rest[card] -= 1
        starter = deal["starter"]
        if len(starter) == 0:
            return "no starter"
        for i, card in enumerate(starter):  # 5, 6, 7; a replaced card goes back
            if rest[card] == 0:
                return "the starter " + card + " is not in the stock"
            last = i == len(starter) - 1
            if last and self._starter_is_replaced(card):
                return "the starter " + card + " must be replaced"
            if not last and not self._starter_is_replaced(card):
                return "the starter " + card + " must not be replaced"
        rest[starter[-1]] -= 1
        if "stock" in deal and Counter(deal["stock"]) != +rest:
            return "the stock is not the rest of the pack"
        named = o["starter_eight"] == "dealer-names" and rank_of(starter[-1]) == "8"
        if named and "suit" not in deal:
            return "the dealer must name a suit"  # 6
        if not named and "suit" in deal:
            return "no suit may be named by the dealer"
        return None

    def deal(self, deal):
        fault = self._deal_fault(deal)
        if fault:
            return fault
        o = self.options
        self._clear_round()
        self.playing = True
        self.hands = [list(hand) for hand in deal["hands"]]
        card = deal["starter"][-1]
        self.discards = [card]
        if "stock" in deal:
            self.stock = list(deal["stock"])
            self.order_known = True
        else:
            rest = Counter({r + s: o["decks"] for r in RANKS for s in SUITS})
            for hand in self.hands:
                rest.subtract(hand)
            rest[card] -= 1
            self.stock = sorted(rest.elements())
            self.order_known = False
        self.follow_suit = deal.get("suit", suit_of(card))
        self.follow_rank = rank_of(card)  # s3: also where the dealer named the suit
        self.turn = deal["dealer"]
        if o["starter_special"] == "as-played":  # 7: as if the dealer had played it
            self._card_effect_and_next(card)
        else:
            self._next_player(1)  # 8
        if o["stock_out"] == "score" and not self.stock:  # 15
            self._end("stock")
        return None

    # ---------------------------------------------------------------- what is legal

    def _fits(self, seat, card):
        """9, 10, s3 (nothing is owed)."""
        if rank_of(card) == self._wild_rank(seat):
            return True
        return suit_of(card) == self.follow_suit or rank_of(card) == self.follow_rank

    def _playable(self, hand, drawn):
        """Cards the player to move may play; 13: after a draw, under drawn-only, only the cards drawn."""
        cards = drawn if self.options["after_draw"] == "drawn-only" and drawn else hand
        return [c for c in cards if self._fits(self.turn, c)]

    def _eager(self):
        return self.options["stock_out"] == "reshuffle" and self.options["reshuffle_timing"] == "eager"

    def _can_renew(self):
        """15 (a), 16: the empty stock can be renewed."""
        return self.options["stock_out"] == "reshuffle" and not self.stock and len(self.discards) >= 2

    def _take(self, cards):
        """Draw these cards in order, on copies. Returns (reason, stock, order_known, discards, renewed)."""
        stock, known, discards, renewed = list(self.stock), self.order_known, list(self.discards), False
        reason = None
        for card in cards:
            if not stock:
                reason = "the stock is empty"
            elif known and stock[0] != card:
                reason = card + " is not the top of the stock"
            elif card not in stock:
                reason = card + " is not in the stock"
            if reason:
                break
            stock.remove(card)
            if not stock and self._eager() and len(discards) >= 2:  # 16: in the middle of a draw too
                stock, known, discards, renewed = discards[:-1], False, discards[-1:], True
        return reason, stock, known, discards, renewed

    def allows(self, move):
        if not self.playing:
            return "the hand is not being played"
        action = move["action"]
        if action == "reshuffle":
            return self._allows_reshuffle(move)
        if action == "penalty":
            return self._allows_penalty(move)
        if move["seat"] != self.turn:
            return "it is not this seat's turn"
        if action == "play":
            return self._allows_play(move)
        if action == "draw":
            return self._allows_draw(move)
        if action == "pass":
            return self._allows_pass()
        return "unknown action"

    def _allows_play(self, move):
        o = self.options
        card = move["card"]
        hand = self.hands[self.turn]
        if self.paying:
            return "an owed draw is not finished"
        if card not in hand:
            return card + " is not in the hand"
        if self.owed:  # 29: only that rank answers
            if not o["draw_stack"]:
                return "who owes cards may only draw"
            if rank_of(card) != o["draw_rank"]:
                return "this rank does not answer owed cards"
        elif card not in self._playable(hand, self.drawn):
            if self._fits(self.turn, card):
                return "only a card drawn this turn may be played"
            return card + " follows neither suit nor rank"
        wild = rank_of(card) == self._wild_rank(self.turn)
        ends = len(hand) == 1 or self.plays + 1 == o["max_plays"]  # 19, 32
        if "suit" in move and not wild:
            return "a suit is named on a card that is not wild"
        if "suit" not in move and wild and not ends:
            return "a wild card needs a suit"
        return None

    def _owed_now(self):
        """How many cards the (part of the) owed draw must hold (s2)."""
        there = len(self.stock)
        if self._eager() and self.stock and len(self.discards) >= 2:
            there += len(self.discards) - 1
        return min(self.owed, there)

    def _allows_draw(self, move):
        o = self.options
        cards = move["cards"]
        if len(cards) == 0:
            return "a draw of no cards"
        if not self.stock:
            return "the stock is empty"
        if self.owed:
            if len(cards) != self._owed_now():
                return "not the number of cards owed"
            return self._take(cards)[0]
        hand = list(self.hands[self.turn])
        drawn = list(self.drawn)
        for i, card in enumerate(cards):  # judged one by one
            if o["max_draws"] and len(drawn) >= o["max_draws"]:
                return "the draw limit is reached"  # 11
            if not o["draw_when_able"] and self._playable(hand, drawn):
                return "able to play"  # 12
            reason = self._take(cards[: i + 1])[0]
            if reason:
                return reason
            hand.append(card)
            drawn.append(card)
        return None

    def _allows_pass(self):
        o = self.options
        no_card = not self.stock and not self._can_renew()
        if self.owed:  # s2: only if not one card can be drawn
            if self.paying or not no_card:
                return "owed cards can be drawn"
            return None
        limit = o["max_draws"] and len(self.drawn) >= o["max_draws"]
        if not no_card and not limit:
            return "a card can be drawn"  # 14
        if o["pass_rule"] == "unable" and self._playable(self.hands[self.turn], self.drawn):
            return "a card can be played"
        return None

    def _allows_reshuffle(self, move):
        if self.options["stock_out"] != "reshuffle":
            return "no reshuffle under this stock_out"  # 15
        if self._eager():  # 16: only to pin the order of an eager reshuffle
            if not self.just_renewed:
                return "no eager reshuffle has just happened"
            if "stock" not in move:
                return "this reshuffle must give the stock"
            if Counter(move["stock"]) != Counter(self.stock):
                return "the new stock is not what lies there"
            return None
        if self.stock:
            return "the stock is not empty"
        if len(self.discards) < 2:
            return "nothing to reshuffle"
        if "stock" in move and Counter(move["stock"]) != Counter(self.discards[:-1]):
            return "the new stock is not the discards without the top"
        return None

    def _allows_penalty(self, move):  # s2
        if self.paying:
            return "no penalty inside an owed draw"
        if move["seat"] >= self.players:
            return "no such seat"
        if len(move["cards"]) == 0:
            return "a penalty of no cards"
        return self._take(move["cards"])[0]

    # ---------------------------------------------------------------- doing it

    def do(self, move):
        action, renewed_before = move["action"], self.just_renewed
        self.just_renewed = False
        if action == "play":
            self._do_play(move)
        elif action == "draw":
            self._do_draw(move)
        elif action == "pass":
            self._do_pass()
        elif action == "penalty":
            self._do_take(move["seat"], move["cards"])
            if self.options["stock_out"] == "score" and not self.stock:
                self._end("stock")
        elif action == "reshuffle":
            if renewed_before:  # only tells the order of what lies there
                self.stock = list(move["stock"])
                self.order_known = True
            else:
                self.stock = list(move.get("stock", self.discards[:-1]))
                self.order_known = "stock" in move
                self.discards = self.discards[-1:]
                self.passes = 0

    def _do_take(self, seat, cards):
        _, self.stock, self.order_known, self.discards, self.just_renewed = self._take(cards)
        self.hands[seat].extend(cards)

    def _do_play(self, move):
        o = self.options
        card = move["card"]
        seat = self.turn
        self.hands[seat].remove(card)
        self.discards.append(card)
        self.plays += 1
        self.passes = 0
        if self._eager() and self._can_renew():  # 16: when laid, before the card's effect
            self.stock = self.discards[:-1]
            self.order_known = False
            self.discards = self.discards[-1:]
            self.just_renewed = True
        if not self.hands[seat]:  # 18, 19
            self._end("out")
            return
        if self.plays == o["max_plays"]:  # 32
            self._end("max-plays")
            return
        if rank_of(card) == self._wild_rank(seat):  # 10, s3
            self.follow_suit = move["suit"]
            self.follow_rank = rank_of(card)
            if o["countdown"] and not o["wild_rank_match"]:
                self.follow_rank = None
        else:
            self.follow_suit = suit_of(card)
            self.follow_rank = rank_of(card)
        self._card_effect_and_next(card)

    def _card_effect_and_next(self, card):
        o = self.options
        rank = rank_of(card)
        steps = 1
        if rank == o["skip_rank"]:  # 27
            steps = 2
        elif rank == o["reverse_rank"]:  # 28
            self.direction = -self.direction
            if self.players == 2 and o["reverse_two_players"] == "skip":
                steps = 2
        elif rank == o["draw_rank"] and (self.stock or o["draw_on_empty"] == "owed"):  # 29, 31
            self.owed += o["draw_count"]
        self._next_player(steps)

    def _next_player(self, steps):
        self.turn = (self.turn + steps * self.direction) % self.players
        self.drawn = []

    def _do_draw(self, move):
        o = self.options
        cards = move["cards"]
        self._do_take(self.turn, cards)
        self.passes = 0
        if o["stock_out"] == "score" and not self.stock:  # 15
            self._end("stock")
            return
        if not self.owed:
            self.drawn.extend(cards)
            return
        self.owed -= len(cards)
        if self.owed and self._can_renew():  # s2: reshuffle, then draw the rest
            self.paying = True
            return
        in_full = self.owed == 0
        self.owed = 0  # 17: the rest lapses
        self.paying = False
        if o["draw_then"] == "lose-turn":  # 30
            if o["owed_pass"] and in_full and not self.stock:  # 31
                self.passes = 1
            self._next_player(1)

    def _do_pass(self):
        self.owed = 0  # 17, 30
        self._next_player(1)
        if self.stock:
            self.passes = 0
            return
        self.passes += 1  # 20
        if self.passes >= self.players + self.options["extra_passes"]:
            self._end("blocked")

    # ---------------------------------------------------------------- the end of a hand and of the match

    def _end(self, how):
        o = self.options
        n = self.players
        counts = [sum(card_points(c, o["card_values"]) for c in hand) for hand in self.hands]
        low = min(counts)
        lowest = [s for s in range(n) if counts[s] == low]
        scores = [0] * n
        if o["countdown"]:  # s3
            if how == "out":
                scores[self.turn] = -1
            elif how in ("blocked", "stock") and o["countdown_blocked"] == "lowest":
                for s in lowest:
                    scores[s] = -1
        elif o["scoring"] == "penalty":  # 22, 32
            scores = [-c for c in counts]
        elif how == "out":  # 22
            scores[self.turn] = sum(counts)
        elif how in ("blocked", "stock"):  # 15, 23, 24
            full = sum(c - low for c in counts)
            if len(lowest) == 1 or o["blocked_tie"] == "each":
                share = full
            elif o["blocked_tie"] == "split":
                share = full // len(lowest)
            else:
                share = 0
            for s in lowest:
                scores[s] = share
        self.playing = False
        self.ended = how
        self.round_scores = scores
        self.totals = [self.totals[s] + scores[s] for s in range(n)]
        self.rounds_played += 1
        self._check_match_end()

    def _check_match_end(self):
        o = self.options
        if o["countdown"]:
            best = min(self.totals)
            done = best == 0
        else:
            best = max(self.totals)
            done = self._target_winner() is not None  # 25
        if o["max_rounds"] and self.rounds_played >= o["max_rounds"]:
            done = True
        if done:
            self.match_over = True
            self.winners = [s for s in range(self.players) if self.totals[s] == best]


def judge_record(record):
    players = len(record["players"])
    match = PlainMatch(record.get("rules", {}), players, record.get("start", {}).get("scores"))
    answer = {"legal": True, "round": None, "move": None, "reason": None, "rounds": []}

    def finish(round_number=None, move_number=None, reason=None):
        if reason is not None:
            answer.update(legal=False, round=round_number, move=move_number, reason=reason)
        answer.update(totals=list(match.totals), match_over=match.match_over, winners=match.winners)
        return answer

    for r, one_round in enumerate(record["rounds"], 1):
        reason = match.deal(one_round["deal"])
        if reason:
            return finish(r, None, reason)
        answer["rounds"].append({})
        for m, move in enumerate(one_round["moves"], 1):
            reason = match.allows(move)
            if reason is None:
                match.do(move)
                continue
            if match.ended:
                answer["rounds"][-1] = {"scores": match.round_scores, "ended": match.ended}
            return finish(r, m, reason)
        if match.ended:
            answer["rounds"][-1] = {"scores": match.round_scores, "ended": match.ended}
    return finish()
