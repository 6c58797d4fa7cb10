"""Two records compared by what they mean, not by how they are written."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, NamedTuple

from kontari.core.cards import UNSEEN
from kontari.games import part
from kontari.library import Record
from kontari.record.decode import move_asides
from kontari.record.envelope import OUTSIDE
from kontari.record.in_force import rules_in_force
from kontari.record.text import pointer

PLAY = ("game", "seats", "rules", "start", "rounds", "deal", "move")
"""The parts that belong to the play; the others are ``players``, ``claims``, ``event``, ``meta`` and ``asides``."""

ASIDES = ("at", "elapsed_ms", "note")
"""What a move may carry that is neither play nor claim."""


class Difference(NamedTuple):
    """What differs: ``a`` and ``b`` are the JSON values, None where there is none.

    ``at`` is the JSON Pointer in the first record, or in the second where the first has no such place. ``round`` and
    ``move`` count from 1; move 0 is the deal.
    """

    part: str
    at: str
    a: Any
    b: Any
    round: int | None = None
    move: int | None = None


class OneSided(NamedTuple):
    """How much only the first and only the second record tells."""

    a: int = 0
    b: int = 0

    def plus(self, other: "OneSided") -> "OneSided":
        """Both together."""
        return OneSided(self.a + other.a, self.b + other.b)


NOTHING = OneSided()


@dataclass
class Comparison:
    """What differs between two records, in their order.

    ``known`` are the cards or tiles that only one of them names where the other has ``??`` or leaves the pile out;
    ``said`` are the moves that one may leave out and only the other has. Neither is a difference.
    """

    differences: list[Difference] = field(default_factory=list)
    known: OneSided = NOTHING
    said: OneSided = NOTHING

    @property
    def same_play(self) -> bool:
        """Whether the same was played."""
        return not any(one.part in PLAY for one in self.differences)


def compared(a: Record, b: Record, everything: bool = False) -> Comparison:
    """Compare two well-formed records. everything: also notes, times, ``x-`` keys, version and ``$schema``."""
    found = Comparison()
    if a.data == b.data:
        return found
    _compare_people(found, a, b)
    if a.game == b.game:
        _compare_rules(found, a, b)
        _compare_rounds(found, a, b, everything)
        _compare_result(found, a, b)
    for key in ("event", "meta"):
        found.differences += _keys_differing(key, a.data.get(key, {}), b.data.get(key, {}), (key,))
    if everything:
        found.differences += _own_keys_differing(a.data, b.data)
    return found


def _compare_people(found: Comparison, a: Record, b: Record) -> None:
    add = found.differences.append
    if a.game != b.game:
        add(Difference("game", "/game", a.game, b.game))
    if len(a.names) != len(b.names):
        add(Difference("seats", "/players", len(a.names), len(b.names)))
    for seat, (one, other) in enumerate(zip(a.data["players"], b.data["players"], strict=False)):
        ours, theirs = one, other
        if "id" in one or "id" in other:
            # Who has no id is known by the name.
            ours, theirs = ({"id": player["name"], **player} for player in (one, other))
        found.differences += _keys_differing("players", ours, theirs, ("players", seat))
    if a.data.get("sides") != b.data.get("sides"):
        add(Difference("players", "/sides", a.data.get("sides"), b.data.get("sides")))


def in_force(record: Record) -> Mapping[str, Any]:
    """Every option of a record with its value."""
    return rules_in_force(record.game, record.typed.rules, len(record.names))


def _compare_rules(found: Comparison, a: Record, b: Record) -> None:
    found.differences += _keys_differing("rules", in_force(a), in_force(b), ("rules",))
    if "start" in a.data or "start" in b.data:
        start = part(a.game, "meaning").start
        ours, theirs = (start(one.data.get("start", {}), in_force(one), len(one.names)) for one in (a, b))
        found.differences += _keys_differing("start", ours, theirs, ("start",))


def _compare_result(found: Comparison, a: Record, b: Record) -> None:
    ours, theirs = (_result(one.data.get("result", {})) for one in (a, b))
    found.differences += _keys_differing("claims", ours, theirs, ("result",))


def _result(claimed: Mapping[str, Any]) -> dict[str, Any]:
    """A claimed result; with winners a match that ended under its rules."""
    implied = {"termination": "normal"} if "winners" in claimed and claimed.get("termination") not in OUTSIDE else {}
    return {**implied, **claimed}


def _keys_differing(
    name: str, a: Mapping[str, Any], b: Mapping[str, Any], at: tuple[str | int, ...]
) -> Iterator[Difference]:
    for key in dict.fromkeys((*a, *b)):
        if key.startswith("x-"):
            continue
        one, other = a.get(key), b.get(key)
        if one != other and not (name == "event" and None not in (one, other) and str(one) == str(other)):
            yield Difference(name, pointer((*at, key)), one, other)


# Rounds


def _compare_rounds(found: Comparison, a: Record, b: Record, everything: bool) -> None:
    rounds_a, rounds_b = a.data["rounds"], b.data["rounds"]
    for number, (one, other) in enumerate(zip(rounds_a, rounds_b, strict=False)):
        at = ("rounds", number)
        meaning = part(a.game, "meaning")
        deal, other_deal = (meaning.deal(round_["deal"], in_force(record)) for round_, record in ((one, a), (other, b)))
        for key, path, ours, theirs in _unlike("deal", deal, other_deal, found, meaning):
            if not path:
                ours, theirs = one["deal"].get(key), other["deal"].get(key)
            place = pointer((*at, "deal", key, *path))
            found.differences.append(Difference("deal", place, ours, theirs, number + 1, 0))
        _compare_moves(found, (a, one["moves"]), (b, other["moves"]), number, everything)
        ours, theirs = one.get("scores"), other.get("scores")
        if ours != theirs:
            found.differences.append(Difference("claims", pointer((*at, "scores")), ours, theirs, number + 1))
    if len(rounds_a) != len(rounds_b):
        found.differences.append(Difference("rounds", "/rounds", len(rounds_a), len(rounds_b)))


Moves = Sequence[dict[str, Any]]


def _compare_moves(
    found: Comparison, a: tuple[Record, Moves], b: tuple[Record, Moves], number: int, everything: bool
) -> None:
    """Compare the moves of a round up to the first that diverges."""
    (record_a, moves_a), (record_b, moves_b) = a, b
    meaning = part(record_a.game, "meaning")
    claims = move_asides(record_a.game)
    left, right = 0, 0
    while left < len(moves_a) or right < len(moves_b):
        one = moves_a[left] if left < len(moves_a) else None
        other = moves_b[right] if right < len(moves_b) else None
        at = ("rounds", number, "moves", left if one is not None else right)
        said_a, said_b = (move is not None and move["action"] in meaning.SAID for move in (one, other))
        if said_a != said_b:
            found.said = found.said.plus(OneSided(said_a, said_b))
            left, right = left + said_a, right + said_b
            continue
        if one is None or other is None or not _agree(found, (record_a, one), (record_b, other)):
            found.differences.append(Difference("move", pointer(at), one, other, number + 1, at[-1] + 1))
            return
        asides = claims[one["action"]]
        ours, theirs = (
            meaning.move({key: move[key] for key in asides if key in move}, in_force(record))
            for record, move in ((record_a, one), (record_b, other))
        )
        for key in dict.fromkeys((*ours, *theirs)):
            name = "asides" if key in ASIDES else "claims"
            if (name == "claims" or everything) and not _same_claim(one["action"], key, ours, theirs, meaning):
                values = one.get(key), other.get(key)
                found.differences.append(Difference(name, pointer((*at, key)), *values, number + 1, at[-1] + 1))
        left, right = left + 1, right + 1


def _same_claim(action: str, key: str, ours: Mapping[str, Any], theirs: Mapping[str, Any], meaning: Any) -> bool:
    one, other = ours.get(key), theirs.get(key)
    if f"{action}.{key}" in meaning.ANY_ORDER and None not in (one, other):
        return sorted(ours[key]) == sorted(theirs[key])
    return bool(one == other)


def _agree(found: Comparison, a: tuple[Record, dict[str, Any]], b: tuple[Record, dict[str, Any]]) -> bool:
    """Whether two moves are the same, but for what only one of them tells; that is added."""
    game = a[0].game
    meaning = part(game, "meaning")
    ours, theirs = (
        {key: value for key, value in meaning.move(move, in_force(record)).items() if not _aside(game, move, key)}
        for record, move in (a, b)
    )
    if ours["action"] != theirs["action"]:
        return False
    known = Comparison()
    if any(_unlike(ours["action"], ours, theirs, known, meaning)):
        return False
    found.known = found.known.plus(known.known)
    return True


def _aside(game: str, move: Mapping[str, Any], key: str) -> bool:
    return key.startswith("x-") or key in move_asides(game)[move["action"]]


def _unlike(
    kind: str, a: Mapping[str, Any], b: Mapping[str, Any], found: Comparison, meaning: Any
) -> Iterator[tuple[str, tuple[int, ...], Any, Any]]:
    """The keys (and below them the seats) in which two deals or moves contradict each other, with both values.

    What only one of them tells is added to ``found.known``.
    """
    for key in dict.fromkeys((*a, *b)):
        if key.startswith("x-"):
            continue
        name = f"{kind}.{key}"
        one, other = a.get(key), b.get(key)
        if name in meaning.LEFT_OUT and (one is None or other is None):
            found.known = found.known.plus(OneSided(_named(one), _named(other)))
            continue
        seats = _by_seat(one) and _by_seat(other) and len(one or ()) == len(other or ())
        pairs = list(enumerate(zip_longest(one or (), other or ()))) if seats else [(None, (one, other))]
        for seat, (ours, theirs) in pairs:
            known = one_sided(ours, theirs, name in meaning.ANY_ORDER)
            if known is None:
                yield key, () if seat is None else (seat,), ours, theirs
            else:
                found.known = found.known.plus(known)


def _by_seat(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, list) for one in value)


def _named(tokens: Sequence[str] | None) -> int:
    return sum(token != UNSEEN for token in tokens or ())


def one_sided(a: Any, b: Any, any_order: bool) -> OneSided | None:
    """How many cards or tiles only one of two values names; None where they contradict each other."""
    if not (isinstance(a, list) and isinstance(b, list)):
        return OneSided() if a == b else None
    if len(a) != len(b):
        return None
    if not any_order:
        if any(one != other and UNSEEN not in (one, other) for one, other in zip(a, b, strict=True)):
            return None
        pairs = [(one, other) for one, other in zip(a, b, strict=True) if one != other]
        return OneSided(sum(other == UNSEEN for _, other in pairs), sum(one == UNSEEN for one, _ in pairs))
    ours, theirs = Counter(a), Counter(b)
    more, less = ours - theirs, theirs - ours
    only_a, only_b = more.total() - more[UNSEEN], less.total() - less[UNSEEN]
    # What one names beyond the other must have been one of the other's unseen ones.
    if only_a > theirs[UNSEEN] or only_b > ours[UNSEEN]:
        return None
    return OneSided(only_a, only_b)


# Keys of somebody's own


def _own_keys_differing(a: Mapping[str, Any], b: Mapping[str, Any]) -> Iterator[Difference]:
    ours, theirs = dict(_own_keys(a, ())), dict(_own_keys(b, ()))
    for at in dict.fromkeys((*ours, *theirs)):
        if ours.get(at) != theirs.get(at) or (at in ours) != (at in theirs):
            yield Difference("asides", at, ours.get(at), theirs.get(at))


def _own_keys(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, item in value.items():
            if key.startswith("x-") or (not path and key in ("kontari", "$schema")):
                yield pointer((*path, key)), item
            else:
                yield from _own_keys(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _own_keys(item, (*path, index))
