"""Offending records put aside, byte for byte, each in a file of its own."""

import re
from hashlib import sha256
from pathlib import Path

from kontari.record.streams import COMPRESSED, InputError, Item, reason_of
from kontari.whole_file import replacing

_STEM = re.compile(r"[^\w.-]+")
_ENDING = re.compile(r"(\.[a-z-]+)?\.(json|jsonl|txt)$")


def put_aside(folder: str, item: Item, game: str | None) -> Path:
    """Copy one record there; its name tells source, number and the beginning of its hash. The folder is made.

    game: of the record, where it could be told. A copy that is there already stays. Raises InputError where it
    cannot be written.
    """
    path = Path(folder) / name(item, game)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            with replacing(path) as copy:
                copy.write_bytes(item.data)
    except OSError as error:
        raise InputError(str(path), f"cannot be written: {reason_of(error)}") from None
    return path


def name(item: Item, game: str | None) -> str:
    """The name of the copy: that of its source, which number it had there, and which bytes these are."""
    stem = "stdin" if item.source == "-" else Path(item.source).name
    for packed in COMPRESSED:
        stem = stem.removesuffix(packed)
    stem = _STEM.sub("_", _ENDING.sub("", stem))[:80] or "record"
    form = "txt" if item.notation else "json"
    return f"{stem}.{item.number}.{sha256(item.data).hexdigest()[:12]}{f'.{game}' if game else ''}.{form}"
