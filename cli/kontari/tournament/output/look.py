"""How things are shown: names, language, codes of criteria."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from kontari.printable import printable
from kontari.tournament.model import Document, Participant, Row, Standings

NAMES = ("full", "initials", "ids")


@dataclass(frozen=True, slots=True)
class Look:
    """How things are shown.

    ``codes``: the short code of each criterion of the stage, in the order of its list. ``provisional``: whether
    something was at fault, so that the table may yet change. ``explain``: with the addends of each tie-break;
    ``evidence``: with every result and what it rests on. ``excel``: CSV as a spreadsheet program of continental
    Europe takes it, without formulas.
    """

    names: Literal["full", "initials", "ids"] = "full"
    lang: str = "en"
    excel: bool = False
    explain: bool = False
    evidence: bool = False
    provisional: bool = False
    codes: tuple[str, ...] = ()


class Names:
    """The names of participants and persons as they are to be shown, fit for a terminal."""

    def __init__(self, document: Document, how: str) -> None:
        self._participants = _shown({one.id: one.name for one in document.participants}, how)
        members = {member.id: member.name for one in document.participants for member in one.members}
        self._members = _shown(members, how)

    def of(self, participant: str) -> str:
        """The name of a participant; its id where the document has no such participant."""
        return self._participants.get(participant) or printable(participant)

    def person(self, member: str) -> str:
        """The name of a member of a participant."""
        return self._members.get(member) or printable(member)

    def with_members(self, one: Participant) -> str:
        """The name of a participant with those of its members, where they say more."""
        own = self.of(one.id)
        people = [self.person(member.id) for member in one.members if not member.substitute]
        return f"{own} ({', '.join(people)})" if people and people != [own] else own


def initials(name: str) -> str:
    """The first letter of each word: ``Ana Etxeberria`` is ``A. E.``."""
    return " ".join(f"{word[0].upper()}." for word in name.split() if word)


def _shown(names: dict[str, str], how: str) -> dict[str, str]:
    if how == "ids":
        return {id_: printable(id_) for id_ in names}
    if how == "full":
        return {id_: printable(name) for id_, name in names.items()}
    short = {id_: printable(initials(name)) for id_, name in names.items()}
    often = Counter(short.values())
    seen: Counter[str] = Counter()
    shown = {}
    for id_ in sorted(short):
        letters = short[id_]
        seen[letters] += 1
        shown[id_] = f"{letters} ({seen[letters]})" if often[letters] > 1 else letters
    return shown


def value_codes(standings: Standings, look: Look) -> tuple[str, ...]:
    """The code of each value that rows have: that of the list, behind it the word itself (as ``lots``)."""
    longest = max((row.values for row in standings.rows), key=len, default=())
    given = (*look.codes, *(one.by for one in standings.stage.tie_breaks[len(look.codes) :]))
    return (*given, *(value.by for value in longest[len(given) :]))[: max(len(longest), len(given))]


def deciding(standings: Standings, index: int, codes: tuple[str, ...]) -> str:
    """The code of the criterion that decided a row, empty where none did."""
    place = deciding_place(standings, index)
    if place is not None and place < len(standings.rows[index].values):
        return codes[place]
    return standings.rows[index].decided_by or ""


def deciding_place(standings: Standings, index: int) -> int | None:
    """The place among the values of the criterion that decided a row; None where none did, or it has no value.

    A list may have one criterion twice with other parameters: then it is the first of these in which the row
    differs from its neighbour.
    """
    row = standings.rows[index]
    if row.decided_by is None or row.decided_at is not None:
        return row.decided_at
    places = [place for place, value in enumerate(row.values) if value.by == row.decided_by]
    neighbour = _neighbour(standings.rows, index)
    for place in places:
        if neighbour is not None and neighbour.values[place].value != row.values[place].value:
            return place
    return places[0] if places else None


def _neighbour(rows: tuple[Row, ...], index: int) -> Row | None:
    for other in (index - 1, index + 1):
        if 0 <= other < len(rows) and rows[other].points == rows[index].points:
            return rows[other]
    return None
