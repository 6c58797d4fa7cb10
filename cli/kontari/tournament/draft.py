"""A tournament document out of what records say of themselves, where nobody wrote one."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import count
from typing import Any, NamedTuple

from kontari.tournament.matching import table_name
from kontari.tournament.model import MOST_CYCLES, MOST_ROUNDS, MOST_SEATS
from kontari.tournament.outcome import counts_games, sides
from kontari.tournament.played import Played

VERSION = "1.0"
_ID = re.compile(r"[^\n]{1,64}\Z")


def draft(played: Iterable[Played], game: str | None = None, preset: str | None = None) -> dict[str, Any]:
    """The JSON values of a document: who played, in which stages, rounds and at which tables.

    game: only records of it; default that of most. Records that do not count are left out, and those of people whose
    names are no ids, or who are too many for a table. Raises ValueError where no record is left, or too few people.
    """
    every = [one for one in played if one.verdict not in ("illegal", "malformed") and one.game and _fits(one)]
    game = game or _most([one.game for one in every if one.game is not None])
    records = sorted({_key(one): one for one in every if one.game == game}.items())
    if game is None or not records:
        raise ValueError("there is no record of which a tournament could be made")
    found = [one for _, one in records]
    event = _most([str(one.event["name"]) for one in found if "name" in one.event])
    if event is not None:
        found = [one for one in found if str(one.event.get("name", event)) == event]
    individual = _individual(found)
    matches = [_match(one, individual) for one in found]
    participants = _participants(matches)
    if len(participants) < 2:
        raise ValueError("it takes two participants")
    about: dict[str, Any] = {"name": event or "Tournament", "game": game}
    days = sorted(str(one.event["date"])[:10] for one in found if "date" in one.event)
    if days:
        about |= {"start": days[0], "end": days[-1]}
    records_: dict[str, Any] = {} if event is None else {"records": {"event": event}}
    stages = _stages(matches, preset)
    return {"kontari": VERSION, "tournament": about, **records_, "participants": participants, "stages": stages}


class _Match(NamedTuple):
    """A match, the ids of its seats, the seats that play together, and who that is."""

    played: Played
    ids: tuple[str, ...]
    units: Sequence[tuple[int, ...]]
    who: list[str]


def _match(one: Played, individual: bool) -> _Match:
    """A match by participants, in order of the seats; a pair has the ids of its two people."""
    ids = one.ids
    units = [(seat,) for seat in range(len(ids))] if individual else sides(one)
    return _Match(one, ids, units, [_id_of(*sorted([ids[seat] for seat in unit])) for unit in units])


def _fits(one: Played) -> bool:
    """Whether the people of a match are all different, as many as a table has, and called as a document allows."""
    ids = one.ids
    return 1 < len(set(ids)) == len(ids) and len(sides(one)) <= MOST_SEATS and all(map(_ID.match, ids))


def _id_of(*words: str) -> str:
    """An id for one thing or for several: as it is called, if that is an id and nothing else is called so."""
    plain = "+".join(words)
    if _ID.match(plain) and not any("+" in one for one in words):
        return plain
    return f"{' '.join(plain.split())[:55]}~{sha256(chr(10).join(words).encode()).hexdigest()[:8]}"


def _most(words: Sequence[str]) -> str | None:
    """What stands there most often; of several the first in the alphabet."""
    counted = Counter(words)
    return min(counted, key=lambda word: (-counted[word], word)) if counted else None


def _key(one: Played) -> tuple[Any, ...]:
    """What puts matches in order, whatever the order in which they came."""
    event = one.event
    parts = [str(event.get(name, "")) for name in ("date", "stage", "round", "table", "match")]
    numbers = tuple([(len(part), part) if part.isdigit() else (0, part) for part in parts])
    return numbers, one.sha256 or one.source, 0 if one.sha256 else one.record


def _individual(found: Iterable[Played]) -> bool:
    """Whether people play with changing partners."""
    partners: dict[str, tuple[str, ...]] = {}
    for one in found:
        ids = one.ids
        for unit in sides(one):
            pair = tuple(sorted([ids[seat] for seat in unit]))
            if any(partners.setdefault(id_, pair) != pair for id_ in pair):
                return True
    return False


def _participants(matches: Iterable[_Match]) -> list[dict[str, Any]]:
    people: dict[str, dict[str, Any]] = {}
    for one in matches:
        for id_, unit in zip(one.who, one.units, strict=True):
            if id_ in people:
                continue
            names = {one.ids[seat]: one.played.players[seat].name or one.ids[seat] for seat in unit}
            members = sorted(names)
            made: dict[str, Any] = {"id": id_}
            shown = " & ".join(names[member] for member in members)
            if shown != id_:
                made["name"] = shown
            if members != [id_]:
                made["members"] = [{"id": member, "name": names[member]} for member in members]
            people[id_] = made
    return [people[id_] for id_ in sorted(people)]


def _stages(matches: Sequence[_Match], preset: str | None) -> list[dict[str, Any]]:
    """The stages, in the order of their first day, then by name."""
    names: dict[str, list[_Match]] = defaultdict(list)
    for one in matches:
        names[str(one.played.event.get("stage", "main"))].append(one)
    ordered = sorted(names, key=lambda name: (min(str(one.played.event.get("date", "")) for one in names[name]), name))
    return [_stage(name, names[name], preset) for name in ordered]


def _stage(name: str, matches: Sequence[_Match], preset: str | None) -> dict[str, Any]:
    rounds, several = _rounds(matches)
    sizes = [len(table["participants"]) for round_ in rounds for table in round_["tables"]]
    two = max(sizes) == 2
    games = all(counts_games(one.played.rules) for one in matches)
    met = Counter(frozenset(table["participants"]) for round_ in rounds for table in round_["tables"])
    people = {id_ for pair in met for id_ in pair}
    everybody = len(met) == len(people) * (len(people) - 1) // 2 and len(set(met.values())) == 1
    everybody = everybody and max(met.values()) <= MOST_CYCLES
    system = "tables" if not two else "round-robin" if everybody else "fixed"
    if not two and games:
        system = "individual"
    stage: dict[str, Any] = {"id": name if _ID.match(name) else _id_of(name)}
    if stage["id"] != name:
        stage["name"] = name
    stage |= {"system": system, "rounds_planned": max(one["round"] for one in rounds)}
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


def _rounds(found: Sequence[_Match]) -> tuple[list[dict[str, Any]], int]:
    """The rounds with their tables, and how many records the tables have.

    Where no rounds are told, each match goes into the first in which neither has played yet, and its table names the
    record, since nothing else says that it belongs there. Raises ValueError where that makes too many rounds.
    """
    rounds: dict[int, dict[str, dict[str, Any]]] = defaultdict(dict)
    busy: dict[str, set[int]] = defaultdict(set)
    first_free: dict[str, int] = defaultdict(lambda: 1)
    labels: dict[tuple[int, frozenset[str]], str] = {}
    names: dict[int, Iterator[str]] = defaultdict(lambda: map(str, count(1)))
    matches: dict[tuple[int, str], set[str]] = defaultdict(set)
    for one, _, _, people in found:
        told = str(one.event.get("round", ""))
        number = int(told) if told.isascii() and told.isdigit() and len(told) < 10 else 0
        label = str(one.event.get("table", ""))
        told_round = 0 < number <= MOST_ROUNDS
        if not told_round:
            number = max([first_free[who] for who in people])
            while any(number in busy[who] for who in people):
                number += 1
            if number > MOST_ROUNDS:
                raise ValueError(f"without event.round each match is a round, and there are more than {MOST_ROUNDS}")
        if not label:
            label = labels.get((number, frozenset(people)), str(len(rounds[number]) + 1))
        other = rounds[number].get(label)
        if other is not None and set(other["participants"]) != set(people):
            # The document has both, and the second record is told of when results are collected.
            label = next(name for name in names[number] if name not in rounds[number])
        for who in people:
            busy[who].add(number)
            while first_free[who] in busy[who]:
                first_free[who] += 1
        table = rounds[number].setdefault(label, {"table": table_name(label), "participants": people})
        if not told_round:
            table.setdefault("records", []).append(_reference(one))
        labels.setdefault((number, frozenset(people)), label)
        matches[number, label].add(str(one.event.get("match", "")))
    made = [
        {"round": number, "tables": sorted(rounds[number].values(), key=lambda one: _by_name(one["table"]))}
        for number in sorted(number for number in rounds if rounds[number])
    ]
    return made, max(map(len, matches.values()))


def _reference(one: Played) -> dict[str, Any]:
    """A record as a table names it."""
    made: dict[str, Any] = {"source": one.source}
    if one.record != 1:
        made["record"] = one.record
    if one.sha256 is not None:
        made["sha256"] = one.sha256
    return made


def _by_name(name: int | str) -> tuple[bool, int, str]:
    return isinstance(name, str), 0 if isinstance(name, str) else name, str(name)
