"""A text in the notation read: the record as JSON text, with the places of its parts, or what is wrong."""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

from kontari.core.fault import Fault
from kontari.core.tree import (
    Items,
    Member,
    Members,
    NotReadableError,
    Reference,
    Scalar,
    TooDeepError,
    Written,
    written,
)
from kontari.games import GAMES, part
from kontari.notation.grammar import expected, parser
from kontari.notation.parts import Match, Round
from kontari.record.text import MAX_DEPTH, Lines, decoded

_BEFORE = re.compile(r"(?:[ \t]*(?:;[^\n]*)?\r?\n)*[ \t]*")
_HEAD = re.compile(r"kontari:[ \t]*[^\s;]+[ \t]+([^\s;]+)")
_WORDS = re.compile(r"^[ \t]*words:[ \t]*([^\s;]+)", re.MULTILINE)
_FIRST_ROUND = re.compile(r"^[ \t]*round\b", re.MULTILINE)
_SEEN = re.compile(r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|[^\s"]+')
_COMMENT = re.compile(r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"|(;[^\n]*)')
_LONGEST = 32
_MOST = 12
"""How much of what stands there, and how many of the things that might, are told."""
MOST_BYTES = 4 * 2**20
"""The longest text of one record that is read, whatever is allowed for JSON: its parts take far more room than it."""
_LONGEST_SEAT = 15
"""The digits of a seat that are read; no record has so many players."""


class NotationError(Exception):
    """What is wrong at an offset of a text."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code)
        self.fault = fault


class NotationPlaces(Lines):
    """Where things stand in a text in the notation."""

    def __init__(self, text: str, made: Written | None) -> None:
        super().__init__(text, {"": 0} if made is None else made.values, {} if made is None else made.keys)
        self._origins = [] if made is None else made.origins

    def origin(self, offset: int) -> int:
        """The offset in the notation of an offset in the JSON text that was made from it."""
        index = bisect_right(self._origins, offset, key=lambda pair: pair[0])
        return self._origins[index - 1][1] if index else 0


class Parsed(NamedTuple):
    """The record as JSON text, or faults of the notation; and where things stand."""

    json: bytes
    places: NotationPlaces
    faults: list[Fault]


def parse(data: bytes, max_bytes: int) -> Parsed:
    """Read one record in the notation. Never raises: what is wrong is in ``faults``."""
    text, fault = decoded(data, min(max_bytes, MOST_BYTES))
    if fault is not None:
        return Parsed(b"", NotationPlaces(text, None), [fault])
    try:
        made = _made(text)
    except NotationError as error:
        return Parsed(b"", NotationPlaces(text, None), [error.fault])
    return Parsed(made.json.encode("utf-8", "surrogatepass"), NotationPlaces(text, made), [])


def _made(text: str) -> Written:
    game = _game(text)
    words = words_of(text, game)
    match = _match(text, game, words)
    for said in match.words:
        if said != words:
            raise _unexpected(text, said.start_pos, [f"{words}, as before the first round"])
    seats = _Seats([_name(player.value) for player in match.players])
    wrong = [*_wrong_marks(match), *_out_of_order(match, seats)]
    try:
        made = written(_record(match, game), MAX_DEPTH, seats.number)
    except TooDeepError as error:
        raise NotationError(Fault("REC-J09", facts={"most": MAX_DEPTH}, whole=True, offset=error.at)) from None
    wrong += seats.unknown
    if wrong:
        raise NotationError(min(wrong, key=lambda fault: fault.offset or 0))
    return made


def _game(text: str) -> str:
    """The game that the first line names."""
    before = _BEFORE.match(text)
    begin = before.end() if before else 0
    head = _HEAD.match(text, begin)
    if head is None:
        raise _unexpected(text, begin, ["kontari: 1.0 GAME in the first line"])
    game = head[1]
    if game not in GAMES:
        near = get_close_matches(game, GAMES, 1)
        facts = {"game": game, "near": f", perhaps {near[0]}" if near else "", "games": ", ".join(GAMES), "key": "game"}
        raise NotationError(Fault("REC-V04", "/game", facts, whole=True, offset=head.start(1)))
    return game


def comment(text: str) -> int | None:
    """The offset of the first comment of a text, if it has one."""
    found = next((found for found in _COMMENT.finditer(text) if found[1]), None)
    return None if found is None else found.start(1)


def words_of(text: str, game: str) -> str:
    """The set of words that the text names, or the game's first."""
    there_are = part(game, "text").WORDS
    first_round = _FIRST_ROUND.search(text)
    said = _WORDS.search(text, 0, first_round.start() if first_round else len(text))
    if said is None:
        return str(there_are[0])
    if said[1] not in there_are:
        raise _unexpected(text, said.start(1), [f"a set of words ({', '.join(there_are)})"])
    return said[1]


def _match(text: str, game: str, words: str) -> Match:
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    machine = parser(game, words)
    try:
        # A last line without its break is a line.
        match = machine.parse(text if text.endswith("\n") else text + "\n")
    except NotReadableError as error:
        raise _not_understood(error.found, [error.expected], error.at) from None
    except UnexpectedToken as error:
        at = error.pos_in_stream if error.pos_in_stream is not None else len(text)
        raise _syntax(machine, text, game, at, set(error.accepts or error.expected)) from None
    except UnexpectedCharacters as error:
        raise _syntax(machine, text, game, error.pos_in_stream or 0, _accepted(machine, text, error)) from None
    assert isinstance(match, Match)
    return match


def _accepted(machine: Any, text: str, error: Any) -> set[str]:
    """The terminals that may stand where no terminal matches; the lexer alone would name some that may not."""
    from lark.exceptions import UnexpectedInput

    before = machine.parse_interactive(text[: error.pos_in_stream])
    try:
        before.exhaust_lexer()
    except UnexpectedInput:
        return set(error.allowed or ())
    accepted: set[str] = before.accepts()
    return accepted


def _syntax(machine: Any, text: str, game: str, at: int, names: set[str]) -> NotationError:
    keywords = {one.name: one.pattern.value for one in machine.terminals if one.pattern.type == "str"}
    return _unexpected(text, at, expected(game, names, keywords))


def _unexpected(text: str, at: int, wanted: list[str]) -> NotationError:
    end = text.find("\n", at)
    line = text[at : end if end >= 0 else len(text)]
    seen = _SEEN.search(line)
    if at >= len(text):
        found = "the end of the text"
    elif seen is None or line.lstrip().startswith(";"):
        found = "the end of the line"
    else:
        at += seen.start()
        found = seen[0]
    return _not_understood(found, wanted, at)


def _not_understood(found: str, wanted: list[str], at: int) -> NotationError:
    found = _cut(found)
    shown = wanted if len(wanted) <= _MOST else [*wanted[:_MOST], "…"]
    facts = {"found": found, "expected": ", ".join(shown) or "nothing"}
    return NotationError(Fault("REC-N01", facts=facts, whole=True, offset=at))


def _cut(found: str) -> str:
    return found if len(found) <= _LONGEST else found[: _LONGEST - 1] + "…"


# From the parts of a text to a record


def _record(match: Match, game: str) -> Members:
    players = [player.value for player in match.players]
    rounds = [_round(one, game) for one in match.rounds]
    return Members(
        [
            Member("kontari", match.version, match.at),
            Member("game", Scalar(f'"{match.game}"', match.game.start_pos), match.game.start_pos),
            *(Member(tag.key, tag.value, tag.at) for tag in match.tags),
            Member("players", Items(players, players[0].at if players else match.at), match.at),
            Member("rounds", Items(rounds, rounds[0].at if rounds else match.at), match.at),
        ],
        match.at,
    )


def _name(player: Members) -> str:
    named = player.members[0].value
    assert isinstance(named, Scalar)
    return str(json.loads(named.json))


def _round(round_: Round, game: str) -> Members:
    key, _ = part(game, "text").SPEAKING
    plain = list(round_.deal.members)
    if round_.held or not any(member.key == key for member in plain):
        at = round_.held[0].at if round_.held else round_.at
        plain.append(Member(key, Items([one.held for one in round_.held], at), at))
        plain.sort(key=lambda member: member.at)
    moves = [move for turn in round_.turns for move in turn.moves]
    members = [
        Member("deal", Members(plain, round_.deal.at), round_.at),
        Member("moves", Items(moves, moves[0].at if moves else round_.at), round_.at),
        *round_.more,
    ]
    return Members(members, round_.at)


# What is wrong though the grammar takes it; the first of it in the text is told


def _wrong_marks(match: Match) -> Iterator[Fault]:
    for number, round_ in enumerate(match.rounds, start=1):
        if round_.number is not None and str(round_.number) != str(number):
            yield _wrong_mark(round_.number, f"round {number}")
        move = 1
        for turn in round_.turns:
            parts = [one for one in str(turn.mark or "").split(".") if one]
            right = [str(number), str(move)]
            if parts != right[len(right) - len(parts) :]:
                yield _wrong_mark(turn.mark, ".".join(right))
            move += len(turn.moves)


def _wrong_mark(mark: Any, right: str) -> Fault:
    return Fault("REC-N03", facts={"mark": _cut(mark), "right": right}, whole=True, offset=mark.start_pos)


def _out_of_order(match: Match, seats: "_Seats") -> Iterator[Fault]:
    """What each seat was dealt; the lines stand in the order of the seats."""
    for round_ in match.rounds:
        for right, one in enumerate(round_.held):
            seat = seats.number(one.who) if isinstance(one.who, Reference) else _number(one.who)
            if seat not in (right, None):
                yield Fault("REC-N04", facts={"seat": seat, "right": right}, whole=True, offset=one.who.at)


def _number(seat: Scalar) -> int:
    """The number of a seat; of a longer one the first digits, which are wrong all the same."""
    return int(seat.json[:_LONGEST_SEAT])


class _Seats:
    """The seats of the players by name; of whom there is none is kept in ``unknown``."""

    def __init__(self, names: Sequence[str]) -> None:
        self.unknown: list[Fault] = []
        self._names = names
        self._seats: dict[str, list[int]] = {}
        for seat, name in enumerate(names):
            self._seats.setdefault(name, []).append(seat)

    def number(self, who: Reference) -> int | None:
        seats = self._seats.get(who.name, [])
        if len(seats) == 1:
            return seats[0]
        # One is enough, and looking for near names takes its time.
        if not self.unknown or who.at < (self.unknown[0].offset or 0):
            facts = {"name": _whole(who.name), "problem": _whole(self._problem(who.name, seats))}
            self.unknown = [Fault("REC-N02", facts=facts, whole=True, offset=who.at)]
        return None

    def _problem(self, name: str, seats: Sequence[int]) -> str:
        if seats:
            numbers = " or ".join(f"#{seat}" for seat in seats)
            return f"{len(seats)} players are called so; the seat is written {numbers}"
        near = get_close_matches(name, self._names, 1)
        there_are = ", ".join(self._names) or "none"
        return f"there are {there_are}" + (f"; perhaps {near[0]} is meant" if near else "")


def _whole(text: str) -> str:
    """Text without halves of characters, which only an escape can have brought."""
    return text.encode("utf-8", "replace").decode()
