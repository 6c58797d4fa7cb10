"""Text in Markdown: nothing in it is read as a mark, a tag or a link."""

import re
from collections.abc import Sequence

_SIGNS = re.compile(r"([\\`*_{}\[\]<>|~#$!])")


def escaped(text: str) -> str:
    """A text in which nothing is a mark."""
    plain = text.replace("&", "&amp;")
    plain = _SIGNS.sub(r"\\\1", plain).replace("\\<", "&lt;").replace("\\>", "&gt;")
    return re.sub(r"(?i)(https?|ftp):(?=//)", r"\1&#58;", re.sub(r"(?i)www\.", "www&#46;", plain)).strip()


def row(cells: Sequence[str]) -> str:
    """A row of a pipe table; the cells are Markdown."""
    return f"| {' | '.join(cells)} |"
