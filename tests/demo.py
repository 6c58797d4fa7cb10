"""The demonstration: records of the corpus validated, replayed and scored by the command line.

Fails where a verdict is not what the twin of its record says.
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SHOWN = {
    "crazy-eights": (
        *("unfinished/m2", "sound/m2-max-rounds", "unfinished/m1", "unfinished/m3", "unfinished/m4b", "unfinished/m5"),
        *("unfinished/m6", "unfinished/m7", "sound/match-classic-three-players"),
        *("sound/match-countdown-three-players", "sound/match-pagat-shared-win"),
        "illegal/m1-illegal-ts",
    ),
    "mus": (
        *("unfinished/h1", "unfinished/h2", "unfinished/h5", "unfinished/h7"),
        *("sound/whole-match-to-thirty", "illegal/bet-without-pares"),
    ),
    "rummikub": ("sound/full-2-match", "sound/full-4-official-match", "unfinished/w8", "illegal/w9-illegal-kept"),
}
SCORED = ("match-classic-three-players", "match-countdown-three-players", "h2", "whole-match-to-thirty", "full-2-match")


def kontari(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command line as a stranger would; show the command."""
    shown = [str(word.relative_to(ROOT)) if isinstance(word, Path) else word for word in words]
    print("$ kontari", *shown, flush=True)
    command = [sys.executable, "-m", "kontari", *shown]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)


def main() -> int:
    records = [ROOT / "records" / game / f"{name}.{game}.json" for game, names in SHOWN.items() for name in names]
    for record in records:
        if record.parent.name == "illegal":
            replayed = kontari("replay", record)
            print(replayed.stdout + replayed.stderr)
        else:
            steps = kontari("replay", record, "--format", "jsonl").stdout.splitlines()
            last = json.loads(steps[-1])
            print(f"  {len(steps)} positions, the last at {last['round']}.{last['move']}")
    scored = kontari("score", *(record for record in records if record.name.partition(".")[0] in SCORED))
    print(scored.stdout + scored.stderr)
    judged = kontari("validate", *records)
    print(judged.stdout + judged.stderr)
    lines = kontari("validate", *records, "--format", "jsonl").stdout.splitlines()
    wrong = 0
    for record, line in zip(records, lines, strict=True):
        verdict = json.loads(line)
        twin = record.with_name(record.name.partition(".")[0] + ".case.json")
        case = json.loads(twin.read_bytes())
        codes = [finding["code"] for finding in verdict["findings"]]
        right = [finding["code"] for finding in case["findings"]]
        agrees = verdict["verdict"] == case["verdict"] and codes == right
        wrong += not agrees
        print(f"  {verdict['verdict']:<10}  {'as its case says' if agrees else 'NOT as its case says'}  {record.name}")
    print(f"{len(records)} records, {len(records) - wrong} as their cases say")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
