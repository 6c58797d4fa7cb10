"""``kontari filter``: the records that match."""

from typing import Annotated

import typer

from kontari.commands.completing import codes, games, rule_comparisons, verdicts
from kontari.commands.options import OUTPUT, Debug, MaxBytes, Output, Paths, Quiet, StdinName
from kontari.status import Status

EXAMPLE = "kontari filter games/ --player 'ana*' --date 2026-05..2026-06 -o ana.jsonl"
RECORD = "Matching, by the record"
VERDICT = "Matching, by the verdict (records are judged)"


def filter(
    paths: Paths,
    game: Annotated[
        list[str] | None,
        typer.Option(metavar="GAME", help="The game.", autocompletion=games, rich_help_panel=RECORD),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(metavar="GLOB", help="A player's name or id, in any case.", rich_help_panel=RECORD),
    ] = None,
    event: Annotated[
        list[str] | None,
        typer.Option(metavar="GLOB", help="The event's name, site or stage, in any case.", rich_help_panel=RECORD),
    ] = None,
    date: Annotated[
        list[str] | None,
        typer.Option(metavar="DATE", help="The event's date: 2026, 2026-05, 2026-05-02, A..B.", rich_help_panel=RECORD),
    ] = None,
    rule: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OPTION=VALUE",
            help="The rules in force; also target>=500, and preset=NAME; different options must all match.",
            autocompletion=rule_comparisons,
            rich_help_panel=RECORD,
        ),
    ] = None,
    length: Annotated[
        list[str] | None,
        typer.Option(metavar="N", help="The number of moves: 80, >100, 50..60.", rich_help_panel=RECORD),
    ] = None,
    rounds: Annotated[
        list[str] | None,
        typer.Option(metavar="N", help="The number of rounds.", rich_help_panel=RECORD),
    ] = None,
    players: Annotated[
        list[str] | None,
        typer.Option(metavar="N", help="The number of players.", rich_help_panel=RECORD),
    ] = None,
    verdict: Annotated[
        list[str] | None,
        typer.Option(
            metavar="VERDICT",
            help="sound, unfinished, misscored, illegal or malformed.",
            autocompletion=verdicts,
            rich_help_panel=VERDICT,
        ),
    ] = None,
    code: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CODE",
            help="The code of a finding, or a glob such as 'CE-P*'.",
            autocompletion=codes,
            rich_help_panel=VERDICT,
        ),
    ] = None,
    score: Annotated[
        list[str] | None,
        typer.Option(
            metavar="N", help="The recomputed score of any side (in Mus its stones).", rich_help_panel=VERDICT
        ),
    ] = None,
    invert: Annotated[
        bool, typer.Option("--invert", help="The records that do not match.", rich_help_panel=OUTPUT)
    ] = False,
    count: Annotated[bool, typer.Option("--count", help="Only the number of them.", rich_help_panel=OUTPUT)] = False,
    output: Output = None,
    quiet: Quiet = False,
    stdin_name: StdinName = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Write the records that match, as .jsonl.

    Each option may be given several times: any of its values will do, and all options together must
    match. A malformed record matches only by --verdict malformed or --code, and is copied as it is.
    """
    from kontari.commands.filtering import Filtering, criteria
    from kontari.commands.own_records import OwnRecords, done
    from kontari.commands.terminal import output as opened

    wanted = criteria(
        games=game, players=player, events=event, dates=date, rules=rule, verdicts=verdict, codes=code,
        scores=score, lengths=length, rounds=rounds, seats=players,
    )  # fmt: skip
    run = OwnRecords(paths, stdin_name, max_bytes, debug=debug, quiet=quiet)
    with opened(output, paths, empty=lambda: run.records > 0) as stream:
        work = Filtering(wanted, invert, None if count else stream, max_bytes)
        run.each(work.record, work.malformed)
        if count:
            stream.write(f"{work.matched}\n")
    done(quiet, f"{work.matched} of {run.records} records {'do not match' if invert else 'match'}{work.not_copied}")
    return max(run.status, work.status)
