"""Which record is a duplicate of which; only hashes and places are kept, never records."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from kontari.sifting.hashes import deals_sha256, hashes, sha256_of

KINDS: dict[str, Callable[[Mapping[str, Any]], str | None]] = {
    "record": sha256_of,
    "play": lambda data: hashes(data).play_sha256,
    "deal": deals_sha256,
}
"""What records that are duplicates share; None is shared with no other."""

PREFIX = "prefix"


class Place(NamedTuple):
    """Where a record stands; both numbers count from 1."""

    source: str
    record: int
    line: int


class Seen:
    """The first place of each key."""

    def __init__(self) -> None:
        self._first: dict[bytes, Place] = {}

    def before(self, key: str | None, place: Place) -> Place | None:
        """Where the same key was first; None where this is the first."""
        if key is None:
            return None
        first = self._first.setdefault(bytes.fromhex(key), place)
        return None if first is place else first


class Beginnings:
    """Plays of which one begins another: three times over the same records, in this order.

    Each record is given by the hashes of its beginnings (``hashes.beginnings``).
    """

    def __init__(self) -> None:
        self._whole: dict[bytes, Place] = {}
        self._longer: dict[bytes, tuple[int, Place]] = {}
        self._kept: set[bytes] = set()

    def note(self, beginnings: Iterable[bytes], place: Place) -> None:
        """First: which plays there are."""
        *_, whole = beginnings
        self._whole.setdefault(whole, place)

    def compare(self, beginnings: Iterable[bytes], place: Place) -> None:
        """Second: which of them begin this one; of several that a play begins the longest counts, then the first."""
        *shorter, _ = beginnings
        for one in shorter:
            if one in self._whole and len(shorter) > self._longer.get(one, (0, place))[0]:
                self._longer[one] = (len(shorter), place)

    def longer(self, beginnings: Iterable[bytes]) -> Place | None:
        """Third: the record that holds the play of this one, and is kept instead; None where this is kept."""
        *_, whole = beginnings
        if whole in self._longer:
            return self._longer[whole][1]
        if whole in self._kept:
            return self._whole[whole]
        self._kept.add(whole)
        return None
