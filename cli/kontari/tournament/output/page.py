"""What is shown, before it has a form: a title, blocks of rows with headings, footnotes."""

from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct


class Cell(Struct, frozen=True):
    """What stands in a cell, and the numbers of the footnotes that belong to it."""

    text: str
    notes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """A column; ``meaning`` is its heading in full, ``names_row`` says that it tells which row this is."""

    heading: str
    meaning: str = ""
    align: Literal["left", "right", "centre"] = "left"
    names_row: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A table. ``apart``: it is cut out of the sheet, so it is not broken over two pages."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under a heading."""

    heading: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """All that is shown at once; every text in it is fit for a terminal, none is escaped for a form."""

    title: str
    lang: str
    lead: tuple[str, ...]
    blocks: tuple[Block, ...]
    notes_heading: str = ""
    notes: tuple[str, ...] = ()
    sections: tuple[Section, ...] = field(default=())
    tail: tuple[str, ...] = ()
