"""What becomes of the parts of a text in the notation that all games share."""

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from kontari.core.tree import (
    Held,
    Items,
    Member,
    Members,
    NotReadableError,
    Part,
    Reference,
    Scalar,
    text,
    word,
)


class Tag(NamedTuple):
    """A line about the whole record."""

    key: str
    value: Part
    at: int


class Player(NamedTuple):
    """A line about one player."""

    value: Members
    at: int


class Words(NamedTuple):
    """The set of words that a line names."""

    said: Any


class Turn(NamedTuple):
    """The moves of one line, and the mark of its place, if it has one."""

    mark: Any
    moves: Sequence[Members]


class Round(NamedTuple):
    """One round: its number as written, if it was, and its keys beside the moves."""

    number: Any
    deal: Members
    held: Sequence[Held]
    turns: Sequence[Turn]
    more: Sequence[Member]
    at: int


class Match(NamedTuple):
    """A whole text: its first line, the players, the other tags, the sets of words it names, the rounds."""

    version: Scalar
    game: Any
    players: Sequence[Player]
    tags: Sequence[Tag]
    words: Sequence[Any]
    rounds: Sequence[Round]
    at: int


def _start(head: tuple[Any, Any, Any], *parts: Any) -> Match:
    key, version, game = head
    players = [one for one in parts if isinstance(one, Player)]
    tags = [one for one in parts if isinstance(one, Tag)]
    words = [one.said for one in parts if isinstance(one, Words)]
    rounds = [one for one in parts if isinstance(one, Round)]
    return Match(text(str(version), version.start_pos), game, players, tags, words, rounds, key.start_pos)


def _rules(key: Any, *parts: Any) -> Tag:
    preset = [Member("preset", word(one), one.start_pos) for one in parts if isinstance(one, str)]  # type: ignore[attr-defined]
    pairs = [one for one in parts if isinstance(one, Member)]
    return Tag("rules", Members([*preset, *pairs], key.start_pos), key.start_pos)


def _player(key: Any, name: Any, *pairs: Member) -> Player:
    named = Member("name", name_of(name), name.start_pos)
    return Player(Members([named, *pairs], key.start_pos), key.start_pos)


def _sides(key: Any, *names: Any) -> Tag:
    return Tag("sides", Items([name_of(name) for name in names], key.start_pos), key.start_pos)


def _tag_value(key: Any, value: Any) -> Tag:
    part = value if isinstance(value, Scalar | Items | Members) else Scalar(str(value), value.start_pos)
    return Tag(str(key)[:-1], part, key.start_pos)


def _quoted_tag(key: Any, value: Part) -> Tag:
    name = name_text(key)
    if not name.startswith("x-"):
        raise NotReadableError(str(key), "a tag, a round, or x-KEY in quotes", key.start_pos)
    return Tag(name, value, key.start_pos)


def _about(key: Any, *pairs: Member) -> Tag:
    return Tag(str(key)[:-1], Members(pairs, key.start_pos), key.start_pos)


def _round(key: Any, *parts: Any) -> Round:
    number = next((one for one in parts if isinstance(one, str)), None)
    of_round = [one for one in parts if isinstance(one, Member)]
    of_deal = [one for several in parts if isinstance(several, list) for one in several]
    deal = Members([one for one in of_deal if isinstance(one, Member)], key.start_pos)
    held = [one for one in of_deal if isinstance(one, Held)]
    turns = [one for one in parts if isinstance(one, Turn)]
    return Round(number, deal, held, turns, of_round, key.start_pos)


def _turn(*parts: Any) -> Turn:
    mark = parts[0] if isinstance(parts[0], str) else None
    seat, *steps = parts if mark is None else parts[1:]
    seated = Member("seat", seat, seat.at)
    return Turn(mark, [Members([step.members[0], seated, *step.members[1:]], step.at) for step in steps])


def _table_turn(*parts: Any) -> Turn:
    return Turn(parts[0] if len(parts) > 1 else None, [parts[-1]])


def _step(members: list[Member], *more: Member) -> Members:
    return Members([*members, *more], members[0].at)


def _scores(key: Any, *numbers: Any) -> Member:
    return Member("scores", Items([_number(one) for one in numbers], key.start_pos), key.start_pos)


def _number(token: Any) -> Scalar:
    return Scalar(str(token), token.start_pos)


def _pair(key: Any, value: Part) -> Member:
    return Member(name_text(key), value, key.start_pos)


def _aside(key: str) -> Callable[[Any], Member]:
    return lambda token: Member(key, text(str(token)[1:], token.start_pos), token.start_pos)


def name_text(token: Any) -> str:
    """A name or key that is written as it is or in quotes."""
    return str(json.loads(token)) if token.startswith('"') else str(token)


def name_of(token: Any) -> Scalar:
    """A name as a string of the record; what is in quotes stays as it was written."""
    return Scalar(str(token), token.start_pos) if token.startswith('"') else text(str(token), token.start_pos)


SHARED_READING: dict[str, Callable[..., Any]] = {
    "start": _start,
    "head": lambda key, version, game: (key, version, game),
    "rules": _rules,
    "player": _player,
    "sides": _sides,
    "about": _about,
    "words": lambda _, said: Words(said),
    "tag_value": _tag_value,
    "quoted_tag": _quoted_tag,
    "round": _round,
    "deal_pairs": lambda _, *pairs: list(pairs),
    "turn": _turn,
    "table_turn": _table_turn,
    "step": _step,
    "table_step": _step,
    "scores": _scores,
    "note": lambda token: Member("note", Scalar(str(token), token.start_pos), token.start_pos),
    "at": _aside("at"),
    "elapsed": lambda token: Member("elapsed_ms", Scalar(str(token)[1:], token.start_pos), token.start_pos),
    "other": lambda pair: pair,
    "by_name": lambda token: Reference(name_text(token), token.start_pos),
    "by_number": lambda token: Scalar(str(token)[1:], token.start_pos),
    "pair": _pair,
    "pair_in": _pair,
    "string": _number,
    "number": _number,
    "constant": _number,
    "bare": lambda token: text(str(token), token.start_pos),
    "object": lambda brace, *pairs: Members(pairs, brace.start_pos),
    "array": lambda bracket, *items: Items(items, bracket.start_pos),
    "cards": lambda *cards: list(cards),
}
