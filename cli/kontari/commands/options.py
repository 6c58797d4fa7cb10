"""Options that several commands share, each spelled once."""

from typing import Annotated

import typer

from kontari.commands.completing import colours, plain_formats

READING = "Reading"
OUTPUT = "Output"
JUDGING = "Judging"
MACHINES = "Many machines"

Paths = Annotated[
    list[str],
    typer.Argument(metavar="PATH", help="Record files, folders of them, globs, or - for standard input."),
]
Path = Annotated[
    str,
    typer.Argument(metavar="PATH", help="A record file, or - for standard input."),
]
StdinName = Annotated[
    str | None,
    typer.Option("--stdin-name", metavar="NAME", help="The file name that - stands for.", rich_help_panel=READING),
]
MaxBytes = Annotated[
    int,
    typer.Option(
        "--max-bytes",
        metavar="N",
        min=1,
        max=2**40,
        clamp=True,
        help="The longest record that is read.",
        rich_help_panel=READING,
    ),
]
Number = Annotated[
    int,
    typer.Option("--record", metavar="N", min=1, help="Which record of a .jsonl file.", rich_help_panel=READING),
]
PlainFormat = Annotated[
    str,
    typer.Option(
        metavar="text|json", help="The form of the output.", autocompletion=plain_formats, rich_help_panel=OUTPUT
    ),
]
Output = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write here, whole or not at all.", rich_help_panel=OUTPUT),
]
Quiet = Annotated[
    bool,
    typer.Option("--quiet", "-q", help="Do not tell on standard error what was done.", rich_help_panel=OUTPUT),
]
Colour = Annotated[
    str | None,
    typer.Option(
        "--color", metavar="always|never", help="Colour or none.", autocompletion=colours, rich_help_panel=OUTPUT
    ),
]
Debug = Annotated[bool, typer.Option("--debug", help="Show the traceback of a fault of ours.", rich_help_panel=OUTPUT)]
