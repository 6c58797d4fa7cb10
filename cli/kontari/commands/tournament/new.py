"""``kontari tournament new``: a document from a spreadsheet of entries."""

from typing import Annotated

import typer

from kontari.commands.options import READING, Output
from kontari.commands.tournament.options import Encoding
from kontari.status import Status

EXAMPLE = "kontari tournament new --entries pairs.csv --preset mus-liga -o league.tournament.json"


def new(
    entries: Annotated[
        str,
        typer.Option(metavar="FILE", help="CSV: name,member1,member2,group,seed.", rich_help_panel=READING),
    ],
    preset: Annotated[str, typer.Option(help="The list of criteria that break ties.")],
    name: Annotated[str, typer.Option(help="The name of the event.")] = "Tournament",
    game: Annotated[str, typer.Option(help="The game.")] = "mus",
    system: Annotated[
        str, typer.Option(help="round-robin, swiss, knockout, double-knockout, lives, tables, individual, fixed.")
    ] = "round-robin",
    rounds: Annotated[
        int | None, typer.Option(min=1, help="How many rounds. [default: as many as the system needs]")
    ] = None,
    size: Annotated[int, typer.Option(min=2, max=7, help="Of a table, in the system tables.")] = 4,
    stage: Annotated[str, typer.Option(help="The id of the stage.")] = "main",
    site: Annotated[str | None, typer.Option(help="Where it is.")] = None,
    start: Annotated[str | None, typer.Option(metavar="DATE", help="When it begins.")] = None,
    sheets: Annotated[str, typer.Option(metavar="none|signed|any", help="Which sheets of paper count.")] = "none",
    encoding: Encoding = None,
    output: Output = None,
) -> Status:
    """Make a tournament document from a spreadsheet; ids are derived and printed."""
    import sys

    from kontari.commands.terminal import known, trouble
    from kontari.commands.terminal import output as opened
    from kontari.commands.tournament.loading import checked_preset
    from kontari.games import GAMES
    from kontari.printable import printable
    from kontari.record.document import DocumentError
    from kontari.record.streams import bytes_of
    from kontari.tournament.document import read_document, written
    from kontari.tournament.entries import EntriesError, New, ids, new_document
    from kontari.tournament.model import SYSTEMS
    from kontari.tournament.presets import expanded
    from kontari.tournament.rules import told

    known(game, GAMES, "game")
    known(system, SYSTEMS, "system")
    known(sheets, ("none", "signed", "any"), "word of --sheets")
    checked_preset(preset)
    wanted = New(
        name, game, preset, system, rounds, None, stage, size, site, start, sheets, tuple(expanded(preset).points)
    )
    try:
        document = new_document(bytes_of(entries), entries, wanted, encoding)
    except EntriesError as error:
        for one in error.findings:
            trouble(f"{one.place or entries}: {one.code} {told(one)}")
        return Status.FINDINGS
    text = written(document)
    try:
        read_document(text.encode())
    except DocumentError as error:
        for line in error.findings:
            trouble(f"{line.pointer}: {line.code} {line.message}")
        return Status.FINDINGS
    with opened(output, [entries]) as stream:
        stream.write(text)
    # Where the document goes to standard output, the ids stand beside it.
    for who, id_ in ids(document):
        print(printable(f"{id_}  {who}"), file=sys.stderr if output in (None, "-") else sys.stdout)
    return Status.FINE
