"""How much may be spent on scores that ``??`` leaves open.

It is counted in steps and not in time: on every machine the same record is counted equally far.
"""

MOST = 4096
"""How many vectors of scores, or steps on the way to them, are kept apart at once."""

STEPS = 500_000
"""The steps of a match: far more than most need, and about a second."""

LEAST = 1000
"""The steps that every hand may take."""


class Work:
    """The steps of one hand: a quarter of what its match has left, so that something remains for later hands."""

    __slots__ = ("most", "spent")

    def __init__(self, left: int = STEPS) -> None:
        self.most = max(LEAST, left // 4)
        self.spent = 0

    @property
    def left(self) -> int:
        """The steps that may still be taken."""
        return self.most - self.spent

    def spend(self, steps: int) -> bool:
        """Whether so many steps more may be taken; then they are."""
        if steps > self.left:
            return False
        self.spent += steps
        return True
