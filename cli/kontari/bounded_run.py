"""Another program run within bounds: of time, of what is kept of its output, of what it leaves behind."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import IO, NamedTuple

MAX_OUTPUT = 16 * 2**20
MAX_ERRORS = 2**12
_PART = 2**16


class Printed(NamedTuple):
    """What a program printed: all of its standard output, and the end of its standard error."""

    output: bytes
    errors: bytes


class RunError(Exception):
    """A program that could not be started, or kept to no bound."""


def run(command: str, given: Path, timeout: float) -> Printed:
    """What a command of the shell prints, with a file as its standard input.

    The command and what it started are killed where they exceed a bound. Raises RunError then;
    OSError where the file cannot be opened.
    """
    deadline = monotonic() + timeout
    environment = {name: value for name, value in os.environ.items() if name != "PYDANTIC_DISABLE_PLUGINS"}
    with given.open("rb") as stdin:
        try:
            process = subprocess.Popen(
                command,
                shell=True,
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                env=environment,
                start_new_session=True,
            )
        except OSError as error:
            raise RunError(f"cannot be started: {(error.strerror or str(error)).lower()}") from None
    output, errors = bytearray(), bytearray()
    try:
        reader = _start(_keep_beginning, process.stdout, output)
        errors_reader = _start(_keep_end, process.stderr, errors)
        # The output first: as long as the process has not been waited for, the group has its number.
        reader.join(_left(deadline))
        if len(output) > MAX_OUTPUT:
            raise RunError(f"more than {MAX_OUTPUT // 2**20} MiB printed")
        if reader.is_alive():
            raise subprocess.TimeoutExpired(command, timeout)
        process.wait(_left(deadline))
    except subprocess.TimeoutExpired:
        _kill(process)
        raise RunError(f"{'not finished' if output else 'no verdict'} within {timeout:g} s") from None
    except BaseException:
        _kill(process)
        raise
    # Something left in the background may hold standard error open.
    errors_reader.join(min(1, _left(deadline)))
    return Printed(bytes(output), bytes(errors))


def _left(deadline: float) -> float:
    return max(0, deadline - monotonic())


def _start(keep: Callable[[IO[bytes], bytearray], None], stream: IO[bytes] | None, kept: bytearray) -> Thread:
    # A daemon, since a process that left the group may hold the stream open for ever.
    thread = Thread(target=keep, args=(stream, kept), daemon=True)
    thread.start()
    return thread


def _keep_beginning(stream: IO[bytes], kept: bytearray) -> None:
    """Read to the end, or until there is more than is allowed."""
    with stream:
        while len(kept) <= MAX_OUTPUT and (part := stream.read(_PART)):
            kept += part


def _keep_end(stream: IO[bytes], kept: bytearray) -> None:
    with stream:
        while part := stream.read(_PART):
            kept += part
            del kept[:-MAX_ERRORS]


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """End a process and, where there are process groups, all that it started."""
    if sys.platform == "win32":
        process.kill()
    else:
        # A group of which nothing runs any more is no group, or (on macOS) not ours.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
