"""One share of the inputs judged without any cluster: verdict lines between two lines that say of what.

The first line has ``shard``, ``of``, the judge and all inputs; the last one the counts and the digest of what stands
before it, so that a file that was cut off has none.
"""

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, TextIO

from kontari.cluster.forms import encoded
from kontari.cluster.inputs import Input
from kontari.cluster.judging import Outcome, judge
from kontari.cluster.shares import cut, lines_before
from kontari.examination import JUDGE


def write_shard(
    inputs: Sequence[Input],
    unreadable: Sequence[str],
    shard: tuple[int, int],
    max_bytes: int,
    stream: TextIO,
    *,
    debug: bool = False,
) -> Outcome:
    """Write the verdicts on one share, the first number of ``shard``, of as many as the second.

    unreadable: what could not be found of the inputs; it is repeated in the first line. Lines and records have the
    numbers that they have in their input.
    """
    number, of = shard
    share = cut(inputs, of)[number - 1]
    named = {"shard": number, "of": of}
    said = {
        "judge": JUDGE,
        "max_bytes": max_bytes,
        "inputs": [{"source": one.name, "bytes": one.size} for one in inputs],
    }
    digest = sha256()

    def write(line: str) -> None:
        digest.update(encoded(line))
        stream.write(line)

    write(_line({**named, **said, "missing": list(unreadable)}))
    judged = judge(share, lines_before(share), max_bytes, write, debug=debug)
    stream.write(_line({**named, **judged.data(), "sha256": digest.hexdigest()}))
    return judged


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False) + "\n"
