"""Figures for people: numbers in a line each, counts with a bar for the share of each."""

from collections.abc import Iterator, Mapping
from typing import Any

_BAR = 30
"""The most cells of a bar."""

_LEAST_TITLE = 12
"""The fewest cells of the title of a number."""


def text(data: Mapping[str, Any], width: int) -> str:
    """Statistics (``Statistics.data()``) as lines of at most so many cells, each ended by a line feed."""
    games = data["games"]
    told_by_game = len(games) == 1 and games[0]["records"] == data["records"]
    blocks = [] if told_by_game else [_records("all", data["records"])]
    blocks += ["\n".join(_game(one, width)) for one in games]
    return "\n\n".join(blocks) + "\n"


def _records(what: str, counts: Mapping[str, int]) -> str:
    total = sum(counts.values())
    words = ", ".join(f"{count} {word}" for word, count in counts.items())
    return f"{what}: {total} record{'' if total == 1 else 's'}" + (f": {words}" if words else "")


def _game(one: Mapping[str, Any], width: int) -> Iterator[str]:
    yield _records(one["game"], one["records"])
    left_out = sum(one["records"].values()) - one["counted"]
    if left_out:
        yield f"{left_out} of them not counted, since their play is not legal"
    numbers = [figure for figure in one["figures"] if figure["kind"] == "numbers" and figure["count"]]
    if numbers:
        yield ""
        yield from _numbers(numbers, width)
    for figure in one["figures"]:
        if figure["kind"] == "counts" and figure["of"]:
            yield ""
            yield from _counts(figure, width)


def _numbers(figures: list[Mapping[str, Any]], width: int) -> Iterator[str]:
    """A table of numbers; where it is too wide, the titles are cut, and the last columns left out."""
    heads = ["min", "median", "mean", "max", "count"]
    rows = [[figure["title"], *(_shown(head, figure[head]) for head in heads)] for figure in figures]
    widths = [max(len(row[place]) for row in (["", *heads], *rows)) for place in range(len(heads) + 1)]
    while sum(widths[1:]) + 2 * len(heads) + _LEAST_TITLE > width:
        heads.pop()
        widths.pop()
    widths[0] = min(widths[0], width - sum(widths[1:]) - 2 * len(heads))
    for row in (["", *heads], *(row[: len(widths)] for row in rows)):
        cells = [cell.rjust(room) for cell, room in zip(row[1:], widths[1:], strict=True)]
        yield "  ".join([_cut(row[0], widths[0]).ljust(widths[0]), *cells])


def _counts(figure: Mapping[str, Any], width: int) -> Iterator[str]:
    of, counts = figure["of"], figure["counts"]
    yield _cut(f"{figure['title']} ({of})", width)
    names = max(map(len, counts), default=0)
    digits = max((len(str(count)) for count in counts.values()), default=0)
    bar = max(0, min(_BAR, width - names - digits - 14))
    for key, count in counts.items():
        share = count / of
        yield f"  {key:<{names}}  {count:>{digits}}  {share:>6.1%}  {'#' * round(bar * share)}".rstrip()


def _shown(head: str, number: float) -> str:
    return f"{number:.2f}" if head == "mean" else str(number)


def _cut(words: str, room: int) -> str:
    return words if len(words) <= room else words[: max(0, room - 1)] + "…"
