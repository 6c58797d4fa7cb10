"""``kontari convert``: records between kontari's own forms and foreign ones."""

from typing import Annotated, Any

import typer

from kontari.commands.completing import conversions
from kontari.commands.options import READING, Debug, MaxBytes, Output, StdinName
from kontari.status import Status

EXAMPLE = "kontari convert --from openspiel --to jsonl games.txt -o games.jsonl"


def convert(
    path: Annotated[str, typer.Argument(metavar="IN", help="The file to convert, or - for standard input.")],
    to: Annotated[str, typer.Option("--to", metavar="FORMAT", help="The form to write.", autocompletion=conversions)],
    from_: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FORMAT",
            help="The form to read. [default: json or jsonl, by the file's name]",
            autocompletion=conversions,
            show_default=False,
            rich_help_panel=READING,
        ),
    ] = None,
    output: Output = None,
    stdin_name: StdinName = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Convert records: json and jsonl are kontari's own forms, openspiel is foreign."""
    from kontari.commands.converting import Writer, foreign_records, own_record
    from kontari.commands.running import Run
    from kontari.commands.terminal import known, trouble
    from kontari.commands.terminal import output as opened
    from kontari.convert import FOREIGN, OWN, ConversionError

    for form in (from_, to):
        if form is not None:
            known(form, (*OWN, *FOREIGN), "format")
    writer = Writer(to, output)
    left_out = 0

    def converted(record: dict[str, Any] | ConversionError, place: str) -> str:
        nonlocal left_out
        try:
            if isinstance(record, ConversionError):
                place = ""
                raise record
            return writer.record(record)
        except ConversionError as error:
            left_out += 1
            trouble(f"{place}{error}")
            return ""

    lines = None if from_ is None else from_ == "jsonl"
    run = Run([path], stdin_name, max_bytes, debug=debug, lines=lines)
    with opened(output, [path]) as stream:
        if from_ in FOREIGN:
            for place, record in foreign_records(path, from_, stdin_name, max_bytes):
                stream.write(converted(record, f"{place}: "))
        else:
            for item in run.items():
                with run.guarded(item):
                    stream.write(converted(own_record(item, max_bytes), f"{item.source}: line {item.line}: "))
    if left_out:
        trouble(f"{left_out} record{'' if left_out == 1 else 's'} left out")
    return max(run.status, Status.FINDINGS if left_out else Status.FINE)
