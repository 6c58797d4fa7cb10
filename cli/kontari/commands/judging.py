"""Judging what the command line names: inputs to verdicts, with counts, progress and a summary."""

import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from kontari.commands.terminal import trouble
from kontari.core.verdict import WORDS, Finding
from kontari.examination import examine, refuse
from kontari.record.streams import InputError, Item, inputs, items
from kontari.render import Judged

if TYPE_CHECKING:
    from kontari.told import Told


class Judging:
    """One run over many inputs; one bad record or file never stops it."""

    def __init__(self, paths: Sequence[str], stdin_name: str | None, max_bytes: int, *, quiet: bool = False) -> None:
        self._paths = paths
        self._stdin_name = stdin_name
        self._max_bytes = max_bytes
        self._progress = Progress(quiet)
        self.counts: Counter[str] = Counter()
        self.warnings = 0
        self.unreadable = 0

    def verdicts(self) -> Iterator[Judged]:
        """The verdict on every record, in the order of the inputs."""
        for path in inputs(self._paths):
            if isinstance(path, InputError):
                self._cannot_read(path)
                continue
            any_record = False
            try:
                for item in items(path, stdin_name=self._stdin_name, max_bytes=self._max_bytes):
                    any_record = True
                    yield self._judge(item)
            except InputError as error:
                self._cannot_read(error)
            else:
                if not any_record:
                    self._progress.clear()
                    trouble(f"{path}: no records")
        self._progress.clear()

    def _cannot_read(self, error: InputError) -> None:
        self._progress.clear()
        self.unreadable += 1
        trouble(error)

    def _judge(self, item: Item) -> Judged:
        where: dict[str, Any] = {"source": item.source, "record": item.number, "first_line": item.line}
        if item.fault is not None:
            verdict = refuse(item.data, item.fault, **where)
        else:
            verdict = examine(item.data, max_bytes=self._max_bytes, **where)
        self.counts[verdict.verdict] += 1
        self.warnings += len(verdict.findings) - len(verdict.errors())
        self._progress.step()

        def told(finding: Finding) -> "Told":
            from kontari.library import read
            from kontari.told import Told, told

            return told(read(item.data), finding) if verdict.verdict != "malformed" else Told()

        return Judged(verdict, item.data, item.line, told)

    def summarize(self, stream: TextIO | None) -> None:
        """One line: how many records of each verdict; to standard error where ``stream`` is None."""
        total = self.counts.total()
        words = ", ".join(f"{self.counts[word]} {word}" for word in WORDS if self.counts[word])
        line = f"{total} record{'' if total == 1 else 's'}" + (f": {words}" if words else "")
        if self.warnings:
            line += f"; {self.warnings} warning{'' if self.warnings == 1 else 's'}"
        if self.unreadable:
            line += f"; {self.unreadable} input{'' if self.unreadable == 1 else 's'} could not be read"
        print(line, file=stream or sys.stderr, flush=True)


class Progress:
    """Count and rate on the terminal's standard error, once the work has lasted a second; never in a pipe."""

    def __init__(self, quiet: bool) -> None:
        self._on = sys.stderr.isatty() and not quiet and not sys.stdout.isatty()
        self._begun = self._shown = time.monotonic()
        self._count = 0

    def step(self) -> None:
        """One record more."""
        self._count += 1
        if not self._on:
            return
        now = time.monotonic()
        if now - self._begun > 1 and now - self._shown > 0.2:
            self._shown = now
            rate = self._count / (now - self._begun)
            print(f"\r{self._count} records, {rate:.0f} a second\x1b[K", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Take the line away."""
        if self._on and self._shown > self._begun:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
