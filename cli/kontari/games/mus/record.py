"""The shape of a Mus record: deal, moves, start, result."""

from typing import Annotated, Literal

from pydantic import Field

from kontari.shape import Absent, Aside, Count, Move, Named, Seat, Shape

# fmt: off
Card = Annotated[
    Literal[
        "Ro", "Rc", "Re", "Rb", "Co", "Cc", "Ce", "Cb", "So", "Sc", "Se", "Sb",
        "7o", "7c", "7e", "7b", "6o", "6c", "6e", "6b", "5o", "5c", "5e", "5b",
        "4o", "4c", "4e", "4b", "3o", "3c", "3e", "3b", "2o", "2c", "2e", "2b",
        "Ao", "Ac", "Ae", "Ab",
    ],
    Named("card"),
]
HiddenCard = Annotated[
    Literal[
        "Ro", "Rc", "Re", "Rb", "Co", "Cc", "Ce", "Cb", "So", "Sc", "Se", "Sb",
        "7o", "7c", "7e", "7b", "6o", "6c", "6e", "6b", "5o", "5c", "5e", "5b",
        "4o", "4c", "4e", "4b", "3o", "3c", "3e", "3b", "2o", "2c", "2e", "2b",
        "Ao", "Ac", "Ae", "Ab",
        "??",
    ],
    Named("hidden-card"),
]
# fmt: on
LanceName = Annotated[Literal["grande", "chica", "pares", "juego", "punto"], Named("lance")]
BySide = Annotated[list[Count], Field(min_length=2, max_length=2), Named("by-side")]
"""A number of each side: the even seats, the odd ones."""


class Deal(Shape):
    """What is dealt when a hand begins."""

    mano: Annotated[Seat, Field(description="the seat of the mano at the deal", examples=[0])]
    hands: Annotated[
        list[list[HiddenCard]],
        Field(
            description="the four cards dealt to each seat, in any order within a hand",
            examples=[[["Ro", "3c", "Ce", "Ab"], ["Rc", "Sb", "7o", "??"]]],
        ),
    ]
    stock: Annotated[
        Absent[list[HiddenCard]],
        Field(
            description="all the other cards, the top first, as they lie when play begins",
            examples=[["5o", "2e", "??"]],
        ),
    ] = None
    exposed: Annotated[
        Absent[bool],
        Field(description="the showing of a card by the dealer, after which mus visto is played", examples=[True]),
    ] = None


class Mus(Move):
    """The wish to exchange cards."""

    action: Annotated[Literal["mus"], Field(description="the kind of move", examples=["mus"])]
    seat: Annotated[Seat, Field(description="the seat that speaks", examples=[0])]


class NoMus(Move):
    """The end of the talk: the lances begin."""

    action: Annotated[Literal["no-mus"], Field(description="the kind of move", examples=["no-mus"])]
    seat: Annotated[Seat, Field(description="the seat that speaks", examples=[1])]


class Discard(Move):
    """One to four cards thrown away, face down."""

    action: Annotated[Literal["discard"], Field(description="the kind of move", examples=["discard"])]
    seat: Annotated[Seat, Field(description="the seat that discards", examples=[0])]
    cards: Annotated[list[HiddenCard], Field(description="the cards thrown away", examples=[["5o", "6c", "??"]])]


class Stand(Move):
    """All four cards kept, under mus visto."""

    action: Annotated[Literal["stand"], Field(description="the kind of move", examples=["stand"])]
    seat: Annotated[Seat, Field(description="the seat that keeps its cards", examples=[2])]


class Draw(Move):
    """As many cards as were thrown away, from the stock."""

    action: Annotated[Literal["draw"], Field(description="the kind of move", examples=["draw"])]
    seat: Annotated[Seat, Field(description="the seat that draws", examples=[0])]
    cards: Annotated[list[HiddenCard], Field(description="the cards drawn, in order", examples=[["Rb", "??"]])]


class Reshuffle(Move):
    """The discards become the new stock; nobody's move."""

    action: Annotated[Literal["reshuffle"], Field(description="the kind of move", examples=["reshuffle"])]
    stock: Annotated[
        Absent[list[HiddenCard]],
        Field(description="the new stock, the top first, if it was seen", examples=[["5o", "??"]]),
    ] = None


_LANCE = Annotated[
    Absent[LanceName],
    Aside(),
    Field(description="the claim which lance this belongs to", examples=["pares"]),
]


class Declare(Move):
    """What a seat says of its hand: pares or not, juego or not."""

    action: Annotated[Literal["declare"], Field(description="the kind of move", examples=["declare"])]
    seat: Annotated[Seat, Field(description="the seat that declares", examples=[0])]
    has: Annotated[bool, Field(description="whether the hand has what the lance asks", examples=[True])]
    lance: _LANCE = None


class Pass(Move):
    """No bet, in a lance in which nothing has been bet yet."""

    action: Annotated[Literal["pass"], Field(description="the kind of move", examples=["pass"])]
    seat: Annotated[Seat, Field(description="the seat that passes", examples=[0])]
    lance: _LANCE = None


class Bet(Move):
    """The first bet of a lance."""

    action: Annotated[Literal["bet"], Field(description="the kind of move", examples=["bet"])]
    seat: Annotated[Seat, Field(description="the seat that bets", examples=[0])]
    stones: Annotated[Count, Field(description="the stones bet", examples=[2])]
    lance: _LANCE = None


class Raise(Move):
    """More stones on top of a bet or a raise."""

    action: Annotated[Literal["raise"], Field(description="the kind of move", examples=["raise"])]
    seat: Annotated[Seat, Field(description="the seat that raises", examples=[1])]
    stones: Annotated[Count, Field(description="the stones added to what is on the table", examples=[5])]
    stake: Annotated[
        Absent[Count],
        Aside(),
        Field(description="the claim of the sum then on the table", examples=[7]),
    ] = None
    lance: _LANCE = None


class Ordago(Move):
    """The bet of the whole juego."""

    action: Annotated[Literal["ordago"], Field(description="the kind of move", examples=["ordago"])]
    seat: Annotated[Seat, Field(description="the seat that stakes the juego", examples=[0])]
    lance: _LANCE = None


class Accept(Move):
    """An answer that binds the side."""

    action: Annotated[Literal["accept"], Field(description="the kind of move", examples=["accept"])]
    seat: Annotated[Seat, Field(description="the seat that accepts", examples=[1])]
    lance: _LANCE = None


class Refuse(Move):
    """An answer that puts the player out of what was bet."""

    action: Annotated[Literal["refuse"], Field(description="the kind of move", examples=["refuse"])]
    seat: Annotated[Seat, Field(description="the seat that refuses", examples=[3])]
    lance: _LANCE = None


class Show(Move):
    """The four cards of a seat laid open at the end of a hand."""

    action: Annotated[Literal["show"], Field(description="the kind of move", examples=["show"])]
    seat: Annotated[Seat, Field(description="the seat that shows", examples=[0])]
    cards: Annotated[
        list[Card], Field(description="the four cards of the hand, in any order", examples=[["Ro", "3c", "Ce", "Ab"]])
    ]


AnyMove = (
    Mus | NoMus | Discard | Stand | Draw | Reshuffle | Declare | Pass | Bet | Raise | Ordago | Accept | Refuse | Show
)


class Start(Shape):
    """Where a part of a match begins."""

    games: Annotated[
        Absent[BySide],
        Field(description="the juegos won by each side in the vaca in play", examples=[[1, 0]]),
    ] = None
    stones: Annotated[
        Absent[BySide],
        Field(description="the stones of each side in the juego in play", examples=[[38, 36]]),
    ] = None
    vacas: Annotated[
        Absent[BySide],
        Field(description="the vacas won by each side", examples=[[0, 1]]),
    ] = None
    first_hand: Annotated[
        Absent[bool],
        Field(
            description="whether a juego begins with the next hand; left out: true at 0–0 stones",
            examples=[False],
        ),
    ] = None


Scores = BySide
"""The stones a round added to each side."""

RESULT_KEYS = {
    "games": (
        BySide,
        Field(description="the juegos won by each side in the vaca in play, or the last", examples=[[1, 0]]),
    ),
    "stones": (
        BySide,
        Field(description="the stones of each side in the juego in play, or the last", examples=[[40, 37]]),
    ),
    "vacas": (BySide, Field(description="the vacas won by each side", examples=[[1, 0]])),
    "game_stones": (
        list[BySide],
        Field(
            description="the stones of each side in every juego that was finished in this record", examples=[[[40, 37]]]
        ),
    ),
}
"""The keys that the result of this game has beside those of every result."""

ENVELOPE_KEYS: dict[str, object] = {
    "sides": Annotated[
        list[str],
        Field(min_length=2, max_length=2),
        Field(description="the names of the two sides: the even seats, the odd ones", examples=[["Bidasoa", "Urola"]]),
    ],
}
"""The keys of the whole record that only this game has."""

START_EXAMPLE = {"games": [1, 0], "stones": [38, 36], "first_hand": False}

EXAMPLE = {
    "kontari": "1.0",
    "game": "mus",
    "rules": {"target": 4, "games_to_win": 1},
    "players": [{"name": "Ana"}, {"name": "Bea"}],
    "rounds": [
        {
            "deal": {"mano": 0, "hands": [["7o", "7c", "Ab", "Ac"], ["Ro", "So", "6c", "5o"]]},
            "moves": [
                {"action": "no-mus", "seat": 0},
                {"action": "pass", "seat": 0},
                {"action": "bet", "seat": 1, "stones": 2},
                {"action": "refuse", "seat": 0},
                {"action": "pass", "seat": 0},
                {"action": "pass", "seat": 1},
            ],
            "scores": [4, 1],
        }
    ],
    "result": {"termination": "normal", "games": [1, 0], "stones": [4, 1], "winners": [0]},
}
"""One complete short record."""
