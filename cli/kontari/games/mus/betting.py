"""Whose turn it is in a lance, word by word: tables that grow as they are asked, one for all matches.

The stones are no part of it: who speaks, and what may be said, follows from the words alone, so that the
tables are small. Where any one of a side may answer for it they hold the passes only.
"""

from functools import cache
from typing import NamedTuple

from kontari.games.mus.lances import LANCES

Seats = tuple[int, ...]

Word = tuple[str, int, str | None]
"""What was said, by which seat, and of which lance if that was claimed."""

# What a word comes to, beside a turn of the next seat.
BET, RAISE, ALL_IN, ALL_PASS, ACCEPT, ALL_REFUSE = range(1, 7)


class Rules(NamedTuple):
    """All that the turns hang on."""

    players: int
    each_replies: bool
    refuser_out: bool
    ordago_allowed: bool


class Place(NamedTuple):
    """A place in the betting of a lance, in the slots of ``State``."""

    turn: int
    queue: Seats
    bettor: int | None = None
    all_in: bool = False
    out: frozenset[int] = frozenset()


class Turn:
    """A place, by what came of the last word (``event``), and where the words said there so far have led."""

    __slots__ = ("event", "lance", "leads", "place")

    def __init__(self, lance: "Lance", place: Place, event: int = 0) -> None:
        self.lance = lance
        self.place = place
        self.event = event
        self.leads: dict[Word, Turn] = {}

    def after(self, word: Word) -> "Turn | None":
        """Where a word leads; None where it may not be said, as after one that closed the lance."""
        found = self.leads.get(word)
        if found is None:
            action, seat, named = word
            if seat == self.place.turn and self.event < ALL_PASS and named in (None, self.lance.name):
                found = self.lance.after(self.place, action)
                if found is not None:
                    self.leads[word] = found
        return found


class Lance:
    """A lance in which some seats, in speaking order, may bet; every turn of it once."""

    def __init__(self, rules: Rules, number: int, eligible: Seats) -> None:
        self.rules = rules
        self.number = number
        self.name = LANCES[number]
        self.eligible = eligible
        self.turns: dict[tuple[Place, int], Turn] = {}

    def opening(self) -> Turn:
        return self._turn(Place(self.eligible[0], self.eligible[1:]))

    def after(self, place: Place, action: str) -> Turn | None:
        """The turn after a word of the seat whose turn it is; None where that may not be said."""
        if place.bettor is None:
            if action == "pass":
                return self._next(place) if place.queue else self._turn(place, ALL_PASS)
            if action == "bet" and self.rules.each_replies:
                return self._asked(place, BET)
        elif action == "refuse":
            refused = place._replace(out=place.out | {place.turn})
            return self._next(refused) if place.queue else self._turn(refused, ALL_REFUSE)
        elif action == "accept":
            return self._turn(place, ACCEPT)
        elif action == "raise" and not place.all_in:
            return self._asked(place, RAISE)
        if action == "ordago" and self.rules.ordago_allowed and self.rules.each_replies and not place.all_in:
            return self._asked(place, ALL_IN)
        return None

    def _turn(self, place: Place, event: int = 0) -> Turn:
        if (place, event) not in self.turns:
            self.turns[place, event] = Turn(self, place, event)
        return self.turns[place, event]

    def _next(self, place: Place) -> Turn:
        return self._turn(place._replace(turn=place.queue[0], queue=place.queue[1:]))

    def _asked(self, place: Place, event: int) -> Turn:
        """The other side answers what was bet, beginning with the next seat."""
        bettor, players = place.turn, self.rules.players
        out: frozenset[int] = place.out if self.rules.refuser_out else frozenset()
        opponents = [(bettor + step) % players for step in range(1, players, 2)]
        first, *others = [seat for seat in opponents if seat in self.eligible and seat not in out]
        return self._turn(Place(first, tuple(others), bettor, event == ALL_IN, out), event)


class Openings:
    """How a lance is opened, by the seats that may take part."""

    def __init__(self, rules: Rules, lance: int) -> None:
        self._rules = rules
        self._lance = lance
        self._known: dict[Seats, Turn | None] = {}

    def of(self, eligible: Seats) -> Turn | None:
        """The first turn; None where only one side has any. eligible: in speaking order."""
        if eligible not in self._known:
            both = len({seat % 2 for seat in eligible}) == 2
            self._known[eligible] = Lance(self._rules, self._lance, eligible).opening() if both else None
        return self._known[eligible]


@cache
def openings(rules: Rules) -> tuple[Openings, ...]:
    """How each lance is opened under some rules."""
    return tuple(Openings(rules, lance) for lance in range(len(LANCES)))
