"""What a record says in free text, made fit to be shown to people."""

from kontari.library import Record
from kontari.printable import printable


def printable_names(record: Record) -> list[str]:
    """The players' names by seat."""
    return [printable(name) for name in record.names]


def amendments(record: Record) -> list[str]:
    """A line for each correction that the record tells of; nothing proves them."""
    return [
        printable(f"amended {one['at']} by {one['by']}: {one['reason']} (was {one['was']})")
        for one in record.data.get("meta", {}).get("amended", ())
    ]
