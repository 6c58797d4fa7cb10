"""One verdict a line."""

import json

from kontari.render import Judged, Look


class Renderer:
    summary_apart = True

    def __init__(self, look: Look) -> None:
        pass

    def begin(self) -> str:
        return ""

    def verdict(self, judged: Judged) -> str:
        return json.dumps(judged.verdict.data(), ensure_ascii=False) + "\n"

    def end(self) -> str:
        return ""
