"""The house rules of Crazy Eights: the options as a model, their defaults and presets as data."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from kontari.core.fault import Fault
from kontari.core.options import InForce, declared
from kontari.shape import MAX_INT, Absent, Named, Shape

SpecialRank = Annotated[
    Literal["none", "A", "2", "3", "4", "5", "6", "7", "9", "T", "J", "Q", "K"], Named("special-rank")
]
Limit = Annotated[int, Field(ge=0, le=MAX_INT), Named("limit")]
Positive = Annotated[int, Field(ge=1, le=MAX_INT), Named("positive")]

DEFAULTS: Mapping[str, int | bool | str] = {
    "max_players": 7,
    "starter_eight": "replace",
    "starter_special": "ignore",
    "max_draws": 0,
    "draw_when_able": True,
    "after_draw": "any",
    "pass_rule": "unable",
    "stock_out": "reshuffle",
    "reshuffle_timing": "on-need",
    "extra_passes": 0,
    "card_values": "standard",
    "scoring": "winner",
    "blocked_tie": "each",
    "max_rounds": 0,
    "skip_rank": "none",
    "reverse_rank": "none",
    "reverse_two_players": "none",
    "draw_rank": "none",
    "draw_count": 2,
    "draw_stack": True,
    "draw_then": "lose-turn",
    "draw_on_empty": "owed",
    "owed_pass": False,
    "max_plays": 0,
    "countdown": False,
    "countdown_blocked": "none",
    "wild_rank_match": True,
}
"""Every option but the three that go by the number of players: decks, hand_size, target."""

PRESETS: Mapping[str, Mapping[str, int | bool | str]] = {
    "classic": {},
    "classic-specials": {"skip_rank": "Q", "reverse_rank": "A", "draw_rank": "2"},
    "bicycle": {"hand_size": 5, "stock_out": "pass"},
    "parlett": {"stock_out": "pass"},
    "pagat": {"starter_eight": "dealer-names", "scoring": "penalty"},
    "countdown": {"countdown": True},
    "openspiel": {
        "max_players": 15,
        "starter_special": "as-played",
        "max_draws": 5,
        "pass_rule": "free",
        "stock_out": "pass",
        "reshuffle_timing": "eager",
        "draw_on_empty": "void",
        "owed_pass": True,
        "extra_passes": 1,
        "max_plays": 100,
        "scoring": "penalty",
        "card_values": "openspiel",
        "max_rounds": 1,
    },
}


class Rules(Shape):
    """The rules in force: a preset, and the options written here over it."""

    preset: Annotated[
        Absent[Literal["classic", "classic-specials", "bicycle", "parlett", "pagat", "countdown", "openspiel"]],
        Field(description="the preset whose options hold where none is written here", examples=["classic-specials"]),
    ] = None
    max_players: Annotated[
        Absent[Annotated[int, Field(ge=2, le=15)]],
        Field(description="the greatest number of players", examples=[7]),
    ] = None
    decks: Annotated[
        Absent[Annotated[int, Field(ge=1, le=2)]],
        Field(description="the number of packs; left out: one up to five players, two above", examples=[2]),
    ] = None
    hand_size: Annotated[
        Absent[Positive],
        Field(description="the cards dealt to each; left out: seven with two players, else five", examples=[7]),
    ] = None
    starter_eight: Annotated[
        Absent[Literal["replace", "dealer-names", "plain"]],
        Field(
            description="the treatment of an eight turned up as starter: put back and replaced, named for a suit by the"
            " dealer, or left with its own suit",
            examples=["dealer-names"],
        ),
    ] = None
    starter_special: Annotated[
        Absent[Literal["ignore", "as-played", "replace"]],
        Field(
            description="the effect of a starter whose rank has a rule: none, as if the dealer played it, or replaced",
            examples=["as-played"],
        ),
    ] = None
    max_draws: Annotated[
        Absent[Limit], Field(description="the most cards drawn in a turn; 0 for no limit", examples=[3])
    ] = None
    draw_when_able: Annotated[
        Absent[bool], Field(description="the freedom to draw though able to play", examples=[False])
    ] = None
    after_draw: Annotated[
        Absent[Literal["any", "drawn-only"]],
        Field(description="the cards that may be played after drawing", examples=["drawn-only"]),
    ] = None
    pass_rule: Annotated[
        Absent[Literal["unable", "free"]],
        Field(
            description="the condition of a pass where no card can be drawn: unable to play, or free", examples=["free"]
        ),
    ] = None
    stock_out: Annotated[
        Absent[Literal["reshuffle", "pass", "score"]],
        Field(
            description="what follows when the stock is exhausted: the discards are reshuffled, who cannot play passes,"
            " or the hand is counted at once",
            examples=["pass"],
        ),
    ] = None
    reshuffle_timing: Annotated[
        Absent[Literal["on-need", "eager"]],
        Field(
            description="the moment of a reshuffle: a move of its own, or by itself as soon as the stock is empty",
            examples=["eager"],
        ),
    ] = None
    extra_passes: Annotated[
        Absent[Limit],
        Field(description="the passes in a row beyond one a player that make a hand blocked", examples=[1]),
    ] = None
    card_values: Annotated[
        Absent[Literal["standard", "openspiel"]],
        Field(description="the points of a card: standard, or as OpenSpiel 2.0 counts them", examples=["standard"]),
    ] = None
    scoring: Annotated[
        Absent[Literal["winner", "penalty"]],
        Field(
            description="who scores: the winner what the others hold, or each seat minus its own cards",
            examples=["penalty"],
        ),
    ] = None
    blocked_tie: Annotated[
        Absent[Literal["each", "split", "none"]],
        Field(
            description="the score of several who are lowest in a blocked hand: the full sum each, an equal part"
            " rounded down, or nothing",
            examples=["split"],
        ),
    ] = None
    target: Annotated[
        Absent[Limit],
        Field(description="the total that ends the match; left out: 50 a player; 0 for none", examples=[150]),
    ] = None
    max_rounds: Annotated[
        Absent[Limit],
        Field(description="the number of hands of this record after which the match ends; 0 for none", examples=[10]),
    ] = None
    skip_rank: Annotated[
        Absent[SpecialRank], Field(description="the rank after which the next player loses the turn", examples=["Q"])
    ] = None
    reverse_rank: Annotated[
        Absent[SpecialRank], Field(description="the rank that turns the direction of play", examples=["A"])
    ] = None
    reverse_two_players: Annotated[
        Absent[Literal["none", "skip"]],
        Field(
            description="the effect of the turning rank with two players: none, or the next player is skipped",
            examples=["skip"],
        ),
    ] = None
    draw_rank: Annotated[
        Absent[SpecialRank], Field(description="the rank that makes the next player draw", examples=["2"])
    ] = None
    draw_count: Annotated[
        Absent[Positive], Field(description="the cards owed for each card of the drawing rank", examples=[2])
    ] = None
    draw_stack: Annotated[
        Absent[bool], Field(description="the freedom to answer the drawing rank with the same rank", examples=[False])
    ] = None
    draw_then: Annotated[
        Absent[Literal["lose-turn", "continue"]],
        Field(
            description="what follows when the owed cards are drawn: the turn is lost, or goes on",
            examples=["continue"],
        ),
    ] = None
    draw_on_empty: Annotated[
        Absent[Literal["owed", "void"]],
        Field(
            description="the effect of the drawing rank laid on an empty stock: owed as ever, or nothing is added",
            examples=["void"],
        ),
    ] = None
    owed_pass: Annotated[
        Absent[bool],
        Field(
            description="the counting of an owed draw that takes exactly the last stock card as a first pass",
            examples=[True],
        ),
    ] = None
    max_plays: Annotated[
        Absent[Limit],
        Field(description="the number of cards played after which a hand has ended; 0 for none", examples=[100]),
    ] = None
    countdown: Annotated[
        Absent[bool], Field(description="the Countdown game: from eight down to nought", examples=[True])
    ] = None
    countdown_blocked: Annotated[
        Absent[Literal["none", "lowest"]],
        Field(
            description="who comes down after a blocked hand of Countdown: nobody, or the lowest", examples=["lowest"]
        ),
    ] = None
    wild_rank_match: Annotated[
        Absent[bool],
        Field(
            description="in Countdown, the freedom to answer a wild card by its rank as well as by the named suit",
            examples=[False],
        ),
    ] = None


def in_force(rules: Rules | None, players: int) -> InForce:
    """Every option with its value: defaults, the preset over them, the options written over that.

    What goes by the number of players is resolved: ``decks``, ``hand_size``, and ``target``
    (the last two have no meaning in Countdown and are left out there, unless they were written).
    """
    options = declared(rules, OPTION_NAMES, DEFAULTS, PRESETS)
    options.setdefault("decks", 1 if players <= 5 else 2)
    if not options["countdown"]:
        options.setdefault("hand_size", 7 if players == 2 else 5)
        options.setdefault("target", 50 * players)
    return InForce(options)


OPTION_NAMES = tuple(name for name in Rules.__annotations__ if name != "preset")
_RANKS = ("skip_rank", "reverse_rank", "draw_rank")


def contradiction(options: Mapping[str, Any], rules: Rules | None) -> Fault | None:
    """The first pair of options in force that cannot hold together, as a fault of the first deal.

    It points at whichever of the two is written in the record, else at the preset.
    """

    def fault(one: str, other: str) -> Fault:
        facts = {"one": one, "other": other, "value": options[one], "against": options[other]}
        written = [name for name in (one, other) if getattr(rules, name) is not None]
        return Fault("CE-D01", f"/rules/{(*written, 'preset')[0]}", facts, option=one, whole=True)

    for place, one in enumerate(_RANKS):
        for other in _RANKS[:place]:
            if options[one] != "none" and options[one] == options[other]:
                return fault(one, other)
    if options["owed_pass"] and options["draw_then"] == "continue":
        return fault("owed_pass", "draw_then")
    if options["countdown"]:
        for name in ("hand_size", "target"):
            if name in options:
                return fault(name, "countdown")
        for name in ("scoring", "card_values"):
            if options[name] != DEFAULTS[name]:
                return fault(name, "countdown")
    return None


def lowest_wins(options: Mapping[str, Any]) -> bool:
    """Whether the lowest score wins under these rules in force: where it is counted down."""
    return bool(options.get("countdown"))
