"""What a record says in free text, made fit to be shown to people."""

from kontari.games import part
from kontari.library import Record
from kontari.printable import printable


def printable_names(record: Record) -> list[str]:
    """The players' names by seat."""
    return [printable(name) for name in record.names]


def printable_sides(record: Record) -> list[str]:
    """The names of the sides."""
    sides: list[str] = part(record.game, "tell").side_names(record.data, record.names)
    return [printable(name) for name in sides]


def amendments(record: Record) -> list[str]:
    """A line for each correction that the record tells of; nothing proves them."""
    return [
        printable(f"amended {one['at']} by {one['by']}: {one['reason']} (was {one['was']})")
        for one in record.data.get("meta", {}).get("amended", ())
    ]
