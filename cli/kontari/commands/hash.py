"""``kontari hash``: the two hashes of every record, and whether they still hold."""

from typing import Annotated

import typer

from kontari.commands.completing import list_formats
from kontari.commands.options import OUTPUT, READING, Debug, MaxBytes, Output, Quiet, StdinName
from kontari.status import Status

EXAMPLE = "kontari hash records/ -o hashes.txt\nkontari hash --check hashes.txt"


def hash(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH", help="Record files, folders of them, globs, or - for standard input."),
    ] = None,
    check: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Read records again and compare them with such a list.",
            rich_help_panel=READING,
        ),
    ] = None,
    format: Annotated[
        str,
        typer.Option(
            metavar="text|json|jsonl",
            help="The form of the list.",
            autocompletion=list_formats,
            rich_help_panel=OUTPUT,
        ),
    ] = "text",
    output: Output = None,
    quiet: Quiet = False,
    stdin_name: StdinName = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """List SHA-256 of all a record says, and of its play alone.

    Neither hangs on white space, the order of keys or x- keys; the second one neither on names,
    event, result, notes, times and claims. As text: SHA256, PLAY_SHA256, FILE:RECORD.
    """
    from kontari.commands.hashing import Checking, entry, words
    from kontari.commands.listing import LISTS, Listing
    from kontari.commands.own_records import OwnRecords, counted, done
    from kontari.commands.terminal import known, misuse
    from kontari.commands.terminal import output as opened

    known(format, LISTS, "format")
    if (check is None) == (not paths):
        misuse("name the records to be hashed, or --check FILE, which names them itself")
    if check is not None:
        with opened(output, [check]) as stream:
            checking = Checking(stream, output, max_bytes, debug)
            checking.run(check)
        done(quiet, checking.summary)
        return checking.status
    run = OwnRecords(paths or [], stdin_name, max_bytes, debug=debug, quiet=quiet)
    with opened(output, paths or []) as stream:
        listing = Listing(format, stream, words)
        run.each(lambda item, record: listing.add(entry(item, record)))
        listing.end()
    done(quiet, f"{counted(run.records - run.malformed, 'record')} hashed{run.left_out}")
    return run.status
