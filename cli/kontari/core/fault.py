"""A fault is a value: what was wrong, where, and the facts of the case."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple


class Fault(NamedTuple):
    """One breach of a rule.

    ``at`` is a JSON Pointer relative to what was judged (a move, a deal), or to the whole
    record where ``whole`` is true. ``option`` names the house rule that was in force, where
    one decided. ``offset`` is a place in the text (in code points), known for text faults only.
    """

    code: str
    at: str = ""
    facts: Mapping[str, Any] = MappingProxyType({})
    option: str | None = None
    whole: bool = False
    seat: int | None = None
    offset: int | None = None
