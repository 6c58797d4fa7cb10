"""Random legal matches, the same on every machine for the same seed, index, rules and players.

A player tries *steps* one after the other on a table of his own: a set out of the rack, a tile more on a set, a run
split around a tile or joined by one, a tile borrowed from a set that can spare it, a joker exchanged for its tile.
What comes of several steps is one meld, which the judge has to admit.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from kontari.core.fault import Fault
from kontari.core.rng import Stream
from kontari.games.rummikub import options, play, score
from kontari.games.rummikub import record as shapes
from kontari.games.rummikub.able import able, best
from kontari.games.rummikub.budget import TooMuchWorkError
from kontari.games.rummikub.meld import Change, change_of
from kontari.games.rummikub.sets import LEAST, Sets, TileSet
from kontari.games.rummikub.state import OVER, State
from kontari.games.rummikub.tiles import COLOURS, JOKER, KINDS, LAST, NUMBER, TOKENS, in_order, whole_set

GENERATOR = "rummikub-1"
"""Name and version: another version may make other matches of the same seed."""

MAX_ROUNDS = 20
MAX_TURNS = 400
"""A match that is still undecided after so many rounds, or a round after so many turns, just stops there."""

NAMES = ("Ana", "Bea", "Cai", "Dani", "Edu", "Flor", "Gil", "Haizea")

# Out of a hundred cases each.
WRITES_POOL = 70
DRAWS_FOR_START = 40
KEEPS_BACK = 8
GOES_ON = 90
WRITES_CLAIMS = 25
CLAIMS_TILES = 50
CLAIMS_TABLE = 20
OUT_OF_TIME = 1
REFUSED = 1
ANOTHER_ROUND = 40

Tokens = list[str]


def record(seed: int, index: int, players: int, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Match number ``index`` of a seed, as JSON values in the form of a record.

    players: how many sit down. rules: a preset and options over it, in the shape of a record's
    ``rules``. Raises ValueError where no match can be played by these rules.
    """
    state = _begin(players, rules)
    match = _Match(Stream(GENERATOR, seed, index, "rummikub", rules, players), state)
    rounds = match.rounds()
    made: dict[str, Any] = {"kontari": "1.0", "game": "rummikub"}
    if rules:
        made["rules"] = dict(rules)
    made["players"] = [{"name": name} for name in NAMES[:players]]
    made["rounds"] = rounds
    standing = score.standing(state)
    made["result"] = {"termination": "unfinished", **score.result(state)}
    if standing.over:
        made["result"] |= {"termination": "normal", "winners": standing.winners}
    made["meta"] = {"source": f"random match, generator {GENERATOR}, seed {seed}, index {index}"}
    return made


def _begin(players: int, rules: Mapping[str, Any]) -> State:
    """The state before the first deal; ValueError where there can be none."""
    if not 2 <= players <= len(NAMES):
        raise ValueError(f"{players} players: from 2 to {len(NAMES)} can play")
    written = options.Rules(**{name: rules.get(name) for name in ("preset", *options.OPTION_NAMES)})
    chosen = options.in_force(written, players)
    state = play.begin(chosen, players, written, None)
    if isinstance(state, Fault):
        facts = state.facts
        if state.code == "RK-D02":
            raise ValueError(f"{players} players are more than the {facts['most']} for copies = {chosen['copies']}")
        raise ValueError(f"{players} players cannot be {facts['teams']} teams")
    dealt = players * chosen["rack_size"]
    if dealt > state.house.tiles:
        raise ValueError(f"{dealt} tiles to deal are more than the {state.house.tiles} of the box")
    return state


class _Match:
    """A match as it is played: the judge's state, and the pool as it truly lies."""

    def __init__(self, stream: Stream, state: State) -> None:
        self.stream = stream
        self.state = state
        self.pool: Tokens = []  # the next tile last
        self.deals = 0
        self.writes_claims = stream.chance(WRITES_CLAIMS)

    def rounds(self) -> list[dict[str, Any]]:
        rounds: list[dict[str, Any]] = []
        while len(rounds) < MAX_ROUNDS and self._another():
            rounds.append(self._round())
            if self.state.phase != OVER:
                break
        return rounds

    def _another(self) -> bool:
        standing = self.state.standing
        if standing.stops_here:
            return self.stream.chance(ANOTHER_ROUND)
        return not standing.over

    def _round(self) -> dict[str, Any]:
        moves: list[dict[str, Any]] = []
        deal = self._deal()
        while self.state.phase != OVER and len(moves) < MAX_TURNS:
            move = self._move()
            play.apply(self.state, _typed(move))
            moves.append(move)
        made: dict[str, Any] = {"deal": deal, "moves": moves}
        if self.state.outcome is not None and self.state.outcome.certain is not None:
            made["scores"] = list(self.state.outcome.certain[: self.state.house.sides])
        return made

    def _deal(self) -> dict[str, Any]:
        house, stream = self.state.house, self.stream
        box = [token for token, count in zip(TOKENS, whole_set(house.options), strict=True) for _ in range(count)]
        deal: dict[str, Any] = {}
        draws = None
        if not self.deals and stream.chance(DRAWS_FOR_START):
            stream.shuffle(box)
            draws = box[: house.players]
            numbers = [NUMBER.get(token, 0) for token in draws]
            deal["first"] = numbers.index(max(numbers))
            if not max(numbers):
                draws = None
        else:
            deal["first"] = stream.below(house.players)
        self.deals += 1
        stream.shuffle(box)
        size = house.rack_size
        deal["racks"] = [in_order(box[seat * size : (seat + 1) * size]) for seat in range(house.players)]
        rest = box[house.players * size :]
        if stream.chance(WRITES_POOL):
            deal["pool"] = rest
        if draws is not None:
            deal["start_draws"] = draws
        self.pool = rest[::-1]
        typed = shapes.Deal(**{name: deal.get(name) for name in shapes.Deal.__annotations__})
        play.apply_deal(self.state, typed)
        return deal

    def _move(self) -> dict[str, Any]:
        state, stream = self.state, self.stream
        seat = state.turn
        if stream.chance(OUT_OF_TIME):
            return self._penalty("time")
        player = _Player(stream, state)
        keeps_back = stream.chance(KEEPS_BACK)
        must = self._must()
        move = None if keeps_back and not must else player.meld()
        if move is None and must and able(state):
            try:
                move = best(state, "tiles")
            except TooMuchWorkError:
                return self._penalty("time")
        if move is not None:
            if stream.chance(REFUSED):
                return self._penalty("invalid", move)
            return self._claimed(move)
        if state.count:
            return {"action": "draw", "seat": seat, "tiles": [self.pool.pop()]}
        return {"action": "pass", "seat": seat}

    def _must(self) -> bool:
        house = self.state.house
        return not house.draw_when_able if self.state.count else house.must_play

    def _penalty(self, reason: str, move: Mapping[str, Any] | None = None) -> dict[str, Any]:
        state = self.state
        number = state.house.options["timeout_tiles" if reason == "time" else "penalty_tiles"]
        tiles = [self.pool.pop() for _ in range(min(number, state.count))]
        made: dict[str, Any] = {"action": "penalty", "seat": state.turn, "reason": reason, "tiles": tiles}
        if move is not None:
            made["attempt"] = {key: move[key] for key in ("put", "take", "opening") if key in move}
        return made

    def _claimed(self, move: dict[str, Any]) -> dict[str, Any]:
        """The move, now and then with what it says of itself, if the recorder writes such things."""
        stream = self.stream
        if not self.writes_claims:
            return move
        tiles, table = stream.chance(CLAIMS_TILES), stream.chance(CLAIMS_TABLE)
        if not tiles and not table:
            return move
        change = change_of(self.state, _typed(move))
        assert isinstance(change, Change)
        if tiles:
            move["tiles"] = in_order([token for token, count in change.known.items() for _ in range(count)])
        if table:
            lying = self.state.sets()
            for one in change.taken:
                lying.remove(one)
            move["table_after"] = [list(one.tokens) for one in (*lying, *change.put)]
        return move


_MAKE: Mapping[str, Callable[..., shapes.AnyMove]] = {
    "meld": shapes.Meld,
    "draw": shapes.Draw,
    "pass": shapes.Pass,
    "penalty": shapes.Penalty,
}


def _typed(move: Mapping[str, Any]) -> Any:
    return _MAKE[move["action"]](**move)


class _Player:
    """The player to move, with a table and a rack of his own to try things on."""

    def __init__(self, stream: Stream, state: State) -> None:
        self.stream = stream
        self.state = state
        self.sets: Sets = state.house.sets
        self.rack: Counter[str] = Counter(state.racks[state.turn])
        self.table: list[Tokens] = [list(one.tokens) for one in state.sets()]

    def meld(self) -> dict[str, Any] | None:
        """A legal meld, or None where none was found; a shorter one if the judge refuses the whole."""
        opened = self.state.opened[self.state.turn]
        laid = [] if opened else self._opening()
        if not opened and not laid:
            return None
        for tokens in laid:
            self._lay(tokens)
        found = self._move(laid, opened)
        if not opened and not self.state.house.same_turn:
            return found
        while found is None or self.stream.chance(GOES_ON):
            before = [list(one) for one in self.table], self.rack.copy()
            if not self._step():
                break
            longer = self._move(laid, opened)
            if longer is None:
                self.table, self.rack = before
                if not self.stream.chance(GOES_ON):
                    break
            else:
                found = longer
        return found

    def _move(self, opening: Sequence[Tokens], opened: bool) -> dict[str, Any] | None:
        """What was done so far as a move, if it is legal."""
        keys = Counter(self.sets.key(tokens) for tokens in self.table)
        put, take = [], []
        before: Counter[Any] = Counter()
        for one in self.state.sets():
            before[one.key] += 1
            if before[one.key] > keys[one.key]:
                take.append(list(one.tokens))
        old = before & keys
        for tokens in self.table:
            key = self.sets.key(tokens)
            if old[key]:
                old[key] -= 1
            else:
                put.append(list(tokens))
        if not put:
            return None
        move: dict[str, Any] = {"action": "meld", "seat": self.state.turn, "put": put}
        if take:
            move["take"] = take
            if not opened:
                move["opening"] = [list(tokens) for tokens in opening]
        return move if isinstance(change_of(self.state, _typed(move)), Change) else None

    def _lay(self, tokens: Sequence[str]) -> None:
        """A set of rack tiles on the table."""
        self.table.append(list(tokens))
        self._spend(tokens)

    def _spend(self, tokens: Sequence[str]) -> None:
        self.rack -= Counter(tokens)

    def _is_set(self, tokens: Sequence[str]) -> bool:
        return len(tokens) >= LEAST and isinstance(self.sets.of(tokens), TileSet)

    # Sets out of the rack

    def _opening(self) -> list[Tokens]:
        """Sets of the rack that together may open, the first that are found; none if there are none."""
        laid: list[Tokens] = []
        points = 0
        while points < self.state.house.options["opening_min"] or not laid:
            candidates = list(self._rack_sets())
            if not candidates:
                return []
            candidates.sort(key=self._points)
            tokens = candidates[-1] if self.stream.chance(50) else self.stream.choice(candidates)
            laid.append(tokens)
            points += self._points(tokens)
            self._spend(tokens)
        for tokens in laid:
            self.rack.update(tokens)
        return laid

    def _points(self, tokens: Sequence[str]) -> int:
        made = self.sets.of(tokens)
        assert isinstance(made, TileSet)
        return made.points

    def _rack_sets(self) -> Iterator[Tokens]:
        """Sets of the rack's tiles, with one joker at most."""
        rack = self.rack
        for number in range(1, LAST + 1):
            held = [f"{colour}{number}" for colour in COLOURS if rack[f"{colour}{number}"]]
            for size in (3, 4):
                yield from map(list, combinations(held, size))
            if rack[JOKER] and len(held) == LEAST - 1:
                yield [*held, JOKER]
        for colour in COLOURS:
            for first in range(1, LAST - LEAST + 2):
                run: Tokens = []
                jokers = rack[JOKER]
                for number in range(first, LAST + 1):
                    face = f"{colour}{number}"
                    if rack[face]:
                        run.append(face)
                    elif jokers == rack[JOKER] and jokers:
                        jokers -= 1
                        run.append(JOKER)
                    else:
                        break
                    if len(run) >= LEAST and run[-1] != JOKER:
                        yield list(run)

    # Steps on the table

    def _step(self) -> bool:
        """One step more, of a kind that comes by chance; False if there is none of any kind."""
        kinds: list[Callable[[], bool]] = [
            self._lay_set, self._lengthen, self._split, self._join, self._borrow, self._exchange, self._give_joker,
        ]  # fmt: skip
        self.stream.shuffle(kinds)
        return any(kind() for kind in kinds)

    def _hand(self) -> Tokens:
        """The different numbered tiles of the rack, in an order that comes by chance."""
        tiles = [token for token in TOKENS[: KINDS - 1] if self.rack[token]]
        self.stream.shuffle(tiles)
        return tiles

    def _places(self) -> list[int]:
        places = list(range(len(self.table)))
        self.stream.shuffle(places)
        return places

    def _lay_set(self) -> bool:
        candidates = list(self._rack_sets())
        if not candidates:
            return False
        self._lay(self.stream.choice(candidates))
        return True

    def _lengthen(self) -> bool:
        """A tile at an end of a run, or the fourth of a group."""
        for tile in self._hand():
            for at in self._places():
                old = self.table[at]
                for new in ([*old, tile], [tile, *old]):
                    if self._is_set(new):
                        self.table[at] = new
                        self._spend([tile])
                        return True
        return False

    def _split(self) -> bool:
        """A tile whose twin stands within a run: the run becomes two."""
        for tile in self._hand():
            for at in self._places():
                old = self.table[at]
                if tile in old and len(old) > LEAST:
                    place = old.index(tile)
                    head, tail = old[: place + 1], [tile, *old[place + 1 :]]
                    if self._is_set(head) and self._is_set(tail):
                        self.table[at] = head
                        self.table.append(tail)
                        self._spend([tile])
                        return True
        return False

    def _join(self) -> bool:
        """A tile between two runs makes them one."""
        places = self._places()
        for tile in self._hand():
            fitting = (tile[0], JOKER)
            lows = [at for at in places if self.table[at][-1][0] in fitting]
            highs = [at for at in places if self.table[at][0][0] in fitting]
            for low in lows:
                for high in highs:
                    new = [*self.table[low], tile, *self.table[high]]
                    if low != high and self._is_set(new):
                        self._replace((low, high), [new])
                        self._spend([tile])
                        return True
        return False

    def _replace(self, places: Sequence[int], new: Sequence[Tokens]) -> None:
        self.table = [tokens for at, tokens in enumerate(self.table) if at not in places]
        self.table += map(list, new)

    def _borrow(self) -> bool:
        """Two tiles of the rack with one that a set of the table can spare."""
        hand = self._hand()
        for at in self._places():
            old = self.table[at]
            for place, spared in enumerate(old):
                rest = _without(old, place)
                if spared not in NUMBER or not all(map(self._is_set, rest)):
                    continue
                for new in _sets_with(spared, hand):
                    if self._is_set(new):
                        self._replace((at,), [*rest, new])
                        self._spend([token for token in new if token != spared])
                        return True
        return False

    def _exchange(self) -> bool:
        """A joker for the tile that it stands for; the joker goes to two tiles of the rack, or to another set."""
        hand = self._hand()
        for at in self._places():
            old = self.table[at]
            if JOKER not in old:
                continue
            place = old.index(JOKER)
            for tile in hand:
                new = [*old[:place], tile, *old[place + 1 :]]
                if not self._is_set(new):
                    continue
                goal = self._use_joker(at, [token for token in hand if token != tile])
                if goal is not None:
                    replaced, made, spent = goal
                    self._replace((at, *replaced), [new, made])
                    self._spend([tile, *spent])
                    return True
        return False

    def _use_joker(self, but: int, hand: Sequence[str]) -> tuple[tuple[int, ...], Tokens, Tokens] | None:
        """Where a freed joker may go: the set that it is added to if any, the new set, the rack tiles in it."""
        for one, other in combinations(hand, 2):
            for new in ([one, other, JOKER], [one, JOKER, other], [other, JOKER, one]):
                if self._is_set(new):
                    return (), new, [one, other]
        for at in self._places():
            if at != but:
                for new in ([*self.table[at], JOKER], [JOKER, *self.table[at]]):
                    if self._is_set(new):
                        return (at,), new, []
        return None

    def _give_joker(self) -> bool:
        """A joker of the rack at the end of a set, now and then."""
        if not self.rack[JOKER] or not self.stream.chance(20):
            return False
        for at in self._places():
            new = [*self.table[at], JOKER]
            if self._is_set(new):
                self.table[at] = new
                self.rack -= Counter([JOKER])
                return True
        return False


def _without(tokens: Sequence[str], place: int) -> list[Tokens]:
    """What is left of a set without one tile: a group of three, or one run or two."""
    before, after = list(tokens[:place]), list(tokens[place + 1 :])
    numbers = {NUMBER[token] for token in tokens if token in NUMBER}
    if len(numbers) == 1:
        return [before + after]
    return [part for part in (before, after) if part]


def _sets_with(spared: str, hand: Sequence[str]) -> Iterator[Tokens]:
    """The groups and runs of three that a tile makes with two of the rack."""
    colour, number = spared[0], NUMBER[spared]
    alike = [token for token in hand if NUMBER[token] == number and token[0] != colour]
    for pair in combinations(alike, 2):
        yield [spared, *pair]
    for low in range(max(1, number - 2), min(number, LAST - 2) + 1):
        run = [f"{colour}{place}" for place in range(low, low + 3)]
        if all(token == spared or token in hand for token in run):
            yield run
