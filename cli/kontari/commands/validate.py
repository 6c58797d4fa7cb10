"""``kontari validate``: the verdict on every record."""

from typing import Annotated

import typer

from kontari.commands.completing import formats, severities
from kontari.commands.options import JUDGING, OUTPUT, Colour, Debug, MaxBytes, Output, Paths, StdinName
from kontari.status import Status

EXAMPLE = "kontari validate records/ --format jsonl -o verdicts.jsonl"


def validate(
    paths: Paths,
    fail_on: Annotated[
        str,
        typer.Option(
            metavar="error|warning",
            help="What makes the exit status 1.",
            autocompletion=severities,
            rich_help_panel=JUDGING,
        ),
    ] = "error",
    complete: Annotated[
        bool, typer.Option("--complete", help="An unfinished record is a finding too.", rich_help_panel=JUDGING)
    ] = False,
    exit_zero: Annotated[
        bool, typer.Option("--exit-zero", help="Findings leave the exit status 0.", rich_help_panel=JUDGING)
    ] = False,
    format: Annotated[
        str | None,
        typer.Option(
            metavar="text|json|jsonl|github",
            help="The form of the output. [default: text]",
            envvar="KONTARI_FORMAT",
            autocompletion=formats,
            show_envvar=False,
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    max_findings: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="The most findings shown (text, github).", rich_help_panel=OUTPUT),
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Nothing but the exit status.", rich_help_panel=OUTPUT)
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="A line a record.", rich_help_panel=OUTPUT)] = False,
    output: Output = None,
    color: Colour = None,
    stdin_name: StdinName = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Judge records: well formed, every move legal, every claim right."""
    from kontari.batches import Manner, parts
    from kontari.commands.judging import Outcome, Progress
    from kontari.commands.terminal import known, look
    from kontari.commands.terminal import output as opened
    from kontari.inputs import all_reads
    from kontari.render import Page, renderer

    known(fail_on, ("error", "warning"), "severity")
    form = _format(format)
    style = look(color, verbose, output is not None, complete)
    layout = renderer(form, style)
    page = Page(layout.frame, max_findings)
    progress = Progress(paths, quiet)
    manner = Manner(None if quiet else form, style, max_bytes, debug)
    with opened(output, paths) as stream:
        outcome = Outcome(page, stream, progress)
        if not quiet:
            stream.write(page.begin())
        for part in parts(all_reads(paths, stdin_name=stdin_name, max_bytes=max_bytes), manner, lambda: page.left):
            outcome.take(part)
        progress.clear()
        if not quiet:
            stream.write(page.end(sum(outcome.tally.findings.values())))
            outcome.summarize(None if layout.summary_apart or output is not None else stream)
    found = outcome.tally.found(fail_on, complete) and not exit_zero
    return max(outcome.status, Status.FINDINGS if found else Status.FINE)


def _format(name: str | None) -> str:
    import os

    from kontari.commands.terminal import known
    from kontari.render import FORMATS

    if name is None:
        return "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "text"
    known(name, FORMATS, "format")
    return name
