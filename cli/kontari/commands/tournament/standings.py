"""``kontari tournament standings``: the table of a stage from verified results."""

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

EXAMPLE = "kontari tournament standings league.tournament.json records/ --explain"


def standings(
    paths: MaybeDocumentAndRecords = None,
    stage: StageId = None,
    after: After = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="With the addends of each tie-break.", rich_help_panel=OUTPUT)
    ] = False,
    evidence: Annotated[
        bool, typer.Option("--evidence", help="With every result and what it rests on.", rich_help_panel=OUTPUT)
    ] = False,
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
    """Show the standings, what decided each rank, and what each result rests on."""
    from kontari.commands.terminal import known
    from kontari.commands.terminal import output as opened
    from kontari.commands.tournament.loading import Inputs, load
    from kontari.commands.tournament.telling import as_data, checked_look, tell
    from kontari.tournament.criteria import codes
    from kontari.tournament.output import FORMS, render

    known(format, FORMS, "format")
    checked_look(names, lang)
    inputs = Inputs(sheets or (), verdicts or (), encoding, game, preset, max_bytes, debug)
    found = load(paths or (), inputs)
    chosen = found.stage(stage)
    results, table = found.table(chosen, after)
    status = tell(found, fail_on=fail_on)
    look = checked_look(
        names,
        lang,
        excel=excel,
        explain=explain,
        evidence=evidence,
        provisional=status >= Status.FINDINGS,
        codes=codes(chosen.tie_breaks),
    )
    with opened(output, inputs.sources(paths)) as stream:
        stream.write(render(format, table, found.document, look, results, as_data(found.findings)))  # type: ignore[arg-type]
    return status
