"""``kontari dataset info``: what a data set holds."""

from kontari.commands.dataset.options import Folder
from kontari.commands.options import Debug, Output, PlainFormat
from kontari.status import Status

EXAMPLE = "kontari dataset info set/ --format json"


def info(path: Folder, format: PlainFormat = "text", output: Output = None, debug: Debug = False) -> Status:
    """Tell what the manifest of a data set says.

    Its Parquet files are not opened.
    """
    from kontari.commands.dataset.options import files, manifest_of
    from kontari.commands.terminal import PLAIN_FORMATS, known
    from kontari.commands.terminal import output as opened
    from kontari.dataset.manifest import written
    from kontari.dataset.telling import told

    known(format, PLAIN_FORMATS, "format")
    manifest = manifest_of(path)
    with opened(output, files(path, manifest)) as stream:
        stream.write(written(manifest) if format == "json" else told(manifest))
    return Status.FINE
