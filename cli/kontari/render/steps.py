"""The steps of a replay laid out: told for people, or as data."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import inf
from typing import Any, NamedTuple

from kontari.codes import rule
from kontari.games import part
from kontari.library import Record, Step, replay, score, view
from kontari.notation.position import position_line
from kontari.record.action_ids import vocabulary
from kontari.render import Look
from kontari.render.people import amendments, printable_names, printable_sides


class Selection(NamedTuple):
    """Which steps are shown, from one place to another, both included, and through whose eyes.

    A place is a round and a move; -1 stands for every move of the round.
    """

    first: tuple[int, int] | None = None
    last: tuple[int, int] | None = None
    seat: int | None = None
    lines: bool = False
    """Whether text has the position on one line, too."""
    ids: bool = False
    """Whether data has each deal and move as integers, too."""

    def shows(self, step: Step) -> bool:
        """Whether a step lies between the two places."""
        return not self.past(step) and (self.first is None or self.first <= (step.round, step.move))

    def past(self, step: Step) -> bool:
        """Whether a step lies behind the last place."""
        return self.last is not None and (step.round, step.move) > _end(self.last)

    def empty(self) -> bool:
        """Whether the first place lies behind the last one."""
        return self.first is not None and self.last is not None and self.first > _end(self.last)


def _end(place: tuple[int, int]) -> tuple[int, float]:
    round_, move = place
    return (round_, move) if move >= 0 else (round_, inf)


class Steps:
    """The selected steps of a match as text; ``fault`` says what stopped it, if it was stopped."""

    def __init__(self, record: Record, selection: Selection, look: Look) -> None:
        self.record = record
        self.selection = selection
        self.look = look
        self.fault: str | None = None

    def selected(self) -> Iterator[Step]:
        """The steps to show; the first fault ends them."""
        for step in replay(self.record):
            if self.selection.past(step):
                return
            if step.fault is not None:
                about = rule(step.fault.code)
                self.fault = f"round {step.round}, move {step.move}: {about.code} {about.title}"
                return
            if self.selection.shows(step):
                yield step

    def chunks(self) -> Iterator[str]:
        """The text, piece by piece."""
        raise NotImplementedError

    def data(self, step: Step) -> dict[str, Any]:
        """A step as JSON values."""
        seat = self.selection.seat
        position, action = step.position, step.action
        if seat is not None and position is not None:
            position = view(self.record.game, position, seat)
            if action is not None:
                action = part(self.record.game, "state").seen_by(action, seat)
        shown: dict[str, Any] = {"round": step.round, "move": step.move}
        if action is not None:
            shown["action"] = action
        if self.selection.ids:
            shown["ids"] = self._ids(step, action)
        if position is None:
            return {**shown, "position": None}
        return {**shown, "position": position, "line": self._line(position)}

    def _ids(self, step: Step, action: dict[str, Any] | None) -> list[int]:
        """The deal or move as integers, as far as the seat saw it."""
        words, seat = vocabulary(self.record.game), self.selection.seat
        if action is not None:
            return words.move_ids(action).ids
        deal = self.record.data["rounds"][step.round - 1]["deal"]
        if seat is not None:
            deal = part(self.record.game, "redact").deal_seen_by(deal, seat)
        return words.deal_ids(deal).ids

    def _line(self, position: Mapping[str, Any]) -> str:
        rules = self.record.data.get("rules")
        return position_line(self.record.game, rules, position, self.selection.seat)


class JsonlSteps(Steps):
    """A step a line."""

    def chunks(self) -> Iterator[str]:
        for step in self.selected():
            yield json.dumps(self.data(step), ensure_ascii=False) + "\n"


class JsonSteps(Steps):
    """An array of steps."""

    def chunks(self) -> Iterator[str]:
        before = "[\n"
        for step in self.selected():
            yield before + json.dumps(self.data(step), ensure_ascii=False)
            before = ",\n"
        yield "\n]\n" if before == ",\n" else "[]\n"


class TextSteps(Steps):
    """A line a move with the table after it, the sets that lie there, and a row a seat with its hand."""

    def chunks(self) -> Iterator[str]:
        record = self.record
        tell: Any = part(record.game, "tell")
        names = printable_names(record)
        yield "".join(f"{line}\n" for line in amendments(record))
        for step in self.selected():
            shown = self.data(step)
            position = shown["position"]
            if step.action is None:
                words = tell.deal_words(record.data["rounds"][step.round - 1]["deal"], names)
                yield "\n" * (step.round > 1)
            else:
                words = tell.move_words(shown["action"], names)
            place = f"{step.round}.{step.move}"
            lines = [f"{self._bold(place)}  {words}", f"    {tell.table_words(position)}"]
            lines += [f"      {row}" for row in self._rows_of_sets(tell.table_sets(position))]
            rows = tell.hand_rows(position, names)
            width = max(len(name) for name, _ in rows)
            lines += [f"    {name:<{width}}  {hand}" for name, hand in rows]
            lines += [f"    {shown['line']}"] * self.selection.lines
            if step.move == len(record.data["rounds"][step.round - 1]["moves"]):
                lines += self._sheets.get(step.round, [])
            yield "\n".join(lines) + "\n"

    @cached_property
    def _sheets(self) -> dict[int, list[str]]:
        """The score sheets by round; none through one pair of eyes, since they show every hand."""
        if self.selection.seat is not None:
            return {}
        record = self.record
        tell: Any = part(record.game, "tell")
        names = printable_names(record)
        sides = printable_sides(record)
        return {
            sheet["round"]: [f"    {line}" for line in tell.sheet_lines(sheet, names, sides)] for sheet in score(record)
        }

    def _rows_of_sets(self, sets: Sequence[tuple[bool, Sequence[tuple[str, str]]]]) -> Iterator[str]:
        """As many sets a row as the width holds; those that are new have a mark."""
        row, used = "", 0
        for new, tiles in sets:
            width = 1 + sum(len(token) + 1 for token, _ in tiles)
            if row and used + width > self.look.width - 8:
                yield row.rstrip()
                row, used = "", 0
            mark = self._bold("+") if new else " "
            row += mark + " ".join(self._coloured(token, colour) for token, colour in tiles) + "  "
            used += width + 1
        if row:
            yield row.rstrip()

    def _coloured(self, text: str, colour: str) -> str:
        return f"\x1b[{_ANSI[colour]}m{text}\x1b[0m" if self.look.colour and colour else text

    def _bold(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.look.colour else text


_ANSI = {"red": 31, "yellow": 33, "blue": 34, "magenta": 35}

STEP_FORMATS = {"text": TextSteps, "json": JsonSteps, "jsonl": JsonlSteps}
