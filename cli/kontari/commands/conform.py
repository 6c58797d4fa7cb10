"""``kontari conform``: the corpus against this judge or another."""

from typing import Annotated

import typer

from kontari.commands.options import OUTPUT, READING, Debug
from kontari.status import Status

EXAMPLE = "kontari conform --command 'my-referee -'"


def conform(
    command: Annotated[
        str | None,
        typer.Option(
            metavar="'PROGRAM'",
            help="A program that reads a record on standard input and prints a verdict; without it, kontari itself.",
            rich_help_panel=READING,
        ),
    ] = None,
    corpus: Annotated[
        str | None, typer.Option(metavar="DIR", help="Another corpus than the published one.", rich_help_panel=READING)
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="A line a case.", rich_help_panel=OUTPUT)] = False,
    debug: Debug = False,
) -> Status:
    """Run the corpus and tell where the judge says something else."""
    from pathlib import Path

    from kontari.conform import JudgeError, cases, differences, ourselves, program
    from kontari.published import published
    from kontari.record.streams import COMPRESSED, InputError
    from kontari.schemas import complaints

    folder = Path(corpus) if corpus else published("records")
    if not folder.is_dir():
        raise InputError(str(folder), "no such folder")
    judge = program(command) if command else ourselves
    count = failed = 0
    for case in cases(folder):
        if command and case.record.name.endswith(COMPRESSED):
            continue
        count += 1
        try:
            verdict = judge(case)
        except JudgeError as error:
            wrong = [str(error)]
        else:
            wrong = differences(case.expected, verdict) + complaints("verdict", verdict)
        failed += bool(wrong)
        if wrong or verbose:
            print(f"{case.name}: {'; '.join(wrong) or 'agrees'}", flush=True)
    if not count:
        raise InputError(str(folder), "holds no cases")
    print(f"{count} cases: {count - failed} agree, {failed} differ")
    return Status.FINDINGS if failed else Status.FINE
