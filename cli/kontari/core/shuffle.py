"""A deal of any game as a shuffled pack."""

from collections.abc import Sequence
from typing import NamedTuple


class Dealt(NamedTuple):
    """``hands`` by seat, ``pile`` in drawing order, and ``others``, which lay open from the beginning."""

    hands: Sequence[Sequence[str]]
    pile: Sequence[str]
    others: Sequence[str]
