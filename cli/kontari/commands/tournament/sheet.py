"""``kontari tournament sheet``: the empty sheet for results on paper."""

from typing import Annotated

import typer

from kontari.commands.options import MaxBytes, Output
from kontari.commands.tournament.options import DocumentOnly, Excel, StageId
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
    excel: Excel = False,
    output: Output = None,
    max_bytes: MaxBytes = 64 * 2**20,
) -> Status:
    """Write the empty CSV of a round, to be filled in; slips: pair and schedule --list slips."""
    from kontari.commands.terminal import known, misuse
    from kontari.commands.terminal import output as opened
    from kontari.commands.tournament.loading import read_only
    from kontari.commands.tournament.telling import tell
    from kontari.tournament.lists import sheet_rows
    from kontari.tournament.output.csv_ import written
    from kontari.tournament.sheet_columns import KINDS

    if rows is not None:
        known(rows, KINDS, "kind of row")
    found = read_only(path, max_bytes)
    chosen = found.stage(stage) if stage else found.document.stages[0]
    there = [one for one in chosen.rounds or () if not round_ or one.round in round_]
    if not there:
        misuse(f"stage {chosen.id} has no such round yet; pair or schedule makes it, --into writes it down")
    made = sheet_rows(found.document, chosen, there, rows, lines)  # type: ignore[arg-type]
    with opened(output, [path]) as stream:
        stream.write(written(made, excel))
    return tell(found)
