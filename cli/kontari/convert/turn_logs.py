"""Rummikub logs of turns, each with a seat and the table after it, whatever its keys are called.

Such a log is either

- a JSON object a line: a turn each, where the first may be a header with ``racks`` (the tiles dealt, by seat)
  and ``players``; another header begins another game; or
- a JSON value: a list of such turns (the header first), or an object with the list of turns under ``turns``
  and the keys of a header beside it. A line of such an object each is a game each.

A turn that leaves the table as it was is a draw (of ``drawn``, where that key is there), or a pass where the pool is
empty; with ``penalty`` (``time`` or ``invalid``) it is a penalty. The names of keys, the syntax of tiles and house
rules are settings; a key inside another is written ``board/melds``.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from kontari.convert import ConversionError, Converted, Loss, Wish
from kontari.convert.json_document import Node, documents, shown
from kontari.convert.own_match import typed_rules
from kontari.convert.table_game import GAME, TableGame
from kontari.convert.tile_syntax import WORDS, TileSyntax, colour_table, lying
from kontari.convert.two_tables import change
from kontari.core.cards import UNSEEN
from kontari.games.rummikub.options import in_force
from kontari.games.rummikub.sets import Sets
from kontari.games.rummikub.tiles import COLOURS

Json = dict[str, Any]

KEYS: Mapping[str, str] = {
    "turns": "the list of turns in an object that is a whole game",
    "racks": "the tiles dealt, by seat, in a header",
    "players": "the players in a header (or, as a setting, their names: Ana,Bea)",
    "name": "the name of a player that is an object",
    "seat": "the seat of a turn: a number from 0, or a player's name",
    "table": "the table after a turn",
    "tiles": "the tiles of a set that is an object",
    "drawn": "the tile drawn in a turn, a list of them, or how many nobody saw",
    "penalty": "in a turn that was a penalty, why: time or invalid",
    "colour": "the colour of a tile that is an object",
    "number": "its number",
    "joker": "whether it is a joker",
}
"""What each key of the generic dialect holds; each is also its own default."""


def syntax(wish: Wish) -> TileSyntax:
    """How tiles are written. Raises ConversionError where what is said of it is none."""
    said = wish.settings
    colours = colour_table(said["colours"]) if "colours" in said else {**WORDS, **{one: one for one in COLOURS}}
    keys = [said.get(name, name) for name in ("colour", "number", "joker")]
    return TileSyntax(said.get("tile", "{colour}{number}"), colours, said.get("joker_names", "J").split(","), keys)


class TurnLog:
    """Reads the games of such logs, written as a wish says. Raises ConversionError where it says what is none."""

    def __init__(self, wish: Wish, rules: Json) -> None:
        self._wish = wish
        self._keys = {name: wish.settings.get(name, name) for name in KEYS}
        self._syntax = syntax(wish)
        self._rules = rules
        options = in_force(typed_rules(GAME, self._rules), 2)
        self._rack_size: int = options["rack_size"]
        self._sets = Sets(options["one"] == "low-or-high")
        self._jokers_placed = wish.settings.get("order", "given") == "given"
        named = wish.settings.get("players")
        self._players = named.split(",") if named is not None and "," in named else None
        if self._players is not None:
            self._keys["players"] = "players"

    def games(self, lines: Iterable[str]) -> Iterator[Converted]:
        """The games of a text; one that cannot be read is a ConversionError in its place."""
        found = documents(lines)
        first, second = next(found, None), next(found, None)
        if first is None:
            return
        number, value = first
        if second is not None:
            yield from self._lines(chain((first, second), found))
        elif isinstance(value, ConversionError):
            yield Converted(number, value)
        elif value.is_list or not value.line:
            yield from self._document(value.value, number)
        else:
            yield self._game([value], number)

    def _document(self, value: Any, number: int) -> Iterator[Converted]:
        whole = Node(value)
        try:
            for game in self._split(whole.items() if whole.is_list else [whole]):
                yield self._game(game, number)
        except ConversionError as error:
            yield Converted(number, error)

    def _split(self, turns: list[Node]) -> Iterator[list[Node]]:
        game: list[Node] = []
        for turn in turns:
            if game and self._begins(turn):
                yield game
                game = []
            game.append(turn)
        if game:
            yield game

    def _lines(self, found: Iterable[tuple[int, Node | ConversionError]]) -> Iterator[Converted]:
        game: list[Node] = []
        line, bad = 0, False
        for at, value in found:
            try:
                if isinstance(value, ConversionError):
                    raise value
                begins = self._begins(value)
            except ConversionError as error:
                if not bad:
                    yield Converted(line or at, error)
                line, bad = line or at, True
                continue
            if begins and game and not bad:
                yield self._game(game, line)
            if begins or not line:
                game, line, bad = [value], at, False
            else:
                game.append(value)
        if not bad:
            yield self._game(game, line)

    def _begins(self, value: Node) -> bool:
        """Whether a value is a header, or a whole game."""
        return any(self._get(value, name) is not None for name in ("turns", "racks"))

    def _get(self, value: Node, name: str) -> Node | None:
        """What stands under the key of that name, which may lie deeper."""
        found: Node | None = value
        for key in self._keys[name].split("/"):
            found = None if found is None else found.get(key)
        return found

    def _need(self, value: Node, name: str) -> Node:
        found = self._get(value, name)
        if found is None:
            raise value.error(f'the key "{self._keys[name]}" is missing')
        return found

    def _game(self, values: list[Node], line: int) -> Converted:
        losses: list[Loss] = []
        try:
            return Converted(line, self._record(values, losses), losses)
        except ConversionError as error:
            return Converted(line, error)

    def _record(self, values: list[Node], losses: list[Loss]) -> Json:
        head = values[0]
        whole = self._get(head, "turns")
        begins = whole is not None or self._begins(head) or (head.is_object and self._get(head, "table") is None)
        turns = whole.items() if whole is not None else values[1:] if begins else values
        players = self._named(head, begins)
        racks = self._racks(head, begins, len(players))
        game = TableGame(self._rules, [{"name": name} for name in players], racks)
        for turn in turns:
            self._turn(game, turn, players, losses)
        if game.first is None:
            raise head.error("no turns, so that nothing tells who begins")
        if self._syntax.copies:
            losses.insert(0, Loss("which of two equal tiles each is"))
        losses += self._unread(head, turns, begins)
        return game.record("a log of whole tables", game.first, head.place)

    def _unread(self, head: Node, turns: list[Node], begins: bool) -> Iterator[Loss]:
        """The keys of header, turns and sets that are none of those that are read, with how often each stands."""
        first_of = {name: key.split("/")[0] for name, key in self._keys.items()}
        header = {first_of[name] for name in ("turns", "racks", "players")}
        told = {first_of[name] for name in ("seat", "table", "drawn", "penalty")}
        found = Counter(f'"{key}" of the header' for key in head.object() if key not in header) if begins else Counter()
        for turn in turns:
            found.update(f'"{key}" of turns' for key in turn.object() if key not in told)
            for one in self._need(turn, "table").items():
                if one.is_object:
                    found.update(f'"{key}" of sets' for key in one.object() if key != first_of["tiles"])
        return (Loss(f"{what}, {number} times") for what, number in found.items())

    def _named(self, head: Node, begins: bool) -> list[str]:
        if self._players is not None:
            return self._players
        given = self._get(head, "players") if begins else None
        if given is None:
            racks = self._get(head, "racks") if begins else None
            if racks is None:
                raise head.error("how many play is not said; name them by --set players=Ana,Bea")
            names = [str(seat) for seat in range(len(racks.items()))]
        else:
            names = [(self._need(one, "name") if one.is_object else one).text() for one in given.items()]
        if len(names) < 2:
            raise head.error("fewer than two players")
        return names

    def _racks(self, head: Node, begins: bool, players: int) -> list[list[str]]:
        given = self._get(head, "racks") if begins else None
        if given is None:
            if self._rack_size > 500:
                raise ConversionError(f"rack_size={self._rack_size} is more than any box holds")
            return [[UNSEEN] * self._rack_size for _ in range(players)]
        racks = [self._syntax.seen(one) for one in given.items()]
        if len(racks) != players:
            raise given.error(f"{len(racks)} racks of {players} players")
        return racks

    def _turn(self, game: TableGame, turn: Node, players: list[str], losses: list[Loss]) -> None:
        seat = self._seat(self._need(turn, "seat"), players)
        table = self._need(turn, "table")
        extra = {"x-source": turn.place}
        after = [self._lying(one, losses) for one in table.items()]
        drawn = self._get(turn, "drawn")
        before = game.table
        same = change(before, after, self._sets)
        penalty = self._get(turn, "penalty")
        if penalty is not None:
            if penalty.value not in ("time", "invalid"):
                raise penalty.error(f"{shown(penalty.value)} is neither time nor invalid")
            if same.put or same.take:
                raise table.error("the table changes in a turn that is a penalty")
            if drawn is None:
                raise turn.error(f'no "{self._keys["drawn"]}", so that nothing tells how many tiles the penalty was')
            game.penalty(seat, penalty.text(), self._drawn(drawn, game), None, extra)
            return
        if not (same.put or same.take):
            game.draw(seat, self._drawn(drawn, game), extra)
            return
        if drawn is not None and drawn.value not in ([], 0):
            raise drawn.error("a tile is drawn in a turn that changes the table")
        game.meld(seat, after, table.place, extra)

    def _drawn(self, drawn: Node | None, game: TableGame) -> list[str]:
        if drawn is None:
            return [UNSEEN] if game.pool > 0 else []
        if isinstance(drawn.value, int):
            return [UNSEEN] * drawn.integer(0, 500)
        return self._syntax.seen(drawn) if drawn.is_list else [self._syntax.tile(drawn).token]

    def _lying(self, one: Node, losses: list[Loss]) -> Any:
        tiles = one if one.is_list else self._need(one, "tiles")
        return lying(tiles, self._syntax, self._jokers_placed, losses)

    def _seat(self, value: Node, players: list[str]) -> int:
        if isinstance(value.value, str):
            if value.value not in players:
                raise value.error(f"{shown(value.value)} is none of the players {', '.join(players)}")
            return players.index(value.value)
        return value.integer(0)
