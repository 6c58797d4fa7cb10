"""Figures gathered from the records of many inputs."""

from collections.abc import Sequence
from typing import Any, Protocol

from kontari.commands.judging import Progress
from kontari.commands.running import Run
from kontari.core.verdict import Verdict
from kontari.examination import examine_item
from kontari.forms import source
from kontari.status import Status


class Counts(Protocol):
    """What grows record by record."""

    def add(self, verdict: Verdict, record: Any) -> None:
        """A verdict, with the struct of the record as it was read; None where it is malformed."""


def gathered(counts: Counts, paths: Sequence[str], stdin_name: str | None, max_bytes: int, *, debug: bool) -> Status:
    """Count every record; what the run came to: findings where a record is wrong."""
    progress = Progress(paths, quiet=False)
    run = Run(paths, stdin_name, max_bytes, debug=debug, before_trouble=progress.clear)
    wrong = False
    for item in run.items():
        with run.guarded(item):
            verdict = examine_item(item, max_bytes)
            wrong = wrong or bool(verdict.errors())
            malformed = verdict.verdict == "malformed"
            # Judging has cleared times and notes in the struct it read.
            read = None if malformed else source(item.data, max_bytes, notation=item.notation).reading.record
            counts.add(verdict, read)
        progress.step(len(item.data))
    progress.clear()
    return max(run.status, Status.FINDINGS if wrong else Status.FINE)
