"""Work shared among processes; what comes of it is put in the order of the input again."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import Pipe
from multiprocessing.connection import wait

from kontari.batches import Manner, Part, parts
from kontari.inputs import Trouble
from kontari.jobs.backlog import Backlog
from kontari.jobs.crew import Crew, DiedError, Worker
from kontari.jobs.cutting import Element, Work, name_of, reads_of
from kontari.jobs.waiting import Waiting
from kontari.jobs.worker import DONE, Announced, Order
from kontari.our_fault import asking
from kontari.status import Status

AHEAD = 4
"""How many works a process may be ahead of the one that is to be put out next."""

PATIENCE = 3
"""How many processes may die at one record."""


@dataclass(slots=True)
class Unit:
    """One work: what came of it and waits for its turn, and how far it is.

    reads: how many reads are behind it. deaths: how many processes have died since. announced: the record
    that is being judged, where that is known.
    """

    work: Work
    parts: Waiting = field(default_factory=Waiting)
    reads: int = 0
    deaths: int = 0
    careful: bool = False
    announced: str | None = None
    done: bool = False

    def put(self, part: Part) -> None:
        self.parts.put(part)
        self.reads += part.reads
        self.deaths, self.announced = 0, None

    def give_up(self, death: DiedError) -> None:
        """Go on behind the record at which processes die; without its name, with nothing of this work."""
        what = f"a process that judges it dies ({death})"
        where = self.announced or f"{name_of(self.work[0])}: "
        self.done = self.announced is None
        self.put(Part([Trouble(asking(what, where), Status.OURS)], reads=1))


class Sharing:
    """Shares elements among the workers of a crew. To be closed."""

    def __init__(self, elements: Iterator[Element], crew: Crew, manner: Manner, left: Callable[[], int | None]) -> None:
        self._crew = crew
        self._manner = manner
        self._left = left
        self._bell, theirs = Pipe(duplex=False)
        self._most = AHEAD * len(crew.workers) + 1
        self._backlog = Backlog(elements, theirs, self._most)
        self._line: deque[Unit] = deque()
        self._again: deque[Unit] = deque()
        self._busy: dict[Worker, Unit] = {}

    def close(self) -> None:
        self._backlog.close()
        self._bell.close()

    def parts(self) -> Iterator[Part]:
        """What comes of the elements, in their order."""
        while True:
            while self._line:
                yield from self._line[0].parts.taken()
                if not self._line[0].done:
                    break
                self._line.popleft()
            # Behind what is put out, since it makes room for it.
            yield from self._hand_out()
            if not self._line and self._backlog.over:
                return
            if self._crew.workers or not self._judge_here():
                yield from self._listen()

    def _hand_out(self) -> Iterator[Part]:
        for worker in [one for one in self._crew.workers if one.ready and one not in self._busy]:
            unit = self._next()
            if unit is None:
                return
            self._busy[worker] = unit
            try:
                worker.give(Order(unit.work, unit.reads, self._left(), unit.careful))
            except DiedError as death:
                yield self._lost(worker, death)

    def _next(self) -> Unit | None:
        if self._again:
            return self._again.popleft()
        work = self._backlog.take() if len(self._line) < self._most else None
        if work is None:
            return None
        self._line.append(Unit(work))
        return self._line[-1]

    def _listen(self) -> Iterator[Part]:
        """Wait until something happens, and see to it; a part is what is to be said of it at once."""
        workers = {worker.connection: worker for worker in self._crew.workers}
        for source in wait([self._bell, *workers]):
            if source is self._bell:
                self._bell.recv_bytes()
                continue
            worker = workers[source]  # type: ignore[index]
            try:
                answer = worker.answer()
            except DiedError as death:
                yield self._lost(worker, death)
                continue
            if isinstance(answer, Part):
                self._busy[worker].put(answer)
            elif isinstance(answer, Announced):
                self._busy[worker].announced = answer.name
            elif answer == DONE:
                self._busy.pop(worker).done = True

    def _lost(self, worker: Worker, death: DiedError) -> Part:
        """Another worker for one that has died; what it was at is judged again."""
        self._crew.replace(worker)
        unit = self._busy.pop(worker, None)
        if unit is None:
            return death.told()
        unit.deaths += 1
        unit.careful = True
        if unit.deaths == PATIENCE:
            unit.give_up(death)
        if not unit.done:
            self._again.append(unit)
        return death.told("; its records are judged again")

    def _judge_here(self) -> bool:
        """Judge what is next, where there is nobody else to do it; false where nothing is there yet."""
        unit = self._next()
        if unit is None:
            return False
        for part in parts(
            islice(reads_of(unit.work, self._manner.max_bytes), unit.reads, None), self._manner, self._left
        ):
            unit.put(part)
        unit.done = True
        return True
