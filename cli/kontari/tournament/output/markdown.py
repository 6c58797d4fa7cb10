"""A page as Markdown with pipe tables."""

from kontari.markdown import escaped, row
from kontari.tournament.output.page import Block, Cell, Page

_RULES = {"left": "---", "right": "--:", "centre": ":-:"}


def markdown(page: Page) -> str:
    """The page as Markdown; nothing in it is read as a mark, a tag or a link."""
    parts = [f"# {escaped(page.title)}", "  \n".join(map(escaped, page.lead))]
    for block in page.blocks:
        if len(page.blocks) > 1:
            parts.append(f"## {escaped(block.caption)}")
        parts.append(_block(block))
    if page.notes:
        lines = [f"{number}. {escaped(note)}" for number, note in enumerate(page.notes, 1)]
        parts += [f"## {escaped(page.notes_heading)}", "\n".join(lines)]
    for section in page.sections:
        parts += [f"## {escaped(section.heading)}", "\n".join(map(_item, section.lines))]
    parts += [escaped(line) for line in page.tail]
    return "\n\n".join(part for part in parts if part) + "\n"


def _item(line: str) -> str:
    return f"{'  ' if line.startswith('  ') else ''}- {escaped(line)}"


def _block(block: Block) -> str:
    rows = [
        [escaped(column.heading) for column in block.columns],
        [_RULES[column.align] for column in block.columns],
        *([_cell(cell) for cell in cells] for cells in block.rows),
    ]
    return "\n".join(map(row, rows))


def _cell(cell: Cell) -> str:
    marks = "".join(f" ({number})" for number in cell.notes)
    return (escaped(cell.text) or " ") + marks
