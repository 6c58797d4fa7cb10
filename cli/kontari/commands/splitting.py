"""Records written to many files of one folder, of which few are open at a time."""

import re
import shutil
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import BinaryIO

from kontari.commands.own_records import Record
from kontari.commands.terminal import known, misuse
from kontari.record.streams import InputError, Item, inputs
from kontari.record.writing import one_line, pretty
from kontari.sifting.groups import GROUPS, FileNames, folded, source_stem

BY = ("record", *GROUPS, "count=N")
MOST_OPEN = 64
"""How many files are open at a time; a system allows a few hundred."""

_UNFINISHED = ".part"
"""What names end in until all is written: no folder that is read at the same time takes them for records."""

Names = Callable[[Item, Record], Iterable[str]]


def naming(by: str) -> Names:
    """The names of the files to which a record goes. Ends with a usage error where ``by`` is no grouping."""
    found = re.fullmatch(r"count=([0-9]{1,12})", by)
    if found is not None:
        size = int(found[1])
        if not size:
            misuse("--by count=N puts N records into a file; N is 1 or more")
        return _parts(size)
    if by.startswith("count"):
        misuse("--by count=N puts N records into a file, such as --by count=1000")
    known(by, BY, "grouping")
    if by == "record":
        return _Numbered()
    names, keys = FileNames(f"no-{by}"), GROUPS[by]
    return lambda item, record: [f"{names.of(key)}.jsonl" for key in keys(record)]


def _parts(size: int) -> Names:
    written = 0

    def names(item: Item, record: Record) -> list[str]:
        nonlocal written
        written += 1
        return [f"part-{(written - 1) // size + 1:06}.jsonl"]

    return names


class _Numbered:
    """``STEM-000001.GAME.json``: the number of the record in its source; where sources share a stem it goes on."""

    def __init__(self) -> None:
        self._used: dict[str, int] = {}
        self._source, self._last, self._before = "", 0, 0

    def __call__(self, item: Item, record: Record) -> list[str]:
        stem = source_stem(item.source)
        if item.source != self._source or item.number <= self._last:
            self._before = self._used.get(folded(stem), 0)
        self._source, self._last = item.source, item.number
        number = self._used[folded(stem)] = self._before + item.number
        return [f"{stem}-{number:06}.{record['game']}.json"]


class Folder:
    """A folder in which files appear when all of them are written, or none.

    sources: what is read, which is never written over. Raises InputError where the folder cannot be
    made, and where it holds such a file already, unless ``force``.
    """

    def __init__(self, path: str, force: bool, sources: Iterable[str]) -> None:
        self._path = Path(path)
        self._force = force
        self._sources = sources
        self._open: OrderedDict[str, BinaryIO] = OrderedDict()
        self.files = 0

    def __enter__(self) -> "Folder":
        try:
            self._path.mkdir(parents=True, exist_ok=True)
            self._unfinished = Path(mkdtemp(dir=self._path, prefix=".kontari-"))
        except OSError as error:
            reason = "is a file" if self._path.is_file() else (error.strerror or str(error)).lower()
            raise InputError(str(self._path), f"cannot be written to: {reason}") from None
        return self

    def write(self, names: Iterable[str], record: Record) -> None:
        """Add a record to files: to a ``.json`` file as all of it, to a ``.jsonl`` file as a line."""
        for name in names:
            text = (pretty if name.endswith(".json") else one_line)(record["game"], record)
            self._stream(name).write(text.encode())

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            while self._open:
                self._open.popitem()[1].close()
            if kind is None:
                self._finish()
        finally:
            shutil.rmtree(self._unfinished, ignore_errors=True)

    def _stream(self, name: str) -> BinaryIO:
        """The open file of that name; the one that was not written to for longest makes room for it."""
        if name not in self._open:
            while len(self._open) >= MOST_OPEN:
                self._open.popitem(last=False)[1].close()
            path = self._unfinished / (name + _UNFINISHED)
            if not path.exists():
                self._refuse(name)
                self.files += 1
            self._open[name] = path.open("ab")
        self._open.move_to_end(name)
        return self._open[name]

    def _refuse(self, name: str) -> None:
        target = self._path / name
        if target.is_dir():
            raise InputError(str(target), "is a folder")
        if target.exists() and not self._force:
            raise InputError(str(target), "is there already; --force writes over it")

    def _finish(self) -> None:
        """Give all files their places; before the first, see that each has one."""
        read = set()
        if self._force:
            read = {_same(path) for path in inputs(self._sources) if isinstance(path, str) and Path(path).exists()}
        for name in self._written():
            self._refuse(name)
            target = self._path / name
            if read and target.exists() and _same(str(target)) in read:
                raise InputError(str(target), "is read here; nothing is written in place")
        for name in self._written():
            (self._unfinished / (name + _UNFINISHED)).replace(self._path / name)

    def _written(self) -> Iterator[str]:
        return (path.name.removesuffix(_UNFINISHED) for path in self._unfinished.iterdir())


def _same(path: str) -> tuple[int, int]:
    """What two names of the same file share."""
    found = Path(path).stat()
    return found.st_dev, found.st_ino
