"""OpenSpiel's ``crazy_eights``: histories of its actions, read and written.

Read are, a game a line, a JSON object ``{"game": "crazy_eights(players=3)", "history": [54, …]}``
(``returns`` may stand beside them) and the bare history, as a JSON list or as numbers with commas, whose
game the user must say; the text of ``pyspiel.serialize_game_and_state``, several of them one after the
other; and a playthrough, as OpenSpiel's ``generate_playthrough`` writes it.

A history (see ``openspiel_game``) holds no seats, so both directions keep the turn. OpenSpiel loads illegal histories
too; they are converted as they stand.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from kontari.convert import ConversionError, Converted, Loss, Wish
from kontari.convert.json_document import Node, begun, document, shown
from kontari.convert.openspiel_game import action_of, parameters
from kontari.convert.openspiel_history import record_of
from kontari.convert.openspiel_writing import FORMS, write

__all__ = ["FORMS", "SETTINGS", "read", "sniff", "write"]

Json = dict[str, Any]

_KEYS = ("game", "history", "returns")
_BEGINNING = re.compile(
    r"\s*(?:#[^\n]*OpenSpiel|\[Meta\]\s|game:\s*crazy_eights\b"
    r"|\{\s*\"(?:game\"\s*:\s*\"crazy_eights\b|history\"\s*:\s*\[\s*[0-9]|returns\"\s*:\s*\[))"
)
_SERIALIZED = re.compile(r"\s*(?:#|\[[A-Za-z])")
_PLAYTHROUGH = re.compile(r"\s*game:")
_BARE = re.compile(r"-?[0-9]++(?:\s*+,\s*+-?[0-9]++)*+,?")
NO_WISH = Wish()

SETTINGS = {"form": f"how a game is written: {' or '.join(FORMS)}"}


def sniff(head: str) -> bool:
    """Whether a text that begins so is OpenSpiel's. A bare history is not, for it may be anything."""
    return _BEGINNING.match(head) is not None


def read(lines: Iterable[str], wish: Wish = NO_WISH) -> Iterator[Converted]:
    """The games of a text as records, each with the line (from 1) on which it begins.

    Where claims are wished, ``returns`` are the claimed scores of the round, where they are there and not
    all 0 (as they are until a game is over). A game that cannot be read is a ConversionError in its place.
    """
    first, numbered = begun(lines)
    if first is None:
        return
    if _PLAYTHROUGH.match(first[1]):
        yield _converted(first[0], _read_playthrough, numbered, wish.claims)
    elif _SERIALIZED.match(first[1]):
        for part in _serialized_games(numbered):
            yield _converted(part[0][0], _read_serialized, part)
    else:
        for number, line in numbered:
            if line.strip():
                yield _converted(number, _read_line, line, number, wish)


def _converted(number: int, reading: Callable[..., tuple[Json, Sequence[Loss]]], *given: Any) -> Converted:
    try:
        return Converted(number, *reading(*given))
    except ConversionError as error:
        return Converted(number, error)


# A game a line


def _read_line(line: str, number: int, wish: Wish) -> tuple[Json, Sequence[Loss]]:
    at = f"line {number}"

    def place(index: int) -> str:
        return f"{at}, action {index + 1}"

    if _BARE.fullmatch(line.strip()):
        history = [action_of(item.strip()) for item in line.strip().removesuffix(",").split(",")]
        return record_of(_game_wished(wish, at), history, at, place), ()
    root = document(line, number)
    if isinstance(root, ConversionError):
        raise root
    if isinstance(root.value, list):
        return record_of(_game_wished(wish, at), root.value, at, place), ()
    if not isinstance(root.value, dict) or not isinstance(root.value.get("game"), str):
        raise ConversionError('neither a history nor an object with "game" and "history"', at)
    unknown = [key for key in root.value if key not in _KEYS]
    if unknown:
        raise ConversionError(f"unknown key {shown(unknown[0])}; known are {', '.join(_KEYS)}", at)
    history = root["history"].value
    if not isinstance(history, list):
        raise ConversionError('"history" is not a list of integers', at)
    record = record_of(root.value["game"], history, at, place)
    return record, _claim(record, root.get("returns"), wish.claims)


def _game_wished(wish: Wish, at: str) -> str:
    if wish.game is None:
        raise ConversionError("a bare history does not say its game; say it: --game 'crazy_eights(players=3)'", at)
    return wish.game


def _claim(record: Json, returns: Node | None, claims: bool) -> Sequence[Loss]:
    """Make returns the scores of the round, where that is wished; else they are lost."""
    if returns is None:
        return ()
    players = len(record["players"])
    scores = [_score(item) for item in returns.items(players, players)]
    if not any(scores):
        return ()
    if not claims:
        return (Loss("returns, which --claims would keep", returns.place),)
    record["rounds"][0]["scores"] = scores
    return ()


def _score(item: Node) -> int:
    value = item.value
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value // 1:
        raise item.wanted("a whole number")
    return int(value)


# Serialized games and states


def _serialized_games(numbered: Iterable[tuple[int, str]]) -> Iterator[list[tuple[int, str]]]:
    """The lines of each game: a new one begins with a comment or [Meta] behind a [State]."""
    part: list[tuple[int, str]] = []
    played = False
    for number, line in numbered:
        stripped = line.strip()
        if played and (stripped.startswith("#") or stripped == "[Meta]"):
            yield part
            part, played = [], False
        played = played or stripped == "[State]"
        part.append((number, stripped))
    yield part


def _read_serialized(lines: Sequence[tuple[int, str]]) -> tuple[Json, Sequence[Loss]]:
    begins = f"line {lines[0][0]}"
    parts = _sections(lines)
    for name in ("Meta", "Game", "State"):
        if name not in parts:
            raise ConversionError(f"no section [{name}]", begins)
    for number, line in parts["Meta"]:
        if line != "Version: 1":
            raise ConversionError(f'{shown(line)} where "Version: 1" was expected', f"line {number}")
    if len(parts["Game"]) != 1:
        raise ConversionError("not one line in section [Game]", begins)
    number, game = parts["Game"][0]
    state = parts["State"]
    end = f"line {lines[-1][0]}"

    def place(index: int) -> str:
        return f"{f'line {state[index][0]}' if index < len(state) else end}, action {index + 1}"

    return record_of(game, [action_of(line) for _, line in state], f"line {number}", place), ()


def _sections(lines: Sequence[tuple[int, str]]) -> dict[str, list[tuple[int, str]]]:
    """The lines that are not blank, with their numbers, by the heading above them."""
    parts: dict[str, list[tuple[int, str]]] = {}
    part = None
    for number, line in lines:
        if not line or (part is None and line.startswith("#")):
            continue
        if line in ("[Meta]", "[Game]", "[State]"):
            if line[1:-1] in parts:
                raise ConversionError(f"a second section {line}", f"line {number}")
            part = parts[line[1:-1]] = []
        elif part is None:
            raise ConversionError(f"{shown(line)} before any section", f"line {number}")
        else:
            part.append((number, line))
    return parts


# Playthroughs

_SAID = re.compile(r"(game|action):(.*)|(GetParameters|History|Returns)\(\) = (.*)")


def _read_playthrough(lines: Iterable[tuple[int, str]], claims: bool) -> tuple[Json, Sequence[Loss]]:
    """The actions of a playthrough; what it says of parameters and history beside them must agree."""
    actions: list[tuple[int, int | str]] = []
    last: dict[str, tuple[int, str, int]] = {}
    end = ""
    for number, line in lines:
        end = f"line {number}"
        found = _SAID.match(line)
        if found is None:
            continue
        name, value = (found[1], found[2].strip()) if found[1] else (found[3], found[4].strip())
        if name == "action":
            actions.append((number, action_of(value)))
        elif name == "game" and name in last:
            raise ConversionError("a second game; a playthrough is of one", f"line {number}")
        else:
            last[name] = number, value, len(actions)
    number, game, _ = last["game"]
    at = f"line {number}"
    given = parameters(game, at)
    if "GetParameters" in last:
        number, value, _ = last["GetParameters"]
        if parameters(f"crazy_eights({value.removeprefix('{').removesuffix('}')})", f"line {number}") != given:
            raise ConversionError(f"the parameters are not those of {game}", f"line {number}")
    history = [action for _, action in actions]

    def place(index: int) -> str:
        return f"{f'line {actions[index][0]}' if index < len(actions) else end}, action {index + 1}"

    record = record_of(game, history, at, place)
    if "History" in last:
        number, value, before = last["History"]
        if value != str(history[:before]):
            raise ConversionError("the last History() is not the actions above it", f"line {number}")
    if "Returns" not in last or last["Returns"][2] != len(actions):
        return record, ()
    number, value, _ = last["Returns"]
    returns = document(value, number)
    if isinstance(returns, ConversionError):
        raise ConversionError(returns.message, f"line {number}")
    return record, _claim(record, returns, claims)
