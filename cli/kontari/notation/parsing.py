"""A text in the notation read: the record as JSON text, with the places of its parts, or what is wrong."""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any, NamedTuple

from kontari.core.fault import Fault
from kontari.core.tree import (
    Items,
    Member,
    Members,
    NotReadableError,
    Part,
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
_WORDS = re.compile(r"^words:[ \t]*([^\s;]+)", re.MULTILINE)
_FIRST_ROUND = re.compile(r"^[ \t]*round\b", re.MULTILINE)
_SEEN = re.compile(r'"(?:[^"\\\n]|\\.)*"?|[^\s"]+')
_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|(;[^\n]*)')
_LONGEST = 32
_MOST = 12
"""How much of what stands there, and how many of the things that might, are told."""


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
    text, fault = decoded(data, max_bytes)
    if fault is not None:
        return Parsed(b"", NotationPlaces(text, None), [fault])
    try:
        made = _made(text)
    except NotationError as error:
        return Parsed(b"", NotationPlaces(text, None), [error.fault])
    return Parsed(made.json.encode("utf-8", "surrogatepass"), NotationPlaces(text, made), [])


def _made(text: str) -> Written:
    game = _game(text)
    match = _match(text, game, words_of(text, game))
    names, record = _record(match, game)
    try:
        return written(record, MAX_DEPTH, lambda who: _seat(who, names))
    except TooDeepError as error:
        raise NotationError(Fault("REC-J09", facts={"most": MAX_DEPTH}, whole=True, offset=error.at)) from None


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
        found = seen[0] if len(seen[0]) <= _LONGEST else seen[0][: _LONGEST - 1] + "…"
    return _not_understood(found, wanted, at)


def _not_understood(found: str, wanted: list[str], at: int) -> NotationError:
    shown = wanted if len(wanted) <= _MOST else [*wanted[:_MOST], "…"]
    facts = {"found": found, "expected": ", ".join(shown) or "nothing"}
    return NotationError(Fault("REC-N01", facts=facts, whole=True, offset=at))


# From the parts of a text to a record


def _record(match: Match, game: str) -> tuple[list[str], Part]:
    """The names of the players by seat, and the whole record."""
    players = [tag.value for tag in match.tags if tag.key == "players"]
    members = [
        Member("kontari", match.version, match.at),
        Member("game", Scalar(f'"{match.game}"', match.game.start_pos), match.game.start_pos),
        *(Member(tag.key, tag.value, tag.at) for tag in match.tags if tag.key not in ("", "players")),
        Member("players", Items(players, players[0].at if players else match.at), match.at),
    ]
    names = [_name(one) for one in players]
    rounds = [_round(one, index, game, names) for index, one in enumerate(match.rounds)]
    members.append(Member("rounds", Items(rounds, rounds[0].at if rounds else match.at), match.at))
    return names, Members(members, match.at)


def _name(player: Part) -> str:
    assert isinstance(player, Members)
    named = player.members[0].value
    assert isinstance(named, Scalar)
    return str(json.loads(named.json))


def _round(round_: Round, index: int, game: str, names: list[str]) -> Members:
    if round_.number is not None and str(round_.number) != str(index + 1):
        raise _wrong_mark(round_.number, index, None)
    key, _ = part(game, "text").SPEAKING
    moves: list[Members] = []
    for turn in round_.turns:
        if turn.mark is not None:
            _check_mark(turn.mark, index, len(moves))
        moves += turn.moves
    plain = [member for member in round_.deal.members if member.key != key]
    held = list(_held(round_, key, names))
    deal = Members([*plain, Member(key, Items(held, held[0].at if held else round_.at), round_.at)], round_.deal.at)
    members = [
        Member("deal", deal, round_.at),
        Member("moves", Items(moves, moves[0].at if moves else round_.at), round_.at),
        *round_.more,
    ]
    return Members(members, round_.at)


def _held(round_: Round, key: str, names: list[str]) -> Iterator[Part]:
    """What each seat was dealt; the lines stand in the order of the seats."""
    lines = [member.value for member in round_.deal.members if member.key == key]
    for index, line in enumerate(lines):
        assert isinstance(line, Items)
        who, held = line.items
        seat = _seat(who, names) if isinstance(who, Reference) else int(_digits(who))
        if seat != index:
            facts = {"seat": seat, "right": index}
            raise NotationError(Fault("REC-N04", facts=facts, whole=True, offset=who.at))
        yield held


def _digits(seat: Part) -> str:
    assert isinstance(seat, Scalar)
    return seat.json if len(seat.json) < 10 else "-1"


def _check_mark(mark: Any, round_: int, move: int) -> None:
    parts = [one for one in str(mark).split(".") if one]
    right = [str(round_ + 1), str(move + 1)]
    if parts != right[-len(parts) :]:
        raise _wrong_mark(mark, round_, move)


def _wrong_mark(mark: Any, round_: int, move: int | None) -> NotationError:
    right = f"round {round_ + 1}" if move is None else f"{round_ + 1}.{move + 1}"
    return NotationError(Fault("REC-N03", facts={"mark": str(mark), "right": right}, whole=True, offset=mark.start_pos))


def _seat(who: Reference, names: list[str]) -> int:
    seats = [seat for seat, name in enumerate(names) if name == who.name]
    if len(seats) == 1:
        return seats[0]
    if seats:
        problem = f"{len(seats)} players are called so; the seat is written {' or '.join(f'#{seat}' for seat in seats)}"
    else:
        near = get_close_matches(who.name, names, 1)
        problem = f"there are {', '.join(names) or 'none'}" + (f"; perhaps {near[0]} is meant" if near else "")
    facts = {"name": _whole(who.name), "problem": _whole(problem)}
    raise NotationError(Fault("REC-N02", facts=facts, whole=True, offset=who.at))


def _whole(text: str) -> str:
    """Text without halves of characters, which only an escape can have brought."""
    return text.encode("utf-8", "replace").decode()
