"""kontari: referee and open record format for Crazy Eights, Mus and Rummikub.

The names below are the public library; each is imported when first used, so that
``import kontari`` costs next to nothing.
"""

__version__ = "0.1.0"

TYPE_CHECKING = False  # as type checkers know it; importing typing would cost more than all the rest
if TYPE_CHECKING:
    from kontari.core.fault import Fault
    from kontari.core.verdict import Finding, Verdict
    from kontari.examination import examine
    from kontari.library import NotARecordError, Record, Step, legal, read, replay, score, view, write
    from kontari.match import Match
    from kontari.notation.position import NotAPositionError, PositionLine, position_line, read_position

_HOMES = {
    "Fault": "kontari.core.fault",
    "Finding": "kontari.core.verdict",
    "Verdict": "kontari.core.verdict",
    "examine": "kontari.examination",
    "Match": "kontari.match",
    "NotAPositionError": "kontari.notation.position",
    "NotARecordError": "kontari.library",
    "PositionLine": "kontari.notation.position",
    "Record": "kontari.library",
    "Step": "kontari.library",
    "legal": "kontari.library",
    "position_line": "kontari.notation.position",
    "read_position": "kontari.notation.position",
    "read": "kontari.library",
    "replay": "kontari.library",
    "score": "kontari.library",
    "view": "kontari.library",
    "write": "kontari.library",
}

__all__ = [
    "Fault",
    "Finding",
    "Match",
    "NotAPositionError",
    "NotARecordError",
    "PositionLine",
    "Record",
    "Step",
    "Verdict",
    "__version__",
    "examine",
    "legal",
    "position_line",
    "read",
    "read_position",
    "replay",
    "score",
    "view",
    "write",
]


def __getattr__(name: str) -> object:
    if name in _HOMES:
        from importlib import import_module

        value: object = getattr(import_module(_HOMES[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'kontari' has no attribute {name!r}")
