"""The worked examples M1 to M8 of the rules, and small probes, through the plain referee."""

import copy

from games.crazy_eights.plain_referee import PlainMatch, card_points, judge_record

PACK = [r + s for r in "23456789TJQKA" for s in "CDHS"]


def deck(prefix, packs=1):
    cards = prefix.split()
    rest = PACK * packs
    for c in cards:
        rest.remove(c)
    return cards + sorted(rest, key=PACK.index)


def deal_from(cards, n, dealer, size, starters=1, **more):
    cards = list(cards)
    sizes = [size] * n if isinstance(size, int) else size
    hands = [[] for _ in range(n)]
    while any(len(hands[s]) < sizes[s] for s in range(n)):
        for i in range(n):
            s = (dealer + 1 + i) % n
            if len(hands[s]) < sizes[s]:
                hands[s].append(cards.pop(0))
    starter = [cards.pop(0) for _ in range(starters)]
    return dict(dealer=dealer, hands=hands, starter=starter, stock=cards + starter[:-1], **more)


class Table(PlainMatch):
    """A match with shorthand moves: '6C', '8H=D', 'draw QH 9D', 'pass', 'shuffle', 'shuffle 2C 3C'."""

    def move(self, text):
        words = text.split()
        if words[0] == "draw":
            return {"action": "draw", "seat": self.turn, "cards": words[1:]}
        if words[0] == "pass":
            return {"action": "pass", "seat": self.turn}
        if words[0] == "shuffle":
            return {"action": "reshuffle", "stock": words[1:]} if words[1:] else {"action": "reshuffle"}
        if words[0] == "penalty":
            return {"action": "penalty", "seat": int(words[1]), "cards": words[2:], "reason": "other"}
        card, _, suit = words[0].partition("=")
        move = {"action": "play", "seat": self.turn, "card": card}
        if suit:
            move["suit"] = suit
        return move

    def no(self, *texts):
        for text in texts:
            before = copy.deepcopy(self.__dict__)
            assert self.allows(self.move(text)) is not None, "should be illegal: " + text
            assert before == self.__dict__, "allows changed something"

    def go(self, *texts):
        for text in texts:
            move = self.move(text)
            before = copy.deepcopy(self.__dict__)
            reason = self.allows(move)
            assert before == self.__dict__, "allows changed something"
            assert reason is None, f"{text}: {reason}"
            self.do(move)
        return self

    def may(self):
        """Everything the seat may do, as a set of words."""
        found = set()
        for c in self.hands[self.turn]:
            if self.allows(self.move(c)) is None or self.allows(self.move(c + "=S")) is None:
                found.add(c)
        for k in range(1, len(self.stock) + 1):
            if self.allows(self.move("draw " + " ".join(self.stock[:k]))) is None:
                found.add("draw")
        if self.allows(self.move("pass")) is None:
            found.add("pass")
        if self.allows(self.move("shuffle")) is None:
            found.add("shuffle")
        return found


def table(prefix, n, dealer, size=None, starters=1, packs=1, start=None, deal_more=None, **rules):
    t = Table(rules, n, start)
    if size is None:
        size = t.options["hand_size"]
    fault = t.deal(deal_from(deck(prefix, packs), n, dealer, size, starters, **(deal_more or {})))
    assert fault is None, fault
    return t


def says(text):
    return set(text.replace(",", " ").split())


M1 = "6C 6H 9C 8C 8H JC 5D QH KD AD 3H TS 4S 7D 2C"
M3 = "2C 2D 2H 3C 3D 3H 4C 4D 4H 5C 5D 5H 6C 6D 6H "
M5 = "2C 2D 8C 9C 8H 3H KD 6D 2H 4S 7S 6S 5S TD JH 3C QS QC AH AD KC KH"


class TestExamples:
    def check(self, t, text):
        assert t.may() == says(text)

    def test_m1(self):
        t = table(M1, 2, 1)
        assert (t.turn, t.discards) == (0, ["2C"])
        t.go("6C")
        self.check(t, "6H 8C JC, draw")
        t.no("QH", "pass")
        t.go("6H", "3H", "QH", "8H=D")
        self.check(t, "7D AD 8C, draw")
        t.no("TS", "8C")  # an eight without a suit
        t.go("AD", "5D", "8C=S")
        self.check(t, "4S, draw")
        t.no("9C")

    def test_m2(self):
        t = table("3C KS 5C QS 8H JS 5S 8D 2S AC 3S TH 4H 9D 7C", 2, 0)
        assert t.turn == 1
        t.go("3C", "AC", "5C", "draw 2C", "2C", "2S", "JS", "3S", "QS", "5S", "KS")
        assert t.turn == 1
        t.go("8H=H", "TH", "4H")
        assert sorted(t.hands[0]) == ["8D", "9D"]
        assert (t.ended, t.round_scores, t.totals) == ("out", [0, 59], [0, 59])
        t.no("8D", "pass", "shuffle")

    def test_m3(self):
        t = table(M3 + "KS QH 9D 9S AS", 3, 2)
        t.no("pass")
        t.go("draw QH 9D", "draw 9S")
        self.check(t, "9S, draw")
        t.go("draw AS")
        self.check(t, "9S AS, draw")
        t.go("AS")
        assert t.turn == 1

    def test_m3b(self):
        t = table(M3 + "KS QH KD 9S AS", 3, 2, max_draws=1)
        t.no("draw QH KD")
        t.go("draw QH")
        self.check(t, "pass")
        t.go("pass", "draw KD")
        self.check(t, "KD")

    def test_m3c(self):
        t = table(M3 + "KS QH KD 9S AS", 3, 2, max_draws=1, pass_rule="free")
        t.no("pass")
        t.go("draw QH", "pass", "draw KD")
        self.check(t, "KD pass")

    def test_m4(self):
        t = table(M3 + "8S 9S KD TC", 3, 2, starters=2)
        assert t.discards == ["9S"]
        assert "8S" in t.stock
        kept = Table({}, 3)
        assert kept.deal(deal_from(deck(M3 + "8S 9S KD TC"), 3, 2, 5)) is not None
        t = table(M3 + "8S 9S KD TC", 3, 2, starter_eight="dealer-names", deal_more={"suit": "D"})
        assert t.follow_suit == "D"
        assert t.hands[0] == ["2C", "3C", "4C", "5C", "6C"]
        t.go("draw 9S")
        self.check(t, "draw")
        t.go("draw KD")
        self.check(t, "KD draw")
        t = table(M3 + "8S 9S KD TC", 3, 2, starter_eight="plain")
        assert t.follow_suit == "S"
        t.go("draw 9S")
        self.check(t, "9S draw")

    def test_m5(self):
        t = table(M5, 3, 2, draw_rank="2")
        t.go("2C")
        self.check(t, "2D draw")
        t.no("8H=H")
        t.go("2D")
        self.check(t, "2H draw")
        t.go("2H")
        assert t.owed == 6
        self.check(t, "draw")
        t.no("draw QS QC AH AD KC", "draw QS QC AH AD KC KH 3D", "pass")
        t.go("draw QS QC AH AD KC KH")
        assert t.turn == 1
        self.check(t, "8H draw")
        t.go("8H=S", "6S")

    def test_m5b(self):
        t = table(M5.replace("2D", "9D"), 3, 2, draw_rank="2").go("2C", "draw QS QC")
        assert t.turn == 2
        self.check(t, "2H 8C draw")

    def test_m5c(self):
        t = table(M5.replace("2D", "9D"), 3, 2, draw_rank="2", draw_then="continue").go("2C", "draw QS QC")
        assert t.turn == 1
        t.go("QC")

    def test_m6(self):
        t = table(
            "QC 9H AC 7C 3S 3H 3D QD 4S 4H 4D TD 5S 5H 5D 9S 6S 6H 6D KS KC", 4, 3, skip_rank="Q", reverse_rank="A"
        )
        t.go("QC")
        assert t.turn == 2
        t.go("AC")
        assert t.turn == 1
        t.go("draw 2C", "2C")
        assert t.turn == 0

    def test_m7(self):
        t = table("9S 5S 7S 2S QD 3H KS", 3, 2, hand_size=2, draw_rank="2").go("9S", "5S", "7S", "2S")
        assert t.hands == [[], ["QD"], ["3H"]]
        assert (t.ended, t.round_scores) == ("out", [13, 0, 0])

    def test_m8(self):
        t = table("4C 7C 8S KS 3C", 2, 1, hand_size=2).go("4C", "7C", "8S")
        assert (t.ended, t.round_scores) == ("out", [10, 0])


class TestProbes:
    def test_match_of_three(self):
        t = Table({}, 3)
        for scores in ([0, 59, 0], [82, 0, 0], [0, 95, 0]):
            assert not t.match_over
            t.playing, t.hands, t.turn = True, [[], [], []], scores.index(max(scores))
            t.totals = [a + b for a, b in zip(t.totals, scores, strict=False)]  # the hand itself adds 0
            t._end("out")
        assert (t.totals, t.match_over, t.winners) == ([82, 154, 0], True, [1])

    def test_blocked_sums(self):
        for tie, want in (("each", [25, 25, 0]), ("split", [12, 12, 0]), ("none", [0, 0, 0])):
            t = Table({"blocked_tie": tie}, 3)
            t.hands = [["KC", "KD", "KH", "KS"], ["QC", "QD", "QH", "QS"], ["8C", "JC", "5C"]]
            t._end("blocked")
            assert t.round_scores == want

    def test_pack_points(self):
        assert sum(card_points(c, "standard") for c in PACK) == 508
        assert card_points("9D", "openspiel") == 31

    def test_options(self):
        assert PlainMatch({}, 7).problem is None
        assert PlainMatch({}, 8).problem is not None
        assert PlainMatch({"preset": "openspiel"}, 15).problem is None
        assert PlainMatch({"draw_rank": "Q", "skip_rank": "Q"}, 3).problem is not None
        assert PlainMatch({"preset": "pagat", "countdown": True}, 3).problem is not None
        assert PlainMatch({"preset": "bicycle", "countdown": True}, 3).problem is not None
        assert PlainMatch({"owed_pass": True, "draw_then": "continue"}, 3).problem is not None
        assert PlainMatch({}, 2, [100, 0]).problem is not None
        assert PlainMatch({}, 2, [100, 100]).problem is None
        assert PlainMatch({"scoring": "penalty"}, 2, [100, 0]).problem is None
        assert PlainMatch({"scoring": "penalty"}, 2, [-100, 0]).problem is not None
        assert PlainMatch({"preset": "countdown"}, 2, [0, 8]).problem is not None
        assert PlainMatch({}, 2, [1]).problem is not None
        assert PlainMatch({}, 6).options["decks"] == 2

    def small(self, hands, starter, stock, **rules):
        """A hand near its end: put straight onto the table."""
        t = Table(rules, len(hands))
        t.playing, t.hands = True, [h.split() for h in hands]
        t.discards, t.stock, t.order_known = starter.split(), stock.split(), True
        t.follow_rank, t.follow_suit = t.discards[-1]
        return t

    def test_owed_split_on_need(self):
        t = self.small(["2C 3C", "4C 5C", "6C 7C"], "9D TD QC", "KH", draw_rank="2")
        t.go("2C")
        t.no("draw KH 9D", "pass", "shuffle")
        t.go("draw KH")
        t.no("pass", "draw 9D", "penalty 0 9D", "shuffle 9D TD QC 2C", "shuffle 9D TD")
        t.go("shuffle QC 9D TD")
        t.no("draw QC 9D", "pass", "4C", "penalty 0 QC")
        t.go("draw QC")
        assert (t.turn, t.owed, t.paying, t.stock) == (2, 0, False, ["9D", "TD"])

    def test_owed_lapse(self):
        t = self.small(["2C 3C", "4C 5C", "6C 7C"], "QC", "KH", draw_rank="2", stock_out="pass")
        t.go("2C", "draw KH")
        assert (t.turn, t.owed) == (2, 0)
        t = self.small(["2C 3C", "4C 2D", "6C 7C"], "QC", "", draw_rank="2", stock_out="pass")
        t.go("2C", "pass", "6C")
        assert t.turn == 0
        t = self.small(["2C 3C", "4C 2D", "6C 7C"], "QC", "", draw_rank="2", stock_out="pass", draw_on_empty="void")
        t.go("2C", "4C")

    def test_eager(self):
        rules = {"draw_rank": "2", "reshuffle_timing": "eager"}
        t = self.small(["2C 3C", "4C 5C", "6C 7C"], "9D TD QC", "KH", **rules)
        t.go("2C")
        t.no("draw KH")
        t.go("draw KH 9D")
        t.no("shuffle", "shuffle TD QC 9D", "shuffle TD")
        t.go("shuffle QC TD")
        t.no("shuffle QC TD", "draw TD")
        t.go("draw QC")
        t = self.small(["4C 3C", "4D 5C", "6C 7C"], "QC", "", **rules)
        t.no("pass")
        t.go("4C")
        assert (t.stock, t.discards) == (["QC"], ["4C"])
        t.go("shuffle QC")

    def test_score_and_blocked(self):
        t = self.small(["4H 3H", "4D 5D"], "QC", "KH", stock_out="score")
        t.go("draw KH")
        assert (t.ended, t.round_scores) == ("stock", [0, 8])
        t = self.small(["4H 3H", "4D 5D"], "QC", "KH", stock_out="score")
        t.go("penalty 1 KH")
        assert (t.ended, t.round_scores) == ("stock", [12, 0])
        t = self.small(["4H 3H", "4D 5D"], "QC", "", stock_out="pass")
        t.no("shuffle")
        t.go("pass", "pass")
        assert (t.ended, t.round_scores) == ("blocked", [2, 0])

    def test_drawn_only(self):
        t = self.small(["4C 3H", "4D 5D"], "QC", "KH 9C", after_draw="drawn-only", stock_out="pass")
        t.go("draw KH")
        t.no("4C")
        t.go("draw 9C")
        t.no("pass", "4C")
        t.go("9C")

    def test_countdown(self):
        t = Table({"preset": "countdown", "wild_rank_match": False}, 2, [7, 8])
        d = deal_from(deck("7C 7D 3C 3D 3H 3S 4C 4D 4H 4S 5C 5D 5H 5S 8C 9C"), 2, 1, [7, 8])
        assert t.deal(d) is None
        t.no("7C")
        t.go("7C=D")
        t.no("7D=S")
        t.go("7D")
        bad = Table({"preset": "countdown"}, 2, [7, 8])
        d["starter"], d["stock"] = ["7H"], [c for c in d["stock"] if c != "7H"] + ["9C"]
        assert bad.deal(d) is not None

    def test_judge(self):
        d = deal_from(deck("4C 7C 8S KS 3C"), 2, 1, 2)
        moves = [
            {"action": "play", "seat": 0, "card": "4C"},
            {"action": "play", "seat": 1, "card": "7C"},
            {"action": "play", "seat": 0, "card": "8S"},
        ]
        rec = {"players": [{}, {}], "rules": {"hand_size": 2}, "rounds": [{"deal": d, "moves": moves}]}
        assert judge_record(rec) == {
            "legal": True,
            "round": None,
            "move": None,
            "reason": None,
            "rounds": [{"scores": [10, 0], "ended": "out"}],
            "totals": [10, 0],
            "match_over": False,
            "winners": None,
        }
        rec["rounds"][0]["moves"] = moves[:2]
        rec["rounds"].append({"deal": d, "moves": []})
        v = judge_record(rec)
        assert (v["legal"], v["round"], v["move"], v["rounds"]) == (False, 2, None, [{}])
        rec["rounds"][0]["moves"] = moves + moves[:1]
        v = judge_record(rec)
        assert (v["legal"], v["round"], v["move"]) == (False, 1, 4)
