"""gacrux as an oracle: random tournaments exported as TRF16, their tie-breaks recomputed by it.

gacrux (https://github.com/OttoMilvang/TieBreakServer) checks tie-breaks as FIDE publishes them. Points, Buchholz with
and without cuts, Sonneborn-Berger, progressive, wins, the rating of opponents and the direct encounter must be the
same: in Swiss tournaments with byes, forfeits and withdrawals under the rules of 2024 and of 2026, which gacrux
chooses by the date of the start, and in round robins with forfeits.

    python tests/tournament_oracle.py --tournaments 500 --seed 1
"""

import argparse
import sys
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from gacrux import tiebreak
from gacrux.trf2json import trf2json
from msgspec.structs import replace

import tournament_building as building
import tournament_random
from kontari.tournament.model import Exact, TieBreak
from kontari.tournament.rank import standings
from kontari.tournament.trf import trf

ERAS = {"dummy-2024": "2025-06-01", "dummy-2026": "2026-03-01"}
SYSTEMS = (*ERAS, "as-scheduled")
NAMES: dict[str, TieBreak] = {
    "BH": TieBreak("buchholz"),
    "BH/C1": TieBreak("buchholz", cut_low=1),
    "BH/C2": TieBreak("buchholz", cut_low=2),
    "BH/M1": TieBreak("buchholz", cut_low=1, cut_high=1),
    "SB": TieBreak("sonneborn-berger"),
    "SB/C1": TieBreak("sonneborn-berger", cut_low=1),
    "PS": TieBreak("progressive"),
    "PS/C1": TieBreak("progressive", cut_low=1),
    "KS": TieBreak("koya"),
    "WIN": TieBreak("wins"),
    "WON": TieBreak("wins-played"),
    "ARO": TieBreak("opponent-rating"),
    "ARO/C1": TieBreak("opponent-rating", cut_low=1),
}


class Difference(NamedTuple):
    """A value that differs: the tournament's number and rules, who, which criterion, ours and theirs."""

    tournament: str
    participant: str
    criterion: str
    ours: Exact
    theirs: Fraction


def recomputed(report: str, criteria: list[str], *, swiss: bool) -> dict[int, list[Fraction]]:
    """The values of criteria by start number as gacrux computes them from a TRF; the first of the list ranks first."""
    file = trf2json()
    file.parse_file(report, 0)
    assert file.get_status() == 0, file.chessjson["status"]
    params: dict[str, Any] = {"tiebreak": list(criteria), "check": False, "swiss": swiss, "pre_determined": not swiss}
    tournament = file.get_tournament(1)
    result = tiebreak.tiebreak(tournament, -1, params).compute_tiebreaks(tournament, params)
    return {one["cid"]: [Fraction(str(value or 0)) for value in one["tiebreakScore"]] for one in result["competitors"]}


def differences(seed: int, rules: str) -> Iterator[Difference]:
    """What differs in one random Swiss tournament under the rules of an era, or in a round robin as scheduled."""
    random = Random(seed)
    players = random.randint(4, 20)
    if rules in ERAS:
        rounds = random.randint(2, min(9, players - 1))
        data, lines = tournament_random.swiss(random, players, rounds, unplayed=rules)
    else:
        points = tournament_random.FIDE_POINTS | {"bye": 0}
        data, lines = tournament_random.round_robin(random, players, 0.1, points=points)
    document = replace(building.document(data), start=ERAS.get(rules, "2026-03-01"))
    results = building.results(document, "main", lines)
    for names in (["PTS", *NAMES], ["PTS", "DE"], ["PTS", "WON", "DE"]):
        tie_breaks = tuple(NAMES.get(name, TieBreak("direct-encounter")) for name in names[1:])
        asked = replace(results, stage=replace(results.stage, tie_breaks=tie_breaks))
        table = standings(document, asked)
        theirs = recomputed(trf(document, asked, table), names, swiss=rules in ERAS)
        numbers = {id_: number for number, id_ in enumerate(results.participants, 1)}
        for row in table.rows:
            ours = [row.points, *(one.value for one in row.values)]
            for name, own, value in zip(names, ours, theirs[numbers[row.participant]], strict=True):
                # gacrux writes 0 for all of a set that the direct encounter does not separate
                other = max(value, Fraction(1)) if name == "DE" else value
                if own != other:
                    assert not isinstance(own, tuple)
                    yield Difference(f"{seed} {rules}", row.participant, name, own, other)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--tournaments",
        type=int,
        default=250,
        help="how many random tournaments, of each kind: Swiss in both eras, round robin",
    )
    parser.add_argument("--seed", type=int, default=1, help="of the first tournament")
    wishes = parser.parse_args()
    found = 0
    for seed in range(wishes.seed, wishes.seed + wishes.tournaments):
        for rules in SYSTEMS:
            for one in differences(seed, rules):
                found += 1
                print(f"{one.tournament}: {one.participant} {one.criterion}: {one.ours}, gacrux {one.theirs}")
    print(f"{wishes.tournaments} tournaments of each of {len(SYSTEMS)} kinds, {found} differences")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
