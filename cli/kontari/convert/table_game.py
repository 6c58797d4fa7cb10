"""One round of Rummikub built turn by turn from the tables that a log holds."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from kontari import __version__
from kontari.convert import ConversionError, Loss
from kontari.convert.own_match import typed_rules
from kontari.convert.two_tables import CannotTellError, Lying, change, opening, tiles_of
from kontari.core.cards import UNSEEN
from kontari.games.rummikub.options import in_force
from kontari.games.rummikub.state import House
from kontari.games.rummikub.tiles import JOKER, in_order
from kontari.record.reading import VERSION

Json = dict[str, Any]

GAME = "rummikub"


class TableGame:
    """What was played so far: moves, the table, how many tiles each holds, and who has opened.

    racks: by seat, with ``??`` for what is not known. table, opened: where the log begins in mid-round.
    """

    def __init__(
        self,
        rules: Json,
        players: list[Json],
        racks: Sequence[Sequence[str]],
        table: Sequence[Lying] | None = None,
        opened: Sequence[bool] | None = None,
    ) -> None:
        self.rules = rules
        self.players = players
        self.racks = [list(rack) for rack in racks]
        self.first: int | None = None
        self.moves: list[Json] = []
        self.table = list(table or ())
        self.opened = list(opened or [False] * len(racks))
        self.sizes = [len(rack) for rack in racks]
        self.laid: list[Counter[str]] = [Counter() for _ in racks]
        self.drawn: list[list[str]] = [[] for _ in racks]
        self.losses: list[Loss] = []
        self._start = None if table is None else ([list(one.tokens) for one in table], list(self.opened))
        self._laid_early: list[Counter[str] | None] = [None for _ in racks]
        self._house = House(in_force(typed_rules(GAME, rules), len(players)), len(players))
        self.pool = self._house.tiles - sum(self.sizes) - sum(len(one.tokens) for one in self.table)

    def __contains__(self, seat: int) -> bool:
        return seat < len(self.racks)

    def meld(self, seat: int, after: Sequence[Lying], place: str, extra: Json) -> None:
        """A turn that leaves this table. Raises ConversionError where the opening cannot be told."""
        turn = change(self.table, after, self._house.sets)
        move: Json = {"action": "meld", "seat": seat, "put": _tokens(turn.put)}
        if turn.take:
            move["take"] = _tokens(turn.take)
            if seat in self and not self.opened[seat]:
                try:
                    named = opening(turn, self.table, self._house)
                except CannotTellError:
                    raise ConversionError(
                        "the seat opens and takes old sets in one turn, and the tables do not say which sets"
                        " were its opening",
                        place,
                    ) from None
                if named:
                    move["opening"] = _tokens(named)
        if turn.tiles:
            move["tiles"] = turn.tiles
        self._add(move, extra)
        self.table = list(after)
        if seat in self:
            self.opened[seat] = True
            self.laid[seat].update(turn.tiles)
            self.sizes[seat] -= len(turn.tiles)

    def attempt(self, after: Sequence[Lying]) -> Json:
        """What was tried, and taken back: a meld's keys."""
        turn = change(self.table, after, self._house.sets)
        tried: Json = {"put": _tokens(turn.put)}
        if turn.take:
            tried["take"] = _tokens(turn.take)
        if turn.tiles:
            tried["tiles"] = turn.tiles
        return tried

    def draw(self, seat: int, tiles: Sequence[str], extra: Json) -> None:
        """Tiles drawn; none is a pass."""
        if tiles:
            self._add({"action": "draw", "seat": seat, "tiles": list(tiles)}, extra)
        else:
            self._add({"action": "pass", "seat": seat}, extra)
        self._took(seat, tiles)

    def penalty(self, seat: int, reason: str, tiles: Sequence[str], attempt: Json | None, extra: Json) -> None:
        """A turn lost to the clock or to a refused meld."""
        move: Json = {"action": "penalty", "seat": seat, "reason": reason, "tiles": list(tiles)}
        if attempt is not None:
            move["attempt"] = attempt
        self._add(move, extra)
        self._took(seat, tiles)

    def _add(self, move: Json, extra: Json) -> None:
        if self.first is None:
            self.first = move["seat"]
        self.moves.append(move | extra)

    def _took(self, seat: int, tiles: Sequence[str]) -> None:
        self.pool -= len(tiles)
        if seat not in self:
            return
        if UNSEEN in tiles and self._laid_early[seat] is None:
            self._laid_early[seat] = self._beyond_draws(seat)
        self.drawn[seat] += tiles
        self.sizes[seat] += len(tiles)

    def _beyond_draws(self, seat: int) -> Counter[str]:
        """What a seat laid that no tile it was seen to draw explains: it was on its first rack."""
        return self.laid[seat] - Counter(self.drawn[seat])

    def ended(self) -> bool:
        """Whether the round has ended: a rack is empty, or everybody passed in a row."""
        passes = [move["action"] == "pass" for move in self.moves[-len(self.racks) :]]
        return (bool(self.moves) and 0 in self.sizes) or (len(passes) == len(self.racks) and all(passes))

    def close(self, seat: int, left: Sequence[str]) -> bool:
        """Fill in the first rack of a seat from the tiles it held at the end, as far as it is certain.

        What a seat was dealt and drew is what it laid and has left. Where it drew tiles that were not seen,
        only what it laid before the first of them was surely dealt. False where the sums do not agree, or give
        more tiles than there are: then what is wrong is some move, and not the deal.
        """
        rack = self.racks[seat]
        if UNSEEN not in rack or self._start is not None:
            return True
        known = Counter(token for token in rack if token != UNSEEN)
        early = self._laid_early[seat]
        if early is None:
            held = Counter(left) + self.laid[seat]
            drawn = Counter(self.drawn[seat])
            dealt = held - drawn
            if drawn - held or known - dealt or dealt.total() != len(rack):
                return False
        else:
            dealt = early | known
            if dealt.total() > len(rack):
                return False
        others = Counter(token for other, one in enumerate(self.racks) if other != seat for token in one)
        if any(dealt[token] + others[token] > self._copies(token) for token in dealt):
            return False
        self.racks[seat] = in_order(list(dealt.elements())) + [UNSEEN] * (len(rack) - dealt.total())
        return True

    def _copies(self, token: str) -> int:
        return self._house.jokers if token == JOKER else self._house.copies

    def record(self, source: str, first: int, place: str, scores: Sequence[int] | None = None) -> Json:
        """The record; ``first``: who begins, ``place``: where the deal stood."""
        deal: Json = {"first": first, "racks": self.racks}
        if place:
            deal["x-source"] = place
        if self._start is not None:
            deal["table"], deal["opened"] = self._start
        round_: Json = {"deal": deal, "moves": self.moves}
        if scores is not None:
            round_["scores"] = list(scores)
        return {
            "kontari": VERSION,
            "game": GAME,
            "rules": self.rules,
            "players": self.players,
            "rounds": [round_],
            "meta": {"software": f"kontari {__version__}", "source": source},
        }


def same_table(one: Sequence[Lying], other: Sequence[Lying]) -> bool:
    """Whether the same tiles lie on two tables."""
    return tiles_of(one) == tiles_of(other)


def _tokens(sets: Sequence[Lying]) -> list[list[str]]:
    return [list(one.tokens) for one in sets]
