"""Every code of a tournament is shown by some test, and its sentence has its facts."""

from pathlib import Path

import pytest

from command_line import kontari
from kontari.tournament.model import Finding
from kontari.tournament.rules import RULES, severity, told

HERE = Path(__file__).parent


@pytest.mark.parametrize("code", [rule.code for rule in RULES])
def test_a_test_shows_the_code(code: str) -> None:
    texts = [path.read_text("utf-8") for path in HERE.glob("test_*.py") if path.name != "test_codes.py"]
    assert any(code in text for text in texts)


def test_codes_are_unique_and_in_order() -> None:
    codes = [rule.code for rule in RULES]
    assert len(set(codes)) == len(codes)
    for letter in "SMEPCHN":
        numbers = [code for code in codes if code.startswith(f"TRN-{letter}")]
        assert sorted(numbers) == [f"TRN-{letter}{number:02}" for number in range(1, len(numbers) + 1)]


def test_explained_on_the_command_line() -> None:
    done = kontari("explain", "TRN-M01")
    assert done.status == 0
    assert "TRN-M01 (error): record fits no table" in done.out


def test_a_document_is_checked_against_its_schema(tmp_path: Path) -> None:
    path = tmp_path / "x.tournament.json"
    path.write_text('{"kontari": "1.0", "tournament": {"name": "x", "game": "mus"}, "participants": [], "stages": []}')
    done = kontari("schema", "tournament", "--check", path)
    assert done.status == 1
    assert "/participants" in done.out


def test_facts_as_words() -> None:
    finding = Finding("TRN-P01", {"why": ["a", "b"]})
    assert told(finding).endswith("cannot be paired; a, b")
    assert (severity(finding), severity(Finding("TRN-M03"))) == ("error", "warning")
    assert told(Finding("TRN-P01")).endswith("cannot be paired; ")
