"""What only ``anonymize`` needs: the key, a folder without names, and the table of pseudonyms."""

import csv
import io
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from kontari.anonymity import Named
from kontari.commands.converting import Record
from kontari.commands.terminal import misuse, output
from kontari.record.streams import InputError, bytes_of, reason_of
from kontari.record.writing import pretty


class Folder:
    """A file a record in a folder, named by the hash of what is written: nothing of the old name is left."""

    def __init__(self, path: str, sources: Iterable[str]) -> None:
        self._folder = Path(path)
        self._names: dict[str, int] = {}
        for source in map(Path, sources):
            if source.is_dir() and self._folder.resolve().is_relative_to(source.resolve()):
                raise InputError(path, f"lies in {source}, which is read here")
        if self._folder.exists() and not self._folder.is_dir():
            raise InputError(path, "is no folder")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(path, f"cannot be made: {reason_of(error)}") from None

    def record(self, record: Record, source: str) -> None:
        text = pretty(record["game"], record)
        name = sha256(text.encode()).hexdigest()[:16]
        self._names[name] = again = self._names.get(name, 0) + 1
        ending = f"-{again}" if again > 1 else ""
        with output(str(self._folder / f"{name}{ending}.{record['game']}.json")) as stream:
            stream.write(text)

    def end(self) -> None:
        pass


def names_folder(output: str | None) -> bool:
    """Whether ``-o`` names a folder: one that is there, or a name that ends in a slash."""
    return output is not None and (output.endswith(("/", "\\")) or Path(output).is_dir())


def secret(key: str | None, key_file: str | None) -> bytes:
    """The key of the pseudonyms; a usage error where there is none, or two.

    Raises InputError where the file cannot be read.
    """
    if key is not None and key_file is not None:
        misuse("--key or --key-file, not both")
    if key is None and key_file is None:
        misuse(
            "no key: give --key-file FILE or --key KEY. Names are few and can be tried one by one, so that a pseudonym "
            "is only as secret as the key it is made with; there is no default one"
        )
    found = key.encode("utf-8", "surrogateescape") if key is not None else _read(key_file or "")
    if not found:
        misuse("the key is empty; take a long random text that you keep to yourself")
    return found


def _read(path: str) -> bytes:
    return bytes_of(path).rstrip(b"\r\n")


def table(given: Iterable[Named]) -> str:
    """The table of pseudonyms as CSV: who is behind each."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(Named._fields)
    writer.writerows(given)
    return out.getvalue()
