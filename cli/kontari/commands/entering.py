"""The conversation of ``kontari enter``: lines in, what each came to out, and the file kept after every one."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from kontari.commands.terminal import misuse, trouble
from kontari.entry import Entry, RefusedError, Taken
from kontari.games import part
from kontari.library import NotARecordError, read, score
from kontari.printable import printable
from kontari.record.reading import MAX_BYTES, VERSION
from kontari.record.streams import InputError, bytes_of, reason_of
from kontari.render.people import printable_names, printable_sides
from kontari.status import Status
from kontari.whole_file import replacing

HELP = """\
A line of the deal, then an empty line; or a move, with or without whose it is: `Ana 8H=D`, `+4C`.
?? stands for what was not seen. scores: and result: set down what the sheet claims.
  legal   what may be done now          undo   take the last thing back
  show    the position again            quit   leave; nothing is lost"""


class Kept:
    """The file: after ``save`` has come back the text is on the disk, whole, or the one before it is."""

    def __init__(self, path: str, text: str | None) -> None:
        self.path = path
        self._text = text

    def save(self, text: str) -> None:
        """Raises InputError where the file cannot be written, or is not what was written last."""
        if text == self._text:
            return
        target = Path(self.path)
        try:
            found = target.read_bytes() if target.exists() else None
            if found != (None if self._text is None else self._text.encode()):
                raise InputError(self.path, "was changed by somebody else; what was typed last is not in it")
            _replace(target.resolve(), text.encode())
        except OSError as error:
            raise InputError(self.path, f"cannot be written: {reason_of(error)}") from None
        self._text = text


def _replace(target: Path, data: bytes) -> None:
    with replacing(target) as new, new.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    if os.name == "posix":
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def begun(path: str, game: str, players: list[str], rules: dict[str, Any], words: str | None) -> tuple[Entry, Kept]:
    """The match in a file, or a new one. Raises InputError where there is a file that cannot be gone on with."""
    if Path(path).exists():
        if players or rules or words:
            misuse(f"{path} is there already, and says who plays and by what rules")
        return _resumed(path)
    if len(players) < 2:
        misuse("a new match needs --player at least twice")
    head = {"kontari": VERSION, "game": game, "players": [{"name": name} for name in players], "rounds": []}
    try:
        entry = Entry(read(json.dumps({**head, "rules": rules} if rules else head)), words)
    except NotARecordError as error:
        misuse(error.findings[0].message)
    kept = Kept(path, None)
    kept.save(entry.text())
    return entry, kept


def _resumed(path: str) -> tuple[Entry, Kept]:
    data = bytes_of(path)
    if len(data) > MAX_BYTES:
        raise InputError(path, "is too long")
    try:
        text = data.decode("utf-8")
        return Entry.resumed(text), Kept(path, text)
    except UnicodeDecodeError:
        raise InputError(path, "is not UTF-8") from None
    except (NotARecordError, RefusedError) as error:
        raise InputError(path, f"cannot be gone on with: {error}") from None


class Conversation:
    """Lines in, answers out. Where nobody sits there, a line that was refused makes the status 1."""

    def __init__(self, entry: Entry, kept: Kept, *, interactive: bool) -> None:
        self._entry = entry
        self._kept = kept
        self._interactive = interactive
        self._tell: Any = part(entry.match.game, "tell")
        self._refused = 0
        self._number = 0

    def run(self) -> Status:
        """Take lines until there are no more."""
        if self._interactive:
            print(f"{printable(self._kept.path)}; help tells what can be typed")
            self._show()
        for line in self._lines():
            self._number += 1
            command = line.strip()
            if command == "quit":
                break
            answer = {"help": self._help, "?": self._help, "legal": self._legal, "show": self._show, "undo": self._undo}
            try:
                answer[command]() if command in answer else self._take(line)
            except RefusedError as error:
                self._refuse(error)
            sys.stdout.flush()
        verdict = self._entry.match.verdict()
        print(f"{verdict.verdict}, {self._place()}; all of it is in {printable(self._kept.path)}")
        return Status.FINDINGS if self._refused and not self._interactive else Status.FINE

    def _lines(self) -> Iterator[str]:
        if not self._interactive:
            yield from sys.stdin
            return
        with suppress(ImportError):
            import readline  # noqa: F401 - editing of the line, where there is such a thing
        while True:
            try:
                yield input(self._prompt())
            except EOFError:
                print()
                return

    def _prompt(self) -> str:
        match = self._entry.match
        seat = match.to_move
        if self._entry.waiting or match.place == (0, 0) or "ended" in match.position:
            return "deal> "
        who = printable(match.record().names[seat]) if seat is not None else ""
        return f"{self._place()} {who}> "

    def _place(self) -> str:
        return "{}.{}".format(*self._entry.match.place)

    def _take(self, line: str) -> None:
        before = self._entry.match.place
        try:
            taken = self._entry.take(line)
        finally:
            # A deal that a refused move completed stands, too.
            self._kept.save(self._entry.text())
        if self._entry.match.place != before:
            self._told(taken)

    def _told(self, taken: Taken) -> None:
        record = self._entry.match.record()
        names = printable_names(record)
        if taken.dealt:
            print(self._tell.deal_words(record.data["rounds"][-1]["deal"], names))
        for move in taken.moves:
            print(printable(self._tell.move_words(move, names)))
        self._show()
        sheet = next((one for one in score(record) if one["round"] == len(record.data["rounds"])), None)
        if sheet is not None:
            print("\n".join(self._tell.sheet_lines(sheet, names, printable_sides(record))))

    def _show(self) -> None:
        if self._entry.match.place != (0, 0) and not self._entry.waiting:
            names = printable_names(self._entry.match.record())
            for line in self._tell.position_lines(self._entry.match.position, names):
                print(f"  {line}")
        for line in self._entry.waiting:
            print(f"  {printable(line)}")

    def _legal(self) -> None:
        match = self._entry.match
        if match.place == (0, 0) or self._entry.waiting:
            raise RefusedError("nothing has been dealt")
        print(f"  Legal: {printable(self._tell.legal_words(match.legal(), match.position))}")

    def _undo(self) -> None:
        said = self._entry.undo()
        self._kept.save(self._entry.text())
        print(f"taken back: {printable(said)}")
        self._show()

    def _help(self) -> None:
        print(HELP)

    def _refuse(self, error: RefusedError) -> None:
        """Tell why a line was not taken, and what would have been legal."""
        self._refused += 1
        if not self._interactive:
            place = f"line {self._number}" if error.column is None else f"line {self._number}, column {error.column}"
            trouble(f"{place}: {error}")
            return
        if error.column is not None:
            print(" " * (len(self._prompt()) + error.column - 1) + "^")
        print(f"  Refused: {printable(str(error))}")
        if error.finding is not None and error.finding.legal is not None and self._entry.match.place != (0, 0):
            print(f"  Legal: {printable(self._tell.legal_words(error.finding.legal, self._entry.match.position))}")
