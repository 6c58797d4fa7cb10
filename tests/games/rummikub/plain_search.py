"""Could anything be played, and how much? Every choice of rack tiles, every way to lay them, one after the other.

Written from the rules alone and only for small positions. The numbers in comments are those of the rules: 4 turn,
6 opening, 8 jokers on the table.
"""

from collections import Counter
from functools import lru_cache
from itertools import combinations, product

from games.rummikub.plain_sets import COLOURS, all_sets, count_jokers, is_joker, number_of, unbound


def _order(tile):
    return (99, 0) if is_joker(tile) else (number_of(tile), COLOURS.index(tile[0]))


def _sorted(tiles):
    return tuple(sorted((unbound(tile) for tile in tiles), key=_order))


@lru_cache(None)
def _sets_with(face, one):
    return [faces for _, faces in all_sets(one) if face in faces]


def _sets_from(tile, tiles, one, most_jokers):
    """Every set that holds this numbered tile and can be made of these tiles: (faces, those that are jokers)."""
    there = Counter(tiles)
    limit = min(there["J"], most_jokers) if most_jokers else there["J"]
    for faces in _sets_with(tile, one):
        missing = [face for face in faces if not there[face]]
        if len(missing) > limit:
            continue
        present = [face for face in faces if there[face] and face != tile]
        for more in range(limit - len(missing) + 1):  # a joker may also stand for a tile that is there
            for chosen in combinations(present, more):
                yield faces, (*missing, *chosen)


@lru_cache(None)
def _most(tiles, one, most_jokers, opening_sets, opening_joker):
    """The most that these tiles, all of them cut into sets, can count in an opening; None if they cannot be cut."""
    if not tiles:
        return 0
    if is_joker(tiles[0]):  # only jokers are left
        return None
    best = None
    for faces, jokers in _sets_from(tiles[0], tiles, one, most_jokers):
        if jokers and opening_joker == "forbid":
            continue
        rest = Counter(tiles)
        rest.subtract(face for face in faces if face not in jokers)
        rest["J"] -= len(jokers)
        others = _most(_sorted(rest.elements()), one, most_jokers, opening_sets, opening_joker)
        if others is None:
            continue
        value = sum(number_of(face) for face in faces if opening_joker != "zero" or face not in jokers)
        total = max(value, others) if opening_sets == "single" else value + others
        if best is None or total > best:
            best = total
    return best


def can_be_cut(options, tiles):
    """Can all these tiles be laid as sets?"""
    return _most(_sorted(tiles), options["one"], options["max_jokers_per_set"], "any", "face") is not None


def opens(options, tiles):
    """6: do these rack tiles, laid as whole sets, make an opening?"""
    most = _most(
        _sorted(tiles),
        options["one"],
        options["max_jokers_per_set"],
        options["opening_sets"],
        options["opening_joker"],
    )
    return bool(tiles) and most is not None and most >= options["opening_min"]


def choices(tiles):
    """Every sub-multiset, once each, the small ones first."""
    counted = Counter(_sorted(tiles))
    found = [
        tuple(tile for tile, many in zip(counted, taken, strict=True) for _ in range(many))
        for taken in product(*(range(many + 1) for many in counted.values()))
    ]
    return sorted(found, key=len)


def _broken_up(options, table):
    """Every list of table tiles that may be picked up. A set can be put back as it was, so all are picked up; only
    one with more jokers than may be put down is also left to lie, and one that may not be touched always lies."""
    ways = [[]]
    for tiles in table:
        if count_jokers(tiles) and options["joker_rule"] != "free":  # 4
            continue
        too_many = options["max_jokers_per_set"] and count_jokers(tiles) > options["max_jokers_per_set"]
        ways = [[*way, *tiles] for way in ways] + (ways if too_many else [])
    return ways


def plays(options, rack, table, opened):
    """Every choice of rack tiles that can leave the rack in one legal turn."""
    ways = _broken_up(options, table)
    if opened:
        for chosen in choices(rack):
            if chosen and any(can_be_cut(options, [*chosen, *way]) for way in ways):
                yield chosen
        return
    openings = [chosen for chosen in choices(rack) if opens(options, chosen)]
    if options["opening_same_turn"] == "forbid":
        yield from openings
        return
    for chosen in choices(rack) if openings else []:
        holds_one = any(Counter(opening) <= Counter(chosen) for opening in openings)
        with_the_table = holds_one and any(way and can_be_cut(options, [*chosen, *way]) for way in ways)
        if chosen in openings or with_the_table:
            yield chosen


def points_of(options, tiles):
    return sum(options["joker_rack_value"] if is_joker(tile) else number_of(tile) for tile in tiles)


def can_meld(options, rack, table, opened):
    return any(True for _ in plays(options, rack, table, opened))


def best_tiles(options, rack, table, opened):
    """The most tiles that can leave the rack in one turn, 0 if none."""
    return max((len(chosen) for chosen in plays(options, rack, table, opened)), default=0)


def best_points(options, rack, table, opened):
    """The most that the tiles that leave the rack in one turn can count there, 0 if none."""
    return max((points_of(options, chosen) for chosen in plays(options, rack, table, opened)), default=0)
