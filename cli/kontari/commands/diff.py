"""``kontari diff``: what differs in meaning between records."""

from typing import Annotated, Any

import typer

from kontari.commands.completing import plain_formats
from kontari.commands.options import OUTPUT, READING, Debug, MaxBytes, Output, StdinName
from kontari.status import Status

EXAMPLE = "kontari diff first.mus.json second.mus.json"


def diff(
    a: Annotated[str, typer.Argument(metavar="A", help="A record file, or a .jsonl; or - for standard input.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another; of .jsonl files the records are compared pairwise.")],
    everything: Annotated[
        bool, typer.Option("--all", help="Notes, times, x- keys, version and $schema too.", rich_help_panel=READING)
    ] = False,
    format: Annotated[
        str,
        typer.Option(
            metavar="text|json", help="The form of the output.", autocompletion=plain_formats, rich_help_panel=OUTPUT
        ),
    ] = "text",
    output: Output = None,
    stdin_name: StdinName = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Show what differs in meaning between two records, however they are written.

    Players, rules in force, start, deals, the first diverging move of each round, claims, event and meta. What only one
    record knows (?? or a pile left out in the other) is counted, and is no difference. Exit status: 0 the same,
    1 different, 2 trouble.
    """
    from itertools import zip_longest

    from kontari.commands.comparing import Held
    from kontari.commands.running import Run
    from kontari.commands.terminal import known, misuse
    from kontari.commands.terminal import output as opened
    from kontari.comparison import compared
    from kontari.render.comparison import DIFFS, Lonely, Side

    known(format, DIFFS, "format")
    if a == b == "-":
        misuse("only one of the two can be standard input")
    runs = [Run([path], stdin_name, max_bytes, debug=debug) for path in (a, b)]
    held = [Held(run) for run in runs]
    rendering: Any = DIFFS[format]()
    different = 0
    with opened(output, [a, b]) as stream:
        stream.write(rendering.begin())
        for ours, theirs in zip_longest(*(one.records() for one in held)):
            if ours is None or theirs is None:
                if not any(run.unreadable for run in runs):
                    item, _ = ours or theirs
                    different += 1
                    stream.write(rendering.lonely(Lonely("a" if theirs is None else "b", item.source, item.number)))
                continue
            (item, record), (other_item, other) = ours, theirs
            if record is None or other is None:
                continue
            with runs[0].guarded(item):
                found = compared(record, other, everything)
                different += bool(found.differences)
                sides = Side(item.source, item.number, record), Side(other_item.source, other_item.number, other)
                stream.write(rendering.pair(*sides, found))
        stream.write(rendering.end())
    return max(*(one.status for one in held), Status.FINDINGS if different else Status.FINE)
