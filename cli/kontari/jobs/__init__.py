"""Records judged by several processes, with the same to say, in the same order, as by one."""

import os
import sys
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING

from kontari.batches import Manner, Part, parts
from kontari.inputs import all_reads

if TYPE_CHECKING:
    from kontari.jobs.crew import Crew
    from kontari.jobs.cutting import Cutting

HEAD_START = 0.3
"""Seconds of work that one process does alone before others are started; they cost about as much themselves."""

MOST = 61 if sys.platform == "win32" else 1024
"""The most processes; Windows cannot wait for more at once."""


def usable() -> int:
    """How many processors this process may use."""
    if hasattr(os, "process_cpu_count"):  # from Python 3.13
        return os.process_cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def judged(
    paths: Sequence[str],
    manner: Manner,
    jobs: int = 1,
    *,
    stdin_name: str | None = None,
    left: Callable[[], int | None] = lambda: None,
    worth: Callable[[], bool] = lambda: True,
) -> Generator[Part, None, None]:
    """What comes of all records of the inputs, in their order.

    jobs: how many processes judge; with ``manner.debug`` it is always this one. left: see ``batches.parts``.
    worth: whether so much is left to do that it pays to start others.

    It is to be closed where it is left early, so that no process stays behind.
    """
    if jobs == 1 or manner.debug:
        yield from parts(all_reads(paths, stdin_name=stdin_name, max_bytes=manner.max_bytes), manner, left)
        return
    from kontari.jobs.crew import Crew
    from kontari.jobs.cutting import Cutting

    cutting = Cutting(paths, stdin_name, manner.max_bytes)
    with closing(Crew(jobs, manner)) as crew:
        over = yield from _alone(cutting, crew, manner, left, worth)
        if not over:
            from kontari.jobs.sharing import Sharing

            cutting.alone = False
            with closing(Sharing(cutting.elements, crew, manner, left)) as sharing:
                yield from sharing.parts()


def _alone(
    cutting: "Cutting",
    crew: "Crew",
    manner: Manner,
    left: Callable[[], int | None],
    worth: Callable[[], bool],
) -> Generator[Part, None, bool]:
    """What this process does until others are there to do it; whether that was all."""
    from kontari.jobs.crew import DiedError
    from kontari.jobs.cutting import reads_of

    begun, due = time.process_time(), HEAD_START
    if not HEAD_START:
        crew.start()
        return False
    for element in cutting.elements:
        yield from parts(reads_of((element,), manner.max_bytes), manner, left)
        try:
            if crew.ready():
                return False
        except DiedError as death:
            yield death.told()
        if not crew.started and time.process_time() - begun > due:
            due *= 2  # since it takes time to know how much is left
            if worth():
                crew.start()
    return True
