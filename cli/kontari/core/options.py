"""The rules in force: every option with its value, and what a game derives from them once."""

from typing import Any


class InForce(dict[str, Any]):
    """Options by name. ``tables`` is the game's own business; ``form`` is the encoded form, once it was asked for."""

    __slots__ = ("form", "tables")

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__(options)
        self.tables: Any = None
        self.form: bytes | None = None
