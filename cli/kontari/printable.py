"""Text from records made harmless for a terminal or a log."""

import unicodedata

_MOVING = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Categories of characters that move the cursor, turn the direction of writing, or end a line."""


def printable(text: str) -> str:
    """The text with every character that is not printed as itself replaced; a tab is a space."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_printable, text))


def _printable(sign: str) -> str:
    if sign == "\t":
        return " "
    return "\N{REPLACEMENT CHARACTER}" if unicodedata.category(sign) in _MOVING else sign


def width(text: str) -> int:
    """How many cells of a terminal a text takes."""
    return len(text) if text.isascii() else sum(map(cells, text))


def cells(sign: str) -> int:
    """How many cells of a terminal a character takes."""
    if unicodedata.combining(sign):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1
