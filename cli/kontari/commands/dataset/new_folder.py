"""A folder that appears when all that belongs in it has been written, or not at all."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from kontari.record.streams import InputError, reason_of
from kontari.whole_file import umask


@contextmanager
def new_folder(path: str) -> Iterator[Path]:
    """Where to write what will be the folder ``path``. Raises InputError where that is there already, or cannot be."""
    target = Path(path).resolve()
    try:
        if target.exists() and not (target.is_dir() and not any(target.iterdir())):
            raise InputError(path, "is there already")
        target.parent.mkdir(parents=True, exist_ok=True)
        unfinished = Path(mkdtemp(dir=target.parent, prefix=".kontari-"))
    except OSError as error:
        raise InputError(path, f"cannot be written: {reason_of(error)}") from None
    try:
        yield unfinished
        unfinished.chmod(0o777 & ~umask())
        if target.exists():
            target.rmdir()
        unfinished.rename(target)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
