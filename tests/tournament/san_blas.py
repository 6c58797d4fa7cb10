"""A league of four pairs and a night of tables, made by hand: what every form of output is tried with."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from kontari.tournament.model import (
    Acceptance,
    Bye,
    Document,
    Entry,
    Evidence,
    Kind,
    Member,
    Participant,
    Points,
    Results,
    Round,
    Row,
    Ruling,
    Seating,
    Stage,
    Standings,
    Table,
    TieBreak,
    Value,
)

CODES = ("DE", "GD", "GF")
V, R = Evidence.VERIFIED, Evidence.RULING


def participant(id_: str, *members: str, seed: int | None = None, name: str | None = None) -> Participant:
    people = tuple(Member(one, one.replace("-", " ").title()) for one in members)
    shown = name or id_.title()
    return Participant(id_, shown, people or (Member(id_, shown),), seed)


PAIRS = (
    participant("bidasoa", "ana-e", "jon-i", seed=1),
    participant("urola", "mikel-a", "itziar-l", seed=2),
    participant("deba", "pello-u", "nerea-g", seed=3),
    participant("oria", "xabi-m", "ane-b", seed=4),
)
FORFEIT = Ruling("forfeit", "did not appear within 45 minutes", official="J. Arregi", by=("deba",), played=False)
ROUNDS = (
    Round(1, (Table(1, ("bidasoa", "oria")), Table(2, ("urola", "deba"), ruling=FORFEIT)), date="2026-02-03"),
    Round(2, (Table(1, ("oria", "deba")), Table(2, ("bidasoa", "urola")))),
    Round(3, (Table(1, ("urola", "oria")), Table(2, ("deba", "bidasoa")))),
)
LEAGUE = Stage(
    "liga",
    "round-robin",
    3,
    Points(win=2, draw=1, loss=0),
    (TieBreak("direct-encounter"), TieBreak("games-difference"), TieBreak("games-for")),
    rounds=ROUNDS,
)
RULES = {"preset": "classic", "games_to_win": 3}


def document(*stages: Stage, participants: Sequence[Participant] = PAIRS, **more: Any) -> Document:
    acceptance = Acceptance(rules=RULES, sheets="any")
    return Document("Torneo de San Blas", "mus", tuple(participants), stages or (LEAGUE,), records=acceptance, **more)


def met(round_: int, table: int, other: str, own: int, against: int, evidence: Evidence = V, **more: Any) -> Entry:
    kind = Kind.PLAYED if evidence is not R else Kind.FORFEIT_WIN if own > against else Kind.FORFEIT_LOSS
    return Entry(round_, kind, 2 if own > against else 0, table, (other,), (own, against), evidence=evidence, **more)


RESULTS = Results(
    LEAGUE,
    ("bidasoa", "urola", "deba", "oria"),
    3,
    {
        "bidasoa": (met(1, 1, "oria", 3, 0), met(2, 2, "urola", 3, 1), met(3, 2, "deba", 2, 3)),
        "urola": (met(1, 2, "deba", 3, 0, R), met(2, 2, "bidasoa", 1, 3), met(3, 1, "oria", 3, 2)),
        "deba": (met(1, 2, "urola", 0, 3, R), met(2, 1, "oria", 3, 1), met(3, 2, "bidasoa", 3, 2)),
        "oria": (met(1, 1, "bidasoa", 0, 3), met(2, 1, "deba", 1, 3), met(3, 1, "urola", 2, 3)),
    },
    final=True,
)


def row(rank: int, id_: str, points: int, games: tuple[int, int], de: int, text: str, by: str | None, **ev: int) -> Row:
    values = (
        Value("direct-encounter", de, text),
        Value("games-difference", games[0] - games[1], f"{games[0]} − {games[1]}"),
        Value("games-for", games[0]),
    )
    won = points // 2
    return Row(rank, id_, points, values, by, 3, won, 0, 3 - won, games, ev)


STANDINGS = Standings(
    LEAGUE,
    3,
    True,
    (
        row(1, "bidasoa", 4, (8, 4), 1, "2 of 4, +1; then 2 of 2", "direct-encounter", verified=3),
        row(2, "urola", 4, (7, 5), 0, "2 of 4, +1; then 0 of 2", "direct-encounter", verified=2, ruling=1),
        row(3, "deba", 4, (6, 6), -1, "2 of 4, −2", "direct-encounter", verified=2, ruling=1),
        row(4, "oria", 0, (3, 9), 0, "", None, verified=3),
    ),
    {"verified": 5, "ruling": 1},
)

# Tables of several

NIGHT_CODES = ("TW", "PL", "OTP")
PLAYERS = tuple(
    participant(id_, name=name)
    for id_, name in zip("abcdefg", ("Ana", "Bea", "Cai", "Dani", "Eva", "Fer", "Gus"), strict=True)
)
NIGHT = Stage(
    "main",
    "tables",
    2,
    Points(places={3: (4, 2, 0), 4: (4, 2, 1, 0)}),
    (TieBreak("tables-won"), TieBreak("places"), TieBreak("table-opponents")),
    seating=Seating(4, 3, 4),
    rounds=(
        Round(1, (Table(1, ("a", "b", "c", "d")), Table(2, ("e", "f", "g")))),
        Round(2, (Table(1, ("a", "b", "e")), Table("B", ("c", "d", "f"))), (Bye("g", "paired"),)),
    ),
)


def sat(round_: int, table: int | str, others: str, place: int, score: int, points: Any, level: int = 1) -> Entry:
    return Entry(
        round_,
        Kind.PLAYED,
        points,
        table,
        tuple(others),
        score=(score, max(score, 0)),
        place=place,
        level=level,
        size=len(others) + 1,
        evidence=V,
    )


NIGHT_RESULTS = Results(
    NIGHT,
    tuple("abcdefg"),
    2,
    {
        "a": (sat(1, 1, "bcd", 1, 24, 4), sat(2, 1, "be", 1, 10, 3, 2)),
        "b": (sat(1, 1, "acd", 2, -3, 2), sat(2, 1, "ae", 1, 10, 3, 2)),
        "c": (sat(1, 1, "abd", 3, -5, 1), sat(2, "B", "df", 1, 30, 4)),
        "d": (sat(1, 1, "abc", 4, -16, 0), sat(2, "B", "cf", 2, -10, 2)),
        "e": (sat(1, 2, "fg", 1, 9, 4), sat(2, 1, "ab", 3, -20, 0)),
        "f": (sat(1, 2, "eg", 2, -4, 2), sat(2, "B", "cd", 3, -20, 0)),
        "g": (
            sat(1, 2, "ef", 3, -5, 0),
            Entry(2, Kind.PAIRED_BYE, 2, evidence=Evidence.BYE),
        ),
    },
    final=True,
)


def _night_row(rank: int, id_: str, points: Any, won: Any, places: tuple[int, ...], opponents: Any) -> Row:
    values = (Value("tables-won", won), Value("places", places), Value("table-opponents", opponents))
    evidence: Mapping[str, int] = {"verified": 1, "bye": 1} if id_ == "g" else {"verified": 2}
    return Row(rank, id_, points, values, None, 2 - (id_ == "g"), 0, 0, 0, (0, 0), evidence)


NIGHT_STANDINGS = Standings(
    NIGHT,
    2,
    True,
    (
        _night_row(1, "a", 7, Fraction(3, 2), (2, 0, 0, 0), Fraction(47, 6)),
        _night_row(2, "b", 5, Fraction(1, 2), (1, 1, 0, 0), Fraction(26, 3)),
        _night_row(3, "c", 5, 1, (1, 0, 1, 0), Fraction(19, 3)),
        _night_row(4, "e", Fraction(9, 2), 1, (1, 0, 1, 0), 8),
        _night_row(5, "d", 2, 0, (0, 1, 0, 1), Fraction(55, 6)),
        _night_row(5, "f", 2, 0, (0, 1, 1, 0), Fraction(13, 2)),
        _night_row(5, "g", 2, 0, (0, 0, 1, 0), 3),
    ),
    {"verified": 4, "bye": 1},
)


def night() -> Document:
    return Document("Club night", "rummikub", PLAYERS, (NIGHT,), records=Acceptance(sheets="signed"))
