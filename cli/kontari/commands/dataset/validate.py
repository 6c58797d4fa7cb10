"""``kontari dataset validate``: a data set held against its manifest, and the verdict on every row."""

from typing import Annotated

import typer

from kontari.commands.completing import formats
from kontari.commands.dataset.options import Folder
from kontari.commands.options import JUDGING, OUTPUT, Colour, Debug, Output
from kontari.status import Status

EXAMPLE = "kontari dataset validate set/"


def validate(
    path: Folder,
    exit_zero: Annotated[
        bool,
        typer.Option("--exit-zero", help="Findings in records leave the exit status 0.", rich_help_panel=JUDGING),
    ] = False,
    format: Annotated[
        str,
        typer.Option(
            metavar="text|json|jsonl|github|sarif|junit",
            help="The form of the output.",
            autocompletion=formats,
            rich_help_panel=OUTPUT,
        ),
    ] = "text",
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Nothing but the exit status.", rich_help_panel=OUTPUT)
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="A line a record.", rich_help_panel=OUTPUT)] = False,
    output: Output = None,
    color: Colour = None,
    debug: Debug = False,
) -> Status:
    """Check a data set, and judge every row anew.

    Hashes, counts and rows must be as the manifest says; what does not agree is told on standard error. The verdicts
    are those of the same records as JSON, row N being line N of its file.
    """
    from kontari.allowance import to_report
    from kontari.batches import Manner, parts
    from kontari.commands.dataset.options import Trouble, files, manifest_of, parquet
    from kontari.commands.interrupts import Interrupts
    from kontari.commands.judging import Outcome, Progress
    from kontari.commands.terminal import known, look
    from kontari.commands.terminal import output as opened
    from kontari.render import FORMATS, Page, renderer

    known(format, FORMATS, "format")
    with parquet():
        from kontari.dataset.checking import Checking
    manifest = manifest_of(path)
    progress = Progress([], quiet)
    tell = Trouble(progress.clear)
    checking = Checking(path, manifest, tell)
    style = look(color, verbose, to_file=output is not None)
    layout = renderer(format, style)
    manner = Manner(None if quiet else format, style, 2**40, debug)
    with Interrupts() as interrupts, opened(output, files(path, manifest)) as stream:
        page = Page(layout.frame, None)
        outcome = Outcome(page, stream, progress, interrupts)
        if not quiet:
            stream.write(page.begin())
        for part in parts(checking.items(), manner, seen=checking.judged):
            outcome.take(part)
        progress.clear()
        checking.end()
        if not quiet:
            outcome.end()
            outcome.summarize(None if layout.summary_apart or output is not None else stream)
    found = to_report(outcome.tally, "error", False, {}) and not exit_zero
    return max(tell.status, outcome.status, Status.FINDINGS if found else Status.FINE)
