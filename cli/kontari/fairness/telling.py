"""The tests of fairness in words and as data: what each counts, what it shows, and what it cannot."""

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any, NamedTuple

from kontari.fairness.gathering import ENOUGH, UNLIKELY, Fairness, GameFairness


class About(NamedTuple):
    title: str
    shows: str
    cannot: str


ABOUT = {
    "cards-by-seat": About(
        "each card, by seat",
        "It shows cards that come to one seat more often than to another.",
        "It cannot show a favour that is spread over many cards, or that came in few deals.",
    ),
    "cards-by-place": About(
        "each card, by place in the pile",
        "It shows a shuffle that leaves cards near where they lay, as naive swapping does.",
        "It cannot show an order that differs from deal to deal but was known to somebody.",
    ),
    "ranks-by-seat": About(
        "each rank, by seat: the least likely cell",
        "It shows a seat that is given too many or too few of one rank, such as eights.",
        "It cannot show who gained by it, nor whether it was meant.",
    ),
    "neighbours": About(
        "which card lies below which in the pile: the least likely pair",
        "It shows pairs that stay together from one deal to the next, as after too few riffles.",
        "It cannot show groups that are kept together without being neighbours.",
    ),
    "repeated-deals": About(
        "deals that came twice",
        "It shows a generator with too few seeds, and records that were copied.",
        "It cannot tell the one from the other, nor deals that differ in one card.",
    ),
    "wins-by-seat": About(
        "matches won, by seat, for each place behind the lead",
        "It shows a seat that wins more often than others do that sit alike to the dealer, mano or first.",
        "It cannot tell skill from favour, and nothing where one seat leads in all matches.",
    ),
}


def data(fairness: Fairness) -> dict[str, Any]:
    """All tests as JSON values."""
    return {"unlikely": UNLIKELY, "games": [_data(game) for game in fairness.games]}


def _data(game: GameFairness) -> dict[str, Any]:
    tests = []
    for one in game.tests():
        about = ABOUT[one.name]
        measured = {key: value for key, value in one._asdict().items() if value is not None}
        tests.append({**measured, "found": one.found, "shows": about.shows, "cannot_show": about.cannot})
    return {"game": game.game, "deals": game.deals, "incomplete": game.incomplete, "tests": tests}


def text(shown: Mapping[str, Any], width: int) -> str:
    """What ``data`` gave, for people."""
    lines = [line for game in shown["games"] for line in _game(game, min(width, 100))]
    return "\n".join(lines) + "\n" if lines else "no legal records\n"


def _game(game: Mapping[str, Any], width: int) -> Iterator[str]:
    left_out = f"; {game['incomplete']:,} are not complete" if game["incomplete"] else ""
    yield f"{game['game']}: {game['deals']:,} complete deals{left_out}"
    for one in game["tests"]:
        yield ""
        yield f"  {ABOUT[one['name']].title}"
        yield f"    {_measured(one)}"
        yield f"    {_judged(one)}"
        yield from wrap(f"{one['shows']} {one['cannot_show']}", width, initial_indent="    ", subsequent_indent="    ")
    found = sum(one["found"] for one in game["tests"])
    yield ""
    yield f"  {found} of {len(game['tests'])} tests found what is unlikely to be chance (corrected, below {UNLIKELY})"


def _measured(one: Mapping[str, Any]) -> str:
    parts = [f"{one['counted']:,} {'matches' if 'wins' in one else 'deals'}"]
    if one.get("degrees"):
        parts.append(f"chi-squared {one['statistic']:,.1f} with {one['degrees']:,} degrees of freedom")
    if one.get("asked"):
        parts.append(f"{one['asked']:,} counts")
    if "seen" in one:
        parts.append(f"{one['seen']:,} came before")
    if one.get("wins"):
        parts.append("won: " + "; ".join(" ".join(f"{number:,}" for number in row) for row in one["wins"]))
    return ", ".join(parts)


def _judged(one: Mapping[str, Any]) -> str:
    if "chance" not in one:
        return f"nothing can be said: it takes {ENOUGH} or more" + (", with different leads" if "wins" in one else "")
    said = "UNLIKELY TO BE CHANCE" if one["found"] else "no sign of unfairness"
    return f"{said}: p = {one['chance']:.3g}, corrected {one['corrected']:.3g}"
