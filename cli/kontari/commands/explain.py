"""``kontari explain``: what a code means."""

from typing import Annotated

import typer

from kontari.commands.completing import codes
from kontari.commands.options import OUTPUT, Debug
from kontari.status import Status

EXAMPLE = "kontari explain CE-P03"


def explain(
    code: Annotated[
        str | None,
        typer.Argument(metavar="CODE", help="A code of a finding; all are listed without.", autocompletion=codes),
    ] = None,
    format: Annotated[
        str, typer.Option(metavar="text|json", help="The form of the output.", rich_help_panel=OUTPUT)
    ] = "text",
    debug: Debug = False,
) -> Status:
    """Explain a code: what it means, why the rule is there, who says so."""
    import json
    from difflib import get_close_matches
    from textwrap import fill

    from kontari.codes import all_rules, data
    from kontari.commands.terminal import misuse

    if format not in ("text", "json"):
        misuse("--format takes text or json")
    rules = all_rules()
    if code is None:
        if format == "json":
            print(json.dumps([data(one) for one in rules.values()], ensure_ascii=False, indent=2))
        else:
            print("\n".join(f"{one.code}  {one.title}" for one in rules.values()))
        return Status.FINE
    one = rules.get(code.upper())
    if one is None:
        near = get_close_matches(code.upper(), rules, 1)
        misuse(f"no code {code}{f', perhaps {near[0]}' if near else ''}; kontari explain lists all")
    if format == "json":
        print(json.dumps(data(one), ensure_ascii=False, indent=2))
        return Status.FINE
    print(f"{one.code} ({one.severity}): {one.title}\n")
    for title, text in (("Says", one.message), ("Why", one.why), ("Source", one.source), ("Hint", one.hint)):
        print(fill(f"{title + ':':<8} {text}", 79, subsequent_indent=" " * 9))
    return Status.FINE
