"""``kontari convert``: records between kontari's own forms and foreign ones."""

from typing import Annotated

import typer

from kontari.commands.completing import conversions, plain_formats
from kontari.commands.options import OUTPUT, READING, Debug, MaxBytes, Output, Paths, StdinName
from kontari.status import Status

EXAMPLE = "kontari convert --to jsonl games.txt -o games.jsonl"


def convert(
    paths: Paths,
    to: Annotated[str, typer.Option("--to", metavar="FORMAT", help="The form to write.", autocompletion=conversions)],
    from_: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FORMAT",
            help="The form to read. [default: by the file's name or content]",
            autocompletion=conversions,
            show_default=False,
            rich_help_panel=READING,
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(help="What game it is, where the source does not say so.", rich_help_panel=READING),
    ] = None,
    dialect: Annotated[
        str | None,
        typer.Option(help="The dialect of the foreign form, which is never guessed.", rich_help_panel=READING),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A parameter of the foreign form.", rich_help_panel=READING),
    ] = None,
    claims: Annotated[
        bool,
        typer.Option("--claims", help="Scores of the source become claims.", rich_help_panel=READING),
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
    """Convert records between kontari's own forms and foreign ones."""
    from kontari.commands.conversion import Conversion
    from kontari.commands.converting import Writer
    from kontari.commands.terminal import PLAIN_FORMATS, known, misuse
    from kontari.commands.terminal import output as opened
    from kontari.convert import OWN, Wish, converter, names

    for form in (from_, to):
        if form is not None:
            known(form, (*OWN, *names()), "format")
    if loss is not None:
        known(loss, PLAIN_FORMATS, "format")
    if to not in OWN and not hasattr(converter(to), "write"):
        misuse(f"{to} is read and not written")
    if from_ is not None and from_ not in OWN and not hasattr(converter(from_), "read"):
        misuse(f"{from_} is written and not read")
    said = {}
    for setting in settings or []:
        name, sign, value = setting.partition("=")
        if not sign:
            misuse(f"--set takes NAME=VALUE, not {setting}")
        said[name] = value
    wish = Wish(game, dialect, said, claims)
    conversion = Conversion(Writer(to, output, wish), wish, verify, loss)
    with opened(output, paths) as stream:
        return conversion.run(paths, from_, stream, stdin_name, max_bytes, debug)
