"""A data set as it grows: records become rows, and what they add up to becomes the manifest."""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kontari.core.verdict import WORDS, Verdict
from kontari.dataset.manifest import NAME, VERSION, written
from kontari.dataset.rows import row_of
from kontari.dataset.shards import ShardWriter
from kontari.examination import JUDGE
from kontari.record.action_ids import vocabulary


class Building:
    """Writes a data set of one game into a folder; the manifest comes last."""

    def __init__(self, folder: Path, game: str, shard_size: int) -> None:
        self.game = game
        self._folder = folder
        self._writer = ShardWriter(folder, game, shard_size)
        self._verdicts: Counter[str] = Counter()
        self._rule_sets: dict[str, int] = {}
        self._by_rules: Counter[int] = Counter()
        self._moves = 0

    def add(self, record: Mapping[str, Any], verdict: Verdict) -> None:
        """One well-formed record of the game more, with its verdict."""
        rules = json.dumps(verdict.rules, sort_keys=True)
        place = self._rule_sets.setdefault(rules, len(self._rule_sets))
        row = row_of(record, verdict, place)
        self._writer.add(row)
        self._verdicts[verdict.verdict] += 1
        self._by_rules[place] += 1
        self._moves += row["n_moves"]

    def close(self) -> None:
        """Let go of what is open; the folder holds no data set then."""
        self._writer.close()

    def end(self, left_out: Mapping[str, int], licence: str | None, seed: int | None) -> dict[str, Any]:
        """Write the last shard and the manifest, which is given back."""
        self._writer.end()
        manifest = {
            "kontari_dataset": VERSION,
            "game": self.game,
            "records": self._verdicts.total(),
            "moves": self._moves,
            "actions": len(vocabulary(self.game).words),
            "verdicts": in_words(self._verdicts),
            "left_out": in_words(left_out) or None,
            "rule_sets": [
                {"records": self._by_rules[place], "rules": json.loads(rules)}
                for rules, place in self._rule_sets.items()
            ],
            "judge": JUDGE,
            "licence": licence,
            "seed": seed,
            "shards": self._writer.shards,
        }
        said = {key: value for key, value in manifest.items() if value is not None}
        (self._folder / NAME).write_text(written(said), "utf-8", newline="\n")
        return said


def in_words(counts: Mapping[str, int]) -> dict[str, int]:
    """Counts of verdicts in the order in which verdicts are told, without those of which there are none."""
    return {word: counts[word] for word in WORDS if counts.get(word)}
