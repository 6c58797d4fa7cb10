"""A page as aligned text for a terminal; what is wide in a terminal is counted as wide."""

from kontari.printable import cells
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


def width(shown: str) -> int:
    """How many cells of a terminal a text takes."""
    return len(shown) if shown.isascii() else sum(map(cells, shown))


def _block(block: Block, with_caption: bool) -> list[str]:
    head = [column.heading for column in block.columns]
    rows = [head, *([_marked(cell) for cell in row] for row in block.rows)]
    widths = [max(width(row[place]) for row in rows) for place in range(len(head))]
    lines = [_line(row, block.columns, widths) for row in rows]
    rule = _GAP.join("─" * one for one in widths)
    return [*([block.caption] if with_caption else []), lines[0], rule, *lines[1:]]


def _marked(cell: Cell) -> str:
    return cell.text + "".join(f" [{number}]" for number in cell.notes)


def _line(row: list[str], columns: tuple[Column, ...], widths: list[int]) -> str:
    padded = []
    for shown, column, most in zip(row, columns, widths, strict=True):
        room = most - width(shown)
        left = {"left": 0, "right": room, "centre": room // 2}[column.align]
        padded.append(" " * left + shown + " " * (room - left))
    return _GAP.join(padded).rstrip()
