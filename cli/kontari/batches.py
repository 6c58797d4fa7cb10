"""Records judged and laid out, some at a time: what one process does of a run, apart from all others.

Nothing here depends on what came before, so that whoever puts the parts together in the order of the
input has the same as if all had been judged in one go.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from kontari.core.verdict import Finding, Verdict
from kontari.examination import examine_item
from kontari.inputs import Trouble
from kontari.our_fault import named, our_fault
from kontari.record.streams import Item
from kontari.render import Judged, Look, Renderer, Shown, renderer
from kontari.status import Status
from kontari.tally import Tally

if TYPE_CHECKING:
    from kontari.baseline import Mark
    from kontari.told import Told
    from kontari.watching import Asked, Noted, Watching


class FindingText(NamedTuple):
    """A finding laid out, where only so many are to be shown."""

    text: str


Said = str | FindingText | Trouble


class Manner(NamedTuple):
    """How records are judged and laid out.

    format: one of ``render.FORMATS``, or None to lay nothing out. asked: what is asked beside the verdicts.
    """

    format: str | None
    look: Look
    max_bytes: int
    debug: bool = False
    asked: "Asked | None" = None


@dataclass(slots=True)
class Part:
    """What came of some records in a row: what is to be said, in order, and the counts.

    reads: how many records and troubles it covers. known: findings of a baseline, which are not among the others.
    marks: of all findings, for a new baseline.
    """

    said: list[Said] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    reads: int = 0
    known: int = 0
    marks: "list[Mark]" = field(default_factory=list)


Seen = Callable[[Item, Verdict], None]
"""Is shown a record and the verdict on it."""

_LARGE = 2**20
_LATE = 0.25


def parts(
    those: Iterable[Item | Trouble],
    manner: Manner,
    left: Callable[[], int | None] = lambda: None,
    most: int = 1,
    seen: Seen | None = None,
) -> Iterator[Part]:
    """Judge records and lay the verdicts out.

    left: how many findings are still to be shown, where not all are; a part has no more of them.
    most: how many records a part covers at most; it covers fewer where its text is long or they took long.
    seen: is shown each verdict before it is laid out and counted, and may change its findings.

    A fault of ours at a record is told as trouble; with ``manner.debug`` it is raised as it is.
    """
    layout = None if manner.format is None else renderer(manner.format, manner.look)
    watching = _watching(manner)
    draft = None
    for one in those:
        if draft is None:
            draft = _Draft(manner, layout, left(), seen, watching)
        draft.add(one)
        if draft.part.reads >= most or draft.size > _LARGE or time.monotonic() - draft.begun > _LATE:
            yield draft.finished()
            draft = None
    if draft is not None:
        yield draft.finished()


def _watching(manner: Manner) -> "Watching | None":
    if manner.asked is None:
        return None
    from kontari.watching import Watching

    return Watching(manner.asked, manner.max_bytes)


class _Draft:
    """A part that is being made; ``size`` is how many characters were laid out for it."""

    def __init__(
        self,
        manner: Manner,
        layout: Renderer | None,
        left: int | None,
        seen: Seen | None,
        watching: "Watching | None",
    ) -> None:
        self.part = Part()
        self.size = 0
        self.begun = time.monotonic()
        self._manner = manner
        self._layout = layout
        self._left = left
        self._seen = seen
        self._watching = watching
        self._texts: list[str] = []

    def add(self, one: Item | Trouble) -> None:
        self.part.reads += 1
        if isinstance(one, Trouble):
            self._say(one)
            return
        try:
            self._judge(one)
        except Exception as error:
            if self._manner.debug:
                raise
            self._say(Trouble(our_fault(error, named(one)), Status.OURS))

    def _judge(self, item: Item) -> None:
        max_bytes = self._manner.max_bytes
        verdict = examine_item(item, max_bytes)
        if self._seen is not None:
            self._seen(item, verdict)
        if self._watching is not None:
            self._watch(self._watching.look(item, verdict))
        if self._layout is not None:

            def told(finding: Finding) -> "Told":
                from kontari.library import read
                from kontari.told import Told, told

                # Only the one illegal move of a record has a place in the play.
                if finding.move is None:
                    return Told()
                return told(read(item.data, max_bytes=max_bytes, notation=item.notation), finding)

            self._show(self._layout.verdict(Judged(verdict, item.data, item.line, told), self._left))
        self.part.tally.count(verdict, len(item.data))

    def _watch(self, noted: "Noted") -> None:
        self.part.known += noted.known
        self.part.marks += noted.marks
        if noted.trouble is not None:
            self._say(Trouble(noted.trouble, Status.UNUSABLE))

    def _show(self, shown: Shown) -> None:
        if self._left is None:
            self._text(shown.before + "".join(shown.findings) + shown.after)
            return
        self._left -= len(shown.findings)
        self._text(shown.before)
        for finding in shown.findings:
            self.size += len(finding)
            self._say(FindingText(finding))
        self._text(shown.after)

    def _text(self, text: str) -> None:
        if text:
            self._texts.append(text)
            self.size += len(text)

    def _say(self, said: Said) -> None:
        self._join()
        self.part.said.append(said)

    def _join(self) -> None:
        if self._texts and self._layout is not None:
            self.part.said.append(self._layout.frame.between.join(self._texts))
            self._texts = []

    def finished(self) -> Part:
        self._join()
        return self.part
