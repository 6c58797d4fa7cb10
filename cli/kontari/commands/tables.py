"""``kontari tables``: records as tables."""

from typing import Annotated

import typer

from kontari.commands import completing
from kontari.commands.options import OUTPUT, Debug, MaxBytes, Output, Quiet, StdinName
from kontari.status import Status

EXAMPLE = "kontari tables games/ --table results --format parquet -o results.parquet"


def tables(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH...", help="Record files, folders of them, globs, or - for standard input."),
    ] = None,
    table: Annotated[
        str | None,
        typer.Option(
            metavar="moves|rounds|results",
            help="A row a move, a side of a round, or a side of a record.",
            autocompletion=completing.tables,
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    columns: Annotated[
        bool, typer.Option("--columns", help="List the columns instead, in Markdown.", rich_help_panel=OUTPUT)
    ] = False,
    format: Annotated[
        str,
        typer.Option(
            metavar="csv|parquet",
            help="The form of the table.",
            autocompletion=completing.table_formats,
            rich_help_panel=OUTPUT,
        ),
    ] = "csv",
    output: Output = None,
    quiet: Quiet = False,
    stdin_name: StdinName = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Write moves, rounds or results of records as a table.

    A table has the same columns for every game. What was counted anew and what the record claims stand
    apart. Cells are written as they are: a name that begins with = is a formula to a spreadsheet.
    """
    from kontari.commands.own_records import OwnRecords, counted, done, judged
    from kontari.commands.terminal import known, misuse
    from kontari.commands.terminal import output as opened
    from kontari.record.streams import InputError, Item
    from kontari.tables import FORMATS, NeedsPackageError, writer
    from kontari.tables.columns import TABLES, described
    from kontari.tables.rows import rows

    if table is not None:
        known(table, TABLES, "table")
    known(format, FORMATS, "format")
    if columns:
        with opened(output, paths or []) as stream:
            stream.write("\n".join(f"### {one}\n\n{described(one)}" for one in ([table] if table else TABLES)))
        return Status.FINE
    if not paths:
        misuse("which records? name files, folders, globs, or - for standard input")
    if table is None:
        misuse(f"--table is missing; there are {', '.join(TABLES)}")
    if format == "parquet" and output in (None, "-"):
        misuse("--format parquet needs -o FILE, where it is written")
    try:
        make = writer(format)
    except NeedsPackageError as error:
        raise InputError(f"--format {format}", str(error)) from None
    run = OwnRecords(paths, stdin_name, max_bytes, debug=debug, quiet=quiet)
    written = 0
    with opened(output, paths) as stream:
        out = make(table, stream.buffer)

        def add(item: Item, record: dict[str, object]) -> None:
            nonlocal written
            found = [*rows(table, record, item.source, item.number, lambda: judged(item, record))]
            out.rows(found)
            written += len(found)

        run.each(add)
        out.end()
    done(quiet, f"{counted(written, 'row')} of {counted(run.records - run.malformed, 'record')}{run.left_out}")
    return run.status
