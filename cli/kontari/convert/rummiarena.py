"""RummiArena: a capture of the frames of its WebSocket, one JSON object a line.

A frame is ``{"type", "payload", "seq", "timestamp"}``. A game begins with a ``GAME_STATE`` and ends with ``GAME_OVER``;
each ``TURN_END`` holds the whole table after a turn. The server sends no ``TURN_END`` for the turn that
ends a game, so that its meld is known only where the ``CONFIRM_TURN`` of who went out was captured, too.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from kontari.convert import ConversionError, Converted, Loss, Wish
from kontari.convert.json_document import MAX_INT, Node, document, shown
from kontari.convert.table_game import TableGame, same_table
from kontari.convert.tile_syntax import TileSyntax, lying
from kontari.convert.two_tables import Lying
from kontari.core.cards import UNSEEN

Json = dict[str, Any]

SYNTAX = TileSyntax("{colour}{number}{copy}", {"R": "r", "B": "b", "Y": "o", "K": "k"}, ("JK1", "JK2"))
SOURCE = "RummiArena frames"
HAND = 14

USED = frozenset(
    ("AUTH_OK", "GAME_STATE", "TURN_START", "TURN_END", "TILE_DRAWN", "CONFIRM_TURN", "INVALID_MOVE", "GAME_OVER")
)
HALF_DONE = frozenset(("PLACE_TILES", "TILE_PLACED", "RESET_TURN"))
"""Frames of moves that were not confirmed yet."""

SILENT = frozenset(("AUTH", "DRAW_TILE", "PING", "PONG"))
"""Frames that say nothing that another frame does not say."""

_TIME = re.compile(
    r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)"
    r"(\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
)


class Frame(NamedTuple):
    """One line: what it is, what it says, and when."""

    number: int
    kind: str
    payload: Node
    at: str | None


def games(lines: Iterable[str], wish: Wish, rules: Json) -> Iterator[Converted]:
    """The games of a capture. After a line that cannot be read the next game is looked for."""
    game: _Game | None = None
    own_seat = int(wish.settings["seat"]) if "seat" in wish.settings else None
    lost = False
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        begun = number if game is None else game.line
        try:
            frame = _frame(number, line)
            if frame.kind == "AUTH_OK" and "seat" not in wish.settings:
                own_seat = _optional_seat(frame.payload)
            elif frame.kind == "GAME_STATE" and game is None and not _finished(frame.payload):
                if not lost or _untouched(frame.payload):
                    game, lost = _Game(frame, own_seat, wish, rules), False
            elif game is not None:
                game.take(frame)
            elif frame.kind == "TURN_END" and not lost:
                raise frame.payload.error("a turn before any GAME_STATE")
            if game is not None and game.over:
                yield game.converted()
                game = None
            lost = lost and frame.kind != "GAME_OVER"
        except ConversionError as error:
            yield Converted(begun, error)
            game, lost = None, True
    if game is not None:
        yield game.converted()


def _frame(number: int, line: str) -> Frame:
    whole = document(line, number)
    if isinstance(whole, ConversionError):
        raise whole
    kind = whole["type"].text()
    payload = whole.get("payload")
    if payload is None:
        payload = Node({}, ("payload",), number)
    if kind in USED and not payload.is_object:
        raise payload.wanted("an object")
    time = whole.get("timestamp")
    at = time.text() if time is not None and isinstance(time.value, str) and _TIME.fullmatch(time.text()) else None
    return Frame(number, kind, payload, at)


def _optional_seat(payload: Node) -> int | None:
    seat = payload.get("seat")
    return None if seat is None else seat.integer(0, 99)


def _finished(payload: Node) -> bool:
    status = payload.get("status")
    return status is not None and status.value == "FINISHED"


def _untouched(payload: Node) -> bool:
    """Whether the state is that after the deal."""
    turn = payload.get("turnNumber")
    if turn is not None:
        return turn.integer() <= 1
    table = payload.get("tableGroups")
    if table is not None and table.items():
        return False
    players = payload["players"].items()
    return all(_count(one) == HAND and not _opened(one) for one in players)


def _count(player: Node) -> int:
    # More than any box holds would only cost memory.
    return player["tileCount"].integer(0, 500)


def _opened(player: Node) -> bool:
    opened = player.get("hasInitialMeld")
    return opened is not None and opened.boolean()


class _Game:
    """A game being read."""

    def __init__(self, frame: Frame, own_seat: int | None, wish: Wish, rules: Json) -> None:
        self.line = frame.number
        self.over = False
        self._wish = wish
        self._jokers_placed = wish.settings.get("order", "given") == "given"
        self._ignored: Counter[str] = Counter()
        self._losses: list[Loss] = []
        self._scores: list[int] | None = None
        self._ids = False
        payload = frame.payload
        players = sorted(payload["players"].items(), key=lambda one: one["seat"].integer(0, 99))
        for seat, one in enumerate(players):
            if one["seat"].value != seat:
                raise one.error(f"seats are not 0 to {len(players) - 1}, once each")
        if len(players) < 2:
            raise payload["players"].error("fewer than two players")
        self._first = payload["currentSeat"].integer(0)
        counts = [_count(one) for one in players]
        racks = [[UNSEEN] * count for count in counts]
        self._own = own_seat
        self._own_rack = _rack(payload)
        self._rack: Counter[str] | None = None
        table, opened = None, None
        if _untouched(payload):
            if counts[0] != HAND and len(set(counts)) == 1:
                rules = {**rules, "rack_size": counts[0]}
        else:
            table = self._table(payload)
            opened = [_opened(one) for one in players]
        self._pool = _pool(payload)
        self._game = TableGame(rules, [_player(one) for one in players], racks, table, opened)
        self._drawn: list[str] = []
        self._tried: tuple[int, list[Lying]] | None = None
        self._refused: Json | None = None
        self._invalid: Frame | None = None
        self._seen_own_rack()

    def take(self, frame: Frame) -> None:
        """Read the next frame."""
        payload = frame.payload
        if frame.kind == "TURN_END":
            self._turn(frame)
        elif frame.kind == "TILE_DRAWN":
            self._tile_drawn(payload)
        elif frame.kind == "CONFIRM_TURN":
            self._tried = (frame.number, self._table(payload))
        elif frame.kind == "INVALID_MOVE":
            self._invalid_unused()
            self._invalid = frame
            self._refused = None if self._tried is None else self._game.attempt(self._tried[1])
            self._tried = None
        elif frame.kind == "GAME_OVER":
            self._end(frame)
        elif frame.kind == "GAME_STATE":
            if not same_table(self._table(payload), self._game.table):
                raise payload.error("its table is not the one after the last turn: turns are missing here")
        elif frame.kind in HALF_DONE:
            self._tried = None if frame.kind == "RESET_TURN" else self._tried
            self._ignored["moves that were not confirmed"] += 1
        elif frame.kind not in USED | SILENT:
            self._ignored[f"frames {shown(frame.kind)}"] += 1

    def _table(self, payload: Node) -> list[Lying]:
        groups = payload["tableGroups"]
        self._ids = self._ids or any(one.is_object and one.get("id") is not None for one in groups.items())
        return [lying(one["tiles"], SYNTAX, self._jokers_placed, self._losses) for one in groups.items()]

    def _tile_drawn(self, payload: Node) -> None:
        seat = payload["seat"].integer(0)
        tile = payload.get("drawnTile")
        seen = tile is not None and tile.value != ""
        self._drawn.append(SYNTAX.tile(tile).token if seen and tile is not None else UNSEEN)
        if seen and self._own is None:
            self._own = seat
            self._seen_own_rack()

    def _seen_own_rack(self) -> None:
        """Put the recorder's rack in its place once its seat is known."""
        game, own, rack = self._game, self._own, self._own_rack
        if own is None or own not in game or rack is None:
            return
        if len(rack) == len(game.racks[own]):
            game.racks[own] = rack
        else:
            self._losses.append(Loss("the recorder's rack, which has another number of tiles than its tileCount"))
        self._rack = Counter(rack) + Counter(game.drawn[own]) - game.laid[own]
        self._rack.pop(UNSEEN, None)

    def _turn(self, frame: Frame) -> None:
        payload, game = frame.payload, self._game
        seat = payload["seat"].integer(0)
        action = payload["action"]
        extra: Json = {"x-source": f"line {frame.number}"} | ({"at": frame.at} if frame.at else {})
        after = self._table(payload)
        if action.text() == "PLACE_TILES":
            game.meld(seat, after, payload.place, extra)
            if seat == self._own and self._rack is not None:
                self._rack -= Counter(game.moves[-1].get("tiles", ()))
            self._invalid_unused()
        elif action.text() in ("DRAW_TILE", "TIMEOUT"):
            if not same_table(after, game.table):
                raise payload["tableGroups"].error(f"the table changes in a turn of {action.text()}")
            tiles = self._tiles(payload, seat)
            if action.text() == "TIMEOUT":
                game.penalty(seat, "time", tiles, None, extra)
                self._invalid_unused()
            elif len(tiles) > 1:
                # A draw takes one tile. Why there were more, only the mover is told.
                game.penalty(seat, "invalid", tiles, self._refused, extra)
                self._invalid = None
            else:
                game.draw(seat, tiles, extra)
                self._invalid_unused()
        else:
            raise action.error(f"{shown(action.value)} is no action; known are PLACE_TILES, DRAW_TILE, TIMEOUT")
        if payload.get("isFallbackDraw") is not None and payload["isFallbackDraw"].boolean():
            self._losses.append(Loss("why the server drew for a seat", payload.place))
        self._check_size(payload, seat)
        self._drawn, self._tried = [], None
        self._pool = _pool(payload)

    def _tiles(self, payload: Node, seat: int) -> list[str]:
        """The tiles drawn in a turn: as many as left the pool, ``??`` where they were not seen."""
        pool = _pool(payload)
        number = len(self._drawn) if pool is None or self._pool is None else self._pool - pool
        if number < len(self._drawn) or number > 500:
            raise payload.error(f"{len(self._drawn)} tiles are drawn, and the pool loses {number}")
        tiles = self._drawn + [UNSEEN] * (number - len(self._drawn))
        now = _rack(payload)
        if seat == self._own and self._rack is not None:
            if now is not None and UNSEEN in tiles:
                came = Counter(now) - self._rack
                if came.total() == len(tiles) and not self._rack - Counter(now):
                    tiles = list(came.elements())
            self._rack += Counter(tiles)
            self._rack.pop(UNSEEN, None)
        return tiles

    def _check_size(self, payload: Node, seat: int) -> None:
        told = payload.get("playerTileCount")
        if told is not None and seat in self._game and told.integer() != self._game.sizes[seat]:
            gives = self._game.sizes[seat]
            self._losses.append(
                Loss(f"that seat {seat} holds {told.value} tiles, where the turns give {gives}", told.place)
            )

    def _invalid_unused(self) -> None:
        if self._invalid is not None:
            self._losses.append(Loss("a refused meld without a penalty", self._invalid.payload.line))
            self._invalid = None

    def _end(self, frame: Frame) -> None:
        payload, game = frame.payload, self._game
        self.over = True
        self._invalid_unused()
        how = payload.get("endType")
        normal = how is None or how.text() == "NORMAL"
        winner = payload.get("winnerSeat")
        if normal and not game.ended() and self._tried is not None and self._own is not None:
            number, after = self._tried
            if winner is None or winner.value == self._own:
                game.meld(self._own, after, f"line {number}", {"x-source": f"line {number}"})
        results = payload.get("results")
        scores = {} if results is None else self._results(results)
        if not game.ended():
            what = (
                "the last turn, for which no TURN_END was sent" if normal else f"the end by {shown(how and how.value)}"
            )
            self._losses.append(Loss(what, payload.line))
        if scores:
            self._claim(scores, normal, payload)

    def _results(self, results: Node) -> Mapping[int, int]:
        """Close the racks, and give the scores by seat."""
        scores = {}
        for one in results.items():
            seat = one["seat"].integer(0)
            if seat not in self._game:
                raise one.error(f"no seat {seat}")
            left = one.get("remainingTiles")
            if left is not None:
                tiles = [tile.token for tile in SYNTAX.tiles(left)]
                if not (self._game.close(seat, tiles) and len(tiles) == self._game.sizes[seat]):
                    self._losses.append(Loss(f"what seat {seat} held at the end", left.place))
            score = one.get("score")
            if score is not None:
                scores[seat] = score.integer(-MAX_INT)
        return scores

    def _claim(self, scores: Mapping[int, int], normal: bool, payload: Node) -> None:
        seats = len(self._game.racks)
        if self._wish.claims and normal and self._game.ended() and len(scores) == seats:
            # The server scores a rack negative, and this record counts it.
            self._scores = [-scores[seat] for seat in range(seats)]
        else:
            why = "" if self._wish.claims else " (--claims)"
            self._losses.append(Loss(f"the scores{why}", payload.line))

    def converted(self) -> Converted:
        """The record of what was read."""
        self._invalid_unused()
        if self._own_rack is not None and self._rack is None:
            self._losses.append(Loss("the recorder's rack, whose seat no frame tells (--set seat=N)"))
        losses = [Loss("which of two equal tiles each is")]
        losses += [Loss("the ids of sets")] if self._ids else []
        losses += [*(Loss(f"{what}, {n} times") for what, n in self._ignored.items())]
        return Converted(
            self.line,
            self._game.record(SOURCE, self._first, f"line {self.line}", self._scores),
            [*losses, *self._losses],
        )


def _rack(payload: Node) -> list[str] | None:
    rack = payload.get("myRack")
    return None if rack is None else [tile.token for tile in SYNTAX.tiles(rack)]


def _pool(payload: Node) -> int | None:
    count = payload.get("drawPileCount")
    return None if count is None else count.integer(0)


def _player(value: Node) -> Json:
    name = value.get("displayName")
    user = value.get("userId")
    shown_name = name.text() if name is not None else f"{value['seat'].value}"
    return {"name": shown_name} | ({"id": user.text()} if user is not None and user.value else {})
