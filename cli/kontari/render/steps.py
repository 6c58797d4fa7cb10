"""The steps of a replay laid out: told for people, or as data."""

import json
from collections.abc import Iterator
from typing import Any

from kontari.codes import rule
from kontari.games import part
from kontari.library import Record, Step, replay, view
from kontari.render import Look


class Selection:
    """Which steps are shown, and through whose eyes."""

    def __init__(self, first: tuple[int, int] | None, last: tuple[int, int] | None, seat: int | None) -> None:
        self.first = first or (1, 0)
        self.last = last
        self.seat = seat
        self.reached = (0, 0)

    def shows(self, step: Step) -> bool:
        """Whether a step lies between the two places, both included."""
        self.reached = (step.round, step.move)
        return self.first <= self.reached and not self.past(step)

    def past(self, step: Step) -> bool:
        """Whether a step lies behind the last place."""
        if self.last is None:
            return False
        round_, move = self.last
        return step.round > round_ or (step.round == round_ and 0 <= move < step.move)

    @property
    def beyond(self) -> str | None:
        """A place asked for that the match does not reach."""
        for place in (self.first, self.last):
            if place is not None and place > (1, 0) and place > self.reached and place[0] > 0:
                return f"{place[0]}.{place[1]}" if place[1] >= 0 else str(place[0])
        return None


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
        return {**shown, "position": position}


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
    """A line a move with the table after it, and a row a seat with its hand."""

    def chunks(self) -> Iterator[str]:
        record = self.record
        tell: Any = part(record.game, "tell")
        names = record.names
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
            rows = tell.hand_rows(position, names)
            width = max(len(name) for name, _ in rows)
            lines += [f"    {name:<{width}}  {hand}" for name, hand in rows]
            yield "\n".join(lines) + "\n"

    def _bold(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.look.colour else text


STEP_FORMATS = {"text": TextSteps, "json": JsonSteps, "jsonl": JsonlSteps}
