"""The criteria by which ties are broken: one register, from which everything that names one takes it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kontari.tournament.criteria import either, tables, two_sided
from kontari.tournament.exact import text_of
from kontari.tournament.model import Document, Results, TieBreak, Value

Function = Callable[[Results, Document, TieBreak, Sequence[str]], dict[str, Value]]
"""The values for a set of participants; a criterion of a group looks at nobody outside the set."""

TABLE_SYSTEMS = ("tables", "individual")
"""The systems with tables of several; all others have two sides."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """A criterion: its short code, where it fits, which way it sorts, and what there is to say about it.

    ``two_sided`` and ``tables`` are the functions for the two kinds of stages, None where it does not fit.
    ``group``: whether it looks at matches inside a tied set. ``parameters``: the keys of a tie-break that it heeds.
    """

    code: str
    definition: str
    source: str
    example: str
    two_sided: Function | None = None
    tables: Function | None = None
    ascending: bool = False
    group: bool = False
    parameters: tuple[str, ...] = ()

    def function(self, system: str) -> Function | None:
        """The function for stages of a system."""
        return self.tables if system in TABLE_SYSTEMS else self.two_sided


_FIDE = "FIDE Handbook C.07, Tie-Break Regulations"
_MSO = "Mind Sports Olympiad, tie-breaks of Pentamind events"
_MAGIC = "Magic: The Gathering Tournament Rules, appendix C"
_CATAN = "Catan tournaments: victories, points, share of the table's points"
_LEAGUE = "leagues of two sides, as in many sports"
_OURS = "this program"

_UNPLAYED = (
    " What a round that was not played contributes is the stage's `unplayed`. as-scheduled: like one that was."
    " dummy-2026: a game against a dummy with the own score, which counts at most the scheduled opponent's score (after"
    " a forfeit) or a draw in every round (after a bye or an absence). dummy-2024: the same without these limits."
    " left-out: nothing. With a dummy, a half-bye or absence that nothing but such rounds and forfeited matches follow"
    " is a draw in the opponent's score."
)

CRITERIA: Mapping[str, Criterion] = {
    "wins": Criterion(
        "WIN",
        "The number of rounds with the points of a win, played or not: a bye or a forfeit that gives them counts.",
        f"{_FIDE}, 7.1",
        "2 wins, a win by forfeit, a bye of 1 point = 4",
        two_sided=two_sided.wins,
    ),
    "wins-played": Criterion(
        "WON",
        "The number of rounds won by playing.",
        f"{_FIDE}, 7.2",
        "2 wins, a win by forfeit = 2",
        two_sided=two_sided.wins_played,
    ),
    "games-difference": Criterion(
        "GD",
        "Games won less games lost, over all rounds. A forfeit gives the stage's `forfeit_games`.",
        _LEAGUE,
        "3-1, 2-3, 3-0: 2 - 1 + 3 = 4",
        two_sided=two_sided.games_difference,
    ),
    "games-for": Criterion(
        "GF",
        "Games won, over all rounds. A forfeit gives the stage's `forfeit_games`.",
        "Rubicon bar, Mus 2008: more games in favour",
        "3-1, 2-3, 3-0: 3 + 2 + 3 = 8",
        two_sided=two_sided.games_for,
    ),
    "games-against": Criterion(
        "GA",
        "Games lost, over all rounds; fewer are better.",
        _LEAGUE,
        "3-1, 2-3, 3-0: 1 + 3 + 0 = 4",
        two_sided=two_sided.games_against,
        ascending=True,
    ),
    "games-ratio": Criterion(
        "GR",
        "Games won divided by games lost. Who lost none is above all others; of these, more games won are better.",
        _LEAGUE,
        "8 won, 4 lost: 8/4 = 2",
        two_sided=two_sided.games_ratio,
    ),
    "stones-difference": Criterion(
        "SD",
        "Stones won less stones lost, over all finished games.",
        _LEAGUE,
        "40-31, 22-40, 40-12: 9 - 18 + 28 = 19",
        two_sided=two_sided.stones_difference,
    ),
    "score-difference": Criterion(
        "SCD",
        "The own score less the opponent's, over all rounds with an opponent; `drop_best` and `drop_worst` leave out so"
        " many of the largest and smallest rounds.",
        f"{_MSO}: the spread without the best round",
        "drop_best 1: +30, -12, +5 give -12 + 5 = -7",
        two_sided=two_sided.score_difference,
        parameters=("drop_best", "drop_worst"),
    ),
    "direct-encounter": Criterion(
        "DE",
        "The place within the tied set (1 is best), by the points of the matches between its members, then by the"
        " `inner` criteria of the same matches. `when` all-met: if all have met; otherwise whoever stays alone on top"
        " whatever the missing matches give is placed first, then the next. sweep: who beat all others is first, who"
        " lost to all is last, and nothing else counts. always: the plain sum. `again` (unless false): applied anew to"
        " those still level. At tables a better place counts 1, an equal one a half, the mean of all meetings of two.",
        f"{_FIDE}, 6; {_MSO}",
        "A, B, C are level; A beat B and C: A is placed 1; B beat C: 2, 3",
        two_sided=two_sided.direct_encounter,
        tables=tables.direct_encounter,
        ascending=True,
        group=True,
        parameters=("when", "inner", "again"),
    ),
    "buchholz": Criterion(
        "BH",
        "The sum of the opponents' points. `cut_low` leaves out the least contributions (those of rounds that were not"
        " played by one's own choice before others), `cut_high` the greatest. `of` games or score: the sum of what the"
        " opponents won of these." + _UNPLAYED,
        f"{_FIDE}, 8.1 and 16 (2024-08-01 and 2026-03-01)",
        "4 (Bidasoa, R2) + 4 (Deba, R1) + 0 (Oria, R3) = 8",
        two_sided=two_sided.buchholz,
        parameters=("cut_low", "cut_high", "of"),
    ),
    "sonneborn-berger": Criterion(
        "SB",
        "The sum over the rounds of the opponent's points times the own result: 1 for a win, a half for a draw;"
        " with `weight` games, the games won. `cut_low` and `cut_high` leave out the opponents with the least and most;"
        " `of` is as for buchholz." + _UNPLAYED,
        f"{_FIDE}, 9.1 and 16 (2024-08-01 and 2026-03-01)",
        "beat 4 points, drew with 3: 4 × 1 + 3 × 0.5 = 5.5",
        two_sided=two_sided.sonneborn_berger,
        parameters=("cut_low", "cut_high", "of", "weight"),
    ),
    "progressive": Criterion(
        "PS",
        "The sum of the points one had after each round; `cut_low` leaves out the first rounds.",
        f"{_FIDE}, 7.5",
        "win, loss, win: 1 + 1 + 2 = 4",
        two_sided=two_sided.progressive,
        parameters=("cut_low",),
    ),
    "koya": Criterion(
        "KS",
        "The points taken from opponents who have at least `limit` (a half) of all points that were to be had: a win"
        " in each round, and what the bye gives in a round in which one was the odd one out.",
        f"{_FIDE}, 9.2",
        "4 rounds: points against all who have 2 or more",
        two_sided=two_sided.koya,
        parameters=("limit",),
    ),
    "opponent-win-rate": Criterion(
        "OWR",
        "The mean over the opponents one played of their share of the points to be had, byes left out of both; each"
        " is at least `floor` (1/3). At tables: of their share of tables won.",
        _MAGIC,
        "6 won, 2 lost, 1 drawn at 3 points: 19/27",
        two_sided=two_sided.opponent_win_rate,
        tables=tables.opponent_win_rate,
        parameters=("floor",),
    ),
    "game-win-rate": Criterion(
        "GWR",
        "The share of games won, byes left out, at least `floor` (0).",
        _MAGIC,
        "7 of 10 games = 0.7",
        two_sided=two_sided.game_win_rate,
        parameters=("floor",),
    ),
    "opponent-game-win-rate": Criterion(
        "OGWR",
        "The mean over the opponents one played of their share of games won, each at least `floor` (1/3).",
        _MAGIC,
        "opponents with 7/10 and 1/5: (7/10 + 1/3) / 2 = 31/60",
        two_sided=two_sided.opponent_game_win_rate,
        parameters=("floor",),
    ),
    "opponent-rating": Criterion(
        "ARO",
        "The mean rating of the opponents one played, rounded half up; `cut_low` and `cut_high` leave out the lowest"
        " and highest. Who has no rating counts as `unrated`, or not at all.",
        f"{_FIDE}, 10.1",
        "1800, 1755 give 1778",
        two_sided=two_sided.opponent_rating,
        parameters=("cut_low", "cut_high", "unrated"),
    ),
    "tables-won": Criterion(
        "TW",
        "The number of tables won; a first place that k share counts 1/k.",
        _CATAN,
        "first alone, first of two = 1.5",
        tables=tables.tables_won,
    ),
    "places": Criterion(
        "PL",
        "The number of first places, then of second ones, and so on; a shared place counts as its best.",
        f"{_MSO}: most wins, then seconds",
        "2-1-0-0 is above 2-0-3-0",
        tables=tables.places,
    ),
    "score": Criterion(
        "SC",
        "The sum of the scores.",
        "rule sheet of Rummikub: highest cumulative score",
        "24 - 5 + 11 = 30",
        tables=tables.score,
    ),
    "score-share": Criterion(
        "SS",
        "The sum over the tables of the score divided by the sum of the positive scores there.",
        _CATAN,
        "10 of 30, 8 of 32: 1/3 + 0.25 = 7/12",
        tables=tables.score_share,
    ),
    "rounds-won": Criterion(
        "RW",
        "The number of games won inside the matches.",
        "rule sheet of Rummikub: most games won in all rounds",
        "2 + 0 + 1 = 3",
        tables=tables.rounds_won,
    ),
    "table-opponents": Criterion(
        "OTP",
        "The sum over the tables of the mean of the others' points, so that tables of three and four compare;"
        " `cut_low` and `cut_high` leave out the least and greatest.",
        f"{_OURS}: there is no standard for more than two",
        "others with 4, 2, 0 and with 3, 1: 2 + 2 = 4",
        tables=tables.table_opponents,
        parameters=("cut_low", "cut_high"),
    ),
    "last-table": Criterion(
        "LT",
        "The number of the table in the last round; lower is better, none is last. Tables must be numbered by rank.",
        f"{_MSO}: board of the last round",
        "table 1 is above table 2",
        tables=tables.last_table,
        ascending=True,
    ),
    "last-place": Criterion(
        "LP",
        "The place at the table of the last round; lower is better, none is last.",
        f"{_MSO}: result of the last round",
        "second is above third",
        tables=tables.last_place,
        ascending=True,
    ),
    "played": Criterion(
        "PLD",
        "The number of tables played.",
        _OURS,
        "3 tables and a bye = 3",
        tables=tables.played,
    ),
    "seed": Criterion(
        "SEED",
        "The seed; lower is better. Who has none is behind.",
        _OURS,
        "seed 2 is above seed 5",
        two_sided=either.seed,
        tables=either.seed,
        ascending=True,
    ),
    "lots": Criterion(
        "LOTS",
        "The place by lot within the tied set: in ascending order of the SHA-256 of the draw, a line feed, the stage,"
        " a line feed, and the participant's id, in UTF-8. The draw is `draw`, else the tournament's name followed by"
        " its start. Anyone can repeat it.",
        _OURS,
        "printf 'Torneo2026-02-03\\nliga\\nurola' | sha256sum",
        two_sided=either.lots,
        tables=either.lots,
        ascending=True,
        group=True,
        parameters=("draw",),
    ),
    "play-off": Criterion(
        "PO",
        "The rank in the stage that `stage` names; lower is better. Who was not in it is behind.",
        f"{_FIDE}, 5",
        "first of the play-off is above second",
        two_sided=either.play_off,
        tables=either.play_off,
        ascending=True,
        parameters=("stage",),
    ),
}
"""Every criterion by the word that a document has."""

_LEVEL = {"games": "-G", "score": "-S"}
_WHEN = {"sweep": "-S", "always": "-A"}


def code(tie_break: TieBreak) -> str:
    """The short name of a criterion with its parameters, such as ``BH``, ``BH-C1``, ``SB-W``."""
    text = CRITERIA[tie_break.by].code + _LEVEL.get(tie_break.of or "", "") + _WHEN.get(tie_break.when or "", "")
    if tie_break.weight == "games":
        text += "-W"
    low, high = tie_break.cut_low, tie_break.cut_high
    if low and low == high:
        return f"{text}-M{low}"
    for letter, number in (("C", low), ("H", high), ("B", tie_break.drop_best), ("D", tie_break.drop_worst)):
        if number:
            text += f"-{letter}{number}"
    return text


def codes(tie_breaks: Sequence[TieBreak]) -> tuple[str, ...]:
    """The short names of a list, each different: a second ``BH`` is ``BH#2``."""
    found: list[str] = []
    for tie_break in tie_breaks:
        name = code(tie_break)
        times = sum(1 for one in found if one.partition("#")[0] == name)
        found.append(f"{name}#{times + 1}" if times else name)
    return tuple(found)


def shown(value: Value) -> str:
    """The value itself, without addends: ``8``, ``3.5``, ``1/3``; the places as ``2-1-0``."""
    if value.by == "games-ratio" and isinstance(value.value, tuple):
        endless, amount = value.value
        return f"{amount}/0" if endless else text_of(amount)
    if isinstance(value.value, tuple):
        return "-".join(map(text_of, value.value))
    return text_of(value.value)
