"""The decision log of mus-benchmark: whole matches of Mus with all four hands at every decision, read only.

A line is a JSON object, of kind ``decision`` (what a seat did, with the hands before it) or ``hand`` (how a
hand ended). Matches have no name: one begins where the number of the hand falls back. There a discard is
served at once; in the record the discards of an exchange stand before its draws (``mus_benchmark_hand``).

The program counts otherwise than any option here (a two is no ace, ties go to nobody, the count does not
stop), so that its points are kept under ``x-mus-benchmark`` and are no claims. It plays a number of hands
and no match, so that the record needs more juegos than there are hands. Where a log begins in the midst of
a match, its points are where the record starts.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kontari import __version__
from kontari.convert import ConversionError, Converted, Loss, Wish
from kontari.convert.json_document import Node, begun, document
from kontari.convert.mus_benchmark_hand import OWN, SEATS, round_of
from kontari.record.reading import VERSION

Json = dict[str, Any]
Hands = list[list[str]]

GAME = "mus"
NO_WISH = Wish()

RULES = {
    "preset": "classic",
    "reshuffle_pool": "all-discards",
    "mus_corrido": False,
    "replies": "side",
    "raises": "double-or-plus-two",
    "deje": "last-accepted",
}
_LOST: Mapping[str, tuple[str, ...]] = {
    "times of the program's clock": ("t",),
    "thoughts": ("thought",),
    "reads of the others": ("read",),
    "signs seen": ("senas_delivered",),
    "tries that were rejected": ("rejections",),
    "marks of moves that the program made for a player": ("fallback",),
    "what the program says of winners and strength": (
        *("jugadas", "jugada_truth", "hand_winner"),
        *("lance_winner_truth", "would_win", "strength"),
    ),
}
_BEGINNING = re.compile(r"\s*\{\s*\"kind\"\s*:\s*\"(?:decision|hand)\"")


def sniff(head: str) -> bool:
    """Whether a text that begins so is such a log."""
    return _BEGINNING.match(head) is not None and ('"raw_action"' in head or '"locked_envites"' in head)


def read(lines: Iterable[str], wish: Wish = NO_WISH) -> Iterator[Converted]:
    """The matches of a log as records, each with the line on which it begins.

    Of the log no more than a hand is held. What is wrong in a match makes it a ConversionError, and does not
    end the reading: the next match is read.
    """
    match: _Match | None = None
    _, numbered = begun(lines)
    for number, text in numbered:
        if not text.strip():
            continue
        line = _Line(text, number)
        if match is not None and match.is_over_before(line):
            yield match.converted()
            match = None
        match = match or _Match(number)
        match.take(line)
    if match is not None:
        yield match.converted()


class _Line:
    """A line: its node, its kind and hand, or why it cannot be read."""

    def __init__(self, text: str, number: int) -> None:
        self.number = number
        self.error: ConversionError | None = None
        self.hand: int | None = None
        self.closes = False
        root = document(text, number)
        if isinstance(root, ConversionError):
            self.error = root
            return
        self.root = root
        try:
            self.closes = root["kind"].word(("decision", "hand")) == "hand"
            self.hand = root["hand"].integer()
        except ConversionError as error:
            self.error = error


class _Match:
    """A match as far as it was read: the rounds made, and the lines of the hand in play."""

    def __init__(self, line: int) -> None:
        self._line = line
        self._rounds: list[Json] = []
        self._names: list[Json] = [{"name": str(seat)} for seat in range(SEATS)]
        self._named = set[int]()
        self._start: Json = {}
        self._lost = Counter[str]()
        self._first_lost: dict[str, str] = {}
        self._error: ConversionError | None = None
        self._hand: int | None = None
        self._closed = False
        self._decisions: list[Node] = []

    def is_over_before(self, line: _Line) -> bool:
        """Whether a line is of another match: its hand is an earlier one, or this one, which is closed."""
        if line.hand is None or self._hand is None:
            return False
        return line.hand < self._hand or (line.hand == self._hand and self._closed)

    def take(self, line: _Line) -> None:
        """Read one more line; nothing but the place of a match matters behind an error."""
        if self._error is not None:
            self._hand, self._closed = self._hand if line.hand is None else line.hand, line.closes
            return
        try:
            self._take(line)
        except ConversionError as error:
            self._error = error
            self._decisions.clear()

    def _take(self, line: _Line) -> None:
        if line.error is not None:
            raise line.error
        if line.hand != self._hand:
            self._end_hand(None)
            if self._hand is not None and line.hand != self._hand + 1:
                raise line.root["hand"].error(f"hand {line.hand} follows hand {self._hand}")
            self._hand = line.hand
        self._closed = line.closes
        self._note_losses(line.root)
        if line.closes:
            self._end_hand(line.root)
        else:
            if not self._rounds and not self._decisions:
                self._start = _start(line.root)
            self._note_player(line.root)
            self._decisions.append(line.root)

    def _note_player(self, root: Node) -> None:
        seat = root["seat"].integer(0, SEATS - 1)
        name, model, learned = root.get("name"), root.get("model"), root.get("is_llm")
        if name is None or seat in self._named:
            return
        self._named.add(seat)
        own: Json = {} if model is None else {"model": model.text()}
        if learned is not None:
            own["is_llm"] = learned.boolean()
        self._names[seat] = {"name": name.text()} | ({OWN: own} if own else {})

    def _note_losses(self, root: Node) -> None:
        for what, keys in _LOST.items():
            held = [key for key in keys if root.value.get(key)]
            if held:
                self._lost[what] += 1
                self._first_lost.setdefault(what, root[held[0]].place)

    def _end_hand(self, end: Node | None) -> None:
        """Make a round of the hand in play; ``end`` is its closing line, if there is one."""
        if self._decisions or end is not None:
            self._rounds.append(round_of(self._decisions, end, self._lose))
        self._decisions = []

    def _lose(self, what: str, place: str) -> None:
        self._lost[what] += 1
        self._first_lost.setdefault(what, place)

    def converted(self) -> Converted:
        """The match, once all its lines were read."""
        if self._error is None:
            try:
                self._end_hand(None)
            except ConversionError as error:
                self._error = error
        if self._error is not None:
            return Converted(self._line, self._error)
        record = {
            "kontari": VERSION,
            "game": GAME,
            "rules": {**RULES, "games_to_win": len(self._rounds) + 1},
            "players": self._names,
            **self._start,
            "rounds": self._rounds,
            "meta": {"software": f"kontari {__version__}", "source": "mus-benchmark"},
        }
        losses = [Loss(f"{what} ({number})", self._first_lost[what]) for what, number in self._lost.items()]
        return Converted(self._line, record, losses)


def _start(first: Node) -> Json:
    """Where a log begins in the midst of a match, by the points before its first decision."""
    points = [first.get("points_a"), first.get("points_b")]
    stones = [0 if one is None else one.integer() for one in points]
    return {"start": {"stones": stones}} if any(stones) else {}
