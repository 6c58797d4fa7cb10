"""What the commands of data sets share: the folder, its manifest, and how trouble with it is told."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from kontari.record.streams import InputError
from kontari.status import Status

Folder = Annotated[str, typer.Argument(metavar="DIR", help="The folder of a data set.")]


@contextmanager
def parquet() -> Iterator[None]:
    """Import what needs pyarrow; where it is not installed, that is told and ends the command."""
    from kontari.tables import NeedsPackageError

    try:
        yield
    except NeedsPackageError as error:
        raise InputError("dataset", str(error)) from None


def manifest_of(folder: str) -> dict[str, Any]:
    """The manifest of a data set; one that is none is told, and ends the command. Raises InputError."""
    from kontari.commands.terminal import trouble
    from kontari.dataset.manifest import ManifestError, read_manifest

    try:
        return read_manifest(folder)
    except ManifestError as error:
        trouble(error)
        raise typer.Exit(Status.FINDINGS) from None


class Trouble:
    """Tells what does not agree with a manifest, a line each; ``status`` is what that comes to."""

    def __init__(self, before: Callable[[], None] = lambda: None) -> None:
        self._before = before
        self.status = Status.FINE

    def __call__(self, what: str, missing: bool) -> None:
        from kontari.commands.terminal import trouble

        self._before()
        trouble(what)
        self.status = max(self.status, Status.UNUSABLE if missing else Status.FINDINGS)


def files(folder: str, manifest: Mapping[str, Any]) -> list[str]:
    """The files of a data set, which nothing is written over."""
    from kontari.dataset.manifest import NAME

    return [str(Path(folder) / name) for name in (NAME, *(shard["file"] for shard in manifest["shards"]))]
