"""Footnotes: rulings with their reason, and what else must stand beside a result."""

from collections.abc import Iterable

from kontari.printable import printable
from kontari.tournament.model import Document, Evidence, Results, Ruling, Stage, TableName
from kontari.tournament.output.look import Names
from kontari.tournament.output.words import Words


class Notes:
    """The footnotes of a stage, numbered in the order of rounds and tables."""

    def __init__(
        self, document: Document, stage: Stage, after: int, names: Names, words: Words, results: Results | None = None
    ) -> None:
        found: dict[tuple[int, TableName], list[str]] = {}
        self._by_participant: dict[str, list[int]] = {}
        seated: dict[tuple[int, TableName], tuple[str, ...]] = {}
        for round_ in stage.rounds or ():
            if round_.round > after:
                continue
            for table in round_.tables:
                place = (round_.round, table.table)
                seated[place] = table.participants
                if table.ruling is not None:
                    found.setdefault(place, []).append(_ruling(table.ruling, names, words))
        for id_ in () if results is None else results.participants:
            assert results is not None
            for entry in results.entries[id_]:
                if not entry.note or entry.table is None or entry.round > after:
                    continue
                place = (entry.round, entry.table)
                # What a ruling says is told of it already.
                if entry.evidence is not Evidence.RULING or place not in found:
                    seated.setdefault(place, (id_, *entry.opponents))
                    note = printable(entry.note)
                    if note not in found.setdefault(place, []):
                        found[place].append(note)
        self.texts: list[str] = []
        self._at: dict[tuple[int, TableName], tuple[int, ...]] = {}
        for place in sorted(found, key=lambda one: (one[0], isinstance(one[1], str), one[1])):
            where = words("where", round=place[0], table=printable(str(place[1])))
            numbers = []
            for text in found[place]:
                self.texts.append(f"{where}: {text}")
                numbers.append(len(self.texts))
            self._at[place] = tuple(numbers)
            for id_ in seated[place]:
                self._by_participant.setdefault(id_, []).extend(numbers)

    def at(self, round_: int, table: TableName | None) -> tuple[int, ...]:
        """The numbers of the notes on a table."""
        return () if table is None else self._at.get((round_, table), ())

    def about(self, participant: str) -> tuple[int, ...]:
        """The numbers of the notes on results of a participant."""
        return tuple(self._by_participant.get(participant, ()))


def _ruling(ruling: Ruling, names: Names, words: Words) -> str:
    if ruling.kind == "forfeit" and ruling.by:
        said = words("forfeit_by", names=_listed(map(names.of, ruling.by)))
    else:
        said = words(ruling.kind)
    if ruling.scores is not None:
        said += f" {'–'.join(map(str, ruling.scores))}"
    parts = [f"{said}: {printable(ruling.reason)}"]
    if ruling.official is not None:
        parts.append(words("official", official=printable(ruling.official)))
    if ruling.attachments:
        parts.append(words("attachments", files=_listed(printable(one.file) for one in ruling.attachments)))
    return "; ".join(parts)


def _listed(texts: Iterable[str]) -> str:
    return ", ".join(texts)
