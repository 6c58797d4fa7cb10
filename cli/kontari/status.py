"""What a command came to; the numbers are exit statuses, and the worst wins."""

from enum import IntEnum


class Status(IntEnum):
    """0 nothing to report, 1 findings in records, 2 usage or an input that cannot be opened, 3 a fault of ours."""

    FINE = 0
    FINDINGS = 1
    UNUSABLE = 2
    OURS = 3
    INTERRUPTED = 130
