"""Processes of this machine as tests look at them, by Linux's ``/proc``."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

PROC = Path("/proc")
needs_proc = pytest.mark.skipif(not (PROC / "self" / "task").exists(), reason="no /proc of Linux here")


def workers(parent: int) -> list[int]:
    """The processes that a run has started to judge for it."""
    try:
        children = (PROC / str(parent) / "task" / str(parent) / "children").read_text().split()
    except OSError:
        return []
    return [int(child) for child in children if b"spawn_main" in _command(int(child))]


def of_session(session: int) -> list[int]:
    """All processes of a session that have not ended."""
    found = []
    for entry in PROC.iterdir():
        try:
            state, _, _, its_session = (entry / "stat").read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if int(its_session) == session and state != "Z":
            found.append(int(entry.name))
    return found


def awaited(there: Callable[[], object], seconds: float = 30) -> bool:
    """Whether something comes true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if there():
            return True
        time.sleep(0.01)
    return False


def _command(process: int) -> bytes:
    try:
        return (PROC / str(process) / "cmdline").read_bytes()
    except OSError:
        return b""
