"""What all tests share: the same examples on every machine and on every run, and the command line run."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from kontari.games.crazy_eights.record import EXAMPLE
from kontari.record.writing import pretty

GAME = "crazy-eights"
Run = Callable[..., subprocess.CompletedProcess[str]]

TIMES = int(os.environ.get("KONTARI_EXAMPLES", "1"))
"""How many times the usual number of examples; with more than once they differ from run to run."""

settings.register_profile(
    "fixed",
    derandomize=TIMES == 1,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
settings.load_profile("fixed")


def examples(number: int) -> settings:
    """So many examples of a law; two fifths of them in the usual run, which has to be quick."""
    return settings(max_examples=number * TIMES if TIMES > 1 else max(10, number * 2 // 5))


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command, in a folder of its own, within this process."""
    from command_line import kontari

    def go(*words: object, stdin: bytes = b"") -> Any:
        monkeypatch.chdir(tmp_path)
        for name in [one for one in os.environ if one.startswith(("KONTARI", "GITHUB"))]:
            monkeypatch.delenv(name)
        done = kontari(*words, stdin=stdin)
        return subprocess.CompletedProcess(words, done.status, done.out, done.err)

    return go


@pytest.fixture
def run_apart(tmp_path: Path) -> Run:
    """The same in a process of its own, as a user starts it."""

    def go(*words: object, stdin: bytes = b"", env: dict[str, str] | None = None) -> Any:
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("KONTARI", "GITHUB"))}
        done = subprocess.run(
            [sys.executable, "-m", "kontari", *map(str, words)],
            input=stdin,
            capture_output=True,
            cwd=tmp_path,
            env={**clean, **(env or {})},
            check=False,
            timeout=60,
        )
        done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
        assert "Traceback" not in done.stderr, done.stderr
        return done

    return go


def changed(**changes: Any) -> dict[str, Any]:
    return {**json.loads(json.dumps(EXAMPLE)), **changes}


def illegal() -> dict[str, Any]:
    record = changed()
    record["rounds"][0]["moves"][1]["card"] = "KS"
    return record


@pytest.fixture
def sound_file(tmp_path: Path) -> Path:
    path = tmp_path / "sound.crazy-eights.json"
    path.write_text(pretty(GAME, EXAMPLE))
    return path


@pytest.fixture
def illegal_file(tmp_path: Path) -> Path:
    path = tmp_path / "illegal.crazy-eights.json"
    path.write_text(pretty(GAME, illegal()))
    return path
