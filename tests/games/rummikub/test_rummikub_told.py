"""How a round of Rummikub is drawn for people."""

import re
from pathlib import Path

from conftest import Run

RECORDS = Path(__file__).parents[3] / "records" / "rummikub"
W8 = RECORDS / "unfinished" / "w8.rummikub.json"


def test_the_table_is_drawn_as_rows_of_sets_and_new_ones_are_marked(run: Run) -> None:
    """With the size of the pool, the racks, and a mark for who is to move."""
    before, after = run("replay", W8).stdout.split("1.1  ")
    assert "\n       k5 k6 k7\n" in before
    assert "    1 set · pool 97\n" in before
    assert "    Ana (not opened) *  r10 b10 o10 k2 k8\n" in before
    assert "\n      +r10 b10 o10  +k5 k6 k7 k8\n" in after


def test_tiles_have_their_colour_where_colour_is_shown(run: Run) -> None:
    shown = run("replay", W8, "--color", "always", "--from", "1.1").stdout
    assert "\x1b[1m+\x1b[0m\x1b[31mr10\x1b[0m \x1b[34mb10\x1b[0m \x1b[33mo10\x1b[0m" in shown
    assert re.sub("\x1b\\[[0-9]+m", "", shown) == run("replay", W8, "--from", "1.1").stdout


def test_many_sets_go_on_in_the_next_row(run: Run) -> None:
    """No row is wider than the text may be."""
    shown = run("replay", RECORDS / "sound" / "full-4-official-match.rummikub.json").stdout
    rows = re.findall("^ {6}.*", shown, re.MULTILINE)
    assert max(map(len, rows)) <= 100
    assert re.search("^ {6}.*\n {6}", shown, re.MULTILINE)


def test_a_seat_does_not_see_the_racks_of_others(run: Run) -> None:
    shown = run("replay", W8, "--view", "1").stdout
    assert "Ana (not opened) *  ?? ?? ?? ?? ??" in shown
    assert "o13" in shown
