"""Deals and moves as integers, by the vocabulary of their game, and back; ``actions.json`` publishes the words."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import compress, count, pairwise
from typing import Any, NamedTuple, get_args

from kontari.core.vocabulary import BASE, Word
from kontari.games import part
from kontari.record.nodes import TAG, tag_of
from kontari.record.text import pointer
from kontari.record.writing import in_order
from kontari.shape import MAX_INT

SEAT = "seat"


class NotIdsError(ValueError):
    """Integers that are no deal or move."""


class Written(NamedTuple):
    """A deal or move as integers, and what they do not say by JSON Pointers: times, notes, ``x-`` keys."""

    ids: list[int]
    rest: dict[str, Any]


@cache
def vocabulary(game: str) -> "Vocabulary":
    """The vocabulary of a game of the register."""
    return Vocabulary(game)


def published_words() -> dict[str, list[dict[str, Any]]]:
    """The words of every game as ``actions.json`` has them."""
    from kontari.games import GAMES

    return {game: [_published(id_, word) for id_, word in enumerate(vocabulary(game).words)] for game in GAMES}


def _published(id_: int, word: Word) -> dict[str, Any]:
    plain = Word()
    return {"id": id_} | {
        name: value
        for name, value, without in zip(Word._fields, word, plain, strict=True)
        if value is not without and value != {}
    }


class Vocabulary:
    """Writes the deals and moves of a game as integers, and reads them.

    What is written is well formed, and may be illegal. What is read is well formed only where it was written
    here; whoever reads judges it.
    """

    def __init__(self, game: str) -> None:
        record = part(game, "record")
        self.words: tuple[Word, ...] = part(game, "actions").WORDS
        self._deal = record.Deal
        self._moves = {tag_of(model): model for model in get_args(record.AnyMove)}
        self._order: dict[str, int] = {}
        self._items: dict[Any, int] = {}
        self._digits: dict[int, int] = {}
        self._said: dict[tuple[str, Any], int] = {}
        self._empty: dict[str, int] = {}
        self._opens: dict[str, int] = {}
        self._nested: set[str] = set()
        self._counts: dict[str, int] = {}
        self._heads: dict[str, _Head] = {}
        for id_, word in enumerate(self.words):
            self._learn(id_, word)
        self._item_of = {id_: item for item, id_ in self._items.items()}
        self._begins = {id_ for id_, word in enumerate(self.words) if word.begins}

    def _learn(self, id_: int, word: Word) -> None:
        if TAG in word.says:
            self._heads.setdefault(word.says[TAG], _Head()).add(id_, word)
            return
        if word.item is not None:
            self._items[word.item] = id_
        elif word.digit is not None:
            self._digits[word.digit] = id_
        elif word.opens is not None:
            self._opens[word.opens] = id_
            if word.nested:
                self._nested.add(word.opens)
        elif word.counts is not None:
            self._counts[word.counts] = id_
        for key, value in word.says.items():
            if isinstance(value, list | dict):
                self._empty[key] = id_
            else:
                self._said[key, value] = id_
        for named in (*word.says, word.opens, word.counts):
            if named is not None:
                self._order.setdefault(named, id_)

    # Writing

    def deal_ids(self, deal: Mapping[str, Any]) -> Written:
        """A well-formed deal as integers."""
        written = Written([], {})
        self._write_keys(deal, list(deal), (), written)
        return written

    def move_ids(self, move: Mapping[str, Any]) -> Written:
        """A well-formed move as integers: its seat, what is done, then whatever else it says."""
        written = Written([], {})
        ids = written.ids
        done = {TAG, SEAT}
        if SEAT in move:
            self._write(SEAT, move[SEAT], (), written)
        head = self._heads[move[TAG]]
        id_, fused = head.of(move)
        ids.append(id_)
        done.update(fused)
        word = self.words[id_]
        if word.opens is not None:
            done.add(word.opens)
            ids.extend([self._items[one] for one in move[word.opens]])
        elif word.counts is not None:
            done.add(word.counts)
            self._write_digits(move[word.counts], ids)
        if not move.keys() <= done:
            self._write_keys(move, [key for key in move if key not in done], (), written)
        return written

    def _write_keys(self, value: Mapping[str, Any], names: list[str], path: tuple[str, ...], written: Written) -> None:
        """Some keys of an object, in the order in which the vocabulary first names them."""
        last = len(self.words)
        full = {name: ".".join((*path, name)) for name in names}
        for name in sorted(names, key=lambda name: self._order.get(full[name], last)):
            if not self._write(full[name], value[name], (*path, name), written):
                written.rest[pointer((*path, name))] = value[name]

    def _write(self, key: str, value: Any, path: tuple[str, ...], written: Written) -> bool:
        """The value of a key; False where there are no words for it."""
        ids = written.ids
        if isinstance(value, list) and key in self._opens:
            if key not in self._nested:
                ids.append(self._opens[key])
                ids.extend([self._items[one] for one in value])
                return True
            if not value:
                ids.append(self._empty[key])
            for one in value:
                ids.append(self._opens[key])
                ids.extend([self._items[item] for item in one])
            return True
        if isinstance(value, dict) and key in self._empty:
            ids.append(self._empty[key])
            self._write_keys(value, list(value), path, written)
            return True
        if isinstance(value, str | int):
            id_ = self._said.get((key, value))
            if id_ is not None:
                ids.append(id_)
                return True
            if key in self._counts:
                ids.append(self._counts[key])
                self._write_digits(value, ids)
                return True
        return False

    def _write_digits(self, number: Any, ids: list[int]) -> None:
        digits: list[int] = []
        while number or not digits:
            number, digit = divmod(number, BASE)
            digits.append(self._digits[digit])
        ids.extend(reversed(digits))

    # Reading

    def split(self, ids: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """The integers of each move in those of a round."""
        starts = [*compress(count(), map(self._begins.__contains__, ids))]
        if ids and ids[0] not in self._begins:
            raise NotIdsError(f"{ids[0]} begins no move")
        for start, end in pairwise([*starts, len(ids)]):
            yield ids[start:end]

    def count(self, ids: Sequence[int]) -> int:
        """The number of moves in the integers of a round."""
        return sum(map(self._begins.__contains__, ids))

    def deal(self, ids: Sequence[int]) -> dict[str, Any]:
        """The deal that integers say. Raises NotIdsError where they are none."""
        found: dict[str, Any] = in_order(self._deal, self._read(ids))
        return found

    def move(self, ids: Sequence[int]) -> dict[str, Any]:
        """The move that integers say. Raises NotIdsError where they are none."""
        read = self._read(ids)
        model = self._moves.get(read.get(TAG, ""))
        if model is None:
            raise NotIdsError("no integer of a move says what is done")
        found: dict[str, Any] = in_order(model, read)
        return found

    def _read(self, ids: Sequence[int]) -> dict[str, Any]:
        value: dict[str, Any] = {}
        array: list[Any] | None = None
        number: str | None = None
        item_of = self._item_of
        for id_ in ids:
            if id_ in item_of:
                if array is None:
                    raise NotIdsError(f"{id_} is an item, and no array is open")
                array.append(item_of[id_])
                continue
            if not 0 <= id_ < len(self.words):
                raise NotIdsError(f"{id_} is no integer of this game")
            word = self.words[id_]
            if word.digit is not None:
                if number is None:
                    raise NotIdsError(f"{id_} is a digit, and of no number")
                place, key = _place(value, number)
                place[key] = place.get(key, 0) * BASE + word.digit
                if place[key] > MAX_INT:
                    raise NotIdsError("a number is too great")
                continue
            array, number = None, word.counts
            self._say(value, word.says)
            if word.opens is not None:
                array = []
                place, key = _place(value, word.opens)
                if word.nested:
                    place.setdefault(key, []).append(array)
                else:
                    place[key] = array
        return value

    def _say(self, value: dict[str, Any], says: Mapping[str, Any]) -> None:
        for name, said in says.items():
            place, key = _place(value, name)
            place[key] = said.copy() if isinstance(said, list | dict) else said


class _Head:
    """The words that say what is done in one kind of move, some with values of further keys."""

    def __init__(self) -> None:
        self._keys: tuple[str, ...] = ()
        self._says: list[tuple[int, Word]] = []
        self._ids: dict[tuple[Any, ...], int] = {}

    def add(self, id_: int, word: Word) -> None:
        """One word more."""
        self._says.append((id_, word))
        self._keys = tuple(dict.fromkeys((*self._keys, *(key for key in word.says if key != TAG))))
        self._ids = {tuple([one.says.get(key) for key in self._keys]): number for number, one in self._says}

    def of(self, move: Mapping[str, Any]) -> tuple[int, tuple[str, ...]]:
        """The integer for a move, and the keys whose values it says."""
        id_ = self._ids.get(tuple([move.get(key) for key in self._keys]))
        if id_ is not None:
            return id_, self._keys
        return self._ids[(None,) * len(self._keys)], ()


def _place(value: dict[str, Any], name: str) -> tuple[dict[str, Any], str]:
    """The object in which a key stands, and the key there."""
    first, dot, rest = name.partition(".")
    if not dot:
        return value, first
    inner = value.get(first)
    if not isinstance(inner, dict):
        raise NotIdsError(f"{name} is said before {first}")
    return inner, rest
