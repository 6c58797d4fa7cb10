"""All bytes of all inputs cut into shares of about the same size; a share is a run of stretches of files.

A byte belongs to one share. So does a line, by its first byte, and a file that cannot be read from the middle, by its
own. Shares in order are all inputs in order.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import BinaryIO, NamedTuple

from kontari.cluster.inputs import Input, opened, reason
from kontari.record.pieces import Lines, Piece, whole_lines
from kontari.record.pieces import count as lines_within
from kontari.record.streams import InputError


class Stretch(NamedTuple):
    """The lines of an input that begin in the bytes ``start`` to ``end``, or all of one that is not divisible."""

    input: Input
    start: int
    end: int

    def data(self) -> dict[str, object]:
        """As JSON."""
        return {"source": self.input.name, "start": self.start, "end": self.end}


Share = list[Stretch]


def cut(inputs: Sequence[Input], number: int) -> list[Share]:
    """So many shares; some may be empty."""
    total = sum(one.size for one in inputs)
    bounds = [total * index // number for index in range(number)]
    shares: list[Share] = [[] for _ in bounds]
    before = 0
    for one in inputs:
        share = bisect_right(bounds, before) - 1
        if one.divisible and one.size:
            start = 0
            while start < one.size:
                share = bisect_right(bounds, before + start) - 1
                end = min(bounds[share + 1] - before, one.size) if share + 1 < number else one.size
                shares[share].append(Stretch(one, start, end))
                start = end
        else:
            shares[share].append(Stretch(one, 0, one.size))
        before += one.size
    return shares


def count(stretch: Stretch) -> Lines | str:
    """How many lines and records a stretch of a divisible input has, or why it cannot be read. In constant memory."""
    try:
        with opened(stretch.input) as stream:
            return lines_within(stream, *whole_lines(stream, stretch.start, stretch.end))
    except InputError as error:
        return error.reason
    except OSError as error:
        return f"cannot be read: {reason(error)}"


def lines_before(share: Share) -> Lines | str:
    """The same of what stands in the input of the first stretch ahead of it."""
    if not share or not share[0].start:
        return Lines()
    return count(Stretch(share[0].input, 0, share[0].start))


def piece(stretch: Stretch, stream: BinaryIO, before: Lines) -> Piece:
    """The whole lines of a stretch of a divisible input, behind so many."""
    return Piece(stretch.input.name, *whole_lines(stream, stretch.start, stretch.end), before)
