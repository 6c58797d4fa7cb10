"""A tournament as the command line names it: its document, what was played, and what was found."""

import gc
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import NoReturn

import typer

from kontari.codes import rule
from kontari.commands.running import Run
from kontari.commands.terminal import known, misuse, trouble
from kontari.examination import examine_item
from kontari.games import part
from kontari.record.document import DocumentError
from kontari.record.reading import MAX_BYTES
from kontari.record.streams import InputError, byte_lines, bytes_of
from kontari.status import Status
from kontari.tournament.attachments import attachment_findings
from kontari.tournament.checks import document_findings
from kontari.tournament.collect import Collected, NotVerdictsError, Played, collect, is_verdict, played, read_verdicts
from kontari.tournament.document import document_of, is_document, places, read_document
from kontari.tournament.draft import draft
from kontari.tournament.model import Document, Finding, Results, SheetResult, Stage, Standings
from kontari.tournament.presets import PRESETS
from kontari.tournament.rank import standings
from kontari.tournament.results import results
from kontari.tournament.rules import told
from kontari.tournament.sheets import options_in_force, read_sheets

_UNUSABLE = ("TRN-S03", "TRN-S19")
"""What makes a table impossible: a criterion that does not fit, a win that is worth nothing."""


@dataclass(frozen=True)
class Inputs:
    """What the command line names beside the words themselves."""

    sheets: Sequence[str] = ()
    verdicts: Sequence[str] = ()
    encoding: str | None = None
    game: str | None = None
    preset: str | None = None
    max_bytes: int = MAX_BYTES
    debug: bool = False

    def sources(self, paths: Sequence[str] | None) -> Sequence[str]:
        """All that is read, with the words themselves; nothing is written there."""
        return (*(paths or ()), *self.sheets, *self.verdicts)


@dataclass
class Tournament:
    """A document with everything that is known of its results. ``path`` and ``data``: None where it was drafted."""

    document: Document
    path: str | None
    data: bytes | None
    collected: Collected
    findings: list[Finding]
    status: Status = Status.FINE
    _tables: dict[tuple[str, int | None], tuple[Results, Standings]] = field(default_factory=dict)
    _begun: set[str] = field(default_factory=set)
    """Stages whose table is being made: a play-off that waits for one of them decides nothing."""

    def stage(self, id_: str | None) -> Stage:
        """The stage of that id; where none is named, the last one that has a result, else the first."""
        if id_ is not None:
            known(id_, [one.id for one in self.document.stages], "stage")
            return self.document.stage(id_)
        stages = self.document.stages
        begun = {stage for (stage, _, _), one in self.collected.results.items() if one.counts}
        return next((one for one in reversed(stages) if one.id in begun), stages[0])

    def table(self, stage: Stage, after: int | None = None) -> tuple[Results, Standings]:
        """What the rounds of a stage were, and its standings."""
        key = stage.id, after
        if key not in self._tables:
            made = results(self.document, stage, self.collected, after)
            named = {one.stage for one in stage.tie_breaks if one.by == "play-off" and one.stage is not None}
            self._begun.add(stage.id)
            others = [
                self.table(other)[1]
                for other in self.document.stages
                if other.id in named and other.id not in self._begun
            ]
            self._begun.discard(stage.id)
            self._tables[key] = made, standings(self.document, made, others)
        return self._tables[key]

    def seated(self, stage: Stage, before: int) -> Results:
        """The rounds of a stage before one that is to be paired; matches still to be played are meetings, too."""
        return results(self.document, stage, self.collected, before - 1, planned=True)


def load(words: Sequence[str], wanted: Inputs, *, needs_document: bool = False) -> Tournament:
    """The tournament that the words name: a document, if the first is one, and records.

    A document that cannot be used is told of, and ends the command. Raises InputError.
    """
    # Much is made here and nothing thrown away; looking for garbage would take a third of the time.
    gc.disable()
    _refuse_nothing(words, wanted)
    path, data = _document(words[0]) if words else (None, None)
    if data is None and needs_document:
        raise InputError(words[0] if words else "-", "is no tournament document; kontari tournament draft makes one")
    checked_preset(wanted.preset)
    run, found = _one_by_one(words[1:] if path is not None else words, wanted)
    if data is None:
        found = tuple(found)
        document = _drafted(found, wanted)
    else:
        assert path is not None
        document = _read(path, data, wanted.max_bytes)
    findings = document_findings(document)
    unfit = [one for one in findings if one.code in _UNUSABLE]
    if unfit:
        _unusable(told_lines(unfit, path, data))
    if path is not None:
        findings += attachment_findings(document, Path(path).resolve().parent)
    results_of_sheets: list[SheetResult] = []
    for name in wanted.sheets:
        read, wrong = read_sheets(bytes_of(name), name, document, wanted.encoding, _options(document))
        results_of_sheets += read
        findings += wrong
    collected = collect(document, found, results_of_sheets)
    return Tournament(document, path, data, collected, [*findings, *collected.findings], run.status)


def all_played(paths: Sequence[str], wanted: Inputs) -> tuple[list[Played], Status]:
    """What was played, as verdicts say: of records, which are judged now, and of verdicts that were written earlier."""
    _refuse_nothing(paths, wanted)
    run, found = _one_by_one(paths, wanted)
    return list(found), run.status


def _refuse_nothing(words: Sequence[str], wanted: Inputs) -> None:
    if not words and not wanted.verdicts:
        misuse("there is nothing to read: name a tournament document, records, or --verdicts")


def _one_by_one(paths: Sequence[str], wanted: Inputs) -> tuple[Run, Iterable[Played]]:
    """The same one after another, and the run whose status is known when all were taken."""
    run = Run(paths, None, wanted.max_bytes, debug=wanted.debug)
    return run, chain(_judged(run, wanted.max_bytes), _said(wanted.verdicts))


def checked_preset(name: str | None) -> None:
    """A usage error for a list of criteria that there is not."""
    if name is not None:
        known(name, PRESETS, "list of criteria")


def read_only(path: str, max_bytes: int = MAX_BYTES) -> Tournament:
    """A document alone, without records; like ``load``."""
    return load([path], Inputs(max_bytes=max_bytes), needs_document=True)


def _options(document: Document) -> dict[str, object]:
    rules = part(document.game, "options")
    return options_in_force(document, rules.DEFAULTS, rules.PRESETS)


def _document(word: str) -> tuple[str | None, bytes | None]:
    """A word that names a document, and its text; nothing of what is a record, a folder, a glob."""
    path = Path(word)
    if word == "-" or not path.is_file() or path.suffix not in (".json", ""):
        return None, None
    data = bytes_of(word)
    return (word, data) if is_document(data) else (None, None)


def _read(path: str, data: bytes, max_bytes: int) -> Document:
    try:
        return read_document(data, max_bytes)
    except DocumentError as error:
        _unusable([f"{path}:{one.line}:{one.column}: {one.code} {one.message}" for one in error.findings])


def told_lines(findings: Sequence[Finding], path: str | None, data: bytes | None) -> Iterator[str]:
    """A line for each finding, with its place in the document, if there is one."""
    where = {} if data is None else places(data, [one.pointer for one in findings if one.pointer])
    for one in findings:
        place = one.place or ""
        if one.pointer in where:
            line, column = where[one.pointer]
            place = f"{path}:{line}:{column}" + (f": {place}" if place else "")
        yield f"{place + ': ' if place else ''}{rule(one.code).severity} {one.code} {told(one)}"


def _unusable(lines: Iterable[str]) -> NoReturn:
    for line in lines:
        trouble(line)
    raise typer.Exit(Status.FINDINGS)


def _drafted(found: Sequence[Played], wanted: Inputs) -> Document:
    try:
        document = document_of(draft(found, wanted.game, wanted.preset))
    except ValueError as error:
        misuse(f"without a document one is drafted from the records, but {error}")
    stages = ", ".join(f"{one.id} ({one.system})" for one in document.stages)
    records = f"{len(found)} record{'' if len(found) == 1 else 's'}"
    trouble(
        f"no document; drafted from {records}: {document.name}, {len(document.participants)} participants, "
        f"stage {stages} (kontari tournament draft shows it)"
    )
    return document


def _judged(run: Run, max_bytes: int) -> Iterator[Played]:
    mistaken: set[str] = set()
    for item in run.items():
        with run.guarded(item):
            verdict = examine_item(item, max_bytes)
            if verdict.verdict != "malformed" or not is_verdict(item.data):
                yield played(verdict)
            elif item.source not in mistaken:
                mistaken.add(item.source)
                where = f"{item.source}:{item.line}"
                run.tell(f"{where}: this is a verdict, not a record: --verdicts {item.source}", Status.FINDINGS)


def _said(paths: Sequence[str]) -> Iterator[Played]:
    for path in paths:
        try:
            yield from read_verdicts(byte_lines(path))
        except NotVerdictsError as error:
            raise InputError(path, str(error)) from None
