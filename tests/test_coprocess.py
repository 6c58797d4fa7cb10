"""``validate -`` as a co-process: the pipe stays open, and each line is answered before the next is written."""

import json
import os
import select
import subprocess
import sys
from typing import Any

import pytest

from conftest import EXAMPLE, illegal
from kontari.record.writing import one_line

SOUND = one_line("crazy-eights", EXAMPLE)
ILLEGAL = one_line("crazy-eights", illegal())


def answer(process: "subprocess.Popen[bytes]", line: str) -> dict[str, Any]:
    """What is said to one line, while more could still be written."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line.encode())
    process.stdin.flush()
    ready, _, _ = select.select([process.stdout], [], [], 60)
    assert ready, "no answer came while the pipe was open"
    said: dict[str, Any] = json.loads(process.stdout.readline())
    return said


@pytest.mark.skipif(sys.platform == "win32", reason="select on pipes")
@pytest.mark.parametrize("words", [(), ("--stdin-name", "games.jsonl")])
def test_a_line_in_is_a_verdict_out(words: tuple[str, ...]) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("KONTARI")}
    command = [sys.executable, "-m", "kontari", "validate", "-", "--format", "jsonl", *words]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=env, bufsize=0) as process:
        heard = [answer(process, line) for line in (SOUND, ILLEGAL, "nonsense\n", "\n" + SOUND)]
        assert [(one["record"], one["verdict"]) for one in heard] == [
            (1, "sound"),
            (2, "illegal"),
            (3, "malformed"),
            (4, "sound"),
        ]
        assert heard[1]["findings"][0]["line"] == 2
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(60) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="select on pipes")
def test_by_name_even_a_first_line_that_is_no_json_is_answered_at_once() -> None:
    command = [sys.executable, "-m", "kontari", "validate", "-", "--format", "jsonl", "--stdin-name", "games.jsonl"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0) as process:
        assert answer(process, "{\n")["verdict"] == "malformed"
        assert answer(process, SOUND)["verdict"] == "sound"
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(60) == 1
