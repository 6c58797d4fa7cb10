"""What was perhaps meant by a name that there is not."""

from collections.abc import Collection
from difflib import get_close_matches

MOST = 10
"""For how many names somebody is looked for who was meant: each is compared with everybody."""


class Near:
    """Finds the name nearest to one that there is not, for the first few that are asked for."""

    def __init__(self, names: Collection[str]) -> None:
        self._names = names
        self._left = MOST

    def to(self, name: str) -> str | None:
        """The nearest name; None where none is near, or where very many were asked for already."""
        if self._left == 0:
            return None
        self._left -= 1
        return next(iter(get_close_matches(name, self._names, 1)), None)
