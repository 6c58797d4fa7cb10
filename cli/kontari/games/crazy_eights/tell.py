"""Crazy Eights in words: moves, positions, what is legal, score sheets; no layout."""

from collections.abc import Mapping, Sequence
from typing import Any

_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def who(seat: int, names: Sequence[str]) -> str:
    """A seat by its player's name."""
    return names[seat] if seat < len(names) else f"seat {seat}"


def move_words(move: Mapping[str, Any], names: Sequence[str]) -> str:
    """What a move was: «Ana plays 8H and names diamonds»."""
    action = move["action"]
    if action == "reshuffle":
        return "the discards are reshuffled"
    name = who(move["seat"], names)
    if action == "play":
        named = f" and names {_SUITS[move['suit']]}" if "suit" in move else ""
        return f"{name} plays {move['card']}{named}"
    if action == "draw":
        return f"{name} draws {' '.join(move['cards'])}"
    if action == "penalty":
        return f"{name} takes {' '.join(move['cards'])} as a penalty ({move['reason']})"
    return f"{name} passes"


def deal_words(deal: Mapping[str, Any], names: Sequence[str]) -> str:
    """Who deals and what is turned up."""
    *replaced, starter = deal["starter"] or ["nothing"]
    turned = f"{', '.join(replaced)} put back, then {starter}" if replaced else starter
    named = f", {_SUITS[deal['suit']]} named" if "suit" in deal else ""
    return f"{who(deal['dealer'], names)} deals; turned up: {turned}{named}"


def table_words(position: Mapping[str, Any]) -> str:
    """What lies on the table: «8H, diamonds to follow · stock 31 · 4 owed»."""
    top, follow = position["discards"][-1], position["follow"]
    parts = [top if "rank" in follow else f"{top}, {_SUITS[follow['suit']]} to follow"]
    parts.append(f"stock {position['stock']['count']}")
    if position["owed"]:
        parts.append(f"{position['owed']} owed")
    if position["direction"] < 0:
        parts.append("anticlockwise")
    if position["passes"]:
        parts.append(f"passes {position['passes']}")
    if "ended" in position:
        parts.append(f"hand over ({position['ended']})")
    return " · ".join(parts)


def table_sets(position: Mapping[str, Any]) -> list[tuple[bool, list[tuple[str, str]]]]:
    """No sets lie on the table in this game."""
    return []


def hand_rows(position: Mapping[str, Any], names: Sequence[str]) -> list[tuple[str, str]]:
    """A row a seat: name (with a mark for who moves) and cards."""
    rows = []
    for seat, hand in enumerate(position["hands"]):
        mark = " *" if position.get("to_move") == seat else ""
        rows.append((who(seat, names) + mark, " ".join(hand) or "no cards"))
    return rows


def position_lines(position: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """A position in two lines: the table, and the hand of who is to move beside the sizes of the others."""
    sizes = []
    mover = position.get("to_move")
    for seat, hand in enumerate(position["hands"]):
        if seat != mover:
            sizes.append(f"{who(seat, names)} {len(hand)} cards")
    if mover is None:
        return [table_words(position), " · ".join(sizes)]
    held = " ".join(position["hands"][mover])
    return [table_words(position), " · ".join([f"{who(mover, names)} to move: {held}", *sizes])]


def legal_words(patterns: Sequence[Mapping[str, Any]], position: Mapping[str, Any]) -> str:
    """What may be done: «6H, 8C (naming a suit), draw 1 to 3 cards»."""
    if not patterns:
        return "nothing, the hand is over" if "ended" in position else "nothing"
    parts = []
    for pattern in patterns:
        action = pattern["action"]
        if action == "play":
            parts.append(pattern["card"] + (" (naming a suit)" if "suit" in pattern else ""))
        elif action == "draw":
            least, most = pattern["cards"]["least"], pattern["cards"]["most"]
            number = str(least) if least == most else f"{least} to {most}"
            parts.append(f"draw {number} card{'s' if most > 1 else ''}")
        else:
            parts.append(action)
    return ", ".join(parts)


ENDED = {
    "out": "a hand is empty",
    "blocked": "nobody can play",
    "stock": "the stock is empty",
    "max-plays": "the last play was made",
}


def side_names(data: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """The names of the sides: each seat scores by itself."""
    return list(names)


def sheet_lines(sheet: Mapping[str, Any], names: Sequence[str], sides: Sequence[str]) -> list[str]:
    """A row a seat of a hand that has ended: name, cards left with their points, added, total."""
    rows = _sheet_rows(sheet, names)
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return [
        f"{name:<{widths[0]}}  {left:<{widths[1]}}  {added:>{widths[2]}}  total {total:>{widths[3]}}"
        for name, left, added, total in rows
    ]


def _sheet_rows(sheet: Mapping[str, Any], names: Sequence[str]) -> list[tuple[str, str, str, str]]:
    rows = []
    for row in sheet["sides"]:
        cards = " ".join(f"{token}={points}" for token, points in row["cards"])
        unseen = f" ??×{row['unseen']}" if "unseen" in row else ""
        sum_ = f" = {row['points']}" if row["cards"] and "points" in row else ""
        left = (cards + unseen + sum_).strip() or "out"
        added = f"{row['added']:+d}" if row.get("added") else ("?" if "added" not in row else "0")
        rows.append((who(row["side"], names), left, added, str(row.get("total", "?"))))
    return rows
