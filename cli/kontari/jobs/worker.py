"""What a process that judges for another does: it is given orders and answers with parts."""

import gc
import signal
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from kontari.batches import Manner, Part, parts
from kontari.inputs import Trouble
from kontari.jobs.cutting import Work, reads_of
from kontari.our_fault import named
from kontari.record.streams import Item

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


class Order(NamedTuple):
    """Work to be done from the read with the number ``skip`` on (see ``Part.reads``).

    left: see ``batches.parts``. careful: each record is announced by its name before it is judged, and a
    part for itself.
    """

    work: Work
    skip: int = 0
    left: int | None = None
    careful: bool = False


class Announced(NamedTuple):
    """The name of the record that is judged next."""

    name: str


READY, DONE = "ready", "done"

_MANY = 2**12


def work(connection: "Connection", manner: Manner) -> None:
    """Fulfil orders until nobody is there any more who gives them."""
    # A terminal sends Ctrl-C to all processes; the one that gives the orders decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(50_000)
    try:
        connection.send(READY)
        while True:
            order: Order = connection.recv()
            for part in _parts(order, manner, connection):
                connection.send(part)
            connection.send(DONE)
    except (EOFError, OSError):
        pass  # nobody is there any more
    except Exception:
        sys.exit(1)  # the one who gave the order tells of it


def _parts(order: Order, manner: Manner, connection: "Connection") -> Iterator[Part]:
    def announced(those: Iterable[Item | Trouble]) -> Iterator[Item | Trouble]:
        for one in those:
            if isinstance(one, Item):
                connection.send(Announced(named(one)))
            yield one

    those = islice(reads_of(order.work, manner.max_bytes), order.skip, None)
    if order.careful:
        return parts(announced(those), manner, lambda: order.left)
    return parts(those, manner, lambda: order.left, _MANY)
