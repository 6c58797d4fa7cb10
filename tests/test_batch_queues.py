"""The scripts of the page on many machines, run as their queues would run them, against one run."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from conftest import GAME, illegal
from kontari.games.crazy_eights.record import EXAMPLE
from kontari.record.writing import one_line

yaml: Any = pytest.importorskip("yaml", reason="PyYAML is not installed (it comes with kontari[cluster])")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the scripts are for a POSIX shell")

PAGE = (Path(__file__).parents[1] / "cli" / "CLUSTER.md").read_text("utf-8")

SBATCH = """#!/bin/bash
# As sbatch does: an array of jobs by the comment in the script, and nothing after jobs that failed.
for script; do :; done
[[ "$*" != *afterok:* || "$*" == *afterok:17\\ * ]] || exit 1
[[ "$*" != *afterok:* ]] || [ ! -e failed ] || exit 1
last=$(sed -n 's/^#SBATCH --array=1-//p' "$script")
for index in $(seq "${last:-1}"); do
  SLURM_ARRAY_TASK_ID=$index bash "$script" >&2 || { status=$?; touch failed; }
done
echo 17
exit "${status:-0}"
"""


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def script(word: str) -> str:
    """The script of the page that has a word in it."""
    (found,) = (block for block in blocks("sh") if word in block)
    return found


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with games, and programs to be found."""
    (tmp_path / "games").mkdir()
    lines = (one_line(GAME, EXAMPLE) * 3 + one_line(GAME, illegal())) * 5
    for name in ("a", "b"):
        (tmp_path / "games" / f"{name}.jsonl").write_text(lines)
    (tmp_path / "bin").mkdir()
    kontari = f'#!/bin/sh\nexec "{sys.executable}" -m kontari "$@"\n'
    for name, text in (("kontari", kontari), ("sbatch", SBATCH)):
        (tmp_path / "bin" / name).write_text(text)
        (tmp_path / "bin" / name).chmod(0o755)
    return tmp_path


def shell(place: Path, *command: str, **more: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("KONTARI", "GITHUB", "SLURM"))}
    env = {**clean, "PATH": f"{place / 'bin'}:{os.environ['PATH']}", **more}
    return subprocess.run(command, cwd=place, env=env, capture_output=True, text=True, check=False, timeout=120)


def test_the_scripts_of_slurm(place: Path) -> None:
    for name, word in (("judge.sh", "SHARDS="), ("merge.sh", "verdicts merge")):
        (place / name).write_text(script(word))
    done = shell(place, "bash", "-c", script("sbatch --parsable"))
    assert done.returncode == 1  # merging tells by its status that there were findings
    assert "40 records: 30 sound, 10 illegal" in done.stderr
    assert len(list((place / "shards").iterdir())) == 4
    shell(place, "kontari", "validate", "games/", "--format", "jsonl", "-o", "local.jsonl")
    assert (place / "verdicts.jsonl").read_bytes() == (place / "local.jsonl").read_bytes()


def test_the_job_of_kubernetes(place: Path) -> None:
    job = next(found for found in map(yaml.safe_load, blocks("yaml")) if found["kind"] == "Job")
    assert job["spec"]["completionMode"] == "Indexed"
    (container,) = job["spec"]["template"]["spec"]["containers"]
    command = [word.replace("/data", str(place)) for word in (*container["command"], *container["args"])]
    for index in range(job["spec"]["completions"]):
        done = shell(place, *command, JOB_COMPLETION_INDEX=str(index))
        assert done.returncode == 0, done.stderr
    merging = next(line for line in re.findall(r"`(kontari verdicts merge /data[^`]*)`", PAGE))
    assert shell(place, "sh", "-c", merging.replace("/data", str(place))).returncode == 1
    shell(place, "kontari", "validate", f"{place}/games", "--format", "jsonl", "-o", "local.jsonl")
    assert (place / "verdicts.jsonl").read_bytes() == (place / "local.jsonl").read_bytes()


def test_what_is_written_for_dask_is_well_formed(place: Path) -> None:
    (made,) = (found for found in map(yaml.safe_load, blocks("yaml")) if found["kind"] == "DaskCluster")
    assert {"worker", "scheduler"} == set(made["spec"])
    for block in blocks("sh"):
        assert shell(place, "bash", "-n", "-c", block).returncode == 0
