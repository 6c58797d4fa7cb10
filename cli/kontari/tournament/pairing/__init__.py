"""Who meets whom: the next round of a stage, all its rounds at once, and whether a round was paired as it should be.

Every method gives the round, the objective as numbers in the declared order, and reasons. Only Swiss and lives need
networkx (``kontari[tournament]``).
"""

from collections.abc import Collection, Sequence

from kontari.tournament.model import Bye, Document, Finding, Results, Round, Stage, Standings
from kontari.tournament.pairing import berger, knockout, lots, swiss, tables, whist
from kontari.tournament.pairing.field import Byes, canonical, field_of, gone, numbered
from kontari.tournament.pairing.paired import Paired, PairingError

__all__ = ["Paired", "PairingError", "check_round", "pair", "schedule"]

PLANNED = ("round-robin", "individual", "tables")
"""Systems whose rounds can be made at once."""


def pair(
    document: Document,
    stage: Stage,
    results: Results,
    standings: Standings,
    round_: int,
    absent: Collection[str] = (),
    byes: Byes = (),
    fixed: Sequence[Sequence[str]] = (),
    seeding: Sequence[str] | None = None,
) -> Paired:
    """Round ``round_`` of a stage, by the rounds before it.

    ``results`` are those of the stage, ``standings`` the table after the round before. ``byes``: who is not seated,
    with the kind (``paired``, ``full``, ``half``) where a mapping is given. ``fixed``: tables that are to be.
    ``seeding``: for a knockout, everyone from the strongest on where it is not the order of seeds, as after another
    stage. Raises PairingError, NeedsPackageError.
    """
    field = field_of(document, stage, results, standings, round_, absent, byes, fixed)
    system = stage.system
    if system == "swiss":
        return swiss.pair(field)
    if system == "lives":
        return knockout.lives(field)
    if system in ("knockout", "double-knockout"):
        return (knockout.pair if system == "knockout" else knockout.double)(field, seeding or results.participants)
    if system == "tables":
        return tables.pair(field)
    if system == "fixed":
        raise PairingError(f"stage {stage.id} is fixed: its rounds are those that stand in the document")
    if field.fixed:
        raise PairingError(f"who meets whom in stage {stage.id} is planned: no table can be fixed")
    if system == "individual" and len(field.playing) < len(results.participants):
        return tables.pair(field, individual=True)
    return _planned(document, stage, results, round_, {one.participant: one.kind for one in field.byes})


def _planned(document: Document, stage: Stage, results: Results, round_: int, kinds: dict[str, str]) -> Paired:
    """A round of the plan; whose opponent is not there has a bye."""
    rounds = schedule(document, stage, participants=results.participants)
    if round_ > len(rounds):
        return Paired(None, reasons=(f"stage {stage.id} has {len(rounds)} rounds",))
    planned = rounds[round_ - 1]
    away = {one for one in results.participants if one in kinds or gone(document, stage, one, round_)}
    kept = [table.participants for table in planned.tables if not away & set(table.participants)]
    alone = [one for table in planned.tables if away & set(table.participants) for one in table.participants]
    byes = [bye.participant for bye in planned.byes] + alone
    reasons = [f"{one} has the bye" for one in byes if one not in away]
    made = [Bye(one, "paired") for one in byes if one not in away]
    made += [Bye(one, kind) for one, kind in kinds.items()]
    return Paired(Round(round_, numbered(kept), tuple(made)), reasons=tuple(reasons), search={"exhaustive": True})


def schedule(
    document: Document, stage: Stage, rounds: int | None = None, participants: Sequence[str] | None = None
) -> list[Round]:
    """All rounds of a stage at once: Berger, whist or planned tables.

    ``rounds``: how many (else as many as are planned; of a round robin all). ``participants``: those of the stage in
    the order of their numbers, where they come from another stage; else those that the document names, by seed.
    Raises PairingError for a system whose rounds depend on results.
    """
    if stage.system not in PLANNED:
        raise PairingError(f"rounds of a {stage.system} stage are paired one by one, after the results")
    if participants is None:
        if stage.from_:
            raise PairingError(f"who plays in stage {stage.id} is known after the stage before it")
        named = document.participants
        participants = canonical(one for one in named if stage.participants is None or one.id in stage.participants)
    if stage.system == "round-robin":
        return berger.schedule(stage, participants)[:rounds]
    count = rounds or stage.rounds_planned
    if stage.system == "individual" and whist.known(len(participants)):
        return whist.schedule(participants, count)
    draw = lots.published(document, stage)
    return tables.schedule(stage, participants, count, draw, individual=stage.system == "individual")


def check_round(
    document: Document, stage: Stage, results: Results, round_: int, standings: Standings | None = None
) -> list[Finding]:
    """What is wrong with a round of the document: see ``checking``."""
    from kontari.tournament.pairing.checking import check

    return check(document, stage, results, round_, standings)
