"""OpenSpiel's ``crazy_eights``: histories of its actions, read and written.

Read are, a game a line, a JSON object ``{"game": "crazy_eights(players=3)", "history": [54, …]}``
(``returns`` may stand beside them) and the bare history, as a JSON list or as numbers with commas, whose
game the user must say; the text of ``pyspiel.serialize_game_and_state``, several of them one after the
other; and a playthrough, as OpenSpiel's ``generate_playthrough`` writes it.

Card ids are 4 · rank + suit with ranks 2 … A and suits C D H S. A history begins with 52 + dealer,
the cards dealt and every starter turned up. Then 0–51 is a card played, 52 a draw (the cards drawn
follow), 53 a pass, and 54–57 the suit named with the eight before. It holds no seats, so both
directions keep the turn. OpenSpiel loads illegal histories too; they are converted as they stand.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from kontari import __version__
from kontari.convert import ConversionError, Converted, Loss, Wish, Written
from kontari.convert.json_document import Node, begun, document, shown
from kontari.core.cards import SUITS, UNSEEN
from kontari.games.crazy_eights.options import in_force
from kontari.record.decode import typed
from kontari.record.reading import VERSION, without_own_keys
from kontari.record.text import pointer

Json = dict[str, Any]

GAME = "crazy-eights"
CARDS = tuple(rank + suit for rank in "23456789TJQKA" for suit in SUITS)
"""Tokens by OpenSpiel's card id."""

DRAW, PASS, FIRST_SUIT = 52, 53, 54
FIRST_DEALER = 52

DEFAULTS: Mapping[str, int | bool] = {
    "max_draw_cards": 5,
    "max_turns": 100,
    "players": 5,
    "reshuffle": False,
    "use_special_cards": False,
}
SPECIAL_RANKS = {"skip_rank": "Q", "reverse_rank": "A", "draw_rank": "2"}

_ID = {token: card for card, token in enumerate(CARDS)}
_SUIT = {suit: FIRST_SUIT + index for index, suit in enumerate(SUITS)}
_LIMITS = {"players": (2, 15), "max_draw_cards": (1, 2**31 - 1), "max_turns": (1, 2**31 - 1)}
_GAME = re.compile(r"crazy_eights(?:\((.*)\))?")
_INTEGER = re.compile(r"-?[0-9]{1,18}")
_KEYS = ("game", "history", "returns")
_BEGINNING = re.compile(
    r"\s*(?:#[^\n]*OpenSpiel|\[Meta\]\s|game:\s*crazy_eights\b"
    r"|\{\s*\"(?:game\"\s*:\s*\"crazy_eights\b|history\"\s*:\s*\[\s*[0-9]|returns\"\s*:\s*\[))"
)
_SERIALIZED = re.compile(r"\s*(?:#|\[[A-Za-z])")
_PLAYTHROUGH = re.compile(r"\s*game:")
_BARE = re.compile(r"-?[0-9]++(?:\s*+,\s*+-?[0-9]++)*+,?")
NO_WISH = Wish()

FORMS = ("json", "serialized")
SETTINGS = {"form": f"how a game is written: {' or '.join(FORMS)}"}

Place = Callable[[int], str]
"""Where an action of a history (by index) stands, in words."""


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
        history = [_number(item.strip()) for item in line.strip().removesuffix(",").split(",")]
        return _record(_game_wished(wish, at), history, at, place), ()
    root = document(line, number)
    if isinstance(root, ConversionError):
        raise root
    if isinstance(root.value, list):
        return _record(_game_wished(wish, at), root.value, at, place), ()
    if not isinstance(root.value, dict) or not isinstance(root.value.get("game"), str):
        raise ConversionError('neither a history nor an object with "game" and "history"', at)
    unknown = [key for key in root.value if key not in _KEYS]
    if unknown:
        raise ConversionError(f"unknown key {shown(unknown[0])}; known are {', '.join(_KEYS)}", at)
    history = root["history"].value
    if not isinstance(history, list):
        raise ConversionError('"history" is not a list of integers', at)
    record = _record(root.value["game"], history, at, place)
    return record, _claim(record, root.get("returns"), wish.claims)


def _number(digits: str) -> int | str:
    """An action; what is no such number as it stands, for the error that tells its place."""
    return int(digits) if _INTEGER.fullmatch(digits) else digits


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

    return _record(game, [_number(line) for _, line in state], f"line {number}", place), ()


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
            actions.append((number, _number(value)))
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

    record = _record(game, history, at, place)
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


# The parameters of a game and the rules of a record


def parameters(game: str, at: str = "") -> dict[str, int]:
    """All parameters of a game string such as ``crazy_eights(players=3)``; flags are 0 or 1.

    Raises ConversionError with the place ``at``.
    """
    found = _GAME.fullmatch(game.strip())
    if found is None:
        raise ConversionError(f"{shown(game)} is not a game of crazy_eights", at)
    given: dict[str, int] = {}
    for item in filter(None, (found[1] or "").split(",")):
        name, _, value = item.partition("=")
        if name not in DEFAULTS or name in given:
            raise ConversionError(f"parameter {shown(item)}: the name is unknown or stands twice", at)
        given[name] = _parameter(name, value, at)
    return {**{name: int(value) for name, value in DEFAULTS.items()}, **given}


def _parameter(name: str, value: str, at: str) -> int:
    if name in _LIMITS:
        least, most = _LIMITS[name]
        if _INTEGER.fullmatch(value) and least <= int(value) <= most:
            return int(value)
        raise ConversionError(f"parameter {name} is {shown(value)}, not a number from {least} to {most}", at)
    if value.lower() in ("true", "false"):
        return value.lower() == "true"
    raise ConversionError(f"parameter {name} is {shown(value)}, neither true nor false", at)


def _rules(given: Mapping[str, int]) -> Json:
    rules: Json = {
        "preset": "openspiel",
        "max_draws": given["max_draw_cards"],
        "max_plays": given["max_turns"],
    }
    if given["reshuffle"]:
        rules["stock_out"] = "reshuffle"
    if given["use_special_cards"]:
        rules |= SPECIAL_RANKS
    return rules


# Whose turn it is


class Table:
    """Just enough of a hand to know whose move it is and how many cards a draw takes.

    It stands between ``play``, ``draw`` and ``pass`` of legal and illegal games alike, and goes on
    after an illegal move as OpenSpiel does where OpenSpiel goes on.
    """

    def __init__(self, given: Mapping[str, int], dealer: int, starter: str) -> None:
        self.players = given["players"]
        self.max_plays = given["max_turns"]
        self.special = bool(given["use_special_cards"])
        self.renews = bool(given["reshuffle"])
        self.sizes = [hand_size(self.players)] * self.players
        self.stock = (52 if self.players <= 5 else 104) - sum(self.sizes) - 1
        self.discards = 1
        self.direction = 1
        self.owed = 0
        self.plays = 0
        self.turn = dealer
        self._effect(starter)

    def ends_hand(self) -> bool:
        """Whether a card of the player to move would end the hand, so that no suit is named."""
        return self.sizes[self.turn] <= 1 or self.plays + 1 >= self.max_plays

    def due(self) -> int:
        """How many cards a draw of the player to move takes: one, or what he owes as far as cards go."""
        renewed = self.discards - 1 if self.renews else 0
        return max(1, min(self.owed, self.stock + renewed))

    def play(self, token: str) -> None:
        """The player to move lays a card."""
        self.plays += 1
        self.sizes[self.turn] -= 1
        self.discards += 1
        self._renew()
        self._effect(token)

    def draw(self) -> None:
        """The player to move draws what is due; a debt ends his turn."""
        for _ in range(self.due()):
            self.sizes[self.turn] += 1
            self.stock = max(0, self.stock - 1)
            self._renew()
        if self.owed:
            self.owed = 0
            self.pass_on()

    def pass_on(self, steps: int = 1) -> None:
        """The turn goes to the next player, or the next but one."""
        self.turn = (self.turn + steps * self.direction) % self.players

    def _renew(self) -> None:
        if self.renews and not self.stock:
            self.stock, self.discards = self.discards - 1, 1

    def _effect(self, token: str) -> None:
        rank = token[0] if self.special else ""
        if rank == "A":
            self.direction = -self.direction
        elif rank == "2" and self.stock:
            self.owed += 2
        self.pass_on(2 if rank == "Q" else 1)


def hand_size(players: int) -> int:
    """The cards dealt to each."""
    return 7 if players == 2 else 5


# From a history to a record


def _record(game: str, history: Sequence[Any], at: str, place: Place) -> Json:
    given = parameters(game, at)
    actions = _Actions(history, place)
    deal = _read_deal(actions, given["players"])
    table = Table(given, deal["dealer"], deal["starter"][-1])
    moves = []
    while actions.left():
        moves.append(_read_move(actions, table))
    return {
        "kontari": VERSION,
        "game": GAME,
        "rules": _rules(given),
        "players": [{"name": str(seat)} for seat in range(given["players"])],
        "rounds": [{"deal": deal, "moves": moves}],
        "meta": {"software": f"kontari {__version__}", "source": f"OpenSpiel {game.strip()}"},
    }


class _Actions:
    """A history read from its beginning to its end. Every error names the action it stopped at."""

    def __init__(self, history: Sequence[Any], place: Place) -> None:
        self.history = history
        self.place = place
        self.index = 0

    def left(self) -> bool:
        return self.index < len(self.history)

    def next(self, wanted: str) -> int:
        if not self.left():
            raise ConversionError(f"the history ends where {wanted} is due", self.place(self.index))
        action = self.history[self.index]
        self.index += 1
        if isinstance(action, bool) or not isinstance(action, int):
            raise self.error(action, wanted)
        return action

    def card(self, wanted: str) -> str:
        action = self.next(wanted)
        if not 0 <= action < len(CARDS):
            raise self.error(action, wanted)
        return CARDS[action]

    def error(self, action: Any, wanted: str) -> ConversionError:
        return ConversionError(f"{shown(action)} stands where {wanted} is due", self.place(self.index - 1))


def _read_deal(actions: _Actions, players: int) -> Json:
    wanted = f"the dealer ({FIRST_DEALER} to {FIRST_DEALER + players - 1})"
    action = actions.next(wanted)
    dealer = action - FIRST_DEALER
    if not 0 <= dealer < players:
        raise actions.error(action, wanted)
    hands: list[list[str]] = [[] for _ in range(players)]
    for number in range(players * hand_size(players)):
        seat = (dealer + 1 + number) % players
        hands[seat].append(actions.card(f"a card dealt to player {seat}"))
    starter = [actions.card("the starter")]
    while starter[-1][0] == "8":
        starter.append(actions.card("another starter after an eight"))
    return {"dealer": dealer, "hands": hands, "starter": starter}


def _read_move(actions: _Actions, table: Table) -> Json:
    wanted = f"an action of player {table.turn}"
    seat, action = table.turn, actions.next(wanted)
    if action == DRAW:
        drawn = [actions.card(f"a card drawn by player {seat}") for _ in range(table.due())]
        table.draw()
        return {"action": "draw", "seat": seat, "cards": drawn}
    if action == PASS:
        table.pass_on()
        return {"action": "pass", "seat": seat}
    if not 0 <= action < len(CARDS):
        raise actions.error(action, wanted)
    token = CARDS[action]
    move = {"action": "play", "seat": seat, "card": token}
    if token[0] == "8" and not table.ends_hand():
        move["suit"] = _read_suit(actions, seat)
    table.play(token)
    return move


def _read_suit(actions: _Actions, seat: int) -> str:
    wanted = f"the suit named by player {seat} ({FIRST_SUIT} to {FIRST_SUIT + 3})"
    action = actions.next(wanted)
    if not FIRST_SUIT <= action < FIRST_SUIT + len(SUITS):
        raise actions.error(action, wanted)
    return SUITS[action - FIRST_SUIT]


# From a record to a history


def write(record: Mapping[str, Any], wish: Wish = NO_WISH) -> Written:
    """A record (JSON values) as one JSON line with ``game`` and ``history``, or as OpenSpiel serializes it.

    Only one round whose rules are those of OpenSpiel can be written. Raises ConversionError, which
    names the option or the move that has no counterpart; a history holds no seats, so that this
    includes a move of a seat whose turn it is not.
    """
    if record.get("game") != GAME:
        raise ConversionError(f'the game is "{record.get("game")}", not {GAME}', "/game")
    try:
        match = typed(GAME, without_own_keys(record))
    except msgspec.ValidationError as error:
        raise ConversionError(f"not a record: {error}") from None
    players = len(match.players)
    given = _given(in_force(match.rules, players), players)
    if len(match.rounds) != 1:
        raise ConversionError(f"{len(match.rounds)} rounds; OpenSpiel plays one", "/rounds")
    if match.start is not None:
        raise ConversionError("the match does not begin here; in OpenSpiel it always does", "/start")
    deal, moves = match.rounds[0].deal, match.rounds[0].moves
    history = _write_deal(deal, players)
    table = Table(given, deal.dealer, deal.starter[-1])
    for index, move in enumerate(moves):
        history += _write_move(move, table, f"move {index + 1}")
    return Written(_text(_game_string(given), history, wish.settings.get("form", "json")), list(_lost(record)))


def _text(game: str, history: Sequence[int], form: str) -> str:
    if form == "json":
        return json.dumps({"game": game, "history": history}, separators=(",", ":")) + "\n"
    if form == "serialized":
        actions = "".join(f"{action}\n" for action in history)
        heading = "# Automatically generated by OpenSpiel SerializeGameAndState\n[Meta]\nVersion: 1\n"
        return f"{heading}\n[Game]\n{game}\n[State]\n{actions}\n"
    raise ConversionError(f"the form is {form}, not {' or '.join(FORMS)} (--set form={FORMS[0]})")


def _lost(record: Mapping[str, Any]) -> Iterator[Loss]:
    """What a record holds and a history does not."""
    for key, what in (("event", "the event"), ("result", "claims of the result"), ("meta", "where the record is from")):
        if key in record:
            yield Loss(what, f"/{key}")
    for seat, player in enumerate(record["players"]):
        if player != {"name": str(seat)}:
            yield Loss("who plays", f"/players/{seat}")
    round_ = record["rounds"][0]
    if "scores" in round_:
        yield Loss("claims of scores", "/rounds/0/scores")
    if "stock" in round_["deal"]:
        yield Loss("the order of the stock", "/rounds/0/deal/stock")
    yield from _lost_of_moves(round_["moves"])
    for path in _own_keys(record, ()):
        yield Loss("a key of others", pointer(path))


def _lost_of_moves(moves: Sequence[Mapping[str, Any]]) -> Iterator[Loss]:
    """What moves hold and a history does not: each kind once, with the first place."""
    kinds = {"at": "times", "elapsed_ms": "times", "note": "notes", "stock": "orders of the stock"}
    found: dict[str, list[str]] = {}
    for index, move in enumerate(moves):
        for key in move.keys() & kinds.keys():
            found.setdefault(kinds[key], []).append(f"/rounds/0/moves/{index}/{key}")
    for what, places in sorted(found.items()):
        yield Loss(f"{what} ({len(places)})", places[0])


def _own_keys(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    """Where ``x-`` keys stand."""
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _own_keys(item, (*path, index))
    elif isinstance(value, dict):
        for key, item in value.items():
            if key.startswith("x-"):
                yield (*path, key)
            else:
                yield from _own_keys(item, (*path, key))


def _given(options: Mapping[str, Any], players: int) -> dict[str, int]:
    """The parameters that mean the options in force."""
    if not 2 <= players <= 15:
        raise ConversionError(f"{players} players; OpenSpiel takes 2 to 15", "/players")
    given = {
        "max_draw_cards": options["max_draws"],
        "max_turns": options["max_plays"],
        "players": players,
        "reshuffle": int(options["stock_out"] == "reshuffle"),
        "use_special_cards": int(options["draw_rank"] != "none"),
    }
    wanted = in_force(typed_rules(_rules(given)), players)
    for name in sorted(options.keys() | wanted.keys()):
        if options.get(name) != wanted.get(name):
            raise ConversionError(_differs(name, options.get(name), wanted.get(name)), f"/rules/{name}")
    for option, name in (("max_draws", "max_draw_cards"), ("max_plays", "max_turns")):
        least, most = _LIMITS[name]
        if not least <= given[name] <= most:
            raise ConversionError(f"option {option} is {given[name]}; OpenSpiel has a limit always", f"/rules/{option}")
    return given


def typed_rules(rules: Json) -> Any:
    """The ``rules`` of a record as its reader gives them."""
    record = {"kontari": VERSION, "game": GAME, "rules": rules, "players": [{"name": "0"}, {"name": "1"}], "rounds": []}
    return typed(GAME, record).rules


def _differs(name: str, value: Any, wanted: Any) -> str:
    return f"option {name} is {json.dumps(value)}; OpenSpiel plays {json.dumps(wanted)}"


def _game_string(given: Mapping[str, int]) -> str:
    named = {name: given[name] for name in DEFAULTS if name == "players" or given[name] != DEFAULTS[name]}
    flags = ("reshuffle", "use_special_cards")
    return f"crazy_eights({','.join(f'{k}={bool(v) if k in flags else v}' for k, v in named.items())})"


def _write_deal(deal: Any, players: int) -> list[int]:
    size = hand_size(players)
    if deal.dealer >= players:
        raise ConversionError(f"dealer {deal.dealer} of {players} players", "/rounds/0/deal/dealer")
    if [len(hand) for hand in deal.hands] != [size] * players:
        raise ConversionError(f"not {players} hands of {size} cards", "/rounds/0/deal/hands")
    if deal.suit is not None:
        raise ConversionError("the dealer names a suit; in OpenSpiel none does", "/rounds/0/deal/suit")
    *replaced, starter = deal.starter or ["8C"]
    if starter[0] == "8" or any(token[0] != "8" for token in replaced):
        raise ConversionError("not a starter after eights that were put back", "/rounds/0/deal/starter")
    seats = [(deal.dealer + 1 + number) % players for number in range(players)]
    dealt = [_card(deal.hands[seat][number], "the deal") for number in range(size) for seat in seats]
    return [FIRST_DEALER + deal.dealer, *dealt, *(_ID[token] for token in deal.starter)]


def _card(token: str, place: str) -> int:
    if token == UNSEEN:
        raise ConversionError("a card that was not seen; OpenSpiel sees all", place)
    return _ID[token]


def _write_move(move: Any, table: Table, place: str) -> list[int]:
    action = move.action
    # The order of a new stock is no part of a history; its cards show when they are drawn.
    if action == "reshuffle" and move.stock is not None and table.renews:
        return []
    if action not in ("play", "draw", "pass"):
        raise ConversionError(f"a {action} has no counterpart", place)
    if move.seat != table.turn:
        raise ConversionError(f"seat {move.seat} moves; a history would give the move to seat {table.turn}", place)
    if action == "play":
        return _write_play(move, table, place)
    if action == "draw":
        return _write_draw(move, table, place)
    table.pass_on()
    return [PASS]


def _write_play(move: Any, table: Table, place: str) -> list[int]:
    named = move.card[0] == "8" and not table.ends_hand()
    if named != (move.suit is not None):
        what = "no suit is named, where OpenSpiel names one" if named else "a suit is named, where OpenSpiel names none"
        raise ConversionError(what, place)
    table.play(move.card)
    return [_ID[move.card], *([_SUIT[move.suit]] if named else [])]


def _write_draw(move: Any, table: Table, place: str) -> list[int]:
    drawn = [_card(token, place) for token in move.cards]
    if not table.owed and drawn:
        for _ in drawn:
            table.draw()
        return [action for card in drawn for action in (DRAW, card)]
    due = table.due()
    if len(drawn) != due:
        raise ConversionError(f"{len(drawn)} cards are drawn, where OpenSpiel draws {due}", place)
    table.draw()
    return [DRAW, *drawn]
