"""The columns of sheets of results: which there are decides what a row is."""

from collections.abc import Mapping, Sequence
from typing import Literal

Kind = Literal["matches", "hands", "scores"]
KINDS: tuple[Kind, ...] = ("matches", "hands", "scores")

PLACE = ("stage", "round", "table", "match")
SHEET_COLUMNS: Mapping[Kind, tuple[str, ...]] = {
    "matches": (*PLACE, "{seat}", "games_{side}", "signed"),
    "hands": (*PLACE, "{seat}", "game", "hand", "stones_{side}", "signed"),
    "scores": (*PLACE, "hand", "{seat}", "score_{seat}", "rack_{seat}", "signed"),
}
"""The columns of each kind of sheet, in order; ``{seat}`` is a letter a seat, ``{side}`` one of a and b."""

ATTACHED = ("attachment", "attachment_sha256")
"""The columns of any sheet that name a file behind a row, such as a photograph of it, and its hash."""

LETTERS = "abcdefg"
"""A letter a seat, side 0 first."""


def seat_letters(size: int) -> Sequence[str]:
    """The letters of the seats of a table."""
    return LETTERS[:size]


def headings(kind: Kind, size: int) -> list[str]:
    """The headings of an empty sheet for tables of so many seats."""
    found = []
    for column in SHEET_COLUMNS[kind]:
        letters = LETTERS[:size] if "{seat}" in column else "ab" if "{side}" in column else "a"
        found += [column.format(seat=letter, side=letter) for letter in letters]
    return found
