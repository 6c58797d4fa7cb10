"""One run over the records of many inputs; neither a bad one nor a fault of ours stops it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from kontari.commands.guard import OurFaultError, guarded
from kontari.commands.terminal import trouble
from kontari.inputs import all_reads
from kontari.record.streams import Item
from kontari.status import Status


class Run:
    """What is read, by which bounds; what could not be is told on standard error and counted.

    form: in which of kontari's own forms the records are; by the name of each file where it is None. before_trouble is
    called before anything is told.
    """

    def __init__(
        self,
        paths: Sequence[str],
        stdin_name: str | None,
        max_bytes: int,
        *,
        debug: bool = False,
        form: str | None = None,
        before_trouble: Callable[[], None] = lambda: None,
    ) -> None:
        self._paths = paths
        self._stdin_name = stdin_name
        self.max_bytes = max_bytes
        self._debug = debug
        self._form = form
        self._before_trouble = before_trouble
        self.unreadable = 0
        self.status = Status.FINE

    def items(self) -> Iterator[Item]:
        """The records in the order of the inputs."""
        for one in all_reads(self._paths, stdin_name=self._stdin_name, max_bytes=self.max_bytes, form=self._form):
            if isinstance(one, Item):
                yield one
            else:
                self.tell(one.message, one.status)

    @contextmanager
    def guarded(self, item: Item) -> Iterator[None]:
        """Work on one record; a fault of ours is told, and the run goes on."""
        try:
            with guarded(item, self._debug):
                yield
        except OurFaultError as fault:
            self.tell(fault, Status.OURS)

    def tell(self, message: object, status: Status) -> None:
        """Tell of what is wrong with an input, and what the run comes to by it."""
        self._before_trouble()
        trouble(message)
        self.unreadable += status == Status.UNUSABLE
        self.status = max(self.status, status)
