"""Records of many inputs judged, and those that are wanted put into a data set."""

import json
from collections import Counter
from collections.abc import Collection
from pathlib import Path
from typing import Any

from kontari.commands.judging import Progress
from kontari.commands.own_records import counted
from kontari.commands.running import Run
from kontari.commands.terminal import trouble
from kontari.core.verdict import WORDS, Verdict
from kontari.dataset.building import Building
from kontari.examination import examine_item
from kontari.library import read
from kontari.record.streams import InputError, Item
from kontari.status import Status

_WRONG = ("misscored", "illegal", "malformed")


class Records:
    """One run over records, of which those of one game and of the wanted verdicts are kept.

    game: None where all must be of the game of the first.
    """

    def __init__(
        self, run: Run, progress: Progress, game: str | None, wanted: Collection[str], shard_size: int
    ) -> None:
        self._run = run
        self._progress = progress
        self._only = game
        self._wanted = wanted
        self._shard_size = shard_size
        self._building: Building | None = None
        self.left_out: Counter[str] = Counter()
        self.other_games = 0

    def into(self, folder: Path, licence: str | None, seed: int | None) -> dict[str, Any] | None:
        """Write the data set into a folder; its manifest, None where there is no record to put there.

        Raises InputError where the records are of several games.
        """
        try:
            for item in self._run.items():
                with self._run.guarded(item):
                    self._record(folder, item)
            self._progress.clear()
            return None if self._building is None else self._building.end(self.left_out, licence, seed)
        finally:
            if self._building is not None:
                self._building.close()

    @property
    def status(self) -> Status:
        """What the run came to: a record that is left out because it is wrong is a finding."""
        return max(self._run.status, Status.FINDINGS if any(self.left_out[word] for word in _WRONG) else Status.FINE)

    @property
    def not_there(self) -> str:
        """The end of a sentence: what was left out, if anything."""
        words = [f"{self.left_out[word]} {word}" for word in WORDS if self.left_out[word]]
        words += [f"{self.other_games} of other games"] * bool(self.other_games)
        return f"; left out: {', '.join(words)}" if words else ""

    def _record(self, folder: Path, item: Item) -> None:
        verdict = examine_item(item, self._run.max_bytes)
        self._progress.step(len(item.data))
        game = verdict.game
        if self._only is not None and game not in (self._only, None):
            self.other_games += 1
        elif verdict.verdict not in self._wanted:
            self._leave_out(item, verdict)
        else:
            assert game is not None
            if self._building is None:
                self._building = Building(folder, game, self._shard_size)
            if game != self._building.game:
                self._progress.clear()
                raise InputError(
                    item.source,
                    f"record {item.number} is of {game}, those before it of {self._building.game}; a data set holds one"
                    " game (--game)",
                )
            self._building.add(self._values(item), verdict)

    def _values(self, item: Item) -> dict[str, Any]:
        """The JSON values of a record that is well formed."""
        if item.notation:
            return read(item.data, max_bytes=self._run.max_bytes, notation=True).data
        values: dict[str, Any] = json.loads(item.data)
        return values

    def _leave_out(self, item: Item, verdict: Verdict) -> None:
        self.left_out[verdict.verdict] += 1
        errors = verdict.errors()
        if errors:
            self._progress.clear()
            first = errors[0]
            place = f"{item.source}:{first.line}:{first.column}: record {item.number}"
            trouble(f"{place}: left out, {verdict.verdict}: {first.code} {first.message}")


def summary(manifest: dict[str, Any]) -> str:
    """One line for people: what was written."""
    size = sum(shard["bytes"] for shard in manifest["shards"])
    shards = counted(len(manifest["shards"]), "shard")
    return f"{counted(manifest['records'], 'record')} of {manifest['game']} in {shards}, {size} bytes"
