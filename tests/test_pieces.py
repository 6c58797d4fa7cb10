"""A file in pieces: whatever their size, the same records with the same numbers as in one go."""

import io
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from kontari.record.pieces import Lines, count, pieces, records, whole_lines
from kontari.record.streams import line_items

LINES = st.lists(st.sampled_from([b"{}", b"", b"  ", b"\t", b'{"a": 1}\r', b"x" * 40, b" " * 40, b"\xff"]), max_size=30)
TEXTS = st.builds(lambda lines, end: b"\n".join(lines) + end, LINES, st.sampled_from([b"", b"\n", b"\n\n"]))
MOST = 30


def whole(text: bytes) -> list[object]:
    return list(line_items("a", io.BytesIO(text), MOST))


@given(TEXTS, st.integers(1, 60))
def test_the_pieces_hold_every_record_once_with_its_numbers(text: bytes, size: int) -> None:
    stream = io.BytesIO(text)
    cut = list(pieces("a", stream, size))
    assert [item for piece in cut for item in records(piece, io.BytesIO(text), MOST)] == whole(text)
    assert [(piece.start, piece.end) for piece in cut] == [
        (start, end) for start, end in zip([0, *[p.end for p in cut]], [p.end for p in cut], strict=False)
    ]


@given(TEXTS, st.lists(st.integers(0, 400), max_size=4))
def test_any_cuts_aligned_to_lines_count_and_hold_every_record_once(text: bytes, cuts: list[int]) -> None:
    edges = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    bounds = [whole_lines(io.BytesIO(text), start, end) for start, end in pairwise(edges)]
    counted = [count(io.BytesIO(text), start, end) for start, end in bounds]
    total = Lines()
    for one in counted:
        total = total.plus(one)
    assert total == count(io.BytesIO(text), 0, len(text))
    assert total.records == len(whole(text))
    assert total.lines == sum(1 for _ in io.BytesIO(text))
