"""``kontari merge``: all records as one file."""

from kontari.commands.options import Debug, MaxBytes, Output, Paths, Quiet, StdinName
from kontari.status import Status

EXAMPLE = "kontari merge round-1/ round-2/ -o cup.jsonl"


def merge(
    paths: Paths,
    output: Output = None,
    quiet: Quiet = False,
    stdin_name: StdinName = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Write all records as one .jsonl file, in the order of the inputs."""
    from kontari.commands.own_records import OwnRecords, Record, counted, done
    from kontari.commands.terminal import output as opened
    from kontari.record.streams import Item
    from kontari.record.writing import one_line

    run = OwnRecords(paths, stdin_name, max_bytes, debug=debug, quiet=quiet)
    with opened(output, paths) as stream:

        def write(item: Item, record: Record) -> None:
            stream.write(one_line(record["game"], record))

        run.each(write)
    done(quiet, f"{counted(run.records - run.malformed, 'record')} merged{run.left_out}")
    return run.status
