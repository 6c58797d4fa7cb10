"""Verdict lines as ``validate --format jsonl`` prints them, and the worked example: a league of four pairs."""

import json
import string
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from kontari.tournament.collect import Collected, Played, collect, played
from kontari.tournament.document import read_document
from kontari.tournament.model import Document, Finding, SheetResult
from kontari.tournament.rules import rule, told

Json = dict[str, Any]

PAIRS = {
    "bidasoa": ("ana-e", "jon-i"),
    "urola": ("mikel-a", "itziar-l"),
    "deba": ("pello-u", "nerea-g"),
    "oria": ("xabi-m", "ane-b"),
}
RULES = {"games_to_win": 3, "vacas_to_win": 1, "target": 40}
EVENT = "Torneo de San Blas"


def league(**changes: Any) -> Json:
    """The document of the league; changes are of its one stage."""
    forfeit = {
        "kind": "forfeit",
        "by": ["deba"],
        "played": False,
        "official": "J. Arregi",
        "reason": "did not appear within 45 minutes",
    }
    return {
        "kontari": "1.0",
        "tournament": {"name": EVENT, "game": "mus", "start": "2026-02-03"},
        "records": {"event": EVENT},
        "participants": [
            {"id": id_, "seed": seed, "members": [{"id": one} for one in members]}
            for seed, (id_, members) in enumerate(PAIRS.items(), 1)
        ],
        "stages": [
            {
                "id": "liga",
                "system": "round-robin",
                "rounds_planned": 3,
                "points": {"win": 2, "draw": 1, "loss": 0, "forfeit_games": [3, 0]},
                "tie_breaks": "mus-liga",
                "rounds": [
                    {
                        "round": 1,
                        "date": "2026-02-03",
                        "tables": [
                            {"table": 1, "participants": ["bidasoa", "oria"]},
                            {"table": 2, "participants": ["urola", "deba"], "ruling": forfeit},
                        ],
                    },
                    {
                        "round": 2,
                        "tables": [
                            {"table": 1, "participants": ["oria", "deba"]},
                            {"table": 2, "participants": ["bidasoa", "urola"]},
                        ],
                    },
                    {
                        "round": 3,
                        "tables": [
                            {"table": 1, "participants": ["urola", "oria"]},
                            {"table": 2, "participants": ["deba", "bidasoa"]},
                        ],
                    },
                ],
                **changes,
            }
        ],
    }


def line(a: str, b: str, games: tuple[int, int], round_: Any = None, table: Any = None, **more: Any) -> Json:
    """The verdict on a match of two pairs, sound unless said otherwise; ``event``: keys over the usual ones."""
    seats = [member for pair in zip(PAIRS[a], PAIRS[b], strict=True) for member in pair]
    stones = [[40, 10]] * games[0] + [[12, 40]] * games[1]
    event = {"name": EVENT, "stage": "liga", "round": round_, "table": table, **more.pop("event", {})}
    result = {"games": list(games), "stones": [0, 0], "game_stones": stones, "termination": "normal"}
    if games[0] != games[1]:
        result["winners"] = [int(games[1] > games[0])]
    made = {
        "source": f"{a}-{b}-{round_}.mus.json",
        "record": 1,
        "game": "mus",
        "verdict": "sound",
        "proof": "complete",
        "undecided": 0,
        "event": {key: value for key, value in event.items() if value is not None},
        "players": [{"name": id_.title(), "id": id_} for id_ in seats],
        "rules": RULES,
        "rounds": [{"scores": [30, 10], "ended": "count"}],
        "result": result,
        "findings": [],
    } | more
    text = json.dumps([made["event"], made["players"], made["result"], made["verdict"]])
    return {"sha256": sha256(text.encode()).hexdigest(), "play_sha256": sha256(f"p{text}".encode()).hexdigest()} | made


def five() -> list[Json]:
    """The five matches of the league that were played."""
    return [
        line("bidasoa", "oria", (3, 0), 1, 1),
        line("oria", "deba", (1, 3), 2, 1),
        line("bidasoa", "urola", (3, 1), 2, 2),
        line("urola", "oria", (3, 2), 3, 1),
        line("deba", "bidasoa", (3, 2), 3, 2),
    ]


def solo(scores: Iterable[int], ids: str, event: Json, **more: Any) -> Json:
    """The verdict on a match of single players in which the highest score wins."""
    scores = list(scores)
    winners = [side for side, score in enumerate(scores) if score == max(scores)]
    made = {
        "source": f"{ids}.rummikub.json",
        "record": 1,
        "game": "rummikub",
        "verdict": "sound",
        "proof": "complete",
        "undecided": 0,
        "event": event,
        "players": [{"name": id_} for id_ in ids],
        "rules": {"scoring": "zero-sum", "teams": 0},
        "rounds": [{"scores": scores, "ended": "out"}],
        "result": {"scores": scores, "termination": "normal", "winners": winners},
        "findings": [],
    } | more
    text = json.dumps([made["event"], made["players"], made["result"]])
    return {"sha256": sha256(text.encode()).hexdigest(), "play_sha256": sha256(f"p{text}".encode()).hexdigest()} | made


def club(ids: str, **stage: Any) -> Json:
    """A document of single players at tables of several."""
    return {
        "kontari": "1.0",
        "tournament": {"name": "Club night", "game": "rummikub"},
        "records": {"rules": {"scoring": "zero-sum"}},
        "participants": [{"id": id_} for id_ in ids],
        "stages": [
            {
                "id": "main",
                "system": "tables",
                "rounds_planned": 1,
                "table": {"size": 4, "least": 3},
                "points": {"places": {"4": [4, 2, 1, 0], "3": [4, 2, 0]}, "place_by": ["score"]},
                "tie_breaks": [{"by": "score"}],
                **stage,
            }
        ],
    }


def read(data: Json) -> Document:
    """The document of JSON values."""
    return read_document(json.dumps(data).encode())


def gathered(data: Json, lines: Iterable[Json], sheets: Iterable[SheetResult] = ()) -> Collected:
    """What verdict lines come to; every finding can be told in full."""
    found = collect(read(data), given(lines), sheets)
    whole(found.findings)
    return found


def given(lines: Iterable[Json]) -> list[Played]:
    return [played(one) for one in lines]


def whole(findings: Iterable[Finding]) -> None:
    """Every finding has the facts that its sentence needs."""
    for one in findings:
        names = {name for _, name, _, _ in string.Formatter().parse(rule(one.code).message) if name}
        assert names <= one.facts.keys(), (one, names)
        assert told(one)


def codes(found: Collected) -> list[str]:
    return [one.code for one in found.findings]
