"""The processes that judge for this one: how they are started, listened to, and ended."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kontari.batches import Manner, Part
from kontari.inputs import Trouble
from kontari.jobs.worker import READY, Order, work


class DiedError(Exception):
    """A worker has ended by itself; the message says how."""

    def told(self, more: str = "") -> Part:
        """What is said of it."""
        return Part([Trouble(f"a worker died ({self}){more}")])


class Worker:
    """One process that judges; ``ready`` once it can be given orders."""

    def __init__(self, manner: Manner) -> None:
        # Started anew, not forked: it has nothing of ours open, so that it notices when we are gone.
        from multiprocessing import get_context

        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs, manner), daemon=True)
        with _interrupts_blocked():
            self._process.start()
        theirs.close()
        self.ready = False

    def give(self, order: Order) -> None:
        """Give an order, when it has none. Raises DiedError."""
        try:
            self.connection.send(order)
        except OSError:
            raise self._died() from None

    def answer(self) -> Any:
        """What it says next. Raises DiedError."""
        try:
            said = self.connection.recv()
        except (EOFError, OSError):
            raise self._died() from None
        self.ready = self.ready or said == READY
        return said

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        self._process.join()
        self.connection.close()

    def _died(self) -> DiedError:
        self.end()
        code = self._process.exitcode or 0
        return DiedError(f"signal {-code}" if code < 0 else f"exit status {code}")


class Crew:
    """So many workers; fewer where more cannot be started, or those that are started die at once."""

    def __init__(self, number: int, manner: Manner) -> None:
        self._number = number
        self._manner = manner
        self._stillborn = 0
        self.started = False
        self.workers: list[Worker] = []

    def start(self) -> None:
        """Start all of them."""
        self.started = True
        for _ in range(self._number):
            self._start()

    def ready(self) -> bool:
        """Whether some can be given orders. Raises DiedError for one that has died; it is then left out."""
        for worker in list(self.workers):
            if not worker.ready and worker.connection.poll():
                try:
                    worker.answer()
                except DiedError:
                    self.workers.remove(worker)
                    raise
        return any(worker.ready for worker in self.workers)

    def replace(self, worker: Worker) -> None:
        """Another one for one that has died; none where they do not even begin."""
        self.workers.remove(worker)
        self._stillborn = 0 if worker.ready else self._stillborn + 1
        if self._stillborn < 3:
            self._start()

    def close(self) -> None:
        """End all of them."""
        for worker in self.workers:
            worker.end()
        self.workers = []

    def _start(self) -> None:
        try:
            self.workers.append(Worker(self._manner))
        except OSError:
            self._stillborn += 1


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """What is started here never sees Ctrl-C, not even before it can say that it does not want to."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # which unblocks them
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
