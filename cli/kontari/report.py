"""The summary of a run as JSON: what ``validate --report`` writes; its shape and its making."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from kontari.codes import rule
from kontari.core.verdict import WORDS
from kontari.examination import JUDGE
from kontari.record.envelope import GAME_NAMES
from kontari.record.streams import InputError, inputs
from kontari.shape import Absent, Count, Shape
from kontari.tally import Tally


class Judge(Shape):
    """Who says so."""

    software: Annotated[str, Field(description="the software and its version", examples=["kontari 0.1.0"])]
    format: Annotated[str, Field(description="the version of the format it judges by", examples=["1.0"])]


class Input(Shape):
    """What the command line names."""

    name: Annotated[str, Field(description="a file, a folder, a glob, or -, as it was named", examples=["cup.jsonl"])]
    files: Annotated[Count, Field(description="how many files that is", examples=[1])]
    bytes: Annotated[
        Absent[Count], Field(description="their size on the disk; absent of standard input", examples=[4712])
    ] = None


class Verdicts(Shape):
    """Records by their verdict."""

    total: Annotated[Count, Field(description="all of them", examples=[3])]
    sound: Annotated[Count, Field(description="the sound ones", examples=[1])]
    unfinished: Annotated[Count, Field(description="the unfinished ones", examples=[0])]
    misscored: Annotated[Count, Field(description="the misscored ones", examples=[0])]
    illegal: Annotated[Count, Field(description="the illegal ones", examples=[2])]
    malformed: Annotated[Count, Field(description="the malformed ones", examples=[0])]


class OfGame(Verdicts):
    """Records of one game by their verdict."""

    game: Annotated[
        Literal[GAME_NAMES],  # type: ignore[valid-type]
        Field(description="the game", examples=[GAME_NAMES[0]]),
    ]


class Findings(Shape):
    """How often something was found."""

    code: Annotated[str, Field(description="the code", examples=["CE-P02"])]
    severity: Annotated[Literal["error", "warning"], Field(description="how bad it is", examples=["error"])]
    title: Annotated[str, Field(description="the title of the code", examples=["card does not follow"])]
    count: Annotated[Count, Field(description="how often", examples=[2])]


class Proof(Shape):
    """How far the verdicts are proved; malformed records have no proof."""

    complete: Annotated[Count, Field(description="records of which every check was decided", examples=[3])]
    partial: Annotated[Count, Field(description="records of which ?? left some check open", examples=[0])]
    undecided: Annotated[Count, Field(description="how many checks that were", examples=[0])]


class Report(Shape):
    """The summary of one run of validate."""

    judge: Annotated[Judge, Field(description="who says so", examples=[{"software": "kontari 0.1.0", "format": "1.0"}])]
    inputs: Annotated[
        list[Input],
        Field(description="what was named, in order", examples=[[{"name": "cup.jsonl", "files": 1, "bytes": 4712}]]),
    ]
    records: Annotated[
        Verdicts,
        Field(
            description="all records",
            examples=[{"total": 3, "sound": 1, "unfinished": 0, "misscored": 0, "illegal": 2, "malformed": 0}],
        ),
    ]
    games: Annotated[
        list[OfGame],
        Field(description="the same by game; records whose game could not be read are in none", examples=[[]]),
    ]
    findings: Annotated[list[Findings], Field(description="what was found, by code", examples=[[]])]
    known: Annotated[Count, Field(description="findings of the baseline, which are not among these", examples=[0])]
    proof: Annotated[
        Proof,
        Field(description="how far the verdicts are proved", examples=[{"complete": 3, "partial": 0, "undecided": 0}]),
    ]
    bytes: Annotated[Count, Field(description="the records as they were read, without compression", examples=[4709])]
    unreadable: Annotated[Count, Field(description="inputs that could not be opened or read", examples=[0])]
    troubles: Annotated[
        list[str],
        Field(
            description="what was told on standard error beside findings; the first thousand lines",
            examples=[["old.jsonl: no records"]],
        ),
    ]
    jobs: Annotated[Count, Field(description="how many processes might judge", examples=[2])]
    elapsed_ms: Annotated[Count, Field(description="how long it took, in milliseconds", examples=[21])]
    records_per_second: Annotated[Count, Field(description="the records of a second, on average", examples=[142])]
    status: Annotated[int, Field(ge=0, le=3, description="the exit status", examples=[1])]


class Course(NamedTuple):
    """How a run went: what was told beside findings, by how many processes, how long it took, how it ended.

    known: findings of a baseline.
    """

    unreadable: int
    troubles: Sequence[str]
    jobs: int
    seconds: float
    status: int
    known: int = 0


def report(paths: Iterable[str], tally: Tally, course: Course) -> dict[str, Any]:
    """The summary of a run over these paths as JSON values."""
    return {
        "judge": JUDGE,
        "inputs": [_input(path) for path in paths],
        "records": _verdicts(tally.verdicts),
        "games": [{"game": game, **_verdicts(tally.games[game])} for game in sorted(tally.games)],
        "findings": [_findings(code, tally.findings[code]) for code in sorted(tally.findings)],
        "known": course.known,
        "proof": {
            "complete": tally.proofs.get("complete", 0),
            "partial": tally.proofs.get("partial", 0),
            "undecided": tally.undecided,
        },
        "bytes": tally.bytes,
        "unreadable": course.unreadable,
        "troubles": list(course.troubles),
        "jobs": course.jobs,
        "elapsed_ms": round(1000 * course.seconds),
        "records_per_second": round(tally.records / course.seconds),
        "status": course.status,
    }


def _input(path: str) -> dict[str, Any]:
    if path == "-":
        return {"name": path, "files": 1}
    sizes = [_size(found) for found in inputs([path]) if not isinstance(found, InputError)]
    return {"name": path, "files": len(sizes), "bytes": sum(sizes)}


def _size(path: str) -> int:
    try:
        return Path(path).stat().st_size
    except OSError:  # it has gone since
        return 0


def _verdicts(counts: dict[str, int]) -> dict[str, int]:
    return {"total": sum(counts.values()), **{word: counts.get(word, 0) for word in WORDS}}


def _findings(code: str, count: int) -> dict[str, Any]:
    about = rule(code)
    return {"code": code, "severity": about.severity, "title": about.title, "count": count}
