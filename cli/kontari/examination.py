"""Record to verdict: its shape, then its play, then its claims; the first gate that fails decides."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import to_builtins

from kontari import __version__
from kontari.core.fault import Fault
from kontari.core.replay import NOT_OVER, Found, Replay, Standing, replay
from kontari.core.verdict import Finding, Verdict
from kontari.forms import Source
from kontari.forms import source as read_source
from kontari.games import part
from kontari.record.hashing import play_sha256
from kontari.record.in_force import rules_in_force
from kontari.record.reading import MAX_BYTES, VERSION, Reading
from kontari.record.streams import Item

JUDGE = {"software": f"kontari {__version__}", "format": VERSION}


def examine(
    data: bytes,
    *,
    source: str = "-",
    record: int = 1,
    first_line: int = 1,
    max_bytes: int = MAX_BYTES,
    notation: bool = False,
) -> Verdict:
    """The verdict on one record.

    data: the text as read, JSON or (``notation``) the text notation. source, record, first_line: where
    it was read, for the findings (``first_line`` is the line of the file on which the record begins).
    Raises for no input, keeps no state, and may be called from several threads.
    """
    read = read_source(data, max_bytes, notation=notation)
    reading = read.reading
    if reading.record is None:
        verdict = Verdict(source, record, reading.sha256, "malformed", JUDGE, game=reading.game)
        faults = [Found(fault, 0, None) for fault in reading.faults]
        verdict.findings = _findings(read, first_line, faults)
        return verdict
    return _judged(read, source, record, first_line)


def examine_item(item: Item, max_bytes: int = MAX_BYTES) -> Verdict:
    """The verdict on one record of a stream; malformed where not all its bytes could be read."""
    if item.fault is None:
        where: dict[str, Any] = {"source": item.source, "record": item.number, "first_line": item.line}
        return examine(item.data, **where, max_bytes=max_bytes, notation=item.notation)
    verdict = Verdict(item.source, item.number, None, "malformed", JUDGE)
    verdict.findings = _findings(Source(Reading(""), b"", item.data), item.line, [Found(item.fault, 0, None)])
    return verdict


def _judged(read: Source, source: str, number: int, first_line: int) -> Verdict:
    reading = read.reading
    game, record = reading.game, reading.record
    assert game is not None
    players = len(record.players)
    options = rules_in_force(game, record.rules, players)
    play = part(game, "play")
    replayed = replay(play, options, record)
    found = [Found(fault, 0, None) for fault in reading.warnings] + replayed.warnings
    claims: list[Fault] = []
    standing = None if replayed.state is None else _standing(game, record, replayed.state)
    if replayed.stopped is not None:
        found.append(replayed.stopped)
    elif standing is not None:
        claims = list(_wrong_claims(game, record, replayed, standing))
        found += [Found(fault, 0, None) for fault in claims]
    verdict = Verdict(source, number, reading.sha256, "unfinished", JUDGE, game=game)
    if replayed.stopped is not None:
        verdict.verdict = "illegal"
    elif claims:
        verdict.verdict = "misscored"
    elif standing is not None and (standing.over or _outside(record)):
        verdict.verdict = "sound"
    verdict.rules = options
    verdict.event = None if record.event is None else to_builtins(record.event)
    verdict.players = to_builtins(record.players)
    verdict.rounds = [outcome.shown for outcome in replayed.outcomes]
    if standing is not None:
        verdict.result = _result(game, record, replayed, standing, verdict.verdict)
    verdict.undecided = replayed.state.undecided if replayed.state is not None else 0
    verdict.proof = "partial" if verdict.undecided else "complete"
    if found:
        verdict.findings = _findings(read, first_line, found, replayed)
    # Last, since it clears times and notes in the record.
    verdict.play_sha256 = play_sha256(game, options, record, reading.played)
    return verdict


def _standing(game: str, record: Any, state: Any) -> Standing:
    """How the match stands; without a goal it is over unless the record says that it goes on, or ended otherwise."""
    standing: Standing = part(game, "score").standing(state)
    claimed = record.result.termination if record.result is not None else None
    return NOT_OVER if standing.stops_here and claimed not in (None, "normal") else standing


def _outside(record: Any) -> str | None:
    """The termination outside the rules that a record claims."""
    termination = record.result.termination if record.result is not None else None
    return termination if termination in ("forfeit", "time", "adjudicated") else None


def _result(game: str, record: Any, replayed: Replay, standing: Standing, word: str) -> dict[str, Any]:
    """The recomputed result, as far as it is known."""
    result: dict[str, Any] = part(game, "score").result(replayed.state)
    if standing.over:
        result["termination"] = "normal"
        if standing.winners is not None:
            result["winners"] = standing.winners
    elif word == "sound":
        result |= {"termination": record.result.termination, "lost_by": record.result.lost_by}
    return result


def _wrong_claims(game: str, record: Any, replayed: Replay, standing: Standing) -> Iterator[Fault]:
    """Every claim about scores and the end that no filling-in of what was unseen makes true."""
    for number, (round_, outcome) in enumerate(zip(record.rounds, replayed.outcomes, strict=True)):
        if round_.scores is not None:
            at = f"/rounds/{number}/scores"
            if outcome.admits is None:
                yield Fault("REC-R02", at, {"claimed": round_.scores, "round": number + 1}, whole=True)
            elif not outcome.admits(round_.scores):
                facts = {"claimed": round_.scores, "right": outcome.shown.get("scores", "something else")}
                yield Fault("REC-R01", at, {**facts, "round": number + 1}, whole=True)
    if record.result is not None:
        score = part(game, "score")
        for key, (right, admits) in score.result_claims(replayed.state).items():
            claimed = getattr(record.result, key)
            if claimed is not None and not admits(claimed):
                facts = {"key": key, "claimed": claimed, "right": right}
                yield Fault("REC-R03", f"/result/{key}", facts, whole=True)
        yield from _wrong_ending(record.result, score.sides(replayed.state), standing)


def _wrong_ending(result: Any, sides: int, standing: Standing) -> Iterator[Fault]:
    """What is wrong with the claims of how the match ended and who won."""
    termination, claimed = result.termination, result.winners
    if termination == "normal" and standing.over is False:
        yield Fault("REC-R05", "/result/termination", {"claimed": termination}, whole=True)
    if termination not in (None, "normal"):
        if standing.over:
            yield Fault("REC-R06", "/result/termination", {"claimed": termination}, whole=True)
        elif termination != "unfinished":
            yield from _wrong_sides(result, sides)
        elif claimed is not None:
            yield _wrong_winners(claimed, "it also says that the match is unfinished")
    elif claimed is not None and not standing.admits(claimed):
        if standing.over is False:
            right = "the play does not decide the match"
        elif standing.winners is not None:
            right = f"the play gives {', '.join(map(str, standing.winners))}"
        else:
            right = "nothing that was not seen could give that"
        yield _wrong_winners(claimed, right)
    elif claimed is not None and not _are_sides(claimed, sides):
        yield _wrong_winners(claimed, "they are not sides, each once, ascending")


def _wrong_winners(claimed: Sequence[int], right: str) -> Fault:
    return Fault("REC-R04", "/result/winners", {"claimed": claimed, "right": right}, whole=True)


def _are_sides(named: Sequence[int], sides: int) -> bool:
    return bool(named) and named == sorted(set(named)) and named[-1] < sides


def _wrong_sides(result: Any, sides: int) -> Iterator[Fault]:
    lost = result.lost_by
    problem = None
    if not lost:
        problem = "nobody is named"
    elif not _are_sides(lost, sides):
        problem = "they are not sides, each once, ascending"
    elif len(lost) == sides:
        problem = "all are named"
    if problem is not None:
        yield Fault("REC-R07", "/result/lost_by", {"claimed": lost, "problem": problem}, whole=True)
    won = result.winners
    if won is not None and (not _are_sides(won, sides) or set(won) & set(lost)):
        yield _wrong_winners(won, "they must be sides, ascending, and none that lost")


def _findings(read: Source, first_line: int, found: Sequence[Found], replayed: Replay | None = None) -> list[Finding]:
    from kontari.findings import findings

    return findings(read.find, first_line, found, read.reading, replayed)
