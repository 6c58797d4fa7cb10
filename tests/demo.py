"""The demonstration: records of the corpus validated, replayed and scored by the command line.

Fails where a verdict is not what the twin of its record says.
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
CORPUS = ROOT / "records" / "crazy-eights"
SHOWN = (
    *("unfinished/m2", "sound/m2-max-rounds", "unfinished/m1", "unfinished/m3", "unfinished/m4b", "unfinished/m5"),
    *("unfinished/m6", "unfinished/m7", "sound/match-classic-three-players"),
    *("sound/match-countdown-three-players", "sound/match-pagat-shared-win"),
    "illegal/m1-illegal-ts",
)


def kontari(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command line as a stranger would; show the command."""
    shown = [str(word.relative_to(ROOT)) if isinstance(word, Path) else word for word in words]
    print("$ kontari", *shown, flush=True)
    command = [sys.executable, "-m", "kontari", *shown]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)


def main() -> int:
    records = [CORPUS / f"{name}.crazy-eights.json" for name in SHOWN]
    replayed = kontari("replay", records[-1])
    print(replayed.stdout + replayed.stderr)
    for record in records[:-1]:
        steps = kontari("replay", record, "--format", "jsonl").stdout.splitlines()
        last = json.loads(steps[-1])
        print(f"  {len(steps)} positions, the last at {last['round']}.{last['move']}")
    scored = kontari("score", *records[8:11])
    print(scored.stdout + scored.stderr)
    judged = kontari("validate", *records)
    print(judged.stdout + judged.stderr)
    lines = kontari("validate", *records, "--format", "jsonl").stdout.splitlines()
    wrong = 0
    for record, line in zip(records, lines, strict=True):
        verdict = json.loads(line)
        twin = record.with_name(record.name.removesuffix(".crazy-eights.json") + ".case.json")
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
