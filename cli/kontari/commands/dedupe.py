"""``kontari dedupe``: each record once."""

from typing import Annotated

import typer

from kontari.commands.completing import duplicates, list_formats
from kontari.commands.options import OUTPUT, Debug, MaxBytes, Output, Paths, Quiet, StdinName
from kontari.status import Status

EXAMPLE = "kontari dedupe games/ --by play -o once.jsonl --report twice.txt"


def dedupe(
    paths: Paths,
    by: Annotated[
        str,
        typer.Option(
            metavar="record|play|deal|prefix",
            help="What duplicates share; prefix: one's play begins the other's.",
            autocompletion=duplicates,
        ),
    ] = "record",
    report: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write here which is a duplicate of which; - without -o: only that.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    report_format: Annotated[
        str | None,
        typer.Option(
            metavar="text|json|jsonl",
            help="The form of the report. [default: by its name]",
            autocompletion=list_formats,
            show_default=False,
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    output: Output = None,
    quiet: Quiet = False,
    stdin_name: StdinName = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Write every record once, as .jsonl: the first of those that are alike.

    Alike are records that say the same (record), have the same play whatever stands beside it
    (play), or the same game, rules in force and deals (deal). With prefix the longest play is kept.
    """
    from kontari.commands.deduping import Deduping, report_form, words
    from kontari.commands.listing import LISTS, Listing
    from kontari.commands.own_records import OwnRecords, counted, done
    from kontari.commands.terminal import known
    from kontari.commands.terminal import output as opened
    from kontari.sifting.duplicates import KINDS, PREFIX

    known(by, (*KINDS, PREFIX), "kind of duplicate")
    if report_format is not None:
        known(report_format, LISTS, "format")
    form = report_form(report, report_format, output)

    def reader() -> OwnRecords:
        return OwnRecords(paths, stdin_name, max_bytes, debug=debug, quiet=quiet)

    run = reader()
    with (
        opened(output, paths, empty=lambda: run.records > 0) as records,
        opened(report, paths) as reported,
    ):
        listing = None if report is None else Listing(form, reported, words)
        work = Deduping(paths, reader, None if report == "-" and output is None else records, listing)
        run = work.run(by)
    kept = run.records - run.malformed - work.duplicates
    done(quiet, f"{counted(kept, 'record')} kept, {counted(work.duplicates, 'duplicate')} left out{run.left_out}")
    return run.status
