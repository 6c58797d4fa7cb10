"""``kontari score``: the score counted anew, with the reason of each point."""

from typing import Annotated, Any

import typer

from kontari.commands.options import OUTPUT, Debug, MaxBytes, Output, Paths, StdinName
from kontari.status import Status

EXAMPLE = "kontari score match.crazy-eights.json --fill -o scored.crazy-eights.json"


def score(
    paths: Paths,
    format: Annotated[
        str, typer.Option(metavar="text|json|csv", help="The form of the output.", rich_help_panel=OUTPUT)
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
    from kontari.commands.scoring import SHEETS, Filler, scored
    from kontari.commands.terminal import misuse
    from kontari.commands.terminal import output as opened

    if format not in SHEETS:
        misuse(f"--format takes {', '.join(SHEETS)}")
    if fill and output is None:
        misuse("--fill needs -o FILE, where the records are written")
    writer: Any = Filler(output or "") if fill else SHEETS[format]()
    status = Status.FINE
    with opened(output, paths) as stream:
        for one in scored(paths, stdin_name, max_bytes):
            status = max(status, one.status)
            if one.record is not None:
                stream.write(writer.record(one))
        stream.write(writer.end())
    return status
