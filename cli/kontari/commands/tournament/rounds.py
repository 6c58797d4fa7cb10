"""Rounds that were made: shown as lists for the wall, and written into a document."""

import json
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from kontari.commands.terminal import misuse
from kontari.commands.terminal import output as opened
from kontari.commands.tournament.loading import Tournament
from kontari.tournament.document import written
from kontari.tournament.lists import Listing
from kontari.tournament.model import Round, Stage
from kontari.tournament.output import Look, render
from kontari.tournament.output.json_ import round_data

LIST_FORMATS = ("text", "csv", "json", "html")


def show(
    tournament: Tournament, stage: Stage, rounds: Sequence[Round], what: str, form: str, look: Look, output: str | None
) -> None:
    """Write lists of rounds."""
    listing = Listing(what, stage, tuple(rounds))  # type: ignore[arg-type]
    with opened(output, [tournament.path] if tournament.path else []) as stream:
        stream.write(render(form, listing, tournament.document, look))  # type: ignore[arg-type]


def one_target(into: str | None, in_place: bool) -> None:
    """A usage error where rounds are to go to two places."""
    if into is not None and in_place:
        misuse("--into names another file, --in-place the document itself; give one of them")


def put_into(tournament: Tournament, stage: Stage, rounds: Sequence[Round], into: str | None, in_place: bool) -> None:
    """Write the document with these rounds, to a file of its own or in its place."""
    if into is None and not in_place:
        return
    assert tournament.data is not None
    data: dict[str, Any] = deepcopy(json.loads(tournament.data))
    (found,) = [one for one in data["stages"] if one["id"] == stage.id]
    there = {one["round"] for one in found.get("rounds", [])}
    twice = [one.round for one in rounds if one.round in there]
    if twice:
        misuse(f"stage {stage.id} has a round {twice[0]} already; it is not written over")
    found["rounds"] = sorted([*found.get("rounds", []), *map(round_data, rounds)], key=lambda one: one["round"])
    sources = [] if in_place or tournament.path is None else [tournament.path]
    with opened(tournament.path if in_place else into, sources) as stream:
        stream.write(written(data))
