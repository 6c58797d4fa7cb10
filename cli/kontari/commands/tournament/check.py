"""``kontari tournament check``: a published table, the document's claims, and its rounds, held against the results."""

from typing import Annotated

import typer

from kontari.commands.options import READING, Debug, MaxBytes
from kontari.commands.tournament.options import (
    After,
    DocumentAndRecords,
    Encoding,
    FailOn,
    Game,
    Preset,
    Sheets,
    StageId,
    Verdicts,
)
from kontari.status import Status

EXAMPLE = "kontari tournament check league.tournament.json records/ --published table.csv"


def check(
    paths: DocumentAndRecords,
    published: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="A published table, CSV or JSON; repeatable.", rich_help_panel=READING),
    ] = None,
    columns: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HEADING=CRITERION",
            help="What a column of it is, such as TB1=games-difference; repeatable.",
            rich_help_panel=READING,
        ),
    ] = None,
    pairings: Annotated[bool, typer.Option("--pairings", help="The rounds of the document, too.")] = False,
    stage: StageId = None,
    after: After = None,
    sheets: Sheets = None,
    verdicts: Verdicts = None,
    encoding: Encoding = None,
    game: Game = None,
    preset: Preset = None,
    fail_on: FailOn = "error",
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Compute published standings anew, and name each cell that differs.

    A file of PATH that ends in .csv is a published table.
    """
    from kontari.commands.terminal import known, misuse, trouble
    from kontari.commands.tournament.loading import Inputs, load
    from kontari.commands.tournament.telling import checked_look, tell
    from kontari.record.streams import InputError, bytes_of
    from kontari.tournament.criteria import codes
    from kontari.tournament.needs import NeedsPackageError
    from kontari.tournament.pairing import check_round
    from kontari.tournament.published import check as held
    from kontari.tournament.published import check_claims, said_of

    known(fail_on, ("error", "warning"), "severity")
    meant: dict[str, str] = {}
    for one in columns or ():
        heading, sign, criterion = one.partition("=")
        if not sign:
            misuse(f"--columns takes HEADING=CRITERION, not {one}")
        meant[heading] = criterion
    tables = [*(published or ()), *(path for path in paths if path.endswith(".csv"))]
    inputs = Inputs(sheets or (), verdicts or (), encoding, game, preset, max_bytes, debug)
    found = load([path for path in paths if not path.endswith(".csv")], inputs)
    wrong = []
    compared = 0
    for path in tables:
        data = bytes_of(path)
        of_stage, of_round = said_of(data)
        chosen = found.stage(stage or of_stage)
        _, table = found.table(chosen, after if after is not None else of_round)
        look = checked_look("full", "en", codes=codes(chosen.tie_breaks))
        wrong += held(table, found.document, data, path, look, meant, encoding)
        compared += 1
    if found.document.standings:
        for chosen in found.document.stages:
            _, table = found.table(chosen, after)
            wrong += check_claims(table, found.document, found.document.standings)
        compared += 1
    if pairings:
        for chosen in found.document.stages:
            for number in sorted({one.round for one in chosen.rounds or ()}):
                _, table = found.table(chosen, number - 1)
                try:
                    wrong += check_round(found.document, chosen, found.seated(chosen, number), number, table)
                except NeedsPackageError as error:
                    raise InputError("--pairings", str(error)) from None
        compared += 1
    if not compared:
        misuse("nothing to check: no published table, no standings in the document, and no --pairings")
    status = max(tell(found, fail_on=fail_on), tell(found, wrong, fail_on))
    differ = len(wrong)
    trouble("everything agrees" if not differ else f"{differ} difference{'' if differ == 1 else 's'}")
    return status
