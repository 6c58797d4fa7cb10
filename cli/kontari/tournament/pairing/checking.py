"""Whether a round of a document was paired as it should be."""

from collections.abc import Iterable

from kontari.tournament.model import Document, Exact, Finding, Results, Round, Stage, Standings
from kontari.tournament.needs import NeedsPackageError
from kontari.tournament.pairing import knockout, swiss, tables
from kontari.tournament.pairing.field import TO_MEET, Field, field_of, gone, left_after, second_bye
from kontari.tournament.pairing.paired import Paired

PLANNED_REPEATS = ("round-robin", "individual", "fixed")
"""Systems in which a second meeting belongs to the plan."""


def check(
    document: Document, stage: Stage, results: Results, round_: int, standings: Standings | None = None
) -> list[Finding]:
    """Findings about a round as it stands in the stage: TRN-P02 second meetings, TRN-P03 second byes, TRN-P04 seated
    though withdrawn, TRN-P05 a better round.

    ``standings``: the table after the round before; without it no better round is looked for. Where networkx is not
    there, none is looked for in a Swiss. Raises KeyError where the stage has no such round.
    """
    made = next((one for one in stage.rounds or () if one.round == round_), None)
    if made is None:
        raise KeyError(round_)
    seated = [one for table in made.tables for one in table.participants]
    known = [one for one in seated if one in results.entries]
    away = [one for one in results.participants if one not in seated]
    kinds = {bye.participant: bye.kind for bye in made.byes if bye.kind != "paired" and bye.participant in away}
    takers = [bye.participant for bye in made.byes if bye.kind == "paired" and bye.participant in away]
    missing = [one for one in away if one not in kinds and one not in takers and not gone(document, stage, one, round_)]
    there = {one: kind for one, kind in kinds.items() if kind != "absent" and not gone(document, stage, one, round_)}
    nobody = standings or Standings(stage, round_ - 1, False, (), {})
    field = field_of(document, stage, results, nobody, round_, [*missing, *(kinds.keys() - there.keys())], there)
    findings = [*_withdrawn(field, known), *_second_byes(field, made)]
    if stage.system not in PLANNED_REPEATS:
        best = _best(field) if standings is not None and not findings and set(known) <= set(field.playing) else None
        findings += _repeats(field, made, best)
        if best is not None:
            findings += _worse(field, made, takers, best)
    return findings


def _withdrawn(field: Field, seated: Iterable[str]) -> list[Finding]:
    return [
        Finding("TRN-P04", {"id": one, "after": left_after(field.document, field.stage, one)}, field.place())
        for one in sorted(seated)
        if (after := left_after(field.document, field.stage, one)) is not None and field.round > after
    ]


def _second_byes(field: Field, made: Round) -> list[Finding]:
    """By lots or in a bracket somebody may rest twice; elsewhere nobody who had points without playing."""
    if field.stage.system not in ("swiss", "lives", "tables"):
        return []
    fewest = min((field.resting[one] for one in field.playing), default=0)
    return [
        second_bye(field, bye)
        for bye in made.byes
        if bye.kind == "paired" and field.resting.get(bye.participant, 0) > (fewest if _may_rest(field) else 0)
    ]


def _may_rest(field: Field) -> bool:
    return field.stage.system in ("lives", "tables") or field.stage.pairing.rematch == "if-forced"


def _repeats(field: Field, made: Round, best: Paired | None) -> list[Finding]:
    """Second meetings of a table of two, but those that could not be avoided where that is allowed."""
    if field.stage.system not in ("swiss", "lives"):
        return []
    again = [table.participants for table in made.tables if _met(field, table.participants)]
    if _may_rest(field) and best is not None and best.objective and best.objective[0] == len(again):
        return []
    return [
        Finding("TRN-P02", {"participants": list(two), "before": _before(field, *two)}, field.place()) for two in again
    ]


def _met(field: Field, two: tuple[str, ...]) -> bool:
    return len(two) == 2 and two[0] in field.met and field.met[two[0]].get(two[1], 0) > 0


def _before(field: Field, a: str, b: str) -> int:
    return next(entry.round for entry in field.entries(a) if entry.kind in TO_MEET and b in entry.opponents)


def _best(field: Field) -> Paired | None:
    try:
        if field.stage.system == "swiss":
            return swiss.pair(field)
        if field.stage.system == "lives":
            return knockout.lives(field)
    except NeedsPackageError:
        return None
    return tables.pair(field) if field.stage.system == "tables" else None


def _worse(field: Field, made: Round, takers: list[str], best: Paired) -> list[Finding]:
    """The proof is the better round itself, with the first number in which it is better."""
    if best.round is None:
        return []
    seated = [table.participants for table in made.tables]
    if field.stage.system == "tables":
        penalties = tables.Penalties(field, field.stage.seating)
        mine, theirs = penalties.total(seated)[:5], best.objective[:5]
    else:
        if any(len(two) != 2 for two in seated) or len(takers) > 1:
            return []
        pairs = [(two[0], two[1]) for two in seated]
        mine, theirs = swiss.Aims(field, takers[0] if takers else None).total(pairs), best.objective
    term = next((i for i, (a, b) in enumerate(zip(mine, theirs, strict=True)) if a != b), None)
    if term is None or mine[term] < theirs[term]:
        return []
    facts = {
        "term": best.terms[term],
        "value": _plain(mine[term]),
        "best": _plain(theirs[term]),
        "tables": [list(table.participants) for table in best.round.tables],
        "byes": [bye.participant for bye in best.round.byes if bye.kind == "paired"],
    }
    return [Finding("TRN-P05", facts, field.place())]


def _plain(number: Exact) -> int | str:
    return number if isinstance(number, int) else str(number)
