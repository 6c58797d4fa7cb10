"""Random legal matches, the same on every machine for the same seed, index, rules and players."""

from collections.abc import Callable, Mapping
from typing import Any

from kontari.core.fault import Fault
from kontari.core.rng import Stream
from kontari.games.mus import options, play, score
from kontari.games.mus import record as shapes
from kontari.games.mus.cards import TOKENS
from kontari.games.mus.exchange import renewing
from kontari.games.mus.legal import legal
from kontari.games.mus.state import DISCARD, DRAW, ENDED, OVER, RENEW, VISTO, State

GENERATOR = "mus-1"
"""Name and version: another version may make other matches of the same seed."""

MAX_HANDS = 60
"""A match that is still undecided after so many hands just stops there."""

NAMES = ("Ana", "Bea", "Cai", "Dani", "Edu", "Flor")

# Out of a hundred cases each.
WRITES_STOCK = 60
SHOWS_A_CARD = 3
DECLARES = 25
SAYS_MUS = 70
STANDS = 30
BETS = 30
SHOWS_HAND = 10
SEES_NEW_STOCK = 50
ORDAGO = 2
WEIGHTS = {"accept": 40, "refuse": 40, "raise": 17, "ordago": 3}
MORE_STONES = 15

_MAKE: Mapping[str, Callable[..., shapes.AnyMove]] = {
    "mus": shapes.Mus,
    "no-mus": shapes.NoMus,
    "discard": shapes.Discard,
    "stand": shapes.Stand,
    "draw": shapes.Draw,
    "reshuffle": shapes.Reshuffle,
    "declare": shapes.Declare,
    "pass": shapes.Pass,
    "bet": shapes.Bet,
    "raise": shapes.Raise,
    "ordago": shapes.Ordago,
    "accept": shapes.Accept,
    "refuse": shapes.Refuse,
    "show": shapes.Show,
}


def record(seed: int, index: int, players: int, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Match number ``index`` of a seed, as JSON values in the form of a shapes.

    players: how many sit down. rules: a preset and options over it, in the shape of a record's
    ``rules``. Raises ValueError where no match can be played by these rules.
    """
    written = options.Rules(**{name: rules.get(name) for name in ("preset", *options.OPTION_NAMES)})
    state = play.begin(options.in_force(written, players), players, written, None)
    if isinstance(state, Fault):
        raise ValueError(f"{players} players: 2, 4 or 6 can play")
    rounds = _Match(Stream(GENERATOR, seed, index, "mus", rules, players), state).rounds()
    made: dict[str, Any] = {"kontari": "1.0", "game": "mus"}
    if rules:
        made["rules"] = dict(rules)
    made["players"] = [{"name": name} for name in NAMES[:players]]
    made["rounds"] = rounds
    standing = score.standing(state)
    ending: dict[str, Any] = {"termination": "unfinished"}
    if standing.over:
        ending = {"termination": "normal", "winners": standing.winners}
    made["result"] = {**score.result(state), **ending}
    made["meta"] = {"source": f"random match, generator {GENERATOR}, seed {seed}, index {index}"}
    return made


class _Match:
    """A match as it is played: the judge's state, and the stock as it truly lies."""

    def __init__(self, stream: Stream, state: State) -> None:
        self.stream = stream
        self.state = state
        self.stock: list[str] = []  # the top last
        self.shows_stock = stream.chance(WRITES_STOCK)
        self.declares = False
        self.hand: list[dict[str, Any]] = []  # the moves of the present hand

    def rounds(self) -> list[dict[str, Any]]:
        """Play until the match is decided, or long enough."""
        state = self.state
        played: list[dict[str, Any]] = []
        while len(played) < MAX_HANDS and not score.standing(state).over:
            deal = self._deal()
            self.hand = []
            while state.phase not in (ENDED, OVER):
                self._move()
            self._show()
            shown = play.round_outcome(state).shown
            played.append({"deal": deal, "moves": self.hand, "scores": shown["scores"]})
        return played

    def _deal(self) -> dict[str, Any]:
        state, n = self.state, self.state.house.players
        pack = list(TOKENS)
        self.stream.shuffle(pack)
        mano = self.stream.below(n) if state.mano is None else (state.mano + 1) % n
        hands = [[pack.pop() for _ in range(4)] for _ in range(n)]
        self.stock = pack
        self.declares = self.stream.chance(DECLARES)
        deal: dict[str, Any] = {"mano": mano, "hands": hands}
        if self.shows_stock:
            deal["stock"] = pack[::-1]
        if self.stream.chance(SHOWS_A_CARD):
            deal["exposed"] = True
        given = shapes.Deal(**deal)
        fault = play.judge_deal(state, given)
        assert fault is None, fault
        play.apply_deal(state, given)
        return deal

    def _move(self) -> None:
        """One move of those that are legal."""
        state = self.state
        patterns = {pattern["action"]: pattern for pattern in legal(state)}
        if state.gate and self.declares:
            self._make(patterns["declare"])
            return
        patterns.pop("declare", None) if state.gate else None
        if state.phase in (DISCARD, VISTO):
            self._throw(patterns)
        elif state.phase == DRAW:
            self._draw(patterns["draw"])
        elif state.phase == RENEW:
            self._renew()
        else:
            self._speak(patterns)

    def _throw(self, patterns: Mapping[str, dict[str, Any]]) -> None:
        if "stand" in patterns and self.stream.chance(STANDS):
            self._make(patterns["stand"])
            return
        held = list(patterns["discard"]["of"])
        self.stream.shuffle(held)
        seat = patterns["discard"]["seat"]
        self._make({"action": "discard", "seat": seat, "cards": held[: 1 + self.stream.below(4)]})

    def _draw(self, pattern: Mapping[str, Any]) -> None:
        cards = [self.stock.pop() for _ in range(pattern["cards"]["most"])]
        self._make({"action": "draw", "seat": pattern["seat"], "cards": cards})

    def _renew(self) -> None:
        self.stock = [token for token, _, _ in renewing(self.state)]
        self.stream.shuffle(self.stock)
        seen = {"stock": self.stock[::-1]} if self.stream.chance(SEES_NEW_STOCK) else {}
        self._make({"action": "reshuffle", **seen})

    def _speak(self, patterns: dict[str, dict[str, Any]]) -> None:
        """Talk, declarations, bets and answers."""
        if "mus" in patterns:
            self._make(patterns["mus" if self.stream.chance(SAYS_MUS) else "no-mus"])
        elif "declare" in patterns:
            self._make(patterns["declare"])
        elif "pass" in patterns:
            action = "bet" if self.stream.chance(BETS) else "pass"
            self._bet(patterns["ordago" if "ordago" in patterns and self.stream.chance(ORDAGO) else action])
        else:
            weighted = [name for name, weight in WEIGHTS.items() if name in patterns for _ in range(weight)]
            self._bet(patterns[self.stream.choice(weighted)])

    def _bet(self, pattern: Mapping[str, Any]) -> None:
        move = dict(pattern)
        stones = move.get("stones")
        if isinstance(stones, dict):
            more = 1 + self.stream.below(5) if self.stream.chance(MORE_STONES) else 0
            move["stones"] = stones["least"] + more
        elif stones is not None:
            move["stones"] = self.stream.choice(stones)
        self._make(move)

    def _show(self) -> None:
        """Some hands are laid open."""
        if self.state.phase == ENDED and self.stream.chance(SHOWS_HAND):
            for pattern in legal(self.state):
                if pattern["action"] == "show":
                    self._make(pattern)

    def _make(self, move: dict[str, Any]) -> None:
        """Make a move and write it down."""
        made = _typed(move)
        fault = play.judge(self.state, made)
        assert fault is None, (move, fault)
        play.apply(self.state, made)
        self.hand.append(move)


def _typed(move: Mapping[str, Any]) -> shapes.AnyMove:
    """A move as the judge takes it."""
    return _MAKE[move["action"]](**move)
