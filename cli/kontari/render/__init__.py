"""Verdicts laid out: one file a format, and the register of formats."""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, Protocol

from kontari.core.verdict import Finding, Verdict

if TYPE_CHECKING:
    from kontari.told import Told

FORMATS = {
    "text": "kontari.render.text",
    "json": "kontari.render.json",
    "jsonl": "kontari.render.jsonl",
    "github": "kontari.render.github",
    "sarif": "kontari.render.sarif",
    "junit": "kontari.render.junit",
}


NOT_OVER = "unfinished: the match is not over"


class Look(NamedTuple):
    """How text may look: colour or not, the width of the terminal, and how much to say.

    complete: whether that a match is not over is to be said.
    """

    colour: bool = False
    width: int = 100
    verbose: bool = False
    complete: bool = False


class Judged(NamedTuple):
    """A verdict with what a rendering for people wants beside it."""

    verdict: Verdict
    text: bytes
    first_line: int
    told: "Callable[[Finding], Told]"

    def unfinished(self, look: Look) -> bool:
        """Whether it is to be said that the match is not over."""
        return look.complete and self.verdict.verdict == "unfinished"


class Shown(NamedTuple):
    """One verdict laid out: what stands ahead of its findings, the findings, what stands behind them."""

    before: str = ""
    findings: Sequence[str] = ()
    after: str = ""


class Frame(NamedTuple):
    """What stands at the beginning and the end of the output, and before, between and behind verdicts if there are any.

    kept_back: what is said of findings that were not shown, with ``{}`` for their number.
    """

    begin: str = ""
    before: str = ""
    between: str = ""
    behind: str = ""
    end: str = ""
    kept_back: str = ""


class Renderer(Protocol):
    """Lays out verdicts, each apart from all others; ``Page`` puts them together."""

    frame: Frame
    summary_apart: bool
    """Whether the summary goes to standard error, so that the output stays readable by machine."""

    def verdict(self, judged: Judged, most: int | None) -> Shown:
        """One verdict, with so many of its findings; with all of them where ``most`` is None."""


def renderer(name: str, look: Look) -> Renderer:
    """The renderer of a format. Raises KeyError for a format that is not registered."""
    made: Renderer = import_module(FORMATS[name]).Renderer(look)
    return made


class Page:
    """Verdicts laid out, put together; each method gives text to be printed, perhaps empty.

    most: how many findings are shown; all where it is None. ``left``: how many of them still are.
    """

    def __init__(self, frame: Frame, most: int | None) -> None:
        self._frame = frame
        self._any = False
        self._shown = 0
        self.left = most

    def begin(self) -> str:
        return self._frame.begin

    def verdicts(self, text: str) -> str:
        """Verdicts that come next, all that is between them included."""
        before = self._frame.between if self._any else self._frame.before
        self._any = True
        return before + text

    def finding(self, text: str) -> str:
        """A finding that comes next, where not all are shown."""
        if not self.left:
            return ""
        self.left -= 1
        self._shown += 1
        return text

    def end(self, findings: int) -> str:
        """The end, where there were so many findings."""
        behind = self._frame.behind if self._any else ""
        kept_back = "" if self.left is None or findings == self._shown else self._frame.kept_back
        return behind + self._frame.end + kept_back.format(findings - self._shown)
