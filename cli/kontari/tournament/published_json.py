"""A published table as JSON, held against the one computed."""

import json
from collections.abc import Iterator
from typing import Any

from kontari.printable import printable
from kontari.tournament import numerals
from kontari.tournament.model import Document, Finding, Standings
from kontari.tournament.output.json_ import standings_data
from kontari.tournament.output.look import Look
from kontari.tournament.published_rows import People, code_of, missing


def said_of(data: bytes) -> tuple[str | None, int | None]:
    """The stage and the round after which a table in JSON says that it stands; None where it does not say."""
    try:
        about = json.loads(data.decode("utf-8-sig"))["standings"]
        stage, after = about.get("stage"), about.get("after")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None, None
    return (
        stage if isinstance(stage, str) else None,
        after if isinstance(after, int) and not isinstance(after, bool) else None,
    )


def check_json(standings: Standings, document: Document, data: bytes, name: str, look: Look) -> list[Finding]:
    """What is wrong in JSON of ours, or in rows that a document claims."""
    try:
        value = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        problem = "it is nested too deep" if isinstance(error, RecursionError) else f"it is no JSON: {error}"
        return [Finding("TRN-C08", {"problem": problem}, name)]
    said = value.get("standings") if isinstance(value, dict) else value
    if isinstance(said, list):
        said = {"rows": _of_stage(said, standings, document)}
    if not isinstance(said, dict) or not isinstance(said.get("rows"), list):
        return [Finding("TRN-C08", {"problem": "it has no standings with rows"}, name)]
    right = standings_data(standings, document, look)["standings"]
    for key in ("stage", "after"):
        if key in said and said[key] != right[key]:
            problem = f"it is of {key} {said[key]!r}, and was compared with {right[key]!r}"
            return [Finding("TRN-C08", {"problem": problem}, name, f"/standings/{key}")]
    findings: list[Finding] = []
    for key, published in said.items():
        if key in ("rows", "final"):
            continue
        findings += _differences(published, right.get(key), key in right, (key,), name, standings.stage.id)
    people, seen = People(document, standings), set[str]()
    rows = {row["participant"]: row for row in right["rows"]}
    for place, row in enumerate(said["rows"]):
        at: tuple[str, ...] = ("rows", str(place))
        who = _who(row, people)
        if who is None or who in seen:
            shown = row.get("participant", row.get("name", "a row")) if isinstance(row, dict) else "a row"
            problem = "stands twice" if who else "is nobody in the stage"
            findings.append(
                Finding("TRN-C04", {"participant": printable(str(shown)), "problem": problem}, name, _pointer(at))
            )
            continue
        seen.add(who)
        expected = dict(rows[who])
        if isinstance(row.get("name"), str) and people.is_name(row["name"], who):
            expected["name"] = row["name"]
        if "participant" not in row:
            expected.pop("participant")
        if "tie_breaks" in row:
            expected["tie_breaks"] = [value["value"] for value in expected["values"]][: len(row["tie_breaks"])]
        if "stage" in row:
            expected["stage"] = standings.stage.id
        for key, published in row.items():
            findings += _differences(published, expected.get(key), key in expected, (*at, key), name, who)
        if "decided_by" in expected and "values" in row and "decided_by" not in row:
            findings += _differences(None, expected["decided_by"], True, (*at, "decided_by"), name, who)
    return findings + missing(standings, seen, name)


def _of_stage(rows: list[Any], standings: Standings, document: Document) -> list[Any]:
    stage = standings.stage.id
    single = len(document.stages) == 1
    return [row for row in rows if not isinstance(row, dict) or row.get("stage", stage if single else None) == stage]


def _who(row: Any, people: People) -> str | None:
    if not isinstance(row, dict):
        return None
    id_, name = row.get("participant"), row.get("name")
    if isinstance(id_, str):
        return people.by_id(id_)
    return people.by_name(name) if isinstance(name, str) else None


def _differences(found: Any, right: Any, known: bool, at: tuple[str, ...], name: str, who: str) -> Iterator[Finding]:
    """Every leaf that differs, with a pointer to it."""
    if not known:
        if not at[-1].startswith("x-"):
            yield Finding("TRN-C07", {"column": printable(at[-1]), "near": ""}, name, _pointer(at))
        return
    if isinstance(found, dict) and isinstance(right, dict):
        for key in {**right, **found}:
            if key.startswith("x-"):
                continue
            yield from _differences(found.get(key), right.get(key), True, (*at, key), name, who)
    elif isinstance(found, list) and isinstance(right, list):
        for place in range(max(len(found), len(right))):
            one = found[place] if place < len(found) else None
            other = right[place] if place < len(right) else None
            yield from _differences(one, other, True, (*at, str(place)), name, who)
    elif not _equal(found, right):
        column = printable("/".join(at[2:]) if at[0] == "rows" else "/".join(at))
        code = code_of(column)
        facts = {"participant": who, "by": column, "column": column, "claimed": _said(found), "right": _said(right)}
        yield Finding(code, facts, name, _pointer(at))


def _equal(found: Any, right: Any) -> bool:
    if isinstance(found, bool) or isinstance(right, bool):
        return found is right
    if isinstance(found, int | str) and isinstance(right, int):
        return numerals.read(str(found)) == right
    return type(found) is type(right) and bool(found == right)


def _said(value: Any) -> str:
    return "nothing" if value is None else printable(value if isinstance(value, str) else json.dumps(value))[:200]


def _pointer(at: tuple[str, ...]) -> str:
    return "/standings/" + "/".join(part.replace("~", "~0").replace("/", "~1") for part in at)
