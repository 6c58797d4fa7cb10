"""A record in any of kontari's own forms: read alike, and found in its text alike."""

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from kontari.core.fault import Fault
from kontari.record.reading import MAX_BYTES, Reading, read
from kontari.record.text import Lines, Places

if TYPE_CHECKING:
    from kontari.notation.parsing import NotationPlaces


@dataclass(frozen=True, slots=True)
class Source:
    """One record as read: what became of it, its JSON text, and the text that it was read from.

    ``notation`` is where things stand in a text in the notation, None for JSON.
    """

    reading: Reading
    json: bytes
    data: bytes
    notation: Lines | None = None

    def find(self, values: set[str], keys: set[str]) -> Lines:
        """Where the values and keys of these pointers stand in the text as read."""
        return self.notation or Places(self.data.decode("utf-8", "replace"), values, keys)


def source(data: bytes, max_bytes: int = MAX_BYTES, *, notation: bool = False) -> Source:
    """Read one record. Never raises: what is wrong is in the reading's ``faults``.

    notation: the text is in the notation, not in JSON.
    """
    if not notation:
        return Source(read(data, max_bytes), data, data)
    from kontari.notation.parsing import parse

    parsed = parse(data, max_bytes)
    if parsed.faults:
        return Source(Reading(sha256(data).hexdigest(), faults=parsed.faults), b"", data, parsed.places)
    # The text was short enough; what is made from it may be a little longer.
    reading = read(parsed.json, max(max_bytes, len(parsed.json)))
    if reading.record is None:
        reading.sha256 = sha256(data).hexdigest()
        reading.faults = [_at_origin(fault, parsed.places) for fault in reading.faults]
    return Source(reading, parsed.json, data, parsed.places)


def _at_origin(fault: Fault, places: "NotationPlaces") -> Fault:
    return fault if fault.offset is None else fault._replace(offset=places.origin(fault.offset))
