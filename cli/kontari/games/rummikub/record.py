"""The shape of a Rummikub record: deal, moves, start, result."""

from typing import Annotated, Literal

from pydantic import Field

from kontari.shape import Absent, Aside, Move, Named, Score, Seat, Shape

# fmt: off
Tile = Annotated[
    Literal[
        "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13",
        "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9", "b10", "b11", "b12", "b13",
        "o1", "o2", "o3", "o4", "o5", "o6", "o7", "o8", "o9", "o10", "o11", "o12", "o13",
        "k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8", "k9", "k10", "k11", "k12", "k13",
        "J",
    ],
    Named("tile"),
]
HiddenTile = Annotated[
    Literal[
        "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13",
        "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9", "b10", "b11", "b12", "b13",
        "o1", "o2", "o3", "o4", "o5", "o6", "o7", "o8", "o9", "o10", "o11", "o12", "o13",
        "k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8", "k9", "k10", "k11", "k12", "k13",
        "J", "??",
    ],
    Named("hidden-tile"),
]
SetTile = Annotated[
    Literal[
        "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13",
        "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9", "b10", "b11", "b12", "b13",
        "o1", "o2", "o3", "o4", "o5", "o6", "o7", "o8", "o9", "o10", "o11", "o12", "o13",
        "k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8", "k9", "k10", "k11", "k12", "k13",
        "J", "J=r1", "J=r2", "J=r3", "J=r4", "J=r5", "J=r6", "J=r7", "J=r8", "J=r9", "J=r10", "J=r11", "J=r12",
        "J=r13", "J=b1", "J=b2", "J=b3", "J=b4", "J=b5", "J=b6", "J=b7", "J=b8", "J=b9", "J=b10", "J=b11", "J=b12",
        "J=b13", "J=o1", "J=o2", "J=o3", "J=o4", "J=o5", "J=o6", "J=o7", "J=o8", "J=o9", "J=o10", "J=o11", "J=o12",
        "J=o13", "J=k1", "J=k2", "J=k3", "J=k4", "J=k5", "J=k6", "J=k7", "J=k8", "J=k9", "J=k10", "J=k11", "J=k12",
        "J=k13",
    ],
    Named("set-tile"),
]
# fmt: on
TileSet = Annotated[list[SetTile], Named("set")]


class Deal(Shape):
    """What lies on racks, table and in the pool when a round, or the recorded part of it, begins."""

    first: Annotated[Seat, Field(description="the seat that makes the first move recorded in the round", examples=[0])]
    racks: Annotated[
        list[list[HiddenTile]],
        Field(
            description="the tiles on the rack of each seat, in any order within a rack",
            examples=[[["r4", "J", "??"], ["b9", "k13", "o1"]]],
        ),
    ]
    pool: Annotated[
        Absent[list[HiddenTile]],
        Field(description="all the other tiles, in the order in which they are drawn", examples=[["k2", "r13", "??"]]),
    ] = None
    start_draws: Annotated[
        Absent[list[HiddenTile]],
        Field(
            description="the tile that each seat drew for the start, the last one where it drew again",
            examples=[["k12", "r3"]],
        ),
    ] = None
    table: Annotated[
        Absent[list[TileSet]],
        Field(
            description="the sets on the table, where the record begins in mid-round",
            examples=[[["r4", "r5", "r6"], ["b7", "o7", "k7"]]],
        ),
    ] = None
    opened: Annotated[
        Absent[list[bool]],
        Field(
            description="for each seat whether it has opened, where the record begins in mid-round",
            examples=[[True, False]],
        ),
    ] = None


class Meld(Move):
    """A turn in which tiles of the rack are laid, and sets of the table may be made anew."""

    action: Annotated[Literal["meld"], Field(description="the kind of move", examples=["meld"])]
    seat: Annotated[Seat, Field(description="the seat that lays tiles", examples=[0])]
    put: Annotated[
        list[TileSet],
        Field(
            description="every set that is new on the table at the end of the turn",
            examples=[[["r4", "r5", "r6"], ["r6", "r7", "r8"]]],
        ),
    ]
    take: Annotated[
        Absent[list[TileSet]],
        Field(description="the old sets that were broken up, by content", examples=[[["r4", "r5", "r6", "r7", "r8"]]]),
    ] = None
    opening: Annotated[
        Absent[list[TileSet]],
        Field(
            description="the sets of rack tiles that made the opening, where the table is changed in the same turn",
            examples=[[["r10", "b10", "o10"]]],
        ),
    ] = None
    tiles: Annotated[
        Absent[list[Tile]],
        Aside(),
        Field(description="the claim of what left the rack, in any order", examples=[["r6"]]),
    ] = None
    table_after: Annotated[
        Absent[list[TileSet]],
        Aside(),
        Field(
            description="the claim of every set on the table afterwards, in any order",
            examples=[[["r4", "r5", "r6"], ["r6", "r7", "r8"]]],
        ),
    ] = None


class Draw(Move):
    """One tile taken from the pool; it ends the turn."""

    action: Annotated[Literal["draw"], Field(description="the kind of move", examples=["draw"])]
    seat: Annotated[Seat, Field(description="the seat that draws", examples=[1])]
    tiles: Annotated[list[HiddenTile], Field(description="the tile drawn", examples=[["k3"]])]


class Pass(Move):
    """A turn given up, where the pool is empty."""

    action: Annotated[Literal["pass"], Field(description="the kind of move", examples=["pass"])]
    seat: Annotated[Seat, Field(description="the seat that passes", examples=[1])]


class Attempt(Shape):
    """What was tried and taken back; only its shape is judged."""

    put: Annotated[
        Absent[list[TileSet]],
        Field(description="the sets that were put down", examples=[[["r8", "r9", "r10"]]]),
    ] = None
    take: Annotated[
        Absent[list[TileSet]], Field(description="the old sets that were broken up", examples=[[["r4", "r5", "r6"]]])
    ] = None
    opening: Annotated[
        Absent[list[TileSet]],
        Field(description="the sets meant as the opening", examples=[[["r8", "r9", "r10"]]]),
    ] = None
    tiles: Annotated[Absent[list[Tile]], Field(description="what left the rack", examples=[["r8", "r9", "r10"]])] = None
    table_after: Annotated[
        Absent[list[TileSet]],
        Field(description="every set on the table after the attempt", examples=[[["r8", "r9", "r10"]]]),
    ] = None


class Penalty(Move):
    """A turn lost to the clock or to a refused meld, with the tiles drawn for it."""

    action: Annotated[Literal["penalty"], Field(description="the kind of move", examples=["penalty"])]
    seat: Annotated[Seat, Field(description="the seat that takes the tiles", examples=[0])]
    reason: Annotated[
        Literal["time", "invalid"],
        Field(description="the reason: out of time, or a meld that was refused", examples=["invalid"]),
    ]
    tiles: Annotated[
        list[HiddenTile],
        Field(description="the tiles drawn, in order; none where the pool is empty", examples=[["k3", "b8", "??"]]),
    ]
    attempt: Annotated[
        Absent[Attempt],
        Aside(),
        Field(description="the meld that was refused", examples=[{"put": [["r8", "r9", "r10"]]}]),
    ] = None
    lost: Annotated[
        Absent[list[Tile]],
        Field(
            description="tiles of the table that nobody could put back, and that went to the pool", examples=[["r6"]]
        ),
    ] = None
    table_after: Annotated[
        Absent[list[TileSet]],
        Field(
            description="every set on the table afterwards, in any order; required with lost",
            examples=[[["r4", "r5", "r6"], ["b7", "o7", "k7"]]],
        ),
    ] = None


AnyMove = Meld | Draw | Pass | Penalty


class Start(Shape):
    """Where a part of a match begins."""

    scores: Annotated[
        Absent[list[Score]],
        Field(description="the total of each side before the first round of this record", examples=[[12, 0, 55]]),
    ] = None


Scores = list[Score]
"""What a round added for each side."""

RESULT_KEYS = {
    "scores": (
        list[Score],
        Field(description="the total of each side at the end of the record", examples=[[82, 154, 0]]),
    ),
}
"""The keys that the result of this game has beside those of every result."""

ENVELOPE_KEYS: dict[str, object] = {}
"""The keys of the whole record that only this game has."""

START_EXAMPLE = {"scores": [12, 0, 55]}

EXAMPLE = {
    "kontari": "1.0",
    "game": "rummikub",
    "rules": {"rack_size": 4, "max_rounds": 1},
    "players": [{"name": "Ana"}, {"name": "Bea"}],
    "rounds": [
        {
            "deal": {"first": 0, "racks": [["r9", "r10", "r11", "k3"], ["b10", "o10", "k10", "r12"]]},
            "moves": [
                {"action": "meld", "seat": 0, "put": [["r9", "r10", "r11"]]},
                {
                    "action": "meld",
                    "seat": 1,
                    "put": [["b10", "o10", "k10"], ["r9", "r10", "r11", "r12"]],
                    "take": [["r9", "r10", "r11"]],
                    "opening": [["b10", "o10", "k10"]],
                },
            ],
            "scores": [3, 0],
        }
    ],
    "result": {"termination": "normal", "scores": [3, 0], "winners": [1]},
}
"""One complete short record."""
