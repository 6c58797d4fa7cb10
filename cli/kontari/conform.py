"""The corpus run against a judge: this one, or any program that reads a record and prints a verdict."""

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from kontari.record.streams import items

CASE_SUFFIX = ".case.json"


class Case(NamedTuple):
    """A record of the corpus and what must be said of it."""

    name: str
    record: Path
    expected: dict[str, Any]


Judge = Callable[[Case], dict[str, Any]]
"""Gives the verdict, as JSON values, on the record of a case; raises JudgeError where there is none."""


class JudgeError(Exception):
    """A judge that gave no verdict."""


def cases(corpus: Path) -> Iterator[Case]:
    """The cases of a corpus folder, in order of name."""
    for twin in sorted(corpus.rglob("*" + CASE_SUFFIX)):
        stem = twin.name.removesuffix(CASE_SUFFIX)
        (record,) = [
            path
            for path in twin.parent.iterdir()
            if path.name.startswith(stem + ".") and not path.name.endswith(CASE_SUFFIX)
        ]
        name = str(twin.relative_to(corpus)).removesuffix(CASE_SUFFIX)
        yield Case(name.replace("\\", "/"), record, json.loads(twin.read_bytes()))


def ourselves(case: Case) -> dict[str, Any]:
    """The verdict of this judge."""
    from kontari.examination import examine_item

    (item,) = items(str(case.record))
    return examine_item(item._replace(source=case.record.name)).data()


def program(command: str, timeout: float = 60) -> Judge:
    """A judge that is another program; its command is split by the shell.

    It gets the record on standard input and prints one JSON verdict.
    """

    environment = {name: value for name, value in os.environ.items() if name != "PYDANTIC_DISABLE_PLUGINS"}

    def judge(case: Case) -> dict[str, Any]:
        try:
            run = subprocess.run(
                command,
                shell=True,
                input=case.record.read_bytes(),
                capture_output=True,
                env=environment,
                timeout=timeout,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise JudgeError(f"no verdict within {timeout:.0f} s") from None
        try:
            verdict = json.loads(run.stdout)
        except ValueError:
            said = (run.stderr or run.stdout).decode("utf-8", "replace").strip().splitlines()
            raise JudgeError(f"no JSON verdict: {said[-1][:200] if said else 'nothing was printed'}") from None
        if isinstance(verdict, list) and len(verdict) == 1:
            (verdict,) = verdict
        if not isinstance(verdict, dict):
            raise JudgeError("the verdict is no JSON object")
        return verdict

    return judge


def differences(expected: dict[str, Any], verdict: dict[str, Any]) -> list[str]:
    """Where a verdict is not what the case says, a line each; prose is never compared."""
    found = [
        f"{key}: {_short(verdict.get(key))} where {_short(expected[key])} is right"
        for key in ("verdict", "proof", "undecided", "rounds", "result", "sha256", "play_sha256")
        if key in expected and verdict.get(key) != expected[key]
    ]
    got = verdict.get("findings", [])
    wanted = expected.get("findings", [])
    if len(got) != len(wanted):
        codes = [one.get("code") for one in got], [one["code"] for one in wanted]
        found.append(f"findings: {codes[0]} where {codes[1]} are right")
        return found
    for number, (one, right) in enumerate(zip(got, wanted, strict=True)):
        for key, value in right.items():
            if one.get(key) != value:
                found.append(f"finding {number + 1}: {key} {_short(one.get(key))} where {_short(value)} is right")
    return found


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else text[:117] + "…"
