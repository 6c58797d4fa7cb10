"""Mus corrido where unseen cards leave open whether a juego has just begun: what some filling allows is legal."""

import json
from typing import Any

import pytest

import kontari
from kontari import examine

UNSEEN = ["??"] * 4
KNOWN = ["Ro", "So", "6c", "5o"]


def said(seat: int, action: str, **more: Any) -> dict[str, Any]:
    return {"action": action, "seat": seat, **more}


ALL_PASS = [
    said(0, "no-mus"),
    *(said(seat, "pass") for _ in range(2) for seat in (0, 1)),
    said(0, "declare", has=False),
    said(1, "declare", has=False),
    said(0, "declare", has=False),
    said(1, "declare", has=True),
]
"""Grande and chica hang on the unseen hand; juego gives the known one three stones."""


def match(second: list[dict[str, Any]], **rules: Any) -> bytes:
    record = {
        "kontari": "1.0",
        "game": "mus",
        "rules": {"target": 4, **rules},
        "players": [{"name": "Ana"}, {"name": "Bea"}],
        "rounds": [
            {"deal": {"mano": 0, "hands": [UNSEEN, KNOWN]}, "moves": ALL_PASS},
            {"deal": {"mano": 1, "hands": [["7o", "7c", "Ab", "Ac"], ["4o", "4c", "Rb", "Re"]]}, "moves": second},
        ],
    }
    return json.dumps(record).encode()


MUS = [said(1, "mus"), said(0, "mus")]


def test_the_first_round_leaves_the_juego_open() -> None:
    verdict = examine(match([]))
    assert verdict.verdict == "unfinished"
    assert verdict.rounds is not None
    assert "scores" not in verdict.rounds[0]


@pytest.mark.parametrize(
    "second",
    [
        [*MUS, said(1, "discard", cards=["4o"]), said(0, "discard", cards=["7o"])],
        [*MUS, said(0, "discard", cards=["7o"]), said(1, "discard", cards=["4o"])],
        [said(1, "mus"), said(0, "no-mus"), said(1, "pass")],
        [said(1, "mus"), said(0, "no-mus"), said(0, "pass")],
    ],
    ids=["discards without", "discards with", "grande without", "grande with"],
)
def test_with_and_without_mus_corrido(second: list[dict[str, Any]]) -> None:
    verdict = examine(match(second))
    assert (verdict.verdict, verdict.findings) == ("unfinished", [])


def test_once_it_is_clear_it_stays_so() -> None:
    both = [*MUS, said(0, "discard", cards=["7o"]), said(0, "discard", cards=["7c"])]
    (finding,) = examine(match(both)).findings
    assert (finding.code, finding.move) == ("MUS-T01", 4)


def test_without_the_option_nothing_is_open() -> None:
    moved = [*MUS, said(0, "discard", cards=["7o"])]
    (finding,) = examine(match(moved, mus_corrido=False)).findings
    assert finding.code == "MUS-T01"


def test_what_is_legal_at_the_fork() -> None:
    record = kontari.read(match(MUS))
    seats = [pattern["seat"] for pattern in kontari.legal(record, 2, 2)]
    assert seats == [1, 0]
