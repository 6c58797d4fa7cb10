"""What the laws of Rummikub share: rules and positions at random, turns right and wrong, a state as a value."""

import json
from collections import Counter
from contextlib import suppress
from functools import cache
from itertools import permutations
from random import Random

from hypothesis import strategies as st

from games.rummikub.plain_sets import all_sets, is_group, is_joker, kinds, number_of, unbound
from kontari.core.cards import UNSEEN
from kontari.core.fault import Fault
from kontari.core.replay import Standing
from kontari.core.rng import Stream
from kontari.core.totals import Totals
from kontari.games.rummikub import generate, options, play, score
from kontari.games.rummikub import record as shapes
from kontari.games.rummikub.able import best
from kontari.games.rummikub.budget import TooMuchWorkError
from kontari.games.rummikub.hidden import Hidden
from kontari.games.rummikub.sets import TileSet
from kontari.games.rummikub.state import OVER, House, State
from kontari.games.rummikub.tiles import JOKER, TOKENS, whole_set

# Rules and players

OPTIONS = {
    "preset": st.sampled_from(list(options.PRESETS)),
    "copies": st.sampled_from([2, 3, 4]),
    "jokers": st.integers(0, 8) | st.integers(2, 5),
    "teams": st.sampled_from([0, 2, 3, 4]),
    "rack_size": st.integers(1, 14) | st.sampled_from([20, 26, 30, 40, 51, 52]),
    "draw_when_able": st.booleans(),
    "one": st.sampled_from(["low", "low-or-high"]),
    "opening_min": st.sampled_from([0, 1, 12, 20, 30, 50]),
    "opening_sets": st.sampled_from(["any", "single"]),
    "opening_joker": st.sampled_from(["face", "zero", "forbid"]),
    "opening_same_turn": st.sampled_from(["allow", "forbid"]),
    "max_jokers_per_set": st.integers(0, 3),
    "joker_rule": st.sampled_from(["free", "new-set", "exact", "locked"]),
    "joker_group": st.sampled_from(["either", "both"]),
    "pool_empty": st.sampled_from(["all-pass", "one-more-turn", "must-play", "at-once"]),
    "scoring": st.sampled_from(["rack-sum", "zero-sum"]),
    "pool_score": st.sampled_from(["differences", "racks"]),
    "joker_rack_value": st.sampled_from([0, 1, 25, 100]),
    "no_opening_penalty": st.sampled_from([0, 7, 100]),
    "tie": st.sampled_from(["shared", "none"]),
    "timeout_tiles": st.integers(0, 3),
    "penalty_tiles": st.integers(0, 4),
    "max_rounds": st.integers(0, 2),
    "target": st.sampled_from([0, 20, 80, 500]),
    "match_won_by": st.sampled_from(["totals", "most-wins"]),
}
MOST_PLAYERS = {2: 4, 3: 6, 4: 8}
SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def house_rules(draw, **fixed):
    """A preset and options over it, each left out as often as not, and as many players as they are for."""
    rules = draw(st.fixed_dictionaries({}, optional={**OPTIONS, **fixed}))
    full = options.DEFAULTS | options.PRESETS[rules.get("preset", "classic")] | rules
    players = min(draw(st.sampled_from([2, 2, 3, 3, 4, 6, 8])), MOST_PLAYERS[full["copies"]])
    if full["teams"] and not (full["teams"] < players and players % full["teams"] == 0):
        rules["teams"] = 2 if players > 2 and players % 2 == 0 else 0
    if players * full["rack_size"] > 52 * full["copies"] + full["jokers"]:
        rules["rack_size"] = 52 * full["copies"] // players
    return rules, players


@st.composite
def restricted_rules(draw):
    """House rules under which something is asked of jokers on the table."""
    rules, players = draw(house_rules())
    return {**rules, "joker_rule": draw(st.sampled_from(["new-set", "exact", "exact", "locked", "locked"]))}, players


def typed(move):
    """A move as the judge takes it."""
    return generate._typed(move)


def typed_deal(deal):
    return shapes.Deal(**{name: deal.get(name) for name in shapes.Deal.__annotations__})


def begun(rules, players, start=None):
    """The state before the first deal."""
    written = options.Rules(**rules)
    start = None if start is None else shapes.Start(**start)
    return play.begin(options.in_force(written, players), players, written, start)


# A state as a value


def frozen(value):
    """A value of a slot in a form that later changes do not reach."""
    if isinstance(value, TileSet):
        return value.tokens
    if isinstance(value, Totals):
        return (value.certain, value.vectors, value.low, value.high)
    if isinstance(value, Hidden):
        return value.worlds
    if isinstance(value, Standing):
        return (value.over, value.winners, value.stops_here)
    if isinstance(value, House):
        return tuple(sorted(value.options.items()))
    if isinstance(value, list | tuple):
        return tuple(map(frozen, value))
    if isinstance(value, dict):
        return tuple(sorted((key, frozen(item)) for key, item in value.items()))
    return value


def slots(state):
    """All that a state is, by slot."""
    return {name: frozen(getattr(state, name)) for name in State.__slots__}


# Sets


@cache
def sets_with(face, one):
    """Every set without jokers that holds a face, in order and as a set of tiles."""
    return [(faces, frozenset(faces)) for _, faces in all_sets(one) if face in faces]


@cache
def sets_of_length(length, one):
    return [faces for _, faces in all_sets(one) if len(faces) == length]


def is_ambiguous(tokens, one):
    """Whether a set can be a run and a group, as it is written."""
    return len(kinds(tokens, one)) == 2


class Table:
    """A match of which all tiles are known, from the middle of a round on: the judge's state, and the pool as it lies.

    ``random`` decides all that is left open. ``empty``: how often of a hundred times nearly everything is on the racks.
    """

    def __init__(self, rules, players, seed, empty=20):
        self.random = Random(seed)
        self.rules, self.players, self.seed = rules, players, seed
        self.state = begun(rules, players)
        assert not isinstance(self.state, Fault)
        self.house = self.state.house
        self.one = self.house.options["one"]
        self.deal = self.middle(self.chance(empty))
        self.lay_out(self.deal)
        self.free = begun({**rules, "joker_rule": "free", "max_jokers_per_set": 0, "opening_min": 1}, players)
        play.apply_deal(self.free, typed_deal(self.deal))

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def some(self, items, most):
        """Some of these items, each place once."""
        return self.random.sample(items, self.random.randint(0, min(most, len(items))))

    # The deal

    def box(self):
        return Counter(dict(zip(TOKENS, whole_set(self.house.options), strict=True)))

    def lay_out(self, deal):
        fault = play.judge_deal(self.state, typed_deal(deal))
        assert fault is None, (deal, fault)
        play.apply_deal(self.state, typed_deal(deal))

    def middle(self, empty):
        """A deal in the middle of a round: few sets, small racks, tiles that go together."""
        left = self.box()
        table = [made for _ in range(self.random.choice((0, 1, 2, 2, 3, 4, 6))) if (made := self.new_set(left))]
        for tokens in self.some([one for one in table if any(map(is_joker, one))], 1):
            twin = Counter(map(unbound, tokens))
            if twin <= left and self.chance(50):
                left -= twin
                table.append(self.reordered([unbound(token) if self.chance(50) else token for token in tokens]))
        opened = [bool(table) and self.chance(65) for _ in range(self.players)]
        if table and not any(opened):
            opened[self.random.randrange(self.players)] = True
        first = self.random.randrange(self.players)
        racks = [[] for _ in range(self.players)]
        for token in self.fitting(table, left)[: self.random.choice((1, 3, 4, 6, 8, 12))]:
            racks[first].append(token)
            left[token] -= 1
        rest = list(left.elements())
        self.random.shuffle(rest)
        for seat, rack in enumerate(racks):
            while seat != first and len(rack) < self.random.choice((1, 2, 3, 5)):
                rack.append(rest.pop())
        if empty and self.house.copies == 2:
            keep = self.random.choice((0, 0, 0, 1, 2, 4))
            heir = (first + 1) % self.players
            racks[heir] += rest[keep:]
            del rest[keep:]
        self.pool = rest[::-1]
        deal = {"first": first, "racks": racks, "table": table, "opened": opened}
        return deal | {"pool": rest} if self.chance(60) else deal

    def beginning(self):
        """The deal of a whole round."""
        box = list(self.box().elements())
        self.random.shuffle(box)
        size = self.house.rack_size
        racks = [box[seat * size : (seat + 1) * size] for seat in range(self.players)]
        self.pool = box[self.players * size :][::-1]
        deal = {"first": self.random.randrange(self.players), "racks": racks}
        return deal | {"pool": self.pool[::-1]} if self.chance(60) else deal

    def new_set(self, left):
        """A set out of the tiles that are left, with its jokers, or None."""
        for _ in range(4):
            length = self.random.choice((3, 3, 3, 4, 4, 5, 6, 7, 13))
            faces = self.random.choice(sets_of_length(length, self.one))
            number = self.random.choices((0, 1, 2, 3), (45, 35, 15, 5))[0]
            places = set(self.random.sample(range(length), min(number, left[JOKER], length - 1)))
            tokens = [JOKER if place in places else face for place, face in enumerate(faces)]
            if Counter(tokens) <= left:
                left -= Counter(tokens)
                return self.written(tokens, faces, 50)
        return None

    def written(self, tokens, faces, binds=80):
        """A set as it may be written: a group in any order, jokers bound now and then."""
        if JOKER in tokens and self.chance(binds if is_ambiguous(tokens, self.one) else 25):
            tokens = [
                f"J={face}" if token == JOKER and self.chance(75) else token
                for token, face in zip(tokens, faces, strict=True)
            ]
        tokens = list(tokens)
        if is_group(faces):
            self.random.shuffle(tokens)
        return tokens

    def fitting(self, table, left):
        """Tiles for a rack, mostly such as go with the sets of the table or with each other; by chance."""
        few = []
        wanted = []
        for tokens in table:
            made = self.house.sets.of(tokens)
            faces = [face for reading in made.readings for faces in reading.faces for face in sorted(faces)]
            wanted += faces
            if faces and self.chance(80):
                # What frees the joker, and two tiles with which it can make a set.
                few += [self.random.choice(faces), *self.random.choice(sets_of_length(3, self.one))[:2]]
            for face in made.numbered:
                wanted += self.random.choice(sets_with(face, self.one))[0]
        for _ in range(2):
            wanted += self.random.choice(all_sets(self.one))[1][:4]
        wanted += self.random.sample(TOKENS, 5) + [JOKER] * self.random.choice((0, 1, 2, 2, 6))
        if self.chance(20):
            # Little beside jokers.
            few = [JOKER, JOKER, *self.random.sample(TOKENS, 2)]
        self.random.shuffle(few)
        self.random.shuffle(wanted)
        chosen = Counter()
        found = []
        for token in (*few, *wanted):
            if chosen[token] < left[token]:
                chosen[token] += 1
                found.append(token)
        return found or [next(left.elements())]

    # Turns

    def laid(self, token, bag, hand):
        """A set with this tile and others out of a bag, or else of a hand, from which they are taken; or None."""
        there = {one for source in (bag, hand) for one, number in source.items() if number and one != JOKER}
        base = token
        if token == JOKER:
            if not there:
                return None
            base = self.random.choice(sorted(there))
        jokers = bag[JOKER] + hand[JOKER]
        candidates = [faces for faces, tiles in sets_with(base, self.one) if len(tiles - there) <= jokers]
        self.random.shuffle(candidates)
        for faces in candidates:
            standing_for = {self.random.choice(faces)} if token == JOKER or self.chance(25) else set()
            taken = (Counter(), Counter())
            tokens = []
            for face in faces:
                wishes = (JOKER,) if face in standing_for and face != base else (face, JOKER)
                wish, at = next(
                    (
                        (wish, at)
                        for wish in wishes
                        for at, source in enumerate((bag, hand))
                        if source.get(wish, 0) > taken[at].get(wish, 0)
                    ),
                    (None, 0),
                )
                if wish is None or (wish == JOKER and face == token):
                    break
                taken[at][wish] += 1
                tokens.append(wish)
            if len(tokens) == len(faces) and token in tokens and set(tokens) != {JOKER}:
                bag -= taken[0]
                hand -= taken[1]
                return self.written(tokens, faces)
        return None

    def meld(self):
        """A turn that may be right: sets laid anew with tiles of the rack; None where that did not come off."""
        state, seat = self.state, self.state.turn
        hand = Counter(state.racks[seat])
        lying = [list(one.tokens) for one in state.sets()]
        with_jokers = [tokens for tokens in lying if any(map(is_joker, tokens))]
        take = self.some(lying, self.random.choice((0, 1, 1, 2, 3)))
        if with_jokers and self.chance(40):
            lying.remove(first := self.random.choice(with_jokers))
            take = [first, *self.some(lying, self.random.choice((0, 0, 1, 2)))]
        opening = []
        if not state.opened[seat] or self.chance(25):
            for token in self.some(sorted(hand.elements()), 6):
                made = self.laid(token, Counter(), hand) if hand[token] else None
                opening += [made] if made else []
            if not state.opened[seat] and not opening:
                return None
        bag = Counter(unbound(token) for tokens in take for token in tokens)
        put = [list(tokens) for tokens in opening]
        if take and opening and self.chance(40):
            bag.update(unbound(token) for tokens in opening for token in tokens)
            put = []
        while bag:
            made = self.laid(self.random.choice(sorted(bag.elements())), bag, hand)
            if made is None:
                return None
            put.append(made)
        for token in self.some(sorted(hand.elements()), 1 if put else 4):
            made = self.laid(token, Counter(), hand) if hand[token] else None
            put += [made] if made else []
        bag = Counter(unbound(token) for tokens in put for token in tokens)
        bag.subtract(unbound(token) for tokens in take for token in tokens)
        if not any(bag.values()) and self.chance(90):
            return None
        move = {"action": "meld", "seat": seat, "put": put}
        if take:
            move["take"] = [self.reordered(tokens) for tokens in take]
            if not state.opened[seat]:
                move["opening"] = opening
        return move

    def exchange(self):
        """A joker of the table against a tile for which it stands, and with two others in a new set; or None."""
        hand = Counter(self.state.racks[self.state.turn])
        lying = [made for made in self.state.sets() if made.jokers]
        if not lying:
            return None
        old = self.random.choice(lying)
        jokers = [place for place, token in enumerate(old.tokens) if is_joker(token)]
        at = self.random.randrange(len(jokers))
        faces = [face for face in sorted(self.random.choice(old.readings).faces[at]) if hand[face]]
        if not faces:
            return None
        whole = list(old.tokens)
        whole[jokers[at]] = self.random.choice(faces)
        hand[whole[jokers[at]]] -= 1
        made = self.laid(JOKER, Counter([JOKER]), hand)
        if made is None:
            return None
        return {
            "action": "meld",
            "seat": self.state.turn,
            "put": [self.reordered(whole), made],
            "take": [list(old.tokens)],
        }

    def reordered(self, tokens):
        """The same set, a group in another order, unless it might then be a run."""
        orders = permutations(tokens)
        if kinds(tokens, self.one) == {"group"} and all(kinds(order, self.one) == {"group"} for order in orders):
            return self.random.sample(tokens, len(tokens))
        return list(tokens)

    def melds(self, tries=10):
        """Turns that lay tiles after the deal, right ones and wrong ones."""
        state = self.state
        found = [made for _ in range(tries) if (made := self.meld())]
        found += [made for _ in range(2) if (made := self.exchange())]
        player = generate._Player(Stream("turn", self.random.randrange(2**32), 0, "rummikub", {}, 2), state)
        found += [made for made in (player.meld(), *(best(state, by) for by in ("tiles", "points"))) if made]
        if self.free.phase != OVER:
            player = generate._Player(Stream("free", self.random.randrange(2**32), 0, "rummikub", {}, 2), self.free)
            found += [made for _ in range(2) if (made := player.meld())]
        found += [made for move in found if (made := self.spoilt(move))]
        return found

    def spoilt(self, move):
        """A meld with something in it that is changed."""
        made = json.loads(json.dumps(move))
        sets = [tokens for name in ("put", "take", "opening") for tokens in made.get(name, ())]
        tokens = self.random.choice(sets) if sets else None
        how = self.random.randrange(10)
        if how == 0:
            made["seat"] = self.random.randrange(self.players + 1)
        elif how == 1 and tokens:
            tokens[self.random.randrange(len(tokens))] = self.random.choice(TOKENS)
        elif how == 2 and tokens:
            del tokens[self.random.randrange(len(tokens))]
        elif how == 3 and made["put"]:
            made["put"].pop(self.random.randrange(len(made["put"])))
        elif how == 4 and made.get("take"):
            made["take"].pop(self.random.randrange(len(made["take"])))
        elif how == 5 and made["put"]:
            made["put"].append(list(self.random.choice(made["put"])))
        elif how == 6:
            made["opening"] = self.some(made["put"], 2)
        elif how == 7 and tokens:
            made["put"] = [
                [f"J={self.random.choice(TOKENS[:-1])}" if is_joker(token) else token for token in one]
                for one in made["put"]
            ]
        elif how == 8:
            made["put"] = [[unbound(token) for token in one] for one in made["put"]]
        else:
            self.claim(made)
        return made

    def claim(self, move):
        """Say of a meld what leaves the rack and what lies there afterwards, now and then wrongly."""
        played = Counter(unbound(token) for tokens in move["put"] for token in tokens)
        played -= Counter(unbound(token) for tokens in move.get("take", ()) for token in tokens)
        lying = [list(one.tokens) for one in self.state.sets()]
        for tokens in move.get("take", ()):
            same = next((one for one in lying if sorted(one) == sorted(tokens)), None)
            if same is not None:
                lying.remove(same)
        if self.chance(70):
            move["tiles"] = self.random.sample(list(played.elements()), played.total())
        if self.chance(70):
            after = [self.reordered(tokens) for tokens in (*lying, *move["put"])]
            move["table_after"] = self.random.sample(after, len(after))
        for name in ("tiles", "table_after"):
            if move.get(name) and self.chance(20):
                move[name].pop()

    def others(self):
        """Draws, passes and penalties, right ones and wrong ones."""
        state = self.state
        following = self.pool[-1:]
        for seat in (state.turn, (state.turn + 1) % self.players, self.players):
            yield {"action": "pass", "seat": seat}
            yield {"action": "draw", "seat": seat, "tiles": following}
        seat = state.turn
        yield {"action": "draw", "seat": seat, "tiles": [UNSEEN]}
        yield {"action": "draw", "seat": seat, "tiles": [self.random.choice(TOKENS)]}
        yield {"action": "draw", "seat": seat, "tiles": [*following, *following]}
        yield self.penalty("time")
        yield self.penalty("invalid")
        wrong = self.penalty("time")
        wrong["tiles"] = [*wrong["tiles"], self.random.choice(TOKENS)]
        yield wrong
        for reason in ("time", "invalid"):
            lost = self.loss(self.penalty(reason))
            if lost is not None:
                yield lost
                yield {name: value for name, value in lost.items() if name != "table_after"}
                yield {**lost, "lost": [*lost["lost"][1:], "J"]}

    def penalty(self, reason):
        number = self.house.options["timeout_tiles" if reason == "time" else "penalty_tiles"]
        tiles = self.pool[::-1][:number]
        return {"action": "penalty", "seat": self.state.turn, "reason": reason, "tiles": tiles}

    def loss(self, move):
        """A penalty after which one set of the table has gone to the pool."""
        lying = [self.reordered(list(one.tokens)) for one in self.state.sets()]
        if not lying:
            return None
        self.random.shuffle(lying)
        lost = [unbound(token) for token in lying.pop()]
        return {**move, "lost": lost, "table_after": lying}

    def turn(self):
        """One legal turn, most often a meld; None where a meld is due that takes too much work to find."""
        state = self.state
        if self.chance(8 if state.count > 6 else 20):
            made = self.penalty(self.random.choice(("time", "invalid")))
            return (self.loss(made) if self.chance(60) else None) or made
        for _ in range(3):
            made = self.meld()
            if made is not None and play.judge(state, typed(made)) is None:
                if self.chance(20):
                    claimed = json.loads(json.dumps(made))
                    self.claim(claimed)
                    made = claimed if play.judge(state, typed(claimed)) is None else made
                return made
        made = {"action": "pass", "seat": state.turn}
        if state.count:
            made = {"action": "draw", "seat": state.turn, "tiles": self.pool[-1:]}
        if play.judge(state, typed(made)) is None:
            return made
        with suppress(TooMuchWorkError):
            return best(state, "tiles")
        return None

    def make(self, move):
        """Make a legal move, and see to the pool."""
        assert play.judge(self.state, typed(move)) is None, move
        if move["action"] in ("draw", "penalty"):
            del self.pool[len(self.pool) - len(move["tiles"]) :]
            if move.get("lost"):
                self.pool += move["lost"]
                self.random.shuffle(self.pool)
        play.apply(self.state, typed(move))

    def match(self, longest, most_rounds=2):
        """The match played on for so many moves, as a record."""
        rounds = []
        deal = self.deal
        while True:
            moves = []
            while self.state.phase != OVER and longest > 0:
                move = self.turn()
                if move is None:
                    longest = 0
                    break
                moves.append(move)
                self.make(move)
                longest -= 1
            rounds.append({"deal": deal, "moves": moves})
            if self.state.phase != OVER:
                break
            if self.chance(70):
                rounds[-1]["scores"] = list(self.state.outcome.certain[: self.house.sides])
            standing = self.state.standing
            goes_on = self.chance(40) if standing.stops_here else not standing.over
            if not goes_on or len(rounds) == most_rounds or longest <= 0:
                break
            deal = self.beginning()
            self.lay_out(deal)
        made = {"kontari": "1.0", "game": "rummikub", "rules": self.rules}
        made["players"] = [{"name": name} for name in generate.NAMES[: self.players]]
        made["rounds"] = rounds
        standing = score.standing(self.state)
        made["result"] = {"termination": "unfinished", **score.result(self.state)}
        if standing.over:
            made["result"] |= {"termination": "normal", "winners": standing.winners}
        return made


# Records


@st.composite
def matches(draw, longest=20, empty=40, **fixed):
    """A random match from the middle of a round on, broken off after so many moves.

    Where the search is asked at every turn, large racks are rare.
    """
    rules, players = draw(house_rules(**fixed))
    searched = rules.get("pool_empty") == "must-play" or not rules.get("draw_when_able", True)
    return Table(rules, players, draw(SEEDS), empty=5 if searched else empty).match(longest)


def hidden(record, seed, percent):
    """A record, or a deal, in which so many of a hundred tiles that lie face down are not seen; more hides more."""
    random = Random(seed)
    changed = json.loads(json.dumps(record))
    where = random.choice(("racks pool moves", "racks pool moves", "racks", "racks moves", "pool moves", "moves"))

    def masked(tokens, at):
        hides = [random.randrange(100) < percent for _ in tokens]
        return [UNSEEN if hide and at in where else token for token, hide in zip(tokens, hides, strict=True)]

    for round_ in changed.get("rounds", [{"deal": changed, "moves": []}]):
        deal = round_["deal"]
        deal["racks"] = [masked(rack, "racks") for rack in deal["racks"]]
        for name in ("pool", "start_draws"):
            if name in deal:
                deal[name] = masked(deal[name], "pool")
        for move in round_["moves"]:
            if move["action"] in ("draw", "penalty"):
                move["tiles"] = masked(move["tiles"], "moves")
    return changed


def points_of(tokens, joker):
    """What some tiles count on a rack."""
    return sum(joker if token == JOKER else number_of(token) for token in tokens)


def played(move):
    """What leaves the rack in a meld."""
    tokens = Counter(unbound(token) for one in move["put"] for token in one)
    tokens.subtract(unbound(token) for one in move.get("take", ()) for token in one)
    return tokens
