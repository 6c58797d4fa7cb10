"""``kontari dataset build``: records as a data set."""

from typing import Annotated

import typer

from kontari.commands.completing import games, verdicts
from kontari.commands.options import OUTPUT, READING, Debug, MaxBytes, Paths, Quiet, StdinName
from kontari.status import Status

EXAMPLE = "kontari dataset build games/ -o set/ --licence CC0-1.0"


def build(
    paths: Paths,
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="DIR", help="The folder to write, whole or not at all.", rich_help_panel=OUTPUT
        ),
    ],
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="Only records of this game.", autocompletion=games, rich_help_panel=READING),
    ] = None,
    verdict: Annotated[
        list[str] | None,
        typer.Option(
            metavar="VERDICT",
            help="Which records are kept; repeatable. [default: sound, unfinished]",
            autocompletion=verdicts,
            rich_help_panel=READING,
        ),
    ] = None,
    shard_size: Annotated[
        int,
        typer.Option("--shard-size", metavar="N", min=1, help="The most records in a file.", rich_help_panel=OUTPUT),
    ] = 100_000,
    licence: Annotated[
        str | None,
        typer.Option(metavar="SPDX", help="The licence of the data, for the manifest.", rich_help_panel=OUTPUT),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            max=2**53 - 1,
            help="The seed the matches were made by, for the manifest.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    quiet: Quiet = False,
    stdin_name: StdinName = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Judge records and write them as a data set.

    It is a folder of Parquet files with a manifest, and holds one game. A row is a whole record, deals and moves
    as the integers of actions.json. What is misscored or illegal is left out unless --verdict names it; what is
    malformed always is.
    """
    from kontari.commands.dataset.new_folder import new_folder
    from kontari.commands.dataset.options import parquet
    from kontari.commands.judging import Progress
    from kontari.commands.own_records import done
    from kontari.commands.running import Run
    from kontari.commands.terminal import known, misuse
    from kontari.core.verdict import WORDS
    from kontari.games import GAMES
    from kontari.record.streams import InputError

    if game is not None:
        known(game, GAMES, "game")
    wanted = verdict or ["sound", "unfinished"]
    for word in wanted:
        known(word, WORDS, "verdict")
        if word == "malformed":
            misuse("--verdict malformed: no row can hold what is no record")
    with parquet():
        from kontari.commands.dataset.building import Records, summary
    progress = Progress(paths, quiet)
    run = Run(paths, stdin_name, max_bytes, debug=debug, before_trouble=progress.clear)
    records = Records(run, progress, game, wanted, shard_size)
    with new_folder(output) as folder:
        manifest = records.into(folder, licence, seed)
        if manifest is None:
            raise InputError(output, f"is not written: there is no record to put there{records.not_there}")
    done(quiet, summary(manifest) + records.not_there)
    return records.status
