"""The envelope: what a record of any game has around its rounds."""

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from kontari.games import GAMES, part
from kontari.shape import Absent, Aside, Count, RequiredWith, Seat, Shape

VERSION_PATTERN = r"^1\.(0|[1-9][0-9]*)(?!\n)$"
DATE_PATTERN = (
    r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    r"([Tt]([01][0-9]|2[0-3]):[0-5][0-9](:([0-5][0-9]|60)(\.[0-9]+)?)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])?)?(?!\n)$"
)
GAME_NAMES = tuple(GAMES)
"""The games there are, for those who must not know any of them."""

SHA256_PATTERN = r"^[0-9a-f]{64}(?!\n)$"


class Player(Shape):
    """Who sits at a seat."""

    name: Annotated[str, Field(description="the player's name as shown", examples=["Ana"])]
    id: Annotated[
        Absent[str],
        Field(description="who this is across records; by default the name", examples=["ana-e"]),
    ] = None
    rating: Annotated[Absent[Count], Field(description="the player's rating at the time", examples=[1512])] = None


class Event(Shape):
    """The event this match belongs to."""

    name: Annotated[Absent[str | Count], Field(description="the name of the event", examples=["Spring Cup"])] = None
    site: Annotated[
        Absent[str | Count], Field(description="the place or server of the event", examples=["Hondarribia"])
    ] = None
    date: Annotated[
        Absent[Annotated[str, Field(pattern=DATE_PATTERN)]],
        Field(description="the ISO 8601 date, or date and time", examples=["2026-05-02"]),
    ] = None
    stage: Annotated[Absent[str | Count], Field(description="the stage of the event", examples=["group A"])] = None
    round: Annotated[Absent[str | Count], Field(description="the round of the event", examples=[3])] = None
    table: Annotated[Absent[str | Count], Field(description="the table of the match", examples=[12])] = None
    match: Annotated[Absent[str | Count], Field(description="the match within the round", examples=["3-12"])] = None


class Amendment(Shape):
    """A correction made to this record."""

    was: Annotated[
        Annotated[str, Field(pattern=SHA256_PATTERN)],
        Field(description="the sha256 of the record before the correction", examples=["0" * 64]),
    ]
    by: Annotated[str, Field(description="who corrected it", examples=["Miren, arbiter"])]
    at: Annotated[str, Field(description="when it was corrected", examples=["2026-05-03T10:00:00Z"])]
    reason: Annotated[str, Field(description="why it was corrected", examples=["typing error in move 4"])]


class Meta(Shape):
    """Where the record comes from."""

    recorder: Annotated[Absent[str], Field(description="who wrote the play down", examples=["Miren"])] = None
    recorded: Annotated[
        Absent[str], Field(description="when it was written down", examples=["2026-05-02T18:00:00Z"])
    ] = None
    software: Annotated[
        Absent[str], Field(description="the software that wrote the record", examples=["table 2.1"])
    ] = None
    source: Annotated[Absent[str], Field(description="what the record was made from", examples=["score sheet 14"])] = (
        None
    )
    licence: Annotated[Absent[str], Field(description="the SPDX name of the licence", examples=["CC0-1.0"])] = None
    note: Annotated[Absent[str], Field(description="a remark in words", examples=["first board only"])] = None
    amended: Annotated[
        Absent[list[Amendment]],
        Field(
            description="the corrections made, the oldest first",
            examples=[[{"was": "0" * 64, "by": "Miren", "at": "2026-05-03", "reason": "typing error"}]],
        ),
    ] = None


Termination = Literal["normal", "unfinished", "forfeit", "time", "adjudicated"]
OUTSIDE = ("forfeit", "time", "adjudicated")
"""The terminations outside the rules of the match, in which somebody lost by it."""


class ResultBase(Shape):
    """What the record claims of the end of the match."""

    conditions: ClassVar[tuple[RequiredWith, ...]] = (RequiredWith("lost_by", "termination", OUTSIDE),)
    keys_last: ClassVar[tuple[str, ...]] = ("winners", "lost_by")

    termination: Annotated[
        Absent[Termination], Field(description="the way in which the match ended", examples=["normal"])
    ] = None
    winners: Annotated[
        Absent[list[Seat]],
        Field(description="the sides that won, ascending; several share the win", examples=[[1]]),
    ] = None
    lost_by: Annotated[
        Absent[list[Seat]],
        Field(
            description="the sides that lost by forfeit, time or adjudication, ascending, and only there",
            examples=[[0]],
        ),
    ] = None


class RoundBase(Shape):
    """One deal and the moves that follow it."""


class Envelope(Shape):
    """One record: a match, or part of one."""


def _key(annotation: Any, description: str, example: Any, *more: Any) -> Any:
    return Annotated[(annotation, *more, Field(description=description, examples=[example]))]


def _shape(name: str, base: type[Shape], keys: dict[str, Any], optional: Sequence[str]) -> type[Shape]:
    """A shape made of its keys' annotations; the optional ones may be left out."""
    body = {"__annotations__": keys, "__doc__": base.__doc__, "__module__": __name__}
    return type(name, (base,), body | dict.fromkeys(optional))


@cache
def record_shape(game: str) -> type[Shape]:
    """The shape of a whole record of one game of the register."""
    shapes: Any = part(game, "record")
    options: Any = part(game, "options")
    round_example = shapes.EXAMPLE["rounds"][0]
    claims = {key: Annotated[(annotation, field)] for key, (annotation, field) in shapes.RESULT_KEYS.items()}
    result = _shape("Result", ResultBase, claims, tuple(claims))
    round_keys = {
        "deal": _key(shapes.Deal, "the deal", round_example["deal"]),
        "moves": _key(list[shapes.AnyMove], "the moves, in order of play", round_example["moves"]),
        "scores": _key(
            shapes.Scores, "the claim of what this round added for each side", round_example["scores"], Aside()
        ),
    }
    round_ = _shape("Round", RoundBase, round_keys, ("scores",))
    version = Annotated[str, Field(pattern=VERSION_PATTERN)]
    players = Annotated[list[Player], Field(min_length=2)]
    keys = {
        "schema_": Annotated[
            str, Aside(), Field(alias="$schema", description="the schema's address, ignored", examples=["…"])
        ],
        "kontari": _key(version, "the version of the format, which also says what this file is", "1.0"),
        "game": _key(Literal[game], "the game", game),
        "rules": _key(options.Rules, "the rules in force: a preset and options over it", {"preset": "classic"}),
        "players": _key(players, "the players in order of play, seat 0 first", [{"name": "Ana"}, {"name": "Bea"}]),
        **shapes.ENVELOPE_KEYS,
        "event": _key(Event, "the event this match belongs to", {"name": "Spring Cup", "round": 3}),
        "start": _key(shapes.Start, "where a part of a match begins", shapes.START_EXAMPLE),
        "rounds": _key(list[round_], "the rounds, one a deal, in order of play", []),  # type: ignore[valid-type]
        "result": _key(result, "the claim of how the match ended", {"winners": [1]}, Aside()),
        "meta": _key(Meta, "where the record comes from", {"recorder": "Miren"}, Aside()),
    }
    required = ("kontari", "game", "players", "rounds")
    record = _shape(game, Envelope, keys, [key for key in keys if key not in required])
    record.__doc__ = f"A record of {game}."
    return record
