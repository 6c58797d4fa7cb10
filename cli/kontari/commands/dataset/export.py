"""``kontari dataset export``: the records of a data set."""

from kontari.commands.dataset.options import Folder
from kontari.commands.options import Debug, Output
from kontari.status import Status

EXAMPLE = "kontari dataset export set/ -o games.jsonl"


def export(path: Folder, output: Output = None, debug: Debug = False) -> Status:
    """Write the records of a data set as .jsonl.

    Each is what it was, and is not judged. A damaged file is told and left out.
    """
    from kontari.commands.dataset.options import Trouble, files, manifest_of, parquet
    from kontari.commands.terminal import output as opened

    with parquet():
        from kontari.dataset.checking import Checking
    manifest = manifest_of(path)
    tell = Trouble()
    with opened(output, files(path, manifest)) as stream:
        for item in Checking(path, manifest, tell).items():
            stream.write(item.data.decode() + "\n")
    return tell.status
