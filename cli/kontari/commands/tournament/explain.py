"""``kontari tournament explain``: what a criterion is."""

from typing import Annotated

import typer

from kontari.commands.completing import criteria
from kontari.status import Status

EXAMPLE = "kontari tournament explain buchholz"


def explain(
    criterion: Annotated[
        str | None, typer.Argument(help="A criterion or a list of them; none: all.", autocompletion=criteria)
    ] = None,
) -> Status:
    """Say what a criterion is, who says so, and show an example."""
    from textwrap import fill

    from kontari.commands.terminal import known
    from kontari.tournament.criteria import CRITERIA, codes
    from kontari.tournament.presets import PRESETS

    if criterion is None:
        for name, one in CRITERIA.items():
            print(f"{name}  {one.code}")
        for name, preset in PRESETS.items():
            print(f"{name}: {', '.join(codes(preset.tie_breaks))}")
        return Status.FINE
    known(criterion, [*CRITERIA, *PRESETS], "criterion")
    if criterion in PRESETS:
        chosen = PRESETS[criterion]
        print(f"{criterion}: {', '.join(one.by for one in chosen.tie_breaks)} ({', '.join(codes(chosen.tie_breaks))})")
        return Status.FINE
    one = CRITERIA[criterion]
    fits = [word for word, function in (("two sides", one.two_sided), ("tables", one.tables)) if function]
    print(f"{criterion} ({one.code}), for {' and '.join(fits)}; {'lower' if one.ascending else 'higher'} is better")
    print(fill(one.definition, 96, initial_indent="  ", subsequent_indent="  "))
    print(f"  Parameters: {', '.join(one.parameters) or 'none'}")
    print(f"  Source: {one.source}")
    print(f"  Example: {one.example}")
    return Status.FINE
