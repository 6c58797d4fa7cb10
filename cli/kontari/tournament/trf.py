"""A stage of two sides as TRF16, the tournament report file that programs for chess read.

Match points are given as 1, ½ and 0, whatever the stage gives for a win. A result that is still pending is blank.
"""

from fractions import Fraction

from kontari.printable import printable
from kontari.tournament.criteria import TABLE_SYSTEMS
from kontari.tournament.criteria.totals import loss, win
from kontari.tournament.exact import text_of
from kontari.tournament.model import Document, Entry, Exact, Kind, Results, Standings

MOST = 9999
"""More participants have no start number of four digits."""

_TYPES = {
    "swiss": "Individual: Swiss-System",
    "lives": "Individual: Swiss-System",
    "round-robin": "Individual: Round-Robin",
}
_WORTH = {
    "1": Fraction(1),
    "+": Fraction(1),
    "U": Fraction(1),
    "F": Fraction(1),
    "=": Fraction(1, 2),
    "H": Fraction(1, 2),
}
_BLANK = " " * 10


def trf(document: Document, results: Results, standings: Standings) -> str:
    """The report; start numbers are the canonical order.

    Raises ValueError for a stage at tables, and for more participants than there are numbers.
    """
    stage = results.stage
    if stage.system in TABLE_SYSTEMS:
        raise ValueError(f"stage {stage.id}: TRF knows matches of two sides only, not the system {stage.system}")
    if len(results.participants) > MOST:
        raise ValueError(f"stage {stage.id}: {len(results.participants)} participants; TRF has numbers for {MOST}")
    numbers = {id_: number for number, id_ in enumerate(results.participants, 1)}
    ranks = {row.participant: row.rank for row in standings.rows}
    first = _first_sides(results)
    lines = [
        f"012 {printable(document.name)}",
        *([f"022 {printable(document.site)}"] if document.site else []),
        *(
            f"{code} {date.replace('-', '/')}"
            for code, date in (("042", document.start), ("052", document.end))
            if date
        ),
        f"062 {len(results.participants)}",
        f"092 {_TYPES.get(stage.system, 'Individual: ' + stage.system)}",
        f"XXR {stage.rounds_planned}",
    ]
    participants = {one.id: one for one in document.participants}
    for id_ in results.participants:
        signs = [(entry, _sign(results, entry)) for entry in results.entries[id_]]
        points = sum((_WORTH.get(sign, Fraction()) for _, sign in signs), Fraction())
        one = participants[id_]
        rating = "" if one.rating is None else one.rating
        own = f"001 {numbers[id_]:>4}      {printable(one.name)[:33]:<33} {rating:>4}"
        head = f"{own} {'':3} {'':11} {'':10} {_decimal(points):>4} {ranks[id_]:>4}"
        lines.append(head + "".join(_round(id_, entry, sign, numbers, first) for entry, sign in signs).rstrip())
    return "\n".join(lines) + "\n"


def _decimal(points: Fraction) -> str:
    text = text_of(points)
    return text if "." in text else f"{text}.0"


def _first_sides(results: Results) -> frozenset[tuple[int, str]]:
    """Who is the first side in a round, as far as the document says."""
    rounds = results.stage.rounds or ()
    return frozenset((one.round, table.participants[0]) for one in rounds for table in one.tables if table.participants)


def _sign(results: Results, entry: Entry) -> str:
    """The sign of a result; a blank where it is pending."""
    match entry.kind:
        case Kind.PENDING:
            return " "
        case Kind.PLAYED:
            return "1=0"[_level(results, entry.points)]
        case Kind.FORFEIT_WIN:
            return "+"
        case Kind.FORFEIT_LOSS | Kind.DOUBLE_FORFEIT:
            return "-"
        case Kind.PAIRED_BYE:
            return "UHZ"[_level(results, entry.points)]
        case _:
            return "FHZ"[_level(results, entry.points)]


def _level(results: Results, points: Exact) -> int:
    """0 for the points of a win, 2 for those of a loss, 1 between."""
    if points >= win(results.stage.points):
        return 0
    return 2 if points <= loss(results.stage.points) else 1


def _round(id_: str, entry: Entry, sign: str, numbers: dict[str, int], first: frozenset[tuple[int, str]]) -> str:
    if sign == " " or not numbers.keys() >= set(entry.opponents):
        return _BLANK
    if not entry.opponents:
        return f"  0000 - {sign}"
    other = entry.opponents[0]
    if (entry.round, id_) in first:
        white = True
    elif (entry.round, other) in first:
        white = False
    else:
        white = numbers[id_] < numbers[other]
    return f"  {numbers[other]:>4} {'w' if white else 'b'} {sign}"
