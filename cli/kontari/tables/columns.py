"""The columns of each table: name, type and meaning, in their order; the same for every game."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

Kind = Literal["text", "integer", "boolean"]


class Column(NamedTuple):
    """One column. Where a value is missing, or the game has no such thing, the cell is empty."""

    name: str
    kind: Kind
    meaning: str


_RECORD = (
    Column("source", "text", "the file the record was read from, or - for standard input"),
    Column("record", "integer", "the number of the record within its source, from 1"),
    Column("sha256", "text", "the SHA-256 of the hash form of the record"),
    Column("game", "text", "the game"),
)
_SIDE = (
    Column("side", "integer", "the side, from 0"),
    Column("name", "text", "the name of the side, as written; else those of its players"),
)

MOVES = (
    *_RECORD,
    Column("round", "integer", "the round, from 1"),
    Column("move", "integer", "the move within the round, from 1"),
    Column("seat", "integer", "who moves, from 0; empty for what nobody does by choice"),
    Column("player", "text", "the name of the player at that seat, as written"),
    Column("player_id", "text", "who that is across records: the id, by default the name"),
    Column("action", "text", "what was done"),
    Column("cards", "text", "the cards played, drawn, thrown away, shown or taken"),
    Column("suit", "text", "the suit named"),
    Column("stones", "integer", "the stones bet or raised"),
    Column("has", "boolean", "what was declared"),
    Column("put", "text", "the sets that are new on the table"),
    Column("take", "text", "the old sets broken up"),
    Column("opening", "text", "the sets that made the opening"),
    Column("tiles", "text", "the tiles drawn"),
    Column("lost", "text", "the tiles that went from the table to the pool"),
    Column("table_after", "text", "the sets on the table after tiles were lost"),
    Column("reason", "text", "why there was a penalty"),
    Column("attempt", "text", "the refused meld, as JSON"),
    Column("stock", "text", "the new stock after a reshuffle, the top first"),
    Column("claimed_lance", "text", "the lance this is said to belong to"),
    Column("claimed_stake", "integer", "the sum said to be on the table"),
    Column("claimed_tiles", "text", "the tiles said to have left the rack"),
    Column("claimed_table_after", "text", "the sets said to be on the table afterwards"),
    Column("at", "text", "the time of the move, RFC 3339"),
    Column("elapsed_ms", "integer", "the milliseconds spent on the move"),
    Column("note", "text", "a remark in words"),
)
"""A row a move, as recorded, whether it was legal or not."""

ROUNDS = (
    *_RECORD,
    Column("verdict", "text", "the verdict on the record"),
    Column("round", "integer", "the round, from 1"),
    Column("dealer", "integer", "the seat of the dealer"),
    Column("mano", "integer", "the seat of the mano at the deal"),
    Column("first", "integer", "the seat that begins"),
    Column("moves", "integer", "the number of moves recorded in the round"),
    Column("ended", "text", "how the round ended; empty where it has not, and behind an illegal move"),
    *_SIDE,
    Column("added", "integer", "what the round added for the side, counted anew; empty where it is open"),
    Column("claimed_added", "integer", "what the record says that it added"),
)
"""A row a side of each round."""

RESULTS = (
    *_RECORD,
    Column("play_sha256", "text", "the SHA-256 of the play alone"),
    Column("verdict", "text", "the verdict on the record"),
    Column("proof", "text", "complete, or partial where ?? left a check open"),
    Column("undecided", "integer", "the number of checks left open"),
    Column("codes", "text", "the codes of all findings, each once"),
    Column("event_name", "text", "the event"),
    Column("event_site", "text", "its place or server"),
    Column("event_date", "text", "its date, as written"),
    Column("event_stage", "text", "its stage"),
    Column("event_round", "text", "its round"),
    Column("event_table", "text", "the table of the match"),
    Column("event_match", "text", "the match within the round"),
    Column("rules", "text", "the rules in force, every option written out, as JSON"),
    Column("rounds", "integer", "the number of rounds recorded"),
    Column("moves", "integer", "the number of moves recorded"),
    *_SIDE,
    Column("players", "text", "the players of the side, as written, by seat"),
    Column("player_ids", "text", "who they are across records: the ids, by default the names"),
    Column("ratings", "text", "their ratings; ? for one that has none"),
    Column("termination", "text", "how the match ended, counted anew; empty where it has not"),
    Column("winner", "boolean", "whether the side won; empty where nobody did, or that is open"),
    Column("lost_by", "boolean", "whether the side lost outside the rules; empty where nobody did"),
    Column("scores", "integer", "the total of the side, counted anew"),
    Column("vacas", "integer", "its vacas, counted anew"),
    Column("games", "integer", "its juegos, counted anew"),
    Column("stones", "integer", "its stones, counted anew"),
    Column("game_stones", "text", "its stones in every finished juego, counted anew"),
    Column("claimed_termination", "text", "how the record says that the match ended"),
    Column("claimed_winner", "boolean", "whether the record says that the side won; empty where it names no winners"),
    Column("claimed_lost_by", "boolean", "whether it says that the side lost by that; empty where it names nobody"),
    Column("claimed_scores", "integer", "the total that the record says"),
    Column("claimed_vacas", "integer", "the vacas that it says"),
    Column("claimed_games", "integer", "the juegos that it says"),
    Column("claimed_stones", "integer", "the stones that it says"),
    Column("claimed_game_stones", "text", "the stones in every finished juego that it says"),
)
"""A row a side of each record."""

TABLES: dict[str, tuple[Column, ...]] = {"moves": MOVES, "rounds": ROUNDS, "results": RESULTS}


def columns(table: str) -> Sequence[Column]:
    """The columns of a table, in order. Raises KeyError for one that is not in ``TABLES``."""
    return TABLES[table]


def described(table: str) -> str:
    """The columns of a table as a table of Markdown."""
    return markdown(columns(table))


def markdown(listed: Sequence[Column]) -> str:
    """Columns as a table of Markdown."""
    rows = [f"| `{one.name}` | {one.kind} | {one.meaning} |" for one in listed]
    return "\n".join(["| column | type | meaning |", "|---|---|---|", *rows]) + "\n"
