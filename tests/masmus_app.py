"""A small program that plays hands of Mus and saves them as masmus does: for the tests of its converter."""

import random
from typing import Any

MASK = 2**32 - 1
LANCES = ("grande", "chica", "pares", "juego", "punto")
DECK = [rank + suit for suit in "oceb" for rank in "1234567SCR"]
POINTS = {"1": 1, "2": 1, "3": 10, "4": 4, "5": 5, "6": 6, "7": 7, "S": 10, "C": 10, "R": 10}
SAME = {"3": "R", "2": "1"}


def number(state: int, bound: int) -> tuple[int, int]:
    """A number below the bound, and the state behind it: mulberry32."""
    state = (state + 0x6D2B79F5) & MASK
    t = ((state ^ (state >> 15)) * (state | 1)) & MASK
    t = ((t + ((t ^ (t >> 7)) * (t | 61) & MASK)) & MASK) ^ t
    return ((t ^ (t >> 14)) * bound) >> 32, state


def shuffled(cards: list[str], state: int) -> tuple[list[str], int]:
    cards = list(cards)
    for i in range(len(cards) - 1, 0, -1):
        j, state = number(state, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards, state


class Hand:
    """One hand in play, from the deal on; every word is said by the method of its name."""

    def __init__(self, seed: int, mano: int = 0, corrido: bool = False, target: int = 40) -> None:
        self.rules = {"kings": "eight", "target": target}
        self.mano, self.corrido = mano, corrido
        deck, self.random = shuffled(DECK, seed)
        self.hands: list[list[str]] = [[], [], [], []]
        for i in range(4):
            self.hands[(mano + i) % 4] = deck[4 * i : 4 * i + 4]
        self.dealt = [list(hand) for hand in self.hands]
        self.stock, self.discards = deck[16:], list[str]()
        self.log: list[dict[str, Any]] = []
        self.outcomes: list[dict[str, Any]] = []
        self.chosen: dict[int, list[str]] = {}
        self.said = 0
        self.phase, self.seat = "mus", mano
        self.lance, self.eligible = "", list[int]()
        self.envite: dict[str, Any] | None = None
        self.now = [0, 0]

    def order(self) -> list[int]:
        return [(self.mano + i) % 4 for i in range(4)]

    def note(self, type_: str, **more: Any) -> None:
        self.log.append({"type": type_, **more})

    # The talk and the exchange

    def mus(self) -> None:
        self.note("musSaid", seat=self.seat)
        self.said += 1
        self.seat = (self.seat + 1) % 4
        if self.said == 4:
            self.phase, self.seat, self.chosen = "discard", self.mano, {}

    def no_mus(self) -> None:
        self.note("noHayMusSaid", seat=self.seat)
        if self.corrido and self.seat != self.mano:
            self.mano = self.seat
            self.note("manoMoved", seat=self.mano)
        self.start("grande")

    def discard(self, cards: list[str]) -> None:
        self.chosen[self.seat] = list(cards)
        self.note("discarded", seat=self.seat, count=len(cards))
        self.seat = (self.seat + 1) % 4
        if len(self.chosen) == 4:
            self.serve()

    def serve(self) -> None:
        for seat in self.order():
            self.hands[seat] = [card for card in self.hands[seat] if card not in self.chosen[seat]]
            self.discards += self.chosen[seat]
        for seat in self.order():
            count = 4 - len(self.hands[seat])
            if count > len(self.stock):
                self.note("reshuffled")
                fresh, self.random = shuffled(self.discards, self.random)
                self.stock, self.discards = self.stock + fresh, []
            self.hands[seat] = self.hands[seat] + self.stock[:count]
            self.stock = self.stock[count:]
        if self.corrido:
            self.mano = (self.mano + 1) % 4
            self.note("manoMoved", seat=self.mano)
        self.phase, self.seat, self.said = "mus", self.mano, 0

    # The lances

    def has(self, seat: int, lance: str) -> bool:
        ranks = [SAME.get(card[0], card[0]) for card in self.hands[seat]]
        if lance == "pares":
            return len(set(ranks)) < 4
        return sum(POINTS[rank] for rank in ranks) >= 31

    def start(self, lance: str) -> None:
        self.lance, self.eligible = lance, self.order()
        if lance in ("pares", "juego"):
            for seat in self.order():
                self.note("declared", seat=seat, lance=lance, has=self.has(seat, lance))
            self.eligible = [seat for seat in self.order() if self.has(seat, lance)]
            sides = {seat % 2 for seat in self.eligible}
            if not sides:
                return self.close({"type": "notPlayed", "lance": lance}) if lance == "pares" else self.start("punto")
            if len(sides) == 1:
                return self.close({"type": "sinDisputa", "lance": lance, "team": min(sides)})
        self.phase, self.seat, self.envite = "lance", self.eligible[0], None
        self.note("lanceStarted", lance=lance, seats=self.eligible)
        return None

    def paso(self) -> None:
        self.note("pasoSaid", seat=self.seat)
        if self.seat == self.eligible[-1]:
            self.close({"type": "enPaso", "lance": self.lance})
        else:
            self.seat = self.eligible[self.eligible.index(self.seat) + 1]

    def envido(self, amount: int) -> None:
        before = self.envite["stake"] if self.envite else 0
        self.note("envidoSaid", seat=self.seat, amount=amount, stake=before + amount)
        self.bet(before + amount, before, False)

    def ordago(self) -> None:
        before = self.envite["stake"] if self.envite else 0
        self.note("ordagoSaid", seat=self.seat)
        self.bet(before, before, True)

    def bet(self, stake: int, accepted: int, ordago: bool) -> None:
        rivals = [(self.seat + i) % 4 for i in (1, 3) if (self.seat + i) % 4 in self.eligible]
        self.envite = {"bettor": self.seat, "stake": stake, "accepted": accepted, "ordago": ordago}
        self.envite["responders"] = rivals
        self.seat = rivals[0]

    def quiero(self) -> None:
        assert self.envite is not None
        self.note("quieroSaid", seat=self.seat)
        if self.envite["ordago"]:
            self.close({"type": "ordagoQuerido", "lance": self.lance})
        else:
            self.close({"type": "querido", "lance": self.lance, "stake": self.envite["stake"]})

    def no_quiero(self) -> None:
        assert self.envite is not None
        rest = self.envite["responders"][1:]
        self.note("noQuieroSaid", seat=self.seat, partnerDecides=bool(rest))
        if rest:
            self.envite = {**self.envite, "responders": rest}
            self.seat = rest[0]
            return
        team, points = self.envite["bettor"] % 2, self.envite["accepted"] or 1
        self.now[team] += points
        self.close({"type": "noQuerido", "lance": self.lance, "team": team, "points": points})

    def close(self, outcome: dict[str, Any]) -> None:
        self.outcomes.append(outcome)
        self.note("lanceClosed", outcome=outcome)
        after = {"grande": "chica", "chica": "pares", "pares": "juego"}.get(outcome["lance"])
        if after is None or outcome["type"] == "ordagoQuerido":
            self.phase = "over"
            self.note("handEnded")
        else:
            self.start(after)

    # What is saved

    def saved_phase(self) -> dict[str, Any]:
        if self.phase == "mus":
            return {"type": "mus", "seat": self.seat, "said": self.said}
        if self.phase == "discard":
            return {"type": "discard", "seat": self.seat, "chosen": {str(s): c for s, c in self.chosen.items()}}
        if self.phase == "lance":
            at = {"seat": self.seat, "eligible": self.eligible, "envite": self.envite}
            return {"type": "lance", "lance": self.lance, **at}
        return {"type": "over"}

    def saved(self, score: tuple[int, int] = (0, 0), number: int = 1, **more: Any) -> dict[str, Any]:
        """The whole file."""
        hand = {
            "rules": self.rules,
            "mano": self.mano,
            "musCorrido": self.corrido,
            "hands": self.hands,
            "stock": self.stock,
            "discards": self.discards,
            "random": self.random,
            "phase": self.saved_phase(),
            "outcomes": self.outcomes,
            "log": self.log,
        }
        match = {"rules": self.rules, "score": list(score), "handNumber": number, "hand": hand}
        match |= {"winner": None, "end": None, **more}
        return {"schemaVersion": 1, "match": match, "bots": {"1": "bold", "2": "calm", "3": "sly"}}

    # Playing

    def any_move(self, rng: random.Random, exchanges: int = 1) -> None:
        """Make any legal move; mus is said until there were so many exchanges."""
        if self.phase == "mus":
            done = sum(event["type"] == "discarded" for event in self.log) // 4
            self.mus() if done < exchanges else self.no_mus()
        elif self.phase == "discard":
            most = 4 if exchanges > 1 else rng.randint(1, 4)
            self.discard(rng.sample(self.hands[self.seat], rng.randint(min(3, most), most)))
        elif self.envite is None:
            rng.choice((self.paso, self.paso, self.paso, lambda: self.envido(rng.randint(2, 6)), self.ordago))()
        elif self.envite["ordago"]:
            rng.choice((self.no_quiero, self.no_quiero, self.quiero))()
        else:
            rng.choice((self.quiero, self.no_quiero, self.no_quiero, lambda: self.envido(rng.randint(2, 9))))()


def played(seed: int, exchanges: int = 1, corrido: bool = False, most: int = 1000) -> Hand:
    """A hand played at random to its end, or for so many moves."""
    rng = random.Random(seed)
    hand = Hand(rng.getrandbits(32), mano=rng.randrange(4), corrido=corrido, target=rng.choice((40, 30)))
    for _ in range(most):
        if hand.phase == "over" or max(hand.now) >= hand.rules["target"]:
            break
        hand.any_move(rng, exchanges)
    return hand
