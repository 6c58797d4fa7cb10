"""Who a row of a published table is about, and which code a wrong cell has."""

from kontari.tournament.model import Document, Finding, Standings
from kontari.tournament.output.look import NAMES, Names
from kontari.tournament.plain_names import folded


def code_of(key: str) -> str:
    """The code of a wrong cell, by the column of ours or the key that it is."""
    if key in ("rank", "points"):
        return "TRN-C01" if key == "rank" else "TRN-C02"
    return "TRN-C03" if key.startswith(("value ", "values/", "tie_breaks")) else "TRN-C05"


_ENOUGH_DIGITS = 2


def missing(standings: Standings, seen: set[str], place: str, pointer: str | None = None) -> list[Finding]:
    """A finding for each participant that was not seen."""
    return [
        Finding(
            "TRN-C04", {"participant": row.participant, "problem": f"is missing, with rank {row.rank}"}, place, pointer
        )
        for row in standings.rows
        if row.participant not in seen
    ]


class People:
    """Who is meant by an id or a name."""

    def __init__(self, document: Document, standings: Standings) -> None:
        self._ids = {row.participant: row.participant for row in standings.rows}
        self._folded: dict[str, str | None] = {}
        for id_ in self._ids:
            self._add(self._folded, folded(id_), id_)
        self._names: dict[str, str | None] = {}
        self._known: dict[str, set[str]] = {id_: set() for id_ in self._ids}
        shown = [Names(document, how) for how in NAMES]
        full = {one.id: one.name for one in document.participants}
        for id_ in self._ids:
            for name in [full.get(id_, id_), *(names.of(id_) for names in shown)]:
                self._known[id_].add(folded(name))
        for id_, known in self._known.items():
            for name in known:
                self._add(self._names, name, id_)

    @staticmethod
    def _add(where: dict[str, str | None], word: str, id_: str) -> None:
        where[word] = id_ if where.get(word, id_) == id_ else None

    def by_id(self, written: str) -> str | None:
        """Whose id it is."""
        return self._ids.get(written) or self._ids.get(written.removeprefix("'")) or self._folded.get(folded(written))

    def by_name(self, written: str) -> str | None:
        """Whose name it is; None where it is the name of several."""
        return self._names.get(folded(written)) or self._names.get(folded(written.removeprefix("'")))

    def is_name(self, written: str, id_: str) -> bool:
        """Whether somebody may be named so."""
        return bool({folded(written), folded(written.removeprefix("'"))} & self._known[id_])
