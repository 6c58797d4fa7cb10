"""The hashes of a record that is there as JSON values: of all it says, of the play, of the deals, of each beginning."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from kontari.core.options import InForce
from kontari.record import hashing
from kontari.record.decode import encode_sorted, move_asides, typed
from kontari.record.in_force import form, rules_in_force
from kontari.record.reading import without_own_keys

Record = Mapping[str, Any]


class Hashes(NamedTuple):
    """The two hashes of a record, as a verdict gives them."""

    sha256: str
    play_sha256: str


def typed_record(data: Record) -> Any:
    """The struct of a well-formed record, as the hash form wants it."""
    record = typed(data["game"], without_own_keys(data))
    record.dollar_schema = None
    return record


def in_force(data: Record) -> InForce:
    """The rules in force of a record: presets and defaults written out. It is not to be changed."""
    return _in_force(data, typed_record(data))


def sha256_of(data: Record) -> str:
    """The SHA-256 of the hash form of a record."""
    return _sha256(typed_record(data))


def hashes(data: Record) -> Hashes:
    """Both hashes of a record."""
    record = typed_record(data)
    # In this order: the hash of the play clears times and notes.
    whole = _sha256(record)
    return Hashes(whole, hashing.play_sha256(data["game"], _in_force(data, record), record, None))


def deals_sha256(data: Record) -> str | None:
    """The SHA-256 of game, rules in force and deals; None where nothing was dealt."""
    record = typed_record(data)
    if not record.rounds:
        return None
    deals = [round_.deal for round_ in record.rounds]
    said = {"deals": deals, "game": data["game"], "rules": form(_in_force(data, record))}
    return sha256(encode_sorted(said)).hexdigest()


def beginnings(data: Record) -> Iterator[bytes]:
    """A hash of the play up to each place: before the first deal, and after every deal and move.

    The play of one record begins that of another exactly where its last hash is among the other's.
    """
    record = typed_record(data)
    asides = move_asides(data["game"])
    said: dict[str, Any] = {"game": data["game"], "players": len(record.players)}
    said["rules"] = form(_in_force(data, record))
    if record.start is not None:
        said["start"] = record.start
    so_far = sha256(encode_sorted(said)).digest()
    yield so_far
    for round_ in record.rounds:
        so_far = sha256(so_far + encode_sorted(round_.deal)).digest()
        yield so_far
        for move in round_.moves:
            for name in asides[move.action]:
                setattr(move, name, None)
            so_far = sha256(so_far + encode_sorted(move)).digest()
            yield so_far


def _sha256(record: Any) -> str:
    return sha256(hashing.hash_form(record)[0]).hexdigest()


def _in_force(data: Record, record: Any) -> InForce:
    return rules_in_force(data["game"], record.rules, len(record.players))
