"""The corpus run against a judge: this one, or any program that reads a record and prints a verdict."""

import json
import os
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from kontari.bounded_run import RunError, run
from kontari.json_text import NotJsonError, parsed
from kontari.record.streams import InputError, Item, items
from kontari.schemas import complaints

CASE_SUFFIX = ".case.json"
SHOWN = 5
"""How much that is wrong is told of one case."""


class Case(NamedTuple):
    """A record of the corpus and what must be said of it."""

    name: str
    record: Path
    expected: dict[str, Any]


Judge = Callable[[Case], dict[str, Any]]
"""Gives the verdict, as JSON values, on the record of a case.

Raises JudgeError where there is none, InputError where the case has no record that could be judged.
"""


class JudgeError(Exception):
    """A judge that gave no verdict."""


def cases(corpus: Path) -> Iterator[Case | InputError]:
    """The cases of a corpus folder, in order of name; an InputError instead of what cannot be used."""
    troubles: list[OSError] = []
    for place, folders, files in os.walk(corpus, onerror=troubles.append):
        folders.sort()
        names = sorted(folders + files)
        for name in names:
            if name.endswith(CASE_SUFFIX):
                stem = name.removesuffix(CASE_SUFFIX)
                records = [one for one in names if one.startswith(stem + ".") and not one.endswith(CASE_SUFFIX)]
                try:
                    yield _case(corpus, Path(place) / name, records)
                except InputError as error:
                    yield error
    for trouble in troubles:
        yield InputError(str(trouble.filename), f"cannot be read: {(trouble.strerror or '').lower()}")


def _case(corpus: Path, twin: Path, records: list[str]) -> Case:
    item = _only_item(twin)
    if item.fault is not None:
        raise InputError(str(twin), "is too long")
    try:
        expected = parsed(item.data)
    except NotJsonError as error:
        raise InputError(str(twin), f"is not JSON: {error}") from None
    found = complaints("case", expected, most=SHOWN + 1)
    if found:
        raise InputError(str(twin), f"is no case: {in_short(found)}")
    if len(records) != 1:
        raise InputError(str(twin), f"has {in_short(records, ', ') or 'no record'} beside it, where one record belongs")
    name = twin.relative_to(corpus).as_posix().removesuffix(CASE_SUFFIX)
    return Case(name, twin.parent / records[0], expected)


def _only_item(path: Path) -> Item:
    try:
        regular = path.is_file()
    except OSError:
        regular = False
    if not regular:
        raise InputError(str(path), "is no file that can be read")
    found = list(islice(items(str(path)), 2))
    if len(found) != 1:
        raise InputError(str(path), f"holds {'several records' if found else 'no record'}, where one belongs")
    return found[0]


def ourselves(case: Case) -> dict[str, Any]:
    """The verdict of this judge."""
    from kontari.examination import examine_item

    item = _only_item(case.record)
    return examine_item(item._replace(source=case.record.name)).data()


def program(command: str, timeout: float) -> Judge:
    """A judge that is another program; its command is split by the shell.

    It gets the record on standard input and prints one JSON verdict.
    """

    def judge(case: Case) -> dict[str, Any]:
        _only_item(case.record)
        try:
            printed = run(command, case.record, timeout)
        except RunError as error:
            raise JudgeError(str(error)) from None
        try:
            verdict = parsed(printed.output)
        except NotJsonError as error:
            said = (printed.errors or printed.output).decode("utf-8", "replace").strip().splitlines()
            reason = f" ({error})" if printed.output.strip() else ""
            raise JudgeError(f"no JSON verdict{reason}: {said[-1] if said else 'nothing was printed'}") from None
        if isinstance(verdict, list) and len(verdict) == 1:
            (verdict,) = verdict
        if not isinstance(verdict, dict):
            raise JudgeError("the verdict is no JSON object")
        return verdict

    return judge


def wrong(judge: Judge, case: Case) -> list[str]:
    """What is wrong with what a judge says of a case, a line each; empty where it agrees."""
    try:
        verdict = judge(case)
    except JudgeError as error:
        return [str(error)]
    return complaints("verdict", verdict, most=SHOWN + 1) or differences(case.expected, verdict)


def differences(expected: dict[str, Any], verdict: dict[str, Any]) -> list[str]:
    """Where a verdict is not what the case says, a line each; prose is never compared."""
    found = [
        f"{key}: {_short(verdict.get(key))} where {_short(expected[key])} is right"
        for key in ("verdict", "proof", "undecided", "rounds", "result", "sha256", "play_sha256")
        if key in expected and verdict.get(key) != expected[key]
    ]
    got = verdict.get("findings", [])
    wanted = expected.get("findings", [])
    if not (isinstance(got, list) and all(isinstance(one, dict) for one in got)):
        return [*found, f"findings: {_short(got)} are none"]
    if len(got) != len(wanted):
        codes = [one.get("code") for one in got], [one["code"] for one in wanted]
        return [*found, f"findings: {_short(codes[0])} where {_short(codes[1])} are right"]
    for number, (one, right) in enumerate(zip(got, wanted, strict=True)):
        for key, value in right.items():
            if one.get(key) != value:
                found.append(f"finding {number + 1}: {key} {_short(one.get(key))} where {_short(value)} is right")
    return found


def in_short(lines: list[str], between: str = "; ") -> str:
    """The first few lines as one, none of them long."""
    return between.join([*(_cut(line, 300) for line in lines[:SHOWN]), *(["and more"] if len(lines) > SHOWN else [])])


def _short(value: Any) -> str:
    try:
        return _cut(json.dumps(value, ensure_ascii=False), 120)
    except RecursionError:
        return "what is nested too deep"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
