"""``kontari score``: the score counted anew, with the reason of each point."""

from typing import Annotated, Any

import typer

from kontari.commands.completing import sheet_formats
from kontari.commands.options import OUTPUT, Debug, MaxBytes, Output, Paths, StdinName
from kontari.status import Status

EXAMPLE = "kontari score match.crazy-eights.json --fill -o scored.crazy-eights.json"


def score(
    paths: Paths,
    format: Annotated[
        str,
        typer.Option(
            metavar="text|json|csv",
            help="The form of the output.",
            autocompletion=sheet_formats,
            rich_help_panel=OUTPUT,
        ),
    ] = "text",
    fill: Annotated[
        bool,
        typer.Option("--fill", help="Write the records with the right claims, to -o.", rich_help_panel=OUTPUT),
    ] = False,
    output: Output = None,
    stdin_name: StdinName = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Count every round anew and show where each point comes from."""
    from kontari.commands.running import Run
    from kontari.commands.scoring import SHEETS, Filler, scored
    from kontari.commands.terminal import known, misuse, trouble
    from kontari.commands.terminal import output as opened

    known(format, SHEETS, "format")
    if fill and output is None:
        misuse("--fill needs -o FILE, where the records are written")
    writer: Any = Filler(output or "") if fill else SHEETS[format]()
    run = Run(paths, stdin_name, max_bytes, debug=debug)
    status = Status.FINE
    left_out = 0
    with opened(output, paths) as stream:
        for item in run.items():
            with run.guarded(item):
                one = scored(item, max_bytes)
                status = max(status, one.status)
                if one.record is None:
                    left_out += 1
                else:
                    stream.write(writer.record(one))
        stream.write(writer.end())
    if left_out:
        trouble(f"{left_out} malformed record{'' if left_out == 1 else 's'} left out")
    return max(status, run.status)
