"""Records put into an archive: what is there already is skipped, what is new is judged and added in batches."""

from collections import Counter

from kontari.archive.rows import head, rows
from kontari.archive.storing import Batch, Store
from kontari.core.verdict import Verdict
from kontari.examination import examine_item
from kontari.forms import source
from kontari.record.streams import Item

MOST_RECORDS = 2_000
MOST_ROWS = 100_000
"""A batch holds so many records or rows; what is not written yet when the process is stopped is not in the archive."""


class Builder:
    """Adds records to a store; what was added last is there after ``flush``.

    A record is told by its ``sha256``, wherever it was read: the source that stands in the archive is the first. One
    that another version of kontari has judged is judged again, and then its source is that from which it is read now.
    Holds the hashes of all records, about 100 bytes each.
    """

    def __init__(self, store: Store, max_bytes: int) -> None:
        self._store = store
        self._max_bytes = max_bytes
        self._known: set[bytes] = set()
        self._old: set[bytes] = set()
        for digest, mine in store.known():
            (self._known if mine else self._old).add(digest)
        self._batch = Batch()
        self._replaced: list[str] = []
        self.added: Counter[str] = Counter()
        """The verdicts on the records that were added or judged again."""
        self.rejudged = 0
        self.known = 0
        self.cut = 0

    def add(self, item: Item) -> Verdict | None:
        """One record: its verdict if it was judged now, None if it is there already.

        A record that could not be read whole has no hash; it is counted as ``cut``, and is not in the archive.
        """
        if item.fault is not None:
            self.cut += 1
            return examine_item(item, self._max_bytes)
        read = source(item.data, self._max_bytes, notation=item.notation)
        digest = bytes.fromhex(read.reading.sha256)
        if digest in self._known:
            self.known += 1
            return None
        verdict = examine_item(item, self._max_bytes)
        self._batch.add(head(verdict), rows(verdict, read))
        if digest in self._old:
            self._old.remove(digest)
            self._replaced.append(read.reading.sha256)
            self.rejudged += 1
        self._known.add(digest)
        self.added[verdict.verdict] += 1
        return verdict

    def flush_if_full(self) -> None:
        """Write what was added, if it is a batch."""
        if self._batch.records >= MOST_RECORDS or self._batch.rows >= MOST_ROWS:
            self.flush()

    def flush(self) -> None:
        """Write what was added since the last time."""
        if self._batch.records:
            self._store.write(self._batch, self._replaced)
            self._batch, self._replaced = Batch(), []
