"""Standings and cross-tables as pages, in the words of a language."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

from kontari.printable import printable
from kontari.tournament.crosstable import OF_TABLES, CrossTable
from kontari.tournament.exact import text_of
from kontari.tournament.model import Document, Entry, Kind, Results, Stage, Standings, Value
from kontari.tournament.output import cells, evidence
from kontari.tournament.output.look import Look, Names, deciding, deciding_place, value_codes
from kontari.tournament.output.notes import Notes
from kontari.tournament.output.page import Block, Cell, Column, Page, Section
from kontari.tournament.output.values import near_text, value_text
from kontari.tournament.output.words import Words, words


def standings_page(standings: Standings, document: Document, look: Look, results: Results | None = None) -> Page:
    """The table of a stage, with its rulings as footnotes, and as ``look`` says with the addends and every result."""
    said, names = words(look.lang), Names(document, look.names)
    notes = Notes(document, standings.stage, standings.after, names, said, results)
    codes = value_codes(standings, look)
    blocks = [_standings_block(standings, look, codes, names, notes, said)]
    if look.evidence and results is not None:
        blocks.append(_results_block(standings, results, names, notes, said))
    sections = (
        (Section(said("explanation"), tuple(explanation(standings, codes, names, said))),) if look.explain else ()
    )
    return Page(
        _title(document, standings.stage),
        look.lang,
        _lead(standings.stage, standings.after, standings.final, standings.evidence, look, said, codes),
        tuple(blocks),
        said("rulings"),
        tuple(notes.texts),
        sections,
        _legend([row.evidence for row in standings.rows], said),
    )


def _standings_block(
    standings: Standings, look: Look, codes: tuple[str, ...], names: Names, notes: Notes, said: Words
) -> Block:
    tables = standings.stage.system in OF_TABLES
    games = not tables and any(row.games != (0, 0) for row in standings.rows)
    columns = [
        _column(said, "rank", "right"),
        _column(said, "participant", names_row=True),
        _column(said, "played", "right"),
        *([] if tables else [_column(said, key, "right") for key in ("won", "drawn", "lost")]),
        _column(said, "points", "right"),
        *([_column(said, "games", "right")] if games else []),
        *(Column(printable(code), _criterion(standings.stage, place), "right") for place, code in enumerate(codes)),
        _column(said, "decided_by"),
        _column(said, "evidence"),
    ]
    rows = []
    for index, row in enumerate(standings.rows):
        values = [near_text(value) for value in row.values]
        rows.append(
            (
                Cell(str(row.rank)),
                Cell(names.of(row.participant)),
                Cell(str(row.played)),
                *([] if tables else [Cell(str(number)) for number in (row.won, row.drawn, row.lost)]),
                Cell(text_of(row.points)),
                *([Cell("–".join(map(str, row.games)))] if games else []),
                *(Cell(value) for value in [*values, *[""] * (len(codes) - len(values))]),
                Cell(printable(deciding(standings, index, codes))),
                Cell(evidence.letters(row.evidence), notes.about(row.participant)),
            )
        )
    return Block(said("standings"), tuple(columns), tuple(rows))


def _results_block(standings: Standings, results: Results, names: Names, notes: Notes, said: Words) -> Block:
    rows = []
    for round_ in range(1, standings.after + 1):
        for entry, ids in _tables_of(results, round_):
            seats = " – ".join(map(names.of, ids))
            table = "" if entry.table is None else printable(str(entry.table))
            rows.append(
                (
                    Cell(str(round_)),
                    Cell(table),
                    Cell(seats),
                    Cell(_shown(entry, results, ids, said), notes.at(round_, entry.table)),
                    Cell(evidence.word_of(entry.evidence, said)),
                )
            )
    columns = (
        _column(said, "round", "right"),
        _column(said, "table", "right"),
        _column(said, "seats", names_row=True),
        _column(said, "result"),
        _column(said, "evidence"),
    )
    return Block(said("results"), columns, tuple(rows))


def _tables_of(results: Results, round_: int) -> list[tuple[Entry, tuple[str, ...]]]:
    """The tables of a round, each with the entry of the first of its participants; byes behind them."""
    order = {id_: place for place, id_ in enumerate(results.participants)}
    at: dict[str, tuple[str, ...]] = {}
    for one in results.stage.rounds or ():
        if one.round == round_:
            for table in one.tables:
                for id_ in table.participants:
                    at.setdefault(id_, table.participants)
    found: list[tuple[Entry, tuple[str, ...]]] = []
    seen: set[str] = set()
    for id_ in results.participants:
        entry = next((entry for entry in results.entries[id_] if entry.round == round_), None)
        if entry is None or id_ in seen:
            continue
        if id_ in at:
            ids = tuple([one for one in at[id_] if one in order])
        else:
            ids = tuple(sorted([one for one in (id_, *entry.opponents) if one in order], key=order.__getitem__))
        seen.update(ids)
        first = next(entry for entry in results.entries[ids[0]] if entry.round == round_)
        found.append((first, ids))
    return sorted(
        found,
        key=lambda one: (one[0].table is None, isinstance(one[0].table, str), one[0].table or 0, order[one[1][0]]),
    )


def _shown(entry: Entry, results: Results, ids: Sequence[str], said: Words) -> str:
    if entry.table is None and not entry.opponents:
        return said(str(entry.kind)) if entry.kind is not Kind.PENDING else cells.UNPLAYED
    if entry.kind is Kind.FORFEIT_WIN:
        return f"+{cells.MINUS}"
    if entry.kind is Kind.FORFEIT_LOSS:
        return f"{cells.MINUS}+"
    if entry.kind is Kind.DOUBLE_FORFEIT:
        return f"{cells.MINUS}{cells.MINUS}"
    if entry.kind is not Kind.PLAYED:
        return cells.UNPLAYED
    if len(ids) == 2 and entry.games != (0, 0):
        return f"{entry.games[0]}–{entry.games[1]}"
    own = [next(one for one in results.entries[id_] if one.round == entry.round) for id_ in ids]
    if any(one.score != (0, 0) for one in own):
        return " ".join(cells.number(one.score[0], signed=True) for one in own)
    return " ".join(text_of(one.points) for one in own)


def explanation(standings: Standings, codes: tuple[str, ...], names: Names, said: Words) -> list[str]:
    """Per group level on points: the criteria in order with their addends, then what decided each rank."""
    lines: list[str] = []
    for points, group in groupby(enumerate(standings.rows), key=lambda one: one[1].points):
        rows = list(group)
        if len(rows) < 2:
            continue
        level = ", ".join(names.of(row.participant) for _, row in rows)
        lines.append(said("tied", points=text_of(points), names=level))
        for place, code in enumerate(codes[: _needed(standings, [index for index, _ in rows], len(codes))]):
            for _, row in rows:
                if place < len(row.values):
                    lines.append(f"  {printable(code)} {names.of(row.participant)}: {addends(row.values[place])}")
        for index, row in rows:
            code = deciding(standings, index, codes)
            if code:
                line = said("decided", name=names.of(row.participant), rank=row.rank, criterion=printable(code))
            else:
                line = said("shared", name=names.of(row.participant), rank=row.rank)
            lines.append(f"  {line}")
    return lines or [said("by_points")]


def _needed(standings: Standings, indices: Sequence[int], most: int) -> int:
    """How many criteria it took to tell a group apart; all of them where some are still level."""
    places = [deciding_place(standings, index) for index in indices]
    return most if None in places else 1 + max(place for place in places if place is not None)


def addends(value: Value) -> str:
    """How the value of a criterion came about, and the value."""
    shown, text = value_text(value), printable(value.text)
    made = shown if text in ("", shown) else text if text.endswith(f"= {shown}") else f"{text} = {shown}"
    near = near_text(value)
    return made if near == shown else f"{made} {near}"


def crosstable_page(table: CrossTable, document: Document, look: Look, results: Results | None = None) -> Page:
    """The cross-table of a stage; of tables of several, a second block says how often each pair met."""
    said, names = words(look.lang), Names(document, look.names)
    notes = Notes(document, table.stage, table.after, names, said, results)
    blocks = [_by_round(table, names, notes, said), _met(table, names, said)] if table.of_tables else []
    return Page(
        _title(document, table.stage),
        look.lang,
        _lead(table.stage, table.after, table.final, table.evidence, look, said, None),
        tuple(blocks or [_by_opponent(table, names, notes, said)]),
        said("rulings"),
        tuple(notes.texts),
    )


def _by_opponent(table: CrossTable, names: Names, notes: Notes, said: Words) -> Block:
    with_byes = any(not entry.opponents and _is_bye(entry) for row in table.rows for entry in row.rounds)
    numbers = [Column(str(place), names.of(row.participant), "centre") for place, row in enumerate(table.rows, 1)]
    columns = (
        Column("", "", "right"),
        _column(said, "participant", names_row=True),
        *numbers,
        *([_column(said, "byes")] if with_byes else []),
        _column(said, "points", "right"),
        _column(said, "rank", "right"),
    )
    rows = []
    for place, row in enumerate(table.rows, 1):
        met = []
        for other in table.rows:
            entries = row.against(other.participant)
            shown = ", ".join(cells.meeting(entry, table.counted) for entry in entries) or cells.UNPLAYED
            numbers_of = tuple(note for entry in entries for note in notes.at(entry.round, entry.table))
            met.append(Cell(cells.ONESELF) if other is row else Cell(shown, numbers_of))
        byes = [f"{said(str(entry.kind))} R{entry.round}" for entry in row.rounds if _is_bye(entry)]
        rows.append(
            (
                Cell(str(place)),
                Cell(names.of(row.participant)),
                *met,
                *([Cell(", ".join(byes))] if with_byes else []),
                Cell(text_of(row.points)),
                Cell(str(row.rank)),
            )
        )
    return Block(said("crosstable"), columns, tuple(rows))


def _is_bye(entry: Entry) -> bool:
    return entry.kind in (Kind.PAIRED_BYE, Kind.FULL_BYE, Kind.HALF_BYE, Kind.ABSENT)


def _by_round(table: CrossTable, names: Names, notes: Notes, said: Words) -> Block:
    rounds = range(1, table.after + 1)
    columns = (
        _column(said, "rank", "right"),
        _column(said, "participant", names_row=True),
        *(Column(f"R{number}", said("round", round=number), "centre") for number in rounds),
        _column(said, "points", "right"),
    )
    rows = []
    for row in table.rows:
        by_round = {entry.round: entry for entry in row.rounds}
        shown = []
        for number in rounds:
            entry = by_round.get(number)
            if entry is None:
                shown.append(Cell(cells.UNPLAYED))
                continue
            word = said(str(entry.kind)) if _is_bye(entry) else cells.UNPLAYED
            shown.append(Cell(cells.at_table(entry, table, word), notes.at(number, entry.table)))
        rows.append((Cell(str(row.rank)), Cell(names.of(row.participant)), *shown, Cell(text_of(row.points))))
    return Block(said("crosstable"), columns, tuple(rows))


def _met(table: CrossTable, names: Names, said: Words) -> Block:
    ids = [row.participant for row in table.rows]
    columns = (
        Column("", "", "right"),
        _column(said, "participant", names_row=True),
        *(Column(str(place), names.of(id_), "centre") for place, id_ in enumerate(ids, 1)),
    )
    rows = []
    for place, one in enumerate(ids, 1):
        counts = [
            Cell(cells.ONESELF if one == other else str(table.met.get((one, other)) or table.met.get((other, one), 0)))
            for other in ids
        ]
        rows.append((Cell(str(place)), Cell(names.of(one)), *counts))
    return Block(said("met"), columns, tuple(rows))


def _title(document: Document, stage: Stage) -> str:
    return f"{printable(document.name)}: {printable(stage.name or stage.id)}"


def _lead(
    stage: Stage,
    after: int,
    final: bool,
    counts: Mapping[str, int],
    look: Look,
    said: Words,
    codes: tuple[str, ...] | None,
) -> tuple[str, ...]:
    state = said("after", after=after, planned=stage.rounds_planned)
    if look.provisional:
        state += f", {said('provisional')}"
    elif final:
        state += f", {said('final')}"
    lines = [state]
    if counts:
        lines.append(evidence.sentence(counts, said))
    if codes is not None:
        listed = ", ".join(printable(code) for code in codes)
        lines.append(said("tie_breaks", criteria=listed) if codes else said("no_tie_breaks"))
    return tuple(lines)


def _legend(rows: Sequence[Mapping[str, int]], said: Words) -> tuple[str, ...]:
    kinds: Counter[str] = Counter()
    for one in rows:
        kinds.update(one)
    line = evidence.legend(kinds, said)
    return (line,) if line else ()


def _criterion(stage: Stage, place: int) -> str:
    return stage.tie_breaks[place].by if place < len(stage.tie_breaks) else ""


def _column(said: Words, key: str, align: str = "left", names_row: bool = False) -> Column:
    short, full = said.heads[key]
    return Column(short, full, "right" if align == "right" else "left", names_row)
