"""The shape of a file of promises, in the vocabulary of ``kontari.shape``."""

from typing import Annotated, Literal

from pydantic import Field

from kontari.record.envelope import GAME_NAMES
from kontari.shape import Absent, Free, Shape

REQUIREMENTS = ("complete", "stock", "claims", "at", "ids", "ended", "once", "proof")

EXAMPLE = {
    "kontari_expect": "1.0",
    "games": [GAME_NAMES[0]],
    "rules": {GAME_NAMES[0]: {"preset": "classic", "max_rounds": [1, 5]}},
    "require": ["complete", "ids", "once"],
}


class Expectations(Shape):
    """What every record must be, beside sound."""

    kontari_expect: Annotated[
        Literal["1.0"], Field(description="the version of this form, which says what the file is", examples=["1.0"])
    ]
    games: Annotated[
        Absent[list[Literal[GAME_NAMES]]],  # type: ignore[valid-type]
        Field(description="the games that are played; any, where left out", examples=[EXAMPLE["games"]]),
    ] = None
    rules: Annotated[
        Absent[Free],
        Field(
            description=(
                "by game the rules that must be in force: for each option its value or a list of those allowed; "
                "with preset, every option not named is that preset's"
            ),
            examples=[EXAMPLE["rules"]],
        ),
    ] = None
    require: Annotated[
        Absent[list[Literal[REQUIREMENTS]]],  # type: ignore[valid-type]
        Field(
            description=(
                "complete: nothing is ??; stock: the stock or pool of every deal and reshuffle is written; claims: the "
                "scores of every ended round and the result are; at: every move has a time, none before the one ahead "
                "of it; ids: every player has an id, no two the same; ended: the match is over; once: no play stands "
                "twice in the run; proof: the proof is complete"
            ),
            examples=[EXAMPLE["require"]],
        ),
    ] = None
    note: Annotated[Absent[str], Field(description="a remark in words", examples=["terms of 2026"])] = None
