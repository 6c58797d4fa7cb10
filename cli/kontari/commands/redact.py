"""``kontari redact``: records as one seat saw them."""

from typing import Annotated, Any

import typer

from kontari.commands.completing import redaction_keys
from kontari.commands.options import OUTPUT, READING, Debug, MaxBytes, Output, Paths, StdinName
from kontari.status import Status

EXAMPLE = "kontari redact match.mus.json --as 0 -o seat-0.mus.json"


def redact(
    paths: Paths,
    seat: Annotated[
        int, typer.Option("--as", metavar="SEAT", min=0, help="Whose view; 0 sits first.", rich_help_panel=READING)
    ],
    keep: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY",
            help="Keep note, meta.note, meta.source, meta.amended, or an x- key. Repeatable.",
            autocompletion=redaction_keys,
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    output: Output = None,
    stdin_name: StdinName = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Write records as one seat saw them: what was hidden from it is ??.

    Nothing is left out: a hidden card stays as ??, a hidden pile as long as it was. In Mus the declarations, which
    are said aloud, are put in where a record leaves them out. Notes, x- keys and of meta the source and the amendments
    go, unless they are kept: they are what the recorder knew.
    """
    from kontari.commands.own_records import OwnRecords
    from kontari.commands.rewriting import NotMadeError, OneFile, Rewriting, kept, why
    from kontari.commands.terminal import output as opened
    from kontari.library import well_formed
    from kontari.redaction import KEEPABLE, redacted

    names = kept(keep or (), KEEPABLE)

    def change(record: dict[str, Any]) -> dict[str, Any]:
        players = len(record["players"])
        if seat >= players:
            raise NotMadeError(f"has no seat {seat}; --as takes one from 0 to {players - 1}", Status.UNUSABLE)
        return redacted(well_formed(record), seat, names)

    records = OwnRecords(paths, stdin_name, max_bytes, debug=debug, quiet=True, told=why)
    with opened(output, paths) as stream:
        return Rewriting(records).into(OneFile(stream, output), change)
