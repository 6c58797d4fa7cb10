"""Parts that wait for their turn; many of them wait in a temporary file."""

import pickle
from collections import deque
from collections.abc import Iterator
from typing import IO

from kontari.batches import FindingText, Part

MOST = 2**22


class Waiting:
    """A queue of parts; about ``MOST`` characters of them are kept in memory."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._size = 0
        self._parts: deque[Part] = deque()
        self._file: IO[bytes] | None = None

    def put(self, part: Part) -> None:
        self._size += _size(part)
        if self._file is None and self._size <= self._most:
            self._parts.append(part)
            return
        if self._file is None:
            from tempfile import TemporaryFile

            self._file = TemporaryFile(prefix="kontari-")  # noqa: SIM115
        pickle.dump(part, self._file, pickle.HIGHEST_PROTOCOL)

    def taken(self) -> Iterator[Part]:
        """Take all that are there."""
        while self._parts:
            yield self._parts.popleft()
        if self._file is not None:
            file, self._file = self._file, None
            with file:
                end = file.tell()
                file.seek(0)
                while file.tell() < end:
                    yield pickle.load(file)
        self._size = 0


def _size(part: Part) -> int:
    return sum(
        len(said) if isinstance(said, str) else len(said.text) if isinstance(said, FindingText) else len(said.message)
        for said in part.said
    )
