"""``kontari validate``: the verdict on every record."""

from typing import Annotated

import typer

from kontari.commands.completing import codes, formats, job_numbers, requirements, severities
from kontari.commands.options import JUDGING, MACHINES, OUTPUT, Colour, Debug, MaxBytes, Output, Paths, StdinName
from kontari.status import Status

ASKING = "Promises and dirty archives"
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
    expect: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="What was promised of all records (JSON).", rich_help_panel=ASKING),
    ] = None,
    require: Annotated[
        str | None,
        typer.Option(
            metavar="WORD,…",
            help="Promises by name: complete, stock, claims, at, ids, ended, once, proof.",
            autocompletion=requirements,
            rich_help_panel=ASKING,
        ),
    ] = None,
    allow: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CODE[=N|=P%]",
            help="Findings that leave the exit status alone: all, N, or P% of records.",
            autocompletion=codes,
            rich_help_panel=ASKING,
        ),
    ] = None,
    baseline: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Known findings: counted, not reported.", rich_help_panel=ASKING),
    ] = None,
    write_baseline: Annotated[
        str | None,
        typer.Option("--write-baseline", metavar="FILE", help="Write all findings there.", rich_help_panel=ASKING),
    ] = None,
    quarantine: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Copy offending records there, byte for byte.", rich_help_panel=ASKING),
    ] = None,
    exit_zero: Annotated[
        bool, typer.Option("--exit-zero", help="Findings leave the exit status 0.", rich_help_panel=JUDGING)
    ] = False,
    format: Annotated[
        str | None,
        typer.Option(
            metavar="text|json|jsonl|github|sarif|junit",
            help="The form of the output. [default: text; of many machines jsonl, or parquet]",
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
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Judge on a Dask cluster, or on local:N processes; -o names a folder of parts.",
            rich_help_panel=MACHINES,
        ),
    ] = None,
    part_bytes: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Bytes of input a part. [default: 2**25]", rich_help_panel=MACHINES),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Keep the parts that are whole, judge the others.", rich_help_panel=MACHINES),
    ] = False,
    shard: Annotated[
        str | None,
        typer.Option(
            metavar="I/N",
            help="Judge the I-th of N shares, for verdicts merge. No cluster is needed.",
            rich_help_panel=MACHINES,
        ),
    ] = None,
    output: Output = None,
    report: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write a summary as JSON here at the end; not when interrupted.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    jobs: Annotated[
        str,
        typer.Option(
            metavar="N|auto",
            help="How many processes judge; auto: one a processor.",
            autocompletion=job_numbers,
            rich_help_panel=JUDGING,
        ),
    ] = "1",
    color: Colour = None,
    stdin_name: StdinName = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Judge records: well formed, every move legal, every claim right."""
    from contextlib import closing, nullcontext
    from pathlib import Path

    from kontari.allowance import overspent, to_report
    from kontari.batches import Manner
    from kontari.commands.interrupts import Interrupts
    from kontari.commands.judging import Outcome, Progress
    from kontari.commands.terminal import known, look, misuse, trouble
    from kontari.commands.terminal import output as opened
    from kontari.jobs import judged
    from kontari.render import Page, renderer

    known(fail_on, ("error", "warning"), "severity")
    if shard is not None or cluster is not None or resume or part_bytes is not None:
        from kontari.commands.many_machines import Wish, on_many_machines

        of_one = (report, expect, require, baseline, write_baseline, quarantine)
        if jobs != "1" or allow or any(one is not None for one in of_one):
            misuse("--jobs, --report, promises, budgets, baselines and quarantine do not go with --cluster and --shard")
        return on_many_machines(
            Wish(paths, cluster, shard, part_bytes, resume, format, output, max_bytes, quiet, debug),
            lambda tally: to_report(tally, fail_on, complete, {}) and not exit_zero,
        )
    form = _format(format)
    asked, budgets = None, {}
    if any(one is not None for one in (expect, require, allow, baseline, write_baseline, quarantine)):
        from kontari.commands.asking import asked_of, budgets_of

        asked = asked_of(expect, require, baseline, quarantine, collects=write_baseline is not None)
        budgets = budgets_of(allow or [])
    number = 1 if asked is not None and asked.in_order else _jobs(jobs)
    files = [Path(name).resolve() for name in (report, output, write_baseline) if name is not None]
    if len(set(files)) < len(files):
        misuse("--report, --output and --write-baseline name different files")
    style = look(color, verbose, output is not None, complete)
    layout = renderer(form, style)
    progress = Progress(paths, quiet)
    manner = Manner(None if quiet else form, style, max_bytes, debug, asked)
    with (
        Interrupts() as interrupts,
        nullcontext() if report is None else opened(report, paths) as summary,
        nullcontext() if write_baseline is None else opened(write_baseline, paths) as known_now,
        opened(output, paths) as stream,
    ):
        page = Page(layout.frame, max_findings)
        outcome = Outcome(page, stream, progress, interrupts)
        if not quiet:
            stream.write(page.begin())
        run = judged(paths, manner, number, stdin_name=stdin_name, left=lambda: page.left, worth=progress.much_left)
        with closing(run):
            for part in run:
                outcome.take(part)
        progress.clear()
        if not quiet:
            outcome.end()
            outcome.summarize(None if layout.summary_apart or output is not None else stream)
        for code, (count, most) in overspent(outcome.tally, budgets).items():
            trouble(f"{code}: {count} findings, {most} allowed")
        if known_now is not None:
            from kontari.baseline import written

            known_now.write(written(outcome.marks))
        found = to_report(outcome.tally, fail_on, complete, budgets) and not exit_zero
        status = max(outcome.status, Status.FINDINGS if found else Status.FINE)
        if summary is not None:
            summary.write(outcome.report(paths, number, status))
    return status


def _jobs(number: str) -> int:
    from kontari.commands.terminal import misuse
    from kontari.jobs import MOST, usable

    if number == "auto":
        return min(usable(), MOST)
    if not (number.isascii() and number.isdecimal() and 1 <= int(number[:9]) <= MOST):
        misuse(f"--jobs takes auto or a number from 1 to {MOST}, not {number or '(empty)'}")
    return int(number)


def _format(name: str | None) -> str:
    import os

    from kontari.commands.terminal import known
    from kontari.render import FORMATS

    if name is None:
        return "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "text"
    known(name, FORMATS, "format")
    return name
