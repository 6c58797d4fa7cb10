"""kontari: referee and open record format for Crazy Eights, Mus and Rummikub.

The names below are the public library; each is imported when first used, so that
``import kontari`` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from kontari.core.fault import Fault
    from kontari.core.verdict import Finding, Verdict
    from kontari.examine import examine
    from kontari.library import NotARecordError, Record, Step, legal, read, replay, score, view, write

_HOMES = {
    "Fault": "kontari.core.fault",
    "Finding": "kontari.core.verdict",
    "Verdict": "kontari.core.verdict",
    "examine": "kontari.examine",
    "NotARecordError": "kontari.library",
    "Record": "kontari.library",
    "Step": "kontari.library",
    "legal": "kontari.library",
    "read": "kontari.library",
    "replay": "kontari.library",
    "score": "kontari.library",
    "view": "kontari.library",
    "write": "kontari.library",
}

__all__ = [
    "Fault",
    "Finding",
    "NotARecordError",
    "Record",
    "Step",
    "Verdict",
    "__version__",
    "examine",
    "legal",
    "read",
    "replay",
    "score",
    "view",
    "write",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        value = getattr(import_module(_HOMES[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'kontari' has no attribute {name!r}")
