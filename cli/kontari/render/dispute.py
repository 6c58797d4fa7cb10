"""A place of a match as a page that settles a dispute: position, move, rule, source, what was legal, hashes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kontari.codes import rule
from kontari.core.verdict import Finding, Verdict
from kontari.games import part
from kontari.library import Record, Step, legal, replay, view
from kontari.markdown import escaped, row
from kontari.notation.position import mover, position_line
from kontari.printable import printable
from kontari.record.in_force import rules_in_force
from kontari.render.people import amendments, printable_names


def page(record: Record, verdict: Verdict, place: tuple[int, int], seat: int | None = None) -> str:
    """The page in Markdown; it needs nothing beside it.

    verdict: of that record. place: the round and the move that was disputed, from 1; move 0 is the deal. seat: whose
    eyes see the position; None for all that the record knows. Raises LookupError where the play does not get there.
    """
    before, step = _around(record, place)
    return "\n\n".join(_parts(record, verdict, before, step, seat)) + "\n"


def _around(record: Record, place: tuple[int, int]) -> tuple[Step | None, Step]:
    """The step of a place and the one before it."""
    before = None
    for step in replay(record):
        if (step.round, step.move) == place:
            return before, step
        before = step
    raise LookupError("{}.{}".format(*place))


def _parts(record: Record, verdict: Verdict, before: Step | None, step: Step, seat: int | None) -> Iterator[str]:
    names = printable_names(record)
    yield f"# {escaped(' – '.join(names))}: round {step.round}, {f'move {step.move}' if step.move else 'the deal'}"
    yield "\n".join(f"- {line}" for line in _about(record, verdict))
    if before is not None and before.position is not None and step.move:
        yield "## The position before it"
        yield from _position(record, before.position, names, seat)
    yield "## What was done"
    yield _done(record, step, names, seat)
    yield "## The ruling"
    yield from _ruling(record, verdict, before, step, seat)
    yield "## The rules in force"
    yield _rules(record, verdict)
    yield "## How to check this"
    yield "\n".join(f"- {line}" for line in _checks(record, verdict, step))


def _about(record: Record, verdict: Verdict) -> Iterator[str]:
    event = record.data.get("event", {})
    if event:
        said = ", ".join(f"{key} {value}" for key, value in event.items() if not key.startswith("x-"))
        yield f"Event: {escaped(printable(said))}"
    yield f"Game: {record.game}; seats: " + ", ".join(
        f"{number} {escaped(name)}" for number, name in enumerate(printable_names(record))
    )
    yield f"Record: {escaped(printable(verdict.source))}, record {verdict.record}"
    yield from map(escaped, amendments(record))
    yield f"Verdict on the whole record: **{verdict.verdict}**" + (
        f", proof {verdict.proof} ({verdict.undecided} undecided)" if verdict.undecided else ""
    )


def _position(record: Record, position: Mapping[str, Any], names: list[str], seat: int | None) -> Iterator[str]:
    tell: Any = part(record.game, "tell")
    shown = position if seat is None else view(record.game, position, seat)
    yield escaped(tell.table_words(shown))
    sets = tell.table_sets(shown)
    if sets:
        yield "Sets: " + ", ".join(escaped(" ".join(token for token, _ in tiles)) for _, tiles in sets)
    rows = [
        ("Seat", "Holds"),
        ("---", "---"),
        *((escaped(who), escaped(held)) for who, held in tell.hand_rows(shown, names)),
    ]
    yield "\n".join(map(row, rows))
    yield f"`{position_line(record.game, record.data.get('rules'), shown, seat)}`"


def _done(record: Record, step: Step, names: list[str], seat: int | None) -> str:
    tell: Any = part(record.game, "tell")
    if step.action is None:
        return escaped(printable(tell.deal_words(record.data["rounds"][step.round - 1]["deal"], names)))
    action = step.action if seat is None else part(record.game, "state").seen_by(step.action, seat)
    return escaped(printable(tell.move_words(action, names)))


def _ruling(record: Record, verdict: Verdict, before: Step | None, step: Step, seat: int | None) -> Iterator[str]:
    position = None if before is None or not step.move else before.position
    if step.fault is None:
        yield "**Legal.** No rule in force forbids it, and all moves before it are legal."
        if before is not None and position is not None and _may_know(position, seat):
            patterns = legal(record, before.round, before.move)
            yield f"What could have been done there: {_legal(record, patterns, position)}"
        return
    found = _finding(verdict)
    about = rule(found.code)
    message = found.message[:1].upper() + found.message[1:]
    yield f"**Illegal: {found.code}, {escaped(about.title)}.** {escaped(printable(message))}."
    lines = [f"By: {escaped(printable(found.rule or about.source))}", f"Why the rule is there: {escaped(about.why)}"]
    lines.append(f"If the record was thought to be right: {escaped(about.hint)}")
    if found.legal is not None and position is not None and _may_know(position, seat):
        lines.append(f"What was legal: {_legal(record, found.legal, position)}")
    yield "\n".join(f"- {line}" for line in lines)


def _may_know(position: Mapping[str, Any], seat: int | None) -> bool:
    """Whether what a mover could do may be told to that seat: it shows what the mover holds."""
    return seat is None or seat == mover(position)


def _legal(record: Record, patterns: Sequence[Mapping[str, Any]], position: Mapping[str, Any]) -> str:
    words: str = part(record.game, "tell").legal_words(patterns, position)
    return escaped(printable(words))


def _finding(verdict: Verdict) -> Finding:
    """The one illegal deal or move of a record."""
    return verdict.errors()[0]


def _rules(record: Record, verdict: Verdict) -> str:
    """The options in force, each beside that of ``classic`` where it differs."""
    classic = rules_in_force(record.game, None, len(record.names))
    in_force = verdict.rules or {}
    differing = {name: value for name, value in in_force.items() if classic.get(name) != value}
    preset = (record.data.get("rules") or {}).get("preset", "classic")
    said = f"The record declares the preset `{preset}`. "
    if not differing:
        return said + "Every option has its value of `classic`."
    rows = [("Option", "In force", "`classic`"), ("---", "---", "---")]
    rows += [(f"`{name}`", _word(value), _word(classic.get(name))) for name, value in differing.items()]
    return said + "What differs from `classic`:\n\n" + "\n".join(map(row, rows))


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else escaped(str(value))


def _checks(record: Record, verdict: Verdict, step: Step) -> Iterator[str]:
    yield f"SHA-256 of the record (hash form): `{verdict.sha256}`"
    yield f"SHA-256 of the play: `{verdict.play_sha256}`"
    yield f"Judge: {verdict.judge['software']}, format {verdict.judge['format']}"
    yield f"`kontari replay FILE --at {step.round}.{step.move} --format markdown` makes this page again" + (
        f", with `--record {verdict.record}`" if verdict.record > 1 else ""
    )
