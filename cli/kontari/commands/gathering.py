"""Figures gathered from the records of many inputs."""

from collections.abc import Sequence
from typing import Any

from kontari.commands.judging import Progress
from kontari.commands.running import Run
from kontari.examination import examine_item
from kontari.forms import source
from kontari.stats.gathering import Statistics
from kontari.status import Status


def gathered(
    paths: Sequence[str], stdin_name: str | None, max_bytes: int, *, debug: bool
) -> tuple[dict[str, Any], Status]:
    """The statistics as JSON values, and what the run came to: findings where a record is wrong."""
    progress = Progress(paths, quiet=False)
    run = Run(paths, stdin_name, max_bytes, debug=debug, before_trouble=progress.clear)
    statistics = Statistics()
    wrong = False
    for item in run.items():
        with run.guarded(item):
            verdict = examine_item(item, max_bytes)
            wrong = wrong or bool(verdict.errors())
            malformed = verdict.verdict == "malformed"
            # Judging has cleared times and notes in the struct it read.
            read = None if malformed else source(item.data, max_bytes, notation=item.notation).reading.record
            statistics.add(verdict, read)
        progress.step(len(item.data))
    progress.clear()
    return statistics.data(), max(run.status, Status.FINDINGS if wrong else Status.FINE)
