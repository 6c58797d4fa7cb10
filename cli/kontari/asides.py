"""Keys of a record's own (``x-``) left out, but for those that are kept by name."""

from collections.abc import Collection
from typing import Any


def without_own_keys_but(keep: Collection[str], value: Any) -> Any:
    """A JSON value without ``x-`` keys at any depth, but for those named in ``keep``, which stay whole."""
    if isinstance(value, dict):
        return {
            key: item if key.startswith("x-") else without_own_keys_but(keep, item)
            for key, item in value.items()
            if not key.startswith("x-") or key in keep
        }
    if isinstance(value, list):
        return [without_own_keys_but(keep, item) for item in value]
    return value
