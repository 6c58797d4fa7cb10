"""A page as one HTML file: no script, nothing loaded, tables that a reader program understands, fit to be printed."""

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
}
@page { margin: 1.5cm; }
"""


def html(page: Page) -> str:
    """The page as an HTML document in UTF-8."""
    body = [f"<h1>{escape(page.title)}</h1>", *(f"<p>{escape(line)}</p>" for line in page.lead)]
    body += map(_block, page.blocks)
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
        f'<!DOCTYPE html>\n<html lang="{escape(page.lang)}">\n<head>\n{head}\n<style>\n{_STYLE}</style>\n</head>\n'
        "<body>\n" + "\n".join(body) + "\n</body>\n</html>\n"
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
        shown = escape(cell.text) + marks
        if column.names_row:
            parts.append(f'<th scope="row"{_aligned(column)}>{shown}</th>')
        else:
            parts.append(f"<td{_aligned(column)}>{shown}</td>")
    return "".join(parts)


def _aligned(column: Column) -> str:
    return "" if column.align == "left" else f' class="{column.align}"'
