"""Each code is shown by a faulty record beside one that is right and differs from it in little."""

from conftest import Run
from kontari.codes import all_rules
from kontari.examination import examine
from kontari.published import published
from kontari.twins import pair

NONE = ("TRN-", "REC-J10", "REC-J12")
"""What is shown by no record of the corpus: tournaments, a record over 64 MiB, damaged compression."""


def test_every_code_of_a_record_has_a_pair() -> None:
    corpus = published("records")
    for code in all_rules():
        shown = pair(code)
        if code.startswith(NONE):
            assert shown is None, code
            continue
        assert shown is not None, code
        assert len(shown.differences) <= 12, (code, len(shown.differences), shown.faulty, shown.sound)
        # Of promised rules it is the promise that differs.
        assert shown.differences or code.startswith("EXP-G"), code
        assert (shown.promised is not None) == code.startswith("EXP-")
        if shown.promised is not None:
            continue  # tests/test_promises.py holds these cases against what was promised
        for name, right in ((shown.faulty, False), (shown.sound, True)):
            verdict = examine((corpus / name).read_bytes(), notation=name.endswith(".txt"))
            assert not right or verdict.verdict in ("sound", "unfinished"), name
            assert (code in [found.code for found in verdict.findings]) != right, name


def test_explain_shows_the_lines_that_differ(run: Run) -> None:
    said = run("explain", "CE-P02").stdout
    assert "- records/crazy-eights/illegal/" in said
    assert "+ records/crazy-eights/unfinished/" in said
    assert max(map(len, said.splitlines())) < 110
    said = run("explain", "EXP-P02").stdout
    assert 'promised: {"require": ["ids"]}' in said
    assert '"id": "ana-1"' in said
