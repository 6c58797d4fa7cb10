"""A plain, slow second judge of Rummikub.

Written from the rules alone, by somebody who had not seen the package, so that the two can be held against each
other. It knows no unseen tiles. The numbers in comments are those of the rules: 1 tiles, 2 start, 3 deal, 4 turn,
5 sets, 6 opening, 7 manipulation, 8 jokers on the table, 9 what a joker stands for, 10 end of a round, 11 score of a
round, 12 mistakes and time, 13 match.
"""

from collections import Counter
from itertools import permutations, product

from games.rummikub.plain_search import can_meld
from games.rummikub.plain_sets import (
    COLOURS,
    colour_of,
    count_jokers,
    is_joker,
    is_set,
    kinds,
    lowest_points,
    number_of,
    readings,
    same_set,
    unbound,
)

# 0 writes "none".
DEFAULTS = {
    "copies": 2,
    "jokers": 2,
    "teams": 0,
    "rack_size": 14,
    "draw_when_able": True,
    "one": "low",
    "opening_min": 30,
    "opening_sets": "any",
    "opening_joker": "face",
    "opening_same_turn": "allow",
    "max_jokers_per_set": 0,
    "joker_rule": "free",
    "joker_group": "either",
    "pool_empty": "all-pass",
    "scoring": "rack-sum",
    "pool_score": "differences",
    "joker_rack_value": 30,
    "no_opening_penalty": 0,
    "tie": "shared",
    "penalty_tiles": 3,
    "timeout_tiles": 1,
    "max_rounds": 0,
    "target": 0,
    "match_won_by": "totals",
}

PRESETS = {
    "classic": {},
    "official-2019": {
        "opening_same_turn": "forbid",
        "joker_rule": "new-set",
        "scoring": "zero-sum",
        "match_won_by": "most-wins",
    },
    "pressman-2009": {"opening_same_turn": "forbid", "joker_rule": "exact", "scoring": "zero-sum"},
    "club": {
        "opening_same_turn": "forbid",
        "pool_empty": "one-more-turn",
        "joker_rack_value": 100,
        "no_opening_penalty": 100,
    },
    "xp": {"copies": 3, "jokers": 4},
    "double-set": {"copies": 4, "jokers": 4},
}

MOST_PLAYERS = {2: 4, 3: 6, 4: 8}  # 1: by the copies


def full_options(rules):
    """The options in force, all written out."""
    written = {key: value for key, value in rules.items() if key != "preset" and not key.startswith("x-")}
    return {**DEFAULTS, **PRESETS[rules.get("preset", "classic")], **written}


def all_tiles(options):
    """1: how often each tile exists."""
    tiles = Counter({f"{colour}{number}": options["copies"] for colour in COLOURS for number in range(1, 14)})
    tiles["J"] = options["jokers"]
    return tiles


def tiles_of(sets):
    """The tiles of these sets, jokers unbound."""
    return Counter(unbound(tile) for tiles in sets for tile in tiles)


def more_than(tiles, others):
    """A tile of the first that the second does not hold as often, or None."""
    return next((tile for tile, many in tiles.items() if many > others[tile]), None)


# -------------------------------------------------------------------- the deal


def deal_fault(options, players, deal, round_number, start_scores=None):
    """1, 2, 3: why this deal is faulty, or None. Rounds count from 1; `start_scores` are those of the record."""
    teams = options["teams"]
    if players > MOST_PLAYERS[options["copies"]]:
        return "too many players"
    if teams and not (2 <= teams < players and players % teams == 0):
        return "teams do not fit the players"
    if round_number == 1 and start_scores is not None:
        if len(start_scores) != (teams or players):
            return "start scores of the wrong length"
        if options["target"] and max(start_scores) >= options["target"]:
            return "start scores at the target"
    if deal["first"] >= players:
        return "no such first seat"
    racks = deal["racks"]
    if len(racks) != players:
        return "wrong number of racks"

    middle = "table" in deal or "opened" in deal
    if middle:
        if "table" not in deal or "opened" not in deal:
            return "table and opened only together"
        if round_number != 1:
            return "mid-round only in round 1"
        if "start_draws" in deal:
            return "mid-round with start draws"
        if len(deal["opened"]) != players:
            return "wrong number of opened"
        if any(len(rack) < 1 for rack in racks):
            return "an empty rack"
        if any(deal["opened"]) != bool(deal["table"]):
            return "table and opened disagree"
        if not all(is_set(tiles, options["one"]) for tiles in deal["table"]):
            return "no set on the table"
    elif any(len(rack) != options["rack_size"] for rack in racks):
        return "wrong rack size"

    there = tiles_of(racks) + tiles_of(deal.get("table", []))
    if "pool" in deal:
        there += Counter(deal["pool"])
        if there != +all_tiles(options):
            return "pool is not the rest"
    elif more_than(there, all_tiles(options)):
        return "tile too often"

    if "start_draws" in deal:
        return _start_draws_fault(deal["start_draws"], players, deal["first"], round_number)
    return None


def _start_draws_fault(draws, players, first, round_number):  # 2
    if round_number != 1:
        return "start draws only in round 1"
    if len(draws) != players:
        return "wrong number of start draws"
    if draws[first] == "??":
        return None
    if is_joker(draws[first]):
        return "first drew a joker"
    numbers = [number_of(tile) for tile in draws if tile != "??" and not is_joker(tile)]
    return None if number_of(draws[first]) == max(numbers) else "first did not draw highest"


# -------------------------------------------------------------------- 8: jokers that were on the table


def joker_rule_fault(options, old_sets, new_sets):
    """Why the change from the old sets (all picked up) to the new ones breaks the joker rule, or None.

    Nobody wrote down which joker, and which copy of a tile, went where: the change is legal if there is one way that
    is legal. But a set that may be a run or a group has to be legal as either (9: never the best reading).
    """
    old_sets, new_sets = _really_changed(options, old_sets, new_sets)
    if options["joker_rule"] == "free" or not any(count_jokers(tiles) for tiles in old_sets):
        return None
    every_kind = [sorted(kinds(tiles, options["one"])) for tiles in (*old_sets, *new_sets)]
    for chosen in product(*every_kind):
        if not any(change.is_allowed() for change in _changes(options, old_sets, new_sets, chosen)):
            return "joker rule " + options["joker_rule"]
    return None


def _really_changed(options, old_sets, new_sets):
    """Without the sets that were put back as they were; under ``new-set`` whatever their jokers are said to be."""
    old_sets, new_sets = list(old_sets), list(new_sets)
    for old in list(old_sets):
        for new in list(new_sets):
            alike = same_set(old, new, options["one"])
            same_faces = _faces_of_jokers(options, old) == _faces_of_jokers(options, new)
            if alike and (options["joker_rule"] == "new-set" or same_faces):
                old_sets.remove(old)
                new_sets.remove(new)
                break
    return old_sets, new_sets


def _faces_of_jokers(options, tiles):
    """What its jokers may stand for together, in every reading; in no order."""
    return {
        (kind, tuple(sorted(face for tile, face in zip(tiles, faces, strict=True) if is_joker(tile))))
        for kind, faces in readings(tiles, options["one"])
    }


def _changes(options, old_sets, new_sets, kinds_chosen):
    """Every way in which the change may have come about, the sets being of these kinds."""
    faces_of = []
    for tiles, kind in zip((*old_sets, *new_sets), kinds_chosen, strict=True):
        faces_of.append([faces for what, faces in readings(tiles, options["one"]) if what == kind])
    for came_from in _origins(old_sets, new_sets):
        for faces in product(*faces_of):
            old_faces, new_faces = faces[: len(old_sets)], faces[len(old_sets) :]
            yield Change(options, old_sets, new_sets, came_from, old_faces, new_faces, kinds_chosen)


RACK = (-1, -1)


def _origins(old_sets, new_sets):
    """Every way to say of each tile of the new sets (set, place) which tile of the old ones it was, or RACK."""
    sources, goals = {}, {}
    for places, sets in ((sources, old_sets), (goals, new_sets)):
        for i, tiles in enumerate(sets):
            for place, tile in enumerate(tiles):
                places.setdefault(unbound(tile), []).append((i, place))
    ways_by_tile = []
    for tile, wanted in goals.items():
        had = sources.get(tile, [])
        had = had + [RACK] * (len(wanted) - len(had))
        ways = [dict(zip(wanted, order, strict=True)) for order in sorted(set(permutations(had)))]
        ways_by_tile.append(ways)
    for ways in product(*ways_by_tile):
        yield {goal: source for way in ways for goal, source in way.items()}


class Change:
    """One way in which tiles may have gone from old sets to new ones; every joker has a face before and after."""

    def __init__(self, options, old_sets, new_sets, came_from, old_faces, new_faces, kinds_chosen):
        self.options = options
        self.old_sets, self.new_sets = old_sets, new_sets
        self.came_from = came_from
        self.went_to = {source: goal for goal, source in came_from.items() if source != RACK}
        self.old_faces, self.new_faces = old_faces, new_faces
        self.old_kinds = kinds_chosen[: len(old_sets)]

    def is_allowed(self):
        rule = self.options["joker_rule"]
        if rule == "new-set":
            return self._no_set_is_merely_extended()
        if rule == "exact":
            return self._freed_exactly()
        return self._stayed_locked()

    # ---------------------------------------------------------------- words of the rules

    def _places(self, old, jokers):
        return [(old, place) for place, tile in enumerate(self.old_sets[old]) if is_joker(tile) == jokers]

    def _old_jokers(self):
        return [where for old in range(len(self.old_sets)) for where in self._places(old, jokers=True)]

    def _is_freed(self, joker):
        """No longer the same face in a set that keeps two numbered tiles of its old set, or the only one."""
        old, place = joker
        new, new_place = self.went_to[joker]
        numbered = self._places(old, jokers=False)
        kept = sum(self.went_to[where][0] == new for where in numbered)
        same_face = self.new_faces[new][new_place] == self.old_faces[old][place]
        return not (same_face and kept >= min(2, len(numbered)))

    def _lies_whole_in(self, old, new):
        return all(self.went_to[old, place][0] == new for place in range(len(self.old_sets[old])))

    def _from_rack(self, new):
        """The faces of the numbered tiles of this new set that came from the rack."""
        return [
            tile
            for place, tile in enumerate(self.new_sets[new])
            if not is_joker(tile) and self.came_from[new, place] == RACK
        ]

    def _faces_that_free(self, joker):
        """The faces that the rack must lay down for it; all of them."""
        old, place = joker
        faces, tiles = self.old_faces[old], self.old_sets[old]
        if (
            self.options["joker_group"] == "both"
            and self.old_kinds[old] == "group"
            and len(tiles) == 3
            and tiles[place] == "J"
        ):
            others = {colour_of(face) for i, face in enumerate(faces) if i != place}
            return [f"{colour}{number_of(faces[place])}" for colour in COLOURS if colour not in others]
        return [faces[place]]

    def _is_replaced(self, joker, new):
        """In this new set lie what replaces the joker and all the numbered tiles that lay with it."""
        together = all(self.went_to[where][0] == new for where in self._places(joker[0], jokers=False))
        return together and all(face in self._from_rack(new) for face in self._faces_that_free(joker))

    def _replaced_by_different_tiles(self, replaced):
        """One rack tile replaces one joker: tiles laid for jokers of two old sets are not the same tile."""
        used = {}
        for joker, new in replaced:
            for face in self._faces_that_free(joker):
                if used.setdefault((new, face), joker[0]) != joker[0]:
                    return False
        return True

    # ---------------------------------------------------------------- the three rules

    def _no_set_is_merely_extended(self):
        for new, tiles in enumerate(self.new_sets):
            for old, old_tiles in enumerate(self.old_sets):
                if not self._lies_whole_in(old, new) or count_jokers(tiles) <= count_jokers(old_tiles):
                    continue
                for joker in self._old_jokers():
                    if joker[0] != old and self.went_to[joker][0] == new and self._is_freed(joker):
                        return False
        return True

    def _freed_exactly(self):
        replaced = []
        for joker in self._old_jokers():
            if not self._is_freed(joker):
                continue
            new = self.went_to[joker][0]
            if len(self._from_rack(new)) < 2:
                return False
            if any(self._lies_whole_in(old, new) for old in range(len(self.old_sets))):
                return False
            left = [n for n in range(len(self.new_sets)) if self._is_replaced(joker, n)]
            if not left:
                return False
            replaced.append((joker, left[0]))
        return self._replaced_by_different_tiles(replaced)

    def _stayed_locked(self):
        replaced = []
        for old, tiles in enumerate(self.old_sets):
            if not count_jokers(tiles):
                continue
            lie_in = {self.went_to[where][0] for where in self._places(old, jokers=False)}
            if len(lie_in) != 1:
                return False
            (new,) = lie_in
            for joker in self._places(old, jokers=True):
                if not self._is_freed(joker):
                    continue
                if not self._is_replaced(joker, new):
                    return False
                replaced.append((joker, new))
        return self._replaced_by_different_tiles(replaced)


# -------------------------------------------------------------------- a round


class PlainRound:
    def __init__(self, options, players, deal):
        self.options = options
        self.players = players
        self.racks = [Counter(rack) for rack in deal["racks"]]
        self.table = [tuple(tiles) for tiles in deal.get("table", [])]
        self.opened = list(deal.get("opened", [False] * players))
        rest = all_tiles(options)
        for rack in self.racks:
            rest.subtract(rack)
        rest.subtract(tiles_of(self.table))
        self.pool = +rest  # what lies there
        self.pool_order = list(deal["pool"]) if "pool" in deal else None  # None: the order is unknown
        self.turn = deal["first"]
        self.passes = 0
        self.last_turns = None  # 10, one-more-turn: how many turns are left
        self.ended = None
        self.went_out = None
        self.leftover = 0  # 11: what an uneven split leaves with nobody
        if not self.pool:  # 10: no pool from the deal
            if options["pool_empty"] == "at-once":
                self.ended = "pool"
            elif options["pool_empty"] == "one-more-turn":
                self.last_turns = players

    @property
    def pool_count(self):
        return self.pool.total()

    # ---------------------------------------------------------------- what is legal

    def refuses(self, move):
        """A short word for why this move is illegal, or None. Nothing changes."""
        if self.ended:
            return "round is over"
        if move["seat"] != self.turn:
            return "wrong seat"
        action = move["action"]
        if action == "meld":
            return self._refuses_meld(move)[0]
        if action == "draw":
            return self._refuses_draw(move)
        if action == "pass":
            return self._refuses_pass()
        if action == "penalty":
            return self._refuses_penalty(move)
        return "unknown action"

    def _able(self):
        rack = list(self.racks[self.turn].elements())
        return can_meld(self.options, rack, self.table, self.opened[self.turn])

    def _refuses_tiles(self, tiles):
        """Can these be drawn, in this order?"""
        if self.pool_order is not None and self.pool_order[: len(tiles)] != list(tiles):
            return "not the next tiles"
        return "not in the pool" if more_than(Counter(tiles), self.pool) else None

    def _refuses_draw(self, move):  # 4
        if len(move["tiles"]) != 1:
            return "one tile is drawn"
        if not self.pool:
            return "pool is empty"
        fault = self._refuses_tiles(move["tiles"])
        if fault is None and not self.options["draw_when_able"] and self._able():
            return "able to play"
        return fault

    def _refuses_pass(self):  # 4, 10
        if self.pool:
            return "pool is not empty"
        if self.options["pool_empty"] == "must-play" and self._able():
            return "able to play"
        return None

    def _refuses_penalty(self, move):  # 12
        key = "timeout_tiles" if move["reason"] == "time" else "penalty_tiles"
        if len(move["tiles"]) != min(self.options[key], self.pool_count):
            return "wrong number of penalty tiles"
        fault = self._refuses_tiles(move["tiles"])
        if fault:
            return fault
        if not move.get("lost"):
            if "table_after" in move and not self._is_table(self.table, move["table_after"]):
                return "wrong table_after"
            return None
        if "table_after" not in move:
            return "no table_after"
        if not all(is_set(tiles, self.options["one"]) for tiles in move["table_after"]):
            return "no set"
        if tiles_of(move["table_after"]) + Counter(move["lost"]) != tiles_of(self.table):
            return "wrong table_after"
        return None

    def _is_table(self, table, claimed):
        """9: the same sets, in any order."""
        if len(table) != len(claimed):
            return False
        if not table:
            return True
        for i, tiles in enumerate(claimed):
            if same_set(table[0], tiles, self.options["one"]):
                rest = [*claimed[:i], *claimed[i + 1 :]]
                if self._is_table(table[1:], rest):
                    return True
        return False

    def _taken(self, take):
        """Every choice of sets on the table (by their places) that `take` may name; those written alike first."""
        if not take:
            return [[]]
        places = [i for i, tiles in enumerate(self.table) if same_set(tiles, take[0], self.options["one"])]
        places.sort(key=lambda i: self.table[i] != tuple(take[0]))
        found = []
        for i in places:
            found += [[i, *others] for others in self._taken(take[1:]) if i not in others]
        return found

    def _refuses_meld(self, move):
        """(why not, the places of the sets that are taken)"""
        o = self.options
        put = [tuple(tiles) for tiles in move["put"]]
        take = [tuple(tiles) for tiles in move.get("take", [])]
        ways = self._taken(take)
        if not ways:
            return "no such set on the table", None
        for tiles in put:
            if not is_set(tiles, o["one"]):  # 5
                return "no set", None
            if o["max_jokers_per_set"] and count_jokers(tiles) > o["max_jokers_per_set"]:  # 8
                return "too many jokers in a set", None
            if o["joker_rule"] in ("exact", "locked") and len(kinds(tiles, o["one"])) == 2:  # 8
                return "joker must be bound", None
        if more_than(tiles_of(take), tiles_of(put)):  # 7
            return "table tile is gone", None
        played = tiles_of(put) - tiles_of(take)
        if not played:
            return "nothing from the rack", None
        if more_than(played, self.racks[self.turn]):
            return "not on the rack", None
        if "tiles" in move and Counter(move["tiles"]) != played:
            return "wrong tiles", None
        fault = self._refuses_opening(move, put, take, played)
        if fault:
            return fault, None
        for way in ways:
            fault = self._refuses_change(move, put, way)
            if fault is None:
                return None, way
        return fault, None

    def _refuses_change(self, move, put, way):
        fault = joker_rule_fault(self.options, [self.table[i] for i in way], put)
        after = [tiles for i, tiles in enumerate(self.table) if i not in way] + put
        if fault is None and "table_after" in move and not self._is_table(after, move["table_after"]):
            return "wrong table_after"
        return fault

    def _refuses_opening(self, move, put, take, played):  # 6
        o = self.options
        if self.opened[self.turn] or not take:
            if "opening" in move:
                return "opening has no place here"
            if self.opened[self.turn]:
                return None
            opening = put
        else:
            if o["opening_same_turn"] == "forbid":
                return "touches the table before opening"
            if not move.get("opening"):
                return "no opening named"
            opening = [tuple(tiles) for tiles in move["opening"]]
        for tiles in opening:
            if not is_set(tiles, o["one"]):
                return "no set in the opening"
            if o["max_jokers_per_set"] and count_jokers(tiles) > o["max_jokers_per_set"]:
                return "too many jokers in a set"
            if o["opening_joker"] == "forbid" and count_jokers(tiles):
                return "joker in the opening"
        if more_than(tiles_of(opening), played):
            return "opening not from the rack"
        points = [lowest_points(tiles, o["one"], o["opening_joker"]) for tiles in opening]
        reached = max(points) if o["opening_sets"] == "single" else sum(points)
        return None if reached >= o["opening_min"] else "opening too low"

    # ---------------------------------------------------------------- doing it

    def make(self, move):
        if self.ended or move["seat"] != self.turn:
            raise ValueError(self.refuses(move))
        fault, way = self._refuses_meld(move) if move["action"] == "meld" else (self.refuses(move), None)
        if fault:
            raise ValueError(fault)
        had_pool = bool(self.pool)
        passes, self.passes = self.passes, 0  # 10: passes in a row
        drew_last = False
        if move["action"] == "meld":
            self._make_meld(move, way)
            if self.ended:
                return
        elif move["action"] == "pass":
            self.passes = passes + 1
        else:
            self._take_from_pool(move["tiles"])
            drew_last = had_pool and not self.pool
            if move.get("lost"):  # 12: after the penalty tiles
                self.pool += Counter(move["lost"])
                self.pool_order = None
                self.table = [tuple(tiles) for tiles in move["table_after"]]
        self.turn = (self.turn + 1) % self.players
        self._maybe_end(drew_last)

    def _make_meld(self, move, way):
        put = [tuple(tiles) for tiles in move["put"]]
        played = tiles_of(put) - tiles_of(self.table[i] for i in way)
        self.table = [tiles for i, tiles in enumerate(self.table) if i not in way] + put
        self.racks[self.turn] -= played
        self.opened[self.turn] = True
        if not self.racks[self.turn]:  # 10 (a)
            self.ended = "out"
            self.went_out = self.turn

    def _take_from_pool(self, tiles):
        if self.pool_order is not None:
            del self.pool_order[: len(tiles)]
        self.pool -= Counter(tiles)
        self.racks[self.turn] += Counter(tiles)

    def _maybe_end(self, drew_last):  # 10 (b)
        rule = self.options["pool_empty"]
        if rule == "at-once":
            over = drew_last
        elif rule == "one-more-turn":
            if self.last_turns is not None:
                self.last_turns -= 1
            elif drew_last:
                self.last_turns = self.players
            over = self.last_turns == 0
        else:
            over = self.passes == self.players
        if over:
            self.ended = "pool"

    # ---------------------------------------------------------------- 11: the score

    def rack_value(self, seat):
        o = self.options
        value = 0 if self.opened[seat] else o["no_opening_penalty"]
        for tile in self.racks[seat].elements():
            value += o["joker_rack_value"] if is_joker(tile) else number_of(tile)
        return value

    def side_of(self, seat):
        return seat % (self.options["teams"] or self.players)

    def best_seats(self):
        """Who went out, or has the lowest rack."""
        if self.ended == "out":
            return [self.went_out]
        values = [self.rack_value(seat) for seat in range(self.players)]
        return [seat for seat in range(self.players) if values[seat] == min(values)]

    def sides_that_won(self):
        return sorted({self.side_of(seat) for seat in self.best_seats()})

    def seat_scores(self):
        o = self.options
        values = [self.rack_value(seat) for seat in range(self.players)]
        if o["scoring"] == "rack-sum":
            return [0 if seat == self.went_out else value for seat, value in enumerate(values)]
        best = self.best_seats()
        if len(best) > 1 and o["tie"] == "none":
            return [0] * self.players
        low = values[best[0]] if self.ended == "pool" and o["pool_score"] == "differences" else 0
        scores = [0 if seat in best else low - value for seat, value in enumerate(values)]
        share, self.leftover = divmod(-sum(scores), len(best))
        for seat in best:
            scores[seat] = share
        return scores

    def scores(self):
        """What the round added, by side."""
        sides = [0] * (self.options["teams"] or self.players)
        for seat, score in enumerate(self.seat_scores()):
            sides[self.side_of(seat)] += score
        return sides


# -------------------------------------------------------------------- 13: the match


def match_over(options, rounds, totals, rounds_won, last_recorded=False):
    """The winning sides, ascending, if the match is over after this many rounds of the record, else None.

    `last_recorded`: the last round of the record has ended, and the record claims nothing else.
    """
    over = False
    if options["max_rounds"] and rounds >= options["max_rounds"]:
        over = True
    if options["target"] and max(totals) >= options["target"]:
        over = True
    if not options["max_rounds"] and not options["target"]:
        over = last_recorded and rounds > 0
    if not over:
        return None
    marks = [total if options["scoring"] == "zero-sum" else -total for total in totals]
    if options["match_won_by"] == "most-wins":
        marks = list(zip(rounds_won, marks, strict=True))
    return [side for side, mark in enumerate(marks) if mark == max(marks)]
