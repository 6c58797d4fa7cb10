"""Inputs that several machines read: which there are, how long, and their bytes; local paths, or URLs by fsspec."""

import io
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from kontari.record.streams import COMPRESSED, SUFFIXES, InputError, form_of_name, inputs

MARKS = ("ETag", "etag", "md5Hash", "mtime", "LastModified", "last_modified", "updated", "created")
"""Where file systems say what tells one content of a file from another, the surest first."""

_BUFFER = 2**20


class Input(NamedTuple):
    """One file: its name in verdicts, where it is opened, its bytes, and what tells whether it has changed."""

    name: str
    path: str
    size: int = 0
    mark: str | None = None

    @property
    def divisible(self) -> bool:
        """Whether it can be read from the middle: one record a line, and not compressed."""
        return form_of_name(self.name) == "jsonl" and not self.name.endswith(COMPRESSED)


def found(paths: Iterable[str]) -> Iterator[Input | InputError]:
    """The files that paths, folders, globs and URLs of such name, in the order of one run over them."""
    for path in paths:
        if "://" in path:
            yield from _remote(path)
            continue
        for name in inputs([path]):
            yield name if isinstance(name, InputError) else _local(name)


@contextmanager
def opened(one: Input) -> Iterator[BinaryIO]:
    """The bytes of an input as they stand in it.

    Raises InputError where it cannot be opened, and where it is no longer what it was when it was found.
    """
    now = _remote_file(one.name) if "://" in one.path else _local(one.name, one.path)
    if isinstance(now, InputError):
        raise now
    if (now.size, now.mark) != (one.size, one.mark):
        raise InputError(one.name, "has changed since the run began")
    try:
        if "://" not in one.path:
            raw: Any = Path(one.path).open("rb")  # noqa: SIM115
        else:
            files, path = file_system(one.path)
            raw = io.BufferedReader(_Remote(files.open(path, "rb")), _BUFFER)
    except Exception as error:
        raise InputError(one.name, f"cannot be opened: {reason(error)}") from None
    with raw:
        yield raw


def reason(error: Exception) -> str:
    """Why a file could not be reached, in a few words."""
    return ((isinstance(error, OSError) and error.strerror) or str(error) or type(error).__name__).lower()


def _local(name: str, path: str | None = None) -> Input | InputError:
    if name == "-":
        return InputError(name, "standard input cannot be shared out")
    path = path or str(Path(name).absolute())
    try:
        status = Path(path).stat()
    except OSError as error:
        return InputError(name, f"cannot be opened: {reason(error)}")
    if not stat.S_ISREG(status.st_mode):
        return InputError(name, "is no regular file, and cannot be shared out")
    return Input(name, path, status.st_size, f"mtime {status.st_mtime_ns}")


def _remote(url: str) -> Iterator[Input | InputError]:
    """What a URL names: a file, the record files of a folder, what matches a glob."""
    try:
        files, path = file_system(url)
        if any(sign in path for sign in "*?["):
            paths = sorted(files.glob(path))
            trouble = "no such file or folder"
        elif files.isdir(path):
            paths = sorted(name for name in files.find(path) if name.endswith(SUFFIXES))
            trouble = f"holds no records (files named *{SUFFIXES[0]}, *.jsonl and the like)"
        else:
            yield _remote_file(url)
            return
    except InputError as error:
        yield error
        return
    except Exception as error:
        yield InputError(url, f"cannot be read: {reason(error)}")
        return
    if not paths:
        yield InputError(url, trouble)
    for one in paths:
        yield _remote_file(files.unstrip_protocol(one))


def _remote_file(url: str) -> Input | InputError:
    try:
        files, path = file_system(url)
        known = files.info(path)
    except InputError as error:
        return error
    except FileNotFoundError:
        return InputError(url, "no such file or folder")
    except Exception as error:
        return InputError(url, f"cannot be opened: {reason(error)}")
    mark = next((f"{key} {known[key]}" for key in MARKS if known.get(key) is not None), None)
    return Input(url, url, known.get("size") or 0, mark)


def file_system(url: str) -> tuple[Any, str]:
    """The file system of a URL, and the path in it. Raises InputError where there is none."""
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise InputError(url, "needs fsspec: pip install 'kontari[cluster]'") from None
    try:
        made: tuple[Any, str] = url_to_fs(url)
    except Exception as error:
        raise InputError(url, str(error)) from None
    return made


class _Remote(io.RawIOBase):
    """A file of fsspec as a raw stream; whatever goes wrong in reading it is an OSError."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        seekable: bool = self._file.seekable()
        return seekable

    def seek(self, position: int, whence: int = 0, /) -> int:
        moved: int = self._file.seek(position, whence)
        return moved

    def readinto(self, buffer: Any, /) -> int:
        try:
            data = self._file.read(len(buffer))
        except OSError:
            raise
        except Exception as error:
            raise OSError(str(error) or type(error).__name__) from error
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._file.close()
        super().close()
