"""Knockout: by a bracket of seeds, by lots anew each round, and with a second bracket for those who lost once.

Lives (out at the k-th loss) are paired as Swiss among those who are still in.
"""

from collections.abc import Sequence
from dataclasses import replace

from kontari.tournament.model import Bye, Entry, Finding, Kind, Round
from kontari.tournament.pairing import swiss
from kontari.tournament.pairing.field import Field, bye_order, has_the_bye, numbered, pending
from kontari.tournament.pairing.paired import Paired, PairingError

DEFAULT_LIVES = 3

LOST = (Kind.FORFEIT_LOSS, Kind.DOUBLE_FORFEIT)


def losses(field: Field, participant: str) -> int:
    """How many matches a participant has lost before this round; in a bracket whoever was absent lost one."""
    return sum(_lost(field, participant, entry) for entry in field.entries(participant))


def _lost(field: Field, participant: str, entry: Entry) -> bool:
    if entry.kind in LOST or (entry.kind is Kind.ABSENT and field.stage.system != "lives"):
        return True
    if entry.kind is not Kind.PLAYED or len(entry.opponents) != 1:
        return False
    others = (one for one in field.entries(entry.opponents[0]) if one.round == entry.round)
    other = next((one for one in others if one.table == entry.table), None)
    return other is not None and _standing(entry) < _standing(other)


def _standing(entry: Entry) -> tuple[object, ...]:
    return (entry.points, -(entry.place or 0), entry.games[0])


def lives(field: Field) -> Paired:
    """A round among those with lives left; they meet again where there is no other way."""
    undecided = _undecided(field)
    if undecided is not None:
        return undecided
    whole = field.stage.lives or DEFAULT_LIVES
    left = [one for one in field.playing if losses(field, one) < whole]
    over = _over(field, left)
    if over is not None:
        return over
    fixed = {one for table in field.fixed for one in table}
    if not fixed <= set(left):
        raise PairingError(f"no lives are left to {min(fixed - set(left))!r}")
    return swiss.pair(replace(field, playing=tuple(left)), forced=True)


def _over(field: Field, left: Sequence[str]) -> Paired | None:
    if len(left) > 1:
        return None
    waiting = [*left, *(bye.participant for bye in field.byes if bye.kind != "absent")]
    return Paired(None, reasons=(f"nobody is left to play against {waiting[0]}" if waiting else "nobody is left",))


def positions(size: int) -> list[int]:
    """The seeds of a bracket from top to bottom: 1 and 2 can meet in the final only. ``size`` is a power of two."""
    order = [1]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return order


def bracket(seeding: Sequence[str]) -> list[str | None]:
    """The places of the first round from top to bottom; None: the one beside it has a bye."""
    size = 1
    while size < len(seeding):
        size *= 2
    return [seeding[seed - 1] if seed <= len(seeding) else None for seed in positions(size)]


def pair(field: Field, seeding: Sequence[str]) -> Paired:
    """The next round of those who have not lost. ``seeding``: everyone, the strongest first."""
    undecided = _undecided(field)
    if undecided is not None:
        return undecided
    alive = [one for one in field.playing if not losses(field, one)]
    over = _over(field, alive)
    if over is not None:
        return over
    extra = [table for table in field.fixed if not set(table) <= set(alive)]
    pairs, byes = _among(field, alive, seeding)
    return _round(field, [*pairs, *extra], byes)


def double(field: Field, seeding: Sequence[str]) -> Paired:
    """The next round of those who lost nothing, and of those who lost once, each among themselves.

    When one of each is left they play the final, and once more if the one without a loss loses it.
    """
    undecided = _undecided(field)
    if undecided is not None:
        return undecided
    lost = {one: losses(field, one) for one in field.playing}
    first = [one for one in field.playing if lost[one] == 0]
    second = [one for one in field.playing if lost[one] == 1]
    over = _over(field, [*first, *second])
    if over is not None:
        return over
    if len(first) <= 1 and len(second) <= 2 and len(first) + len(second) == 2:
        return _round(field, [(*first, *second)], [])
    pairs, byes = _among(field, first, seeding) if len(first) > 1 else ([], list(first))
    more, rests = _losers(field, second)
    return _round(field, [*pairs, *more], [*byes, *rests])


def _among(field: Field, alive: Sequence[str], seeding: Sequence[str]) -> tuple[list[tuple[str, ...]], list[str]]:
    """Pairs and byes of those who have not lost: of the first round of the bracket that is not over."""
    if field.stage.pairing.within == "random":
        return _drawn(field, alive)
    if any(set(table) <= set(alive) for table in field.fixed) or any(bye.kind != "absent" for bye in field.byes):
        raise PairingError("who meets whom is given by the bracket; a table can be fixed of those who are out")
    slots = [one if one in alive else None for one in bracket(seeding)]
    while not any(None not in two for two in _twos(slots)):
        slots = [one or other for one, other in _twos(slots)]
    pairs = [(one, other) for one, other in _twos(slots) if one is not None and other is not None]
    return [*pairs], [one for two in _twos(slots) if None in two for one in two if one is not None]


def _twos(slots: Sequence[str | None]) -> list[tuple[str | None, str | None]]:
    return list(zip(slots[::2], slots[1::2], strict=True))


def _undecided(field: Field) -> Paired | None:
    """What says that the round before is not over: matches still to play, or to be decided."""
    open_ = {(a, b) for _, a, b in pending(field)}
    if field.stage.system != "lives":
        for one in field.playing:
            for entry in field.entries(one):
                if entry.kind is Kind.PLAYED and entry.round == field.round - 1 and len(entry.opponents) == 1:
                    other = entry.opponents[0]
                    if not _lost(field, one, entry) and not any(
                        _lost(field, other, their) for their in field.entries(other) if their.round == entry.round
                    ):
                        open_.add((min(one, other), max(one, other)))
    if not open_:
        return None
    why = f"still to be played: {', '.join(' – '.join(two) for two in sorted(open_))}"
    facts = {"pending": [list(two) for two in sorted(open_)], "pairs": [], "left": [], "why": why}
    return Paired(None, findings=(Finding("TRN-P01", facts, field.place()),))


def _drawn(field: Field, alive: Sequence[str]) -> tuple[list[tuple[str, ...]], list[str]]:
    """Pairs by lots; who is left over in an odd field rests, nobody twice while others have not."""
    fixed = [table for table in field.fixed if set(table) <= set(alive)]
    left = sorted((one for one in alive if not any(one in table for table in fixed)), key=field.lot)
    byes = []
    if len(left) % 2:
        byes = [_rests(field, left)]
        left.remove(byes[0])
    return [*fixed, *zip(left[::2], left[1::2], strict=True)], byes


def _rests(field: Field, among: Sequence[str]) -> str:
    fewest = min(field.resting[one] for one in among)
    return bye_order(field, (one for one in among if field.resting[one] == fewest))[0]


def _losers(field: Field, second: Sequence[str]) -> tuple[list[tuple[str, ...]], list[str]]:
    """The bracket of those who lost once: the first against the last, without a second meeting where that can be."""
    left = sorted(second, key=field.lot) if field.stage.pairing.within == "random" else list(second)
    byes = []
    if len(left) % 2:
        byes = [_rests(field, left)]
        left.remove(byes[0])
    return list(_apart(field, left)), byes


TRIES = 10_000


def _apart(field: Field, left: list[str]) -> list[tuple[str, ...]]:
    tries = 0

    def rest(open_: list[str]) -> list[tuple[str, ...]] | None:
        nonlocal tries
        tries += 1
        if not open_:
            return []
        for other in reversed(open_[1:]):
            if not field.met[open_[0]][other] and tries < TRIES:
                found = rest([one for one in open_[1:] if one != other])
                if found is not None:
                    return [(open_[0], other), *found]
        return None

    half = len(left) // 2
    return rest(left) or list(zip(left[:half], reversed(left[half:]), strict=True))


def _round(field: Field, pairs: Sequence[tuple[str, ...]], byes: Sequence[str]) -> Paired:
    rests = tuple(Bye(one, "paired") for one in byes)
    reasons = [has_the_bye(field, one) for one in byes]
    named: list[tuple[str, ...]] = []
    seats = field.seats()
    position = {one: i for i, one in enumerate(field.order)}
    for two in pairs:
        if len(two) != 2:
            raise PairingError(f"a table of two has two participants: {', '.join(two)}")
        named.append(tuple(sorted(two, key=lambda one: (seats[one][0], position[one]))))
        if field.met[two[0]][two[1]]:
            reasons.append(f"{two[0]} and {two[1]} meet again")
    return Paired(
        Round(field.round, numbered(named), (*field.byes, *rests)),
        reasons=tuple(reasons),
        findings=tuple(field.findings()),
        search={"exhaustive": True},
    )
