"""Records picked by criteria, and the criteria as the command line gives them."""

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import TextIO

from kontari.commands.own_records import Record, counted, judged
from kontari.commands.terminal import known, misuse, trouble
from kontari.core.verdict import WORDS
from kontari.examination import examine_item
from kontari.games import GAMES, part
from kontari.record.nodes import Boolean, Enum, Key, keys
from kontari.record.streams import Item
from kontari.record.writing import one_line
from kontari.sifting.comparison import NotUnderstoodError
from kontari.sifting.criteria import PRESET, Criteria, Rule, Subject
from kontari.status import Status


def criteria(**given: Iterable[str] | None) -> Criteria:
    """The criteria of the options given; a value that none of them can have is a usage error."""
    values = {name: list(texts or ()) for name, texts in given.items()}
    for name, words, what in (("games", GAMES, "game"), ("verdicts", WORDS, "verdict")):
        for word in values[name]:
            known(word, words, what)
    values["codes"] = [_code(text) for text in values["codes"]]
    try:
        for text in values["rules"]:
            _check_rule(Rule.parsed(text))
        return Criteria(**values)
    except NotUnderstoodError as error:
        misuse(str(error))


def _code(text: str) -> str:
    from kontari.codes import all_rules

    code = text.upper()
    if not any(fnmatchcase(one, code) for one in all_rules()):
        known(code, all_rules(), "code")
    return code


def _check_rule(rule: Rule) -> None:
    """A usage error where no game has such an option, or none such a value of it."""
    if rule.option == PRESET:
        known(rule.value, {name: 0 for game in GAMES for name in part(game, "options").PRESETS}, "preset")
        return
    options: dict[str, list[Key]] = {}
    for game in GAMES:
        for key in keys(part(game, "options").Rules):
            options.setdefault(key.name, []).append(key)
    options.pop(PRESET, None)
    known(rule.option, [*options, PRESET], "option")
    there_are: list[str] = []
    for key in options[rule.option]:
        if isinstance(key.node, Enum):
            there_are += map(str, key.node.values)
        elif isinstance(key.node, Boolean):
            there_are += ("true", "false")
        else:
            return
    if rule.sign in ("=", "!="):
        known(rule.value, dict.fromkeys(there_are), f"value of {rule.option}")


class Filtering:
    """Writes the records that match to a stream, or none where it is None; ``matched`` counts them."""

    def __init__(self, criteria: Criteria, invert: bool, stream: TextIO | None, max_bytes: int) -> None:
        self._criteria = criteria
        self._invert = invert
        self._stream = stream
        self._max_bytes = max_bytes
        self._refused = 0
        self.matched = 0
        self.status = Status.FINE

    def record(self, item: Item, record: Record) -> None:
        """A well-formed record."""
        if self._criteria.match(Subject(record, lambda: judged(item, record))) != self._invert:
            self.matched += 1
            if self._stream is not None:
                self._stream.write(one_line(record["game"], record))

    def malformed(self, item: Item) -> None:
        """A malformed one; it is left out, too, where what does not match is wanted and no verdict was asked for."""
        if not self._criteria.takes_malformed:
            return
        if self._criteria.match_malformed(examine_item(item, self._max_bytes)) != self._invert:
            self.matched += 1
            if self._stream is not None:
                self._copy(item, self._stream)

    def _copy(self, item: Item, stream: TextIO) -> None:
        line = item.data.rstrip(b"\r\n")
        if item.fault is None and line.strip() and b"\n" not in line:
            stream.flush()
            stream.buffer.write(line + b"\n")
            return
        self._refused += 1
        self.status = Status.FINDINGS
        why = "not all of it was read" if item.fault is not None else "it is not one line"
        trouble(f"{item.source}:{item.line}: record {item.number} matches, but cannot be copied into a .jsonl: {why}")

    @property
    def not_copied(self) -> str:
        """The end of a sentence: how many that match could not be copied, if any."""
        return f"; {counted(self._refused, 'malformed record')} could not be copied" if self._refused else ""
