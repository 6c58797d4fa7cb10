"""Lots that anyone can draw again: by SHA-256 of a string that was published before."""

from hashlib import sha256
from random import Random

from kontari.tournament.model import Document, Stage


def published(document: Document, stage: Stage) -> str:
    """The string of a stage: its own, else the tournament's name and start."""
    return stage.pairing.lots or document.name + (document.start or "")


def lot(draw: str, stage: Stage, round_: int, participant: str) -> bytes:
    """What a participant draws in a round; the lowest comes first.

    SHA-256 over the string, the stage's id, the round and the participant's id, joined by line feeds.
    """
    return sha256(f"{draw}\n{stage.id}\n{round_}\n{participant}".encode()).digest()


def chance(draw: str, stage: Stage, round_: int) -> Random:
    """Random numbers of a round; only ``random()`` of it is used, which is the same in every version."""
    return Random(int.from_bytes(sha256(f"{draw}\n{stage.id}\n{round_}".encode()).digest(), "big"))
