"""The shape of a tournament document, in the vocabulary of ``kontari.shape``."""

from typing import Annotated, Literal

from pydantic import Field

from kontari.record.envelope import GAME_NAMES, SHA256_PATTERN, VERSION_PATTERN
from kontari.shape import MAX_INT, Absent, Count, Free, Named, Score, Shape
from kontari.tournament.model import MOST_CYCLES, MOST_ROUNDS, MOST_SEATS

_DATE = r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(?!\n)$"
_NUMBER = r"^-?[0-9]{1,30}(\.[0-9]{1,30}|/[1-9][0-9]{0,29})?(?!\n)$"

Date = Annotated[str, Field(pattern=_DATE), Named("date")]
Id = Annotated[str, Field(pattern=r"^[^\n]{1,64}(?!\n)$"), Named("id")]
Number = Annotated[int | Annotated[str, Field(pattern=_NUMBER)], Named("number")]
Ordinal = Annotated[int, Field(ge=1, le=MOST_ROUNDS), Named("ordinal")]
Positive = Annotated[int, Field(ge=1, le=MAX_INT), Named("positive")]
Sha256 = Annotated[str, Field(pattern=SHA256_PATTERN), Named("sha256")]

DATE = "2026-02-03"
HASH = "0" * 64
STAGE = {"id": "liga", "system": "round-robin", "rounds_planned": 3, "points": {"win": 2}, "tie_breaks": "mus-liga"}


class About(Shape):
    """What the tournament is."""

    name: Annotated[str, Field(description="the name of the tournament", examples=["Torneo de San Blas"])]
    game: Annotated[
        Literal[GAME_NAMES],  # type: ignore[valid-type]
        Field(description="the game that is played", examples=[GAME_NAMES[0]]),
    ]
    site: Annotated[Absent[str], Field(description="where it is held", examples=["Bergara"])] = None
    start: Annotated[Absent[Date], Field(description="its first day", examples=[DATE])] = None
    end: Annotated[Absent[Date], Field(description="its last day", examples=["2026-02-06"])] = None
    note: Annotated[Absent[str], Field(description="a remark in words", examples=["entry by bars"])] = None


class Records(Shape):
    """Which records and sheets count."""

    event: Annotated[
        Absent[str],
        Field(
            description="the event.name that records must have; any, where left out", examples=["Torneo de San Blas"]
        ),
    ] = None
    rules: Annotated[
        Absent[Free],
        Field(
            description="the rules that records must have in force, as a record declares them",
            examples=[{"preset": "classic"}],
        ),
    ] = None
    proof: Annotated[
        Absent[Literal["complete", "partial"]],
        Field(description="the least strength of proof that counts; default partial", examples=["partial"]),
    ] = None
    misscored: Annotated[
        Absent[Literal["recompute", "refuse"]],
        Field(
            description="whether a misscored record counts by its recomputed result; default recompute",
            examples=["recompute"],
        ),
    ] = None
    unmatched: Annotated[
        Absent[Literal["fault", "warn", "ignore"]],
        Field(description="what a record that fits no table is; default fault", examples=["warn"]),
    ] = None
    sheets: Annotated[
        Absent[Literal["none", "signed", "any"]],
        Field(description="which result sheets on paper count where no record does; default none", examples=["signed"]),
    ] = None


class Member(Shape):
    """A person who plays for a participant."""

    id: Annotated[Id, Field(description="the players[].id (or name) in records", examples=["ana-e"])]
    name: Annotated[Absent[str], Field(description="the name as shown", examples=["Ana"])] = None
    rating: Annotated[Absent[Score], Field(description="the rating at the start", examples=[1512])] = None
    substitute: Annotated[Absent[bool], Field(description="whether a substitute", examples=[True])] = None


class Withdrawn(Shape):
    """Since when a participant plays no more."""

    stage: Annotated[Absent[Id], Field(description="the stage that was left; default the first", examples=["liga"])] = (
        None
    )
    after: Annotated[Count, Field(description="the last round before it left", examples=[3])]
    expelled: Annotated[
        Absent[bool],
        Field(description="sent away: all its results of the stage are annulled", examples=[True]),
    ] = None
    reason: Annotated[Absent[str], Field(description="why, in words", examples=["illness"])] = None


class Participant(Shape):
    """Who competes: a player, a pair, a team."""

    id: Annotated[Id, Field(description="the id within this document", examples=["bidasoa"])]
    name: Annotated[Absent[str], Field(description="the name as shown; default the id", examples=["Bidasoa"])] = None
    seed: Annotated[Absent[Positive], Field(description="the place in the order of seeds, 1 first", examples=[1])] = (
        None
    )
    rating: Annotated[Absent[Score], Field(description="the rating at the start", examples=[1512])] = None
    members: Annotated[
        Absent[Annotated[list[Member], Field(min_length=1)]],
        Field(description="who plays for it; default one person of the same id", examples=[[{"id": "ana-e"}]]),
    ] = None
    groups: Annotated[
        Absent[list[str]], Field(description="clubs, bars or groups it belongs to", examples=[["Irun"]])
    ] = None
    entered: Annotated[Absent[Positive], Field(description="the first round it takes part in", examples=[1])] = None
    withdrawn: Annotated[
        Absent[Withdrawn], Field(description="since when it plays no more", examples=[{"after": 3}])
    ] = None


class Source(Shape):
    """Where participants of a stage come from."""

    stage: Annotated[Id, Field(description="the stage whose table decides", examples=["liga"])]
    group: Annotated[Absent[str], Field(description="only participants of this group", examples=["A"])] = None
    ranks: Annotated[
        Absent[Annotated[list[Positive], Field(min_length=2, max_length=2)]],
        Field(description="the first and the last rank that go on", examples=[[1, 2]]),
    ] = None
    best: Annotated[Absent[Positive], Field(description="how many of those of one rank go on", examples=[1])] = None
    rank: Annotated[
        Absent[Positive], Field(description="the rank of which the best go on, over all sources", examples=[6])
    ] = None
    keep_points: Annotated[Absent[bool], Field(description="whether points are brought along", examples=[False])] = None


class Seating(Shape):
    """How many sit at a table, and how many records it has."""

    size: Annotated[Absent[Literal[2, 3, 4, 5, 6, 7]], Field(description="how many sit at a table", examples=[4])] = (
        None
    )
    least: Annotated[Absent[Literal[2, 3, 4, 5, 6, 7]], Field(description="how many at least", examples=[3])] = None
    most: Annotated[Absent[Literal[2, 3, 4, 5, 6, 7]], Field(description="how many at most", examples=[4])] = None
    records: Annotated[Absent[Positive], Field(description="how many records a table has; default 1", examples=[1])] = (
        None
    )
    aggregate: Annotated[
        Absent[Literal["scores", "wins"]],
        Field(
            description="what several records of a table come to: scores added, or wins counted", examples=["scores"]
        ),
    ] = None


class Pairing(Shape):
    """How opponents are chosen."""

    within: Annotated[
        Absent[Literal["halves", "ends", "neighbours", "random"]],
        Field(description="who meets whom inside a group of equal points; default halves", examples=["halves"]),
    ] = None
    avoid_groups: Annotated[
        Absent[bool], Field(description="whether those of one group are kept apart", examples=[True])
    ] = None
    rematch: Annotated[
        Absent[Literal["never", "if-forced"]],
        Field(description="whether two may meet again; default never", examples=["never"]),
    ] = None
    bye: Annotated[
        Absent[Literal["lowest", "lots"]], Field(description="who gets the bye; default lowest", examples=["lowest"])
    ] = None
    lots: Annotated[
        Absent[str], Field(description="a text published before, from which lots are drawn", examples=["San Blas 2026"])
    ] = None


_Row = list[Number]


class Places(Shape):
    """Points by place: for each size of table one row, the first place first."""

    key_2: Annotated[Absent[_Row], Field(alias="2", description="at tables of two", examples=[[4, 0]])] = None
    key_3: Annotated[Absent[_Row], Field(alias="3", description="at tables of three", examples=[[4, 2, 0]])] = None
    key_4: Annotated[Absent[_Row], Field(alias="4", description="at tables of four", examples=[[4, 2, 1, 0]])] = None
    key_5: Annotated[Absent[_Row], Field(alias="5", description="at tables of five", examples=[[5, 3, 2, 1, 0]])] = None
    key_6: Annotated[Absent[_Row], Field(alias="6", description="at tables of six", examples=[[6, 4, 3, 2, 1, 0]])] = (
        None
    )
    key_7: Annotated[
        Absent[_Row], Field(alias="7", description="at tables of seven", examples=[[7, 5, 4, 3, 2, 1, 0]])
    ] = None


class Cap(Shape):
    """The least and the greatest score that counts."""

    low: Annotated[Absent[Score], Field(description="the least score of a table that counts", examples=[-25])] = None
    high: Annotated[Absent[Score], Field(description="the greatest score of a table that counts", examples=[200])] = (
        None
    )


class Points(Shape):
    """How points are given."""

    win: Annotated[Absent[Number], Field(description="for a match won", examples=[2])] = None
    draw: Annotated[Absent[Number], Field(description="for a match drawn; default half a win", examples=[1])] = None
    loss: Annotated[Absent[Number], Field(description="for a match lost; default 0", examples=[0])] = None
    places: Annotated[
        Absent[Places], Field(description="for the places at a table", examples=[{"4": [4, 2, 1, 0]}])
    ] = None
    place_by: Annotated[
        Absent[list[Literal["winner", "score", "rounds-won"]]],
        Field(description="what decides the places at a table; default winner, score", examples=[["score"]]),
    ] = None
    shared_place: Annotated[
        Absent[Literal["share", "highest", "lowest"]],
        Field(description="what those who share places get of their points; default share", examples=["share"]),
    ] = None
    time: Annotated[
        Absent[Literal["pending", "lead"]],
        Field(
            description="an unfinished record: pending, or it counts as it stands; default pending",
            examples=["lead"],
        ),
    ] = None
    score: Annotated[
        Absent[bool], Field(description="whether the score itself is the points, places on top", examples=[True])
    ] = None
    score_cap: Annotated[Absent[Cap], Field(description="the bounds of a score as points", examples=[{"low": -25}])] = (
        None
    )
    bye: Annotated[
        Absent[Number],
        Field(
            description="for a paired bye; default a win in swiss, knockout, double-knockout and lives, else 0",
            examples=[2],
        ),
    ] = None
    half_bye: Annotated[Absent[Number], Field(description="for a half bye; default a draw", examples=[1])] = None
    absent: Annotated[Absent[Number], Field(description="for a round stayed away; default 0", examples=[0])] = None
    forfeit_win: Annotated[
        Absent[Number], Field(description="for a match won without play; default a win", examples=[2])
    ] = None
    forfeit_loss: Annotated[
        Absent[Number], Field(description="for a match lost without play; default a loss", examples=[0])
    ] = None
    forfeit_games: Annotated[
        Absent[Annotated[list[Count], Field(min_length=2, max_length=2)]],
        Field(description="games for and against of who wins without play; default 0, 0", examples=[[3, 0]]),
    ] = None
    count_best: Annotated[
        Absent[Positive], Field(description="how many rounds count, the best of each", examples=[20])
    ] = None


CriterionName = Literal[
    "wins",
    "wins-played",
    "games-difference",
    "games-for",
    "games-against",
    "games-ratio",
    "stones-difference",
    "score",
    "score-difference",
    "score-share",
    "direct-encounter",
    "buchholz",
    "sonneborn-berger",
    "progressive",
    "koya",
    "opponent-win-rate",
    "game-win-rate",
    "opponent-game-win-rate",
    "opponent-rating",
    "tables-won",
    "places",
    "table-opponents",
    "last-table",
    "last-place",
    "rounds-won",
    "played",
    "seed",
    "lots",
    "play-off",
]


class TieBreak(Shape):
    """One criterion that breaks ties, with its parameters."""

    by: Annotated[CriterionName, Field(description="the criterion", examples=["games-difference"])]
    cut_low: Annotated[Absent[Count], Field(description="how many of the least are left out", examples=[1])] = None
    cut_high: Annotated[Absent[Count], Field(description="how many of the greatest are left out", examples=[1])] = None
    of: Annotated[
        Absent[Literal["points", "games", "score"]],
        Field(description="what of the opponents is added up", examples=["points"]),
    ] = None
    weight: Annotated[
        Absent[Literal["points", "games"]], Field(description="by what an opponent is weighed", examples=["points"])
    ] = None
    when: Annotated[
        Absent[Literal["all-met", "sweep", "always"]],
        Field(description="when a direct encounter decides", examples=["all-met"]),
    ] = None
    inner: Annotated[
        Absent[list[Literal["points", "games-difference", "games-for", "score"]]],
        Field(description="what is compared among those who are level", examples=[["points", "games-difference"]]),
    ] = None
    again: Annotated[
        Absent[bool], Field(description="whether it is applied anew to those still level", examples=[True])
    ] = None
    floor: Annotated[Absent[Number], Field(description="the least rate of an opponent", examples=["1/3"])] = None
    limit: Annotated[Absent[Number], Field(description="the share of points that counts", examples=["1/2"])] = None
    drop_best: Annotated[Absent[Count], Field(description="how many best rounds are left out", examples=[1])] = None
    drop_worst: Annotated[Absent[Count], Field(description="how many worst rounds are left out", examples=[1])] = None
    unrated: Annotated[
        Absent[Score], Field(description="the rating of those who have none; left out without", examples=[1000])
    ] = None
    stage: Annotated[Absent[Id], Field(description="the stage in which the play-off was", examples=["playoff"])] = None
    draw: Annotated[Absent[str], Field(description="a text published before, for lots", examples=["San Blas 2026"])] = (
        None
    )


class RecordRef(Shape):
    """A record that belongs to a table."""

    source: Annotated[
        Annotated[str, Field(pattern="^[^\n]+(?!\n)$")],
        Field(description="the file of the record", examples=["final.json"]),
    ]
    record: Annotated[Absent[Positive], Field(description="its number in the file; default 1", examples=[1])] = None
    sha256: Annotated[Absent[Sha256], Field(description="the hash of the record", examples=[HASH])] = None


class Attachment(Shape):
    """A file that stands behind a decision; its hash is looked at, never what it says."""

    file: Annotated[str, Field(description="the file, seen from the document", examples=["table-2.jpg"])]
    sha256: Annotated[Sha256, Field(description="the SHA-256 of its bytes", examples=[HASH])]


class Ruling(Shape):
    """A result by decision of an official."""

    kind: Annotated[
        Literal["forfeit", "double-forfeit", "adjudicated", "annulled", "declared"],
        Field(description="what was decided", examples=["forfeit"]),
    ]
    by: Annotated[
        Absent[list[Id]], Field(description="who forfeits, or against whom it was decided", examples=[["deba"]])
    ] = None
    scores: Annotated[
        Absent[list[Score]],
        Field(description="games or scores, in the order of the table", examples=[[3, 1]]),
    ] = None
    winners: Annotated[Absent[list[Id]], Field(description="who won; several share it", examples=[["urola"]])] = None
    played: Annotated[
        Absent[bool],
        Field(
            description="whether it was played; default yes, but for forfeits and annulled matches", examples=[False]
        ),
    ] = None
    reason: Annotated[str, Field(description="why, in words", examples=["did not appear within 45 minutes"])]
    official: Annotated[Absent[str], Field(description="who decided", examples=["J. Arregi"])] = None
    attachments: Annotated[
        Absent[list[Attachment]],
        Field(description="files that stand behind it", examples=[[{"file": "table-2.jpg", "sha256": HASH}]]),
    ] = None


class Result(Shape):
    """The claim of what a table came to."""

    scores: Annotated[
        Absent[list[Score]], Field(description="games or scores, in the order of the table", examples=[[3, 1]])
    ] = None
    winners: Annotated[
        Absent[list[Count]], Field(description="who won, counted from 0 in the order of the table", examples=[[0]])
    ] = None


class Table(Shape):
    """Who is to meet."""

    table: Annotated[str | Count, Field(description="the name or number of the table", examples=[1])]
    participants: Annotated[
        Annotated[list[Id], Field(min_length=2, max_length=MOST_SEATS)],
        Field(description="who sits there, in order of the seats or sides", examples=[["bidasoa", "oria"]]),
    ]
    records: Annotated[
        Absent[list[RecordRef]], Field(description="the records of it", examples=[[{"source": "final.json"}]])
    ] = None
    ruling: Annotated[
        Absent[Ruling],
        Field(description="a decision over it", examples=[{"kind": "double-forfeit", "reason": "nobody came"}]),
    ] = None
    result: Annotated[Absent[Result], Field(description="the claim of its result", examples=[{"scores": [3, 1]}])] = (
        None
    )


class Bye(Shape):
    """A participant who is not seated in a round."""

    participant: Annotated[Id, Field(description="who", examples=["oria"])]
    kind: Annotated[
        Literal["paired", "full", "half", "absent"],
        Field(
            description="paired: left over; full or half: granted, worth a win or a draw; absent: stayed away",
            examples=["paired"],
        ),
    ]


class Round(Shape):
    """One round of a stage."""

    round: Annotated[Ordinal, Field(description="its number, from 1", examples=[1])]
    date: Annotated[Absent[Date], Field(description="its day", examples=[DATE])] = None
    tables: Annotated[
        list[Table],
        Field(description="who meets whom", examples=[[{"table": 1, "participants": ["bidasoa", "oria"]}]]),
    ]
    byes: Annotated[
        Absent[list[Bye]],
        Field(description="who is not seated, and why", examples=[[{"participant": "deba", "kind": "paired"}]]),
    ] = None


class Stage(Shape):
    """One stage of the tournament."""

    id: Annotated[Id, Field(description="the id of the stage; event.stage in records", examples=["liga"])]
    name: Annotated[Absent[str], Field(description="the name as shown", examples=["Liga"])] = None
    system: Annotated[
        Literal["round-robin", "swiss", "knockout", "double-knockout", "lives", "tables", "individual", "fixed"],
        Field(description="how opponents are found", examples=["round-robin"]),
    ]
    rounds_planned: Annotated[Ordinal, Field(description="how many rounds it will have", examples=[3])]
    from_: Annotated[
        Absent[list[Source]],
        Field(
            alias="from",
            description="which of other stages take part",
            examples=[[{"stage": "liga", "ranks": [1, 2]}]],
        ),
    ] = None
    participants: Annotated[
        Absent[list[Id]], Field(description="who takes part; default all", examples=[["bidasoa", "urola"]])
    ] = None
    table: Annotated[
        Absent[Seating], Field(description="how many sit at a table", examples=[{"size": 4, "least": 3}])
    ] = None
    cycles: Annotated[
        Absent[Annotated[int, Field(ge=1, le=MOST_CYCLES)]],
        Field(description="how often all meet; default 1", examples=[1]),
    ] = None
    lives: Annotated[Absent[Positive], Field(description="after how many losses one is out", examples=[3])] = None
    pairing: Annotated[
        Absent[Pairing], Field(description="how opponents are chosen", examples=[{"within": "halves"}])
    ] = None
    points: Annotated[Points, Field(description="how points are given", examples=[{"win": 2, "loss": 0}])]
    unplayed: Annotated[
        Absent[Literal["as-scheduled", "dummy-2026", "dummy-2024", "left-out"]],
        Field(
            description="what an unplayed round is to tie-breaks; default dummy-2026 for swiss and lives, left-out for "
            "tables, else as-scheduled",
            examples=["as-scheduled"],
        ),
    ] = None
    withdrawal: Annotated[
        Absent[Literal["keep", "annul-below-half", "annul", "forfeit-rest"]],
        Field(
            description="what becomes of the matches of one who leaves: kept; all annulled where fewer than half were "
            "played, else the rest lost; all annulled; the rest lost. Default keep",
            examples=["annul-below-half"],
        ),
    ] = None
    tie_breaks: Annotated[
        str | list[TieBreak],
        Field(description="the criteria that break ties, in order; or the name of a preset", examples=["mus-liga"]),
    ]
    after_ties: Annotated[
        Absent[Literal["shared", "lots", "seed"]],
        Field(description="what decides after the last criterion; default shared", examples=["shared"]),
    ] = None
    rounds: Annotated[
        Absent[list[Round]],
        Field(
            description="the rounds; where left out they are taken from the records",
            examples=[[{"round": 1, "tables": []}]],
        ),
    ] = None


class ClaimedRow(Shape):
    """One row of a table that is claimed."""

    stage: Annotated[Absent[Id], Field(description="the stage; default the first", examples=["liga"])] = None
    rank: Annotated[Positive, Field(description="the rank", examples=[1])]
    participant: Annotated[Id, Field(description="who", examples=["bidasoa"])]
    points: Annotated[Absent[Number], Field(description="the points", examples=[4])] = None
    tie_breaks: Annotated[
        Absent[list[Number]], Field(description="the values of the criteria, in their order", examples=[[1, 4, 8]])
    ] = None


class Tournament(Shape):
    """A tournament: who takes part, in which stages, how points are given and ties broken."""

    schema_: Annotated[
        Absent[str], Field(alias="$schema", description="the schema's address, ignored", examples=["…"])
    ] = None
    kontari: Annotated[
        Annotated[str, Field(pattern=VERSION_PATTERN)],
        Field(description="the version of the format, which also says what this file is", examples=["1.0"]),
    ]
    tournament: Annotated[
        About, Field(description="what the tournament is", examples=[{"name": "Club night", "game": GAME_NAMES[0]}])
    ]
    records: Annotated[
        Absent[Records], Field(description="which records and sheets count", examples=[{"proof": "complete"}])
    ] = None
    participants: Annotated[
        Annotated[list[Participant], Field(min_length=1)],
        Field(description="who takes part", examples=[[{"id": "bidasoa"}, {"id": "urola"}]]),
    ]
    stages: Annotated[
        Annotated[list[Stage], Field(min_length=1)],
        Field(description="the stages, in order", examples=[[STAGE]]),
    ]
    standings: Annotated[
        Absent[list[ClaimedRow]],
        Field(description="the claim of tables", examples=[[{"rank": 1, "participant": "bidasoa"}]]),
    ] = None
    meta: Annotated[Absent[Free], Field(description="where the document comes from", examples=[{"by": "Miren"}])] = None
