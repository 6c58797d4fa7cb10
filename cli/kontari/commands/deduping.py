"""Records written once, and a report of the others."""

import os
from collections.abc import Callable, Iterable
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any, TextIO

from kontari.commands.listing import Listing
from kontari.commands.own_records import OwnRecords, Record, counted
from kontari.commands.terminal import misuse
from kontari.printable import printable
from kontari.record.streams import InputError, Item, inputs
from kontari.record.writing import one_line
from kontari.sifting.duplicates import KINDS, PREFIX, Beginnings, Place, Seen
from kontari.sifting.hashes import beginnings


def report_form(report: str | None, form: str | None, output: str | None) -> str:
    """The form of the report: the one given, else by its name. Ends with a usage error where it has no place."""
    if report is None:
        if form is not None:
            misuse("--report-format is the form of --report FILE, which is missing")
        return "text"
    if report == output or (output is not None and "-" not in (report, output) and _same_file(report, output)):
        misuse("records and report cannot go to the same place; give -o and --report files of their own")
    return form or {".json": "json", ".jsonl": "jsonl"}.get(Path(report).suffix, "text")


class Deduping:
    """Tells duplicates from the records that are kept; ``duplicates`` counts them.

    paths: what is read. reader: makes a run over it. records: where those kept go, None for nowhere.
    """

    def __init__(
        self, paths: Iterable[str], reader: Callable[[], OwnRecords], records: TextIO | None, report: Listing | None
    ) -> None:
        self._paths = paths
        self._reader = reader
        self._records = records
        self._report = report
        self.duplicates = 0

    def run(self, by: str) -> OwnRecords:
        """One run over the records, and its counts. Raises InputError where it takes several and the input but one."""
        if by == PREFIX:
            found = self._beginnings()
            return self._keep(by, lambda record, place: found.longer(beginnings(record)))
        seen, key = Seen(), KINDS[by]
        return self._keep(by, lambda record, place: seen.before(key(record), place))

    def _beginnings(self) -> Beginnings:
        """Which plays begin others: two runs ahead of the one that writes, which tells what was wrong."""
        for path in inputs(self._paths):
            if isinstance(path, str) and not Path(path).is_file():
                raise InputError(path, "can be read once only, and --by prefix reads it again; write it to a file")
        found = Beginnings()
        for note in (found.note, found.compare):
            with Path(os.devnull).open("w") as nowhere, redirect_stderr(nowhere):
                self._reader().each(lambda item, record, note=note: note(beginnings(record), _place(item)))  # type: ignore[misc]
        return found

    def _keep(self, by: str, original: Callable[[Record, Place], Place | None]) -> OwnRecords:
        def work(item: Item, record: Record) -> None:
            place = _place(item)
            kept = original(record, place)
            if kept is not None:
                self.duplicates += 1
                if self._report is not None:
                    self._report.add({**place._asdict(), "by": by, "of": kept._asdict()})
            elif self._records is not None:
                self._records.write(one_line(record["game"], record))

        run = self._reader()
        run.each(work)
        if self._report is not None:
            self._report.end(f"{counted(self.duplicates, 'duplicate')} among {counted(run.records, 'record')}")
        return run


def _same_file(one: str, other: str) -> bool:
    return Path(one).resolve() == Path(other).resolve()


def words(entry: dict[str, Any]) -> str:
    """A duplicate as a line of text."""
    said = "its play begins that of" if entry["by"] == PREFIX else f"the same {entry['by']} as"
    return f"{_where(entry)}: {said} {_where(entry['of'])}"


def _where(place: dict[str, Any]) -> str:
    return f"{printable(place['source'])}:{place['line']}: record {place['record']}"


def _place(item: Item) -> Place:
    return Place(item.source, item.number, item.line)
