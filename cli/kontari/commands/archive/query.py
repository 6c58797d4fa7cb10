"""``kontari archive query``: an archive asked."""

from typing import Annotated

import typer

from kontari.commands.completing import answer_formats, tops
from kontari.commands.options import OUTPUT, Debug, Output
from kontari.status import Status

EXAMPLE = "kontari archive query games.duckdb 'SELECT game, verdict, count(*) FROM records GROUP BY ALL'"
READY = "Ready questions"


def query(
    archive: Annotated[str, typer.Argument(metavar="ARCHIVE", help="The archive.")],
    sql: Annotated[
        str | None,
        typer.Argument(metavar="[SQL]", help="One SELECT in the SQL of DuckDB; 'DESCRIBE moves' lists columns."),
    ] = None,
    top: Annotated[
        str | None,
        typer.Option(
            metavar="players",
            help="Who won most: matches, wins, how many are verified.",
            autocompletion=tops,
            rich_help_panel=READY,
        ),
    ] = None,
    openings: Annotated[
        bool, typer.Option("--openings", help="How rounds began, and what came of it.", rich_help_panel=READY)
    ] = False,
    findings: Annotated[
        bool, typer.Option("--findings", help="What was found how often.", rich_help_panel=READY)
    ] = False,
    scores: Annotated[
        bool, typer.Option("--scores", help="How scores are spread, by game and side.", rich_help_panel=READY)
    ] = False,
    format: Annotated[
        str,
        typer.Option(
            metavar="text|csv|json|jsonl|parquet",
            help="The form of the output.",
            autocompletion=answer_formats,
            rich_help_panel=OUTPUT,
        ),
    ] = "text",
    limit: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="The most rows.", rich_help_panel=OUTPUT)
    ] = None,
    output: Output = None,
    debug: Debug = False,
) -> Status:
    """Ask an archive, in SQL or by a ready question.

    The tables are records, players, rounds, moves, findings and meta. SQL can read the archive and nothing else, and
    writes nothing. In ready questions only sound records count as results.
    """
    from kontari.archive import questions
    from kontari.archive.answers import FORMATS, write
    from kontari.archive.asking import asked
    from kontari.commands.terminal import known, misuse
    from kontari.commands.terminal import output as opened

    known(format, FORMATS, "format")
    if top is not None:
        known(top, questions.TOP, "list")
    ready = [questions.TOP[top]] if top is not None else []
    asked_for = ((openings, questions.OPENINGS), (findings, questions.FINDINGS), (scores, questions.SCORES))
    ready += [question for wanted, question in asked_for if wanted]
    if len(ready) + (sql is not None) != 1:
        misuse("give one question: SQL, --top players, --openings, --findings or --scores")
    if format == "parquet" and output in (None, "-"):
        misuse("--format parquet needs -o FILE, where it is written")
    with asked(archive, sql if sql is not None else ready[0].sql) as answer, opened(output, [archive]) as stream:
        write(answer, format, stream, limit)
        if ready and format == "text":
            stream.write(f"\n{ready[0].note}\n")
    return Status.FINE
