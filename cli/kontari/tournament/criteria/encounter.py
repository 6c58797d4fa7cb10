"""Direct encounter: places inside a tied set, by the matches between its members, of two sides or at tables."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from kontari.tournament.exact import signed, text_of
from kontari.tournament.model import Exact, TieBreak, Value


@dataclass(frozen=True, slots=True)
class Among:
    """What somebody did against the others of a set: points, of how many, then the inner criteria.

    ``met``, ``beaten`` and ``lost_to``: whom he met, whom he beat every time, to whom he lost every time.
    """

    points: Exact
    of: Exact
    inner: Mapping[str, Exact]
    met: frozenset[str]
    beaten: frozenset[str]
    lost_to: frozenset[str]

    @property
    def vector(self) -> tuple[Exact, ...]:
        return (self.points, *self.inner.values())


Sums = Callable[[Sequence[str]], Mapping[str, Among]]
"""What each member of a set did among the set."""


def inner_criteria(tie_break: TieBreak, known: Collection[str]) -> tuple[str, ...]:
    """The inner criteria that are known, without the points, which always come first."""
    return tuple(one for one in tie_break.inner if one in known)


def places(tie_break: TieBreak, group: Sequence[str], sums: Sums, win: Exact) -> dict[str, Value]:
    """The place of each member of a set, from 1; ``win`` is the most that a missing match can give."""
    notes: dict[str, list[str]] = {id_: [] for id_ in group}
    values = {}
    place = 1
    for level in _ordered(tie_break, list(group), sums, win, notes):
        for id_ in level:
            values[id_] = Value(tie_break.by, place, "; then ".join(notes[id_]))
        place += len(level)
    return values


def _ordered(
    tie_break: TieBreak, group: list[str], sums: Sums, win: Exact, notes: dict[str, list[str]]
) -> list[list[str]]:
    if len(group) == 1:
        return [group]
    among = sums(group)
    levels = _levels(tie_break, group, among, win, notes)
    if len(levels) == 1 or tie_break.again is False:
        return levels
    return [deeper for level in levels for deeper in _ordered(tie_break, level, sums, win, notes)]


def _levels(
    tie_break: TieBreak, group: list[str], among: Mapping[str, Among], win: Exact, notes: dict[str, list[str]]
) -> list[list[str]]:
    """The set in order, those who are level together."""
    if tie_break.when == "sweep":
        return _swept(group, among, notes)
    others = len(group) - 1
    if tie_break.when != "always" and any(len(among[id_].met) < others for id_ in group):
        return _sure(group, among, win, notes)
    levels = _by(group, lambda id_: among[id_].vector)
    shown = _deciding(group, among, levels)
    for id_ in group:
        one = among[id_]
        inner = [signed(number) if by.endswith("difference") else text_of(number) for by, number in one.inner.items()]
        notes[id_].append(", ".join([f"{text_of(one.points)} of {text_of(one.of)}", *inner[:shown]]))
    return levels


def _deciding(group: list[str], among: Mapping[str, Among], levels: list[list[str]]) -> int:
    """How many inner criteria it took to tell the levels apart; all where they are one."""
    most = len(among[group[0]].inner)
    if len(levels) == 1:
        return most
    vectors = {id_: among[id_].vector for id_ in group}
    return next(
        shown for shown in range(most + 1) if len({one[: shown + 1] for one in vectors.values()}) == len(levels)
    )


def _by(group: list[str], key: Callable[[str], tuple[Exact, ...]]) -> list[list[str]]:
    ordered = sorted(group, key=key, reverse=True)
    return [list(level) for _, level in groupby(ordered, key=key)]


def _swept(group: list[str], among: Mapping[str, Among], notes: dict[str, list[str]]) -> list[list[str]]:
    members = frozenset(group)
    first = [id_ for id_ in group if among[id_].beaten >= members - {id_}]
    last = [id_ for id_ in group if among[id_].lost_to >= members - {id_}]
    for id_ in group:
        notes[id_].append(
            "beat all" if id_ in first else "lost to all" if id_ in last else "neither beat nor lost to all"
        )
    middle = [id_ for id_ in group if id_ not in first and id_ not in last]
    return [level for level in (first, middle, last) if level]


def _sure(group: list[str], among: Mapping[str, Among], win: Exact, notes: dict[str, list[str]]) -> list[list[str]]:
    """Not all have met: from the top, whoever is alone there whatever the missing matches give."""
    others = len(group) - 1
    missing = {id_: others - len(among[id_].met) for id_ in group}
    for id_ in group:
        text = f"{text_of(among[id_].points)} of {text_of(among[id_].of)}"
        notes[id_].append(f"{text}, {missing[id_]} not met" if missing[id_] else text)
    rest = sorted(group, key=lambda id_: among[id_].points, reverse=True)
    levels = []
    while len(rest) > 1:
        most = max(among[id_].points + missing[id_] * win for id_ in rest[1:])
        if among[rest[0]].points <= most:
            break
        levels.append([rest.pop(0)])
    return [*levels, rest]
