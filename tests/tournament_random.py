"""Random tournaments for laws and oracles: documents as JSON values and the lines of what was played."""

from random import Random
from typing import Any

Json = dict[str, Any]

FIDE_POINTS = {
    "win": 1,
    "draw": "0.5",
    "loss": 0,
    "bye": 1,
    "half_bye": "0.5",
    "absent": 0,
    "forfeit_win": 1,
    "forfeit_loss": 0,
}


def _document(game: str, participants: list[Json], stage: Json) -> Json:
    return {
        "kontari": "1.0",
        "tournament": {"name": "Random", "game": game, "start": "2026-03-01"},
        "participants": participants,
        "stages": [stage],
    }


def _line(round_: int, table: int, seats: list[str], scores: list[int], **more: Any) -> Json:
    best = max(scores)
    winners = [seat for seat, score in enumerate(scores) if score == best]
    return {
        "event": {"stage": "main", "round": str(round_), "table": str(table)},
        "players": [{"id": id_} for id_ in seats],
        **more,
        "result": {"scores": scores, "winners": winners},
    }


def swiss(random: Random, players: int, rounds: int, **stage: Any) -> tuple[Json, list[Json]]:
    """A Swiss tournament, paired at random without rematches, with all kinds of byes, forfeits and withdrawals."""
    ids = [f"p{number:02}" for number in range(1, players + 1)]
    left = {id_: random.randint(1, rounds) if random.random() < 0.15 else rounds for id_ in ids}
    met: set[frozenset[str]] = set()
    had_bye: set[str] = set()
    listed, lines = [], []
    for round_ in range(1, rounds + 1):
        byes, free = [], []
        for id_ in ids:
            chance = random.random()
            if round_ > left[id_]:
                continue
            if chance < 0.05:
                byes.append({"participant": id_, "kind": "half"})
            elif chance < 0.09:
                byes.append({"participant": id_, "kind": "absent"})
            elif chance < 0.1:
                byes.append({"participant": id_, "kind": "full"})
            else:
                free.append(id_)
        random.shuffle(free)
        tables, paired = [], False
        while free:
            one = free.pop()
            other = next((other for other in free if frozenset((one, other)) not in met), None)
            if other is not None:
                free.remove(other)
                met.add(frozenset((one, other)))
                tables.append({"table": len(tables) + 1, "participants": [one, other]})
            elif not paired and one not in had_bye:
                paired = True
                had_bye.add(one)
                byes.append({"participant": one, "kind": "paired"})
            else:
                byes.append({"participant": one, "kind": "absent"})
        for table in tables:
            chance = random.random()
            if chance < 0.08:
                table["ruling"] = {"kind": "forfeit", "by": [random.choice(table["participants"])], "reason": "absent"}
            elif chance < 0.1:
                table["ruling"] = {"kind": "double-forfeit", "by": table["participants"], "reason": "absent"}
            else:
                score = random.choice((-1, 0, 1)) * random.randint(1, 30)
                lines.append(_line(round_, table["table"], table["participants"], [score, -score]))
        listed.append({"round": round_, "tables": tables, "byes": byes})
    given = {
        "id": "main",
        "system": "swiss",
        "rounds_planned": rounds,
        "points": FIDE_POINTS,
        "tie_breaks": "fide-swiss",
        "rounds": listed,
    }
    rated = [{"id": id_, "seed": seed, "rating": random.randint(1000, 2500)} for seed, id_ in enumerate(ids, 1)]
    return _document("rummikub", rated, given | stage), lines


def round_robin(random: Random, players: int, forfeits: float = 0, **stage: Any) -> tuple[Json, list[Json]]:
    """A full round robin of Mus, games of 40 stones, the better of five; some matches are forfeited."""
    ids = [f"p{number:02}" for number in range(1, players + 1)]
    circle: list[str | None] = [*ids, *([None] if players % 2 else [])]
    listed, lines = [], []
    for round_ in range(1, len(circle)):
        tables, byes = [], []
        for one, other in zip(circle[: len(circle) // 2], reversed(circle), strict=False):
            if one is None or other is None:
                byes.append({"participant": one or other, "kind": "paired"})
                continue
            tables.append({"table": len(tables) + 1, "participants": [one, other]})
            if random.random() < forfeits:
                by = [random.choice((one, other))]
                tables[-1]["ruling"] = {"kind": "forfeit", "by": by, "reason": "absent"}
                continue
            won = random.choice((0, 1))
            sides = [won] * 3 + [1 - won] * random.randint(0, 2)
            random.shuffle(sides)
            games = [[40, random.randrange(40)] if side == 0 else [random.randrange(40), 40] for side in sides]
            line = _line(round_, len(tables), [one, other], [0, 0], game="mus")
            line["result"] = {"game_stones": games, "winners": [won]}
            lines.append(line)
        listed.append({"round": round_, "tables": tables, "byes": byes})
        circle = [circle[0], circle[-1], *circle[1:-1]]
    given = {
        "id": "main",
        "system": "round-robin",
        "rounds_planned": len(circle) - 1,
        "points": {"win": 2, "draw": 1, "loss": 0, "bye": 0, "forfeit_games": [3, 0]},
        "tie_breaks": "mus-liga",
        "rounds": listed,
    }
    return _document("mus", [{"id": id_, "seed": seed} for seed, id_ in enumerate(ids, 1)], given | stage), lines


def tables(random: Random, players: int, rounds: int, **stage: Any) -> tuple[Json, list[Json]]:
    """Tables of three and four, zero-sum scores, small numbers so that places are shared."""
    ids = [f"p{number:02}" for number in range(1, players + 1)]
    listed, lines = [], []
    for round_ in range(1, rounds + 1):
        free = ids[:]
        random.shuffle(free)
        seated, byes = [], []
        while len(free) >= 3:
            size = 4 if len(free) % 3 == 1 or len(free) >= 8 else 3
            seats, free = free[:size], free[size:]
            seated.append({"table": len(seated) + 1, "participants": seats})
            scores = [random.randint(-3, 3) for _ in seats[1:]]
            scores.append(-sum(scores))
            lines.append(_line(round_, len(seated), seats, scores, rounds=[{"scores": scores}]))
        byes += [{"participant": id_, "kind": "paired"} for id_ in free]
        listed.append({"round": round_, "tables": seated, "byes": byes})
    given = {
        "id": "main",
        "system": "tables",
        "rounds_planned": rounds,
        "table": {"size": 4, "least": 3, "most": 4},
        "points": {"places": {"4": [4, 2, 1, 0], "3": [4, 2, 0]}, "bye": 2},
        "tie_breaks": "mso-table",
        "rounds": listed,
    }
    return _document("rummikub", [{"id": id_, "seed": seed} for seed, id_ in enumerate(ids, 1)], given | stage), lines
