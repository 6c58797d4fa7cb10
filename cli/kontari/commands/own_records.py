"""The own records of many inputs: what is malformed is told in one line and counted, and the others are worked on."""

import json
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from kontari.commands.converting import own_record
from kontari.commands.judging import Progress
from kontari.commands.running import Run
from kontari.commands.terminal import trouble
from kontari.convert import ConversionError
from kontari.record.streams import Item
from kontari.status import Status

if TYPE_CHECKING:
    from kontari.core.verdict import Verdict

Record = dict[str, Any]


class OwnRecords:
    """One run over records; ``records`` counts all of them, ``malformed`` those that are none.

    told: what is told of one that is none.
    """

    def __init__(
        self,
        paths: Sequence[str],
        stdin_name: str | None,
        max_bytes: int,
        *,
        debug: bool = False,
        quiet: bool = False,
        told: Callable[[ConversionError, Item], object] = lambda error, item: error,
    ) -> None:
        self._progress = Progress(paths, quiet)
        self._run = Run(paths, stdin_name, max_bytes, debug=debug, before_trouble=self._progress.clear)
        self._max_bytes = max_bytes
        self._told = told
        self.records = 0
        self.malformed = 0

    def each(self, work: Callable[[Item, Record], None], malformed: Callable[[Item], None] = lambda item: None) -> None:
        """Work on every record, in order of the inputs; on what is malformed after it was told."""
        for item in self._run.items():
            with self._run.guarded(item):
                self.records += 1
                record = own_record(item, self._max_bytes)
                self._progress.step(len(item.data))
                if isinstance(record, ConversionError):
                    self.malformed += 1
                    self._progress.clear()
                    trouble(self._told(record, item))
                    malformed(item)
                else:
                    work(item, record)
        self._progress.clear()

    @property
    def status(self) -> Status:
        """What the run came to."""
        return max(self._run.status, Status.FINDINGS if self.malformed else Status.FINE)

    @property
    def left_out(self) -> str:
        """The end of a sentence: how many were malformed, if any."""
        return f"; {counted(self.malformed, 'malformed record')} left out" if self.malformed else ""


def judged(item: Item, record: Record) -> "Verdict":
    """The verdict on a record that was read, in whatever form it was."""
    from kontari.examination import examine

    text = json.dumps(record, ensure_ascii=False).encode()
    return examine(text, source=item.source, record=item.number, first_line=item.line, max_bytes=len(text))


def counted(number: int, what: str) -> str:
    """A number with its noun."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def done(quiet: bool, what: str) -> None:
    """Tell people on standard error what was done."""
    if not quiet:
        print(what, file=sys.stderr, flush=True)
