"""Whether a view, a record of what one seat saw, agrees with the full record of the match."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from kontari.comparison import ASIDES, compared, in_force
from kontari.core.cards import UNSEEN
from kontari.games import part
from kontari.library import Record
from kontari.record.decode import move_asides
from kontari.record.text import pointer
from kontari.redaction import said_aloud

KINDS = ("differs", "hides", "shows")

Path = tuple[str | int, ...]
Tokens = Sequence[str]
Moves = Sequence[dict[str, Any]]


class Disagreement(NamedTuple):
    """Where a view does not agree.

    kind: ``differs`` (it says something else), ``hides`` (what its seat saw or heard is not there) or ``shows``
    (what its seat could not see is there). ``at`` is the JSON Pointer in the view; ``full`` and ``view`` are what the
    two records have there, None where there is nothing. ``round`` and ``move`` count from 1; move 0 is the deal.
    """

    kind: str
    at: str
    full: Any
    view: Any
    round: int | None = None
    move: int | None = None


class Fit(NamedTuple):
    """A seat that a view may be of, and where it does not agree with it."""

    seat: int
    findings: list[Disagreement]


def best_fit(full: Record, view: Record, seats: Sequence[int]) -> Fit:
    """The seat of those that a view fits best: with the fewest findings, the lowest of equal ones."""
    fits = [Fit(seat, list(disagreements(full, view, seat))) for seat in seats]
    return min(fits, key=lambda fit: len(fit.findings))


def disagreements(full: Record, view: Record, seat: int) -> Iterator[Disagreement]:
    """Where a view of that seat does not agree with the full record, in the order of the view.

    Notes, times, ``x-`` keys, event and meta are not compared, and a claim only where both records make it.
    """
    yield from _around(full, view)
    if full.game == view.game and len(full.names) == len(view.names):
        yield from _Rounds(full, view, seat).findings()


def _around(full: Record, view: Record) -> Iterator[Disagreement]:
    """What differs around the rounds, and in the claims of scores that both make."""
    for one in compared(full, view).differences:
        shared_claim = one.part == "claims" and one.move is None and None not in (one.a, one.b)
        if shared_claim or one.part in ("game", "seats", "players", "rules", "start", "rounds"):
            yield Disagreement("differs", one.at, one.a, one.b, one.round)


_SEEN = "seen"
"""What every card is called where it is asked which of them a seat saw."""


class _Rounds:
    """The deals and moves of a view beside those of the full record."""

    def __init__(self, full: Record, view: Record, seat: int) -> None:
        self.full = full
        self.view = view
        self.seat = seat
        self.meaning = part(full.game, "meaning")
        self.redact = part(full.game, "redact")
        self.said = said_aloud(full)
        self.options = in_force(full)
        self.asides = move_asides(full.game)

    def findings(self) -> Iterator[Disagreement]:
        for number, (full, view) in enumerate(zip(self.full.data["rounds"], self.view.data["rounds"], strict=False)):
            yield from self._deal(full["deal"], view["deal"], number)
            yield from self._moves(full["moves"], view["moves"], number)

    def _deal(self, full: dict[str, Any], view: dict[str, Any], number: int) -> Iterator[Disagreement]:
        marked = self.redact.deal_seen_by(_marked({**view, **full}), self.seat)
        unlike = self._keys("deal", full, view, self.meaning.deal, marked, ("rounds", number, "deal"))
        yield from _placed(unlike, number, 0)

    def _moves(self, full: Moves, view: Moves, number: int) -> Iterator[Disagreement]:
        """The moves of a round, up to the first of another kind or seat."""
        theirs = 0
        for at in range(len(full) + 1):
            for said in self.said.get((number, at), ()):
                path = ("rounds", number, "moves", theirs)
                if theirs < len(view) and _same_mover(said, view[theirs]):
                    yield from _placed(self._move(said, view[theirs], path), number, theirs + 1)
                    theirs += 1
                else:
                    yield Disagreement("hides", pointer(path), said, None, number + 1, theirs + 1)
            move = full[at] if at < len(full) else None
            seen = view[theirs] if theirs < len(view) else None
            if move is None and seen is None:
                return
            path = ("rounds", number, "moves", theirs)
            if move is None or seen is None or not _same_mover(move, seen):
                kind = "hides" if seen is None else "differs"
                yield Disagreement(kind, pointer(path), move, seen, number + 1, theirs + 1)
                return
            yield from _placed(self._move(move, seen, path), number, theirs + 1)
            theirs += 1

    def _move(self, full: dict[str, Any], view: dict[str, Any], path: Path) -> Iterator[Disagreement]:
        action = full["action"]
        ours, theirs = ({key: move[key] for key in move if key not in self.asides[action]} for move in (full, view))
        marked = self.redact.seen_by(_marked({**theirs, **ours}), self.seat)
        yield from self._keys(action, ours, theirs, self.meaning.move, marked, path)
        claims = [key for key in self.asides[action] if key not in ASIDES and key in full and key in view]
        ours, theirs = (self.meaning.move({key: move[key] for key in claims}, self.options) for move in (full, view))
        for key in claims:
            if not self._same(f"{action}.{key}", ours.get(key), theirs.get(key)):
                yield Disagreement("differs", pointer((*path, key)), full[key], view[key])

    def _same(self, name: str, one: Any, other: Any) -> bool:
        return sorted(one) == sorted(other) if name in self.meaning.ANY_ORDER else bool(one == other)

    def _keys(
        self,
        kind: str,
        full: dict[str, Any],
        view: dict[str, Any],
        meaning: Callable[..., dict[str, Any]],
        marked: dict[str, Any],
        path: Path,
    ) -> Iterator[Disagreement]:
        """What a deal or a move of the view has otherwise. marked: which cards the seat saw."""
        whole, shown = (meaning(written, self.options) for written in (full, view))
        for key in dict.fromkeys((*whole, *shown)):
            if key.startswith("x-"):
                continue
            name, at = f"{kind}.{key}", (*path, key)
            ours, theirs = whole.get(key), shown.get(key)
            if name in self.meaning.LEFT_OUT:
                ours = [UNSEEN] * len(theirs or ()) if ours is None else ours
                theirs = [UNSEEN] * len(ours) if theirs is None else theirs
            if (ours, theirs) == (full.get(key, ours), view.get(key, theirs)) and _lists(ours, theirs):
                yield from self._cards(name, ours, theirs, marked.get(key), at)
            elif ours != theirs:
                yield Disagreement("differs", pointer(at), full.get(key), view.get(key))

    def _cards(self, name: str, ours: Any, theirs: Any, marks: Any, at: Path) -> Iterator[Disagreement]:
        """The cards under a key, in one list or in a list for each seat."""
        any_order = name in self.meaning.ANY_ORDER
        if len(ours) == len(theirs) and any(isinstance(one, list) for one in (*ours, *theirs)):
            for seat, (one, other, mark) in enumerate(zip(ours, theirs, marks, strict=True)):
                yield from _cards(one, other, mark, any_order, (*at, seat))
        else:
            yield from _cards(ours, theirs, marks, any_order, at)


def _same_mover(full: dict[str, Any], view: dict[str, Any]) -> bool:
    return all(full.get(key) == view.get(key) for key in ("action", "seat"))


def _lists(*values: Any) -> bool:
    return all(isinstance(value, list) for value in values)


def _marked(value: Any) -> Any:
    """A deal or a move with every card in it called the same."""
    return {key: _all_seen(item) if isinstance(item, list) else item for key, item in value.items()}


def _all_seen(value: Any) -> Any:
    return list(map(_all_seen, value)) if isinstance(value, list) else _SEEN


def _placed(found: Iterator[Disagreement], number: int, move: int) -> Iterator[Disagreement]:
    for one in found:
        yield one._replace(round=number + 1, move=move)


def _cards(full: Tokens, view: Tokens, marks: Tokens, any_order: bool, path: Path) -> Iterator[Disagreement]:
    """The cards of one place. marks: ``??`` where the seat did not see the card."""
    if len(full) != len(view):
        yield Disagreement("differs", pointer(path), list(full), list(view))
        return
    beside = _matched(full, view) if any_order else list(full)
    for index, (one, other, mark) in enumerate(zip(beside, view, marks, strict=True)):
        visible = mark != UNSEEN
        kind = None
        if other == UNSEEN:
            kind = "hides" if visible and one != UNSEEN else None
        elif one not in (UNSEEN, other):
            kind = "differs"
        elif not visible:
            kind = "shows"
        if kind is not None:
            yield Disagreement(kind, pointer((*path, index)), one, other)


def _matched(full: Tokens, view: Tokens) -> list[str]:
    """For each card of a view the one of the full record, in any order, that it must be: itself where it is there."""
    found: list[str | None] = [one if one == other else None for one, other in zip(full, view, strict=True)]
    left = Counter(one for one, same in zip(full, found, strict=True) if same is None)

    def give(index: int, token: str) -> None:
        found[index] = token
        left[token] -= 1

    for index, other in enumerate(view):
        if found[index] is None and left[other] > 0:
            give(index, other)
    for index, other in enumerate(view):
        if found[index] is None and other != UNSEEN and left[UNSEEN] > 0:
            give(index, UNSEEN)
    others = (+left).elements()
    return [next(others) if one is None else one for one in found]
