"""One part: a share judged into a file of its own, with an entry that says what is in it.

It may be judged twice, by workers that know nothing of each other: both write the same bytes.
"""

import json
from typing import Any, NamedTuple

from kontari.cluster.folder import HIDDEN, Folder, written
from kontari.cluster.forms import writer
from kontari.cluster.judging import judge
from kontari.cluster.shares import Share
from kontari.examination import JUDGE
from kontari.record.pieces import Lines
from kontari.record.streams import InputError

Entry = dict[str, Any]
"""What is said of a part in the summary, as its published schema has it."""


class Part(NamedTuple):
    """The file of a part in its folder, the share it is made of, and by which judge and bounds.

    before: the lines ahead of its first stretch in the input of that, or why they could not be counted.
    """

    folder: str
    file: str
    form: str
    share: Share
    judge: dict[str, str]
    max_bytes: int
    debug: bool = False
    before: Lines | str = Lines()


def kept(part: Part) -> Entry | None:
    """The entry of a part that was finished before and is whole; None where it must be judged."""
    folder = Folder(part.folder)
    try:
        entry: Entry = json.loads(folder.read(_entry_of(part.file)) or b"null")
    except ValueError:
        return None
    if not entry or entry["unreadable"] or entry["faults"]:
        return None
    return entry if folder.written_as(part.file) == (entry["file_bytes"], entry["sha256"]) else None


def judge_part(part: Part) -> Entry:
    """Judge a part, write its file, then its entry.

    Raises InputError where the folder cannot be written, and where another judge than the plan's is at work here.
    """
    if part.judge != JUDGE:
        raise InputError("worker", f"has {JUDGE['software']}, where the run is by {part.judge['software']}")
    folder = Folder(part.folder)
    with folder.file(part.file) as stream:
        verdicts = writer(part.form, stream)
        outcome = judge(part.share, part.before, part.max_bytes, verdicts.write, debug=part.debug)
        verdicts.end()
        size, digest = written(stream)
    of = [stretch.data() | {"records": seen} for stretch, seen in zip(part.share, outcome.stretches, strict=True)]
    entry = {"file": part.file, "file_bytes": size, "sha256": digest, **outcome.data(), "of": of}
    folder.write(_entry_of(part.file), json.dumps(entry).encode())
    return entry


def _entry_of(file: str) -> str:
    return f"{HIDDEN}/{file}.json"
