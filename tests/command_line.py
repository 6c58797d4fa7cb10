"""The command line run within this process, options and exit status and all."""

import os
from collections.abc import Callable
from typing import NamedTuple

from typer.testing import CliRunner

from kontari import app as application


class Done(NamedTuple):
    """What a command came to."""

    status: int
    out: str
    err: str
    bytes: bytes


Kontari = Callable[..., Done]


def kontari(*words: object, stdin: bytes = b"") -> Done:
    """Run ``kontari`` with these words."""
    if not application.app.registered_commands:
        for name in application.COMMANDS:
            application._register(application.app, name)
        for name in application.GROUPS:
            application._register_group(name, None)
    result = CliRunner().invoke(application.app, [*map(str, words)], input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    # As it was written, line ends and all.
    return Done(result.exit_code, result.stdout_bytes.decode("utf-8", "replace"), result.stderr, result.stdout_bytes)


def read_all(terminal: int) -> bytes:
    """Everything written to a pseudo-terminal until nobody writes to it any more."""
    shown = b""
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # how Linux says so
            return shown
        if not piece:
            return shown
        shown += piece
