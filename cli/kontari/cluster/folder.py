"""The folder that parts are written to, local or of an object store: each file is there whole or not at all."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import file_digest
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any, NamedTuple
from uuid import uuid4

from kontari.cluster.inputs import file_system, reason
from kontari.record.streams import InputError

HIDDEN = "_parts"
"""The folder within, for what readers of the parts leave alone."""


class Written(NamedTuple):
    """A file as it was written."""

    bytes: int
    sha256: str


class Folder:
    """A folder by its path or URL. Each method raises InputError where it cannot be read or written."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._files, self._root = file_system(url)
        self._local = Path(self._root) if "file" in _protocols(self._files) else None

    def make(self) -> None:
        """Make the folder where it is not there yet."""
        with self._told("written"):
            self._files.makedirs(f"{self._root}/{HIDDEN}", exist_ok=True)

    def names(self) -> list[str]:
        """What is in it; nothing where it is not there."""
        with self._told("read"):
            self._files.invalidate_cache()
            if not self._files.exists(self._root):
                return []
            return sorted(Path(path).name for path in self._files.ls(self._root, detail=False))

    def read(self, name: str) -> bytes | None:
        """A small file; None where it is not there."""
        with self._told("read"):
            try:
                data: bytes = self._files.cat_file(f"{self._root}/{name}")
            except FileNotFoundError:
                return None
            return data

    def written_as(self, name: str) -> Written | None:
        """Length and digest of a file; None where it is not there."""
        with self._told("read"):
            try:
                with self._files.open(f"{self._root}/{name}", "rb") as stream:
                    return written(stream)
            except FileNotFoundError:
                return None

    @contextmanager
    def file(self, name: str) -> Iterator[IO[bytes]]:
        """A file to be written; it appears once all of it has been."""
        with self._told("written"):
            stream: IO[bytes]
            if self._local is None:
                stream = NamedTemporaryFile(delete=False)  # noqa: SIM115
            else:
                stream = (self._local / HIDDEN / f"{uuid4().hex}.tmp").open("x+b")
        temporary = Path(stream.name)
        try:
            with stream:
                yield stream
            with self._told("written"):
                if self._local is None:
                    self._files.put_file(str(temporary), f"{self._root}/{name}")
                else:
                    temporary.replace(self._local / name)
        finally:
            temporary.unlink(missing_ok=True)

    def write(self, name: str, data: bytes) -> None:
        """Write a small file."""
        with self.file(name) as stream:
            stream.write(data)

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        with self._told("written"), suppress(FileNotFoundError):
            self._files.rm_file(f"{self._root}/{name}")

    def clear(self) -> None:
        """Remove what workers that died left half written."""
        for path in () if self._local is None else (self._local / HIDDEN).glob("*.tmp"):
            path.unlink(missing_ok=True)

    @contextmanager
    def _told(self, done: str) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            raise InputError(self._url, f"cannot be {done}: {reason(error)}") from None


def _protocols(files: Any) -> tuple[str, ...]:
    return (files.protocol,) if isinstance(files.protocol, str) else tuple(files.protocol)


def written(stream: Any) -> Written:
    """Length and digest of a file, from its stream."""
    stream.seek(0)
    digest = file_digest(stream, "sha256").hexdigest()
    return Written(stream.seek(0, 2), digest)
