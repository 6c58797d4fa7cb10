"""``kontari archive build``: records put into one DuckDB file."""

from typing import Annotated

import typer

from kontari.commands.options import OUTPUT, Debug, MaxBytes, Paths, Quiet, StdinName
from kontari.status import Status

EXAMPLE = "kontari archive build games/ -o games.duckdb"


def build(
    paths: Paths,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="ARCHIVE", help="The archive.", rich_help_panel=OUTPUT)
    ],
    quiet: Quiet = False,
    stdin_name: StdinName = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Put records into an archive, a DuckDB file: only what is not there yet.

    Wrong records, malformed ones too, are kept with their findings; exit status 1 where one is among those added. The
    same record from another source stays where it was found first. Records that another version of kontari has judged
    are judged again. Whatever stops a build, the archive holds whole records, and the next build goes on from there.
    """
    from kontari.commands.archive.building import built

    return built(paths, output, stdin_name, max_bytes, debug=debug, quiet=quiet)
