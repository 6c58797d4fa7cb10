"""masmus's ``match.json``: the hand in play of a match of Mus, read only.

The file says how the hands lie now, the stock, the discards, the state of the generator, and what the
table saw happen (``masmus_log``). The deal is found from there (``masmus_cards``).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from kontari import __version__
from kontari.convert import ConversionError, Converted, Loss, Wish
from kontari.convert.json_document import Node, documents
from kontari.convert.masmus_cards import BASE_DECK, STOCK, Cards, Found, Now, dealt
from kontari.convert.masmus_log import HAND, SEATS, Exchange, Log
from kontari.convert.mulberry32 import UINT32
from kontari.record.reading import VERSION

Json = dict[str, Any]

GAME = "mus"
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
PERSON = "person"

_CODE = re.compile(r"[1-7SCR][oceb]")


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
    log = Log(match["hand"], by_refusal)
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


def _round(hand: Node, log: Log) -> Json:
    whole = [exchange for exchange in log.exchanges if exchange.whole()]
    now = Now(
        [_cards(item, HAND, HAND) for item in hand["hands"].items(SEATS, SEATS)],
        _cards(hand["stock"]),
        _cards(hand["discards"]),
        hand["random"].integer(0, UINT32 - 1),
        log.mano,
        whole,
    )
    _check_piles(hand, now)
    found = dealt(now)
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


def _check_piles(hand: Node, now: Now) -> None:
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


def _chosen(phase: Node, log: Log) -> dict[int, Cards]:
    """The cards chosen by those who have chosen in an exchange that is not whole yet."""
    type_ = phase["type"].word(("mus", "discard", "lance", "over"))
    last = log.exchanges[-1] if log.exchanges else None
    begun = last if last is not None and not last.whole() else None
    wanted = {} if begun is None else dict(begun.seats())
    found: dict[int, Cards] = {}
    if type_ == "discard":
        said = phase["chosen"]
        found = {seat: _cards(said[str(seat)]) for seat in range(SEATS) if said.get(str(seat)) is not None}
    if {seat: len(cards) for seat, cards in found.items()} != wanted or any(
        not one.whole() for one in log.exchanges[:-1]
    ):
        raise phase.error("the cards chosen are not those of which the log says how many they are")
    return found


def _exchange(exchange: Exchange, index: int, now: Now, found: Found) -> Iterator[Json]:
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
