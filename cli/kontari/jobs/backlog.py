"""What is read ahead of those who judge it, within bounds, by a thread."""

from collections import deque
from collections.abc import Iterator
from threading import Condition, Thread
from typing import TYPE_CHECKING

from kontari.jobs.cutting import Element, Whole, Work
from kontari.record.pieces import Piece
from kontari.record.streams import Item

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

WORK = 2**19
"""About how many bytes of records one work has at most."""

_BESIDES = 2**8
"""What any element costs beside its bytes; a file costs eight times as much."""


class Backlog:
    """Elements read ahead: as much as is there is taken as one work, up to ``WORK``.

    So a record that comes alone is taken alone as soon as someone has time for it, and many that come fast
    are taken together. bell: something is sent there when there is something to take again, or nothing
    will come any more. works: as much as so many works is read ahead.
    """

    def __init__(self, elements: Iterator[Element], bell: "Connection", works: int) -> None:
        self._elements = elements
        self._bell = bell
        self._room = works * WORK
        self._there: deque[Element] = deque()
        self._weight = 0
        self._ended = self._closed = False
        self._error: BaseException | None = None
        self._changed = Condition()
        Thread(target=self._fill, name="kontari-reader", daemon=True).start()

    @property
    def over(self) -> bool:
        """Whether there is nothing and nothing will come."""
        with self._changed:
            return self._ended and not self._there and self._error is None

    def take(self) -> Work | None:
        """What is to be done next, or None where nothing is there now. Raises what reading has raised."""
        with self._changed:
            if self._error is not None and not self._there:
                raise self._error
            taken: list[Element] = []
            weight = 0
            while self._there and weight < WORK:
                taken.append(self._there.popleft())
                weight += _weight(taken[-1])
            self._weight -= weight
            self._changed.notify()
        return tuple(taken) or None

    def close(self) -> None:
        """Read no further."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def _fill(self) -> None:
        try:
            for element in self._elements:
                with self._changed:
                    self._changed.wait_for(lambda: self._weight < self._room or self._closed)
                    if self._closed:
                        return
                    self._there.append(element)
                    self._weight += _weight(element)
                    news = len(self._there) == 1
                if news:
                    self._ring()
        except BaseException as error:
            self._error = error
        with self._changed:
            self._ended = True
        self._ring()

    def _ring(self) -> None:
        try:
            self._bell.send_bytes(b"!")
        except OSError:  # nobody listens any more
            self.close()


def _weight(element: Element) -> int:
    if isinstance(element, Item):
        return len(element.data) + _BESIDES
    if isinstance(element, Whole):
        return WORK if element.long else element.size + 8 * _BESIDES
    return WORK if isinstance(element, Piece) else _BESIDES
