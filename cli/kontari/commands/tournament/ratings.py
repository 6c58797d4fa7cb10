"""``kontari tournament ratings``: what players are thought to be worth."""

from typing import Annotated

import typer

from kontari.commands.completing import plain_formats
from kontari.commands.options import OUTPUT, READING, Debug, MaxBytes, Output
from kontari.commands.tournament.options import Encoding, FailOn, MaybeDocumentAndRecords, Sheets, Verdicts
from kontari.status import Status

EXAMPLE = "kontari tournament ratings league.tournament.json records/ --by participant"


def ratings(
    paths: MaybeDocumentAndRecords = None,
    model: Annotated[
        str, typer.Option(metavar="bradley-terry|plackett-luce|thurstone-mosteller", help="How ratings change.")
    ] = "bradley-terry",
    by: Annotated[str, typer.Option(metavar="member|participant", help="Whose ratings.")] = "member",
    start: Annotated[
        str | None, typer.Option(metavar="FILE", help="Ratings to begin with: JSON of ours.", rich_help_panel=READING)
    ] = None,
    format: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="text|json|csv",
            help="The form of the output.",
            autocompletion=plain_formats,
            rich_help_panel=OUTPUT,
        ),
    ] = "text",
    sheets: Sheets = None,
    verdicts: Verdicts = None,
    encoding: Encoding = None,
    fail_on: FailOn = "error",
    output: Output = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Rate players by results that records prove; needs the extra tournament."""
    from kontari.commands.terminal import known
    from kontari.commands.terminal import output as opened
    from kontari.commands.tournament.loading import Inputs, load
    from kontari.commands.tournament.rated import FORMS, begun, shown
    from kontari.commands.tournament.telling import tell
    from kontari.record.streams import InputError
    from kontari.tournament.needs import NeedsPackageError
    from kontari.tournament.ratings import BY, MODELS, Event
    from kontari.tournament.ratings import ratings as rated

    known(model, MODELS, "model")
    known(by, BY, "word of --by")
    known(format, FORMS, "format")
    known_before = begun(start)
    inputs = Inputs(sheets or (), verdicts or (), encoding, None, None, max_bytes, debug)
    found = load(paths or (), inputs)
    event = Event(found.document, [found.table(one)[0] for one in found.document.stages], source=found.path or "")
    try:
        made = rated([event], model, by, known_before)
    except NeedsPackageError as error:
        raise InputError("ratings", str(error)) from None
    with opened(output, inputs.sources(paths)) as stream:
        stream.write(shown(made, model, format))
    return tell(found, fail_on=fail_on)
