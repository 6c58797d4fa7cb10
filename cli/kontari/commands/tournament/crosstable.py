"""``kontari tournament crosstable``: everybody against everybody."""

from typing import Annotated

import typer

from kontari.commands.options import OUTPUT, Debug, MaxBytes, Output
from kontari.commands.tournament.options import (
    After,
    Encoding,
    Excel,
    FailOn,
    Game,
    Language,
    MaybeDocumentAndRecords,
    NameForm,
    PageFormat,
    Preset,
    Sheets,
    StageId,
    Verdicts,
)
from kontari.status import Status

EXAMPLE = "kontari tournament crosstable league.tournament.json records/"


MOST = 2000
"""How many there may be in a table that has a cell for every two of them; the JSON form has only who met."""


def crosstable(
    paths: MaybeDocumentAndRecords = None,
    stage: StageId = None,
    after: After = None,
    order: Annotated[
        str, typer.Option(metavar="rank|seed", help="The order of rows.", rich_help_panel=OUTPUT)
    ] = "rank",
    format: PageFormat = "text",
    lang: Language = "en",
    names: NameForm = "full",
    excel: Excel = False,
    sheets: Sheets = None,
    verdicts: Verdicts = None,
    encoding: Encoding = None,
    game: Game = None,
    preset: Preset = None,
    fail_on: FailOn = "error",
    output: Output = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Show who met whom, in which round, with what result."""
    from kontari.commands.terminal import known, misuse
    from kontari.commands.terminal import output as opened
    from kontari.commands.tournament.loading import Inputs, load
    from kontari.commands.tournament.telling import as_data, checked_look, tell
    from kontari.tournament.criteria import codes
    from kontari.tournament.crosstable import crosstable as made_of
    from kontari.tournament.output import FORMS, render

    known(format, FORMS, "format")
    known(order, ("rank", "seed"), "order")
    checked_look(names, lang)
    inputs = Inputs(sheets or (), verdicts or (), encoding, game, preset, max_bytes, debug)
    found = load(paths or (), inputs)
    chosen = found.stage(stage)
    results, table = found.table(chosen, after)
    if len(table.rows) > MOST and format != "json":
        misuse(
            f"a cross-table of {len(table.rows)} is too wide for {format}, which takes {MOST}; --format json takes all"
        )
    status = tell(found, fail_on=fail_on)
    look = checked_look(names, lang, excel=excel, provisional=status >= Status.FINDINGS, codes=codes(chosen.tie_breaks))
    shown = made_of(results, table, order)  # type: ignore[arg-type]
    with opened(output, inputs.sources(paths)) as stream:
        stream.write(render(format, shown, found.document, look, results, as_data(found.findings)))  # type: ignore[arg-type]
    return status
