"""``kontari verdicts merge``: shards of verdicts as the verdicts of one run."""

from typing import Annotated

import typer

from kontari.commands.options import Debug, Output, Quiet
from kontari.status import Status

EXAMPLE = "kontari verdicts merge shard-*.jsonl -o verdicts.jsonl"


def merge(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="SHARD", help="What validate --shard wrote: files, folders of them, globs."),
    ],
    output: Output = None,
    quiet: Quiet = False,
    debug: Debug = False,
) -> Status:
    """Write the verdict lines of all shards of a run, in the order of its inputs.

    A shard that is missing, doubled, cut off or of another run is refused. The exit status is that of the run.
    """
    from kontari.allowance import to_report
    from kontari.cluster.merging import Merger
    from kontari.commands.many_machines import told
    from kontari.commands.terminal import output as opened
    from kontari.record.streams import InputError, inputs

    files = []
    for path in inputs(paths):
        if isinstance(path, InputError):
            raise path
        files.append(path)
    merger = Merger(files)
    with opened(output, paths) as stream:
        for line in merger.lines():
            stream.write(line)
    return told(merger.tally, merger.unreadable, merger.faults, to_report(merger.tally, "error", False, {}), quiet)
