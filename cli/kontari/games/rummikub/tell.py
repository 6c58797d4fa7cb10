"""Rummikub in words: moves, positions, what is legal, score sheets; no layout."""

from collections.abc import Mapping, Sequence
from typing import Any

from kontari.games.rummikub.tiles import BOUND, NUMBER


def who(seat: int, names: Sequence[str]) -> str:
    """A seat by its player's name."""
    return names[seat] if seat < len(names) else f"seat {seat}"


def side_names(data: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """The names of the sides: each seat by itself, or the players of each team."""
    teams = data.get("rules", {}).get("teams", 0)
    if not 1 < teams < len(names):
        return list(names)
    return [" and ".join(names[side::teams]) for side in range(teams)]


def set_words(tokens: Sequence[str]) -> str:
    """A set in short: «r4-8», «r4-8/J6», «rbk7», «rbJ7»; what is no such set tile by tile."""
    numbered = [(at, token) for at, token in enumerate(tokens) if token in NUMBER]
    if len(tokens) < 3 or not numbered or any(token in BOUND for token in tokens):
        return "·".join(tokens)
    colours = {token[0] for _, token in numbered}
    numbers = {NUMBER[token] for _, token in numbered}
    wild = len(tokens) - len(numbered)
    if len(numbers) == 1 and (len(colours) > 1 or len(numbered) == 1):
        if len(numbered) == 1 and wild > 1:
            return "·".join(tokens)
        return "".join(token[0] for _, token in numbered) + "J" * wild + str(NUMBER[numbered[0][1]])
    at, first = numbered[0]
    start = NUMBER[first] - at
    places = [start + place for place in range(len(tokens))]
    in_order = all(token not in NUMBER or NUMBER[token] == places[place] for place, token in enumerate(tokens))
    if len(colours) > 1 or not in_order:
        return "·".join(tokens)
    jokers = ",".join(str(places[place]) for place, token in enumerate(tokens) if token not in NUMBER)
    return f"{first[0]}{places[0]}-{places[-1]}" + (f"/J{jokers}" if jokers else "")


def sets_words(sets: Sequence[Sequence[str]]) -> str:
    """Several sets in short."""
    return "  ".join(map(set_words, sets))


def move_words(move: Mapping[str, Any], names: Sequence[str]) -> str:
    """What a turn was: «Ana lays r4-6  r6-8 out of r4-8»."""
    name = who(move["seat"], names)
    action = move["action"]
    if action == "meld":
        opening = f" opens with {sets_words(move['opening'])} and" if move.get("opening") else ""
        take = f" out of {sets_words(move['take'])}" if move.get("take") else ""
        return f"{name}{opening} lays {sets_words(move['put']) or 'nothing'}{take}"
    if action == "draw":
        return f"{name} draws {' '.join(move['tiles']) or 'nothing'}"
    if action == "penalty":
        reason = "is out of time" if move["reason"] == "time" else "takes back a meld"
        lost = f"; {' '.join(move['lost'])} went to the pool" if move.get("lost") else ""
        return f"{name} {reason} and draws {' '.join(move['tiles']) or 'nothing'}{lost}"
    return f"{name} passes"


def deal_words(deal: Mapping[str, Any], names: Sequence[str]) -> str:
    """Who begins, and with what draws for the start."""
    drawn = f"; drawn for the start: {' '.join(deal['start_draws'])}" if deal.get("start_draws") else ""
    middle = " in the middle of the round" if "table" in deal else ""
    return f"{who(deal['first'], names)} begins{middle}{drawn}"


def table_words(position: Mapping[str, Any]) -> str:
    """What lies there in one line: «7 sets · pool 34»."""
    sets = len(position["table"])
    parts = [f"{sets} set{'s' if sets != 1 else ''}" if sets else "empty table", f"pool {position['pool']['count']}"]
    if position["passes"]:
        parts.append(f"passes {position['passes']}")
    if "last_turns" in position:
        parts.append(f"last turns {position['last_turns']}")
    if "ended" in position:
        parts.append(f"round over ({position['ended']})")
    return " · ".join(parts)


_COLOURS = {"r": "red", "b": "blue", "o": "yellow", "k": "", "J": "magenta"}
"""How tiles look where colour can be shown; black ones are left as the terminal writes."""


def table_sets(position: Mapping[str, Any]) -> list[tuple[bool, list[tuple[str, str]]]]:
    """Each set on the table: whether the last move put it there, and its tiles, each with a colour or none."""
    changed = position["changed"]
    return [
        (index in changed, [(token, _COLOURS[token[0]]) for token in tokens])
        for index, tokens in enumerate(position["table"])
    ]


def hand_rows(position: Mapping[str, Any], names: Sequence[str]) -> list[tuple[str, str]]:
    """A row a seat: name (with marks for who has not opened and for who moves) and tiles."""
    rows = []
    for seat, rack in enumerate(position["racks"]):
        mark = "" if position["opened"][seat] else " (not opened)"
        mark += " *" if position.get("to_move") == seat else ""
        rows.append((who(seat, names) + mark, " ".join(rack) or "no tiles"))
    return rows


def position_lines(position: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """A position in two lines: the table, and the rack of who is to move beside the sizes of the others."""
    mover = position.get("to_move")
    sizes = [f"{who(seat, names)} {len(rack)} tiles" for seat, rack in enumerate(position["racks"]) if seat != mover]
    table = sets_words(position["table"])
    lines = [table_words(position) + (f": {table}" if table else "")]
    if mover is None:
        return [*lines, " · ".join(sizes)]
    opened = "" if position["opened"][mover] else ", not opened"
    return [*lines, " · ".join([f"{who(mover, names)} to move{opened}: {' '.join(position['racks'][mover])}", *sizes])]


def legal_words(patterns: Sequence[Mapping[str, Any]], position: Mapping[str, Any]) -> str:
    """What may be done: «lay r4-6 r6-8 out of r4-8, draw a tile»."""
    if not patterns:
        return "nothing, the round is over"
    return ", ".join(map(_pattern_words, patterns))


def _pattern_words(pattern: Mapping[str, Any]) -> str:
    action = pattern["action"]
    if action == "draw":
        return "draw a tile"
    if action == "pass":
        return "pass"
    if "put" not in pattern:
        return "lay unseen tiles"
    take = f" out of {sets_words(pattern['take'])}" if pattern.get("take") else ""
    opening = f"open with {sets_words(pattern['opening'])}, " if pattern.get("opening") else ""
    return f"{opening}lay {sets_words(pattern['put'])}{take}"


ENDED = {
    "out": "a rack is empty",
    "pool": "the pool is empty",
}


def sheet_lines(sheet: Mapping[str, Any], names: Sequence[str], sides: Sequence[str]) -> list[str]:
    """A row a rack with its points, then a row a side: added, total."""
    lines = []
    width = max(len(who(row["seat"], names)) for row in sheet["racks"])
    for row in sheet["racks"]:
        left = " ".join(f"{token}={points}" if token == "J" else token for token, points in row["tiles"])
        unseen = f" ??×{row['unseen']}" if "unseen" in row else ""
        never = f" never opened={row['never_opened']}" if "never_opened" in row else ""
        sum_ = f" = {row['points']}" if "points" in row and (left or never) else ""
        lines.append(f"{who(row['seat'], names):<{width}}  {(left + unseen + never + sum_).strip() or 'out'}")
    if "remainder" in sheet:
        lines.append(f"shared unevenly: {sheet['remainder']} left with nobody")
    for row in sheet["sides"]:
        added = f"{row['added']:+d}" if row.get("added") else ("?" if "added" not in row else "0")
        lines.append(f"{sides[row['side']]}: {added}, total {row.get('total', '?')}")
    return lines
