"""A file that is there whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """A new file beside one, to be written and closed; at the end it takes its place, and its mode.

    Where it is gone then, or something went wrong, all stays as it was. Raises OSError.
    """
    from tempfile import mkstemp

    handle, name = mkstemp(dir=target.parent, prefix=".kontari-")
    os.close(handle)
    new = Path(name)
    try:
        yield new
        if new.exists():
            new.chmod((target.stat().st_mode if target.exists() else 0o666 & ~umask()) & 0o7777)
            new.replace(target)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def umask() -> int:
    """The bits of a mode that new files do not get."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
