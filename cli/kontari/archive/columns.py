"""The tables of an archive: the columns of the tables of records, by record, player, round, move and finding."""

from kontari.tables.columns import MOVES, RESULTS, ROUNDS, Column, Kind

_NAMED = {column.name: column for column in RESULTS}
_HEAD = tuple(_NAMED[name] for name in ("source", "record", "sha256", "game"))

RECORDS = (
    *_HEAD,
    *(_NAMED[name] for name in ("play_sha256", "verdict", "proof", "undecided", "codes")),
    Column("judge", "text", "the software that judged the record, and its version"),
    Column("format", "text", "the version of the format by which it judged"),
    *(column for column in RESULTS if column.name.startswith("event_")),
    _NAMED["rules"],
    Column("players", "integer", "the number of players"),
    Column("sides", "integer", "the number of sides"),
    *(_NAMED[name] for name in ("rounds", "moves", "termination", "claimed_termination")),
)
"""A row a record, malformed ones too."""

_OF_SIDE = ("side", "name", "winner", "lost_by", "scores", "vacas", "games", "stones", "game_stones")
_CLAIMS = tuple(
    column for column in RESULTS if column.name.startswith("claimed_") and column.name != "claimed_termination"
)

PLAYERS = (
    *_HEAD,
    _NAMED["verdict"],
    _NAMED["proof"],
    Column("seat", "integer", "the seat, from 0; the first seat of a side has its number"),
    Column("player", "text", "the name of the player, as written"),
    Column("player_id", "text", "who that is across records: the id, by default the name"),
    Column("rating", "integer", "the rating"),
    *(_NAMED[name] for name in _OF_SIDE),
    *_CLAIMS,
)
"""A row a player of each record, with what his side came to."""

_BEST = "whether the side got most by the round (least, where the lowest score wins); empty where all got the same"

ARCHIVED_ROUNDS = (
    *ROUNDS,
    Column("best", "boolean", _BEST),
    Column("opening", "text", "how the play began, in the words of the game; empty where the play is not legal"),
    Column("opened", "boolean", "whether the side began it"),
)
"""A row a side of each round."""

FINDINGS = (
    *_HEAD,
    _NAMED["verdict"],
    Column("finding", "integer", "the number of the finding within the record, from 1"),
    Column("code", "text", "the code"),
    Column("severity", "text", "error, or warning, which touches no verdict"),
    Column("title", "text", "the code in a few words"),
    Column("message", "text", "one sentence with the facts of this case"),
    Column("pointer", "text", "the JSON Pointer of what is wrong"),
    Column("line_number", "integer", "its line in the source, from 1"),
    Column("column_number", "integer", "its column in code points, from 1"),
    Column("round", "integer", "the round, from 1"),
    Column("move", "integer", "the move within the round, from 1"),
    Column("seat", "integer", "the seat concerned"),
    Column("rule", "text", "which option or which source says so"),
    Column("facts", "text", "the facts of this case, as JSON"),
)
"""A row a finding."""

META = (
    Column("name", "text", "layout, format or judge"),
    Column("value", "text", "the version of these tables; of the format; the software that built last"),
)
"""What made the archive."""

TABLES: dict[str, tuple[Column, ...]] = {
    "records": RECORDS,
    "players": PLAYERS,
    "rounds": ARCHIVED_ROUNDS,
    "moves": MOVES,
    "findings": FINDINGS,
}
"""What is told of each record; every table has its ``sha256``."""

SQL_TYPES: dict[Kind, str] = {"text": "VARCHAR", "integer": "BIGINT", "boolean": "BOOLEAN"}
