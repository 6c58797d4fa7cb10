"""The well-formed records of a run that are held against others."""

from collections.abc import Iterator

from kontari.commands.converting import own_record
from kontari.commands.running import Run
from kontari.commands.terminal import trouble
from kontari.convert import ConversionError
from kontari.library import Record, well_formed
from kontari.record.streams import Item
from kontari.status import Status


class Held:
    """The records of a run; what is none is told, and is trouble."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._status = Status.FINE

    @property
    def status(self) -> Status:
        return max(self._status, self._run.status)

    def records(self) -> Iterator[tuple[Item, Record | None]]:
        """Each record with where it was read; None where it is malformed."""
        for item in self._run.items():
            record = None
            with self._run.guarded(item):
                found = own_record(item, self._run.max_bytes)
                if isinstance(found, ConversionError):
                    trouble(found)
                    self._status = max(self._status, Status.UNUSABLE)
                else:
                    record = well_formed(found)
            yield item, record
