"""``kontari enter``: a match typed at the table, refereed line by line."""

from typing import Annotated

import typer

from kontari.commands.completing import games, rule_words
from kontari.commands.options import OUTPUT, Debug
from kontari.status import Status

EXAMPLE = "kontari enter mus -o final.mus.txt --player Ana --player Bea"
MATCH = "The match"


def enter(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.", autocompletion=games)],
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The record, NAME.GAME.txt; safe there after every line. One that is there is gone on with.",
            rich_help_panel=OUTPUT,
        ),
    ],
    player: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A player, in order of play. Repeatable.", rich_help_panel=MATCH),
    ] = None,
    rule: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OPTION=VALUE",
            help="A rule; preset=NAME too. Repeatable.",
            autocompletion=rule_words,
            rich_help_panel=MATCH,
        ),
    ] = None,
    words: Annotated[
        str | None,
        typer.Option(metavar="SET", help="The words in which the table talks (Mus: es, eu).", rich_help_panel=MATCH),
    ] = None,
    debug: Debug = False,
) -> Status:
    """Type a match in, a line a move in the notation; what is illegal is refused at once."""
    import sys

    from kontari.commands.entering import Conversation, begun
    from kontari.commands.generate import rules_of
    from kontari.commands.terminal import known, misuse
    from kontari.games import GAMES, part

    known(game, GAMES, "game")
    if not output.endswith(f".{game}.txt"):
        misuse(f"-o takes the name of a file in the notation: NAME.{game}.txt")
    if words is not None:
        known(words, part(game, "text").WORDS, "set of words")
    entry, kept = begun(output, game, player or [], rules_of(game, rule or []), words)
    return Conversation(entry, kept, interactive=sys.stdin.isatty() and sys.stdout.isatty()).run()
