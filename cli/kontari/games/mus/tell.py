"""Mus in the words of the table: moves, positions, what is legal, score sheets; no layout.

The Spanish terms stay as they are; everything else is English.
"""

from collections.abc import Mapping, Sequence
from typing import Any

STONES_AN_AMARRACO = 5

_SAID = {
    "mus": "mus",
    "no-mus": "no hay mus",
    "pass": "paso",
    "accept": "quiero",
    "refuse": "no quiero",
    "ordago": "¡órdago!",
}
_LANCE_WORDS = {
    "grande": "a la grande",
    "chica": "a la chica",
    "pares": "a pares",
    "juego": "a juego",
    "punto": "al punto",
}


def who(seat: int, names: Sequence[str]) -> str:
    """A seat by its player's name."""
    return names[seat] if seat < len(names) else f"seat {seat}"


def side_names(data: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """The names of the two sides: as the record calls them, or by their players."""
    given = data.get("sides")
    return list(given) if given else [" and ".join(names[side::2]) for side in (0, 1)]


def move_words(move: Mapping[str, Any], names: Sequence[str]) -> str:
    """What a move was, as it is said at the table: «Ana: envido 2»."""
    action = move["action"]
    if action == "reshuffle":
        return "the discards are reshuffled"
    name = who(move["seat"], names)
    if action in _SAID:
        return f"{name}: {_SAID[action]}"
    if action == "bet":
        return f"{name}: envido" + (f" {move['stones']}" if move["stones"] != 2 else "")
    if action == "raise":
        return f"{name}: {move['stones']} más"
    if action == "declare":
        return f"{name}: {'sí' if move['has'] else 'no'}"
    if action == "stand":
        return f"{name} is served and stands"
    if action == "show":
        return f"{name} shows {' '.join(move['cards'])}"
    verb = "throws" if action == "discard" else "draws"
    return f"{name} {verb} {' '.join(move['cards'])}"


def deal_words(deal: Mapping[str, Any], names: Sequence[str]) -> str:
    """Who is mano, and whether mus visto is played."""
    exposed = "; a card was shown: mus visto" if deal.get("exposed") else ""
    return f"{who(deal['mano'], names)} is mano{exposed}"


def table_words(position: Mapping[str, Any]) -> str:
    """What is going on at the table: «a la grande · 2 on the table · stones 20–39 · juegos 1–0»."""
    parts = []
    if "lance" in position:
        parts.append(_LANCE_WORDS[position["lance"]])
    if "bet" in position:
        stake = position["bet"]["stake"]
        parts.append("órdago on the table" if stake == "ordago" else f"{stake} on the table")
    if "owed" in position and any(position["owed"]):
        parts.append(f"owed {' '.join(map(str, position['owed']))}")
    if "lance" not in position:
        parts.append(f"stock {position['stock']['count']}")
        if "ended" not in position:
            parts.append(position["phase"])
    if "stones" in position:
        parts.append(f"stones {_pair(position['stones'])}")
        parts.append(f"juegos {_pair(position['games'])}")
    if "vacas" in position:
        parts.append(f"vacas {_pair(position['vacas'])}")
    if "ended" in position:
        parts.append(f"hand over ({position['ended']})")
    return " · ".join(parts)


def _pair(numbers: Sequence[int]) -> str:
    return "–".join(map(str, numbers))


def _marks(position: Mapping[str, Any], seat: int) -> str:
    moving = [position["to_move"]] if "to_move" in position else position.get("may_move", [])
    return (" (mano)" if position["mano"] == seat else "") + (" *" if seat in moving else "")


def table_sets(position: Mapping[str, Any]) -> list[tuple[bool, list[tuple[str, str]]]]:
    """No sets lie on the table in this game."""
    return []


def hand_rows(position: Mapping[str, Any], names: Sequence[str]) -> list[tuple[str, str]]:
    """A row a seat: name (with marks for mano and for who moves) and cards."""
    return [(who(seat, names) + _marks(position, seat), " ".join(hand)) for seat, hand in enumerate(position["hands"])]


def position_lines(position: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """A position in two lines: the table, and the hands."""
    hands = [f"{name}: {cards}" for name, cards in hand_rows(position, names)]
    return [table_words(position), " · ".join(hands)]


def legal_words(patterns: Sequence[Mapping[str, Any]], position: Mapping[str, Any]) -> str:
    """What may be done: «paso, envido (2 or more), órdago»."""
    if not patterns:
        return "nothing, the hand is over"
    return ", ".join(dict.fromkeys(map(_pattern_words, patterns)))


def _pattern_words(pattern: Mapping[str, Any]) -> str:
    action = pattern["action"]
    if action in _SAID:
        return _SAID[action]
    if action in ("bet", "raise"):
        word = "envido" if action == "bet" else "más"
        stones = pattern["stones"]
        number = f"{stones['least']} or more" if isinstance(stones, Mapping) else " or ".join(map(str, stones))
        return f"{word} ({number})"
    if action == "discard":
        return "throw 1 to 4 cards"
    if action == "draw":
        number = pattern["cards"]["least"]
        return f"draw {number} card{'s' if number > 1 else ''}"
    if action == "declare":
        return f"declare {'sí' if pattern['has'] else 'no'}"
    return {"reshuffle": "reshuffle the discards", "stand": "stand", "show": "show a hand"}[action]


ENDED = {
    "count": "counted",
    "deje": "a refusal won the juego",
    "ordago": "an órdago was accepted",
}

_REASONS = {
    "en-paso": "en paso",
    "stake": "querido",
    "bonus": "bonus",
    "deje": "no querido",
}


def sheet_lines(sheet: Mapping[str, Any], names: Sequence[str], sides: Sequence[str]) -> list[str]:
    """The hand lance by lance: who was paid how many stones for what, with which cards, and the score then."""
    lines = []
    for part in sheet["parts"]:
        stones = part["stones"]
        word = f"{_REASONS[part['reason']]}, {stones} stone{'s' if stones != 1 else ''}"
        held = ", ".join(f"{who(seat, names)} {' '.join(sheet['hands'][seat])}" for seat in part["seats"])
        by = f" ({held})" if held else ""
        lines.append(f"{part['lance']}: {sides[part['side']]} {word}{by}; {score_words(part['after'])}")
    if "uncounted" in sheet:
        lines.append(f"not counted: {', '.join(sheet['uncounted'])}")
    totals = [row.get("total") for row in sheet["sides"]]
    added = [row.get("added") for row in sheet["sides"]]
    if None in totals or None in added:
        lines.append("open: cards that were not seen decide it")
    else:
        lines.append(f"added {_pair(added)}, stones {score_words(totals)}")
    return lines


def score_words(stones: Sequence[int]) -> str:
    """Stones of both sides, and the same in amarracos and single stones: «12–7 (2+2, 1+2)»."""
    parts = [f"{number // STONES_AN_AMARRACO}+{number % STONES_AN_AMARRACO}" for number in stones]
    return f"{_pair(stones)} ({', '.join(parts)})"
