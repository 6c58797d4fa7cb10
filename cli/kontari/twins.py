"""A code shown by a pair of the corpus: a faulty record beside the nearest one that is right."""

import json
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from kontari.published import published

_CASE = ".case.json"
_RIGHT = ("sound", "unfinished")
_CANDIDATES = 12
"""How many of a code's cases are looked at, the shortest first."""


class Difference(NamedTuple):
    """A line that only one of the two has; ``line`` counts from 1 in its own file."""

    faulty: bool
    line: int
    text: str


class Pair(NamedTuple):
    """Two records of the corpus by their names in it, why the one is faulty, and what differs.

    ``promised``: what was promised of the faulty one, where that is what it breaks.
    """

    faulty: str
    sound: str
    why: str
    differences: list[Difference]
    promised: dict[str, Any] | None = None


class _Case(NamedTuple):
    record: Path
    verdict: str
    code: str | None
    why: str
    lines: list[str]
    promised: dict[str, Any] | None

    @property
    def form(self) -> str:
        """Game and form, as the name of the file says them."""
        return self.record.name.partition(".")[2]


def pair(code: str) -> Pair | None:
    """The case of a code and the right record that differ least; None where the corpus has none.

    Raises FileNotFoundError where there is no corpus.
    """
    corpus = published("records")
    cases = _all_cases(corpus)
    of_code = sorted((case for case in cases if case.code == code), key=lambda case: sum(map(len, case.lines)))
    best: tuple[int, _Case, _Case] | None = None
    for faulty in of_code[:_CANDIDATES]:
        wanted = set(faulty.lines)
        for right in cases:
            if right.verdict in _RIGHT and right.code is None and right.form == faulty.form:
                distance = len(wanted.symmetric_difference(right.lines))
                if best is None or distance < best[0]:
                    best = (distance, faulty, right)
    if best is None:
        return None
    _, faulty, right = best
    one, other = (case.record.relative_to(corpus).as_posix() for case in (faulty, right))
    return Pair(one, other, faulty.why, list(_differences(faulty.lines, right.lines)), faulty.promised)


@cache
def _all_cases(corpus: Path) -> list[_Case]:
    return [case for folder in sorted(corpus.iterdir()) if folder.is_dir() for case in _cases(folder)]


def _cases(folder: Path) -> Iterator[_Case]:
    for path in sorted(folder.glob(f"*/*{_CASE}")):
        said = json.loads(path.read_bytes())
        stem = path.name.removesuffix(_CASE)
        (record,) = (one for one in path.parent.glob(f"{stem}.*") if not one.name.endswith(_CASE))
        if record.suffix == ".gz":
            continue
        code = next((found["code"] for found in (*said["findings"], *said.get("breaches", ()))), None)
        lines = record.read_bytes().decode("utf-8", "replace").splitlines()
        yield _Case(record, said["verdict"], code, said["why"], lines, said.get("promised"))


def _differences(faulty: list[str], right: list[str]) -> Iterator[Difference]:
    for kind, a, b, c, d in SequenceMatcher(None, faulty, right, autojunk=False).get_opcodes():
        if kind != "equal":
            yield from (Difference(True, line + 1, faulty[line]) for line in range(a, b))
            yield from (Difference(False, line + 1, right[line]) for line in range(c, d))
