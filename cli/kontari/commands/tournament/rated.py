"""Ratings read and written."""

import json
from collections.abc import Sequence

from kontari.commands.terminal import misuse
from kontari.json_text import NotJsonError, parsed
from kontari.printable import printable
from kontari.record.streams import bytes_of
from kontari.tournament.output.csv_ import written
from kontari.tournament.ratings import Rating, Start

FORMS = ("text", "json", "csv")
_ENDLESS = 1e9
_HEADS = ("id", "name", "rating", "mu", "sigma", "matches", "change")


def begun(path: str | None) -> Start | None:
    """Ratings to begin with, from JSON of ours. Raises InputError."""
    if path is None:
        return None
    try:
        found = parsed(bytes_of(path))
        ratings = {str(one["id"]): (float(one["mu"]), float(one["sigma"])) for one in found["ratings"]}
        if not all(abs(mu) < _ENDLESS and 0 < sigma < _ENDLESS for mu, sigma in ratings.values()):
            raise ValueError
        return ratings
    except (NotJsonError, TypeError, KeyError, ValueError):
        misuse(f"{path} holds no ratings; kontari tournament ratings --format json writes them")


def shown(made: Sequence[Rating], model: str, form: str) -> str:
    """Ratings in one of the forms; numbers with three decimals, in JSON as they are."""
    if form == "json":
        rows = [
            {
                "id": one.id,
                "name": one.name,
                "rating": one.sure,
                "mu": one.mu,
                "sigma": one.sigma,
                "matches": one.matches,
                "change": one.change,
            }
            for one in made
        ]
        return json.dumps({"kontari": "1.0", "model": model, "ratings": rows}, ensure_ascii=False, indent=2) + "\n"
    cells = [
        [
            one.id,
            one.name,
            f"{one.sure:.3f}",
            f"{one.mu:.3f}",
            f"{one.sigma:.3f}",
            str(one.matches),
            f"{one.change:+.3f}",
        ]
        for one in made
    ]
    if form == "csv":
        return written([_HEADS, *cells])
    rows_ = [list(_HEADS), *([printable(cell) for cell in row] for row in cells)]
    widths = [max(len(row[column]) for row in rows_) for column in range(len(_HEADS))]
    aligned = [
        "  ".join(
            cell.ljust(width) if column < 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows_
    ]
    return "\n".join(line.rstrip() for line in aligned) + "\n"
