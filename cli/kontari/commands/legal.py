"""``kontari legal``: what may be done at a place."""

from typing import Annotated

import typer

from kontari.commands.options import OUTPUT, READING, Debug, Number, Output, Path, StdinName
from kontari.status import Status

EXAMPLE = "kontari legal match.crazy-eights.json --at 1.4"


def legal(
    path: Path,
    at: Annotated[
        str,
        typer.Option(metavar="R.M", help="The place: after that move; 1.0 is after the deal.", rich_help_panel=READING),
    ],
    format: Annotated[
        str, typer.Option(metavar="text|json", help="The form of the output.", rich_help_panel=OUTPUT)
    ] = "text",
    output: Output = None,
    record: Number = 1,
    stdin_name: StdinName = None,
    debug: Debug = False,
) -> Status:
    """Show what the player to move may do at a place of a match."""
    import json

    from kontari.commands.one_record import NoSuchRecordError, place, record_in
    from kontari.commands.terminal import misuse, trouble
    from kontari.commands.terminal import output as opened
    from kontari.games import part
    from kontari.library import state_at
    from kontari.record.streams import InputError

    if format not in ("text", "json"):
        misuse("--format takes text or json")
    where = place(at, "--at")
    if where is None or where[1] < 0:
        misuse("--at takes a place such as 1.17")
    try:
        match = record_in(path, record, stdin_name)
        state = state_at(match, *where)
    except NoSuchRecordError as error:
        trouble(error)
        return Status.FINDINGS
    except LookupError as error:
        raise InputError(path, str(error.args[0])) from None
    patterns = part(match.game, "legal").legal(state)
    position = part(match.game, "state").position(state)
    tell = part(match.game, "tell")
    with opened(output, [path]) as stream:
        if format == "json":
            json.dump({"round": where[0], "move": where[1], "legal": patterns}, stream, ensure_ascii=False, indent=2)
            stream.write("\n")
        else:
            lines = [*tell.position_lines(position, match.names), f"Legal: {tell.legal_words(patterns, position)}"]
            stream.write("\n".join(lines) + "\n")
    return Status.FINE
