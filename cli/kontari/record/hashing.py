"""The two hashes of a record: of all that it says, and of the play alone."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from msgspec import Raw

from kontari.core.options import InForce
from kontari.record.decode import encode_sorted, move_asides
from kontari.record.in_force import form as rules_form


def hash_form(record: Any) -> tuple[bytes, list[bytes]]:
    """The hash form of a record (a struct), and the play of each round in the same form.

    It is RFC 8785 without ``x-`` keys; ``$schema`` must have been cleared. Each round is encoded
    once and serves both: its keys in order are ``deal``, ``moves``, ``scores``.
    """
    rounds = record.rounds
    played = [
        b'{"deal":' + encode_sorted(round_.deal) + b',"moves":' + encode_sorted(round_.moves) for round_ in rounds
    ]
    whole = [
        text + b"}" if round_.scores is None else text + b',"scores":' + encode_sorted(round_.scores) + b"}"
        for text, round_ in zip(played, rounds, strict=True)
    ]
    record.rounds = list(map(Raw, whole))
    try:
        form = encode_sorted(record)
    finally:
        record.rounds = rounds
    return form, [text + b"}" for text in played]


def play_sha256(game: str, options: InForce, record: Any, played: Sequence[bytes] | None) -> str:
    """The SHA-256 of what was played, in the form that ``schemas/README.md`` gives.

    options: the rules in force. played: from ``hash_form``, or None where moves may hold
    times, notes or claims, which are then cleared in the record.
    """
    if played is None:
        asides = move_asides(game)
        for round_ in record.rounds:
            for move in round_.moves:
                for name in asides[move.action]:
                    setattr(move, name, None)
        _, played = hash_form(record)
    form: dict[str, Any] = {"game": game, "players": len(record.players), "rounds": list(map(Raw, played))}
    form["rules"] = rules_form(options)
    if record.start is not None:
        form["start"] = record.start
    return sha256(encode_sorted(form)).hexdigest()
