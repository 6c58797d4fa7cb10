"""One record: from bytes to a typed record, or to the faults that keep it from being one."""

import re
from hashlib import sha256
from typing import Any

import msgspec

from kontari.core.fault import Fault
from kontari.games import GAMES
from kontari.record.decode import decoder, typed
from kontari.record.hashing import hash_form

VERSION = "1.0"
MAX_BYTES = 64 * 2**20
"""The longest record that is read, unless another bound is given."""

_GAME = re.compile(rb'"game"\s*:\s*"([a-z0-9-]+)"')


class Reading(msgspec.Struct):
    """What became of one text: ``record`` (a struct) and ``game``, or ``faults``; ``warnings`` beside either.

    ``played`` is the hash form of each round's play, where no move holds anything else.
    """

    sha256: str
    game: str | None = None
    record: Any = None
    played: list[bytes] | None = None
    faults: list[Fault] = []
    warnings: list[Fault] = []


def read(data: bytes, max_bytes: int = MAX_BYTES) -> Reading:
    """Read one record. Never raises: what is wrong is in ``faults``.

    Three routes, of which each may refuse what is right and none accepts what is wrong: the strict
    decoder (first without times, notes and claims in moves, which few records have); for texts it
    refuses, the text checks and the same decoder without ``x-`` keys; and for what is then still
    refused, the explanation.
    """
    reading = _fast(data) if len(data) <= max_bytes else None
    return reading or _slow(data, max_bytes)


def _fast(data: bytes) -> Reading | None:
    found = _GAME.search(data)
    if found is None or (b"\\" in data and b"\\u003" in data):
        return None
    game = found[1].decode()
    if game not in GAMES:
        return None
    bare = True
    try:
        record = decoder(game, bare=True).decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        bare = False
        try:
            record = decoder(game).decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return None
    # No key was dropped, and so none stood twice (nor held null), exactly when as many colons
    # come out as went in. Nothing is ever written longer than it was read, so that this is
    # certain where as many bytes come out.
    form, played = hash_form(record)
    if len(form) != len(data.strip()) and form.count(b":") != data.count(b":"):
        return None
    if record.kontari != VERSION or record.dollar_schema is not None:
        return None
    return Reading(sha256(form).hexdigest(), game, record, played if bare else None)


def _slow(data: bytes, max_bytes: int) -> Reading:
    from kontari.record.explain import newer_version, shape_faults, version_faults
    from kontari.record.text import parse

    parsed = parse(data, max_bytes)
    reading = Reading(sha256(data).hexdigest(), faults=parsed.faults)
    if parsed.faults:
        return reading
    value = parsed.value
    reading.faults = version_faults(value)
    if reading.faults:
        return reading
    reading.game = value["game"]
    assert reading.game is not None
    try:
        record = typed(reading.game, without_own_keys(value))
    except msgspec.ValidationError:
        record = None
    if record is None or has_null(value):
        reading.faults = shape_faults(reading.game, value)
        if reading.faults:
            return reading
    warning = newer_version(record.kontari)
    reading.warnings = [warning] if warning else []
    record.dollar_schema = None
    form, _ = hash_form(record)
    reading.sha256 = sha256(form).hexdigest()
    reading.record = record
    return reading


def without_own_keys(value: Any) -> Any:
    """A JSON value without ``x-`` keys at any depth."""
    if isinstance(value, dict):
        return {
            key: without_own_keys(item) if isinstance(item, (dict, list)) else item
            for key, item in value.items()
            if not key.startswith("x-")
        }
    if isinstance(value, list):
        return [without_own_keys(item) if isinstance(item, (dict, list)) else item for item in value]
    return value


def has_null(value: Any) -> bool:
    """Whether null stands anywhere but in ``x-`` keys; msgspec takes it for an absent key."""
    if isinstance(value, dict):
        value = [item for key, item in value.items() if not key.startswith("x-")]
    if isinstance(value, list):
        return None in value or any(has_null(item) for item in value if isinstance(item, (dict, list)))
    return value is None
