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
            metavar="text|json|jsonl|github",
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
    from kontari.commands.dataset.options import Trouble, files, manifest_of, parquet
    from kontari.commands.judging import Judging, Progress
    from kontari.commands.running import Run
    from kontari.commands.terminal import known, look
    from kontari.commands.terminal import output as opened
    from kontari.record.streams import Item
    from kontari.render import FORMATS, renderer

    known(format, FORMATS, "format")
    with parquet():
        from kontari.dataset.checking import Checking
    manifest = manifest_of(path)
    progress = Progress([], quiet)
    tell = Trouble(progress.clear)
    run = Run([], None, 2**40, debug=debug, before_trouble=progress.clear)
    judging = Judging(run, progress)
    checking = Checking(path, manifest, tell)
    rendering = renderer(format, look(color, verbose, to_file=output is not None))
    with opened(output, files(path, manifest)) as stream:
        if not quiet:
            stream.write(rendering.begin())
        for read in checking.records():
            item = Item(read.source, read.number, read.number, read.text.encode())
            with run.guarded(item):
                judged = judging.judge(item)
                checking.judged(read, judged.verdict)
                if not quiet:
                    stream.write(rendering.verdict(judged))
        progress.clear()
        checking.end()
        if not quiet:
            stream.write(rendering.end())
            judging.summarize(None if rendering.summary_apart or output is not None else stream)
    found = judging.found("error", complete=False) and not exit_zero
    return max(tell.status, run.status, Status.FINDINGS if found else Status.FINE)
