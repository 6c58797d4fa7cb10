"""The rules in force: every option with its value, and what a game derives from them once."""

from collections.abc import Iterable, Mapping
from typing import Any


class InForce(dict[str, Any]):
    """Options by name. ``tables`` is the game's own business; ``form`` is the encoded form, once it was asked for."""

    __slots__ = ("form", "tables")

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__(options)
        self.tables: Any = None
        self.form: bytes | None = None


def declared(
    rules: Any, names: Iterable[str], defaults: Mapping[str, Any], presets: Mapping[str, Mapping[str, Any]]
) -> dict[str, Any]:
    """The options that a record declares: defaults, the preset over them, the options written over that.

    rules: the struct of the record's ``rules``, or None. names: of all options there are.
    """
    options = dict(defaults)
    if rules is not None:
        options.update(presets[rules.preset or "classic"])
        for name in names:
            value = getattr(rules, name)
            if value is not None:
                options[name] = value
    return options
