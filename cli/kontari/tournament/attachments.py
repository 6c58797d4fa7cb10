"""Files that stand behind a ruling: whether they are there and are what they were. They are never read for sense."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from kontari.tournament.model import Attachment, Document, Finding

_CHUNK = 1 << 20


def attachment_findings(document: Document, folder: Path) -> list[Finding]:
    """What is wrong with the files that rulings name.

    folder: that of the document; a file is named from there, and must lie in it or below, links followed.
    """
    findings = []
    for place, pointer, attachment in _attachments(document):
        problem = problem_of(attachment, folder)
        if problem is not None:
            facts = {"file": attachment.file, "problem": problem}
            findings.append(Finding("TRN-S14", facts, place, pointer))
    return findings


def _attachments(document: Document) -> Iterator[tuple[str, str, Attachment]]:
    for stage_at, stage in enumerate(document.stages):
        for round_at, round_ in enumerate(stage.rounds or ()):
            for table_at, table in enumerate(round_.tables):
                for at, one in enumerate(table.ruling.attachments if table.ruling else ()):
                    pointer = f"/stages/{stage_at}/rounds/{round_at}/tables/{table_at}/ruling/attachments/{at}"
                    yield f"stage {stage.id}, round {round_.round}, table {table.table}", pointer, one


def problem_of(attachment: Attachment, folder: Path) -> str | None:
    """What is wrong with one file; None where it is there and as it was."""
    written = attachment.file.replace("\\", "/")
    try:
        path = (folder / written).resolve()
        inside = path.is_relative_to(folder.resolve()) and not Path(written).is_absolute()
        if not inside:
            return "lies outside the folder of the document"
        if not path.is_file():
            return "is not there"
        with path.open("rb") as stream:
            digest = hashlib.sha256()
            while chunk := stream.read(_CHUNK):
                digest.update(chunk)
    except (OSError, ValueError, RuntimeError) as error:
        return f"cannot be read: {getattr(error, 'strerror', None) or 'that is no name of a file'}"
    if digest.hexdigest() != attachment.sha256:
        return f"is not as it was: its SHA-256 is {digest.hexdigest()}"
    return None
