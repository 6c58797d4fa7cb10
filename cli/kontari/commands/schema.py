"""``kontari schema``: the published schemas, and values checked against them."""

from typing import Annotated

import typer

from kontari.commands.completing import schemas
from kontari.commands.options import READING, Debug, Output
from kontari.status import Status

EXAMPLE = "kontari schema crazy-eights > crazy-eights.schema.json"


def schema(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="A game, record, case, or what a command prints: verdict, step, …; all are listed without.",
            autocompletion=schemas,
        ),
    ] = None,
    check: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Check a JSON file against it; of a .jsonl file each line.", rich_help_panel=READING
        ),
    ] = None,
    output: Output = None,
    debug: Debug = False,
) -> Status:
    """Print a published JSON Schema, or check a file against it."""
    from kontari.commands.terminal import known, misuse
    from kontari.commands.terminal import output as opened
    from kontari.published import published
    from kontari.schemas import names

    if name is None and check is not None:
        misuse("which schema? name it before --check")
    if name is not None:
        known(name, names(), "schema")
        if check is not None:
            return _check(name, check)
    with opened(output) as stream:
        listed = "".join(f"{one}\n" for one in names())
        stream.write((published("schemas") / f"{name}.schema.json").read_text("utf-8") if name else listed)
    return Status.FINE


def _check(name: str, file: str) -> Status:
    """The complaints about a file, a line each."""
    import sys

    from kontari.printable import printable
    from kontari.record.streams import bytes_of

    data = sys.stdin.buffer.read() if file == "-" else bytes_of(file)
    texts = {file: data}
    if file.endswith(".jsonl"):
        texts = {f"{file}:{number}": line for number, line in enumerate(data.split(b"\n"), 1) if line.strip()}
    found = [printable(f"{place}: {said}") for place, text in texts.items() for said in _complaints(name, text)]
    print("".join(f"{line}\n" for line in found), end="")
    return Status.FINDINGS if found else Status.FINE


def _complaints(name: str, text: bytes) -> list[str]:
    """What is wrong with one JSON text."""
    from kontari.json_text import NotJsonError, parsed
    from kontari.schemas import complaints

    try:
        return complaints(name, parsed(text))
    except NotJsonError as error:
        return [f"not JSON: {error}"]
