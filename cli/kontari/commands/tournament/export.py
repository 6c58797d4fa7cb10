"""``kontari tournament export``: the tables of a tournament as files for other programs."""

from typing import Annotated

import typer

from kontari.commands.options import OUTPUT, Debug, MaxBytes
from kontari.commands.tournament.options import (
    Encoding,
    Excel,
    FailOn,
    Game,
    Language,
    MaybeDocumentAndRecords,
    NameForm,
    Preset,
    Sheets,
    Verdicts,
)
from kontari.status import Status

EXAMPLE = "kontari tournament export league.tournament.json records/ --to trf --out tables/"


def export(
    to: Annotated[str, typer.Option("--to", metavar="trf|csv|json|html", help="The form.", rich_help_panel=OUTPUT)],
    paths: MaybeDocumentAndRecords = None,
    out: Annotated[
        str, typer.Option("--out", metavar="DIR", help="The folder for a file a stage.", rich_help_panel=OUTPUT)
    ] = ".",
    lang: Language = "en",
    names: NameForm = "full",
    excel: Excel = False,
    sheets: Sheets = None,
    verdicts: Verdicts = None,
    encoding: Encoding = None,
    game: Game = None,
    preset: Preset = None,
    fail_on: FailOn = "error",
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Write the standings of every stage to a file of its own; TRF for two sides."""
    from pathlib import Path

    from kontari.commands.terminal import known, trouble
    from kontari.commands.terminal import output as opened
    from kontari.commands.tournament.loading import Inputs, load
    from kontari.commands.tournament.telling import as_data, checked_look, tell
    from kontari.record.streams import InputError
    from kontari.tournament.criteria import codes
    from kontari.tournament.output import render
    from kontari.tournament.plain_names import slug
    from kontari.tournament.trf import trf

    known(to, ("trf", "csv", "json", "html"), "form")
    checked_look(names, lang)
    folder = Path(out)
    if not folder.is_dir():
        raise InputError(out, "no such folder")
    inputs = Inputs(sheets or (), verdicts or (), encoding, game, preset, max_bytes, debug)
    found = load(paths or (), inputs)
    status = tell(found, fail_on=fail_on)
    for stage in found.document.stages:
        results, table = found.table(stage)
        if not results.rounds:
            continue
        look = checked_look(
            names, lang, excel=excel, provisional=status >= Status.FINDINGS, codes=codes(stage.tie_breaks)
        )
        target = folder / f"{slug(found.document.name)}-{slug(stage.id)}.{to}"
        try:
            if to == "trf":
                text = trf(found.document, results, table)
            else:
                text = render(to, table, found.document, look, results, as_data(found.findings))  # type: ignore[arg-type]
        except ValueError as error:
            trouble(error)
            continue
        with opened(str(target), inputs.sources(paths)) as stream:
            stream.write(text)
        trouble(f"{target} written")
    return status
