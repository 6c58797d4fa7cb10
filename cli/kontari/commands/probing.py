"""JSON files looked through: their paths, types and sample values, as a start for a mapping file."""

from collections.abc import Sequence
from typing import TextIO

from kontari.commands.terminal import trouble
from kontari.convert.probe import Probe
from kontari.printable import printable
from kontari.record.streams import InputError, inputs, text_lines
from kontari.status import Status


def probed(paths: Sequence[str], stream: TextIO, stdin_name: str | None, max_bytes: int) -> Status:
    """List what is in each input."""
    status = Status.FINE
    for path in inputs(paths):
        probe = Probe()
        try:
            if isinstance(path, InputError):
                raise path
            probe.read(text_lines(path, stdin_name=stdin_name, max_bytes=max_bytes))
        except InputError as error:
            trouble(error)
            status = max(status, Status.UNUSABLE)
            continue
        for unreadable in probe.unreadable:
            trouble(f"{path}: {unreadable}")
            status = max(status, Status.FINDINGS)
        what = f"{probe.lines} JSON lines; * in front stands for the line" if probe.lines else "one JSON value"
        stream.write(printable(f"{path}: {what}") + "\n")
        stream.writelines(printable(row) + "\n" for row in probe.rows())
        if probe.left_out:
            stream.write(f"and {probe.left_out} values at more paths\n")
    return status
