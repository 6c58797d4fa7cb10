"""The shape of a Crazy Eights record: deal, moves, start, result."""

from typing import Annotated, Literal

from pydantic import Field

from kontari.shape import Absent, Move, Named, Score, Seat, Shape

# fmt: off
Card = Annotated[
    Literal[
        "AC", "AD", "AH", "AS", "2C", "2D", "2H", "2S", "3C", "3D", "3H", "3S", "4C",
        "4D", "4H", "4S", "5C", "5D", "5H", "5S", "6C", "6D", "6H", "6S", "7C", "7D",
        "7H", "7S", "8C", "8D", "8H", "8S", "9C", "9D", "9H", "9S", "TC", "TD", "TH",
        "TS", "JC", "JD", "JH", "JS", "QC", "QD", "QH", "QS", "KC", "KD", "KH", "KS",
    ],
    Named("card"),
]
HiddenCard = Annotated[
    Literal[
        "AC", "AD", "AH", "AS", "2C", "2D", "2H", "2S", "3C", "3D", "3H", "3S", "4C",
        "4D", "4H", "4S", "5C", "5D", "5H", "5S", "6C", "6D", "6H", "6S", "7C", "7D",
        "7H", "7S", "8C", "8D", "8H", "8S", "9C", "9D", "9H", "9S", "TC", "TD", "TH",
        "TS", "JC", "JD", "JH", "JS", "QC", "QD", "QH", "QS", "KC", "KD", "KH", "KS",
        "??",
    ],
    Named("hidden-card"),
]
# fmt: on
Suit = Annotated[Literal["C", "D", "H", "S"], Named("suit")]


class Deal(Shape):
    """What lies on the table when a hand begins."""

    dealer: Annotated[Seat, Field(description="the seat of the dealer", examples=[1])]
    hands: Annotated[
        list[list[HiddenCard]],
        Field(
            description="the cards dealt to each seat, in any order within a hand",
            examples=[[["4H", "TC", "??"], ["9D", "8S", "AC"]]],
        ),
    ]
    starter: Annotated[
        list[Card],
        Field(
            description="every card turned up to start the discard pile, in order; the last one is the starter",
            examples=[["8S", "9C"]],
        ),
    ]
    stock: Annotated[
        Absent[list[HiddenCard]],
        Field(
            description="all the other cards, the top first, as they lie when play begins",
            examples=[["KD", "2C", "??"]],
        ),
    ] = None
    suit: Annotated[
        Absent[Suit],
        Field(description="the suit that the dealer names for a starter eight", examples=["D"]),
    ] = None


class Play(Move):
    """A card laid on the discard pile."""

    action: Annotated[Literal["play"], Field(description="the kind of move", examples=["play"])]
    seat: Annotated[Seat, Field(description="the seat that plays", examples=[0])]
    card: Annotated[Card, Field(description="the card laid on the discard pile", examples=["8H"])]
    suit: Annotated[
        Absent[Suit],
        Field(description="the suit named with a wild card, absent on a card that ends the hand", examples=["D"]),
    ] = None


class Draw(Move):
    """Cards taken from the stock, one after the other; it does not end the turn."""

    action: Annotated[Literal["draw"], Field(description="the kind of move", examples=["draw"])]
    seat: Annotated[Seat, Field(description="the seat that draws", examples=[0])]
    cards: Annotated[
        list[HiddenCard],
        Field(description="the cards drawn, in order", examples=[["QH", "??"]]),
    ]


class Pass(Move):
    """A turn given up."""

    action: Annotated[Literal["pass"], Field(description="the kind of move", examples=["pass"])]
    seat: Annotated[Seat, Field(description="the seat that passes", examples=[0])]


class Reshuffle(Move):
    """The discards without the top one become the new stock; nobody's move."""

    action: Annotated[Literal["reshuffle"], Field(description="the kind of move", examples=["reshuffle"])]
    stock: Annotated[
        Absent[list[HiddenCard]],
        Field(description="the new stock, the top first, if it was seen", examples=[["2C", "??", "JD"]]),
    ] = None


class Penalty(Move):
    """Cards that the table made a seat take, out of turn too."""

    action: Annotated[Literal["penalty"], Field(description="the kind of move", examples=["penalty"])]
    seat: Annotated[Seat, Field(description="the seat that takes the cards", examples=[2])]
    cards: Annotated[
        list[HiddenCard],
        Field(description="the cards taken from the stock, in order", examples=[["5S"]]),
    ]
    reason: Annotated[
        Literal["last-card", "wrong-play", "other"],
        Field(
            description="the reason: a last card not announced, a wrong card shown, or another", examples=["last-card"]
        ),
    ]


AnyMove = Play | Draw | Pass | Reshuffle | Penalty


class Start(Shape):
    """Where a part of a match begins."""

    scores: Annotated[
        Absent[list[Score]],
        Field(description="the total of each seat before the first round of this record", examples=[[12, 0, 55]]),
    ] = None


Scores = list[Score]
"""What a round added for each seat."""

RESULT_KEYS = {
    "scores": (
        list[Score],
        Field(description="the total of each seat at the end of the record", examples=[[82, 154, 0]]),
    ),
}
"""The keys that the result of this game has beside those of every result."""

ENVELOPE_KEYS: dict[str, object] = {}
"""The keys of the whole record that only this game has."""

START_EXAMPLE = {"scores": [12, 0, 55]}

EXAMPLE = {
    "kontari": "1.0",
    "game": "crazy-eights",
    "rules": {"hand_size": 2, "max_rounds": 1},
    "players": [{"name": "Ana"}, {"name": "Bea"}],
    "rounds": [
        {
            "deal": {"dealer": 1, "hands": [["4C", "8S"], ["7C", "KS"]], "starter": ["3C"]},
            "moves": [
                {"action": "play", "seat": 0, "card": "4C"},
                {"action": "play", "seat": 1, "card": "7C"},
                {"action": "play", "seat": 0, "card": "8S"},
            ],
            "scores": [10, 0],
        }
    ],
    "result": {"termination": "normal", "scores": [10, 0], "winners": [0]},
}
"""One complete short record."""
