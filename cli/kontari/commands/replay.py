"""``kontari replay``: a match told move by move."""

from typing import Annotated

import typer

from kontari.commands.completing import step_formats
from kontari.commands.options import OUTPUT, READING, Colour, Debug, MaxBytes, Number, Output, Path, StdinName
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
    lines: Annotated[
        bool,
        typer.Option("--lines", help="In text, each position on one line, too.", rich_help_panel=OUTPUT),
    ] = False,
    ids: Annotated[
        bool,
        typer.Option("--ids", help="In json and jsonl, each deal and move as integers, too.", rich_help_panel=OUTPUT),
    ] = False,
    format: Annotated[
        str,
        typer.Option(
            metavar="text|json|jsonl",
            help="The form of the output.",
            autocompletion=step_formats,
            rich_help_panel=OUTPUT,
        ),
    ] = "text",
    output: Output = None,
    color: Colour = None,
    record: Number = 1,
    stdin_name: StdinName = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Tell a match move by move, with the table after each move."""
    from kontari.commands.guard import guarded
    from kontari.commands.one_record import NoSuchRecordError, Source, check_place, item_of, place, record_of
    from kontari.commands.terminal import known, look, misuse, trouble
    from kontari.commands.terminal import output as opened
    from kontari.render.steps import STEP_FORMATS, Selection

    known(format, STEP_FORMATS, "format")
    if ids and format == "text":
        misuse("--ids goes with --format json or jsonl")
    selection = Selection(place(from_, "--from"), place(to, "--to"), view, lines, ids)
    if selection.empty():
        misuse("--from names a place behind --to")
    item = item_of(Source(path, record, stdin_name, max_bytes))
    with guarded(item, debug):
        try:
            match = record_of(item, max_bytes)
        except NoSuchRecordError as error:
            trouble(error)
            return Status.FINDINGS
        if view is not None and view >= len(match.names):
            misuse(f"--view takes a seat from 0 to {len(match.names) - 1}")
        for where in (selection.first, selection.last):
            check_place(match, where, item.source)
        with opened(output, [path]) as stream:
            rendering = STEP_FORMATS[format](match, selection, look(color, to_file=output is not None))
            for text in rendering.chunks():
                stream.write(text)
    if rendering.fault is not None:
        trouble(f"{item.source}: {rendering.fault}")
        return Status.FINDINGS
    return Status.FINE
