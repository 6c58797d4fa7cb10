"""``kontari tournament schedule``: all rounds of a stage at once."""

from typing import Annotated

import typer

from kontari.commands.options import MaxBytes, Output
from kontari.commands.tournament.options import (
    DocumentOnly,
    Excel,
    InPlace,
    Into,
    Language,
    ListFormat,
    ListKind,
    NameForm,
    StageId,
)
from kontari.status import Status

EXAMPLE = "kontari tournament schedule league.tournament.json --format html -o rounds.html"


def schedule(
    path: DocumentOnly,
    stage: StageId = None,
    rounds: Annotated[
        int | None, typer.Option(min=1, help="How many. [default: as planned]", show_default=False)
    ] = None,
    what: ListKind = "tables",
    format: ListFormat = "text",
    lang: Language = "en",
    names: NameForm = "full",
    excel: Excel = False,
    into: Into = None,
    in_place: InPlace = False,
    output: Output = None,
    max_bytes: MaxBytes = 64 * 2**20,
) -> Status:
    """Make all rounds of a round robin, of tables, or of changing partners at once."""
    from kontari.commands.terminal import known, misuse
    from kontari.commands.tournament.loading import read_only
    from kontari.commands.tournament.rounds import LIST_FORMATS, one_target, put_into, show
    from kontari.commands.tournament.telling import checked_look, tell
    from kontari.tournament.lists import WHATS
    from kontari.tournament.pairing import PairingError
    from kontari.tournament.pairing import schedule as scheduled

    known(format, LIST_FORMATS, "format")
    known(what, WHATS, "list")
    one_target(into, in_place)
    look = checked_look(names, lang, excel=excel)
    found = read_only(path, max_bytes)
    chosen = found.stage(stage) if stage else found.document.stages[0]
    try:
        made = scheduled(found.document, chosen, rounds)
    except PairingError as error:
        misuse(str(error))
    put_into(found, chosen, made, into, in_place)
    show(found, chosen, made, what, format, look, output)
    return tell(found)
