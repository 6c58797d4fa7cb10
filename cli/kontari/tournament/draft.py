"""A tournament document out of what records say of themselves, where nobody wrote one."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from kontari.tournament.matching import table_name
from kontari.tournament.model import MOST_ROUNDS
from kontari.tournament.outcome import counts_games, sides
from kontari.tournament.played import Played

VERSION = "1.0"


def draft(played: Iterable[Played], game: str | None = None, preset: str | None = None) -> dict[str, Any]:
    """The JSON values of a document: who played, in which stages, rounds and at which tables.

    game: only records of it; default that of most. Records that do not count are left out. Raises ValueError where
    no record is left, or too few people.
    """
    every = [one for one in played if one.verdict not in ("illegal", "malformed") and one.game and one.players]
    game = game or _most([one.game for one in every if one.game is not None])
    records = sorted({_key(one): one for one in every if one.game == game}.items())
    if game is None or not records:
        raise ValueError("there is no record of which a tournament could be made")
    found = [one for _, one in records]
    event = _most([str(one.event["name"]) for one in found if "name" in one.event])
    if event is not None:
        found = [one for one in found if str(one.event.get("name", event)) == event]
    individual = _individual(found)
    units = {_key(one): _units(one, individual) for one in found}
    participants = _participants(found, units)
    if len(participants) < 2:
        raise ValueError("it takes two participants")
    about: dict[str, Any] = {"name": event or "Tournament", "game": game}
    days = sorted(str(one.event["date"])[:10] for one in found if "date" in one.event)
    if days:
        about |= {"start": days[0], "end": days[-1]}
    records_: dict[str, Any] = {} if event is None else {"records": {"event": event}}
    stages = _stages(found, units, preset)
    return {"kontari": VERSION, "tournament": about, **records_, "participants": participants, "stages": stages}


def _most(words: Sequence[str]) -> str | None:
    """What stands there most often; of several the first in the alphabet."""
    counted = Counter(words)
    return min(counted, key=lambda word: (-counted[word], word)) if counted else None


def _key(one: Played) -> tuple[Any, ...]:
    """What puts matches in order, whatever the order in which they came."""
    event = one.event
    parts = [str(event.get(name, "")) for name in ("date", "stage", "round", "table", "match")]
    return tuple([(len(part), part) if part.isdigit() else (0, part) for part in parts]), one.sha256 or one.source


def _individual(found: Iterable[Played]) -> bool:
    """Whether people play with changing partners."""
    partners: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for one in found:
        for unit in sides(one):
            pair = tuple(sorted(one.ids[seat] for seat in unit))
            for id_ in pair:
                partners[id_].add(pair)
    return any(len(pairs) > 1 for pairs in partners.values())


def _units(one: Played, individual: bool) -> list[str]:
    """The participants of a match in order of the seats; a pair has the ids of its two people."""
    groups = [(seat,) for seat in range(len(one.players))] if individual else list(sides(one))
    return ["+".join(sorted(one.ids[seat] for seat in unit))[:64] for unit in groups]


def _participants(found: Iterable[Played], units: Mapping[tuple[Any, ...], list[str]]) -> list[dict[str, Any]]:
    people: dict[str, dict[str, Any]] = {}
    for one in found:
        names = {id_: player.name or id_ for id_, player in zip(one.ids, one.players, strict=True)}
        groups = list(sides(one))
        mine = units[_key(one)]
        if len(groups) != len(mine):
            groups = [(seat,) for seat in range(len(one.players))]
        for id_, unit in zip(mine, groups, strict=True):
            members = sorted(one.ids[seat] for seat in unit)
            made: dict[str, Any] = {"id": id_}
            shown = " & ".join(names[member] for member in members)
            if shown != id_:
                made["name"] = shown
            if members != [id_]:
                made["members"] = [{"id": member, "name": names[member]} for member in members]
            people.setdefault(id_, made)
    return [people[id_] for id_ in sorted(people)]


def _stages(
    found: Sequence[Played], units: Mapping[tuple[Any, ...], list[str]], preset: str | None
) -> list[dict[str, Any]]:
    """The stages, in the order of their first day, then by name."""
    names: dict[str, list[Played]] = defaultdict(list)
    for one in found:
        names[str(one.event.get("stage", "main"))].append(one)
    ordered = sorted(names, key=lambda name: (min(str(one.event.get("date", "")) for one in names[name]), name))
    return [_stage(name, names[name], units, preset) for name in ordered]


def _stage(
    name: str, found: Sequence[Played], units: Mapping[tuple[Any, ...], list[str]], preset: str | None
) -> dict[str, Any]:
    rounds, several = _rounds(found, units)
    sizes = [len(table["participants"]) for round_ in rounds for table in round_["tables"]]
    two = max(sizes) == 2
    games = all(counts_games(one.rules) for one in found)
    met = Counter(frozenset(table["participants"]) for round_ in rounds for table in round_["tables"])
    people = {id_ for pair in met for id_ in pair}
    everybody = len(met) == len(people) * (len(people) - 1) // 2 and len(set(met.values())) == 1
    system = "tables" if not two else "round-robin" if everybody else "fixed"
    if not two and games:
        system = "individual"
    stage: dict[str, Any] = {"id": name[:64], "system": system, "rounds_planned": max(one["round"] for one in rounds)}
    if not two:
        stage["table"] = {"size": max(sizes), "least": min(sizes), "most": max(sizes)}
    if several > 1:
        stage["table"] = {**stage.get("table", {}), "records": several}
    if two and everybody and max(met.values()) > 1:
        stage["cycles"] = max(met.values())
    by_win = two or games
    stage["points"] = {"win": 2, "draw": 1, "loss": 0} if by_win else {"score": True}
    stage["tie_breaks"] = preset or _tie_breaks(two, games)
    stage["rounds"] = rounds
    return stage


def _tie_breaks(two: bool, games: bool) -> str | list[dict[str, Any]]:
    if two and games:
        return "mus-liga"
    if two:
        return [{"by": "direct-encounter"}, {"by": "score-difference"}]
    return [] if games else [{"by": "tables-won"}, {"by": "places"}]


def _rounds(found: Sequence[Played], units: Mapping[tuple[Any, ...], list[str]]) -> tuple[list[dict[str, Any]], int]:
    """The rounds with their tables, and how many records the tables have.

    Where no rounds are told, each match goes into the first in which neither has played yet.
    """
    rounds: dict[int, dict[str, dict[str, Any]]] = defaultdict(dict)
    busy: dict[int, set[str]] = defaultdict(set)
    labels: dict[tuple[int, frozenset[str]], str] = {}
    names: dict[int, Iterator[str]] = defaultdict(lambda: map(str, count(1)))
    matches: dict[tuple[int, str], set[str]] = defaultdict(set)
    for one in found:
        people = units[_key(one)]
        told = str(one.event.get("round", ""))
        number = int(told) if told.isascii() and told.isdigit() and len(told) < 10 else 0
        label = str(one.event.get("table", ""))
        if not 0 < number <= MOST_ROUNDS:
            number = 1
            while busy[number] & set(people):
                number += 1
        if not label:
            label = labels.get((number, frozenset(people)), str(len(rounds[number]) + 1))
        other = rounds[number].get(label)
        if other is not None and set(other["participants"]) != set(people):
            # The document has both, and the second record is told of when results are collected.
            label = next(name for name in names[number] if name not in rounds[number])
        busy[number] |= set(people)
        rounds[number].setdefault(label, {"table": table_name(label), "participants": people})
        labels.setdefault((number, frozenset(people)), label)
        matches[number, label].add(str(one.event.get("match", "")))
    made = [
        {"round": number, "tables": sorted(rounds[number].values(), key=lambda one: _by_name(one["table"]))}
        for number in sorted(number for number in rounds if rounds[number])
    ]
    return made, max(map(len, matches.values()))


def _by_name(name: int | str) -> tuple[bool, int, str]:
    return isinstance(name, str), 0 if isinstance(name, str) else name, str(name)
