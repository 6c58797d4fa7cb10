"""Real records of small events: what a table played, as records that the referee judges anew."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from kontari.games.mus import generate

REFERENCES = Path(__file__).parents[2] / "records" / "tournaments"
JUEGOS = {"games_to_win": 3, "target": 5}
Json = dict[str, Any]


def said(name: str, part: str) -> Any:
    """A file of a reference tournament, read anew each time."""
    return json.loads((REFERENCES / name / f"{part}.json").read_text("utf-8"))


def event(where: Mapping[str, Any], name: str | None = None) -> Json:
    """An ``event``; a verdict line has numbers as text, a record as numbers."""
    numbers = {key: int(where[key]) for key in ("round", "table")}
    return ({} if name is None else {"name": name}) | {"stage": where["stage"], **numbers}


@cache
def _seed(juegos: tuple[int, int], first: int) -> int:
    """The first seed from there on whose match ends with these juegos."""
    return next(
        seed
        for seed in range(first, first + 1000)
        if (made := generate.record(seed, 1, 4, JUEGOS)["result"])["termination"] == "normal"
        and tuple(made["games"]) == juegos
    )


def mus(ids: Sequence[str], juegos: Sequence[int], where: Json) -> Json:
    """A match of two pairs, the even seats against the odd ones."""
    # No two tables play the same match.
    first = 100_000 * where["round"] + 1000 * where["table"]
    made = generate.record(_seed((juegos[0], juegos[1]), first), 1, 4, JUEGOS)
    players = [{"id": one, "name": one.title()} for one in ids]
    return made | {"players": players, "event": where}


def rummikub(ids: Sequence[str], racks: Sequence[Sequence[str]], where: Json) -> Json:
    """A round whose first player lays the whole rack, ``racks[0]``, and is out."""
    return {
        "kontari": "1.0",
        "game": "rummikub",
        "rules": {"rack_size": 3, "scoring": "zero-sum", "max_rounds": 1},
        "players": [{"id": one, "name": one.upper()} for one in ids],
        "event": where,
        "rounds": [
            {
                "deal": {"first": 0, "racks": [list(rack) for rack in racks]},
                "moves": [{"action": "meld", "seat": 0, "put": [list(racks[0])]}],
            }
        ],
    }


def eights(ids: Sequence[str], left: Sequence[str], where: Json) -> Json:
    """A hand of three with two cards each: the first player is out, the others are left with these cards."""
    return {
        "kontari": "1.0",
        "game": "crazy-eights",
        "rules": {"hand_size": 2, "max_rounds": 1},
        "players": [{"id": one, "name": one.upper()} for one in ids],
        "event": where,
        "rounds": [
            {
                "deal": {"dealer": 2, "hands": [["4C", "5C"], ["6C", left[0]], ["7C", left[1]]], "starter": ["9C"]},
                "moves": [
                    {"action": "play", "seat": seat, "card": card}
                    for seat, card in ((0, "4C"), (1, "6C"), (2, "7C"), (0, "5C"))
                ],
            }
        ],
    }


LEFT = {(1, 1): ("KD", "3D"), (1, 2): ("QD", "8D"), (2, 1): ("AD", "5D"), (2, 2): ("2D", "JD")}
"""What the losers of each round and table of ``crazy-eights-table`` are left with."""
RACKS = (("r10", "b10", "o10"), ("r1", "r2", "b2"), ("r5", "b5", "o6"), ("r1", "b1", "o1"))
NAMES = ("mus-league", "rummikub-sheet", "crazy-eights-table")


def records(name: str) -> dict[str, Json]:
    """The records behind a reference tournament, by the file name that its results say."""
    title = said(name, "document")["tournament"]["name"]
    made = {}
    for line in said(name, "results"):
        ids = [one["id"] for one in line["players"]]
        where = event(line["event"], title)
        if line["game"] == "mus":
            made[line["source"]] = mus(ids, line["result"]["games"], where)
        elif line["game"] == "rummikub":
            made[line["source"]] = rummikub(ids, RACKS, where)
        else:
            made[line["source"]] = eights(ids, LEFT[where["round"], where["table"]], where)
    return made


def written(folder: Path, made: Mapping[str, Json]) -> Path:
    """The records as files of a folder."""
    folder.mkdir(exist_ok=True)
    for name, record in made.items():
        (folder / name).write_text(json.dumps(record), "utf-8")
    return folder
