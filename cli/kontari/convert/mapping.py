"""A site's own JSON logs, by a mapping file: read only, as ``map:FILE``.

The file says where in the log each part of a record stands; ``mapping_file`` reads and checks it, ``template`` fills in
records by it. It is data: there are no expressions in it, and nothing of it is run.

Nothing is dropped without a word: values that no part of the mapping reads, events it ignores and moves
that were undone are losses. The place of each deal and move in the log is kept as its ``x-source``.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from kontari import __version__
from kontari.convert import ConversionError, Converted, Loss, Wish
from kontari.convert.json_document import document, documents, parsed, shown
from kontari.convert.mapping_file import MappingFile, loaded
from kontari.convert.template import MISSING, WHOLE, Document, Path, Template
from kontari.record.decode import typed
from kontari.record.reading import VERSION, without_own_keys

Json = dict[str, Any]

SETTINGS: Mapping[str, str] = {"mapping": "the mapping file; --from map:FILE is the same"}
MOST_PATHS = 200
"""How many paths that were not mapped are told one by one."""

_PLACE = re.compile(r"(.*) - at `\$(.*)`")
_PART = re.compile(r"\.([^.\[]+)|\[(\d+)\]")
_MOVE = re.compile(r"/rounds/(\d+)(?:/(?:moves/(\d+)|deal))?")
NO_WISH = Wish()


def check(wish: Wish) -> None:
    """Raises ConversionError, with file and place, where there is no mapping file that can be used."""
    _mapping(wish)


def _mapping(wish: Wish) -> MappingFile:
    if "mapping" not in wish.settings:
        raise ConversionError("a mapping file is needed: --from map:FILE")
    mapping = loaded(wish.settings["mapping"])
    if wish.game not in (None, mapping.game):
        raise ConversionError(f"the mapping is for {mapping.game}, not {wish.game}", wish.settings["mapping"])
    return mapping


def read(lines: Iterable[str], wish: Wish = NO_WISH) -> Iterator[Converted]:
    """The games of a text as records, each with the line (from 1) on which it begins.

    A game that the mapping does not fit is a ConversionError in its place. Where the records are lines, or
    lines with the same value somewhere, one game is in memory at a time.
    """
    mapping = _mapping(wish)
    for line, found in _documents(lines, mapping):
        if isinstance(found, ConversionError):
            yield Converted(line, found)
            continue
        game = _Game(mapping, found, wish.claims)
        try:
            yield Converted(line, game.record(), game.losses())
        except ConversionError as error:
            yield Converted(line, error)


# Games of a text


def _documents(lines: Iterable[str], mapping: MappingFile) -> Iterator[tuple[int, Document | ConversionError]]:
    numbered = ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
    if mapping.records == "lines":
        for number, line in numbered:
            found = document(line, number)
            yield number, found if isinstance(found, ConversionError) else Document(found.value, line=number)
    elif mapping.records == "file":
        yield from _whole(lines)
    else:
        yield from _grouped(numbered, mapping.records)


def _whole(lines: Iterable[str]) -> Iterator[tuple[int, Document | ConversionError]]:
    """One game: a JSON value, or a list of the values that the lines are."""
    values: list[Any] = []
    numbers: list[int] = []
    broken: ConversionError | None = None
    for number, found in documents(lines):
        numbers.append(number)
        if isinstance(found, ConversionError):
            broken = broken or found
        else:
            values.append(found.value)
    if numbers:
        whole = Document(values[0]) if len(numbers) == len(values) == 1 else Document(values, lines=numbers)
        yield numbers[0], broken or whole


def _grouped(numbered: Iterator[tuple[int, str]], path: Path) -> Iterator[tuple[int, Document | ConversionError]]:
    """A game is the lines, one after the other, that have the same value at a path."""
    values: list[Any] = []
    numbers: list[int] = []
    last: Any = MISSING
    broken: ConversionError | None = None
    for number, line in numbered:
        error: ConversionError | None = None
        value, now = None, last
        try:
            value = parsed(line, number)
            now = _at(value, path)
            if now is MISSING or isinstance(now, dict | list):
                raise ConversionError(f'nothing at "{_pointer(path)}" that tells the game', f"line {number}")
        except ConversionError as found:
            error, now = found, last
        if now != last and numbers:
            yield numbers[0], broken or _group(values, numbers, path)
            values, numbers, broken = [], [], None
        last = now
        broken = broken or error
        values.append(value)
        numbers.append(number)
    if numbers:
        yield numbers[0], broken or _group(values, numbers, path)


def _group(values: list[Any], numbers: list[int], path: Path) -> Document:
    document = Document(values, lines=numbers)
    for steps in document.matches((), ("*", *path)):
        document.use(steps)
    return document


def _at(value: Any, path: Path) -> Any:
    for key in path:
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and str(key).isdecimal() and len(str(key)) < 9 and int(key) < len(value):
            value = value[int(key)]
        else:
            return MISSING
    return MISSING if value is None else value


def _pointer(path: Sequence[str | int]) -> str:
    return "".join(f"/{part}" for part in path)


# One game


class _Game:
    """One game of a log on its way to a record."""

    def __init__(self, mapping: MappingFile, document: Document, claims: bool) -> None:
        self._mapping = mapping
        self._document = document
        self._claims = claims
        self._template = Template(mapping.tables, document)
        self._rounds: list[Json] = []
        self._done: list[list[Json]] = []
        self._undone: list[list[Json]] = []
        self._dropped: list[Loss] = []
        self._ignored: Counter[str] = Counter()

    def record(self) -> Json:
        """The record. Raises ConversionError where the mapping does not fit the log."""
        mapping = self._mapping
        head = self._template.filled(mapping.record, ())
        assert isinstance(head, dict)
        if not self._claims and head.pop("result", None) is not None:
            self._dropped.append(Loss("the claimed result (--claims)"))
        for path in [()] if mapping.rounds is None else self._document.matches((), mapping.rounds):
            self._round(path)
        meta = {"software": f"kontari {__version__}", "source": mapping.source or "a log read by a mapping file"}
        given = head.pop("meta", None)
        record = {
            "kontari": VERSION,
            "game": mapping.game,
            **head,
            "rounds": self._rounds,
            "meta": meta | (given if isinstance(given, dict) else {}),
        }
        self._check(record)
        return record

    def _round(self, path: tuple[str | int, ...]) -> None:
        mapping = self._mapping
        if mapping.deal is not None:
            self._deal(mapping.deal, path)
        for event in [] if mapping.events is None else self._document.matches(path, mapping.events):
            self._event(event)
        if mapping.scores is not None:
            self._scores(mapping.scores, path)

    def _deal(self, template: Any, path: tuple[str | int, ...]) -> None:
        deal = self._template.filled(template, path)
        place = self._document.place(path)
        if isinstance(deal, dict) and place != WHOLE:
            deal["x-source"] = place
        self._rounds.append({"deal": deal, "moves": []})
        self._done, self._undone = [], []

    def _scores(self, template: Any, path: tuple[str | int, ...]) -> None:
        scores = self._template.filled(template, path)
        if scores is MISSING:
            return
        if not self._rounds:
            raise ConversionError("scores before any deal", self._document.place(path))
        if self._claims:
            self._rounds[-1]["scores"] = scores
        else:
            self._dropped.append(Loss("claimed scores (--claims)", self._document.place(path)))

    def _event(self, path: tuple[str | int, ...]) -> None:
        mapping = self._mapping
        place = self._document.place(path)
        kind = self._template.filled(mapping.kind, path)
        if kind is MISSING:
            raise ConversionError("an event whose kind is nowhere", place)
        name = str(kind) if isinstance(kind, str | int) and not isinstance(kind, bool) else shown(kind)
        if name in mapping.undo:
            self._undo(place)
            self._document.use(path)
        elif name in mapping.redo:
            self._redo(place)
            self._document.use(path)
        else:
            actions = mapping.moves.get(name, mapping.moves.get("*"))
            if actions is None:
                raise ConversionError(f"events {shown(name)} are not mapped; mapped are {mapping.kinds()}", place)
            self._act(actions, name, path)

    def _act(self, actions: Sequence[Json], name: str, path: tuple[str | int, ...]) -> None:
        group: list[Json] = []
        for action in actions:
            if "ignore" in action:
                self._ignored[name] += 1
                self._document.use(path)
            elif "deal" in action:
                self._deal(action["deal"], path)
            elif "scores" in action:
                self._scores(action["scores"], path)
            else:
                move = self._template.filled(action["move"], path)
                assert isinstance(move, dict)
                group.append({**move, "x-source": self._document.place(path)})
        if group:
            if not self._rounds:
                raise ConversionError("a move before any deal", self._document.place(path))
            self._rounds[-1]["moves"] += group
            self._done.append(group)
            self._undone = []

    def _undo(self, place: str) -> None:
        if not self._done:
            raise ConversionError("there is no move to undo", place)
        group = self._done.pop()
        del self._rounds[-1]["moves"][-len(group) :]
        self._undone.append(group)
        self._dropped.append(Loss("a move that was undone", group[0]["x-source"]))

    def _redo(self, place: str) -> None:
        if not self._undone:
            raise ConversionError("there is no undone move to do again", place)
        group = self._undone.pop()
        self._rounds[-1]["moves"] += group
        self._done.append(group)
        self._dropped = [one for one in self._dropped if one.place != group[0]["x-source"]]

    def _check(self, record: Json) -> None:
        """Raises ConversionError where what was filled in is no record."""
        try:
            typed(self._mapping.game, without_own_keys(record))
        except msgspec.ValidationError as error:
            found = _PLACE.fullmatch(str(error))
            message, steps = (found[1], found[2]) if found else (str(error), "")
            pointer = _pointer([name or number for name, number in _PART.findall(steps)])
            source = self._source(record, pointer)
            raise ConversionError(f"{pointer or 'the record'}: {message[:1].lower()}{message[1:]}", source) from None

    def _source(self, record: Json, pointer: str) -> str:
        """Where in the log that part of the record was read."""
        found = _MOVE.match(pointer)
        if found is None:
            return ""
        round_ = record["rounds"][int(found[1])]
        part = round_["deal"] if found[2] is None else round_["moves"][int(found[2])]
        return str(part.get("x-source", "")) if isinstance(part, dict) else ""

    def losses(self) -> list[Loss]:
        """What of the log the record does not hold."""
        unread: dict[str, tuple[int, str]] = {}
        others = 0
        for path, place in self._document.unused():
            count, first = unread.get(path, (0, place))
            if path in unread or len(unread) < MOST_PATHS:
                unread[path] = (count + 1, first)
            else:
                others += 1
        lost = [
            *self._dropped,
            *(Loss(f"events {shown(name)}, {number} ignored") for name, number in self._ignored.items()),
        ]
        lost += [Loss(f"{path}, {count} not mapped", first) for path, (count, first) in unread.items()]
        return lost + ([Loss(f"{others} values more at other paths, not mapped")] if others else [])
