"""``kontari fmt``: records in their one written form."""

from typing import Annotated

import typer

from kontari.commands.options import OUTPUT, Debug, MaxBytes, Output, Paths, Quiet, StdinName
from kontari.status import Status

EXAMPLE = "kontari fmt --check records/\nkontari fmt --in-place match.mus.json"


def fmt(
    paths: Paths,
    check: Annotated[
        bool,
        typer.Option("--check", help="Only tell which files would change; status 1 if any.", rich_help_panel=OUTPUT),
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Show what would change, as a unified diff.", rich_help_panel=OUTPUT)
    ] = False,
    in_place: Annotated[
        bool, typer.Option("--in-place", help="Rewrite the files themselves.", rich_help_panel=OUTPUT)
    ] = False,
    output: Output = None,
    quiet: Quiet = False,
    stdin_name: StdinName = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Write records in their canonical form: order of keys, white space."""
    from kontari.commands.formatting import Formatting
    from kontari.commands.own_records import counted, done
    from kontari.commands.terminal import misuse
    from kontari.commands.terminal import output as opened
    from kontari.record.streams import inputs

    if in_place and (check or diff or output is not None):
        misuse("--in-place rewrites the files; it goes with none of --check, --diff and -o")
    files = list(inputs(paths))
    to_output = not (in_place or check or diff)
    if to_output and len(files) > 1:
        misuse(f"{len(files)} files; one goes to the output, for several there are --in-place, --check and --diff")
    work = Formatting(stdin_name, max_bytes, debug)
    if to_output:
        work.copy(files[0], opened(output, paths, empty=lambda: True))
        return work.status
    with opened(output, paths) as stream:
        for file in files:
            if in_place:
                work.rewrite(file)
            elif diff:
                work.diff(file, stream)
            else:
                work.check(file, stream)
    words = [f"{counted(len(files), 'file')}: {work.changed} {'rewritten' if in_place else 'would change'}"]
    words += [f"{work.kept} left as {'it is' if work.kept == 1 else 'they are'}"] if work.kept else []
    done(quiet, ", ".join(words))
    return max(work.status, Status.FINDINGS if check and work.changed else Status.FINE)
