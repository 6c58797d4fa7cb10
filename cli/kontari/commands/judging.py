"""Judging what the command line names: inputs to verdicts, with counts, progress and a summary."""

import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from kontari.commands.running import Run
from kontari.core.verdict import WORDS, Finding
from kontari.examination import examine_item
from kontari.record.streams import COMPRESSED, InputError, Item, inputs
from kontari.render import Judged

if TYPE_CHECKING:
    from kontari.told import Told


class Judging:
    """Verdicts on the records of a run, and how many there are of each."""

    def __init__(self, run: Run, progress: "Progress") -> None:
        self._run = run
        self._progress = progress
        self.counts: Counter[str] = Counter()
        self.warnings = 0

    def judge(self, item: Item) -> Judged:
        """The verdict on one record."""
        max_bytes = self._run.max_bytes
        verdict = examine_item(item, max_bytes)
        self.counts[verdict.verdict] += 1
        self.warnings += len(verdict.findings) - len(verdict.errors())
        self._progress.step(len(item.data))

        def told(finding: Finding) -> "Told":
            from kontari.library import read
            from kontari.told import Told, told

            # Only the one illegal move of a record has a place in the play.
            if finding.move is None:
                return Told()
            return told(read(item.data, max_bytes=max_bytes, notation=item.notation), finding)

        if verdict.findings:
            self._progress.clear()
        return Judged(verdict, item.data, item.line, told)

    def found(self, fail_on: str, complete: bool) -> bool:
        """Whether there was anything to report: an error, by wish a warning or an unfinished record too."""
        wrong = self.counts["misscored"] + self.counts["illegal"] + self.counts["malformed"]
        unfinished = complete and self.counts["unfinished"]
        return bool(wrong or unfinished or (fail_on == "warning" and self.warnings))

    def summarize(self, stream: TextIO | None) -> None:
        """One line: how many records of each verdict; to standard error where ``stream`` is None."""
        total = self.counts.total()
        words = ", ".join(f"{self.counts[word]} {word}" for word in WORDS if self.counts[word])
        line = f"{total} record{'' if total == 1 else 's'}" + (f": {words}" if words else "")
        if self.warnings:
            line += f"; {self.warnings} warning{'' if self.warnings == 1 else 's'}"
        unreadable = self._run.unreadable
        if unreadable:
            line += f"; {unreadable} input{'' if unreadable == 1 else 's'} could not be read"
        print(line, file=stream or sys.stderr, flush=True)


class Progress:
    """A bar on the terminal's standard error, once the work has lasted a second; never in a pipe.

    paths: what is to be read. Where their sizes are known and tell how much there is to do, the bar
    shows how much of it is done and how long the rest will take; else only count and rate.
    """

    WIDTH = 24

    def __init__(self, paths: Sequence[str], quiet: bool) -> None:
        self._on = sys.stderr.isatty() and not quiet
        self._total = _size(paths) if self._on else 0
        self._begun = self._drawn = time.monotonic()
        self._count = self._done = 0

    def step(self, size: int) -> None:
        """One record more, of so many bytes."""
        self._count += 1
        self._done += size
        if not self._on:
            return
        now = time.monotonic()
        if now - self._begun > 1 and now - self._drawn > 0.2:
            self._drawn = now
            print(f"\r{self._line(now - self._begun)}\x1b[K", end="", file=sys.stderr, flush=True)

    def _line(self, seconds: float) -> str:
        text = f"{self._count} records, {self._count / seconds:.0f} a second"
        if not self._total:
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


def _size(paths: Sequence[str]) -> int:
    """How many bytes the inputs hold; 0 where that is not known, as of pipes and compressed files."""
    total = 0
    for path in inputs(paths):
        if isinstance(path, InputError):
            continue
        if path == "-" or path.endswith(COMPRESSED) or not Path(path).is_file():
            return 0
        total += Path(path).stat().st_size
    return total
