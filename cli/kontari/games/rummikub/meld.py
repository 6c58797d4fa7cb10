"""Melds: what is put down and taken up, whether it may be, and how it changes table and rack."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import NamedTuple

from kontari.core.cards import Bag, bag_of
from kontari.core.fault import Fault
from kontari.games.rummikub import jokers
from kontari.games.rummikub.record import Meld
from kontari.games.rummikub.sets import TileSet, bag_of_sets
from kontari.games.rummikub.state import State
from kontari.games.rummikub.tiles import BOUND, JOKER, SPARE, of_pile
from kontari.games.rummikub.turns import end_round, end_turn, wrong_turn


class Change(NamedTuple):
    """What a legal meld does: the sets put down and taken up, and the known and the unseen tiles out of the rack."""

    put: list[TileSet]
    taken: list[TileSet]
    known: Bag
    unseen: Bag


def judge_meld(state: State, move: Meld) -> Fault | None:
    change = change_of(state, move)
    return change if isinstance(change, Fault) else None


def apply_meld(state: State, move: Meld) -> None:
    change = change_of(state, move)
    assert isinstance(change, Change)
    lay(state, move.seat, change)


def change_of(state: State, move: Meld) -> Change | Fault:
    """What a meld does, or the first that is wrong with it, in this order.

    The turn; each set of ``take`` lies on the table; the table may be touched at all; each set of ``put`` is a set;
    nothing has vanished from the table; the rack holds the rest; something came from it; the opening; the joker
    rule; what is claimed.
    """
    fault = wrong_turn(state, move.seat)
    if fault is not None:
        return fault
    taken: list[TileSet] = []
    if move.take:
        found = _taken(state, move.take)
        if isinstance(found, Fault):
            return found
        taken = found
    opened = state.opened[move.seat]
    fault = _judge_touching(state, move) if taken or move.opening is not None else None
    if fault is not None:
        return fault
    put = _sets(state, move.put, "/put")
    if isinstance(put, Fault):
        return put
    played, vanished = difference(put, taken)
    if vanished:
        return _vanished(move.take or [], vanished)
    change = _from_rack(state, move, put, taken, played)
    if isinstance(change, Fault):
        return change
    if not played:
        return Fault("RK-P13", "")
    fault = None
    if not opened:
        fault = _judge_opening(state, move, put, played)
    if fault is None and taken and state.house.joker_rule != "free":
        judged = _judge_jokers(state, change, played)
        if isinstance(judged, Fault):
            return judged
        change = judged
    if fault is None and (move.tiles is not None or move.table_after is not None):
        fault = _judge_claims(state, move, put, taken, played)
    return fault or change


def _taken(state: State, take: Sequence[Sequence[str]]) -> list[TileSet] | Fault:
    """The sets of the table that are named, those written alike first."""
    left: dict[str, list[TileSet]] = {}
    taken = []
    for index, tokens in enumerate(take):
        key = state.house.sets.key(tokens)
        if key is not None and key not in left:
            left[key] = list(state.table.get(key, ()))
        if key is None or not left[key]:
            return Fault("RK-P10", f"/take/{index}", {"set": list(tokens)})
        alike = left[key]
        written = tuple(tokens)
        taken.append(alike.pop(next((at for at, one in enumerate(alike) if one.tokens == written), 0)))
    return taken


def _selections(state: State, taken: list[TileSet]) -> Iterator[list[TileSet]]:
    """Every way in which sets of the same name may be meant that differ in what their jokers stand for.

    The one that is given comes first.
    """
    yield taken
    places: dict[str, list[int]] = {}
    for index, one in enumerate(taken):
        places.setdefault(one.key, []).append(index)
    differing = [key for key in places if any(one.meaning != state.table[key][0].meaning for one in state.table[key])]
    if not differing:
        return
    for chosen in product(*[permutations(state.table[key], len(places[key])) for key in differing]):
        other = list(taken)
        for key, sets in zip(differing, chosen, strict=True):
            for index, one in zip(places[key], sets, strict=True):
                other[index] = one
        yield other


def _judge_touching(state: State, move: Meld) -> Fault | None:
    """Whether the table may be changed, and an opening named or not."""
    if state.opened[move.seat] or not move.take:
        return None if move.opening is None else Fault("RK-P16", "/opening")
    if not state.house.same_turn:
        return Fault("RK-P14", "/take", option="opening_same_turn")
    if move.opening:
        return None
    return Fault("RK-P15", "" if move.opening is None else "/opening")


def _sets(state: State, written: Sequence[Sequence[str]], at: str) -> list[TileSet] | Fault:
    """The sets that are put down, or named as the opening; the first that is none, or that may not be."""
    house = state.house
    found = []
    for index, tokens in enumerate(written):
        one = house.sets.at(tokens, f"{at}/{index}")
        if isinstance(one, Fault):
            return one
        if one.jokers > house.most_jokers:
            facts = {"set": list(tokens), "jokers": one.jokers, "most": house.most_jokers}
            return Fault("RK-P09", f"{at}/{index}", facts, option="max_jokers_per_set")
        if house.asks_faces and len(one.readings) > 1 and at == "/put":
            return Fault("RK-P20", f"{at}/{index}", {"set": list(tokens)}, option="joker_rule")
        found.append(one)
    return found


MOST_SETS = 10
"""Where more sets are put down or taken up a pile could overflow."""


def difference(put: Sequence[TileSet], taken: Sequence[TileSet]) -> tuple[Bag, Bag]:
    """What there is more afterwards, and what less."""
    if len(put) <= MOST_SETS and len(taken) <= MOST_SETS:
        left = (sum([one.pile for one in put]) | SPARE) - sum([one.pile for one in taken])
        # Where there is less of a tile its spare bit is gone.
        if left & SPARE == SPARE:
            return of_pile(left ^ SPARE), {}
    made, broken = bag_of_sets(put), bag_of_sets(taken)
    more = {token: count - broken.get(token, 0) for token, count in made.items() if count > broken.get(token, 0)}
    less = {token: count - made.get(token, 0) for token, count in broken.items() if count > made.get(token, 0)}
    return more, less


def _vanished(take: Sequence[Sequence[str]], vanished: Bag) -> Fault:
    tiles = [token for token, count in vanished.items() for _ in range(count)]
    for index, tokens in enumerate(take):
        for place, token in enumerate(tokens):
            if (JOKER if token in BOUND else token) in vanished:
                return Fault("RK-P11", f"/take/{index}/{place}", {"tiles": tiles})
    raise AssertionError("what has vanished was taken")


def _from_rack(state: State, move: Meld, put: list[TileSet], taken: list[TileSet], played: Bag) -> Change | Fault:
    """What leaves the rack, as far as it can be there."""
    rack = state.racks[move.seat]
    for token, count in played.items():
        if rack.get(token, 0) < count:
            break
    else:
        return Change(put, taken, played, {})
    known = {token: min(count, rack[token]) for token, count in played.items() if token in rack}
    unseen = {token: count - known.get(token, 0) for token, count in played.items() if count > known.get(token, 0)}
    if state.hidden is not None and state.hidden.laid(move.seat, unseen).worlds:
        return Change(put, taken, known, unseen)
    spare = dict(bag_of_sets(taken))
    for token, count in rack.items():
        spare[token] = spare.get(token, 0) + count
    hidden = state.hidden
    laid: Bag = {}
    for index, tokens in enumerate(move.put):
        for place, written in enumerate(tokens):
            token = JOKER if written in BOUND else written
            if spare.get(token, 0):
                spare[token] -= 1
                continue
            laid[token] = laid.get(token, 0) + 1
            if hidden is None or not hidden.laid(move.seat, laid).worlds:
                return Fault("RK-P12", f"/put/{index}/{place}", {"tile": token})
    raise AssertionError("some tile is not on the rack")


def _judge_opening(state: State, move: Meld, put: list[TileSet], played: Bag) -> Fault | None:
    """Whether the first meld of a seat opens: whole sets of its own rack, with enough points."""
    named = bool(move.take)
    at = "/opening" if named else "/put"
    sets = put
    if named:
        found = _sets(state, move.opening or [], at)
        if isinstance(found, Fault):
            return found
        sets = found
        left = dict(played)
        for index, one in enumerate(sets):
            for place, written in enumerate(one.tokens):
                token = JOKER if written in BOUND else written
                if not left.get(token):
                    return Fault("RK-P17", f"{at}/{index}/{place}", {"tile": token})
                left[token] -= 1
    options = state.house.options
    if options["opening_joker"] == "forbid":
        for index, one in enumerate(sets):
            if one.jokers:
                place = next(place for place, token in enumerate(one.tokens) if token == JOKER or token in BOUND)
                facts = {"set": list(one.tokens)}
                return Fault("RK-P19", f"{at}/{index}/{place}", facts, option="opening_joker")
    return _judge_points(state, sets, at)


def _judge_points(state: State, sets: Sequence[TileSet], at: str) -> Fault | None:
    options = state.house.options
    least = options["opening_min"]
    single = options["opening_sets"] == "single"
    total = max if single else sum
    zero = options["opening_joker"] == "zero"
    low = [one.numbered_points if zero else one.points for one in sets]
    if total(low) >= least:
        return None
    high = [one.numbered_points if zero else max(reading.points for reading in one.readings) for one in sets]
    shown = [" ".join(one.tokens) for one in sets]
    facts = {"points": total(low), "least": least, "sets": shown, "set_points": low}
    if total(high) >= least:
        index = next(index for index, one in enumerate(sets) if len(one.readings) > 1)
        return Fault("RK-P21", f"{at}/{index}", {**facts, "most": total(high)}, option="opening_min")
    return Fault("RK-P18", at, facts, option="opening_sets" if single and sum(low) >= least else "opening_min")


def _judge_jokers(state: State, change: Change, played: Bag) -> Change | Fault:
    """The change, if the joker rule allows it for some sets that may be meant; else what it does not allow."""
    house = state.house
    for taken in _selections(state, change.taken):
        old, new = _changed(house.joker_rule, taken, change.put)
        if jokers.allowed(house.joker_rule, house.both_colours, old, new, played):
            return change._replace(taken=taken)
    return _refused(state, change, played)


def _changed(rule: str, taken: list[TileSet], put: list[TileSet]) -> tuple[list[TileSet], list[TileSet]]:
    """The old and the new sets without those that were put back as they were."""
    old, new = list(taken), list(put)
    for one in taken:
        for other in new:
            if other.key == one.key and (other.meaning == one.meaning or rule == "new-set"):
                old.remove(one)
                new.remove(other)
                break
    return old, new


def _refused(state: State, change: Change, played: Bag) -> Fault:
    """What a joker rule does not allow, at the set that shows it."""
    house = state.house
    old, new = _changed(house.joker_rule, change.taken, change.put)
    code = {"new-set": "RK-P22", "exact": "RK-P23", "locked": "RK-P24"}[house.joker_rule]
    if house.joker_rule == "new-set":
        made, whole = next((one, was) for one in new if (was := jokers.extended(one, old)) is not None)
        facts = {"set": list(made.tokens), "old": list(whole.tokens)}
        return Fault(code, f"/put/{_index(change.put, made)}", facts, option="joker_rule")
    stuck = next((one for one in old if one.jokers and not _replaced(one, new, played, house.both_colours)), None)
    if stuck is not None:
        return Fault(code, f"/take/{_index(change.taken, stuck)}", {"set": list(stuck.tokens)}, option="joker_rule")
    made = next(one for one in new if one.jokers)
    return Fault(code, f"/put/{_index(change.put, made)}", {"set": list(made.tokens)}, option="joker_rule")


def _index(sets: Sequence[TileSet], wanted: TileSet) -> int:
    return next(index for index, one in enumerate(sets) if one is wanted)


def _replaced(old: TileSet, new: Sequence[TileSet], played: Bag, both_colours: bool) -> bool:
    """Whether the numbered tiles of an old set lie together with what the rack must lay for its joker; at a glance."""
    faces = {face for reading in old.readings for places in reading.faces for face in places}
    wanted = len(faces) if both_colours and old.jokers == 1 else 1
    return any(
        jokers.within(old.numbered, one.numbered) and len(faces & one.numbered.keys() & played.keys()) >= wanted
        for one in new
    )


def _judge_claims(state: State, move: Meld, put: list[TileSet], taken: list[TileSet], played: Bag) -> Fault | None:
    if move.tiles is not None and bag_of(move.tiles) != played:
        tiles = [token for token, count in played.items() for _ in range(count)]
        return Fault("RK-P25", "/tiles", {"claimed": list(move.tiles), "tiles": tiles})
    if move.table_after is not None and not is_table(state, move.table_after, put, taken):
        return Fault("RK-P26", "/table_after", {"sets": len(move.table_after)})
    return None


def is_table(
    state: State, claimed: Sequence[Sequence[str]], put: Sequence[TileSet] = (), taken: Sequence[TileSet] = ()
) -> bool:
    """Whether these are the sets on the table, in any order; after these were put down and those taken up."""
    left: dict[str | None, int] = {key: len(sets) for key, sets in state.table.items()}
    for one in put:
        left[one.key] = left.get(one.key, 0) + 1
    for one in taken:
        left[one.key] -= 1
    sets = state.house.sets
    for tokens in claimed:
        known = sets.sound.get(tuple(tokens))
        named = sets.key(tokens) if known is None else known.key
        if not left.get(named):
            return False
        left[named] -= 1
    return not any(left.values())


def lay(state: State, seat: int, change: Change) -> None:
    """Make a meld that was found legal."""
    move_tiles(state, seat, change.put, change.taken, change.known)
    if change.unseen:
        assert state.hidden is not None
        if not jokers.within(change.unseen, state.hidden.certain(seat)):
            state.undecided += 1
        state.hidden = state.hidden.laid(seat, change.unseen)
    if not state.racks[seat] and not state.unseen(seat):
        state.out = seat
        end_round(state, "out")
    else:
        end_turn(state)


def move_tiles(state: State, seat: int, put: Sequence[TileSet], taken: Sequence[TileSet], known: Bag) -> None:
    """What a meld changes on the table, and on the rack as far as it was seen."""
    table = state.table
    for one in taken:
        alike = table[one.key]
        if len(alike) == 1:
            del table[one.key]
        else:
            alike.remove(one)
    for one in put:
        lying = table.get(one.key)
        if lying is None:
            table[one.key] = [one]
        else:
            lying.append(one)
    rack = state.racks[seat]
    for token, count in known.items():
        if rack[token] == count:
            del rack[token]
        else:
            rack[token] -= count
    state.fresh = tuple(put)
    state.opened[seat] = True
    state.passes = 0
