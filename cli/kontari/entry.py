"""A match typed in the notation, a line at a time: each line is judged at once, and what is refused leaves no trace."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kontari.core.verdict import Finding
from kontari.examination import examine
from kontari.games import part
from kontari.library import Record, read, well_formed, write
from kontari.match import Match
from kontari.notation.parsing import comment, parse, words_of
from kontari.notation.writing import seats
from kontari.record.reading import VERSION

WAITING = "; not yet dealt: "
"""What stands before a line of a deal that is not complete: a comment, so that the text is a record all the same."""

_MARK = re.compile(r"(?:([0-9]+)\.)?([0-9]+)\.?[ \t]+(?=\S)")
_AFTERWARDS = ("event", "result", "meta")
"""The keys about the whole match that may be typed at any time."""
_ABOUT_ALL = re.compile(rf"({'|'.join(_AFTERWARDS)}):")
_ROUND = re.compile(r"round([ \t]+[0-9]+)?")
_SEAT = re.compile(r'#[0-9]+|"[^"]*"|[^\W\d_][\w.\'’-]*')


class RefusedError(Exception):
    """A line that was not taken, and why; ``finding`` where a rule says so, ``column`` (from 1) where the text does."""

    def __init__(self, message: str, finding: Finding | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.finding = finding
        self.column = column


class Taken(NamedTuple):
    """What a line came to: the moves made, and whether a deal was laid out ahead of them."""

    moves: Sequence[Mapping[str, Any]] = ()
    dealt: bool = False


class Entry:
    """A match that is being typed in; ``match`` is what was dealt and moved, ``waiting`` a deal that is not complete.

    ``text()`` is all of it at any time, and ``Entry.resumed`` goes on from there.
    """

    def __init__(self, record: Record, words: str | None = None) -> None:
        """record: the match so far. Raises RefusedError where its play is not legal, or it is of a newer format."""
        data = record.data
        if data["kontari"] != VERSION:
            raise RefusedError(f"it is of format {data['kontari']}, and {VERSION} is what is written here")
        self._words = words
        self._about: dict[str, Any] = {key: data[key] for key in ("$schema", *_AFTERWARDS) if key in data}
        self._beside: dict[int, dict[str, Any]] = {
            number: {key: value for key, value in round_.items() if key not in ("deal", "moves")}
            for number, round_ in enumerate(data["rounds"])
        }
        self.waiting: tuple[str, ...] = ()
        ours = ("kontari", "game", "rules", "players", "rounds", *self._about)
        others = {key: value for key, value in data.items() if key not in ours}
        self.match = Match(record.game, data.get("rules"), data["players"], **others)
        self._head = write(self.match.record(), notation=True, words=words)
        for round_ in data["rounds"]:
            if self.match.deal(round_["deal"]) or any(map(self.match.push, round_["moves"])):
                found = _first_error(data)
                assert found is not None
                raise RefusedError(f"the match so far is illegal in round {found.round}: {found.code} {found.message}")

    @classmethod
    def resumed(cls, text: str) -> "Entry":
        """Go on with what ``text()`` gave. Raises NotARecordError or RefusedError where that cannot be."""
        record = read(text, notation=True)
        lines = text.split("\n")
        at = comment("\n".join(line for line in lines if not line.startswith(WAITING)))
        if at is not None:
            raise RefusedError('it holds a comment, which would be lost; a note behind the move is kept: "…"')
        words = words_of(text, record.game)
        entry = cls(record, None if words == part(record.game, "text").WORDS[0] else words)
        entry.waiting = tuple(line.removeprefix(WAITING) for line in lines if line.startswith(WAITING))
        return entry

    def record(self) -> Record:
        """The match so far, with what was said of its event and claimed of its scores."""
        return well_formed(self._data(self._beside, self._about))

    def text(self) -> str:
        """All that was taken, in the notation."""
        waiting = "".join(f"{WAITING}{one}\n" for one in self.waiting)
        return write(self.record(), notation=True, words=self._words) + waiting

    def take(self, line: str) -> Taken:
        """Take a line: of a deal, of moves, or a claim (``scores:``, ``result:``); an empty one completes a deal.

        The seat may be left out where it is one seat's turn, and the number of the move always. Raises RefusedError.
        """
        line = line.strip()
        if not line or _ROUND.fullmatch(line):
            return Taken((), self._deal() if self.waiting else False)
        if found := _ABOUT_ALL.match(line):
            self._claim(self._beside, {**self._about, found[1]: self._parsed([line])[found[1]]})
            return Taken()
        marked = _MARK.match(line)
        if marked is not None:
            self._check_mark(marked)
            line = line[marked.end() :]
        lines = self._waiting_with(line)
        round_ = self._round_of(lines, marked.end() if marked else 0)
        if "scores" in round_:
            dealt = self._deal() if self.waiting else False
            number = self.match.place[0] - 1
            said = {**self._beside.get(number, {}), "scores": round_["scores"]}
            self._claim({**self._beside, number: said}, self._about)
            return Taken((), dealt)
        if not round_["moves"]:
            self.waiting = tuple(lines)
            return Taken()
        dealt = self._deal() if self.waiting else False
        self._push(round_["moves"])
        return Taken(round_["moves"], dealt)

    def undo(self) -> str:
        """Take back the last line of a deal that waits, or the last move, or the deal, whose lines then wait.

        Says what was taken back; claims about the round and the result go with it. Raises RefusedError where
        there is nothing.
        """
        if self.waiting:
            *kept, last = self.waiting
            self.waiting = tuple(kept)
            return last
        number, move = self.match.place
        if not number:
            raise RefusedError("there is nothing to take back")
        data = self.match.record().data
        self._beside.get(number - 1, {}).pop("scores", None)
        self._about.pop("result", None)
        self.match.undo()
        if move:
            return f"move {number}.{move}"
        self._beside.pop(number - 1, None)
        self.waiting = tuple(part(self.match.game, "text").deal_lines(data["rounds"][-1]["deal"], seats(data)))
        return f"the deal of round {number}"

    def _push(self, moves: Sequence[Mapping[str, Any]]) -> None:
        """Make the moves of one line, all or none."""
        if self.match.place == (0, 0):
            raise RefusedError("nothing has been dealt: the lines of the deal come first")
        for made, move in enumerate(moves):
            if self.match.push(move) is not None:
                found = self.match.finding(move)
                assert found is not None
                for _ in range(made):
                    self.match.undo()
                raise RefusedError(f"{found.code} {found.message}", found)

    def _deal(self) -> bool:
        """Lay out the deal whose lines wait."""
        data = self._data(self._beside, self._about)
        deal = self._parsed(["round", *self.waiting])["rounds"][0]["deal"]
        found = _first_error({**data, "rounds": [*data["rounds"], {"deal": deal, "moves": []}]})
        if found is not None:
            raise RefusedError(f"{found.code} {found.message}", found)
        self.match.deal(deal)
        self.waiting = ()
        return True

    def _claim(self, beside: dict[int, dict[str, Any]], about: dict[str, Any]) -> None:
        """Set down what a sheet says, if it is right as far as it can be checked."""
        if -1 in beside:
            raise RefusedError("nothing has been dealt")
        found = _first_error(self._data(beside, about))
        if found is not None:
            raise RefusedError(f"{found.code} {found.message}", found)
        self._beside, self._about = beside, about

    def _data(self, beside: Mapping[int, Mapping[str, Any]], about: Mapping[str, Any]) -> dict[str, Any]:
        """The match so far; beside: by round (from 0) the keys beside its deal and moves; about: those of the match."""
        data = self.match.record().data
        for number, said in beside.items():
            data["rounds"][number].update(said)
        return {**data, **about}

    def _check_mark(self, marked: re.Match[str]) -> None:
        """Refuse the number of a move that is not the next one."""
        number, move = self.match.place
        if self.waiting:
            number, move = number + 1, 0
        if int(marked[2]) != move + 1 or int(marked[1] or number) != number:
            raise RefusedError(f"the next move is {number}.{move + 1}, not {marked[0].strip()}", column=1)

    def _waiting_with(self, line: str) -> list[str]:
        """The lines of the deal that waits and this one, which takes the place of one that says the same thing."""
        key = _key(line)
        if key is None or key not in map(_key, self.waiting):
            return [*self.waiting, line]
        return [line if _key(one) == key else one for one in self.waiting]

    def _round_of(self, lines: list[str], cut: int) -> dict[str, Any]:
        """The round that these lines make; ``cut``: how many characters of the last one as typed stood ahead of it."""
        *others, last = lines
        before = [""]
        if self.match.to_move is not None and not self.waiting:
            before.append(f"#{self.match.to_move} ")  # whose turn it is need not be said
        problems = []
        for seat in before:
            try:
                round_: dict[str, Any] = self._parsed(["round", *others, seat + last], len(seat) - cut)["rounds"][0]
            except RefusedError as error:
                problems.append(error)
            else:
                return round_
        if len(before) == 1 and self._is_a_move_without_seat(last):
            raise RefusedError("say whose move this is: it is not clear whose turn it is")
        named = self._names_a_seat(last) or "REC-N01" not in str(problems[0])
        raise problems[0 if named else -1]

    def _is_a_move_without_seat(self, line: str) -> bool:
        try:
            return bool(self._parsed(["round", f"#0 {line}"])["rounds"][0]["moves"])
        except RefusedError:
            return False

    def _names_a_seat(self, line: str) -> bool:
        found = _SEAT.match(line)
        if found is None:
            return False
        names = self.match.record().names
        return found[0].startswith(("#", '"')) or found[0] in names

    def _parsed(self, lines: list[str], shift: int = 0) -> dict[str, Any]:
        """The record that the head and these lines make; ``shift``: how far the last is moved to the right by us."""
        text = (self._head + "\n".join(lines) + "\n").encode("utf-8", "surrogatepass")
        parsed = parse(text, len(text))
        if parsed.faults:
            found = examine(text, notation=True).findings[0]
            column = max(1, found.column - shift) if found.column and found.line == text.count(b"\n") else None
            raise RefusedError(f"{found.code} {found.message}", column=column)
        record: dict[str, Any] = json.loads(parsed.json)
        return record


def _key(line: str) -> str | None:
    """What a line of a deal is about: all before its colon."""
    before, colon, _ = line.partition(":")
    return " ".join(before.split()).casefold() if colon else None


def _first_error(data: Mapping[str, Any]) -> Finding | None:
    return next(iter(examine(json.dumps(data).encode()).errors()), None)
