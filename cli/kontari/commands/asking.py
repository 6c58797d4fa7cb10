"""What ``validate`` asks beside the verdicts, out of its options: promises, a baseline, a quarantine, budgets."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from kontari.allowance import Budget, budget
from kontari.baseline import read_baseline
from kontari.codes import all_rules
from kontari.commands.terminal import known, misuse
from kontari.promises.reading import Promises, read_promises
from kontari.promises.shapes import REQUIREMENTS
from kontari.record.document import DocumentError
from kontari.record.streams import InputError, bytes_of
from kontari.watching import Asked

T = TypeVar("T")


def asked_of(
    expect: str | None, require: str | None, baseline: str | None, quarantine: str | None, *, collects: bool
) -> Asked:
    """All that is asked. Raises InputError where a file cannot be used."""
    promises = None if expect is None else _read(expect, read_promises)
    if require is not None:
        words = [word.strip() for word in require.split(",")]
        for word in words:
            known(word, REQUIREMENTS, "requirement")
        promises = (promises or Promises()).requiring(words)
    marks = frozenset() if baseline is None else _read(baseline, read_baseline)
    if quarantine is not None and Path(quarantine).exists() and not Path(quarantine).is_dir():
        raise InputError(quarantine, "is no folder")
    return Asked(promises, marks, quarantine, collects)


def _read(path: str, read: Callable[[bytes], T]) -> T:
    try:
        return read(bytes_of(path))
    except DocumentError as error:
        one = error.findings[0]
        raise InputError(f"{path}:{one.line}:{one.column}", f"{one.code} {one.message}") from None


def budgets_of(allow: Iterable[str]) -> dict[str, Budget]:
    """The budgets by code that ``CODE``, ``CODE=N`` and ``CODE=P%`` stand for."""
    found, rules = {}, all_rules()
    for word in allow:
        code, equals, bound = word.partition("=")
        known(code.upper(), rules, "code", "kontari explain lists all")
        if equals and not bound:
            misuse(f"--allow {word}: behind = stands a number, or a percentage of the records")
        try:
            found[code.upper()] = budget(bound)
        except ValueError:
            misuse(f"--allow {word}: {bound} is no number, nor a percentage up to 100%")
    return found
