"""A manifest told for people."""

from collections.abc import Iterator, Mapping
from typing import Any

from kontari.games import part
from kontari.printable import printable


def told(manifest: Mapping[str, Any]) -> str:
    """What a data set holds, a line each."""
    return "".join(f"{printable(line)}\n" for line in _lines(manifest))


def _lines(manifest: Mapping[str, Any]) -> Iterator[str]:
    shards = manifest["shards"]
    size = sum(shard["bytes"] for shard in shards)
    yield f"data set {manifest['kontari_dataset']} of {manifest['game']}"
    yield f"records:   {manifest['records']}, {manifest['moves']} moves"
    yield f"verdicts:  {_counts(manifest['verdicts'])}"
    if "left_out" in manifest:
        yield f"left out:  {_counts(manifest['left_out'])}"
    for place, rule_set in enumerate(manifest["rule_sets"]):
        yield f"rules {place}:   {rule_set['records']} records, {_rules(manifest['game'], rule_set['rules'])}"
    yield f"actions:   integers below {manifest['actions']}"
    yield f"judge:     {manifest['judge']['software']}, format {manifest['judge']['format']}"
    yield f"licence:   {manifest.get('licence', 'not said')}"
    yield f"seed:      {manifest.get('seed', 'not said')}"
    yield f"shards:    {len(shards)}, {size} bytes" + (
        f", {size / manifest['records']:.0f} a record" if manifest["records"] else ""
    )
    for shard in shards:
        yield f"  {shard['file']}  {shard['records']} records  {shard['bytes']} bytes  {shard['sha256']}"


def _counts(counts: Mapping[str, Any]) -> str:
    return ", ".join(f"{count} {word}" for word, count in counts.items() if not word.startswith("x-")) or "none"


def _rules(game: str, rules: Mapping[str, Any]) -> str:
    """The options that are not the game's defaults."""
    defaults = part(game, "options").DEFAULTS
    other = [f"{name}={_word(value)}" for name, value in rules.items() if defaults.get(name) != value]
    return ", ".join(other) or "all defaults"


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
