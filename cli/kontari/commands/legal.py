"""``kontari legal``: what may be done at a place."""

from typing import Annotated

import typer

from kontari.commands.options import READING, Debug, MaxBytes, Number, Output, Path, PlainFormat, StdinName
from kontari.status import Status

EXAMPLE = "kontari legal match.crazy-eights.json --at 1.4"


def legal(
    path: Path,
    at: Annotated[
        str,
        typer.Option(metavar="R.M", help="The place: after that move; 1.0 is after the deal.", rich_help_panel=READING),
    ],
    format: PlainFormat = "text",
    output: Output = None,
    record: Number = 1,
    stdin_name: StdinName = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Show what the player to move may do at a place of a match."""
    import json

    from kontari.commands.guard import guarded
    from kontari.commands.one_record import NoSuchRecordError, Source, check_place, item_of, place, record_of
    from kontari.commands.terminal import PLAIN_FORMATS, known, misuse, trouble
    from kontari.commands.terminal import output as opened
    from kontari.games import part
    from kontari.library import state_at
    from kontari.notation.position import position_line
    from kontari.record.streams import InputError
    from kontari.render.people import printable_names

    known(format, PLAIN_FORMATS, "format")
    where = place(at, "--at")
    if where is None or where[1] < 0:
        misuse("--at takes a place such as 1.17")
    item = item_of(Source(path, record, stdin_name, max_bytes))
    with guarded(item, debug):
        try:
            match = record_of(item, max_bytes)
            check_place(match, where, item.source)
            state = state_at(match, *where)
        except NoSuchRecordError as error:
            trouble(error)
            return Status.FINDINGS
        except LookupError as error:
            raise InputError(item.source, str(error.args[0])) from None
        patterns = part(match.game, "legal").legal(state)
        position = part(match.game, "state").position(state)
        line = position_line(match.game, match.data.get("rules"), position)
        tell = part(match.game, "tell")
        with opened(output, [path]) as stream:
            if format == "json":
                shown = {"round": where[0], "move": where[1], "legal": patterns, "line": line}
                json.dump(shown, stream, ensure_ascii=False, indent=2)
                stream.write("\n")
            else:
                names = printable_names(match)
                legal_moves = f"Legal: {tell.legal_words(patterns, position)}"
                lines = [*tell.position_lines(position, names), legal_moves, f"Position: {line}"]
                stream.write("\n".join(lines) + "\n")
    return Status.FINE
