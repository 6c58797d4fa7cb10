"""A data set held against its manifest: its files, its rows, and the verdicts on them."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from kontari.core.verdict import Verdict
from kontari.dataset.building import in_words
from kontari.dataset.manifest import NAME
from kontari.dataset.reader import NotARowError, Reader
from kontari.dataset.rows import Row, judged_cells
from kontari.dataset.shards import ShardError, rows, sha256_of
from kontari.record.action_ids import vocabulary
from kontari.record.streams import Item, reason_of

Tell = Callable[[str, bool], None]
"""Told what does not agree, and whether it is a file that cannot be opened."""

_LONGEST = 60


class Checking:
    """Reads a data set once; whatever does not agree is told, a line each, and the rest is read all the same."""

    def __init__(self, folder: str, manifest: Mapping[str, Any], tell: Tell) -> None:
        self._folder = Path(folder)
        self._manifest = manifest
        self._tell = tell
        self._words = vocabulary(manifest["game"])
        self._verdicts: Counter[str] = Counter()
        self._by_rules: Counter[int] = Counter()
        self._moves = 0
        self._whole = True
        self._row: Row = {}

    def items(self) -> Iterator[Item]:
        """The records, in order, each the line of a ``.jsonl`` with the number of its row.

        A shard whose hash is not that of the manifest is told, and not read.
        """
        self._look_for_strays()
        reader = Reader(self._manifest["game"])
        for shard in self._manifest["shards"]:
            path = self._folder / shard["file"]
            count = 0
            try:
                if sha256_of(path) != shard["sha256"]:
                    self._wrong(path, "is damaged or another file: its SHA-256 is not that of the manifest")
                    continue
                for count, row in enumerate(rows(path, self._manifest["game"]), start=1):
                    try:
                        text = reader.text(row)
                    except NotARowError as error:
                        self._wrong(path, f"row {count}: {error}")
                    else:
                        self._row = row
                        yield Item(str(path), count, count, text.encode())
            except ShardError as error:
                self._wrong(path, str(error))
                continue
            except OSError as error:
                self._wrong(path, f"cannot be opened: {reason_of(error)}", missing=True)
                continue
            if count != shard["records"]:
                self._wrong(path, f"has {count} rows; the manifest says {shard['records']}")

    def judged(self, read: Item, verdict: Verdict) -> None:
        """Hold what the row of the item last taken says of its record against the verdict on it."""
        row, source = self._row, Path(read.source)
        place, rule_sets = row["rule_set"], self._manifest["rule_sets"]
        self._verdicts[verdict.verdict] += 1
        self._by_rules[place] += 1
        if row["game"] != self._manifest["game"]:
            self._wrong(source, f"row {read.number}: game is {_short(row['game'])}")
            return
        if verdict.rules is None:
            return  # Malformed, which is a finding already.
        if place not in range(len(rule_sets)) or rule_sets[place]["rules"] != verdict.rules:
            self._wrong(source, f"row {read.number}: its rules in force are not rule set {place}")
        right = judged_cells(verdict, place) | {
            "n_players": len(row["players"]),
            "n_rounds": len(row["deals"]),
            "n_moves": sum(map(self._words.count, row["moves"])),
        }
        self._moves += right["n_moves"]
        other = [name for name, value in right.items() if row[name] != value]
        if other:
            first, *more = other
            said = f"{first} is {_short(row[first])}; counted anew it is {_short(right[first])}"
            self._wrong(source, f"row {read.number}: {said}{_too(more)}")

    def end(self) -> None:
        """Hold the totals of the manifest against what was read and judged, if all of it was."""
        path, manifest = self._folder / NAME, self._manifest
        if sum(shard["records"] for shard in manifest["shards"]) != manifest["records"]:
            self._wrong(path, f"its shards do not add up to the {manifest['records']} records it says")
        if not self._whole:
            return
        for key, right in (("moves", self._moves), ("verdicts", in_words(self._verdicts))):
            if manifest[key] != right:
                self._wrong(path, f"{key} is {_short(manifest[key])}; the rows give {_short(right)}")
        for place, rule_set in enumerate(manifest["rule_sets"]):
            if rule_set["records"] != self._by_rules[place]:
                said = f"rule set {place} is said to have {rule_set['records']} records"
                self._wrong(path, f"{said}; it has {self._by_rules[place]}")

    def _look_for_strays(self) -> None:
        named = [shard["file"] for shard in self._manifest["shards"]]
        for name in sorted({name for name in named if named.count(name) > 1}):
            self._wrong(self._folder / NAME, f"names {name} twice")
        for path in sorted(self._folder.glob("*.parquet")):
            if path.name not in named:
                self._tell(f"{path}: is not in the manifest", False)

    def _wrong(self, path: Path, what: str, *, missing: bool = False) -> None:
        self._whole = False
        self._tell(f"{path}: {what}", missing)


def _too(names: list[str]) -> str:
    return f" (also {', '.join(names)})" if names else ""


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
