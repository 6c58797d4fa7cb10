"""Judging what the command line names: parts of it put together, with counts, progress and a summary."""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from kontari.batches import FindingText, Part
from kontari.commands.interrupts import Interrupts
from kontari.commands.terminal import trouble
from kontari.core.verdict import WORDS
from kontari.inputs import Trouble
from kontari.record.streams import COMPRESSED, InputError, inputs
from kontari.render import Page
from kontari.status import Status
from kontari.tally import Tally

if TYPE_CHECKING:
    from kontari.baseline import Mark

MOST_TROUBLES = 1000
"""How many lines of trouble are remembered."""


class Outcome:
    """What a run over records has come to so far: its output, its counts, its troubles.

    stream: where the verdicts go as ``page`` lays them out.
    """

    def __init__(self, page: Page, stream: TextIO, progress: "Progress", interrupts: Interrupts) -> None:
        self._page = page
        self._stream = stream
        self._progress = progress
        self._interrupts = interrupts
        self._begun = time.monotonic()
        self.tally = Tally()
        self.unreadable = 0
        self.troubles: list[str] = []
        self.status = Status.FINE
        self.known = 0
        self.marks: set[Mark] = set()

    def take(self, part: Part) -> None:
        """Put out what comes next, all of it."""
        if part.tally.records:
            self.tally.add(part.tally)
        self.known += part.known
        self.marks.update(part.marks)
        self._progress.step(part.tally.bytes, part.tally.records)
        for said in part.said:
            if isinstance(said, Trouble):
                self._tell(said)
            elif isinstance(said, FindingText):
                self._put(self._page.finding(said.text))
            else:
                self._put(self._page.verdicts(said))

    def end(self) -> None:
        """Put out what stands behind all verdicts."""
        self._put(self._page.end(sum(self.tally.findings.values())))

    def _tell(self, said: Trouble) -> None:
        self._progress.clear()
        trouble(said.message)
        if len(self.troubles) < MOST_TROUBLES:
            self.troubles.append(said.message)
        self.unreadable += said.status == Status.UNUSABLE
        self.status = max(self.status, said.status)

    def _put(self, text: str) -> None:
        if text:
            self._progress.clear()
            with self._interrupts.whole():
                self._stream.write(text)
                self._stream.flush()

    def report(self, paths: Sequence[str], jobs: int, status: Status) -> str:
        """All of it as JSON; ``status`` is what the command came to."""
        from kontari.report import Course, report

        seconds = time.monotonic() - self._begun
        course = Course(self.unreadable, self.troubles, jobs, seconds, status, self.known)
        return json.dumps(report(paths, self.tally, course), ensure_ascii=False, indent=2) + "\n"

    def summarize(self, stream: TextIO | None) -> None:
        """One line: how many records of each verdict; to standard error where ``stream`` is None."""
        print(summary(self.tally, self.unreadable, self.known), file=stream or sys.stderr, flush=True)


def summary(tally: Tally, unreadable: int, known: int = 0) -> str:
    """How many records there were of each verdict, how many warnings, how many inputs that could not be read.

    known: findings of a baseline.
    """
    counts, total, warnings = tally.verdicts, tally.records, tally.warnings
    words = ", ".join(f"{counts[word]} {word}" for word in WORDS if counts.get(word))
    line = f"{total} record{'' if total == 1 else 's'}" + (f": {words}" if words else "")
    if warnings:
        line += f"; {warnings} warning{'' if warnings == 1 else 's'}"
    if known:
        line += f"; {known} known finding{'' if known == 1 else 's'}"
    if unreadable:
        line += f"; {unreadable} input{'' if unreadable == 1 else 's'} could not be read"
    return line


class Progress:
    """A bar on the terminal's standard error, once the work has lasted a second; never in a pipe.

    paths: what is to be read. Where their sizes are known and tell how much there is to do, the bar
    shows how much of it is done and how long the rest will take; else only count and rate.
    """

    WIDTH = 24

    def __init__(self, paths: Sequence[str], quiet: bool) -> None:
        self._on = sys.stderr.isatty() and not quiet
        self._paths = paths
        self._begun = self._drawn = time.monotonic()
        self._count = self._done = 0

    def step(self, size: int, count: int = 1) -> None:
        """So many records more, of so many bytes."""
        self._count += count
        self._done += size
        if not self._on:
            return
        now = time.monotonic()
        if now - self._begun > 1 and now - self._drawn > 0.2:
            self._drawn = now
            print(f"\r{self._line(now - self._begun)}\x1b[K", end="", file=sys.stderr, flush=True)

    @cached_property
    def _total(self) -> int:
        sizes = list(_sizes(self._paths))
        return 0 if None in sizes else sum(filter(None, sizes))

    def much_left(self) -> bool:
        """Whether the work will last a second more, or nobody knows."""
        seconds = time.monotonic() - self._begun
        much = self._done * (1 + 1 / seconds)
        total = 0
        for size in _sizes(self._paths):
            if size is None:
                return True
            total += size
            if total > much:
                return True
        return False

    def _line(self, seconds: float) -> str:
        text = f"{self._count} records, {self._count / seconds:.0f} a second"
        if not self._total or not self._done:
            return text
        part = min(1.0, self._done / self._total)
        filled = round(part * self.WIDTH)
        left = round(seconds * (1 - part) / part)
        bar = "#" * filled + "." * (self.WIDTH - filled)
        return f"[{bar}] {part:4.0%}  {text}, {left // 60}:{left % 60:02d} left"

    def clear(self) -> None:
        """Take the bar away, so that something else can be written."""
        if self._on and self._drawn > self._begun:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _sizes(paths: Sequence[str]) -> Iterator[int | None]:
    """How many bytes each input holds; None where that is not known, as of pipes and compressed files."""
    for path in inputs(paths):
        if isinstance(path, InputError):
            continue
        if path == "-" or path.endswith(COMPRESSED) or not Path(path).is_file():
            yield None
        else:
            yield Path(path).stat().st_size
