"""A rule: a code that is never reused, with its explanation."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Rule:
    """What a code means.

    ``message`` is one sentence in which ``{name}`` is replaced by the fact of that name;
    ``why`` says why the rule is there, ``source`` which text or option says so, ``hint`` what
    to look at when the record was thought to be right.
    """

    code: str
    title: str
    message: str
    why: str
    source: str
    hint: str
    severity: Literal["error", "warning"] = "error"
