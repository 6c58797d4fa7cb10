"""``kontari tournament pair``: the next round of a stage."""

from typing import Annotated

import typer

from kontari.commands.options import Debug, MaxBytes, Output
from kontari.commands.tournament.options import (
    DocumentAndRecords,
    Encoding,
    Excel,
    InPlace,
    Into,
    Language,
    ListFormat,
    ListKind,
    NameForm,
    Sheets,
    StageId,
    Verdicts,
)
from kontari.status import Status

EXAMPLE = "kontari tournament pair league.tournament.json records/ --into league-r2.tournament.json"


def pair(
    paths: DocumentAndRecords,
    stage: StageId = None,
    round_: Annotated[
        int | None, typer.Option("--round", min=1, help="The round. [default: the next]", show_default=False)
    ] = None,
    bye: Annotated[list[str] | None, typer.Option(metavar="ID", help="Who has the bye; repeatable.")] = None,
    absent: Annotated[list[str] | None, typer.Option(metavar="ID", help="Who is not there; repeatable.")] = None,
    fix: Annotated[list[str] | None, typer.Option(metavar="A,B", help="A table that is to be; repeatable.")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Say why, on standard error.")] = False,
    what: ListKind = "tables",
    format: ListFormat = "text",
    lang: Language = "en",
    names: NameForm = "full",
    excel: Excel = False,
    into: Into = None,
    in_place: InPlace = False,
    sheets: Sheets = None,
    verdicts: Verdicts = None,
    encoding: Encoding = None,
    output: Output = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Pair the next round of a stage by its results; Swiss needs the extra tournament."""
    from kontari.commands.terminal import known, misuse, trouble
    from kontari.commands.tournament.loading import Inputs, load
    from kontari.commands.tournament.rounds import LIST_FORMATS, one_target, put_into, show
    from kontari.commands.tournament.telling import checked_look, tell
    from kontari.record.streams import InputError
    from kontari.tournament.lists import WHATS
    from kontari.tournament.needs import NeedsPackageError
    from kontari.tournament.pairing import PairingError
    from kontari.tournament.pairing import pair as paired

    known(format, LIST_FORMATS, "format")
    known(what, WHATS, "list")
    one_target(into, in_place)
    look = checked_look(names, lang, excel=excel)
    inputs = Inputs(sheets or (), verdicts or (), encoding, None, None, max_bytes, debug)
    found = load(paths, inputs, needs_document=True)
    chosen = found.stage(stage) if stage or len(found.document.stages) > 1 else found.document.stages[0]
    following = max((one.round for one in found.collected.rounds[chosen.id]), default=0) + 1
    number = round_ or following
    if number > following:
        misuse(f"stage {chosen.id} has no round {following} yet; that one is to be paired before round {number}")
    results, table = found.seated(chosen, number), found.table(chosen, number - 1)[1]
    before = {one.id: one for one in found.document.stages if one.id != chosen.id}
    seeding = [
        row.participant for one in chosen.from_ if one.stage in before for row in found.table(before[one.stage])[1].rows
    ]
    try:
        made = paired(
            found.document,
            chosen,
            results,
            table,
            number,
            absent or (),
            bye or (),
            [one.split(",") for one in fix or ()],
            seeding or None,
        )
    except NeedsPackageError as error:
        raise InputError("pair", str(error)) from None
    except PairingError as error:
        misuse(str(error))
    status = max(tell(found), tell(found, made.findings))
    if explain:
        for reason in made.reasons:
            trouble(reason)
        for term, value in zip(made.terms, made.objective, strict=False):
            trouble(f"{term}: {value}")
    if made.round is None:
        if not explain:
            for reason in made.reasons:
                trouble(reason)
        return max(status, Status.FINDINGS)
    # Where the document lists no rounds, those that records told of come into it with the new one.
    told = found.collected.rounds[chosen.id] if chosen.rounds is None else ()
    put_into(found, chosen, [*told, made.round], into, in_place)
    show(found, chosen, [made.round], what, format, look, output)
    return status
