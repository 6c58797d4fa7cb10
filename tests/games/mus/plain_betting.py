"""A plain, slow second opinion on Mus: the betting of one lance.

Written from the rules page alone (section 6, and section 5 for who may bet), by somebody who had not seen the
referee. Numbers with an s in comments are the sections and items of the page.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

Outcome: TypeAlias = (
    tuple[Literal["passed"]]
    | tuple[Literal["accepted"], int]
    | tuple[Literal["refused"], int, int]
    | tuple[Literal["ordago"]]
)

ACTIONS = ("pass", "bet", "raise", "ordago", "accept", "refuse")


def speaking_order(players: int, first: int) -> list[int]:
    """s2: seats are in speaking order; all of them once, beginning with `first`."""
    return [(first + step) % players for step in range(players)]


def side_of(seat: int) -> int:
    """s2: side = seat mod 2."""
    return seat % 2


class PlainLance:
    """One lance: who must speak, what is allowed, and how it ended.

    `outcome` is None while the lance is open, and stays None where there is no betting because not each side has
    an eligible seat (s5); then `may_speak()` is empty from the start. Otherwise it becomes

    * ("passed",): en paso (s6.1);
    * ("accepted", stake): the stake is paid at the count (s6.4);
    * ("refused", deje, side): that side takes the deje at once (s6.5, s6.6);
    * ("ordago",): an accepted order of all the stones (s6.6, s7).

    The deje_plus of the options is added only where `plus_applies` is True: pares, juego and punto (s6.5).
    """

    def __init__(
        self,
        options: Mapping[str, Any],
        players: int,
        mano: int,
        eligible: Sequence[int],
        plus_applies: bool = False,
    ) -> None:
        if players not in (2, 4, 6):
            raise ValueError("Mus is for 2, 4 or 6 (s2)")
        if mano not in range(players):
            raise ValueError("mano is a seat")
        if any(seat not in range(players) for seat in eligible) or len(set(eligible)) != len(eligible):
            raise ValueError("eligible seats are seats, each named once")
        self.replies: str = options["replies"]
        self.raises: str = options["raises"]
        self.min_bet: int = options["min_bet"]
        self.min_raise: int = options["min_raise"]
        self.refuser_out: bool = options["refuser_out"]
        self.deje: str = options["deje"]
        self.deje_plus: int = options["deje_plus"]
        self.ordago_allowed: bool = options["ordago_allowed"]
        if self.replies not in ("each", "side"):
            raise ValueError(f"replies: {self.replies!r}")
        if self.raises not in ("any", "plus-two", "double-or-plus-two"):
            raise ValueError(f"raises: {self.raises!r}")
        if self.deje not in ("last-accepted", "one"):
            raise ValueError(f"deje: {self.deje!r}")

        self.players = players
        self.eligible = set(eligible)
        self.plus_applies = plus_applies
        self.outcome: Outcome | None = None

        self.bettor: int | None = None  # who made the last bet, raise or ordago; None while nothing is bet
        self.is_ordago = False  # that last one was an ordago
        self.table = 0  # the stake on the table; an ordago does not change it
        self.accepted = 0  # the stake that was accepted by raising it
        self.out: set[int] = set()  # who has refused (s6.2, and `refuser_out` in s6.3)
        self.waiting: list[int] = []  # who has yet to speak, in turn

        # s5: only the eligible speak, and there is betting only if each side has one of them.
        if {side_of(seat) for seat in self.eligible} == {0, 1}:
            # s6.1: the opening, each eligible seat in turn; s5: first the one nearest to mano.
            self.waiting = [seat for seat in speaking_order(players, mano) if seat in self.eligible]

    def may_speak(self) -> set[int]:
        """The seats of which one must speak now; empty when the lance is closed."""
        if self.outcome is not None or not self.waiting:
            return set()
        if self.bettor is not None and self.replies == "side":
            return set(self.waiting)  # s6.2, `side`: any one opponent, in any order
        return {self.waiting[0]}  # s6.1 the opening, s6.2 `each`: in turn

    def refuses(self, seat: int, action: str, stones: int | None) -> bool:
        """Whether the move is NOT allowed now."""
        if seat not in self.may_speak() or action not in ACTIONS:
            return True
        if action not in ("bet", "raise"):
            if stones is not None:
                return True
        elif stones is None:
            return True

        if action == "ordago" and not self.ordago_allowed:
            return True  # s6.7

        if self.bettor is None:
            # s6.1: pass, bet of at least min_bet, or ordago.
            if action == "bet":
                return stones is None or stones < self.min_bet
            return action not in ("pass", "ordago")

        if self.is_ordago:
            return action not in ("accept", "refuse")  # s6.6

        # s6.2: accept, refuse, raise, ordago.
        if action == "raise":
            return stones is None or not self._raise_is_allowed(stones)
        return action not in ("accept", "refuse", "ordago")

    def _raise_is_allowed(self, stones: int) -> bool:
        """s6.3, `raises`; min_raise matters only under `any`."""
        if self.raises == "any":
            return stones >= self.min_raise
        if self.raises == "plus-two":
            return stones == 2
        return stones in (2, self.table)  # reenvido: as much more as lies on the table

    def make(self, seat: int, action: str, stones: int | None) -> None:
        """Make an allowed move; one that is not allowed is a ValueError and changes nothing."""
        if self.refuses(seat, action, stones):
            raise ValueError(f"not allowed now: seat {seat} {action} {stones}")

        if action == "pass":
            # s6.1: all pass: en paso. A pass puts nobody out.
            self.waiting.remove(seat)
            if not self.waiting:
                self.outcome = ("passed",)
        elif action == "accept":
            # s6.2: one accept binds the side; s6.4: it closes the lance; s6.6: an accepted ordago.
            self.outcome = ("ordago",) if self.is_ordago else ("accepted", self.table)
        elif action == "refuse":
            self._refuse(seat)
        elif action == "ordago":
            self.accepted = self.table  # s6.6: its deje is the stake on the table before it
            self.is_ordago = True
            self._now_the_others_answer(seat)
        else:
            assert stones is not None
            self.accepted = self.table  # s6.3: who raises has accepted what lay there; nothing before the first bet
            self.table += stones
            if action == "raise" and not self.refuser_out:
                self.out.clear()  # s6.3, `refuser_out` false: a refusal lasts until the next raise
            self._now_the_others_answer(seat)

    def _now_the_others_answer(self, bettor: int) -> None:
        """s6.2, s6.3: the eligible opponents who are not out, in turn after the bettor."""
        self.bettor = bettor
        self.waiting = []
        for seat in speaking_order(self.players, bettor):
            if side_of(seat) != side_of(bettor) and seat in self.eligible and seat not in self.out:
                self.waiting.append(seat)

    def _refuse(self, seat: int) -> None:
        """s6.2: a refusal puts that player out; the side has refused when all of its players have (`each`), or at
        the first refusal (`side`). s6.5: then the side of the bettor takes the deje."""
        self.out.add(seat)
        self.waiting.remove(seat)
        if self.replies == "side" or not self.waiting:
            assert self.bettor is not None
            self.outcome = ("refused", self._deje(), side_of(self.bettor))

    def _deje(self) -> int:
        """s6.5: 1, or the stake already accepted if that is more; deje_plus in pares, juego and punto."""
        stones = 1 if self.deje == "one" else max(1, self.accepted)
        if self.plus_applies:
            stones += self.deje_plus
        return stones
