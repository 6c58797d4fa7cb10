"""How a fault of kontari itself is told: one line that asks for a report."""

from kontari.record.streams import Item


def our_fault(error: Exception, where: str = "") -> str:
    """One line that asks for a report; ``where`` names the record."""
    return asking(f"{type(error).__name__}: {error} (--debug: more)", where)


def asking(what: str, where: str = "") -> str:
    """The same for a fault that is no exception."""
    return f"{where}a fault of kontari itself, please report it: {what}"


def named(item: Item) -> str:
    """What a record is called in such a line, which follows it."""
    from hashlib import sha256

    digest = sha256(item.data).hexdigest()
    return f"{item.source}:{item.line}: record {item.number} (SHA-256 of its bytes {digest}): "
