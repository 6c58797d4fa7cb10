"""The columns of a data set: what its rows hold. Those of results are the game's own."""

from functools import cache
from typing import NamedTuple

from kontari.games import part
from kontari.record.envelope import record_shape
from kontari.record.nodes import Array, keys, node
from kontari.tables.columns import RESULTS


class Column(NamedTuple):
    """A column: its name, the kind of its values, and what they are.

    kind: ``text``; ``integer``; ``integers`` (a list); ``lists`` (a list of lists of integers); ``texts``; ``ids`` (a
    list of lists of small integers); ``players``.
    """

    name: str
    kind: str
    meaning: str


_NAMED = {column.name: column for column in RESULTS}

JUDGED = (
    *(Column(*_NAMED[name]) for name in ("sha256", "play_sha256", "verdict", "proof", "undecided")),
    Column("rule_set", "integer", "the rules in force: the place of the rule set in the manifest, from 0"),
    Column("n_players", "integer", "the number of players"),
    Column("n_rounds", "integer", "the number of rounds recorded"),
    Column("n_moves", "integer", "the number of moves recorded"),
    Column("termination", "text", "how the match ended, counted anew; null where it has not"),
    Column("winners", "integers", "the sides that won, counted anew; null where nobody did, or that is open"),
    Column("lost_by", "integers", "the sides that lost outside the rules; null where nobody did"),
)
"""What is known of a record once it was judged; the results of the game stand behind them."""

PLAYED = (
    Column("round_scores", "lists", "what each round added for each side, counted anew; null where that is open"),
    Column("round_ended", "texts", "how each round ended; null where it has not"),
    Column("deals", "ids", "the deal of each round, as integers of actions.json"),
    Column("moves", "ids", "the moves of each round, one after the other, as integers of actions.json"),
)

RECORDED = (
    Column("kontari", "text", "the version of the format"),
    Column("game", "text", "the game"),
    Column("players", "players", "the players by seat: name, id, rating"),
    Column("claimed_round_scores", "lists", "what the record says that each round added; null where it says nothing"),
)
REST = Column("rest", "text", "what no other column holds, as a JSON object: by the JSON Pointer of its place")

CLAIMS = ("result",)
"""Keys of a record that are claims as a whole, and have that in the name of their column."""

_WITH_COLUMNS_OF_THEIR_OWN = ("$schema", "kontari", "game", "players", "rounds")


@cache
def envelope_keys(game: str) -> dict[str, str]:
    """The keys of a record that are columns of JSON text, with the names of these columns."""
    own = (key.name for key in keys(record_shape(game)) if key.name not in _WITH_COLUMNS_OF_THEIR_OWN)
    return {name: f"claimed_{name}" if name in CLAIMS else name for name in own}


@cache
def result_columns(game: str) -> tuple[Column, ...]:
    """The columns of what the result of a game holds, counted anew."""
    found = []
    for name, (annotation, field) in part(game, "record").RESULT_KEYS.items():
        shape = node(annotation, [])
        assert isinstance(shape, Array)
        kind = "lists" if isinstance(shape.item, Array) else "integers"
        found.append(Column(name, kind, f"{field.description}, counted anew; null where that is open"))
    return tuple(found)


@cache
def columns(game: str) -> tuple[Column, ...]:
    """All columns of a game's data sets, in order."""
    described = {key.name: key.description for key in keys(record_shape(game))}
    texts = [Column(name, "text", f"{described[key]}, as JSON text") for key, name in envelope_keys(game).items()]
    return (*JUDGED, *result_columns(game), *PLAYED, *RECORDED, *texts, REST)
