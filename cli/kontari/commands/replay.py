"""``kontari replay``: a match told move by move."""

from typing import Annotated

import typer

from kontari.commands.options import OUTPUT, READING, Colour, Debug, Number, Output, Path, StdinName
from kontari.status import Status

EXAMPLE = "kontari replay match.crazy-eights.json --from 1.10 --to 1.20"


def replay(
    path: Path,
    from_: Annotated[
        str | None, typer.Option("--from", metavar="R.M", help="The first place shown.", rich_help_panel=READING)
    ] = None,
    to: Annotated[
        str | None, typer.Option("--to", metavar="R.M", help="The last place shown.", rich_help_panel=READING)
    ] = None,
    view: Annotated[
        int | None,
        typer.Option(metavar="SEAT", min=0, help="Only what that seat could see.", rich_help_panel=OUTPUT),
    ] = None,
    format: Annotated[
        str, typer.Option(metavar="text|json|jsonl", help="The form of the output.", rich_help_panel=OUTPUT)
    ] = "text",
    output: Output = None,
    color: Colour = None,
    record: Number = 1,
    stdin_name: StdinName = None,
    debug: Debug = False,
) -> Status:
    """Tell a match move by move, with the table after each move."""
    from kontari.commands.one_record import NoSuchRecordError, place, record_in
    from kontari.commands.terminal import look, misuse, trouble
    from kontari.commands.terminal import output as opened
    from kontari.record.streams import InputError
    from kontari.render.steps import STEP_FORMATS, Selection

    if format not in STEP_FORMATS:
        misuse(f"--format takes {', '.join(STEP_FORMATS)}")
    selection = Selection(place(from_, "--from"), place(to, "--to"), view)
    try:
        match = record_in(path, record, stdin_name)
    except NoSuchRecordError as error:
        trouble(error)
        return Status.FINDINGS
    if view is not None and view >= len(match.names):
        misuse(f"--view takes a seat from 0 to {len(match.names) - 1}")
    with opened(output, [path]) as stream:
        rendering = STEP_FORMATS[format](match, selection, look(color, to_file=output is not None))
        for text in rendering.chunks():
            stream.write(text)
    if selection.beyond:
        raise InputError(path, f"the match does not reach place {selection.beyond}")
    if rendering.fault is not None:
        trouble(f"{path}: {rendering.fault}")
        return Status.FINDINGS
    return Status.FINE
