"""Ctrl-C between lines: what is being written is written to its end first."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupts:
    """Within it, an interrupt waits for the end of ``whole``; a second one waits for nothing.

    Where interrupts are ignored, or somebody else sees to them, nothing is changed.
    """

    def __init__(self) -> None:
        self._writing = False
        self._asked = False
        self._ours = (
            threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        )

    def __enter__(self) -> "Interrupts":
        if self._ours:
            signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, *_: object) -> None:
        if self._ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    @contextmanager
    def whole(self) -> Iterator[None]:
        """What is done whole, unless it is interrupted twice. Raises KeyboardInterrupt behind it."""
        self._writing = True
        try:
            yield
        finally:
            self._writing = False
        if self._asked:
            raise KeyboardInterrupt

    def _interrupt(self, _: int, __: FrameType | None) -> None:
        if not self._writing or self._asked:
            raise KeyboardInterrupt
        self._asked = True
