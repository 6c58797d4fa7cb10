"""``kontari check-views``: views of seats held against the full record."""

from typing import Annotated, Any

import typer

from kontari.commands.options import READING, Debug, MaxBytes, Number, Output, PlainFormat, StdinName
from kontari.status import Status

EXAMPLE = "kontari check-views match.mus.json seat-0.mus.json seat-1.mus.json"


def check_views(
    full: Annotated[str, typer.Argument(metavar="FULL", help="The full record, or - for standard input.")],
    views: Annotated[
        list[str], typer.Argument(metavar="VIEW", help="Records of what one seat saw: files, folders, globs, or -.")
    ],
    seats: Annotated[
        list[int] | None,
        typer.Option(
            "--as",
            metavar="SEAT",
            min=0,
            help="Whose view each is, once a view, in their order. [default: whom it fits best]",
            show_default=False,
            rich_help_panel=READING,
        ),
    ] = None,
    format: PlainFormat = "text",
    output: Output = None,
    record: Number = 1,
    stdin_name: StdinName = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Tell whether views, as redact writes them, agree with the full record.

    A view differs where it says something else, hides what its seat saw or heard, or shows what the seat could not see.
    Event, meta, notes, times and x- keys are not compared. Exit status: 0 all agree, 1 not all, 2 trouble.
    """
    from kontari.agreement import best_fit
    from kontari.commands.comparing import Held
    from kontari.commands.converting import own_record
    from kontari.commands.one_record import Source, item_of
    from kontari.commands.running import Run
    from kontari.commands.terminal import known, misuse, trouble
    from kontari.commands.terminal import output as opened
    from kontari.convert import ConversionError
    from kontari.library import well_formed
    from kontari.render.agreement import VIEWS, Full, View

    known(format, VIEWS, "format")
    if full == "-" and "-" in views:
        misuse("only one of them can be standard input")
    item = item_of(Source(full, record, stdin_name, max_bytes))
    found = own_record(item, max_bytes)
    if isinstance(found, ConversionError):
        trouble(found)
        return Status.UNUSABLE
    whole = well_formed(found)
    players = len(whole.names)
    if any(seat >= players for seat in seats or ()):
        misuse(f"--as takes a seat from 0 to {players - 1}")
    run = Run(views, stdin_name, max_bytes, debug=debug)
    held = Held(run)
    rendering: Any = VIEWS[format](Full(item.source, item.number, whole))
    status = Status.FINE
    number = 0
    with opened(output, [full, *views]) as stream:
        for number, (view_item, view) in enumerate(held.records(), start=1):
            if seats and number > len(seats):
                misuse(f"--as names {len(seats)} seats, and there are more views")
            if view is None:
                continue
            with run.guarded(view_item):
                fit = best_fit(whole, view, [seats[number - 1]] if seats else range(players))
                status = max(status, Status.FINDINGS if fit.findings else Status.FINE)
                stream.write(rendering.view(View(view_item.source, view_item.number, fit)))
        if seats and number < len(seats):
            misuse(f"--as names {len(seats)} seats, and there are {number} views")
        stream.write(rendering.end())
    return max(status, held.status)
