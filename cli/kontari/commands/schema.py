"""``kontari schema``: the published schemas, and values checked against them."""

from typing import Annotated

import typer

from kontari.commands.completing import games
from kontari.commands.options import OUTPUT, READING, Debug
from kontari.status import Status

EXAMPLE = "kontari schema crazy-eights > crazy-eights.schema.json"


def schema(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="A game, or verdict, case, record.", autocompletion=games),
    ] = None,
    check: Annotated[
        str | None, typer.Option(metavar="FILE", help="Check a JSON file against it.", rich_help_panel=READING)
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write here.", rich_help_panel=OUTPUT)
    ] = None,
    debug: Debug = False,
) -> Status:
    """Print a published JSON Schema, or check a file against it."""
    from kontari.commands.terminal import known
    from kontari.commands.terminal import output as opened
    from kontari.published import published
    from kontari.schemas import names

    if name is None:
        print("\n".join(names()))
        return Status.FINE
    known(name, names(), "schema")
    if check is not None:
        return _check(name, check)
    with opened(output) as stream:
        stream.write((published("schemas") / f"{name}.schema.json").read_text("utf-8"))
    return Status.FINE


def _check(name: str, file: str) -> Status:
    """The complaints about a file, a line each."""
    import json
    from pathlib import Path

    from kontari.record.streams import InputError
    from kontari.schemas import complaints

    try:
        value = json.loads(Path(file).read_bytes())
    except OSError as error:
        raise InputError(file, f"cannot be opened: {(error.strerror or '').lower()}") from None
    except (ValueError, RecursionError) as error:
        print(f"{file}: not JSON: {error}")
        return Status.FINDINGS
    found = complaints(name, value)
    for line in found:
        print(f"{file}: {line}")
    return Status.FINDINGS if found else Status.FINE
