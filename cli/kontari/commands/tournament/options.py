"""Options that several commands of tournaments share, each spelled once."""

from typing import Annotated

import typer

from kontari.commands.completing import languages, list_kinds, name_forms, page_formats, round_formats, severities
from kontari.commands.options import JUDGING, OUTPUT, READING

DocumentAndRecords = Annotated[
    list[str],
    typer.Argument(
        metavar="DOC|PATH",
        help="The tournament document, then record files, folders, globs, or - ; without a document one is drafted.",
    ),
]
MaybeDocumentAndRecords = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="DOC|PATH",
        help="The tournament document, then record files, folders, globs, or - ; without a document one is drafted.",
        show_default=False,
    ),
]
Records = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PATH",
        help="Record files, folders of them, globs, or - for standard input.",
        show_default=False,
    ),
]
DocumentOnly = Annotated[str, typer.Argument(metavar="DOC", help="The tournament document.")]
StageId = Annotated[
    str | None,
    typer.Option(
        "--stage",
        metavar="ID",
        help="The stage. [default: the last with results]",
        show_default=False,
        rich_help_panel=READING,
    ),
]
After = Annotated[
    int | None,
    typer.Option("--after", metavar="N", min=0, help="Only what was known after that round.", rich_help_panel=READING),
]
Sheets = Annotated[
    list[str] | None,
    typer.Option("--sheets", metavar="FILE", help="Results from paper, as CSV; repeatable.", rich_help_panel=READING),
]
Verdicts = Annotated[
    list[str] | None,
    typer.Option(
        "--verdicts",
        metavar="FILE",
        help="Verdicts of validate --format jsonl or json, in place of records; - is standard input.",
        rich_help_panel=READING,
    ),
]
Encoding = Annotated[
    str | None,
    typer.Option("--encoding", metavar="NAME", help="Of CSV files, such as cp1252.", rich_help_panel=READING),
]
Game = Annotated[str | None, typer.Option("--game", help="The game of a drafted document.", rich_help_panel=READING)]
Preset = Annotated[
    str | None, typer.Option("--preset", help="The list of criteria of a drafted document.", rich_help_panel=READING)
]
PageFormat = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="text|csv|json|markdown|html",
        help="The form of the output.",
        autocompletion=page_formats,
        rich_help_panel=OUTPUT,
    ),
]
ListFormat = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="text|csv|json|html",
        help="The form of the output.",
        autocompletion=round_formats,
        rich_help_panel=OUTPUT,
    ),
]
ListKind = Annotated[
    str,
    typer.Option(
        "--list",
        metavar="tables|persons|slips",
        help="By table, by person, or a slip a table.",
        autocompletion=list_kinds,
        rich_help_panel=OUTPUT,
    ),
]
Language = Annotated[
    str,
    typer.Option("--lang", metavar="en|es|eu", help="Of headings.", autocompletion=languages, rich_help_panel=OUTPUT),
]
NameForm = Annotated[
    str,
    typer.Option(
        "--names",
        metavar="full|initials|ids",
        help="How people are named.",
        autocompletion=name_forms,
        rich_help_panel=OUTPUT,
    ),
]
Excel = Annotated[
    bool, typer.Option("--excel", help="CSV for spreadsheet programs: BOM, ;, no formulas.", rich_help_panel=OUTPUT)
]
FailOn = Annotated[
    str,
    typer.Option(
        metavar="error|warning",
        help="What makes the exit status 1.",
        autocompletion=severities,
        rich_help_panel=JUDGING,
    ),
]
Into = Annotated[
    str | None,
    typer.Option("--into", metavar="FILE", help="Write the document with the rounds here.", rich_help_panel=OUTPUT),
]
InPlace = Annotated[bool, typer.Option("--in-place", help="Write the document itself anew.", rich_help_panel=OUTPUT)]
