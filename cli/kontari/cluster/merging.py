"""Shards put together: all of one run, each once and whole, or nothing. Holds one line in memory at a time."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import fields
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, get_origin

from kontari.cluster.inputs import reason
from kontari.cluster.judging import tally_of
from kontari.record.reading import MAX_BYTES
from kontari.record.streams import InputError
from kontari.tally import Tally

_LONGEST = 4 * MAX_BYTES
"""No line of a shard is longer; a verdict may repeat what a record says, escaped."""

_SHARED = {
    "of": "of another number of shards",
    "judge": "by another judge",
    "max_bytes": "with another --max-bytes",
    "inputs": "of other inputs",
    "missing": "of other inputs",
}

_BEGUN: dict[str, type] = {"shard": int, "of": int, "judge": dict, "max_bytes": int, "inputs": list, "missing": list}
_ENDED: dict[str, type] = {
    **{one.name: get_origin(one.type) or one.type for one in fields(Tally)},  # type: ignore[misc]
    "shard": int,
    "sha256": str,
    "unreadable": list,
    "faults": list,
}


class Shard(NamedTuple):
    """A shard that is whole: where it lies, its first line, its last one, and how many verdict lines it has."""

    path: str
    begun: dict[str, Any]
    ended: dict[str, Any]
    lines: int


class Merger:
    """The shards of one run, in order.

    tally, unreadable and faults are those of all of them. Raises InputError where one is missing, doubled, cut off,
    altered, or of another run.
    """

    def __init__(self, paths: Sequence[str]) -> None:
        self._shards: dict[int, Shard] = {}
        self.tally = Tally()
        self.unreadable: list[str] = []
        self.faults: list[str] = []
        first: Shard | None = None
        for path in paths:
            shard = _checked(path)
            first = first or shard
            self._add(shard, first)
        of = first.begun["of"] if first is not None else 0
        missing = [number for number in range(1, of + 1) if number not in self._shards]
        if missing:
            shown = ", ".join(map(str, missing[:10])) + (", …" if len(missing) > 10 else "")
            name, lacks = ("shard", "is missing") if len(missing) == 1 else ("shards", "are missing")
            raise InputError(f"{name} {shown} of {of}", lacks)
        # What could not be found was told by every shard alike.
        self.unreadable[:0] = first.begun["missing"] if first is not None else []

    def lines(self) -> Iterator[str]:
        """The verdict lines of all shards, in the order of the inputs."""
        for number in sorted(self._shards):
            shard = self._shards[number]
            with _opened(shard.path) as stream:
                stream.readline()
                for _ in range(shard.lines):
                    yield stream.readline().decode()

    def _add(self, shard: Shard, first: Shard) -> None:
        number = shard.begun["shard"]
        for key, words in _SHARED.items():
            if shard.begun[key] != first.begun[key]:
                raise InputError(shard.path, f"is {words} than {first.path}")
        if number in self._shards:
            raise InputError(
                shard.path, f"is shard {number} of {shard.begun['of']}, and so is {self._shards[number].path}"
            )
        # The list of inputs may be long, and is known to be the same.
        self._shards[number] = shard._replace(begun={"shard": number, "of": shard.begun["of"]})
        self.tally.add(tally_of(shard.ended))
        self.unreadable += shard.ended["unreadable"]
        self.faults += shard.ended["faults"]


def _checked(path: str) -> Shard:
    """A shard that was read through. Raises InputError where it is none, or not whole."""
    with _opened(path) as stream:
        last = stream.readline(_LONGEST)
        begun = _said(last, _BEGUN)
        if begun is None:
            raise InputError(path, "is no shard of verdicts, as validate --shard writes them")
        digest, number = sha256(), -1
        while line := stream.readline(_LONGEST):
            if len(line) == _LONGEST:
                raise InputError(path, f"has a line longer than {_LONGEST} bytes")
            digest.update(last)
            number += 1
            last = line
    ended = _said(last, _ENDED) if number >= 0 and last.endswith(b"\n") else None
    if ended is None:
        raise InputError(path, f"is cut off: shard {begun['shard']} of {begun['of']} has no closing line")
    if digest.hexdigest() != ended["sha256"]:
        raise InputError(path, "is not as it was written: what stands before its closing line has another digest")
    return Shard(path, begun, ended, number)


def _opened(path: str) -> BinaryIO:
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise InputError(path, f"cannot be opened: {reason(error)}") from None


def _said(line: bytes, wanted: dict[str, type]) -> dict[str, Any] | None:
    """What a first or last line says; None where it is none."""
    if not line.startswith(b'{"shard": '):
        return None
    try:
        said: dict[str, Any] = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return said if all(isinstance(said.get(key), kind) for key, kind in wanted.items()) else None
