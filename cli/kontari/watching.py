"""What is asked of every record beside its verdict: promises, a baseline, a quarantine."""

from typing import NamedTuple

from kontari.baseline import Mark, marks
from kontari.core.verdict import Verdict
from kontari.promises.checks import Watch
from kontari.promises.reading import Promises
from kontari.quarantine import put_aside
from kontari.record.streams import InputError, Item


class Asked(NamedTuple):
    """promises: what is promised. known: the findings of a baseline. quarantine: the folder of offending records.

    collects: whether the marks of all findings are wanted, for a new baseline.
    """

    promises: Promises | None = None
    known: frozenset[Mark] = frozenset()
    quarantine: str | None = None
    collects: bool = False

    @property
    def in_order(self) -> bool:
        """Whether records must be seen one after the other, by one process."""
        return self.promises is not None and "once" in self.promises.required


class Noted(NamedTuple):
    """Of one record: how many of its findings were known, the marks of all of them, and what could not be done."""

    known: int = 0
    marks: tuple[Mark, ...] = ()
    trouble: str | None = None


class Watching:
    """Asks all that of one record after the other."""

    def __init__(self, asked: Asked, max_bytes: int) -> None:
        self._asked = asked
        self._watch = None if asked.promises is None else Watch(asked.promises)
        self._max_bytes = max_bytes

    def look(self, item: Item, verdict: Verdict) -> Noted:
        """Add what breaks a promise to the findings of a record, and take away what is known."""
        asked = self._asked
        if self._watch is not None:
            verdict.findings = [*verdict.findings, *self._watch.findings(item, verdict, self._max_bytes)]
        marked = list(marks(verdict))
        known = [one for one, mark in marked if mark in asked.known]
        if known:
            verdict.findings = [one for one in verdict.findings if one not in known]
        trouble = None
        if asked.quarantine is not None and verdict.errors():
            trouble = self._put_aside(asked.quarantine, item, verdict)
        return Noted(len(known), tuple(mark for _, mark in marked) if asked.collects else (), trouble)

    def _put_aside(self, folder: str, item: Item, verdict: Verdict) -> str | None:
        if item.fault is not None:
            return f"{item.source}:{item.line}: not put aside, since it could not be read whole"
        try:
            put_aside(folder, item, verdict.game)
        except InputError as error:
            return str(error)
        return None
