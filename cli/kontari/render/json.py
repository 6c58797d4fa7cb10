"""One JSON document: an array of verdicts."""

import json

from kontari.render import Judged, Look


class Renderer:
    summary_apart = True

    def __init__(self, look: Look) -> None:
        self._any = False

    def begin(self) -> str:
        return "["

    def verdict(self, judged: Judged) -> str:
        text = json.dumps(judged.verdict.data(), ensure_ascii=False, indent=2)
        before = ",\n" if self._any else "\n"
        self._any = True
        return before + text

    def end(self) -> str:
        return "\n]\n" if self._any else "]\n"
