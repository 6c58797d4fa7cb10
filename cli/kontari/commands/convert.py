"""``kontari convert``: records between kontari's own forms and foreign ones."""

from typing import Annotated

import typer

from kontari.commands.completing import conversions, dialects, plain_formats, tables
from kontari.commands.options import OUTPUT, READING, Debug, MaxBytes, Output, Paths, StdinName
from kontari.status import Status

EXAMPLE = "kontari convert --to jsonl games.txt -o games.jsonl"

MAPPED = "map:"
"""What stands before a mapping file that is named as a form."""


def convert(
    paths: Paths,
    to: Annotated[
        str | None,
        typer.Option(
            "--to", metavar="FORMAT", help="The form to write.", autocompletion=conversions, show_default=False
        ),
    ] = None,
    from_: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FORMAT",
            help="The form to read, or map:FILE. [default: by the file's name or content]",
            autocompletion=conversions,
            show_default=False,
            rich_help_panel=READING,
        ),
    ] = None,
    table: Annotated[
        str | None,
        typer.Option(
            metavar="moves|rounds|results",
            help="The table of --to csv or parquet.",
            autocompletion=tables,
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(help="What game it is, where the source does not say so.", rich_help_panel=READING),
    ] = None,
    dialect: Annotated[
        str | None,
        typer.Option(
            help="The dialect of the foreign form, which is never guessed.",
            autocompletion=dialects,
            rich_help_panel=READING,
        ),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A parameter of the foreign form.", rich_help_panel=READING),
    ] = None,
    claims: Annotated[
        bool,
        typer.Option("--claims", help="Scores of the source become claims.", rich_help_panel=READING),
    ] = False,
    probe: Annotated[
        bool,
        typer.Option("--probe", help="Only list the paths of JSON files, as a start for map:FILE."),
    ] = False,
    verify: Annotated[
        bool,
        typer.Option("--verify/--no-verify", help="Judge what was converted.", rich_help_panel=OUTPUT),
    ] = True,
    loss: Annotated[
        str | None,
        typer.Option(
            metavar="text|json",
            help="Tell on standard error what was lost.",
            autocompletion=plain_formats,
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    output: Output = None,
    stdin_name: StdinName = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Convert records between kontari's own forms and foreign ones, and into tables.

    json, jsonl and notation are kontari's own forms. A table (csv, parquet) has the same columns for every game; its
    cells are written as they are: a name that begins with = is a formula to a spreadsheet.
    """
    from kontari.commands.conversion import Conversion
    from kontari.commands.converting import TableWriter, Writer, check_imports
    from kontari.commands.terminal import PLAIN_FORMATS, known, misuse
    from kontari.commands.terminal import output as opened
    from kontari.convert import OWN, Wish, names, offering
    from kontari.tables import FORMATS as TABLE_FORMATS
    from kontari.tables.columns import TABLES

    if probe:
        from kontari.commands.probing import probed

        with opened(output, paths) as stream:
            return probed(paths, stream, stdin_name, max_bytes)
    if to is None:
        misuse("say by --to which form to write")
    mapping = None
    if from_ is not None and from_.startswith(MAPPED):
        from_, mapping = MAPPED[:-1], from_.removeprefix(MAPPED)
    if from_ is not None:
        known(from_, (*OWN, *offering("read")), "format to read")
    known(to, (*OWN, *TABLE_FORMATS, *offering("write")), "format to write")
    for option, form in (("--from", from_), ("--to", to)):
        if form is not None and form in names():
            check_imports(option, form)
    if loss is not None:
        known(loss, PLAIN_FORMATS, "format")
    if (table is not None) != (to in TABLE_FORMATS):
        misuse(f"--to {to} {'needs' if table is None else 'has no'} --table; there are {', '.join(TABLES)}")
    if to == "parquet" and output in (None, "-"):
        misuse("--to parquet needs -o FILE, where it is written")
    said = {}
    for setting in settings or []:
        name, sign, value = setting.partition("=")
        if not sign:
            misuse(f"--set takes NAME=VALUE, not {setting}")
        said[name] = value
    if mapping is not None:
        said["mapping"] = mapping
    wish = Wish(game, dialect, said, claims)
    if table is not None:
        known(table, TABLES, "table")
    writer = Writer(to, output, wish) if table is None else TableWriter(to, table, wish)
    conversion = Conversion(writer, wish, verify, loss)
    with opened(output, paths) as stream:
        return conversion.run(paths, from_, stream, stdin_name, max_bytes, debug)
