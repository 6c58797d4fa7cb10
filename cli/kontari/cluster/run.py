"""A plan carried out by workers: lines counted, parts judged, a summary written."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

from kontari.cluster.folder import Folder
from kontari.cluster.inputs import Input
from kontari.cluster.judging import tally_data, tally_of
from kontari.cluster.parts import Entry, Part, judge_part, kept
from kontari.cluster.plan import Plan, difference
from kontari.cluster.shares import count
from kontari.examination import JUDGE
from kontari.record.pieces import Lines
from kontari.record.streams import InputError
from kontari.tally import Tally

PLAN, SUMMARY = "_plan.json", "_summary.json"

T = TypeVar("T")
R = TypeVar("R")


class Workers(Protocol):
    """Those who work: each task is done at least once, and its result or failure is given once, in any order."""

    def each(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[tuple[int, R | BaseException]]: ...


class ClusterRun:
    """One run of a plan into a folder. ``entries`` are those of the parts, by number; failed ones have a ``problem``.

    kept: how many parts an earlier run had finished.
    """

    def __init__(self, plan: Plan, folder: str, *, resume: bool, debug: bool = False) -> None:
        self._plan = plan
        self._folder = Folder(folder)
        self._name = folder
        self._resume = resume
        self.parts = [
            Part(folder, file, plan.form, share, JUDGE, plan.max_bytes, debug) for file, share in plan.parts()
        ]
        self.entries: dict[int, Entry] = {}
        self.kept = 0
        self.tally = Tally()

    def check(self) -> None:
        """Raise InputError where the folder holds anything else than parts of this plan that are to be kept."""
        there = self._folder.names()
        if PLAN in there:
            if not self._resume:
                raise InputError(
                    self._name, "holds a run already; --resume continues it, another folder takes a new one"
                )
            try:
                differs = difference(self._plan.data(), json.loads(self._folder.read(PLAN) or b""))
            except (ValueError, TypeError, KeyError, AttributeError):
                differs = f"{PLAN} is damaged"
            if differs is not None:
                raise InputError(self._name, f"holds a run that cannot be continued: {differs}")
        elif there:
            raise InputError(self._name, "is not empty")

    def work(self, workers: Workers, done: Callable[[int, int], None]) -> None:
        """Judge what is not judged yet. ``done`` is told of how many bytes and records a part was."""
        self._folder.make()
        self._folder.write(PLAN, _document(self._plan.data()))
        self._folder.remove(SUMMARY)
        if self._resume:
            for number, entry in workers.each(kept, self.parts):
                if isinstance(entry, dict):
                    self.entries[number] = entry
        self.kept = len(self.entries)
        left = [number for number in range(len(self.parts)) if number not in self.entries]
        tasks = self._numbered(workers, left)
        for index, entry in workers.each(judge_part, tasks):
            number = left[index]
            self.entries[number] = self._failed(number, entry) if isinstance(entry, BaseException) else entry
            done(self.entries[number].get("bytes", 0), self.entries[number].get("records", 0))

    def _numbered(self, workers: Workers, numbers: Sequence[int]) -> list[Part]:
        """These parts, with the lines that stand before them in their inputs."""
        after: dict[Input, int] = {}  # up to which byte the lines of an input must be counted
        for number in numbers:
            first = self.parts[number].share[0]
            if first.start:
                after[first.input] = max(first.start, after.get(first.input, 0))
        stretches = [
            stretch for part in self.parts for stretch in part.share if stretch.start < after.get(stretch.input, 0)
        ]
        counted: dict[int, Lines | str] = {}
        for index, lines in workers.each(count, stretches):
            counted[index] = f"cannot be counted: {lines}" if isinstance(lines, BaseException) else lines
        sums: dict[tuple[Input, int], Lines | str] = {}
        for index, stretch in enumerate(stretches):
            before, here = sums.get((stretch.input, stretch.start), Lines()), counted[index]
            sums[stretch.input, stretch.end] = (
                before if isinstance(before, str) else here if isinstance(here, str) else before.plus(here)
            )
        return [_behind(self.parts[number], sums) for number in numbers]

    def _failed(self, number: int, error: BaseException) -> Entry:
        """The entry of a part that could not be judged; nothing of it is left in the folder."""
        part = self.parts[number]
        if part.debug and not isinstance(error, InputError):
            raise error
        self._folder.remove(part.file)
        ours = not isinstance(error, (InputError, OSError))
        problem = f"{type(error).__name__}: {error}" if ours else str(error)
        return {"file": part.file, "problem": problem, "ours": ours, "of": [one.data() for one in part.share]}

    def end(self, unreadable: Sequence[str]) -> dict[str, Any]:
        """Write the summary. ``unreadable``: what could not even be planned for."""
        entries = [self.entries[number] for number in sorted(self.entries)]
        good = [entry for entry in entries if "problem" not in entry]
        for entry in good:
            self.tally.add(tally_of(entry))
        summary = {
            **self._plan.data(),
            **tally_data(self.tally),
            "unreadable": list(unreadable),
            "parts": good,
            "failed": [entry for entry in entries if "problem" in entry],
        }
        self._folder.write(SUMMARY, _document(summary))
        self._folder.clear()
        return summary

    def empty(self) -> list[str]:
        """The names of the inputs that were read and hold no records."""
        seen: Counter[str] = Counter()
        for entry in self.entries.values():
            for one in entry["of"]:
                # What could not be read is not known to be empty.
                seen[one["source"]] += one.get("records", 1) or bool(entry.get("unreadable", True))
        return [one.name for one in self._plan.inputs if not seen[one.name]]


def _behind(part: Part, sums: dict[tuple[Input, int], Lines | str]) -> Part:
    """The part with the lines that stand before its first stretch."""
    first = part.share[0]
    return part._replace(before=sums.get((first.input, first.start), Lines()))


def _document(data: dict[str, Any]) -> bytes:
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "backslashreplace")
