"""``kontari conform``: the corpus against this judge or another."""

from typing import Annotated

import typer

from kontari.commands.options import JUDGING, OUTPUT, READING, Debug, Output
from kontari.status import Status

EXAMPLE = "kontari conform --command 'my-referee -'"


def conform(
    command: Annotated[
        str | None,
        typer.Option(
            metavar="'PROGRAM'",
            help="A program that reads a record on standard input and prints a verdict; without it, kontari itself.",
            rich_help_panel=JUDGING,
        ),
    ] = None,
    timeout: Annotated[
        float,
        typer.Option(metavar="SECONDS", help="How long the program may take for a record.", rich_help_panel=JUDGING),
    ] = 60,
    corpus: Annotated[
        str | None, typer.Option(metavar="DIR", help="Another corpus than the published one.", rich_help_panel=READING)
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="A line a case.", rich_help_panel=OUTPUT)] = False,
    output: Output = None,
    debug: Debug = False,
) -> Status:
    """Run the corpus and tell where the judge says something else."""
    from pathlib import Path
    from threading import TIMEOUT_MAX

    from kontari.commands.terminal import misuse, trouble
    from kontari.commands.terminal import output as opened
    from kontari.conform import cases, in_short, ourselves, program, wrong
    from kontari.printable import printable
    from kontari.published import published
    from kontari.record.streams import COMPRESSED, InputError, is_notation

    if command is not None and not command.strip():
        misuse("--command names no program")
    if not 0 < timeout <= TIMEOUT_MAX:
        misuse("--timeout takes a number of seconds above 0")
    folder = Path(corpus) if corpus is not None else published("records")
    if not folder.is_dir():
        raise InputError(str(folder), "no such folder")
    judge = ourselves if command is None else program(command, timeout)
    agree = differ = unusable = left_out = 0
    with opened(output) as stream:
        for case in cases(folder):
            try:
                if isinstance(case, InputError):
                    raise case
                if command is not None and (case.record.name.endswith(COMPRESSED) or is_notation(case.record.name)):
                    left_out += 1
                    continue
                found = wrong(judge, case)
            except InputError as error:
                unusable += 1
                trouble(error)
                continue
            agree += not found
            differ += bool(found)
            if found or verbose:
                stream.write(printable(f"{case.name}: {in_short(found) or 'agrees'}") + "\n")
                stream.flush()
        count = agree + differ + unusable
        if not count:
            raise InputError(
                str(folder), "holds no cases" + (" but compressed ones and some in the notation" if left_out else "")
            )
        stream.write(
            f"{count} case{'s' * (count > 1)}: {agree} agree, {differ} differ"
            + (f", {unusable} not usable" if unusable else "")
            + (f"; {left_out} compressed or in the notation left out" if left_out else "")
            + "\n"
        )
    if unusable:
        return Status.UNUSABLE
    return Status.FINDINGS if differ else Status.FINE
