"""A page as aligned text for a terminal; what is wide in a terminal is counted as wide."""

from collections.abc import Sequence

from kontari.printable import width
from kontari.tournament.output.page import Block, Cell, Column, Page

_GAP = "  "


def text(page: Page) -> str:
    """The page as lines, each ended by a line feed."""
    parts = [[page.title, *page.lead]]
    parts += [_block(block, len(page.blocks) > 1) for block in page.blocks]
    if page.notes:
        parts.append([f"[{number}] {note}" for number, note in enumerate(page.notes, 1)])
    parts += [[section.heading, *section.lines] for section in page.sections]
    if page.tail:
        parts.append(list(page.tail))
    return "\n\n".join("\n".join(lines) for lines in parts) + "\n"


def _block(block: Block, with_caption: bool) -> list[str]:
    rows = [[column.heading for column in block.columns], *(map(_marked, row) for row in block.rows)]
    padded = [_padded(shown, column) for column, shown in zip(block.columns, zip(*rows, strict=True), strict=True)]
    lines = [_GAP.join(row).rstrip() for row in zip(*padded, strict=True)]
    rule = _GAP.join("─" * width(shown[0]) for shown in padded)
    return [*([block.caption] if with_caption else []), lines[0], rule, *lines[1:]]


def _marked(cell: Cell) -> str:
    return cell.text + "".join([f" [{number}]" for number in cell.notes]) if cell.notes else cell.text


def _padded(shown: Sequence[str], column: Column) -> list[str]:
    """The cells of a column, all as wide as the widest."""
    widths = list(map(len if "".join(shown).isascii() else width, shown))
    most = max(widths)
    rooms = [most - one for one in widths]
    if column.align == "left":
        return [one + " " * room for one, room in zip(shown, rooms, strict=True)]
    if column.align == "right":
        return [" " * room + one for one, room in zip(shown, rooms, strict=True)]
    return [" " * (room // 2) + one + " " * (room - room // 2) for one, room in zip(shown, rooms, strict=True)]
