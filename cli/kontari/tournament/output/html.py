"""A page as one HTML file: no script, nothing loaded, tables that a reader program understands, fit to be printed."""

from collections.abc import Iterator
from html import escape

from kontari.tournament.output.page import Block, Cell, Column, Page

_STYLE = """\
body { font: 16px/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #111; }
h1 { font-size: 1.4rem; margin: 0 0 .5rem; }
h2, caption { font-size: 1.1rem; font-weight: bold; text-align: left; margin: 1rem 0 .3rem; padding: .3rem 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: 0 0 1rem; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid #bbb; padding: .2rem .6rem; text-align: left; vertical-align: top; }
thead th { border-bottom: 2px solid #111; }
.right { text-align: right; }
.centre { text-align: center; }
.apart { break-inside: avoid; border-top: 1px dashed #888; }
.apart td { height: 2.2rem; }
abbr { text-decoration: none; }
pre { font: inherit; white-space: pre-wrap; }
@media print {
  body { font-size: 10pt; margin: 0; max-width: none; padding: 0; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  a { color: inherit; text-decoration: none; }
  .wide { overflow: visible; }
  .centre { padding: .2rem .25rem; }
}
@page { margin: 1.5cm; }
"""


_LANDSCAPE = "@page { size: landscape; }\n"

_ACROSS = 16
"""How many columns of a kind (opponents, rounds) lie side by side on a sheet of paper."""
_UPRIGHT = 8
"""How many do so on a sheet that is upright."""


def html(page: Page) -> str:
    """The page as an HTML document in UTF-8; a table too wide for a sheet of paper comes in several."""
    body = [f"<h1>{escape(page.title)}</h1>", *(f"<p>{escape(line)}</p>" for line in page.lead)]
    body += [_block(part) for block in page.blocks for part in _parts(block)]
    style = _STYLE + (_LANDSCAPE if any(len(_alike(block)) > _UPRIGHT for block in page.blocks) else "")
    if page.notes:
        items = [f'<li id="note-{number}">{escape(note)}</li>' for number, note in enumerate(page.notes, 1)]
        body += [f"<section>\n<h2>{escape(page.notes_heading)}</h2>", "<ol>", *items, "</ol>\n</section>"]
    for section in page.sections:
        lines = escape("\n".join(section.lines))
        body.append(f"<section>\n<h2>{escape(section.heading)}</h2>\n<pre>{lines}</pre>\n</section>")
    body += [f"<p>{escape(line)}</p>" for line in page.tail]
    head = '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
    head += f"<title>{escape(page.title)}</title>"
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(page.lang)}">\n<head>\n{head}\n<style>\n{style}</style>\n</head>\n'
        "<body>\n" + "\n".join(body) + "\n</body>\n</html>\n"
    )


def _alike(block: Block) -> list[int]:
    """The places of the columns of which there may be any number."""
    return [place for place, column in enumerate(block.columns) if column.align == "centre"]


def _parts(block: Block) -> Iterator[Block]:
    """A table in parts, each of as many columns of a kind as a sheet holds, with what stands before them."""
    alike = _alike(block)
    if len(alike) <= _ACROSS:
        yield block
        return
    for start in range(0, len(alike), _ACROSS):
        shown = alike[start : start + _ACROSS]
        behind = range(alike[-1] + 1, len(block.columns)) if alike[-1] in shown else ()
        places = (*range(alike[0]), *shown, *behind)
        first, last = block.columns[shown[0]].heading, block.columns[shown[-1]].heading
        yield Block(
            f"{block.caption} {first}–{last}",
            tuple([block.columns[place] for place in places]),
            tuple([tuple([row[place] for place in places]) for row in block.rows]),
            block.apart,
        )


def _block(block: Block) -> str:
    head = "".join(_head(column) for column in block.columns)
    rows = "\n".join(f"<tr>{_row(block.columns, row)}</tr>" for row in block.rows)
    kind = "wide apart" if block.apart else "wide"
    return (
        f'<div class="{kind}">\n<table>\n<caption>{escape(block.caption)}</caption>\n'
        f"<thead>\n<tr>{head}</tr>\n</thead>\n<tbody>\n{rows}\n</tbody>\n</table>\n</div>"
    )


def _head(column: Column) -> str:
    shown = escape(column.heading)
    if not shown:
        return "<td></td>"
    if column.meaning and column.meaning.casefold() != column.heading.casefold():
        shown = f'<abbr title="{escape(column.meaning)}">{shown}</abbr>'
    return f'<th scope="col"{_aligned(column)}>{shown}</th>'


def _row(columns: tuple[Column, ...], row: tuple[Cell, ...]) -> str:
    parts = []
    for column, cell in zip(columns, row, strict=True):
        marks = "".join(f' <sup><a href="#note-{number}">{number}</a></sup>' for number in cell.notes)
        shown = escape(_unbroken(cell.text) if column.align == "centre" else cell.text) + marks
        if column.names_row:
            parts.append(f'<th scope="row"{_aligned(column)}>{shown}</th>')
        else:
            parts.append(f"<td{_aligned(column)}>{shown}</td>")
    return "".join(parts)


def _unbroken(text: str) -> str:
    """Lines are broken between meetings, not inside one."""
    return text.replace(" ", "\N{NO-BREAK SPACE}").replace(",\N{NO-BREAK SPACE}", ", ")


def _aligned(column: Column) -> str:
    return "" if column.align == "left" else f' class="{column.align}"'
