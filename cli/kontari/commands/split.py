"""``kontari split``: records into files of their own, or of their group."""

from typing import Annotated

import typer

from kontari.commands.completing import groups
from kontari.commands.options import OUTPUT, Debug, MaxBytes, Paths, Quiet, StdinName
from kontari.status import Status

EXAMPLE = "kontari split cup.jsonl -o games/\nkontari split cup.jsonl --by player -o players/"


def split(
    paths: Paths,
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="DIR", help="The folder to write to.", rich_help_panel=OUTPUT),
    ],
    by: Annotated[
        str,
        typer.Option(
            metavar="record|game|event|player|count=N",
            help="What goes into a file together.",
            autocompletion=groups,
            rich_help_panel=OUTPUT,
        ),
    ] = "record",
    force: Annotated[
        bool, typer.Option("--force", help="Write over files that are there.", rich_help_panel=OUTPUT)
    ] = False,
    quiet: Quiet = False,
    stdin_name: StdinName = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Write each record, or each group of records, to a file of its own.

    A record alone is STEM-000001.GAME.json, a group NAME.jsonl. All files appear at the end of the
    run, or none. By player, a record goes to the file of each of its players.
    """
    from kontari.commands.own_records import OwnRecords, counted, done
    from kontari.commands.splitting import Folder, naming

    names = naming(by)
    run = OwnRecords(paths, stdin_name, max_bytes, debug=debug, quiet=quiet)
    with Folder(output, force, paths) as folder:
        run.each(lambda item, record: folder.write(names(item, record), record))
    records = counted(run.records - run.malformed, "record")
    done(quiet, f"{records} in {counted(folder.files, 'file')}{run.left_out}")
    return run.status
