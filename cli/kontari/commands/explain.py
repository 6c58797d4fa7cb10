"""``kontari explain``: what a code means."""

from typing import TYPE_CHECKING, Annotated

import typer

from kontari.commands.completing import codes
from kontari.commands.options import Debug, Output, PlainFormat
from kontari.status import Status

if TYPE_CHECKING:
    from kontari.twins import Difference, Pair

EXAMPLE = "kontari explain CE-P03"


def explain(
    code: Annotated[
        str | None,
        typer.Argument(metavar="CODE", help="A code of a finding; all are listed without.", autocompletion=codes),
    ] = None,
    format: PlainFormat = "text",
    output: Output = None,
    debug: Debug = False,
) -> Status:
    """Explain a code: what it means, why the rule is there, who says so."""
    from kontari.commands.terminal import PLAIN_FORMATS, known
    from kontari.commands.terminal import output as opened

    known(format, PLAIN_FORMATS, "format")
    text = _all(format) if code is None else _one(code, format)
    with opened(output) as stream:
        stream.write(text + "\n")
    return Status.FINE


def _all(format: str) -> str:
    """Every code with its title."""
    import json

    from kontari.codes import all_rules, data

    rules = all_rules().values()
    if format == "json":
        return json.dumps([data(one) for one in rules], ensure_ascii=False, indent=2)
    return "\n".join(f"{one.code}  {one.title}" for one in rules)


def _one(code: str, format: str) -> str:
    """What there is to say of one code."""
    import json
    from textwrap import fill

    from kontari.codes import all_rules, data
    from kontari.commands.terminal import known
    from kontari.twins import pair

    rules = all_rules()
    known(code.upper(), rules, "code", "kontari explain lists all")
    one = rules[code.upper()]
    if format == "json":
        return json.dumps(data(one), ensure_ascii=False, indent=2)
    parts = (("Says", one.message), ("Why", one.why), ("Source", one.source), ("Hint", one.hint))
    told = [fill(f"{title + ':':<8} {text}", 79, subsequent_indent=" " * 9) for title, text in parts]
    return "\n".join([f"{one.code} ({one.severity}): {one.title}", "", *told, *_example(pair(one.code))])


def _example(shown: "Pair | None") -> list[str]:
    """The faulty record beside one that is right: the lines in which they differ."""
    if shown is None:
        return []
    import json
    from textwrap import fill

    lines = ["", fill(f"For example: {shown.why}", 79)]
    if shown.promised is not None:
        promised = {name: value for name, value in shown.promised.items() if name != "kontari_expect"}
        lines.append(f"  promised: {json.dumps(promised)}")
    lines += [f"  - records/{shown.faulty}", f"  + records/{shown.sound}", *([""] if shown.differences else [])]
    rows = [(f"{'-' if one.faulty else '+'} {one.line:>4} | ", _fitted(one, shown)) for one in shown.differences]
    return lines + [f"{head}{text}".rstrip() for head, text in rows]


_ROOM = 70
"""How much of a line is shown."""


def _fitted(one: "Difference", shown: "Pair") -> str:
    """A line, and of a long one the part where it begins to differ from its counterpart."""
    from kontari.printable import printable

    text = one.text
    if len(text) > _ROOM:
        others = [other.text for other in shown.differences if other.faulty != one.faulty]
        begin = max((_alike(text, other) for other in others), default=0)
        begin = max(0, min(begin - _ROOM // 2, len(text) - _ROOM))
        text = ("…" if begin else "") + text[begin : begin + _ROOM] + ("…" if begin + _ROOM < len(text) else "")
    return printable(text)


def _alike(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    return next(
        (index for index, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
