"""``kontari stats``: figures over many records."""

from typing import Annotated

import typer

from kontari.commands.options import JUDGING, Debug, MaxBytes, Output, Paths, PlainFormat, StdinName
from kontari.status import Status

EXAMPLE = "kontari stats records/mus/sound"


def stats(
    paths: Paths,
    fairness: Annotated[
        bool,
        typer.Option("--fairness", help="Whether the shuffle was fair, over complete deals.", rich_help_panel=JUDGING),
    ] = False,
    format: PlainFormat = "text",
    output: Output = None,
    stdin_name: StdinName = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Tell figures over many records, a game at a time: lengths, scores, how rounds ended, and what the game has.

    Only records whose play is legal count; how many do not is told. Figures of a match are drawn from matches that are
    over, those of a round from rounds that ended.
    """
    import json

    from kontari.commands.gathering import gathered
    from kontari.commands.terminal import PLAIN_FORMATS, known, look
    from kontari.commands.terminal import output as opened
    from kontari.record.streams import InputError
    from kontari.stats.gathering import Statistics
    from kontari.stats.text import text

    known(format, PLAIN_FORMATS, "format")
    width = look(None, to_file=output is not None).width
    found = False
    with opened(output, paths) as stream:
        if fairness:
            try:
                from kontari.fairness import telling
                from kontari.fairness.gathering import Fairness
            except ImportError:
                raise InputError("--fairness", "needs SciPy: pip install 'kontari[fairness]'") from None
            deals = Fairness()
            status = gathered(deals, paths, stdin_name, max_bytes, debug=debug)
            shown = telling.data(deals)
            said = telling.text(shown, width)
            found = any(test["found"] for game in shown["games"] for test in game["tests"])
        else:
            statistics = Statistics()
            status = gathered(statistics, paths, stdin_name, max_bytes, debug=debug)
            shown = statistics.data()
            said = text(shown, width)
        stream.write(json.dumps(shown, ensure_ascii=False, indent=2) + "\n" if format == "json" else said)
    return max(status, Status.FINDINGS if found else Status.FINE)
