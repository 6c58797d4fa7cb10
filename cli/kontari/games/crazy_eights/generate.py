"""Random legal matches, the same on every machine for the same seed, index, rules and players."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from kontari.core.cards import RANKS, SUITS, TOKENS, listed
from kontari.core.fault import Fault
from kontari.core.rng import Stream
from kontari.core.totals import Totals
from kontari.games.crazy_eights import options, play, score
from kontari.games.crazy_eights.legal import legal
from kontari.games.crazy_eights.record import AnyMove, Deal, Draw, Pass, Penalty, Play, Reshuffle
from kontari.games.crazy_eights.state import EIGHT, FREE, OVER, OWING, House, State

GENERATOR = "crazy-eights-1"
"""Name and version: another version may make other matches of the same seed."""

MAX_HANDS = 30
MAX_MOVES = 2000
"""A match that is still undecided after so many hands or moves just stops there."""

NAMES = (
    *("Ana", "Bea", "Cai", "Dani", "Edu", "Flor", "Gil", "Haizea"),
    *("Ines", "Jon", "Kira", "Leo", "Maia", "Nora", "Oier"),
)

# Out of a hundred cases each.
WRITES_STOCK = 75
PENALTY = 1
SECOND_PENALTY_CARD = 25
PINS = 60
DRAWS_THOUGH_ABLE = 5
NAMES_OWN_SUIT = 80
DRAWS_IN_ONE_ACTION = 50
ANSWERS_DEBT = 75
SHUFFLES_EARLY = 30
PASSES_THOUGH_ABLE = 15


def record(seed: int, index: int, players: int, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Match number ``index`` of a seed, as JSON values in the form of a record.

    players: how many sit down. rules: a preset and options over it, in the shape of a record's
    ``rules``. Raises ValueError where no match can be played by these rules.
    """
    state = _begin(players, rules)
    match = _Match(Stream(GENERATOR, seed, index, "crazy-eights", rules, players), state)
    rounds = match.rounds()
    made: dict[str, Any] = {"kontari": "1.0", "game": "crazy-eights"}
    if rules:
        made["rules"] = dict(rules)
    made["players"] = [{"name": name} for name in NAMES[:players]]
    made["rounds"] = rounds
    standing = score.standing(state)
    totals = list(state.totals.certain or ())
    if standing.over:
        made["result"] = {"termination": "normal", "scores": totals, "winners": standing.winners}
    else:
        made["result"] = {"termination": "unfinished", "scores": totals}
    made["meta"] = {"source": f"random match, generator {GENERATOR}, seed {seed}, index {index}"}
    return made


def _begin(players: int, rules: Mapping[str, Any]) -> State:
    """The state before the first deal; ValueError where there can be none."""
    if not 2 <= players <= len(NAMES):
        raise ValueError(f"{players} players: from 2 to {len(NAMES)} can play")
    for name in rules:
        if name != "preset" and name not in options.OPTION_NAMES and not name.startswith("x-"):
            raise ValueError(f"{name} is no option")
    if rules.get("preset", "classic") not in options.PRESETS:
        raise ValueError(f"preset {rules['preset']}: there is no such preset")
    written = options.Rules(**rules)
    chosen = options.in_force(written, players)
    state = play.begin(chosen, players, written, None)
    if isinstance(state, Fault):
        facts = state.facts
        if state.code == "CE-D02":
            raise ValueError(f"{players} players are more than max_players = {facts['most']}")
        raise ValueError(
            f"{facts['one']} = {facts['value']} cannot hold together with {facts['other']} = {facts['against']}"
        )
    dealt = sum(_sizes(state))
    if dealt >= 52 * chosen["decks"]:
        raise ValueError(f"{dealt} cards to deal and a starter are more than the {52 * chosen['decks']} of the pack")
    return state


def _sizes(state: State) -> tuple[int, ...]:
    """How many cards each seat is dealt next."""
    house = state.house
    if not house.countdown:
        return (house.options["hand_size"],) * house.players
    sizes = state.totals.certain
    assert sizes is not None
    return sizes


def _replaced(house: House, sizes: tuple[int, ...]) -> frozenset[str]:
    """The cards that do not stay as starter."""
    wild: set[str] = set()
    if house.starter_eight == "replace":
        wild = {RANKS[size - 1] for size in sizes} if house.countdown else {RANKS[EIGHT]}
    special = house.special if house.starter_special == "replace" else frozenset()
    return special.union(token for token in TOKENS if token[0] in wild)


_MAKE: Mapping[str, Callable[..., AnyMove]] = {
    "draw": Draw,
    "pass": Pass,
    "reshuffle": Reshuffle,
    "penalty": Penalty,
}


@cache
def _typed_play(seat: int, card: Any, suit: Any) -> Play:
    return Play(action="play", seat=seat, card=card, suit=suit)


def _typed(move: Mapping[str, Any]) -> AnyMove:
    """A move as the judge takes it."""
    if move["action"] == "play":
        return _typed_play(move["seat"], move["card"], move.get("suit"))
    return _MAKE[move["action"]](**move)


class _Match:
    """A match as it is played: the judge's state, and the stock as it truly lies."""

    def __init__(self, stream: Stream, state: State) -> None:
        self.stream = stream
        self.state = state
        self.stock: list[str] = []  # the top last
        self.moves_left = MAX_MOVES
        self.shows_stock = stream.chance(WRITES_STOCK)
        self.hand: list[dict[str, Any]] = []  # the moves of the present hand

    def rounds(self) -> list[dict[str, Any]]:
        """Play until the match is decided, or long enough."""
        state = self.state
        played: list[dict[str, Any]] = []
        dealer = self.stream.below(state.house.players)
        while len(played) < MAX_HANDS and self.moves_left:
            deal = self._deal(dealer)
            self.hand = []
            while state.phase != OVER and self.moves_left:
                self._turn()
            round_: dict[str, Any] = {"deal": deal, "moves": self.hand}
            played.append(round_)
            if state.ended is None:
                break
            assert isinstance(state.outcome, Totals)
            round_["scores"] = list(state.outcome.certain or ())
            if state.standing.over:
                break
            dealer = (dealer + 1) % state.house.players
        return played

    # The deal

    def _deal(self, dealer: int) -> dict[str, Any]:
        """Deal until a starter can be turned up, and lay the cards on the table."""
        while (deal := self._try_deal(dealer)) is None:
            pass
        given = Deal(**deal)
        fault = play.judge_deal(self.state, given)
        assert fault is None, fault
        play.apply_deal(self.state, given)
        return deal

    def _try_deal(self, dealer: int) -> dict[str, Any] | None:
        house = self.state.house
        pack = list(TOKENS) * house.decks
        self.stream.shuffle(pack)
        sizes = _sizes(self.state)
        hands: list[list[str]] = [[] for _ in sizes]
        for lap in range(max(sizes)):
            for step in range(house.players):
                seat = (dealer + 1 + step) % house.players
                if lap < sizes[seat]:
                    hands[seat].append(pack.pop())
        back = _replaced(house, sizes)
        if all(token in back for token in pack):
            return None
        starter = [pack.pop()]
        while starter[-1] in back:
            pack.insert(self.stream.below(len(pack) + 1), starter[-1])
            starter.append(pack.pop())
        self.stock = pack
        deal: dict[str, Any] = {"dealer": dealer, "hands": hands, "starter": starter}
        if self.shows_stock:
            deal["stock"] = pack[::-1]
        if house.starter_eight == "dealer-names" and starter[-1][0] == "8":
            deal["suit"] = self.stream.choice(SUITS)
        return deal

    # A turn

    def _turn(self) -> None:
        """One move: of the table, now and then, or of the player to move."""
        state, stream = self.state, self.stream
        if not self.stock and state.count:  # an implied reshuffle has just happened
            self.stock = self._shuffled(listed(state.pool))
        if state.renewed and state.count and stream.chance(PINS):
            self._make({"action": "reshuffle", "stock": self.stock[::-1]})
        elif state.phase in (FREE, OWING) and state.count and stream.chance(PENALTY):
            self._penalty()
        else:
            self._choose()

    def _shuffled(self, names: list[str]) -> list[str]:
        self.stream.shuffle(names)
        return names

    def _penalty(self) -> None:
        seat = self.stream.below(self.state.house.players)
        reason = self.stream.choice(("last-card", "wrong-play", "other"))
        wanted = 2 if self.stream.chance(SECOND_PENALTY_CARD) else 1
        self._take({"action": "penalty", "seat": seat, "cards": self._upcoming(wanted), "reason": reason})

    def _choose(self) -> None:
        """A move of those that are legal; mostly a card is played."""
        stream = self.stream
        patterns = legal(self.state)
        plays = [pattern for pattern in patterns if pattern["action"] == "play"]
        others = {pattern["action"]: pattern for pattern in patterns if pattern["action"] != "play"}
        draw = others.get("draw")
        if plays and others and not self._plays(draw is not None, "pass" in others):
            plays = []
        if plays:
            pattern = stream.choice(plays)
            if "suit" in pattern:
                pattern["suit"] = self._suit(pattern["card"], pattern["suit"])
            self._make(pattern)
        elif draw is not None:
            self._draw(draw)
        elif "reshuffle" in others and ("pass" not in others or stream.chance(50)):
            self.stock = self._shuffled(self.state.discards[:-1])
            seen = {"stock": self.stock[::-1]} if stream.chance(50) else {}
            self._make({"action": "reshuffle", **seen})
        else:
            self._make(others["pass"])

    def _suit(self, card: str, suits: list[str]) -> str:
        """The suit named with a card: mostly that of another card of the hand."""
        if not self.stream.chance(NAMES_OWN_SUIT):
            return self.stream.choice(suits)
        held = listed(self.state.hands[self.state.turn])
        held.remove(card)
        return self.stream.choice(held)[1]

    def _plays(self, can_draw: bool, can_pass: bool) -> bool:
        """Whether he who could play does play."""
        if self.state.phase == OWING:
            return self.stream.chance(ANSWERS_DEBT)
        if can_draw:
            return not self.stream.chance(DRAWS_THOUGH_ABLE)
        return not self.stream.chance(PASSES_THOUGH_ABLE if can_pass else SHUFFLES_EARLY)

    def _draw(self, pattern: Mapping[str, Any]) -> None:
        """Owed cards all at once; others one by one, or several until one of them can be played."""
        state = self.state
        wanted, most = pattern["cards"]["least"], pattern["cards"]["most"]
        cards = self._upcoming(most if self.stream.chance(DRAWS_IN_ONE_ACTION) else wanted)
        if state.phase == FREE:
            follows = state.following(state.turn)
            ready = (place for place, token in enumerate(cards, 1) if token in follows)
            cards = cards[: next(ready, len(cards))]
        self._take({"action": "draw", "seat": state.turn, "cards": cards})

    def _upcoming(self, wanted: int) -> list[str]:
        """The next cards of the stock, at most so many; under ``eager`` the discards follow."""
        if self.state.house.eager and wanted > len(self.stock):
            self.stock = self._shuffled(self.state.discards[:-1]) + self.stock
        return self.stock[: -wanted - 1 : -1]

    def _take(self, move: dict[str, Any]) -> None:
        """Make a move that takes the next cards of the stock."""
        del self.stock[len(self.stock) - len(move["cards"]) :]
        self._make(move)
        del self.stock[: len(self.stock) - self.state.count]

    def _make(self, move: dict[str, Any]) -> None:
        """Make a move and write it down."""
        state = self.state
        made = _typed(move)
        fault = play.judge(state, made)
        assert fault is None, (move, fault)
        play.apply(state, made)
        self.hand.append(move)
        self.moves_left -= 1
