"""masmus's ``match.json``: the hand in play of a match of Mus, read only.

The file says how the hands lie now, the stock, the discards, the state of the generator, and what the
table saw happen. The deal is found from there: after one exchange at most by unrolling it (the cards
drawn are the last ones of a hand, those thrown the discards in order); after more by running the
generator (mulberry32) back to the deck, and, where the discards became a new stock once, by undoing that
shuffle. What is so found is played forward, and is taken where it leads to what the file
says; else what no place of the file names is unseen.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product
from math import prod
from typing import Any, NamedTuple

from kontari import __version__
from kontari.convert import ConversionError, Converted, Loss, Wish
from kontari.convert.json_document import Node, documents
from kontari.core.cards import UNSEEN
from kontari.record.reading import VERSION

Json = dict[str, Any]
Cards = list[str]

GAME = "mus"
SEATS = 4
HAND = 4
BASE_DECK = tuple(rank + suit for suit in "oceb" for rank in "A234567SCR")
STOCK = len(BASE_DECK) - SEATS * HAND
NO_WISH = Wish()

KINGS = {"eight": 8, "four": 4}
TARGETS = (40, 30)
RULES = {
    "games_to_win": 1,
    "reshuffle_pool": "all-discards",
    "raises": "any",
    "min_raise": 2,
    "deje": "last-accepted",
    "refuser_out": False,
    "mus_corrido": True,
    "corrido_moves": "after-draws",
}
LANCES = ("grande", "chica", "pares", "juego", "punto")
OUTCOMES = ("notPlayed", "sinDisputa", "enPaso", "querido", "noQuerido", "ordagoQuerido")
SAID = {
    "musSaid": "mus",
    "noHayMusSaid": "no-mus",
    "pasoSaid": "pass",
    "quieroSaid": "accept",
    "noQuieroSaid": "refuse",
    "ordagoSaid": "ordago",
}
"""The events that are a word and nothing else, with the action of a record."""
EVENTS = (
    *SAID,
    *("manoMoved", "discarded", "reshuffled", "lanceStarted", "declared", "envidoSaid", "lanceClosed", "handEnded"),
)
PERSON = "person"

_CODE = re.compile(r"[1-7SCR][oceb]")
_UINT32 = 2**32
_STEP = 0x6D2B79F5


def sniff(head: str) -> bool:
    """Whether a text that begins so is such a file."""
    return head.lstrip().startswith("{") and '"schemaVersion"' in head and '"musCorrido"' in head


def read(lines: Iterable[str], wish: Wish = NO_WISH) -> Iterator[Converted]:
    """The files of a text as records: one, or one a line. A bad one is a ConversionError in its place.

    Where claims are wished, the winner of the match is the claimed one.
    """
    for line, root in documents(lines):
        try:
            if isinstance(root, ConversionError):
                raise root
            yield Converted(line, *_record(root, wish.claims))
        except ConversionError as error:
            yield Converted(line, error)


def _record(root: Node, claims: bool) -> tuple[Json, Sequence[Loss]]:
    version = root["schemaVersion"].integer(0)
    if version != 1:
        raise root["schemaVersion"].error(f"version {version}; only version 1 is known")
    match = root["match"]
    rules = _rules(match["rules"])
    if _rules(match["hand"]["rules"]) != rules:
        raise match["hand"]["rules"].error("not the rules of the match")
    winner = match.get("winner")
    side = None if winner is None else winner.integer(0, 1)
    end = match.get("end")
    by_refusal = end is not None and end.word(("count", "noQuiero", "ordago")) == "noQuiero" and winner is not None
    log = _Log(match["hand"], by_refusal)
    record: Json = {
        "kontari": VERSION,
        "game": GAME,
        "rules": rules,
        "players": _players(root["bots"]),
        "rounds": [_round(match["hand"], log)],
        "meta": {"software": f"kontari {__version__}", "source": "masmus"},
    }
    score = [item.integer() for item in match["score"].items(2, 2)]
    first = match["hand"]["musCorrido"].boolean()
    if match["handNumber"].integer(1) > 1 or any(score) or not first:
        record["start"] = {"stones": score, "first_hand": first}
    if winner is not None and claims:
        record["result"] = {"termination": "normal", "winners": [side]}
    elif winner is not None:
        log.losses.append(Loss("the winner, whom --claims would keep", winner.place))
    return record, log.losses


def _rules(node: Node) -> Json:
    target = node["target"].integer()
    if target not in TARGETS:
        raise node["target"].wanted(f"one of {', '.join(map(str, TARGETS))}")
    return {"preset": "classic", "kings": KINGS[node["kings"].word(KINGS)], "target": target, **RULES}


def _players(bots: Node) -> list[Json]:
    for key in bots.keys():  # noqa: SIM118
        if key not in map(str, range(SEATS)):
            raise bots[key].error("not a seat from 0 to 3")
    named = [bots.get(str(seat)) for seat in range(SEATS)]
    return [{"name": PERSON if name is None else name.text()} for name in named]


def _cards(node: Node, least: int = 0, most: int = len(BASE_DECK)) -> Cards:
    return [_card(item) for item in node.items(least, most)]


def _card(node: Node) -> str:
    code = node.text()
    if not _CODE.fullmatch(code):
        raise node.wanted("a card such as 1o or Re")
    return code.replace("1", "A")


# The log


@dataclass(eq=False)
class Exchange:
    """One exchange of cards: the moves of its discards, in order; those of a whole one are four."""

    discards: list[Json] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    reshuffles: list[Node] = field(default_factory=list)

    def whole(self) -> bool:
        return len(self.discards) == SEATS


@dataclass
class _Bet:
    """What is bet in the lance in play."""

    side: int = 0
    stake: int = 0


class _Log:
    """What happened, as moves; cards thrown and drawn are filled in afterwards (``exchanges``).

    by_refusal: whether a refusal won the match, behind which the program goes on to log the next lances.
    """

    def __init__(self, hand: Node, by_refusal: bool) -> None:
        self.moves: list[Json | Exchange] = []
        self.exchanges: list[Exchange] = []
        self.losses: list[Loss] = []
        self.mano = hand["mano"].integer(0, SEATS - 1)
        self._bet: _Bet | None = None
        self._outcomes: list[Any] = []
        events = hand["log"].items()
        speaks_first, moved = None, None
        idle: list[str] = []
        last = self._last_refusal(events) if by_refusal else len(events)
        for index, event in enumerate(events):
            type_ = event["type"].word(EVENTS)
            if type_ == "manoMoved":
                moved = event
            if type_ in ("musSaid", "noHayMusSaid") and speaks_first is None:
                speaks_first = event["seat"].integer(0, SEATS - 1)
            if index > last and type_ == "declared":
                idle.append(event.place)
            else:
                self._event(type_, event)
        if idle:
            self.losses.append(Loss(f"declarations after the match was won ({len(idle)})", idle[0]))
        if moved is not None:
            if moved["seat"].integer() != self.mano:
                raise moved.error(f"the last seat to which mano moved is not the mano, {self.mano}")
            # The talk begins with the mano of the deal.
            self.mano = self.mano if speaks_first is None else speaks_first
        if hand["outcomes"].value != self._outcomes:
            raise hand["outcomes"].error("not the outcomes of the lances that the log closes")

    @staticmethod
    def _last_refusal(events: Sequence[Node]) -> int:
        refusals = [index for index, event in enumerate(events) if event["type"].value == "noQuieroSaid"]
        return refusals[-1] if refusals else len(events)

    def _event(self, type_: str, event: Node) -> None:
        if type_ == "discarded":
            self._discarded(event)
        elif type_ == "reshuffled":
            if not self.exchanges or not self.exchanges[-1].whole() or self.moves[-1] is not self.exchanges[-1]:
                raise event.error("reshuffled, and not behind the discards of an exchange")
            self.exchanges[-1].reshuffles.append(event)
        elif type_ in SAID:
            self._say(SAID[type_], event)
        elif type_ == "declared":
            lance = event["lance"].word(LANCES)
            self._say("declare", event, has=event["has"].boolean(), lance=lance)
        elif type_ == "envidoSaid":
            self._envido(event)
        elif type_ == "lanceStarted":
            event["lance"].word(LANCES)
            self._bet = None
        elif type_ == "lanceClosed":
            self._closed(event["outcome"])

    def _say(self, action: str, event: Node, **more: Any) -> None:
        seat = event["seat"].integer(0, SEATS - 1)
        if action == "ordago":
            self._bet = _Bet(seat % 2, 0 if self._bet is None else self._bet.stake)
        self.moves.append({"action": action, "seat": seat, **more})

    def _discarded(self, event: Node) -> None:
        seat = event["seat"].integer(0, SEATS - 1)
        count = event["count"].integer(0, HAND)
        behind = self.moves[-1] if self.moves else None
        if not isinstance(behind, Exchange) or behind.whole():
            behind = Exchange()
            self.exchanges.append(behind)
            self.moves.append(behind)
        if any(move["seat"] == seat for move in behind.discards):
            raise event.error(f"seat {seat} throws cards twice in one exchange")
        behind.discards.append({"action": "discard", "seat": seat})
        behind.counts.append(count)

    def _envido(self, event: Node) -> None:
        amount, stake = event["amount"].integer(), event["stake"].integer()
        if self._bet is None:
            if stake != amount:
                raise event["stake"].error(f"a first bet of {amount} makes a stake of {stake}")
            self._say("bet", event, stones=amount)
        else:
            self._say("raise", event, stones=amount, stake=stake)
        self._bet = _Bet(event["seat"].integer() % 2, stake)

    def _closed(self, outcome: Node) -> None:
        type_ = outcome["type"].word(OUTCOMES)
        outcome["lance"].word(LANCES)
        bet = self._bet or _Bet()
        if type_ == "querido" and outcome["stake"].integer() != bet.stake:
            raise outcome["stake"].error(f"the stake on the table is {bet.stake}")
        if type_ == "noQuerido" and outcome["team"].integer() != bet.side:
            raise outcome["team"].error(f"the last bet is of side {bet.side}")
        self._outcomes.append(outcome.value)
        self._bet = None


# The cards


@dataclass
class _Now:
    """How the cards lie now, and what follows from the log alone."""

    hands: list[Cards]
    stock: Cards
    discards: Cards
    state: int
    mano: int
    whole: list[Exchange] = field(default_factory=list)
    stocks: list[int] = field(default_factory=list)
    """The cards in the stock before each exchange."""
    pools: dict[int, int] = field(default_factory=dict)
    """The cards that became a new stock, by the exchange; one is enough in an exchange."""


class _Found(NamedTuple):
    """The deal, and by exchange the cards thrown and drawn by seat; the new stock of a reshuffle, if known."""

    hands: list[Cards]
    stock: Cards | None
    thrown: list[dict[int, Cards]]
    drawn: list[dict[int, Cards]]
    renewed: Cards | None = None


def _round(hand: Node, log: _Log) -> Json:
    whole = [exchange for exchange in log.exchanges if exchange.whole()]
    now = _Now(
        [_cards(item, HAND, HAND) for item in hand["hands"].items(SEATS, SEATS)],
        _cards(hand["stock"]),
        _cards(hand["discards"]),
        hand["random"].integer(0, _UINT32 - 1),
        log.mano,
        whole,
    )
    _check_piles(hand, now)
    found = _unrolled(now) if len(whole) <= 1 else _rebuilt(now) or _unseen(now)
    deal: Json = {"mano": log.mano, "hands": found.hands}
    if found.stock is not None:
        deal["stock"] = found.stock
    chosen = _chosen(hand["phase"], log)
    moves: list[Json] = []
    index = 0
    for move in log.moves:
        if not isinstance(move, Exchange):
            moves.append(move)
        elif move.whole():
            moves += _exchange(move, index, now, found)
            index += 1
        else:
            moves += [one | {"cards": chosen[one["seat"]]} for one in move.discards]
    return {"deal": deal, "moves": moves}


def _check_piles(hand: Node, now: _Now) -> None:
    """Follow the numbers of cards: where the discards are reshuffled, and that what lies now agrees."""
    stock, thrown = STOCK, 0
    for index, exchange in enumerate(now.whole):
        now.stocks.append(stock)
        thrown += sum(exchange.counts)
        said = list(exchange.reshuffles)
        for count in exchange.counts:
            if count > stock:
                if not said:
                    raise hand["log"].error(f"{count} cards are served out of {stock}, and nothing is reshuffled")
                said.pop()
                now.pools[index] = thrown
                stock, thrown = stock + thrown, 0
            stock -= count
        if said:
            raise said[-1].error("reshuffled while there are cards enough")
    for pile, wanted in (("stock", stock), ("discards", thrown)):
        if len(hand[pile].value) != wanted:
            raise hand[pile].error(f"{len(hand[pile].value)} cards, where the log leaves {wanted}")


def _chosen(phase: Node, log: _Log) -> dict[int, Cards]:
    """The cards chosen by those who have chosen in an exchange that is not whole yet."""
    type_ = phase["type"].word(("mus", "discard", "lance", "over"))
    last = log.exchanges[-1] if log.exchanges else None
    begun = last if last is not None and not last.whole() else None
    wanted = {} if begun is None else dict(zip((one["seat"] for one in begun.discards), begun.counts, strict=True))
    found: dict[int, Cards] = {}
    if type_ == "discard":
        said = phase["chosen"]
        found = {seat: _cards(said[str(seat)]) for seat in range(SEATS) if said.get(str(seat)) is not None}
    if {seat: len(cards) for seat, cards in found.items()} != wanted or any(
        not one.whole() for one in log.exchanges[:-1]
    ):
        raise phase.error("the cards chosen are not those of which the log says how many they are")
    return found


def _exchange(exchange: Exchange, index: int, now: _Now, found: _Found) -> Iterator[Json]:
    """The moves of a whole exchange."""
    for one in exchange.discards:
        yield one | {"cards": found.thrown[index][one["seat"]]}
    stock = now.stocks[index]
    for one, count in zip(exchange.discards, exchange.counts, strict=True):
        cards = found.drawn[index][one["seat"]]
        if count > stock:
            if stock:
                yield {"action": "draw", "seat": one["seat"], "cards": cards[:stock]}
            yield {"action": "reshuffle"} | ({} if found.renewed is None else {"stock": found.renewed})
            cards = cards[stock:]
            stock += now.pools[index]
        if cards:
            yield {"action": "draw", "seat": one["seat"], "cards": cards}
        stock -= count


def _seats(exchange: Exchange) -> list[tuple[int, int]]:
    """The seats in the order in which they throw and are served, with their numbers of cards."""
    return [(one["seat"], count) for one, count in zip(exchange.discards, exchange.counts, strict=True)]


def _cut(cards: Sequence[str], exchanges: Sequence[Exchange]) -> list[dict[int, Cards]]:
    """A pile in the order of throwing (or serving), by exchange and seat."""
    parts: list[dict[int, Cards]] = []
    at = 0
    for exchange in exchanges:
        parts.append({})
        for seat, count in _seats(exchange):
            parts[-1][seat] = list(cards[at : at + count])
            at += count
    return parts


def _last_drawn(now: _Now) -> dict[int, Cards]:
    """What each seat drew in the last exchange: the last cards of its hand."""
    return {seat: now.hands[seat][HAND - count :] for seat, count in _seats(now.whole[-1])}


def _unrolled(now: _Now) -> _Found:
    """The deal before one exchange, or none."""
    if not now.whole:
        return _Found(now.hands, now.stock, [], [])
    thrown, drawn = _cut(now.discards, now.whole), _last_drawn(now)
    hands = [hand[: HAND - len(drawn[seat])] + thrown[0][seat] for seat, hand in enumerate(now.hands)]
    served = [card for seat, _ in _seats(now.whole[0]) for card in drawn[seat]]
    return _Found(hands, served + now.stock, thrown, [drawn])


def _unseen(now: _Now) -> _Found:
    """What can be said without the generator: the discards since the last reshuffle, and what was drawn last."""
    last = max(now.pools) + 1 if now.pools else 0
    unseen = [{seat: [UNSEEN] * count for seat, count in _seats(exchange)} for exchange in now.whole]
    thrown = unseen[:last] + _cut(now.discards, now.whole[last:])
    hands = [cards + [UNSEEN] * (HAND - len(cards)) for cards in (thrown[0][seat] for seat in range(SEATS))]
    return _Found(hands, None, thrown, [*unseen[:-1], _last_drawn(now)])


def _rebuilt(now: _Now) -> _Found | None:
    """The deal out of the generator, if playing it forward leads to how the cards lie, and in one way only."""
    if len(now.pools) > 1:
        return None
    used = len(BASE_DECK) - 1 + sum(size - 1 for size in now.pools.values())
    deck = _shuffled(BASE_DECK, (now.state - used * _STEP) % _UINT32)
    hands: list[Cards] = [[] for _ in range(SEATS)]
    for number in range(SEATS):
        hands[(now.mano + number) % SEATS] = deck[HAND * number : HAND * (number + 1)]
    stock = deck[SEATS * HAND :]
    if now.pools:
        found = _Renewal(now, hands, stock).found()
    else:
        found = _Found(hands, stock, _cut(now.discards, now.whole), _cut(stock, now.whole))
    return found if found is not None and _leads_to(found, now) else None


class _Renewal:
    """How the cards went where the discards became a new stock once.

    Undoing that shuffle gives every card of the new stock the place that it had in the discards, and so the
    seat that threw it, which is the seat that was first served it. What was drawn since is found backwards
    from the hands as they lie now: a seat may have thrown its cards from any places of its hand, and those
    are kept which put every card with the seat that threw it.
    """

    MOST_TRIALS = 5000
    MOST_WAYS = 64

    def __init__(self, now: _Now, hands: list[Cards], stock: Cards) -> None:
        self._now = now
        self._hands, self._stock = hands, stock
        ((self._at, size),) = now.pools.items()
        self._trials = 0
        self._state = (now.state - (size - 1) * _STEP) % _UINT32
        self._before = _cut(stock, now.whole[: self._at + 1])  # served before the new stock
        nothing: list[dict[int, Cards]] = [{}]
        self._since = nothing * (self._at + 1) + _cut(now.discards, now.whole[self._at + 1 :])
        self._served_first = {card: seat for seat, hand in enumerate(hands) for card in hand}
        for drawn in self._before:
            self._served_first |= {card: seat for seat, cards in drawn.items() for card in cards}
        threw = [
            seat for exchange in now.whole[: self._at + 1] for seat, count in _seats(exchange) for _ in range(count)
        ]
        places = _unshuffled([str(place) for place in range(size)], self._state)
        self._threw = {int(place): seat for place, seat in zip(places, threw, strict=True)}
        self._places: list[dict[int, range]] = []
        self._next = 0
        for index, exchange in enumerate(now.whole):
            self._places.append({})
            if index >= self._at:
                self._place(index, exchange)

    def _place(self, index: int, exchange: Exchange) -> None:
        """The places of the new stock from which each seat was served in an exchange."""
        for seat, count in _seats(exchange):
            old = len(self._before[index][seat]) if index == self._at else 0
            self._places[index][seat] = range(self._next, self._next + count - old)
            self._next += count - old

    def found(self) -> _Found | None:
        """The one way in which all agrees, or None."""
        last = len(self._now.whole) - 1
        ways = [list(self._ways(seat, last, hand)) for seat, hand in enumerate(self._now.hands)]
        if self._trials > self.MOST_TRIALS or prod(map(len, ways)) > self.MOST_WAYS:
            return None
        good = [found for drawn in product(*ways) if _leads_to(found := self._with(drawn), self._now)]
        return good[0] if len(good) == 1 else None

    def _ways(self, seat: int, index: int, hand: Cards) -> Iterator[dict[int, Cards]]:
        """What a seat may have drawn, by exchange from that of the new stock on; its hand is that behind ``index``."""
        self._trials += 1
        count = len(self._since[index].get(seat, ())) if index > self._at else self._count(seat)
        kept, drawn = hand[: HAND - count], hand[HAND - count :]
        if self._trials > self.MOST_TRIALS or not self._agrees(seat, index, drawn):
            return
        if index == self._at:
            yield {index: drawn}
            return
        seen = []
        for before in permutations([*kept, *self._since[index][seat]]):
            if [card for card in before if card in kept] == kept:
                for way in self._ways(seat, index - 1, list(before)):
                    if way not in seen:
                        seen.append(way)
                        yield way | {index: drawn}

    def _count(self, seat: int) -> int:
        return dict(_seats(self._now.whole[self._at]))[seat]

    def _agrees(self, seat: int, index: int, drawn: Cards) -> bool:
        old = self._before[index][seat] if index == self._at else []
        new = drawn[len(old) :]
        places = self._places[index][seat]
        return drawn[: len(old)] == old and all(
            self._served_first.get(card) == self._threw.get(place) for card, place in zip(new, places, strict=True)
        )

    def _with(self, ways: Sequence[dict[int, Cards]]) -> _Found:
        """What follows from what each seat drew."""
        drawn = [*self._before[:-1]]
        renewed: Cards = []
        for index in range(self._at, len(self._now.whole)):
            drawn.append({seat: way[index] for seat, way in enumerate(ways)})
            for seat, _ in _seats(self._now.whole[index]):
                old = len(self._before[index][seat]) if index == self._at else 0
                renewed += drawn[index][seat][old:]
        renewed += self._now.stock
        thrown = _cut(_unshuffled(renewed, self._state), self._now.whole[: self._at + 1])
        return _Found(self._hands, self._stock, [*thrown, *self._since[self._at + 1 :]], drawn, renewed)


def _leads_to(found: _Found, now: _Now) -> bool:
    """Whether playing it forward leads to how hands and stock lie now."""
    hands = [list(hand) for hand in found.hands]
    for thrown, drawn in zip(found.thrown, found.drawn, strict=True):
        for seat in range(SEATS):
            kept = [card for card in hands[seat] if card not in thrown[seat]]
            if len(kept) + len(thrown[seat]) != HAND:
                return False
            hands[seat] = kept + drawn[seat]
    served = sum(sum(exchange.counts) for exchange in now.whole)
    return hands == now.hands and [*(found.stock or ()), *(found.renewed or ())][served:] == now.stock


# The generator


def _swaps(cards: int, state: int) -> Iterator[tuple[int, int]]:
    """The places that a shuffle of so many cards swaps, in order."""
    for last in range(cards - 1, 0, -1):
        state = (state + _STEP) % _UINT32
        mixed = (state ^ state >> 15) * (state | 1) % _UINT32
        mixed ^= (mixed + (mixed ^ mixed >> 7) * (mixed | 61)) % _UINT32
        yield last, (mixed ^ mixed >> 14) * (last + 1) >> 32


def _shuffled(cards: Sequence[str], state: int) -> Cards:
    mixed = list(cards)
    for one, other in _swaps(len(mixed), state):
        mixed[one], mixed[other] = mixed[other], mixed[one]
    return mixed


def _unshuffled(cards: Sequence[str], state: int) -> Cards:
    """What a shuffle from that state on made those cards of."""
    mixed = list(cards)
    for one, other in reversed(list(_swaps(len(mixed), state))):
        mixed[one], mixed[other] = mixed[other], mixed[one]
    return mixed
