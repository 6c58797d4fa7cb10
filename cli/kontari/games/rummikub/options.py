"""The house rules of Rummikub: the options as a model, their defaults and presets as data."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from kontari.core.options import InForce, declared
from kontari.shape import MAX_INT, Absent, Named, Shape

Limit = Annotated[int, Field(ge=0, le=MAX_INT), Named("limit")]
Positive = Annotated[int, Field(ge=1, le=MAX_INT), Named("positive")]

DEFAULTS: Mapping[str, int | bool | str] = {
    "copies": 2,
    "jokers": 2,
    "teams": 0,
    "rack_size": 14,
    "draw_when_able": True,
    "one": "low",
    "opening_min": 30,
    "opening_sets": "any",
    "opening_joker": "face",
    "opening_same_turn": "allow",
    "max_jokers_per_set": 0,
    "joker_rule": "free",
    "joker_group": "either",
    "pool_empty": "all-pass",
    "scoring": "rack-sum",
    "pool_score": "differences",
    "joker_rack_value": 30,
    "no_opening_penalty": 0,
    "tie": "shared",
    "timeout_tiles": 1,
    "penalty_tiles": 3,
    "max_rounds": 0,
    "target": 0,
    "match_won_by": "totals",
}

PRESETS: Mapping[str, Mapping[str, int | bool | str]] = {
    "classic": {},
    "official-2019": {
        "opening_same_turn": "forbid",
        "joker_rule": "new-set",
        "scoring": "zero-sum",
        "match_won_by": "most-wins",
    },
    "pressman-2009": {"opening_same_turn": "forbid", "joker_rule": "exact", "scoring": "zero-sum"},
    "club": {
        "opening_same_turn": "forbid",
        "pool_empty": "one-more-turn",
        "joker_rack_value": 100,
        "no_opening_penalty": 100,
    },
    "xp": {"copies": 3, "jokers": 4},
    "double-set": {"copies": 4, "jokers": 4},
}


class Rules(Shape):
    """The rules in force: a preset, and the options written here over it."""

    preset: Annotated[
        Absent[Literal["classic", "official-2019", "pressman-2009", "club", "xp", "double-set"]],
        Field(description="the preset whose options hold where none is written here", examples=["official-2019"]),
    ] = None
    copies: Annotated[
        Absent[Annotated[int, Field(ge=2, le=4)]],
        Field(description="how often each numbered tile is in the box", examples=[3]),
    ] = None
    jokers: Annotated[
        Absent[Annotated[int, Field(ge=0, le=8)]], Field(description="the number of jokers in the box", examples=[4])
    ] = None
    teams: Annotated[
        Absent[Limit],
        Field(description="the number of teams, the seats alternating between them; 0 for none", examples=[2]),
    ] = None
    rack_size: Annotated[Absent[Positive], Field(description="the tiles dealt to each", examples=[14])] = None
    draw_when_able: Annotated[
        Absent[bool], Field(description="the freedom to draw though able to lay tiles", examples=[False])
    ] = None
    one: Annotated[
        Absent[Literal["low", "low-or-high"]],
        Field(description="the place of a 1 in a run: before 2 only, or after 13 too", examples=["low-or-high"]),
    ] = None
    opening_min: Annotated[
        Absent[Limit], Field(description="the points that the first meld of each player must have", examples=[30])
    ] = None
    opening_sets: Annotated[
        Absent[Literal["any", "single"]],
        Field(
            description="whether all sets of the opening together reach its minimum, or one set must alone",
            examples=["single"],
        ),
    ] = None
    opening_joker: Annotated[
        Absent[Literal["face", "zero", "forbid"]],
        Field(
            description="the points of a joker in the opening: those of its face, none, or no joker is allowed there",
            examples=["zero"],
        ),
    ] = None
    opening_same_turn: Annotated[
        Absent[Literal["allow", "forbid"]],
        Field(description="the freedom to change the table in the turn that opens", examples=["forbid"]),
    ] = None
    max_jokers_per_set: Annotated[
        Absent[Limit], Field(description="the most jokers in a set that is put down; 0 for no limit", examples=[1])
    ] = None
    joker_rule: Annotated[
        Absent[Literal["free", "new-set", "exact", "locked"]],
        Field(
            description="what may be done with a joker on the table: anything, or only as the rule of that name says",
            examples=["new-set"],
        ),
    ] = None
    joker_group: Annotated[
        Absent[Literal["either", "both"]],
        Field(
            description="what frees a joker from a group of three under exact and locked: either missing colour, or"
            " both",
            examples=["both"],
        ),
    ] = None
    pool_empty: Annotated[
        Absent[Literal["all-pass", "one-more-turn", "must-play", "at-once"]],
        Field(
            description="the end of a round without tiles to draw: when all pass, after one more turn each, when all"
            " pass and none can play, or at once",
            examples=["one-more-turn"],
        ),
    ] = None
    scoring: Annotated[
        Absent[Literal["rack-sum", "zero-sum"]],
        Field(
            description="what a round adds: to each its own rack, where low totals win; or to the winner what the"
            " others lose, where high totals win",
            examples=["zero-sum"],
        ),
    ] = None
    pool_score: Annotated[
        Absent[Literal["differences", "racks"]],
        Field(
            description="what the losers lose under zero-sum where nobody went out: the difference to the lowest rack,"
            " or their whole rack",
            examples=["racks"],
        ),
    ] = None
    joker_rack_value: Annotated[
        Absent[Limit], Field(description="the points of a joker left on a rack", examples=[30])
    ] = None
    no_opening_penalty: Annotated[
        Absent[Limit], Field(description="the points added to the rack of who never opened", examples=[100])
    ] = None
    tie: Annotated[
        Absent[Literal["shared", "none"]],
        Field(
            description="the score of several lowest racks under zero-sum: an equal part rounded down, or none at all",
            examples=["none"],
        ),
    ] = None
    timeout_tiles: Annotated[
        Absent[Limit], Field(description="the tiles drawn by who runs out of time", examples=[1])
    ] = None
    penalty_tiles: Annotated[
        Absent[Limit], Field(description="the tiles drawn for a meld that was refused", examples=[3])
    ] = None
    max_rounds: Annotated[
        Absent[Limit],
        Field(description="the number of rounds of this record after which the match ends; 0 for none", examples=[4]),
    ] = None
    target: Annotated[Absent[Limit], Field(description="the total that ends the match; 0 for none", examples=[200])] = (
        None
    )
    match_won_by: Annotated[
        Absent[Literal["totals", "most-wins"]],
        Field(
            description="what wins the match: the totals, or the rounds won and then the totals", examples=["totals"]
        ),
    ] = None


OPTION_NAMES = tuple(name for name in Rules.__annotations__ if name != "preset")


def in_force(rules: Rules | None, players: int) -> InForce:
    """Every option with its value: defaults, the preset over them, the options written over that."""
    return InForce(declared(rules, OPTION_NAMES, DEFAULTS, PRESETS))


def lowest_wins(options: Mapping[str, Any]) -> bool:
    """Whether the lowest score wins under these rules in force: where the racks are added up."""
    return bool(options.get("scoring") == "rack-sum")
