"""Positions and turns of Rummikub at random: legal ones, and those that are nearly so.

Nothing here judges anything; it only looks for what is worth asking. Tiles, sets, deals and moves are plain JSON.
"""

from collections import Counter
from math import perm
from random import Random

from games.rummikub.plain_rummikub import MOST_PLAYERS, PRESETS, all_tiles, full_options, tiles_of
from games.rummikub.plain_sets import COLOURS, all_sets, colour_of, count_jokers, is_joker, number_of, readings, unbound

VALUES = {
    "copies": [2, 2, 3, 4],
    "jokers": [0, 1, 2, 3, 4, 5, 6, 7, 8],
    "teams": [0, 2, 3, 4],
    "rack_size": [1, 2, 3, 4, 5, 6, 7, 9, 14],
    "draw_when_able": [True, False],
    "one": ["low", "low-or-high"],
    "opening_min": [0, 1, 6, 12, 20, 30, 50],
    "opening_sets": ["any", "single"],
    "opening_joker": ["face", "zero", "forbid"],
    "opening_same_turn": ["allow", "forbid"],
    "max_jokers_per_set": [0, 1, 2, 3],
    "joker_rule": ["free", "new-set", "exact", "locked"],
    "joker_group": ["either", "both"],
    "pool_empty": ["all-pass", "one-more-turn", "must-play", "at-once"],
    "scoring": ["rack-sum", "zero-sum"],
    "pool_score": ["differences", "racks"],
    "joker_rack_value": [0, 5, 30, 100],
    "no_opening_penalty": [0, 1, 100],
    "tie": ["shared", "none"],
    "penalty_tiles": [0, 1, 2, 3, 40],
    "timeout_tiles": [0, 1, 2, 7],
    "max_rounds": [0, 1, 2, 3],
    "target": [0, 1, 30, 200],
    "match_won_by": ["totals", "most-wins"],
}
"""What is tried of every option."""

FACES = [f"{colour}{number}" for colour in COLOURS for number in range(1, 14)]


class Chance(Random):
    """Random choices."""

    def of(self, percent):
        return self.random() * 100 < percent

    def shuffled(self, items):
        items = list(items)
        self.shuffle(items)
        return items

    def some(self, items, most):
        """Up to so many of them, in any order."""
        items = list(items)
        return self.sample(items, self.randint(0, min(most, len(items))))


def some_rules(chance, met, **fixed):
    """Options over a preset or none, and how many play; `met` counts how often which value was legal before."""
    rules = {}
    if chance.of(50):
        rules["preset"] = chance.choice(list(PRESETS))
    for name, values in VALUES.items():
        if chance.of(45):
            rules[name] = min(chance.choices(values, k=2), key=lambda value, name=name: met[name, value, True])
    if chance.of(50):
        rules["jokers"] = chance.choice([2, 3, 4, 6, 8])
    if chance.of(25):
        rules["opening_min"] = chance.choice([0, 6, 12, 20])
    rules.update(fixed)
    if fixed.get("copies", 4) < 4:
        rules["teams"] = 0
    if "copies" not in fixed and (rules.get("teams", 0) > 2 or chance.of(15)):
        rules["copies"] = 4
    options = full_options(rules)
    teams = options["teams"]
    fitting = range(2 * teams, MOST_PLAYERS[options["copies"]] + 1, teams) if teams else ()
    if teams and not fitting:
        rules["teams"] = 0
    fitting = fitting or range(2, MOST_PLAYERS[options["copies"]] + 1)
    players = min(chance.choices(fitting, k=3), key=lambda many: met["players", many])
    return rules, players


# -------------------------------------------------------------------- positions


class World:
    """The tiles about which a position is: few, so that they meet."""

    def __init__(self, options, chance):
        self.options = options
        self.chance = chance
        colours = chance.sample(COLOURS, chance.choice([1, 2, 3, 4, 4]))
        width = chance.choice([3, 4, 5, 6, 13])
        low = chance.randint(1, 14 - width)
        numbers = set(range(low, low + width))
        if chance.of(30) and options["one"] == "low-or-high":
            numbers |= {12, 13, 1}
        if len(colours) < 3 and width < 4:
            colours = COLOURS
        runs, groups = [], []
        for kind, faces in all_sets(options["one"]):
            if len(faces) > 7 and not (len(faces) == 13 and chance.of(20)):
                continue
            if kind == "run" and colour_of(faces[0]) in colours and numbers.issuperset(map(number_of, faces)):
                runs.append(faces)
            elif kind == "group" and number_of(faces[0]) in numbers:
                groups.append(faces)
        self.kinds = [kind for kind in (runs, groups) if kind]
        self.sets = [*runs, *groups]
        self.tiles = sorted({face for faces in self.sets for face in faces})

    def a_set(self):
        return self.chance.choice(self.chance.choice(self.kinds))

    def a_tile(self):
        return "J" if self.chance.of(12) else self.chance.choice(self.tiles if self.chance.of(85) else FACES)


def _lay(chance, faces, left):
    """A set of these faces out of a box, some of them jokers; None if the box has not enough."""
    jokers = chance.choice([0, 0, 1, 1, 1, 2, 2, 3])
    places = set(chance.sample(range(len(faces)), min(jokers, len(faces) - 1)))
    wanted = Counter("J" if place in places else face for place, face in enumerate(faces))
    missing = [place for place, face in enumerate(faces) if place not in places and wanted[face] > left[face]]
    for place in missing:
        places.add(place)
    if len(places) >= len(faces):
        return None
    wanted = Counter("J" if place in places else face for place, face in enumerate(faces))
    if any(many > left[tile] for tile, many in wanted.items()):
        return None
    left.subtract(wanted)
    return written(chance, [("J" if place in places else face, face) for place, face in enumerate(faces)])


def written(chance, pairs, bound=25):
    """A set of (tile, face) as it is written: jokers bound or not, a group in any order."""
    pairs = list(pairs)
    tiles = [tile for tile, _ in pairs]
    if len({number_of(face) for _, face in pairs}) == 1 and chance.of(30):
        pairs = chance.shuffled(pairs)
    if tiles.count("J") == len(tiles) - 1:
        bound = chance.choice([0, 75, 100])
    first_only = chance.of(30)
    found = []
    for tile, face in pairs:
        bind = tile == "J" and chance.of(bound) and not (first_only and any("=" in token for token in found))
        found.append(f"J={face}" if bind else tile)
    return found


def some_position(options, players, chance, world, opened_by=75):
    """A deal in mid-round; `opened_by`: in how many of a hundred the seat to move has opened."""
    left = all_tiles(options)
    table = []
    for _ in range(chance.choice([0, 1, 1, 2, 2, 2, 3, 3, 4, 6])):
        a_set = _lay(chance, world.a_set(), left)
        if a_set:
            table.append(a_set)
    if table and chance.of(25):
        twin = [unbound(tile) for tile in chance.choice(table)]
        if all(many <= left[tile] for tile, many in Counter(twin).items()):
            left.subtract(twin)
            table.append(_bound_anew(chance, twin, options))
    first = chance.randrange(players)
    opened = [bool(table) and chance.of(60) for _ in range(players)]
    opened[first] = bool(table) and chance.of(opened_by)
    if table and not any(opened):
        opened[(first + 1) % players] = True
    racks = [[] for _ in range(players)]

    def give(seat, *tiles):
        for tile in tiles:
            if left[tile] > 0 and len(racks[seat]) < 10:
                left[tile] -= 1
                racks[seat].append(tile)

    for tiles in table:
        for faces in chance.sample(readings(tiles, options["one"]), 1):
            for tile, face in zip(tiles, faces[1], strict=True):
                if is_joker(tile) and chance.of(70):
                    give(first, face)
    for _ in range(chance.choice([0, 1, 1, 2])):
        give(first, *chance.some(world.a_set(), 9))
    for _ in range(chance.choice([0, 0, 1, 1, 2])):
        give(first, *chance.choice([world.a_set()[:2], world.a_set()[-2:], world.a_set()[::2], world.a_set()]))
    lonely = (options["opening_min"] + 2) // 3 - 1
    if not opened_by and 1 <= lonely <= 11 and chance.of(40):
        # With two jokers a group that is too low, or a run.
        give(first, f"{chance.choice(COLOURS)}{lonely}", "J", "J")
    give(first, *["J"] * chance.choice([0, 0, 1, 1, 2, 3]))
    while len(racks[first]) < 2 or chance.of(30):
        give(first, world.a_tile())
    for seat in range(players):
        while not racks[seat] or (seat != first and chance.of(50) and len(racks[seat]) < 6):
            give(seat, world.a_tile())
    for rack in racks:
        chance.shuffle(rack)
    deal = {"first": first, "racks": racks, "table": table, "opened": opened}
    rest = chance.shuffled((+left).elements())
    if chance.of(40):
        kept = chance.choice([0, 0, 0, 1, 1, 2, 4])
        last = (first - 1) % players
        racks[last] += rest[kept:]
        rest = rest[:kept]
    if chance.of(65):
        deal["pool"] = rest
    return deal


def full_table(players, chance):
    """A deal in mid-round with an empty pool and small racks, for two copies and eight jokers: all the rest lies there.

    Where a joker rule holds nobody need look for what could be made of all this.
    """
    table, held = [], []
    lowest, width = chance.randint(1, 10), chance.choice([1, 2, 4])
    for colour in COLOURS * 2:
        row = [f"{colour}{number}" for number in range(1, 14)]
        place = min(12, lowest - 1 + chance.randint(0, width))
        held.append(row[place])
        row[place] = "J"
        table.append(row)
    chance.shuffle(held)
    racks = [held[seat::players] for seat in range(players)]
    deal = {"first": chance.randrange(players), "racks": racks, "table": table, "opened": [True] * players}
    return {**deal, "pool": []} if chance.of(50) else deal


def _bound_anew(chance, tiles, options):
    """The same tiles, the jokers bound in some way."""
    _, faces = chance.choice(readings(tuple(tiles), options["one"]))
    return written(chance, zip(tiles, faces, strict=True), bound=60)


def some_deal(options, players, chance, start_draws=True):
    """A deal from the beginning; None if the box has not enough."""
    box = chance.shuffled(all_tiles(options).elements())
    size = options["rack_size"]
    if size * players > len(box):
        return None
    if chance.of(60):
        # More of what goes together, so that something can be laid.
        world = World(options, chance)
        box.sort(key=lambda tile: (tile in world.tiles or tile == "J") and chance.of(75))
    racks = [[box.pop() for _ in range(size)] for _ in range(players)]
    deal = {"first": chance.randrange(players), "racks": racks}
    if chance.of(65):
        deal["pool"] = chance.shuffled(box)
    if start_draws and chance.of(30):
        draws = [chance.choice(FACES) for _ in range(players)]
        highest = max(map(number_of, draws))
        deal["first"] = chance.choice([seat for seat, tile in enumerate(draws) if number_of(tile) == highest])
        for seat in range(players):
            if chance.of(10):
                draws[seat] = "??"
            elif seat != deal["first"] and chance.of(10):
                draws[seat] = "J"
        deal["start_draws"] = draws
    return deal


def near_deals(deal, players, chance):
    """Deals near to a right one; most of them are wrong."""
    racks, seat, tile = deal["racks"], chance.randrange(players), chance.choice([*FACES, "J", "J"])

    def with_rack(rack):
        return {**deal, "racks": [*racks[:seat], rack, *racks[seat + 1 :]]}

    yield {**deal, "first": players}
    yield {**deal, "first": (deal["first"] + 1) % players}
    yield {**deal, "racks": racks[:-1]}
    yield {**deal, "racks": [*racks, [tile]]}
    yield with_rack(racks[seat][1:])
    yield with_rack([])
    yield with_rack([tile, *racks[seat]])
    yield with_rack([tile, *racks[seat][1:]])
    yield with_rack([tile] * len(racks[seat]))
    if "pool" in deal:
        pool = deal["pool"]
        yield {name: value for name, value in deal.items() if name != "pool"}
        for wrong in (pool[1:], [*pool, tile], [tile, *pool[1:]], [*pool[1:], *pool[:1]], []):
            yield {**deal, "pool": wrong}
    else:
        yield {**deal, "pool": []}
    draws = [chance.choice([*FACES, "J", "??"]) for _ in range(players)]
    for wrong in (draws, draws[1:], [*draws, "r13"], ["r13"] * players, ["J"] * players, ["??"] * players):
        yield {**deal, "start_draws": wrong}
    if "start_draws" in deal:
        draws = list(deal["start_draws"])
        draws[seat] = tile
        yield {**deal, "start_draws": draws}
    if "table" in deal:
        table, opened = deal["table"], deal["opened"]
        yield {name: value for name, value in deal.items() if name != "table"}
        yield {name: value for name, value in deal.items() if name != "opened"}
        for wrong in (
            [],
            [not one for one in opened],
            [False] * players,
            [True] * players,
            opened[1:],
            [*opened, True],
        ):
            yield {**deal, "opened": wrong}
        yield {**deal, "table": []}
        yield {**deal, "table": table[1:]}
        yield {**deal, "table": [*table, ["r7", "b7", "o7"]]}
        yield {**deal, "table": [*table, []]}
        if table:
            a_set = chance.choice(table)
            rest = list(table)
            rest.remove(a_set)
            for changed in (
                a_set[1:],
                a_set[::-1],
                [tile, *a_set[1:]],
                [*a_set, tile],
                ["J"] * 3,
                _rebound(chance, a_set),
            ):
                yield {**deal, "table": [*rest, changed]}
    else:
        yield {**deal, "table": [], "opened": [False] * players}
        yield {**deal, "table": [["J", "r2", "r3"]], "opened": [True] * players}


def _rebound(chance, tiles):
    """The same tiles with the jokers bound anew, perhaps wrongly."""
    faces = [tile for tile in tiles if not is_joker(tile)] or ["r1"]

    def near():
        face = chance.choice(faces)
        number = min(13, max(1, number_of(face) + chance.randint(-2, 2)))
        return f"J={chance.choice([face[0], face[0], *COLOURS])}{number if chance.of(60) else number_of(face)}"

    return [chance.choice([near(), near(), "J"]) if is_joker(tile) else tile for tile in tiles]


# -------------------------------------------------------------------- melds


class Maker:
    """Melds for the seat to move: mostly sets, mostly of tiles that are there."""

    def __init__(self, options, rack, table, opened, world, chance):
        self.options = options
        self.rack = Counter(rack)
        self.table = [list(tiles) for tiles in table]
        self.opened = opened
        self.world = world
        self.chance = chance
        there = set(self.rack) | set(tiles_of(self.table))
        jokers = self.rack["J"] + tiles_of(self.table)["J"]
        self.sets = [
            faces
            for _, faces in all_sets(options["one"])
            if sum(face not in there for face in faces) <= min(2, jokers, len(faces) - 1) and len(faces) < 9
        ]
        self.sets_with = {}
        for faces in self.sets:
            for face in faces:
                self.sets_with.setdefault(face, []).append(faces)

    def meld(self, seat):
        """A move as a dict; nearly always of whole sets."""
        chance = self.chance
        for _ in range(20):
            self.hand = self.rack.copy()
            self.loose = Counter()  # table tiles that must find a place
            self.new = []  # sets of (tile, face)
            taken = []
            if self.table and chance.of(85 if self.opened else 45):
                taken = chance.sample(self.table, min(len(self.table), chance.choice([1, 1, 1, 2, 2, 2, 3])))
            if self._try(taken):
                break
        else:
            return None
        move = {"action": "meld", "seat": seat, "put": [written(chance, pairs) for pairs in self.new]}
        chance.shuffle(move["put"])
        if taken:
            move["take"] = [self.named(tiles) for tiles in taken]
        if taken and not self.opened:
            opening = self._opening()
            if opening is not None:
                move["opening"] = opening
        return move

    def named(self, tiles):
        """A set of the table as `take` or a claim may name it."""
        chance = self.chance
        if chance.of(70):
            return list(tiles)
        plain = [unbound(tile) for tile in tiles]
        if chance.of(50):
            return plain
        ways = readings(tuple(plain), self.options["one"])
        if not ways:  # an ambiguous set cannot be here
            return plain
        return written(chance, zip(plain, chance.choice(ways)[1], strict=True), bound=60)

    def _try(self, taken):
        chance = self.chance
        for tiles in taken:
            _, faces = chance.choice(readings(tuple(tiles), self.options["one"]))
            self._use(list(zip(map(unbound, tiles), faces, strict=True)))
        self._cover()
        for index in range(len(self.new)):
            if chance.of(30):
                self._grow(index)
        if not self._place_jokers():
            return False
        if chance.of(30) or not self.new:
            self._new_set(from_hand=True)
            if not taken and chance.of(60):
                self._new_set(from_hand=True)
                self._new_set(from_hand=True)
        return bool(self.new) and (not +self.loose or chance.of(3))

    def _use(self, pairs):
        """Pick up one set: keep it, put tiles for its jokers, cut it, or break it up."""
        chance = self.chance
        jokers = [place for place, (tile, _) in enumerate(pairs) if tile == "J"]
        way = chance.choice(
            ["keep", "replace", "replace", "replace", "break", "cut"] if jokers else ["keep", "keep", "break", "cut"]
        )
        if way == "replace":
            for place in jokers:
                face = pairs[place][1]
                if self.hand[face] and chance.of(85):
                    self.hand[face] -= 1
                    self.loose["J"] += 1
                    pairs[place] = (face, face)
            self.new.append(pairs)
            if chance.of(60):
                self._grow(len(self.new) - 1)
        elif way == "keep":
            self.new.append(pairs)
        elif way == "cut" and len(pairs) > 5:
            cut = chance.randint(3, len(pairs) - 3)
            self.new += [pairs[:cut], pairs[cut:]]
        elif way == "cut" and len(pairs) > 3:
            place = chance.choice([0, -1])
            self.loose[pairs[place][0]] += 1
            del pairs[place]
            self.new.append(pairs)
        else:
            self.loose.update(tile for tile, _ in pairs)

    def _take(self, tile):
        """One tile out of what is loose, or else the hand; whether there was one."""
        for where in (self.loose, self.hand) if self.chance.of(80) else (self.hand, self.loose):
            if where[tile]:
                where[tile] -= 1
                return True
        return False

    def _there(self, tile):
        return self.loose[tile] + self.hand[tile]

    def _make(self, faces, jokers):
        """A set of these faces, with jokers where it must be or, so many more, where it may; whether it could be."""
        places = [place for place, face in enumerate(faces) if not self._there(face)]
        rest = self.chance.shuffled(place for place in range(len(faces)) if place not in places)
        places += rest[: max(0, jokers - len(places))]
        if len(places) > self._there("J") or len(places) >= len(faces):
            return False
        for place, face in enumerate(faces):
            self._take("J" if place in places else face)
        self.new.append([("J" if place in places else face, face) for place, face in enumerate(faces)])
        return True

    def _cover(self):
        """Make sets of what is loose, as long as there is a way at hand."""
        chance = self.chance
        for _ in range(12):
            loose = [tile for tile in (+self.loose) if tile != "J"]
            if not loose:
                return
            tile = chance.choice(loose)
            found = self.sets_with.get(tile, [])
            missing = {faces: sum(not self._there(face) for face in faces) for faces in chance.some(found, 12)}
            fitting = [faces for faces, many in missing.items() if many <= self._there("J")]
            if fitting:
                fitting.sort(key=lambda faces: (missing[faces], -sum(self.loose[face] > 0 for face in faces)))
                self._make(fitting[0] if chance.of(60) else chance.choice(fitting), 0)
            elif not self._insert(tile):
                return

    def _insert(self, tile):
        """Put a loose tile to a set that was made."""
        for index in self.chance.shuffled(range(len(self.new))):
            for pairs in self._longer(self.new[index], tile):
                self.loose[tile] -= 1
                self.new[index] = pairs
                return True
        return False

    def _longer(self, pairs, tile):
        """This set with one more tile."""
        faces = [face for _, face in pairs]
        run = len({number_of(face) for face in faces}) > 1
        found = []
        if run:
            low, high = number_of(faces[0]), number_of(faces[-1])
            if low > 1:
                found.append((f"{faces[0][0]}{low - 1}", 0))
            if high < 13 and high > low:
                found.append((f"{faces[0][0]}{high + 1}", len(pairs)))
            elif high == 13 and self.options["one"] == "low-or-high":
                found.append((f"{faces[0][0]}1", len(pairs)))
        elif len(pairs) == 3:
            found = [(f"{c}{number_of(faces[0])}", 3) for c in COLOURS if c not in [face[0] for face in faces]]
        for face, place in self.chance.shuffled(found):
            if tile in (face, "J"):
                yield [*pairs[:place], (tile, face), *pairs[place:]]

    def _grow(self, index):
        """Put some tile that is there to this set."""
        for tile in self.chance.shuffled([*(+self.hand), *(+self.loose)])[:8]:
            for pairs in self._longer(self.new[index], tile):
                self._take(tile)
                self.new[index] = pairs
                return

    def _place_jokers(self):
        """The jokers that are loose: with tiles of the hand, or put to a set."""
        while self.loose["J"] > 0:
            if self.chance.of(45) and self._new_set(from_hand=False):
                continue
            if not self._insert("J") and not self._new_set(from_hand=False):
                return self.chance.of(5)
        return True

    def _new_set(self, from_hand):
        chance = self.chance
        jokers = chance.choice([0, 0, 0, 1, 1, 2]) if from_hand else 1
        for faces in chance.shuffled(self.sets)[:25]:
            if sum(not self._there(face) for face in faces) <= jokers and self._make(faces, jokers):
                return True
        return False

    def _opening(self):
        """Sets that may be named as the opening; not always of what was played."""
        chance = self.chance
        played = self.rack - self.hand if chance.of(85) else self.rack
        new, hand, loose = self.new, self.hand, self.loose
        own = [pairs for pairs in new if not Counter(tile for tile, _ in pairs) - played]
        if own and chance.of(50):
            opening = chance.sample(own, chance.randint(1, len(own)))
        else:
            self.new, self.hand, self.loose = [], played.copy(), Counter()
            for _ in range(chance.choice([1, 1, 2])):
                self._new_set(from_hand=True)
            opening = self.new
            self.new, self.hand, self.loose = new, hand, loose
        if not opening and chance.of(70):
            return None
        return [written(chance, pairs, bound=30) for pairs in opening]


def near_meld(move, maker, chance, players):
    """A meld with something changed."""
    world = maker.world
    put = [list(tiles) for tiles in move["put"]]
    take = [list(tiles) for tiles in move.get("take", [])]
    near = {**move, "put": put, **({"take": take} if "take" in move else {})}
    many_sets = [tiles for tiles in put if tiles]
    tiles = chance.choice(many_sets) if many_sets else []
    other = chance.choice(put) if put else []
    place = chance.randrange(len(tiles)) if tiles else 0

    def own():
        held = list(maker.rack.elements())
        return chance.choice(held) if held and chance.of(70) else world.a_tile()

    def swap():
        if tiles:
            tiles[place] = own()

    def drop():
        del tiles[place : place + 1]

    def add():
        tiles.insert(chance.choice([0, len(tiles), place]), own())

    def shift():
        if tiles and other is not tiles:
            other.insert(chance.choice([0, len(other)]), tiles.pop(chance.choice([0, -1])))

    def exchange():
        if tiles and other and other is not tiles:
            there = chance.randrange(len(other))
            tiles[place], other[there] = other[there], tiles[place]

    def joker_elsewhere():
        jokers = [at for at, tile in enumerate(tiles) if is_joker(tile)]
        if jokers and len(tiles) > 1:
            at = chance.choice(jokers)
            tiles[at], tiles[at - 1] = tiles[at - 1], tiles[at]

    def rebind():
        tiles[:] = _rebound(chance, tiles)

    def unbind():
        tiles[:] = map(unbound, tiles)

    def bind_some_way():
        ways = readings(tuple(map(unbound, tiles)), maker.options["one"])
        if ways:
            tiles[:] = written(chance, zip(map(unbound, tiles), chance.choice(ways)[1], strict=True), bound=80)

    def to_joker():
        if tiles:
            tiles[place] = "J"

    def reorder():
        chance.shuffle(tiles)

    def merge():
        if len(put) > 1 and tiles is not other:
            put.remove(other)
            tiles.extend(other)
            if chance.of(50):
                tiles.sort(key=lambda tile: number_of(tile) if not is_joker(tile) else 0)

    def cut():
        if len(tiles) > 1:
            put.append(tiles[place:])
            del tiles[place:]

    def drop_set():
        if put:
            put.remove(chance.choice(put))

    def twice():
        if put:
            put.append(list(chance.choice(put)))

    def leave():
        if take:
            take.remove(chance.choice(take))

    def take_more():
        if maker.table:
            more = chance.choice(maker.table)
            near["take"] = [*take, list(more)]
            if chance.of(70):
                put.append(list(more))

    def take_wrong():
        if take:
            one = chance.choice(take)
            chance.choice([
                lambda: one.__setitem__(chance.randrange(len(one)), world.a_tile()),
                lambda: one.pop(),
                lambda: one.reverse(),
                lambda: one.__setitem__(slice(None), _rebound(chance, one)),
                lambda: chance.shuffle(one),
            ])()  # fmt: skip

    def take_none():
        near["take"] = []

    def take_all_back():
        near["take"] = [list(one) for one in maker.table]
        put[:] = [list(one) for one in maker.table]

    def seat():
        near["seat"] = chance.randrange(players + 1)

    def opening():
        named = [list(one) for one in near.get("opening", [])]
        sets = [list(one) for one in put]
        plain = list(maker.rack.elements())
        ways = [
            None,
            [],
            sets,
            sets[:1],
            [*named, *sets[:1]],
            named[1:],
            [*named, *named],
            [chance.shuffled(plain)[:3]],
            [_rebound(chance, one) for one in named],
            [[unbound(tile) for tile in one] for one in named],
            [[own(), *one[1:]] for one in named],
        ]
        way = chance.choice(ways)
        near.pop("opening", None)
        if way is not None:
            near["opening"] = way

    changes = [swap, drop, add, shift, exchange, joker_elsewhere, rebind, unbind, bind_some_way, to_joker, reorder]
    changes += [merge, cut, drop_set, twice, leave, take_more, take_wrong, take_none, take_all_back, seat, opening]
    chance.choice([*changes, bind_some_way, take_more, opening])()
    if not chance.of(5):
        near["put"] = [one for one in put if one]
    return near


def played_by(move):
    """What leaves the rack, if the move is legal."""
    return tiles_of(move["put"]) - tiles_of(move.get("take", []))


def with_claims(move, maker, chance):
    """The same meld with claims, right or wrong."""
    claimed = dict(move)
    if chance.of(60):
        tiles = chance.shuffled(played_by(move).elements())
        if tiles and chance.of(40):
            tiles = chance.choice([tiles[1:], [*tiles, "J"], [maker.world.a_tile(), *tiles[1:]], []])
        claimed["tiles"] = tiles
    if chance.of(60) or "tiles" not in claimed:
        after = [list(tiles) for tiles in maker.table]
        for one in move.get("take", []):
            if list(one) in after:
                after.remove(list(one))
        after = [maker.named(tiles) for tiles in after] + [list(tiles) for tiles in move["put"]]
        claimed["table_after"] = near_table(chance.shuffled(after), maker, chance)
    return claimed


def near_table(table, maker, chance):
    """A claim of the table, more often right than not."""
    if chance.of(55) or not table:
        return table
    one = chance.choice(table)
    rest = list(table)
    rest.remove(one)
    return chance.choice([
        rest,
        [*table, one],
        [*rest, one[1:]],
        [*rest, one[::-1]],
        [*rest, chance.shuffled(one)],
        [*rest, [unbound(tile) for tile in one]],
        [*rest, _rebound(chance, one)],
        [*rest, [maker.world.a_tile(), *one[1:]]],
    ])  # fmt: skip


# -------------------------------------------------------------------- draws, passes, penalties


def other_turns(round_, maker, chance, seat, players):
    """Draws, passes and penalties, right and wrong; `round_` is the plain round."""
    pool = list(round_.pool_order) if round_.pool_order is not None else chance.shuffled(round_.pool.elements())
    tile = maker.world.a_tile()
    for drawn in (pool[:1], pool[:2], [], [tile], pool[-1:]):
        yield {"action": "draw", "seat": seat, "tiles": drawn}
    yield {"action": "draw", "seat": chance.randrange(players + 1), "tiles": pool[:1]}
    yield {"action": "pass", "seat": seat}
    yield {"action": "pass", "seat": chance.randrange(players + 1)}
    for reason, name in (("time", "timeout_tiles"), ("invalid", "penalty_tiles")):
        many = maker.options[name]
        right = {"action": "penalty", "seat": seat, "reason": reason, "tiles": pool[:many]}
        yield right
        yield {**right, "seat": chance.randrange(players + 1)}
        yield {**right, "tiles": pool[: many + 1]}
        yield {**right, "tiles": pool[: max(0, many - 1)]}
        if right["tiles"]:
            yield {**right, "tiles": right["tiles"][::-1]}
            yield {**right, "tiles": [*right["tiles"][:-1], tile]}
        as_it_lies = chance.shuffled(map(maker.named, maker.table))
        yield {**right, "table_after": near_table(as_it_lies, maker, chance)}
        yield {**right, "lost": [], "table_after": near_table(as_it_lies, maker, chance)}
        for _ in range(2):
            yield _with_loss(right, maker, chance)
        yield {**right, "lost": [tile]}


def _with_loss(right, maker, chance):
    table = [list(tiles) for tiles in maker.table]
    lost = []
    if table and chance.of(50):
        gone = table.pop(chance.randrange(len(table)))
        lost += map(unbound, gone)
    if table and (chance.of(50) or not lost):
        one = chance.choice(table)
        lost.append(unbound(one.pop(chance.choice([0, -1]))))
    if chance.of(15):
        lost.append(maker.world.a_tile())
    if chance.of(30):
        table = near_table(table, maker, chance)
    return {**right, "lost": chance.shuffled(lost), "table_after": chance.shuffled(table)}


# -------------------------------------------------------------------- what the plain judge would be long about


def ways_of(move, one):
    """About how many ways the plain judge may have to look at, where a joker rule asks."""
    goals, held = tiles_of(move["put"]), tiles_of(move.get("take", []))
    ways = 1
    for tile, many in goals.items():
        ways *= perm(many) if held[tile] else 1
    for tiles in (*move["put"], *move.get("take", [])):
        if len(tiles) <= 4:
            ways *= max(1, len(readings(tuple(tiles), one)))
        if ways > 10**9:
            break
    return ways


def choices_of(round_):
    """About how long the plain search may take."""
    ways = 1
    for many in (+round_.racks[round_.turn]).values():
        ways *= many + 1
    rule = round_.options["joker_rule"]
    loose = tiles_of(tiles for tiles in round_.table if rule == "free" or not count_jokers(tiles))
    lying = loose.total()
    return ways * (1 + lying + 3 * loose["J"] * lying)
