"""Tiles that nobody saw, in worlds so small that every filling can be tried.

A *filling* says what each rack truly holds, and which tiles lie at those places of the pool that were not seen. All
fillings are kept after the deal and after each move, and each is played on by the plain judge, to whom everything is
known; what the fast judge says of the record with its ``??`` is held against that.

What is compared:

- A move is refused exactly where no filling makes all moves so far legal. Where a draw or a pass asserts that nothing
  can be laid, it is refused only where the tiles that are surely held can be laid, and always where the known ones can.
- ``surely_held``: in every filling; and all of it, as long as nothing went back to the pool.
- The points of the unseen tiles of all seats together, after each move.
- Scores, totals, the end and the winners: given where all fillings agree, claims refused where no filling gives them.
  Each claim is asked alone, at its own place: one about a round is not refused because of what a later deal says.

``undecided`` counts checks, one a question asked of one move:

- a meld: does the seat hold the tiles that it lays? Undecided where one of them was not seen on the rack and need not
  be there by counting. One check a meld, however many tiles it lays.
- a draw under ``draw_when_able: false``, a pass under ``must-play``: is the seat unable? Undecided where its rack holds
  a tile that is neither seen nor certain.
- the end of a round: what does it score? Undecided where the fillings do not agree. The totals after it, and whether
  the match is over, are no further checks.

No check: a tile drawn, seen or unseen, whatever may lie in the pool; a penalty; the deal. The proof is partial exactly
where one is undecided.
"""

import copy
from collections import Counter
from itertools import combinations
from time import process_time
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import examples
from games.rummikub.plain_rummikub import PlainRound, all_tiles, deal_fault, full_options, match_over, tiles_of
from games.rummikub.plain_sets import COLOURS, is_joker, is_set, number_of
from kontari.core import sums, totals
from kontari.core.cards import bag_of
from kontari.core.rng import Stream
from kontari.core.work import Work
from kontari.examination import examine
from kontari.games.rummikub import generate, options, play
from kontari.games.rummikub import record as shapes
from kontari.games.rummikub.able import able
from kontari.games.rummikub.tiles import TOKENS
from laws import text

UNSEEN = "??"
SEEDS = st.integers(0, 2**32)
MOST_FILLINGS = 300
"""Where there would be more, draws are seen; where there are more all the same, the round is left."""


def typed(move):
    return generate._typed(move)


def typed_deal(deal):
    return shapes.Deal(**{name: deal.get(name) for name in shapes.Deal.__annotations__})


def begun(rules, players):
    written = options.Rules(**rules)
    return play.begin(options.in_force(written, players), players, written, None)


# All fillings


def ordered(tiles):
    return tuple(sorted(tiles))


def choices(tiles, number):
    """The different ways to take so many of some tiles, and what is left."""
    for chosen in sorted(set(combinations(sorted(tiles), number))):
        left = Counter(tiles)
        left.subtract(chosen)
        yield chosen, ordered(left.elements())


def filled_racks(racks, tiles):
    """Every way to fill the ?? of the racks, and the tiles that are left."""
    if not racks:
        yield (), ordered(tiles)
        return
    seen = [tile for tile in racks[0] if tile != UNSEEN]
    for chosen, left in choices(tiles, len(racks[0]) - len(seen)):
        for others, rest in filled_racks(racks[1:], left):
            yield (ordered([*seen, *chosen]), *others), rest


class Fillings:
    """All fillings of a round so far: pairs of the racks, and of what lies at unseen places of the pool.

    What every filling has alike (the table, who has opened, whose turn it is) is in ``public``; ``order`` are the
    places of the pool as they were recorded, None where nothing is known of the order.
    """

    def __init__(self, rules, players, deal):
        self.options = {**full_options(rules), "draw_when_able": True}
        if self.options["pool_empty"] == "must-play":
            self.options["pool_empty"] = "all-pass"  # which ends in the same way; see ``able_ones``
        named = Counter(tile for rack in deal["racks"] for tile in rack) + tiles_of(deal.get("table", []))
        named += Counter(deal.get("pool", ()))
        del named[UNSEEN]
        unseen = all_tiles(self.options)
        unseen.subtract(named)
        self.all = set(filled_racks(deal["racks"], ordered(unseen.elements())))
        self.order = list(deal["pool"]) if "pool" in deal else None
        plain = {key: value for key, value in deal.items() if key != "pool"}
        racks, _ = next(iter(self.all))
        full = {**plain, "racks": racks}
        assert deal_fault(self.options, players, full, 1) is None
        self.public = PlainRound(self.options, players, full)

    def _round(self, filling):
        """The round in one filling; the plain judge is asked about its content, for the order was looked at."""
        racks, veiled = filling
        made = copy.copy(self.public)
        made.opened = list(made.opened)
        made.racks = [Counter(rack) for rack in racks]
        made.pool = Counter(tile for tile in self.order or () if tile != UNSEEN) + Counter(veiled)
        return made

    def _drawn(self, tiles, veiled):
        """What these tiles of a draw may have been: the tiles, and what is left at unseen places."""
        ways = {((), veiled)}
        for at, tile in enumerate(tiles):
            place = UNSEEN if self.order is None else self.order[at] if at < len(self.order) else None
            if place == UNSEEN:
                ways = {
                    ((*drawn, one), ordered((Counter(left) - Counter([one])).elements()))
                    for drawn, left in ways
                    for one in left
                    if tile in (UNSEEN, one)
                }
            else:
                ways = {((*drawn, place), left) for drawn, left in ways if place and tile in (UNSEEN, place)}
        return sorted(ways)

    def ways(self, move, able_with=None):
        """Every filling in which a move is legal, with the move as it then was and the unseen places after it.

        Whether the tiles are there is asked of each filling; all else, once, since it hangs on what is public.
        ``able_with``: whether a rack can lay something, where that makes a draw or a pass illegal.
        """
        seat, action = move["seat"], move["action"]
        if seat >= self.public.players:
            return []
        if action == "meld":
            played = tiles_of(move["put"]) - tiles_of(move.get("take", []))
            found = [(filling, move, filling[1]) for filling in self.all if Counter(filling[0][seat]) >= played]
        elif action == "pass":
            found = [(filling, move, filling[1]) for filling in self.all]
        else:
            found = [
                ((racks, veiled), {**move, "tiles": list(drawn)}, left)
                for racks, veiled in self.all
                for drawn, left in self._drawn(move["tiles"], veiled)
            ]
        if not found or self._round(found[0][0]).refuses(found[0][1]) is not None:
            return []
        if able_with is not None and action in ("draw", "pass"):
            found = [one for one in found if not able_with(one[0][0][seat])]
        return found

    def make(self, move, ways):
        filling, filled, _ = ways[0]
        seat = move["seat"]
        before = self._round(filling)
        played = Counter()
        if move["action"] == "meld":
            played = tiles_of(move["put"]) - tiles_of(move.get("take", []))
        before.make(filled)
        self.public = before
        drawn = len(move["tiles"]) if move["action"] in ("draw", "penalty") else 0
        if self.order is not None:
            self.order = self.order[drawn:]
        lost = move.get("lost", ())
        back = [*(tile for tile in (self.order or ()) if lost and tile != UNSEEN), *lost]
        if lost:
            self.order = None
        made = set()
        for (racks, _), filled, left in ways:
            rack = Counter(racks[seat]) - played + Counter(filled["tiles"] if drawn else ())
            made.add(((*racks[:seat], ordered(rack.elements()), *racks[seat + 1 :]), ordered([*left, *back])))
        self.all = made

    def ended(self):
        return [self._round(filling) for filling in sorted(self.all)]


# Small worlds


def small_table(stream, jokers, leftover):
    """Sets on the table, and the few tiles that lie nowhere there, of a box with two of each face."""
    table = []
    for colour in COLOURS:
        number = 1
        while number <= 13:
            length = 3 + stream.below(6)
            if 13 - number - length < 2:
                length = 14 - number
            table.append([f"{colour}{n}" for n in range(number, number + length)])
            number += length
    table += [[f"{colour}{number}" for colour in COLOURS] for number in range(1, 14)]
    left = ["J"] * jokers
    while len(left) < leftover:
        one = stream.choice(table)
        if stream.chance(25) and len(one) <= 4:
            table.remove(one)
            left += one
        elif stream.chance(15) and "J" in left and not any(map(is_joker, one)):
            at = stream.below(len(one))
            left.remove("J")
            left.append(one[at])
            one[at] = "J"
        elif len(one) > 3:
            left.append(one.pop(0 if stream.chance(50) else len(one) - 1))
    stream.shuffle(left)
    return table, [tile for tile in left if not is_joker(tile) or tile == "J"]


def small_deal(stream, rules, players):
    """A deal in mid-round of which most tiles lie on the table, and what it is when all is known."""
    table, left = small_table(stream, rules["jokers"], players + 3 + stream.below(6))
    racks = [[left.pop()] for _ in range(players)]
    most = stream.below(4)
    for _ in range(2 * players):
        rack = stream.choice(racks)
        if left and len(rack) <= most:
            rack.append(left.pop())
    opened = [stream.chance(75) for _ in range(players)]
    opened[stream.below(players)] = True
    truth = {"first": stream.below(players), "racks": racks, "table": table, "opened": opened, "pool": left}
    deal = copy.deepcopy(truth)
    for rack in deal["racks"]:
        blank(stream, rack, stream.choice([0, 50, 100]))
    if stream.chance(50):
        del deal["pool"]
    else:
        blank(stream, deal["pool"], stream.choice([0, 50, 100]))
    return deal, truth


def blank(stream, tiles, percent):
    for at in range(len(tiles)):
        if stream.chance(percent):
            tiles[at] = UNSEEN


def seen_again(stream, deal, truth):
    """The deal with one tile more that was seen; one that leaves fewer fillings."""
    racks = [seat for seat, rack in enumerate(deal["racks"]) if UNSEEN in rack]
    seat = stream.choice(racks)
    at = deal["racks"][seat].index(UNSEEN)
    deal["racks"][seat][at] = truth["racks"][seat][at]


def small_fillings(stream, rules, players, most=MOST_FILLINGS // 3):
    """A deal, and all its fillings; not more than so many."""
    deal, truth = small_deal(stream, rules, players)
    while True:
        fillings = Fillings(rules, players, deal)
        if len(fillings.all) <= most:
            return deal, fillings
        seen_again(stream, deal, truth)


# Moves to ask about


def longer(tiles, tile):
    """The sets that these tiles make with one tile more."""
    return [new for new in ([*tiles, tile], [tile, *tiles]) if is_set(new)][:1]


def melds(stream, fillings):
    """Melds of one tile or more, of tiles that the seat may hold or not."""
    seat, table = fillings.public.turn, fillings.public.table
    racks, veiled = stream.choice(sorted(fillings.all))
    near = [*racks[seat], *racks[seat], *veiled, *(tile for rack in racks for tile in rack), stream.choice(TOKENS)]
    added = []
    for tile in near:
        places = [(at, new) for at, old in enumerate(table) for new in longer(old, tile)]
        if places:
            added.append((tile, *stream.choice(places)))
    stream.shuffle(added)
    for _, at, new in added[:4]:
        yield {"action": "meld", "seat": seat, "put": [new], "take": [list(table[at])]}
    for number in (2, 3):
        some = {at: new for _, at, new in added[-number:]}
        take = [list(table[at]) for at in some]
        if take:
            yield {"action": "meld", "seat": seat, "put": list(some.values()), "take": take}
    whole = [list(tiles) for pool in (racks[seat], near) for tiles in new_sets(pool)]
    stream.shuffle(whole)
    for tiles in whole[:3]:
        yield {"action": "meld", "seat": seat, "put": [tiles]}
    if whole and added:
        _, at, new = added[0]
        put, opening = [new, whole[0]], {} if fillings.public.opened[seat] else {"opening": [whole[0]]}
        yield {"action": "meld", "seat": seat, "put": put, "take": [list(table[at])], **opening}


def new_sets(tiles):
    """The sets of three of these tiles."""
    numbered = sorted({tile for tile in tiles if tile != "J"}, key=lambda tile: (number_of(tile), tile[0]))
    for three in combinations(numbered, 3):
        if (len({number_of(tile) for tile in three}) == 1 or len({tile[0] for tile in three}) == 1) and is_set(three):
            yield three
    if "J" in tiles:
        for two in combinations(numbered, 2):
            one_more = number_of(two[1]) - number_of(two[0])
            if one_more == 0 or (one_more == 1 and two[0][0] == two[1][0]):
                yield [*two, "J"] if is_set([*two, "J"]) else ["J", *two]


def drawn_tiles(stream, fillings, number, percent):
    """So many tiles as they may have been drawn, some of them unseen."""
    _, veiled = stream.choice(sorted(fillings.all))
    veiled = list(veiled)
    stream.shuffle(veiled)
    order = fillings.order if fillings.order is not None else [UNSEEN] * len(veiled)
    tiles = [veiled.pop() if tile == UNSEEN else tile for tile in order[:number]]
    blank(stream, tiles, percent)
    return tiles


def lost_from(stream, fillings):
    """Tiles that go back to the pool, rather those whose twin may lie unseen, and the table without them."""
    racks, veiled = stream.choice(sorted(fillings.all))
    twins = {*veiled, *(tile for rack in racks for tile in rack)}
    left = [list(tiles) for tiles in fillings.public.table]
    lost = []
    for _ in range(1 + stream.below(2)):
        ends = [one for one in left if len(one) > 3 and not any(map(is_joker, one))]
        near = [one for one in ends if one[-1] in twins]
        whole = [one for one in left if len(one) <= 4]
        if whole and stream.chance(20):
            one = stream.choice(whole)
            left.remove(one)
            lost += ["J" if is_joker(tile) else tile for tile in one]
        elif ends:
            lost.append(stream.choice(near or ends).pop())
    return {"lost": lost, "table_after": left} if lost else {}


def penalties(stream, fillings, percent, losing=40):
    public = fillings.public
    for reason, number in (("time", "timeout_tiles"), ("invalid", "penalty_tiles")):
        number = min(fillings.options[number], public.pool_count)
        tiles = drawn_tiles(stream, fillings, number, percent)
        move = {"action": "penalty", "seat": public.turn, "reason": reason, "tiles": tiles}
        if stream.chance(losing):
            move |= lost_from(stream, fillings)
        yield move
        if tiles:
            wrong = list(tiles)
            wrong[stream.below(len(tiles))] = wrong_tile(stream, fillings)
            yield {**move, "tiles": wrong}


def wrong_tile(stream, fillings):
    """A tile that may be elsewhere."""
    racks, veiled = stream.choice(sorted(fillings.all))
    return stream.choice([*(tile for rack in racks for tile in rack), *veiled, stream.choice(TOKENS)])


def candidates(stream, fillings, losing=40):
    """Moves to ask about at a place, right ones and wrong ones."""
    seat = fillings.public.turn
    percent = stream.choice([0, 50, 100]) if len(fillings.all) < MOST_FILLINGS // 4 else 0
    found = list(melds(stream, fillings))
    near = {wrong_tile(stream, fillings) for _ in range(12)}
    found += [{"action": "draw", "seat": seat, "tiles": [tile]} for tile in sorted(near)]
    found += [{"action": "draw", "seat": seat, "tiles": [UNSEEN]}]
    found += penalties(stream, fillings, percent, losing)
    found += [{"action": "pass", "seat": seat}, {**stream.choice(found), "seat": (seat + 1) % fillings.public.players}]
    return found


def chosen(stream, fillings, found, busy, finishing):
    """One of the legal moves, each kind as often as the others.

    finishing: with those that bring the end nearer. busy: with tiles that go back to the pool, and are drawn again and
    laid, so that it is not known which of two such tiles was where.
    """
    kinds = {}
    for move, ways in found:
        unsure = UNSEEN in move.get("tiles", ()) or undecided_meld(fillings, move, ways)
        if len(ways) <= MOST_FILLINGS:
            kinds.setdefault((move["action"], unsure, "lost" in move), []).append((move, ways))
    wanted = kinds
    if finishing:
        wanted = [kind for kind in kinds if kind[0] in ("draw", "pass")]
    elif busy:
        wanted = [kind for kind in kinds if kind[1] and (kind[2] or kind[0] == "meld")]
        if not wanted or stream.chance(30):
            wanted = [kind for kind in kinds if kind[2] or kind[0] != "penalty"]
    return stream.choice(kinds[stream.choice(list(wanted or kinds))]) if kinds else None


def house_rules(stream, **fixed):
    pool_empty = stream.choice(["all-pass", "one-more-turn", "at-once"])
    rules = {
        "jokers": stream.below(3),
        "rack_size": 3,
        "opening_min": stream.choice([0, 10, 30]),
        "pool_empty": pool_empty,
        "penalty_tiles": 1 + stream.below(3),
        "timeout_tiles": stream.below(2),
        "scoring": stream.choice(["rack-sum", "zero-sum"]),
        "pool_score": stream.choice(["differences", "racks"]),
        "tie": stream.choice(["shared", "none"]),
        "match_won_by": stream.choice(["totals", "most-wins"]),
        "joker_rack_value": stream.choice([30, 5, 0]),
        "no_opening_penalty": stream.choice([0, 0, 7]),
        "max_rounds": stream.choice([0, 0, 1, 2, 3]),
        "target": stream.choice([0, 0, 10, 25, 60]),
    }
    return rules | fixed


# What is compared


def check_state(state, fillings):
    """What is known of racks and pool, against all fillings."""
    racks = [[Counter(rack) for rack in filling[0]] for filling in fillings.all]
    for seat in range(fillings.public.players):
        least = racks[0][seat]
        for each in racks:
            least = least & each[seat]
        held = Counter(state.surely_held(seat))
        assert held <= least
        if state.hidden is None or len(next(iter(state.hidden.worlds)).supply) == 1:
            assert held == +least
        assert state.size(seat) == racks[0][seat].total()
    assert state.count == fillings._round(next(iter(fillings.all))).pool_count
    if state.hidden is not None:
        value = dict(zip(TOKENS, state.house.values, strict=True))
        known = [sum(value[tile] * number for tile, number in rack.items()) for rack in state.racks]
        counted = {
            tuple(sum(value[tile] for tile in rack) - known[seat] for seat, rack in enumerate(filling[0]))
            for filling in fillings.all
        }
        assert state.hidden.sums(state.house.values, Work()) == counted


def undecided_meld(fillings, move, ways):
    """Whether some filling does not hold what is laid."""
    return move["action"] == "meld" and len(ways) < len(fillings.all)


def play_on(stream, state, deal, fillings, busy, finishing, check=check_state):
    """A round with few unseen tiles; at each place the judge and all fillings are asked about many moves."""
    assert play.judge_deal(state, typed_deal(deal)) is None
    play.apply_deal(state, typed_deal(deal))
    moves = []
    undecided = state.undecided
    epochs = 0
    losing = 80 if busy else stream.choice([0, 20])
    for number in range(40):
        check(state, fillings)
        if fillings.public.ended:
            break
        found = []
        for move in candidates(stream, fillings, losing):
            ways = fillings.ways(move)
            fault = play.judge(state, typed(move))
            assert (fault is None) == bool(ways), (deal, moves, move, fault, len(ways))
            if ways:
                found.append((move, ways))
        found = chosen(stream, fillings, found, busy, number >= finishing)
        if found is None:
            break
        move, ways = found
        undecided += undecided_meld(fillings, move, ways)
        epochs += bool(move.get("lost"))
        fillings.make(move, ways)
        play.apply(state, typed(move))
        moves.append(move)
        assert bool(fillings.public.ended) == (state.ended is not None)
        if fillings.public.ended:
            check(state, fillings)
            undecided += len(scores_of(fillings)) > 1
        assert state.undecided == undecided or (epochs and state.undecided > undecided)
    return moves


def scores_of(fillings):
    """What a round that has ended adds, with the sides that won it, in each filling."""
    sides = fillings.options["teams"] or fillings.public.players
    found = set()
    for plain in fillings.ended():
        won = plain.sides_that_won()
        found.add((tuple(plain.scores()), tuple(int(side in won) for side in range(sides))))
    return found


@examples(60)
@given(SEEDS)
def test_a_move_is_refused_exactly_where_no_filling_makes_it_legal(seed):
    stream = Stream("fillings", seed, 0, "rummikub", {}, 2)
    players = 2 + stream.below(3)
    rules = house_rules(stream, max_rounds=0, target=0)
    deal, fillings = small_fillings(stream, rules, players)
    play_on(stream, begun(rules, players), deal, fillings, busy=False, finishing=2 + stream.below(10))


@examples(40)
@given(SEEDS)
def test_tiles_that_went_back_to_the_pool_are_drawn_and_laid_again(seed):
    stream = Stream("returns", seed, 0, "rummikub", {}, 2)
    players = 2 + stream.below(2)
    rules = house_rules(stream, max_rounds=0, target=0, pool_empty="all-pass", timeout_tiles=1, penalty_tiles=2)
    deal, fillings = small_fillings(stream, rules, players, most=12)
    play_on(stream, begun(rules, players), deal, fillings, busy=True, finishing=12)


# Draws and passes that assert that nothing can be laid


class Able:
    """Whether the seat to move could lay something if this were its rack: the search, asked with everything known."""

    def __init__(self, state):
        self.state = state.copy()
        self.state.hidden = None
        self.known = {}

    def __call__(self, rack):
        rack = ordered(rack)
        if rack not in self.known:
            self.state.racks[self.state.turn] = bag_of(rack)
            self.known[rack] = able(self.state)
        return self.known[rack]


def check_inability(state, fillings, move, able_with):
    """What is said of a move whose fillings may be fewer than the judge's; the fillings that admit it."""
    ways = fillings.ways(move, able_with)
    fault = play.judge(state, typed(move))
    assert fault is None or not ways
    seat = move["seat"]
    if fault is not None and fault.code in ("RK-P27", "RK-P35"):
        assert able_with(Counter(state.surely_held(seat)).elements())
    if move["action"] in ("draw", "pass") and fillings.ways(move) and able_with(Counter(state.racks[seat]).elements()):
        assert fault is not None
    return ways


def mixed(fillings, move, ways, able_with):
    """Whether what a move asserts is so in some fillings, and in others not."""
    if move["action"] == "meld":
        return undecided_meld(fillings, move, ways)
    racks = {racks[move["seat"]] for racks, _ in fillings.all}
    return move["action"] in ("draw", "pass") and len(set(map(able_with, racks))) > 1


@examples(15)
@given(SEEDS)
def test_a_draw_and_a_pass_are_refused_only_for_tiles_that_are_surely_held(seed):
    stream = Stream("unable", seed, 0, "rummikub", {}, 2)
    players = 2 + stream.below(2)
    rules = house_rules(stream, max_rounds=0, target=0, draw_when_able=False, pool_empty="must-play")
    deal, fillings = small_fillings(stream, rules, players, most=10)
    state = begun(rules, players)
    play.apply_deal(state, typed_deal(deal))
    for _ in range(10):
        if fillings.public.ended:
            break
        for seat in range(players):
            held = Counter(state.surely_held(seat))
            assert all(held <= Counter(racks[seat]) for racks, _ in fillings.all)
        able_with = Able(state)
        asked = candidates(stream, fillings, losing=20)
        found = [(move, check_inability(state, fillings, move, able_with)) for move in asked]
        found = chosen(stream, fillings, [one for one in found if one[1]], busy=False, finishing=stream.chance(50))
        if found is None:
            break
        move, ways = found
        wanted = state.undecided + mixed(fillings, move, ways, able_with)
        fillings.make(move, ways)
        play.apply(state, typed(move))
        assert state.undecided >= wanted
    if fillings.public.ended:
        assert {(*scores, *won)[: len(state.totals.low)] for scores, won in scores_of(fillings)} <= state.totals.vectors


# Scores, totals, the end and the winners


def short_round(stream, rules, players, state):
    """A round that somebody ends by laying his three tiles; few of the others were not seen, in racks and pool."""
    box = list(all_tiles(full_options(rules)).elements())
    number = stream.choice([1, 4, 10, 13])
    three = [f"{colour}{number}" for colour in stream.choice(["rbo", "rbk", "bok"])]
    for tile in three:
        box.remove(tile)
    stream.shuffle(box)
    out = stream.below(players)
    racks = [list(three) if seat == out else [box.pop() for _ in range(3)] for seat in range(players)]
    first = (out - stream.below(players)) % players
    seats = [seat for seat in range(players) if seat != out or stream.chance(30)]
    for _ in range(stream.below(4)):
        racks[stream.choice(seats)][stream.below(3)] = UNSEEN
    pool = list(box)
    for _ in range(stream.below(3)):
        pool[stream.below(4)] = UNSEEN
    deal = {"first": first, "racks": racks, "pool": pool}
    fillings = Fillings(rules, players, deal)
    assert play.judge_deal(state, typed_deal(deal)) is None
    play.apply_deal(state, typed_deal(deal))
    moves = []
    for seat in (first + i for i in range(players)):
        seat %= players
        put = {"action": "meld", "seat": seat, "put": [three]}
        move = (
            put
            if seat == out
            else {"action": "draw", "seat": seat, "tiles": [stream.choice([UNSEEN, pool[len(moves)]])]}
        )
        ways = fillings.ways(move)
        assert (play.judge(state, typed(move)) is None) == bool(ways)
        if not ways:
            break
        fillings.make(move, ways)
        play.apply(state, typed(move))
        moves.append(move)
        if seat == out:
            break
    check_state(state, fillings)
    return deal, moves, fillings


class Match:
    """A record of which few tiles are unseen, and what each round and all of them together add in every filling."""

    def __init__(self, stream, rules, players):
        self.options = full_options(rules)
        self.sides = self.options["teams"] or players
        self.state = begun(rules, players)
        self.record = {"kontari": "1.0", "game": "rummikub", "rules": rules, "rounds": []}
        self.record["players"] = [{"name": name} for name in generate.NAMES[:players]]
        self.added = []
        self.totals = {((0,) * self.sides, (0,) * self.sides)}
        while len(self.added) < 3:
            if self.added or stream.chance(30):
                deal, moves, fillings = short_round(stream, rules, players, self.state)
            else:
                deal, fillings = small_fillings(stream, rules, players, most=40)
                moves = play_on(stream, self.state, deal, fillings, busy=False, finishing=stream.below(4))
            self.record["rounds"].append({"deal": deal, "moves": moves})
            self.ended = bool(fillings.public.ended)
            if not self.ended:
                break
            self.added.append(scores_of(fillings))
            self.totals = {
                (tuple(map(sum, zip(scores, more, strict=True))), tuple(map(sum, zip(wins, won, strict=True))))
                for scores, wins in self.totals
                for more, won in self.added[-1]
            }
            going_on = {(scores, wins) for scores, wins in self.totals if self._ending(scores, wins) is None}
            deal = {"first": 0, "racks": [[UNSEEN] * 3] * players}
            assert (play.judge_deal(self.state, typed_deal(deal)) is None) == bool(going_on)
            if not going_on or stream.chance(30) or len(self.totals) > 400:
                break
            if len(self.added) < 3:
                self.totals = going_on

    def _ending(self, scores, wins, last=False):
        """The winners, if the match is over with these totals."""
        return match_over(self.options, len(self.added), scores, wins, last)

    def endings(self):
        """The winners in each filling, None where the match goes on; without a goal it is over at the record's end."""
        if not self.ended:
            return [None]
        found = {tuple(self._ending(*one, last=True) or ()) for one in self.totals}
        return [list(winners) or None for winners in sorted(found)]

    def claiming_scores(self, number, scores):
        """The verdict where these scores are claimed of a round."""
        rounds = [
            {**round_, "scores": list(scores)} if at == number else round_
            for at, round_ in enumerate(self.record["rounds"])
        ]
        return examine(text({**self.record, "rounds": rounds}))

    def claiming(self, **result):
        """The verdict where this result is claimed."""
        return examine(text({**self.record, "result": result}))


def scores_in(pairs):
    return {scores for scores, _ in pairs}


def other_scores(stream, possible):
    """Scores that no filling gives, though perhaps each of them for its own side."""
    columns = [sorted(set(column)) for column in zip(*possible, strict=True)]
    found = [tuple(map(stream.choice, columns)) for _ in range(6)]
    one = stream.choice(sorted(possible))
    at = stream.below(len(one))
    found += [(*one[:at], one[at] + change, *one[at + 1 :]) for change in (-1, 1)]
    return [scores for scores in found if scores not in possible]


def check_given(verdict, match):
    """What a verdict says of scores and winners is what every filling says; whether it says all that it could."""
    complete = True
    pairs = [*zip(verdict.rounds, map(scores_in, match.added), strict=False), (verdict.result, scores_in(match.totals))]
    for shown, possible in pairs:
        if "scores" in shown:
            assert {tuple(shown["scores"])} == possible
        complete &= ("scores" in shown) == (len(possible) == 1)
    endings = match.endings()
    assert verdict.verdict in ("sound", "unfinished")
    if verdict.verdict == "sound":
        assert None not in endings
    if "winners" in verdict.result:
        assert [verdict.result["winners"]] == endings
    complete &= (verdict.verdict == "sound") == (None not in endings)
    complete &= ("winners" in verdict.result) == (len(endings) == 1 and None not in endings)
    return complete


def check_right_claims(stream, match):
    """No claim is refused that some filling makes true."""
    for number, possible in enumerate(match.added):
        for _ in range(2):
            assert not match.claiming_scores(number, stream.choice(sorted(scores_in(possible)))).findings
    assert not match.claiming(scores=stream.choice(sorted(scores_in(match.totals)))).findings
    for winners in match.endings():
        if winners is not None:
            assert not match.claiming(winners=winners).findings
            assert not match.claiming(termination="normal").findings
        else:
            assert not match.claiming(termination="unfinished").findings


def codes(verdict):
    return [finding.code for finding in verdict.findings]


def check_wrong_claims(stream, match):
    """Every claim is refused that no filling makes true."""
    for number, possible in enumerate(match.added):
        for scores in other_scores(stream, scores_in(possible)):
            assert codes(match.claiming_scores(number, scores)) == ["REC-R01"]
    for scores in other_scores(stream, scores_in(match.totals)):
        assert codes(match.claiming(scores=scores)) == ["REC-R03"]
    endings = match.endings()
    for number in range(1, match.sides + 1):
        for winners in map(list, combinations(range(match.sides), number)):
            assert codes(match.claiming(winners=winners)) == ([] if winners in endings else ["REC-R04"])
    goal = match.options["target"] or match.options["max_rounds"]
    over, going_on = None not in endings, endings == [None]
    assert codes(match.claiming(termination="normal")) == (["REC-R05"] if going_on else [])
    assert codes(match.claiming(termination="unfinished")) == (["REC-R06"] if over and goal else [])


def some_match(stream):
    players = stream.choice([2, 2, 3, 4])
    fixed = {"teams": 2} if players == 4 and stream.chance(60) else {}
    return Match(stream, house_rules(stream, **fixed), players)


@examples(60)
@given(SEEDS)
def test_scores_and_winners_are_those_of_all_fillings(seed):
    stream = Stream("scores", seed, 0, "rummikub", {}, 2)
    match = some_match(stream)
    verdict = examine(text(match.record))
    assert not verdict.findings
    assert check_given(verdict, match)
    assert verdict.undecided == match.state.undecided
    assert verdict.proof == ("partial" if verdict.undecided else "complete")
    check_right_claims(stream, match)
    check_wrong_claims(stream, match)


@examples(30)
@given(SEEDS)
def test_where_there_are_too_many_scores_nothing_right_is_refused(seed):
    stream = Stream("scores", seed, 0, "rummikub", {}, 2)
    match = some_match(stream)
    with patch.object(sums, "MOST", 1), patch.object(totals, "MOST", 1):
        check_given(examine(text(match.record)), match)
        check_right_claims(stream, match)


# What counts as one check


SIX = [[f"{colour}{number}" for number in range(1, 14)] for colour in "rbokrb"]
"""A table of six whole runs; of a box without jokers o and k once more are left, 26 tiles."""

O_AND_K = [f"{colour}{number}" for colour in "ok" for number in range(1, 14)]


def one_round(moves, deal, **rules):
    record = {"kontari": "1.0", "game": "rummikub", "rules": {"jokers": 0, "opening_min": 0, **rules}}
    record["players"] = [{"name": "Ana"}, {"name": "Bea"}]
    record["rounds"] = [{"deal": {"first": 0, "table": SIX, "opened": [True, True], **deal}, "moves": moves}]
    return examine(text(record))


def draw(seat, tile):
    return {"action": "draw", "seat": seat, "tiles": [tile]}


def lay(seat, *tiles):
    return {"action": "meld", "seat": seat, "put": [list(tiles)]}


def passes(*seats):
    return [{"action": "pass", "seat": seat} for seat in seats]


def but(*tiles):
    return [tile for tile in O_AND_K if tile not in tiles]


THREE_UNSEEN = {"racks": [["??", "??", "??", "o8"], ["k13"]]}
LAST_TWO = {"racks": [["o1", "??"], [*but("o1", "k1", "k13"), "??"]]}
UNOPENED = {"opened": [False, True]}
MUST = {"draw_when_able": False, "pool_empty": "must-play", "opening_min": 1000}
CASES = {
    "nothing is asked of unseen tiles": (THREE_UNSEEN, [draw(0, "??"), draw(1, "??")], {}, 0),
    "seen tiles are laid": ({"racks": [["o1", "o2", "o3", "??"], ["k13"]]}, [lay(0, "o1", "o2", "o3")], {}, 0),
    "one meld of three unseen tiles is one check": (THREE_UNSEEN, [lay(0, "o1", "o2", "o3")], {}, 1),
    "two melds are two": (
        {"racks": [["??"] * 5, ["??"] * 5]},
        [lay(0, "o1", "o2", "o3"), lay(1, "k1", "k2", "k3")],
        {},
        2,
    ),
    "what cannot be elsewhere is certain": (
        {"racks": [["??", "??", "??"], ["k13"]], "pool": but("o1", "o2", "o3", "k13")},
        [lay(0, "o1", "o2", "o3")],
        {},
        0,
    ),
    "a penalty asks nothing": (
        THREE_UNSEEN,
        [
            {
                "action": "penalty",
                "seat": 0,
                "reason": "invalid",
                "tiles": ["??", "o1", "??"],
                "lost": ["b13"],
                "table_after": [*SIX[:5], SIX[5][:-1]],
            }
        ],
        {},
        0,
    ),
    "a draw says that he is unable": (UNOPENED | {"racks": [["??", "o8"], ["k13"]]}, [draw(0, "??")], MUST, 1),
    "all is seen of who is unable": (UNOPENED | {"racks": [["o8"], ["??"]]}, [draw(0, "??")], MUST, 0),
    "each draw is a check": (
        UNOPENED | {"racks": [["??"], ["??"]]},
        [draw(0, "o5"), draw(1, "??"), draw(0, "o9"), draw(1, "k3")],
        MUST,
        4,
    ),
    "each pass is a check": (
        UNOPENED | LAST_TWO,
        [*passes(0), lay(1, "o2", "o3", "o4"), *passes(0)],
        MUST,
        2,
    ),
    "the score alone": (LAST_TWO, passes(0, 1), {}, 1),
    "whatever is unseen scores the same": (
        {"racks": [["o2", "??"], [*but("o1", "k1", "o2", "k2"), "??"]], "pool": ["k2"]},
        [draw(0, "k2"), *passes(1, 0)],
        {},
        0,
    ),
    "the last tiles are laid unseen, and then nothing is open": (
        {"racks": [["??"] * 3, ["o9"]]},
        [lay(0, "o1", "o2", "o3")],
        {},
        1,
    ),
    "they are laid, and the others' score is open": (
        {"racks": [["??"] * 3, ["??"]]},
        [lay(0, "o1", "o2", "o3")],
        {},
        2,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_counts_as_one_check(name):
    deal, moves, rules, undecided = CASES[name]
    verdict = one_round(moves, deal, **rules)
    assert not verdict.findings
    assert verdict.undecided == undecided
    assert verdict.proof == ("partial" if undecided else "complete")


# Places by hand


def lose(seat, tiles, lost):
    """A penalty by which the end of the last run goes back to the pool."""
    return {
        "action": "penalty",
        "seat": seat,
        "reason": "time",
        "tiles": tiles,
        "lost": [lost],
        "table_after": [*SIX[:5], SIX[5][:-1]],
    }


B12_13 = {"action": "meld", "seat": 0, "put": [SIX[5]], "take": [SIX[5][:-1]]}


def test_a_tile_that_went_back_cannot_be_what_was_drawn_before():
    deal = {"racks": [["??"], ["k13"]]}
    moves = [lose(0, ["??"], "b13"), draw(1, "k1"), B12_13]
    assert [finding.pointer for finding in one_round(moves, deal).findings] == ["/rounds/0/moves/2/put/0/12"]
    moves = [lose(0, ["??"], "b13"), draw(1, "k1"), draw(0, "??"), draw(1, "k2"), B12_13]
    assert not one_round(moves, deal).findings


def test_a_tile_that_went_back_is_drawn_once():
    deal = {"racks": [["??"], ["k13"]]}
    back = [lose(0, ["??"], "b13"), draw(1, "??"), draw(0, "??"), draw(1, "k1"), B12_13]
    assert not one_round(back, deal).findings
    seen = [lose(0, ["??"], "b13"), draw(1, "b13"), draw(0, "??"), draw(1, "k1"), B12_13]
    assert [finding.move for finding in one_round(seen, deal).findings] == [5]
    again = [*back, draw(1, "b13")]
    assert [finding.move for finding in one_round(again, deal).findings] == [6]


# Records that are meant to take long


def drawn_twins(number):
    """Two whole runs go back to the pool, where the same tiles lie that nobody saw, and so many of them are drawn."""
    keep = [["k1", "k2", "k3"]]
    runs = [[f"{colour}{number}" for number in range(1, 14)] for colour in "rb"]
    lost = [tile for run in runs for tile in run]
    moves = [lose(0, ["k12"], "b13") | {"lost": lost, "table_after": keep}]
    moves += [draw(at % 2, tile) for at, tile in enumerate(lost[:number], 1)]
    return moves, {"racks": [["??"], ["k13"]], "table": [*runs, *keep]}


def laid_after_returns(number):
    """Tiles go back one by one while all draw unseen ones; then each lays what nobody saw."""
    tables = [[f"{colour}{number}" for number in range(1, 14)] for colour in "rb"]
    deal = {"racks": [["??"], ["??"]], "table": [run[:] for run in tables]}
    moves = []
    for at in range(number):
        lost = tables[at % 2].pop()
        after = [run[:] for run in tables]
        moves.append(lose(at % 2, ["??"] * 3, lost) | {"table_after": after})
    moves += [lay(at % 2, *(f"o{3 * at + i}" for i in (1, 2, 3))) for at in range(3)]
    return moves, deal


def laid_twins(number):
    """Two whole runs go back; then so many of their tiles are laid by a seat that drew unseen ones before and after."""
    keep = [["k1", "k2", "k3"]]
    runs = [[f"{colour}{number}" for number in range(1, 14)] for colour in "rb"]
    lost = [tile for run in runs for tile in run]
    drawn = {"action": "penalty", "seat": 1, "reason": "time", "tiles": ["??"] * 14}
    moves = [lose(0, ["??"] * 14, "b13") | {"lost": lost, "table_after": keep}, drawn, drawn | {"seat": 0}]
    moves += [draw(1, "??"), {"action": "meld", "seat": 0, "put": [runs[0], runs[1][: number - 13]]}]
    return moves, {"racks": [["??"] * 14] * 2, "table": [*runs, *keep]}


HOSTILE = {"drawn": drawn_twins(17), "laid after returns": laid_after_returns(12), "laid twins": laid_twins(16)}


@pytest.mark.parametrize("name", HOSTILE)
def test_returns_to_the_pool_do_not_take_long(name):
    moves, deal = HOSTILE[name]
    began = process_time()
    verdict = one_round(moves, deal, timeout_tiles=len(moves[0]["tiles"]))
    assert not verdict.findings
    assert process_time() - began < 2
