"""A position on one line: all that a player to move must know, written and read back."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from kontari.core.line import INTEGER, Codec
from kontari.games import GAMES, part
from kontari.record.nodes import Boolean, Integer, Node, keys
from kontari.record.reading import VERSION


class PositionLine(NamedTuple):
    """What a line says: the game, its rules as a record writes them, the position as its mover saw it."""

    game: str
    rules: dict[str, Any]
    position: dict[str, Any]


class NotAPositionError(ValueError):
    """A line that is no position: what is wrong, and at which column (from 1)."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(f"column {column}: {message}")
        self.column = column


def mover(position: Mapping[str, Any]) -> int | None:
    """The seat to move; of several that may, the first; None where nobody is."""
    several = position.get("may_move")
    seat: int | None = several[0] if several else position.get("to_move")
    return seat


def position_line(
    game: str, rules: Mapping[str, Any] | None, position: Mapping[str, Any], seat: int | None = None
) -> str:
    """A position as one line, as that seat saw it: by default who is to move, and all of it where nobody is.

    rules: as the record writes them.
    """
    eyes = mover(position) if seat is None else seat
    seen = position if eyes is None else part(game, "state").view(position, eyes)
    codecs = part(game, "text").POSITION
    words = [game, VERSION, f"rules={_rules(rules or {})}"]
    if eyes is not None:
        words.append(f"seat={eyes}")
    words += [f"{key}={codecs[key].write(value)}" for key, value in seen.items()]
    return " ".join(words)


def _rules(rules: Mapping[str, Any]) -> str:
    options = [
        f"{key}={_option(value)}" for key, value in rules.items() if key != "preset" and not key.startswith("x-")
    ]
    return ",".join([rules.get("preset", "classic"), *options])


def _option(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_position(line: str) -> PositionLine:
    """What a line says. Raises NotAPositionError where it is no position."""
    words = list(_words(line.rstrip("\r\n")))
    if len(words) < 3:
        raise NotAPositionError("a position is GAME VERSION rules=… KEY=VALUE …", 1)
    (game, at), (version, after), *pairs = words
    if game not in GAMES:
        raise NotAPositionError(f"no game {game}; there are {', '.join(GAMES)}", at)
    if version.partition(".")[0] != VERSION.partition(".")[0]:
        raise NotAPositionError(f"version {version} of the format is not known here; {VERSION} is", after)
    rules = Codec(str, lambda text: _options(game, text))
    codecs = {"rules": rules, "seat": INTEGER, **part(game, "text").POSITION}
    found: dict[str, Any] = {}
    for word, column in pairs:
        key, sign, value = word.partition("=")
        if not sign or key not in codecs:
            raise NotAPositionError(f"{key or word} is no key of a position; there are {', '.join(codecs)}", column)
        if key in found:
            raise NotAPositionError(f"{key} stands twice", column)
        try:
            found[key] = codecs[key].read(value)
        except ValueError as error:
            raise NotAPositionError(f"{error} is nothing that {key} may hold", column + len(key) + 1) from None
    if "rules" not in found:
        raise NotAPositionError("rules=… is missing", len(line) + 1)
    in_force = found.pop("rules")
    found.pop("seat", None)
    return PositionLine(game, in_force, found)


def _words(line: str) -> Iterator[tuple[str, int]]:
    column = 1
    for word in line.split(" "):
        if word:
            yield word, column
        column += len(word) + 1


def _options(game: str, text: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    nodes = {key.name: key.node for key in keys(part(game, "options").Rules)}
    preset, *pairs = text.split(",")
    for pair in [f"preset={preset}", *pairs]:
        name, _, value = pair.partition("=")
        if name not in nodes or name in found:
            raise ValueError(name)
        found[name] = _value(nodes[name], value)
    return found


def _value(node: Node, word: str) -> Any:
    """The value of an option that is written so. Raises ValueError where it has no such value."""
    if isinstance(node, Integer):
        number: int = INTEGER.read(word)
        if not node.least <= number <= node.most:
            raise ValueError(word)
        return number
    values: Sequence[Any] = (True, False) if isinstance(node, Boolean) else getattr(node, "values", ())
    for value in values:
        if _option(value) == word:
            return value
    raise ValueError(word)
