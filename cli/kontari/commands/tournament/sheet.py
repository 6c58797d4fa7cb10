"""``kontari tournament sheet``: the paper for a round: the empty sheet, slips for the tables, lists for the wall."""

from typing import Annotated

import typer

from kontari.commands.completing import list_kinds
from kontari.commands.options import OUTPUT, MaxBytes, Output
from kontari.commands.tournament.options import DocumentOnly, Excel, Language, ListFormat, NameForm, StageId
from kontari.status import Status

EXAMPLE = "kontari tournament sheet league.tournament.json --round 1 -o round-1.csv"


def sheet(
    path: DocumentOnly,
    stage: StageId = None,
    round_: Annotated[
        list[int] | None,
        typer.Option("--round", min=1, help="The round; repeatable. [default: all]", show_default=False),
    ] = None,
    rows: Annotated[
        str | None,
        typer.Option(
            metavar="matches|hands|scores", help="What a row is. [default: by the system]", show_default=False
        ),
    ] = None,
    lines: Annotated[int, typer.Option(min=1, max=200, help="Rows for each table.")] = 1,
    what: Annotated[
        str | None,
        typer.Option(
            "--list",
            metavar="tables|persons|slips",
            help="By table, by person, or a slip a table. [default: slips; of csv the empty sheet]",
            autocompletion=list_kinds,
            show_default=False,
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    format: ListFormat = "csv",
    lang: Language = "en",
    names: NameForm = "full",
    excel: Excel = False,
    output: Output = None,
    max_bytes: MaxBytes = 64 * 2**20,
) -> Status:
    """Write the paper for a round that is paired: the empty CSV, slips to be signed, or its lists for the wall."""
    from kontari.commands.terminal import known, misuse
    from kontari.commands.terminal import output as opened
    from kontari.commands.tournament.loading import read_only
    from kontari.commands.tournament.rounds import LIST_FORMATS, show
    from kontari.commands.tournament.telling import checked_look, tell
    from kontari.tournament.lists import WHATS, sheet_rows
    from kontari.tournament.output.csv_ import written
    from kontari.tournament.sheet_columns import KINDS

    known(format, LIST_FORMATS, "format")
    if what is not None:
        known(what, WHATS, "list")
    look = checked_look(names, lang, excel=excel)
    if rows is not None:
        known(rows, KINDS, "kind of row")
    found = read_only(path, max_bytes)
    chosen = found.stage(stage) if stage else found.document.stages[0]
    there = [one for one in chosen.rounds or () if not round_ or one.round in round_]
    if not there:
        misuse(f"stage {chosen.id} has no such round yet; pair or schedule makes it, --into writes it down")
    if what is not None or format != "csv":
        show(found, chosen, there, what or "slips", format, look, output)
        return tell(found)
    made = sheet_rows(found.document, chosen, there, rows, lines)  # type: ignore[arg-type]
    with opened(output, [path]) as stream:
        stream.write(written(made, excel))
    return tell(found)
