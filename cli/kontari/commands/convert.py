"""``kontari convert``: records between kontari's own forms and foreign ones."""

from typing import Annotated

import typer

from kontari.commands.completing import conversions
from kontari.commands.options import READING, Debug, MaxBytes, Output, StdinName
from kontari.status import Status

EXAMPLE = "kontari convert --from openspiel --to jsonl games.txt -o games.jsonl"


def convert(
    path: Annotated[str, typer.Argument(metavar="IN", help="The file to convert, or - for standard input.")],
    to: Annotated[str, typer.Option("--to", metavar="FORMAT", help="The form to write.", autocompletion=conversions)],
    from_: Annotated[
        str,
        typer.Option(
            "--from", metavar="FORMAT", help="The form to read.", autocompletion=conversions, rich_help_panel=READING
        ),
    ] = "json",
    output: Output = None,
    stdin_name: StdinName = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Convert records: json and jsonl are kontari's own forms, openspiel is foreign."""
    from kontari.commands.converting import OWN, read_records, writer
    from kontari.commands.terminal import known, trouble
    from kontari.commands.terminal import output as opened
    from kontari.convert import FOREIGN

    known(from_, (*OWN, *FOREIGN), "format")
    known(to, (*OWN, *FOREIGN), "format")
    status = Status.FINE
    write = writer(to)
    with opened(output, [path]) as stream:
        for place, record in read_records(path, from_, stdin_name, max_bytes):
            text = write(record) if isinstance(record, dict) else record
            if isinstance(text, Exception):
                trouble(f"{path}: {place + ': ' if place else ''}{text}")
                status = Status.FINDINGS
            else:
                stream.write(text)
    return status
