"""A Dask cluster: reached by its address, or started here for one run."""

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from kontari import __version__
from kontari.record.streams import InputError

LOCAL = "local:"
ANSWER_S = 10
"""How long a scheduler may take to answer, in seconds."""
JOIN_S = 60
"""How long it may take until a first worker has joined, in seconds."""
AT_ONCE = 4096
"""How many tasks the scheduler is given at a time."""
RETRIES = 2
"""How often a part that failed is tried again; workers that die are counted apart, by Dask."""

T = TypeVar("T")
R = TypeVar("R")


class DaskWorkers:
    """The workers of a Dask cluster."""

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self._address = address

    def each(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[tuple[int, R | BaseException]]:
        """Each task's number with its result or failure, as they end. Raises InputError where the scheduler is lost."""
        from concurrent.futures import CancelledError

        try:
            yield from self._each(work, tasks)
        except (OSError, CancelledError):
            raise InputError(
                self._address, "the scheduler was lost; what is finished is kept, and --resume continues"
            ) from None

    def _each(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[tuple[int, R | BaseException]]:
        from distributed import as_completed

        ending = as_completed()
        numbers: dict[Any, int] = {}
        waiting = iter(range(len(tasks)))

        def submit(most: int) -> None:
            these = list(islice(waiting, most))
            if these:
                futures = self._client.map(work, [tasks[one] for one in these], pure=False, retries=RETRIES)
                numbers.update(zip((future.key for future in futures), these, strict=True))
                ending.update(futures)

        submit(AT_ONCE)
        for future in ending:
            failure = future.exception()  # raises where the scheduler has gone
            yield numbers.pop(future.key), future.result() if failure is None else failure
            if len(numbers) < AT_ONCE // 2:
                submit(AT_ONCE // 2)


@contextmanager
def workers(address: str) -> Iterator[DaskWorkers]:
    """The workers at an address, or so many of our own for ``local:N``.

    Raises InputError where nobody answers, no worker joins, or kontari is not the same there as here.
    """
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise InputError("--cluster", "needs Dask: pip install 'kontari[cluster]'") from None
    with _quiet(), _client(address) as client:
        try:
            client.wait_for_workers(1, timeout=JOIN_S)
        except TimeoutError:
            raise InputError(address, f"no worker has joined within {JOIN_S} s") from None
        _same_everywhere(client, address)
        yield DaskWorkers(client, address)


@contextmanager
def _quiet() -> Iterator[None]:
    """Without Dask's log: what goes wrong is told in our words, and a worker that was replaced is no trouble."""
    import logging
    import warnings

    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Sending large graph")
            yield
    finally:
        logging.disable(before)


@contextmanager
def _client(address: str) -> Iterator[Any]:
    from distributed import Client

    if address.startswith(LOCAL):
        with _own(int(address.removeprefix(LOCAL))) as cluster, Client(cluster) as client:
            yield client
        return
    try:
        client = Client(address, timeout=ANSWER_S)
    except (OSError, ValueError, ImportError) as error:
        detail = str(error).splitlines()[0] if isinstance(error, (ValueError, ImportError)) and str(error) else ""
        raise InputError(address, f"no Dask scheduler answers there{detail and ': ' + detail}") from None
    with client:
        yield client


@contextmanager
def _own(number: int) -> Iterator[Any]:
    """A cluster of so many processes, taken down at the end."""
    import logging

    from distributed import LocalCluster

    release = _hold_interrupts()
    try:
        cluster = LocalCluster(
            n_workers=number,
            threads_per_worker=1,
            scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},  # a port is opened anyhow
            silence_logs=logging.CRITICAL,
        )
    except (OSError, RuntimeError) as error:
        release()
        raise InputError(f"{LOCAL}{number}", f"cannot be started: {error}") from None
    with cluster:
        release()
        yield cluster


def _hold_interrupts() -> Callable[[], None]:
    """Hold interrupts back until the function that is returned is called, which raises KeyboardInterrupt if one came.

    Ctrl-C goes to all processes of a terminal; those that are started meanwhile inherit what is blocked, and leave it
    to us.
    """
    came: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    masking = getattr(signal, "pthread_sigmask", None)  # not on Windows
    if masking is not None:
        from multiprocessing.resource_tracker import ensure_running

        ensure_running()  # what starts it later would unblock them
        blocked = masking(signal.SIG_BLOCK, {signal.SIGINT})

    def release() -> None:
        if masking is not None:
            masking(signal.SIG_SETMASK, blocked)
        signal.signal(signal.SIGINT, handler)
        if came:
            raise KeyboardInterrupt

    return release


def _same_everywhere(client: Any, address: str) -> None:
    """Raise InputError where a worker or the scheduler has another kontari: verdicts must come from one judge."""
    there = client.get_versions(packages=["kontari"])
    workers = {f"worker {name}": versions for name, versions in there["workers"].items()}
    for name, versions in {**workers, "scheduler": there["scheduler"]}.items():
        theirs = versions["packages"].get("kontari")
        if theirs != __version__:
            has = f"kontari {theirs}" if theirs else "no kontari"
            raise InputError(address, f"the {name} has {has}, where {__version__} is needed")
