"""Verdicts laid out: one file a format, and the register of formats."""

from collections.abc import Callable
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
}


NOT_OVER = "unfinished: the match is not over"


class Look(NamedTuple):
    """How text may look: colour or not, the width of the terminal, and how much to say.

    complete: whether that a match is not over is to be said.
    """

    colour: bool = False
    width: int = 100
    verbose: bool = False
    max_findings: int | None = None
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


class Renderer(Protocol):
    """Lays out verdicts one by one; each method gives text to be printed, perhaps empty."""

    summary_apart: bool
    """Whether the summary goes to standard error, so that the output stays readable by machine."""

    def begin(self) -> str: ...
    def verdict(self, judged: Judged) -> str: ...
    def end(self) -> str: ...


def renderer(name: str, look: Look) -> Renderer:
    """The renderer of a format. Raises KeyError for a format that is not registered."""
    made: Renderer = import_module(FORMATS[name]).Renderer(look)
    return made
