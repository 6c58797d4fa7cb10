"""A table that was published, held against the one computed: every cell that differs, with the right value."""

from collections.abc import Mapping, Sequence

from kontari.tournament.exact import text_of
from kontari.tournament.model import ClaimedRow, Document, Exact, Finding, Standings
from kontari.tournament.output.look import Look, value_codes
from kontari.tournament.published_csv import CsvCheck
from kontari.tournament.published_json import check_json, said_of
from kontari.tournament.published_rows import code_of, missing


def check(
    standings: Standings,
    document: Document,
    data: bytes,
    name: str,
    look: Look,
    columns: Mapping[str, str] | None = None,
    encoding: str | None = None,
) -> list[Finding]:
    """What is wrong in a published table.

    data: CSV of ours or of another program, JSON of ours, or a document with claims. columns: by heading the criterion
    (word or code) or column of ours that it is. look: its codes name the criteria. Participants are found by id, else
    by name without case and accents.
    """
    if data.lstrip().removeprefix(b"\xef\xbb\xbf").startswith((b"{", b"[")):
        return check_json(standings, document, data, name, look)
    return CsvCheck(standings, document, name, look).check(data, columns or {}, encoding)


def check_claims(standings: Standings, document: Document, claims: Sequence[ClaimedRow]) -> list[Finding]:
    """What is wrong in the rows that a document claims of the stage; nothing is where it claims none of it."""
    stage = standings.stage.id
    of_stage = [
        (place, one)
        for place, one in enumerate(claims)
        if one.stage == stage or (one.stage is None and len(document.stages) == 1)
    ]
    if not of_stage:
        return []
    right = {row.participant: row for row in standings.rows}
    findings: list[Finding] = []
    seen: set[str] = set()
    for place, claim in of_stage:
        at = f"/standings/{place}"
        row = right.get(claim.participant)
        if row is None or claim.participant in seen:
            problem = "stands twice" if row is not None else f"is no participant of stage {stage}"
            facts = {"participant": claim.participant, "problem": problem}
            findings.append(Finding("TRN-C04", facts, f"stage {stage}", f"{at}/participant"))
            continue
        seen.add(claim.participant)
        said: list[tuple[str, str, Exact, Exact | tuple[Exact, ...] | None]] = [("rank", "rank", claim.rank, row.rank)]
        if claim.points is not None:
            said.append(("points", "points", claim.points, row.points))
        for index, value in enumerate(claim.tie_breaks or ()):
            expected = row.values[index].value if index < len(row.values) else None
            heading = value_codes(standings, look=Look())[index] if index < len(row.values) else "tie_breaks"
            said.append((heading, f"tie_breaks/{index}", value, expected))
        for heading, pointer, published, expected in said:
            if published != expected:
                facts = {
                    "participant": claim.participant,
                    "by": heading,
                    "column": heading,
                    "claimed": text_of(published),
                    "right": "nothing" if expected is None else _text(expected),
                }
                code = code_of(pointer)
                findings.append(Finding(code, facts, f"stage {stage}", f"{at}/{pointer}"))
    return findings + missing(standings, seen, f"stage {stage}", "/standings")


def _text(value: Exact | tuple[Exact, ...]) -> str:
    return " ".join(map(text_of, value)) if isinstance(value, tuple) else text_of(value)


__all__ = ["check", "check_claims", "said_of"]
