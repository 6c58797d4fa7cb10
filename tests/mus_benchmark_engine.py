"""A small engine that plays and logs Mus as mus-benchmark does, by rules of its own: for the tests of its converter."""

import json
import random
from typing import Any

RANKS = ("as", "dos", "tres", "cuatro", "cinco", "seis", "siete", "sota", "caballo", "rey")
POINTS = dict(zip(RANKS, (1, 1, 10, 4, 5, 6, 7, 10, 10, 10), strict=True))
DECK = [f"{rank} de {suit}" for suit in ("oros", "copas", "espadas", "bastos") for rank in RANKS]
LANCES = ("Grande", "Chica", "Pares", "Juego")


def rank(card: str) -> str:
    return card.split()[0]


class Engine:
    """A match; ``lines`` is its log. ``choose`` says the action of a seat out of the legal ones."""

    def __init__(self, seed: int, most_mus: int = 2, cautious: bool = False) -> None:
        self.rng = random.Random(seed)
        self.most_mus, self.cautious = most_mus, cautious
        self.lines: list[dict[str, Any]] = []
        self.mano = -1
        self.points = [0, 0]
        self.number = 0
        self.reshuffles = 0

    def play(self, hands: int) -> "Engine":
        for _ in range(hands):
            self.hand()
        return self

    def text(self) -> list[str]:
        return [json.dumps(line, ensure_ascii=False) + "\n" for line in self.lines]

    # One hand

    def hand(self) -> None:
        self.number += 1
        self.turn = 0
        self.mano = (self.mano + 1) % 4
        deck = DECK[:]
        self.rng.shuffle(deck)
        self.hands = {seat: deck[4 * seat : 4 * seat + 4] for seat in range(4)}
        self.pile, self.thrown = deck[16:], list[str]()
        self.dealt = {str(seat): list(cards) for seat, cards in self.hands.items()}
        self.phase, self.lance, self.stake, self.holder = "MUS_REQUEST", 0, 0, None
        self.folded: set[int] = set()
        self.over = False
        self.talk()
        for lance in range(4):
            if not self.over:
                self.lance = lance
                self.play_lance()
        self.lines.append(
            {
                "kind": "hand",
                "hand": self.number,
                "t": 1.5,
                "mano": self.mano,
                "dealt": self.dealt,
                "hands": self.shown(),
                "jugadas": {"Grande": 0},
                "jugada_truth": {"Grande": 0},
                "locked_envites": [],
                "hand_gain_a": 1,
                "hand_gain_b": 0,
                "hand_winner": 0,
                "points_a": self.points[0] + 1,
                "points_b": self.points[1],
                "vacas_a": 0,
                "vacas_b": 0,
                "vaca_delta_a": 0,
                "vaca_delta_b": 0,
                "ordago_caller": None,
                "ordago_accepted": None,
            }
        )

    def shown(self) -> dict[str, list[str]]:
        return {str(seat): list(cards) for seat, cards in self.hands.items()}

    def decide(self, seat: int, legal: list[str], **more: Any) -> str:
        """Choose an action, and log it with the hands before it."""
        weights = [{"envido": 2, "ordago": 0, "y-yo": 1, "reenvido": 1}.get(one, 6) for one in legal]
        action = legal[0] if self.cautious else self.rng.choices(legal, weights)[0]
        self.log(seat, action, legal, {"action": action, **more})
        return action

    def log(self, seat: int, action: str, legal: list[str], raw: dict[str, Any]) -> None:
        self.turn += 1
        lances = self.phase not in ("MUS_REQUEST", "MUS_DRAW")
        self.lines.append(
            {
                "kind": "decision",
                "hand": self.number,
                "turn": self.turn,
                "t": 0.25,
                "seat": seat,
                "team": seat % 2,
                "name": f"bot {seat}",
                "model": "heuristic",
                "is_llm": False,
                "action": action,
                "raw_action": raw,
                "legal": legal,
                "rejections": 0,
                "fallback": False,
                "read": None,
                "senas_delivered": [],
                "thought": "hm" if seat == 1 else None,
                "phase": self.phase,
                "lance": LANCES[self.lance] if lances else None,
                "cards_final": lances,
                "hands": self.shown(),
                "jugada_truth": None,
                "lance_winner_truth": None,
                "would_win": None,
                "strength": None,
                "facing_bet": self.stake > 0,
                "stake": self.stake,
                "previous": 0,
                "holder": self.holder,
                "holder_team": None,
                "folded": sorted(self.folded),
                "locked": False,
                "ordago_context": None,
                "mano": self.mano,
                "points_a": self.points[0],
                "points_b": self.points[1],
                "vacas_a": 0,
                "vacas_b": 0,
            }
        )

    def order(self) -> list[int]:
        return [(self.mano + step) % 4 for step in range(4)]

    def talk(self) -> None:
        for _ in range(self.most_mus):
            self.phase = "MUS_REQUEST"
            for seat in self.order():
                if self.decide(seat, ["no", "mus"] if self.cautious else ["mus", "mus", "mus", "no"]) == "no":
                    return
            self.phase = "MUS_DRAW"
            for seat in self.order():
                self.discard(seat)

    def discard(self, seat: int, names: list[str] | None = None) -> None:
        names = names or self.rng.sample(self.hands[seat], self.rng.randint(2, 4))
        self.log(seat, "discard", ["discard"], {"action": "discard", "cards": names})
        cards: list[str] = []
        for name in names:
            cards += [card for card in self.hands[seat] if card not in cards and name in card]
        for card in cards:
            self.hands[seat].remove(card)
            self.thrown.append(card)
            if not self.pile:
                self.rng.shuffle(self.thrown)
                self.pile, self.thrown = self.thrown, []
                self.reshuffles += 1
            self.hands[seat].append(self.pile.pop())

    def has(self, seat: int) -> bool:
        if self.lance == 2:
            return len({"rey" if rank(card) == "tres" else rank(card) for card in self.hands[seat]}) < 4
        return sum(POINTS[rank(card)] for card in self.hands[seat]) >= 31

    def play_lance(self) -> None:
        if self.lance >= 2:
            self.phase = "DECLARE"
            declared = {}
            for seat in self.order():
                declared[seat] = self.has(seat)
                self.decide(seat, ["tengo" if declared[seat] else "no-tengo"])
            sides = {seat % 2 for seat in declared if declared[seat]}
            if len(sides) == 1 or (not sides and self.lance == 2):
                return
        self.phase, self.stake, self.holder, self.folded = "ENVITE", 0, None, set()
        seat, spoke = self.mano, 0
        while True:
            if not self.stake:
                action = self.decide(seat, ["paso", "envido"])
                spoke += action == "paso"
                if spoke == 4:
                    return
            elif self.holder is not None and seat % 2 == self.holder % 2:
                action = self.decide(seat, ["paso", "y-yo"])
                if action == "paso":
                    self.folded.add(seat)
            else:
                action = self.decide(seat, ["quiero", "no-quiero", "y-yo", *(["reenvido"] if self.stake >= 4 else [])])
            if action in ("quiero", "no-quiero"):
                self.stake = 0
                return
            if action in ("envido", "y-yo", "reenvido"):
                self.stake = {"envido": 2, "y-yo": self.stake + 2, "reenvido": 2 * self.stake}[action]
                self.holder = seat
            seat = next(other for step in range(1, 9) if (other := (seat + step) % 4) not in self.folded)
            if self.stake and seat == self.holder:
                self.stake = 0
                return
