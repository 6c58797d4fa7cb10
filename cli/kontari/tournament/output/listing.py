"""Lists for the wall as pages and as CSV."""

from kontari.printable import printable
from kontari.tournament.lists import Listing, by_table, seats
from kontari.tournament.model import Document, Round
from kontari.tournament.output.csv_ import Written, written
from kontari.tournament.output.look import Look, Names
from kontari.tournament.output.page import Block, Cell, Column, Page
from kontari.tournament.output.words import Words, words
from kontari.tournament.plain_names import folded

_LINE = "_" * 12


def listing_page(listing: Listing, document: Document, look: Look) -> Page:
    """A block a round, or a table where they are slips."""
    said, names = words(look.lang), Names(document, look.names)
    made = {"tables": _tables, "persons": _persons, "slips": _slips}[listing.what]
    blocks = [block for round_ in listing.rounds for block in made(document, round_, names, said)]
    stage = printable(listing.stage.name or listing.stage.id)
    lead = said({"tables": "tables", "persons": "persons", "slips": "slips"}[listing.what])
    if len(blocks) == 1:
        lead += f", {blocks[0].caption}"
    return Page(f"{printable(document.name)}: {stage}", look.lang, (lead,), tuple(blocks))


def _caption(round_: Round, said: Words) -> str:
    caption = said("round", round=round_.round)
    return f"{caption}, {printable(round_.date)}" if round_.date else caption


def _column(said: Words, key: str, right: bool = False, names_row: bool = False) -> Column:
    short, full = said.heads[key]
    return Column(short, full, "right" if right else "left", names_row)


def _tables(document: Document, round_: Round, names: Names, said: Words) -> list[Block]:
    known = {one.id: one for one in document.participants}

    def shown(id_: str) -> str:
        return names.with_members(known[id_]) if id_ in known else names.of(id_)

    rows = [
        (Cell(printable(str(table.table))), Cell(" – ".join(map(shown, table.participants))))
        for table in by_table(round_)
    ]
    rows += [(Cell(said(_bye(one.kind))), Cell(shown(one.participant))) for one in round_.byes]
    columns = (_column(said, "table", right=True, names_row=True), _column(said, "seats"))
    return [Block(_caption(round_, said), columns, tuple(rows))]


def _bye(kind: str) -> str:
    return {"paired": "paired-bye", "full": "full-bye", "half": "half-bye"}.get(kind, kind)


def _persons(document: Document, round_: Round, names: Names, said: Words) -> list[Block]:
    found: list[tuple[str, str, str, str]] = []
    for one, table, place in seats(document, round_):
        own = names.of(one.id)
        people = {names.person(member.id) for member in one.members if not member.substitute} | {own}
        found += [(person, own, printable(str(table.table)), str(place)) for person in people]
    known = {one.id: one for one in document.participants}
    for bye in round_.byes:
        own = names.of(bye.participant)
        members = known[bye.participant].members if bye.participant in known else ()
        people = {names.person(member.id) for member in members if not member.substitute} | {own}
        found += [(person, own, said(_bye(bye.kind)), "") for person in people]
    found.sort(key=lambda row: (folded(row[0]), row))
    columns = (
        _column(said, "person", names_row=True),
        _column(said, "participant"),
        _column(said, "table", right=True),
        _column(said, "seat", right=True),
    )
    return [Block(_caption(round_, said), columns, tuple(tuple(map(Cell, row)) for row in found))]


def _slips(document: Document, round_: Round, names: Names, said: Words) -> list[Block]:
    known = {one.id: one for one in document.participants}
    columns = (
        _column(said, "participant", names_row=True),
        _column(said, "result"),
        _column(said, "signature"),
    )
    blocks = []
    for table in by_table(round_):
        rows = tuple(
            (Cell(names.with_members(known[id_]) if id_ in known else names.of(id_)), Cell(_LINE), Cell(_LINE * 2))
            for id_ in table.participants
        )
        place = f"{_caption(round_, said)}, {said('table', table=printable(str(table.table)))}"
        blocks.append(Block(place, columns, rows, apart=True))
    return blocks


def listing_csv(listing: Listing, document: Document, look: Look) -> str:
    """A row a seat, with participant and persons, in the order of the list; the headings are the same for all lists."""
    names = Names(document, look.names)
    rows: list[tuple[Written, ...]] = [("stage", "round", "table", "seat", "participant", "name", "members")]
    for round_ in listing.rounds:
        made: list[tuple[Written, ...]] = []
        for one, table, place in seats(document, round_):
            people = ", ".join(names.person(member.id) for member in one.members if not member.substitute)
            made.append((listing.stage.id, round_.round, table.table, place, one.id, names.of(one.id), people))
        known = {one.id: one for one in document.participants}
        for bye in round_.byes:
            members = known[bye.participant].members if bye.participant in known else ()
            people = ", ".join(names.person(member.id) for member in members if not member.substitute)
            kind = _bye(bye.kind)
            made.append((listing.stage.id, round_.round, kind, "", bye.participant, names.of(bye.participant), people))
        rows += sorted(made, key=lambda row: folded(str(row[5]))) if listing.what == "persons" else made
    return written(rows, look.excel)
