"""One verdict a line."""

import json

from kontari.render import Frame, Judged, Look, Shown


class Renderer:
    frame = Frame()
    summary_apart = True

    def __init__(self, look: Look) -> None:
        pass

    def verdict(self, judged: Judged, most: int | None) -> Shown:
        return Shown(json.dumps(judged.verdict.data(), ensure_ascii=False) + "\n")
