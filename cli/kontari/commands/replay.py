"""``kontari replay``: a match told move by move."""

from typing import TYPE_CHECKING, Annotated

import typer

from kontari.commands.completing import step_formats
from kontari.commands.options import OUTPUT, READING, Colour, Debug, MaxBytes, Number, Output, Path, StdinName
from kontari.status import Status

if TYPE_CHECKING:
    from kontari.library import Record
    from kontari.record.streams import Item

EXAMPLE = "kontari replay match.crazy-eights.json --from 1.10 --to 1.20"


DISPUTE = "markdown"
"""The format in which one move is told for a dispute."""


def replay(
    path: Path,
    from_: Annotated[
        str | None, typer.Option("--from", metavar="R.M", help="The first place shown.", rich_help_panel=READING)
    ] = None,
    to: Annotated[
        str | None, typer.Option("--to", metavar="R.M", help="The last place shown.", rich_help_panel=READING)
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(
            metavar="R.M", help="One page about that move, to settle a dispute (markdown).", rich_help_panel=READING
        ),
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
            metavar="text|json|jsonl|markdown",
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

    known(format, (*STEP_FORMATS, DISPUTE), "format")
    disputed = place(at, "--at")
    if (disputed is None) != (format != DISPUTE) or (disputed is not None and disputed[1] < 0):
        misuse(f"--at R.M and --format {DISPUTE} go together: one page about one move")
    if ids and format not in ("json", "jsonl"):
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
        for where in (selection.first, selection.last, disputed):
            check_place(match, where, item.source)
        if disputed is not None:
            return _dispute(match, item, disputed, view, output)
        with opened(output, [path]) as stream:
            rendering = STEP_FORMATS[format](match, selection, look(color, to_file=output is not None))
            for text in rendering.chunks():
                stream.write(text)
    if rendering.fault is not None:
        trouble(f"{item.source}: {rendering.fault}")
        return Status.FINDINGS
    return Status.FINE


def _dispute(match: "Record", item: "Item", place: tuple[int, int], seat: int | None, path: str | None) -> Status:
    """Write the page; status 1 where the move is illegal."""
    from kontari.commands.terminal import output as opened
    from kontari.examination import examine_item
    from kontari.record.streams import InputError
    from kontari.render.dispute import page

    verdict = examine_item(item, max(1, len(item.data)))
    try:
        text = page(match, verdict, place, seat)
    except LookupError as error:
        raise InputError(item.source, f"the match does not reach place {error.args[0]}: it is illegal before") from None
    with opened(path, [item.source]) as stream:
        stream.write(text)
    illegal = verdict.verdict == "illegal" and verdict.errors()[0].round == place[0]
    return Status.FINDINGS if illegal and (verdict.errors()[0].move or 0) == place[1] else Status.FINE
