"""The records of a share judged, one after the other; neither a bad one nor a fault of ours stops it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, BinaryIO

from kontari.batches import Manner, parts
from kontari.cluster.inputs import opened
from kontari.cluster.shares import Stretch, piece
from kontari.inputs import Trouble, no_records, unreadable
from kontari.record.pieces import Lines, records
from kontari.record.streams import InputError, Item, items_in
from kontari.render import Look
from kontari.status import Status
from kontari.tally import Tally


@dataclass(slots=True)
class Outcome:
    """What came of a share: its counts, inputs that could not be read, faults of ours, inputs that hold no records.

    stretches: how many records each stretch had.
    """

    tally: Tally = field(default_factory=Tally)
    unreadable: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    stretches: list[int] = field(default_factory=list)

    def data(self) -> dict[str, Any]:
        """As JSON, as in the published schemas."""
        return {**tally_data(self.tally), "unreadable": self.unreadable, "faults": self.faults}

    def take(self, trouble: Trouble) -> None:
        """Keep what is to be told."""
        lines = {Status.UNUSABLE: self.unreadable, Status.OURS: self.faults}.get(trouble.status, self.notes)
        lines.append(trouble.message)


def tally_data(tally: Tally) -> dict[str, Any]:
    """A tally as JSON."""
    return {"records": tally.records, **asdict(tally)}


def tally_of(data: dict[str, Any]) -> Tally:
    """A tally out of JSON, whatever else stands there."""
    return Tally(**{one.name: data[one.name] for one in fields(Tally)})


def judge(
    share: Sequence[Stretch],
    before: Lines | str,
    max_bytes: int,
    write: Callable[[str], object],
    *,
    debug: bool = False,
) -> Outcome:
    """Judge a share. ``before``: the lines ahead of its first stretch, or why they could not be counted.

    write is given the verdict lines in order, some at a time, and what it raises is raised; with ``debug`` so are
    faults of ours.
    """
    outcome = Outcome()
    manner = Manner("jsonl", Look(), max_bytes, debug)
    for part in parts(_reads(share, before, max_bytes, outcome.stretches), manner, most=_AT_A_TIME):
        outcome.tally.add(part.tally)
        for said in part.said:
            if isinstance(said, Trouble):
                outcome.take(said)
            elif isinstance(said, str):
                write(said)
    return outcome


_AT_A_TIME = 1000


def _reads(
    share: Sequence[Stretch], before: Lines | str, max_bytes: int, stretches: list[int]
) -> Iterator[Item | Trouble]:
    """The records of a share, and what is to be told of its inputs; how many of each stretch is noted down."""
    for stretch in share:
        seen = 0
        try:
            if isinstance(before, str):
                raise InputError(stretch.input.name, before)
            with opened(stretch.input) as stream:
                for item in _items(stretch, before, stream, max_bytes):
                    seen += 1
                    yield item
        except InputError as error:
            yield unreadable(error)
        else:
            if not seen and (stretch.start, stretch.end) == (0, stretch.input.size):
                yield no_records(stretch.input.name)
        stretches.append(seen)
        before = Lines()


def _items(stretch: Stretch, before: Lines, stream: BinaryIO, max_bytes: int) -> Iterator[Item]:
    if stretch.input.divisible:
        try:
            bounds = piece(stretch, stream, before)
        except OSError as error:
            raise InputError(stretch.input.name, f"cannot be read: {error}") from None
        return records(bounds, stream, max_bytes)
    return items_in(stretch.input.name, stream, max_bytes)
