"""Whether views agree with the full record, as text and as data."""

import json
from typing import Any, NamedTuple

from kontari.agreement import Disagreement, Fit
from kontari.games import part
from kontari.library import Record
from kontari.printable import printable
from kontari.render.people import printable_names


class View(NamedTuple):
    """A view that was held against the full record: where it was read (``number`` from 1), and how it fits."""

    source: str
    number: int
    fit: Fit

    @property
    def agrees(self) -> bool:
        return not self.fit.findings


class Full(NamedTuple):
    """The full record, and where it was read."""

    source: str
    number: int
    record: Record


class TextViews:
    """A line a view, with a line for each place where it does not agree; and one line that sums up."""

    def __init__(self, full: Full) -> None:
        self._names = printable_names(full.record)
        self._words = part(full.record.game, "tell").move_words
        self._agree = 0
        self._views = 0

    def view(self, one: View) -> str:
        self._views += 1
        self._agree += one.agrees
        source = printable(one.source) + (f" record {one.number}" if one.number > 1 else "")
        who = f"seat {one.fit.seat}, {self._names[one.fit.seat]}"
        number = len(one.fit.findings)
        ending = "agrees" if one.agrees else f"does not agree in {number} place{'' if number == 1 else 's'}"
        lines = [f"{source} ({who}): {ending}"]
        return "\n".join(lines + [f"  {_place(found)}: {self._told(found)}" for found in one.fit.findings]) + "\n"

    def end(self) -> str:
        return f"{self._views} view{'' if self._views == 1 else 's'}: {self._agree} agree\n"

    def _told(self, found: Disagreement) -> str:
        if found.kind == "hides":
            return f"hides {self._shown(found.full)}"
        if found.kind == "shows":
            return f"shows {self._shown(found.view)}, which the seat could not see"
        return f"{self._shown(found.view)}, but in the full record {self._shown(found.full)}"

    def _shown(self, value: Any) -> str:
        if value is None:
            return "nothing"
        if isinstance(value, dict) and "action" in value:
            return printable(f"«{self._words(value, self._names)}»")
        return printable(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _place(found: Disagreement) -> str:
    where = f"{found.round}.{found.move} " if found.move is not None else ""
    return printable(where + found.at)


class JsonViews:
    """One JSON object."""

    def __init__(self, full: Full) -> None:
        self._full = {"source": full.source, "record": full.number}
        self._views: list[dict[str, Any]] = []

    def view(self, one: View) -> str:
        self._views.append(
            {
                "source": one.source,
                "record": one.number,
                "seat": one.fit.seat,
                "agrees": one.agrees,
                "findings": [_data(found) for found in one.fit.findings],
            }
        )
        return ""

    def end(self) -> str:
        agree = all(view["agrees"] for view in self._views)
        shown = {"full": self._full, "agree": agree, "views": self._views}
        return json.dumps(shown, ensure_ascii=False, indent=2) + "\n"


def _data(one: Disagreement) -> dict[str, Any]:
    shown = {"kind": one.kind, "pointer": one.at, "round": one.round, "move": one.move}
    shown |= {"full": one.full, "view": one.view}
    return {key: value for key, value in shown.items() if value is not None}


VIEWS = {"text": TextViews, "json": JsonViews}
