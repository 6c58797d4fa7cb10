"""The rules in force of a record, worked out once for all records that declare the same."""

from collections.abc import Mapping
from typing import Any

from msgspec import Raw

from kontari.core.options import InForce
from kontari.games import part
from kontari.record.decode import encode_sorted

MOST = 1000
_known: dict[tuple[str, bytes, int], InForce] = {}


def rules_in_force(game: str, rules: Any, players: int) -> InForce:
    """Every option with its value. rules: the struct of the record's ``rules``, or None.

    The same object comes back for the same declaration; it is not to be changed.
    """
    key = (game, b"" if rules is None else encode_sorted(rules), players)
    options = _known.get(key)
    if options is None:
        options = part(game, "options").in_force(rules, players)
        assert isinstance(options, InForce)
        if len(_known) >= MOST:
            _known.clear()
        _known[key] = options
    return options


def form(options: InForce) -> Raw:
    """The rules in force as they stand in the play form."""
    if options.form is None:
        options.form = encode_sorted(dict(sorted(options.items())))
    return Raw(options.form)


def lowest_wins(game: str, options: Mapping[str, Any]) -> bool:
    """Whether the lowest score wins under rules in force, every option with its value."""
    return bool(part(game, "options").lowest_wins(options))
