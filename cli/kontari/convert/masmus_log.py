"""What masmus's log says happened in a hand of Mus, as moves whose cards are still to be found."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from kontari.convert import Loss
from kontari.convert.json_document import Node

Json = dict[str, Any]

SEATS = 4
HAND = 4
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


@dataclass(eq=False)
class Exchange:
    """One exchange of cards: the moves of its discards, in order; those of a whole one are four."""

    discards: list[Json] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    reshuffles: list[Node] = field(default_factory=list)

    def whole(self) -> bool:
        return len(self.discards) == SEATS

    def seats(self) -> list[tuple[int, int]]:
        """The seats in the order in which they throw and are served, with their numbers of cards."""
        return [(one["seat"], count) for one, count in zip(self.discards, self.counts, strict=True)]


@dataclass
class _Bet:
    """What is bet in the lance in play."""

    side: int = 0
    stake: int = 0


class Log:
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
