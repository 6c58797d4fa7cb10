"""How much a search may do. It is counted in steps and not in time: every machine answers alike."""

WORK = 20_000_000
"""The steps of a search, each a tenth or two of a microsecond. Whether 106 tiles can be laid takes a third at most."""

MATCH_WORK = 10 * WORK
"""The steps of a match for the turns which say that nothing can be laid."""

LEAST = 200_000
"""The steps that every such turn may take, when those of the match are spent: enough for most."""


class TooMuchWorkError(Exception):
    """The steps are spent, and nothing is decided."""


class Budget:
    """The steps that a search has, or several together, and how many of them are spent."""

    __slots__ = ("left", "work")

    def __init__(self, work: int = WORK) -> None:
        self.work = work
        self.left = work

    @property
    def spent(self) -> int:
        return self.work - self.left

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise TooMuchWorkError
