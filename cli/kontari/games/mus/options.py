"""The house rules of Mus: the options as a model, their defaults and presets as data."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from kontari.core.options import InForce, declared
from kontari.shape import MAX_INT, Absent, Named, Shape

Positive = Annotated[int, Field(ge=1, le=MAX_INT), Named("positive")]

DEFAULTS: Mapping[str, int | bool | str] = {
    "kings": 8,
    "real": "none",
    "discard_order": "mano-first",
    "reshuffle_pool": "spare-own-if-single",
    "mus_corrido": True,
    "corrido_moves": "before-discards",
    "replies": "each",
    "raises": "any",
    "min_bet": 2,
    "min_raise": 2,
    "refuser_out": True,
    "deje": "last-accepted",
    "deje_plus": 0,
    "ordago_allowed": True,
    "punto_bonus_on_bet": True,
    "target": 40,
    "games_to_win": 3,
    "vacas_to_win": 1,
}

PRESETS: Mapping[str, Mapping[str, int | bool | str]] = {
    "classic": {},
    "fournier": {"raises": "double-or-plus-two", "deje": "one"},
    "short": {"raises": "plus-two", "games_to_win": 1, "mus_corrido": False},
    "fem": {"discard_order": "dealer-back", "deje_plus": 1},
}


class Rules(Shape):
    """The rules in force: a preset, and the options written here over it."""

    preset: Annotated[
        Absent[Literal["classic", "fournier", "short", "fem"]],
        Field(description="the preset whose options hold where none is written here", examples=["fem"]),
    ] = None
    kings: Annotated[
        Absent[Literal[8, 4]],
        Field(description="the number of kings: with eight a three is a king and a two an ace", examples=[4]),
    ] = None
    real: Annotated[
        Absent[Literal["none", "sota", "figure"]],
        Field(
            description="the hand that beats every other thirty-one: none, three sevens and a sota, or three sevens and"
            " any card worth ten",
            examples=["sota"],
        ),
    ] = None
    discard_order: Annotated[
        Absent[Literal["mano-first", "dealer-first", "dealer-back"]],
        Field(
            description="the order of discards and draws: from mano, from the dealer and on in speaking order, or from"
            " the dealer backwards",
            examples=["dealer-back"],
        ),
    ] = None
    reshuffle_pool: Annotated[
        Absent[Literal["spare-own-if-single", "all-discards", "earlier-discards"]],
        Field(
            description="the discards that become the new stock: all but those just thrown by the one player who is"
            " still owed cards, all, or those of earlier exchanges if they are enough",
            examples=["all-discards"],
        ),
    ] = None
    mus_corrido: Annotated[
        Absent[bool],
        Field(
            description="the moving of mano by one seat whenever all say mus in the first hand of a juego",
            examples=[False],
        ),
    ] = None
    corrido_moves: Annotated[
        Absent[Literal["before-discards", "after-draws"]],
        Field(description="the moment at which mano moves in mus corrido", examples=["after-draws"]),
    ] = None
    replies: Annotated[
        Absent[Literal["each", "side"]],
        Field(
            description="who answers a bet: each eligible opponent in turn, or any one of them for the side",
            examples=["side"],
        ),
    ] = None
    raises: Annotated[
        Absent[Literal["any", "plus-two", "double-or-plus-two"]],
        Field(
            description="the raises that may be made: any from min_raise on, two, or two and the doubling of the stake",
            examples=["plus-two"],
        ),
    ] = None
    min_bet: Annotated[Absent[Positive], Field(description="the least bet, in stones", examples=[2])] = None
    min_raise: Annotated[
        Absent[Positive], Field(description="the least raise, in stones, where any is allowed", examples=[2])
    ] = None
    refuser_out: Annotated[
        Absent[bool],
        Field(
            description="whether who has refused stays out of the lance, or only until the next raise", examples=[False]
        ),
    ] = None
    deje: Annotated[
        Absent[Literal["last-accepted", "one"]],
        Field(
            description="the stones of a refusal: what was accepted before, at least one; or always one",
            examples=["one"],
        ),
    ] = None
    deje_plus: Annotated[
        Absent[Annotated[int, Field(ge=0, le=1)]],
        Field(description="the stones more for a refusal in pares, juego or punto", examples=[1]),
    ] = None
    ordago_allowed: Annotated[
        Absent[bool], Field(description="the freedom to bet the whole juego", examples=[False])
    ] = None
    punto_bonus_on_bet: Annotated[
        Absent[bool],
        Field(description="the stone of punto beside an accepted bet", examples=[False]),
    ] = None
    target: Annotated[Absent[Positive], Field(description="the stones that win a juego", examples=[30])] = None
    games_to_win: Annotated[Absent[Positive], Field(description="the juegos that win a vaca", examples=[1])] = None
    vacas_to_win: Annotated[Absent[Positive], Field(description="the vacas that win the match", examples=[2])] = None


OPTION_NAMES = tuple(name for name in Rules.__annotations__ if name != "preset")


def in_force(rules: Rules | None, players: int) -> InForce:
    """Every option with its value: defaults, the preset over them, the options written over that."""
    return InForce(declared(rules, OPTION_NAMES, DEFAULTS, PRESETS))


def lowest_wins(options: Mapping[str, Any]) -> bool:
    """Whether the lowest score wins under these rules in force: never, the games decide."""
    return False
