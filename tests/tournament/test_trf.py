"""The report for chess programs: its columns, and that gacrux recomputes from it what the table says."""

from random import Random

import pytest
from msgspec.structs import replace

import tournament_building as building
import tournament_oracle
import tournament_random
from kontari.tournament.model import Entry, Kind
from kontari.tournament.rank import standings
from kontari.tournament.trf import trf


@pytest.mark.parametrize("kind", tournament_oracle.SYSTEMS)
def test_gacrux_recomputes_the_same(kind: str) -> None:
    assert [one for seed in range(1, 21) for one in tournament_oracle.differences(seed, kind)] == []


def report_of(system: str = "swiss") -> str:
    rounds = [
        {
            "round": 1,
            "tables": [{"table": 1, "participants": ["b", "a"]}],
            "byes": [{"participant": "c", "kind": "half"}],
        },
        {
            "round": 2,
            "tables": [
                {"table": 1, "participants": ["a", "c"], "ruling": {"kind": "forfeit", "by": ["c"], "reason": "absent"}}
            ],
            "byes": [{"participant": "b", "kind": "paired"}],
        },
        {
            "round": 3,
            "tables": [{"table": 1, "participants": ["c", "b"]}],
            "byes": [{"participant": "a", "kind": "absent"}],
        },
    ]
    data = {
        "tournament": {
            "name": "Liga",
            "game": "rummikub",
            "site": "Bergara",
            "start": "2026-02-03",
            "end": "2026-02-06",
        },
        "participants": [{"id": "a", "name": "Añorga\ntar", "rating": 1500}, {"id": "b"}, {"id": "c"}],
        "stages": [
            {
                "id": "main",
                "system": system,
                "rounds_planned": 3,
                "points": {"win": 2, "draw": 1, "loss": 0, "bye": 2, "half_bye": 1, "forfeit_win": 2},
                "tie_breaks": [],
                "rounds": rounds,
            }
        ],
    }
    line = {
        "event": {"stage": "main", "round": "1", "table": "1"},
        "players": [{"id": "a"}, {"id": "b"}],
        "result": {"scores": [9, -9], "winners": [0]},
    }
    document = building.document(data)
    results = building.results(document, "main", [line])
    return trf(document, results, standings(document, results))


def test_the_report_in_full() -> None:
    assert report_of() == (
        "012 Liga\n"
        "022 Bergara\n"
        "042 2026/02/03\n"
        "052 2026/02/06\n"
        "062 3\n"
        "092 Individual: Swiss-System\n"
        "XXR 3\n"
        f"001    1      {'Añorga�tar':<33} 1500 {'':26}  2.0    1     2 b 1     3 w +  0000 - Z\n"
        f"001    2      {'b':<33}      {'':26}  1.0    2     1 w 0  0000 - U\n"
        f"001    3      {'c':<33}      {'':26}  0.5    3  0000 - H     1 b -\n"
    )


def test_columns_are_those_of_the_format() -> None:
    line = report_of("round-robin").splitlines()[-3]
    assert (line[0:3], line[4:8], line[48:52], line[80:84], line[85:89]) == ("001", "   1", "1500", " 2.0", "   1")
    assert (line[91:95], line[96], line[98]) == ("   2", "b", "1")


def test_tables_of_several_are_refused() -> None:
    document = building.document(tournament_random.tables(Random(1), 4, 1)[0])
    results = building.results(document, "main", [])
    with pytest.raises(ValueError, match="two sides only, not the system tables"):
        trf(document, results, standings(document, results))


def test_more_than_there_are_numbers_for_are_refused() -> None:
    document = building.document(tournament_random.swiss(Random(1), 4, 1)[0])
    results = building.results(document, "main", [])
    many = tuple(f"p{number}" for number in range(10000))
    full = replace(results, participants=many, entries=dict.fromkeys(many, (Entry(1, Kind.ABSENT),)))
    with pytest.raises(ValueError, match="10000 participants"):
        trf(document, full, standings(document, results))
