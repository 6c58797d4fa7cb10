"""Rummikub positions in the shorthand of three solvers: read into a record in mid-round, written for a place.

Each line of ``rsconsole`` is a command of that console (``addtable``, ``addrack``, ``initial clear|set``). ``rustikub``
has two lines, the table and the rack; so has ``rummikubsolver``, split by commas. A word is tiles of one or more
colours and one number, or numbers from … to: ``k13``, ``k3-6``, ``bro8``. What colours are called differs, and the
same letter is blue in one and black in another, so that the dialect is never guessed.

The solvers keep piles and not sets: a joker in a run has no place and is written apart. Read are words that
are sets, in this shorthand or in the compact text of a record (``r4-8/J6``, ``rbJ7``); a tile of the table that
lies by itself is refused.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from kontari import __version__
from kontari.convert import ConversionError, Converted, Loss, Wish, Written
from kontari.convert.own_match import match_of
from kontari.core.cards import UNSEEN
from kontari.core.replay import advance, begin, deal_round
from kontari.games.rummikub import play
from kontari.games.rummikub.sets import LEAST
from kontari.games.rummikub.state import position
from kontari.games.rummikub.tiles import BOUND, COLOURS, JOKER, LAST, NUMBER, in_order
from kontari.record.in_force import rules_in_force
from kontari.record.reading import VERSION

Json = dict[str, Any]
Set = Sequence[str]

GAME = "rummikub"
LETTERS: Mapping[str, str] = {"rsconsole": "rbok", "rustikub": "rlyb", "rummikubsolver": "rlyb"}
"""What each dialect calls the colours, in the order of ``COLOURS``."""

DIALECTS = tuple(LETTERS)
SETTINGS: Mapping[str, str] = {
    "at": "written: the place ROUND.MOVE; the end of the record if it is not given",
    "seat": "written: whose rack it is; who is to move if it is not given",
    "opened": "read: true or false, whether the holder of the rack has opened",
    "opponents": "read: how many tiles each other player holds, such as 9 or 9,12,3; one player with one tile if not",
}

_WORD = re.compile(r"([a-zJ]+)([0-9]{1,2})(?:-([0-9]{1,2}))?(?:/J([0-9]{1,2}(?:,[0-9]{1,2})*))?")
_PLACE = re.compile(r"([1-9][0-9]{0,8})\.([0-9]{1,9})")
_COMMAND = re.compile(r"(?:addtable|addrack|initial)\b")
MOST = 500
"""The most tiles of a rack or a word; no box holds more."""

NO_WISH = Wish()
NOT_SAID = (
    Loss("who else plays and how many tiles they hold, which the source does not say: one player with one tile"),
)
NOT_WRITTEN = (
    Loss("everything but the table and one rack at one place"),
    Loss("which tiles lie together in a set"),
)


def sniff(head: str) -> bool:
    """Whether a text begins with a command of rsconsole."""
    return _COMMAND.match(head.lstrip()) is not None


def check(wish: Wish) -> None:
    """Raises ConversionError where the dialect or a setting is none."""
    if wish.dialect is None:
        raise ConversionError(f"say which dialect it is: --dialect {', '.join(DIALECTS)}")
    said = wish.settings
    if "at" in said and not _PLACE.fullmatch(said["at"]):
        raise ConversionError(f"at={said['at']} is no place such as 2.14 (round 2, after move 14)")
    if not re.fullmatch("[0-9]{1,2}", said.get("seat", "0")):
        raise ConversionError(f"seat={said['seat']} is no seat; they count from 0")
    if said.get("opened", "true") not in ("true", "false"):
        raise ConversionError(f"opened={said['opened']} is neither true nor false")
    _opponents(wish)


def _opponents(wish: Wish) -> list[int]:
    given = wish.settings.get("opponents", "1")
    if not re.fullmatch("[0-9]{1,3}(,[0-9]{1,3}){0,9}", given) or any(int(one) > MOST for one in given.split(",")):
        raise ConversionError(f"opponents={given} is not the number of tiles of each other player, such as 9,12")
    return [int(one) for one in given.split(",")]


# Reading


class _Position(NamedTuple):
    """What was read: the sets of the table, the rack, and whether its holder has opened, if that is said."""

    table: list[list[str]]
    rack: list[str]
    opened: bool | None = None


def read(lines: Iterable[str], wish: Wish = NO_WISH) -> Iterator[Converted]:
    """The position of a text as a record in mid-round, with the holder of the rack at seat 0 to move."""
    check(wish)
    assert wish.dialect is not None
    reader = _Reader(wish.dialect)
    try:
        found = reader.console(lines) if wish.dialect == "rsconsole" else reader.two_lines(lines)
    except ConversionError as error:
        yield Converted(1, error)
        return
    if found is not None:
        yield Converted(1, _record(found, wish), () if "opponents" in wish.settings else NOT_SAID)


def _record(found: _Position, wish: Wish) -> Json:
    others = _opponents(wish)
    opened = found.opened
    if "opened" in wish.settings:
        opened = wish.settings["opened"] == "true"
    if opened is None:
        opened = bool(found.table)
    # Sets that the holder of the rack cannot have laid are the others'.
    deal = {
        "first": 0,
        "racks": [found.rack, *([UNSEEN] * number for number in others)],
        "table": found.table,
        "opened": [opened, *[bool(found.table)] * len(others)],
    }
    return {
        "kontari": VERSION,
        "game": GAME,
        "rules": {"preset": "classic"},
        "players": [{"name": str(seat)} for seat in range(1 + len(others))],
        "rounds": [{"deal": deal, "moves": []}],
        "meta": {"software": f"kontari {__version__}", "source": f"a position in the shorthand of {wish.dialect}"},
    }


class _Reader:
    """Reads the words of one dialect. Every error names line and word."""

    def __init__(self, dialect: str) -> None:
        self._commas = dialect == "rummikubsolver"
        self._colours = dict(zip(LETTERS[dialect], COLOURS, strict=True))

    def console(self, lines: Iterable[str]) -> _Position | None:
        table: list[list[str]] = []
        rack: list[str] = []
        opened = None
        seen = False
        for number, line in enumerate(lines, start=1):
            command, _, rest = line.strip().partition(" ")
            if not command:
                continue
            seen = True
            if command == "addtable":
                table += self._sets(rest, number)
            elif command == "addrack":
                rack += self._tiles(rest, number)
            elif command == "initial" and rest.strip() in ("clear", "set"):
                # There the initial meld is what is still to be done, so that "clear" is to have opened.
                opened = rest.strip() == "clear"
            else:
                raise ConversionError(
                    f'"{line.strip()[:60]}" is none of addtable, addrack, initial clear|set', f"line {number}"
                )
            if len(rack) > MOST or len(table) > MOST:
                raise ConversionError("more tiles than any box holds", f"line {number}")
        return _Position(table, rack, opened) if seen else None

    def two_lines(self, lines: Iterable[str]) -> _Position | None:
        found = []
        for number, line in enumerate(lines, start=1):
            if number > 2 and line.strip():
                raise ConversionError("a third line; the first is the table, the second the rack", f"line {number}")
            if number <= 2:
                found.append(line)
        if not "".join(found).strip():
            return None
        if len(found) < 2:
            raise ConversionError("the second line, the rack, is missing", "line 1")
        return _Position(self._sets(found[0], 1), self._tiles(found[1], 2))

    def _words(self, text: str, number: int) -> Iterator[tuple[str, str]]:
        words = text.split(",") if self._commas and text.strip() else text.split()
        for index, word in enumerate(words, start=1):
            yield word.strip(), f"line {number}, word {index}"

    def _sets(self, text: str, number: int) -> list[list[str]]:
        sets: list[list[str]] = []
        for word, place in self._words(text, number):
            found = self._expanded(word, place)
            if any(len(one) < LEAST for one in found):
                raise ConversionError(
                    f'"{word}" is no set, and in which set of the table it lies is not said;'
                    " write whole sets (a joker as in r4-8/J6 or rbJ7)",
                    place,
                )
            sets += found
        return sets

    def _tiles(self, text: str, number: int) -> list[str]:
        found = [one for word, place in self._words(text, number) for one in self._expanded(word, place)]
        return in_order([token for one in found for token in one])

    def _expanded(self, word: str, place: str) -> list[list[str]]:
        """The tiles of a word: one group, or a run for each colour."""
        if word in ("j", JOKER):
            return [[JOKER]]
        if word.startswith("-"):
            raise ConversionError(f'"{word}" takes tiles away; only what lies there can be read', place)
        parts = _WORD.fullmatch(word)
        if parts is None:
            raise ConversionError(f'"{word[:60]}" is no tile, run or group', place)
        letters, first, last, jokers = parts.groups()
        numbers = range(int(first), int(last or first) + 1)
        if not (numbers and numbers[0] >= 1 and numbers[-1] <= LAST):
            raise ConversionError(f'"{word}" goes beyond 1 to {LAST}', place)
        for letter in letters:
            if letter not in self._colours and letter not in ("j", JOKER):
                known = ", ".join(f"{one} ({COLOUR_NAMES[self._colours[one]]})" for one in self._colours)
                raise ConversionError(f'"{letter}" in "{word}" is no colour here; there are {known}', place)
        if last is None:
            if jokers is not None:
                raise ConversionError(f'"{word}" is no run, so that no joker has a place in it', place)
            return [[JOKER if one in "jJ" else f"{self._colours[one]}{first.lstrip('0')}" for one in letters]]
        places = {int(one) for one in jokers.split(",")} if jokers else set()
        if not places <= set(numbers) or any(one in "jJ" for one in letters):
            raise ConversionError(f'"{word}" has a joker outside its run', place)
        return [[JOKER if n in places else f"{self._colours[one]}{n}" for n in numbers] for one in letters]


COLOUR_NAMES: Mapping[str, str] = {"r": "red", "b": "blue", "o": "orange", "k": "black"}


# Writing


def write(record: Mapping[str, Any], wish: Wish = NO_WISH) -> Written:
    """The position of a record (JSON values) at a place, as a seat sees it.

    Raises ConversionError where the match does not reach the place, or the rack holds tiles nobody saw.
    """
    check(wish)
    assert wish.dialect is not None
    shown = _position(record, wish.settings.get("at"))
    seat = int(wish.settings["seat"]) if "seat" in wish.settings else shown.get("to_move")
    if seat is None:
        raise ConversionError("the round is over there, and nobody is to move; say whose rack by --set seat=N")
    if seat >= len(shown["racks"]):
        raise ConversionError(f"there is no seat {seat}; seats are 0 to {len(shown['racks']) - 1}")
    rack = shown["racks"][seat]
    if UNSEEN in rack:
        raise ConversionError(f"seat {seat} holds {rack.count(UNSEEN)} tiles that were not seen", f"seat {seat}")
    writer = _WordsOf(wish.dialect)
    table, own = writer.words(shown["table"]), writer.words([[token] for token in rack])
    if wish.dialect != "rsconsole":
        between = ", " if wish.dialect == "rummikubsolver" else " "
        return Written(f"{between.join(table)}\n{between.join(own)}\n", NOT_WRITTEN)
    lines = [" ".join(["addtable", *table])] if table else []
    lines += [" ".join(["addrack", *own])] if own else []
    lines.append(f"initial {'clear' if shown['opened'][seat] else 'set'}")
    return Written("\n".join(lines) + "\n", NOT_WRITTEN)


class _WordsOf:
    """Writes the tiles of sets in one dialect."""

    def __init__(self, dialect: str) -> None:
        self._letter = dict(zip(COLOURS, LETTERS[dialect], strict=True))
        self._joins_jokers = dialect == "rustikub"

    def words(self, sets: Iterable[Set]) -> list[str]:
        return [word for one in sets for word in self._set(one)]

    def _set(self, tokens: Set) -> list[str]:
        plain = [JOKER if token in BOUND else token for token in tokens]
        numbered = [token for token in plain if token != JOKER]
        jokers = ["j"] * (len(plain) - len(numbered))
        numbers = [NUMBER[token] for token in numbered]
        letters = [self._letter[token[0]] for token in numbered]
        if len(numbered) > 1 and len(set(numbers)) == 1:
            if self._joins_jokers:
                return ["".join([*letters, *jokers]) + str(numbers[0])]
            return ["".join(letters) + str(numbers[0]), *jokers]
        return [*_runs(letters, numbers), *jokers]


def _runs(letters: Sequence[str], numbers: Sequence[int]) -> Iterator[str]:
    """The tiles of a run, as long as no joker stands between."""
    start = 0
    for at in range(1, len(numbers) + 1):
        if at == len(numbers) or numbers[at] != numbers[at - 1] + 1:
            until = f"-{numbers[at - 1]}" if at - start > 1 else ""
            yield f"{letters[start]}{numbers[start]}{until}"
            start = at


def _position(record: Mapping[str, Any], at: str | None) -> Json:
    """The position at a place; without one, at the end of the record."""
    match = match_of(record, GAME)
    if not match.rounds:
        raise ConversionError("no round was dealt", "/rounds")
    found = _PLACE.fullmatch(at) if at is not None else None
    round_, move = (int(found[1]), int(found[2])) if found else (len(match.rounds), len(match.rounds[-1].moves))
    place = f"{round_}.{move}"
    if round_ > len(match.rounds) or move > len(match.rounds[round_ - 1].moves):
        raise ConversionError(f"the match does not reach place {place}")
    replay = begin(play, rules_in_force(GAME, match.rules, len(match.players)), match)
    if replay.state is None:
        raise ConversionError("the match is illegal before its first deal")
    for number, one in enumerate(match.rounds[:round_]):
        if not deal_round(play, replay, number, one.deal):
            raise ConversionError("the deal is illegal, so that nothing lies there", f"{number + 1}.0")
        stopped = advance(play, replay.state, one.moves[:move] if number == round_ - 1 else one.moves)
        if stopped is not None:
            raise ConversionError(
                f"the match is illegal here and does not reach place {place}", f"{number + 1}.{stopped[0] + 1}"
            )
    return position(replay.state)
